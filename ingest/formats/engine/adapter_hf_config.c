/* adapter_hf_config.c - config.json of a Hugging Face checkpoint, transformers 4 and 5.
 *
 * The only file that says how a checkpoint is quantised, and it lies beside the weights, not beside
 * results. "quantization_config" names the method (quant_method: awq, gptq, bitsandbytes, fp8,
 * compressed-tensors, mxfp4, ...), bits and group size. Without it torch_dtype (dtype since 4.56)
 * is the format of the weights; with it, that of computation where weights alone are quantised, and
 * of output where activations are too (W8A8), or where bitsandbytes says what it computes in.
 * bitsandbytes writes all members of both its methods, of which those of load_in_4bit or of
 * load_in_8bit count. compressed-tensors keeps one scheme a group under config_groups: "float" and
 * 8 bits are float8. Members of a model of several parts stand under text_config; GPT-2 and its
 * kin have names of their own. Defined by huggingface/transformers, configuration_utils.py and
 * utils/quantization_config.py. */
#include "model/normal.h"
#include "reading.h"
#include "sniff.h"

static const struct field model_fields[] = {
    { "/hidden_size", KEY_MODEL_DIMENSION, UNIT_COUNT, false },
    { "/max_position_embeddings", KEY_CONTEXT_LENGTH, UNIT_TOKEN, false },
    { "/n_embd", KEY_MODEL_DIMENSION, UNIT_COUNT, false },
    { "/n_head", KEY_MODEL_HEADS, UNIT_COUNT, false },
    { "/n_layer", KEY_MODEL_LAYERS, UNIT_COUNT, false },
    { "/n_positions", KEY_CONTEXT_LENGTH, UNIT_TOKEN, false },
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
    { "/activations", KEY_PRECISION_ACTIVATIONS, UNIT_NONE, false },
    { "/fmt", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
    { "/weight_dtype", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
    { "/weights", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
    { "/kv_cache_quant_algo", KEY_PRECISION_KV_CACHE, UNIT_NONE, false },
    { "/meta/quantizer", KEY_PRECISION_QUANTISER, UNIT_NONE, false },
};

/* Of bitsandbytes; written by load_in_8bit too, where they do nothing. */
static const struct field four_bit_fields[] = {
    { "/bnb_4bit_quant_type", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
    { "/bnb_4bit_compute_dtype", KEY_PRECISION_COMPUTE, UNIT_NONE, false },
};

/* One scheme of compressed-tensors. */
static const struct field group_fields[] = {
    { "/weights/num_bits", KEY_PRECISION_BITS, UNIT_COUNT, false },
    { "/weights/group_size", KEY_PRECISION_GROUP, UNIT_COUNT, false },
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
        if (item && json_type(item) != JSON_NULL)
            return item;
    }
    return NULL;
}

static bool is_true(const struct json_item *object, struct str name)
{
    const struct json_item *item = json_member(object, name);
    return item && json_type(item) == JSON_TRUE;
}

/* {"type": "float", "num_bits": 8} is float8. */
static void scheme_fact(struct reading *reading, const struct json *json,
                        const struct json_item *scheme, struct str instance, enum key key)
{
    const struct json_item *type = scheme ? json_member(scheme, STR("type")) : NULL;
    const struct json_item *bits = scheme ? json_member(scheme, STR("num_bits")) : NULL;
    if (type && bits && json_type(type) == JSON_STRING && json_type(bits) == JSON_NUMBER) {
        struct str literal = json_literal(json, bits);
        struct str text =
            str_format(reading->scratch, "%.*s%.*s", STR_ARG(json_string(type)), STR_ARG(literal));
        reading_fact(reading, key, instance, text, UNIT_NONE, json_place(json, type));
    }
}

/* "nvfp4-pack-quantized" and "fbgemm_fp8" hold the name of a format, first or last; "float" of
 * "float-quantized" is none. */
static struct str format_in(struct str text)
{
    size_t dash = str_find(text, STR("-"));
    struct str first = str_sub(text, 0, dash), last = text, rest = text;
    while (str_cut(&rest, '_', &last)) {
    }
    bool wide = str_find(first, STR("4")) != SIZE_MAX || str_find(first, STR("8")) != SIZE_MAX;
    if (wide && precision_format(first))
        return first;
    return precision_format(last) && last.len < text.len ? last : (struct str){ 0 };
}

static void groups_read(struct reading *reading, const struct json *json,
                        const struct json_item *groups, bool named)
{
    bool several = json_count(groups) > 1;
    for (const struct json_item *group = json_next(groups, NULL); group;
         group = json_next(groups, group)) {
        struct str instance = several ? json_name(group) : (struct str){ 0 };
        json_fields(reading, json, group, instance, group_fields, ARRAY_COUNT(group_fields));
        if (!named) {
            scheme_fact(reading, json, json_member(group, STR("weights")), instance,
                        KEY_PRECISION_WEIGHTS);
        }
        scheme_fact(reading, json, json_member(group, STR("input_activations")), instance,
                    KEY_PRECISION_ACTIVATIONS);
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

/* The format of weights where the method or its layout is called by it; true: it is. */
static bool named_format(struct reading *reading, const struct json *json,
                         const struct json_item *quantisation)
{
    static const char *const stated[] = { "fmt", "weight_dtype", "weights" };
    static const char *const names[] = { "format", "quant_method" };
    if (first_of(quantisation, stated, ARRAY_COUNT(stated)))
        return true;
    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        const struct json_item *item = json_member(quantisation, str_from(names[i]));
        struct str text = item ? json_string(item) : (struct str){ 0 };
        struct str format = format_in(text);
        if (format.len > 0) {
            reading_fact(reading, KEY_PRECISION_WEIGHTS, (struct str){ 0 }, format, UNIT_NONE,
                         json_place(json, item));
            return true;
        }
    }
    return false;
}

static void quantisation_read(struct reading *reading, const struct json *json,
                              const struct json_item *quantisation)
{
    const struct json_item *groups = json_member(quantisation, STR("config_groups"));
    json_fields(reading, json, quantisation, (struct str){ 0 }, quantisation_fields,
                ARRAY_COUNT(quantisation_fields));
    if (is_true(quantisation, STR("load_in_4bit"))) {
        json_fields(reading, json, quantisation, (struct str){ 0 }, four_bit_fields,
                    ARRAY_COUNT(four_bit_fields));
    }
    load_in_facts(reading, json, quantisation);
    bool named = named_format(reading, json, quantisation);
    if (groups && json_type(groups) == JSON_OBJECT)
        groups_read(reading, json, groups, named);
    scheme_fact(reading, json, json_member(quantisation, STR("kv_cache_scheme")), (struct str){ 0 },
                KEY_PRECISION_KV_CACHE);
}

/* Activations are quantised too, so that products are not computed in the model's own format. */
static bool quantises_activations(const struct json_item *quantisation)
{
    static const char *const members[] = { "activation_scheme", "activation_scale_ub",
                                           "activations" };
    const struct json_item *groups = json_member(quantisation, STR("config_groups"));
    for (const struct json_item *group = groups ? json_next(groups, NULL) : NULL; group;
         group = json_next(groups, group)) {
        const struct json_item *inputs = json_member(group, STR("input_activations"));
        if (inputs && json_type(inputs) == JSON_OBJECT)
            return true;
    }
    return is_true(quantisation, STR("load_in_8bit")) || /* LLM.int8() multiplies in int8 */
           first_of(quantisation, members, ARRAY_COUNT(members));
}

/* What the model's own format is the format of. */
static enum key dtype_key(const struct json_item *quantisation)
{
    bool own = quantisation && is_true(quantisation, STR("load_in_4bit")) &&
               json_member(quantisation, STR("bnb_4bit_compute_dtype"));
    return !quantisation                                ? KEY_PRECISION_WEIGHTS
           : own || quantises_activations(quantisation) ? KEY_PRECISION_OUTPUT
                                                        : KEY_PRECISION_COMPUTE;
}

static bool read(struct reading *reading)
{
    static const char *const dtypes[] = { "dtype", "torch_dtype" };
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *text = json_member(root, STR("text_config"));
    const struct json_item *model = json_member(root, STR("hidden_size")) || !text ? root : text;
    const struct json_item *quantisation = json_member(root, STR("quantization_config"));
    const struct json_item *dtype = first_of(root, dtypes, ARRAY_COUNT(dtypes));
    quantisation = quantisation && json_type(quantisation) == JSON_OBJECT ? quantisation : NULL;
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    json_fields(reading, json, model, (struct str){ 0 }, model_fields, ARRAY_COUNT(model_fields));
    if (!dtype && model != root)
        dtype = first_of(model, dtypes, ARRAY_COUNT(dtypes));
    if (dtype)
        json_fact(reading, json, dtype, (struct str){ 0 }, dtype_key(quantisation), UNIT_NONE);
    if (quantisation)
        quantisation_read(reading, json, quantisation);
    return true;
}

const struct adapter adapter_hf_config = {
    .name = "hf-config-json",
    .title = "Model and quantisation of a checkpoint",
    .tool = "Hugging Face config.json, transformers 4 and 5",
    .spec = "huggingface/transformers, configuration_utils.py and quantization_config.py",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = quantisation_fields,
    .field_count = ARRAY_COUNT(quantisation_fields),
};
