/* adapter_inference_perf_config.c - config.yaml of inference-perf: what was asked of the tool,
 * which its reports leave out: model, tokenizer, data, output length, stages of load.
 *
 * Stages of load are numbered as their reports are
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

/* "/load/stages/3/rate": the stage's number. */
static bool stage_rate(struct str path, struct str *stage)
{
    struct str before = STR("/load/stages/"), behind = STR("/rate");
    int64_t number;
    if (!str_starts(path, before) || !str_ends(path, behind))
        return false;
    *stage = str_sub(path, before.len, path.len - behind.len);
    return num_int(*stage, &number);
}

struct settings {
    struct reading *reading;
    bool told[ARRAY_COUNT(fields)]; /* that a field holds several values */
};

static void refused(const struct settings *in, const struct yaml_value *value, struct str expected)
{
    reading_error(in->reading, DIAG_VALUE_BAD, value->place, expected, str_sub(value->text, 0, 60));
}

/* One value where settings belong, or several where one belongs. */
static void field_take(struct settings *in, size_t index, const struct yaml_value *value)
{
    struct str field = str_from(fields[index].path);
    if (str_eq(value->path, field)) {
        reading_fact(in->reading, fields[index].key, (struct str){ 0 }, value->text,
                     fields[index].unit, value->place);
    } else if (str_below(value->path, field) && !in->told[index]) {
        in->told[index] = true;
        refused(in, value, STR("one value"));
    }
}

/* Something that is taken belongs below this path. */
static bool holds_settings(struct str path)
{
    bool holds = str_eq(path, STR("/load/stages"));
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++)
        holds = holds || str_below(str_from(fields[i].path), path);
    return holds;
}

static void value_take(void *context, const struct yaml_value *value)
{
    struct settings *in = context;
    struct str stage;
    if (holds_settings(value->path)) {
        refused(in, value, STR("its settings, each with its name"));
        return;
    }
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++)
        field_take(in, i, value);
    if (stage_rate(value->path, &stage)) {
        reading_fact(in->reading, KEY_LOAD_RATE, str_keep(in->reading->home, stage), value->text,
                     UNIT_REQUEST_PER_SECOND, value->place);
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
