/* adapter_inferencemax_row.c - agg_*.json of InferenceMAX / InferenceX (utils/process_result.py),
 * one row, and agg_bmk.json (collect_results.py), an array of them.
 *
 * vLLM's figures in seconds without a suffix; throughput by accelerator, where tput_per_gpu is
 * input and output together. Duration, counts of requests and tokens, seed and start times are
 * dropped: a row cannot be audited without the raw file. *_intvty is the inverse of tpot and says
 * nothing more (its std says nothing at all), so it is left alone.
 *
 * Rows of agents' scenarios (2026 on) replay conversations of `users` at once: they count requests,
 * of which some failed, and say the time to the last token as _ttlt. Figures are of those that
 * succeeded; total_requests_completed is the server's own count, and total_generation_tokens counts
 * what the server generated for all of them, so that it is no factor of the others' rates. */
#include "reading.h"
#include "sniff.h"
#include "statistics.h"

static const struct field fields[] = {
    { "/conc", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "/duration_seconds", KEY_WALL_TIME, UNIT_SECOND, false },
    { "/framework", KEY_ENGINE_NAME, UNIT_NONE, false },
    { "/hw", KEY_ACCELERATOR_NAME, UNIT_NONE, true },
    { "/image", KEY_CONTAINER_IMAGE, UNIT_NONE, false },
    { "/input_tput_per_gpu", KEY_THROUGHPUT_INPUT_PER_ACCELERATOR, UNIT_TOKEN_PER_SECOND, false },
    { "/isl", KEY_INPUT_LENGTH, UNIT_TOKEN, false },
    { "/model", KEY_MODEL_NAME, UNIT_NONE, true },
    { "/num_requests_successful", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, false },
    { "/num_requests_total", KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
    { "/osl", KEY_OUTPUT_LENGTH, UNIT_TOKEN, false },
    { "/output_tput_per_gpu", KEY_THROUGHPUT_OUTPUT_PER_ACCELERATOR, UNIT_TOKEN_PER_SECOND, false },
    { "/output_tput_tps", KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND, false },
    { "/precision", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
    { "/scenario_type", KEY_LOAD_SCENARIO, UNIT_NONE, false },
    { "/total_requests_completed", KEY_REQUESTS_SERVER, UNIT_REQUEST, false },
    { "/total_tput_tps", KEY_THROUGHPUT_TOTAL_TOKENS, UNIT_TOKEN_PER_SECOND, false },
    { "/tput_per_gpu", KEY_THROUGHPUT_TOTAL_PER_ACCELERATOR, UNIT_TOKEN_PER_SECOND, true },
    { "/users", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
};
static const struct str settings[] = {
    STR_INIT("decode_num_workers"),
    STR_INIT("disagg"),
    STR_INIT("dp_attention"),
    STR_INIT("ep"),
    STR_INIT("is_multinode"),
    STR_INIT("offload_mode"),
    STR_INIT("prefill_num_workers"),
    STR_INIT("spec_decoding"),
    STR_INIT("tp"),
};
static const struct flat_row metrics[] = {
    { "", "_e2el", KEY_LATENCY_REQUEST, UNIT_SECOND },
    { "", "_input_tokens", KEY_INPUT_REALISED, UNIT_TOKEN },
    { "", "_itl", KEY_GAP_CHUNK, UNIT_SECOND },
    { "", "_output_tokens_actual", KEY_OUTPUT_REALISED, UNIT_TOKEN },
    { "", "_tpot", KEY_TPOT_REQUEST, UNIT_SECOND },
    { "", "_ttft", KEY_TTFT_CLIENT, UNIT_SECOND },
    { "", "_ttlt", KEY_LATENCY_REQUEST, UNIT_SECOND },
};

static int bid(const struct sniff *sniff)
{
    bool mine = (sniff_is_object(sniff) || sniff_is_array(sniff)) &&
                sniff_member(sniff, STR("hw")) &&
                (sniff_member(sniff, STR("conc")) || sniff_member(sniff, STR("users"))) &&
                sniff_member(sniff, STR("tput_per_gpu"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* Where prefill and decode have accelerators of their own, input is told by those of prefill,
 * output by those of decode, and the total by all: three denominators. */
static bool is_divided(const struct json *json, const struct json_item *row)
{
    const struct json_item *item = json_member(row, STR("disagg"));
    struct str text = item ? json_scalar(json, item) : (struct str){ 0 };
    return str_eq(text, STR("true")) || str_eq(text, STR("True"));
}

static void row_read(struct reading *reading, const struct json *json, const struct json_item *row)
{
    reading->era = is_divided(json, row) ? "disaggregated" : NULL;
    json_fields(reading, json, row, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    for (size_t i = 0; i < ARRAY_COUNT(settings); i++) {
        const struct json_item *item = json_member(row, settings[i]);
        if (item) {
            json_fact(reading, json, item, reading_instance(reading, settings[i]),
                      KEY_ENGINE_SETTINGS, UNIT_NONE);
        }
    }
    statistics_flat(reading, json, row, metrics, ARRAY_COUNT(metrics));
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json)) {
        return false;
    }
    const struct json_item *root = json_root(json);
    unsigned index = 0;
    if (json_type(root) == JSON_OBJECT) {
        row_read(reading, json, root);
        return true;
    }
    for (const struct json_item *row = json_next(root, NULL); row; row = json_next(root, row)) {
        if (reading_run(reading, str_format(reading->scratch, "%u", index++))) {
            row_read(reading, json, row);
        }
    }
    return true;
}

const struct adapter adapter_inferencemax_row = {
    .name = "inferencemax-row-json",
    .title = "Aggregated row or rows of InferenceMAX",
    .tool = "InferenceMAX, InferenceX: agg_*.json, agg_bmk.json (2025 on)",
    .spec = "SemiAnalysisAI/InferenceX, utils/process_result.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
