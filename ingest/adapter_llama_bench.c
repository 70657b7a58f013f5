/* adapter_llama_bench.c - `llama-bench -o json` of llama.cpp (tools/llama-bench), any era: members
 * by name.
 *
 * An array with one object a test. A test with n_gen 0 measures the prompt, one with n_prompt 0 the
 * generation, one with both the two together: avg_ts is another metric each time. Tests are told
 * apart by their index, which is the instance (and what "path#1" selects); what all tests of a file
 * have in common is said once, without an instance. Settings are instances of engine.settings by
 * their names. samples_ns, where present, is a series of repetitions. */
#include "llama.h"
#include "sniff.h"

#include <math.h>

static const char *const settings[] = {
    "cpu_mask",
    "cpu_strict",
    "defrag_thold",
    "devices",
    "embeddings",
    "flash_attn",
    "load_mode",
    "main_gpu",
    "n_batch",
    "n_cpu_moe",
    "n_gpu_layers",
    "n_threads",
    "n_ubatch",
    "no_host",
    "no_kv_offload",
    "no_op_offload",
    "poll",
    "split_mode",
    "tensor_buft_overrides",
    "tensor_split",
    "use_mmap",
};

static int bid(const struct sniff *sniff)
{
    bool mine = !sniff_is_log(sniff) && sniff_is_array(sniff) &&
                sniff_member(sniff, STR("build_commit")) && sniff_member(sniff, STR("n_prompt")) &&
                sniff_member(sniff, STR("avg_ts"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* All tests say the same of a member, in the same writing. */
static bool is_common(const struct json *json, struct str pointer)
{
    const struct json_item *root = json_root(json);
    const struct json_item *first = json_at(json_next(root, NULL), pointer);
    for (const struct json_item *test = json_next(root, NULL); test; test = json_next(root, test)) {
        const struct json_item *item = json_at(test, pointer);
        if (!first || !item || !str_eq(json_literal(json, first), json_literal(json, item))) {
            return false;
        }
    }
    return true;
}

/* "NVIDIA H200", or several names with commas between: one accelerator each. */
static void accelerator_facts(struct reading *reading, const struct json *json,
                              const struct json_item *test)
{
    const struct json_item *item = json_at(test, STR("/gpu_info"));
    struct str rest = item ? json_string(item) : (struct str){ 0 };
    struct str name;
    unsigned index = 0;
    while (str_cut(&rest, ',', &name)) {
        if (str_trim(name).len > 0) {
            reading_fact(reading, KEY_ACCELERATOR_NAME, str_format(reading->scratch, "%u", index),
                         name, UNIT_NONE, json_place(json, item));
            index++;
        }
    }
}

/* Keys and values of the cache may differ; where they do not, it is one format. */
static void cache_facts(struct reading *reading, const struct json *json,
                        const struct json_item *test)
{
    const struct json_item *k = json_at(test, STR("/type_k"));
    const struct json_item *v = json_at(test, STR("/type_v"));
    if (k && v && str_eq(json_literal(json, k), json_literal(json, v))) {
        json_fact(reading, json, k, (struct str){ 0 }, KEY_PRECISION_KV_CACHE, UNIT_NONE);
    } else if (k && v) {
        json_fact(reading, json, k, STR("k"), KEY_PRECISION_KV_CACHE, UNIT_NONE);
        json_fact(reading, json, v, STR("v"), KEY_PRECISION_KV_CACHE, UNIT_NONE);
    }
}

struct common { /* what all tests of the file have alike */
    bool field[LLAMA_FIELDS], setting[ARRAY_COUNT(settings)], accelerator, cache;
};

static struct common common_find(struct reading *reading, const struct json *json)
{
    struct common common;
    for (size_t i = 0; i < LLAMA_FIELDS; i++) {
        common.field[i] = is_common(json, str_from(llama_fields[i].path));
    }
    for (size_t i = 0; i < ARRAY_COUNT(settings); i++) {
        common.setting[i] = is_common(json, str_format(reading->scratch, "/%s", settings[i]));
    }
    common.accelerator = is_common(json, STR("/gpu_info"));
    common.cache = is_common(json, STR("/type_k")) && is_common(json, STR("/type_v"));
    return common;
}

/* Members that are alike in all tests (`alike`), or those that are not. */
static void member_facts(struct reading *reading, const struct json *json,
                         const struct json_item *test, const struct common *common, bool alike)
{
    for (size_t i = 0; i < LLAMA_FIELDS; i++) {
        if (common->field[i] == alike) {
            json_fields(reading, json, test, (struct str){ 0 }, &llama_fields[i], 1);
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(settings); i++) {
        const struct json_item *item = json_member(test, str_from(settings[i]));
        if (!item || common->setting[i] != alike) {
            continue;
        }
        struct str instance =
            alike || reading->selected.len > 0
                ? str_from(settings[i])
                : str_format(reading->scratch, "%.*s %s", STR_ARG(reading->current), settings[i]);
        json_fact(reading, json, item, instance, KEY_ENGINE_SETTINGS, UNIT_NONE);
    }
    if (common->accelerator == alike) {
        accelerator_facts(reading, json, test);
    }
    if (common->cache == alike) {
        cache_facts(reading, json, test);
    }
}

static double count_of(const struct json *json, const struct json_item *test, struct str pointer)
{
    const struct json_item *item = json_at(test, pointer);
    double value;
    return item && json_type(item) == JSON_NUMBER && json_real(json, item, &value) ? value
                                                                                   : (double)NAN;
}

static void rate_fact(struct reading *reading, const struct json *json,
                      const struct json_item *test)
{
    const struct json_item *rate = json_at(test, STR("/avg_ts"));
    double prompt = count_of(json, test, STR("/n_prompt"));
    double generated = count_of(json, test, STR("/n_gen"));
    if (!rate || isnan(prompt) || isnan(generated)) {
        return;
    }
    enum key key = generated == 0 ? KEY_THROUGHPUT_PROMPT_TOKENS
                   : prompt == 0  ? KEY_THROUGHPUT_OUTPUT_TOKENS
                                  : KEY_THROUGHPUT_TOTAL_TOKENS;
    json_fact(reading, json, rate, (struct str){ 0 }, key, UNIT_TOKEN_PER_SECOND);
    const struct json_item *spread = json_at(test, STR("/stddev_ts"));
    if (spread) {
        json_fact(reading, json, spread, reading_instance(reading, STR("std")), key,
                  UNIT_TOKEN_PER_SECOND);
    }
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
    if (!reading_json(reading, &json)) {
        return false;
    }
    const struct json_item *root = json_root(json);
    const struct json_item *first = json_next(root, NULL);
    if (json_type(root) != JSON_ARRAY || !first) {
        reading_missing(reading, "/0");
        return true;
    }
    struct common common = common_find(reading, json);
    member_facts(reading, json, first, &common, true);
    unsigned index = 0;
    for (const struct json_item *test = first; test; test = json_next(root, test)) {
        if (reading_run(reading, str_format(reading->scratch, "%u", index))) {
            member_facts(reading, json, test, &common, false);
            rate_fact(reading, json, test);
            llama_sample_series(reading, json, test);
        }
        index++;
    }
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
