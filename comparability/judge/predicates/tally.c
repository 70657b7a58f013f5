/* tally.c - what predicates share: failures and silences counted, and put into words once. */
#include "predicates.h"

struct tally tally_of(struct judging *judging, const struct rule *rule)
{
    return (struct tally){ judging, rule, 0, outcome_of(HOLDS) };
}

void tally_say(struct tally *tally, const struct outcome *outcome)
{
    find(tally->judging, tally->rule, outcome);
    tally->said++;
}

void tally_say_once(struct tally *tally, const struct outcome *outcome, const struct member *member,
                    struct once *once)
{
    struct judging *judging = tally->judging;
    for (size_t i = 0; i < once->count; i++) {
        const struct said_once *said = &once->said[i];
        if (said->like == member->like && said->judgement == outcome->judgement &&
            said->raised == outcome->raised && said->key == outcome->key) {
            struct finding *stands = &judging->finding[said->at];
            stands->times++;
            finding_also(judging, stands, member->run->id);
            return;
        }
    }
    const struct finding *finding = find(judging, tally->rule, outcome);
    tally->said++;
    if (once->count < ARRAY_COUNT(once->said)) {
        once->said[once->count++] =
            (struct said_once){ .like = member->like,
                                .judgement = outcome->judgement,
                                .raised = outcome->raised,
                                .key = outcome->key,
                                .at = (size_t)(finding - judging->finding) };
    }
}

/* Which sides are silent, and whether they are on processors. */
static condition_set silence(const struct judging *judging, const bool *silent)
{
    return missing_sides(judging, silent) |
           (silent_on_processors(judging, silent) ? CONDITION_BIT(PROCESSORS) : 0);
}

void tally_silent(struct tally *tally, enum key key, struct str instance, const bool *silent,
                  const struct fact *a, const struct fact *b)
{
    struct outcome outcome = outcome_key(UNKNOWN, key, instance, a, b);
    outcome.silent = silent_systems(tally->judging, silent);
    outcome.raised = silence(tally->judging, silent);
    if (key != KEY_COUNT && vocabulary_row(key)->group == GROUP_RESULT) {
        outcome.mend = mend_result(tally->judging, silent, key);
    }
    tally_say(tally, &outcome);
}

void tally_silent_series(struct tally *tally, const bool *silent, condition_set raised)
{
    struct outcome outcome = outcome_of(UNKNOWN);
    outcome.silent = silent_systems(tally->judging, silent);
    outcome.raised = missing_sides(tally->judging, silent) | raised;
    outcome.mend = mend_series(tally->judging, silent);
    tally_say(tally, &outcome);
}

void tally_silent_telemetry(struct tally *tally, enum key key, const bool *silent)
{
    struct outcome outcome = outcome_of(UNKNOWN);
    outcome.key = key;
    outcome.silent = silent_systems(tally->judging, silent);
    outcome.raised = silence(tally->judging, silent);
    outcome.mend = mend_telemetry(tally->judging, silent);
    tally_say(tally, &outcome);
}

void tally_done(struct tally *tally)
{
    if (tally->said == 0) {
        find(tally->judging, tally->rule, &tally->holds);
    }
}

bool *marks_of(const struct judging *judging)
{
    return ARENA_MANY(judging->home, judging->member_count + 1, bool);
}

/* Both sides are silent only where nobody on either tells: what one run tells, the others hide. A
 * bridge belongs to neither side, so naming one lends its silence to none; what it alone hides is
 * one-sided. */
condition_set missing_sides(const struct judging *judging, const bool *silent)
{
    bool whole = true, any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        whole = whole && (silent[i] || judging->member[i].side == SIDE_BRIDGE);
        any = any || silent[i];
    }
    if (!any) {
        return 0;
    }
    return whole ? CONDITION_BIT(BOTH_MISSING) : CONDITION_BIT(ONE_SIDE_MISSING);
}

const struct fact *alone_fact(const struct alone *alone, enum key key)
{
    for (size_t i = 0; i < alone->door.fact_count; i++) {
        if (alone->door.fact[i]->key == key) {
            return alone->door.fact[i];
        }
    }
    return NULL;
}

struct outcome outcome_pair(enum judgement judgement, const struct fact *a, const struct fact *b)
{
    struct outcome outcome = outcome_of(judgement);
    outcome.a = a;
    outcome.b = b;
    outcome.key = a ? a->key : b ? b->key : KEY_COUNT;
    return outcome;
}

/* What the other side says of the same thing, so that both values can stand side by side. */
static const struct fact *opposite_fact(const struct judging *judging, enum side like,
                                        const struct fact *fact)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        if (member->side == SIDE_BRIDGE || member->like == like) {
            continue;
        }
        return fact->kind == FACT_DERIVED ? alone_fact(member->alone, fact->key)
                                          : member_fact(judging, member, fact->key, fact->instance);
    }
    return NULL;
}

struct outcome outcome_seen(const struct judging *judging, enum judgement judgement,
                            const struct member *member, const struct fact *fact)
{
    struct outcome outcome = outcome_of(judgement);
    const struct fact *other = fact ? opposite_fact(judging, member->like, fact) : NULL;
    outcome.seen[0] = fact;
    outcome.key = fact ? fact->key : KEY_COUNT;
    outcome.instance = fact ? fact->instance : (struct str){ 0 };
    outcome.a = member->like == SIDE_A ? fact : other;
    outcome.b = member->like == SIDE_A ? other : fact;
    return outcome;
}

const struct fact *said_of_case(const struct judging *judging, enum key key)
{
    return facts_best(judging->case_file->facts, key, (struct str){ 0 });
}

bool load_apart(const struct judging *judging, enum key key)
{
    return key == KEY_WORK_PER_ITERATION && condition_of_case(judging, CONDITION_AT_OBJECTIVE);
}
