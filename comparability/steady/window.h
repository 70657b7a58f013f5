/* window.h - one run's verdicts, one window over all runs, and what was done inside it. Private to
 * comparability. The method is docs/method.md.
 *
 * All times are seconds on the run's own clock, which counts from its load's begin. */
#ifndef COMPARABILITY_WINDOW_H
#define COMPARABILITY_WINDOW_H

#include "comparability/comparability.h"

/* ---- telemetry ---- */

/* A view of telemetry on the run's clock, cut to the load interval: samples with
 * load_begin <= start - origin <= load_end remain, start[] is shifted by -origin. `origin` is the
 * run's clock zero on the telemetry's clock (for instance the loop's Unix start). kind, unit, key,
 * instance, rows and source stay. False, and `out` untouched, where the load's begin or end lies
 * outside the telemetry's span, or no sample remains: the telemetry is then not used, and the
 * report says so. */
MUST_USE bool telemetry_cut(struct arena *home, const struct series *telemetry, double origin,
                            double load_begin, double load_end, struct series *out);
/* Judged like any series, but samples of a clock that never moves are as good as any: the core
 * clock at delta, power at its multiple (STEADY_POWER). `series` is what telemetry_cut gave. */
struct steadiness telemetry_judge(struct arena *home, const struct series *series,
                                  const struct steady_parameters *parameters, bool power);

struct clock_in { /* samples of a telemetry series in [begin, end) */
    size_t samples;
    double median, mean, lowest, highest;
    double near; /* share of samples within 5 % of the median (H2) */
};
struct clock_in clock_in(struct arena *home, const struct series *series, double begin_s,
                         double end_s);

struct energy {         /* drawn in a stretch of time */
    const char *reason; /* NULL: found */
    double joules;      /* mean power over the covered time x the whole stretch */
    /* share of the stretch between samples no further apart than five median steps */
    double covered;
    size_t samples; /* inside */
    double step;    /* median time between samples, s */
};
/* Trapezoids over power in W, with straight lines to the stretch's edges; an edge beyond the first
 * or last sample by at most two median steps takes that sample's value. Not found where more than
 * 5 % of the stretch lies in gaps: a mean over the rest would be a guess. Per unit of work: divide
 * each run's energy by its own work and compare those, as one compares rates. */
struct energy energy_in(struct arena *scratch, const struct series *power, double begin_s,
                        double end_s);

/* ---- one window ---- */

struct span { /* [begin, end) in seconds on the run's clock */
    double begin_s, end_s;
};
/* A run's steady stretch: from the latest start of metric and clock to the earliest end of the
 * metric's. Telemetry ends where the load ends, so a clock's end does not count. `clock` may be
 * NULL: no telemetry. False unless all given are steady. */
MUST_USE bool steady_span(const struct steadiness *metric, const struct steadiness *clock,
                          struct span *out);
/* W = [latest begin, earliest end) over runs. False when it is empty or count is 0. */
MUST_USE bool window_common(const struct span *run, size_t count, struct span *out);
/* From a series' first start to its last end: the whole run. */
struct span series_span(const struct series *series);
/* How many of the run's detector batches lie in W: rows of the series inside, over batch_rows. */
size_t window_batches(const struct series *series, const struct steadiness *steady,
                      struct span window);

struct stretch { /* what one run did in a stretch of rows [first, end) */
    bool found;  /* false: no row, or no whole cycle, lies in the window */
    size_t first,
        end; /* rows of the series, so series->row[first] .. row[end - 1] are the sources */
    size_t iterations, cycles; /* cycles 0: not trimmed by cycles */
    double begin_s, end_s;     /* start of the first iteration, end of the last */
    double time;               /* end_s - begin_s: time between iterations counts */
    double work;               /* sum of work[]; 0 without work */
    double rate;               /* work / time; NaN without work or time */
    double mean;               /* mean of value[] over the rows, NaN ones passed over */
};
/* All rows that start and end in the span. */
struct stretch stretch_all(const struct series *series, struct span window);
/* Trimmed to whole cycles, see below, of rows [first, end). */
struct stretch stretch_rows(const struct series *series, size_t first, size_t end);
/* Trimmed to whole cycles: from the first row that starts in the span, at any phase, as many whole
 * cycles as end in it. Without phase the same as stretch_all. */
struct stretch stretch_cycles(const struct series *series, struct span window);

/* 30 batches of the stretch, each work / time (start of its first row to start of the next batch's
 * first), or mean value where there is no work; true when there are at least 30 rows. For
 * interval_batches-like use: interval_mean on these is the within-run interval, t with 29 df. */
MUST_USE bool stretch_batches(const struct series *series, const struct stretch *stretch,
                              double out[30]);

/* ---- the clock of a series ---- */

/* The moment on a series' own clock at which the run's clock stands at 0: the load's begin. */
double series_zero(const struct series *series);
/* Whether a row is one request of a client, by its key. Requests lie in flight at once: their work
 * over the time of their rows is no rate, since what is in flight at either end belongs to it in
 * part. */
bool series_of_requests(const struct series *series);

#endif
