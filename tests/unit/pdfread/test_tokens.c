/* test_tokens.c - words of content streams, good ones and those that end nowhere. */
#include "tokens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct token first(struct arena *home, const char *text)
{
    struct str rest = str_from(text);
    return token_next(home, &rest);
}

static void strings_are_decoded(void **state)
{
    static const struct {
        const char *text, *meant;
    } row[] = {
        { "(a)", "a" },         { "(a(b)c)", "a(b)c" },
        { "(a\\)b)", "a)b" },   { "(\\101\\7x)", "A\ax" },
        { "(\\1012)", "A2" },   { "(a\\\nb)", "ab" },
        { "(a\\\r\nb)", "ab" }, { "(\\n\\q)", "\nq" },
        { "<4142>", "AB" },     { "<41 4 2>", "AB" },
        { "<414>", "A@" },      { "()", "" },
    };
    (void)state;
    struct arena *home = arena_new(1 << 20);
    for (size_t i = 0; i < ARRAY_COUNT(row); i++) {
        struct token token = first(home, row[i].text);
        if (token.type != TOKEN_STRING || !str_eq(token.text, str_from(row[i].meant)))
            fail_msg("%s", row[i].text);
    }
    arena_free(home);
}

static void numbers_are_those_of_pdf(void **state)
{
    (void)state;
    struct arena *home = arena_new(1 << 20);
    assert_true(first(home, "12").number == 12);
    assert_true(first(home, "-.5").number == -0.5);
    assert_true(first(home, "+5.").number == 5);
    assert_true(first(home, "007").number == 7);
    assert_int_equal(first(home, "--5").type, TOKEN_WORD); /* and no operator is called that */
    assert_int_equal(first(home, "1e9x").type, TOKEN_BAD);
    arena_free(home);
}

static void what_ends_nowhere_is_bad(void **state)
{
    static const char *const bad[] = { "(a",  "(a\\",  "(a(b)", "<41",   "<4z>", ">",
                                       "% a", "/A#42", "{",     "1.2.3", ")" };
    (void)state;
    struct arena *home = arena_new(1 << 20);
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++)
        if (first(home, bad[i]).type != TOKEN_BAD)
            fail_msg("%s", bad[i]);
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_decoded),
        cmocka_unit_test(numbers_are_those_of_pdf),
        cmocka_unit_test(what_ends_nowhere_is_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
