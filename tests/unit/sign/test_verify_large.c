/* test_verify_large.c - a dossier with members of many pieces, decoded on any number of threads and
 * through pages that are let go behind the reader. */
#include "dossier_fixture.h"
#include "zip.h"

#include <glib.h>

enum { MEMBERS = 6, SIZE = 700000 };

/* Deflates to about half, so to several pieces of 64 KiB. */
static struct str noise(struct arena *home, uint32_t random)
{
    char *text = arena_take(home, SIZE, 1);
    for (size_t i = 0; i < SIZE; i++) {
        random = random * 1664525 + 1013904223;
        text[i] = (char)('a' + (random >> 28) % 16);
    }
    return (struct str){ text, SIZE };
}

static struct str large_dossier(struct fixture *fixture)
{
    struct entry item[MEMBERS];
    for (uint32_t i = 0; i < MEMBERS; i++) {
        const char *name = str_c(
            fixture->home, str_format(fixture->home, "data/evidence/01-run/%u.log", (unsigned)i));
        item[i] = fixture_entry(name, noise(fixture->home, i + 1));
    }
    struct entries payload = { item, MEMBERS };
    struct pack_request request = { .payload = &payload,
                                    .date = STR("2026-11-27"),
                                    .key = fixture->key,
                                    .signing_time = SIGNED_AT };
    struct buf out = buf_new(fixture->home, 1 << 24);
    struct sink sink = buf_sink(&out);
    struct digest content;
    assert_true(sign_pack(fixture->home, &request, &sink, &content, fixture->diags));
    return buf_str(&out);
}

/* All that is said, one line a check. */
static struct str said(struct fixture *fixture, struct str dossier,
                       const struct verify_request *request, enum check_state overall)
{
    struct checks checks;
    struct buf text = buf_new(fixture->home, 1 << 16);
    assert_true(sign_verify(fixture->home, dossier, request, &checks, fixture->diags));
    for (size_t i = 0; i < checks.count; i++) {
        buf_putf(&text, "%s %d %.*s\n", checks.item[i].id, (int)checks.item[i].state,
                 STR_ARG(checks.item[i].detail));
    }
    assert_int_equal(checks.overall, overall);
    return buf_str(&text);
}

static const unsigned threads[] = { 1, 2, 8 };

static void any_number_of_threads(void **state)
{
    struct fixture *fixture = *state;
    struct str dossier = large_dossier(fixture), first = { 0 };
    for (size_t i = 0; i < ARRAY_COUNT(threads); i++) {
        struct verify_request request = { .trust = fixture->trust,
                                          .at = CHECKED_AT,
                                          .threads = threads[i] };
        struct str now = said(fixture, dossier, &request, CHECK_HOLDS);
        first = i ? first : now;
        assert_true(str_eq(first, now));
    }
    assert_true(str_find(first, STR("agrees with the deflated bytes")) != SIZE_MAX);
}

/* A byte in the middle of the data of member `number`, by its place in the container. */
static void spoil(struct fixture *fixture, char *copy, struct str dossier, unsigned number)
{
    struct zip zip;
    struct zip_fault fault;
    assert_true(zip_read(fixture->home, dossier, &zip, &fault));
    const struct zip_member *member =
        zip_find(&zip, str_format(fixture->home, "data/evidence/01-run/%u.log", number));
    assert_non_null(member);
    assert_true(member->method == ZIP_DEFLATED && member->packed.len > 4 * 65536);
    copy[member->packed.at - dossier.at + (ptrdiff_t)member->packed.len / 2] ^= 0x10;
}

/* Of two that are damaged the first is told, whichever thread comes upon which. */
static void the_first_that_is_damaged(void **state)
{
    struct fixture *fixture = *state;
    struct str dossier = large_dossier(fixture);
    char *copy = (char *)arena_take(fixture->home, dossier.len, 1);
    memcpy(copy, dossier.at, dossier.len);
    spoil(fixture, copy, dossier, 2);
    spoil(fixture, copy, dossier, 5);
    for (size_t i = 0; i < ARRAY_COUNT(threads); i++) {
        struct verify_request request = { .trust = fixture->trust,
                                          .at = CHECKED_AT,
                                          .threads = threads[i] };
        struct str now = said(fixture, (struct str){ copy, dossier.len }, &request, CHECK_FAILS);
        assert_true(str_find(now, STR("01-run/2.log: ")) != SIZE_MAX);
        assert_true(str_find(now, STR("01-run/5.log: ")) == SIZE_MAX);
    }
}

static GMutex lock;
static struct str watched;
static unsigned char *told; /* a mark for each byte */

static void mark(struct str bytes)
{
    g_mutex_lock(&lock);
    assert_true(bytes.at >= watched.at && bytes.at + bytes.len <= watched.at + watched.len);
    memset(told + (bytes.at - watched.at), 1, bytes.len);
    g_mutex_unlock(&lock);
}

/* All of the dossier, and nothing around it, may be let go. */
static void told_what_was_read(void **state)
{
    struct fixture *fixture = *state;
    watched = large_dossier(fixture);
    told = (unsigned char *)arena_take(fixture->home, watched.len, 1);
    for (size_t i = 0; i < ARRAY_COUNT(threads); i++) {
        struct verify_request request = {
            .trust = fixture->trust, .at = CHECKED_AT, .threads = threads[i], .passed = mark
        };
        memset(told, 0, watched.len);
        (void)said(fixture, watched, &request, CHECK_HOLDS);
        assert_null(memchr(told, 0, watched.len));
    }
}

static int set_up(void **state)
{
    static struct fixture fixture;
    fixture = fixture_new();
    *state = &fixture;
    return 0;
}

static int tear_down(void **state)
{
    fixture_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(the_first_that_is_damaged),
        cmocka_unit_test(told_what_was_read),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
