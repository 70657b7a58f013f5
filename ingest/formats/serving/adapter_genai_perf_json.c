/* adapter_genai_perf_json.c - profile_export_genai_perf.json of GenAI-Perf and
 * profile_export_aiperf.json of AIPerf, which are alike but not the same.
 *
 * GenAI-Perf (2024 on) and AIPerf of schema 1 (2026): metrics at the top, each with its unit and
 * statistics; AIPerf's first schema (2025): the same under "records". The unit is the file's own.
 * input_config holds what was asked for; its members moved, so each has several places here. */
#include "genai.h"
#include "sniff.h"
#include "statistics.h"

static const struct field fields[] = {
    { "/aiperf_version", KEY_METHOD_TOOL_VERSION, UNIT_NONE, false },
    { "/end_time", KEY_RUN_END, UNIT_NONE, false },
    { "/input_config/cli_command", KEY_METHOD_COMMAND, UNIT_NONE, false },
    { "/input_config/concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "/input_config/datasets/0/path", KEY_DATASET_NAME, UNIT_NONE, false },
    { "/input_config/endpoint/model_names", KEY_MODEL_NAME, UNIT_NONE, false },
    { "/input_config/endpoint/type", KEY_METHOD_ENDPOINT, UNIT_NONE, false },
    { "/input_config/endpoint_type", KEY_METHOD_ENDPOINT, UNIT_NONE, false },
    { "/input_config/input/prompt/input_tokens/mean", KEY_INPUT_LENGTH, UNIT_TOKEN, false },
    { "/input_config/input/prompt/output_tokens/mean", KEY_OUTPUT_LENGTH, UNIT_TOKEN, false },
    { "/input_config/input/random_seed", KEY_WORKLOAD_SEED, UNIT_NONE, false },
    { "/input_config/loadgen/concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "/input_config/loadgen/request_count", KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
    { "/input_config/loadgen/request_rate", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "/input_config/loadgen/warmup_request_count", KEY_METHOD_WARMUP, UNIT_NONE, false },
    { "/input_config/model", KEY_MODEL_NAME, UNIT_NONE, false },
    { "/input_config/models/items/0/name", KEY_MODEL_NAME, UNIT_NONE, false },
    { "/input_config/output_tokens_mean", KEY_OUTPUT_LENGTH, UNIT_TOKEN, false },
    { "/input_config/random_seed", KEY_WORKLOAD_SEED, UNIT_NONE, false },
    { "/input_config/request_count", KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
    { "/input_config/request_rate", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "/input_config/synthetic_input_tokens_mean", KEY_INPUT_LENGTH, UNIT_TOKEN, false },
    { "/input_config/tokenizer", KEY_TOKENIZER_NAME, UNIT_NONE, false },
    { "/input_config/tokenizer/name", KEY_TOKENIZER_NAME, UNIT_NONE, false },
    { "/input_config/warmup_request_count", KEY_METHOD_WARMUP, UNIT_NONE, false },
    { "/run_info/cli_command", KEY_METHOD_COMMAND, UNIT_NONE, false },
    { "/run_info/random_seed", KEY_WORKLOAD_SEED, UNIT_NONE, false },
    { "/start_time", KEY_RUN_START, UNIT_NONE, false },
};

/* AIPerf from schema 1.3 on: what is asked for stands in the phase that counts. */
static const struct field phase_fields[] = {
    { "concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "duration", KEY_METHOD_STOP_VALUE, UNIT_SECOND, false },
    { "rate", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "request_rate", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "requests", KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
};

static int bid(const struct sniff *sniff)
{
    if (!sniff_is_object(sniff))
        return BID_NONE;
    bool first = sniff_member(sniff, STR("records")) &&
                 str_find(sniff->head, STR("\"tag\"")) != SIZE_MAX &&
                 str_find(sniff->head, STR("\"header\"")) != SIZE_MAX;
    bool later = sniff_member(sniff, STR("request_throughput")) &&
                 sniff_member(sniff, STR("request_latency")) &&
                 str_find(sniff->head, STR("\"avg\"")) != SIZE_MAX;
    return first || later ? BID_SIGNATURE : BID_NONE;
}

static void metric_read(struct reading *reading, const struct json *json,
                        const struct json_item *item)
{
    const struct genai_metric *metric = genai_by_tag(json_name(item));
    const struct json_item *unit_item = json_member(item, STR("unit"));
    const struct json_item *mean = json_member(item, STR("avg"));
    if (!metric || json_type(item) != JSON_OBJECT)
        return;
    enum unit unit = metric->unit;
    if (unit_item && !genai_unit(json_string(unit_item), &unit)) {
        reading_error(reading, DIAG_VALUE_BAD, json_place(json, unit_item),
                      STR("a unit that the tool is known to write"), json_string(unit_item));
        return;
    }
    if (!metric->single)
        statistics_of(reading, json, item, metric->key, unit);
    else if (mean)
        json_fact(reading, json, mean, (struct str){ 0 }, metric->key, unit);
}

/* Of several places only those that hold a plain value: "tokenizer" was text before an object. */
static void settings_read(struct reading *reading, const struct json *json)
{
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++) {
        const struct json_item *item = json_at(json_root(json), str_from(fields[i].path));
        if (item && json_type(item) != JSON_OBJECT)
            json_fact(reading, json, item, (struct str){ 0 }, fields[i].key, fields[i].unit);
    }
}

static void phase_read(struct reading *reading, const struct json *json,
                       const struct json_item *phase, struct str instance)
{
    for (size_t i = 0; i < ARRAY_COUNT(phase_fields); i++) {
        const struct field *field = &phase_fields[i];
        const struct json_item *item = json_member(phase, str_from(field->path));
        if (item && (json_type(item) == JSON_NUMBER || json_type(item) == JSON_STRING))
            json_fact(reading, json, item, instance, field->key, field->unit);
    }
}

static void warmup_none(struct reading *reading, const struct json *json,
                        const struct json_item *where)
{
    reading_fact(reading, KEY_METHOD_WARMUP, STR(""), STR("none"), UNIT_NONE,
                 json_place(json, where));
}

/* Of the phases that count one speaks for the run; of several each under its name. What warms up is
 * told by its requests or its time. */
static void phases_read(struct reading *reading, const struct json *json)
{
    const struct json_item *list = json_at(json_root(json), STR("/input_config/phases"));
    size_t counted = 0;
    bool warms = false;
    if (!list || json_type(list) != JSON_ARRAY)
        return;
    for (const struct json_item *p = json_next(list, NULL); p; p = json_next(list, p)) {
        const struct json_item *apart = json_member(p, STR("exclude_from_results"));
        warms = warms || (apart && json_type(apart) == JSON_TRUE);
        counted += apart && json_type(apart) == JSON_TRUE ? 0 : 1;
    }
    for (const struct json_item *p = json_next(list, NULL); p; p = json_next(list, p)) {
        const struct json_item *apart = json_member(p, STR("exclude_from_results"));
        const struct json_item *name = json_member(p, STR("name"));
        const struct json_item *requests = json_member(p, STR("requests"));
        const struct json_item *warm = requests ? requests : json_member(p, STR("duration"));
        if (!apart || json_type(apart) != JSON_TRUE)
            phase_read(reading, json, p, counted > 1 && name ? json_string(name) : STR(""));
        else if (warm)
            json_fact(reading, json, warm, STR(""), KEY_METHOD_WARMUP, UNIT_NONE);
    }
    if (!warms)
        warmup_none(reading, json, list);
}

/* The first schema of AIPerf keeps what was given: without an option of the warm-up there was none
 * (its default, docs/tutorials/warmup.md). */
static void load_read(struct reading *reading, const struct json *json)
{
    const struct json_item *load = json_at(json_root(json), STR("/input_config/loadgen"));
    if (!load || json_type(load) != JSON_OBJECT)
        return;
    for (const struct json_item *item = json_next(load, NULL); item; item = json_next(load, item))
        if (str_starts(json_name(item), STR("warmup")))
            return;
    warmup_none(reading, json, load);
}

/* A run that was broken off; what failed within it is told by its count of failed requests. */
static void end_read(struct reading *reading, const struct json *json)
{
    const struct json_item *cut = json_at(json_root(json), STR("/was_cancelled"));
    if (cut && json_type(cut) == JSON_TRUE)
        json_fact(reading, json, cut, STR("was_cancelled"), KEY_RUN_ERROR, UNIT_NONE);
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *records = json_member(root, STR("records"));
    const struct json_item *from = records ? records : root;
    for (const struct json_item *item = json_next(from, NULL); item; item = json_next(from, item))
        metric_read(reading, json, item);
    settings_read(reading, json);
    phases_read(reading, json);
    load_read(reading, json);
    end_read(reading, json);
    return true;
}

const struct adapter adapter_genai_perf_json = {
    .name = "genai-perf-json",
    .title = "Statistics of GenAI-Perf or AIPerf",
    .tool = "genai-perf profile (2024 on); aiperf profile (both schemas)",
    .spec = "ai-dynamo/aiperf, docs; triton-inference-server/perf_analyzer, genai-perf",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
