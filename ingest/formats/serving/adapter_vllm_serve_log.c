/* adapter_vllm_serve_log.c - console output of `vllm bench serve` (benchmark_serving.py before),
 * since 2024: what people keep where they did not save the result.
 *
 * "Namespace(...)" holds what the result file leaves out: seed, data set, lengths, warm-ups,
 * temperature. The result block has lines "Label (unit): value" between rules of '='; progress bars
 * with carriage returns stand around it. Several blocks in one log are several runs. Values are
 * rounded to two decimals: their writing tells their resolution. random_range_ratio means lengths
 * around n since the benchmark is a subcommand (bench_type). */
#include "serve_log.h"
#include "sniff.h"

static const struct field fields[] = {
    { "Benchmark duration (s)", KEY_WALL_TIME, UNIT_SECOND, true },
    { "Failed requests", KEY_REQUESTS_FAILED, UNIT_REQUEST, false },
    { "Input token throughput (tok/s)", KEY_THROUGHPUT_PROMPT_TOKENS, UNIT_TOKEN_PER_SECOND,
      false },
    { "Maximum request concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "Output token throughput (tok/s)", KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND,
      false },
    { "Peak concurrent requests", KEY_CONCURRENCY_PEAK, UNIT_REQUEST, false },
    { "Peak output token throughput (tok/s)", KEY_THROUGHPUT_OUTPUT_PEAK, UNIT_TOKEN_PER_SECOND,
      false },
    { "Request goodput (req/s)", KEY_THROUGHPUT_GOOD, UNIT_REQUEST_PER_SECOND, false },
    { "Request rate configured (RPS)", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "Request throughput (req/s)", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND, true },
    { "Successful requests", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, true },
    { "Total Token throughput (tok/s)", KEY_THROUGHPUT_TOTAL_TOKENS, UNIT_TOKEN_PER_SECOND, false },
    { "Total generated tokens", KEY_TOKENS_OUTPUT, UNIT_TOKEN, false },
    { "Total input tokens", KEY_TOKENS_INPUT, UNIT_TOKEN, false },
    { "Total token throughput (tok/s)", KEY_THROUGHPUT_TOTAL_TOKENS, UNIT_TOKEN_PER_SECOND, false },
};
/* "Mean TTFT (ms)", "P99 TPOT (ms)" */
static const struct flat_row metrics[] = {
    { "", " E2EL (ms)", KEY_LATENCY_REQUEST, UNIT_MILLISECOND },
    { "", " ITL (ms)", KEY_GAP_CHUNK, UNIT_MILLISECOND },
    { "", " TPOT (ms)", KEY_TPOT_REQUEST, UNIT_MILLISECOND },
    { "", " TTFT (ms)", KEY_TTFT_CLIENT, UNIT_MILLISECOND },
};
static const struct argument_row arguments[] = {
    { STR_INIT("backend"), KEY_METHOD_ENDPOINT, UNIT_NONE, false },
    { STR_INIT("burstiness"), KEY_LOAD_BURSTINESS, UNIT_RATIO, false },
    { STR_INIT("dataset_name"), KEY_DATASET_NAME, UNIT_NONE, false },
    { STR_INIT("max_concurrency"), KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { STR_INIT("model"), KEY_MODEL_NAME, UNIT_NONE, false },
    { STR_INIT("num_prompts"), KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
    { STR_INIT("num_warmups"), KEY_METHOD_WARMUP, UNIT_NONE, false },
    { STR_INIT("random_input_len"), KEY_INPUT_LENGTH, UNIT_TOKEN, true },
    { STR_INIT("random_output_len"), KEY_OUTPUT_LENGTH, UNIT_TOKEN, true },
    { STR_INIT("random_range_ratio"), KEY_LENGTH_RANGE, UNIT_NONE, true },
    { STR_INIT("request_rate"), KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { STR_INIT("seed"), KEY_WORKLOAD_SEED, UNIT_NONE, false },
    { STR_INIT("temperature"), KEY_DECODING_SAMPLING, UNIT_NONE, false },
    { STR_INIT("tokenizer"), KEY_TOKENIZER_NAME, UNIT_NONE, false },
};
static const struct argument_default absent[] = {
    { STR_INIT("num_warmups"), KEY_METHOD_WARMUP, STR_INIT("0"),
      "vllm-project/vllm#26943 of October 2025; the default is 0" },
};

static int bid(const struct sniff *sniff)
{
    bool recounted = str_find(sniff->head, STR("(retokenized):")) != SIZE_MAX; /* SGLang's */
    if (sniff_is_object(sniff) || recounted)
        return BID_NONE;
    if (str_find(sniff->head, serve_log_opening) != SIZE_MAX)
        return BID_SIGNATURE;
    return sniff_line_starts(sniff, STR("Namespace(")) &&
                   str_find(sniff->head, STR("bench_type='serve'")) != SIZE_MAX
               ? BID_SHAPE
               : BID_NONE;
}

static const struct serve_log tables = {
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .metric = metrics,
    .metric_count = ARRAY_COUNT(metrics),
    .argument = arguments,
    .argument_count = ARRAY_COUNT(arguments),
    .absent = absent,
    .absent_count = ARRAY_COUNT(absent),
    .subcommand = STR_INIT("bench_type="),
};

static bool read(struct reading *reading)
{
    return serve_log_read(reading, &tables);
}

const struct adapter adapter_vllm_serve_log = {
    .name = "vllm-serve-log",
    .title = "Console output of vLLM's serving benchmark",
    .tool = "vllm bench serve; benchmark_serving.py (2024 on)",
    .spec = "vllm/benchmarks/serve.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .mark = "Serving Benchmark Result",
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_SENDS_ONCE,
};
