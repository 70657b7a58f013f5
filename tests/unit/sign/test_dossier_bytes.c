/* test_dossier_bytes.c - a small signed dossier, cut at every byte and changed at every byte: it
 * must never hold. Cases 39 and 40 of the attack catalogue. */
#include "dossier_fixture.h"

#ifdef DOSSIER_SANITIZED
/* sanitizers are slow, and look for other faults; odd, so that all bits come */
enum { STRIDE = 23 };
#else
enum { STRIDE = 1 };
#endif

static bool holds(struct arena *home, struct str dossier, struct str trust)
{
    struct arena_mark mark = arena_mark(home);
    struct checks checks = verified(home, dossier, trust, CHECKED_AT);
    bool good = checks.overall == CHECK_HOLDS;
    arena_rewind(home, mark);
    return good;
}

static void cut_at_every_byte(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct str dossier = fixture_pack(&fixture, true, false);
    for (size_t len = 0; len < dossier.len; len += STRIDE) {
        struct arena_mark mark = arena_mark(fixture.home);
        struct str cut = str_keep(fixture.home, str_sub(dossier, 0, len));
        struct checks checks = verified(fixture.home, cut, fixture.trust, CHECKED_AT);
        assert_int_equal(checks.overall, CHECK_FAILS);
        assert_string_equal(checks.item[0].id, "container");
        arena_rewind(fixture.home, mark);
    }
    fixture_free(&fixture);
}

/* A deflated stream has a few bits that stand for nothing: they are told, and change nothing. */
static bool only_packed_anew(struct arena *home, struct str dossier, struct str trust)
{
    struct arena_mark mark = arena_mark(home);
    struct checks checks = verified(home, dossier, trust, CHECKED_AT);
    const struct check *packing = check_find(&checks, "packing");
    bool is_noted = packing && packing->state == CHECK_NOTE;
    arena_rewind(home, mark);
    return is_noted;
}

/* One bit of each byte, and each byte to its opposite, in a deflated dossier; every fifth in a
 * stored one. */
static void changed_at_every_byte(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    for (int store = 0; store < 2; store++) {
        struct str dossier = str_keep(fixture.home, fixture_pack(&fixture, true, store != 0));
        char *at = arena_take(fixture.home, dossier.len, 1);
        memcpy(at, dossier.at, dossier.len);
        struct str changed = { at, dossier.len };
        assert_true(holds(fixture.home, changed, fixture.trust));
        for (size_t i = 0; i < dossier.len; i += store ? 5 * STRIDE : STRIDE) {
            const unsigned char masks[] = { 0xff, (unsigned char)(1U << i % 8) };
            for (size_t j = 0; j < 2; j++) {
                unsigned char mask = masks[j];
                at[i] = (char)((unsigned char)at[i] ^ mask);
                if (holds(fixture.home, changed, fixture.trust) &&
                    !only_packed_anew(fixture.home, changed, fixture.trust))
                    fail_msg("holds with byte %zu changed by %02x", i, mask);
                at[i] = (char)((unsigned char)at[i] ^ mask);
            }
        }
    }
    fixture_free(&fixture);
}

/* The same inside members, with CRC and headers mended, so that the container does not notice. Bits
 * of the signature one by one, since most of its bytes are protected by our strictness alone. */
static void changed_inside_members(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct arena *home = fixture.home;
    for (size_t m = 0; m < fixture.member.count; m++) {
        struct entry entry = fixture.member.item[m];
        bool signature = str_eq(entry.name, STR(SIGNATURE_1));
        size_t stride = signature || entry.bytes.len < 400 ? STRIDE : 7 * STRIDE;
        const char *name = str_c(home, entry.name);
        for (size_t i = 0; i < entry.bytes.len; i += stride) {
            const unsigned bits[] = { 5, (unsigned)(i % 8) }; /* 5: the case of a letter */
            for (size_t j = 0; j < (signature ? 2U : 1U); j++) {
                struct arena_mark mark = arena_mark(home);
                char *at = arena_take(home, entry.bytes.len, 1);
                memcpy(at, entry.bytes.at, entry.bytes.len);
                at[i] = (char)((unsigned char)at[i] ^ 1U << bits[j]);
                struct entries other =
                    with(home, fixture.member, name, (struct str){ at, entry.bytes.len });
                if (!str_eq(entry.name, STR("mimetype")) &&
                    holds(home, contained(home, other), fixture.trust))
                    fail_msg("holds with bit %u of byte %zu of %s changed", bits[j], i, name);
                arena_rewind(home, mark);
            }
        }
    }
    fixture_free(&fixture);
}

/* Other deflated bytes that inflate to the same content: no digest of contents can notice, the list
 * in packed-sha256.txt does, and it is noted: packed anew is not forged. */
static void other_packing_of_the_same(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct arena *home = fixture.home;
    struct str dossier = fixture_pack(&fixture, true, false);
    struct entries member;
    assert_true(sign_open(home, STR("x"), dossier, &member, fixture.diags));
    assert_non_null(entries_find(&member, STR(LAYOUT_PACKED)));
    struct checks checks = verified(home, contained(home, member), fixture.trust, CHECKED_AT);
    expect("stored instead", &checks, CHECK_HOLDS, "packing", CHECK_NOTE, "");
    for (size_t i = 0; i < checks.count; i++)
        if (strcmp(checks.item[i].id, "packing") != 0)
            assert_int_equal(checks.item[i].state, CHECK_HOLDS);
    fixture_free(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(changed_at_every_byte),
        cmocka_unit_test(changed_inside_members),
        cmocka_unit_test(other_packing_of_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
