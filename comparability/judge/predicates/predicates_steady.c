/* predicates_steady.c - series, steady stretches, the common window, telemetry inside it. */
#include "energy.h"
#include "signs.h"
#include "statistics.h"

#include <math.h>
#include <string.h>

/* ---- series ---- */

/* Of a run that counts as a whole: its tool keeps few samples, and its figure is there. */
static bool is_whole(const struct judging *judging, const struct member *member)
{
    return judging->case_file->metric_kind == METRIC_WHOLE_RUN && member->alone->completion &&
           whole_format(judging, member, false);
}

/* Too few samples within a run, of which a side has more, to tell whether it was steady: the figure
 * of the run. */
enum shows few_samples(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct member *member = look->member;
    out->fact = member->alone->completion;
    return is_whole(judging, member) && member->side != SIDE_BRIDGE &&
                   member->alone->door.steady.verdict == INSUFFICIENT
               ? SHOWS_SIGN
               : SHOWS_NONE;
}

/* Neither samples nor a figure of the metric. */
static bool is_without_result(const struct judging *judging, const struct member *member)
{
    return !member->alone->door.series && !member->alone->completion &&
           !member_fact(judging, member, judging->case_file->metric,
                        judging->case_file->metric_instance);
}

bool test_series_kept(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    bool declared = ask->part->kept.declared;
    bool *silent = marks_of(judging), *bare = marks_of(judging);
    bool any = false, without = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct series *series = member->alone->door.series;
        bool undeclared = series && series->kind == SERIES_UNDECLARED;
        bool in_whole_runs = judging->case_file->metric_kind == METRIC_WHOLE_RUN;
        silent[i] =
            (!series || (declared && (undeclared || in_whole_runs))) && !is_whole(judging, member);
        bare[i] = declared && silent[i] && is_without_result(judging, member);
        without = without || bare[i];
    }
    /* worse than a figure without its samples, unless there is a file that a declaration makes some
     */
    without = without && mend_series(judging, bare).len == 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        silent[i] = silent[i] && !(without && bare[i]);
        any = any || silent[i];
    }
    if (without)
        tally_without_result(tally, bare);
    if (any)
        tally_silent_series(tally, silent, 0);
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
    if (undeclared_mark(tally->judging, silent))
        tally_silent_series(tally, silent, CONDITION_BIT(UNDECLARED));
    return false;
}

enum shows series_unsteady(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct member *member = look->member;
    const struct series *series = member->alone->door.series;
    enum steady_verdict verdict = member->alone->door.steady.verdict;
    if (!series || (verdict == INSUFFICIENT && is_whole(judging, member)))
        return SHOWS_UNASKED;
    out->fact = alone_fact(member->alone, KEY_STEADY_VERDICT);
    out->is = verdict == INSUFFICIENT ? UNKNOWN : FAILS;
    out->silent = member->run->machine->system->id;
    out->mend = look->ask->rule->text.mend;
    return verdict == STEADY || series->kind == SERIES_UNDECLARED ? SHOWS_NONE : SHOWS_SIGN;
}

enum shows series_invalid(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct alone *alone = look->member->alone;
    (void)judging;
    out->fact = alone_fact(alone, KEY_STEADY_VERDICT);
    return alone->door.series && alone->door.steady.verdict == INVALID &&
                   alone->door.series->kind != SERIES_UNDECLARED
               ? SHOWS_SIGN
               : SHOWS_NONE;
}

/* ---- the window ---- */

/* Runs that are steady each, and at no time together. */
enum shows no_window(struct judging *judging, const struct look *look, struct sign *out)
{
    (void)look;
    out->fact = alone_fact(judging->member[0].alone, KEY_STEADY_START);
    return !judging->all_steady ? SHOWS_UNASKED : judging->has_window ? SHOWS_NONE : SHOWS_SIGN;
}

static bool window_too_short(const struct judging *judging)
{
    const struct policy *policy = &judging->case_file->policy;
    double length = judging->window.end_s - judging->window.begin_s;
    if (length < policy->least_window)
        return true;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct judged_run *door = &judging->member[i].alone->door;
        struct span whole = series_span(door->series);
        /* The shortest run asks for the least. */
        bool shorter = length < policy->least_share * (whole.end_s - whole.begin_s);
        if (window_batches(door->series, &door->steady, judging->window) < policy->least_batches)
            return true;
        for (size_t j = 0; shorter && j < judging->member_count; j++) {
            struct span other = series_span(judging->member[j].alone->door.series);
            shorter = length < policy->least_share * (other.end_s - other.begin_s);
        }
        if (shorter)
            return true;
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
                  &(struct derived){ .row = DERIVE_WINDOW_FOUND,
                                     .value = judging->window.end_s - judging->window.begin_s,
                                     .unit = UNIT_SECOND,
                                     .printing = { .rule = PRINT_DECIMALS, .digits = 2 },
                                     .input = bounds,
                                     .input_count = ARRAY_COUNT(bounds) });
}

enum shows window_short(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct policy *policy = &judging->case_file->policy;
    const struct fact *const limits[] = { policy->least_window_fact, policy->least_share_fact,
                                          policy->least_batches_fact };
    (void)look;
    if (!judging->all_steady || !judging->has_window)
        return SHOWS_UNASKED;
    bool small = window_too_short(judging);
    for (size_t i = 0; i < ARRAY_COUNT(limits); i++) {
        out->fine[i] = limits[i];
        out->seen[i + 1] = limits[i];
    }
    if (!small)
        return SHOWS_NONE;
    out->fact = bound_fact(judging, KEY_STEADY_END, true, SIDE_A);
    out->against = bound_fact(judging, KEY_STEADY_END, true, SIDE_B);
    out->seen[0] = window_found(judging);
    return SHOWS_SIGN;
}

struct measured steady_start(struct judging *judging, const struct member *member,
                             const struct ask *ask, const struct measured *limit)
{
    const struct alone *alone = member->alone;
    (void)judging;
    (void)ask;
    (void)limit;
    return (struct measured){ .fact = alone_fact(alone, KEY_STEADY_START),
                              .value = alone->has_span ? alone->span.begin_s : 0,
                              .known = alone->has_span };
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

/* ---- telemetry ---- */

/* The verdict's fact of this accelerator; the run's own where it is the first. */
static const struct fact *verdict_of(const struct alone *alone, size_t index, enum key key)
{
    for (size_t i = 0; index > 0 && i < alone->door.fact_count; i++) {
        const struct fact *fact = alone->door.fact[i];
        if (fact->key == key && str_eq(fact->instance, alone->accelerator[index].name))
            return fact;
    }
    return alone_fact(alone, key);
}

/* Five parts were seen to differ: that they may by noise excuses nothing. */
static bool rounds_differ(const struct steadiness *steady)
{
    return steady->verdict == INSUFFICIENT && steady->reason &&
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
    if (any)
        tally_silent_telemetry(tally, ask->key[0], silent);
    return true;
}

bool test_telemetry_told(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    bool *silent = marks_of(judging), any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        silent[i] = !ask->part->known(judging, &judging->member[i]);
        any = any || silent[i];
    }
    if (any)
        tally_silent_telemetry(tally, ask->key[0], silent);
    return any;
}

/* Telemetry that covers another time than the load, and when it began. */
enum shows telemetry_outside(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct alone *alone = look->member->alone;
    (void)judging;
    out->fact = alone_fact(alone, KEY_TELEMETRY_BEGIN_UTC);
    out->seen[0] = alone_fact(alone, KEY_LOAD_BEGIN_UTC);
    out->seen[1] = out->fact;
    out->seen[2] = alone_fact(alone, KEY_TELEMETRY_END_UTC);
    return alone->telemetry == TELEMETRY_OUTSIDE && out->seen[0] && out->seen[1] ? SHOWS_SIGN
                                                                                 : SHOWS_NONE;
}

bool telemetry_placed(struct judging *judging, const struct member *member)
{
    struct sign sign;
    return member->alone->telemetry == TELEMETRY_USED ||
           telemetry_outside(judging, &(struct look){ .member = member }, &sign) == SHOWS_SIGN;
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
    if (alone->accelerator_count > 0)
        span = judged_span(judging, alone);
    for (size_t i = 0; i < alone->accelerator_count; i++) {
        struct throttle_shares one = { 0 };
        if (alone->accelerator[i].throttle)
            one = throttle_in(alone->accelerator[i].throttle, span.begin_s, span.end_s);
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
    if (index > 0)
        buf_putf(&out, ", %.*s", STR_ARG(alone->accelerator[index].name));
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
        &(struct derived){ .row = DERIVE_THROTTLE_JUDGED,
                           .instance = judged_instance(judging, alone, index, shares,
                                                       fault ? THROTTLE_FAULTS : THROTTLE_LIMITS),
                           .run = member->run,
                           .value = (fault ? shares->fault : shares->limit) * 100,
                           .unit = UNIT_PERCENT,
                           .printing = { .rule = PRINT_DIGITS, .digits = 3 },
                           .series = alone->accelerator[index].throttle });
}

enum shows fault_in_telemetry(struct judging *judging, const struct look *look, struct sign *out)
{
    struct shares_worst worst;
    (void)shares_worst(judging, look->member->alone, &worst);
    if (worst.fault.fault <= fault_share)
        return SHOWS_NONE;
    out->fact = throttle_judged(judging, look->member, &worst, true);
    return SHOWS_SIGN;
}

/* A limit that held it back, and no fault. */
enum shows limit_in_telemetry(struct judging *judging, const struct look *look, struct sign *out)
{
    struct shares_worst worst;
    (void)shares_worst(judging, look->member->alone, &worst);
    if (worst.fault.fault > fault_share || worst.limit.limit <= fault_share)
        return SHOWS_NONE;
    out->fact = look->again ? NULL : throttle_judged(judging, look->member, &worst, false);
    return SHOWS_SIGN;
}

bool throttle_told(struct judging *judging, const struct member *member)
{
    struct shares_worst worst;
    return shares_worst(judging, member->alone, &worst);
}

/* Where no telemetry tells of a run, what its captures tell is not passed over. */
enum shows fault_in_capture(struct judging *judging, const struct look *look, struct sign *out)
{
    out->fact = throttle_told(judging, look->member) ? NULL : fault_fact(judging, look->member);
    return out->fact ? SHOWS_SIGN : SHOWS_NONE;
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
                  &(struct derived){ .row = DERIVE_CLOCK_NEAR,
                                     .instance = instance,
                                     .run = member->run,
                                     .value = near * 100,
                                     .unit = UNIT_PERCENT,
                                     .printing = { .rule = PRINT_DIGITS, .digits = 3 },
                                     .series = at->clock });
}

static struct clock_in clock_at(const struct judging *judging, const struct alone *alone,
                                size_t index)
{
    const struct series *clock = alone->accelerator[index].clock;
    struct span span = judged_span(judging, alone);
    return clock ? clock_in(judging->home, clock, span.begin_s, span.end_s)
                 : (struct clock_in){ 0 };
}

/* Less of the judged stretch near the median than the rule's tolerance. */
enum shows clock_uneven(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct alone *alone = look->member->alone;
    struct clock_in clock = clock_at(judging, alone, look->index);
    if (clock.samples == 0 || clock.near >= look->ask->rule->tolerance)
        return SHOWS_NONE;
    out->fact = alone_fact(alone, KEY_CLOCK_MEDIAN);
    out->seen[0] = clock_near(judging, look->member, look->index, clock.near);
    out->seen[1] = out->fact;
    return SHOWS_SIGN;
}

bool clock_told(struct judging *judging, const struct member *member)
{
    const struct alone *alone = member->alone;
    bool told = alone->accelerator_count > 0 && !alone->accelerators_missing;
    for (size_t k = 0; told && k < alone->accelerator_count; k++)
        told = clock_at(judging, alone, k).samples > 0;
    return told;
}

/* ---- V6 ---- */

enum shows power_apart(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct fact *read[2];
    enum boundary boundary = energy_boundary(judging, read);
    (void)look;
    if (!read[0])
        return SHOWS_UNASKED;
    if (boundary == BOUNDARY_ALIKE)
        return SHOWS_NONE;
    out->fact = out->seen[0] = read[0];
    out->against = out->seen[1] = read[1];
    out->raised = boundary == BOUNDARY_INSTRUMENT ? CONDITION_BIT(OTHER_COLUMNS) : 0;
    return SHOWS_SIGN;
}
