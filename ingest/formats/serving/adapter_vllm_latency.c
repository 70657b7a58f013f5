/* adapter_vllm_latency.c - `vllm bench latency --output-json` (benchmark_latency.py before): mean,
 * percentiles and each iteration of one batch, in seconds, since 2024; std_latency is newer.
 *
 * The batch, the lengths, ten iterations of warm-up and how many were measured are in no member. */
#include "reading.h"
#include "sniff.h"

#include <math.h>

static const struct field fields[] = {
    { "/avg_latency", KEY_LATENCY_ITERATION, UNIT_SECOND, true },
    { "/std_latency", KEY_LATENCY_ITERATION, UNIT_SECOND, false },
    { "/percentiles/*", KEY_LATENCY_ITERATION, UNIT_SECOND, false },
    { "/latencies", KEY_ITERATION_DURATION, UNIT_SECOND, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("avg_latency")) &&
                sniff_member(sniff, STR("latencies"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void percentile_facts(struct reading *reading, const struct json *json)
{
    const struct json_item *list = json_member(json_root(json), STR("percentiles"));
    for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item;
         item = json_next(list, item)) {
        struct str name = json_name(item);
        json_fact(reading, json, item, str_format(reading->scratch, "p%.*s", STR_ARG(name)),
                  KEY_LATENCY_ITERATION, UNIT_SECOND);
    }
}

static void iteration_series(struct reading *reading, const struct json *json)
{
    const struct json_item *list = json_member(json_root(json), STR("latencies"));
    const struct json_item *last = NULL;
    struct column duration = { 0 };
    struct index_column row = { 0 };
    if (!list || json_type(list) != JSON_ARRAY || json_count(list) == 0)
        return;
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item)) {
        double value;
        bool number = json_real(json, item, &value);
        column_put(reading->home, &duration, number ? value : (double)NAN);
        index_put(reading->home, &row, (uint32_t)row.count + 1);
        last = item;
    }
    const struct series series = {
        .key = KEY_ITERATION_DURATION,
        .unit = UNIT_SECOND,
        .kind = SERIES_PER_ITERATION,
        .duration = duration.at,
        .value = duration.at,
        .row = row.at,
        .count = row.count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = { .from = json_place(json, json_next(list, NULL)), .to = json_place(json, last) },
    };
    reading_series(reading, &series);
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    json_fields(reading, json, json_root(json), STR("mean"), &fields[0], 1);
    json_fields(reading, json, json_root(json), STR("std"), &fields[1], 1);
    percentile_facts(reading, json);
    iteration_series(reading, json);
    return true;
}

const struct adapter adapter_vllm_latency = {
    .name = "vllm-latency-json",
    .title = "Latency of one batch in vLLM",
    .tool = "vllm bench latency; benchmark_latency.py (2024 on)",
    .spec = "vllm/benchmarks/latency.py",
    .listed = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
