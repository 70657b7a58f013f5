/* mutations_json.c - JSON and JSON Lines whose members stand in another order, or twice. */
#include "mutations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* The value with the members of each object in reverse; arrays as they are. Depth is json_read's.
 */
static void reversed_put(const struct json *json, const struct json_item *item, struct buf *out)
{
    bool object = json_type(item) == JSON_OBJECT;
    if (!object && json_type(item) != JSON_ARRAY) {
        buf_put(out, json_literal(json, item));
        return;
    }
    size_t count = json_count(item), at = 0;
    const struct json_item **child = calloc(count + 1, sizeof *child);
    assert_non_null(child);
    for (const struct json_item *next = json_next(item, NULL); next; next = json_next(item, next))
        child[object ? count - ++at : at++] = next;
    buf_put_char(out, object ? '{' : '[');
    for (size_t i = 0; i < count; i++) {
        buf_put(out, i ? STR(",\n") : STR(""));
        if (object) {
            json_put_string(out, json_name(child[i]));
            buf_put(out, STR(": "));
        }
        reversed_put(json, child[i], out);
    }
    buf_put_char(out, object ? '}' : ']');
    free(child);
}

size_t json_reorder(const struct input *input, const struct adapter_result *whole,
                    const struct format_family *family)
{
    (void)family;
    size_t tried = 0;
    struct arena *home = arena_new((size_t)1 << 32);
    struct json *json = NULL;
    if (json_read(home, input->name, input->bytes, NULL, &json, diags_new(home))) {
        struct buf out = buf_new(home, input->bytes.len * 4 + 64);
        reversed_put(json, json_root(json), &out);
        tried = reordered_judge(input, whole, buf_str(&out), "members in reverse");
    }
    arena_free(home);
    return tried;
}

/* The value as it stands, with one member said again at the end of its object, as 77777. */
static void twice_put(const struct json *json, const struct json_item *item,
                      const struct json_item *twice, struct buf *out)
{
    bool object = json_type(item) == JSON_OBJECT, here = false;
    if (!object && json_type(item) != JSON_ARRAY) {
        buf_put(out, json_literal(json, item));
        return;
    }
    buf_put_char(out, object ? '{' : '[');
    for (const struct json_item *child = json_next(item, NULL); child;
         child = json_next(item, child)) {
        here = here || child == twice;
        buf_put(out, child == json_next(item, NULL) ? STR("") : STR(",\n"));
        if (object) {
            json_put_string(out, json_name(child));
            buf_put(out, STR(": "));
        }
        twice_put(json, child, twice, out);
    }
    if (here && object) {
        buf_put(out, STR(",\n"));
        json_put_string(out, json_name(twice));
        buf_put(out, STR(": 77777"));
    }
    buf_put_char(out, object ? '}' : ']');
}

struct members { /* one of each name */
    const struct json_item *item[MEMBERS];
    size_t count;
};

static void members_find(const struct json_item *item, struct members *out)
{
    bool object = json_type(item) == JSON_OBJECT;
    if (!object && json_type(item) != JSON_ARRAY)
        return;
    for (const struct json_item *child = json_next(item, NULL); child && out->count < MEMBERS;
         child = json_next(item, child)) {
        bool known = !object;
        for (size_t i = 0; i < out->count && !known; i++)
            known = str_eq(json_name(out->item[i]), json_name(child));
        if (!known)
            out->item[out->count++] = child;
        members_find(child, out);
    }
}

/* Members of each name, at any depth, said again with another value. */
size_t json_twice(const struct input *input, const struct adapter_result *whole,
                  const struct format_family *family)
{
    (void)family;
    struct arena *home = arena_new((size_t)1 << 33);
    struct json *json = NULL;
    struct members members = { .count = 0 };
    if (json_read(home, input->name, input->bytes, NULL, &json, diags_new(home)))
        members_find(json_root(json), &members);
    size_t times = mutant_times(MEMBERS, input->bytes.len), i = 0;
    for (; i < members.count && i < times; i++) {
        struct arena *own = arena_new((size_t)1 << 33);
        struct buf out = buf_new(own, input->bytes.len * 4 + 4096);
        twice_put(json, json_root(json), members.item[i], &out);
        second_judge(input, whole, buf_str(&out), str_c(own, json_name(members.item[i])));
        arena_free(own);
    }
    arena_free(home);
    return i;
}

/* ---- JSON Lines ---- */

/* The line with its members in reverse, or with `twice`-th of its names said again; as it is, where
 * it is no object. False: it has not as many. */
static bool line_put(const struct input *input, struct str line, size_t twice, struct buf *out)
{
    struct arena *home = arena_new((size_t)1 << 33);
    struct json *json = NULL;
    struct members members = { .count = 0 };
    struct buf text = buf_new(home, line.len * 4 + 4096);
    bool good = json_read(home, input->name, line, NULL, &json, diags_new(home));
    if (good && twice == SIZE_MAX) {
        reversed_put(json, json_root(json), &text);
    } else if (good) {
        members_find(json_root(json), &members);
        good = twice < members.count;
        twice_put(json, json_root(json), good ? members.item[twice] : NULL, &text);
    }
    struct str whole = buf_str(&text), part = line;
    while (good && str_cut(&whole, '\n', &part)) { /* one line again */
        buf_put(out, part);
        buf_put(out, whole.at ? STR(" ") : STR(""));
    }
    buf_put(out, good ? STR("") : line);
    arena_free(home);
    return good;
}

/* Each line in reverse; or one line with a name said again. False: nothing was changed. */
static bool lines_put(const struct input *input, size_t chosen, size_t twice, struct buf *out)
{
    struct str rest = input->bytes, line;
    bool any = false;
    for (size_t i = 0; str_cut(&rest, '\n', &line) && rest.at; i++) {
        if (chosen == SIZE_MAX || chosen == i)
            any = line_put(input, line, twice, out) || any;
        else
            buf_put(out, line);
        buf_put_char(out, '\n');
    }
    buf_put(out, line); /* behind the last line end */
    return any;
}

size_t json_lines_reorder(const struct input *input, const struct adapter_result *whole,
                          const struct format_family *family)
{
    (void)family;
    struct arena *home = arena_new((size_t)1 << 33);
    struct buf out = buf_new(home, input->bytes.len * 4 + 4096);
    size_t tried = lines_put(input, SIZE_MAX, SIZE_MAX, &out)
                       ? reordered_judge(input, whole, buf_str(&out), "members in reverse")
                       : 0;
    arena_free(home);
    return tried;
}

static size_t lines_count(struct str bytes)
{
    struct str line;
    size_t count = 0;
    while (str_cut(&bytes, '\n', &line) && bytes.at)
        count++;
    return count;
}

/* Each name of the first line, and of the one in the middle. */
size_t json_lines_twice(const struct input *input, const struct adapter_result *whole,
                        const struct format_family *family)
{
    (void)family;
    size_t lines = lines_count(input->bytes), tried = 0;
    size_t times = mutant_times(MEMBERS, input->bytes.len), chosen[] = { 0, lines / 2 };
    for (size_t i = 0; i < ARRAY_COUNT(chosen); i++) {
        for (size_t k = 0; k < times; k++) {
            struct arena *home = arena_new((size_t)1 << 33);
            struct buf out = buf_new(home, input->bytes.len * 2 + 65536);
            bool changed = lines_put(input, chosen[i], k, &out);
            if (changed) {
                second_judge(input, whole, buf_str(&out),
                             str_c(home, str_format(home, "member %zu of line %zu said twice", k,
                                                    chosen[i] + 1)));
                tried++;
            }
            arena_free(home);
            if (!changed)
                break;
        }
    }
    return tried;
}
