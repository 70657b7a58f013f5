/* predicates_values.c - what several tests ask of values: told, as the case says, in range, not
 * below another, equal where told; and of runs: enough of them. */
#include "model/likeness.h"
#include "predicates.h"

#include "base/num.h"

#include <math.h>

static const struct fact *plain(const struct judging *judging, const struct member *member,
                                enum key key)
{
    return member_fact(judging, member, key, (struct str){ 0 });
}

/* ---- told ---------------------------------------------------------------------------------------
 */

/* The provider's refusal, where someone wrote it down. */
static bool is_refused(const struct judging *judging, const struct member *member, enum key key)
{
    const struct fact *fact = member_any(judging, member, key);
    return fact && texts_alike(fact->value.text, STR("not obtainable"));
}

/* The key that the member tells none of; KEY_COUNT: it tells one, or need not. */
static enum key lacking(struct judging *judging, const struct member *member, const struct ask *ask)
{
    const struct part *part = ask->part;
    if (part->told.lacks) {
        return part->told.lacks(judging, member, ask);
    }
    for (size_t k = 0; k < ask->key_count; k++) {
        const struct fact *fact = member_any(judging, member, ask->key[k]);
        bool none = part->told.none_is_silence && fact && fact_is_none(fact);
        if ((fact && !none) || (part->told.exempt && key_exempt(judging, member, ask->key[k]))) {
            return KEY_COUNT;
        }
    }
    return ask->key[0];
}

static void bare_say(struct tally *tally, enum key key, const bool *silent, condition_set raised)
{
    struct outcome outcome = outcome_key(UNKNOWN, key, (struct str){ 0 }, NULL, NULL);
    outcome.silent = silent_systems(tally->judging, silent);
    outcome.raised = raised;
    tally_say(tally, &outcome);
}

/* Says who tells none of the keys; false: all do. */
static bool silence_say(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    const struct part *part = ask->part;
    bool *silent = marks_of(judging), *refused = marks_of(judging);
    bool any = false, any_refused = false;
    enum key key = ask->key[0];
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        enum key lacks = lacking(judging, member, ask);
        refused[i] = part->told.refused && is_refused(judging, member, key);
        silent[i] = lacks != KEY_COUNT;
        key = silent[i] ? lacks : key;
        any = any || silent[i];
        any_refused = any_refused || refused[i];
    }
    if (any && part->told.bare) {
        bare_say(tally, key, silent, part->told.raise ? part->told.raise(judging, key, silent) : 0);
    } else if (any) {
        tally_silent(tally, key, (struct str){ 0 }, silent, NULL, NULL);
    }
    if (any_refused) {
        bare_say(tally, key, refused, CONDITION_BIT(PROVIDER_HIDES));
    }
    return any;
}

/* Whether anyone must tell one of the keys. */
static bool is_asked(const struct judging *judging, const struct ask *ask)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        for (size_t k = 0; k < ask->key_count; k++) {
            if (!key_exempt(judging, &judging->member[i], ask->key[k])) {
                return true;
            }
        }
    }
    return false;
}

bool test_told(struct tally *tally, const struct ask *ask)
{
    bool any = false;
    size_t each = ask->part->told.any ? ask->key_count : 1;
    for (size_t k = 0; k < ask->key_count; k += each) {
        struct ask one = *ask;
        one.key += k;
        one.key_count = each;
        any = silence_say(tally, &one) || any;
    }
    return ask->part->told.lacks    ? any
           : ask->part->told.exempt ? is_asked(tally->judging, ask)
                                    : true;
}

/* ---- values -------------------------------------------------------------------------------------
 */

bool test_as_case(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    const struct fact *of_case = said_of_case(judging, ask->key[0]);
    struct once once = { .count = 0 };
    tally->holds.a = of_case;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *fact = member_any(judging, member, ask->key[1]);
        if (!fact || !of_case || texts_alike(fact->value.text, of_case->value.text)) {
            continue;
        }
        struct outcome outcome = outcome_seen(judging, FAILS, member, fact);
        outcome.seen[1] = of_case;
        tally_say_once(tally, &outcome, member, &once);
    }
    return true;
}

bool test_in_range(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    const struct part *part = ask->part;
    double most = part->range.most_by_rule ? ask->rule->tolerance : part->range.most;
    for (size_t k = 0; k < ask->key_count; k++) {
        struct once once = { .count = 0 };
        for (size_t i = 0; i < judging->member_count; i++) {
            const struct member *member = &judging->member[i];
            const struct fact *fact = member_any(judging, member, ask->key[k]);
            double value;
            if (!fact || !fact_base(fact, &value) ||
                (value >= part->range.least && value <= most)) {
                continue;
            }
            struct outcome outcome = outcome_seen(judging, FAILS, member, fact);
            outcome.seen[1] = fact;
            outcome.raised = part->raises;
            if (part->range.once) {
                tally_say_once(tally, &outcome, member, &once);
            } else {
                tally_say(tally, &outcome);
            }
        }
    }
    return false; /* a limit on what else the rule is about */
}

/* A limit of time: a duration, or a bare number under a stop rule of time. */
static bool limit_seconds(const struct judging *judging, const struct member *member,
                          const struct fact *limit, double *out)
{
    const struct fact *rule = plain(judging, member, KEY_METHOD_STOP_RULE);
    struct str text = rule ? rule->value.text : (struct str){ 0 };
    struct str number = limit->value.text;
    if (str_ends(number, STR(" s"))) {
        return num_real(str_trim(str_sub(number, 0, number.len - 2)), out);
    }
    if (limit->value.number && unit_row(limit->value.unit)->base == UNIT_SECOND) {
        return fact_base(limit, out);
    }
    bool time = str_find(text, STR("time")) != SIZE_MAX ||
                str_find(text, STR("second")) != SIZE_MAX ||
                str_find(text, STR("duration")) != SIZE_MAX;
    return time && num_real(str_trim(number), out);
}

bool test_not_below(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    const struct part *part = ask->part;
    double share = part->below.within ? ask->rule->tolerance : 1;
    bool stated = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *const two[] = { plain(judging, member, ask->key[0]),
                                           plain(judging, member, ask->key[1]) };
        const struct fact *limit = two[part->below.limit_first ? 0 : 1];
        const struct fact *reached = two[part->below.limit_first ? 1 : 0];
        double want, got;
        if (!limit || !reached || !fact_base(reached, &got)) {
            continue;
        }
        bool time = unit_row(vocabulary_row(reached->key)->unit)->base == UNIT_SECOND;
        if (!(time ? limit_seconds(judging, member, limit, &want) : fact_base(limit, &want))) {
            continue;
        }
        stated = true;
        if (got < share * want) {
            struct outcome outcome = outcome_seen(judging, FAILS, member, two[0]);
            outcome.seen[1] = two[1];
            tally_say(tally, &outcome);
        }
    }
    return stated;
}

bool test_equal_where_told(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    double tolerance = ask->part->same.within ? ask->rule->tolerance : (double)NAN;
    for (size_t k = 0; k < ask->key_count; k++) {
        enum key key = ask->key[k];
        struct sides sides = sides_of(judging, key, (struct str){ 0 }, tolerance);
        if (sides.a && sides.b && !sides.alike && !load_apart(judging, key)) {
            struct outcome outcome = outcome_key(FAILS, key, (struct str){ 0 }, sides.a, sides.b);
            tally_say(tally, &outcome);
        }
    }
    return false;
}

/* ---- runs ---------------------------------------------------------------------------------------
 */

bool test_runs_at_least(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    const struct fact *const *runs = judging->comparison->runs;
    uint32_t least =
        ask->part->least > 0 ? ask->part->least : judging->case_file->policy.repetitions;
    bool enough = side_count(judging, SIDE_A, true) >= least &&
                  (judging_single(judging) || side_count(judging, SIDE_B, true) >= least);
    struct outcome outcome = outcome_pair(enough ? HOLDS : FAILS, runs[0], runs[1]);
    outcome.key = ask->key_count > 0 ? ask->key[0] : outcome.key;
    if (!enough) {
        tally_say(tally, &outcome);
    } else if (ask->key_count > 0) {
        tally->holds = outcome;
    }
    return true;
}
