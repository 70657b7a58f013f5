/* steady_still.c - does a run stand still between its iterations?
 *
 * Durations say nothing of the time between them, but a rate is work over wall time. Every loop
 * needs a moment between two iterations: its ordinary gap, the median, is part of the work. What
 * goes beyond it must be little, or have a declared cause. */
#include "statistics.h"
#include "steady.h"
#include "sums.h"
#include "window.h"

#include <math.h>

enum { STILL_SAMPLE = 4096 };

/* An ordinary gap is no more than this of an iteration with its gap; above it is standing still
 * again and again. */
static const double ordinary_most = 0.05;
/* Iterations of which more overlap are in flight at once: what lies between them is not idle. */
static const double overlap_most = 0.01;

/* How long iterations last, s; NULL: not known. */
static const double *durations_of(const struct series *series)
{
    bool own = series->key == KEY_ITERATION_DURATION && series->unit == UNIT_SECOND;
    return series->duration ? series->duration : own ? series->value : NULL;
}

/* Nearest to the end of rows, evenly spread: gaps, or gaps with the iteration before them. */
static double median_gap(struct arena *scratch, const struct series *series, const double *duration,
                         size_t start, size_t end, bool with_iteration)
{
    struct arena_mark mark = arena_mark(scratch);
    double *gap = ARENA_MANY(scratch, STILL_SAMPLE, double);
    size_t span = end - start - 1, count = 0;
    size_t stride = span > STILL_SAMPLE ? span / STILL_SAMPLE + 1 : 1;
    for (size_t i = start; i + 1 < end; i += stride) {
        double step = series->start[i + 1] - series->start[i];
        double off = with_iteration ? step : step - duration[i];
        if (!isnan(off))
            gap[count++] = off > 0 ? off : 0;
    }
    double median = count > 0 ? select_median(gap, count) : 0;
    arena_rewind(scratch, mark);
    return median;
}

bool steady_moves(struct arena *scratch, const struct series *series, size_t start, size_t end,
                  const struct steady_parameters *parameters, struct steadiness *out)
{
    const double *duration = durations_of(series);
    if (series->kind != SERIES_PER_ITERATION || !series->start || !duration || end - start < 2 ||
        series_of_requests(series))
        return true;
    double gap = median_gap(scratch, series, duration, start, end, false);
    double most = ordinary_most * median_gap(scratch, series, duration, start, end, true);
    double ordinary = gap < most ? gap : most;
    double until = series->start[start], longest = 0, beyond = 0;
    size_t overlaps = 0;
    struct sum idle = { 0 }, excess = { 0 };
    for (size_t i = start; i + 1 < end; i++) {
        double stop = series->start[i] + duration[i];
        until = stop > until ? stop : until;
        double between = series->start[i + 1] - until;
        overlaps += between < -ordinary_most * duration[i] ? 1 : 0;
        if (!(between > 0))
            continue;
        sum_add(&idle, between);
        longest = between > longest ? between : longest;
        if (between > ordinary && between > series->pause) {
            sum_add(&excess, between - ordinary);
            beyond = between - ordinary > beyond ? between - ordinary : beyond;
        }
    }
    if ((double)overlaps > overlap_most * (double)(end - start))
        return true;
    double length = series_end(series, end - 1) - series->start[start];
    out->has_gaps = length > 0;
    out->idle = out->has_gaps ? sum_value(&idle) / length : 0;
    out->gap = longest;
    return sum_value(&excess) <= parameters->of[STEADY_IDLE] * length &&
           beyond <= parameters->of[STEADY_STILL];
}
