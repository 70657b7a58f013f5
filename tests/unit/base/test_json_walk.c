/* Elements of an array that are met one by one. */
#include "base/json.h"
#include "base_test.h"

/* What a walk met of one text: the bytes at which elements begin and their first member's name. */
struct met {
    size_t count;
    uint64_t offset[8];
    struct str first[8];
};

static void met_note(void *self, const struct json *json, const struct json_item *element)
{
    struct met *met = self;
    const struct json_item *child = json_next(element, NULL);
    met->offset[met->count] = json_offset(json, element);
    met->first[met->count++] = child ? str_keep(home, json_name(child)) : (struct str){ 0 };
}

static struct arena *tree; /* not home: what is kept of an element lives elsewhere */

static int tree_begin(void **state)
{
    tree = arena_new(1 << 20);
    return begin(state);
}

static int tree_end(void **state)
{
    arena_free(tree);
    return end(state);
}

static struct json *walk(const char *text, struct met *met)
{
    const struct json_walk walk = { .name = STR_INIT("events"), .element = met_note, .self = met };
    struct json_cursor cursor = { .alone = true, .walk = &walk };
    struct json *json = NULL;
    *met = (struct met){ .count = 0 };
    return json_read_next(tree, STR("f"), str_from(text), &cursor, NULL, &json, diags) ? json
                                                                                       : NULL;
}

static void elements_are_met_one_by_one(void **state)
{
    (void)state;
    struct met met;
    struct json *json =
        walk("{\"a\":[{\"x\":1}],\n \"events\": [{\"ev\\u0061\":1}, {\"b\":[2]},[],7]}", &met);
    assert_non_null(json);
    assert_int_equal(met.count, 4);
    assert_int_equal(met.offset[0], 28);
    assert_int_equal(met.offset[1], 44);
    assert_true(str_eq(met.first[0], STR("eva")));
    assert_true(str_eq(met.first[1], STR("b")));
    const struct json_item *events = json_find(json, STR("/events"));
    assert_int_equal(json_count(events), 4); /* counted, not kept */
    assert_null(json_next(events, NULL));
    assert_non_null(json_find(json, STR("/a/0/x")));
    assert_non_null(walk("[{\"a\":1},{\"b\":2}]", &met));
    assert_int_equal(met.count, 2);
    /* a member of that name further in, or one that is no array, is a value as any other */
    json = walk("{\"z\":{\"events\":[1,2]}}", &met);
    assert_int_equal(met.count, 0);
    assert_non_null(json_find(json, STR("/z/events/1")));
    assert_non_null(walk("{\"events\":{\"c\":1}}", &met));
    assert_int_equal(met.count, 0);
}

static void a_walk_is_as_strict_as_a_tree(void **state)
{
    (void)state;
    static const char *const broken[] = {
        "{\"events\":[{\"a\":1},]}",        "{\"events\":[{\"a\":1} {}]}",
        "{\"events\":[{\"a\":1,\"a\":2}]}", "{\"events\":[{\"a\":1}",
        "{\"events\":[1],\"events\":[2]}",  "[{\"a\":tru}]"
    };
    for (size_t i = 0; i < ARRAY_COUNT(broken); i++) {
        struct met met;
        diags = diags_new(home);
        assert_null(walk(broken[i], &met));
        assert_int_equal(diags_count(diags, LEVEL_INPUT), 1);
    }
}

static void element_pass(void *self, const struct json *json, const struct json_item *element)
{
    (void)self, (void)json, (void)element;
}

static void a_walk_holds_one_element_at_a_time(void **state)
{
    (void)state;
    enum { MANY = 200000 };
    struct arena *own = arena_new(1 << 20);
    struct buf buf = buf_new(home, (size_t)MANY * 20);
    const struct json_walk walk = { .name = STR_INIT("events"), .element = element_pass };
    struct json_cursor cursor = { .alone = true, .walk = &walk };
    struct json *json;
    buf_putf(&buf, "[");
    for (int i = 0; i < MANY; i++)
        buf_putf(&buf, "%s{\"n\":[%d]}", i ? "," : "", i);
    buf_putf(&buf, "]");
    assert_true(json_read_next(own, STR("f"), buf_str(&buf), &cursor, NULL, &json, diags));
    assert_int_equal(json_count(json_root(json)), MANY);
    assert_true(arena_peak(own) < 1 << 16);
    arena_free(own);
}

/* ---- read ahead by another thread ---- */

/* All that can be told of a walk: what was met, what was said, and what is left. */
struct told {
    struct buf log;
};

static void item_tell(struct buf *log, const struct json *json, const struct json_item *item)
{
    buf_putf(log, "%d %zu [", (int)json_type(item), (size_t)json_offset(json, item));
    buf_put(log, json_name(item));
    buf_putf(log, "] ");
    if (json_type(item) != JSON_OBJECT && json_type(item) != JSON_ARRAY)
        buf_put(log, json_scalar(json, item));
    buf_putf(log, " of %zu%s", json_count(item), json_member(item, STR("a")) ? " a" : "");
    for (const struct json_item *child = json_next(item, NULL); child;
         child = json_next(item, child))
        item_tell(log, json, child);
    buf_putf(log, "\n");
}

static void element_tell(void *self, const struct json *json, const struct json_item *element)
{
    struct told *told = self;
    item_tell(&told->log, json, element);
    struct place place = json_place(json, element); /* its path: the number among its siblings */
    buf_putf(&told->log, "%.*s of %zu\n", STR_ARG(place.path), json_count(json_root(json)));
}

static struct str walk_told(struct arena *own, struct str text, unsigned allow, size_t ahead)
{
    struct told told = { .log = buf_new(own, (size_t)1 << 26) };
    struct arena *read = arena_new((size_t)1 << 26);
    struct diags *said = diags_new(own);
    const struct json_walk walk = {
        .name = STR_INIT("events"), .element = element_tell, .self = &told, .ahead = ahead
    };
    struct json_cursor cursor = { .alone = true, .walk = &walk, .allow = allow };
    struct json *json = NULL;
    bool good = json_read_next(read, STR("f"), text, &cursor, NULL, &json, said);
    buf_putf(&told.log, "%s, at %zu, line %u\n", good ? "good" : "bad", cursor.at, cursor.line);
    if (good)
        item_tell(&told.log, json, json_root(json));
    for (const struct diag *diag = diags_first(said); diag; diag = diag->next)
        buf_putf(&told.log, "%d %zu %u:%u %.*s \"%.*s\" %.*s\n", (int)diag->id,
                 (size_t)diag->place.offset, diag->place.line, diag->place.column,
                 STR_ARG(diag->place.path), STR_ARG(diag->said), STR_ARG(diag->expected));
    arena_free(read);
    assert_false(told.log.full);
    return buf_str(&told.log);
}

static void same_ahead(struct str text, unsigned allow)
{
    struct arena *own = arena_new((size_t)1 << 28);
    struct str alone = walk_told(own, text, allow, 0), ahead = walk_told(own, text, allow, 1);
    assert_true(alone.len > 0 && str_eq(alone, ahead));
    arena_free(own);
}

enum { ALL_ALLOWED = JSON_NONFINITE | JSON_TWICE | JSON_STRAY };

static const char *const event[] = {
    "{\"ph\":\"X\",\"ts\":1700000000.125,\"args\":{\"a\":[1,2,{\"b\":null}]}}",
    "{\"a\\\"},{\\\"\":\"x\\\\\",\"b\":\"}]\\\\\\\"\"}",
    " \n\t{ \"\\u00e9\\ud83d\\ude00\" : \"\xC3\xA9\" } ",
    "[[[[[[[[{\"a\":[[[[]]]]}]]]]]]]]",
    "12.5e-3",
    "-7",
    "\"text, ]} alone\"",
    "null",
    "{}",
    "[]",
    "{\"a\":true,\"c\":false,\"d\":\"\"}",
};
static const char *const odd_event[] = {
    /* each with something to say of it */
    "{\"a\":1,\"a\":2}",
    "{\"b\":\"\\q\"}",
    "{\"b\":NaN}",
    "{\"b\":\"\x01\"}",
    "{\"b\":1e999}",
    "{\"b\":tru}",
    "{\"b\":01}",
    "{\"b\":\"\xFF\"}",
    "{\"b\" 1}",
    "{\"b\":\"\\ud800\"}",
    "{\"b\":[1,2,]}",
    "{b:1}",
    "]",
    "}",
    "{\"b\":1,}",
    ",",
};

/* Events in a turn that no slot's size divides; in place of one of them, `odd`. */
static struct str events(size_t count, size_t at, const char *odd)
{
    struct buf text = buf_new(home, (size_t)1 << 24);
    buf_putf(&text, "{\"x\":1,\n\"events\": [");
    for (size_t i = 0; i < count; i++) {
        const char *one = event[(i * 7 + i / 13) % ARRAY_COUNT(event)];
        buf_putf(&text, "%s%s", i > 0 ? "," : "", odd && i == at ? odd : one);
        if (i % 5 == 0)
            buf_putf(&text, "\n  ");
    }
    buf_putf(&text, "],\"y\":[{\"z\":2}]}");
    return buf_str(&text);
}

static void read_ahead_is_read_the_same(void **state)
{
    (void)state;
    same_ahead(events(5000, 0, NULL), 0);
    same_ahead(events(5000, 0, NULL), ALL_ALLOWED);
    for (size_t i = 0; i < 130; i++) /* about the edge of a slot */
        same_ahead(events(i, 0, NULL), 0);
    for (int deep = 60; deep <= 66; deep++) { /* 64 levels are read, two stand about it */
        char nested[200] = { 0 };
        for (int i = 0; i < deep; i++) {
            nested[i] = '[';
            nested[2 * deep - 1 - i] = ']';
        }
        same_ahead(events(300, 200, nested), 0);
    }
    for (size_t i = 0; i < ARRAY_COUNT(odd_event); i++) {
        static const size_t at[] = { 0, 1, 127, 128, 129, 299 };
        for (size_t k = 0; k < ARRAY_COUNT(at); k++) {
            same_ahead(events(300, at[k], odd_event[i]), 0);
            same_ahead(events(300, at[k], odd_event[i]), ALL_ALLOWED);
        }
    }
}

/* More strays and names told twice than are said, and lines between. */
static void what_is_said_is_said_in_order(void **state)
{
    (void)state;
    struct buf text = buf_new(home, (size_t)1 << 24);
    buf_putf(&text, "[");
    for (int i = 0; i < 400; i++)
        buf_putf(&text, "%s{\"a\":%d,\"b\":\"\\q\",\"%s\":1}\n", i > 0 ? "," : "", i,
                 i % 3 == 0 ? "a" : "c");
    buf_putf(&text, "]");
    same_ahead(buf_str(&text), ALL_ALLOWED);
    same_ahead(buf_str(&text), JSON_TWICE);
    same_ahead(buf_str(&text), 0);
}

/* Cut at each byte of its last events, in a string, behind a backslash, in a number. */
static void cut_texts_are_refused_the_same(void **state)
{
    (void)state;
    struct str text = events(300, 0, NULL);
    for (size_t cut = 0; cut < 400; cut++)
        same_ahead(str_sub(text, 0, text.len - cut), cut % 2 ? ALL_ALLOWED : 0);
    for (size_t cut = 0; cut < 600; cut++)
        same_ahead(str_sub(text, 0, cut), cut % 2 ? ALL_ALLOWED : 0);
}

/* Elements that are longer than is read ahead, or end where that does: strings of what looks like
 * events, numbers, nested arrays; then more of them than reading ahead is begun anew. */
static void long_elements_are_read_the_same(void **state)
{
    (void)state;
    enum { PIECE = 1 << 17, MANY = 40 };
    for (int kind = 0; kind < 4; kind++) {
        for (int size = PIECE - 3; size <= PIECE + 3; size++) {
            struct buf text = buf_new(home, (size_t)1 << 24);
            buf_putf(&text, "[{\"a\":1},");
            if (kind == 0)
                for (buf_putf(&text, "\""); text.len < (size_t)size + 10;)
                    buf_putf(&text, "},{");
            for (int i = 0; kind == 1 && i < size - 2; i++)
                buf_put_char(&text, ' ');
            for (int i = 0; kind == 2 && i < size - 4; i++)
                buf_putf(&text, i == 0 ? "[" : i % 2 ? "7" : ",");
            buf_putf(&text, kind == 0 ? "\"" : kind == 2 ? "7]" : "12345");
            for (int i = 0; kind == 3 && i < size - 5; i++)
                buf_put_char(&text, '6');
            buf_putf(&text, ",{\"b\":2},{\"c\":3}]");
            same_ahead(buf_str(&text), 0);
            same_ahead(str_sub(buf_str(&text), 0, text.len - 20), 0);
        }
    }
    struct buf text = buf_new(home, (size_t)1 << 24);
    for (int i = 0; i < MANY; i++) {
        buf_putf(&text, "%s{\"a\":%d},\"", i > 0 ? "," : "[", i);
        for (int k = 0; k < PIECE / 2; k++)
            buf_putf(&text, "\\\"]");
        buf_putf(&text, "\"");
    }
    buf_putf(&text, "]");
    same_ahead(buf_str(&text), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(elements_are_met_one_by_one, tree_begin, tree_end),
        cmocka_unit_test_setup_teardown(a_walk_is_as_strict_as_a_tree, tree_begin, tree_end),
        CASE(a_walk_holds_one_element_at_a_time),
        CASE(read_ahead_is_read_the_same),
        CASE(what_is_said_is_said_in_order),
        CASE(cut_texts_are_refused_the_same),
        CASE(long_elements_are_read_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
