/* walk_yaml.c - YAML through libyaml (YAML 1.1 and what of 1.2 is the same): events become scalars
 * with a path and a place.
 *
 * libyaml counts characters, and takes U+0085, U+2028 and U+2029 for line ends; places are counted
 * here, from its index. */
#include "walk_yaml.h"

#include <glib.h>
#include <string.h>
#include <yaml.h>

enum { DEPTH_MOST = 16, VALUES_MOST = 100000, BYTES_MOST = 4 << 20, PATH_MOST = 1024, SHOWN = 60 };

struct nest {
    bool sequence;
    bool named;        /* of a mapping: a name was read, its value comes next */
    size_t items;      /* of a sequence: values begun */
    size_t path_end;   /* of the path above */
    GHashTable *names; /* of a mapping */
};
struct yaml {
    struct reading *reading;
    yaml_parser_t *parser;
    struct nest level[DEPTH_MOST];
    size_t depth; /* levels open */
    char path[PATH_MOST];
    size_t path_len;
    size_t values, documents;
    size_t characters, bytes; /* so many characters of the text have so many bytes */
    void (*take)(void *, const struct yaml_value *);
    void *context;
};

/* ---- places ---- */

static size_t byte_of(struct yaml *in, size_t character)
{
    struct str text = in->reading->bytes;
    if (character < in->characters)
        in->characters = in->bytes = 0;
    while (in->characters < character && in->bytes < text.len) {
        in->bytes++;
        while (in->bytes < text.len && ((unsigned char)text.at[in->bytes] & 0xC0U) == 0x80U)
            in->bytes++;
        in->characters++;
    }
    return in->bytes;
}

static bool refused_at(struct yaml *in, size_t byte, struct str expected)
{
    struct str rest = str_sub(in->reading->bytes, byte, byte + SHOWN);
    size_t end = str_find(rest, STR("\n"));
    reading_error(in->reading, DIAG_LINE_BAD, place_at(in->reading, byte), expected,
                  str_trim(str_sub(rest, 0, end)));
    return false;
}

static bool refused(struct yaml *in, const yaml_event_t *event, const char *expected)
{
    return refused_at(in, byte_of(in, event->start_mark.index), str_from(expected));
}

/* What libyaml says of text that is no YAML. */
static bool broken(struct yaml *in)
{
    const yaml_parser_t *parser = in->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        g_error("out of memory");
    size_t byte = parser->error == YAML_READER_ERROR ? parser->problem_offset
                                                     : byte_of(in, parser->problem_mark.index);
    byte = byte < in->reading->bytes.len ? byte : in->reading->bytes.len;
    return refused_at(in, byte,
                      str_format(in->reading->scratch, "YAML (libyaml: %s)",
                                 parser->problem ? parser->problem : "cannot be read"));
}

/* ---- paths ---- */

static bool path_add(struct yaml *in, const yaml_event_t *event, struct str name)
{
    if (in->path_len + name.len * 2 + 1 > PATH_MOST)
        return refused(in, event, "names of at most 1024 bytes together");
    in->path[in->path_len++] = '/';
    for (size_t i = 0; i < name.len; i++) {
        bool escaped = name.at[i] == '/' || name.at[i] == '~';
        if (escaped)
            in->path[in->path_len++] = '~';
        in->path[in->path_len++] = (char)(!escaped ? name.at[i] : name.at[i] == '/' ? '1' : '0');
    }
    return true;
}

/* A value begins: in a sequence its number is the name. */
static bool value_begins(struct yaml *in, const yaml_event_t *event)
{
    if (++in->values > VALUES_MOST)
        return refused(in, event, "at most 100000 values");
    if (in->depth == 0)
        return true;
    struct nest *level = &in->level[in->depth - 1];
    if (!level->sequence)
        return true;
    in->path_len = level->path_end;
    return path_add(in, event, str_format(in->reading->scratch, "%zu", level->items++));
}

static void value_ends(struct yaml *in)
{
    if (in->depth > 0) {
        struct nest *level = &in->level[in->depth - 1];
        level->named = false;
        in->path_len = level->path_end;
    }
}

static bool wants_name(const struct yaml *in)
{
    return in->depth > 0 && !in->level[in->depth - 1].sequence && !in->level[in->depth - 1].named;
}

/* ---- events ---- */

static bool is_plain(const yaml_event_t *event)
{
    return event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

static bool name_read(struct yaml *in, const yaml_event_t *event, struct str name)
{
    struct nest *level = &in->level[in->depth - 1];
    if (is_plain(event) && str_eq(name, STR("<<")))
        return refused(in, event, "names without a merge");
    if (!g_hash_table_add(level->names, g_strndup(name.at, name.len)))
        return refused(in, event, "each name once");
    level->named = true;
    in->path_len = level->path_end;
    return path_add(in, event, name);
}

/* A value of several lines that the file's end may have cut: the warning at the last line
 * (text_is_plain) is not where the value stands. */
static void note_cut(struct yaml *in, const yaml_event_t *event, struct place place)
{
    struct str text = in->reading->bytes;
    struct str rest = str_sub(text, byte_of(in, event->end_mark.index), text.len);
    bool lines = event->start_mark.line != event->end_mark.line ||
                 event->data.scalar.style == YAML_LITERAL_SCALAR_STYLE ||
                 event->data.scalar.style == YAML_FOLDED_SCALAR_STYLE;
    if (lines && !str_ends(text, STR("\n")) && str_trim(rest).len == 0)
        reading_error(in->reading, DIAG_TEXT_CUT, place, STR(""), STR(""));
}

static bool scalar_read(struct yaml *in, const yaml_event_t *event)
{
    struct str text = { (const char *)event->data.scalar.value, event->data.scalar.length };
    if (event->data.scalar.anchor || event->data.scalar.tag)
        return refused(in, event, "a plain value: no anchor, alias or tag");
    if (text.len > 0 && memchr(text.at, '\0', text.len))
        return refused(in, event, "text without NUL");
    if (wants_name(in))
        return name_read(in, event, text);
    if (!value_begins(in, event))
        return false;
    bool null =
        is_plain(event) && (text.len == 0 || str_eq(text, STR("~")) || str_eq(text, STR("null")));
    if (!null) {
        struct str path = { in->path, in->path_len };
        struct yaml_value value = { path, str_keep(in->reading->home, text),
                                    place_at(in->reading, byte_of(in, event->start_mark.index)) };
        note_cut(in, event, value.place);
        value.place.path = str_keep(in->reading->home, path);
        in->take(in->context, &value);
    }
    value_ends(in);
    return true;
}

static bool level_opens(struct yaml *in, const yaml_event_t *event, bool sequence)
{
    bool marked = sequence ? event->data.sequence_start.anchor || event->data.sequence_start.tag
                           : event->data.mapping_start.anchor || event->data.mapping_start.tag;
    if (marked)
        return refused(in, event, "a plain value: no anchor, alias or tag");
    if (wants_name(in))
        return refused(in, event, "a name that is a text");
    if (in->depth == DEPTH_MOST)
        return refused(in, event, "at most 16 levels");
    if (!value_begins(in, event))
        return false;
    in->level[in->depth++] = (struct nest){
        .sequence = sequence,
        .path_end = in->path_len,
        .names = sequence ? NULL : g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
    };
    return true;
}

static void level_closes(struct yaml *in)
{
    struct nest *level = &in->level[--in->depth];
    if (level->names)
        g_hash_table_destroy(level->names);
    value_ends(in);
}

static bool document_begins(struct yaml *in, const yaml_event_t *event)
{
    bool directives = event->data.document_start.version_directive ||
                      event->data.document_start.tag_directives.start !=
                          event->data.document_start.tag_directives.end;
    if (directives || ++in->documents > 1)
        return refused(in, event, "one document without directives");
    return true;
}

static bool event_read(struct yaml *in, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        return true;
    case YAML_DOCUMENT_START_EVENT:
        return document_begins(in, event);
    case YAML_ALIAS_EVENT:
        return refused(in, event, "a plain value: no anchor, alias or tag");
    case YAML_SCALAR_EVENT:
        return scalar_read(in, event);
    case YAML_SEQUENCE_START_EVENT:
        return level_opens(in, event, true);
    case YAML_MAPPING_START_EVENT:
        return level_opens(in, event, false);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        level_closes(in);
        return true;
    }
    return true;
}

static bool events_read(struct yaml *in)
{
    bool good = true, more = true;
    while (good && more) {
        yaml_event_t event;
        if (yaml_parser_parse(in->parser, &event) == 0)
            return broken(in);
        more = event.type != YAML_STREAM_END_EVENT;
        good = event_read(in, &event);
        yaml_event_delete(&event);
    }
    return good;
}

bool yaml_read(struct reading *reading, void (*take)(void *context, const struct yaml_value *value),
               void *context)
{
    yaml_parser_t parser;
    struct yaml *in = ARENA_NEW(reading->scratch, struct yaml);
    *in = (struct yaml){ .reading = reading, .parser = &parser, .take = take, .context = context };
    if (reading->bytes.len > BYTES_MOST)
        return refused_at(in, 0, STR("settings of at most 4 MiB"));
    if (yaml_parser_initialize(&parser) == 0)
        g_error("out of memory");
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)reading->bytes.at,
                                 reading->bytes.len);
    bool good = events_read(in);
    while (in->depth > 0)
        level_closes(in);
    yaml_parser_delete(&parser);
    return good;
}
