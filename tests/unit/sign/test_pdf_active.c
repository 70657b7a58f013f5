/* test_pdf_active.c - what the objects of a packed report may not hold; names where the syntax has
 * names. */
#include "pdf_active.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* One object, its table and a trailer, with places counted here. */
static struct str file_of(struct arena *home, struct str object, const char *trailer, size_t *xref,
                          size_t *end)
{
    struct buf out = buf_new(home, 1 << 16);
    buf_put(&out, STR("%PDF-1.7\n"));
    size_t at = out.len;
    buf_put(&out, STR("1 0 obj\n"));
    buf_put(&out, object);
    buf_put(&out, STR("\nendobj\n"));
    *xref = out.len;
    buf_putf(&out, "xref\n0 2\n0000000000 65535 f \n%010zu 00000 n \n", at);
    *end = out.len;
    buf_putf(&out, "trailer << %s >>\nstartxref\n%zu\n%%%%EOF\n", trailer, *xref);
    return buf_str(&out);
}

static struct str active(struct arena *home, struct str object, const char *trailer)
{
    size_t xref = 0;
    size_t end = 0;
    struct str file = file_of(home, object, trailer, &xref, &end);
    return pdf_active(home, file, xref, end);
}

/* Objects of a report stand side by side; a table that names one of them a thousand times would
 * have it read a thousand times. */
static void reads_no_object_twice(void **state)
{
    enum { TIMES = 1000 };
    (void)state;
    struct arena *home = arena_new(1 << 24);
    struct buf out = buf_new(home, 1 << 20);
    buf_put(&out, STR("%PDF-1.7\n1 0 obj\n<< /A 1 >>\nendobj\n"));
    size_t xref = out.len;
    buf_putf(&out, "xref\n0 %d\n0000000000 65535 f \n", TIMES + 1);
    for (size_t i = 0; i < TIMES; i++)
        buf_put(&out, STR("0000000009 00000 n \n"));
    size_t end = out.len;
    buf_put(&out, STR("trailer << /Size 1001 >>\nstartxref\n0\n%%EOF\n"));
    assert_true(str_eq(pdf_active(home, buf_str(&out), xref, end),
                       STR("another place in the table, object 2")));
    arena_free(home);
}

static void finds_names(void **state)
{
    static const char *const found[] = {
        "<< /S /JavaScript >>",
        "<< /JS (x) >>",
        "<</AA<</O 1 0 R>>>>",
        "<< /OpenAction [1 0 R] >>",
        "<< /S/Launch >>",
        "<< /Type /EmbeddedFile /Length 0 >>\nstream\n\nendstream",
        "<< /Type /ObjStm /N 0 >>",
        "<< /X /J#53 >>",
        "<< /Linearized 1 >>",
        "<< /Title (a\\)) /JS 1 >>",
        "<< /Title (a(b)c) /JS 1 >>",
        "<< /ID <2f4a> /JS 1 >>",
        "<< % /Title\n/JS 1 >>",
        "<< /Title (x) >> % /JS",
        "<< %\r/JS 1 >>",
        "<< /A 1 endobj /B 2 >>",
        "<< /A stream /JS 1 >>",
        "<< /A [ 1 endobj ] /JS 1 >>",
        "<< /A 1 >> >> /B",
        "<< /A 1 > /B",
        /* What a reader finds that looks for objects by itself, and one by the table does not. */
        "null\nendobj\n2 0 obj\n<< /Next 1 >>",
        "<< /Length 3 >>\nstream\n...\nendstream\nendobj\n9 0 obj\n<< /Next 1 >>",
        "<< /Length 2 >>\nstream\n...\nendstream",
        "<< /Length 4 >>\nstream\n...\nendstream",
        "<< /Length 99999999 >>\nstream\n...\nendstream",
        "<< /Length 3 /Length 2 >>\nstream\n...\nendstream",
        "<< /Length 3 0 R >>\nstream\n...\nendstream",
        "<< /A << /Length 3 >> >>\nstream\n...\nendstream",
        "<< /Length 3 >>\nstream\r\n...\nendstream",
        "<< >>\nstream\n...\nendstream",
        "null endobj 3 0 obj null",
    };
    static const char *const none[] = {
        "<< /Title (/JS) >>",
        "<< /Title (a(/JS)b) >>",
        "<< /Title (\\(/JS) >>",
        "<< /ID <2f4a53> >>",
        "<< /JSX 1 >>",
        "<< /A [ << /B [ 1 2 ] >> ] >>",
        "<< /XJS 1 >>",
        "<< /A << /S /URI /URI (x) >> >>",
        "<< /Length 3 >>\nstream\n/JS\nendstream",
        "null",
    };
    (void)state;
    struct arena *home = arena_new(1 << 24);
    for (size_t i = 0; i < ARRAY_COUNT(found); i++)
        if (active(home, str_from(found[i]), "/Size 2").len == 0)
            fail_msg("not found: %s", found[i]);
    for (size_t i = 0; i < ARRAY_COUNT(none); i++) {
        struct str said = active(home, str_from(none[i]), "/Size 2");
        if (said.len > 0)
            fail_msg("%s: found %.*s", none[i], STR_ARG(said));
    }
    assert_true(str_eq(active(home, STR("null"), "/Size 2 /XRefStm 9"), STR("/XRefStm")));
    assert_true(str_eq(active(home, STR("<< /S /Launch >>"), ""), STR("/Launch, object 1")));
    arena_free(home);
}

static void wants_one_table(void **state)
{
    (void)state;
    struct arena *home = arena_new(1 << 24);
    size_t xref = 0;
    size_t end = 0;
    struct str file = file_of(home, STR("null"), "/Size 2", &xref, &end);
    assert_int_equal(pdf_active(home, file, xref, end).len, 0);
    assert_true(pdf_active(home, file, xref, end + 20).len >
                0); /* bytes between table and trailer */
    assert_true(pdf_active(home, file, xref, end - 1).len > 0);
    /* Another kind of entry. */
    char *own = ARENA_MANY(home, file.len, char);
    memcpy(own, file.at, file.len);
    own[end - 3] = 'x';
    assert_true(pdf_active(home, (struct str){ own, file.len }, xref, end).len > 0);
    /* An offset beyond the file is not followed. */
    memcpy(own, file.at, file.len);
    memset(own + end - 20, '9', 10);
    assert_true(pdf_active(home, (struct str){ own, file.len }, xref, end).len > 0);
    /* Never past the end, wherever it is cut. */
    for (size_t i = 0; i <= file.len; i++) {
        char *cut = ARENA_MANY(home, i + 1, char);
        memcpy(cut, file.at, i);
        (void)pdf_active(home, (struct str){ cut, i }, xref < i ? xref : i, end < i ? end : i);
    }
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_names),
        cmocka_unit_test(reads_no_object_twice),
        cmocka_unit_test(wants_one_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
