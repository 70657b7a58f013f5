/* adapter_vllm_throughput.c - `vllm bench throughput --output-json` (benchmark_throughput.py
 * before): one object of five numbers, since 2024.
 *
 * Inside one process, no HTTP; tokens are input and output together, and no split is kept. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/elapsed_time", KEY_WALL_TIME, UNIT_SECOND, true },
    { "/num_requests", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, true },
    { "/requests_per_second", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND, true },
    { "/tokens_per_second", KEY_THROUGHPUT_TOTAL_TOKENS, UNIT_TOKEN_PER_SECOND, true },
    { "/total_num_tokens", KEY_TOKENS_TOTAL, UNIT_TOKEN, true },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("elapsed_time")) &&
                sniff_member(sniff, STR("num_requests")) &&
                sniff_member(sniff, STR("total_num_tokens")) &&
                sniff_member(sniff, STR("tokens_per_second"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    json_fields(reading, json, json_root(json), (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    return true;
}

const struct adapter adapter_vllm_throughput = {
    .name = "vllm-throughput-json",
    .title = "Offline throughput of vLLM",
    .tool = "vllm bench throughput; benchmark_throughput.py (2024 on)",
    .spec = "vllm/benchmarks/throughput.py",
    .listed = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
