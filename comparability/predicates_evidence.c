/* predicates_evidence.c - what must be shown beside the figure: accuracy of the answers, nodes,
 * convergence, an idle client. */
#include "predicates.h"
#include "values.h"

#include <math.h>

/* ---- formats ------------------------------------------------------------------------------------
 */

/* Below the reference: fewer than 16 bits, by class of weights, computation or cache. */
static const struct fact *low_format(const struct judging *judging, const struct member *member)
{
    static const enum key keys[] = { KEY_PRECISION_WEIGHTS, KEY_PRECISION_COMPUTE,
                                     KEY_PRECISION_KV_CACHE };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        const struct fact *fact = member_any(judging, member, keys[i]);
        const struct format_row *row = fact ? format_find(fact->value.text) : NULL;
        bool low = row && (str_starts(str_from(row->precision_class), STR("8-bit")) ||
                           str_starts(str_from(row->precision_class), STR("4-bit")));
        if (low) {
            return fact;
        }
    }
    return NULL;
}

static bool formats_differ(const struct judging *judging)
{
    static const enum key keys[] = { KEY_PRECISION_WEIGHTS, KEY_PRECISION_COMPUTE,
                                     KEY_PRECISION_KV_CACHE };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        struct sides sides = sides_of(judging, keys[i], (struct str){ 0 }, (double)NAN);
        if (sides.a && sides.b && !sides.alike) {
            return true;
        }
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
        wanted[i] = all || low_format(judging, member);
        any = any || wanted[i];
    }
    return any;
}

static uint64_t formats_raised(const struct judging *judging)
{
    return formats_differ(judging) ? CONDITION_BIT(FORMATS_DIFFER) : 0;
}

/* ---- P6 -----------------------------------------------------------------------------------------
 */

void judge_accuracy_shown(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    bool *wanted = marks_of(judging), *silent = marks_of(judging), any = false;
    if (!accuracy_wanted(judging, wanted)) {
        tally.holds.judgement = NOT_APPLICABLE;
        tally_done(&tally);
        return;
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct fact *score = member_any(judging, &judging->member[i], rule->key[0]);
        silent[i] = wanted[i] && !score;
        any = any || silent[i];
        tally.holds.a = tally.holds.a ? tally.holds.a : score;
    }
    if (any) {
        struct outcome outcome = outcome_key(UNKNOWN, rule->key[0], (struct str){ 0 }, NULL, NULL);
        outcome.silent = silent_systems(judging, silent);
        outcome.raised = formats_raised(judging);
        outcome.mend = rule->text.mend;
        tally_say(&tally, &outcome);
    }
    tally_done(&tally);
}

/* ---- P7, E4: by interval ------------------------------------------------------------------------
 */

/* One score with its standard error; 0 where the score is exact, NaN where it is not known. */
struct score {
    const struct fact *fact;
    double value, error;
};

static bool score_of(const struct judging *judging, const struct member *member, enum key key,
                     struct str instance, struct score *out)
{
    const struct fact *error = member_fact(judging, member, KEY_ACCURACY_ERROR, instance);
    out->fact = member_fact(judging, member, key, instance);
    out->error = (double)NAN;
    if (!out->fact || !fact_base(out->fact, &out->value)) {
        return false;
    }
    if (error && !fact_base(error, &out->error)) {
        out->error = (double)NAN;
    }
    return true;
}

/* Loss of `score` against `reference` as a share of it: within `most`, beyond it, or not shown by a
 * normal 95 % interval (the standard errors come from samples in the hundreds). */
static enum judgement loss_judged(const struct score *reference, const struct score *score,
                                  double most, bool both_ways)
{
    double loss = (reference->value - score->value) / reference->value;
    double error = sqrt(reference->error * reference->error + score->error * score->error);
    double half = 1.96 * error / fabs(reference->value);
    if (both_ways) {
        loss = fabs(loss);
    }
    if (!(reference->value > 0 || reference->value < 0) || isnan(half)) {
        return UNKNOWN;
    }
    if (loss + half <= most) {
        return HOLDS;
    }
    return loss - half > most ? FAILS : UNKNOWN;
}

/* The largest loss that the case accepts, as a share; false: none stated. */
static bool loss_accepted(const struct judging *judging, const struct fact **fact, double *most)
{
    *fact = facts_best(judging->case_file->facts, KEY_POLICY_ACCURACY, (struct str){ 0 });
    return *fact && fact_base(*fact, most);
}

/* The reference for a member: stated beside it, else the other side's where its format is not below
 * the reference. */
static bool reference_of(const struct judging *judging, const struct member *member,
                         struct str instance, struct score *out)
{
    if (score_of(judging, member, KEY_ACCURACY_REFERENCE, instance, out)) {
        out->error = 0; /* stated as the figure to be held against */
        return true;
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *other = &judging->member[i];
        if (other->like != member->like && !low_format(judging, other) &&
            score_of(judging, other, KEY_ACCURACY_SCORE, instance, out)) {
            return true;
        }
    }
    return false;
}

struct scoring {
    struct tally *tally;
    const struct fact *limit;
    double most;
    uint64_t raised;
};

static void loss_say(const struct scoring *in, enum judgement judgement,
                     const struct member *member, const struct score *score,
                     const struct score *reference)
{
    if (judgement == HOLDS) {
        return;
    }
    struct outcome outcome = outcome_seen(in->tally->judging, judgement, member, score->fact);
    outcome.seen[1] = reference->fact ? reference->fact : score->fact;
    outcome.seen[2] = in->limit;
    outcome.raised = in->raised;
    outcome.mend = in->tally->rule->text.mend;
    tally_say(in->tally, &outcome);
}

/* Where no tolerance is stated nothing can be held against it. */
static bool limit_missing(struct scoring *in)
{
    struct judging *judging = in->tally->judging;
    if (loss_accepted(judging, &in->limit, &in->most)) {
        return false;
    }
    struct outcome outcome =
        outcome_key(UNKNOWN, KEY_POLICY_ACCURACY, (struct str){ 0 }, NULL, NULL);
    outcome.raised = in->raised;
    outcome.mend = STR("State the largest loss of accuracy accepted in the case: "
                       "\"policy\": { \"accuracy\": \"1 %\" }.");
    tally_say(in->tally, &outcome);
    return true;
}

void judge_accuracy_kept(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    struct scoring in = { .tally = &tally, .raised = formats_raised(judging) };
    bool *wanted = marks_of(judging);
    struct str *instance;
    bool said[2] = { false, false };
    if (!accuracy_wanted(judging, wanted)) {
        tally.holds.judgement = NOT_APPLICABLE;
        tally_done(&tally);
        return;
    }
    size_t count = instances_seen(judging, rule->key[0], &instance), judged = 0;
    bool limited = !limit_missing(&in);
    for (size_t i = 0; limited && i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        for (size_t k = 0; low_format(judging, member) && k < count && !said[member->like]; k++) {
            struct score score, reference = { .error = (double)NAN };
            if (!score_of(judging, member, rule->key[0], instance[k], &score)) {
                continue;
            }
            enum judgement is = reference_of(judging, member, instance[k], &reference)
                                    ? loss_judged(&reference, &score, in.most, false)
                                    : UNKNOWN;
            judged++;
            said[member->like] = is != HOLDS;
            loss_say(&in, is, member, &score, &reference);
        }
    }
    if (limited && judged == 0) {
        tally.holds.judgement =
            NOT_APPLICABLE; /* no format below the reference; P6 says the rest */
    }
    tally_done(&tally);
}

static const struct member *first_of(const struct judging *judging, enum side side)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        if (judging->member[i].side == side) {
            return &judging->member[i];
        }
    }
    return NULL;
}

/* Both sides by the same test, whatever their formats are called. */
void judge_accuracy_alike(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    struct scoring in = { .tally = &tally };
    const struct member *a = first_of(judging, SIDE_A), *b = first_of(judging, SIDE_B);
    struct str *instance;
    size_t count = instances_seen(judging, rule->key[0], &instance), judged = 0;
    bool *silent = marks_of(judging), any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        silent[i] = !member_any(judging, &judging->member[i], rule->key[0]);
        any = any || silent[i];
    }
    if (any) {
        struct outcome outcome = outcome_key(UNKNOWN, rule->key[0], (struct str){ 0 }, NULL, NULL);
        outcome.silent = silent_systems(judging, silent);
        outcome.mend = rule->text.mend;
        tally_say(&tally, &outcome);
        tally_done(&tally);
        return;
    }
    bool limited = !limit_missing(&in);
    for (size_t k = 0; limited && a && b && k < count; k++) {
        struct score of_a, of_b;
        if (score_of(judging, a, rule->key[0], instance[k], &of_a) &&
            score_of(judging, b, rule->key[0], instance[k], &of_b)) {
            judged++;
            loss_say(&in, loss_judged(&of_a, &of_b, in.most, true), b, &of_b, &of_a);
        }
    }
    if (limited && judged == 0) {
        tally_silent(&tally, rule->key[0], (struct str){ 0 }, silent, NULL, NULL);
    }
    tally_done(&tally);
}

/* ---- N1: nodes ----------------------------------------------------------------------------------
 */

/* Keys: nodes used, nodes captured, then what must be disclosed and alike on every node. */
void judge_nodes_alike(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    for (size_t k = 0; k < rule->key_count; k++) {
        bool *silent = marks_of(judging), any = false;
        for (size_t i = 0; i < judging->member_count; i++) {
            silent[i] = !member_any(judging, &judging->member[i], rule->key[k]);
            any = any || silent[i];
        }
        if (any) {
            tally_silent(&tally, rule->key[k], (struct str){ 0 }, silent, NULL, NULL);
        }
    }
    bool said[2] = { false, false };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *used = member_any(judging, member, rule->key[0]);
        const struct fact *captured = member_any(judging, member, rule->key[1]);
        double nodes, seen;
        if (used && captured && fact_base(used, &nodes) && fact_base(captured, &seen) &&
            seen < nodes && !said[member->like]) {
            struct outcome outcome = outcome_seen(judging, FAILS, member, captured);
            outcome.seen[1] = used;
            said[member->like] = true;
            tally_say(&tally, &outcome);
        }
    }
    tally_done(&tally);
}

/* ---- T3, T4: runs to a target -------------------------------------------------------------------
 */

/* Keys: seed, the suite's own score rule. */
void judge_completion_runs(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    enum { LEAST_RUNS = 3 };
    size_t a = side_count(judging, SIDE_A, true), b = side_count(judging, SIDE_B, true);
    bool *silent = marks_of(judging), any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        silent[i] = !member_any(judging, &judging->member[i], rule->key[0]);
        any = any || silent[i];
    }
    if (any) {
        tally_silent(&tally, rule->key[0], (struct str){ 0 }, silent, NULL, NULL);
    }
    if (a < LEAST_RUNS || b < LEAST_RUNS) {
        struct outcome outcome =
            outcome_pair(FAILS, judging->comparison->runs[0], judging->comparison->runs[1]);
        tally_say(&tally, &outcome);
    }
    struct sides rules = sides_of(judging, rule->key[1], (struct str){ 0 }, (double)NAN);
    if (rules.a && rules.b && !rules.alike) {
        struct outcome outcome =
            outcome_key(FAILS, rule->key[1], (struct str){ 0 }, rules.a, rules.b);
        tally_say(&tally, &outcome);
    }
    tally_done(&tally);
}

/* Keys: samples used to the target, fewest that the reference allows. */
void judge_convergence(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    for (size_t k = 0; k < 2; k++) {
        bool *silent = marks_of(judging), any = false;
        for (size_t i = 0; i < judging->member_count; i++) {
            silent[i] = !member_any(judging, &judging->member[i], rule->key[k]);
            any = any || silent[i];
        }
        if (any) {
            struct outcome outcome =
                outcome_key(UNKNOWN, rule->key[k], (struct str){ 0 }, NULL, NULL);
            outcome.silent = silent_systems(judging, silent);
            tally_say(&tally, &outcome);
        }
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *used = member_any(judging, member, rule->key[0]);
        const struct fact *least = member_any(judging, member, rule->key[1]);
        double samples, fewest;
        if (used && least && fact_base(used, &samples) && fact_base(least, &fewest) &&
            samples < fewest) {
            struct outcome outcome = outcome_seen(judging, FAILS, member, used);
            outcome.seen[1] = least;
            tally_say(&tally, &outcome);
        }
    }
    tally_done(&tally);
}

/* ---- D5: prices ---------------------------------------------------------------------------------
 */

static const struct fact *system_fact(const struct judging *judging, enum side side, enum key key)
{
    struct str instance = { 0 };
    const struct facts *facts = judging->system[side]->facts;
    return facts_instance(facts, key, instance, true, &instance) ? facts_best(facts, key, instance)
                                                                 : NULL;
}

/* Keys: currency, then what must stand beside it, then the rate that joins two currencies. */
void judge_prices_dated(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    const struct fact *currency[2] = { system_fact(judging, SIDE_A, rule->key[0]),
                                       system_fact(judging, SIDE_B, rule->key[0]) };
    enum key rate = rule->key[rule->key_count - 1];
    struct str instance = { 0 };
    if (!currency[0] && !currency[1]) {
        tally.holds.judgement = NOT_APPLICABLE;
    }
    for (size_t k = 1; k + 1 < rule->key_count; k++) {
        bool *silent = marks_of(judging), any = false;
        for (size_t i = 0; i < judging->member_count; i++) {
            enum side side = judging->member[i].like;
            silent[i] = currency[side] && !system_fact(judging, side, rule->key[k]);
            any = any || silent[i];
        }
        if (any) {
            tally_silent(&tally, rule->key[k], (struct str){ 0 }, silent, NULL, NULL);
        }
    }
    bool apart = currency[0] && currency[1] &&
                 !texts_alike(currency[0]->value.text, currency[1]->value.text);
    if (apart && !facts_instance(judging->case_file->facts, rate, instance, true, &instance)) {
        struct outcome outcome = outcome_pair(FAILS, currency[0], currency[1]);
        tally_say(&tally, &outcome);
    }
    tally.holds.a = currency[0];
    tally.holds.b = currency[1];
    tally_done(&tally);
}

/* ---- W10: the highest load under an objective ---------------------------------------------------
 */

void judge_objective_stated(struct judging *judging, const struct rule *rule)
{
    struct outcome outcome = outcome_of(UNKNOWN);
    outcome.key = judging->case_file->metric;
    outcome.mend = rule->text.mend;
    find(judging, rule, &outcome);
}
