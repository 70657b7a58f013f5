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

/* 0.2 writes with each load point what the whole run was asked; the first is read. The seed of its
 * profile is left: `benchmark_generative_text` of 0.2 hands the profile none, so that it is the
 * default there whatever the requests were drawn with. */
static const struct field first_fields[] = {
    { "/request_loader/data", KEY_DATASET_NAME, UNIT_NONE, false },
    { "/worker/backend_model", KEY_MODEL_NAME, UNIT_NONE, false },
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

/* What stands there and is not null; NULL: neither. */
static const struct json_item *told_at(const struct json_item *item, const char *pointer)
{
    const struct json_item *found = json_at(item, str_from(pointer));
    return found && json_type(found) != JSON_NULL ? found : NULL;
}

/* All arguments stand there: what is null was not asked for. */
static void warmup_none(struct reading *reading, const struct json *json,
                        const struct json_item *warmup)
{
    if (warmup && json_type(warmup) == JSON_NULL)
        reading_fact(reading, KEY_METHOD_WARMUP, STR(""), STR("none"), UNIT_NONE,
                     json_place(json, warmup));
}

/* By what a run ends: the limits that were set on it. */
static void stop_rule(struct reading *reading, const struct json *json,
                      const struct json_item *time, const struct json_item *count)
{
    struct str said = time && count ? STR("time or count of requests")
                      : time        ? STR("time")
                                    : STR("count of requests");
    if (time || count)
        reading_fact(reading, KEY_METHOD_STOP_RULE, STR(""), said, UNIT_NONE,
                     json_place(json, time ? time : count));
}

/* "prompt_tokens=256,output_tokens=128": texts of these lengths are made up. Any other data set has
 * the lengths that its texts have. */
static void lengths_read(struct reading *reading, const struct json *json,
                         const struct json_item *data)
{
    static const struct {
        struct str name;
        enum key key;
    } lengths[] = { { STR_INIT("prompt_tokens"), KEY_INPUT_LENGTH },
                    { STR_INIT("output_tokens"), KEY_OUTPUT_LENGTH } };
    if (data && json_type(data) == JSON_ARRAY && json_count(data) == 1)
        data = json_next(data, NULL);
    struct str rest = data ? json_string(data) : (struct str){ 0 }, pair;
    while (str_cut(&rest, ',', &pair)) {
        size_t equals = str_find(pair, STR("="));
        struct str name = str_trim(str_sub(pair, 0, equals < pair.len ? equals : 0));
        for (size_t i = 0; i < ARRAY_COUNT(lengths); i++)
            if (str_eq(name, lengths[i].name))
                (void)reading_fact(reading, lengths[i].key, STR(""),
                                   str_sub(pair, equals + 1, pair.len), UNIT_TOKEN,
                                   json_place(json, data));
    }
}

/* What 0.2 says of the run, with its first load point: an open load by how its requests arrive, as
 * 0.5 names it. */
static void first_read(struct reading *reading, const struct json *json,
                       const struct json_item *first)
{
    const struct json_item *number = json_at(first, STR("/args/warmup_number"));
    const struct json_item *seconds = json_at(first, STR("/args/warmup_duration"));
    const struct json_item *profile = told_at(first, "/args/profile/type_");
    if (profile && str_eq(json_string(profile), STR("async")))
        profile = told_at(first, "/args/profile/strategy_type");
    json_fields(reading, json, first, (struct str){ 0 }, first_fields, ARRAY_COUNT(first_fields));
    lengths_read(reading, json, json_at(first, STR("/request_loader/data")));
    if (profile)
        (void)json_fact(reading, json, profile, STR(""), KEY_LOAD_SCENARIO, UNIT_NONE);
    if (told_at(first, "/args/warmup_number") || told_at(first, "/args/warmup_duration")) {
        const struct json_item *told = told_at(first, "/args/warmup_duration");
        const char *unit = told ? "s" : "requests";
        told = told ? told : number;
        reading_fact(
            reading, KEY_METHOD_WARMUP, STR(""),
            str_format(reading->scratch, "%.*s %s", STR_ARG(json_scalar(json, told)), unit),
            UNIT_NONE, json_place(json, told));
    } else if (number && seconds) {
        warmup_none(reading, json, number);
    }
    stop_rule(reading, json, told_at(first, "/args/max_duration"),
              told_at(first, "/args/max_number"));
}

/* One request after another, by definition. */
static void synchronous_read(struct reading *reading, const struct json *json,
                             const struct json_item *point)
{
    static const char *const places[] = { "/args/strategy/type_", "/config/strategy/type_" };
    for (size_t i = 0; i < ARRAY_COUNT(places); i++) {
        const struct json_item *strategy = told_at(point, places[i]);
        if (strategy && str_eq(json_string(strategy), STR("synchronous")))
            reading_fact(reading, KEY_LOAD_CONCURRENCY, STR(""), STR("1"), UNIT_REQUEST,
                         json_place(json, strategy));
    }
}

static void point_read(struct reading *reading, const struct json *json,
                       const struct json_item *point)
{
    json_fields(reading, json, point, (struct str){ 0 }, point_fields, ARRAY_COUNT(point_fields));
    for (size_t i = 0; i < ARRAY_COUNT(statistics); i++) {
        statistics_of(reading, json, json_at(point, str_from(statistics[i].path)),
                      statistics[i].key, statistics[i].unit);
    }
    synchronous_read(reading, json, point);
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
    warmup_none(reading, json, json_at(root, STR("/args/warmup")));
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    lengths_read(reading, json, json_at(root, STR("/args/data")));
    stop_rule(reading, json, told_at(root, "/args/max_seconds"),
              told_at(root, "/args/max_requests"));
    if (list && json_count(list) > 0 && reading->era)
        first_read(reading, json, json_next(list, NULL));
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
