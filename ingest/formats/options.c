/* options.c - from the command line of a serving engine to facts.
 *
 * Words are parted as options_words.c says. */
#include "options.h"

#include "ingest/ingest.h"
#include "options_words.h"

#include <string.h>

enum form { FORM_VALUE, FORM_ON, FORM_OFF, FORM_SWITCH, FORM_NAMED };
enum { COMMAND_MOST = 1 << 16, SHELLS_MOST = 4 };

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
    { "sglang.bench_serving", "", ENGINE_SGLANG_BENCH, true },
    { "bench_serving.py", "", ENGINE_SGLANG_BENCH, true },
    { "vllm", "bench", ENGINE_VLLM_BENCH, true },
    { "benchmark_serving.py", "", ENGINE_VLLM_BENCH, true },
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
    "model-tag",
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

static bool is_client(enum engine engine)
{
    return engine == ENGINE_VLLM_BENCH || engine == ENGINE_SGLANG_BENCH;
}

/* Of a program that is not known: an option of any engine, and of no client. */
static const struct option_row *row_find(enum engine engine, struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        bool own = engine == ENGINE_UNKNOWN ? !is_client(rows[i].engine) : rows[i].engine == engine;
        if (own && has_name(&rows[i], name)) {
            return &rows[i];
        }
    }
    return NULL;
}

struct told {                     /* one option of the command */
    const struct option_row *row; /* NULL: in none */
    struct str name, value;       /* without dashes */
    struct place place;
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
    struct place place; /* of the command */
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

static bool takes_any(const struct option_row *row)
{
    return row->form == FORM_VALUE || row->form == FORM_NAMED;
}

/* What the row makes of a value; `denied`: the option began with "no-". */
static struct str meant(const struct option_row *row, struct str value, bool denied)
{
    if (!row) {
        value = value.len > 0 ? value : STR("on");
        return denied ? opposite(on_or_off(value)) : value;
    }
    if (takes_any(row)) {
        return value;
    }
    value = on_or_off(value);
    return (row->form == FORM_OFF) != denied ? opposite(value) : value;
}

/* A dictionary in one writing, JSON's without blanks: engines print theirs as Python does. */
static struct str as_json(struct reading *reading, struct str value)
{
    struct buf out = buf_new(reading->scratch, value.len + 1);
    for (size_t i = 0; i < value.len; i++) {
        if (value.at[i] != ' ') {
            buf_put_char(&out, (char)(value.at[i] == '\'' ? '"' : value.at[i]));
        }
    }
    return buf_str(&out);
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
        if (row && takes_any(row) && rest.at[0] >= '0' && rest.at[0] <= '9') {
            *value = rest;
            *name = begin;
            return row;
        }
    }
    return NULL;
}

/* A switch takes a word only where that is a value of a switch. */
static bool next_is_value(const struct option_row *row, const struct words *words, size_t at)
{
    if (at + 1 >= words->count || is_option(words->item[at + 1]) ||
        ends_command(words->item[at + 1])) {
        return false;
    }
    struct str next = on_or_off(words->item[at + 1]);
    return !row || takes_any(row) || str_eq(next, STR("on")) || str_eq(next, STR("off")) ||
           str_eq(next, STR("auto"));
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
    bool takes = value.len == 0 && equals == SIZE_MAX && !denied && next_is_value(row, words, at);
    if (takes) {
        value = words->item[at + 1];
        taken = 2;
    }
    if (row && row->form == FORM_NAMED) { /* "temperature 0": the number alone says nothing */
        value = str_format(in->reading->scratch, "%.*s %.*s", STR_ARG(name), STR_ARG(value));
    }
    if (within.len > 0) {
        value = str_format(in->reading->scratch, "%.*s=%.*s", STR_ARG(within), STR_ARG(value));
    }
    if ((row || (is_long && !is_client(in->engine))) && name.len > 0 &&
        (row || !is_passed_over(name))) {
        tell(in, &(struct told){ row, name, meant(row, value, denied), in->place });
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
        tell(in, &(struct told){ row, name, meant(row, str_sub(word, equals + 1, word.len), false),
                                 in->place });
    }
}

static bool is_told(const struct telling *in, const struct option_row *row)
{
    const struct told wanted = { .row = row };
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
            tell(in, &(struct told){ &rows[i], (struct str){ 0 }, str_from(rows[i].standard),
                                     in->place });
        }
    }
}

static void facts_add_told(struct telling *in)
{
    for (size_t i = 0; i < in->count; i++) {
        const struct told *told = &in->told[i];
        enum key key = told->row ? told->row->key : KEY_SERVER_OPTION;
        struct str instance = told->row ? str_from(told->row->instance) : told->name;
        struct str value = told->value;
        if (key == KEY_ENGINE_SPECULATION && str_starts(value, STR("{"))) {
            value = as_json(in->reading, value);
        }
        (void)reading_fact_alone(in->reading, key, instance, value, UNIT_NONE, told->place);
        if (key == KEY_ENGINE_PREFIX_CACHE && str_eq(told->value, STR("off"))) {
            (void)reading_fact_alone(in->reading, KEY_METHOD_PREFIX_CACHE, (struct str){ 0 },
                                     told->value, UNIT_NONE, told->place);
        }
    }
}

/* The text that a shell is given to run: the word behind "-c" or "-lc", or, where no program was
 * named beside it, any word with several in it. Empty: none. */
static struct str inner_command(const struct words *words, bool named)
{
    for (size_t i = 1; i < words->count; i++) {
        struct str flag = words->item[i - 1], word = words->item[i];
        bool many = str_find(word, STR(" ")) != SIZE_MAX || str_find(word, STR("\n")) != SIZE_MAX;
        bool shell = flag.len >= 2 && flag.len <= 4 && flag.at[0] == '-' && flag.at[1] != '-' &&
                     flag.at[flag.len - 1] == 'c';
        if (many && word.at[0] != '{' && word.at[0] != '[' && (shell || !named)) {
            return word;
        }
    }
    return (struct str){ 0 };
}

/* The words of the command, and within the shells that it starts: of the innermost one in which a
 * program is named. */
static const struct program_row *words_and_program(struct reading *reading, struct str command,
                                                   struct words *words, size_t *behind)
{
    words_of(reading, command, words);
    const struct program_row *program = program_find(words, behind);
    struct words *within = ARENA_NEW(reading->scratch, struct words);
    struct str inner = inner_command(words, program);
    for (int depth = 0; inner.len > 0 && depth < SHELLS_MOST; depth++) {
        size_t at;
        words_of(reading, inner, within);
        const struct program_row *found = program_find(within, &at);
        if (found) {
            program = found;
            *words = *within;
            *behind = at;
        }
        inner = inner_command(within, found);
    }
    return program;
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
    const struct program_row *program = words_and_program(reading, command, words, &behind);
    if (!server && !(program && program->within)) {
        return;
    }
    *in = (struct telling){ .reading = reading,
                            .engine = program ? program->engine : ENGINE_UNKNOWN,
                            .place = place };
    for (size_t i = 0; i < behind; i++) {
        variable_read(in, words->item[i]);
    }
    for (size_t i = behind; i < words->count && !ends_command(words->item[i]);) {
        i += is_option(words->item[i]) ? option_read(in, words, i) : 1;
    }
    if (program) {
        standards_tell(in);
    }
    facts_add_told(in);
}

/* ---- options as a server lists them -------------------------------------------------------------
 */

/* What tells of an address, a file, a secret or one start alone, by a part of its name. */
static bool is_own(struct str name)
{
    static const char *const parts[] = { "addr",   "dir",    "file", "host",     "key",
                                         "log",    "metric", "name", "path",     "password",
                                         "parser", "port",   "seed", "template", "token",
                                         "trace",  "url" };
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++) {
        if (str_find(name, str_from(parts[i])) != SIZE_MAX) {
            return true;
        }
    }
    return is_passed_over(name);
}

static bool is_none(const struct option_said *said)
{
    return !said->quoted && str_eq(said->value, STR("None"));
}

/* What a value of a list says; empty: nothing, since the engine decides. */
static struct str said_value(const struct option_row *row, const struct option_said *said)
{
    bool states = row && (row->key == KEY_ENGINE_SPECULATION ||
                          (said->resolved && row->key == KEY_PRECISION_QUANTISATION));
    if (is_none(said)) {
        return states ? STR("none") : (struct str){ 0 };
    }
    if (str_eq(said->value, STR("auto"))) {
        return (struct str){ 0 };
    }
    return meant(row, said->value, false);
}

/* Of a list of all options, one that stands in no row is told where it is on, or is a word: the
 * numbers of hundreds of defaults tell nothing. */
static bool said_unknown(const struct option_said *said)
{
    bool on = !said->quoted && str_eq(said->value, STR("True"));
    bool word = said->quoted && said->value.len > 0 && !str_eq(said->value, STR("auto"));
    return !is_own(said->name) && (on || (word && said->value.at[0] != '{') || !said->all);
}

bool options_told(enum engine engine, const struct option_said *said)
{
    const struct option_row *row = row_find(engine, said->name);
    return row ? said_value(row, said).len > 0 : !is_none(said) && said_unknown(said);
}

void options_of_list(struct reading *reading, enum engine engine, const struct option_said *said,
                     size_t count)
{
    struct telling *in = ARENA_NEW(reading->scratch, struct telling);
    *in = (struct telling){ .reading = reading, .engine = engine };
    bool all = false;
    for (size_t i = 0; i < count; i++) {
        const struct option_row *row = row_find(engine, said[i].name);
        all = all || said[i].all;
        in->place = said[0].place;
        if (options_told(engine, &said[i])) {
            struct str value = said_value(row, &said[i]);
            tell(in, &(struct told){ row, said[i].name, row ? value : on_or_off(value),
                                     said[i].place });
        }
    }
    if (count > 0 && !all) {
        standards_tell(in);
    }
    facts_add_told(in);
}

void options_of_variable(struct reading *reading, struct str name, struct str value,
                         struct place place)
{
    /* Short names belong to other programs, too: only those that name their engine. */
    bool own = str_starts(name, STR("VLLM_")) || str_starts(name, STR("LLAMA_ARG_"));
    const struct option_row *row = own ? row_find(ENGINE_UNKNOWN, name) : NULL;
    if (row) {
        (void)reading_fact_alone(reading, row->key, str_from(row->instance),
                                 meant(row, value, false), UNIT_NONE, place);
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

bool command_tells(enum key key, bool server)
{
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (rows[i].key == key && rows[i].instance[0] == '\0' &&
            (server ? rows[i].engine == ENGINE_VLLM : rows[i].engine == ENGINE_VLLM_BENCH)) {
            return true;
        }
    }
    return false;
}
