/* adapter_inference_perf_config.c - config.yaml of inference-perf: what was asked of the tool,
 * which its reports leave out: model, tokenizer, data, output length, stages of load.
 *
 * Only plain block YAML is read (walk_yaml.h). Stages of load are numbered as their reports are
 * (stage_N_lifecycle_metrics.json), so that the rate asked for and the rate reached meet. Lengths
 * are the means of random data; those of other data are not in this file. Keys (tokenizer.token)
 * are not taken. Defined by kubernetes-sigs/inference-perf, docs/config.md. */
#include "reading.h"
#include "sniff.h"
#include "walk_yaml.h"

static const struct field fields[] = {
    { "/api/type", KEY_METHOD_ENDPOINT, UNIT_NONE, false },
    { "/data/input_distribution/mean", KEY_INPUT_LENGTH, UNIT_TOKEN, false },
    { "/data/output_distribution/mean", KEY_OUTPUT_LENGTH, UNIT_TOKEN, false },
    { "/data/shared_prefix/output_len", KEY_OUTPUT_LENGTH, UNIT_TOKEN, false },
    { "/data/type", KEY_DATASET_NAME, UNIT_NONE, false },
    { "/load/type", KEY_LOAD_SCENARIO, UNIT_NONE, false },
    { "/server/model_name", KEY_MODEL_NAME, UNIT_NONE, false },
    { "/server/type", KEY_ENGINE_NAME, UNIT_NONE, false },
    { "/tokenizer/pretrained_model_name_or_path", KEY_TOKENIZER_NAME, UNIT_NONE, false },
    { "/vllm/model_name", KEY_MODEL_NAME, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    struct str base = sniff_base(sniff);
    bool yaml = str_ends(base, STR(".yaml")) || str_ends(base, STR(".yml"));
    bool mine =
        yaml && sniff_line_starts(sniff, STR("load:")) && sniff_line_starts(sniff, STR("data:")) &&
        (sniff_line_starts(sniff, STR("server:")) || sniff_line_starts(sniff, STR("vllm:")) ||
         sniff_line_starts(sniff, STR("tokenizer:")));
    return mine ? BID_SHAPE : BID_NONE;
}

static void value_fact(struct reading *reading, enum key key, struct str instance,
                       const struct yaml_value *value, enum unit unit)
{
    struct place place = line_place(reading, &value->line, value->stood);
    place.path = value->path;
    if (!value->plain) {
        reading_error(reading, DIAG_VALUE_BAD, place, STR("a plain value on one line"),
                      str_sub(value->stood, 0, 60));
        return;
    }
    reading_fact(reading, key, instance, value->text, unit, place);
}

/* "/load/stages/3/rate": the stage's number. */
static bool stage_rate(struct str path, struct str *stage)
{
    struct str before = STR("/load/stages/"), behind = STR("/rate");
    int64_t number;
    if (!str_starts(path, before) || !str_ends(path, behind)) {
        return false;
    }
    *stage = str_sub(path, before.len, path.len - behind.len);
    return num_int(*stage, &number);
}

/* Something that is taken stands below this path. */
static bool holds_a_setting(struct str path)
{
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++) {
        struct str field = str_from(fields[i].path);
        if (str_starts(field, path) && field.len > path.len && field.at[path.len] == '/') {
            return true;
        }
    }
    return str_starts(path, STR("/load/stages"));
}

struct settings {
    struct reading *reading;
    bool told[ARRAY_COUNT(fields)];
};

/* A name said twice is no YAML, and readers differ in which of them they take. */
static void field_take(struct settings *in, size_t index, const struct yaml_value *value)
{
    if (in->told[index]) {
        struct place place = line_place(in->reading, &value->line, value->stood);
        place.path = value->path;
        reading_error(in->reading, DIAG_VALUE_BAD, place, STR("each name once"),
                      str_sub(value->stood, 0, 60));
        return;
    }
    in->told[index] = true;
    value_fact(in->reading, fields[index].key, (struct str){ 0 }, value, fields[index].unit);
}

static void value_take(void *context, const struct yaml_value *value)
{
    struct settings *in = context;
    struct reading *reading = in->reading;
    struct str stage;
    if (!value->plain && holds_a_setting(value->path)) {
        struct place place = line_place(reading, &value->line, value->stood);
        place.path = value->path;
        reading_error(reading, DIAG_VALUE_BAD, place, STR("its settings on lines of their own"),
                      str_sub(value->stood, 0, 60));
        return;
    }
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++) {
        if (str_eq(value->path, str_from(fields[i].path))) {
            field_take(in, i, value);
        }
    }
    if (stage_rate(value->path, &stage)) {
        value_fact(reading, KEY_LOAD_RATE, stage, value, UNIT_REQUEST_PER_SECOND);
    }
}

static bool read(struct reading *reading)
{
    struct settings in = { .reading = reading };
    return yaml_read(reading, value_take, &in);
}

const struct adapter adapter_inference_perf_config = {
    .name = "inference-perf-config",
    .title = "Settings of inference-perf",
    .tool = "inference-perf (2025 on), config.yaml",
    .spec = "kubernetes-sigs/inference-perf, docs/config.md",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
