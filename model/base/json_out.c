/* json_out.c - JSON that the program writes: a tree of cJSON's, built in the caller's order and
 * printed when its outermost bracket is closed, or what is whole of it before. cJSON prints the
 * values; where lines break and how far they are indented is ours, since digests of such files
 * stand in dossiers, and an older one is rebuilt to the byte.
 *
 * Numbers enter as raw text, so that none is rounded or written otherwise than it stands. cJSON
 * takes C strings: a text that holds NUL enters as raw text too; NUL in a name, and what is not
 * UTF-8, is U+FFFD. */
#include "arena_own.h"
#include "base/json.h"
#include "rune.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <string.h>

void json_put_string(struct buf *out, struct str text)
{
    static const char shorthand[] = { ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r',
                                      ['\t'] = 't', ['"'] = '"',  ['\\'] = '\\' };
    buf_put_char(out, '"');
    while (text.len) {
        struct str bytes;
        uint32_t rune = rune_next(&text, &bytes);
        if (rune == RUNE_BAD) {
            buf_put(out, STR("\uFFFD"));
        } else if (rune < sizeof shorthand && shorthand[rune]) {
            buf_put_char(out, '\\');
            buf_put_char(out, shorthand[rune]);
        } else if (rune < 0x20) {
            buf_putf(out, "\\u%04x", rune);
        } else {
            buf_put(out, bytes);
        }
    }
    buf_put_char(out, '"');
}

void json_begin(struct json_out *json, struct buf *out)
{
    *json = (struct json_out){ .out = out };
}

/* The text as a C string whose every character is one; in the arena, to be rewound. */
static const char *clean(struct arena *home, struct str text)
{
    struct buf out = buf_new(home, 3 * text.len + 1);
    size_t plain = 0;
    while (plain < text.len && (unsigned char)text.at[plain] - 1U < 0x7FU)
        plain++;
    if (plain == text.len)
        return str_c(home, text);
    while (text.len > 0) {
        struct str bytes;
        uint32_t rune = rune_next(&text, &bytes);
        buf_put(&out, rune == RUNE_BAD || rune == 0 ? STR("\uFFFD") : bytes);
    }
    buf_put_char(&out, 0);
    return buf_str(&out).at;
}

static void break_line(struct buf *out, int depth)
{
    buf_put_char(out, '\n');
    for (int i = 0; i < depth; i++)
        buf_put(out, STR("  "));
}

/* A value without others in it, as cJSON prints it. */
static void put_leaf(struct buf *out, const cJSON *item)
{
    if (cJSON_IsArray(item) || cJSON_IsObject(item)) { /* 1.7.15 breaks the line in an empty one */
        buf_put(out, cJSON_IsArray(item) ? STR("[]") : STR("{}"));
        return;
    }
    char *text = cJSON_PrintUnformatted(item);
    if (!text)
        memory_exhausted();
    buf_put(out, str_from(text));
    cJSON_free(text);
}

static void put_name(struct buf *out, const cJSON *item)
{
    if (item->string) {
        json_put_string(out, str_from(item->string));
        buf_put(out, STR(": "));
    }
}

static bool holds_others(const cJSON *item)
{
    return cJSON_IsArray(item) || cJSON_IsObject(item);
}

/* Of what holds others cJSON leaves valueint at 0: here how much of it is written. */
enum { NOT_BEGUN, BEGUN, CHILD_WRITTEN };

static void put_begin(struct buf *out, cJSON *item)
{
    put_name(out, item);
    buf_put_char(out, cJSON_IsArray(item) ? '[' : '{');
    item->valueint = BEGUN;
}

/* What stands before a child of `parent`, which is `depth` deep. */
static void put_before(struct buf *out, cJSON *parent, int depth)
{
    if (parent->valueint == CHILD_WRITTEN)
        buf_put_char(out, ',');
    break_line(out, depth + 1);
    parent->valueint = CHILD_WRITTEN;
}

/* What is not yet written of a value that is whole. No deeper than brackets can be open. */
static void put_rest(struct buf *out, cJSON *item, int depth)
{
    if (!holds_others(item) || (item->valueint == NOT_BEGUN && !item->child)) {
        put_name(out, item);
        put_leaf(out, item);
        return;
    }
    if (item->valueint == NOT_BEGUN)
        put_begin(out, item);
    for (cJSON *child = item->child; child; child = child->next) {
        if (!holds_others(child) || child->valueint == NOT_BEGUN)
            put_before(out, item, depth);
        put_rest(out, child, depth + 1);
    }
    break_line(out, depth);
    buf_put_char(out, cJSON_IsArray(item) ? ']' : '}');
}

static void print(const struct json_out *json)
{
    put_rest(json->out, json->open[0], 0);
    buf_put_char(json->out, '\n');
    cJSON_Delete(json->open[0]);
}

void json_write_so_far(struct json_out *json)
{
    for (int i = 0; i < json->depth; i++) {
        cJSON *item = json->open[i], *next = i + 1 < json->depth ? json->open[i + 1] : NULL;
        if (item->valueint == NOT_BEGUN && !item->child)
            return;
        if (item->valueint == NOT_BEGUN) {
            if (i > 0)
                put_before(json->out, json->open[i - 1], i - 1);
            put_begin(json->out, item);
        }
        while (item->child && item->child != next) {
            cJSON *child = cJSON_DetachItemViaPointer(item, item->child);
            if (!holds_others(child) || child->valueint == NOT_BEGUN)
                put_before(json->out, item, i);
            put_rest(json->out, child, i + 1);
            cJSON_Delete(child);
        }
    }
}

/* Puts a value where the next one goes; the outermost, where it holds no others, is printed. */
static void add(struct json_out *json, struct str name, cJSON *item)
{
    if (!item)
        memory_exhausted();
    cJSON *parent = json->depth > 0 ? json->open[json->depth - 1] : NULL;
    if (!parent) {
        assert(!json->whole); /* one value only */
        json->whole = true;
        json->open[0] = item;
    } else if (cJSON_IsObject(parent)) {
        struct arena_mark mark = arena_mark(json->out->home);
        if (!cJSON_AddItemToObject(parent, clean(json->out->home, name), item))
            memory_exhausted();
        arena_rewind(json->out->home, mark);
    } else {
        cJSON_AddItemToArray(parent, item);
    }
    if (holds_others(item))
        json->open[json->depth++] = item;
    else if (!parent)
        print(json);
}

void json_open(struct json_out *json, struct str name, char bracket)
{
    assert((bracket == '{' || bracket == '[') && (size_t)json->depth < ARRAY_COUNT(json->open));
    add(json, name, bracket == '{' ? cJSON_CreateObject() : cJSON_CreateArray());
}

void json_text(struct json_out *json, struct str name, struct str value)
{
    struct arena_mark mark = arena_mark(json->out->home);
    cJSON *item;
    if (value.len > 0 && memchr(value.at, 0, value.len)) {
        struct buf raw = buf_new(json->out->home, 6 * value.len + sizeof "\"\"");
        json_put_string(&raw, value);
        buf_put_char(&raw, 0);
        item = cJSON_CreateRaw(buf_str(&raw).at);
    } else {
        item = cJSON_CreateString(clean(json->out->home, value));
    }
    arena_rewind(json->out->home, mark);
    add(json, name, item);
}

void json_number(struct json_out *json, struct str name, struct str literal)
{
    struct arena_mark mark = arena_mark(json->out->home);
    cJSON *item = cJSON_CreateRaw(clean(json->out->home, literal));
    arena_rewind(json->out->home, mark);
    add(json, name, item);
}

void json_integer(struct json_out *json, struct str name, int64_t value)
{
    struct arena_mark mark = arena_mark(json->out->home);
    cJSON *item = cJSON_CreateRaw(
        clean(json->out->home, str_format(json->out->home, "%lld", (long long)value)));
    arena_rewind(json->out->home, mark);
    add(json, name, item);
}

void json_bool(struct json_out *json, struct str name, bool value)
{
    add(json, name, cJSON_CreateBool(value));
}

void json_null(struct json_out *json, struct str name)
{
    add(json, name, cJSON_CreateNull());
}

void json_close(struct json_out *json)
{
    assert(json->depth > 0);
    json->depth--;
    if (json->depth == 0)
        print(json);
}
