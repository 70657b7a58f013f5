/* json.c - walking a JSON tree and saying where its values stand. */
#include "base/json.h"
#include "base/num.h"
#include "json_tree.h"

#include <string.h>

enum { DEPTH_USUAL = 64, DEPTH_MOST = 512 };

static void step_over(char c, uint32_t *line, uint32_t *column)
{
    if (c == '\n') {
        ++*line;
        *column = 1;
    } else if (((unsigned char)c & 0xC0U) != 0x80U) { /* columns count characters, not bytes */
        ++*column;
    }
}

/* Line and column behind `len` bytes, of which those of `here` is the first. */
static struct json_step step_far(struct json_step here, const char *at, size_t len)
{
    const char *end = at + len, *newline = len ? memchr(at, '\n', len) : NULL;
    for (; newline; newline = memchr(at, '\n', (size_t)(end - at))) {
        here.line++;
        here.column = 1;
        at = newline + 1;
    }
    for (; at < end; at++) {
        here.column += ((unsigned char)*at & 0xC0U) != 0x80U;
    }
    return here;
}

/* Notes line and column at each step, so that a place is found without walking the whole file.
 * Answers those of the text's end. */
static struct json_step note_steps(struct json *json)
{
    struct json_step here = { json->line, json->column };
    size_t len = json->bytes.len, at = 0;
    json->step = ARENA_MANY(json->home, len / JSON_STEP + 1, struct json_step);
    json->step[0] = here;
    for (; len - at >= JSON_STEP; at += JSON_STEP) {
        here = step_far(here, json->bytes.at + at, JSON_STEP);
        json->step[at / JSON_STEP + 1] = here;
    }
    return len > at ? step_far(here, json->bytes.at + at, len - at) : here;
}

static size_t token_size(const struct json_item *item)
{
    size_t size = 1;
    if (item->parent->type == JSON_OBJECT) {
        for (size_t i = 0; i < item->name_size; i++) {
            size += item->name[i] == '~' || item->name[i] == '/' ? 2 : 1;
        }
        return size;
    }
    for (uint32_t rest = item->index; rest >= 10; rest /= 10) {
        size++;
    }
    return size + 1;
}

/* Writes "/token" so that it ends before `end`; answers where it begins. */
static char *token_put_before(char *end, const struct json_item *item)
{
    if (item->parent->type == JSON_OBJECT) {
        for (size_t i = item->name_size; i-- > 0;) {
            char c = item->name[i];
            if (c == '~' || c == '/') {
                *--end = c == '~' ? '0' : '1';
                c = '~';
            }
            *--end = c;
        }
    } else {
        uint32_t rest = item->index;
        do {
            *--end = (char)('0' + rest % 10);
            rest /= 10;
        } while (rest);
    }
    *--end = '/';
    return end;
}

/* RFC 6901 pointer to `item`, behind "line N " in JSON Lines. */
static struct str path_to(const struct json *json, const struct json_item *item)
{
    struct str prefix = { 0 };
    if (json->is_line) {
        prefix = str_format(json->home, "line %u", json->line);
    }
    size_t size = prefix.len;
    if (item && item->parent) {
        size += prefix.len ? 1 : 0;
        for (const struct json_item *up = item; up->parent; up = up->parent) {
            size += token_size(up);
        }
    }
    if (size == prefix.len) {
        return prefix;
    }
    char *path = ARENA_MANY(json->home, size + 1, char);
    char *end = path + size;
    for (const struct json_item *up = item; up->parent; up = up->parent) {
        end = token_put_before(end, up);
    }
    if (prefix.len) {
        *--end = ' ';
        memcpy(path, prefix.at, prefix.len);
    }
    return (struct str){ path, size };
}

struct place json_place_at(const struct json *json, size_t at, const struct json_item *item)
{
    struct json_step here = { json->line, json->column };
    size_t from = 0;
    if (json->step) {
        from = at / JSON_STEP * JSON_STEP;
        here = json->step[at / JSON_STEP];
    }
    for (; from < at; from++) {
        step_over(json->bytes.at[from], &here.line, &here.column);
    }
    return (struct place){
        .file = json->file,
        .offset = json->offset + at,
        .line = here.line,
        .column = here.column,
        .path = path_to(json, item),
    };
}

static bool read_text(struct json json, const struct limits *limits, struct json **out,
                      struct json_step *end, struct diags *diags)
{
    uint32_t depth = limits && limits->depth ? limits->depth : DEPTH_USUAL;
    struct json *kept = ARENA_NEW(json.home, struct json);
    *kept = json;
    kept->file = str_keep(json.home, json.file);
    if (json.bytes.len >= UINT32_MAX) {
        diag_add(diags, DIAG_FILE_LIMIT, (struct place){ .file = json.file },
                 STR("JSON below 4 GiB"), "%zu bytes", json.bytes.len);
        return false;
    }
    if (!json_scan(kept, depth < DEPTH_MOST ? depth : DEPTH_MOST, diags)) {
        return false;
    }
    *out = kept;
    if (kept->part) {
        kept->bytes = str_sub(kept->bytes, 0, kept->end);
    }
    *end = note_steps(kept);
    return true;
}

bool json_read(struct arena *home, struct str file, struct str bytes, const struct limits *limits,
               struct json **out, struct diags *diags)
{
    struct json_step end;
    struct json json = { .home = home, .file = file, .bytes = bytes, .line = 1, .column = 1 };
    return read_text(json, limits, out, &end, diags);
}

bool json_read_line(struct arena *home, struct str file, struct str line, uint32_t number,
                    uint64_t offset, const struct limits *limits, struct json **out,
                    struct diags *diags)
{
    struct json_step end;
    struct json json = { .home = home,
                         .file = file,
                         .bytes = line,
                         .offset = offset,
                         .line = number,
                         .column = 1,
                         .is_line = true };
    return read_text(json, limits, out, &end, diags);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* After a broken value: on to the next line that opens one. */
static void cursor_recover(struct json_cursor *cursor, struct str bytes)
{
    struct json_step here = { cursor->line, cursor->column };
    while (cursor->at < bytes.len) {
        step_over(bytes.at[cursor->at++], &here.line, &here.column);
        if (cursor->at < bytes.len && here.column == 1 &&
            (bytes.at[cursor->at] == '{' || bytes.at[cursor->at] == '[')) {
            break;
        }
    }
    cursor->line = here.line;
    cursor->column = here.column;
}

bool json_read_next(struct arena *home, struct str file, struct str bytes,
                    struct json_cursor *cursor, const struct limits *limits, struct json **out,
                    struct diags *diags)
{
    struct json_step here = { cursor->line ? cursor->line : 1, cursor->line ? cursor->column : 1 };
    while (cursor->at < bytes.len && is_blank(bytes.at[cursor->at])) {
        step_over(bytes.at[cursor->at++], &here.line, &here.column);
    }
    cursor->line = here.line;
    cursor->column = here.column;
    if (cursor->at == bytes.len && (cursor->at || cursor->count)) {
        return false;
    }
    struct json json = { .home = home,
                         .file = file,
                         .bytes = str_sub(bytes, cursor->at, bytes.len),
                         .offset = cursor->at,
                         .line = here.line,
                         .column = here.column,
                         .is_line = cursor->count > 0,
                         .part = true,
                         .allow = cursor->allow,
                         .walk = cursor->walk };
    cursor->count++;
    if (!read_text(json, limits, out, &here, diags)) {
        cursor_recover(cursor, bytes);
        return false;
    }
    (*out)->is_line = !cursor->alone && (cursor->count > 1 || (*out)->end < json.bytes.len);
    cursor->at += (*out)->end;
    cursor->line = here.line;
    cursor->column = here.column;
    return true;
}

const struct json_item *json_root(const struct json *json)
{
    return json->root;
}

/* Whether a pointer's token, in which ~0 is '~' and ~1 is '/', means `name`. */
static bool token_is(struct str token, struct str name)
{
    size_t at = 0;
    for (size_t i = 0; i < token.len; i++, at++) {
        char c = token.at[i];
        if (c == '~') {
            char code = (char)(++i < token.len ? token.at[i] : 0);
            if (code != '0' && code != '1') {
                return false;
            }
            c = code == '0' ? '~' : '/';
        }
        if (at == name.len || name.at[at] != c) {
            return false;
        }
    }
    return at == name.len;
}

static const struct json_item *child_by_token(const struct json_item *parent, struct str token)
{
    const struct json_item *child = json_next(parent, NULL);
    if (parent->type == JSON_OBJECT) {
        while (child && !token_is(token, json_name(child))) {
            child = json_next(parent, child);
        }
        return child;
    }
    int64_t index;
    if (!num_int(token, &index) || token.at[0] == '-' || (token.at[0] == '0' && token.len > 1)) {
        return NULL;
    }
    while (child && child->index != index) {
        child = child->next;
    }
    return child;
}

const struct json_item *json_find(const struct json *json, struct str pointer)
{
    const struct json_item *item = json->root;
    struct str token;
    if (pointer.len == 0) {
        return item;
    }
    if (pointer.at[0] != '/') {
        return NULL;
    }
    pointer = str_sub(pointer, 1, pointer.len);
    while (item && str_cut(&pointer, '/', &token)) {
        item = child_by_token(item, token);
    }
    return item;
}

const struct json_item *json_member(const struct json_item *object, struct str name)
{
    const struct json_item *child = object->type == JSON_OBJECT ? json_next(object, NULL) : NULL;
    while (child && !str_eq(json_name(child), name)) {
        child = json_next(object, child);
    }
    return child;
}

static bool has_children(const struct json_item *item)
{
    return item->type == JSON_ARRAY || item->type == JSON_OBJECT;
}

const struct json_item *json_next(const struct json_item *parent, const struct json_item *after)
{
    const struct json_item *next = after ? after->next : NULL;
    if (!after && has_children(parent)) {
        next = parent->first;
    }
    while (next && next->twice) {
        next = next->next;
    }
    return next;
}

size_t json_count(const struct json_item *parent)
{
    return has_children(parent) ? parent->size : 0;
}

enum json_type json_type(const struct json_item *item)
{
    return (enum json_type)item->type;
}

struct str json_name(const struct json_item *item)
{
    return (struct str){ item->name, item->name_size };
}

struct str json_string(const struct json_item *item)
{
    return item->type == JSON_STRING ? (struct str){ item->text, item->size } : (struct str){ 0 };
}

struct str json_literal(const struct json *json, const struct json_item *item)
{
    return str_sub(json->bytes, item->at, (size_t)item->at + item->len);
}

struct str json_scalar(const struct json *json, const struct json_item *item)
{
    return item->type == JSON_STRING ? json_string(item) : json_literal(json, item);
}

bool json_real(const struct json *json, const struct json_item *item, double *out)
{
    return item->type == JSON_NUMBER && num_real(json_literal(json, item), out);
}

bool json_int(const struct json *json, const struct json_item *item, int64_t *out)
{
    return item->type == JSON_NUMBER && num_int(json_literal(json, item), out);
}

struct place json_place(const struct json *json, const struct json_item *item)
{
    return json_place_at(json, item->at, item);
}

uint64_t json_offset(const struct json *json, const struct json_item *item)
{
    return json->offset + item->at;
}
