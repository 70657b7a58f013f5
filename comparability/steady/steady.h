/* steady.h - the parts of the detector. Private to comparability. The method is docs/method.md.
 *
 * steady.c orders the steps, steady_gate.c looks at the raw rows, steady_batch.c makes batches and
 * measures their noise, steady_level.c finds segments and verifies a candidate, steady_drift.c asks
 * whether a level or a line is told, steady_grain.c finds the step of a rounded column,
 * steady_still.c the time between iterations, steady_wave.c what swings in a steady stretch,
 * phase.c divides out work that comes back. */
#ifndef COMPARABILITY_STEADY_H
#define COMPARABILITY_STEADY_H

#include "comparability.h"

enum {
    /* batches hold count / 200 samples, so there are at most 399; of 500, which is the most that
     * the parameter may be, 999 */
    STEADY_MOST_BATCHES = 999,
    STEADY_BLOCK_COUNT = 20, /* of the candidate, for waves */
    STEADY_ROUNDS = 5,
    /* What happens in the first twentieth of a run, a first iteration or the swing of a regulator,
     * leans a line through all of it, and a start moved behind it hides no drift. */
    STEADY_TRANSIENT = 20,
    STEADY_SWING = 10 /* the swing behind such a begin may last for a tenth */
};

/* What the gate found; reason NULL: the series may be judged. */
struct gate {
    enum steady_verdict verdict;
    const char *reason;
    size_t valid; /* values that are there */
};
struct gate steady_gate(struct arena *scratch, const struct series *series,
                        const struct steady_parameters *parameters);

/* Work that changes with the index: each value divided by the median of its phase, times the mean.
 */
struct adjusted {
    const char *reason;  /* NULL: adjusted; else why not: insufficient */
    const double *value; /* as many as the series has rows; NaN: missing or left out */
    size_t first, end;   /* rows from the first kept to the last kept */
    size_t valid;        /* kept values */
    size_t left_out;     /* values of phases with too few repetitions */
    size_t phases, cycles;
};
struct adjusted phase_adjust(struct arena *home, const struct series *series,
                             const struct steady_parameters *parameters);

/* The step to which a column was rounded, by the tool that wrote it. */
struct grain {
    double step;  /* smallest step between neighbours, in the values' unit; 0: not rounded */
    double noise; /* of a sample, with steps of more than three counted as three */
    bool shown;   /* often enough to tell a rounded column from a constant one with outliers */
};
struct grain steady_grain(struct arena *scratch, const double *value, size_t first, size_t end);
/* Share of a level that `step` of it leaves undecided: three standard deviations of rounding. */
double grain_carries(double step, double level);
/* Mean of values of which those over `cap` off the median count as `cap` off (after Winsor): a
 * median, or an interquartile mean, of values on few steps jumps where the mean hardly moves.
 * Permutes value[]. */
double mean_within(double *value, size_t count, double cap);

struct batches {
    size_t count, rows;   /* rows: valid samples a batch; batch 0 takes the remainder */
    const double *level;  /* interquartile mean by batch */
    const double *mean;   /* plain mean by batch */
    const size_t *first;  /* row of the first valid sample by batch */
    double scale;         /* of the run: level of the last part, see steady_batch.c */
    size_t end;           /* batches before a drain tail; count: nothing cut */
    const double *smooth; /* running mean of five of level[0 .. end), up to cap off their median */
    const double *sharp;  /* by medians: no change of level runs into its neighbours */
    double sigma;         /* marginal noise of a batch */
    double noise;         /* long-run noise of a batch, with its floor */
    double step;          /* of a rounded column; 0: not rounded */
    double cap;   /* how far off others a batch counts in full: two deviations, or three steps */
    double apart; /* the same for blocks of a wave: without what a smooth motion adds to it */
};
/* Of rows [from, count), `rows` valid ones a batch: NaN is passed over; `valid` others. */
void batches_make(struct arena *home, const double *value, size_t from, size_t count, size_t valid,
                  size_t rows, double step, struct batches *out);
void batches_measure(struct arena *home, struct batches *batches,
                     const struct steady_parameters *parameters);

/* First batches of the segments of smooth[0 .. end): optimal partitioning with squared error cost
 * on data in units of noise. Returns how many; at least 1. */
size_t batches_segments(const struct batches *batches, const struct steady_parameters *parameters,
                        size_t first[STEADY_MOST_BATCHES]);

struct line {            /* least squares through smooth[start .. end) */
    double slope;        /* a batch */
    double drift, error; /* over as many batches as the whole run has, and its standard error */
};
struct line batches_line(const struct batches *batches, size_t start);
/* Whether one level, or one from `start` behind the levels of the segments before it, explains the
 * whole run better than one straight line. */
bool batches_level_told(const struct batches *batches, const struct steady_parameters *parameters,
                        const size_t *segment, size_t segment_count, size_t start);

/* Whether stalls, which plain means follow and levels do not, come more and more often or seldom:
 * one line through means less levels from `start` drifts by over `limit` and three standard errors;
 * or it may, and over the whole run it does. */
bool batches_stalls_multiply(const struct batches *batches, size_t start, double limit);

/* Time between the end of an iteration and the begin of the next, in rows [start, end). Only where
 * iterations have a begin and an end and do not overlap: has_gaps of `out`. False: the run stood
 * still for longer than the parameters allow, pauses with a declared cause apart. */
bool steady_moves(struct arena *scratch, const struct series *series, size_t start, size_t end,
                  const struct steady_parameters *parameters, struct steadiness *out);

/* What swings in a steady stretch and averages out: wave_periods and wave_size of `out`. */
void steady_wave(const struct batches *batches, size_t start, double level,
                 const struct steady_parameters *parameters, struct steadiness *out);
/* Correlation of each value with the next in rows [start, end). */
double steady_correlation(const double *value, size_t start, size_t end);

struct candidate {
    enum steady_verdict verdict;
    const char *reason;
    size_t start; /* batch */
    double level, resolution;
};
struct candidate batches_candidate(const struct batches *batches,
                                   const struct steady_parameters *parameters,
                                   const size_t *segment, size_t segment_count);

/* A candidate whose rounds do not hold, and which begins within the first `part`th of the run, from
 * behind it: where something stood there that no line through what follows foretells (so a drift,
 * which goes on, is never cut), and where drift and means hold behind it, with no excuse by noise.
 * False: nothing stood there, or it does not hold; `candidate` is then as it was. */
bool batches_behind_transient(const struct batches *batches,
                              const struct steady_parameters *parameters, size_t part,
                              struct candidate *candidate);

/* The first row of [start, end) behind outliers with which the stretch begins: a first iteration
 * that compiles or allocates is swallowed by the medians. `reach` rows are looked at. */
size_t steady_first_row(struct arena *scratch, const double *value, size_t start, size_t end,
                        size_t reach);

/* Five equal rounds of the samples in rows [start, end): their means, of which samples over `cap`
 * off the middle count as `cap` off, or interquartile means where `cap` is 0 (plain ones follow
 * heavy tails), keep within 2 delta of each other, and the excursion of the line fitted to them
 * within delta. `noise`: standard error of one round; what lies over a limit by no more than it may
 * do (one-sided 95 %) shows nothing, neither that the level holds nor that it does not. */
enum rounds { ROUNDS_HOLD, ROUNDS_NOISY, ROUNDS_DIFFER };
enum rounds steady_rounds(struct arena *scratch, const double *value, size_t start, size_t end,
                          double cap, double noise, const struct steady_parameters *parameters);

/* Guess of a period in rows, of a series without phase: a lag of the autocorrelation that stands
 * out, with at least five repetitions. 0: none. Never used to adjust anything. */
size_t steady_period(struct arena *scratch, const struct series *series);

/* When row `row` of a series starts and ends, s; rows are the clock of a series without start[]. An
 * end is start + duration where there is a duration, else the next row's start. */
double series_begin(const struct series *series, size_t row);
double series_end(const struct series *series, size_t row);

#endif
