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

/* Reads each element that it can before the walk does. */
struct before {
    struct met met;
    struct json *apart;
    size_t taken, most;
};

static bool element_before(void *self, const struct json *json, size_t at, size_t *end)
{
    struct before *before = self;
    const struct json_item *element;
    size_t from = before->taken % 2 ? at / 2 : at; /* pieces of one and of several elements */
    before->apart = json_apart(home, json, from);
    if (!json_element(before->apart, at - from, before->most, 3, &element, end, diags_new(home)))
        return false;
    *end += from;
    met_note(&before->met, before->apart, element);
    before->taken++;
    return true;
}

static void met_after(void *self, const struct json *json, const struct json_item *element)
{
    met_note(&((struct before *)self)->met, json, element);
}

static void what_was_read_before_is_met_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t taken; /* objects, of at most 24 bytes and three levels */
        bool good;
    } rows[] = {
        { "{\"a\":1,\n\"events\": [{\"ev\\u0061\":1} , {\"b\":[2]},[],{},7]}", 3, true },
        { "[{\"a\":[{}]},{\"b\":[[[]]]}]", 1, true },
        { "[{\"a\":1},{\"b\":\"a text of some length\"},{\"c\":3}]", 2, true },
        { "[{\"a\":1},{\"b\":2,\"b\":3},{\"c\":3}]", 2, false },
        { "[{\"a\":1},{\"b\":\"\\q\"}]", 1, false },
        { "[{\"a\":1} {}]", 1, false },
        { "[{\"a\":1},]", 1, false },
        { "[{\"a\":1},{\"b\":", 1, false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct before before = { .most = 24 };
        const struct json_walk walk_before = { .name = STR_INIT("events"),
                                               .element = met_after,
                                               .self = &before,
                                               .ahead = element_before };
        struct json_cursor cursor = { .alone = true, .walk = &walk_before };
        struct json *json;
        struct met met;
        diags = diags_new(home);
        const struct json *alone = walk(rows[i].text, &met);
        struct diags *said = diags;
        diags = diags_new(home);
        assert_int_equal(
            json_read_next(tree, STR("f"), str_from(rows[i].text), &cursor, NULL, &json, diags),
            rows[i].good);
        assert_int_equal(alone != NULL, rows[i].good);
        assert_int_equal(before.taken, rows[i].taken);
        assert_int_equal(before.met.count, met.count);
        assert_memory_equal(before.met.offset, met.offset, sizeof met.offset);
        for (size_t k = 0; k < met.count; k++)
            assert_true(str_eq(before.met.first[k], met.first[k]));
        const struct diag *one = diags_first(said), *other = diags_first(diags);
        for (; one && other; one = one->next, other = other->next) {
            assert_int_equal(one->id, other->id);
            assert_int_equal(one->place.offset, other->place.offset);
            assert_true(str_eq(one->place.path, other->place.path));
        }
        assert_true(!one && !other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(elements_are_met_one_by_one, tree_begin, tree_end),
        cmocka_unit_test_setup_teardown(a_walk_is_as_strict_as_a_tree, tree_begin, tree_end),
        CASE(a_walk_holds_one_element_at_a_time),
        cmocka_unit_test_setup_teardown(what_was_read_before_is_met_the_same, tree_begin, tree_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
