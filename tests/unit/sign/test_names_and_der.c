/* test_names_and_der.c - the small parts: member names, base64, strict DER. */
#include "base64.h"
#include "der.h"
#include "sign/sign.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void allowed(void **state)
{
    static const char *const good[] = { "a",
                                        "_",
                                        "9",
                                        "data/evidence/01-run/log.csv",
                                        "META-INF/x.xml",
                                        "CONSOLE",
                                        "com10",
                                        "com0.txt",
                                        "a.b.c",
                                        "a-b_c" };
    static const char *const bad[] = { "",        "/",          "a/",   "/a",     "a//b",
                                       ".",       "..",         "a/..", ".x",     "-x",
                                       "x.",      "a b",        "a\\b", "a:b",    "con",
                                       "Con.txt", "nul.tar.gz", "COM1", "lpt9.x", "data/aux/x",
                                       "a\n",     "\xc3\xa9",   "a~",   "a+b",    "a%41" };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(good); i++)
        if (!name_allowed(str_from(good[i])))
            fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++)
        if (name_allowed(str_from(bad[i])))
            fail_msg("allowed: %s", bad[i]);
}

static void made(void **state)
{
    static const struct {
        const char *from, *to;
    } cases[] = { { "log.csv", "log.csv" }, { "", "_" },
                  { "a b", "a_b" },         { "..", "__" },
                  { ".hidden", "_hidden" }, { "x.", "x_" },
                  { "CON", "_CON" },        { "nul.txt", "_nul.txt" },
                  { "a/b", "a_b" },         { "\xc3\xa4.txt", "__.txt" },
                  { "-rf", "_rf" } };
    (void)state;
    struct arena *home = arena_new(1 << 20);
    for (size_t i = 0; i < ARRAY_COUNT(cases); i++) {
        struct str got = name_make(home, str_from(cases[i].from));
        if (!str_eq(got, str_from(cases[i].to)) || !name_allowed(got))
            fail_msg("%s became %.*s", cases[i].from, STR_ARG(got));
    }
    /* Whatever comes in, what comes out is allowed. */
    char text[300];
    for (size_t len = 0; len < sizeof(text); len++) {
        for (size_t i = 0; i < len; i++)
            text[i] = (char)((i * 37 + len * 11) & 255);
        struct str got = name_make(home, (struct str){ text, len });
        assert_true(name_allowed(got));
        assert_true(got.len <= 128);
    }
    arena_free(home);
}

/* RFC 4648 section 10. */
static void base64(void **state)
{
    static const struct {
        const char *from, *to;
    } cases[] = { { "", "" },
                  { "f", "Zg==" },
                  { "fo", "Zm8=" },
                  { "foo", "Zm9v" },
                  { "foob", "Zm9vYg==" },
                  { "fooba", "Zm9vYmE=" },
                  { "foobar", "Zm9vYmFy" },
                  { "\xff\xfe\xfd", "//79" } };
    (void)state;
    struct arena *home = arena_new(1 << 20);
    for (size_t i = 0; i < ARRAY_COUNT(cases); i++)
        assert_true(str_eq(base64_text(home, str_from(cases[i].from)), str_from(cases[i].to)));
    arena_free(home);
}

#define DER(literal)                                                                               \
    {                                                                                              \
        literal, sizeof(literal) - 1                                                               \
    }

static void der(void **state)
{
    static const struct str good[] = {
        DER("\x05\x00"),
        DER("\x30\x00"),
        DER("\x30\x03\x02\x01\x80"),
        DER("\x02\x02\x00\x80"),
        DER("\x01\x01\xff"),
        DER("\x03\x02\x07\x80"),
        DER("\x06\x03\x2a\x03\x04"),
        DER("\xa0\x02\x05\x00"),
    };
    static const struct str bad[] = {
        DER(""),
        DER("\x30"),
        DER("\x30\x80\x00\x00"),             /* indefinite */
        DER("\x30\x81\x00"),                 /* length not minimal */
        DER("\x30\x82\x00\x02\x05\x00"),     /* length not minimal */
        DER("\x30\x01"),                     /* past the end */
        DER("\x30\x84\xff\xff\xff\xff"),     /* far past the end */
        DER("\x30\x85\x00\x00\x00\x00\x00"), /* length of five bytes */
        DER("\x05\x00\x05\x00"),             /* two values */
        DER("\x05\x01\x00"),                 /* NULL with content */
        DER("\x02\x02\x00\x01"),             /* leading zero */
        DER("\x02\x02\xff\x80"),             /* leading ones */
        DER("\x02\x00"),                     /* empty INTEGER */
        DER("\x01\x01\x01"),                 /* TRUE is ff */
        DER("\x03\x02\x07\x81"),             /* unused bits set */
        DER("\x03\x02\x08\x00"),             /* eight unused bits */
        DER("\x06\x02\x80\x01"),             /* OID arc with padding */
        DER("\x06\x01\x81"),                 /* OID arc unfinished */
        DER("\x24\x00"),                     /* OCTET STRING in pieces */
        DER("\x10\x00"),                     /* primitive SEQUENCE */
        DER("\x1f\x81\x00\x00"),             /* long tag */
        DER("\x30\x02\x30\x80"),             /* indefinite inside */
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(good); i++)
        if (!der_is_canonical(good[i]))
            fail_msg("refused good value %zu", i);
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++)
        if (der_is_canonical(bad[i]))
            fail_msg("took bad value %zu", i);
    /* Nesting is bounded. */
    char deep[200];
    for (size_t i = 0; i < sizeof(deep); i += 2) {
        deep[i] = 0x30;
        deep[i + 1] = (char)(sizeof(deep) - i - 2 < 128 ? sizeof(deep) - i - 2 : 0);
    }
    assert_false(der_is_canonical((struct str){ deep + 80, sizeof(deep) - 80 }));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allowed),
        cmocka_unit_test(made),
        cmocka_unit_test(base64),
        cmocka_unit_test(der),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
