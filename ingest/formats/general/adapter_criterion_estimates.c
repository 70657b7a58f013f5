/* adapter_criterion_estimates.c - `estimates.json` of criterion.rs 0.3 to 0.7: time of one
 * iteration, in nanoseconds.
 *
 * "mean", "median", "median_abs_dev", "slope", "std_dev" (before 0.3.4 "Mean", "Median", ...), each
 * {"confidence_interval", "point_estimate", "standard_error"}; the slope of time over iterations is
 * null where all samples had as many. A file of the same name in NAME/change holds how far the last
 * run lies from the one before: mean and median alone, without a deviation. It is no time and not
 * taken. A measurement of another kind than time would be in another unit; nothing here tells, and
 * the tool's own is time. Defined by bheisler/criterion.rs, src/estimate.rs. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/mean/point_estimate", KEY_LATENCY_ITERATION, UNIT_NANOSECOND, true },
};

static const struct statistic_row {
    const char *path[2], *instance;
} statistics[] = {
    { { "/mean/point_estimate", "/Mean/point_estimate" }, "mean" },
    { { "/median/point_estimate", "/Median/point_estimate" }, "p50" },
    { { "/std_dev/point_estimate", "/StdDev/point_estimate" }, "std" },
    { { "/median_abs_dev/point_estimate", "/MedianAbsDev/point_estimate" }, "mad" },
    { { "/slope/point_estimate", "/Slope/point_estimate" }, "slope" },
};

static bool has(const struct sniff *sniff, const char *now, const char *before)
{
    return sniff_member(sniff, str_from(now)) || sniff_member(sniff, str_from(before));
}

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && has(sniff, "median_abs_dev", "MedianAbsDev") &&
                has(sniff, "std_dev", "StdDev") && has(sniff, "mean", "Mean") &&
                str_find(sniff->head, STR("\"point_estimate\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(statistics); i++) {
        const struct json_item *item = NULL;
        for (size_t k = 0; k < 2 && !item; k++)
            item = json_at(json_root(json), str_from(statistics[i].path[k]));
        if (item && json_type(item) != JSON_NULL) {
            (void)json_fact(reading, json, item, str_from(statistics[i].instance),
                            KEY_LATENCY_ITERATION, UNIT_NANOSECOND);
        } else if (i == 0) {
            reading_missing(reading, fields[0].path);
        }
    }
    return true;
}

const struct adapter adapter_criterion_estimates = {
    .name = "criterion-estimates-json",
    .title = "Times of a small benchmark in Rust",
    .tool = "criterion.rs 0.3 to 0.7, estimates.json",
    .spec = "bheisler/criterion.rs, src/estimate.rs",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
