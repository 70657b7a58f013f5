/* mutations_order.c - files whose members or columns stand in another order, or twice. */
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
    for (const struct json_item *next = json_next(item, NULL); next; next = json_next(item, next)) {
        child[object ? count - ++at : at++] = next;
    }
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

static int text_order(const void *left, const void *right)
{
    return str_order(*(const struct str *)left, *(const struct str *)right);
}

/* Every fact as one text, in an order that does not depend on the file's. */
static struct str *fact_texts(struct arena *home, const struct facts *facts)
{
    size_t count = facts_count(facts);
    struct str *text = ARENA_MANY(home, count + 1, struct str);
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact = facts_at(facts, i);
        text[i] = str_format(home, "%s[%.*s] %.*s", vocabulary_row(fact->key)->name,
                             STR_ARG(fact->instance), STR_ARG(fact->value.text));
    }
    qsort(text, count, sizeof *text, text_order);
    return text;
}

static void same_facts(const struct input *input, const struct mutant *mutant, struct arena *home,
                       const struct adapter_result *whole, const struct adapter_result *now)
{
    size_t count = facts_count(whole->facts);
    const struct str *a = fact_texts(home, whole->facts), *b = fact_texts(home, now->facts);
    if (facts_count(now->facts) != count || points_of(whole) != points_of(now)) {
        mutant_failed(input, mutant, "more or fewer facts", NULL);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (!str_eq(a[i], b[i])) {
            mutant_failed(input, mutant, str_c(home, a[i]), NULL);
            return;
        }
    }
}

static void json_order_try(const struct input *input, const struct adapter_result *whole)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct json *json = NULL;
    if (json_read(home, input->name, input->bytes, NULL, &json, diags_new(home))) {
        struct buf out = buf_new(home, input->bytes.len * 4 + 64);
        reversed_put(json, json_root(json), &out);
        struct mutant mutant = { buf_str(&out), "members in reverse", 0, 0, 0 };
        struct adapter_result now = mutant_run(home, input->name, mutant.bytes);
        if (now.adapter == whole->adapter) {
            same_facts(input, &mutant, home, whole, &now);
        }
    }
    arena_free(home);
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
    if (!object && json_type(item) != JSON_ARRAY) {
        return;
    }
    for (const struct json_item *child = json_next(item, NULL); child && out->count < MEMBERS;
         child = json_next(item, child)) {
        bool known = !object;
        for (size_t i = 0; i < out->count && !known; i++) {
            known = str_eq(json_name(out->item[i]), json_name(child));
        }
        if (!known) {
            out->item[out->count++] = child;
        }
        members_find(child, out);
    }
}

static void member_twice_try(const struct input *input, const struct adapter_result *whole,
                             const struct json *json, const struct json_item *twice)
{
    struct arena *home = arena_new((size_t)1 << 33);
    struct buf out = buf_new(home, input->bytes.len * 4 + 4096);
    twice_put(json, json_root(json), twice, &out);
    struct mutant mutant = { buf_str(&out), str_c(home, json_name(twice)), 0, 0, 0 };
    struct adapter_result now = mutant_run(home, input->name, mutant.bytes);
    if (now.adapter == whole->adapter && diags_count(now.diags, LEVEL_WARNING) == 0) {
        mutant_failed(input, &mutant, "said twice, and nothing said of it", NULL);
    }
    for (size_t i = 0; i < facts_count(now.facts); i++) {
        if (str_eq(facts_at(now.facts, i)->value.text, STR("77777"))) {
            mutant_failed(input, &mutant, "the second value was taken", facts_at(now.facts, i));
        }
    }
    arena_free(home);
}

/* Members of each name, at any depth, said again with another value. */
static void json_twice_try(const struct input *input, const struct adapter_result *whole)
{
    struct arena *home = arena_new((size_t)1 << 33);
    struct json *json = NULL;
    struct members members = { .count = 0 };
    if (json_read(home, input->name, input->bytes, NULL, &json, diags_new(home))) {
        members_find(json_root(json), &members);
    }
    size_t times = mutant_times(MEMBERS, input->bytes.len);
    for (size_t i = 0; i < members.count && i < times; i++) {
        member_twice_try(input, whole, json, members.item[i]);
    }
    arena_free(home);
}

static void row_reversed_put(struct str line, struct buf *out)
{
    struct str cell[CSV_CELLS], piece;
    size_t count = 0;
    bool carriage = str_ends(line, STR("\r"));
    line.len -= carriage ? 1 : 0;
    while (count < CSV_CELLS && str_cut(&line, ',', &piece)) {
        cell[count++] = piece;
    }
    for (size_t i = count; i > 0; i--) {
        buf_put(out, str_trim(cell[i - 1]));
        buf_put(out, i > 1 ? STR(", ") : STR(""));
    }
    buf_put(out, carriage ? STR("\r\n") : STR("\n"));
}

/* Columns in reverse, where no cell is quoted and each row has as many as the first. */
static void csv_order_try(const struct input *input, const struct adapter_result *whole)
{
    struct str rest = input->bytes, line;
    size_t commas = SIZE_MAX;
    struct arena *home = arena_new((size_t)1 << 32);
    struct buf out = buf_new(home, input->bytes.len * 2 + 64);
    bool plain =
        str_ends(input->name, STR(".csv")) && str_find(input->bytes, STR("\"")) == SIZE_MAX;
    while (plain && str_cut(&rest, '\n', &line)) {
        if (line.len == 0) {
            continue;
        }
        size_t own = 0;
        for (size_t i = 0; i < line.len; i++) {
            own += line.at[i] == ',' ? 1 : 0;
        }
        plain = commas == SIZE_MAX || own == commas;
        commas = own;
        row_reversed_put(line, &out);
    }
    if (plain && commas != SIZE_MAX) {
        struct mutant mutant = { buf_str(&out), "columns in reverse", 0, 0, 0 };
        struct adapter_result now = mutant_run(home, input->name, mutant.bytes);
        if (now.adapter == whole->adapter) {
            same_facts(input, &mutant, home, whole, &now);
        }
    }
    arena_free(home);
}

void orders_try(const struct input *input, const struct adapter_result *whole)
{
    json_order_try(input, whole);
    json_twice_try(input, whole);
    csv_order_try(input, whole);
}
