/* json_read.c - texts, lines and values behind one another, each read into a tree. */
#include "base/json.h"
#include "json_tree.h"

#include <string.h>

enum { DEPTH_USUAL = 64, DEPTH_MOST = 512 };

/* Line and column behind `len` bytes, of which those of `here` is the first. */
static struct json_step step_far(struct json_step here, const char *at, size_t len)
{
    const char *end = at + len, *newline = len ? memchr(at, '\n', len) : NULL;
    for (; newline; newline = memchr(at, '\n', (size_t)(end - at))) {
        here.line++;
        here.column = 1;
        at = newline + 1;
    }
    for (; at < end; at++)
        here.column += ((unsigned char)*at & 0xC0U) != 0x80U;
    return here;
}

/* Notes line and column at each step, so that a place is found without walking the whole file; of a
 * text shorter than one, nothing. Answers those of the last. */
static struct json_step note_steps(struct json *json, size_t *at)
{
    struct json_step here = { json->line, json->column };
    size_t len = json->bytes.len, passed = 0;
    *at = 0;
    if (len < JSON_STEP)
        return here;
    json->step = ARENA_MANY(json->home, len / JSON_STEP + 1, struct json_step);
    json->step[0] = here;
    for (; len - *at >= JSON_STEP; *at += JSON_STEP) {
        here = step_far(here, json->bytes.at + *at, JSON_STEP);
        json->step[*at / JSON_STEP + 1] = here;
        file_passing(json->bytes, *at, &passed);
    }
    return here;
}

/* `end`: those of the byte behind it are wanted there; NULL: of none. */
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
    if (!json_scan(kept, depth < DEPTH_MOST ? depth : DEPTH_MOST, diags))
        return false;
    *out = kept;
    if (kept->part)
        kept->bytes = str_sub(kept->bytes, 0, kept->end);
    if (kept->feed && end) {
        struct place place = json_place_at(kept, kept->end, NULL);
        *end = (struct json_step){ place.line, place.column };
    }
    if (kept->feed)
        return true;
    size_t at;
    struct json_step here = note_steps(kept, &at);
    if (end)
        *end = step_far(here, kept->bytes.at + at, kept->bytes.len - at);
    return true;
}

bool json_read(struct arena *home, struct str file, struct str bytes, const struct limits *limits,
               struct json **out, struct diags *diags)
{
    struct json json = { .home = home, .file = file, .bytes = bytes, .line = 1, .column = 1 };
    return read_text(json, limits, out, NULL, diags);
}

bool json_read_line(struct arena *home, struct str file, struct str line, uint32_t number,
                    uint64_t offset, const struct limits *limits, struct json **out,
                    struct diags *diags)
{
    struct json json = { .home = home,
                         .file = file,
                         .bytes = line,
                         .offset = offset,
                         .line = number,
                         .column = 1,
                         .is_line = true };
    return read_text(json, limits, out, NULL, diags);
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
            (bytes.at[cursor->at] == '{' || bytes.at[cursor->at] == '['))
            break;
    }
    cursor->line = here.line;
    cursor->column = here.column;
}

bool json_read_next(struct arena *home, struct str file, struct str bytes,
                    struct json_cursor *cursor, const struct limits *limits, struct json **out,
                    struct diags *diags)
{
    struct json_step here = { cursor->line ? cursor->line : 1, cursor->line ? cursor->column : 1 };
    while (cursor->at < bytes.len && is_blank(bytes.at[cursor->at]))
        step_over(bytes.at[cursor->at++], &here.line, &here.column);
    cursor->line = here.line;
    cursor->column = here.column;
    if (cursor->at == bytes.len && (cursor->at || cursor->count))
        return false;
    struct json json = { .home = home,
                         .file = file,
                         .bytes = str_sub(bytes, cursor->at, bytes.len),
                         .offset = cursor->at,
                         .line = here.line,
                         .column = here.column,
                         .is_line = cursor->count > 0,
                         .part = true,
                         .allow = cursor->allow,
                         .walk = cursor->walk,
                         .feed = cursor->feed };
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
