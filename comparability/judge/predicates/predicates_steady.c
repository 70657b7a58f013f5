/* predicates_steady.c - series, steady stretches, the common window, telemetry inside it. */
#include "predicates.h"
#include "statistics.h"

#include <math.h>
#include <string.h>

/* ---- series -------------------------------------------------------------------------------------
 */

/* Of a run that counts as a whole: its tool keeps few samples, and its figure is there. */
static bool is_whole(const struct judging *judging, const struct member *member)
{
    return judging->case_file->metric_kind == METRIC_WHOLE_RUN && member->alone->completion &&
           whole_format(judging, member, false);
}

/* Too few samples within a run to tell whether it was steady are stated, once a comparison. */
static void few_samples_say(struct tally *tally)
{
    const struct judging *judging = tally->judging;
    const struct fact *figure[2] = { NULL, NULL };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        if (is_whole(judging, member) && member->side != SIDE_BRIDGE &&
            member->alone->door.steady.verdict == INSUFFICIENT && !figure[member->side]) {
            figure[member->side] = member->alone->completion;
        }
    }
    if (figure[0] || figure[1]) {
        struct outcome outcome = outcome_pair(FAILS, figure[0], figure[1]);
        outcome.raised = CONDITION_BIT(FEW_SAMPLES);
        tally_say(tally, &outcome);
    }
}

bool test_samples_enough(struct tally *tally, const struct ask *ask)
{
    (void)ask;
    few_samples_say(tally);
    return true;
}

bool test_series_kept(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    bool declared = ask->part->kept.declared;
    bool *silent = marks_of(judging);
    bool any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct series *series = member->alone->door.series;
        bool undeclared = series && series->kind == SERIES_UNDECLARED;
        bool in_whole_runs = judging->case_file->metric_kind == METRIC_WHOLE_RUN;
        silent[i] =
            (!series || (declared && (undeclared || in_whole_runs))) && !is_whole(judging, member);
        any = any || silent[i];
    }
    if (any) {
        tally_silent_series(tally, silent, 0);
    }
    return true;
}

/* Marks members whose series nobody declared; they can be judged as little as missing ones. */
static bool undeclared_mark(const struct judging *judging, bool *silent)
{
    bool any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct series *series = judging->member[i].alone->door.series;
        silent[i] = series && series->kind == SERIES_UNDECLARED;
        any = any || silent[i];
    }
    return any;
}

bool test_series_declared(struct tally *tally, const struct ask *ask)
{
    (void)ask;
    bool *silent = marks_of(tally->judging);
    if (undeclared_mark(tally->judging, silent)) {
        tally_silent_series(tally, silent, CONDITION_BIT(UNDECLARED));
    }
    return false;
}

bool test_steady(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    size_t judged = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        enum steady_verdict verdict = member->alone->door.steady.verdict;
        if (!member->alone->door.series || (verdict == INSUFFICIENT && is_whole(judging, member))) {
            continue;
        }
        judged++;
        if (verdict == STEADY || member->alone->door.series->kind == SERIES_UNDECLARED) {
            continue;
        }
        struct outcome outcome =
            outcome_seen(judging, verdict == INSUFFICIENT ? UNKNOWN : FAILS, member,
                         alone_fact(member->alone, KEY_STEADY_VERDICT));
        outcome.silent = member->run->machine->system->id;
        outcome.mend = ask->rule->text.mend;
        tally_say(tally, &outcome);
    }
    return judged > 0;
}

bool test_series_sane(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    (void)ask;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct series *series = member->alone->door.series;
        if (series && member->alone->door.steady.verdict == INVALID &&
            series->kind != SERIES_UNDECLARED) {
            struct outcome outcome =
                outcome_seen(judging, FAILS, member, alone_fact(member->alone, KEY_STEADY_VERDICT));
            tally_say(tally, &outcome);
        }
    }
    return true;
}

/* ---- the window ---------------------------------------------------------------------------------
 */

bool test_one_window(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    (void)ask;
    if (judging->all_steady && !judging->has_window) {
        struct outcome outcome =
            outcome_pair(FAILS, alone_fact(judging->member[0].alone, KEY_STEADY_START), NULL);
        tally_say(tally, &outcome);
    }
    return judging->all_steady;
}

static bool window_too_short(const struct judging *judging)
{
    const struct policy *policy = &judging->case_file->policy;
    double length = judging->window.end_s - judging->window.begin_s;
    if (length < policy->least_window) {
        return true;
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct judged_run *door = &judging->member[i].alone->door;
        struct span whole = series_span(door->series);
        /* The shortest run asks for the least. */
        bool shorter = length < policy->least_share * (whole.end_s - whole.begin_s);
        if (window_batches(door->series, &door->steady, judging->window) < policy->least_batches) {
            return true;
        }
        for (size_t j = 0; shorter && j < judging->member_count; j++) {
            struct span other = series_span(judging->member[j].alone->door.series);
            shorter = length < policy->least_share * (other.end_s - other.begin_s);
        }
        if (shorter) {
            return true;
        }
    }
    return false;
}

/* What bounds the window: the fact of the run that is steady last, or until first. */
static const struct fact *bound_fact(const struct judging *judging, enum key key, bool one_side,
                                     enum side side)
{
    const struct fact *bound = NULL;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *fact =
            one_side && member->side != side ? NULL : alone_fact(member->alone, key);
        bool tighter = fact && bound &&
                       (key == KEY_STEADY_START ? fact->value.value > bound->value.value
                                                : fact->value.value < bound->value.value);
        bound = fact && (!bound || tighter) ? fact : bound;
    }
    return bound;
}

static const struct fact *window_found(struct judging *judging)
{
    const struct fact *const bounds[] = { bound_fact(judging, KEY_STEADY_START, false, SIDE_A),
                                          bound_fact(judging, KEY_STEADY_END, false, SIDE_A) };
    return derive(judging->deriving,
                  &(struct derived){ .name = "window-found",
                                     .value = judging->window.end_s - judging->window.begin_s,
                                     .unit = UNIT_SECOND,
                                     .printing = { .rule = PRINT_DECIMALS, .digits = 2 },
                                     .input = bounds,
                                     .input_count = ARRAY_COUNT(bounds) });
}

void judge_window_length(struct judging *judging, const struct rule *rule)
{
    const struct policy *policy = &judging->case_file->policy;
    struct tally tally = tally_of(judging, rule);
    const struct fact *const limits[] = { policy->least_window_fact, policy->least_share_fact,
                                          policy->least_batches_fact };
    for (size_t i = 0; i < ARRAY_COUNT(limits); i++) {
        tally.holds.seen[i] = limits[i];
    }
    if (!judging->all_steady || !judging->has_window) {
        tally.holds = outcome_of(NOT_APPLICABLE);
    } else if (window_too_short(judging)) {
        struct outcome outcome =
            outcome_pair(FAILS, bound_fact(judging, KEY_STEADY_END, true, SIDE_A),
                         bound_fact(judging, KEY_STEADY_END, true, SIDE_B));
        outcome.seen[0] = window_found(judging);
        for (size_t i = 0; i < ARRAY_COUNT(limits); i++) {
            outcome.seen[i + 1] = limits[i];
        }
        tally_say(&tally, &outcome);
    }
    tally_done(&tally);
}

void judge_declared_window(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    bool declared = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *begin = member_fact(judging, member, rule->key[0], (struct str){ 0 });
        if (!begin || !begin->value.number) {
            continue;
        }
        declared = true;
        struct outcome outcome = outcome_seen(judging, UNKNOWN, member, begin);
        double at = begin->value.value * unit_row(begin->value.unit)->factor;
        if (!member->alone->has_span) {
            tally_say(&tally, &outcome);
        } else if (at < member->alone->span.begin_s) {
            outcome.judgement = FAILS;
            outcome.seen[1] = alone_fact(member->alone, KEY_STEADY_START);
            tally_say(&tally, &outcome);
        }
    }
    if (!declared) {
        tally.holds.judgement = NOT_APPLICABLE;
    }
    tally_done(&tally);
}

/* Relative distance of b from a. */
static double distance(double a, double b)
{
    return fabs(b - a) / fabs(a);
}

void judge_sensitivity(struct judging *judging, const struct rule *rule)
{
    const struct comparison *comparison = judging->comparison;
    const struct ratios *ratios = &judging->ratios;
    struct tally tally = tally_of(judging, rule);
    if (!comparison_licenses(comparison) || !comparison->ratio || !comparison->ratio_own ||
        !comparison->ratio_whole) {
        tally.holds.judgement = NOT_APPLICABLE;
        tally_done(&tally);
        return;
    }
    double margin = judging->case_file->policy.margin;
    bool apart = distance(ratios->in.value, ratios->own) > margin ||
                 distance(ratios->in.value, ratios->whole) > margin ||
                 distance(ratios->own, ratios->whole) > margin;
    struct outcome outcome = outcome_of(apart ? FAILS : HOLDS);
    outcome.seen[0] = comparison->ratio;
    outcome.seen[1] = comparison->ratio_own;
    outcome.seen[2] = comparison->ratio_whole;
    outcome_put(judging, &outcome);
}

/* ---- telemetry ----------------------------------------------------------------------------------
 */

/* The verdict's fact of this accelerator; the run's own where it is the first. */
static const struct fact *verdict_of(const struct alone *alone, size_t index, enum key key)
{
    for (size_t i = 0; index > 0 && i < alone->door.fact_count; i++) {
        const struct fact *fact = alone->door.fact[i];
        if (fact->key == key && str_eq(fact->instance, alone->accelerator[index].name)) {
            return fact;
        }
    }
    return alone_fact(alone, key);
}

/* Five parts were seen to differ: that they may by noise excuses nothing. */
static bool rounds_differ(const struct steadiness *steady)
{
    return steady->verdict == INSUFFICIENT && steady->reason != NULL &&
           strcmp(steady->reason, "noise in rounds") == 0;
}

/* Over all accelerators that worked; telemetry of fewer than were used leaves it open. */
bool test_telemetry_steady(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    bool power = ask->part->verdict == KEY_POWER_VERDICT;
    bool *silent = marks_of(judging);
    bool any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct alone *alone = member->alone;
        silent[i] = alone->accelerator_count == 0 || alone->accelerators_missing;
        for (size_t k = 0; k < alone->accelerator_count; k++) {
            const struct accelerator_seen *at = &alone->accelerator[k];
            const struct steadiness *steady = power ? &at->power_steady : &at->clock_steady;
            enum steady_verdict verdict = steady->verdict;
            bool differs = rounds_differ(steady);
            if (verdict == INSUFFICIENT && !differs) {
                silent[i] = true;
            } else if (verdict != STEADY) {
                struct outcome outcome = outcome_seen(judging, differs ? UNKNOWN : FAILS, member,
                                                      verdict_of(alone, k, ask->part->verdict));
                tally_say(tally, &outcome);
            }
        }
        any = any || silent[i];
    }
    if (any) {
        tally_silent_telemetry(tally, ask->key[0], silent);
    }
    return true;
}

void judge_telemetry_overlaps(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    bool *silent = marks_of(judging), *outside = marks_of(judging);
    bool any = false;
    const struct member *first = NULL;
    const struct fact *began[2] = { NULL, NULL };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *begin = alone_fact(member->alone, KEY_TELEMETRY_BEGIN_UTC);
        outside[i] = member->alone->telemetry == TELEMETRY_OUTSIDE && begin &&
                     alone_fact(member->alone, KEY_LOAD_BEGIN_UTC);
        if (outside[i]) {
            first = first ? first : member;
            began[member->like] = began[member->like] ? began[member->like] : begin;
        } else if (member->alone->telemetry != TELEMETRY_USED) {
            silent[i] = any = true;
        }
    }
    if (first) {
        struct outcome outcome = outcome_pair(FAILS, began[0], began[1]);
        outcome.seen[0] = alone_fact(first->alone, KEY_LOAD_BEGIN_UTC);
        outcome.seen[1] = alone_fact(first->alone, KEY_TELEMETRY_BEGIN_UTC);
        outcome.seen[2] = alone_fact(first->alone, KEY_TELEMETRY_END_UTC);
        mend_by(&outcome, MEND_TELEMETRY, judging, outside);
        tally_say(&tally, &outcome);
    }
    if (any) {
        tally_silent_telemetry(&tally, rule->key[0], silent);
    }
    tally_done(&tally);
}

/* A fault bit in more than this share of samples is a fault, not an event. */
static const double fault_share = 0.01;

/* The greatest shares of any accelerator that worked, and whose they are. */
struct shares_worst {
    struct throttle_shares fault, limit;
    size_t fault_of, limit_of;
};

/* False: one of them is not told of. */
static bool shares_worst(const struct judging *judging, const struct alone *alone,
                         struct shares_worst *out)
{
    struct span span = { 0 };
    bool told = alone->accelerator_count > 0 && !alone->accelerators_missing;
    *out = (struct shares_worst){ 0 };
    if (alone->accelerator_count > 0) {
        span = judged_span(judging, alone);
    }
    for (size_t i = 0; i < alone->accelerator_count; i++) {
        struct throttle_shares one = { 0 };
        if (alone->accelerator[i].throttle) {
            one = throttle_in(alone->accelerator[i].throttle, span.begin_s, span.end_s);
        }
        told = told && one.samples > 0;
        if (one.fault > out->fault.fault) {
            out->fault = one;
            out->fault_of = i;
        }
        if (one.limit > out->limit.limit) {
            out->limit = one;
            out->limit_of = i;
        }
    }
    return told;
}

/* "A-B, software power cap, accelerator 3": the comparison where there are several, what was seen
 * of the kind, and which accelerator unless it stands for the run. */
static struct str judged_instance(const struct judging *judging, const struct alone *alone,
                                  size_t index, const struct throttle_shares *shares, uint64_t mask)
{
    struct buf out = buf_new(judging->home, 1 << 12);
    const char *joint = "";
    if (judging->deriving->pair.len > 0) {
        buf_put(&out, judging->deriving->pair);
        joint = ", ";
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        if ((mask >> bit & 1) && shares->share[bit] > 0 && throttle_reason(bit)) {
            buf_putf(&out, "%s%s", joint, throttle_reason(bit));
            joint = " or ";
        }
    }
    if (index > 0) {
        buf_putf(&out, ", %.*s", STR_ARG(alone->accelerator[index].name));
    }
    return buf_str(&out);
}

/* The share that decides, over the stretch that is judged. */
static const struct fact *throttle_judged(struct judging *judging, const struct member *member,
                                          const struct shares_worst *worst, bool fault)
{
    const struct alone *alone = member->alone;
    const struct throttle_shares *shares = fault ? &worst->fault : &worst->limit;
    size_t index = fault ? worst->fault_of : worst->limit_of;
    return derive(
        judging->deriving,
        &(struct derived){ .name = "throttle-judged",
                           .instance = judged_instance(judging, alone, index, shares,
                                                       fault ? THROTTLE_FAULTS : THROTTLE_LIMITS),
                           .run = member->run,
                           .value = (fault ? shares->fault : shares->limit) * 100,
                           .unit = UNIT_PERCENT,
                           .printing = { .rule = PRINT_DIGITS, .digits = 3 },
                           .series = alone->accelerator[index].throttle });
}

/* Where no telemetry tells of runs, what their captures tell is not passed over. */
static void faults_captured(struct tally *tally, const struct fact *a, const struct fact *b)
{
    if (a || b) {
        struct outcome outcome = outcome_pair(FAILS, a, b);
        outcome.raised = CONDITION_BIT(CAPTURED);
        outcome.instance = (a ? a : b)->instance;
        tally_say(tally, &outcome);
    }
}

void judge_no_fault(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    bool *silent = marks_of(judging);
    bool any = false;
    const struct fact *limited[2] = { NULL, NULL }, *captured[2] = { NULL, NULL };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        struct shares_worst worst;
        if (!shares_worst(judging, member->alone, &worst)) {
            silent[i] = any = true;
            const struct fact **own = &captured[member->like];
            *own = *own ? *own : fault_fact(judging, member);
        }
        if (worst.fault.fault > fault_share) {
            struct outcome outcome = outcome_seen(judging, FAILS, member,
                                                  throttle_judged(judging, member, &worst, true));
            tally_say(&tally, &outcome);
        } else if (worst.limit.limit > fault_share && !limited[member->like]) {
            limited[member->like] = throttle_judged(judging, member, &worst, false);
        }
    }
    faults_captured(&tally, captured[0], captured[1]);
    if (limited[0] || limited[1]) {
        struct outcome outcome = outcome_pair(FAILS, limited[0], limited[1]);
        outcome.raised = CONDITION_BIT(STEADY_LIMIT);
        outcome.mend = STR("Nothing to mend: state the limit beside the number.");
        outcome.instance = (limited[0] ? limited[0] : limited[1])->instance;
        tally_say(&tally, &outcome);
    }
    if (any) {
        tally_silent_telemetry(&tally, rule->key[0], silent);
    }
    tally_done(&tally);
}

/* Of the judged stretch, which may differ by comparison: that one is named. */
static const struct fact *clock_near(struct judging *judging, const struct member *member,
                                     size_t index, double near)
{
    const struct accelerator_seen *at = &member->alone->accelerator[index];
    struct str pair = judging->deriving->pair, instance = pair;
    if (index > 0) {
        instance = pair.len > 0
                       ? str_format(judging->home, "%.*s, %.*s", STR_ARG(pair), STR_ARG(at->name))
                       : at->name;
    }
    return derive(judging->deriving,
                  &(struct derived){ .name = "clock-near",
                                     .instance = instance,
                                     .run = member->run,
                                     .value = near * 100,
                                     .unit = UNIT_PERCENT,
                                     .printing = { .rule = PRINT_DIGITS, .digits = 3 },
                                     .series = at->clock });
}

static void clock_uneven(struct tally *tally, const struct member *member, size_t index,
                         double near)
{
    struct judging *judging = tally->judging;
    struct outcome outcome =
        outcome_seen(judging, FAILS, member, alone_fact(member->alone, KEY_CLOCK_MEDIAN));
    outcome.seen[1] = outcome.seen[0];
    outcome.seen[0] = clock_near(judging, member, index, near);
    tally_say(tally, &outcome);
}

void judge_clock_even(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    bool *silent = marks_of(judging);
    bool any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct alone *alone = member->alone;
        silent[i] = alone->accelerator_count == 0 || alone->accelerators_missing;
        for (size_t k = 0; k < alone->accelerator_count; k++) {
            struct clock_in clock = { 0 };
            if (alone->accelerator[k].clock) {
                struct span span = judged_span(judging, alone);
                clock =
                    clock_in(judging->home, alone->accelerator[k].clock, span.begin_s, span.end_s);
            }
            if (clock.samples == 0) {
                silent[i] = true;
            } else if (clock.near < rule->tolerance) {
                clock_uneven(&tally, member, k, clock.near);
            }
        }
        any = any || silent[i];
    }
    if (any) {
        tally_silent_telemetry(&tally, rule->key[0], silent);
    }
    tally_done(&tally);
}
