/* adapter_inference_perf_server.c - stage_N_prometheus_metrics.json of inference-perf: the same
 * stage as the server's counters and histograms tell it, over a window that is longer than the
 * stage. */
#include "reading.h"
#include "sniff.h"
#include "statistics.h"

static const struct field fields[] = {
    { "/successes/count", KEY_REQUESTS_SERVER, UNIT_REQUEST, true },
    { "/successes/output_len/rate", KEY_THROUGHPUT_OUTPUT_SERVER, UNIT_TOKEN_PER_SECOND, false },
    { "/successes/rate", KEY_THROUGHPUT_REQUESTS_SERVER, UNIT_REQUEST_PER_SECOND, true },
};
static const struct field statistics[] = {
    { "/successes/request_latency", KEY_LATENCY_SERVER, UNIT_SECOND, false },
    { "/successes/time_per_output_token", KEY_TPOT_SERVER, UNIT_SECOND, false },
    { "/successes/time_to_first_token", KEY_TTFT_SERVER, UNIT_SECOND, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("load_summary")) &&
                sniff_member(sniff, STR("successes")) &&
                str_find(sniff->head, STR("\"throughput\"")) == SIZE_MAX &&
                str_find(sniff->head, STR("\"queue_len\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    return stage_read(reading, fields, ARRAY_COUNT(fields), statistics, ARRAY_COUNT(statistics));
}

const struct adapter adapter_inference_perf_server = {
    .name = "inference-perf-prometheus",
    .title = "One stage of inference-perf as the server saw it",
    .tool = "inference-perf (2025 on), *_prometheus_metrics.json",
    .spec = "kubernetes-sigs/inference-perf, docs/reports.md",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_WATCHES,
};
