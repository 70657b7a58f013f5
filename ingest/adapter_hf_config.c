/* adapter_hf_config.c - config.json of a Hugging Face checkpoint, transformers 4 and 5.
 *
 * The only file that says how a checkpoint is quantised, and it lies beside the weights, not beside
 * results. "quantization_config" names the method (quant_method: awq, gptq, bitsandbytes, fp8,
 * compressed-tensors, mxfp4, ...), bits and group size; where it is there, torch_dtype (dtype since
 * 4.56) is the format of the remaining tensors and of computation, else that of the weights.
 * bitsandbytes says load_in_4bit or load_in_8bit in place of bits; compressed-tensors keeps one
 * scheme a group under config_groups. Members of a model of several parts stand under text_config.
 * Defined by huggingface/transformers, configuration_utils.py and utils/quantization_config.py. */
#include "reading.h"
#include "sniff.h"

static const struct field model_fields[] = {
    { "/hidden_size", KEY_MODEL_DIMENSION, UNIT_COUNT, false },
    { "/max_position_embeddings", KEY_CONTEXT_LENGTH, UNIT_TOKEN, false },
    { "/num_attention_heads", KEY_MODEL_HEADS, UNIT_COUNT, false },
    { "/num_hidden_layers", KEY_MODEL_LAYERS, UNIT_COUNT, false },
    { "/vocab_size", KEY_MODEL_VOCABULARY, UNIT_COUNT, false },
};

static const struct field fields[] = {
    { "/_name_or_path", KEY_MODEL_NAME, UNIT_NONE, false },
    { "/architectures", KEY_MODEL_ARCHITECTURE, UNIT_NONE, false },
};

static const struct field quantisation_fields[] = {
    { "/bits", KEY_PRECISION_BITS, UNIT_COUNT, false },
    { "/group_size", KEY_PRECISION_GROUP, UNIT_COUNT, false },
    { "/quant_algo", KEY_PRECISION_QUANTISATION, UNIT_NONE, false },
    { "/quant_method", KEY_PRECISION_QUANTISATION, UNIT_NONE, false },
    { "/fmt", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
    { "/weight_dtype", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
    { "/bnb_4bit_quant_type", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
    { "/bnb_4bit_compute_dtype", KEY_PRECISION_COMPUTE, UNIT_NONE, false },
    { "/kv_cache_quant_algo", KEY_PRECISION_KV_CACHE, UNIT_NONE, false },
    { "/meta/quantizer", KEY_PRECISION_QUANTISER, UNIT_NONE, false },
};

/* One scheme of compressed-tensors; the group's name is the instance. */
static const struct field group_fields[] = {
    { "/weights/num_bits", KEY_PRECISION_BITS, UNIT_COUNT, false },
    { "/weights/group_size", KEY_PRECISION_GROUP, UNIT_COUNT, false },
    { "/weights/type", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
    { "/input_activations/type", KEY_PRECISION_ACTIVATIONS, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("model_type")) &&
                (sniff_member(sniff, STR("architectures")) ||
                 sniff_member(sniff, STR("transformers_version")) ||
                 sniff_member(sniff, STR("quantization_config")));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static const struct json_item *first_of(const struct json_item *object, const char *const *name,
                                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct json_item *item = json_member(object, str_from(name[i]));
        if (item && json_type(item) != JSON_NULL) {
            return item;
        }
    }
    return NULL;
}

static void groups_read(struct reading *reading, const struct json *json,
                        const struct json_item *groups)
{
    for (const struct json_item *group = json_next(groups, NULL); group;
         group = json_next(groups, group)) {
        json_fields(reading, json, group, json_name(group), group_fields,
                    ARRAY_COUNT(group_fields));
    }
}

/* "load_in_4bit": true is a statement of four bits. */
static void load_in_facts(struct reading *reading, const struct json *json,
                          const struct json_item *quantisation)
{
    static const struct {
        struct str name;
        double bits;
    } rows[] = { { STR_INIT("load_in_4bit"), 4 }, { STR_INIT("load_in_8bit"), 8 } };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct json_item *item = json_member(quantisation, rows[i].name);
        if (item && json_type(item) == JSON_TRUE) {
            reading_number(reading, KEY_PRECISION_BITS, (struct str){ 0 }, json_scalar(json, item),
                           rows[i].bits, UNIT_COUNT, json_place(json, item));
        }
    }
}

static void quantisation_read(struct reading *reading, const struct json *json,
                              const struct json_item *quantisation)
{
    json_fields(reading, json, quantisation, (struct str){ 0 }, quantisation_fields,
                ARRAY_COUNT(quantisation_fields));
    load_in_facts(reading, json, quantisation);
    const struct json_item *groups = json_member(quantisation, STR("config_groups"));
    if (groups && json_type(groups) == JSON_OBJECT) {
        groups_read(reading, json, groups);
    }
}

static bool read(struct reading *reading)
{
    static const char *const dtypes[] = { "dtype", "torch_dtype" };
    struct json *json = NULL;
    if (!reading_json(reading, &json)) {
        return false;
    }
    const struct json_item *root = json_root(json);
    const struct json_item *text = json_member(root, STR("text_config"));
    const struct json_item *model = json_member(root, STR("hidden_size")) || !text ? root : text;
    const struct json_item *quantisation = json_member(root, STR("quantization_config"));
    const struct json_item *dtype = first_of(root, dtypes, ARRAY_COUNT(dtypes));
    bool quantised = quantisation && json_type(quantisation) == JSON_OBJECT;
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    json_fields(reading, json, model, (struct str){ 0 }, model_fields, ARRAY_COUNT(model_fields));
    if (!dtype && model != root) {
        dtype = first_of(model, dtypes, ARRAY_COUNT(dtypes));
    }
    if (dtype) {
        json_fact(reading, json, dtype, (struct str){ 0 },
                  quantised ? KEY_PRECISION_COMPUTE : KEY_PRECISION_WEIGHTS, UNIT_NONE);
    }
    if (quantised) {
        quantisation_read(reading, json, quantisation);
    }
    return true;
}

const struct adapter adapter_hf_config = {
    .name = "hf-config-json",
    .title = "Model and quantisation of a checkpoint",
    .tool = "Hugging Face config.json, transformers 4 and 5",
    .spec = "huggingface/transformers, configuration_utils.py and quantization_config.py",
    .unseen = true,
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = quantisation_fields,
    .field_count = ARRAY_COUNT(quantisation_fields),
};
