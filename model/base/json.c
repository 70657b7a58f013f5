/* json.c - walking a JSON tree and saying where its values stand. */
#include "base/json.h"
#include "base/num.h"
#include "json_tree.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRWISE_MOST = 16 }; /* members of an object; more are sorted */

static size_t token_size(const struct json_item *item)
{
    size_t size = 1;
    if (item->parent->type == JSON_OBJECT) {
        for (size_t i = 0; i < item->name_size; i++)
            size += item->name[i] == '~' || item->name[i] == '/' ? 2 : 1;
        return size;
    }
    for (uint32_t rest = item->index; rest >= 10; rest /= 10)
        size++;
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
    if (json->is_line)
        prefix = str_format(json->home, "line %u", json->line);
    size_t size = prefix.len;
    if (item && item->parent) {
        size += prefix.len ? 1 : 0;
        for (const struct json_item *up = item; up->parent; up = up->parent)
            size += token_size(up);
    }
    if (size == prefix.len)
        return prefix;
    char *path = ARENA_MANY(json->home, size + 1, char);
    char *end = path + size;
    for (const struct json_item *up = item; up->parent; up = up->parent)
        end = token_put_before(end, up);
    if (prefix.len) {
        *--end = ' ';
        memcpy(path, prefix.at, prefix.len);
    }
    return (struct str){ path, size };
}

static int order_by_name(const void *left, const void *right)
{
    const struct json_item *a = *(const struct json_item *const *)left;
    const struct json_item *b = *(const struct json_item *const *)right;
    int order = str_order(json_name(a), json_name(b));
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

void json_mark_twice(struct json_item *object, struct arena *home)
{
    if (object->size <= PAIRWISE_MOST) {
        for (struct json_item *b = object->first; b; b = b->next) {
            for (struct json_item *a = object->first; a != b && !b->later; a = a->next) {
                b->later =
                    a->name_size == b->name_size && memcmp(a->name, b->name, b->name_size) == 0;
                a->twice = a->twice || b->later;
            }
            b->twice = b->twice || b->later;
        }
        return;
    }
    /* Sorting, not hashing: no choice of names makes it slow. */
    struct arena_mark mark = arena_mark(home);
    struct json_item **item = ARENA_MANY(home, object->size, struct json_item *);
    size_t count = 0;
    for (struct json_item *child = object->first; child; child = child->next)
        item[count++] = child;
    qsort(item, count, sizeof(struct json_item *), order_by_name);
    for (size_t i = 1; i < count; i++) {
        item[i]->later = str_eq(json_name(item[i - 1]), json_name(item[i]));
        item[i - 1]->twice = item[i - 1]->twice || item[i]->later;
        item[i]->twice = item[i]->later;
    }
    arena_rewind(home, mark);
}

struct place json_place_at(const struct json *json, size_t at, const struct json_item *item)
{
    struct json_step here = { json->line, json->column };
    size_t from = 0;
    if (json->step) {
        from = at / JSON_STEP * JSON_STEP;
        here = json->step[at / JSON_STEP];
    }
    if (json->feed) {
        feed_spot(json->feed, (size_t)json->offset + at, &here.line, &here.column);
        from = at;
    }
    for (; from < at; from++)
        step_over(json->bytes.at[from], &here.line, &here.column);
    return (struct place){
        .file = json->file,
        .offset = json->offset + at,
        .line = here.line,
        .column = here.column,
        .path = path_to(json, item),
    };
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
            if (code != '0' && code != '1')
                return false;
            c = code == '0' ? '~' : '/';
        }
        if (at == name.len || name.at[at] != c)
            return false;
    }
    return at == name.len;
}

const struct json_item *json_step(const struct json_item *parent, struct str token)
{
    const struct json_item *child = json_next(parent, NULL);
    if (parent->type == JSON_OBJECT) {
        while (child && !token_is(token, json_name(child)))
            child = json_next(parent, child);
        return child;
    }
    int64_t index;
    if (!num_int(token, &index) || token.at[0] == '-' || (token.at[0] == '0' && token.len > 1))
        return NULL;
    while (child && child->index != index)
        child = child->next;
    return child;
}

const struct json_item *json_at(const struct json_item *item, struct str pointer)
{
    struct str token;
    if (pointer.len == 0)
        return item;
    if (pointer.at[0] != '/')
        return NULL;
    pointer = str_sub(pointer, 1, pointer.len);
    while (item && str_cut(&pointer, '/', &token))
        item = json_step(item, token);
    return item;
}

const struct json_item *json_find(const struct json *json, struct str pointer)
{
    return json_at(json->root, pointer);
}

const struct json_item *json_member(const struct json_item *object, struct str name)
{
    const struct json_item *child = object->type == JSON_OBJECT ? json_next(object, NULL) : NULL;
    while (child && (child->name_size != name.len || !str_eq(json_name(child), name)))
        child = json_next(object, child);
    return child;
}

static bool has_children(const struct json_item *item)
{
    return item->type == JSON_ARRAY || item->type == JSON_OBJECT;
}

const struct json_item *json_next(const struct json_item *parent, const struct json_item *after)
{
    const struct json_item *next = after ? after->next : NULL;
    if (!after && has_children(parent))
        next = parent->first;
    while (next && next->twice)
        next = next->next;
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
