/* identities_samples.c - what percentiles and samples of one run must satisfy: order, a large
 * enough sample, means that follow from the samples, answers that hold something. */
#include "identities.h"
#include "values.h"

#include "base/num.h"

#include <math.h>

/* ---- statistics --------------------------------------------------------------------------------
 */

static const enum key distributions[] = {
    KEY_GAP_CHUNK,    KEY_GAP_TOKEN,   KEY_LATENCY_QUERY,   KEY_LATENCY_REQUEST, KEY_LATENCY_SERVER,
    KEY_TPOT_REQUEST, KEY_TPOT_SERVER, KEY_TPOT_WITH_FIRST, KEY_TTFT_CLIENT,     KEY_TTFT_SERVER,
};

/* The percentile that a fact of this context is, 0 to 100; NaN: it is none. */
static double percent_of(const struct checking *in, const struct fact *fact)
{
    struct str statistic = fact->instance;
    double percent;
    if (in->context.len > 0) {
        struct str before = str_format(in->home, "%.*s ", STR_ARG(in->context));
        if (!str_starts(statistic, before)) {
            return (double)NAN;
        }
        statistic = str_sub(statistic, before.len, statistic.len);
    }
    bool is =
        str_starts(statistic, STR("p")) && num_real(str_sub(statistic, 1, statistic.len), &percent);
    return is ? percent : (double)NAN;
}

/* Percentiles rise with their percentage. */
static void order_check(struct checking *in, enum key key)
{
    for (size_t i = 0; i < facts_count(in->told->facts); i++) {
        const struct fact *a = facts_at(in->told->facts, i);
        double low = a->key == key ? percent_of(in, a) : (double)NAN;
        for (size_t j = 0; !isnan(low) && j < facts_count(in->told->facts); j++) {
            const struct fact *b = facts_at(in->told->facts, j);
            double high = b->key == key ? percent_of(in, b) : (double)NAN;
            double of_a, of_b;
            if (high > low && a->source.evidence == b->source.evidence && fact_base(a, &of_a) &&
                fact_base(b, &of_b) && of_a > of_b) {
                struct contradiction *out =
                    contradiction_say(in, CONTRADICTION_BROKEN, "percentiles-fall",
                                      "a higher percentile is below a lower one");
                contradiction_name(out, a);
                contradiction_name(out, b);
                return;
            }
        }
    }
}

/* A percentile needs about ten values beyond it; p99 of ten requests is their maximum. Only where
 * requests are what it is taken over. */
static void sample_check(struct checking *in, enum key key)
{
    const double beyond = 10, hundred = 100;
    struct range requests;
    const struct fact *worst = NULL;
    double most = 0;
    if (!operand_plain(in, KEY_REQUESTS_COMPLETED, &requests)) {
        return;
    }
    for (size_t i = 0; i < facts_count(in->told->facts); i++) {
        const struct fact *fact = facts_at(in->told->facts, i);
        double percent = fact->key == key ? percent_of(in, fact) : (double)NAN;
        bool of_requests = fact->defined && definition_row(fact->defined->definition)->population ==
                                                POPULATION_REQUESTS;
        if (percent > most && percent < hundred && of_requests &&
            requests.low * (1 - percent / hundred) < beyond - 1e-9) {
            worst = fact;
            most = percent;
        }
    }
    if (worst) {
        struct contradiction *out =
            contradiction_say(in, CONTRADICTION_THIN, "percentile-beyond-sample",
                              "too few requests for this percentile: fewer than ten "
                              "lie beyond it");
        contradiction_name(out, worst);
        contradiction_name(out, requests.fact);
    }
}

void statistics_check(struct checking *in)
{
    for (size_t i = 0; i < ARRAY_COUNT(distributions); i++) {
        order_check(in, distributions[i]);
        sample_check(in, distributions[i]);
    }
}

/* ---- samples -----------------------------------------------------------------------------------
 */

static size_t empty_count(const struct series *series)
{
    size_t empty = 0;
    for (size_t i = 0; series->work && i < series->count; i++) {
        empty += isfinite(series->value[i]) && series->work[i] == 0 ? 1 : 0;
    }
    return empty;
}

/* The mean of the samples against the one printed; seconds against the fact's unit. */
static void mean_check(struct checking *in, const struct series *series)
{
    struct range stated, completed;
    double sum = 0;
    size_t count = 0;
    if (!operand_range(in, series->key, STR("mean"), &stated)) {
        return;
    }
    for (size_t i = 0; i < series->count; i++) {
        if (isfinite(series->value[i])) {
            sum += series->value[i];
            count++;
        }
    }
    if (operand_plain(in, KEY_REQUESTS_COMPLETED, &completed) && (double)count < completed.low) {
        return; /* only some of the requests were kept */
    }
    const double share = 5e-3; /* times per token may come from gaps or from latencies */
    double mean = count > 0 ? sum / (double)count * unit_row(series->unit)->factor : (double)NAN;
    if (count > 0 && !ranges_meet(stated, mean * (1 - share), mean * (1 + share))) {
        struct contradiction *out =
            contradiction_say(in, CONTRADICTION_BROKEN, "mean-of-samples",
                              "the mean printed is not the mean of the samples");
        contradiction_name(out, stated.fact);
    }
}

void samples_check(struct checking *in)
{
    bool empty_said = false;
    for (size_t i = 0; i < in->told->series_count; i++) {
        const struct series *series = &in->told->series[i];
        bool request = series->key == KEY_LATENCY_REQUEST || series->key == KEY_TTFT_CLIENT ||
                       series->key == KEY_TPOT_REQUEST;
        if (!request || !str_eq(series->instance, in->context)) {
            continue;
        }
        mean_check(in, series);
        size_t empty = series->key == KEY_TPOT_REQUEST ? 0 : empty_count(series);
        struct range completed;
        if (empty > 0 && !empty_said && operand_plain(in, KEY_REQUESTS_COMPLETED, &completed)) {
            struct contradiction *out =
                contradiction_say(in, CONTRADICTION_EMPTY, "empty-answers",
                                  "answers without a single token count as completed requests");
            contradiction_name(out, completed.fact);
            if (out) {
                out->number = empty;
            }
            empty_said = true;
        }
    }
}
