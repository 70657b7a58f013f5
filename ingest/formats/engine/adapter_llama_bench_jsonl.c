/* adapter_llama_bench_jsonl.c - `llama-bench -o jsonl` of llama.cpp: one object a line, a test
 * each, with the members of the JSON array. */
#include "llama.h"
#include "runs.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool mine = !sniff_is_log(sniff) && sniff_is_object(sniff) &&
                sniff_member(sniff, STR("build_commit")) && sniff_member(sniff, STR("n_prompt")) &&
                sniff_member(sniff, STR("avg_ts"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* The tests are judged together, so the selection of the case is left to llama_tests_read. */
static bool read(struct reading *reading)
{
    struct llama_test *test = ARENA_MANY(reading->scratch, LLAMA_TESTS, struct llama_test);
    struct runs runs;
    struct json *json = NULL;
    struct str selected = reading->selected;
    size_t count = 0;
    reading->selected = (struct str){ 0 };
    runs_begin(&runs, reading);
    while (runs_next(&runs, &json)) {
        if (count == LLAMA_TESTS) {
            llama_more(reading, json_place(json, json_root(json)));
            break;
        }
        test[count++] = llama_test_of_json(reading, json, json_root(json));
    }
    reading->selected = selected;
    reading->current = (struct str){ 0 };
    llama_tests_read(reading, test, count);
    return runs.count > 0;
}

const struct adapter adapter_llama_bench_jsonl = {
    .name = "llama-bench-jsonl",
    .title = "Prompt and generation tests of llama.cpp, a line each",
    .tool = "llama-bench -o jsonl",
    .spec = "llama.cpp, tools/llama-bench/README.md",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = llama_fields,
    .field_count = LLAMA_FIELDS,
};
