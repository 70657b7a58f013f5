/* time_shares.c - where the time of a run goes: its share of kernels, of transfers between host and
 * accelerator, and of an accelerator that waits; from a profiler's trace beside the run, or from
 * the parts of a query that the tool timed.
 *
 * A trace tells kernels from transfers by interval. Shares are of the time from the first event on
 * the accelerator to the last; what overlaps counts once, a transfer behind a kernel as kernel. A
 * trace is slower than the run it was taken from: shares are of the traced run alone. */
#include "compare.h"
#include "values.h"

#include <math.h>
#include <stdlib.h>

struct interval_of { /* s */
    double from, to;
};

static int interval_order(const void *a, const void *b)
{
    const struct interval_of *left = a, *right = b;
    return (left->from > right->from) - (left->from < right->from);
}

static const struct series *profile_of(const struct run *run, struct str part)
{
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        if (series->key == KEY_PROFILE_TIME && str_eq(series->instance, part) && series->start &&
            series->duration && series->count > 0) {
            return series;
        }
    }
    return NULL;
}

static size_t intervals_put(const struct series *series, struct interval_of *out, size_t count)
{
    for (size_t i = 0; series && i < series->count; i++) {
        if (isfinite(series->start[i]) && isfinite(series->duration[i]) &&
            series->duration[i] >= 0) {
            out[count++] =
                (struct interval_of){ series->start[i], series->start[i] + series->duration[i] };
        }
    }
    return count;
}

/* Length of the union; sorts in place. */
static double union_length(struct interval_of *item, size_t count)
{
    double length = 0, end = -(double)INFINITY;
    qsort(item, count, sizeof *item, interval_order);
    for (size_t i = 0; i < count; i++) {
        double from = item[i].from > end ? item[i].from : end;
        length += item[i].to > from ? item[i].to - from : 0;
        end = item[i].to > end ? item[i].to : end;
    }
    return length;
}

static void share_derive(struct deriving *deriving, const struct run *run, const char *name,
                         const char *part, double share, const struct series *series,
                         const struct fact *const *input, size_t count)
{
    derive(deriving, &(struct derived){ .name = name,
                                        .run = run,
                                        .instance = str_from(part),
                                        .value = statistics_round(share * 100, 6),
                                        .unit = UNIT_PERCENT,
                                        .printing = { .rule = PRINT_DECIMALS, .digits = 1 },
                                        .series = series,
                                        .input = input,
                                        .input_count = count });
}

/* Kernels and transfers of a trace; false: the run has none. */
static bool trace_shares(struct deriving *deriving, const struct run *run)
{
    const struct series *kernels = profile_of(run, STR("kernels"));
    const struct series *transfers = profile_of(run, STR("transfers"));
    if (!kernels) {
        return false;
    }
    size_t room = kernels->count + (transfers ? transfers->count : 0) + 1, count;
    struct interval_of *item = ARENA_MANY(deriving->home, room, struct interval_of);
    count = intervals_put(kernels, item, 0);
    double busy = union_length(item, count);
    count = intervals_put(kernels, item, 0);
    count = intervals_put(transfers, item, count);
    double both = union_length(item, count), first = count > 0 ? item[0].from : 0, last = first;
    for (size_t i = 0; i < count; i++) {
        last = item[i].to > last ? item[i].to : last;
    }
    if (!(last > first)) {
        return false;
    }
    double whole = last - first;
    share_derive(deriving, run, "time-share-kernels", "kernels, computation and memory together",
                 busy / whole, kernels, NULL, 0);
    share_derive(deriving, run, "time-share-transfers", "transfers", (both - busy) / whole,
                 transfers ? transfers : kernels, NULL, 0);
    share_derive(deriving, run, "time-share-idle", "launches, framework and host",
                 (whole - both) / whole, kernels, NULL, 0);
    return true;
}

/* The parts of a query that a tool timed one by one. */
static void query_shares(struct deriving *deriving, const struct case_file *case_file,
                         const struct run *run)
{
    static const struct {
        enum key key;
        const char *part;
    } parts[] = { { KEY_LATENCY_TO_DEVICE, "input to the accelerator" },
                  { KEY_LATENCY_COMPUTE, "computing" },
                  { KEY_LATENCY_FROM_DEVICE, "output back" } };
    const struct fact *fact[ARRAY_COUNT(parts)];
    double value[ARRAY_COUNT(parts)], sum = 0;
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++) {
        fact[i] = run_fact(case_file, run, parts[i].key, STR("mean"));
        if (!fact[i] || !fact_base(fact[i], &value[i]) || value[i] < 0) {
            return;
        }
        sum += value[i];
    }
    for (size_t i = 0; i < ARRAY_COUNT(parts) && sum > 0; i++) {
        share_derive(deriving, run, "time-share-query", parts[i].part, value[i] / sum, NULL, fact,
                     ARRAY_COUNT(fact));
    }
}

void time_shares_find(struct deriving *deriving, const struct case_file *case_file,
                      const struct alone *alone, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct run *run = alone[i].door.run;
        if (!trace_shares(deriving, run)) {
            query_shares(deriving, case_file, run);
        }
    }
}
