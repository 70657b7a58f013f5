/* walk_yaml.c - the subset of YAML that settings are written in. */
#include "walk_yaml.h"

enum { DEPTH_MOST = 16, LINES_MOST = 20000, PATH_MOST = 1024 };

struct nest {
    size_t column;   /* of its names or dashes */
    size_t path_end; /* of the path above it */
    size_t items;    /* of a sequence: entries seen */
    bool sequence;
};
struct yaml {
    struct reading *reading;
    struct line line;
    struct nest level[DEPTH_MOST];
    size_t depth; /* levels open */
    char path[PATH_MOST];
    size_t path_len;
    size_t block; /* lines deeper than this belong to a block value; SIZE_MAX: none */
    bool failed;
    void (*take)(void *, const struct yaml_value *);
    void *context;
};

static void refused(struct yaml *in, struct str at, const char *expected)
{
    in->failed = true;
    reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, &in->line, at),
                  str_from(expected), str_sub(at, 0, 60));
}

static size_t blanks_before(struct str text)
{
    size_t count = 0;
    while (count < text.len && text.at[count] == ' ') {
        count++;
    }
    return count;
}

/* A comment begins at the line's first character or behind a blank, outside quotes. */
static struct str without_comment(struct str text)
{
    char quote = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (quote) {
            if (c == quote) {
                quote = 0;
            }
        } else if ((c == '"' || c == '\'') &&
                   (i == 0 || text.at[i - 1] == ' ' || text.at[i - 1] == ':')) {
            quote = c;
        } else if (c == '#' && (i == 0 || text.at[i - 1] == ' ')) {
            return str_sub(text, 0, i);
        }
    }
    return text;
}

static bool path_add(struct yaml *in, struct str name)
{
    if (in->path_len + name.len * 2 + 1 > PATH_MOST) {
        refused(in, name, "names of at most 1024 bytes together");
        return false;
    }
    in->path[in->path_len++] = '/';
    for (size_t i = 0; i < name.len; i++) {
        bool slash = name.at[i] == '/';
        if (slash) {
            in->path[in->path_len++] = '~';
        }
        in->path[in->path_len] = name.at[i];
        if (slash) {
            in->path[in->path_len] = '1';
        }
        in->path_len++;
    }
    return true;
}

/* Where "name:" ends: the colon before a blank or the line's end; SIZE_MAX: the text is a value. */
static size_t name_end(struct str text)
{
    bool quoted = text.len > 0 && (text.at[0] == '"' || text.at[0] == '\'');
    size_t from = 0;
    if (quoted) {
        size_t close = str_find(str_sub(text, 1, text.len), str_sub(text, 0, 1));
        from = close == SIZE_MAX ? text.len : close + 2;
    }
    for (size_t i = from; i < text.len; i++) {
        if (text.at[i] == ':' && (i + 1 == text.len || text.at[i + 1] == ' ')) {
            return i;
        }
    }
    return SIZE_MAX;
}

static struct str unquoted(struct str text)
{
    bool quoted = text.len >= 2 && (text.at[0] == '"' || text.at[0] == '\'') &&
                  text.at[text.len - 1] == text.at[0];
    return quoted ? str_sub(text, 1, text.len - 1) : text;
}

static void value_take(struct yaml *in, struct str text)
{
    char first = text.at[0];
    bool escaped = first == '"' && str_find(text, STR("\\")) != SIZE_MAX;
    bool doubled = first == '\'' && text.len > 2 &&
                   str_find(str_sub(text, 1, text.len - 1), STR("'")) != SIZE_MAX;
    bool block = first == '|' || first == '>';
    bool plain = first != '[' && first != '{' && !block && !escaped && !doubled;
    if (first == '&' || first == '*' || first == '!') {
        refused(in, text, "a plain value: no anchor, alias or tag");
        return;
    }
    struct yaml_value value = { { in->path, in->path_len },
                                plain ? unquoted(text) : (struct str){ 0 },
                                in->line,
                                text,
                                plain };
    in->take(in->context, &value);
    if (block) {
        in->block = in->depth > 0 ? in->level[in->depth - 1].column : 0;
    }
}

/* The level whose names or dashes begin at `column`; closes deeper ones. */
static struct nest *level_at(struct yaml *in, size_t column, bool sequence, struct str text)
{
    while (in->depth > 0 && in->level[in->depth - 1].column > column) {
        in->depth--;
    }
    struct nest *level = in->depth > 0 ? &in->level[in->depth - 1] : NULL;
    if (level && level->column == column && level->sequence && !sequence) {
        in->depth--; /* a sequence may stand as deep as the name it belongs to */
        level = in->depth > 0 ? &in->level[in->depth - 1] : NULL;
    }
    bool opens = !level || level->column < column || (sequence && !level->sequence);
    if (!opens) {
        in->path_len = level->path_end;
        return level;
    }
    if (in->depth == DEPTH_MOST) {
        refused(in, text, "at most 16 levels");
        return NULL;
    }
    level = &in->level[in->depth++];
    *level = (struct nest){ column, in->path_len, 0, sequence };
    return level;
}

static void text_read(struct yaml *in, size_t column, struct str text);

static void item_read(struct yaml *in, size_t column, struct str text)
{
    struct nest *level = level_at(in, column, true, text);
    if (!level || !path_add(in, str_format(in->reading->scratch, "%zu", level->items++))) {
        return;
    }
    struct str rest = str_sub(text, 1, text.len);
    size_t blanks = blanks_before(rest);
    if (rest.len > blanks) {
        text_read(in, column + 1 + blanks, str_sub(rest, blanks, rest.len));
    }
}

static void name_read(struct yaml *in, size_t column, struct str text, size_t end)
{
    struct str name = unquoted(str_trim(str_sub(text, 0, end)));
    struct str value = str_trim(str_sub(text, end + 1, text.len));
    struct nest *level = level_at(in, column, false, text);
    if (str_eq(name, STR("<<"))) {
        refused(in, text, "names without a merge");
    } else if (level && path_add(in, name) && value.len > 0) {
        value_take(in, value);
    }
}

static void text_read(struct yaml *in, size_t column, struct str text)
{
    size_t end = name_end(text);
    if (str_eq(text, STR("-")) || str_starts(text, STR("- "))) {
        item_read(in, column, text);
    } else if (end != SIZE_MAX) {
        name_read(in, column, text, end);
    } else if (in->depth > 0 && in->level[in->depth - 1].sequence &&
               in->level[in->depth - 1].column < column) {
        value_take(in, text);
    } else {
        refused(in, text, "name: value, or - value");
    }
}

static void line_read(struct yaml *in)
{
    struct str text = without_comment(in->line.text);
    size_t column = blanks_before(text);
    text = str_trim(text);
    if (text.len == 0 || (in->block != SIZE_MAX && column > in->block)) {
        return;
    }
    in->block = SIZE_MAX;
    bool tab = str_find(str_sub(in->line.text, 0, column + 1), STR("\t")) != SIZE_MAX;
    bool start = str_eq(text, STR("---")) && in->depth == 0;
    if (tab) {
        refused(in, in->line.text, "indentation by blanks");
    } else if (!start && (str_starts(text, STR("---")) || str_starts(text, STR("%")))) {
        refused(in, text, "one document without directives");
    } else if (!start) {
        text_read(in, column, text);
    }
}

bool yaml_read(struct reading *reading, void (*take)(void *context, const struct yaml_value *value),
               void *context)
{
    struct yaml *in = ARENA_NEW(reading->scratch, struct yaml);
    struct lines lines;
    size_t count = 0;
    *in = (struct yaml){ .reading = reading, .block = SIZE_MAX, .take = take, .context = context };
    lines_begin(&lines, reading->bytes);
    while (!in->failed && lines_next(&lines, &in->line)) {
        if (++count > LINES_MOST) {
            refused(in, in->line.text, "at most 20000 lines");
            break;
        }
        line_read(in);
    }
    return !in->failed;
}
