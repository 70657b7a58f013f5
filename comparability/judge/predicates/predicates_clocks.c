/* predicates_clocks.c - whether both sides ran at like clocks of core and memory.
 *
 * A side whose clock is set lower is slower whatever else is under test; of several accelerators
 * that work together the slowest decides. Clocks of different accelerators are no measure of each
 * other; a core clock that a power cap holds down follows from what runs. */
#include "predicates.h"

#include "model/likeness.h"
#include "values.h"

#include <math.h>

enum { POWER_CAP_BIT = 2 }; /* of the reasons, 0x4 */

enum clock_kind { CLOCK_CORE, CLOCK_MEMORY, CLOCKS };

struct side_clock { /* of each run's slowest accelerator, in the judged stretch */
    double sum;
    size_t count;
    const struct member *run; /* the first that has samples there; NULL: none has */
    const struct series *series;
    double median; /* of that run */
    bool capped;   /* a run was held by a power cap */
};

static const struct series *clock_of(const struct accelerator_seen *at, enum clock_kind which)
{
    return which == CLOCK_CORE ? at->clock : at->memory;
}

static void clock_add(struct judging *judging, const struct member *member, enum clock_kind which,
                      struct side_clock *out)
{
    const struct alone *alone = member->alone;
    struct span span = judged_span(judging, alone);
    const struct accelerator_seen *slowest = NULL;
    double least = 0;
    for (size_t i = 0; i < alone->accelerator_count; i++) {
        const struct accelerator_seen *at = &alone->accelerator[i];
        const struct series *series = clock_of(at, which);
        if (!series) {
            continue;
        }
        struct clock_in clock = clock_in(judging->home, series, span.begin_s, span.end_s);
        if (clock.samples > 0 && (!slowest || clock.median < least)) {
            slowest = at;
            least = clock.median;
        }
    }
    if (!slowest) {
        return;
    }
    if (which == CLOCK_CORE && slowest->throttle) {
        struct throttle_shares shares = throttle_in(slowest->throttle, span.begin_s, span.end_s);
        out->capped = out->capped || shares.share[POWER_CAP_BIT] > 0.01;
    }
    out->sum += least;
    out->count++;
    if (!out->run) {
        out->run = member;
        out->series = clock_of(slowest, which);
        out->median = least;
    }
}

static const struct fact *clock_fact(struct judging *judging, const struct side_clock *side,
                                     enum clock_kind which)
{
    return derive(
        judging->deriving,
        &(struct derived){ .name = which == CLOCK_CORE ? "clock-judged" : "memory-clock-judged",
                           .instance = judging->deriving->pair,
                           .run = side->run->run,
                           .value = side->median,
                           .unit = side->series->unit,
                           .series = side->series });
}

/* Whether both sides have the same product, where both tell it. */
static bool products_alike(const struct judging *judging)
{
    struct str *instance;
    size_t count = instances_seen(judging, KEY_ACCELERATOR_NAME, &instance);
    for (size_t i = 0; i < count; i++) {
        struct sides sides = sides_of(judging, KEY_ACCELERATOR_NAME, instance[i], (double)NAN);
        if (sides.a && sides.b && !sides.alike) {
            return false;
        }
    }
    return true;
}

/* Whether clocks of the two sides measure one thing: the same accelerator, and neither it nor its
 * power is under test. */
static bool clocks_comparable(const struct judging *judging)
{
    const struct under_test *under_test = &judging->case_file->under_test;
    bool layers = under_test->kind == UNDER_TEST_LAYERS;
    if (layers && (under_test_effect(under_test, KEY_ACCELERATOR_NAME) == EFFECT_UNDER_TEST ||
                   under_test_effect(under_test, KEY_POWER_LIMIT) == EFFECT_UNDER_TEST)) {
        return false;
    }
    return products_alike(judging);
}

/* False: not known of both sides. */
static bool clock_judged(struct tally *tally, enum clock_kind which)
{
    struct judging *judging = tally->judging;
    struct side_clock side[2] = { 0 };
    for (size_t i = 0; i < judging->member_count; i++) {
        if (judging->member[i].side != SIDE_BRIDGE) {
            clock_add(judging, &judging->member[i], which,
                      &side[judging->member[i].side == SIDE_B]);
        }
    }
    if (side[0].count == 0 || side[1].count == 0) { /* S7 says whose core clock is not known */
        return false;
    }
    double a = side[0].sum / (double)side[0].count, b = side[1].sum / (double)side[1].count;
    double larger = a > b ? a : b;
    bool differ = fabs(a - b) > tally->rule->tolerance * larger;
    if (!differ && which == CLOCK_MEMORY) {
        return true;
    }
    const struct fact *first = clock_fact(judging, &side[0], which);
    const struct fact *second = clock_fact(judging, &side[1], which);
    if (differ) {
        struct outcome outcome = outcome_pair(FAILS, first, second);
        if (which == CLOCK_MEMORY) {
            outcome.raised = CONDITION_BIT(MEMORY_CLOCK);
        } else if (side[a < b ? 0 : 1].capped) {
            outcome.raised = CONDITION_BIT(STEADY_LIMIT);
        }
        tally_say(tally, &outcome);
    }
    if (which == CLOCK_CORE) {
        tally->holds = outcome_pair(HOLDS, first, second);
    }
    return true;
}

/* ---- settings away from the product's own -------------------------------------------------------
 */

/* Parts in a hundred by which a setting may stray from its default: both are whole megahertz, or
 * watts. */
static const double default_share = 0.01;

struct departure { /* of one side: the first setting that is not its default */
    const struct member *run;
    const struct fact *is, *usual;
};

/* A setting that is itself what is compared on one product departs from nothing. */
static bool is_tested(const struct judging *judging, enum key key)
{
    return under_test_effect(&judging->case_file->under_test, key) == EFFECT_UNDER_TEST &&
           products_alike(judging);
}

static void departures_find(const struct judging *judging, enum key key, enum key usual_key,
                            struct departure out[2])
{
    struct str *instance;
    size_t count = instances_seen(judging, key, &instance);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        struct departure *own = &out[member->like];
        for (size_t j = 0; j < count && !own->is; j++) {
            const struct fact *is = member_fact(judging, member, key, instance[j]);
            const struct fact *usual = member_fact(judging, member, usual_key, instance[j]);
            double set, by_default;
            if (is && usual && fact_base(is, &set) && fact_base(usual, &by_default) &&
                fabs(set - by_default) > default_share * by_default) {
                *own = (struct departure){ member, is, usual };
            }
        }
    }
}

static bool departs_alike(const struct judging *judging, const struct departure *a,
                          const struct departure *b)
{
    return a->is && b->is && facts_alike(judging->home, a->is, b->is) &&
           facts_alike(judging->home, a->usual, b->usual);
}

/* Keys in pairs: what is set, and what the product sets by itself. A side that is held back is
 * slower than what is offered, also where the products differ and so their clocks may. */
static void defaults_judged(struct tally *tally, const enum key *key, size_t count)
{
    struct judging *judging = tally->judging;
    for (size_t k = 0; k + 1 < count; k += 2) {
        struct departure side[2] = { { 0 }, { 0 } };
        if (is_tested(judging, key[k])) {
            continue;
        }
        departures_find(judging, key[k], key[k + 1], side);
        bool both = departs_alike(judging, &side[0], &side[1]);
        for (size_t s = 0; s < (both ? 1U : 2U); s++) {
            if (side[s].is) {
                struct outcome outcome = outcome_seen(judging, FAILS, side[s].run, side[s].is);
                outcome.seen[1] = side[s].usual;
                outcome.raised =
                    both ? CONDITION_BIT(NOT_DEFAULT_BOTH) : CONDITION_BIT(NOT_DEFAULT);
                tally_say(tally, &outcome);
            }
        }
    }
}

void judge_clocks_alike(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    bool known = false;
    if (clocks_comparable(judging)) {
        known = clock_judged(&tally, CLOCK_CORE);
        known = (rule->key_count > 1 && clock_judged(&tally, CLOCK_MEMORY)) || known;
    }
    if (rule->key_count > 2) {
        defaults_judged(&tally, rule->key + 2, rule->key_count - 2);
    }
    if (!known) {
        tally.holds.judgement = NOT_APPLICABLE;
    }
    tally_done(&tally);
}

bool clocks_differ(const struct judging *judging)
{
    for (size_t i = 0; i < judging->finding_count; i++) {
        const struct finding *finding = &judging->finding[i];
        bool clock =
            finding->key == KEY_CLOCK_JUDGED || finding->key == KEY_TELEMETRY_CLOCK_MEMORY ||
            finding->key == KEY_CLOCK_SM_APPLICATION ||
            finding->key == KEY_CLOCK_MEMORY_APPLICATION || finding->key == KEY_POWER_LIMIT;
        if (clock && finding->judgement == FAILS && finding->severity != SEVERITY_INFORMS) {
            return true;
        }
    }
    return false;
}
