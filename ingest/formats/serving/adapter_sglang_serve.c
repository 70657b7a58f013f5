/* adapter_sglang_serve.c - `python -m sglang.bench_serving --output-file`: JSON Lines, a line a run
 * appended, since 2024; with --output-details the arrays of vLLM's file.
 *
 * request_rate is Python's bare Infinity where all requests are sent at once. The gap between
 * chunks (itl) became a gap between tokens in mid-2025 under the same name: files of that time have
 * max_itl_ms. random_range_ratio 0.0 means lengths from 1 to n. Model, seed, accelerator and
 * version of the server are in no era of the file. */
#include "model/traits.h"
#include "runs.h"
#include "serve.h"
#include "statistics.h"

static const struct field fields[] = {
    { "/accept_length", KEY_SPECULATION_ACCEPTED, UNIT_TOKEN, false },
    { "/backend", KEY_METHOD_ENDPOINT, UNIT_NONE, true },
    { "/completed", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, true },
    { "/concurrency", KEY_CONCURRENCY_MEAN, UNIT_REQUEST, false },
    { "/dataset_name", KEY_DATASET_NAME, UNIT_NONE, true },
    { "/duration", KEY_WALL_TIME, UNIT_SECOND, true },
    { "/input_throughput", KEY_THROUGHPUT_PROMPT_TOKENS, UNIT_TOKEN_PER_SECOND, false },
    { "/max_concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "/max_concurrent_requests", KEY_CONCURRENCY_PEAK, UNIT_REQUEST, false },
    { "/max_output_tokens_per_s", KEY_THROUGHPUT_OUTPUT_PEAK, UNIT_TOKEN_PER_SECOND, false },
    { "/output_throughput", KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND, true },
    { "/request_rate", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "/request_throughput", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND, false },
    { "/total_input_tokens", KEY_TOKENS_INPUT, UNIT_TOKEN, false },
    { "/total_output_tokens", KEY_TOKENS_OUTPUT, UNIT_TOKEN, false },
    { "/total_output_tokens_retokenized", KEY_TOKENS_RETOKENISED, UNIT_TOKEN, false },
    { "/total_throughput", KEY_THROUGHPUT_TOTAL_TOKENS, UNIT_TOKEN_PER_SECOND, false },
};
/* Of random prompts; other data sets keep the defaults here, which say nothing of them. */
static const struct field random_fields[] = {
    { "/random_input_len", KEY_INPUT_LENGTH, UNIT_TOKEN, false },
    { "/random_output_len", KEY_OUTPUT_LENGTH, UNIT_TOKEN, false },
    { "/random_range_ratio", KEY_LENGTH_RANGE, UNIT_NONE, false },
};
static const struct flat_row metrics[] = {
    { "", "_e2e_latency_ms", KEY_LATENCY_REQUEST, UNIT_MILLISECOND },
    { "", "_tpot_ms", KEY_TPOT_REQUEST, UNIT_MILLISECOND },
    { "", "_ttft_ms", KEY_TTFT_CLIENT, UNIT_MILLISECOND },
};
static const struct flat_row gap_of_chunks[] = {
    { "", "_itl_ms", KEY_GAP_CHUNK, UNIT_MILLISECOND },
};
static const struct flat_row gap_of_tokens[] = {
    { "", "_itl_ms", KEY_GAP_TOKEN, UNIT_MILLISECOND },
};

static int bid(const struct sniff *sniff)
{
    bool mine = !sniff_is_log(sniff) && sniff_is_object(sniff) &&
                sniff_member(sniff, STR("dataset_name")) &&
                sniff_member(sniff, STR("sharegpt_output_len")) &&
                sniff_member(sniff, STR("random_range_ratio")) &&
                sniff_member(sniff, STR("completed"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* Prompts of ShareGPT are as long as they are; answers, too, unless sharegpt_output_len overrides
 * that (the tool's help). */
static void lengths_of_data_set(struct reading *reading, const struct json *json,
                                const struct json_item *data)
{
    const struct json_item *set = json_member(json_root(json), STR("sharegpt_output_len"));
    bool number = set && json_type(set) == JSON_NUMBER;
    json_fact(reading, json, data, (struct str){ 0 }, KEY_INPUT_LENGTH_SOURCE, UNIT_NONE);
    if (number)
        json_fact(reading, json, set, (struct str){ 0 }, KEY_OUTPUT_LENGTH, UNIT_TOKEN);
    else if (set && json_type(set) == JSON_NULL)
        json_fact(reading, json, data, (struct str){ 0 }, KEY_OUTPUT_LENGTH_SOURCE, UNIT_NONE);
}

static void run_read(struct reading *reading, const struct json *json)
{
    const struct json_item *root = json_root(json);
    const struct json_item *data = json_member(root, STR("dataset_name"));
    bool per_token = json_member(root, STR("max_output_tokens_per_s")) != NULL;
    bool unclear = !per_token && json_member(root, STR("p99_itl_ms"));
    reading->era = per_token ? "per token" : unclear ? "2025" : NULL;
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    if (data && str_starts(json_string(data), STR("random"))) {
        json_fields(reading, json, root, (struct str){ 0 }, random_fields,
                    ARRAY_COUNT(random_fields));
    } else if (data && str_eq(json_string(data), STR("sharegpt"))) {
        lengths_of_data_set(reading, json, data);
    }
    statistics_flat(reading, json, root, metrics, ARRAY_COUNT(metrics));
    statistics_flat(reading, json, root, per_token ? gap_of_tokens : gap_of_chunks, 1);
    serve_requests_read(reading, json);
}

static bool read(struct reading *reading)
{
    struct runs runs;
    struct json *json = NULL;
    runs_begin(&runs, reading);
    while (runs_next(&runs, &json))
        run_read(reading, json);
    return runs.count > 0;
}

const struct adapter adapter_sglang_serve = {
    .name = "sglang-serve-jsonl",
    .title = "Serving benchmark of SGLang, a line a run",
    .tool = "sglang.bench_serving (2024 on)",
    .spec = "sglang, python/sglang/bench_serving.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_KEEPS_REQUESTS,
};
