/* adapter_llmperf_requests.c - *_individual_responses.json of LLMPerf (2023 on): a list with an
 * object a request, seconds; a failed one has an error_code. No start times. */
#include "reading.h"
#include "sniff.h"

#include <math.h>

static const struct field fields[] = {
    { "/*/end_to_end_latency_s", KEY_LATENCY_REQUEST, UNIT_SECOND, true },
    { "/*/ttft_s", KEY_TTFT_CLIENT, UNIT_SECOND, false },
    { "/*/inter_token_latency_s", KEY_TPOT_WITH_FIRST, UNIT_SECOND, false },
};
static const struct str members[ARRAY_COUNT(fields)] = {
    STR_INIT("end_to_end_latency_s"),
    STR_INIT("ttft_s"),
    STR_INIT("inter_token_latency_s"),
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_array(sniff) && sniff_member(sniff, STR("error_code")) &&
                sniff_member(sniff, STR("ttft_s")) &&
                sniff_member(sniff, STR("end_to_end_latency_s"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static double number_of(const struct json *json, const struct json_item *request, struct str name)
{
    const struct json_item *item = json_member(request, name);
    double value;
    return item && json_type(item) == JSON_NUMBER && json_real(json, item, &value) ? value
                                                                                   : (double)NAN;
}

static bool failed(const struct json_item *request)
{
    const struct json_item *code = json_member(request, STR("error_code"));
    return code && json_type(code) != JSON_NULL;
}

static void column_series(struct reading *reading, const struct json *json, size_t index)
{
    const struct json_item *root = json_root(json);
    const struct json_item *last = NULL;
    struct column value = { 0 }, work = { 0 };
    struct index_column row = { 0 };
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item)) {
        column_put(reading->home, &value,
                   failed(item) ? (double)NAN : number_of(json, item, members[index]));
        column_put(reading->home, &work, number_of(json, item, STR("number_output_tokens")));
        index_put(reading->home, &row, (uint32_t)row.count + 1);
        last = item;
    }
    if (!last)
        return;
    const struct series series = {
        .key = fields[index].key,
        .unit = UNIT_SECOND,
        .kind = SERIES_UNDECLARED,
        .value = value.at,
        .work = work.at,
        .work_unit = UNIT_TOKEN,
        .row = row.at,
        .count = row.count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = { .from = json_place(json, json_next(root, NULL)), .to = json_place(json, last) },
    };
    reading_series(reading, &series);
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++)
        column_series(reading, json, i);
    return true;
}

const struct adapter adapter_llmperf_requests = {
    .name = "llmperf-requests-json",
    .title = "Every request of LLMPerf",
    .tool = "llmperf token_benchmark_ray.py (2023 on), *_individual_responses.json",
    .spec = "ray-project/llmperf, token_benchmark_ray.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
