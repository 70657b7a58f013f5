/* thresholds.c - objectives and requirements: met, not met or not shown, by interval.
 *
 * A value without an interval shows nothing: one run below a limit is no promise. */
#include "offers.h"
#include "operating.h"

#include <math.h>

static bool is_metric(const struct case_file *case_file, const struct threshold *threshold)
{
    struct str instance = case_file->metric_instance;
    return threshold->key == case_file->metric &&
           (str_eq(threshold->instance, instance) || threshold->instance.len == 0);
}

/* Values of the threshold's key, one a run, in the key's base unit. */
static size_t values_of(const struct judging *judging, const struct judged_run *run,
                        const struct threshold *threshold, enum side side, double *value,
                        const struct fact **fact)
{
    size_t count = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *found = NULL;
        if (member->side != side || member->alone->copy_of != SIZE_MAX)
            continue;
        if (is_metric(judging->case_file, threshold))
            found = run[i].value;
        else
            found = run_bound(member->alone, judging->case_file->terms, threshold);
        if (found && found->value.number) {
            fact[count] = found;
            value[count++] = found->value.value * unit_row(found->value.unit)->factor;
        }
    }
    return count;
}

static enum standing standing_of(const struct threshold *threshold, const struct interval *mean)
{
    bool below = mean->high <= threshold->limit, above = mean->low >= threshold->limit;
    if (threshold->at_most ? below : above)
        return STANDING_MET;
    if (threshold->at_most ? mean->low > threshold->limit : mean->high < threshold->limit)
        return STANDING_NOT_MET;
    return STANDING_NOT_SHOWN;
}

static const char *standing_word(enum standing standing)
{
    static const char *const words[] = { "met", "not met", "not shown" };
    return words[standing];
}

static void value_publish(struct judging *judging, const struct comparison *licence,
                          struct judged_threshold *out, const struct interval *mean,
                          const struct fact *const *fact, size_t count)
{
    enum unit own = fact[0]->value.unit, limit = out->threshold->fact->value.unit;
    enum unit unit = unit_row(own)->base == unit_row(limit)->base ? limit : own;
    double factor = unit_row(unit)->factor;
    double half = mean->found ? (mean->high - mean->low) / 2 / factor : 0;
    struct derived want = {
        .system = out->system,
        .instance = out->threshold->fact->instance,
        .unit = unit,
        .printing = half > 0 ? (struct printing){ .rule = PRINT_BY_HALF_WIDTH, .half_width = half }
                             : (struct printing){ .rule = PRINT_DIGITS, .digits = 4 },
        .input = fact,
        .input_count = count,
        .licence = licence,
    };
    const struct {
        enum derivation_id row;
        double value;
        const struct fact **to;
    } rows[] = { { DERIVE_BOUND_VALUE, mean->value, &out->value.value },
                 { DERIVE_BOUND_LOW, mean->low, &out->value.low },
                 { DERIVE_BOUND_HIGH, mean->high, &out->value.high } };
    for (size_t i = 0; i < (mean->found ? ARRAY_COUNT(rows) : 1); i++) {
        want.row = rows[i].row;
        want.value = statistics_round(rows[i].value / factor, 9);
        *rows[i].to = isfinite(want.value) ? derive(judging->deriving, &want) : NULL;
    }
}

static void threshold_judge(struct judging *judging, const struct comparison *licence,
                            const struct judged_run *run, enum side side,
                            struct judged_threshold *out)
{
    const struct threshold *threshold = out->threshold;
    double *value = ARENA_MANY(judging->home, judging->member_count + 1, double);
    const struct fact **fact =
        ARENA_MANY(judging->home, judging->member_count + 2, const struct fact *);
    out->standing = STANDING_NOT_SHOWN;
    if (threshold->key == KEY_COUNT || !threshold->fact) {
        out->why = "words";
        return;
    }
    size_t count = values_of(judging, run, threshold, side, value, fact);
    if (count == 0) {
        out->why = "not measured";
        return;
    }
    struct interval mean = interval_mean(value, count);
    if (!mean.found)
        mean.value = moments_of(value, count).mean;
    value_publish(judging, licence, out, &mean, fact, count);
    out->why = mean.found ? "interval" : "no interval";
    out->standing = mean.found ? standing_of(threshold, &mean) : STANDING_NOT_SHOWN;
    const struct fact *const input[] = { threshold->fact, out->value.value, out->value.low,
                                         out->value.high };
    if (!out->value.value)
        return;
    out->result =
        derive(judging->deriving, &(struct derived){ .row = DERIVE_BOUND_RESULT,
                                                     .system = out->system,
                                                     .instance = threshold->fact->instance,
                                                     .text = str_from(standing_word(out->standing)),
                                                     .input = input,
                                                     .input_count = mean.found ? 4 : 2,
                                                     .licence = licence });
}

/* Of each workload by itself: what one meets says nothing of another. */
static bool judged_before(const struct thresholds *list, const struct threshold *threshold,
                          const struct system *system, struct str workload)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->item[i].threshold == threshold && list->item[i].system == system &&
            str_eq(list->item[i].workload, workload))
            return true;
    return false;
}

static void list_judge(struct judging *judging, const struct comparison *licence,
                       const struct judged_run *run, const struct threshold *threshold,
                       size_t count, struct thresholds *out)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t side = 0; side < (judging_single(judging) ? 1 : 2); side++) {
            const struct system *system = judging->system[side];
            if (judged_before(out, &threshold[i], system, licence->workload) ||
                (threshold[i].system && threshold[i].system != system))
                continue;
            struct judged_threshold *judged = &out->item[out->count++];
            *judged = (struct judged_threshold){ .threshold = &threshold[i],
                                                 .system = system,
                                                 .workload = licence->workload };
            threshold_judge(judging, licence, run, (enum side)side, judged);
        }
    }
}

void thresholds_judge(struct judging *judging, const struct comparison *comparison,
                      const struct judged_run *run, struct thresholds *out)
{
    const struct terms *terms = judging->case_file->terms;
    if (!terms || !judging->has_window)
        return;
    list_judge(judging, comparison, run, terms->objective, terms->objective_count, out);
    list_judge(judging, comparison, run, terms->requirement, terms->requirement_count, out);
}

bool objectives_met(const struct terms *terms, const struct thresholds *judged,
                    const struct system *system, struct str workload)
{
    size_t met = 0;
    for (size_t i = 0; i < judged->count; i++) {
        const struct judged_threshold *one = &judged->item[i];
        bool asked = one->system == system && str_eq(one->workload, workload) &&
                     !one->threshold->requirement;
        met += asked && one->standing == STANDING_MET ? 1 : 0;
    }
    return terms->objective_count > 0 && met == terms->objective_count;
}
