#include "base/json_patch.h"
#include "base_test.h"
#include <string.h>

static struct json *read(const char *text)
{
    struct json *json = NULL;
    assert_true(json_read(home, STR("x"), str_from(text), &limits_default, &json, diags_new(home)));
    return json;
}

/* Blanks outside of strings do not count; none of the texts here has one inside. */
static void patches(const char *from, const char *to, const char *expected, size_t count)
{
    struct buf out = buf_new(home, 1 << 16), tight = buf_new(home, 1 << 16);
    struct json_out json;
    json_begin(&json, &out);
    json_open(&json, STR(""), '[');
    assert_int_equal(json_patch_put(read(from), read(to), &json), count);
    json_close(&json);
    struct str text = buf_str(&out);
    for (size_t i = 0; i < text.len; i++)
        if (!strchr(" \n", text.at[i]))
            buf_put_char(&tight, text.at[i]);
    assert_str(buf_str(&tight), expected);
}

static void equal_values_need_no_patch(void **state)
{
    (void)state;
    patches("{\"a\":1,\"b\":[true,null]}", " { \"b\" : [ true , null ] , \"a\" : 1 } ", "[]", 0);
    patches("\"\\u0041\"", "\"A\"", "[]", 0);
    patches("[]", "[]", "[]", 0);
}

static void members_come_go_and_change(void **state)
{
    (void)state;
    patches("{\"a\":1,\"b\":2,\"c\":{\"d\":3}}", "{\"b\":2,\"c\":{\"d\":4},\"e\":{\"f\":[1]}}",
            "[{\"op\":\"remove\",\"path\":\"/a\"},"
            "{\"op\":\"replace\",\"path\":\"/c/d\",\"value\":4},"
            "{\"op\":\"add\",\"path\":\"/e\",\"value\":{\"f\":[1]}}]",
            3);
    patches("{\"a\":null}", "{\"a\":{}}", "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":{}}]", 1);
    patches("[1]", "{}", "[{\"op\":\"replace\",\"path\":\"\",\"value\":{}}]", 1);
}

static void names_are_escaped_as_pointers_ask(void **state)
{
    (void)state;
    patches("{\"a/b~c\":1,\"\":1}", "{\"a/b~c\":2,\"\":2}",
            "[{\"op\":\"replace\",\"path\":\"/a~1b~0c\",\"value\":2},"
            "{\"op\":\"replace\",\"path\":\"/\",\"value\":2}]",
            2);
}

/* What is taken out is taken from behind, so that no index before it moves. */
static void elements_come_go_and_change(void **state)
{
    (void)state;
    patches("[1,2,3,4]", "[1,4]",
            "[{\"op\":\"remove\",\"path\":\"/2\"},{\"op\":\"remove\",\"path\":\"/1\"}]", 2);
    patches("[1,4]", "[1,2,3,4]",
            "[{\"op\":\"add\",\"path\":\"/1\",\"value\":2},"
            "{\"op\":\"add\",\"path\":\"/2\",\"value\":3}]",
            2);
    patches("[{\"a\":1},7]", "[{\"a\":2},8,9]",
            "[{\"op\":\"replace\",\"path\":\"/0/a\",\"value\":2},"
            "{\"op\":\"replace\",\"path\":\"/1\",\"value\":8},"
            "{\"op\":\"add\",\"path\":\"/2\",\"value\":9}]",
            3);
    patches("[1,1]", "[1]", "[{\"op\":\"remove\",\"path\":\"/1\"}]", 1);
}

/* A digit more is another figure of evidence: nothing is rounded. */
static void numbers_stay_as_they_are_written(void **state)
{
    (void)state;
    patches("[12.3400,9007199254740993]", "[12.34,9007199254740992]",
            "[{\"op\":\"replace\",\"path\":\"/0\",\"value\":12.34},"
            "{\"op\":\"replace\",\"path\":\"/1\",\"value\":9007199254740992}]",
            2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(equal_values_need_no_patch),        CASE(members_come_go_and_change),
        CASE(names_are_escaped_as_pointers_ask), CASE(elements_come_go_and_change),
        CASE(numbers_stay_as_they_are_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
