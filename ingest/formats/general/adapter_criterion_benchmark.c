/* adapter_criterion_benchmark.c - `benchmark.json` of criterion.rs 0.3 to 0.7: what was measured.
 *
 * {"group_id", "function_id", "value_str", "throughput", "full_id", "directory_name", "title"}; it
 * lies beside estimates.json and sample.json in target/criterion/NAME/new, and again in base. The
 * throughput is work of an iteration ({"Bytes": 1800}, {"Elements": 10}), no rate. Defined by
 * bheisler/criterion.rs, src/report.rs (BenchmarkId). */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/full_id", KEY_WORKLOAD_NAME, UNIT_NONE, true },
    { "/throughput/*", KEY_METHOD_ARGUMENTS, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("group_id")) &&
                sniff_member(sniff, STR("function_id")) && sniff_member(sniff, STR("full_id"));
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

const struct adapter adapter_criterion_benchmark = {
    .name = "criterion-benchmark-json",
    .title = "Name of a small benchmark in Rust",
    .tool = "criterion.rs 0.3 to 0.7, benchmark.json",
    .spec = "bheisler/criterion.rs, src/report.rs",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
