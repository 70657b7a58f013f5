/* server_lines.c - the lines in which a serving engine tells how it was started.
 *
 * vLLM prints the options off their default as a Python dictionary ("non-default args: {...}") or,
 * before 0.9, all of them ("args: Namespace(...)"), and then what the engine made of them ("LLM
 * engine (v0.9.1) with config: name=value, ..."); SGLang "server_args=ServerArgs(...)";
 * TensorRT-LLM "PyTorchConfig(...)" or "LLM Args:" with the list behind it or on the next line;
 * llama.cpp one line a setting. The rest of such a log tells of requests, and is passed over.
 *
 * Defined by vllm/entrypoints/utils.py, vllm/v1/engine/core.py, vllm/config;
 * python/sglang/srt/entrypoints/engine.py; tensorrt_llm/_torch/pyexecutor/py_executor_creator.py;
 * llama.cpp src/llama-context.cpp and src/llama-kv-cache.cpp. */
#include "server_lines.h"

#include "options.h"

enum { SAID_MOST = 512, NAME_LONGEST = 64 };

static const struct list_row {
    const char *opening; /* the list begins behind it */
    enum engine engine;
    bool all;      /* with defaults */
    bool resolved; /* only the names below, as the engine made them */
    bool closed;   /* a bracket ends the list; else the line does */
} lists[] = {
    { "non-default args: {", ENGINE_VLLM, false, false, true },
    { " args: Namespace(", ENGINE_VLLM, true, false, true },
    { ") with config: ", ENGINE_VLLM, true, true, false },
    { "server_args=ServerArgs(", ENGINE_SGLANG, true, false, true },
    { "PyTorchConfig(", ENGINE_TENSORRT, true, false, true },
    { "LLM Args:", ENGINE_TENSORRT, true, false, false },
};
static const char *const resolved_names[] = {
    "chunked_prefill_enabled",
    "data_parallel_size",
    "dtype",
    "enable_chunked_prefill",
    "enable_prefix_caching",
    "enforce_eager",
    "kv_cache_dtype",
    "max_seq_len",
    "pipeline_parallel_size",
    "quantization",
    "speculative_config",
    "tensor_parallel_size",
};

/* "version" behind one of these words, up to a blank or bracket. */
static const char *const versions[] = { "vLLM API server version ", "LLM engine (v",
                                        "TensorRT-LLM version: ", "TensorRT LLM version: " };

/* "llama_context: n_ctx         = 4096": the name behind the colon becomes the instance. */
static const char *const llama_settings[] = { "flash_attn", "n_batch", "n_ctx", "n_seq_max",
                                              "n_ubatch" };

/* ---- a list of options ---- */

static bool is_name_char(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static size_t name_end(struct str text, size_t at)
{
    while (at < text.len && is_name_char(text.at[at]))
        at++;
    return at;
}

static bool is_quote(char c)
{
    return c == '\'' || c == '"';
}

/* Whether a blank at `at` parts two options: a name and '=' follow. */
static bool parts_here(struct str text, size_t at)
{
    size_t end = name_end(text, at + 1);
    return end > at + 1 && end < text.len && text.at[end] == '=';
}

/* Where the value that begins at `at` ends: at a comma, at a bracket that it did not open, or at a
 * blank with the next option behind it. */
static size_t value_end(struct str text, size_t at)
{
    size_t depth = 0;
    char quote = 0;
    for (; at < text.len; at++) {
        char c = text.at[at];
        if (quote) {
            at += c == '\\' ? 1 : 0;
            quote = (char)(c == quote ? '\0' : quote);
        } else if (is_quote(c)) {
            quote = c;
        } else if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (c == ')' || c == ']' || c == '}') {
            if (depth == 0)
                return at;
            depth--;
        } else if (depth == 0 && (c == ',' || (c == ' ' && parts_here(text, at)))) {
            return at;
        }
    }
    return text.len;
}

/* "name=value" or "'name': value" from `at` on; moves `at` behind it. False: none stands there. */
static bool said_take(struct str text, size_t *at, struct option_said *out)
{
    while (*at < text.len && (text.at[*at] == ' ' || text.at[*at] == ','))
        (*at)++;
    bool quoted = *at < text.len && is_quote(text.at[*at]);
    size_t begin = *at + quoted, end = name_end(text, begin);
    size_t sign = end + quoted;
    if (end == begin || end - begin > NAME_LONGEST || sign >= text.len ||
        text.at[sign] != (quoted ? ':' : '='))
        return false;
    *at = value_end(text, sign + 1);
    struct str value = str_trim(str_sub(text, sign + 1, *at));
    out->name = str_sub(text, begin, end);
    out->quoted = value.len >= 2 && is_quote(value.at[0]) && value.at[value.len - 1] == value.at[0];
    out->value = out->quoted ? str_sub(value, 1, value.len - 1) : value;
    return true;
}

struct start { /* what was listed, by the first list of each form */
    struct option_said said[ARRAY_COUNT(lists)][SAID_MOST];
    size_t count[ARRAY_COUNT(lists)];
};

static bool is_resolved_name(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(resolved_names); i++)
        if (str_eq(name, str_from(resolved_names[i])))
            return true;
    return false;
}

/* An object of the engine's own ("SpeculativeConfig(...)") is no value that an option can have. */
static bool is_object(const struct option_said *said)
{
    size_t end = name_end(said->value, 0);
    return !said->quoted && end > 0 && end < said->value.len && said->value.at[end] == '(';
}

static const struct option_said *said_before(const struct start *start, size_t form,
                                             struct str name)
{
    for (size_t i = 0; i < start->count[form]; i++)
        if (str_eq(start->said[form][i].name, name))
            return &start->said[form][i];
    return NULL;
}

/* The options of one line; of a form that was met before, what it says otherwise is told. False:
 * there are none. */
static bool list_read(struct reading *reading, struct start *start, size_t form,
                      const struct line *line, struct str text)
{
    const struct list_row *row = &lists[form];
    bool again = start->count[form] > 0;
    struct option_said said;
    const char *file_end = reading->bytes.at + reading->bytes.len;
    bool some = false;
    for (size_t at = 0; said_take(text, &at, &said);) {
        some = true;
        if (at == text.len && (row->closed || text.at + text.len == file_end)) {
            reading_unread(reading, ", the end of a list of options", STR("the list is cut off"),
                           line_place(reading, line, said.name));
            break; /* the last value may be half of it */
        }
        said.all = row->all;
        said.resolved = row->resolved;
        said.place = line_place(reading, line, said.value);
        if ((row->resolved && !is_resolved_name(said.name)) || (is_object(&said) && !row->resolved))
            continue;
        const struct option_said *before = said_before(start, form, said.name);
        if (before && options_told(row->engine, &said)) {
            const struct statement first = { said.name, before->value, before->place };
            reading_otherwise(reading, &first, said.value, said.place);
        }
        if (!before && !again && start->count[form] < SAID_MOST) {
            said.name = str_keep(reading->scratch, said.name); /* the line goes */
            said.value = str_keep(reading->scratch, said.value);
            start->said[form][start->count[form]++] = said;
        }
    }
    return some;
}

/* What the engine made of an option counts before what it was given; what it says of the option in
 * a writing of its own does not. */
static void lists_tell(struct reading *reading, const struct start *start, enum engine engine)
{
    struct option_said *said =
        ARENA_MANY(reading->scratch, ARRAY_COUNT(lists) * SAID_MOST, struct option_said);
    size_t count = 0;
    for (size_t form = 0; form < ARRAY_COUNT(lists); form++) {
        for (size_t i = 0; lists[form].engine == engine && i < start->count[form]; i++) {
            struct option_said one = start->said[form][i];
            if (is_object(&one) && said_before(start, 0, one.name))
                continue;
            said[count++] = one;
        }
    }
    options_of_list(reading, engine, said, count);
}

/* ---- the other lines ---- */

static void fact(struct reading *reading, enum key key, const char *instance, struct str value,
                 const struct line *line)
{
    (void)reading_fact(reading, key, str_from(instance), value, UNIT_NONE,
                       line_place(reading, line, value));
}

static void versions_read(struct reading *reading, const struct line *line)
{
    for (size_t i = 0; i < ARRAY_COUNT(versions); i++) {
        struct str before = str_from(versions[i]);
        size_t at = str_find(line->text, before);
        if (at == SIZE_MAX)
            continue;
        size_t end = at + before.len;
        while (end < line->text.len && line->text.at[end] != ' ' && line->text.at[end] != ')')
            end++;
        fact(reading, KEY_ENGINE_VERSION, "", str_sub(line->text, at + before.len, end), line);
    }
}

/* What stands between the two, within the text. */
static bool between(struct str text, struct str open, char close, struct str *out)
{
    size_t at = str_find(text, open);
    if (at == SIZE_MAX)
        return false;
    *out = str_sub(text, at + open.len, text.len);
    for (size_t i = 0; i < out->len; i++) {
        if (out->at[i] == close) {
            *out = str_trim(str_sub(*out, 0, i));
            return out->len > 0;
        }
    }
    return false;
}

/* llama.cpp: a server's own lines begin with the part of it that speaks. */
static void llama_read(struct reading *reading, const struct line *line)
{
    struct str value, text = line->text;
    size_t at = str_find(text, STR("llama_context: "));
    if (at != SIZE_MAX) {
        struct str name, rest = str_sub(text, at + 15, text.len);
        if (str_cut(&rest, '=', &name) && rest.at) {
            for (size_t i = 0; i < ARRAY_COUNT(llama_settings); i++)
                if (str_eq(str_trim(name), str_from(llama_settings[i])))
                    fact(reading, KEY_ENGINE_SETTINGS, llama_settings[i], str_trim(rest), line);
        }
    }
    if (str_find(text, STR("llama_kv_cache")) != SIZE_MAX &&
        between(text, STR(", K ("), ')', &value)) {
        fact(reading, KEY_PRECISION_KV_CACHE, "", value, line);
        if (between(text, STR(", V ("), ')', &value))
            fact(reading, KEY_PRECISION_KV_CACHE, "values", value, line);
    }
    if (between(text, STR("load_tensors: offloaded "), ' ', &value))
        fact(reading, KEY_ENGINE_SETTINGS, "layers offloaded", value, line);
    if (str_starts(text, STR("build: ")) && between(text, STR(" ("), ')', &value))
        fact(reading, KEY_ENGINE_VERSION, "", value, line); /* the commit, as llama-bench has it */
    if (between(text, STR("loading draft model '"), '\'', &value))
        fact(reading, KEY_ENGINE_SPECULATION, "", value, line);
}

/* "Using FLASH_ATTN attention backend out of ...", "Using Flash Attention backend on V1 engine." */
static void attention_read(struct reading *reading, const struct line *line)
{
    struct str value;
    size_t at = str_find(line->text, STR("] Using "));
    if (at == SIZE_MAX)
        return;
    struct str rest = str_sub(line->text, at + 8, line->text.len);
    size_t end = str_find(rest, STR(" attention backend"));
    if (end == SIZE_MAX)
        end = str_find(rest, STR(" backend on V1 engine"));
    value = str_sub(rest, 0, end);
    if (end != SIZE_MAX && value.len > 0 && value.len <= NAME_LONGEST)
        fact(reading, KEY_RUNTIME_ATTENTION, "", value, line);
}

/* ---- all of it ---- */

static size_t list_opening(struct str text, size_t *behind)
{
    for (size_t i = 0; i < ARRAY_COUNT(lists); i++) {
        struct str opening = str_from(lists[i].opening);
        size_t at = str_find(text, opening);
        bool engine = !lists[i].resolved || str_find(text, STR("LLM engine (v")) != SIZE_MAX;
        if (at != SIZE_MAX && engine) {
            *behind = at + opening.len;
            return i;
        }
    }
    return SIZE_MAX;
}

bool server_lines_in(struct str text)
{
    size_t behind;
    return list_opening(text, &behind) != SIZE_MAX ||
           (str_find(text, STR("llama_context: n_ctx")) != SIZE_MAX &&
            str_find(text, STR("llama_kv_cache")) != SIZE_MAX);
}

void server_lines_read(struct reading *reading)
{
    struct start *start = ARENA_NEW(reading->scratch, struct start);
    struct lines lines;
    struct line line;
    size_t open = SIZE_MAX; /* the list of which the next line holds more */
    reading_lines(&lines, reading);
    while (lines_next(&lines, &line)) {
        size_t behind = 0, form = list_opening(line.text, &behind);
        form = form == SIZE_MAX ? open : form;
        if (form != SIZE_MAX) {
            struct str text = str_trim(str_sub(line.text, behind, line.text.len));
            bool some = list_read(reading, start, form, &line, text);
            bool more = lists[form].engine == ENGINE_TENSORRT && !lists[form].closed &&
                        (some || text.len == 0);
            open = more ? form : SIZE_MAX;
        }
        versions_read(reading, &line);
        attention_read(reading, &line);
        llama_read(reading, &line);
    }
    lists_tell(reading, start, ENGINE_VLLM);
    lists_tell(reading, start, ENGINE_SGLANG);
    lists_tell(reading, start, ENGINE_TENSORRT);
}
