/* predicates_tested.c - whether what is under test is known of both sides, and differs. */
#include "compare.h"
#include "predicates.h"

#include <math.h>

/* Whether the interval of the ratio lies beyond the margin on one side of 1, before any verdict
 * licenses it: no number of it is said. */
static bool change_beyond(const struct judging *judging)
{
    const struct interval *in = &judging->ratios.in;
    double margin = judging->case_file->policy.margin;
    return judging->ratios.found && isfinite(in->low) && isfinite(in->high) &&
           (in->low > 1 + margin || in->high < 1 - margin);
}

static bool *members_all(const struct judging *judging)
{
    bool *all = marks_of(judging);
    for (size_t i = 0; i < judging->member_count; i++)
        all[i] = judging->member[i].side != SIDE_BRIDGE;
    return all;
}

/* A layer under test of which no side, or one side alone, tells anything. */
static void undisclosed_say(struct tally *tally, const struct layer_difference *layer)
{
    struct outcome outcome = outcome_of(UNKNOWN);
    outcome.silent = silent_systems(tally->judging, members_all(tally->judging));
    outcome.instance = str_from(layer_row(layer->layer)->title);
    tally_say(tally, &outcome);
}

void judge_tested_differs(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    size_t count, differ = 0, tested = 0;
    const struct layer_difference *layer = stack_compare(judging, &count);
    for (size_t i = 0; i < count; i++) {
        if (!layer[i].under_test)
            continue;
        tested++;
        differ += layer[i].state == LAYER_CHANGED;
        if (layer[i].state == LAYER_UNDISCLOSED)
            undisclosed_say(&tally, &layer[i]);
    }
    if (tested > 0 && differ == 0 && tally.said == 0 && judging_null_pair(judging)) {
        tally.holds.judgement = NOT_APPLICABLE;
        tally.holds.said = STR("Nothing is under test: the case names these as one configuration");
    } else if (tested > 0 && differ == 0 && tally.said == 0) {
        bool moved = change_beyond(judging);
        struct outcome outcome = outcome_of(moved ? UNKNOWN : FAILS);
        outcome.stated = !moved;
        outcome.said =
            moved ? STR("Nothing that is known differs in what is under test, and yet the sides "
                        "are further apart than the margin: what made the difference is not known")
                  : STR("Nothing that is known differs in what is under test");
        tally_say(&tally, &outcome);
    }
    tally_done(&tally);
}
