/* options.c - from the command line of a serving engine to facts.
 *
 * Words are parted as a POSIX shell parts them (blanks, quotes, backslash); a word that begins with
 * a brace or bracket reaches to its partner, since a list of arguments may come without its quotes.
 * Nothing is expanded. */
#include "options.h"

#include <string.h>

enum engine {
    ENGINE_UNKNOWN,
    ENGINE_VLLM,
    ENGINE_SGLANG,
    ENGINE_TENSORRT,
    ENGINE_LLAMA,
    ENGINE_TGI
};
enum form { FORM_VALUE, FORM_ON, FORM_OFF, FORM_SWITCH };
enum { WORDS_MOST = 512, COMMAND_MOST = 1 << 16 };

static const struct option_row {
    enum engine engine;
    const char *names;
    enum form form;
    enum key key;
    const char *instance, *standard, *source;
} rows[] = {
#define OPTION(engine, names, form, key, instance, standard, source)                               \
    { ENGINE_##engine, names, FORM_##form, KEY_##key, instance, standard, source },
#include "options.def"
#undef OPTION
};

/* How a program is told from the words of its command: one word that ends so and, where there is a
 * second, one that stands right behind it. `within`: it measures by itself, without a server. */
static const struct program_row {
    const char *word, *next;
    enum engine engine;
    bool within;
} programs[] = {
    { "vllm", "serve", ENGINE_VLLM, false },
    { "vllm.entrypoints.openai.api_server", "", ENGINE_VLLM, false },
    { "vllm.entrypoints.api_server", "", ENGINE_VLLM, false },
    { "vllm-openai", "", ENGINE_VLLM, false }, /* image, whose entry point it is */
    { "sglang.launch_server", "", ENGINE_SGLANG, false },
    { "sglang", "serve", ENGINE_SGLANG, false },
    { "sglang.bench_offline_throughput", "", ENGINE_SGLANG, true },
    { "sglang.bench_one_batch", "", ENGINE_SGLANG, true },
    { "trtllm-serve", "", ENGINE_TENSORRT, false },
    { "llama-server", "", ENGINE_LLAMA, false },
    { "llama-server.exe", "", ENGINE_LLAMA, false },
    { "text-generation-launcher", "", ENGINE_TGI, false },
    { "text-generation-inference", "", ENGINE_TGI, false },
};

/* What tells nothing of the work: addresses, names, logs, and what must not be repeated. */
static const char *const passed_over[] = {
    "host",
    "port",
    "api-key",
    "served-model-name",
    "model",
    "model-path",
    "m",
    "model-id",
    "hf-token",
    "root-path",
    "ssl-keyfile",
    "ssl-certfile",
    "log-level",
    "uvicorn-log-level",
    "disable-log-requests",
    "download-dir",
    "disable-log-stats",
    "alias",
    "tokenizer",
    "enable-log-requests",
    "trust-remote-code",
    "log-file",
    "metrics",
    "enable-metrics",
    "tokenizer-path",
    "hostname",
    "admin-api-key",
    "log-requests",
    "api-key-file",
    "revision",
};

/* ---- words --------------------------------------------------------------------------------------
 */

struct words {
    struct str item[WORDS_MOST];
    size_t count;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Where the partner of the bracket at `from` stands, one behind it; the end where it has none. */
static size_t bracket_end(struct str text, size_t from)
{
    size_t depth = 0;
    for (size_t i = from; i < text.len; i++) {
        char c = text.at[i];
        depth += c == '{' || c == '[';
        if ((c == '}' || c == ']') && --depth == 0) {
            return i + 1;
        }
    }
    return text.len;
}

/* One word from `at` on, which is no blank; moves `at` behind it. */
static struct str word_take(struct reading *reading, struct str text, size_t *at)
{
    struct buf out = buf_new(reading->scratch, text.len + 1);
    char quote = 0;
    if (text.at[*at] == '{' || text.at[*at] == '[') {
        size_t from = *at;
        *at = bracket_end(text, from);
        return str_sub(text, from, *at);
    }
    for (; *at < text.len && (quote || !is_blank(text.at[*at])); (*at)++) {
        char c = text.at[*at];
        if (quote ? c == quote : c == '"' || c == '\'') {
            quote = (char)(quote ? '\0' : c);
        } else if (c == '\\' && quote != '\'' && *at + 1 < text.len) {
            (*at)++;
            if (text.at[*at] != '\n') {
                buf_put_char(&out, text.at[*at]);
            }
        } else {
            buf_put_char(&out, c);
        }
    }
    return buf_str(&out);
}

/* The words up to the next command of the line. */
static void words_of(struct reading *reading, struct str text, struct words *out)
{
    size_t at = 0;
    out->count = 0;
    while (out->count < WORDS_MOST) {
        while (at < text.len &&
               (is_blank(text.at[at]) ||
                (text.at[at] == '\\' && at + 1 < text.len && is_blank(text.at[at + 1])))) {
            at++;
        }
        if (at >= text.len) {
            return;
        }
        out->item[out->count++] = word_take(reading, text, &at);
    }
}

static bool ends_command(struct str word)
{
    return str_eq(word, STR("&&")) || str_eq(word, STR(";")) || str_eq(word, STR("|")) ||
           str_eq(word, STR("&")) || str_starts(word, STR(">")) || str_starts(word, STR("2>"));
}

/* ---- the program --------------------------------------------------------------------------------
 */

/* "/opt/venv/bin/vllm", "vllm/vllm-openai:v0.9.1", "sglang.launch_server" by their last part. */
static bool is_program(struct str word, const char *name)
{
    struct str wanted = str_from(name);
    size_t base = word.len;
    while (base && word.at[base - 1] != '/' && word.at[base - 1] != '\\') {
        base--;
    }
    struct str last = str_sub(word, base, word.len);
    struct str tag = str_sub(last, 0, str_find(last, STR(":")));
    return str_eq(last, wanted) || (base > 0 && str_eq(tag, wanted));
}

/* The first program of the table that the words name, and the word behind its name. */
static const struct program_row *program_find(const struct words *words, size_t *behind)
{
    for (size_t i = 0; i < words->count; i++) {
        for (size_t j = 0; j < ARRAY_COUNT(programs); j++) {
            struct str next = str_from(programs[j].next);
            bool named = is_program(words->item[i], programs[j].word);
            bool followed =
                next.len == 0 || (i + 1 < words->count && str_eq(words->item[i + 1], next));
            if (named && followed) {
                *behind = i + 1 + (next.len > 0);
                return &programs[j];
            }
        }
    }
    *behind = 0;
    return NULL;
}

/* ---- options ------------------------------------------------------------------------------------
 */

static char plain(char c)
{
    return (char)(c == '_' ? '-' : c);
}

static bool names_alike(struct str a, struct str b)
{
    for (size_t i = 0; a.len == b.len && i < a.len; i++) {
        if (plain(a.at[i]) != plain(b.at[i])) {
            return false;
        }
    }
    return a.len == b.len;
}

static bool has_name(const struct option_row *row, struct str name)
{
    struct str names = str_from(row->names), one;
    while (str_cut(&names, '|', &one)) {
        if (names_alike(one, name)) {
            return true;
        }
    }
    return false;
}

static const struct option_row *row_find(enum engine engine, struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if ((engine == ENGINE_UNKNOWN || rows[i].engine == engine) && has_name(&rows[i], name)) {
            return &rows[i];
        }
    }
    return NULL;
}

struct told {                     /* one option of the command */
    const struct option_row *row; /* NULL: in none */
    struct str name, value;       /* without dashes */
};

static bool same_option(const struct told *a, const struct told *b)
{
    if (a->row && b->row) {
        return a->row->key == b->row->key && strcmp(a->row->instance, b->row->instance) == 0;
    }
    return !a->row && !b->row && names_alike(a->name, b->name);
}

struct telling {
    struct reading *reading;
    enum engine engine;
    struct told told[WORDS_MOST];
    size_t count;
};

static void tell(struct telling *in, const struct told *one)
{
    for (size_t i = 0; i < in->count; i++) {
        if (same_option(&in->told[i], one)) {
            in->told[i] = *one;
            return;
        }
    }
    if (in->count < WORDS_MOST) {
        in->told[in->count++] = *one;
    }
}

static bool is_passed_over(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(passed_over); i++) {
        if (names_alike(name, str_from(passed_over[i]))) {
            return true;
        }
    }
    return false;
}

static bool is_number(struct str word)
{
    double value;
    return num_real(word, &value);
}

static bool is_option(struct str word)
{
    return word.len > 1 && word.at[0] == '-' && !is_number(word);
}

static struct str on_or_off(struct str value)
{
    static const char *const on[] = { "", "1", "true", "True", "on", "yes" };
    static const char *const off[] = { "0", "false", "False", "off", "no" };
    for (size_t i = 0; i < ARRAY_COUNT(on); i++) {
        if (str_eq(value, str_from(on[i]))) {
            return STR("on");
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(off); i++) {
        if (str_eq(value, str_from(off[i]))) {
            return STR("off");
        }
    }
    return value;
}

static struct str opposite(struct str value)
{
    return str_eq(value, STR("on")) ? STR("off") : str_eq(value, STR("off")) ? STR("on") : value;
}

/* What the row makes of a value; `denied`: the option began with "no-". */
static struct str meant(const struct option_row *row, struct str value, bool denied)
{
    if (!row) {
        value = value.len > 0 ? value : STR("on");
        return denied ? opposite(on_or_off(value)) : value;
    }
    if (row->form == FORM_VALUE) {
        return value;
    }
    value = on_or_off(value);
    return (row->form == FORM_OFF) != denied ? opposite(value) : value;
}

/* "compilation-config.mode" is the option "compilation-config" and what it sets within. */
static struct str within_of(struct str *name)
{
    size_t dot = str_find(*name, STR("."));
    if (dot == SIZE_MAX) {
        return (struct str){ 0 };
    }
    struct str within = str_sub(*name, dot + 1, name->len);
    *name = str_sub(*name, 0, dot);
    return within;
}

/* "-O3", "-tp8": a short name with its value. */
static const struct option_row *glued(enum engine engine, struct str *name, struct str *value)
{
    for (size_t len = name->len; len-- > 1;) {
        struct str begin = str_sub(*name, 0, len), rest = str_sub(*name, len, name->len);
        const struct option_row *row = row_find(engine, begin);
        if (row && row->form == FORM_VALUE && rest.at[0] >= '0' && rest.at[0] <= '9') {
            *value = rest;
            *name = begin;
            return row;
        }
    }
    return NULL;
}

/* Reads the option at words[at]; answers how many words it takes. */
static size_t option_read(struct telling *in, const struct words *words, size_t at)
{
    struct str word = words->item[at];
    bool is_long = str_starts(word, STR("--"));
    struct str name = str_sub(word, is_long ? 2 : 1, word.len), value = { 0 };
    size_t equals = str_find(name, STR("=")), taken = 1;
    if (equals != SIZE_MAX) {
        value = str_sub(name, equals + 1, name.len);
        name = str_sub(name, 0, equals);
    }
    struct str within = within_of(&name);
    const struct option_row *row = row_find(in->engine, name);
    bool denied = false;
    if (!row && str_starts(name, STR("no-"))) {
        struct str rest = str_sub(name, 3, name.len);
        row = row_find(in->engine, rest);
        denied = true;
        name = rest;
    }
    if (!row && !is_long && equals == SIZE_MAX) {
        row = glued(in->engine, &name, &value);
    }
    bool takes = value.len == 0 && equals == SIZE_MAX && !denied && at + 1 < words->count &&
                 !is_option(words->item[at + 1]) && !ends_command(words->item[at + 1]);
    if (takes && row && row->form != FORM_VALUE) {
        /* A switch takes a word only where that is a value of a switch. */
        struct str next = on_or_off(words->item[at + 1]);
        takes = str_eq(next, STR("on")) || str_eq(next, STR("off")) || str_eq(next, STR("auto"));
    }
    if (takes) {
        value = words->item[at + 1];
        taken = 2;
    }
    if (within.len > 0) {
        value = str_format(in->reading->scratch, "%.*s=%.*s", STR_ARG(within), STR_ARG(value));
    }
    if ((row || is_long) && name.len > 0 && (row || !is_passed_over(name))) {
        tell(in, &(struct told){ row, name, meant(row, value, denied) });
    }
    return taken;
}

/* "NAME=value" before the program, or behind a container's -e or --env. */
static void variable_read(struct telling *in, struct str word)
{
    size_t equals = str_find(word, STR("="));
    struct str name = str_sub(word, 0, equals);
    bool upper = equals != SIZE_MAX && name.len > 0 && name.at[0] >= 'A' && name.at[0] <= 'Z';
    const struct option_row *row = upper ? row_find(in->engine, name) : NULL;
    if (row) {
        tell(in,
             &(struct told){ row, name, meant(row, str_sub(word, equals + 1, word.len), false) });
    }
}

static bool is_told(const struct telling *in, const struct option_row *row)
{
    const struct told wanted = { row, (struct str){ 0 }, (struct str){ 0 } };
    for (size_t i = 0; i < in->count; i++) {
        if (same_option(&in->told[i], &wanted)) {
            return true;
        }
    }
    return false;
}

/* What no release of the engine does otherwise where the command says nothing. */
static void standards_tell(struct telling *in)
{
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (rows[i].engine == in->engine && rows[i].standard[0] != '\0' && !is_told(in, &rows[i])) {
            tell(in, &(struct told){ &rows[i], (struct str){ 0 }, str_from(rows[i].standard) });
        }
    }
}

static void facts_add_told(struct telling *in, struct place place)
{
    for (size_t i = 0; i < in->count; i++) {
        const struct told *told = &in->told[i];
        enum key key = told->row ? told->row->key : KEY_SERVER_OPTION;
        struct str instance = told->row ? str_from(told->row->instance) : told->name;
        (void)reading_fact(in->reading, key, instance, told->value, UNIT_NONE, place);
        if (key == KEY_ENGINE_PREFIX_CACHE && str_eq(told->value, STR("off"))) {
            (void)reading_fact(in->reading, KEY_METHOD_PREFIX_CACHE, (struct str){ 0 }, told->value,
                               UNIT_NONE, place);
        }
    }
}

void options_of_command(struct reading *reading, struct str command, bool server,
                        struct place place)
{
    struct words *words = ARENA_NEW(reading->scratch, struct words);
    struct telling *in = ARENA_NEW(reading->scratch, struct telling);
    size_t behind;
    if (command.len > COMMAND_MOST) {
        return;
    }
    words_of(reading, command, words);
    const struct program_row *program = program_find(words, &behind);
    if (!server && !(program && program->within)) {
        return;
    }
    *in = (struct telling){ .reading = reading,
                            .engine = program ? program->engine : ENGINE_UNKNOWN };
    for (size_t i = 0; i < behind; i++) {
        variable_read(in, words->item[i]);
    }
    for (size_t i = behind; i < words->count && !ends_command(words->item[i]);) {
        i += is_option(words->item[i]) ? option_read(in, words, i) : 1;
    }
    if (program) {
        standards_tell(in);
    }
    facts_add_told(in, place);
}

void options_of_variable(struct reading *reading, struct str name, struct str value,
                         struct place place)
{
    /* Short names belong to other programs, too: only those that name their engine. */
    bool own = str_starts(name, STR("VLLM_")) || str_starts(name, STR("LLAMA_ARG_"));
    const struct option_row *row = own ? row_find(ENGINE_UNKNOWN, name) : NULL;
    if (row) {
        (void)reading_fact(reading, row->key, str_from(row->instance), meant(row, value, false),
                           UNIT_NONE, place);
    }
}

bool options_declared(const struct fact *fact)
{
    static const enum key from[] = { KEY_METHOD_SERVER_COMMAND, KEY_METHOD_COMMAND };
    for (size_t i = 0; i < ARRAY_COUNT(from); i++) {
        struct str name = str_from(vocabulary_row(from[i])->name); /* "method.server_command" */
        struct str last = str_sub(name, str_find(name, STR(".")) + 1, name.len);
        struct str path = fact->source.from.path; /* "/method/server_command" */
        if (fact->key != from[i] && (str_ends(path, last) || str_ends(path, name))) {
            return true;
        }
    }
    return false;
}
