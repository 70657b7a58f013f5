/* adapter_gguf.c - header of a GGUF model file, versions 2 and 3.
 *
 * "GGUF", version, number of tensors, number of key and value pairs (little-endian), the pairs,
 * then a name, shape and type for each tensor. Numbers have no text in a binary file: the text of a
 * fact is the number in decimal, and the place the byte where it stands. Parameters are the
 * elements of all tensors, summed from their shapes. general.file_type names the mixture of
 * formats. The file may come from an opponent: every length is held against the bytes left, counts,
 * nesting and the size of a string are limited, and big-endian files (version 3 written the other
 * way) are refused. The weights behind the header are not looked at. Defined by ggml-org/ggml,
 * docs/gguf.md. */
#include "reading.h"
#include "sniff.h"

#include <glib.h>

#include <string.h>

enum {
    PAIRS_MOST = 1 << 16,
    TENSORS_MOST = 1 << 20,
    STRING_MOST = 1 << 20,
    NEST_MOST = 4,
    DIMENSIONS_MOST = 4
};

enum gguf_type {
    GGUF_UINT8,
    GGUF_INT8,
    GGUF_UINT16,
    GGUF_INT16,
    GGUF_UINT32,
    GGUF_INT32,
    GGUF_FLOAT32,
    GGUF_BOOL,
    GGUF_STRING,
    GGUF_ARRAY,
    GGUF_UINT64,
    GGUF_INT64,
    GGUF_FLOAT64,
    GGUF_TYPES
};

static const unsigned char widths[GGUF_TYPES] = { 1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8 };

/* Keys as they are, and those behind the architecture's name. */
static const struct field fields[] = {
    { "general.architecture", KEY_MODEL_ARCHITECTURE, UNIT_NONE, true },
    { "general.file_type", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
    { "general.name", KEY_MODEL_NAME, UNIT_NONE, false },
    { "general.quantized_by", KEY_PRECISION_QUANTISER, UNIT_NONE, false },
    { ".attention.head_count", KEY_MODEL_HEADS, UNIT_COUNT, false },
    { ".block_count", KEY_MODEL_LAYERS, UNIT_COUNT, false },
    { ".context_length", KEY_CONTEXT_LENGTH, UNIT_TOKEN, false },
    { ".embedding_length", KEY_MODEL_DIMENSION, UNIT_COUNT, false },
    { ".vocab_size", KEY_MODEL_VOCABULARY, UNIT_COUNT, false },
};

/* general.file_type, by its number; NULL: no longer in use. */
static const char *const file_types[] = {
    "F32",   "F16",     "Q4_0",   "Q4_1",   NULL,     NULL,      NULL,     "Q8_0",   "Q5_0",
    "Q5_1",  "Q2_K",    "Q3_K_S", "Q3_K_M", "Q3_K_L", "Q4_K_S",  "Q4_K_M", "Q5_K_S", "Q5_K_M",
    "Q6_K",  "IQ2_XXS", "IQ2_XS", "Q2_K_S", "IQ3_XS", "IQ3_XXS", "IQ1_S",  "IQ4_NL", "IQ3_S",
    "IQ3_M", "IQ2_S",   "IQ2_M",  "IQ4_XS", "IQ1_M",  "BF16",    NULL,     NULL,     NULL,
    "TQ1_0", "TQ2_0",   "MXFP4",  "NVFP4",  "Q1_0",   "Q2_0",
};

struct header {
    struct reading *reading;
    size_t at;   /* next byte */
    bool broken; /* said so, unless it only looks ahead */
    bool ahead;
    struct str architecture;
    GHashTable *names; /* of pairs: struct str */
};

static int bid(const struct sniff *sniff)
{
    return str_starts(sniff->head, STR("GGUF")) && sniff->head.len > 8 ? BID_SIGNATURE : BID_NONE;
}

static bool header_broken(struct header *in, const char *expected)
{
    if (!in->broken && !in->ahead) {
        reading_error(
            in->reading, DIAG_LINE_BAD,
            (struct place){ .offset = in->at,
                            .path = str_format(in->reading->scratch, "byte %zu", in->at) },
            str_from(expected), STR(""));
    }
    in->broken = true;
    return false;
}

/* An unsigned number of `width` bytes; false: the file ends before it. */
static bool number_take(struct header *in, size_t width, uint64_t *out)
{
    struct str bytes = in->reading->bytes;
    if (in->broken || bytes.len - in->at < width)
        return header_broken(in, "more bytes: the header is cut off");
    *out = 0;
    for (size_t i = width; i-- > 0;)
        *out = *out << 8 | (unsigned char)bytes.at[in->at + i];
    in->at += width;
    return true;
}

static bool string_take(struct header *in, struct str *out)
{
    uint64_t length = 0;
    if (!number_take(in, 8, &length))
        return false;
    if (length > STRING_MOST || length > in->reading->bytes.len - in->at)
        return header_broken(in, "a string of at most a mebibyte inside the file");
    *out = str_sub(in->reading->bytes, in->at, in->at + (size_t)length);
    in->at += (size_t)length;
    return true;
}

/* Steps over a value. */
static bool value_skip(struct header *in, uint64_t type, int depth)
{
    uint64_t of = 0;
    uint64_t count = 0;
    struct str unused;
    if (type >= GGUF_TYPES || depth > NEST_MOST)
        return header_broken(in, "a known type of value, nested at most four times");
    if (type == GGUF_STRING)
        return string_take(in, &unused);
    if (type != GGUF_ARRAY)
        return number_take(in, widths[type], &of);
    if (!number_take(in, 4, &of) || !number_take(in, 8, &count))
        return false;
    /* Each element takes a byte at least, so the bytes left bound the count. */
    size_t left = in->reading->bytes.len - in->at;
    if (of >= GGUF_TYPES || count > left)
        return header_broken(in, "an array inside the file");
    if (widths[of] > 0) {
        if (count > left / widths[of])
            return header_broken(in, "an array inside the file");
        in->at += (size_t)count * widths[of];
        return true;
    }
    for (uint64_t i = 0; i < count; i++)
        if (!value_skip(in, of, depth + 1))
            return false;
    return true;
}

static const struct field *field_of(struct str key, struct str architecture)
{
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++) {
        struct str path = str_from(fields[i].path);
        bool behind = path.at[0] == '.' && architecture.len > 0 && str_starts(key, architecture) &&
                      str_eq(str_sub(key, architecture.len, key.len), path);
        if (behind || str_eq(key, path))
            return &fields[i];
    }
    return NULL;
}

/* A whole number's text, or the name of the mixture that it stands for. */
static struct str number_text(struct header *in, const struct field *field, uint64_t type,
                              uint64_t value)
{
    bool is_signed =
        type == GGUF_INT8 || type == GGUF_INT16 || type == GGUF_INT32 || type == GGUF_INT64;
    uint64_t sign = (uint64_t)1 << (widths[type] * 8 - 1);
    if (is_signed && (value & sign)) { /* two's complement in that many bytes */
        uint64_t size = ~value + 1;
        return str_format(in->reading->scratch, "-%llu",
                          (unsigned long long)(size & ((sign - 1) | sign)));
    }
    bool mixture = field->key == KEY_PRECISION_WEIGHTS && value < ARRAY_COUNT(file_types);
    return mixture && file_types[value]
               ? str_from(file_types[value])
               : str_format(in->reading->scratch, "%llu", (unsigned long long)value);
}

static guint name_hash(gconstpointer name)
{
    const struct str *text = name;
    guint hash = 2166136261U; /* FNV-1a */
    for (size_t i = 0; i < text->len; i++)
        hash = (hash ^ (unsigned char)text->at[i]) * 16777619U;
    return hash;
}

static gboolean name_equal(gconstpointer a, gconstpointer b)
{
    return str_eq(*(const struct str *)a, *(const struct str *)b);
}

/* Names stand once: readers differ on which of two counts. */
static void name_keep(struct header *in, struct str name, struct place place)
{
    struct str *kept = ARENA_NEW(in->reading->scratch, struct str);
    *kept = name;
    if (!g_hash_table_add(in->names, kept))
        reading_error(in->reading, DIAG_LINE_BAD, place, STR("each name once"), name);
}

/* Other names begin with the architecture's, which need not be the first pair. */
static struct str architecture_ahead(const struct header *in, uint64_t pairs)
{
    struct header look = *in;
    struct str key, value = { 0 };
    uint64_t type = 0;
    look.ahead = true;
    for (uint64_t i = 0; i < pairs; i++) {
        if (!string_take(&look, &key) || !number_take(&look, 4, &type))
            return value;
        if (str_eq(key, STR("general.architecture")) && type == GGUF_STRING)
            return string_take(&look, &value) ? value : (struct str){ 0 };
        if (!value_skip(&look, type, 0))
            return value;
    }
    return value;
}

static bool pair_read(struct header *in)
{
    struct str key;
    uint64_t type = 0;
    if (!string_take(in, &key) || !number_take(in, 4, &type))
        return false;
    const struct field *field = field_of(key, in->architecture);
    struct place place = { .offset = in->at, .path = key };
    name_keep(in, key, place);
    struct str text = { 0 };
    uint64_t number = 0;
    bool whole = type <= GGUF_INT32 || type == GGUF_UINT64 || type == GGUF_INT64;
    if (field && type == GGUF_STRING) {
        if (!string_take(in, &text))
            return false;
    } else if (field && whole) {
        if (!number_take(in, widths[type], &number))
            return false;
        text = number_text(in, field, type, number);
    } else {
        return value_skip(in, type, 0);
    }
    reading_fact(in->reading, field->key, (struct str){ 0 }, text, field->unit, place);
    return true;
}

static bool pairs_read(struct header *in, uint64_t pairs)
{
    bool good = true;
    in->names = g_hash_table_new(name_hash, name_equal);
    for (uint64_t i = 0; i < pairs && good; i++)
        good = pair_read(in);
    g_hash_table_destroy(in->names);
    return good;
}

/* Elements of one tensor: the product of its shape, held below 2^63. */
static bool tensor_read(struct header *in, uint64_t *elements)
{
    struct str name;
    uint64_t dimensions = 0;
    uint64_t product = 1;
    uint64_t unused = 0;
    if (!string_take(in, &name) || !number_take(in, 4, &dimensions))
        return false;
    if (dimensions > DIMENSIONS_MOST)
        return header_broken(in, "a tensor of at most four dimensions");
    for (uint64_t i = 0; i < dimensions; i++) {
        uint64_t length = 0;
        if (!number_take(in, 8, &length))
            return false;
        if (length > 0 && product > (uint64_t)INT64_MAX / length)
            return header_broken(in, "a shape of fewer than 2^63 elements");
        product *= length;
    }
    *elements = product;
    return number_take(in, 4, &unused) && number_take(in, 8, &unused);
}

static void tensors_read(struct header *in, uint64_t count)
{
    uint64_t sum = 0;
    struct place place = { .offset = in->at, .path = STR("tensors") };
    for (uint64_t i = 0; i < count; i++) {
        uint64_t elements = 0;
        if (!tensor_read(in, &elements))
            return;
        if (sum > (uint64_t)INT64_MAX - elements) {
            (void)header_broken(in, "fewer than 2^63 elements in all");
            return;
        }
        sum += elements;
    }
    reading_fact(in->reading, KEY_MODEL_PARAMETERS, (struct str){ 0 },
                 str_format(in->reading->scratch, "%llu", (unsigned long long)sum), UNIT_COUNT,
                 place);
}

static bool pairs_and_tensors_read(struct reading *reading)
{
    struct header in = { .reading = reading, .at = 4 };
    uint64_t version = 0;
    uint64_t tensors = 0;
    uint64_t pairs = 0;
    if (!number_take(&in, 4, &version))
        return false;
    if (version != 2 && version != 3) {
        in.at = 4;
        return header_broken(&in, "GGUF version 2 or 3, little-endian");
    }
    if (!number_take(&in, 8, &tensors) || !number_take(&in, 8, &pairs))
        return false;
    if (tensors > TENSORS_MOST || pairs > PAIRS_MOST) {
        in.at = 8;
        return header_broken(&in, "at most 1048576 tensors and 65536 pairs");
    }
    in.architecture = architecture_ahead(&in, pairs);
    if (!pairs_read(&in, pairs))
        return false;
    if (in.architecture.len == 0)
        reading_missing(reading, "general.architecture");
    tensors_read(&in, tensors);
    return !in.broken;
}

const struct adapter adapter_gguf = {
    .name = "gguf",
    .title = "Model, size and quantisation of a GGUF file",
    .tool = "GGUF header, versions 2 and 3 (llama.cpp)",
    .spec = "ggml-org/ggml, docs/gguf.md",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = pairs_and_tensors_read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
