/* numbers.c - window, means, ratio: prepared in memory, published only under a licence.
 *
 * The unit of every interval across runs is the run; a copy counts once, a bridge not at all. The
 * method is docs/method.md, sections "one window" and "comparison". */
#include "blocks.h"
#include "compare.h"
#include "energy.h"
#include "model/likeness.h"
#include "predicates.h"
#include "ranks.h"
#include "statistics.h"

#include <math.h>
#include <string.h>

/* ---- before the verdict ---- */

/* Which number of a run is meant. */
enum which { IN_WINDOW, ALL_WINDOW, OWN_WINDOW, WHOLE_RUN };

static double value_of(const struct member *member, enum which which)
{
    switch (which) {
    case IN_WINDOW:
        return member->in_value;
    case ALL_WINDOW:
        return member->all_value;
    case OWN_WINDOW:
        return member->alone->completion ? (double)NAN : member->alone->own_value;
    case WHOLE_RUN:
        return member->alone->completion ? (double)NAN : member->alone->whole_value;
    }
    return (double)NAN;
}

static bool is_completion(const struct judging *judging)
{
    return judging->case_file->metric_kind == METRIC_TO_COMPLETION;
}

/* Whether a run counts by one figure: no window is asked for. */
static bool is_figure(const struct judging *judging)
{
    return is_completion(judging) || judging->case_file->metric_kind == METRIC_WHOLE_RUN;
}

/* The metric of each run in the window, worked out once: a percentile sorts all of its samples. */
static void values_prepare(const struct judging *judging)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        struct member *member = &judging->member[i];
        double time;
        member->in_value = member->all_value = (double)NAN;
        if (is_figure(judging)) { /* one figure a run, whatever the window */
            double factor = unit_row(vocabulary_row(judging->case_file->metric)->unit)->factor;
            const struct fact *figure = member->alone->completion;
            bool known = figure && fact_base(figure, &time);
            member->in_value = known ? time / factor : (double)NAN;
            if (figure && figure == member->alone->door.whole)
                member->in_value = member->alone->whole_value;
            executions_find(judging, member);
        } else if (judging->has_window) {
            member->in = stretch_cycles(member->alone->door.series, judging->window);
            member->all = stretch_all(member->alone->door.series, judging->window);
            member->in_value = stretch_value(member->alone, &member->in);
            member->all_value = stretch_value(member->alone, &member->all);
        }
    }
}

/* Values of a side's runs, copies left out; 0 where one of them has none. Of one run alone whose
 * repetitions are executions by themselves, these; `out` holds values_room(). */
static size_t side_values(const struct judging *judging, enum side side, enum which which,
                          double *out)
{
    size_t count = 0;
    const struct member *only = NULL;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        double value = value_of(member, which);
        if (member->side != side || member->alone->copy_of != SIZE_MAX)
            continue;
        if (!isfinite(value))
            return 0;
        out[count++] = value;
        only = member;
    }
    if (count == 1 && which == IN_WINDOW && only->execution_count > 1) {
        memcpy(out, only->execution, only->execution_count * sizeof *out);
        return only->execution_count;
    }
    return count;
}

static size_t values_room(const struct judging *judging)
{
    size_t room = judging->member_count + 1;
    for (size_t i = 0; i < judging->member_count; i++)
        room += judging->member[i].execution_count;
    return room;
}

/* By blocks; not found where the runs took no turns. */
static struct interval blocked(const struct judging *judging, enum which which)
{
    double *value = ARENA_MANY(judging->home, judging->member_count + 1, double);
    for (size_t i = 0; i < judging->member_count; i++)
        value[i] = value_of(&judging->member[i], which);
    const double *ratio = turns_ratios(judging, value);
    return ratio ? interval_blocks(judging->home, ratio, judging->block_count)
                 : (struct interval){ 0 };
}

static double ratio_of(const struct judging *judging, enum which which)
{
    struct interval in_blocks = blocked(judging, which);
    if (in_blocks.found)
        return in_blocks.value;
    double *a = ARENA_MANY(judging->home, values_room(judging), double);
    double *b = ARENA_MANY(judging->home, values_room(judging), double);
    size_t a_count = side_values(judging, SIDE_A, which, a);
    size_t b_count = side_values(judging, SIDE_B, which, b);
    if (a_count == 0 || b_count == 0)
        return (double)NAN;
    double mean = moments_of(a, a_count).mean;
    if (!(mean > 0))
        return (double)NAN;
    return statistics_round(moments_of(b, b_count).mean / mean, 6);
}

static void window_prepare(struct judging *judging)
{
    struct span *span = ARENA_MANY(judging->home, judging->member_count + 1, struct span);
    judging->all_steady = judging->member_count > 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct alone *alone = judging->member[i].alone;
        judging->all_steady = judging->all_steady && alone->has_span;
        span[i] = alone->span;
    }
    judging->has_window =
        judging->all_steady && window_common(span, judging->member_count, &judging->window);
    /* A window declared with any run shrinks the common one for all alike. */
    for (size_t i = 0; i < judging->member_count && judging->has_window; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *begin =
            member_fact(judging, member, KEY_METHOD_WINDOW_BEGIN, (struct str){ 0 });
        const struct fact *end =
            member_fact(judging, member, KEY_METHOD_WINDOW_END, (struct str){ 0 });
        double at;
        if (begin && fact_base(begin, &at) && at > judging->window.begin_s)
            judging->window.begin_s = at;
        if (end && fact_base(end, &at) && at < judging->window.end_s)
            judging->window.end_s = at;
        judging->has_window = judging->window.begin_s < judging->window.end_s;
    }
}

void numbers_prepare(struct judging *judging)
{
    window_prepare(judging);
    judging->ratios =
        (struct ratios){ .all = (double)NAN, .own = (double)NAN, .whole = (double)NAN };
    values_prepare(judging);
    if (!judging->has_window && !is_figure(judging))
        return;
    double *a = ARENA_MANY(judging->home, values_room(judging), double);
    double *b = ARENA_MANY(judging->home, values_room(judging), double);
    size_t a_count = side_values(judging, SIDE_A, IN_WINDOW, a);
    size_t b_count = side_values(judging, SIDE_B, IN_WINDOW, b);
    turns_find(judging);
    struct interval in_blocks = blocked(judging, IN_WINDOW);
    judging->ratios.unpaired = interval_ratio(a, a_count, b, b_count);
    judging->ratios.in = in_blocks.found ? in_blocks : judging->ratios.unpaired;
    judging->ratios.found = judging->ratios.unpaired.found;
    if (is_figure(judging))
        digits_reach(judging);
    judging->ratios.all = ratio_of(judging, ALL_WINDOW);
    judging->ratios.own = ratio_of(judging, OWN_WINDOW);
    judging->ratios.whole = ratio_of(judging, WHOLE_RUN);
}

double numbers_p(const struct judging *judging)
{
    if (judging->ratios.found && judging->block_count > 0)
        return turns_p(judging);
    if (judging->ratios.digits)
        return (double)NAN; /* what was rounded off has no distribution here */
    double *a = ARENA_MANY(judging->home, values_room(judging), double);
    double *b = ARENA_MANY(judging->home, values_room(judging), double);
    size_t a_count = side_values(judging, SIDE_A, IN_WINDOW, a);
    size_t b_count = side_values(judging, SIDE_B, IN_WINDOW, b);
    return judging->ratios.found ? ratio_p(a, a_count, b, b_count) : (double)NAN;
}

/* ---- after it ---- */

struct publishing {
    struct judging *judging;
    struct comparison *comparison;
    struct judged_run *run;
    enum unit unit; /* of the metric */
};

static const struct fact *publish(const struct publishing *in, struct derived want)
{
    if (!isfinite(want.value))
        return NULL; /* evidence with absurd figures gives no number */
    want.licence = in->comparison;
    return derive(in->judging->deriving, &want);
}

/* Facts of each member by key, from which a number of several runs derives. */
static const struct fact **inputs_of(const struct publishing *in, bool side_a, bool side_b,
                                     bool bridges, enum which which, size_t *count)
{
    const struct judging *judging = in->judging;
    const struct fact **input =
        ARENA_MANY(judging->home, judging->member_count + 1, const struct fact *);
    const bool wanted[] = { [SIDE_A] = side_a, [SIDE_B] = side_b, [SIDE_BRIDGE] = bridges };
    *count = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct judged_run *run = &in->run[i];
        const struct fact *fact = which == IN_WINDOW    ? run->value
                                  : which == ALL_WINDOW ? run->value_all
                                  : which == OWN_WINDOW ? run->own
                                                        : run->whole;
        bool copy = member->alone->copy_of != SIZE_MAX;
        if (wanted[member->side] && !copy && fact)
            input[(*count)++] = fact;
    }
    return input;
}

/* Declarations that cut the window at `at`, put behind the `count` inputs; each once. */
static size_t window_cuts(const struct judging *judging, enum key key, double at,
                          const struct fact **input, size_t count)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct span *steady = &judging->member[i].alone->span;
        double own = key == KEY_METHOD_WINDOW_BEGIN ? steady->begin_s : steady->end_s;
        if (!(own < at) && !(own > at))
            return count; /* a steady stretch has that bound itself */
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct fact *fact = member_fact(judging, &judging->member[i], key, (struct str){ 0 });
        double value;
        bool cuts = fact && fact_base(fact, &value) && !(value < at) && !(value > at);
        if (cuts && (count == 0 || input[count - 1] != fact))
            input[count++] = fact;
    }
    return count;
}

static void publish_window(const struct publishing *in)
{
    const struct judging *judging = in->judging;
    const struct fact **begin =
        ARENA_MANY(judging->home, 2 * judging->member_count + 1, const struct fact *);
    const struct fact **end =
        ARENA_MANY(judging->home, 2 * judging->member_count + 1, const struct fact *);
    struct printing seconds = { .rule = PRINT_DECIMALS, .digits = 2 };
    size_t count = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        begin[count] = alone_fact(judging->member[i].alone, KEY_STEADY_START);
        end[count] = alone_fact(judging->member[i].alone, KEY_STEADY_END);
        count += begin[count] && end[count];
    }
    size_t begins =
        window_cuts(judging, KEY_METHOD_WINDOW_BEGIN, judging->window.begin_s, begin, count);
    size_t ends = window_cuts(judging, KEY_METHOD_WINDOW_END, judging->window.end_s, end, count);
    struct comparison *out = in->comparison;
    out->window_begin = publish(in, (struct derived){ .row = DERIVE_WINDOW_BEGIN,
                                                      .value = judging->window.begin_s,
                                                      .unit = UNIT_SECOND,
                                                      .printing = seconds,
                                                      .input = begin,
                                                      .input_count = begins });
    out->window_end = publish(in, (struct derived){ .row = DERIVE_WINDOW_END,
                                                    .value = judging->window.end_s,
                                                    .unit = UNIT_SECOND,
                                                    .printing = seconds,
                                                    .input = end,
                                                    .input_count = ends });
    const struct fact *const both[] = { out->window_begin, out->window_end };
    out->window_length =
        publish(in, (struct derived){ .row = DERIVE_WINDOW_LENGTH,
                                      .value = judging->window.end_s - judging->window.begin_s,
                                      .unit = UNIT_SECOND,
                                      .printing = seconds,
                                      .input = both,
                                      .input_count = 2 });
}

/* Half width that decides the digits of a side's values: of its mean over runs, else within its
 * run. */
static double side_half_width(const struct judging *judging, enum side side)
{
    double *value = ARENA_MANY(judging->home, values_room(judging), double);
    size_t count = side_values(judging, side, IN_WINDOW, value);
    struct interval mean = interval_mean(value, count);
    return mean.found ? (mean.high - mean.low) / 2 : 0;
}

static struct printing value_printing(double half_width)
{
    if (half_width > 0)
        return (struct printing){ .rule = PRINT_BY_HALF_WIDTH, .half_width = half_width };
    return (struct printing){ .rule = PRINT_DIGITS, .digits = 4 };
}

/* The time of each run to its target, or the figure of the whole run. */
static void publish_completions(const struct publishing *in)
{
    const struct judging *judging = in->judging;
    const double half_width[] = { side_half_width(judging, SIDE_A),
                                  side_half_width(judging, SIDE_B) };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *const input[] = { member->alone->completion };
        double half = half_width[member->like];
        if (input[0]) {
            in->run[i].value = publish(in, (struct derived){ .row = is_completion(judging)
                                                                        ? DERIVE_COMPLETION_VALUE
                                                                        : DERIVE_WHOLE_VALUE,
                                                             .run = member->run,
                                                             .value = value_of(member, IN_WINDOW),
                                                             .unit = in->unit,
                                                             .printing = value_printing(half),
                                                             .input = input,
                                                             .input_count = 1 });
        }
    }
}

/* Within-run interval of a run in the common window: stands beside its value there, in the place of
 * the interval of the run's own stretch. */
static void publish_within(const struct publishing *in, struct derived want,
                           const struct interval *within, struct judged_run *run)
{
    if (!within->found)
        return;
    want.instance = STR("common window");
    want.row = DERIVE_WINDOW_WITHIN_LOW;
    want.value = statistics_round(within->low, 6);
    run->within_low = publish(in, want);
    want.row = DERIVE_WINDOW_WITHIN_HIGH;
    want.value = statistics_round(within->high, 6);
    run->within_high = publish(in, want);
}

static void publish_values(const struct publishing *in)
{
    const struct judging *judging = in->judging;
    const struct fact *const window[] = { in->comparison->window_begin,
                                          in->comparison->window_end };
    const double half_width[] = { side_half_width(judging, SIDE_A),
                                  side_half_width(judging, SIDE_B) };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        struct judged_run *run = &in->run[i];
        double half = half_width[member->like];
        struct derived want = { .run = member->run,
                                .series = member->alone->door.series,
                                .input = window,
                                .input_count = 2,
                                .unit = in->unit };
        struct interval within = stretch_within(member->alone, &member->in);
        want.printing = value_printing(half > 0 ? half : (within.high - within.low) / 2);
        want.value = value_of(member, IN_WINDOW);
        want.row = DERIVE_WINDOW_VALUE;
        run->value = isfinite(want.value) ? publish(in, want) : NULL;
        want.value = value_of(member, ALL_WINDOW);
        want.row = DERIVE_WINDOW_VALUE_ALL;
        run->value_all = isfinite(want.value) ? publish(in, want) : NULL;
        publish_within(in, want, &within, run);
        if (member->in.cycles > 0) {
            want.row = DERIVE_WINDOW_CYCLES;
            want.value = (double)member->in.cycles;
            want.unit = UNIT_COUNT;
            want.printing = (struct printing){ .rule = PRINT_COUNT };
            run->cycles = publish(in, want);
        }
    }
}

static void publish_means(const struct publishing *in)
{
    const struct judging *judging = in->judging;
    struct comparison *out = in->comparison;
    for (size_t side = 0; side < 2; side++) {
        double *value = ARENA_MANY(judging->home, values_room(judging), double);
        size_t count = side_values(judging, (enum side)side, IN_WINDOW, value), inputs;
        struct interval mean = interval_mean(value, count);
        if (!mean.found)
            continue;
        struct derived want = { .system = judging->system[side], .unit = in->unit };
        want.input = inputs_of(in, side == 0, side == 1, false, IN_WINDOW, &inputs);
        want.input_count = inputs;
        want.printing = value_printing((mean.high - mean.low) / 2);
        want.row = is_completion(judging) ? DERIVE_COMPLETION_MEAN
                   : is_figure(judging)   ? DERIVE_WHOLE_MEAN
                                          : DERIVE_MEAN_VALUE;
        want.value = statistics_round(mean.value, 9);
        out->mean[side] = publish(in, want);
        want.row = DERIVE_MEAN_LOW;
        want.value = statistics_round(mean.low, 6);
        out->mean_low[side] = publish(in, want);
        want.row = DERIVE_MEAN_HIGH;
        want.value = statistics_round(mean.high, 6);
        out->mean_high[side] = publish(in, want);
    }
}

static const struct fact *publish_ratio(const struct publishing *in, enum derivation_id row,
                                        double value, const struct printing *printing,
                                        enum which which)
{
    size_t count;
    const struct fact **input = inputs_of(in, true, true, false, which, &count);
    if (!isfinite(value) || count == 0)
        return NULL;
    return publish(in, (struct derived){ .row = row,
                                         .value = value,
                                         .unit = UNIT_RATIO,
                                         .printing = *printing,
                                         .input = input,
                                         .input_count = count });
}

static void publish_change(const struct publishing *in)
{
    struct comparison *out = in->comparison;
    const struct interval *ratio = &in->judging->ratios.in;
    struct {
        enum derivation_id row;
        const struct fact *of;
        double value;
        const struct fact **to;
    } rows[] = {
        { DERIVE_CHANGE_VALUE, out->ratio, ratio->value, &out->change },
        { DERIVE_CHANGE_LOW, out->ratio_low, ratio->low, &out->change_low },
        { DERIVE_CHANGE_HIGH, out->ratio_high, ratio->high, &out->change_high },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct fact *const input[] = { rows[i].of };
        if (!rows[i].of)
            continue;
        *rows[i].to = publish(
            in, (struct derived){ .row = rows[i].row,
                                  .value = statistics_round((rows[i].value - 1) * 100, 6),
                                  .unit = UNIT_PERCENT,
                                  .printing = { .rule = PRINT_PERCENT,
                                                .half_width = (ratio->high - ratio->low) * 50,
                                                .estimate = (ratio->value - 1) * 100 },
                                  .input = input,
                                  .input_count = 1 });
    }
}

/* Nothing is decided where any of the three is missing. */
static void publish_ratios(const struct publishing *in)
{
    struct comparison *out = in->comparison;
    const struct judging *judging = in->judging;
    const struct ratios *ratios = &judging->ratios;
    struct printing printing = { .rule = PRINT_BY_HALF_WIDTH,
                                 .half_width = (ratios->in.high - ratios->in.low) / 2 };
    if (printing.half_width <= 0)
        printing = (struct printing){ .rule = PRINT_DECIMALS, .digits = 3 };
    bool turns = judging->block_count > 0;
    out->ratio = publish_ratio(in,
                               turns                    ? DERIVE_BLOCKS_RATIO
                               : is_completion(judging) ? DERIVE_COMPLETION_RATIO
                               : is_figure(judging)     ? DERIVE_WHOLE_RATIO
                                                        : DERIVE_RATIO_VALUE,
                               ratios->in.value, &printing, IN_WINDOW);
    out->ratio_low = publish_ratio(in,
                                   ratios->digits ? DERIVE_DIGITS_LOW
                                   : turns        ? DERIVE_BLOCKS_LOW
                                                  : DERIVE_RATIO_LOW,
                                   ratios->in.low, &printing, IN_WINDOW);
    out->ratio_high = publish_ratio(in,
                                    ratios->digits ? DERIVE_DIGITS_HIGH
                                    : turns        ? DERIVE_BLOCKS_HIGH
                                                   : DERIVE_RATIO_HIGH,
                                    ratios->in.high, &printing, IN_WINDOW);
    struct printing df = { .rule = PRINT_DECIMALS, .digits = 2 };
    out->df = publish_ratio(in, turns ? DERIVE_BLOCKS_DF : DERIVE_RATIO_DF, ratios->in.df, &df,
                            IN_WINDOW);
    out->ratio_all = publish_ratio(in, DERIVE_RATIO_ALL_WINDOW, ratios->all, &printing, ALL_WINDOW);
    out->ratio_own =
        publish_ratio(in, DERIVE_RATIO_OWN_WINDOWS, ratios->own, &printing, OWN_WINDOW);
    out->ratio_whole =
        publish_ratio(in, DERIVE_RATIO_WHOLE_RUNS, ratios->whole, &printing, WHOLE_RUN);
    publish_change(in);
    shown_publish(in->judging, out, in->run);
    turns_publish(in->judging, out, in->run);
    if (!out->change || !out->change_low || !out->change_high) {
        out->ratio = out->ratio_low = out->ratio_high = NULL;
        return;
    }
    out->decision =
        decision_name(decide(&ratios->in, judging->case_file->policy.margin,
                             vocabulary_row(judging->case_file->metric)->better == BETTER_LOWER));
    medians_publish(in->judging, out, in->run);
}

static void publish_bridges(const struct publishing *in)
{
    const struct judging *judging = in->judging;
    struct comparison *out = in->comparison;
    const struct fact **bridge =
        ARENA_MANY(judging->home, judging->member_count + 1, const struct fact *);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *mean = out->mean[member->like];
        bool copy = member->alone->copy_of != SIZE_MAX; /* agrees with its like, being it */
        if (member->side != SIDE_BRIDGE || copy || !in->run[i].value || !mean)
            continue;
        const struct fact *const input[] = { in->run[i].value, mean };
        const struct fact *ratio =
            publish(in, (struct derived){ .row = DERIVE_BRIDGE_RATIO,
                                          .run = member->run,
                                          .value = statistics_round(
                                              in->run[i].value->value.value / mean->value.value, 6),
                                          .unit = UNIT_RATIO,
                                          .printing = { .rule = PRINT_DECIMALS, .digits = 4 },
                                          .input = input,
                                          .input_count = 2 });
        if (ratio)
            bridge[out->bridge_count++] = ratio;
    }
    out->bridge = bridge;
}

void numbers_publish(struct judging *judging, struct judged_run *run)
{
    struct publishing in = { judging, judging->comparison, run,
                             vocabulary_row(judging->case_file->metric)->unit };
    if (!judging->has_window && !is_figure(judging))
        return;
    if (is_figure(judging)) {
        publish_completions(&in);
    } else {
        publish_window(&in);
        publish_values(&in);
    }
    publish_means(&in);
    if (judging->ratios.found)
        publish_ratios(&in);
    publish_bridges(&in);
    if (judging->has_window) {
        beside_publish(judging, judging->comparison, run);
        energy_publish(judging, judging->comparison);
    }
}
