/* test_pdf_bytes.c - a signed copy of a small report: every byte changed, and cut at every offset;
 * never passed. */
#include "dossier_fixture.h"

static struct str small_report(struct arena *home)
{
    static const char *const object[] = {
        "<< /Pages 2 0 R /Type /Catalog >>",
        "<< /Count 1 /Kids [ 3 0 R ] /Type /Pages >>",
        "<< /Contents 4 0 R /MediaBox [ 0 0 9 9 ] /Parent 2 0 R /Type /Page >>",
        "<< /Length 8 >>\nstream\n0 0 m h\n\nendstream",
    };
    struct buf out = buf_new(home, 1 << 16);
    size_t at[ARRAY_COUNT(object)];
    buf_put(&out, STR("%PDF-1.7\n"));
    for (size_t i = 0; i < ARRAY_COUNT(object); i++) {
        at[i] = out.len;
        buf_putf(&out, "%zu 0 obj\n%s\nendobj\n", i + 1, object[i]);
    }
    size_t xref = out.len;
    buf_putf(&out, "xref\n0 %zu\n0000000000 65535 f \n", ARRAY_COUNT(object) + 1);
    for (size_t i = 0; i < ARRAY_COUNT(object); i++)
        buf_putf(&out, "%010zu 00000 n \n", at[i]);
    buf_putf(&out, "trailer << /Root 1 0 R /Size %zu /ID [<00><00>] >>\nstartxref\n%zu\n%%%%EOF\n",
             ARRAY_COUNT(object) + 1, xref);
    return buf_str(&out);
}

static enum check_state judged(struct fixture *fixture, struct str pdf)
{
    struct checks checks;
    struct verify_request request = { .trust = fixture->trust, .at = CHECKED_AT };
    struct arena_mark mark = arena_mark(fixture->home);
    sign_verify_pdf(fixture->home, pdf, NULL, &request, &checks);
    arena_rewind(fixture->home, mark);
    return checks.overall;
}

static struct str signed_copy(struct fixture *fixture)
{
    struct str pdf = { 0 };
    struct sign_request request = { .name = STR("report.pdf"),
                                    .dossier = small_report(fixture->home),
                                    .key = fixture->key,
                                    .signing_time = SIGNED_AT };
    assert_true(pdf_sign(fixture->home, &request, &pdf, fixture->diags));
    assert_int_equal(judged(fixture, pdf), CHECK_HOLDS);
    return pdf;
}

static bool in_padding(struct str pdf, size_t at)
{
    static const char zeros[65] =
        "0000000000000000000000000000000000000000000000000000000000000000";
    return at >= (size_t)64 && memcmp(pdf.at + at - (size_t)64, zeros, (size_t)64) == 0;
}

static void changed_bytes(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct str pdf = signed_copy(&fixture);
    char *own = ARENA_MANY(fixture.home, pdf.len, char);
    memcpy(own, pdf.at, pdf.len);
    for (size_t i = 0; i < pdf.len; i++) {
        if (i % 16 > 0 && in_padding(pdf, i))
            continue; /* 15,000 zeros: each sixteenth */
        unsigned bit = 1U << i % 8;
        own[i] = (char)(pdf.at[i] ^ (char)bit);
        if (judged(&fixture, (struct str){ own, pdf.len }) == CHECK_HOLDS)
            fail_msg("passes with bit %#x of byte %zu changed", bit, i);
        own[i] = pdf.at[i];
    }
    assert_int_equal(judged(&fixture, (struct str){ own, pdf.len }), CHECK_HOLDS);
    fixture_free(&fixture);
}

static void cut(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct str pdf = signed_copy(&fixture);
    for (size_t i = 0; i < pdf.len; i += in_padding(pdf, i) ? 16 : 1) {
        struct arena_mark mark = arena_mark(fixture.home);
        char *own = ARENA_MANY(fixture.home, i + 1, char); /* so that a sanitizer sees its end */
        memcpy(own, pdf.at, i);
        assert_int_equal(judged(&fixture, (struct str){ own, i }), CHECK_FAILS);
        arena_rewind(fixture.home, mark);
    }
    fixture_free(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changed_bytes),
        cmocka_unit_test(cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
