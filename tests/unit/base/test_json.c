#include "base/json.h"
#include "base_test.h"

static bool read_str(struct str text, struct json **json)
{
    return json_read(home, STR("f.json"), text, NULL, json, diags);
}

static struct json *must_read(const char *text)
{
    struct json *json = NULL;
    assert_true(read_str(str_from(text), &json));
    assert_int_equal(diags_count(diags, LEVEL_NOTE), 0);
    return json;
}

static void hostile_texts_are_refused_with_one_diagnostic(void **state)
{
    (void)state;
    static const struct {
        struct str text;
        enum diag_id id;
        uint64_t offset;
        const char *path;
    } table[] = {
        { { "", 0 }, DIAG_JSON_BAD, 0, "" },
        { { " \n", 2 }, DIAG_JSON_BAD, 2, "" },
        { STR_INIT("{\"a\":1} x"), DIAG_JSON_TRAILING, 8, "" },
        { STR_INIT("1 2"), DIAG_JSON_TRAILING, 2, "" },
        { STR_INIT("[1]\0"), DIAG_JSON_TRAILING, 3, "" },
        { STR_INIT("\xEF\xBB\xBF{}"), DIAG_JSON_UTF8, 0, "" },
        { STR_INIT("{\"a\":1e999}"), DIAG_JSON_NUMBER, 5, "/a" },
        { STR_INIT("[0,-1e999]"), DIAG_JSON_NUMBER, 3, "/1" },
        { STR_INIT("NaN"), DIAG_JSON_NUMBER, 0, "" },
        { STR_INIT("[-Infinity]"), DIAG_JSON_NUMBER, 1, "/0" },
        { STR_INIT("[Infinity]"), DIAG_JSON_NUMBER, 1, "/0" },
        { STR_INIT("01"), DIAG_JSON_BAD, 0, "" },
        { STR_INIT("-01"), DIAG_JSON_BAD, 0, "" },
        { STR_INIT("[1.]"), DIAG_JSON_BAD, 3, "/0" },
        { STR_INIT(".5"), DIAG_JSON_BAD, 0, "" },
        { STR_INIT("+1"), DIAG_JSON_BAD, 0, "" },
        { STR_INIT("-"), DIAG_JSON_BAD, 1, "" },
        { STR_INIT("1e"), DIAG_JSON_BAD, 2, "" },
        { STR_INIT("1e+"), DIAG_JSON_BAD, 3, "" },
        { STR_INIT("0x10"), DIAG_JSON_TRAILING, 1, "" },
        { STR_INIT("[1,]"), DIAG_JSON_COMMA, 2, "" },
        { STR_INIT("[1 , }"), DIAG_JSON_BAD, 5, "/1" },
        { STR_INIT("[,1]"), DIAG_JSON_BAD, 1, "/0" },
        { STR_INIT("[1 2]"), DIAG_JSON_BAD, 3, "" },
        { STR_INIT("{\"a\":1 ,\n}"), DIAG_JSON_COMMA, 7, "" },
        { STR_INIT("{,}"), DIAG_JSON_BAD, 1, "" },
        { STR_INIT("{a:1}"), DIAG_JSON_BAD, 1, "" },
        { STR_INIT("{\"a\" 1}"), DIAG_JSON_BAD, 5, "" },
        { STR_INIT("{\"a\":}"), DIAG_JSON_BAD, 5, "/a" },
        { STR_INIT("{'a':1}"), DIAG_JSON_BAD, 1, "" },
        { STR_INIT("{\"a\":{\"b\":[1,2,tru]}}"), DIAG_JSON_BAD, 15, "/a/b/2" },
        { STR_INIT("[1}"), DIAG_JSON_BAD, 2, "" },
        { STR_INIT("["), DIAG_JSON_BAD, 1, "/0" },
        { STR_INIT("{"), DIAG_JSON_BAD, 1, "" },
        { STR_INIT("[1"), DIAG_JSON_BAD, 2, "" },
        { STR_INIT("\"abc"), DIAG_JSON_BAD, 4, "" },
        { STR_INIT("\"abc\\"), DIAG_JSON_BAD, 5, "" },
        { STR_INIT("\"a\\u12"), DIAG_JSON_BAD, 6, "" },
        { STR_INIT("\"a\tb\""), DIAG_JSON_BAD, 2, "" },
        { STR_INIT("\"a\0b\""), DIAG_JSON_BAD, 2, "" },
        { STR_INIT("\"a\nb\""), DIAG_JSON_BAD, 2, "" },
        { STR_INIT("\"\\x\""), DIAG_JSON_BAD, 2, "" },
        { STR_INIT("\"\\u00g0\""), DIAG_JSON_BAD, 5, "" },
        { STR_INIT("{\"k\":\"a\\u0000b\"}"), DIAG_JSON_BAD, 7, "/k" },
        { STR_INIT("{\"a\\u0000\":1}"), DIAG_JSON_BAD, 3, "" },
        { STR_INIT("\"\\ud800\""), DIAG_JSON_BAD, 1, "" },
        { STR_INIT("\"\\ud800x\""), DIAG_JSON_BAD, 1, "" },
        { STR_INIT("\"\\ud800\\u0041\""), DIAG_JSON_BAD, 1, "" },
        { STR_INIT("\"\\udc00\""), DIAG_JSON_BAD, 1, "" },
        { STR_INIT("\"\xFF\""), DIAG_JSON_UTF8, 1, "" },
        { STR_INIT("\"\xC3(\""), DIAG_JSON_UTF8, 1, "" },
        { STR_INIT("\"\xED\xA0\x80\""), DIAG_JSON_UTF8, 1, "" },
        { STR_INIT("\"\xC0\x80\""), DIAG_JSON_UTF8, 1, "" },
        { STR_INIT("[\xFF]"), DIAG_JSON_UTF8, 1, "/0" },
        { STR_INIT("[\xC2\xA0"
                   "1]"),
          DIAG_JSON_BAD, 1, "/0" }, /* no-break space is no blank here */
        { STR_INIT("True"), DIAG_JSON_BAD, 0, "" },
        { STR_INIT("nul"), DIAG_JSON_BAD, 0, "" },
        { STR_INIT("// c\n1"), DIAG_JSON_BAD, 0, "" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct json *json;
        diags = diags_new(home);
        /* An exact copy on its own, so that a sanitizer sees a read past the end. */
        struct str text = { NULL, table[i].text.len };
        char *exact = ARENA_MANY(home, text.len, char);
        memcpy(exact, table[i].text.at, text.len);
        text.at = exact;
        bool read = read_str(text, &json);
        const struct diag *diag = diags_first(diags);
        if (read || !diag || diag->next || diag->id != table[i].id ||
            diag->place.offset != table[i].offset ||
            !str_eq(diag->place.path, str_from(table[i].path))) {
            struct buf buf = buf_new(home, 10000);
            diags_put_json(diags, &buf);
            fail_msg("row %zu: %.*s: %.*s", i, STR_ARG(table[i].text), STR_ARG(buf_str(&buf)));
        }
    }
}

/* A string is stepped over by eight bytes at a time: none of them may hide what ends or breaks it.
 */
static void every_byte_counts_at_every_place_of_a_string(void **state)
{
    (void)state;
    enum { LENGTH = 20 };
    for (unsigned byte = 0; byte < 256; byte++) {
        for (size_t at = 1; at <= LENGTH; at++) {
            char text[LENGTH + 2];
            struct arena *own = arena_new(1 << 16);
            struct json *json = NULL;
            memset(text, 'x', sizeof text);
            text[0] = text[LENGTH + 1] = '"';
            text[at] = (char)byte;
            bool good = json_read(own, STR("f.json"), (struct str){ text, sizeof text }, NULL,
                                  &json, diags_new(own));
            /* a quote ends it early, a backslash escapes x or, at the end, the quote */
            bool plain = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
            assert_int_equal(good, plain);
            if (good)
                assert_int_equal(json_string(json_root(json)).len, LENGTH);
            arena_free(own);
        }
    }
}

static void every_prefix_of_a_text_is_refused(void **state)
{
    (void)state;
    struct str whole = STR("{\"a\\u00e9\":[1.5e+3,\"\\ud83d\\ude00\",true,null,{}],\"b\":[]}");
    struct json *json;
    assert_true(read_str(whole, &json));
    for (size_t len = 0; len < whole.len; len++) {
        char *exact = ARENA_MANY(home, len, char);
        memcpy(exact, whole.at, len);
        diags = diags_new(home);
        assert_false(read_str((struct str){ exact, len }, &json));
        assert_int_equal(diags_count(diags, LEVEL_INPUT), 1);
    }
}

static void equal_names_are_all_reported(void **state)
{
    (void)state;
    struct json *json;
    assert_false(
        read_str(STR("{\"a\":1,\"b\":{\"c\":1,\"\\u0063\":2},\n \"a\":2,\"a\":3}"), &json));
    assert_str(diag_names(), "json-duplicate-key json-duplicate-key json-duplicate-key");
    const struct diag *diag = diags_first(diags);
    assert_str(diag->place.path, "/b/c");
    assert_str(diag->next->place.path, "/a");
    assert_int_equal(diag->next->place.line, 2);
    assert_int_equal(diag->next->place.column, 6);
    /* `a` and `A` are two names. */
    diags = diags_new(home);
    assert_true(read_str(STR("{\"a\":1,\"A\":2}"), &json));
}

static void equal_names_among_many(void **state)
{
    (void)state;
    enum { NAMES = 50000 };
    struct buf buf = buf_new(home, 1 << 24);
    buf_put_char(&buf, '{');
    for (int i = 0; i < NAMES; i++)
        buf_putf(&buf, "\"name-%d\":%d,", i, i);
    struct buf good = buf_new(home, 1 << 24);
    buf_put(&good, buf_str(&buf));
    buf_put(&good, STR("\"last\":0}"));
    struct json *json;
    assert_true(read_str(buf_str(&good), &json));
    assert_int_equal(json_count(json_root(json)), NAMES + 1);
    for (int i = 0; i < 30; i++)
        buf_putf(&buf, "\"name-%d\":0,", i * 1000);
    buf_put(&buf, STR("\"last\":0}"));
    assert_false(read_str(buf_str(&buf), &json));
    assert_int_equal(diags_count(diags, LEVEL_INPUT), 20);
    assert_str(diags_first(diags)->place.path, "/name-0");
}

static void values_keep_their_text(void **state)
{
    (void)state;
    struct json *json = must_read(
        "{ \"a\" : 12.3400, \"big\":9007199254740993, \"s\":\"x\\n\\u00e9\\ud83d\\ude00\\/\", "
        "\"t\":true, \"n\":null, \"\":[], \"neg\":-0, \"e\":1E2 }");
    static const struct {
        const char *pointer, *literal, *scalar;
        enum json_type type;
    } table[] = {
        { "/a", "12.3400", "12.3400", JSON_NUMBER },
        { "/big", "9007199254740993", "9007199254740993", JSON_NUMBER },
        { "/s", "\"x\\n\\u00e9\\ud83d\\ude00\\/\"", "x\n\xC3\xA9\xF0\x9F\x98\x80/", JSON_STRING },
        { "/t", "true", "true", JSON_TRUE },
        { "/n", "null", "null", JSON_NULL },
        { "/", "[]", "[]", JSON_ARRAY },
        { "/neg", "-0", "-0", JSON_NUMBER },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        const struct json_item *item = json_find(json, str_from(table[i].pointer));
        assert_non_null(item);
        assert_str(json_literal(json, item), table[i].literal);
        assert_str(json_scalar(json, item), table[i].scalar);
        assert_int_equal(json_type(item), table[i].type);
    }
    double real;
    int64_t whole;
    assert_true(json_real(json, json_find(json, STR("/a")), &real) && real >= 12.34 &&
                real <= 12.34);
    assert_false(json_int(json, json_find(json, STR("/a")), &whole));
    assert_true(json_int(json, json_find(json, STR("/big")), &whole) && whole == 9007199254740993);
    assert_false(json_int(json, json_find(json, STR("/e")), &whole));
    assert_false(json_real(json, json_find(json, STR("/t")), &real));
    assert_int_equal(json_string(json_find(json, STR("/a"))).len, 0);
}

static void pointers(void **state)
{
    (void)state;
    /* The example of RFC 6901, section 5. */
    struct json *json = must_read(
        "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,\"i\\\\j\":5,"
        "\"k\\\"l\":6,\" \":7,\"m~n\":8}");
    static const char *const found[][2] = {
        { "/foo/0", "bar" }, { "/foo/1", "baz" }, { "/", "0" },     { "/a~1b", "1" },
        { "/c%d", "2" },     { "/e^f", "3" },     { "/g|h", "4" },  { "/i\\j", "5" },
        { "/k\"l", "6" },    { "/ ", "7" },       { "/m~0n", "8" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(found); i++) {
        const struct json_item *item = json_find(json, str_from(found[i][0]));
        assert_non_null(item);
        assert_str(json_scalar(json, item), found[i][1]);
        assert_str(json_place(json, item).path, found[i][0]); /* and back */
    }
    assert_ptr_equal(json_find(json, STR("")), json_root(json));
    static const char *const absent[] = { "foo",      "/foo/2",  "/foo/-1",
                                          "/foo/01",  "/foo/-",  "/foo/",
                                          "/foo/0/0", "/a/b",    "/m~n",
                                          "/m~2n",    "/m~",     "/FOO",
                                          "/foo/0x0", "/foo/ 0", "/foo/18446744073709551616" };
    for (size_t i = 0; i < ARRAY_COUNT(absent); i++)
        assert_null(json_find(json, str_from(absent[i])));
}

static void walking(void **state)
{
    (void)state;
    struct json *json = must_read("{\"z\":1,\"a\":[10,20,30],\"m\":{}}");
    const struct json_item *root = json_root(json), *item = json_next(root, NULL);
    assert_str(json_name(item), "z");
    item = json_next(root, item);
    assert_str(json_name(item), "a");
    assert_ptr_equal(item, json_member(root, STR("a")));
    assert_int_equal(json_count(item), 3);
    const struct json_item *number = json_next(item, json_next(item, NULL));
    assert_str(json_literal(json, number), "20");
    assert_int_equal(json_name(number).len, 0);
    item = json_next(root, item);
    assert_null(json_next(item, NULL));
    assert_null(json_next(root, item));
    assert_null(json_member(number, STR("a")));
    assert_null(json_next(number, NULL));
    assert_int_equal(json_count(number), 0);
}

static void places_count_lines_and_characters(void **state)
{
    (void)state;
    struct json *json = must_read("{\n  \"\xC3\xA9\": [1,\r\n\t\"\xE2\x82\xAC\", 22]}");
    struct place place = json_place(json, json_find(json, STR("/\xC3\xA9/1")));
    assert_str(place.file, "f.json");
    assert_int_equal(place.line, 3);
    assert_int_equal(place.column, 2);
    assert_int_equal(place.offset, 16);
    place = json_place(json, json_find(json, STR("/\xC3\xA9/2")));
    assert_int_equal(place.column, 7); /* characters, not bytes */
    assert_int_equal(place.offset, 23);
    place = json_place(json, json_root(json));
    assert_int_equal(place.path.len, 0);
    assert_true(place.line == 1 && place.column == 1 && place.offset == 0);
}

static void places_far_into_a_file(void **state)
{
    (void)state;
    struct buf buf = buf_new(home, 1 << 22);
    buf_put(&buf, STR("[\n"));
    for (int i = 0; i < 30000; i++) {
        buf_putf(&buf, "%s\"\xC3\xA9%05d\"%s", i % 3 ? "" : "  ", i,
                 i == 29999   ? ""
                 : i % 3 == 2 ? ",\n"
                              : ", ");
    }
    buf_put(&buf, STR("]"));
    struct json *json;
    assert_true(read_str(buf_str(&buf), &json));
    for (int i = 0; i < 30000; i += 997) {
        struct str pointer = str_format(home, "/%d", i);
        struct place place = json_place(json, json_find(json, pointer));
        assert_int_equal(place.line, 2 + i / 3);
        assert_int_equal(place.column, 3 + i % 3 * 10);
        assert_int_equal(buf.at[place.offset], '"');
        assert_str(place.path, pointer.at);
    }
}

static void lines_of_json_lines(void **state)
{
    (void)state;
    struct json *json;
    struct str line = STR("{\"a\":[1,2]}");
    assert_true(json_read_line(home, STR("f.jsonl"), line, 7, 1000, NULL, &json, diags));
    struct place place = json_place(json, json_find(json, STR("/a/1")));
    assert_str(place.path, "line 7 /a/1");
    assert_true(place.line == 7 && place.column == 9 && place.offset == 1008);
    assert_str(json_place(json, json_root(json)).path, "line 7");
    assert_false(
        json_read_line(home, STR("f.jsonl"), STR("{\"a\":[1,2}"), 5000, 90, NULL, &json, diags));
    place = diags_first(diags)->place;
    assert_str(place.path, "line 5000 /a");
    assert_true(place.line == 5000 && place.offset == 99);
}

static struct str nested(size_t depth, const char *open, const char *close)
{
    struct buf buf = buf_new(home, 1 << 22);
    for (size_t i = 0; i < depth; i++)
        buf_put(&buf, str_from(open));
    buf_put(&buf, STR("1"));
    for (size_t i = 0; i < depth; i++)
        buf_put(&buf, str_from(close));
    return buf_str(&buf);
}

static void depth_is_limited(void **state)
{
    (void)state;
    struct json *json;
    assert_true(read_str(nested(64, "[", "]"), &json));
    assert_true(read_str(nested(64, "{\"a\":", "}"), &json));
    assert_false(read_str(nested(65, "[", "]"), &json));
    assert_str(diag_names(), "json-depth");
    assert_false(read_str(nested(100000, "{\"a\":", "}"), &json));
    struct limits limits = { .depth = 3 };
    assert_true(json_read(home, STR("f"), nested(3, "[", "]"), &limits, &json, diags));
    assert_false(json_read(home, STR("f"), nested(4, "[", "]"), &limits, &json, diags));
    limits.depth = 1000000; /* our own stack is the limit then */
    assert_false(json_read(home, STR("f"), nested(100000, "[", "]"), &limits, &json, diags));
}

static void long_numbers_are_refused(void **state)
{
    (void)state;
    char *digits = ARENA_MANY(home, 10000001, char);
    memset(digits, '1', 10000000);
    struct json *json;
    assert_false(read_str((struct str){ digits, 10000000 }, &json));
    assert_true(read_str((struct str){ digits, 300 }, &json));
    assert_false(read_str((struct str){ digits, 310 }, &json)); /* past the range of a double */
    assert_str(diag_names(), "json-number json-number");
}

static void a_million_numbers_fit(void **state)
{
    (void)state;
    enum { COUNT = 1000000 };
    struct buf buf = buf_new(home, 1 << 24);
    buf_put_char(&buf, '[');
    for (int i = 0; i < COUNT; i++)
        buf_putf(&buf, "%s%d", i ? "," : "", i);
    buf_put_char(&buf, ']');
    struct arena *arena = arena_new((size_t)COUNT * 80);
    struct json *json;
    assert_true(json_read(arena, STR("f"), buf_str(&buf), NULL, &json, diags));
    assert_true(arena_peak(arena) <= (size_t)COUNT * 65);
    int64_t sum = 0, value = 0;
    const struct json_item *item = NULL;
    while ((item = json_next(json_root(json), item))) {
        assert_true(json_int(json, item, &value));
        sum += value;
    }
    assert_true(sum == (int64_t)COUNT * (COUNT - 1) / 2);
    arena_free(arena);
}

static void files_too_large_are_refused(void **state)
{
    (void)state;
    struct json *json;
    assert_false(
        read_str((struct str){ "1", (size_t)UINT32_MAX }, &json)); /* before a byte is read */
    assert_str(diag_names(), "file-limit");
}

/* ---- several values, and what tools write outside the RFC ---- */

static void values_behind_one_another_know_their_lines(void **state)
{
    (void)state;
    struct str text = STR("\n{\"a\": 1}\r\n{\n \"a\": [2,\n3]\n} {\"\xC3\xA9\": 4}\n");
    struct json_cursor cursor = { 0 };
    struct json *json[3];
    for (size_t i = 0; i < 3; i++)
        assert_true(json_read_next(home, STR("f.jsonl"), text, &cursor, NULL, &json[i], diags));
    struct json *none;
    assert_false(json_read_next(home, STR("f.jsonl"), text, &cursor, NULL, &none, diags));
    assert_int_equal(diags_count(diags, LEVEL_NOTE), 0);
    assert_int_equal(cursor.count, 3);
    static const struct {
        struct str pointer;
        const char *path;
        uint32_t line, column;
        uint64_t offset;
    } expected[] = { /* worked out by hand */
                     { STR_INIT("/a"), "line 2 /a", 2, 7, 7 },
                     { STR_INIT("/a/1"), "line 3 /a/1", 5, 1, 23 },
                     { STR_INIT("/\xC3\xA9"), "line 6 /\xC3\xA9", 6, 9, 35 }
    };
    for (size_t i = 0; i < 3; i++) {
        struct place place = json_place(json[i], json_find(json[i], expected[i].pointer));
        assert_true(str_eq(place.path, str_from(expected[i].path)));
        assert_int_equal(place.line, expected[i].line);
        assert_int_equal(place.column, expected[i].column);
        assert_int_equal(place.offset, expected[i].offset);
    }
}

static void a_broken_value_costs_only_itself(void **state)
{
    (void)state;
    struct str text = STR("{\"a\": 1}\n{\"a\": 2, \"b\": tr\n{\"a\": 3}\n");
    struct json_cursor cursor = { 0 };
    struct json *json = NULL;
    assert_true(json_read_next(home, STR("f.jsonl"), text, &cursor, NULL, &json, diags));
    assert_false(json_read_next(home, STR("f.jsonl"), text, &cursor, NULL, &json, diags));
    assert_int_equal(diags_count(diags, LEVEL_INPUT), 1);
    assert_int_equal(diags_first(diags)->place.line, 2);
    assert_true(str_eq(diags_first(diags)->place.path, STR("line 2 /b")));
    assert_true(json_read_next(home, STR("f.jsonl"), text, &cursor, NULL, &json, diags));
    assert_true(str_eq(json_literal(json, json_find(json, STR("/a"))), STR("3")));
    assert_int_equal(json_place(json, json_root(json)).line, 3);
}

static void one_value_has_plain_pointers(void **state)
{
    (void)state;
    struct json_cursor cursor = { 0 };
    struct json *json = NULL;
    assert_true(json_read_next(home, STR("f"), STR("{\"a\":1}\n\n"), &cursor, NULL, &json, diags));
    assert_true(str_eq(json_place(json, json_find(json, STR("/a"))).path, STR("/a")));
    assert_int_equal(cursor.at, 9);
    struct json_cursor empty = { 0 };
    assert_false(json_read_next(home, STR("f"), STR(""), &empty, NULL, &json, diags));
    assert_int_equal(diags_count(diags, LEVEL_INPUT), 1); /* no value at all is an error */
}

static void words_of_python_are_numbers_where_allowed(void **state)
{
    (void)state;
    struct str text = STR("[NaN, -Infinity, Infinity, 1]");
    struct json_cursor cursor = { .allow = JSON_NONFINITE };
    struct json *json = NULL;
    double value;
    assert_true(json_read_next(home, STR("f"), text, &cursor, NULL, &json, diags));
    const struct json_item *second = json_find(json, STR("/1"));
    assert_int_equal(json_type(second), JSON_NUMBER);
    assert_true(str_eq(json_literal(json, second), STR("-Infinity")));
    assert_false(json_real(json, second, &value));
    assert_true(json_real(json, json_find(json, STR("/3")), &value));
    struct json_cursor strict = { 0 };
    assert_false(json_read_next(home, STR("f"), text, &strict, NULL, &json, diags));
    assert_int_equal(diags_first(diags)->id, DIAG_JSON_NUMBER);
    struct json_cursor cut = { .allow = JSON_NONFINITE };
    assert_false(json_read_next(home, STR("f"), STR("[Infinit]"), &cut, NULL, &json, diags));
}

static void a_name_said_twice_is_never_found_where_allowed(void **state)
{
    (void)state;
    struct json_cursor cursor = { .allow = JSON_TWICE };
    struct json *json = NULL;
    assert_true(json_read_next(home, STR("f"), STR("{\"a\":1,\"b\":2,\"a\":3,\"a\":4}"), &cursor,
                               NULL, &json, diags));
    assert_int_equal(diags_count(diags, LEVEL_WARNING), 2); /* at the second and the third */
    assert_int_equal(diags_count(diags, LEVEL_INPUT), 0);
    assert_int_equal(diags_first(diags)->place.offset, 17);
    assert_null(json_find(json, STR("/a")));
    assert_null(json_member(json_root(json), STR("a")));
    const struct json_item *only = json_next(json_root(json), NULL);
    assert_true(str_eq(json_name(only), STR("b")));
    assert_null(json_next(json_root(json), only));
    /* more members than are compared pairwise */
    struct buf many = buf_new(home, 4096);
    buf_put(&many, STR("{\"x\":0"));
    for (int i = 0; i < 40; i++)
        buf_putf(&many, ",\"n%d\":%d", i % 39, i);
    buf_put_char(&many, '}');
    struct json_cursor again = { .allow = JSON_TWICE };
    assert_true(json_read_next(home, STR("f"), buf_str(&many), &again, NULL, &json, diags));
    assert_null(json_find(json, STR("/n0")));
    assert_non_null(json_find(json, STR("/n38")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(values_behind_one_another_know_their_lines),
        CASE(a_broken_value_costs_only_itself),
        CASE(one_value_has_plain_pointers),
        CASE(words_of_python_are_numbers_where_allowed),
        CASE(a_name_said_twice_is_never_found_where_allowed),
        CASE(hostile_texts_are_refused_with_one_diagnostic),
        CASE(every_byte_counts_at_every_place_of_a_string),
        CASE(every_prefix_of_a_text_is_refused),
        CASE(equal_names_are_all_reported),
        CASE(equal_names_among_many),
        CASE(values_keep_their_text),
        CASE(pointers),
        CASE(walking),
        CASE(places_count_lines_and_characters),
        CASE(places_far_into_a_file),
        CASE(lines_of_json_lines),
        CASE(depth_is_limited),
        CASE(long_numbers_are_refused),
        CASE(a_million_numbers_fit),
        CASE(files_too_large_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
