/* predicates_definitions.c - whether the metric means one thing on both sides: definition,
 * percentile, unit. Where it is computed here from samples of all runs, nobody need state it. */
#include "predicates.h"

static bool all_have_series(const struct judging *judging)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        if (!judging->member[i].alone->door.series) {
            return false;
        }
    }
    return judging->member_count > 0;
}

void judge_same_definition(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    bool sampled = all_have_series(judging);
    bool decided = sampled || definitions_say(&tally);
    key_same(&tally, rule->key[0], !decided);
    if (sampled) {
        columns_say(&tally, rule->key[0]);
    }
    tally_done(&tally);
}

void judge_same_percentile(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    struct str instance = judging->case_file->metric_instance;
    if (instance.len == 0 || (instance.at[0] != 'p' && instance.at[0] != 'P')) {
        tally.holds.judgement = NOT_APPLICABLE;
    } else if (!all_have_series(judging)) {
        key_same(&tally, rule->key[0], !definitions_alike(judging));
        thin_sample_say(&tally);
    }
    tally_done(&tally);
}

void judge_same_unit(struct judging *judging, const struct rule *rule)
{
    const struct case_file *about = judging->case_file;
    struct tally tally = tally_of(judging, rule);
    const struct series *first = NULL;
    bool stated = about->metric_kind != METRIC_WHOLE_RUN && !all_have_series(judging);
    key_same(&tally, rule->key[0], stated);
    if (about->metric == KEY_RESULT_MORE || about->metric == KEY_RESULT_LESS)
        key_same(&tally, KEY_RESULT_UNIT, stated);
    for (size_t i = 0; i < judging->member_count && tally.said == 0; i++) {
        const struct series *series = judging->member[i].alone->door.series;
        first = first ? first : series;
        if (series && (unit_row(series->unit)->base != unit_row(first->unit)->base ||
                       unit_row(series->work_unit)->base != unit_row(first->work_unit)->base)) {
            struct outcome outcome =
                outcome_pair(FAILS, alone_fact(judging->member[0].alone, KEY_STEADY_VERDICT),
                             alone_fact(judging->member[i].alone, KEY_STEADY_VERDICT));
            tally_say(&tally, &outcome);
        }
    }
    tally_done(&tally);
}
