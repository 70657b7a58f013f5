#include "base/json.h"
#include "base_test.h"

static void layout(void **state)
{
    (void)state;
    struct buf buf = buf_new(home, 1000);
    struct json_out json;
    json_begin(&json, &buf);
    json_open(&json, STR("ignored"), '{');
    json_text(&json, STR("text"), STR("a\"\\/\b\f\n\r\t\x01\x7F \xC3\xA9\xFF"));
    json_number(&json, STR("number"), STR("12.3400"));
    json_integer(&json, STR("least"), INT64_MIN);
    json_bool(&json, STR("yes"), true);
    json_open(&json, STR("empty"), '[');
    json_close(&json);
    json_open(&json, STR("none"), '{');
    json_close(&json);
    json_open(&json, STR("list"), '[');
    json_bool(&json, STR("ignored"), false);
    json_open(&json, STR(""), '{');
    json_integer(&json, STR("a\nb"), 1);
    json_close(&json);
    json_close(&json);
    json_close(&json);
    assert_str(buf_str(&buf),
               "{\n"
               "  \"text\": \"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\x7F \xC3\xA9\xEF\xBF\xBD\",\n"
               "  \"number\": 12.3400,\n"
               "  \"least\": -9223372036854775808,\n"
               "  \"yes\": true,\n"
               "  \"empty\": [],\n"
               "  \"none\": {},\n"
               "  \"list\": [\n"
               "    false,\n"
               "    {\n"
               "      \"a\\nb\": 1\n"
               "    }\n"
               "  ]\n"
               "}\n");
}

static void every_character_is_read_back(void **state)
{
    (void)state;
    struct buf text = buf_new(home, 1000), buf = buf_new(home, 4000);
    for (int c = 1; c < 128; c++)
        buf_put_char(&text, (char)c);
    buf_put(&text, STR("\xE2\x80\xA8\xF4\x8F\xBF\xBF"));
    json_put_string(&buf, buf_str(&text));
    struct json *json;
    assert_true(json_read(home, STR("f"), buf_str(&buf), NULL, &json, diags));
    assert_true(str_eq(json_string(json_root(json)), buf_str(&text)));
}

/* cJSON's strings end at the first NUL; a value may hold one. */
static void nothing_is_cut_at_nul(void **state)
{
    (void)state;
    struct buf buf = buf_new(home, 1000);
    struct json_out json;
    json_begin(&json, &buf);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("v"), STR("a\0b\xFF\"\0"));
    json_text(&json, STR("n\0m"), STR("second"));
    json_text(&json, STR(""), (struct str){ 0 });
    json_close(&json);
    assert_str(buf_str(&buf), "{\n"
                              "  \"v\": \"a\\u0000b\xEF\xBF\xBD\\\"\\u0000\",\n"
                              "  \"n\xEF\xBF\xBDm\": \"second\",\n"
                              "  \"\": \"\"\n"
                              "}\n");
}

/* Digits beyond what a double holds, a value alone, 64 brackets within one another. */
static void values_stand_as_given(void **state)
{
    (void)state;
    struct buf buf = buf_new(home, 100000);
    struct json_out json;
    json_begin(&json, &buf);
    json_number(&json, STR(""), STR("9007199254740993.10"));
    json_begin(&json, &buf);
    json_null(&json, STR(""));
    assert_str(buf_str(&buf), "9007199254740993.10\nnull\n");
    buf = buf_new(home, 100000);
    json_begin(&json, &buf);
    for (size_t i = 0; i < ARRAY_COUNT(json.open); i++)
        json_open(&json, STR("deeper"), i % 2 ? '[' : '{');
    for (size_t i = 0; i < ARRAY_COUNT(json.open); i++) {
        assert_int_equal(buf.len, 0); /* nothing before the end */
        json_close(&json);
    }
    struct json *read;
    assert_true(json_read(home, STR("f"), buf_str(&buf), NULL, &read, diags));
}

static void so_far(struct json_out *json, unsigned *bits)
{
    if (*bits & 1)
        json_write_so_far(json);
    *bits >>= 1;
}

/* Lists within lists, empty ones first, last and alone; at each bit set what is whole is written.
 */
static struct str written(unsigned bits)
{
    struct buf *buf = arena_take(home, 1, sizeof *buf);
    struct json_out json;
    *buf = buf_new(home, 100000);
    json_begin(&json, buf);
    json_open(&json, STR(""), '{');
    so_far(&json, &bits);
    json_open(&json, STR("empty"), '[');
    so_far(&json, &bits);
    json_close(&json);
    so_far(&json, &bits);
    json_open(&json, STR("rows"), '[');
    so_far(&json, &bits);
    for (int i = 0; i < 3; i++) {
        json_open(&json, STR(""), '{');
        json_integer(&json, STR("n"), i);
        so_far(&json, &bits);
        json_open(&json, STR("in"), '[');
        so_far(&json, &bits);
        if (i != 1)
            json_text(&json, STR(""), STR("x"));
        json_close(&json);
        so_far(&json, &bits);
        json_close(&json);
        so_far(&json, &bits);
    }
    json_close(&json);
    so_far(&json, &bits);
    json_null(&json, STR("last"));
    so_far(&json, &bits);
    json_close(&json);
    return buf_str(buf);
}

static void what_is_whole_is_written_early(void **state)
{
    (void)state;
    const struct str whole = written(0);
    struct arena_mark mark = arena_mark(home);
    assert_true(str_find(whole, STR("\"in\": []")) != SIZE_MAX);
    for (unsigned bits = 1; bits < 1U << 18; bits += bits < 1U << 9 ? 1 : 37) {
        struct str early = written(bits);
        if (!str_eq(early, whole))
            fail_msg("%x: %.*s", bits, STR_ARG(early));
        arena_rewind(home, mark);
    }
    assert_str(written(~0U), whole.at);
    struct buf buf = buf_new(home, 1000);
    struct json_out json;
    json_begin(&json, &buf);
    json_open(&json, STR(""), '[');
    json_bool(&json, STR(""), true);
    json_write_so_far(&json);
    assert_str(buf_str(&buf), "[\n  true");
    json_close(&json);
}

int main(void)
{
    const struct CMUnitTest tests[] = { CASE(layout), CASE(every_character_is_read_back),
                                        CASE(nothing_is_cut_at_nul), CASE(values_stand_as_given),
                                        CASE(what_is_whole_is_written_early) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
