/* serve_log.c - the console output that vLLM's serving benchmark and SGLang's, made after it,
 * print: "Namespace(...)" with the arguments, progress bars, and a block "Label (unit): value"
 * between rules of '='. Several blocks in one log are several runs. */
#include "serve_log.h"

#include "server_lines.h"

const struct str serve_log_opening = STR_INIT("Serving Benchmark Result");
static const struct str namespace = STR_INIT("Namespace(");

/* ---- Namespace(...) ---- */

/* Takes "name=value" off the front; values may hold quotes and brackets with commas inside. */
static bool argument_take(struct str *rest, struct str *name, struct str *value)
{
    size_t depth = 0, at = 0;
    char quote = 0;
    size_t equal = SIZE_MAX;
    for (; at < rest->len; at++) {
        char c = rest->at[at];
        if (quote) {
            if (c == quote)
                quote = 0;
            continue;
        }
        if (c == '\'' || c == '"')
            quote = c;
        else if (c == '=' && equal == SIZE_MAX)
            equal = at;
        else if (c == '(' || c == '[' || c == '{')
            depth++;
        else if ((c == ')' || c == ']' || c == '}') && depth > 0)
            depth--;
        else if ((c == ',' || c == ')') && depth == 0)
            break;
    }
    if (equal == SIZE_MAX)
        return false;
    *name = str_trim(str_sub(*rest, 0, equal));
    *value = str_trim(str_sub(*rest, equal + 1, at));
    *rest = str_sub(*rest, at < rest->len ? at + 1 : at, rest->len);
    return true;
}

static struct str unquoted(struct str value)
{
    bool quoted = value.len >= 2 && (value.at[0] == '\'' || value.at[0] == '"') &&
                  value.at[value.len - 1] == value.at[0];
    return quoted ? str_sub(value, 1, value.len - 1) : value;
}

static const struct argument_row *argument_of(const struct serve_log *tables, struct str name)
{
    for (size_t i = 0; i < tables->argument_count; i++)
        if (str_eq(name, tables->argument[i].name))
            return &tables->argument[i];
    return NULL;
}

static bool argument_find(struct str arguments, struct str wanted, struct str *value)
{
    struct str name;
    while (argument_take(&arguments, &name, value))
        if (str_eq(name, wanted))
            return true;
    *value = (struct str){ 0 };
    return false;
}

/* Prompts of ShareGPT are as long as they are; answers, too, unless one of two arguments overrides
 * that (the tools' help). */
static void lengths_of_data_set(struct reading *reading, const struct line *line, struct str all,
                                struct str name)
{
    static const struct str overrides[] = { STR_INIT("sharegpt_output_len"),
                                            STR_INIT("output_len") };
    struct str value, length = { 0 };
    bool known = argument_find(all, overrides[0], &value);
    for (size_t i = 0; i < ARRAY_COUNT(overrides); i++)
        if (argument_find(all, overrides[i], &value) && !str_eq(value, STR("None")))
            length = value;
    reading_fact(reading, KEY_INPUT_LENGTH_SOURCE, (struct str){ 0 }, name, UNIT_NONE,
                 line_place(reading, line, name));
    if (length.len > 0) {
        reading_fact(reading, KEY_OUTPUT_LENGTH, (struct str){ 0 }, length, UNIT_TOKEN,
                     line_place(reading, line, length));
    } else if (known) {
        reading_fact(reading, KEY_OUTPUT_LENGTH_SOURCE, (struct str){ 0 }, name, UNIT_NONE,
                     line_place(reading, line, name));
    }
}

static void arguments_read(struct reading *reading, const struct serve_log *tables,
                           const struct line *line)
{
    size_t open = str_find(line->text, namespace);
    struct str rest = str_sub(line->text, open + namespace.len, line->text.len);
    const struct str all = rest;
    struct str name, value;
    /* "random", "random-ids", "random-mm"; pictures are asked about in random words */
    bool random = str_find(rest, STR("dataset_name='random")) != SIZE_MAX ||
                  str_find(rest, STR("dataset_name='image'")) != SIZE_MAX;
    if (tables->subcommand.len > 0)
        reading->era = str_find(rest, tables->subcommand) != SIZE_MAX ? "subcommand" : NULL;
    reading_fact(reading, KEY_METHOD_ARGUMENTS, (struct str){ 0 }, line->text, UNIT_NONE,
                 line_place(reading, line, line->text));
    while (argument_take(&rest, &name, &value)) {
        const struct argument_row *row = argument_of(tables, name);
        value = unquoted(value);
        if (!row || str_eq(value, STR("None")) || (row->random && !random))
            continue;
        struct str instance = { 0 };
        if (row->key ==
            KEY_DECODING_SAMPLING) { /* "temperature=0.7"; others have their name, too */
            value = (struct str){ name.at, (size_t)(value.at + value.len - name.at) };
            instance = str_eq(name, STR("temperature")) ? instance : name;
        }
        reading_fact(reading, row->key, instance, value, row->unit,
                     line_place(reading, line, value));
        if (row->key == KEY_DATASET_NAME && str_eq(value, STR("sharegpt")))
            lengths_of_data_set(reading, line, all, value);
    }
    for (size_t i = 0; i < tables->absent_count; i++) {
        const struct argument_default *absent = &tables->absent[i];
        if (!argument_find(all, absent->name, &value)) {
            reading_fact(reading, absent->key, (struct str){ 0 }, absent->value, UNIT_NONE,
                         line_place(reading, line, line->text));
        }
    }
}

/* ---- the result ---- */

static bool is_rule(struct str text)
{
    text = str_trim(text);
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] != '=')
            return false;
    return text.len > 0;
}

/* The mean is "Mean": statistics are named in small letters elsewhere. */
static struct str small(struct reading *reading, struct str word)
{
    char *copy = ARENA_MANY(reading->scratch, word.len + 1, char);
    for (size_t i = 0; i < word.len; i++) {
        char c = word.at[i];
        copy[i] = c;
        if (c >= 'A' && c <= 'Z')
            copy[i] = (char)(c - 'A' + 'a');
    }
    return (struct str){ copy, word.len };
}

static void label_read(struct reading *reading, const struct serve_log *tables,
                       const struct flat_row *metrics, const struct line *line)
{
    struct str value = line->text;
    struct str label;
    if (!str_cut(&value, ':', &label) || !value.at)
        return;
    value = str_trim(value);
    label = str_trim(label);
    for (size_t i = 0; i < tables->field_count; i++) {
        const struct field *field = &tables->field[i];
        if (str_eq(label, str_from(field->path)) && !str_eq(value, STR("not set"))) {
            reading_fact(reading, field->key, (struct str){ 0 }, value, field->unit,
                         line_place(reading, line, value));
        }
    }
    for (size_t i = 0; i < tables->metric_count; i++) {
        const struct flat_row *metric = &metrics[i];
        struct str behind = str_from(metric->behind);
        if (!str_ends(label, behind))
            continue;
        struct str word = small(reading, str_sub(label, 0, label.len - behind.len));
        struct str name = statistic_name(reading->scratch, word);
        if (name.len > 0) {
            reading_fact(reading, metric->key, reading_instance(reading, name), value, metric->unit,
                         line_place(reading, line, value));
        }
    }
}

static size_t blocks_count(struct str bytes)
{
    size_t count = 0;
    for (size_t at = str_find(bytes, serve_log_opening); at != SIZE_MAX; count++) {
        bytes = str_sub(bytes, at + serve_log_opening.len, bytes.len);
        at = str_find(bytes, serve_log_opening);
    }
    return count;
}

/* What stands between the opening line and the rule that ends the block, or the next opening. */
static struct str block_of(struct str bytes, const struct line *opening)
{
    struct lines lines;
    struct line line;
    struct str rest = str_sub(bytes, (size_t)opening->offset + opening->text.len, bytes.len);
    lines_begin(&lines, rest);
    while (lines_next(&lines, &line))
        if (is_rule(line.text) || str_find(line.text, serve_log_opening) != SIZE_MAX)
            return str_sub(rest, 0, (size_t)line.offset);
    return rest;
}

static bool has_arguments(struct str text)
{
    return str_starts(text, namespace) ||
           (str_starts(text, STR("benchmark_args=")) && str_find(text, namespace) != SIZE_MAX);
}

bool serve_log_read(struct reading *reading, const struct serve_log *tables)
{
    struct lines lines;
    struct line line, given = { 0 };
    size_t blocks = blocks_count(reading->bytes);
    const struct flat_row *metrics = tables->metric;
    unsigned index = 0;
    bool inside = false;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        if (has_arguments(line.text)) {
            const struct statement before = { STR("Namespace"), given.text,
                                              line_place(reading, &given, given.text) };
            reading_otherwise(reading, &before, line.text, line_place(reading, &line, line.text));
            given = line;
        } else if (str_find(line.text, serve_log_opening) != SIZE_MAX) {
            inside = (blocks == 1 && reading->selected.len == 0) ||
                     reading_run(reading, str_format(reading->scratch, "%u", index));
            index++;
            reading->era = NULL;
            if (tables->metric_of)
                metrics = tables->metric_of(reading, block_of(reading->bytes, &line));
            if (inside && given.text.len > 0)
                arguments_read(reading, tables, &given);
            given = (struct line){ 0 }; /* a later run has arguments of its own */
        } else if (inside && is_rule(line.text)) {
            inside = false;
        } else if (inside) {
            label_read(reading, tables, metrics, &line);
        }
    }
    if (blocks == 0)
        reading_missing(reading, "Serving Benchmark Result");
    server_lines_read(reading); /* the server may have written into the same log */
    return true;
}
