/* tally.c - what predicates share: failures and silences counted, and put into words once. */
#include "model/decision.h"
#include "predicates.h"

#include <string.h>

struct outcome outcome_of(enum judgement judgement)
{
    return (struct outcome){ .judgement = judgement, .key = KEY_COUNT };
}

struct outcome outcome_key(enum judgement judgement, enum key key, struct str instance,
                           const struct fact *a, const struct fact *b)
{
    return (
        struct outcome){ .judgement = judgement, .key = key, .instance = instance, .a = a, .b = b };
}

void found_put(struct judging *judging, const struct found *found)
{
    ARENA_GROW(judging->home, struct found, judging->found, judging->found_count,
               judging->found_room, 16);
    judging->found[judging->found_count++] = *found;
}

void outcome_put(struct judging *judging, const struct outcome *outcome)
{
    found_put(judging, &(struct found){ .outcome = *outcome, .again = SIZE_MAX });
}

struct tally tally_of(struct judging *judging, const struct rule *rule)
{
    return (struct tally){ judging, rule, 0, outcome_of(HOLDS) };
}

void tally_say(struct tally *tally, const struct outcome *outcome)
{
    outcome_put(tally->judging, outcome);
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
            found_put(judging, &(struct found){ .again = said->at, .also = member->run->id });
            return;
        }
    }
    tally_say(tally, outcome);
    if (once->count < ARRAY_COUNT(once->said)) {
        once->said[once->count++] = (struct said_once){ .like = member->like,
                                                        .judgement = outcome->judgement,
                                                        .raised = outcome->raised,
                                                        .key = outcome->key,
                                                        .at = judging->found_count - 1 };
    }
}

void mend_by(struct outcome *outcome, enum mend_by by, const struct judging *judging,
             const bool *silent)
{
    bool *marked = marks_of(judging);
    memcpy(marked, silent, judging->member_count * sizeof *marked);
    outcome->mend_by = by;
    outcome->marked = marked;
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
    if (key != KEY_COUNT && vocabulary_row(key)->group == GROUP_RESULT)
        mend_by(&outcome, MEND_RESULT, tally->judging, silent);
    tally_say(tally, &outcome);
}

void tally_silent_series(struct tally *tally, const bool *silent, condition_set raised)
{
    struct outcome outcome = outcome_of(UNKNOWN);
    outcome.silent = silent_systems(tally->judging, silent);
    outcome.raised = missing_sides(tally->judging, silent) | raised;
    mend_by(&outcome, MEND_SERIES, tally->judging, silent);
    tally_say(tally, &outcome);
}

void tally_without_result(struct tally *tally, const bool *silent)
{
    struct outcome outcome = outcome_of(UNKNOWN);
    outcome.silent = silent_systems(tally->judging, silent);
    outcome.raised = missing_sides(tally->judging, silent) | CONDITION_BIT(NO_RESULT);
    outcome.mend = STR("Measure again, and keep the file in which the tool tells its result.");
    tally_say(tally, &outcome);
}

void tally_silent_telemetry(struct tally *tally, enum key key, const bool *silent)
{
    struct outcome outcome = outcome_of(UNKNOWN);
    outcome.key = key;
    outcome.silent = silent_systems(tally->judging, silent);
    outcome.raised = silence(tally->judging, silent);
    mend_by(&outcome, MEND_TELEMETRY, tally->judging, silent);
    tally_say(tally, &outcome);
}

void tally_done(struct tally *tally)
{
    if (tally->said == 0)
        outcome_put(tally->judging, &tally->holds);
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
    if (!any)
        return 0;
    return whole ? CONDITION_BIT(BOTH_MISSING) : CONDITION_BIT(ONE_SIDE_MISSING);
}

bool *silent_members(const struct judging *judging, enum key key, size_t *count)
{
    bool *silent = marks_of(judging);
    *count = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        silent[i] = !key_exempt(judging, member, key) && !member_any(judging, member, key);
        *count += silent[i];
    }
    return silent;
}

const struct fact *alone_fact(const struct alone *alone, enum key key)
{
    for (size_t i = 0; i < alone->door.fact_count; i++)
        if (alone->door.fact[i]->key == key)
            return alone->door.fact[i];
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
    const struct member *member = judging->first[like == SIDE_A ? SIDE_B : SIDE_A];
    if (!member)
        return NULL;
    return fact->kind == FACT_DERIVED ? alone_fact(member->alone, fact->key)
                                      : member_fact(judging, member, fact->key, fact->instance);
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
    const struct category *category =
        key == KEY_CASE_TERMS ? category_of(judging->case_file, judging->comparison->workload)
                              : NULL;
    return category ? category->fact
                    : facts_best(judging->case_file->facts, key, (struct str){ 0 });
}

bool load_apart(const struct judging *judging, enum key key)
{
    return key == KEY_WORK_PER_ITERATION && judging->case_file->metric_kind == METRIC_AT_OBJECTIVE;
}

struct span judged_span(const struct judging *judging, const struct alone *alone)
{
    if (judging->has_window)
        return judging->window;
    if (!alone->door.series)
        return (struct span){ 0 };
    return alone->has_span ? alone->span : series_span(alone->door.series);
}

/* ---- documents ---- */

/* A document that a case names and does not keep is a word: nobody can read it, and no signature
 * covers it. The case itself is no document of the case. */
const struct evidence *document_kept(const struct judging *judging, struct str path)
{
    const struct case_file *case_file = judging->case_file;
    bool listed = false;
    path = str_trim(path);
    for (size_t i = 0; i < case_file->selector_count && !listed; i++) {
        for (size_t end = 1; end <= path.len && !listed; end++) { /* itself, or a folder above */
            bool whole = end == path.len || path.at[end] == '/';
            listed = whole && case_file->selector[i].role == SELECT_DOCUMENTS &&
                     pattern_matches(case_file->selector[i].pattern, str_sub(path, 0, end));
        }
    }
    for (size_t i = 0; i < judging->evidence_count && listed; i++)
        if (str_eq(judging->evidence[i].name, path))
            return &judging->evidence[i];
    return NULL;
}

struct outcome outcome_kept(const struct judging *judging, const struct rule *rule,
                            const struct evidence **out)
{
    const struct fact *fact =
        facts_best(judging->case_file->facts, rule->key[0], (struct str){ 0 });
    const struct evidence *kept = fact ? document_kept(judging, fact->value.text) : NULL;
    struct outcome outcome = outcome_of(kept ? HOLDS : FAILS);
    *out = kept;
    outcome.key = rule->key[0];
    outcome.raised = fact && !kept ? CONDITION_BIT(NOT_KEPT) : 0;
    outcome.seen[0] = fact;
    return outcome;
}
