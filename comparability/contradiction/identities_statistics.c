/* identities_statistics.c - statistics that a file prints, against the samples that it keeps: each
 * by its tool's own definition, within the digits printed; where a tool's way is not known, within
 * what any way would give. */
#include "identities.h"
#include "model/likeness.h"
#include "statistics.h"

#include "base/num.h"

#include <math.h>

/* Times per token may come from gaps or from latencies, and a latency may have been read twice;
 * other samples are what the tool took its statistics of. */
static double share_of(enum key key)
{
    const double derived = 5e-3, same = 1e-6;
    return key == KEY_TPOT_REQUEST || key == KEY_LATENCY_REQUEST ? derived : same;
}

struct sampled {
    const struct series *series;
    const double *sorted; /* finite values, in the unit's base */
    size_t count;
    double mean, squares; /* sum of squared deviations */
    double grain; /* half a unit of the last digit that any sample shows; 0: printed in full */
};

/* Samples may be kept with fewer digits than their statistics were taken from. */
static double grain_of(const struct series *series)
{
    enum { DIGITS_MOST = 9, TELLING = 20 }; /* few values may end in zeros by chance */
    const double near = 1e-4;
    double step = 1;
    if (series->count < TELLING)
        return 0;
    for (int digits = 0; digits <= DIGITS_MOST; digits++) {
        bool fits = true;
        for (size_t i = 0; fits && i < series->count; i++) {
            double shown = series->value[i] * step;
            fits = !isfinite(shown) || fabs(shown - nearbyint(shown)) < near;
        }
        if (fits)
            return unit_row(series->unit)->factor / step / 2;
        step *= 10;
    }
    return 0;
}

static struct sampled sampled_of(struct arena *home, const struct series *series)
{
    double *value = ARENA_MANY(home, series->count + 1, double);
    struct sampled out = { .series = series, .sorted = value, .grain = grain_of(series) };
    double factor = unit_row(series->unit)->factor, sum = 0;
    for (size_t i = 0; i < series->count; i++) {
        if (isfinite(series->value[i])) {
            value[out.count] = series->value[i] * factor;
            sum += value[out.count++];
        }
    }
    if (out.count == 0)
        return out;
    out.mean = sum / (double)out.count;
    for (size_t i = 0; i < out.count; i++)
        out.squares += (value[i] - out.mean) * (value[i] - out.mean);
    sort_values(value, out.count);
    return out;
}

static double rank_value(const struct sampled *in, double rank)
{
    double last = (double)(in->count - 1);
    double at = rank < 0 ? 0 : rank > last ? last : rank;
    size_t below = (size_t)at;
    size_t above = below + 1 < in->count ? below + 1 : below;
    return in->sorted[below] + (at - (double)below) * (in->sorted[above] - in->sorted[below]);
}

/* Lowest and highest value that the rule may give. */
static void percentile_range(const struct sampled *in, double percent, enum percentile_rule rule,
                             double *low, double *high)
{
    double n = (double)in->count, part = percent / 100;
    double linear = (n - 1) * part, step = ceil(n * part - 1e-9) - 1;
    switch (rule) {
    case PERCENTILE_LINEAR:
        *low = *high = rank_value(in, linear);
        return;
    case PERCENTILE_STEP:
        *low = *high = rank_value(in, step);
        return;
    case PERCENTILE_ABOVE:
        *low = rank_value(in, step);
        *high = rank_value(in, floor(n * part + 1e-9));
        return;
    case PERCENTILE_BIN: /* the width of a bin is not told */
        *low = rank_value(in, floor(linear) - 1) / 2;
        *high = rank_value(in, ceil(linear) + 1) * 2;
        return;
    case PERCENTILE_UNKNOWN: /* every way lies between the ranks around it */
        *low = rank_value(in, fmin(floor(linear), step) - 1);
        *high = rank_value(in, ceil(n * part + 1e-9) + 1);
        return;
    }
}

/* False: a statistic that this does not know. */
static bool statistic_range(const struct sampled *in, struct str name, const struct defined *as,
                            double *low, double *high)
{
    double n = (double)in->count, percent;
    enum spread_rule spread = as ? as->spread : SPREAD_UNKNOWN;
    if (str_eq(name, STR("mean"))) {
        *low = *high = in->mean;
    } else if (str_eq(name, STR("min"))) {
        *low = *high = in->sorted[0];
    } else if (str_eq(name, STR("max"))) {
        *low = *high = in->sorted[in->count - 1];
    } else if (str_eq(name, STR("std"))) {
        double sample = in->count > 1 ? sqrt(in->squares / (n - 1)) : 0;
        *low = spread == SPREAD_SAMPLE ? sample : sqrt(in->squares / n);
        *high = spread == SPREAD_POPULATION ? *low : sample;
    } else if (str_starts(name, STR("p")) && num_real(str_sub(name, 1, name.len), &percent)) {
        percentile_range(in, percent, as ? as->percentile : PERCENTILE_UNKNOWN, low, high);
    } else {
        return false;
    }
    return true;
}

/* The figures that are statistics of the series' values. */
static enum key stated_key(const struct series *series)
{
    return series->key == KEY_ITERATION_DURATION ? KEY_LATENCY_ITERATION : series->key;
}

/* "p99" of context "", "3 p99" of context "3"; empty: of another. */
static struct str statistic_in(struct str instance, struct str context)
{
    if (context.len == 0)
        return str_find(instance, STR(" ")) == SIZE_MAX ? instance : (struct str){ 0 };
    bool own = str_starts(instance, context) && instance.len > context.len &&
               instance.at[context.len] == ' ';
    return own ? str_sub(instance, context.len + 1, instance.len) : (struct str){ 0 };
}

/* vLLM's client of 2024 took a latency to the end of the stream, also of an answer without a token,
 * and kept no latency: what the samples give ends with the last token. */
static bool to_stream_end(const struct fact *stated)
{
    return stated->defined && stated->defined->definition == DEFINITION_LATENCY_ZEROS;
}

static void statistic_check(struct checking *in, const struct sampled *sampled,
                            const struct fact *stated, struct str name)
{
    double value, low = 0, high = 0;
    if (!fact_base(stated, &value) || !isfinite(value) || to_stream_end(stated) ||
        !statistic_range(sampled, name, stated->defined, &low, &high))
        return;
    /* A spread is a difference of the samples: what is uncertain in them is more of it. */
    bool spread = str_eq(name, STR("std"));
    double share = share_of(sampled->series->key);
    double slack = fact_slack(stated) + 2 * sampled->grain +
                   share * (spread ? 4 * fabs(high) : fabs(high)) +
                   (spread ? share * fabs(sampled->mean) / 10 : 0);
    if (value >= low - slack && value <= high + slack)
        return;
    bool mean = str_eq(name, STR("mean"));
    struct contradiction *out = contradiction_say(
        in, CONTRADICTION_BROKEN, mean ? "mean-of-samples" : "statistic-of-samples",
        mean ? "the mean printed is not the mean of the samples"
             : "a statistic printed does not follow from the samples");
    contradiction_name(out, stated);
}

/* Only some of the requests were kept. */
static bool is_part(const struct checking *in, const struct sampled *sampled)
{
    struct range completed;
    return sampled->series->key != KEY_ITERATION_DURATION &&
           operand_plain(in, KEY_REQUESTS_COMPLETED, &completed) &&
           (double)sampled->count < completed.low;
}

void series_check(struct checking *in, const struct series *series)
{
    const struct facts *facts = in->told->facts;
    struct arena *scratch = arena_new((size_t)16 << 30); /* of the samples, which are many */
    const struct sampled sampled = sampled_of(scratch, series);
    enum key key = stated_key(series);
    bool whole = sampled.count > 0 && !is_part(in, &sampled);
    for (size_t i = 0; whole && i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        bool own = fact->key == key && !fact->placeholder &&
                   fact->source.evidence == series->source.evidence;
        struct str name = own ? statistic_in(fact->instance, series->instance) : (struct str){ 0 };
        if (name.len > 0)
            statistic_check(in, &sampled, fact, name);
    }
    arena_free(scratch);
}

/* ---- requests in flight ---- */

static size_t most_in_flight(struct arena *scratch, const struct series *series)
{
    struct arena_mark mark = arena_mark(scratch);
    double *begin = ARENA_MANY(scratch, series->count + 1, double);
    double *end = ARENA_MANY(scratch, series->count + 1, double);
    size_t count = 0, open = 0, most = 0, ended = 0;
    const double read_apart = 1e-3; /* s between the end of one request and the clock's reading */
    for (size_t i = 0; i < series->count; i++) {
        double value = series->value[i] * unit_row(series->unit)->factor;
        if (isfinite(value) && isfinite(series->start[i])) {
            begin[count] = series->start[i];
            end[count++] = series->start[i] + value - fmin(read_apart, value / 10);
        }
    }
    sort_values(begin, count);
    sort_values(end, count);
    for (size_t i = 0; i < count; i++) {
        for (; ended < count && end[ended] <= begin[i]; ended++)
            open--;
        open++;
        most = open > most ? open : most;
    }
    arena_rewind(scratch, mark);
    return most;
}

/* A peak that the same file states, in whichever seconds or moments it was counted, is no less than
 * what was in flight at one moment. */
static const struct fact *peak_stated(const struct checking *in, const struct series *series)
{
    const struct facts *facts = in->told->facts;
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key == KEY_CONCURRENCY_PEAK && !fact->placeholder &&
            fact->source.evidence == series->source.evidence && str_eq(fact->instance, in->context))
            return fact;
    }
    return NULL;
}

void flight_check(struct checking *in, const struct series *series)
{
    struct range limit;
    double stated;
    if (series->key != KEY_LATENCY_REQUEST || !series->start)
        return;
    const struct fact *peak = peak_stated(in, series);
    bool limited = operand_plain(in, KEY_LOAD_CONCURRENCY, &limit);
    size_t most = peak || limited ? most_in_flight(in->home, series) : 0;
    if (limited && (double)most > limit.high) {
        struct contradiction *out =
            contradiction_say(in, CONTRADICTION_BROKEN, "samples-of-limit",
                              "by the samples more requests were in flight than the limit");
        contradiction_name(out, limit.fact);
        if (out)
            out->number = most;
    }
    if (peak && fact_base(peak, &stated) && (double)most > stated + fact_slack(peak)) {
        struct contradiction *out =
            contradiction_say(in, CONTRADICTION_BROKEN, "samples-of-peak",
                              "by the samples more requests were in flight than the peak stated");
        contradiction_name(out, peak);
        if (out)
            out->number = most;
    }
}
