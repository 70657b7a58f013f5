/* steady.h - the parts of the detector. Private to comparability. The method is docs/method.md.
 *
 * steady.c orders the steps, steady_gate.c looks at the raw rows, steady_batch.c makes batches and
 * measures their noise, steady_level.c finds segments and verifies a candidate, phase.c divides out
 * work that comes back. */
#ifndef COMPARABILITY_STEADY_H
#define COMPARABILITY_STEADY_H

#include "comparability.h"

enum {
    /* batches hold count / 200 samples, so there are at most 399; of 500, which is the most that
     * the parameter may be, 999 */
    STEADY_MOST_BATCHES = 999,
    STEADY_BLOCK_COUNT = 20, /* of the candidate, for waves */
    STEADY_ROUNDS = 5
};
/* floor and ceiling of a share of a count, where 2 % of 150 is 3 although the product is not. */
size_t share_floor(double share, size_t count);
size_t share_ceiling(double share, size_t count);

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

struct batches {
    size_t count, rows;   /* rows: valid samples a batch; batch 0 takes the remainder */
    const double *level;  /* interquartile mean by batch */
    const double *mean;   /* plain mean by batch */
    const size_t *first;  /* row of the first valid sample by batch */
    double scale;         /* of the run: level of the last part, see steady_batch.c */
    size_t end;           /* batches before a drain tail; count: nothing cut */
    const double *smooth; /* running median of five of level[0 .. end) */
    double sigma;         /* marginal noise of a batch */
    double noise;         /* long-run noise of a batch, with its floor */
    double apart; /* the same for blocks of a wave: without what a smooth motion adds to it */
};
/* `value`: NaN is passed over; `valid` others, at least as many as the parameter asks for. */
void batches_make(struct arena *home, const double *value, size_t count, size_t valid,
                  const struct steady_parameters *parameters, struct batches *out);
void batches_measure(struct arena *home, struct batches *batches,
                     const struct steady_parameters *parameters);

/* First batches of the segments of smooth[0 .. end): optimal partitioning with squared error cost
 * on data in units of noise. Returns how many; at least 1. */
size_t batches_segments(const struct batches *batches, const struct steady_parameters *parameters,
                        size_t first[STEADY_MOST_BATCHES]);

struct candidate {
    enum steady_verdict verdict;
    const char *reason;
    size_t start; /* batch */
    double level, resolution;
};
struct candidate batches_candidate(const struct batches *batches,
                                   const struct steady_parameters *parameters,
                                   const size_t *segment, size_t segment_count);

/* The first row of [start, end) behind outliers with which the stretch begins: a first iteration
 * that compiles or allocates is swallowed by the medians. `reach` rows are looked at. */
size_t steady_first_row(struct arena *scratch, const double *value, size_t start, size_t end,
                        size_t reach);

/* Five equal rounds of the samples in rows [start, end): their interquartile means (plain ones
 * follow heavy tails) keep within 2 delta of each other, and the excursion of the line fitted to
 * them within delta. */
bool steady_rounds(struct arena *scratch, const double *value, size_t start, size_t end,
                   const struct steady_parameters *parameters);

/* Guess of a period in rows, of a series without phase: a lag of the autocorrelation that stands
 * out, with at least five repetitions. 0: none. Never used to adjust anything. */
size_t steady_period(struct arena *scratch, const struct series *series);

/* When row `row` of a series starts and ends, s; rows are the clock of a series without start[]. An
 * end is start + duration where there is a duration, else the next row's start. */
double series_begin(const struct series *series, size_t row);
double series_end(const struct series *series, size_t row);

#endif
