/* adapter_llama_bench.c - `llama-bench -o json` of llama.cpp (tools/llama-bench), any era: members
 * by name.
 *
 * An array with one object a test. A test with n_gen 0 measures the prompt, one with n_prompt 0 the
 * generation, one with both the two together: avg_ts is another metric each time. Tests are told
 * apart by their index, which is the instance (and what "path#1" selects); what all tests of a file
 * have in common is said once, without an instance. Members that are no figure and none of the
 * fields are settings, by their names: each era and each fork has others. samples_ns, where
 * present, is a series of repetitions. */
#include "llama.h"
#include "sniff.h"

#include <math.h>

static int bid(const struct sniff *sniff)
{
    bool mine = !sniff_is_log(sniff) && sniff_is_array(sniff) &&
                sniff_member(sniff, STR("build_commit")) && sniff_member(sniff, STR("n_prompt")) &&
                sniff_member(sniff, STR("avg_ts"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static double count_of(const struct json *json, const struct json_item *test, struct str pointer)
{
    const struct json_item *item = json_at(test, pointer);
    double value;
    return item && json_type(item) == JSON_NUMBER && json_real(json, item, &value) ? value
                                                                                   : (double)NAN;
}

enum { NANOSECONDS = 1000000000 }; /* of a second */

/* Element of samples_ns in seconds; some builds write numbers as strings. */
static double sample_seconds(const struct json *json, const struct json_item *item)
{
    double value;
    bool number = json_type(item) == JSON_NUMBER || json_type(item) == JSON_STRING;
    return number && num_real(json_scalar(json, item), &value) ? value / NANOSECONDS : (double)NAN;
}

void llama_sample_series(struct reading *reading, const struct json *json,
                         const struct json_item *test)
{
    const struct json_item *samples = json_at(test, STR("/samples_ns"));
    if (!samples || json_type(samples) != JSON_ARRAY || json_count(samples) == 0) {
        return;
    }
    struct column duration = { 0 };
    struct column work = { 0 };
    struct index_column row = { 0 };
    double tokens = count_of(json, test, STR("/n_prompt")) + count_of(json, test, STR("/n_gen"));
    const struct json_item *last = NULL;
    for (const struct json_item *item = json_next(samples, NULL); item;
         item = json_next(samples, item)) {
        column_put(reading->home, &duration, sample_seconds(json, item));
        column_put(reading->home, &work, tokens);
        index_put(reading->home, &row, (uint32_t)row.count + 1);
        last = item;
    }
    const struct str none = { 0 };
    struct series series = {
        .key = KEY_ITERATION_DURATION,
        .instance = reading->selected.len > 0 ? none : reading->current,
        .unit = UNIT_SECOND,
        .kind = SERIES_PER_ITERATION,
        .duration = duration.at,
        .value = duration.at,
        .work = work.at,
        .work_unit = UNIT_TOKEN,
        .row = row.at,
        .count = row.count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = { .from = json_place(json, json_next(samples, NULL)),
                    .to = json_place(json, last) },
    };
    reading_series(reading, &series);
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    size_t count = 0;
    if (!reading_json(reading, &json)) {
        return false;
    }
    const struct json_item *root = json_root(json);
    if (json_type(root) != JSON_ARRAY || !json_next(root, NULL)) {
        reading_missing(reading, "/0");
        return true;
    }
    struct llama_test *test = ARENA_MANY(reading->scratch, json_count(root), struct llama_test);
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item)) {
        test[count++] = llama_test_of_json(reading, json, item);
    }
    llama_tests_read(reading, test, count);
    return true;
}

const struct adapter adapter_llama_bench = {
    .name = "llama-bench-json",
    .title = "Prompt and generation tests of llama.cpp",
    .tool = "llama-bench -o json",
    .spec = "llama.cpp, tools/llama-bench/README.md",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = llama_fields,
    .field_count = LLAMA_FIELDS,
};
