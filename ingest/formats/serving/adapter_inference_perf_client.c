/* adapter_inference_perf_client.c - stage_N_lifecycle_metrics.json and
 * summary_lifecycle_metrics.json of inference-perf: what the client saw of one stage of load; times
 * in seconds.
 *
 * The stage's number, out of the file's name, is the instance, so that client and server meet.
 * inter_token_latency is over the gaps of chunks; normalized_time_per_output_token is latency by
 * tokens, with the first one in it. */
#include "reading.h"
#include "sniff.h"
#include "statistics.h"

static const struct field fields[] = {
    { "/failures/count", KEY_REQUESTS_FAILED, UNIT_REQUEST, true },
    { "/load_summary/achieved_rate", KEY_LOAD_RATE_REACHED, UNIT_REQUEST_PER_SECOND, false },
    { "/load_summary/count", KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
    { "/load_summary/requested_rate", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "/load_summary/send_duration", KEY_SEND_TIME, UNIT_SECOND, false },
    { "/successes/count", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, true },
    { "/successes/throughput/input_tokens_per_sec", KEY_THROUGHPUT_PROMPT_TOKENS,
      UNIT_TOKEN_PER_SECOND, false },
    { "/successes/throughput/output_tokens_per_sec", KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, true },
    { "/successes/throughput/requests_per_sec", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND,
      true },
    { "/successes/throughput/total_tokens_per_sec", KEY_THROUGHPUT_TOTAL_TOKENS,
      UNIT_TOKEN_PER_SECOND, false },
};
static const struct field statistics[] = {
    { "/load_summary/schedule_delay", KEY_LATENCY_QUEUE, UNIT_SECOND, false },
    { "/successes/latency/inter_token_latency", KEY_GAP_CHUNK, UNIT_SECOND, false },
    { "/successes/latency/normalized_time_per_output_token", KEY_TPOT_WITH_FIRST, UNIT_SECOND,
      false },
    { "/successes/latency/request_latency", KEY_LATENCY_REQUEST, UNIT_SECOND, false },
    { "/successes/latency/time_per_output_token", KEY_TPOT_REQUEST, UNIT_SECOND, false },
    { "/successes/latency/time_to_first_token", KEY_TTFT_CLIENT, UNIT_SECOND, false },
    { "/successes/output_len", KEY_OUTPUT_REALISED, UNIT_TOKEN, false },
    { "/successes/prompt_len", KEY_INPUT_REALISED, UNIT_TOKEN, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("load_summary")) &&
                sniff_member(sniff, STR("successes")) &&
                str_find(sniff->head, STR("\"throughput\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    return stage_read(reading, fields, ARRAY_COUNT(fields), statistics, ARRAY_COUNT(statistics));
}

const struct adapter adapter_inference_perf_client = {
    .name = "inference-perf-lifecycle",
    .title = "One stage of inference-perf as the client saw it",
    .tool = "inference-perf (2025 on), *_lifecycle_metrics.json",
    .spec = "kubernetes-sigs/inference-perf, docs/reports.md",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
