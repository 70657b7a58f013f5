/* test_start_tags.c - limits on start tags, and what only looks like one. */
#include "base/markup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum verdict { FITS, TOO_MUCH, ILL_FORMED };

static enum verdict ask(struct str text, size_t *at)
{
    const char *why = NULL;
    return markup_tags_fit(text, at, &why) ? FITS : why ? TOO_MUCH : ILL_FORMED;
}

static void small_texts(void **state)
{
    static const struct {
        const char *text;
        enum verdict verdict;
        size_t at;
    } row[] = {
        { "", FITS, 0 },
        { "no tag", FITS, 0 },
        { "<a/>", FITS, 0 },
        { "<a b = 'c>d' e=\"f'g\"><h></h></a>", FITS, 0 },
        { "<!-- <a ' --><?x <a ' ?><![CDATA[<a ']]><b/>", FITS, 0 },
        { "</a ' xmlns='u'>", FITS, 0 },
        { "<a><b", ILL_FORMED, 3 },
        { "<", ILL_FORMED, 0 },
        { "<a 'b>", ILL_FORMED, 0 },
        { "<a b=c>", ILL_FORMED, 0 },
        { "<a b=\"<\">", ILL_FORMED, 0 },
        { "<a b=\"c>", ILL_FORMED, 0 },
        { "<a <b>", ILL_FORMED, 0 },
        { "<a b=", ILL_FORMED, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(row); i++) {
        size_t at = 0;
        enum verdict verdict = ask(str_from(row[i].text), &at);
        if (verdict != row[i].verdict || (verdict != FITS && at != row[i].at))
            fail_msg("%s: %d at %zu", row[i].text, (int)verdict, at);
    }
}

static struct str tag_of(struct arena *home, size_t count, const char *attribute)
{
    struct buf out = buf_new(home, 1 << 20);
    buf_put(&out, STR("<r><a"));
    for (size_t i = 0; i < count; i++)
        buf_putf(&out, "\n%s%zu='u'", attribute, i);
    buf_put(&out, STR("/></r>"));
    return buf_str(&out);
}

static void counts(void **state)
{
    (void)state;
    struct arena *home = arena_new(1 << 24);
    size_t at = 0;
    assert_int_equal(ask(tag_of(home, 16, "xmlns:n"), &at), FITS);
    assert_int_equal(ask(tag_of(home, 17, "xmlns:n"), &at), TOO_MUCH);
    assert_int_equal(at, 3);
    assert_int_equal(ask(tag_of(home, 1000, "x"), &at), FITS);
    assert_int_equal(ask(tag_of(home, 1001, "x"), &at), TOO_MUCH);
    arena_free(home);
}

/* The same text once a number, in `count` kinds. */
static struct str kinds_of(struct arena *home, size_t count, const char *form)
{
    struct buf out = buf_new(home, 1 << 20);
    buf_put(&out, STR("<r>"));
    for (size_t i = 0; i < count; i++) {
        struct str rest = str_from(form), part;
        for (bool more = false; str_cut(&rest, '#', &part); more = true) {
            if (more)
                buf_putf(&out, "%zu", i);
            buf_put(&out, part);
        }
    }
    buf_put(&out, STR("</r>"));
    return buf_str(&out);
}

static void different_names(void **state)
{
    static const char *const form[] = { "<e#/>", "<a b#='c'/>", "<a xmlns='u#'/>", "<?p# x?>",
                                        "<a p#:b = 'c'></a>" };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(form); i++) {
        struct arena *home = arena_new(1 << 24);
        size_t at = 0;
        assert_int_equal(ask(kinds_of(home, 4000, form[i]), &at), FITS);
        assert_int_equal(ask(kinds_of(home, 4200, form[i]), &at), TOO_MUCH);
        arena_free(home);
    }
    struct arena *home = arena_new(1 << 24);
    size_t at = 0;
    assert_int_equal(ask(kinds_of(home, 9000, "<e f='#'>#</e>"), &at), FITS);
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_texts),
        cmocka_unit_test(counts),
        cmocka_unit_test(different_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
