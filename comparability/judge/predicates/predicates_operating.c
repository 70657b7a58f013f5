/* predicates_operating.c - W10: each side at its highest load within the objectives. Which load
 * that is, is found in operating.c and saturation.c. */
#include "operating.h"
#include "predicates.h"

/* Marks the members of one side, for its silence. */
static struct str side_silent(struct judging *judging, size_t side)
{
    bool *silent = marks_of(judging);
    for (size_t i = 0; i < judging->member_count; i++)
        silent[i] = judging->member[i].side == (enum side)side;
    return silent_systems(judging, silent);
}

static void side_say(struct tally *tally, size_t side, enum judgement judgement, enum condition why,
                     const struct fact *seen, struct str mend)
{
    struct outcome outcome = outcome_of(judgement);
    outcome.key = tally->judging->case_file->metric;
    outcome.silent = side_silent(tally->judging, side);
    outcome.raised = condition_bit(why);
    outcome.seen[0] = seen;
    outcome.mend = mend;
    tally_say(tally, &outcome);
}

/* What one side's sweep leaves open; nothing where its highest load is known. */
static void side_judge(struct tally *tally, size_t side)
{
    const struct saturation *point = tally->judging->point[side];
    if (!point || (!point->good && !point->failing)) {
        side_say(tally, side, UNKNOWN, CONDITION_NO_SWEEP, NULL,
                 STR("Measure each side at several loads, every one with its figures of the "
                     "objective, and name all these runs in the case; state each run's load."));
    } else if (!point->good) {
        side_say(tally, side, FAILS, CONDITION_OBJECTIVE_MISSED, point->failing,
                 STR("Measure at lower loads, or compare at one stated load."));
    } else if (!point->failing) {
        side_say(tally, side, UNKNOWN, CONDITION_OBJECTIVE_KEPT, point->highest,
                 STR("Measure at higher loads, until the objective is missed."));
    } else if (!point_has_runs(tally->judging->case_file, point)) {
        side_say(tally, side, UNKNOWN, CONDITION_NO_RUN_THERE, point->highest,
                 STR("Name the runs at that load in the case, with their load stated."));
    }
}

void judge_highest_load(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    const struct terms *terms = judging->case_file->terms;
    if (limits_kept(judging)) {
        tally.holds.said = STR("The tool of each side found its run valid, at the load that "
                               "its scenario fixes or within equal limits on latency; no higher "
                               "load, which fails, is asked for");
        tally_done(&tally);
        return;
    }
    if (!terms || terms->objective_count == 0) {
        struct outcome outcome = outcome_of(UNKNOWN);
        outcome.key = judging->case_file->metric;
        outcome.mend = rule->text.mend;
        tally_say(&tally, &outcome);
        tally_done(&tally);
        return;
    }
    for (size_t side = 0; side < (judging_single(judging) ? 1 : 2); side++)
        side_judge(&tally, side);
    tally.holds.a = judging->point[0] ? judging->point[0]->highest : NULL;
    tally.holds.b = judging->point[1] ? judging->point[1]->highest : NULL;
    tally_done(&tally);
}
