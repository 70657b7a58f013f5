/* predicates_clocks.c - whether both sides ran at like core clocks.
 *
 * A side whose clock is set lower is slower whatever else is under test. Clocks of different
 * accelerators are no measure of each other; a clock that a power cap holds down follows from what
 * runs. */
#include "predicates.h"

#include <math.h>

enum { POWER_CAP_BIT = 2 }; /* of the reasons, 0x4 */

struct side_clock { /* of the accelerator that stands for a run, in the judged stretch */
    double sum;
    size_t count;
    const struct fact *first; /* NULL: none has samples there */
    bool capped;              /* a run was held by a power cap */
};

static void clock_add(struct judging *judging, const struct member *member, struct side_clock *out)
{
    const struct alone *alone = member->alone;
    if (alone->accelerator_count == 0 || !alone->accelerator[0].clock) {
        return;
    }
    const struct accelerator_seen *at = &alone->accelerator[0];
    struct span span = judged_span(judging, alone);
    struct clock_in clock = clock_in(judging->home, at->clock, span.begin_s, span.end_s);
    if (clock.samples == 0) {
        return;
    }
    if (at->throttle) {
        struct throttle_shares shares = throttle_in(at->throttle, span.begin_s, span.end_s);
        out->capped = out->capped || shares.share[POWER_CAP_BIT] > 0.01;
    }
    out->sum += clock.median;
    out->count++;
    if (!out->first) {
        out->first =
            derive(judging->deriving, &(struct derived){ .name = "clock-judged",
                                                         .instance = judging->deriving->pair,
                                                         .run = member->run,
                                                         .value = clock.median,
                                                         .unit = at->clock->unit,
                                                         .series = at->clock });
    }
}

/* Whether clocks of the two sides measure one thing: the same accelerator, and neither it nor its
 * power is under test. */
static bool clocks_comparable(const struct judging *judging)
{
    struct str *instance;
    const struct under_test *under_test = &judging->case_file->under_test;
    bool layers = under_test->kind == UNDER_TEST_LAYERS;
    if (layers && (under_test_effect(under_test, KEY_ACCELERATOR_NAME) == EFFECT_UNDER_TEST ||
                   under_test_effect(under_test, KEY_POWER_LIMIT) == EFFECT_UNDER_TEST)) {
        return false;
    }
    size_t count = instances_seen(judging, KEY_ACCELERATOR_NAME, &instance);
    for (size_t i = 0; i < count; i++) {
        struct sides sides = sides_of(judging, KEY_ACCELERATOR_NAME, instance[i], (double)NAN);
        if (sides.a && sides.b && !sides.alike) {
            return false;
        }
    }
    return true;
}

void judge_clocks_alike(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    struct side_clock side[2] = { 0 };
    bool comparable = clocks_comparable(judging);
    for (size_t i = 0; i < judging->member_count && comparable; i++) {
        if (judging->member[i].side != SIDE_BRIDGE) {
            clock_add(judging, &judging->member[i], &side[judging->member[i].side == SIDE_B]);
        }
    }
    if (side[0].count == 0 || side[1].count == 0) { /* S7 says whose clock is not known */
        tally.holds.judgement = NOT_APPLICABLE;
        tally_done(&tally);
        return;
    }
    double a = side[0].sum / (double)side[0].count, b = side[1].sum / (double)side[1].count;
    double larger = a > b ? a : b;
    if (fabs(a - b) > rule->tolerance * larger) {
        struct outcome outcome = outcome_pair(FAILS, side[0].first, side[1].first);
        if (side[a < b ? 0 : 1].capped) {
            outcome.raised = CONDITION_BIT(STEADY_LIMIT);
        }
        tally_say(&tally, &outcome);
    }
    tally.holds = outcome_pair(HOLDS, side[0].first, side[1].first);
    tally_done(&tally);
}

bool clocks_differ(const struct judging *judging)
{
    for (size_t i = 0; i < judging->finding_count; i++) {
        const struct finding *finding = &judging->finding[i];
        if (finding->key == KEY_CLOCK_JUDGED && finding->judgement == FAILS &&
            finding->severity != SEVERITY_INFORMS) {
            return true;
        }
    }
    return false;
}
