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
 * what the server generated for all of them, so that it is no factor of the others' rates. Since
 * they are made of AIPerf's requests (utils/agentic/aggregation), figures stand in request_metrics,
 * by kind and statistic; latency/itl and latency/tpot are one and the same there, AIPerf's inter
 * token latency, and each rate by accelerator is divided by all of them, split or not. */
#include "reading.h"
#include "sniff.h"
#include "statistics.h"

#include <math.h>

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
    { "/tput_per_gpu", KEY_THROUGHPUT_TOTAL_PER_ACCELERATOR, UNIT_TOKEN_PER_SECOND, false },
    { "/users", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
};
/* Of the nested form. */
static const struct field nested[] = {
    { "/request_metrics/throughput/duration_seconds", KEY_WALL_TIME, UNIT_SECOND, false },
    { "/request_metrics/throughput/output/tokens_per_second", KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, false },
    { "/request_metrics/throughput/per_gpu/input_tput_tps", KEY_THROUGHPUT_INPUT_PER_ACCELERATOR,
      UNIT_TOKEN_PER_SECOND, false },
    { "/request_metrics/throughput/per_gpu/output_tput_tps", KEY_THROUGHPUT_OUTPUT_PER_ACCELERATOR,
      UNIT_TOKEN_PER_SECOND, false },
    { "/request_metrics/throughput/per_gpu/total_tput_tps", KEY_THROUGHPUT_TOTAL_PER_ACCELERATOR,
      UNIT_TOKEN_PER_SECOND, false },
    { "/request_metrics/throughput/total/tokens_per_second", KEY_THROUGHPUT_TOTAL_TOKENS,
      UNIT_TOKEN_PER_SECOND, false },
};
static const struct field nested_statistics[] = {
    { "/request_metrics/latency/e2el", KEY_LATENCY_REQUEST, UNIT_SECOND, false },
    { "/request_metrics/latency/tpot", KEY_TPOT_REQUEST, UNIT_SECOND, false },
    { "/request_metrics/latency/ttft", KEY_TTFT_CLIENT, UNIT_SECOND, false },
    { "/request_metrics/tokens/input", KEY_INPUT_REALISED, UNIT_TOKEN, false },
    { "/request_metrics/tokens/output_actual", KEY_OUTPUT_REALISED, UNIT_TOKEN, false },
};
static const struct str settings[] = {
    STR_INIT("dcp_size"),
    STR_INIT("decode_dp_attention"),
    STR_INIT("decode_ep"),
    STR_INIT("decode_hw"),
    STR_INIT("decode_num_workers"),
    STR_INIT("decode_tp"),
    STR_INIT("disagg"),
    STR_INIT("dp_attention"),
    STR_INIT("ep"),
    STR_INIT("is_multinode"),
    STR_INIT("kv_offload_backend"),
    STR_INIT("kv_offloading"),
    STR_INIT("num_decode_gpu"),
    STR_INIT("num_prefill_gpu"),
    STR_INIT("offload_mode"),
    STR_INIT("pcp_size"),
    STR_INIT("pp"),
    STR_INIT("prefill_dp_attention"),
    STR_INIT("prefill_ep"),
    STR_INIT("prefill_hw"),
    STR_INIT("prefill_num_workers"),
    STR_INIT("prefill_tp"),
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
                (sniff_member(sniff, STR("tput_per_gpu")) ||
                 (sniff_member(sniff, STR("scenario_type")) &&
                  sniff_member(sniff, STR("request_accounting"))));
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

/* Input and output are counted over one window: their rates add up to the total's. */
static void sum_check(struct reading *reading, const struct json *json, const struct json_item *row)
{
    static const char *const paths[] = { "/request_metrics/throughput/input/tokens_per_second",
                                         "/request_metrics/throughput/output/tokens_per_second",
                                         "/request_metrics/throughput/total/tokens_per_second" };
    const struct json_item *item[ARRAY_COUNT(paths)];
    double rate[ARRAY_COUNT(paths)];
    const double rounding = 1e-3;
    for (size_t i = 0; i < ARRAY_COUNT(paths); i++) {
        item[i] = json_at(row, str_from(paths[i]));
        if (!item[i] || json_type(item[i]) != JSON_NUMBER || !json_real(json, item[i], &rate[i]))
            return;
    }
    if (fabs(rate[0] + rate[1] - rate[2]) > rounding * fabs(rate[2])) {
        reading_contradiction(reading, json_scalar(json, item[2]), json_place(json, item[2]),
                              STR("input and output per second have another sum"));
    }
}

static void nested_read(struct reading *reading, const struct json *json,
                        const struct json_item *row)
{
    json_fields(reading, json, row, (struct str){ 0 }, nested, ARRAY_COUNT(nested));
    for (size_t i = 0; i < ARRAY_COUNT(nested_statistics); i++) {
        statistics_of(reading, json, json_at(row, str_from(nested_statistics[i].path)),
                      nested_statistics[i].key, nested_statistics[i].unit);
    }
    sum_check(reading, json, row);
}

static void row_read(struct reading *reading, const struct json *json, const struct json_item *row)
{
    bool inside = json_member(row, STR("request_metrics")) != NULL;
    reading->era = !inside && is_divided(json, row) ? "disaggregated" : NULL;
    json_fields(reading, json, row, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    if (inside)
        nested_read(reading, json, row);
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
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    unsigned index = 0;
    if (json_type(root) == JSON_OBJECT) {
        row_read(reading, json, root);
        return true;
    }
    for (const struct json_item *row = json_next(root, NULL); row; row = json_next(root, row))
        if (reading_run(reading, str_format(reading->scratch, "%u", index++)))
            row_read(reading, json, row);
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
