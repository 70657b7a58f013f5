/* identities_samples.c - what percentiles and samples of one run must satisfy: order, a large
 * enough sample, means that follow from the samples, answers that hold something. */
#include "identities.h"
#include "model/likeness.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>

/* ---- statistics ---- */

static const enum key distributions[] = {
    KEY_CPU_TIME,           KEY_GAP_CHUNK,           KEY_GAP_TOKEN,          KEY_INPUT_REALISED,
    KEY_LATENCY_COMPLETION, KEY_LATENCY_COMPUTE,     KEY_LATENCY_END_TO_END, KEY_LATENCY_ENGINE,
    KEY_LATENCY_ENQUEUE,    KEY_LATENCY_FROM_DEVICE, KEY_LATENCY_ITERATION,  KEY_LATENCY_PART,
    KEY_LATENCY_QUERY,      KEY_LATENCY_QUEUE,       KEY_LATENCY_REQUEST,    KEY_LATENCY_SERVER,
    KEY_LATENCY_TO_DEVICE,  KEY_OUTPUT_REALISED,     KEY_TPOT_ENGINE,        KEY_TPOT_REQUEST,
    KEY_TPOT_SERVER,        KEY_TPOT_WITH_FIRST,     KEY_TTFT_CLIENT,        KEY_TTFT_ENGINE,
    KEY_TTFT_SERVER,        KEY_TTST_CLIENT,
};

static bool is_distribution(enum key key)
{
    for (size_t i = 0; i < ARRAY_COUNT(distributions); i++)
        if (distributions[i] == key)
            return true;
    return false;
}

/* Ranks of what no percentile lies below and above, and behind them the mean, which has none. */
enum { LEAST = -1, GREATEST = 101, MEAN = 102 };

/* "p99" of context "", "3 p99" of context "3"; false: neither a percentile nor a mean. */
static bool percentile_split(struct percentile_fact *out, struct str instance)
{
    size_t at = instance.len;
    while (at > 0 && instance.at[at - 1] != ' ')
        at--;
    struct str statistic = str_sub(instance, at, instance.len);
    out->context = str_sub(instance, 0, at > 0 ? at - 1 : 0);
    if (str_eq(statistic, STR("min")) || str_eq(statistic, STR("max"))) {
        out->percent = str_eq(statistic, STR("min")) ? LEAST : GREATEST;
        return true;
    }
    if (str_eq(statistic, STR("mean"))) {
        out->percent = MEAN;
        return true;
    }
    return str_starts(statistic, STR("p")) &&
           num_real(str_sub(statistic, 1, statistic.len), &out->percent);
}

static int names_order(const struct fact *a, const struct fact *b)
{
    const struct evidence *left = a->source.evidence, *right = b->source.evidence;
    return left == right ? 0
                         : str_order(left ? left->name : (struct str){ 0 },
                                     right ? right->name : (struct str){ 0 });
}

/* By key, context, file and percentage, then in the order of the facts. */
static int percentile_order(const void *left, const void *right, void *unused)
{
    const struct percentile_fact *a = left, *b = right;
    (void)unused;
    int order = (a->fact->key > b->fact->key) - (a->fact->key < b->fact->key);
    order = order ? order : str_order(a->context, b->context);
    order = order ? order : names_order(a->fact, b->fact);
    order = order ? order : (a->percent > b->percent) - (a->percent < b->percent);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

void percentiles_gather(struct checking *in)
{
    const struct facts *facts = in->told->facts;
    struct percentile_fact *list =
        ARENA_MANY(in->home, facts_count(facts) + 1, struct percentile_fact);
    size_t count = 0;
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        struct percentile_fact *out = &list[count];
        *out = (struct percentile_fact){ .fact = fact, .order = i };
        if (is_distribution(fact->key) && percentile_split(out, fact->instance)) {
            out->told = fact_base(fact, &out->value);
            count++;
        }
    }
    if (count > 0)
        g_qsort_with_data(list, (gint)count, sizeof *list, percentile_order, NULL);
    in->percentile = list;
    in->percentile_count = count;
}

/* Whether the row stands before all of this key and context. */
static bool stands_before(const struct percentile_fact *row, enum key key, struct str context)
{
    return row->fact->key < key || (row->fact->key == key && str_order(row->context, context) < 0);
}

/* Rows of one key of this context; `count` receives how many. */
static const struct percentile_fact *percentiles_of(const struct checking *in, enum key key,
                                                    size_t *count)
{
    size_t low = 0, high = in->percentile_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (stands_before(&in->percentile[middle], key, in->context))
            low = middle + 1;
        else
            high = middle;
    }
    *count = 0;
    while (low + *count < in->percentile_count && in->percentile[low + *count].fact->key == key &&
           str_eq(in->percentile[low + *count].context, in->context))
        ++*count;
    return in->percentile + low;
}

/* Percentiles rise with their percentage: the first, in the order of the facts, of those that lie
 * above a higher one of the same file, and the first of the higher ones that lie below it. */
static void order_check(struct checking *in, enum key key)
{
    size_t count;
    const struct percentile_fact *row = percentiles_of(in, key, &count);
    const struct percentile_fact *a = NULL, *b = NULL;
    double least = (double)INFINITY, least_above = (double)INFINITY; /* of higher percentages */
    for (size_t i = count; i-- > 0;) {
        if (row[i].percent > GREATEST)
            continue;
        bool last = i + 1 == count || row[i + 1].percent > GREATEST;
        if (last || names_order(row[i].fact, row[i + 1].fact) != 0)
            least = least_above = (double)INFINITY;
        else if (row[i + 1].percent > row[i].percent)
            least_above = least;
        if (row[i].told && row[i].value > least_above && (!a || row[i].order < a->order))
            a = &row[i];
        least = row[i].told && row[i].value < least ? row[i].value : least;
    }
    for (size_t i = 0; a && i < count; i++) {
        bool lower = row[i].told && row[i].percent > a->percent && row[i].percent <= GREATEST &&
                     row[i].value < a->value && names_order(row[i].fact, a->fact) == 0;
        b = lower && (!b || row[i].order < b->order) ? &row[i] : b;
    }
    if (a && b) {
        struct contradiction *out = contradiction_say(in, CONTRADICTION_BROKEN, "percentiles-fall",
                                                      "a higher percentile is below a lower one");
        contradiction_name(out, a->fact);
        contradiction_name(out, b->fact);
    }
}

static bool apart(const struct percentile_fact *low, const struct percentile_fact *high)
{
    const double share = 1e-9;
    return low->told && high->told &&
           low->value - fact_slack(low->fact) >
               high->value + fact_slack(high->fact) + share * fabs(low->value);
}

/* A mean lies between the least and the greatest value of the same file. */
static void mean_check(struct checking *in, enum key key)
{
    size_t count;
    const struct percentile_fact *row = percentiles_of(in, key, &count);
    const struct percentile_fact *least = NULL, *greatest = NULL;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && names_order(row[i].fact, row[i - 1].fact) != 0)
            least = greatest = NULL;
        least = row[i].percent <= 0 && !least ? &row[i] : least;
        greatest =
            row[i].percent >= 100 && row[i].percent <= GREATEST && row[i].told ? &row[i] : greatest;
        bool below = row[i].percent > GREATEST && least && apart(least, &row[i]);
        if (below || (row[i].percent > GREATEST && greatest && apart(&row[i], greatest))) {
            struct contradiction *out =
                contradiction_say(in, CONTRADICTION_BROKEN, "mean-outside",
                                  "a mean does not lie between the least and the greatest value");
            contradiction_name(out, row[i].fact);
            contradiction_name(out, below ? least->fact : greatest->fact);
            return;
        }
    }
}

/* A percentile needs about ten values beyond it; p99 of ten requests is their maximum. Only where
 * requests are what it is taken over. */
static void sample_check(struct checking *in, enum key key)
{
    const double beyond = 10, hundred = 100;
    struct range requests;
    const struct percentile_fact *worst = NULL;
    size_t count;
    const struct percentile_fact *row = percentiles_of(in, key, &count);
    if (!operand_plain(in, KEY_REQUESTS_COMPLETED, &requests))
        return;
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact = row[i].fact;
        double percent = row[i].percent;
        bool of_requests = fact->defined && definition_row(fact->defined->definition)->population ==
                                                POPULATION_REQUESTS;
        bool more = !worst || percent > worst->percent ||
                    (!(percent < worst->percent) && row[i].order < worst->order);
        if (percent > 0 && percent < hundred && more && of_requests &&
            requests.low * (1 - percent / hundred) < beyond - 1e-9)
            worst = &row[i];
    }
    if (worst) {
        struct contradiction *out =
            contradiction_say(in, CONTRADICTION_THIN, "percentile-beyond-sample",
                              "too few requests for this percentile: fewer than ten "
                              "lie beyond it");
        contradiction_name(out, worst->fact);
        contradiction_name(out, requests.fact);
    }
}

void percentiles_check(struct checking *in)
{
    for (size_t i = 0; i < in->percentile_count; i++) {
        const struct percentile_fact *row = &in->percentile[i];
        bool first =
            i == 0 || row[-1].fact->key != row->fact->key || !str_eq(row[-1].context, row->context);
        if (first) {
            in->context = row->context;
            order_check(in, row->fact->key);
            mean_check(in, row->fact->key);
        }
    }
}

void statistics_check(struct checking *in)
{
    static const enum key of_requests[] = {
        KEY_GAP_CHUNK,      KEY_GAP_TOKEN,    KEY_LATENCY_QUERY, KEY_LATENCY_REQUEST,
        KEY_LATENCY_SERVER, KEY_TPOT_REQUEST, KEY_TPOT_SERVER,   KEY_TPOT_WITH_FIRST,
        KEY_TTFT_CLIENT,    KEY_TTFT_SERVER,
    };
    for (size_t i = 0; i < ARRAY_COUNT(of_requests); i++)
        sample_check(in, of_requests[i]);
}

/* ---- samples ---- */

static size_t empty_count(const struct series *series)
{
    size_t empty = 0;
    for (size_t i = 0; series->work && i < series->count; i++)
        empty += isfinite(series->value[i]) && series->work[i] == 0 ? 1 : 0;
    return empty;
}

void samples_check(struct checking *in)
{
    bool empty_said = false;
    for (size_t i = 0; i < in->told->series_count; i++) {
        const struct series *series = &in->told->series[i];
        bool request = series->key == KEY_LATENCY_REQUEST || series->key == KEY_TTFT_CLIENT ||
                       series->key == KEY_TPOT_REQUEST;
        if (!request || !str_eq(series->instance, in->context))
            continue;
        series_check(in, series);
        flight_check(in, series);
        size_t empty = series->key == KEY_TPOT_REQUEST ? 0 : empty_count(series);
        struct range completed;
        if (empty > 0 && !empty_said && operand_plain(in, KEY_REQUESTS_COMPLETED, &completed)) {
            struct contradiction *out =
                contradiction_say(in, CONTRADICTION_EMPTY, "empty-answers",
                                  "answers without a single token count as completed requests");
            contradiction_name(out, completed.fact);
            if (out)
                out->number = empty;
            empty_said = true;
        }
    }
}
