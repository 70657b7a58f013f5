/* adapter_llmperf_summary.c - *_summary.json of LLMPerf (ray-project/llmperf, 2023 on): flat
 * members "results_<metric>_<statistic>", seconds, sample deviation.
 *
 * Its inter_token_latency is the sum of the gaps, the wait for the first token in it, by the
 * tokens. The endpoint is somebody else's: what served is in no member. Some numbers are texts. */
#include "reading.h"
#include "sniff.h"
#include "statistics.h"

static const struct field fields[] = {
    { "/mean_input_tokens", KEY_INPUT_LENGTH, UNIT_TOKEN, false },
    { "/mean_output_tokens", KEY_OUTPUT_LENGTH, UNIT_TOKEN, false },
    { "/model", KEY_MODEL_NAME, UNIT_NONE, false },
    { "/num_concurrent_requests", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "/results_mean_output_throughput_token_per_s", KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, false },
    { "/results_num_completed_requests", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, true },
    { "/results_num_requests_started", KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
    { "/results_number_errors", KEY_REQUESTS_FAILED, UNIT_REQUEST, true },
    { "/timestamp", KEY_CAPTURE_TIME, UNIT_NONE, false },
    { "/version", KEY_METHOD_TOOL_VERSION, UNIT_NONE, false },
};
static const struct flat_row metrics[] = {
    { "results_end_to_end_latency_s_", "", KEY_LATENCY_REQUEST, UNIT_SECOND },
    { "results_end_to_end_latency_s_quantiles_", "", KEY_LATENCY_REQUEST, UNIT_SECOND },
    { "results_inter_token_latency_s_", "", KEY_TPOT_WITH_FIRST, UNIT_SECOND },
    { "results_inter_token_latency_s_quantiles_", "", KEY_TPOT_WITH_FIRST, UNIT_SECOND },
    { "results_number_input_tokens_", "", KEY_INPUT_REALISED, UNIT_TOKEN },
    { "results_number_input_tokens_quantiles_", "", KEY_INPUT_REALISED, UNIT_TOKEN },
    { "results_number_output_tokens_", "", KEY_OUTPUT_REALISED, UNIT_TOKEN },
    { "results_number_output_tokens_quantiles_", "", KEY_OUTPUT_REALISED, UNIT_TOKEN },
    { "results_request_output_throughput_token_per_s_", "", KEY_THROUGHPUT_PER_USER,
      UNIT_TOKEN_PER_SECOND },
    { "results_request_output_throughput_token_per_s_quantiles_", "", KEY_THROUGHPUT_PER_USER,
      UNIT_TOKEN_PER_SECOND },
    { "results_ttft_s_", "", KEY_TTFT_CLIENT, UNIT_SECOND },
    { "results_ttft_s_quantiles_", "", KEY_TTFT_CLIENT, UNIT_SECOND },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("results_ttft_s_mean")) &&
                sniff_member(sniff, STR("results_num_completed_requests"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    statistics_flat(reading, json, root, metrics, ARRAY_COUNT(metrics));
    return true;
}

const struct adapter adapter_llmperf_summary = {
    .name = "llmperf-summary-json",
    .title = "Summary of LLMPerf",
    .tool = "llmperf token_benchmark_ray.py (2023 on), *_summary.json",
    .spec = "ray-project/llmperf, token_benchmark_ray.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
