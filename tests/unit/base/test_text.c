#include "base_test.h"

static void order_is_by_unsigned_byte(void **state)
{
    (void)state;
    static const char *const sorted[] = { "",   "A",  "Z", "a",        "a-",
                                          "a/", "aa", "b", "\xC3\xA9", "\xFF" };
    for (size_t i = 0; i < ARRAY_COUNT(sorted); i++) {
        for (size_t j = 0; j < ARRAY_COUNT(sorted); j++) {
            int order = str_order(str_from(sorted[i]), str_from(sorted[j]));
            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
        }
    }
}

static void cutting(void **state)
{
    (void)state;
    static const struct {
        const char *text, *pieces;
    } table[] = {
        { "a,b", "[a][b]" }, { "a,", "[a][]" }, { ",", "[][]" }, { "", "[]" }, { "abc", "[abc]" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct buf pieces = buf_new(home, 100);
        struct str rest = str_from(table[i].text), head;
        while (str_cut(&rest, ',', &head))
            buf_putf(&pieces, "[%.*s]", STR_ARG(head));
        assert_str(buf_str(&pieces), table[i].pieces);
    }
    struct str none = { 0 }, head;
    assert_false(str_cut(&none, ',', &head));
}

static void words_stand_between_blanks(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } table[] = {
        { "a b", "[a][b]" },
        { "  a   b  ", "[a][b]" },
        { "", "" },
        { " \t\r\v\f ", "" },
        { "a\tb\rc", "[a][b][c]" },
        { "a\nb", "[a\nb]" },
        { "GPU 0\t\t61.5", "[GPU][0][61.5]" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct buf words = buf_new(home, 100);
        struct str rest = str_from(table[i].text), word;
        while (str_word(&rest, &word))
            buf_putf(&words, "[%.*s]", STR_ARG(word));
        assert_int_equal(word.len, 0);
        assert_str(buf_str(&words), table[i].words);
    }
    struct str rest = STR("a b"), word;
    assert_true(str_word(&rest, &word));
    assert_str(rest, " b");
}

static void searching(void **state)
{
    (void)state;
    struct str s = STR("tok/s, req/s");
    assert_int_equal(str_find(s, STR("req")), 7);
    assert_int_equal(str_find(s, STR("/s")), 3);
    assert_int_equal(str_find(s, STR("")), 0);
    assert_true(str_find(s, STR("ms")) == SIZE_MAX);
    assert_true(str_find((struct str){ 0 }, STR("a")) == SIZE_MAX);
    assert_true(str_starts(s, STR("tok")) && !str_starts(s, STR("req")) && str_starts(s, STR("")));
    assert_true(str_ends(s, STR("/s")) && !str_ends(STR("s"), s));
    assert_true(str_eq(str_base_name(STR("a/b.c")), STR("b.c")) &&
                str_eq(str_base_name(STR("b.c")), STR("b.c")) &&
                str_base_name(STR("a/")).len == 0 && str_base_name((struct str){ 0 }).len == 0);
    assert_true(str_eq(str_folder(STR("a/b/c.d")), STR("a/b/")) &&
                str_eq(str_folder(STR("a/")), STR("a/")) && str_folder(STR("c.d")).len == 0 &&
                str_folder((struct str){ 0 }).len == 0);
    assert_true(str_below(STR("a/b"), STR("a")) && str_below(STR("a/"), STR("a")) &&
                !str_below(STR("ab"), STR("a")) && !str_below(STR("a"), STR("a")) &&
                !str_below(STR("b/a"), STR("a")));
    assert_str(str_sub(s, 4, 5), "s");
    assert_str(str_sub(s, 11, 99), "s");
    assert_str(str_sub(s, 99, 3), "");
    assert_str(str_trim(STR(" \t a b\r\n")), "a b");
    assert_str(str_trim(STR(" \n")), "");
    assert_true(str_eq(str_from(NULL), (struct str){ 0 }));
    assert_true(str_eq(STR("a\0b"), STR("a\0b")) && !str_eq(STR("a\0b"), STR("a\0c")));
}

static void copies_end_with_nul(void **state)
{
    (void)state;
    char origin[] = "abc";
    struct str kept = str_keep(home, (struct str){ origin, 2 });
    origin[0] = 'x';
    assert_str(kept, "ab");
    assert_int_equal(kept.at[2], 0);
    assert_string_equal(str_c(home, (struct str){ 0 }), "");
    assert_str(str_format(home, "%s-%d", "n", 7), "n-7");
}

static void buffer_grows_then_fails_sticky(void **state)
{
    (void)state;
    struct buf buf = buf_new(home, 1000);
    for (int i = 0; i < 100; i++) {
        buf_put(&buf, STR("0123456789"));
        (void)arena_take(home, 1, i % 3 ? 0 : 64); /* now and then something stands in the way */
    }
    assert_int_equal(buf.len, 1000);
    assert_false(buf.full);
    for (size_t i = 0; i < buf.len; i++)
        assert_int_equal(buf.at[i], '0' + (int)(i % 10));
    buf_put(&buf, STR(""));
    assert_false(buf.full);
    buf_put_char(&buf, 'x');
    assert_true(buf.full);
    buf.most = 2000;
    buf_put_char(&buf, 'x');
    assert_int_equal(buf.len, 1000);
}

static void printf_of_any_length(void **state)
{
    (void)state;
    char text[2000];
    memset(text, 'y', sizeof text);
    for (int len = 250; len < 262; len++) { /* around the size of the inner buffer */
        struct buf buf = buf_new(home, 10000);
        buf_putf(&buf, "%.*s|", len, text);
        assert_int_equal(buf.len, len + 1);
        assert_int_equal(buf.at[len], '|');
    }
    struct buf buf = buf_new(home, 1000);
    buf_putf(&buf, "%.*s", 1500, text);
    assert_true(buf.full && buf.len == 0);
}

static void utf8(void **state)
{
    (void)state;
    static const struct {
        struct str text;
        bool good;
    } table[] = {
        { { "", 0 }, true },
        { { "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", 10 }, true },
        { { "\xF4\x8F\xBF\xBF", 4 }, true },         /* U+10FFFF */
        { { "\xED\x9F\xBF\xEE\x80\x80", 6 }, true }, /* around the surrogates */
        { { "a\0b", 3 }, false },
        { { "\x80", 1 }, false },
        { { "\xC0\x80", 2 }, false },         /* overlong NUL */
        { { "\xC1\xBF", 2 }, false },         /* overlong */
        { { "\xE0\x9F\xBF", 3 }, false },     /* overlong */
        { { "\xF0\x8F\xBF\xBF", 4 }, false }, /* overlong */
        { { "\xED\xA0\x80", 3 }, false },     /* surrogate */
        { { "\xED\xBF\xBF", 3 }, false },
        { { "\xF4\x90\x80\x80", 4 }, false }, /* past U+10FFFF */
        { { "\xF5\x80\x80\x80", 4 }, false },
        { { "\xE2\x82", 2 }, false }, /* cut short */
        { { "\xC3", 1 }, false },
        { { "\xC3(", 2 }, false },
        { { "\xFF", 1 }, false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++)
        assert_int_equal(str_is_utf8(table[i].text), table[i].good);
}

static void visible(void **state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } table[] = {
        { "plain \xC3\xA9 \xE2\x82\xAC", "plain \xC3\xA9 \xE2\x82\xAC" },
        { "\x1B[2J", "‹U+001B›[2J" },
        { "a\nb\tc", "a‹U+000A›b‹U+0009›c" },
        { "\x7F\xC2\x85", "‹U+007F›‹U+0085›" },
        /* NOLINTNEXTLINE(misc-misleading-bidirectional): it is what must be made visible */
        { "\xE2\x80\xAE"
          "exe.txt",
          "‹U+202E›exe.txt" },
        { "\xE2\x81\xA6\xE2\x81\xA9\xE2\x80\x8E\xE2\x80\x8F\xD8\x9C",
          "‹U+2066›‹U+2069›‹U+200E›‹U+200F›‹U+061C›" },
        { "\xEF\xBB\xBF\xEF\xBF\xBE\xEF\xBF\xBF", "‹U+FEFF›‹U+FFFE›‹U+FFFF›" },
        { "\xE2\x80\xA8", "‹U+2028›" },
        { "H\xC2\xAD"
          "100\xE2\x80\x8B\xE2\x80\x8D\xE2\x81\xA0\xE3\x85\xA4",
          "H‹U+00AD›100‹U+200B›‹U+200D›‹U+2060›‹U+3164›" },
        { "\xF3\xA0\x81\x81", "‹U+E0041›" },
        { "x\xFF\xC3", "x‹0xFF›‹0xC3›" },
        { "\xED\xA0\x80", "‹0xED›‹0xA0›‹0x80›" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct buf buf = buf_new(home, 1000);
        buf_put_visible(&buf, str_from(table[i].text));
        assert_str(buf_str(&buf), table[i].shown);
    }
    struct buf buf = buf_new(home, 1000);
    buf_put_visible(&buf, STR("a\0"));
    assert_str(buf_str(&buf), "a‹U+0000›");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(order_is_by_unsigned_byte),
        CASE(cutting),
        CASE(words_stand_between_blanks),
        CASE(searching),
        CASE(copies_end_with_nul),
        CASE(buffer_grows_then_fails_sticky),
        CASE(printf_of_any_length),
        CASE(utf8),
        CASE(visible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
