/* predicates_clocks.c - whether both sides ran at like clocks of core and memory.
 *
 * A side whose clock is set lower is slower whatever else is under test; of several accelerators
 * that work together the slowest decides. Clocks of different accelerators are no measure of each
 * other; a core clock that a power cap holds down follows from what runs. */
#include "signs.h"

#include "model/likeness.h"
#include "values.h"

#include <math.h>

enum { POWER_CAP_BIT = 2 }; /* of the reasons, 0x4 */
/* A cap in more than this share of samples held the clock. */
static const double power_cap_share = 0.01;

enum clock_kind { CLOCK_CORE, CLOCK_MEMORY, CLOCKS };

static const struct series *clock_of(const struct accelerator_seen *at, enum clock_kind which)
{
    return which == CLOCK_CORE ? at->clock : at->memory;
}

/* The slowest accelerator of a run in the judged stretch; NULL: none has samples there. */
static const struct accelerator_seen *slowest_of(const struct judging *judging,
                                                 const struct alone *alone, enum clock_kind which,
                                                 double *least)
{
    struct span span = judged_span(judging, alone);
    const struct accelerator_seen *slowest = NULL;
    for (size_t i = 0; i < alone->accelerator_count; i++) {
        const struct accelerator_seen *at = &alone->accelerator[i];
        const struct series *series = clock_of(at, which);
        if (!series)
            continue;
        struct clock_in clock = clock_in(judging->home, series, span.begin_s, span.end_s);
        if (clock.samples > 0 && (!slowest || clock.median < *least)) {
            slowest = at;
            *least = clock.median;
        }
    }
    return slowest;
}

static bool is_capped(const struct judging *judging, const struct alone *alone,
                      const struct accelerator_seen *at)
{
    struct span span = judged_span(judging, alone);
    return at->throttle &&
           throttle_in(at->throttle, span.begin_s, span.end_s).share[POWER_CAP_BIT] >
               power_cap_share;
}

/* The mean of each run's slowest; shown by the first run that has samples. S7 says whose core clock
 * is not known. */
static bool clock_of_side(const struct judging *judging, enum side side, enum clock_kind which,
                          struct side_value *out)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        double least;
        const struct accelerator_seen *slowest =
            member->side == side ? slowest_of(judging, member->alone, which, &least) : NULL;
        if (!slowest)
            continue;
        if (which == CLOCK_CORE && is_capped(judging, member->alone, slowest))
            out->raised = CONDITION_BIT(STEADY_LIMIT);
        sum += least;
        if (count++ == 0) {
            out->run = member->run;
            out->series = clock_of(slowest, which);
            out->of_run = least;
        }
    }
    out->derivation = which == CLOCK_CORE ? DERIVE_CLOCK_JUDGED : DERIVE_MEMORY_CLOCK_JUDGED;
    out->value = count > 0 ? sum / (double)count : 0;
    return count > 0;
}

bool core_clock(struct judging *judging, const struct ask *ask, enum side side,
                struct side_value *out)
{
    (void)ask;
    return clock_of_side(judging, side, CLOCK_CORE, out);
}

bool memory_clock(struct judging *judging, const struct ask *ask, enum side side,
                  struct side_value *out)
{
    return ask->key_count > 0 && clock_of_side(judging, side, CLOCK_MEMORY, out);
}

const struct fact *clock_made(struct judging *judging, const struct side_value *value)
{
    return derive(judging->deriving, &(struct derived){ .row = value->derivation,
                                                        .instance = judging->deriving->pair,
                                                        .run = value->run,
                                                        .value = value->of_run,
                                                        .unit = value->series->unit,
                                                        .series = value->series });
}

/* Whether both sides have the same product, where both tell it. */
static bool products_alike(const struct judging *judging)
{
    struct str *instance;
    size_t count = instances_seen(judging, KEY_ACCELERATOR_NAME, &instance);
    for (size_t i = 0; i < count; i++) {
        struct sides sides = sides_of(judging, KEY_ACCELERATOR_NAME, instance[i], (double)NAN);
        if (sides.a && sides.b && !sides.alike)
            return false;
    }
    return true;
}

/* Clocks of the two sides measure one thing where they are of the same accelerator, and neither it
 * nor its power is under test. */
bool clocks_incomparable(const struct judging *judging, const struct rule *rule)
{
    const struct under_test *under_test = &judging->case_file->under_test;
    bool layers = under_test->kind == UNDER_TEST_LAYERS;
    (void)rule;
    return (layers && (under_test_effect(under_test, KEY_ACCELERATOR_NAME) == EFFECT_UNDER_TEST ||
                       under_test_effect(under_test, KEY_POWER_LIMIT) == EFFECT_UNDER_TEST)) ||
           !products_alike(judging);
}

/* ---- settings away from the product's own ---- */

/* Parts in a hundred by which a setting may stray from its default: both are whole megahertz, or
 * watts. */
static const double default_share = 0.01;

/* A setting that is itself what is compared on one product departs from nothing. */
static bool is_tested(const struct judging *judging, enum key key)
{
    return under_test_effect(&judging->case_file->under_test, key) == EFFECT_UNDER_TEST &&
           products_alike(judging);
}

/* Keys: what is set, and what the product sets by itself. A side that is held back is slower than
 * what is offered, also where the products differ and so their clocks may. */
enum shows away_from_default(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct ask *ask = look->ask;
    struct str *instance;
    if (ask->key_count < 2 || look->again || is_tested(judging, ask->key[0]))
        return SHOWS_UNASKED;
    size_t count = instances_seen(judging, ask->key[0], &instance);
    for (size_t j = 0; j < count; j++) {
        const struct fact *is = member_fact(judging, look->member, ask->key[0], instance[j]);
        const struct fact *usual = member_fact(judging, look->member, ask->key[1], instance[j]);
        double set, by_default;
        if (is && usual && fact_base(is, &set) && fact_base(usual, &by_default) &&
            fabs(set - by_default) > default_share * by_default) {
            out->fact = out->seen[0] = is;
            out->seen[1] = usual;
            return SHOWS_SIGN;
        }
    }
    return SHOWS_UNASKED;
}

bool clocks_differ(const struct judging *judging)
{
    for (size_t i = 0; i < judging->finding_count; i++) {
        const struct finding *finding = &judging->finding[i];
        bool clock =
            finding->key == KEY_CLOCK_JUDGED || finding->key == KEY_TELEMETRY_CLOCK_MEMORY ||
            finding->key == KEY_CLOCK_SM_APPLICATION ||
            finding->key == KEY_CLOCK_MEMORY_APPLICATION || finding->key == KEY_POWER_LIMIT;
        if (clock && finding->judgement == FAILS && finding->severity != SEVERITY_INFORMS)
            return true;
    }
    return false;
}
