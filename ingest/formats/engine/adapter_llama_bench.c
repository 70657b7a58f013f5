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

static int bid(const struct sniff *sniff)
{
    bool mine = !sniff_is_log(sniff) && sniff_is_array(sniff) &&
                sniff_member(sniff, STR("build_commit")) && sniff_member(sniff, STR("n_prompt")) &&
                sniff_member(sniff, STR("avg_ts"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    size_t count = 0;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    if (json_type(root) != JSON_ARRAY || !json_next(root, NULL)) {
        reading_missing(reading, "/0");
        return true;
    }
    struct llama_test *test = ARENA_MANY(reading->scratch, json_count(root), struct llama_test);
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item))
        test[count++] = llama_test_of_json(reading, json, item);
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
