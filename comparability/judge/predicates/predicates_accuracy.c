/* predicates_accuracy.c - accuracy of the answers: shown (P6), kept against a reference (P7), alike
 * on both sides (E4). What counts as evidence is in accuracy.c. */
#include "accuracy.h"
#include "model/likeness.h"
#include "signs.h"

#include <math.h>

/* ---- formats ---- */

static const enum key formats[] = { KEY_PRECISION_WEIGHTS, KEY_PRECISION_COMPUTE,
                                    KEY_PRECISION_KV_CACHE };

/* Below the reference: fewer than 16 bits, by class of weights, computation or cache. */
static bool is_low(const struct judging *judging, const struct member *member)
{
    static const char *const full[] = { "64-bit float", "32-bit float", "tf32", "16-bit float" };
    for (size_t i = 0; i < ARRAY_COUNT(formats); i++) {
        const struct fact *fact = member_any(judging, member, formats[i]);
        const struct format_row *row = fact ? format_find(fact->value.text) : NULL;
        bool low = row != NULL;
        for (size_t k = 0; low && k < ARRAY_COUNT(full); k++)
            low = !str_eq(str_from(row->precision_class), str_from(full[k]));
        if (low)
            return true;
    }
    return false;
}

static bool formats_differ(const struct judging *judging)
{
    for (size_t i = 0; i < ARRAY_COUNT(formats); i++) {
        struct sides sides = sides_of(judging, formats[i], (struct str){ 0 }, (double)NAN);
        if (sides.a && sides.b && !sides.alike)
            return true;
    }
    return false;
}

/* Which members must show accuracy; false: none must. */
static bool accuracy_wanted(const struct judging *judging, bool *wanted)
{
    bool all =
        formats_differ(judging) || judging->case_file->under_test.kind == UNDER_TEST_EXECUTOR;
    bool any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        wanted[i] =
            (all && !key_exempt(judging, member, KEY_ACCURACY_SCORE)) || is_low(judging, member);
        any = any || wanted[i];
    }
    return any;
}

static condition_set formats_raised(const struct judging *judging)
{
    return formats_differ(judging) ? CONDITION_BIT(FORMATS_DIFFER) : 0;
}

/* ---- what a member shows ---- */

/* The member's score on one task, where the case asks for it and it is evidence. */
static bool shown(const struct judging *judging, const struct member *member, struct str instance,
                  bool reference, struct score *out)
{
    return score_asked(judging->case_file, member->run, instance) &&
           score_find(judging->case_file, member->run, instance, reference, out) &&
           out->seen.evidence;
}

/* Its first score that is evidence; false: none, and `out` is then the first that is not. */
static bool any_shown(const struct judging *judging, const struct member *member, struct score *out)
{
    struct str *instance;
    size_t count = instances_seen(judging, KEY_ACCURACY_SCORE, &instance);
    struct score score;
    *out = (struct score){ 0 };
    for (size_t i = 0; i < count; i++) {
        if (!score_asked(judging->case_file, member->run, instance[i]) ||
            !score_find(judging->case_file, member->run, instance[i], false, &score))
            continue;
        if (score.seen.evidence || !out->seen.score)
            *out = score;
        if (score.seen.evidence)
            return true;
    }
    return false;
}

/* The condition that a score raises which is no evidence. */
static condition_set refused_raised(const struct accuracy *seen)
{
    return seen->tie == ACCURACY_OTHER ? CONDITION_BIT(OTHER_STACK)
           : seen->part                ? CONDITION_BIT(PART_OF_TASK)
           : seen->other_model         ? CONDITION_BIT(OTHER_MODEL)
                                       : CONDITION_BIT(UNTOLD);
}

/* A score that is no evidence: why, with the facts that show it. One that says itself that it was
 * made with something else is none of this side's, and fails. */
static void refuse_say(struct tally *tally, const struct member *member, const struct score *score,
                       struct once *once)
{
    struct judging *judging = tally->judging;
    bool *silent = marks_of(judging);
    const struct accuracy *seen = &score->seen;
    struct outcome outcome = outcome_of(seen->tie == ACCURACY_OTHER ? FAILS : UNKNOWN);
    condition_set why = refused_raised(seen);
    silent[member - judging->member] = true;
    outcome.key = KEY_ACCURACY_SCORE;
    outcome.silent = silent_systems(judging, silent);
    outcome.raised = formats_raised(judging) | why;
    if (why == CONDITION_BIT(PART_OF_TASK)) {
        outcome.seen[0] = seen->samples ? seen->samples : seen->limit;
        outcome.seen[1] = seen->score;
    } else if (why == CONDITION_BIT(OTHER_MODEL)) {
        outcome.seen[0] = seen->model;
        outcome.seen[1] = seen->score;
    } else {
        outcome.seen[0] = why == CONDITION_BIT(OTHER_STACK) ? seen->told : seen->score;
        outcome.seen[1] = seen->own;
        outcome.mend = seen->tie == ACCURACY_OTHER ? tally->rule->mend_when[CONDITION_OTHER_STACK]
                                                   : tally->rule->mend_when[CONDITION_UNTOLD];
    }
    outcome.mend = outcome.mend.len > 0 ? outcome.mend : tally->rule->text.mend;
    tally_say_once(tally, &outcome, member, once);
}

/* Says for each side what keeps its accuracy from being shown. */
static void shown_say(struct tally *tally, const bool *wanted)
{
    struct judging *judging = tally->judging;
    bool *silent = marks_of(judging), any = false;
    struct once once = { .count = 0 };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        struct score score;
        if (!wanted[i] || any_shown(judging, member, &score)) {
            if (wanted[i] && !tally->holds.a)
                tally->holds.a = score.seen.score;
            continue;
        }
        if (!score.seen.score)
            silent[i] = any = true;
        else
            refuse_say(tally, member, &score, &once);
    }
    if (any) {
        struct outcome outcome =
            outcome_key(UNKNOWN, KEY_ACCURACY_SCORE, (struct str){ 0 }, NULL, NULL);
        outcome.silent = silent_systems(judging, silent);
        outcome.raised = formats_raised(judging);
        outcome.mend = tally->rule->text.mend;
        tally_say(tally, &outcome);
    }
}

/* ---- P6 ---- */

bool test_accuracy_shown(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    bool *wanted = marks_of(judging), any = false;
    if (!ask->part->accuracy.of_all)
        any = accuracy_wanted(judging, wanted);
    for (size_t i = 0; i < judging->member_count && ask->part->accuracy.of_all; i++) {
        wanted[i] = !key_exempt(judging, &judging->member[i], KEY_ACCURACY_SCORE);
        any = any || wanted[i];
    }
    if (any)
        shown_say(tally, wanted);
    return any;
}

/* ---- P7, E4: by interval ---- */

struct scoring {
    struct tally *tally;
    const struct fact *limit; /* the largest loss that the case accepts */
    double most;
    enum judgement said[2]; /* the worst said of each side; HOLDS: nothing */
};

/* Where no tolerance is stated nothing can be held against it. */
static bool scoring_begin(struct scoring *in, struct tally *tally)
{
    struct judging *judging = tally->judging;
    *in = (struct scoring){ .tally = tally };
    in->limit = facts_best(judging->case_file->facts, KEY_POLICY_ACCURACY, (struct str){ 0 });
    if (in->limit && fact_base(in->limit, &in->most))
        return true;
    struct outcome outcome =
        outcome_key(UNKNOWN, KEY_POLICY_ACCURACY, (struct str){ 0 }, NULL, NULL);
    outcome.raised = formats_raised(judging);
    outcome.mend = STR("State the largest loss of accuracy accepted in the case: "
                       "\"policy\": { \"accuracy\": \"1 %\" }.");
    tally_say(tally, &outcome);
    return false;
}

/* Holds the loss against the limit: what fails is said once a side, also where another score left
 * it open. A reference that does not exist is one not known. */
static void loss_hold(struct scoring *in, const struct member *member, const struct score *score,
                      const struct score *reference, bool both_ways)
{
    struct loss none = { (double)NAN, (double)NAN };
    struct loss loss = reference ? loss_of(reference, score) : none;
    enum judgement is = loss_judged(&loss, in->most, both_ways);
    if (is == HOLDS || in->said[member->like] == FAILS || in->said[member->like] == is)
        return;
    struct outcome outcome = outcome_seen(in->tally->judging, is, member, score->seen.score);
    outcome.seen[1] = reference ? reference->seen.score : score->seen.score;
    outcome.seen[2] = in->limit;
    outcome.raised = formats_raised(in->tally->judging);
    outcome.mend = in->tally->rule->text.mend;
    in->said[member->like] = is;
    tally_say(in->tally, &outcome);
}

/* The reference for a member: stated beside it, else the other side's where its format is not below
 * the reference. */
bool reference_of(const struct judging *judging, const struct member *member, struct str instance,
                  struct score *out)
{
    const struct fact *stated = member_fact(judging, member, KEY_ACCURACY_REFERENCE, instance);
    *out = (struct score){ 0 };
    if (stated && fact_base(stated, &out->value)) {
        struct score own;
        out->seen.score = stated; /* its deviation is 0: the figure to be held against */
        out->lower_is_better = score_find(judging->case_file, member->run, instance, true, &own) &&
                               own.lower_is_better;
        return true;
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *other = &judging->member[i];
        if (other->like != member->like && !is_low(judging, other) &&
            shown(judging, other, instance, true, out))
            return true;
    }
    return false;
}

/* The first run of the other side, whatever its formats are called. */
bool score_of_other(const struct judging *judging, const struct member *member, struct str instance,
                    struct score *out)
{
    enum side other = member->like == SIDE_A ? SIDE_B : SIDE_A;
    for (size_t i = 0; i < judging->member_count; i++)
        if (judging->member[i].side == other)
            return shown(judging, &judging->member[i], instance, true, out);
    return false;
}

/* How many scores of the member were held against something. */
static size_t member_held(struct scoring *in, const struct ask *ask, const struct member *member)
{
    struct judging *judging = in->tally->judging;
    const struct part *part = ask->part;
    struct str *instance;
    size_t count = instances_seen(judging, ask->key[0], &instance), held = 0;
    for (size_t k = 0; k < count; k++) {
        struct score score, against;
        if (!shown(judging, member, instance[k], false, &score))
            continue;
        bool known = part->accuracy.against(judging, member, instance[k], &against);
        if (known || !part->accuracy.both_ways) {
            loss_hold(in, member, &score, known ? &against : NULL, part->accuracy.both_ways);
            held++;
        }
    }
    return held;
}

/* Where there is no score at all, what shows one, as the rule says that asks for it; more samples
 * are no help. */
static struct str mend_of_none(const struct judging *judging, const struct rule *rule)
{
    for (size_t i = 0; i < judging->rules->count; i++)
        if (judging->rules->item[i].predicate == predicate_find(STR("accuracy-shown")))
            return judging->rules->item[i].text.mend;
    return rule->text.mend;
}

/* Where no run has a score that can be held against another, or one of a low format has none,
 * nothing can be said. */
bool test_accuracy_within(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    const struct part *part = ask->part;
    struct scoring in;
    bool *asked = marks_of(judging), *bare = marks_of(judging);
    bool any = false, any_bare = false, any_held = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        asked[i] = !part->accuracy.low || is_low(judging, &judging->member[i]);
        any = any || asked[i];
    }
    if (!any)
        return false;
    if (!scoring_begin(&in, tally))
        return true;
    for (size_t i = 0; i < judging->member_count; i++) {
        size_t held = asked[i] ? member_held(&in, ask, &judging->member[i]) : 0;
        bare[i] = asked[i] && held == 0;
        any_bare = any_bare || bare[i];
        any_held = any_held || held > 0;
    }
    struct outcome outcome = outcome_key(UNKNOWN, ask->key[0], (struct str){ 0 }, NULL, NULL);
    if (part->accuracy.both_ways && !any_held) {
        outcome.mend = STR("Run the same accuracy test on both systems.");
        tally_say(tally, &outcome);
    } else if (!part->accuracy.both_ways && any_bare) {
        outcome.silent = silent_systems(judging, bare);
        outcome.raised = formats_raised(judging);
        outcome.mend = mend_of_none(judging, ask->rule);
        tally_say(tally, &outcome);
    }
    return true;
}
