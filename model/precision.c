/* precision.c - number formats and quantisation tools in free text.
 *
 * Spellings are those of the tools' own files: PyTorch, vLLM, llama.cpp (llama-bench's model_type,
 * names of GGUF files), TensorRT-LLM, MLPerf measurement files, model cards. A spelling counts only
 * between characters that are no letters and digits, and the longest one at a place wins. */
#include "model/normal.h"

#include "base/arena.h"

#include <string.h>

/* Canonical names, widest first: the order in which a set is shown. */
static const char *const formats[] = {
    "fp64",         "fp32",    "tf32",   "bf16",    "fp16",       "w16a16",       "int32",
    "uint8",        "w8a16",   "mxfp8",  "fp8",     "fp8_e4m3fn", "fp8_e4m3fnuz", "fp8_e5m2",
    "fp8_e5m2fnuz", "int8",    "w8a8",   "w8a8kv8", "q8_0",       "mxfp6",        "fp6",
    "q6_k",         "q5_k_m",  "q5_k_s", "q5_k",    "q5_1",       "q5_0",         "w4a16",
    "w4a8",         "w4a8kv4", "fp4",    "nvfp4",   "mxfp4",      "nf4",          "int4",
    "uint4",        "q4_k_xl", "q4_k_l", "q4_k_m",  "q4_k_s",     "q4_k",         "q4_1",
    "q4_0",         "iq4_xs",  "iq4_nl", "q3_k_xl", "q3_k_l",     "q3_k_m",       "q3_k_s",
    "q3_k",         "iq3_m",   "iq3_s",  "iq3_xs",  "iq3_xxs",    "w4a4",         "q2_k_xl",
    "q2_k_l",       "q2_k_s",  "q2_k",   "iq2_m",   "iq2_s",      "iq2_xs",       "iq2_xxs",
    "q2_0",         "tq2_0",   "iq1_m",  "iq1_s",   "tq1_0",      "q1_0",
};

/* Spellings that differ from the name. `whole`: a common word, a format only where it is all. */
static const struct spelling {
    const char *text, *name;
    bool whole;
} spellings[] = {
    { "bf 16", "bf16", false },
    { "bf-16", "bf16", false },
    { "bfloat16", "bf16", false },
    { "brain float", "bf16", false },
    { "double", "fp64", true },
    { "double precision", "fp64", false },
    { "e2m1", "fp4", false },
    { "e4m3", "fp8_e4m3fn", false },
    { "e4m3fn", "fp8_e4m3fn", false },
    { "e4m3fnuz", "fp8_e4m3fnuz", false },
    { "e5m2", "fp8_e5m2", false },
    { "e5m2fnuz", "fp8_e5m2fnuz", false },
    { "f16", "fp16", false },
    { "f32", "fp32", false },
    { "float", "fp32", true },
    { "float16", "fp16", false },
    { "float32", "fp32", false },
    { "float4", "fp4", false },
    { "float4_e2m1fn", "fp4", false },
    { "float4_e2m1fn_x2", "fp4", false },
    { "float6", "fp6", false },
    { "float64", "fp64", false },
    { "float8", "fp8", false },
    { "float8_e4m3fn", "fp8_e4m3fn", false },
    { "float8_e4m3fnuz", "fp8_e4m3fnuz", false },
    { "float8_e5m2", "fp8_e5m2", false },
    { "float8_e5m2fnuz", "fp8_e5m2fnuz", false },
    { "float8e4m3fn", "fp8_e4m3fn", false },
    { "float8e5m2", "fp8_e5m2", false },
    { "fp 16", "fp16", false },
    { "fp 32", "fp32", false },
    { "fp 4", "fp4", false },
    { "fp 6", "fp6", false },
    { "fp 64", "fp64", false },
    { "fp 8", "fp8", false },
    { "fp-16", "fp16", false },
    { "fp-32", "fp32", false },
    { "fp-4", "fp4", false },
    { "fp-6", "fp6", false },
    { "fp-64", "fp64", false },
    { "fp-8", "fp8", false },
    { "fp4_e2m1", "fp4", false },
    { "fp8-e4m3", "fp8_e4m3fn", false },
    { "fp8-e5m2", "fp8_e5m2", false },
    { "fp8_e4m3", "fp8_e4m3fn", false },
    { "fp8e4m3", "fp8_e4m3fn", false },
    { "fp8e4m3fn", "fp8_e4m3fn", false },
    { "fp8e4m3fnuz", "fp8_e4m3fnuz", false },
    { "fp8e5m2", "fp8_e5m2", false },
    { "half", "fp16", true },
    { "half precision", "fp16", false },
    { "i32", "int32", false },
    { "i4", "int4", false },
    { "i8", "int8", false },
    { "int 4", "int4", false },
    { "int 8", "int8", false },
    { "int-4", "int4", false },
    { "int-8", "int8", false },
    { "iq1_m - 1.75 bpw", "iq1_m", false },
    { "iq1_s - 1.5625 bpw", "iq1_s", false },
    { "iq2_m - 2.7 bpw", "iq2_m", false },
    { "iq2_s - 2.5 bpw", "iq2_s", false },
    { "iq2_xs - 2.3125 bpw", "iq2_xs", false },
    { "iq2_xxs - 2.0625 bpw", "iq2_xxs", false },
    { "iq3_s - 3.4375 bpw", "iq3_s", false },
    { "iq3_s mix - 3.66 bpw", "iq3_m", false },
    { "iq3_xs - 3.3 bpw", "iq3_xs", false },
    { "iq3_xxs - 3.0625 bpw", "iq3_xxs", false },
    { "iq4_nl - 4.5 bpw", "iq4_nl", false },
    { "iq4_xs - 4.25 bpw", "iq4_xs", false },
    { "mx-fp4", "mxfp4", false },
    { "mxfp4_e2m1", "mxfp4", false },
    { "normalfloat4", "nf4", false },
    { "nv-fp4", "nvfp4", false },
    { "q2_k - medium", "q2_k", false },
    { "q2_k - small", "q2_k_s", false },
    { "q3_k - large", "q3_k_l", false },
    { "q3_k - medium", "q3_k_m", false },
    { "q3_k - small", "q3_k_s", false },
    { "q4_k - medium", "q4_k_m", false },
    { "q4_k - small", "q4_k_s", false },
    { "q5_k - medium", "q5_k_m", false },
    { "q5_k - small", "q5_k_s", false },
    { "single", "fp32", true },
    { "single precision", "fp32", false },
    { "tensorfloat-32", "tf32", false },
    { "tensorfloat32", "tf32", false },
    { "tf 32", "tf32", false },
    { "tf-32", "tf32", false },
    { "tq1_0 - 1.69 bpw ternary", "tq1_0", false },
    { "tq2_0 - 2.06 bpw ternary", "tq2_0", false },
    { "u4", "uint4", false },
    { "u8", "uint8", false },
};

static const struct {
    const char *text, *name;
} tools[] = {
    { "aqlm", "aqlm" },
    { "auto-round", "autoround" },
    { "auto_round", "autoround" },
    { "autoawq", "awq" },
    { "autogptq", "gptq" },
    { "autoround", "autoround" },
    { "autoroundmllm", "autoround" },
    { "awq", "awq" },
    { "awq_marlin", "awq" },
    { "bitsandbytes", "bitsandbytes" },
    { "bnb", "bitsandbytes" },
    { "compressed-tensors", "compressed-tensors" },
    { "compressed_tensors", "compressed-tensors" },
    { "eetq", "eetq" },
    { "exl2", "exllama" },
    { "exl3", "exllama" },
    { "exllamav2", "exllama" },
    { "exllamav3", "exllama" },
    { "gguf", "llama.cpp" },
    { "gptq", "gptq" },
    { "gptq_marlin", "gptq" },
    { "gptqmodel", "gptq" },
    { "hqq", "hqq" },
    { "llama.cpp", "llama.cpp" },
    { "llm-compressor", "llm-compressor" },
    { "llmcompressor", "llm-compressor" },
    { "model optimizer", "modelopt" },
    { "model-optimizer", "modelopt" },
    { "modelopt", "modelopt" },
    { "neural compressor", "neural-compressor" },
    { "neural-compressor", "neural-compressor" },
    { "nncf", "nncf" },
    { "quark", "quark" },
    { "smoothquant", "smoothquant" },
    { "tensorrt model optimizer", "modelopt" },
    { "tensorrt-model-optimizer", "modelopt" },
    { "torchao", "torchao" },
    { "vptq", "vptq" },
};

/* Statements that nothing was quantised; as the whole text, a full stop behind it apart. */
static const char *const nothing[] = {
    "no",   "no change",     "no quantisation", "no quantization", "non-quantised", "non-quantized",
    "none", "not quantised", "not quantized",   "unquantised",     "unquantized",
};

/* Words that say nothing of the format. "mixed" is none: weights of one format and sums of another
 * are no computation in one of them. */
static const char *const fillers[] = { "amd",          "and",       "bits",         "by",
                                       "dtype",        "format",    "intel",        "nvidia",
                                       "ocp",          "precision", "quantisation", "quantised",
                                       "quantization", "quantized", "scheme",       "unquantised",
                                       "unquantized",  "using",     "weight",       "weights",
                                       "with" };

/* "TF32 disabled" and "no fp8" say that the format was not used. */
static const char *const denied_before[] = { "no", "non", "not", "without" };
static const char *const denied_behind[] = { "0", "disabled", "disallowed", "false", "off" };

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is_word(char c)
{
    c = lower(c);
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* `spelling` stands at `at` with no letter or digit against it on either side. */
static bool stands_at(struct str text, size_t at, const char *spelling)
{
    size_t len = strlen(spelling);
    if (text.len - at < len || (at > 0 && is_word(text.at[at - 1])))
        return false;
    for (size_t i = 0; i < len; i++)
        if (lower(text.at[at + i]) != spelling[i])
            return false;
    return at + len == text.len || !is_word(text.at[at + len]);
}

static bool is_whole(struct str text, const char *spelling)
{
    return text.len == strlen(spelling) && stands_at(text, 0, spelling);
}

/* The longest spelling of a format at `at`; NULL: none. */
static const char *format_at(struct str text, size_t at, size_t *len)
{
    const char *found = NULL;
    *len = 0;
    for (size_t i = 0; i < ARRAY_COUNT(formats); i++) {
        if (strlen(formats[i]) > *len && stands_at(text, at, formats[i])) {
            found = formats[i];
            *len = strlen(found);
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(spellings); i++) {
        size_t own = strlen(spellings[i].text);
        if (own > *len && stands_at(text, at, spellings[i].text) &&
            (!spellings[i].whole || own == text.len)) {
            found = spellings[i].name;
            *len = own;
        }
    }
    return found;
}

static size_t format_rank(const char *name)
{
    size_t rank = 0;
    while (rank < ARRAY_COUNT(formats) && strcmp(formats[rank], name) != 0)
        rank++;
    return rank;
}

/* Keeps the set in order, each format once. */
static void format_add(struct precision *out, const char *name)
{
    size_t at = 0, rank = format_rank(name);
    while (at < out->count && format_rank(out->format[at]) < rank)
        at++;
    if (at < out->count && strcmp(out->format[at], formats[rank]) == 0)
        return;
    if (out->count == PRECISION_FORMATS_MOST) {
        out->whole = false; /* more than are kept: such texts are alike as they stand, or not */
        return;
    }
    memmove(&out->format[at + 1], &out->format[at], (out->count - at) * sizeof out->format[0]);
    out->format[at] = formats[rank];
    out->count++;
}

static struct str plain(struct str text)
{
    text = str_trim(text);
    return str_starts(text, STR("torch.")) ? str_sub(text, 6, text.len) : text;
}

const char *precision_format(struct str text)
{
    size_t len;
    text = plain(text);
    const char *name = text.len ? format_at(text, 0, &len) : NULL;
    return name && len == text.len ? formats[format_rank(name)] : NULL;
}

static bool says_none(struct str text)
{
    if (str_ends(text, STR(".")))
        text.len--;
    for (size_t i = 0; i < ARRAY_COUNT(nothing); i++)
        if (is_whole(text, nothing[i]))
            return true;
    return false;
}

/* The longest tool at `at`; NULL: none. */
static const char *tool_at(struct str text, size_t at, size_t *len)
{
    const char *found = NULL;
    *len = 0;
    for (size_t i = 0; i < ARRAY_COUNT(tools); i++) {
        if (strlen(tools[i].text) > *len && stands_at(text, at, tools[i].text)) {
            found = tools[i].name;
            *len = strlen(tools[i].text);
        }
    }
    return found;
}

static size_t word_end(struct str text, size_t at)
{
    while (at < text.len && is_word(text.at[at]))
        at++;
    return at;
}

static bool is_one_of(struct str word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_whole(word, list[i]))
            return true;
    return false;
}

/* The word before `at` or the one behind `end` denies what stands between. */
static bool is_denied(struct str text, size_t at, size_t end)
{
    size_t to = at;
    while (to > 0 && !is_word(text.at[to - 1]))
        to--;
    size_t from = to;
    while (from > 0 && is_word(text.at[from - 1]))
        from--;
    while (end < text.len && !is_word(text.at[end]) && text.at[end] != ',' && text.at[end] != ';')
        end++;
    return is_one_of(str_sub(text, from, to), denied_before, ARRAY_COUNT(denied_before)) ||
           is_one_of(str_sub(text, end, word_end(text, end)), denied_behind,
                     ARRAY_COUNT(denied_behind));
}

/* The word at `at`, and what stands behind it. */
static size_t word_take(struct precision *out, struct str text, size_t at)
{
    size_t len, tool_len;
    const char *name = format_at(text, at, &len), *tool = tool_at(text, at, &tool_len);
    if (name && is_denied(text, at, at + len)) {
        out->whole = false;
        return at + len;
    }
    if (name) {
        format_add(out, name);
        return at + len;
    }
    if (tool) {
        out->whole = out->whole && (!out->tool || strcmp(out->tool, tool) == 0);
        out->tool = tool;
        return at + tool_len;
    }
    size_t end = word_end(text, at);
    out->whole = out->whole && is_one_of(str_sub(text, at, end), fillers, ARRAY_COUNT(fillers));
    return end;
}

static bool holds(const struct precision *set, const char *prefix)
{
    for (size_t i = 0; i < set->count; i++)
        if (strncmp(set->format[i], prefix, strlen(prefix)) == 0)
            return true;
    return false;
}

static void format_drop(struct precision *out, const char *name)
{
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++)
        if (strcmp(out->format[i], name) != 0)
            out->format[kept++] = out->format[i];
    out->count = kept;
}

/* "FP8 (E4M3)" names one format twice, the second time exactly. */
static void families_drop(struct precision *out)
{
    if (holds(out, "fp8_") || holds(out, "mxfp8"))
        format_drop(out, "fp8");
    if (holds(out, "mxfp6"))
        format_drop(out, "fp6");
    if (holds(out, "nvfp4") || holds(out, "mxfp4"))
        format_drop(out, "fp4");
}

bool precision_read(struct str text, struct precision *out)
{
    text = plain(text);
    *out = (struct precision){ .text = text, .none = says_none(text), .whole = true };
    for (size_t at = 0; !out->none && at < text.len;)
        at = is_word(text.at[at]) ? word_take(out, text, at) : at + 1;
    families_drop(out);
    return out->none || out->count > 0 || out->tool;
}

static bool texts_equal(struct str a, struct str b)
{
    bool equal = a.len == b.len;
    for (size_t i = 0; equal && i < a.len; i++)
        equal = lower(a.at[i]) == lower(b.at[i]);
    return equal;
}

bool precision_alike(const struct precision *a, const struct precision *b)
{
    if (!a->whole || !b->whole)
        return texts_equal(a->text, b->text);
    if (a->none != b->none || a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->format[i], b->format[i]) != 0)
            return false;
    return !a->tool || !b->tool || strcmp(a->tool, b->tool) == 0;
}
