/* adapter_criterion_sample.c - `sample.json` of criterion.rs 0.3 to 0.7: what its estimates are
 * made from.
 *
 * {"sampling_mode": "Linear" or "Flat", "iters": [...], "times": [...]}: the i-th sample was
 * iters[i] calls, which took times[i] nanoseconds together. A series of the time of a call, each
 * row as long as its sample. Lists of unequal length are a contradiction, and nothing is taken.
 * (Before 0.3.4 the file was two bare lists in one, which nothing tells from other lists: not
 * read.) Defined by bheisler/criterion.rs, src/connection.rs and src/lib.rs (SavedSample). */
#include "reading.h"
#include "sniff.h"

#include <math.h>

static const struct field fields[] = {
    { "/sampling_mode", KEY_METHOD_MODE, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("iters")) &&
                sniff_member(sniff, STR("times"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static double number_of(const struct json *json, const struct json_item *item)
{
    double value;
    return json_type(item) == JSON_NUMBER && json_real(json, item, &value) ? value : (double)NAN;
}

static void samples_series(struct reading *reading, const struct json *json,
                           const struct json_item *loops, const struct json_item *times)
{
    struct column value = { 0 }, duration = { 0 };
    struct index_column row = { 0 };
    const struct json_item *loop = json_next(loops, NULL), *last = NULL;
    for (const struct json_item *time = json_next(times, NULL); time;
         time = json_next(times, time), loop = json_next(loops, loop)) {
        double took = number_of(json, time), count = number_of(json, loop);
        column_put(reading->home, &value, count > 0 ? took / count : (double)NAN);
        column_put(reading->home, &duration, took * 1e-9);
        index_put(reading->home, &row, (uint32_t)row.count + 1);
        last = time;
    }
    if (!last)
        return;
    struct series series = {
        .key = KEY_LATENCY_ITERATION,
        .unit = UNIT_NANOSECOND,
        .kind = SERIES_PER_ITERATION,
        .duration = duration.at,
        .value = value.at,
        .row = row.at,
        .count = row.count,
        .load_begin = (double)NAN,
        .load_end = (double)NAN,
        .source = { .from = json_place(json, json_next(times, NULL)),
                    .to = json_place(json, last) },
    };
    reading_series(reading, &series);
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *loops = json_member(root, STR("iters"));
    const struct json_item *times = json_member(root, STR("times"));
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    if (!loops || json_type(loops) != JSON_ARRAY) {
        reading_missing(reading, "/iters");
    } else if (!times || json_type(times) != JSON_ARRAY) {
        reading_missing(reading, "/times");
    } else if (json_count(loops) != json_count(times)) {
        reading_contradiction(
            reading, str_format(reading->scratch, "%zu times", json_count(times)),
            json_place(json, times),
            str_format(reading->scratch, "%zu numbers of iterations", json_count(loops)));
    } else if (json_count(times) > 0) {
        samples_series(reading, json, loops, times);
    }
    return true;
}

const struct adapter adapter_criterion_sample = {
    .name = "criterion-sample-json",
    .title = "Samples of a small benchmark in Rust",
    .tool = "criterion.rs 0.3.4 to 0.7, sample.json",
    .spec = "bheisler/criterion.rs, src/lib.rs, SavedSample",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
