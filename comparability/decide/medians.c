/* medians.c - the ratio by medians beside the headline, and the run on which an answer hangs. */
#include "compare.h"
#include "robust.h"

#include <math.h>

struct side_values {
    double *value;
    const struct fact **fact;
    size_t count;
};

static struct side_values side_of_runs(const struct judging *judging, const struct judged_run *run,
                                       enum side side)
{
    size_t room = judging->member_count + 1;
    struct side_values out = { .value = ARENA_MANY(judging->home, room, double),
                               .fact = ARENA_MANY(judging->home, room, const struct fact *) };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        if (member->side == side && member->alone->copy_of == SIZE_MAX && run[i].value) {
            out.value[out.count] = member->in_value;
            out.fact[out.count++] = run[i].value;
        }
    }
    return out;
}

static const struct fact *medians_derive(const struct judging *judging, struct derived want,
                                         enum derivation_id row, double value)
{
    want.row = row;
    want.value = value;
    return isfinite(value) && value > 0 ? derive(judging->deriving, &want) : NULL;
}

/* Medians decide nothing by themselves. Where they and the means disagree because of one run, the
 * answer is inconclusive, both stand beside it, and the run is named; none is left out. */
void medians_publish(struct judging *judging, struct comparison *comparison,
                     const struct judged_run *run)
{
    struct side_values a = side_of_runs(judging, run, SIDE_A);
    struct side_values b = side_of_runs(judging, run, SIDE_B);
    struct interval medians = interval_medians(judging->home, a.value, a.count, b.value, b.count);
    const struct fact **input =
        ARENA_MANY(judging->home, a.count + b.count + 1, const struct fact *);
    for (size_t i = 0; i < a.count + b.count; i++)
        input[i] = i < a.count ? a.fact[i] : b.fact[i - a.count];
    struct derived want = { .licence = comparison,
                            .unit = UNIT_RATIO,
                            .printing = { .rule = PRINT_DECIMALS, .digits = 3 },
                            .input = input,
                            .input_count = a.count + b.count };
    if (medians.found && medians.low < medians.high) {
        want.printing = (struct printing){ .rule = PRINT_BY_HALF_WIDTH,
                                           .half_width = (medians.high - medians.low) / 2 };
    }
    struct medians_of_runs *out = &comparison->medians;
    out->ratio = medians_derive(judging, want, DERIVE_MEDIANS_RATIO, medians.value);
    if (medians.found) {
        out->low = medians_derive(judging, want, DERIVE_MEDIANS_LOW, medians.low);
        out->high = medians_derive(judging, want, DERIVE_MEDIANS_HIGH, medians.high);
    }
    struct decider decider =
        one_decides(judging->home, a.value, a.count, b.value, b.count, &judging->ratios.in,
                    &medians, judging->case_file->policy.margin);
    if (decider.disagree) {
        out->decides = (decider.b ? b : a).fact[decider.index];
        comparison->decision = decision_name(DECISION_INCONCLUSIVE);
    }
}
