/* adapter_sglang_serve_log.c - console output of `python -m sglang.bench_serving`, since 2024: what
 * people keep, and paste into reports, where they did not save the result.
 *
 * The block is vLLM's with labels of its own: "Total generated tokens (retokenized)" is in each.
 * The gap between chunks became a gap between tokens in mid-2025 under the same label: blocks of
 * that time print "Peak output token throughput"; those with "Max ITL (ms)" and without it are of
 * the months between, and not known to be either. The labels "Max reqeuest concurrency" and "Total
 * throughput" were printed so in 2024. Defined by sglang, python/sglang/bench_serving.py. */
#include "serve_log.h"
#include "sniff.h"

#include <assert.h>

static const struct field fields[] = {
    { "Accept length", KEY_SPECULATION_ACCEPTED, UNIT_TOKEN, false },
    { "Backend", KEY_METHOD_ENDPOINT, UNIT_NONE, false },
    { "Benchmark duration (s)", KEY_WALL_TIME, UNIT_SECOND, true },
    { "Concurrency", KEY_CONCURRENCY_MEAN, UNIT_REQUEST, false },
    { "Input token throughput (tok/s)", KEY_THROUGHPUT_PROMPT_TOKENS, UNIT_TOKEN_PER_SECOND,
      false },
    { "Max reqeuest concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "Max request concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "Output token throughput (tok/s)", KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND,
      true },
    { "Peak concurrent requests", KEY_CONCURRENCY_PEAK, UNIT_REQUEST, false },
    { "Peak output token throughput (tok/s)", KEY_THROUGHPUT_OUTPUT_PEAK, UNIT_TOKEN_PER_SECOND,
      false },
    { "Request throughput (req/s)", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND, true },
    { "Successful requests", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, true },
    { "Total generated tokens", KEY_TOKENS_OUTPUT, UNIT_TOKEN, false },
    { "Total generated tokens (retokenized)", KEY_TOKENS_RETOKENISED, UNIT_TOKEN, false },
    { "Total input tokens", KEY_TOKENS_INPUT, UNIT_TOKEN, false },
    { "Total throughput (tok/s)", KEY_THROUGHPUT_TOTAL_TOKENS, UNIT_TOKEN_PER_SECOND, false },
    { "Total token throughput (tok/s)", KEY_THROUGHPUT_TOTAL_TOKENS, UNIT_TOKEN_PER_SECOND, false },
    { "Traffic request rate", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
};
static const struct flat_row metrics[] = {
    { "", " E2E Latency (ms)", KEY_LATENCY_REQUEST, UNIT_MILLISECOND },
    { "", " ITL (ms)", KEY_GAP_CHUNK, UNIT_MILLISECOND },
    { "", " TPOT (ms)", KEY_TPOT_REQUEST, UNIT_MILLISECOND },
    { "", " TTFT (ms)", KEY_TTFT_CLIENT, UNIT_MILLISECOND },
};
static const struct flat_row metrics_per_token[] = {
    { "", " E2E Latency (ms)", KEY_LATENCY_REQUEST, UNIT_MILLISECOND },
    { "", " ITL (ms)", KEY_GAP_TOKEN, UNIT_MILLISECOND },
    { "", " TPOT (ms)", KEY_TPOT_REQUEST, UNIT_MILLISECOND },
    { "", " TTFT (ms)", KEY_TTFT_CLIENT, UNIT_MILLISECOND },
};
static const struct argument_row arguments[] = {
    { STR_INIT("dataset_name"), KEY_DATASET_NAME, UNIT_NONE, false },
    { STR_INIT("model"), KEY_MODEL_NAME, UNIT_NONE, false },
    { STR_INIT("num_prompts"), KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
    { STR_INIT("random_input_len"), KEY_INPUT_LENGTH, UNIT_TOKEN, true },
    { STR_INIT("random_output_len"), KEY_OUTPUT_LENGTH, UNIT_TOKEN, true },
    { STR_INIT("random_range_ratio"), KEY_LENGTH_RANGE, UNIT_NONE, true },
    { STR_INIT("seed"), KEY_WORKLOAD_SEED, UNIT_NONE, false },
    { STR_INIT("temperature"), KEY_DECODING_SAMPLING, UNIT_NONE, false },
    { STR_INIT("tokenizer"), KEY_TOKENIZER_NAME, UNIT_NONE, false },
    { STR_INIT("top_p"), KEY_DECODING_SAMPLING, UNIT_NONE, false },
    { STR_INIT("warmup_requests"), KEY_METHOD_WARMUP, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = !sniff_is_object(sniff) && str_find(sniff->head, serve_log_opening) != SIZE_MAX &&
                str_find(sniff->head, STR("(retokenized):")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static const struct flat_row *metric_of(struct reading *reading, struct str block)
{
    bool per_token = str_find(block, STR("Peak output token throughput")) != SIZE_MAX;
    bool unclear = !per_token && str_find(block, STR("Max ITL (ms):")) != SIZE_MAX;
    reading->era = per_token ? "per token" : unclear ? "2025" : NULL;
    return per_token ? metrics_per_token : metrics;
}

static const struct serve_log tables = {
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .metric = metrics,
    .metric_count = ARRAY_COUNT(metrics),
    .argument = arguments,
    .argument_count = ARRAY_COUNT(arguments),
    .metric_of = metric_of,
};
static_assert(ARRAY_COUNT(metrics) == ARRAY_COUNT(metrics_per_token), "one count for both");

static bool read(struct reading *reading)
{
    return serve_log_read(reading, &tables);
}

const struct adapter adapter_sglang_serve_log = {
    .name = "sglang-serve-log",
    .title = "Console output of SGLang's serving benchmark",
    .tool = "sglang.bench_serving (2024 on)",
    .spec = "sglang, python/sglang/bench_serving.py",
    .listed = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .mark = "Serving Benchmark Result",
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_SENDS_ONCE,
};
