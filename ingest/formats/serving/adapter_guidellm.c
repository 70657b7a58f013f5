/* adapter_guidellm.c - benchmarks.json of GuideLLM: 0.5 (metadata.version 1) and 0.2 (2025).
 *
 * benchmarks[] is one load point each: the index is the instance. Every metric is split into
 * successful, errored, incomplete and total; the successful ones are read. Percentiles are p001 to
 * p999 without a point, and steps: p50 of four values is the second. "time per output token" has
 * the first token in it, "inter token latency" has not; since 0.5 both are weighted by tokens.
 * Latency is in seconds, the others say _ms. Request times are Unix time. */
#include "reading.h"
#include "sniff.h"
#include "statistics.h"

#include <math.h>

static const struct field fields[] = {
    { "/args/data", KEY_DATASET_NAME, UNIT_NONE, false },
    { "/args/model", KEY_MODEL_NAME, UNIT_NONE, false },
    { "/args/profile", KEY_LOAD_SCENARIO, UNIT_NONE, false },
    { "/args/random_seed", KEY_WORKLOAD_SEED, UNIT_NONE, false },
    { "/args/warmup", KEY_METHOD_WARMUP, UNIT_NONE, false },
    { "/metadata/guidellm_version", KEY_METHOD_TOOL_VERSION, UNIT_NONE, false },
    { "/metadata/platform", KEY_OS_KERNEL_BUILD, UNIT_NONE, false },
    { "/metadata/python_version", KEY_PYTHON_VERSION, UNIT_NONE, false },
};
/* Of one load point; the two schemas have the same things in other places. */
static const struct field point_fields[] = {
    { "/args/strategy/streams", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "/args/strategy/rate", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "/config/strategy/rate", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "/config/strategy/streams", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "/duration", KEY_WALL_TIME, UNIT_SECOND, false },
    { "/end_time", KEY_LOAD_END, UNIT_NONE, false },
    { "/metrics/output_token_count/successful/total_sum", KEY_TOKENS_OUTPUT, UNIT_TOKEN, false },
    { "/metrics/output_tokens_per_second/successful/mean", KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, false },
    { "/metrics/prompt_token_count/successful/total_sum", KEY_TOKENS_INPUT, UNIT_TOKEN, false },
    { "/metrics/prompt_tokens_per_second/successful/mean", KEY_THROUGHPUT_PROMPT_TOKENS,
      UNIT_TOKEN_PER_SECOND, false },
    { "/metrics/request_concurrency/successful/max", KEY_CONCURRENCY_PEAK, UNIT_REQUEST, false },
    { "/metrics/request_concurrency/successful/mean", KEY_CONCURRENCY_MEAN, UNIT_REQUEST, false },
    { "/metrics/request_totals/errored", KEY_REQUESTS_FAILED, UNIT_REQUEST, false },
    { "/metrics/request_totals/incomplete", KEY_REQUESTS_INCOMPLETE, UNIT_REQUEST, false },
    { "/metrics/request_totals/successful", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, false },
    { "/metrics/requests_per_second/successful/mean", KEY_THROUGHPUT_REQUESTS,
      UNIT_REQUEST_PER_SECOND, false },
    { "/metrics/tokens_per_second/successful/mean", KEY_THROUGHPUT_TOTAL_TOKENS,
      UNIT_TOKEN_PER_SECOND, false },
    { "/request_totals/errored", KEY_REQUESTS_FAILED, UNIT_REQUEST, false },
    { "/request_totals/incomplete", KEY_REQUESTS_INCOMPLETE, UNIT_REQUEST, false },
    { "/request_totals/successful", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, false },
    { "/start_time", KEY_LOAD_BEGIN, UNIT_NONE, false },
};
static const struct field statistics[] = {
    { "/metrics/inter_token_latency_ms/successful", KEY_TPOT_REQUEST, UNIT_MILLISECOND, false },
    { "/metrics/output_token_count/successful", KEY_OUTPUT_REALISED, UNIT_TOKEN, false },
    { "/metrics/prompt_token_count/successful", KEY_INPUT_REALISED, UNIT_TOKEN, false },
    { "/metrics/request_latency/successful", KEY_LATENCY_REQUEST, UNIT_SECOND, false },
    { "/metrics/time_per_output_token_ms/successful", KEY_TPOT_WITH_FIRST, UNIT_MILLISECOND,
      false },
    { "/metrics/time_to_first_token_ms/successful", KEY_TTFT_CLIENT, UNIT_MILLISECOND, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("benchmarks")) &&
                (str_find(sniff->head, STR("guidellm")) != SIZE_MAX ||
                 str_find(sniff->head, STR("\"request_loader\"")) != SIZE_MAX ||
                 str_find(sniff->head, STR("generative_benchmark")) != SIZE_MAX);
    return mine ? BID_SIGNATURE : BID_NONE;
}

static double member_number(const struct json *json, const struct json_item *object,
                            const char *name)
{
    const struct json_item *item = json_member(object, str_from(name));
    double value;
    return item && json_type(item) == JSON_NUMBER && json_real(json, item, &value) ? value
                                                                                   : (double)NAN;
}

/* requests.successful[]: the times of each request, by the names of either schema. */
static void request_series(struct reading *reading, const struct json *json,
                           const struct json_item *point)
{
    static const struct {
        const char *name;
        enum key key;
        double factor; /* to seconds */
    } columns[] = { { "request_latency", KEY_LATENCY_REQUEST, 1 },
                    { "time_to_first_token_ms", KEY_TTFT_CLIENT, 1e-3 } };
    const struct json_item *list = json_at(point, STR("/requests/successful"));
    if (!list || json_type(list) != JSON_ARRAY || json_count(list) == 0)
        return;
    struct column start = { 0 }, work = { 0 }, value[ARRAY_COUNT(columns)] = { { 0 } };
    struct index_column row = { 0 };
    const struct json_item *last = NULL;
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item)) {
        double at = member_number(json, item, "start_time");
        column_put(reading->home, &start,
                   isnan(at) ? member_number(json, item, "request_start_time") : at);
        column_put(reading->home, &work, member_number(json, item, "output_tokens"));
        index_put(reading->home, &row, (uint32_t)row.count + 1);
        for (size_t i = 0; i < ARRAY_COUNT(columns); i++)
            column_put(reading->home, &value[i],
                       member_number(json, item, columns[i].name) * columns[i].factor);
        last = item;
    }
    for (size_t i = 0; i < ARRAY_COUNT(columns); i++) {
        const struct series series = {
            .key = columns[i].key,
            .instance = reading->selected.len == 0 ? reading->current : (struct str){ 0 },
            .unit = UNIT_SECOND,
            .kind = SERIES_UNDECLARED, /* requests overlap */
            .start = start.at,
            .value = value[i].at,
            .work = work.at,
            .work_unit = UNIT_TOKEN,
            .row = row.at,
            .count = row.count,
            .unix_clock = true,
            .load_begin = NAN,
            .load_end = NAN,
            .source = { .from = json_place(json, json_next(list, NULL)),
                        .to = json_place(json, last) },
        };
        reading_series(reading, &series);
    }
}

/* The form of the requests tells more than the client's library for them, which all name alike. */
static void endpoint_fact(struct reading *reading, const struct json *json)
{
    static const struct str paths[] = { STR_INIT("/args/request_format"),
                                        STR_INIT("/args/backend") };
    for (size_t i = 0; i < ARRAY_COUNT(paths); i++) {
        const struct json_item *item = json_at(json_root(json), paths[i]);
        if (item && json_type(item) == JSON_STRING) {
            (void)json_fact(reading, json, item, STR(""), KEY_METHOD_ENDPOINT, UNIT_NONE);
            return;
        }
    }
}

/* All arguments stand there: what is null was not asked for. */
static void warmup_none(struct reading *reading, const struct json *json)
{
    const struct json_item *warmup = json_at(json_root(json), STR("/args/warmup"));
    if (warmup && json_type(warmup) == JSON_NULL)
        reading_fact(reading, KEY_METHOD_WARMUP, STR(""), STR("none"), UNIT_NONE,
                     json_place(json, warmup));
}

static void point_read(struct reading *reading, const struct json *json,
                       const struct json_item *point)
{
    json_fields(reading, json, point, (struct str){ 0 }, point_fields, ARRAY_COUNT(point_fields));
    for (size_t i = 0; i < ARRAY_COUNT(statistics); i++) {
        statistics_of(reading, json, json_at(point, str_from(statistics[i].path)),
                      statistics[i].key, statistics[i].unit);
    }
    request_series(reading, json, point);
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *list = json_member(root, STR("benchmarks"));
    bool several = list && json_count(list) > 1;
    unsigned index = 0;
    reading->era = json_member(root, STR("metadata")) ? NULL : "0.2";
    endpoint_fact(reading, json);
    warmup_none(reading, json);
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    for (const struct json_item *point = list ? json_next(list, NULL) : NULL; point;
         point = json_next(list, point)) {
        bool named = several || reading->selected.len > 0;
        if (!named || reading_run(reading, str_format(reading->scratch, "%u", index)))
            point_read(reading, json, point);
        index++;
    }
    return true;
}

const struct adapter adapter_guidellm = {
    .name = "guidellm-json",
    .title = "Load points of GuideLLM",
    .tool = "guidellm benchmark (0.2, 0.5)",
    .spec = "vllm-project/guidellm, src/guidellm/benchmark/schemas",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
