/* stretch_value.c - the metric over a stretch of a run, and its interval within the run. The method
 * is docs/method.md. */
#include "judging.h"

#include <glib.h>
#include <math.h>

/* Percentile of the judged column over a stretch, missing values passed over. */
static struct interval stretch_percentile(const struct alone *alone, const struct stretch *stretch)
{
    const struct series *series = alone->door.series;
    size_t count = 0, room = stretch->end - stretch->first;
    double *sorted = g_new(double, room + 1);
    struct interval out = { .value = (double)NAN };
    for (size_t i = stretch->first; i < stretch->end; i++)
        if (isfinite(series->value[i]))
            sorted[count++] = series->value[i];
    if (count > 0) {
        sort_values(sorted, count);
        out = percentile(sorted, count, alone->num, alone->den);
    }
    g_free(sorted);
    return out;
}

double stretch_value(const struct alone *alone, const struct stretch *stretch)
{
    if (!stretch->found)
        return (double)NAN;
    if (alone->den > 0)
        return stretch_percentile(alone, stretch).value * alone->scale;
    return alone->rate ? stretch->rate : stretch->mean * alone->scale;
}

static struct interval interval_scaled(struct interval interval, double scale)
{
    interval.value *= scale;
    interval.low *= scale;
    interval.high *= scale;
    return interval;
}

struct interval stretch_within(const struct alone *alone, const struct stretch *stretch)
{
    double batch[30];
    if (stretch->found && alone->den > 0)
        return interval_scaled(stretch_percentile(alone, stretch), alone->scale);
    /* Batches of a column that is the metric are means, though its rows may also tell work. */
    struct stretch judged = *stretch;
    judged.rate = alone->rate ? stretch->rate : (double)NAN;
    if (!stretch->found || !stretch_batches(alone->door.series, &judged, batch))
        return (struct interval){ 0 };
    if (!alone->rate)
        return interval_scaled(interval_mean(batch, ARRAY_COUNT(batch)), alone->scale);
    /* A rate's interval is that of the time per work, turned over: batches do equal work, so their
     * mean time is the time of the whole, while the mean of their rates lies above the rate of the
     * whole. */
    for (size_t i = 0; i < ARRAY_COUNT(batch); i++) {
        if (!(batch[i] > 0))
            return (struct interval){ 0 };
        batch[i] = 1 / batch[i];
    }
    struct interval time = interval_mean(batch, ARRAY_COUNT(batch));
    if (!time.found || !(time.low > 0))
        return (struct interval){ 0 };
    return (struct interval){ true, 1 / time.value, 1 / time.high, 1 / time.low, time.df };
}
