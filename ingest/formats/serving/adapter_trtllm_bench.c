/* adapter_trtllm_bench.c - `trtllm-bench throughput|latency --report_json` of TensorRT-LLM (0.15
 * on): engine, machine, world, requests, performance; the best disclosure of precision of all.
 *
 * Times are inside the engine: no HTTP, no client. Percentiles are milliseconds where the member
 * says so; some releases dumped nanoseconds beside them, which are left alone. */
#include "reading.h"
#include "sniff.h"
#include "statistics.h"

static const struct field fields[] = {
    { "/engine/backend", KEY_ENGINE_NAME, UNIT_NONE, false },
    { "/engine/dtype", KEY_PRECISION_COMPUTE, UNIT_NONE, false },
    { "/engine/kv_cache_dtype", KEY_PRECISION_KV_CACHE, UNIT_NONE, false },
    { "/engine/model", KEY_MODEL_NAME, UNIT_NONE, true },
    { "/engine/quantization", KEY_PRECISION_QUANTISATION, UNIT_NONE, false },
    { "/engine/version", KEY_ENGINE_VERSION, UNIT_NONE, false },
    { "/machine/name", KEY_ACCELERATOR_NAME, UNIT_NONE, false },
    { "/performance/output_throughput_per_gpu_tok_s", KEY_THROUGHPUT_OUTPUT_PER_ACCELERATOR,
      UNIT_TOKEN_PER_SECOND, false },
    { "/performance/request_throughput_req_s", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND,
      true },
    { "/performance/system_output_throughput_tok_s", KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, true },
    { "/performance/system_total_throughput_tok_s", KEY_THROUGHPUT_TOTAL_TOKENS,
      UNIT_TOKEN_PER_SECOND, false },
    { "/performance/total_latency_ms", KEY_WALL_TIME, UNIT_MILLISECOND, false },
    { "/request_info/avg_num_concurrent_requests", KEY_CONCURRENCY_MEAN, UNIT_REQUEST, false },
    { "/request_info/num_requests", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, true },
    { "/world_info/world_size", KEY_ACCELERATOR_COUNT, UNIT_COUNT, false },
};
/* One statistic each. */
static const struct field means[] = {
    { "/performance/avg_request_latency_ms", KEY_LATENCY_ENGINE, UNIT_MILLISECOND, false },
    { "/performance/output_throughput_per_user_tok_s", KEY_THROUGHPUT_PER_USER,
      UNIT_TOKEN_PER_SECOND, false },
    { "/request_info/avg_input_length", KEY_INPUT_REALISED, UNIT_TOKEN, false },
    { "/request_info/avg_output_length", KEY_OUTPUT_REALISED, UNIT_TOKEN, false },
    { "/streaming_metrics/avg_tpot_ms", KEY_TPOT_ENGINE, UNIT_MILLISECOND, false },
    { "/streaming_metrics/avg_ttft_ms", KEY_TTFT_ENGINE, UNIT_MILLISECOND, false },
};
static const struct field percentiles[] = {
    { "/performance/request_latency_percentiles_ms", KEY_LATENCY_ENGINE, UNIT_MILLISECOND, false },
    { "/streaming_metrics/tpot_percentiles", KEY_TPOT_ENGINE, UNIT_MILLISECOND, false },
    { "/streaming_metrics/ttft_percentiles", KEY_TTFT_ENGINE, UNIT_MILLISECOND, false },
};
/* Of world_info: settings by their names. */
static const struct str settings[] = {
    STR_INIT("ep_size"),        STR_INIT("kv_cache_percentage"),
    STR_INIT("max_batch_size"), STR_INIT("max_num_tokens"),
    STR_INIT("pp_size"),        STR_INIT("scheduling_policy"),
    STR_INIT("tp_size"),
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("engine")) &&
                sniff_member(sniff, STR("request_info")) && sniff_member(sniff, STR("performance"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *world = json_member(root, STR("world_info"));
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    json_fields(reading, json, root, STR("mean"), means, ARRAY_COUNT(means));
    for (size_t i = 0; i < ARRAY_COUNT(percentiles); i++) {
        statistics_of(reading, json, json_at(root, str_from(percentiles[i].path)),
                      percentiles[i].key, percentiles[i].unit);
    }
    for (size_t i = 0; world && i < ARRAY_COUNT(settings); i++) {
        const struct json_item *item = json_member(world, settings[i]);
        if (item)
            json_fact(reading, json, item, settings[i], KEY_ENGINE_SETTINGS, UNIT_NONE);
    }
    return true;
}

const struct adapter adapter_trtllm_bench = {
    .name = "trtllm-bench-json",
    .title = "Report of TensorRT-LLM's benchmark",
    .tool = "trtllm-bench throughput or latency, --report_json (0.15 on)",
    .spec = "TensorRT-LLM, tensorrt_llm/bench/dataclasses/reporting.py",
    .listed = true,
    .kind = FACT_MEASURED,
    /* Checked in its process_request and worker: pull requests 5841 and 5170, July and August 2025.
     */
    .traits = TRAIT_ENDS_ON_FAILURE,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
