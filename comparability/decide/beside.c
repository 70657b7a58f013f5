/* beside.c - what stands beside the headline interval: rank companion, and outliers.
 *
 * Neither decides anything: the interval against the margin does. Outliers are counted and named,
 * never left out of the reported number; only where leaving them out would move the ratio by more
 * than the margin is that other ratio printed, so that a reader sees on what the number hangs.
 * Method: docs/steady.md. */
#include "compare.h"
#include "ranks.h"
#include "steady.h"
#include "sums.h"

#include <math.h>
#include <stdlib.h>

struct side_runs { /* runs of one side in the common window, copies left out */
    double *value, *without;
    const struct fact **fact;
    size_t count;
    bool whole;   /* each run has a value */
    bool thinned; /* some run has outliers, and each a value without them */
};

/* The smallest step between two unequal values: at least as coarse as the timer. 0: none. */
static double smallest_step(struct arena *scratch, const double *value, size_t count)
{
    struct arena_mark mark = arena_mark(scratch);
    double *sorted = ARENA_MANY(scratch, count + 1, double);
    double step = 0;
    size_t valid = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(value[i]))
            sorted[valid++] = value[i];
    sort_values(sorted, valid);
    for (size_t i = 1; i < valid; i++) {
        double apart = sorted[i] - sorted[i - 1];
        step = apart > 0 && (!(step > 0) || apart < step) ? apart : step;
    }
    arena_rewind(scratch, mark);
    return step;
}

/* The run's value with its outlying rows left out: their work and their time, or their values. NaN
 * for a percentile, which outliers hardly move. */
static double value_without(const struct member *member, const struct outliers *outliers)
{
    const struct series *series = member->alone->door.series;
    struct sum work = { 0 };
    struct sum time = { 0 };
    if (member->alone->den > 0)
        return (double)NAN;
    if (!member->alone->rate)
        return outliers->mean_without;
    sum_add(&work, member->in.work);
    sum_add(&time, member->in.time);
    for (size_t i = 0; i < outliers->count; i++) {
        size_t row = member->in.first + outliers->row[i];
        sum_add(&work, -series->work[row]);
        sum_add(&time, series_begin(series, row) - series_end(series, row));
    }
    return sum_value(&work) / sum_value(&time);
}

static const struct fact *beside_derive(struct judging *judging, const struct comparison *licence,
                                        struct derived want)
{
    want.licence = licence;
    return isfinite(want.value) ? derive(judging->deriving, &want) : NULL;
}

/* Counts a run's outliers in the window as a fact; returns the run's value without them. */
static double outliers_publish(struct judging *judging, const struct comparison *licence,
                               const struct member *member, bool *any)
{
    const struct series *series = member->alone->door.series;
    const double *value = series->value + member->in.first;
    size_t count = member->in.end - member->in.first;
    struct outliers outliers =
        outliers_of(judging->home, value, count, smallest_step(judging->home, value, count));
    const struct fact *const window[] = { licence->window_begin, licence->window_end };
    (void)beside_derive(judging, licence,
                        (struct derived){ .row = DERIVE_WINDOW_OUTLIERS,
                                          .run = member->run,
                                          .series = series,
                                          .value = (double)outliers.count,
                                          .unit = UNIT_COUNT,
                                          .printing = { .rule = PRINT_COUNT },
                                          .input = window,
                                          .input_count = 2 });
    *any = *any || outliers.count > 0;
    return value_without(member, &outliers);
}

static struct side_runs side_gather(struct judging *judging, const struct comparison *licence,
                                    const struct judged_run *run, enum side side)
{
    size_t room = judging->member_count + 1;
    struct side_runs out = { .value = ARENA_MANY(judging->home, room, double),
                             .without = ARENA_MANY(judging->home, room, double),
                             .fact = ARENA_MANY(judging->home, room, const struct fact *),
                             .whole = true };
    bool any = false, all = true;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        if (member->side != side || member->alone->copy_of != SIZE_MAX)
            continue;
        if (!run[i].value || !member->in.found) {
            out.whole = false;
            continue;
        }
        out.without[out.count] = outliers_publish(judging, licence, member, &any);
        out.fact[out.count] = run[i].value;
        all = all && out.without[out.count] > 0;
        out.value[out.count++] = member->in_value;
    }
    out.thinned = any && all && out.count > 0;
    return out;
}

static void ranks_publish(struct judging *judging, struct comparison *comparison,
                          const struct side_runs *a, const struct side_runs *b, struct derived want)
{
    struct rank_test test = brunner_munzel(judging->home, a->value, a->count, b->value, b->count);
    want.unit = UNIT_RATIO;
    want.row = DERIVE_CLIFFS_DELTA;
    want.value =
        statistics_round(cliffs_delta(judging->home, a->value, a->count, b->value, b->count), 6);
    want.printing = (struct printing){ .rule = PRINT_DECIMALS, .digits = 2 };
    comparison->cliffs_delta = beside_derive(judging, comparison, want);
    if (!test.reason) {
        want.row = DERIVE_RANK_P;
        want.value = statistics_round(test.p, 9);
        want.printing = (struct printing){ .rule = PRINT_DIGITS, .digits = 2 };
        comparison->rank_p = beside_derive(judging, comparison, want);
    }
}

/* Only where the margin is passed: both ratios are then printed. */
static void without_publish(struct judging *judging, struct comparison *comparison,
                            const struct side_runs *a, const struct side_runs *b,
                            struct derived want)
{
    const double *value[] = { a->thinned ? a->without : a->value,
                              b->thinned ? b->without : b->value };
    double ratio = moments_of(value[1], b->count).mean / moments_of(value[0], a->count).mean;
    double moved = fabs(ratio / judging->ratios.in.value - 1);
    if ((!a->thinned && !b->thinned) || !(moved > judging->case_file->policy.margin))
        return;
    want.row = DERIVE_RATIO_WITHOUT_OUTLIERS;
    want.value = statistics_round(ratio, 6);
    want.unit = UNIT_RATIO;
    want.printing = (struct printing){ .rule = PRINT_DECIMALS, .digits = 3 };
    comparison->ratio_without = beside_derive(judging, comparison, want);
}

void beside_publish(struct judging *judging, struct comparison *comparison,
                    const struct judged_run *run)
{
    if (!comparison->window_begin || !comparison->window_end)
        return;
    struct side_runs a = side_gather(judging, comparison, run, SIDE_A);
    struct side_runs b = side_gather(judging, comparison, run, SIDE_B);
    if (!a.whole || !b.whole || !comparison->ratio)
        return;
    struct derived want = { .input_count = a.count + b.count };
    const struct fact **input =
        ARENA_MANY(judging->home, want.input_count + 1, const struct fact *);
    for (size_t i = 0; i < want.input_count; i++)
        input[i] = i < a.count ? a.fact[i] : b.fact[i - a.count];
    want.input = input;
    ranks_publish(judging, comparison, &a, &b, want);
    without_publish(judging, comparison, &a, &b, want);
}
