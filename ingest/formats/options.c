/* options.c - from the command line of a serving engine to facts.
 *
 * Words are parted as options_words.c says. */
#include "options.h"

#include "ingest/ingest.h"
#include "options_parts.h"
#include "options_words.h"

#include <string.h>

enum { COMMAND_MOST = 1 << 16 };

static const struct option_row rows[] = {
#define OPTION(engine, names, form, key, instance, standard, source)                               \
    { ENGINE_##engine, names, FORM_##form, KEY_##key, instance, standard, source, NULL },
#define OPTION_OF(engine, names, form, key, data, standard, source)                                \
    { ENGINE_##engine, names, FORM_##form, KEY_##key, "", standard, source, data },
#include "options.def"
#undef OPTION
#undef OPTION_OF
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

/* ---- options ---- */

static char plain(char c)
{
    return (char)(c == '_' ? '-' : c);
}

static bool names_alike(struct str a, struct str b)
{
    for (size_t i = 0; a.len == b.len && i < a.len; i++)
        if (plain(a.at[i]) != plain(b.at[i]))
            return false;
    return a.len == b.len;
}

static bool has_name(const struct option_row *row, struct str name)
{
    struct str names = str_from(row->names), one;
    while (str_cut(&names, '|', &one))
        if (names_alike(one, name))
            return true;
    return false;
}

static bool is_client(enum engine engine)
{
    return engine >= ENGINE_VLLM_BENCH;
}

/* Of a program that is not known: an option of any engine, and of no client. */
const struct option_row *option_row_find(enum engine engine, struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        bool own = engine == ENGINE_UNKNOWN ? !is_client(rows[i].engine) : rows[i].engine == engine;
        if (own && has_name(&rows[i], name))
            return &rows[i];
    }
    return NULL;
}

static bool same_option(const struct told *a, const struct told *b)
{
    if (a->row && b->row)
        return a->row->key == b->row->key && strcmp(a->row->instance, b->row->instance) == 0;
    return !a->row && !b->row && names_alike(a->name, b->name);
}

void option_tell(struct telling *in, const struct told *one)
{
    for (size_t i = 0; i < in->count; i++) {
        if (same_option(&in->told[i], one)) {
            in->told[i] = *one;
            return;
        }
    }
    if (in->count < WORDS_MOST)
        in->told[in->count++] = *one;
}

const struct told *option_told(const struct telling *in, const struct option_row *row,
                               struct str name)
{
    for (size_t i = 0; i < in->count; i++) {
        const struct told *one = &in->told[i];
        if (row ? one->row == row : !one->row && str_eq(one->name, name))
            return one;
    }
    return NULL;
}

bool option_passed_over(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(passed_over); i++)
        if (names_alike(name, str_from(passed_over[i])))
            return true;
    return false;
}

const struct option_row *option_row_at(size_t index)
{
    return index < ARRAY_COUNT(rows) ? &rows[index] : NULL;
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
    for (size_t i = 0; i < ARRAY_COUNT(on); i++)
        if (str_eq(value, str_from(on[i])))
            return STR("on");
    for (size_t i = 0; i < ARRAY_COUNT(off); i++)
        if (str_eq(value, str_from(off[i])))
            return STR("off");
    return value;
}

static struct str opposite(struct str value)
{
    return str_eq(value, STR("on")) ? STR("off") : str_eq(value, STR("off")) ? STR("on") : value;
}

static bool takes_any(const struct option_row *row)
{
    return row->form != FORM_ON && row->form != FORM_OFF && row->form != FORM_SWITCH;
}

/* What the row makes of a value; `denied`: the option began with "no-". */
/* Numbers and names that an engine gives to what others call by a format's name. */
static struct str format_meant(const struct option_row *row, struct str value)
{
    static const struct {
        enum engine engine;
        enum key key;
        struct str value, meant;
    } formats[] = {
        { ENGINE_LMDEPLOY, KEY_PRECISION_KV_CACHE, STR_INIT("0"), STR_INIT("auto") },
        { ENGINE_LMDEPLOY, KEY_PRECISION_KV_CACHE, STR_INIT("4"), STR_INIT("int4") },
        { ENGINE_LMDEPLOY, KEY_PRECISION_KV_CACHE, STR_INIT("8"), STR_INIT("int8") },
        { ENGINE_LMDEPLOY, KEY_PRECISION_QUANTISATION, STR_INIT("hf"), STR_INIT("auto") },
    };
    for (size_t i = 0; i < ARRAY_COUNT(formats); i++)
        if (row->engine == formats[i].engine && row->key == formats[i].key &&
            str_eq(value, formats[i].value))
            return formats[i].meant;
    return value;
}

struct str option_meant(const struct option_row *row, struct str value, bool denied)
{
    if (!row) {
        value = value.len > 0 ? value : STR("on");
        return denied ? opposite(on_or_off(value)) : value;
    }
    if (takes_any(row))
        return format_meant(row, value);
    value = on_or_off(value);
    return (row->form == FORM_OFF) != denied ? opposite(value) : value;
}

/* "compilation-config.mode" is the option "compilation-config" and what it sets within. */
static struct str within_of(struct str *name)
{
    size_t dot = str_find(*name, STR("."));
    if (dot == SIZE_MAX)
        return (struct str){ 0 };
    struct str within = str_sub(*name, dot + 1, name->len);
    *name = str_sub(*name, 0, dot);
    return within;
}

/* "-O3", "-tp8": a short name with its value. */
static const struct option_row *glued(enum engine engine, struct str *name, struct str *value)
{
    for (size_t len = name->len; len-- > 1;) {
        struct str begin = str_sub(*name, 0, len), rest = str_sub(*name, len, name->len);
        const struct option_row *row = option_row_find(engine, begin);
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
        ends_command(words->item[at + 1]))
        return false;
    struct str next = on_or_off(words->item[at + 1]);
    return !row || takes_any(row) || str_eq(next, STR("on")) || str_eq(next, STR("off")) ||
           str_eq(next, STR("auto"));
}

static void file_named(struct telling *in, struct str name, bool variables)
{
    if (name.len > 0 && in->file_count < OPTIONS_FILES_MOST)
        in->file[in->file_count++] = (struct options_file){ name, variables, in->engine };
}

/* "--env-file FILE", "--env-file=FILE": a container's variables. */
static void variables_named(struct telling *in, const struct words *words, size_t at)
{
    static const struct str flag = STR_INIT("--env-file");
    struct str word = words->item[at];
    if (str_eq(word, flag) && at + 1 < words->count)
        file_named(in, words->item[at + 1], true);
    else if (str_starts(word, flag) && word.len > flag.len && word.at[flag.len] == '=')
        file_named(in, str_sub(word, flag.len + 1, word.len), true);
}

/* What stands in a file of options; of a client that is not read, and its defaults stay open. */
static void left_to_file(struct telling *in, struct str file)
{
    if (is_client(in->engine))
        in->program = false;
    else
        file_named(in, file, false);
}

/* The value with what makes it tell: "temperature 0", since the number alone says nothing; a
 * warm-up as trtexec's log says it. */
static struct str value_said(const struct telling *in, const struct option_row *row,
                             struct str name, struct str value)
{
    if (row && row->form == FORM_NAMED)
        return str_format(in->reading->scratch, "%.*s %.*s", STR_ARG(name), STR_ARG(value));
    if (row && row->form == FORM_MILLISECONDS)
        return str_format(in->reading->scratch, "%.*sms warm up", STR_ARG(value));
    return value;
}

/* argparse takes the beginning of a name for the name: which of them, and by which release, is not
 * guessed, and their defaults stay open. */
static void begun_leave_open(struct telling *in, struct str name)
{
    bool argparse = in->engine == ENGINE_VLLM || in->engine == ENGINE_SGLANG ||
                    in->engine == ENGINE_VLLM_BENCH || in->engine == ENGINE_SGLANG_BENCH ||
                    in->engine == ENGINE_GENAI_PERF;
    for (size_t i = 0; argparse && i < ARRAY_COUNT(rows); i++) {
        struct str names = str_from(rows[i].names), one;
        while (rows[i].engine == in->engine && str_cut(&names, '|', &one))
            if (name.len > 1 && one.len > name.len && names_alike(str_sub(one, 0, name.len), name))
                option_tell(in, &(struct told){ .row = &rows[i], .name = name, .open = true });
    }
}

/* A word that a shell puts others in the place of, where no option asks for one: "$EXTRA",
 * "${ARGS[@]}". What the command leaves out is not known then. What stands before all options may
 * be the model that a server is told. */
static bool is_expanded(const struct telling *in, struct str word, bool first)
{
    bool list = str_find(word, STR("[@]")) != SIZE_MAX || str_find(word, STR("[*]")) != SIZE_MAX ||
                str_eq(word, STR("$@")) || str_eq(word, STR("$*"));
    return word.len > 1 && (word.at[0] == '$' || word.at[0] == '`') &&
           (list || !first || is_client(in->engine));
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
    const struct option_row *row = option_row_find(in->engine, name);
    bool denied = false;
    if (!row && str_starts(name, STR("no-"))) {
        struct str rest = str_sub(name, 3, name.len);
        row = option_row_find(in->engine, rest);
        denied = true;
        name = rest;
    }
    if (!row && !is_long && equals == SIZE_MAX)
        row = glued(in->engine, &name, &value);
    bool takes = value.len == 0 && equals == SIZE_MAX && !denied && next_is_value(row, words, at);
    if (takes) {
        value = words->item[at + 1];
        taken = 2;
    }
    if (row && row->form == FORM_FILE) {
        left_to_file(in, value);
        return taken;
    }
    if (!row && is_long)
        begun_leave_open(in, name);
    value = value_said(in, row, name, value);
    if (within.len > 0) {
        const struct told *before = option_told(in, row, name);
        value =
            dictionary_with(in->reading, before ? before->value : (struct str){ 0 }, within, value);
    }
    if ((row || (is_long && !is_client(in->engine))) && name.len > 0 &&
        (row || !option_passed_over(name)))
        option_tell(
            in, &(struct told){ row, name, option_meant(row, value, denied), in->place, false });
    return taken;
}

/* "NAME=value" before the program, or behind a container's -e or --env. */
void option_variable(struct telling *in, struct str word, struct place place)
{
    size_t equals = str_find(word, STR("="));
    struct str name = str_sub(word, 0, equals);
    bool upper = equals != SIZE_MAX && name.len > 0 && name.at[0] >= 'A' && name.at[0] <= 'Z';
    const struct option_row *row = upper ? option_row_find(in->engine, name) : NULL;
    if (row) {
        struct str value = option_meant(row, str_sub(word, equals + 1, word.len), false);
        option_tell(in, &(struct told){ row, name, value, place, false });
    }
}

bool option_is_told(const struct telling *in, const struct option_row *row)
{
    const struct told wanted = { .row = row };
    for (size_t i = 0; i < in->count; i++)
        if (same_option(&in->told[i], &wanted))
            return true;
    return false;
}

/* Whether the command, or a default that stands above in the table, has a data set of which the
 * default of the row holds. */
static bool of_data(const struct telling *in, const struct option_row *row)
{
    struct str names = row->data ? str_from(row->data) : (struct str){ 0 }, one;
    bool found = !row->data;
    while (str_cut(&names, '|', &one))
        for (size_t i = 0; i < in->count; i++)
            found = found || (in->told[i].row && in->told[i].row->key == KEY_DATASET_NAME &&
                              str_eq(in->told[i].value, one));
    return found;
}

/* What no release of the engine does otherwise where the command says nothing. */
void standards_tell(struct telling *in)
{
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (rows[i].engine == in->engine && rows[i].standard[0] != '\0' &&
            !option_is_told(in, &rows[i]) && of_data(in, &rows[i])) {
            option_tell(in, &(struct told){ &rows[i], (struct str){ 0 }, str_from(rows[i].standard),
                                            in->place, false });
        }
    }
}

void facts_add_told(struct telling *in, size_t from)
{
    for (size_t i = from; i < in->count; i++) {
        const struct told *told = &in->told[i];
        enum key key = told->row ? told->row->key : KEY_SERVER_OPTION;
        struct str instance = told->row ? str_from(told->row->instance) : told->name;
        struct str value = dictionary_of(in->reading, told->value);
        if (told->open || (told->name.len > 0 && told->row && told->row->form == FORM_OTHERWISE))
            continue;
        (void)reading_fact_alone(in->reading, key, instance, value, UNIT_NONE, told->place);
        if (key == KEY_ENGINE_PREFIX_CACHE && str_eq(told->value, STR("off"))) {
            (void)reading_fact_alone(in->reading, KEY_METHOD_PREFIX_CACHE, (struct str){ 0 },
                                     told->value, UNIT_NONE, told->place);
        }
    }
}

bool command_tell(struct telling *in, struct str command, bool server)
{
    struct words *words = ARENA_NEW(in->reading->scratch, struct words);
    size_t behind;
    if (command.len > COMMAND_MOST)
        return false;
    const struct program_row *program = words_and_program(in->reading, command, words, &behind);
    if (!server && !(program && program->within))
        return false;
    in->engine = program ? program->engine : ENGINE_UNKNOWN;
    /* `vllm bench latency` and `throughput` have other defaults than `vllm bench serve`. */
    bool other = in->engine == ENGINE_VLLM_BENCH && program->next[0] != '\0' &&
                 !(behind < words->count && str_eq(words->item[behind], STR("serve")));
    in->program = program && !other;
    for (size_t i = 0; i < behind; i++) {
        option_variable(in, words->item[i], in->place);
        variables_named(in, words, i);
    }
    bool first = true;
    for (size_t i = behind; i < words->count && !ends_command(words->item[i]);) {
        bool option = is_option(words->item[i]);
        if (!option && is_expanded(in, words->item[i], first))
            in->program = false;
        first = first && !option;
        i += option ? option_read(in, words, i) : 1;
    }
    return true;
}

void options_of_command(struct reading *reading, struct str command, bool server,
                        struct place place)
{
    struct telling *in = ARENA_NEW(reading->scratch, struct telling);
    *in = (struct telling){ .reading = reading, .place = place };
    /* A result that holds its client's command lists what was asked, in full, beside it. */
    if (!command_tell(in, command, server) ||
        (reading->kind == FACT_MEASURED && in->engine >= ENGINE_GENAI_PERF))
        return;
    if (in->program && in->file_count == 0) /* else a file may say otherwise: options_file.c */
        standards_tell(in);
    facts_add_told(in, 0);
}

/* ---- options as a server lists them ---- */

/* What tells of an address, a file, a secret or one start alone, by a part of its name. */
static bool is_own(struct str name)
{
    static const char *const parts[] = { "addr",   "dir",    "file", "host",     "key",
                                         "log",    "metric", "name", "path",     "password",
                                         "parser", "port",   "seed", "template", "token",
                                         "trace",  "url" };
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++)
        if (str_find(name, str_from(parts[i])) != SIZE_MAX)
            return true;
    return option_passed_over(name);
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
    if (is_none(said))
        return states ? STR("none") : (struct str){ 0 };
    if (str_eq(said->value, STR("auto")))
        return (struct str){ 0 };
    return option_meant(row, said->value, false);
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
    const struct option_row *row = option_row_find(engine, said->name);
    return row ? said_value(row, said).len > 0 : !is_none(said) && said_unknown(said);
}

void options_of_list(struct reading *reading, enum engine engine, const struct option_said *said,
                     size_t count)
{
    struct telling *in = ARENA_NEW(reading->scratch, struct telling);
    *in = (struct telling){ .reading = reading, .engine = engine };
    bool all = false;
    for (size_t i = 0; i < count; i++) {
        const struct option_row *row = option_row_find(engine, said[i].name);
        all = all || said[i].all;
        in->place = said[0].place;
        if (options_told(engine, &said[i])) {
            struct str value = said_value(row, &said[i]);
            option_tell(in, &(struct told){ row, said[i].name, row ? value : on_or_off(value),
                                            said[i].place, false });
        }
    }
    if (count > 0 && !all)
        standards_tell(in);
    facts_add_told(in, 0);
}

void options_of_variable(struct reading *reading, struct str name, struct str value,
                         struct place place)
{
    /* Short names belong to other programs, too: only those that name their engine. */
    bool own = str_starts(name, STR("VLLM_")) || str_starts(name, STR("LLAMA_ARG_"));
    const struct option_row *row = own ? option_row_find(ENGINE_UNKNOWN, name) : NULL;
    if (row) {
        (void)reading_fact_alone(reading, row->key, str_from(row->instance),
                                 option_meant(row, value, false), UNIT_NONE, place);
    }
}

bool options_declared(const struct fact *fact)
{
    static const enum key from[] = { KEY_METHOD_SERVER_COMMAND, KEY_METHOD_COMMAND };
    for (size_t i = 0; i < ARRAY_COUNT(from); i++) {
        struct str name = str_from(vocabulary_row(from[i])->name); /* "method.server_command" */
        struct str last = str_sub(name, str_find(name, STR(".")) + 1, name.len);
        struct str path = fact->source.from.path; /* "/method/server_command" */
        if (fact->key != from[i] && (str_ends(path, last) || str_ends(path, name)))
            return true;
    }
    return false;
}

bool command_tells(enum key key, const char *format)
{
    static const struct {
        const char *format;
        enum engine engine;
    } clients[] = {
        { "vllm-serve-json", ENGINE_VLLM_BENCH },
        { "vllm-serve-log", ENGINE_VLLM_BENCH },
        { "sglang-serve-jsonl", ENGINE_SGLANG_BENCH },
        { "sglang-serve-log", ENGINE_SGLANG_BENCH },
        { "aiperf-requests-jsonl", ENGINE_AIPERF },
        { "genai-perf-json", ENGINE_GENAI_PERF },
        { "genai-perf-csv", ENGINE_GENAI_PERF },
        { "genai-perf-analyze-csv", ENGINE_GENAI_PERF },
        { "guidellm-json", ENGINE_GUIDELLM },
    };
    enum engine engine = format ? ENGINE_UNKNOWN : ENGINE_VLLM;
    for (size_t i = 0; format && i < ARRAY_COUNT(clients); i++)
        engine = strcmp(clients[i].format, format) == 0 ? clients[i].engine : engine;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        if (rows[i].key == key && rows[i].engine == engine && rows[i].instance[0] == '\0' &&
            rows[i].form != FORM_FILE && rows[i].form != FORM_OTHERWISE)
            return true;
    return false;
}
