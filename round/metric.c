/* metric.c - the figure of a run as its round defines it, with its unit and what it is.
 *
 * A result may follow from the log of another scenario (edge systems; submission rules): eight
 * samples in one query take eight times the 99th percentile of a single stream, as early stopping
 * estimates it; a stream without LoadGen's own time gives an Offline rate. */
#include "base/num.h"
#include "endpoint.h"

#include <math.h>

enum { STREAMS = 8 };
static const double per_ms = 1e6;

static const struct meaning {
    enum said_key key;
    const char *unit, *definition;
} meanings[] = {
    { SAID_SAMPLES_RATE, "samples/s", "samples of the one query / its latency" },
    { SAID_COMPLETED_RATE, "queries/s",
      "queries completed / time to the last completion, limits met" },
    { SAID_SCHEDULED_RATE, "queries/s", "queries due / time over which they were due, limits met" },
    { SAID_TOKENS_RATE, "tokens/s", "output tokens of the one query / its latency" },
    { SAID_TOKENS_COMPLETED, "tokens/s",
      "output tokens of completed queries / time to the last completion, limits met" },
    { SAID_TOKENS_INFERRED, "tokens/s",
      "samples/s x tokens of a usual sample; the tokens were not counted" },
    { SAID_TOKENS_INFERRED_COMPLETED, "tokens/s",
      "completed queries/s x tokens of a usual sample; the tokens were not counted" },
    { SAID_EARLY_SS, "ns", "90th percentile of latency, as early stopping bounds it" },
    { SAID_EARLY_MS, "ns", "99th percentile of latency, as early stopping bounds it" },
    { SAID_LATENCY_P90, "ns", "90th percentile of latency" },
    { SAID_QPS_WITHOUT, "samples/s", "samples / time without the load generator's own" },
    { SAID_QUERY_MEAN, "ns", "mean latency of a query" },
};

static const struct meaning *meaning_of(enum said_key key)
{
    for (size_t i = 0; i < ARRAY_COUNT(meanings); i++)
        if (meanings[i].key == key)
            return &meanings[i];
    return NULL;
}

static enum said_key usual_key(const struct run_inside *in, enum scenario scenario)
{
    const struct log *log = run_log(in);
    bool tokens = log_is(log, SAID_USE_TOKENS, "true");
    switch (scenario) {
    case OFFLINE:
        return tokens && !in->work && log_says(log, SAID_TOKENS_RATE) ? SAID_TOKENS_RATE
                                                                      : SAID_SAMPLES_RATE;
    case SERVER:
    case INTERACTIVE:
        if (in->rules && in->rules->scheduled)
            return SAID_SCHEDULED_RATE;
        return tokens && !in->work && log_says(log, SAID_TOKENS_COMPLETED) ? SAID_TOKENS_COMPLETED
                                                                           : SAID_COMPLETED_RATE;
    case SINGLE_STREAM:
        return tokens && !in->work ? SAID_LATENCY_P90 : SAID_EARLY_SS;
    case MULTI_STREAM:
        return SAID_EARLY_MS;
    case SCENARIO_COUNT:
        break;
    }
    return SAID_COUNT;
}

static enum said_key key_of(const struct run_inside *in, enum scenario scenario)
{
    if (in->work && in->work->metric[scenario].len > 0) {
        enum said_key key = said_find(in->work->metric[scenario]);
        if (key < SAID_COUNT && log_says(run_log(in), key))
            return key;
    }
    return usual_key(in, scenario);
}

static struct round_number number_of(const struct log *log, enum said_key key)
{
    struct round_number out = { .unit = "" };
    const struct meaning *meaning = meaning_of(key);
    if (key < SAID_COUNT && log_number(log, key, &out.value)) {
        out.there = true;
        out.text = log->said[key].text;
        out.line = log->said[key].line;
        out.file = log->file;
        out.key = str_from(said_name(key));
        out.unit = meaning ? meaning->unit : "ns";
    }
    return out;
}

/* As a table shows it, with the digits of the evidence where nothing was computed. */
static void figure_take(struct arena *home, struct round_run *run, double value, const char *unit)
{
    run->figure = run->metric;
    run->figure.unit = unit;
    if (value != run->metric.value) {
        run->figure.value = value;
        run->figure.text = number_text(home, value);
    }
}

/* Eight decimals suffice for nanoseconds in milliseconds: what binary adds behind is cut off. */
static double tidy(double value)
{
    const double decimals = 1e9;
    return fabs(value) < 1e6 ? round(value * decimals) / decimals : value;
}

static void inferred(struct arena *home, struct round_run *run)
{
    const struct run_inside *in = run->inside;
    double per_query;
    if (in->scenario == MULTI_STREAM && in->logged == SINGLE_STREAM) {
        run->metric = number_of(run_log(in), SAID_EARLY_MS);
        run->derivation =
            STR("8 x 99th percentile of a single stream, as early stopping bounds it");
        run->definition = "8 x the 99th percentile of latency, as early stopping bounds it";
        figure_take(home, run, tidy(run->metric.value * STREAMS / per_ms), "ms");
    } else if (in->scenario == OFFLINE && in->logged == SINGLE_STREAM) {
        run->metric = number_of(run_log(in), SAID_QPS_WITHOUT);
        run->derivation = STR("rate of a single stream without the load generator's own time");
        run->definition = "samples / time without the load generator's own";
        figure_take(home, run, run->metric.value, "samples/s");
    } else if (in->scenario == OFFLINE && in->logged == MULTI_STREAM &&
               log_number(run_log(in), SAID_SAMPLES_PER_QUERY, &per_query)) {
        run->metric = number_of(run_log(in), SAID_QUERY_MEAN);
        run->derivation = STR("samples of a query / its mean latency");
        run->definition = "samples of a query / mean latency of a query";
        if (run->metric.value > 0)
            figure_take(home, run, per_query * 1e9 / run->metric.value, "samples/s");
    }
}

static bool slow_work(const struct run_inside *in)
{
    return in->work && str_starts(in->work->name, STR("wan-"));
}

static void direct(struct arena *home, struct round_run *run)
{
    const struct run_inside *in = run->inside;
    enum scenario scenario = in->scenario < SCENARIO_COUNT ? in->scenario : in->logged;
    enum said_key key = key_of(in, scenario);
    const struct meaning *meaning = key < SAID_COUNT ? meaning_of(key) : NULL;
    if (!meaning)
        return;
    run->metric = number_of(run_log(in), key);
    run->definition = meaning->definition;
    bool latency = scenario == SINGLE_STREAM || scenario == MULTI_STREAM;
    if (!run->metric.there)
        return;
    if (latency && slow_work(in))
        figure_take(home, run, tidy(run->metric.value / (per_ms * 1000)), "s");
    else if (latency)
        figure_take(home, run, tidy(run->metric.value / per_ms), "ms");
    else
        figure_take(home, run, run->metric.value, meaning->unit);
}

/* The suite's figure: watts of a rate, millijoules a query of a latency. */
static void power_take(struct arena *home, struct round_run *run)
{
    const struct run_inside *in = run->inside;
    double begin, end, queries;
    if (!in->samples.read || in->samples.count == 0)
        return;
    run->watts = (struct round_number){ .there = true,
                                        .value = in->samples.mean,
                                        .text = number_text(home, in->samples.mean),
                                        .unit = "W",
                                        .file = in->samples.file };
    run->power = run->watts;
    bool latency = in->scenario == SINGLE_STREAM || in->scenario == MULTI_STREAM ||
                   (in->scenario == SCENARIO_COUNT &&
                    (in->logged == SINGLE_STREAM || in->logged == MULTI_STREAM));
    if (!latency)
        return;
    run->power.there = false;
    if (power_time(run_log(in)->said[SAID_POWER_BEGIN].text, &begin) &&
        power_time(run_log(in)->said[SAID_POWER_END].text, &end) &&
        log_number(run_log(in), SAID_QUERY_COUNT, &queries) && queries > 0) {
        double each = in->samples.mean * (end - begin) / queries;
        each *= in->scenario == MULTI_STREAM && in->logged == SINGLE_STREAM ? STREAMS : 1;
        run->power.there = true;
        run->power.value = each;
        run->power.text = number_text(home, each);
        run->power.unit = "mJ/query";
    }
}

void metric_take(struct arena *home, struct round_run *run)
{
    const struct run_inside *in = run->inside;
    if (in->slot[SLOT_ENDPOINT] != NO_FILE) {
        endpoint_take(home, run);
        return;
    }
    bool other = in->scenario < SCENARIO_COUNT && in->logged < SCENARIO_COUNT &&
                 in->scenario != in->logged &&
                 !(in->scenario == INTERACTIVE && in->logged == SERVER);
    if (other)
        inferred(home, run);
    else
        direct(home, run);
    bool query = in->logged == MULTI_STREAM;
    run->latency_p99 = number_of(run_log(in), SAID_LATENCY_P99);
    if (query && !run->latency_p99.there)
        run->latency_p99 = number_of(run_log(in), SAID_QUERY_P99);
    run->ttft_p99 = number_of(run_log(in), SAID_TTFT_P99);
    run->tpot_p99 = number_of(run_log(in), SAID_TPOT_P99);
    power_take(home, run);
}
