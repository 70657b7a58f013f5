/* steady_value.c - what a run did in its own steady stretch, for those who look at one run alone.
 */
#include "statistics.h"
#include "steady.h"
#include "window.h"

#include <math.h>

struct steady_value steady_value(const struct series *series, const struct steadiness *steady)
{
    struct steady_value out = { .rate = (double)NAN, .mean = (double)NAN };
    if (steady->verdict != STEADY)
        return out;
    struct stretch stretch = stretch_rows(series, steady->start, steady->end);
    if (!stretch.found)
        return out;
    out.found = true;
    out.first = stretch.first;
    out.end = stretch.end;
    out.iterations = stretch.iterations;
    out.cycles = stretch.cycles;
    out.begin_s = stretch.begin_s;
    out.end_s = stretch.end_s;
    out.time = stretch.time;
    out.work = stretch.work;
    out.rate = stretch.rate;
    out.mean = stretch.mean;
    double batch[30];
    if (stretch_batches(series, &stretch, batch)) {
        struct interval within = interval_mean(batch, ARRAY_COUNT(batch));
        out.has_interval = within.found;
        out.low = within.low;
        out.high = within.high;
    }
    return out;
}

const double *steady_adjusted(struct arena *home, const struct series *series,
                              const struct steady_parameters *parameters)
{
    if (!series->phase || steady_gate(home, series, parameters).reason)
        return NULL;
    return phase_adjust(home, series, parameters).value;
}
