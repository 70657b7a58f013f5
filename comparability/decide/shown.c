/* shown.c - what runs that vary as these do can show. The figures are of power.h; docs/method.md.
 */
#include "compare.h"
#include "power.h"

#include <math.h>

struct shown {
    struct judging *judging;
    const struct comparison *licence;
    const struct fact **input; /* the runs' values, and room for one more */
    size_t input_count;
    struct spread spread;
};

static struct shown shown_gather(struct judging *judging, const struct comparison *licence,
                                 const struct judged_run *run)
{
    size_t room = judging->member_count + 2, count[2] = { 0 };
    double *value[] = { ARENA_MANY(judging->home, room, double),
                        ARENA_MANY(judging->home, room, double) };
    struct shown out = { .judging = judging,
                         .licence = licence,
                         .input = ARENA_MANY(judging->home, room, const struct fact *) };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        if (member->side != SIDE_BRIDGE && member->alone->copy_of == SIZE_MAX && run[i].value) {
            value[member->side][count[member->side]++] = member->in_value;
            out.input[out.input_count++] = run[i].value;
        }
    }
    out.spread = spread_of(value[0], count[0], value[1], count[1]);
    out.spread.blocks = judging->block_count;
    out.spread.within = judging->block_count > 0 ? turns_deviation(judging) : 0;
    return out;
}

static const struct fact *shown_derive(const struct shown *in, struct derived want)
{
    want.licence = in->licence;
    return isfinite(want.value) && want.value > 0 ? derive(in->judging->deriving, &want) : NULL;
}

static const struct fact *runs_derive(const struct shown *in, enum derivation_id row, size_t runs,
                                      const struct fact *from)
{
    const struct fact **input =
        ARENA_MANY(in->judging->home, in->input_count + 1, const struct fact *);
    for (size_t i = 0; i < in->input_count; i++)
        input[i] = in->input[i];
    input[in->input_count] = from;
    return shown_derive(in, (struct derived){ .row = row,
                                              .value = (double)runs,
                                              .unit = UNIT_COUNT,
                                              .input = input,
                                              .input_count = in->input_count + 1 });
}

void shown_publish(struct judging *judging, struct comparison *comparison,
                   const struct judged_run *run)
{
    const struct policy *policy = &judging->case_file->policy;
    bool lower = vocabulary_row(judging->case_file->metric)->better == BETTER_LOWER;
    struct shown in = shown_gather(judging, comparison, run);
    double twice = 2 * policy->margin;
    double change = detectable_change(&in.spread, policy->margin, lower);
    in.input[in.input_count++] = policy->margin_fact;
    comparison->power.detectable =
        shown_derive(&in, (struct derived){ .row = DERIVE_DETECTABLE_CHANGE,
                                            .value = statistics_round(change * 100, 6),
                                            .unit = UNIT_PERCENT,
                                            .printing = { .rule = PRINT_DIGITS, .digits = 2 },
                                            .input = in.input,
                                            .input_count = in.input_count });
    in.input_count--;
    if (!comparison->power.detectable)
        return;
    comparison->power.needed = runs_derive(
        &in, DERIVE_RUNS_NEEDED, runs_for_equal(&in.spread, policy->margin), policy->margin_fact);
    comparison->power.named_change =
        shown_derive(&in, (struct derived){ .row = DERIVE_NAMED_CHANGE,
                                            .value = statistics_round(twice * 100, 6),
                                            .unit = UNIT_PERCENT,
                                            .printing = { .rule = PRINT_DIGITS, .digits = 2 },
                                            .input = &policy->margin_fact,
                                            .input_count = 1 });
    if (comparison->power.named_change) {
        size_t runs = runs_for_change(&in.spread, policy->margin, twice, lower);
        comparison->power.needed_to_show =
            runs_derive(&in, DERIVE_RUNS_TO_SHOW, runs, comparison->power.named_change);
    }
}
