/* adapter_inferencemax_point.c - results of InferenceX's experiments (token_position_decode_slo,
 * 2026): members of vLLM's serve file, but without the interface, and latencies in seconds without
 * a suffix, medians and p99 only. */
#include "reading.h"
#include "sniff.h"
#include "statistics.h"

static const struct field fields[] = {
    { "/burstiness", KEY_LOAD_BURSTINESS, UNIT_RATIO, false },
    { "/completed", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, true },
    { "/date", KEY_CAPTURE_TIME, UNIT_NONE, false },
    { "/duration", KEY_WALL_TIME, UNIT_SECOND, true },
    { "/input_throughput", KEY_THROUGHPUT_PROMPT_TOKENS, UNIT_TOKEN_PER_SECOND, false },
    { "/max_concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "/model_id", KEY_MODEL_NAME, UNIT_NONE, false },
    { "/num_prompts", KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
    { "/output_throughput", KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND, false },
    { "/request_goodput", KEY_THROUGHPUT_GOOD, UNIT_REQUEST_PER_SECOND, false },
    { "/request_rate", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "/request_throughput", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND, true },
    { "/tokenizer_id", KEY_TOKENIZER_NAME, UNIT_NONE, false },
    { "/total_input_tokens", KEY_TOKENS_INPUT, UNIT_TOKEN, false },
    { "/total_output_tokens", KEY_TOKENS_OUTPUT, UNIT_TOKEN, false },
};
static const struct flat_row metrics[] = {
    { "", "_e2el", KEY_LATENCY_REQUEST, UNIT_SECOND },
    { "", "_tpot", KEY_TPOT_REQUEST, UNIT_SECOND },
    { "", "_ttft", KEY_TTFT_CLIENT, UNIT_SECOND },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && !sniff_member(sniff, STR("backend")) &&
                sniff_member(sniff, STR("tokenizer_id")) &&
                sniff_member(sniff, STR("num_prompts")) && sniff_member(sniff, STR("median_ttft"));
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

const struct adapter adapter_inferencemax_point = {
    .name = "inferencemax-point-json",
    .title = "One load point of an experiment of InferenceX",
    .tool = "InferenceX, experimental/token_position_decode_slo (2026)",
    .spec = "SemiAnalysisAI/InferenceX, experimental",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
