#include "base_test.h"

#include "base/json.h"

static void rows_are_ordered_and_named_once(void **state)
{
    (void)state;
    for (int id = 1; id < DIAG_COUNT; id++) {
        struct str before = str_from(diag_row((enum diag_id)(id - 1))->id);
        assert_true(str_order(before, str_from(diag_row((enum diag_id)id)->id)) != 0);
    }
    assert_string_equal(diag_row(DIAG_JSON_DUPLICATE)->id, "json-duplicate-key");
}

static void text_leads_to_the_place(void **state)
{
    (void)state;
    struct place place = {
        .file = STR("case.json"), .line = 14, .column = 22, .path = STR("/metric/unit")
    };
    diag_add(diags, DIAG_UNIT_UNKNOWN, place, STR("one of tok/s, req/s"), "\"%s\"", "tok/sec");
    diag_add(diags, DIAG_MACHINE_FAILED, (struct place){ 0 }, STR(""), "disk");
    diag_add(diags, DIAG_FILE_READ, (struct place){ .file = STR("a\x1B[2J\n"), .offset = 9 },
             STR(""), "\x07");
    struct buf buf = buf_new(home, 4096);
    diags_put_text(diags, &buf);
    assert_str(
        buf_str(&buf),
        "case.json:14:22: input: unit not known: \"tok/sec\" at /metric/unit; expected one of "
        "tok/s, req/s; see `dossier vocabulary`\n"
        "machine: the machine failed: disk; check memory and disk, then run again\n"
        "a‹U+001B›[2J‹U+000A›: input: cannot be read: ‹U+0007›; check the path and its "
        "permissions\n");
}

static void exit_status_follows_the_worst(void **state)
{
    (void)state;
    static const struct {
        enum diag_id id;
        int status;
    } table[] = {
        { DIAG_FORMAT_NONE, 0 }, { DIAG_VALUE_BAD, 0 }, { DIAG_JSON_BAD, 3 },
        { DIAG_FILE_WRITE, 4 },  { DIAG_JSON_BAD, 4 },
    };
    assert_int_equal(diags_exit(diags), 0);
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        diag_add(diags, table[i].id, (struct place){ 0 }, STR(""), "x");
        assert_int_equal(diags_exit(diags), table[i].status);
    }
    assert_int_equal(diags_count(diags, LEVEL_NOTE), 5);
    assert_int_equal(diags_count(diags, LEVEL_WARNING), 4);
    assert_int_equal(diags_count(diags, LEVEL_INPUT), 3);
    assert_int_equal(diags_count(diags, LEVEL_MACHINE), 1);
}

static void joining_outlives_the_origin_and_keeps_order(void **state)
{
    (void)state;
    struct arena *other = arena_new(1 << 24);
    struct diags *more = diags_new(other);
    diag_add(diags, DIAG_JSON_BAD, (struct place){ 0 }, STR(""), "first");
    for (int i = 0; i < 1500; i++)
        diag_add(more, DIAG_JSON_BAD, (struct place){ .file = STR("f") }, STR("e"), "%d", i);
    diags_join(diags, more);
    arena_free(other);
    assert_int_equal(diags_count(diags, LEVEL_INPUT), 1501);
    const struct diag *diag = diags_first(diags);
    size_t kept = 0;
    assert_str(diag->said, "first");
    assert_str(diag->next->said, "0");
    assert_str(diag->next->next->place.file, "f");
    for (; diag; diag = diag->next)
        kept++;
    assert_int_equal(kept, 1000);
    struct buf buf = buf_new(home, 1 << 20);
    diags_put_text(diags, &buf);
    assert_true(str_ends(buf_str(&buf), STR("\nand 501 more\n")));
}

static void json_is_read_back(void **state)
{
    (void)state;
    struct buf buf = buf_new(home, 4096);
    diags_put_json(diags, &buf);
    assert_str(buf_str(&buf), "[]\n");
    diag_add(diags, DIAG_JSON_BAD,
             (struct place){ .file = STR("a\"b"), .offset = 12, .line = 2, .column = 3 }, STR("x"),
             "\xFF\n");
    diag_add(diags, DIAG_REFUSED, (struct place){ .file = STR("b") }, STR("one; of two; name it"),
             "a");
    buf = buf_new(home, 4096);
    diags_put_json(diags, &buf);
    struct json *json;
    assert_true(json_read(home, STR("out"), buf_str(&buf), NULL, &json, diags));
    static const char *const table[][2] = {
        { "/0/id", "json-bad" },         { "/0/level", "input" }, { "/0/file", "a\"b" },
        { "/0/offset", "12" },           { "/0/line", "2" },      { "/0/column", "3" },
        { "/0/said", "\xEF\xBF\xBD\n" }, { "/0/expected", "x" },  { "/1/expected", "one; of two" },
        { "/1/mend", "name it" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++)
        assert_str(json_scalar(json, json_find(json, str_from(table[i][0]))), table[i][1]);
}

static void places(void **state)
{
    (void)state;
    const struct {
        struct place place;
        const char *text;
    } table[] = {
        { { .line = 3, .column = 9 }, "3:9" },
        { { .line = 3, .column = 9, .path = STR("/a/0") }, "/a/0" },
        { { .line = 3, .column = 9, .path = STR("line 3 /a") }, "line 3 /a" },
        { { .line = 4, .path = STR("row 4 column x") }, "row 4 column x" },
        { { .line = 3 }, "line 3" },
        { { .offset = 77 }, "byte 77" },
        { { .path = STR("/a\x1B") }, "/a‹U+001B›" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct buf buf = buf_new(home, 100);
        place_put(table[i].place, &buf);
        assert_str(buf_str(&buf), table[i].text);
    }
}

static void long_quotes_are_cut(void **state)
{
    (void)state;
    char *text = ARENA_MANY(home, 100001, char);
    memset(text, 'x', 100000);
    diag_add(diags, DIAG_JSON_BAD, (struct place){ 0 }, STR(""), "%s", text);
    assert_in_range(diags_first(diags)->said.len, 1000, 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(rows_are_ordered_and_named_once),
        CASE(text_leads_to_the_place),
        CASE(exit_status_follows_the_worst),
        CASE(joining_outlives_the_origin_and_keeps_order),
        CASE(json_is_read_back),
        CASE(places),
        CASE(long_quotes_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
