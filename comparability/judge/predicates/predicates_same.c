/* predicates_same.c - what must be the same on both sides. */
#include "model/likeness.h"
#include "model/traits.h"
#include "signs.h"

#include <math.h>
#include <string.h>

/* ---- one key ---- */

struct comparing {
    struct tally *tally;
    double tolerance;     /* NaN: by the vocabulary */
    condition_set raised; /* with each difference */
    bool silence_counts; /* a key that nobody discloses is unknown if needed, or the rule's only key
                          */
    bool where_told;     /* what nobody discloses is passed over, be it the rule's first key */
    bool by_class;       /* formats of one class are the same */
    bool regardless;     /* of what is under test */
    bool settled;        /* that nobody discloses it counts for nothing, whatever the key */
    raise_when *raise;   /* more, by key; NULL: none */
};

/* Who does not tell a key is said instead of what differs, or not at all. */
static bool is_instead(const struct part *part)
{
    return part->same.silence != SILENCE_BESIDE;
}

static bool same_class(const struct fact *a, const struct fact *b)
{
    const struct format_row *fa = format_find(a->value.text), *fb = format_find(b->value.text);
    return fa && fb && strcmp(fa->precision_class, fb->precision_class) == 0;
}

/* An entry of `same` names the key and both texts, in either order: "key: a = b". */
static bool case_says_same(const struct judging *judging, const struct outcome *outcome)
{
    const struct facts *facts = judging->case_file->facts;
    const struct fact *const pair[] = { outcome->a, outcome->b };
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        for (size_t j = 0; fact->key == KEY_CASE_SAME && j < ARRAY_COUNT(pair); j++) {
            struct str wanted = str_format(
                judging->home, "%s: %.*s = %.*s", vocabulary_row(outcome->key)->name,
                STR_ARG(str_trim(pair[j]->value.text)), STR_ARG(str_trim(pair[1 - j]->value.text)));
            if (texts_alike(wanted, fact->instance))
                return true;
        }
    }
    return false;
}

/* What the place and the seeds of a log tell of its suite is in a reader's words, which are the
 * same where the thing is: nobody worded it. */
static bool is_readers_own(const struct outcome *outcome)
{
    return (outcome->key == KEY_SUITE_COMPATIBLE || outcome->key == KEY_SUITE_BENCHMARK) &&
           outcome->a->kind == FACT_MEASURED && outcome->b->kind == FACT_MEASURED;
}

/* Free texts that may say the same: undecided, until the case says it; then it is stated. */
static void wording_judge(struct judging *judging, struct outcome *outcome)
{
    const struct vocabulary_row *row = vocabulary_row(outcome->key);
    if (row->type != TYPE_TEXT || row->likeness != LIKENESS_EQUAL || outcome->a->value.number ||
        row->group == GROUP_PRECISION || outcome->key == KEY_WORKLOAD_NAME ||
        outcome->key == KEY_SERVER_OPTION || is_readers_own(outcome) ||
        !values_may_be_same(outcome->key, outcome->a->value.text, outcome->b->value.text))
        return;
    bool same = case_says_same(judging, outcome);
    outcome->judgement = same ? FAILS : UNKNOWN;
    outcome->stated = same;
    outcome->said = same
                        ? STR("{key} is worded differently, and the case says that it is the same: "
                              "{0} and {1}")
                        : STR("{key} is worded differently: {0} and {1}; are these the same?");
    outcome->mend =
        same ? STR("Nothing is to be done: the case states it.")
             : str_format(judging->home,
                          "Write it the same way on both sides, or state in the case, if it is so: "
                          "\"same\": [{ \"of\": \"%s\", \"values\": [ both texts ], "
                          "\"reason\": \"...\" }].",
                          row->name);
}

/* Compares one key and instance; true where both sides disclose it. */
static bool instance_compared(const struct comparing *how, enum key key, struct str instance)
{
    struct judging *judging = how->tally->judging;
    struct sides sides = sides_of(judging, key, instance, how->tolerance);
    struct outcome outcome = outcome_key(FAILS, key, instance, sides.a, sides.b);
    outcome.raised = how->raised;
    if (sides.a && sides.b && !sides.alike && !(how->by_class && same_class(sides.a, sides.b))) {
        wording_judge(judging, &outcome);
        tally_say(how->tally, &outcome);
        return true;
    }
    outcome.raised |= CONDITION_BIT(MIXED);
    for (size_t i = 0; i < ARRAY_COUNT(sides.other); i++) {
        if (sides.other[i]) {
            outcome.seen[0] = i == 0 ? sides.a : sides.b;
            outcome.seen[1] = sides.other[i];
            tally_say(how->tally, &outcome);
            return true;
        }
    }
    if (sides.bridge) {
        outcome.seen[0] = sides.like;
        outcome.seen[1] = sides.bridge;
        tally_say(how->tally, &outcome);
        return true;
    }
    if (sides.a && sides.b && !how->tally->holds.a)
        how->tally->holds = outcome_key(HOLDS, key, instance, sides.a, sides.b);
    return sides.a && sides.b;
}

static bool exempt_for_all(const struct judging *judging, enum key key)
{
    for (size_t i = 0; i < judging->member_count; i++)
        if (!key_exempt(judging, &judging->member[i], key))
            return false;
    return true;
}

/* Whether a value of the key stands on any side: who is exempt tells none, and is not silent. */
static bool told_by_any(const struct judging *judging, enum key key)
{
    for (size_t i = 0; i < judging->member_count; i++)
        if (member_any(judging, &judging->member[i], key))
            return true;
    return false;
}

/* Everybody tells the key, and of no instance of it do all: values that cannot be set side by side.
 * Nobody is silent; what one side tells, the other lacks. */
static void parts_unlike(const struct comparing *how, enum key key, const struct str *instance,
                         size_t count)
{
    struct judging *judging = how->tally->judging;
    const struct fact *a = NULL, *b = NULL;
    for (size_t i = 0; i < count; i++) {
        struct sides sides = sides_of(judging, key, instance[i], how->tolerance);
        a = a ? a : sides.a;
        b = b ? b : sides.b;
    }
    struct outcome outcome = outcome_key(UNKNOWN, key, (struct str){ 0 }, a, b);
    outcome.raised = CONDITION_BIT(ONE_SIDE_MISSING);
    outcome.said =
        a && b ? STR("{key} is told by both sides, and of nothing that both tell it of: {0} and "
                     "{1}")
               : STR("{key} is told by each run, and of nothing that all tell it of");
    outcome.mend =
        str_format(judging->home, "Capture or state `%s` of the same part on both sides.",
                   vocabulary_row(key)->name);
    tally_say(how->tally, &outcome);
}

/* Compares all instances of a key; says who is silent where a side is. False: the key does not
 * apply. */
static bool key_compared(const struct comparing *how, enum key key)
{
    struct judging *judging = how->tally->judging;
    struct str *instance;
    bool judged =
        how->regardless || under_test_effect(&judging->case_file->under_test, key) == EFFECT_JUDGED;
    if (!judged || exempt_for_all(judging, key))
        return false;
    size_t count = instances_seen(judging, key, &instance), compared = 0, missing;
    for (size_t i = 0; i < count; i++)
        compared += instance_compared(how, key, instance[i]);
    const bool *silent = silent_members(judging, key, &missing);
    bool nobody = !told_by_any(judging, key);
    if (missing > 0 && (!nobody || how->silence_counts)) {
        struct sides sides = { 0 };
        for (size_t i = 0; i < count && !(sides.a || sides.b); i++)
            sides = sides_of(judging, key, instance[i], how->tolerance);
        tally_silent(how->tally, key, (struct str){ 0 }, silent, sides.a, sides.b);
    } else if (missing == 0 && compared == 0) {
        parts_unlike(how, key, instance, count);
    }
    return !nobody || how->silence_counts;
}

/* False: none of the keys applies. */
static bool keys_compared(struct tally *tally, const enum key *key, size_t count,
                          const struct comparing *form)
{
    size_t judged = 0;
    for (size_t i = 0; i < count; i++) {
        bool needed = vocabulary_row(key[i])->needed;
        bool first = i == 0; /* a rule's first key is what it is about */
        struct comparing how = *form;
        how.tally = tally;
        how.silence_counts = !how.where_told && !how.settled && (needed || first);
        how.raised |= how.raise ? how.raise(tally->judging, key[i]) : 0;
        judged += key_compared(&how, key[i]);
    }
    return judged > 0;
}

static bool is_barred(const struct part *part, enum key key, const struct sides *sides)
{
    const char *word = part->same.barred_word;
    return word && key == part->same.barred && sides->a && sides->b &&
           (text_begins(sides->a->value.text, word) || text_begins(sides->b->value.text, word));
}

/* Of keys without instances: compares where all tell the key, or says who does not. */
static void key_instead(const struct comparing *how, const struct part *part, enum key key)
{
    struct judging *judging = how->tally->judging;
    const struct vocabulary_row *row = vocabulary_row(key);
    struct sides sides = sides_of(judging, key, (struct str){ 0 }, (double)NAN);
    size_t missing;
    const bool *silent = silent_members(judging, key, &missing);
    bool with_told = part->same.silence == SILENCE_WITH_TOLD;
    bool own = !part->same.in_environment || row->group == GROUP_ENVIRONMENT;
    bool weighs = part->same.silence != SILENCE_UNSAID && own &&
                  (!with_told || row->needed || missing < judging->member_count);
    if (missing > 0 && weighs) {
        tally_silent(how->tally, key, (struct str){ 0 }, silent, with_told ? sides.a : NULL,
                     with_told ? sides.b : NULL);
    } else if (is_barred(part, key, &sides)) {
        struct outcome outcome = outcome_key(FAILS, key, (struct str){ 0 }, sides.a, sides.b);
        outcome.raised = CONDITION_BIT(SHARED);
        tally_say(how->tally, &outcome);
    } else if (own && (how->regardless ||
                       under_test_effect(&judging->case_file->under_test, key) == EFFECT_JUDGED)) {
        instance_compared(how, key, (struct str){ 0 });
    }
}

/* Which results tell a commit of the program that they measure. */
static bool tells_commit(const struct fact *fact)
{
    return fact && evidence_has(fact->source.evidence, TRAIT_TELLS_COMMIT);
}

condition_set other_commit(const struct judging *judging, enum key key)
{
    if (key != KEY_WORKLOAD_REVISION || judging->case_file->under_test.kind != UNDER_TEST_EXECUTOR)
        return 0;
    struct sides sides = sides_of(judging, key, (struct str){ 0 }, (double)NAN);
    bool single = !sides.silent[0] && !sides.silent[1] && !sides.other[0] && !sides.other[1];
    return single && tells_commit(sides.a) && tells_commit(sides.b) && !sides.alike
               ? CONDITION_BIT(OTHER_COMMIT)
               : 0;
}

bool test_same(struct tally *tally, const struct ask *ask)
{
    static const enum key unit[] = { KEY_RESULT_UNIT };
    const struct judging *judging = tally->judging;
    const struct case_file *about = judging->case_file;
    const struct part *part = ask->part;
    bool executor = about->under_test.kind == UNDER_TEST_EXECUTOR;
    bool own = about->metric == KEY_RESULT_MORE || about->metric == KEY_RESULT_LESS;
    struct comparing how = { .tolerance = part->same.within ? ask->rule->tolerance : (double)NAN,
                             .raised = part->raises,
                             .where_told = part->same.where_told,
                             .by_class = part->same.by_class && executor,
                             .regardless = part->same.regardless,
                             .settled = part->same.settled && part->same.settled(judging),
                             .raise = part->same.raise };
    for (size_t i = 0; is_instead(part) && i < ask->key_count; i++) {
        how.tally = tally;
        key_instead(&how, part, ask->key[i]);
    }
    if (is_instead(part))
        return false;
    bool applies = keys_compared(tally, ask->key, ask->key_count, &how);
    return (part->same.own_unit && own && keys_compared(tally, unit, 1, &how)) || applies;
}

/* ---- model, tool ---- */

/* What a side's model comes from: its stated base, else its own name. */
static struct str base_of(const struct judging *judging, const struct rule *rule, enum side side,
                          bool *stated)
{
    struct sides base = sides_of(judging, rule->key[0], (struct str){ 0 }, (double)NAN);
    struct sides name = sides_of(judging, rule->key[1], (struct str){ 0 }, (double)NAN);
    const struct fact *of = side == SIDE_A ? base.a : base.b;
    const struct fact *own = side == SIDE_A ? name.a : name.b;
    *stated = *stated || of;
    return of ? of->value.text : own ? own->value.text : (struct str){ 0 };
}

/* Keys: base, name, revision, then shapes. A checkpoint derived from a model is that model: then
 * name and revision need not be equal. */
bool model_derived(const struct judging *judging, const struct rule *rule)
{
    bool stated = false;
    struct str a = base_of(judging, rule, SIDE_A, &stated);
    struct str b = base_of(judging, rule, SIDE_B, &stated);
    return stated && a.len > 0 && texts_alike(a, b);
}

bool model_own(const struct judging *judging, const struct rule *rule)
{
    return !model_derived(judging, rule);
}

/* A tool that nobody names is that of the format, where all results are of the same formats. */
enum key tool_unknown(struct judging *judging, const struct member *member, const struct ask *ask)
{
    (void)member;
    return exempt_for_all(judging, ask->key[0]) && !formats_alike(judging) ? ask->key[0]
                                                                           : KEY_COUNT;
}

/* ---- packages and features of a layer ---- */

/* A package or variable that only one side lists; both must have a list at all. */
static void listed_once(struct tally *tally, enum key key, struct str instance)
{
    struct judging *judging = tally->judging;
    struct sides sides = sides_of(judging, key, instance, (double)NAN);
    size_t missing;
    silent_members(judging, key, &missing);
    if (missing == 0 && !sides.a != !sides.b &&
        lists_cover(judging, sides.a ? SIDE_B : SIDE_A, sides.a ? sides.a : sides.b)) {
        struct outcome outcome = outcome_key(FAILS, key, instance, sides.a, sides.b);
        outcome.raised = CONDITION_BIT(ONE_SIDE_MISSING);
        tally_say(tally, &outcome);
    }
}

/* Packages that one side lists and that the other's list, or its lack of one, is silent of: told
 * once, whichever package it is. */
static void packages_silent(struct tally *tally)
{
    struct judging *judging = tally->judging;
    struct str *instance;
    size_t count = instances_seen(judging, KEY_PACKAGE_VERSION, &instance);
    for (size_t i = 0; i < count; i++) {
        struct sides sides = sides_of(judging, KEY_PACKAGE_VERSION, instance[i], (double)NAN);
        const struct fact *told = sides.a ? sides.a : sides.b;
        enum side other = sides.a ? SIDE_B : SIDE_A;
        if (!sides.a == !sides.b || !instance_matters(KEY_PACKAGE_VERSION, instance[i]) ||
            lists_cover(judging, other, told))
            continue;
        bool *silent = marks_of(judging);
        for (size_t j = 0; j < judging->member_count; j++)
            silent[j] = judging->member[j].side == other;
        struct outcome outcome =
            outcome_key(UNKNOWN, KEY_PACKAGE_VERSION, (struct str){ 0 }, NULL, NULL);
        outcome.silent = silent_systems(judging, silent);
        outcome.raised = CONDITION_BIT(NOT_LISTED);
        outcome.seen[0] = told;
        tally_say(tally, &outcome);
        return;
    }
}

/* Layers under test may differ between sides, but not within one, and a bridge is like its side. */
static void mixed_within(struct tally *tally, enum key key, struct str instance)
{
    struct sides sides = sides_of(tally->judging, key, instance, (double)NAN);
    const struct fact *first = sides.other[0] ? sides.a : sides.b;
    const struct fact *other = sides.other[0] ? sides.other[0] : sides.other[1];
    if (!other) {
        first = sides.like;
        other = sides.bridge;
    }
    if (other) {
        struct outcome outcome = outcome_key(FAILS, key, instance, sides.a, sides.b);
        outcome.raised = CONDITION_BIT(MIXED);
        outcome.seen[0] = first;
        outcome.seen[1] = other;
        tally_say(tally, &outcome);
    }
}

static bool has_point(const struct fact *fact)
{
    return str_find(fact->value.text, STR(".")) != SIZE_MAX;
}

/* "0" agrees with "0.11.0" as far as it goes, which is not far enough for one release: the side
 * that writes so discloses no version. */
static void coarse_versions(struct tally *tally, enum key key, struct str instance)
{
    struct judging *judging = tally->judging;
    struct sides sides = sides_of(judging, key, instance, (double)NAN);
    if (vocabulary_row(key)->likeness != LIKENESS_VERSION || !sides.a || !sides.b || !sides.alike ||
        has_point(sides.a) == has_point(sides.b))
        return;
    bool *silent = marks_of(judging);
    for (size_t i = 0; i < judging->member_count; i++)
        silent[i] = judging->member[i].like == (has_point(sides.a) ? SIDE_B : SIDE_A);
    tally_silent(tally, key, instance, silent, sides.a, sides.b);
}

/* What changes the work itself (speculative decoding, a prefix cache) must be known of both sides
 * where it is known of one; of other keys that nobody need disclose a silence says nothing. */
static void features_silent(struct tally *tally)
{
    static const enum key features[] = { KEY_ENGINE_FEATURES, KEY_ENGINE_PREFIX_CACHE,
                                         KEY_ENGINE_SPECULATION };
    struct judging *judging = tally->judging;
    for (size_t i = 0; i < ARRAY_COUNT(features); i++) {
        size_t missing;
        const bool *silent = silent_members(judging, features[i], &missing);
        bool judged =
            under_test_effect(&judging->case_file->under_test, features[i]) == EFFECT_JUDGED;
        if (judged && missing > 0 && missing < judging->member_count) {
            struct outcome outcome =
                outcome_key(UNKNOWN, features[i], (struct str){ 0 }, NULL, NULL);
            outcome.silent = silent_systems(judging, silent);
            tally_say(tally, &outcome);
        }
    }
}

/* ---- what differs and is not judged ---- */

static bool beside_differs(const struct judging *judging, enum key key, struct str instance)
{
    struct sides sides = sides_of(judging, key, instance, (double)NAN);
    if (instance_matters(key, instance) || (!sides.a && !sides.b))
        return false;
    return sides.a && sides.b
               ? !sides.alike
               : lists_cover(judging, sides.a ? SIDE_B : SIDE_A, sides.a ? sides.a : sides.b);
}

/* Says in one line which variables and packages differ and are not judged; nothing where none do.
 */
static void beside_tell(struct judging *judging)
{
    enum { NAMED_MOST = 8 };
    static const enum key lists[] = { KEY_OS_ENVIRONMENT, KEY_PACKAGE_VERSION };
    struct buf said = buf_new(judging->home, 4096);
    size_t count = 0;
    for (size_t i = 0; i < ARRAY_COUNT(lists); i++) {
        struct str *instance;
        size_t seen = instances_seen(judging, lists[i], &instance);
        for (size_t j = 0; j < seen; j++) {
            if (!beside_differs(judging, lists[i], instance[j]))
                continue;
            if (count++ < NAMED_MOST) {
                buf_putf(&said, "%s%.*s", count > 1 ? ", " : "",
                         STR_ARG(str_sub(instance[j], 0, 60)));
            }
        }
    }
    if (count == 0)
        return;
    struct outcome outcome = outcome_of(HOLDS);
    struct str names = buf_str(&said);
    outcome.said =
        str_format(judging->home,
                   "Variables and packages that differ and are not judged, since none is "
                   "known to change how a run behaves: %.*s%s",
                   STR_ARG(names), count > NAMED_MOST ? ", and others" : "");
    outcome_put(judging, &outcome);
}

/* ---- layers ---- */

bool key_of_executor(enum key key)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    return row->group == GROUP_EXECUTOR && row->layer != LAYER_NONE &&
           row->likeness != LIKENESS_NOT && row->likeness != LIKENESS_IDENTITY &&
           key != KEY_SERVER_OPTION; /* nobody knows what it does: stated (D8) */
}

void judge_layers_equal(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    for (size_t i = 0; i < KEY_COUNT; i++) {
        enum key key = (enum key)i;
        struct str *instance;
        enum effect effect = under_test_effect(&judging->case_file->under_test, key);
        size_t count = key_of_executor(key) ? instances_seen(judging, key, &instance) : 0;
        for (size_t j = 0; j < count; j++) {
            if (!instance_matters(key, instance[j]))
                continue; /* told by beside_tell */
            if (effect == EFFECT_UNDER_TEST) {
                mixed_within(&tally, key, instance[j]);
            } else if (effect == EFFECT_JUDGED) {
                struct comparing how = {
                    .tally = &tally, .tolerance = (double)NAN, .raised = 0, .silence_counts = false
                };
                if (!instance_compared(&how, key, instance[j]) && instances_listed(key))
                    listed_once(&tally, key, instance[j]);
                coarse_versions(&tally, key, instance[j]);
            }
        }
    }
    features_silent(&tally);
    if (under_test_effect(&judging->case_file->under_test, KEY_PACKAGE_VERSION) == EFFECT_JUDGED)
        packages_silent(&tally);
    tally.holds = outcome_of(HOLDS);
    tally_done(&tally);
    beside_tell(judging);
}
