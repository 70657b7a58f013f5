/* blocks.c - see blocks.h. */
#include "blocks.h"

#include <math.h>
#include <stdlib.h>

struct placed { /* a turn, or a pair of turns, with its place among the others */
    const struct turn *turn;
    double start, end;
    size_t index, mate; /* of the pair's turns */
};

static int by_unit(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    int order = str_order(x->turn->unit, y->turn->unit);
    if (order != 0)
        return order;
    return (x->start > y->start) - (x->start < y->start);
}

static int by_start(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

/* Cuts each unit's runs, in order of time, into pairs of one run a side; 0: they do not cut so. */
static size_t pairs_cut(const struct placed *run, size_t count, struct placed *pair)
{
    for (size_t i = 0; i < count; i += 2) {
        bool together = i + 1 < count && str_eq(run[i].turn->unit, run[i + 1].turn->unit);
        bool follows = i == 0 || !str_eq(run[i - 1].turn->unit, run[i].turn->unit) ||
                       run[i].start >= run[i - 1].end;
        if (!together || !follows || run[i].turn->b == run[i + 1].turn->b ||
            run[i + 1].start < run[i].end)
            return 0;
        pair[i / 2] = (struct placed){ .turn = run[i].turn,
                                       .start = run[i].start,
                                       .end = run[i + 1].end,
                                       .index = run[i].index,
                                       .mate = run[i + 1].index };
    }
    return count / 2;
}

size_t blocks_find(struct arena *scratch, const struct turn *turn, size_t count, size_t *block)
{
    struct placed *run = ARENA_MANY(scratch, count + 1, struct placed);
    struct placed *pair = ARENA_MANY(scratch, count / 2 + 1, struct placed);
    for (size_t i = 0; i < count; i++) {
        if (turn[i].unit.len == 0 || !(turn[i].start < turn[i].end))
            return 0;
        run[i] = (struct placed){ &turn[i], turn[i].start, turn[i].end, i, i };
    }
    qsort(run, count, sizeof *run, by_unit);
    size_t pairs = pairs_cut(run, count, pair), blocks = 0;
    qsort(pair, pairs, sizeof *pair, by_start);
    double end = 0;
    for (size_t i = 0; i < pairs; i++) { /* those that overlap are one block */
        blocks += i == 0 || pair[i].start >= end;
        end = i == 0 || pair[i].end > end ? pair[i].end : end;
        block[pair[i].index] = block[pair[i].mate] = blocks - 1;
    }
    return blocks;
}

/* Mean and deviation of the logarithms; false: too few, or one is not positive. */
static bool logs_of(struct arena *scratch, const double *ratio, size_t count, struct moments *out)
{
    double *value = ARENA_MANY(scratch, count + 1, double);
    for (size_t i = 0; i < count; i++) {
        if (!(ratio[i] > 0) || !isfinite(ratio[i]))
            return false;
        value[i] = log(ratio[i]);
    }
    *out = moments_of(value, count);
    return count >= BLOCKS_LEAST;
}

struct interval interval_blocks(struct arena *scratch, const double *ratio, size_t count)
{
    struct moments logs;
    if (!logs_of(scratch, ratio, count, &logs))
        return (struct interval){ 0 };
    double df = logs.deviation > 0 ? (double)(count - 1) : 0;
    double half = df > 0 ? t_quantile(0.975, df) * logs.deviation / sqrt((double)count) : 0;
    return (struct interval){ .found = true,
                              .value = statistics_round(exp(logs.mean), 6),
                              .low = statistics_round(exp(logs.mean - half), 6),
                              .high = statistics_round(exp(logs.mean + half), 6),
                              .df = df };
}

double blocks_p(struct arena *scratch, const double *ratio, size_t count)
{
    struct moments logs;
    if (!logs_of(scratch, ratio, count, &logs))
        return (double)NAN;
    if (!(logs.deviation > 0))
        return logs.mean < 0 || logs.mean > 0 ? 0 : 1;
    double t = logs.mean / (logs.deviation / sqrt((double)count));
    return statistics_round(2 * t_below(-fabs(t), (double)(count - 1)), 6);
}
