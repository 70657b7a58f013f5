/* adapter_trtllm_bench_log.c - what `trtllm-bench throughput|latency` prints on a console: blocks
 * of "LABEL: VALUE" under headings between rules of '=', and the engine's log lines around them.
 *
 * Times are inside the engine: no HTTP, no client. "Token Throughput" (0.13 to 0.16) counts
 * generated tokens; later releases say "Total Output Throughput". "Issue Rate" is the rate that was
 * asked for, in a number too large to mean one, and is not taken. Defined by TensorRT-LLM,
 * tensorrt_llm/bench/dataclasses/reporting.py and, before, bench/benchmark/utils. */
#include "reading.h"
#include "sniff.h"

static const struct row {
    struct str label;
    enum key key;
    enum unit unit;
    const char *instance;
} rows[] = {
    { STR_INIT("Average Input Length (tokens)"), KEY_INPUT_REALISED, UNIT_TOKEN, "mean" },
    { STR_INIT("Average Output Length (tokens)"), KEY_OUTPUT_REALISED, UNIT_TOKEN, "mean" },
    { STR_INIT("Average request latency (ms)"), KEY_LATENCY_ENGINE, UNIT_MILLISECOND, "mean" },
    { STR_INIT("Average time-per-output-token [TPOT] (ms)"), KEY_TPOT_ENGINE, UNIT_MILLISECOND,
      "mean" },
    { STR_INIT("Average time-to-first-token [TTFT] (ms)"), KEY_TTFT_ENGINE, UNIT_MILLISECOND,
      "mean" },
    { STR_INIT("Backend"), KEY_ENGINE_NAME, UNIT_NONE, "" },
    { STR_INIT("Dtype"), KEY_PRECISION_COMPUTE, UNIT_NONE, "" },
    { STR_INIT("EP Size"), KEY_ENGINE_SETTINGS, UNIT_NONE, "ep_size" },
    { STR_INIT("KV Cache Dtype"), KEY_PRECISION_KV_CACHE, UNIT_NONE, "" },
    { STR_INIT("KV Memory Percentage"), KEY_ENGINE_SETTINGS, UNIT_NONE, "kv_cache_percentage" },
    { STR_INIT("Max Runtime Batch Size"), KEY_ENGINE_SETTINGS, UNIT_NONE, "max_batch_size" },
    { STR_INIT("Max Runtime Tokens"), KEY_ENGINE_SETTINGS, UNIT_NONE, "max_num_tokens" },
    { STR_INIT("Max Sequence Length"), KEY_ENGINE_SETTINGS, UNIT_NONE, "max_sequence_length" },
    { STR_INIT("Model"), KEY_MODEL_NAME, UNIT_NONE, "" },
    { STR_INIT("Number of requests"), KEY_REQUESTS_COMPLETED, UNIT_REQUEST, "" },
    { STR_INIT("PP Size"), KEY_ENGINE_SETTINGS, UNIT_NONE, "pp_size" },
    { STR_INIT("Per GPU Output Throughput (tps/gpu)"), KEY_THROUGHPUT_OUTPUT_PER_ACCELERATOR,
      UNIT_TOKEN_PER_SECOND, "" },
    { STR_INIT("Quantization"), KEY_PRECISION_QUANTISATION, UNIT_NONE, "" },
    { STR_INIT("Request Throughput (req/sec)"), KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND,
      "" },
    { STR_INIT("Scheduling Policy"), KEY_ENGINE_SETTINGS, UNIT_NONE, "scheduling_policy" },
    { STR_INIT("TP Size"), KEY_ENGINE_SETTINGS, UNIT_NONE, "tp_size" },
    { STR_INIT("TensorRT-LLM Version"), KEY_ENGINE_VERSION, UNIT_NONE, "" },
    { STR_INIT("Token Throughput (tokens/sec)"), KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, "" },
    { STR_INIT("Total Latency (ms)"), KEY_WALL_TIME, UNIT_MILLISECOND, "" },
    { STR_INIT("Total Output Throughput (tokens/sec)"), KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, "" },
    { STR_INIT("Total Token Throughput (tokens/sec)"), KEY_THROUGHPUT_TOTAL_TOKENS,
      UNIT_TOKEN_PER_SECOND, "" },
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR("= PERFORMANCE OVERVIEW")) != SIZE_MAX &&
                sniff_line_starts(sniff, STR("Request Throughput (req/sec):"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void line_read(struct reading *reading, const struct line *line)
{
    struct str value = line->text, label;
    if (!str_cut(&value, ':', &label) || !value.at || str_trim(value).len == 0)
        return;
    label = str_trim(label);
    value = str_trim(value);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (str_eq(label, rows[i].label)) {
            reading_fact(reading, rows[i].key,
                         reading_instance(reading, str_from(rows[i].instance)), value, rows[i].unit,
                         line_place(reading, line, value));
        }
    }
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    reading_lines(&lines, reading);
    while (lines_next(&lines, &line))
        line_read(reading, &line);
    return true;
}

const struct adapter adapter_trtllm_bench_log = {
    .name = "trtllm-bench-log",
    .title = "Console output of TensorRT-LLM's benchmark",
    .tool = "trtllm-bench throughput or latency (0.13 on)",
    .spec = "TensorRT-LLM, tensorrt_llm/bench/dataclasses/reporting.py",
    .unseen = true,
    .kind = FACT_MEASURED,
    /* Checked in its process_request and worker: pull requests 5841 and 5170, July and August 2025.
     */
    .traits = TRAIT_ENDS_ON_FAILURE,
    .bid = bid,
    .read = read,
    .mark = "= PERFORMANCE OVERVIEW",
    .feeds = true,
};
