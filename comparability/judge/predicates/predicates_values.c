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

/* ---- told ---- */

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
    if (part->told.lacks)
        return part->told.lacks(judging, member, ask);
    for (size_t k = 0; k < ask->key_count; k++) {
        const struct fact *fact = member_any(judging, member, ask->key[k]);
        bool none = part->told.none_is_silence && fact && fact_is_none(fact);
        if ((fact && !none) || (part->told.exempt && key_exempt(judging, member, ask->key[k])))
            return KEY_COUNT;
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
        static const struct fact *const none[2] = { NULL, NULL };
        const struct fact *const *beside =
            part->counted.of == COUNTED_UNITS ? judging->comparison->units : none;
        tally_silent(tally, key, (struct str){ 0 }, silent, beside[0], beside[1]);
    }
    if (any_refused)
        bare_say(tally, key, refused, CONDITION_BIT(PROVIDER_HIDES));
    return any;
}

/* Whether anyone must tell one of the keys. */
static bool is_asked(const struct judging *judging, const struct ask *ask)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        for (size_t k = 0; k < ask->key_count; k++)
            if (!key_exempt(judging, &judging->member[i], ask->key[k]))
                return true;
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

/* ---- values ---- */

bool test_as_case(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    const struct fact *of_case = said_of_case(judging, ask->key[0]);
    struct once once = { .count = 0 };
    tally->holds.a = of_case;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *fact = member_any(judging, member, ask->key[1]);
        if (!fact || !of_case || texts_alike(fact->value.text, of_case->value.text))
            continue;
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
            if (!fact || !fact_base(fact, &value) || (value >= part->range.least && value <= most))
                continue;
            struct outcome outcome = outcome_seen(judging, FAILS, member, fact);
            outcome.seen[1] = fact;
            outcome.raised = part->raises;
            if (part->range.once)
                tally_say_once(tally, &outcome, member, &once);
            else
                tally_say(tally, &outcome);
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
    if (str_ends(number, STR(" s")))
        return num_real(str_trim(str_sub(number, 0, number.len - 2)), out);
    if (limit->value.number && unit_row(limit->value.unit)->base == UNIT_SECOND)
        return fact_base(limit, out);
    bool time = str_find(text, STR("time")) != SIZE_MAX ||
                str_find(text, STR("second")) != SIZE_MAX ||
                str_find(text, STR("duration")) != SIZE_MAX;
    return time && num_real(str_trim(number), out);
}

/* A measure that is but a key's value. */
static struct measured key_measured(const struct judging *judging, const struct member *member,
                                    enum key key)
{
    struct measured out = { .fact = plain(judging, member, key) };
    out.known = out.fact && fact_base(out.fact, &out.value);
    return out;
}

struct below { /* of one run */
    struct measured limit, reached;
};

static struct below below_of(struct judging *judging, const struct member *member,
                             const struct ask *ask)
{
    const struct part *part = ask->part;
    size_t first = part->below.limit_first ? 0 : 1;
    struct below out;
    out.limit = part->below.limit ? part->below.limit(judging, member, ask, NULL)
                                  : key_measured(judging, member, ask->key[first]);
    out.reached = part->below.reached ? part->below.reached(judging, member, ask, &out.limit)
                                      : key_measured(judging, member, ask->key[1 - first]);
    const struct fact *limit = out.limit.fact, *reached = out.reached.fact;
    if (!part->below.limit && limit && reached &&
        unit_row(vocabulary_row(reached->key)->unit)->base == UNIT_SECOND)
        out.limit.known = limit_seconds(judging, member, limit, &out.limit.value);
    return out;
}

static void below_say(struct tally *tally, const struct ask *ask, const struct member *member,
                      const struct below *below, struct once *once)
{
    const struct part *part = ask->part;
    bool first = part->below.limit_first, open = !below->limit.known;
    const struct fact *limit = below->limit.fact, *reached = below->reached.fact;
    struct outcome outcome = outcome_seen(tally->judging, open ? UNKNOWN : FAILS, member,
                                          first && !open ? limit : reached);
    outcome.seen[1] = open ? NULL : first ? reached : limit;
    if (part->below.once)
        tally_say_once(tally, &outcome, member, once);
    else
        tally_say(tally, &outcome);
}

bool test_not_below(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    const struct part *part = ask->part;
    double share = part->below.within ? ask->rule->tolerance : 1;
    bool stated = false, *silent = marks_of(judging), any = false, told = false;
    struct once once = { .count = 0 };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        struct below is = below_of(judging, member, ask);
        bool both = is.limit.known && is.reached.known;
        bool lacks =
            part->below.silence == SILENCE_OF_EITHER
                ? !both
                : part->below.silence == SILENCE_OF_REACHED && is.limit.known && !is.reached.known;
        bool open = part->below.open && is.reached.known && !is.limit.known;
        told = told || is.limit.fact || is.reached.fact;
        silent[i] = lacks;
        any = any || lacks;
        stated = stated || both || open || (lacks && is.limit.known);
        if (open || (both && is.reached.value < share * is.limit.value))
            below_say(tally, ask, member, &is, &once);
    }
    bool asked = part->below.silence == SILENCE_OF_EITHER ? told : stated;
    if (any && asked)
        tally_silent(tally, ask->key[part->below.lacks], (struct str){ 0 }, silent, NULL, NULL);
    return asked;
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

bool test_sides_near(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    const struct part *part = ask->part;
    struct side_value side[2] = { { .fact = NULL }, { .fact = NULL } };
    bool a = part->near.of(judging, ask, SIDE_A, &side[0]);
    bool b = part->near.of(judging, ask, SIDE_B, &side[1]);
    if (!a || !b)
        return false;
    double larger = side[0].value > side[1].value ? side[0].value : side[1].value;
    double most = part->near.apart > 0 ? part->near.apart : ask->rule->tolerance * larger;
    bool apart = fabs(side[0].value - side[1].value) > most;
    if (!apart && !part->near.shown)
        return true;
    for (size_t i = 0; i < ARRAY_COUNT(side) && part->near.made; i++)
        side[i].fact = part->near.made(judging, &side[i]);
    if (apart) {
        struct outcome outcome = outcome_pair(FAILS, side[0].fact, side[1].fact);
        outcome.raised = part->raises | side[side[0].value < side[1].value ? 0 : 1].raised;
        tally_say(tally, &outcome);
    }
    if (part->near.shown)
        tally->holds = outcome_pair(HOLDS, side[0].fact, side[1].fact);
    return true;
}

/* ---- runs ---- */

static size_t counted(const struct judging *judging, const struct part *part, enum side side)
{
    const struct fact **unit;
    return part->counted.of == COUNTED_UNITS ? units_of(judging, judging->system[side], &unit)
                                             : side_count(judging, side, true);
}

bool test_enough(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    const struct part *part = ask->part;
    const struct comparison *comparison = judging->comparison;
    const struct fact *const *shown =
        part->counted.of == COUNTED_UNITS ? comparison->units : comparison->runs;
    uint32_t least =
        part->counted.least > 0 ? part->counted.least : judging->case_file->policy.repetitions;
    bool enough = counted(judging, part, SIDE_A) >= least &&
                  (judging_single(judging) || counted(judging, part, SIDE_B) >= least);
    if (!enough) {
        struct outcome outcome = outcome_pair(FAILS, shown[0], shown[1]);
        outcome.key = ask->key_count > 0 ? ask->key[0] : outcome.key;
        tally_say(tally, &outcome);
    }
    if (part->counted.shown) {
        tally->holds.a = shown[0];
        tally->holds.b = shown[1];
        tally->holds.key = ask->key_count > 0 ? ask->key[0] : tally->holds.key;
    }
    return true;
}
