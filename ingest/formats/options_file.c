/* options_file.c - options that a server's command leaves to a file: YAML, whose names are the long
 * options (vLLM, SGLang) or the members of the engine's own settings (TensorRT-LLM), and a
 * container's file of variables.
 *
 * vLLM and SGLang put the file's options before those of the command line, so that the latter win.
 * Both pass over a switch that the file sets to false: it stays as the release has it.
 * Defined by docs/configuration/serve_args.md of vLLM; python/sglang/srt/
 * server_args_config_parser.py; tensorrt_llm/commands/serve.py and llmapi/llm_args.py; Docker's
 * reference of `docker run --env-file`. */
#include "options_parts.h"
#include "walk_yaml.h"

enum { NAME_MOST = 256 };

/* ---- YAML ---- */

/* "/kv_cache_config/dtype" with dots; of a list ("/sizes/0") its own name. */
static struct str dotted(struct reading *reading, struct str path, bool *of_list)
{
    struct buf out = buf_new(reading->scratch, NAME_MOST);
    struct str rest = str_sub(path, 1, path.len), one;
    *of_list = false;
    while (str_cut(&rest, '/', &one)) {
        int64_t index;
        if (num_int(one, &index)) {
            *of_list = true;
            break;
        }
        buf_putf(&out, "%s%.*s", buf_str(&out).len > 0 ? "." : "", STR_ARG(one));
    }
    return buf_str(&out);
}

static struct str first_name(struct str name)
{
    return str_sub(name, 0, str_find(name, STR(".")));
}

/* A member of an option that takes a dictionary. */
static void member_take(struct telling *in, const struct option_row *row, struct str top,
                        struct str within, const struct yaml_value *value)
{
    const struct told *before = option_told(in, row, top);
    struct told one = { row, top, { 0 }, before ? before->place : value->place, false };
    one.value =
        dictionary_with(in->reading, before ? before->value : one.value, within, value->text);
    option_tell(in, &one);
}

static void value_take(void *context, const struct yaml_value *value)
{
    struct telling *in = context;
    bool of_list;
    struct str name = dotted(in->reading, value->path, &of_list), top = first_name(name);
    const struct option_row *row = option_row_find(in->engine, name);
    bool denied = !row && str_starts(name, STR("no-"));
    if (denied) {
        name = str_sub(name, 3, name.len);
        row = option_row_find(in->engine, name);
    }
    const struct option_row *whole = row ? NULL : option_row_find(in->engine, top);
    if (name.len == 0 || (row && row->form == FORM_FILE))
        return;
    if (whole && name.len > top.len) {
        member_take(in, whole, top, str_sub(name, top.len + 1, name.len), value);
        return;
    }
    bool off = str_eq(value->text, STR("false"));
    bool passed = off && (row ? row->engine : in->engine) != ENGINE_TENSORRT;
    if (passed || (!row && option_passed_over(top)))
        return;
    const struct told *before = of_list ? option_told(in, row, name) : NULL;
    struct str text = value->text;
    if (before)
        text = str_format(in->reading->home, "%.*s, %.*s", STR_ARG(before->value), STR_ARG(text));
    else
        text = option_meant(row, text, denied);
    option_tell(in, &(struct told){ row, name, text, value->place, false });
}

/* ---- variables ---- */

static void variables_take(struct telling *in)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, in->reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str text = str_trim(line.text);
        if (text.len > 0 && text.at[0] != '#')
            option_variable(in, text, line_place(in->reading, &line, text));
    }
}

/* ---- beside the command ---- */

static bool is_server(const struct fact *command)
{
    return command->key == KEY_METHOD_SERVER_COMMAND;
}

static struct telling *telling_of(struct reading *reading, const struct fact *command)
{
    struct telling *in = ARENA_NEW(reading->scratch, struct telling);
    *in = (struct telling){ .reading = reading };
    if (command) {
        in->place = command->source.from;
        (void)command_tell(in, command->value.text, is_server(command));
    }
    return in;
}

size_t options_files(struct reading *reading, struct str command, bool server,
                     struct options_file *out)
{
    struct telling *in = ARENA_NEW(reading->scratch, struct telling);
    *in = (struct telling){ .reading = reading };
    if (!command_tell(in, command, server))
        return 0;
    for (size_t i = 0; i < in->file_count; i++) {
        out[i] = in->file[i];
        out[i].engine = in->engine;
    }
    return in->file_count;
}

bool options_of_file(struct reading *reading, const struct options_file *file,
                     const struct fact *command, const struct options_sink *sink)
{
    struct telling *own = telling_of(reading, NULL), *by = telling_of(reading, command);
    own->engine = file->engine;
    if (file->variables)
        variables_take(own);
    else if (!yaml_read(reading, value_take, own))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < own->count; i++) {
        struct told *one = &own->told[i];
        const struct told *above = option_told(by, one->row, one->name);
        if (above && file->engine == ENGINE_TENSORRT && one->row &&
            !str_eq(above->value, one->value))
            sink->unsure(sink->context, one->row->key, str_from(one->row->instance));
        if (!above)
            own->told[kept++] = *one;
    }
    own->count = kept;
    facts_add_told(own, 0);
    return true;
}

void options_standards(struct reading *reading, const struct fact *command,
                       const struct facts *told)
{
    struct telling *in = telling_of(reading, command);
    size_t by_command;
    for (size_t i = 0; i < facts_count(told); i++) {
        const struct fact *fact = facts_at(told, i);
        const struct option_row *row;
        for (size_t k = 0; (row = option_row_at(k)); k++)
            if (row->engine == in->engine && row->key == fact->key &&
                str_eq(str_from(row->instance), fact->instance) && !option_is_told(in, row))
                option_tell(in, &(struct told){ row, { 0 }, fact->value.text, in->place, false });
    }
    by_command = in->count;
    if (in->program)
        standards_tell(in);
    facts_add_told(in, by_command);
}

void options_explicit(struct reading *reading, const struct fact *command)
{
    facts_add_told(telling_of(reading, command), 0);
}

static bool could_set(const struct option_row *row, const struct options_file *file)
{
    bool upper = false;
    for (const char *at = row->names; *at; at++)
        upper = upper || (*at >= 'A' && *at <= 'Z' && at[1] >= 'A' && at[1] <= 'Z');
    bool own = row->engine == file->engine ||
               (file->engine == ENGINE_UNKNOWN && row->engine < ENGINE_VLLM_BENCH);
    return own && row->form != FORM_FILE && (!file->variables || upper);
}

void options_open(struct reading *reading, const struct options_file *file,
                  const struct fact *command, const struct options_sink *sink)
{
    const struct telling *by = telling_of(reading, command);
    const struct option_row *row;
    for (size_t i = 0; (row = option_row_at(i)); i++)
        if (could_set(row, file) && !option_is_told(by, row))
            sink->unsure(sink->context, row->key, str_from(row->instance));
    if (!file->variables)
        sink->unsure(sink->context, KEY_SERVER_OPTION, (struct str){ 0 });
}
