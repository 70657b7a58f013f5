/* test_seal_check.c - sealed bundles on their way in; digests are libcrypto's, by base/file.h. */
#include "dossier_fixture.h"

struct sealed {
    struct fixture fixture;
    struct entries files, seal;
};

static struct sealed sealed_new(void)
{
    struct sealed out = { .fixture = fixture_new() };
    struct entry *item = ARENA_MANY(out.fixture.home, 3, struct entry);
    item[0] = fixture_entry("a.txt", STR("a\n"));
    item[1] = fixture_entry("sub/b.txt", STR("b\n"));
    item[2] = fixture_entry("sub/c.txt", STR(""));
    out.files = (struct entries){ item, 3 };
    struct seal_request request = { .bundle = &out.files,
                                    .key = out.fixture.key,
                                    .signing_time = SIGNED_AT };
    assert_true(sign_seal(out.fixture.home, &request, &out.seal, out.fixture.diags));
    return out;
}

/* How it comes out: whether it holds, the first diagnostic and how many. */
static bool held(struct sealed *sealed, struct seal_check check, enum diag_id *first, size_t *count)
{
    struct diags *diags = diags_new(sealed->fixture.home);
    check.list = check.list.at ? check.list : sealed->seal.item[0].bytes;
    check.signature = check.signature.at ? check.signature : sealed->seal.item[1].bytes;
    bool good = sign_seal_check(sealed->fixture.home, &check, diags);
    const struct diag *diag = diags_first(diags);
    *first = diag ? diag->id : DIAG_COUNT;
    *count = diags_count(diags, LEVEL_NOTE);
    return good;
}

static void list_is_sha256sums(void **state)
{
    (void)state;
    struct sealed sealed = sealed_new();
    /* printf 'a\n' | sha256sum; printf 'b\n' | sha256sum; sha256sum </dev/null */
    assert_true(str_eq(
        sealed.seal.item[0].bytes,
        STR("87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7  a.txt\n"
            "0263829989b6fd954f72baaf2fc64bc2e2f01d692d4de72986ea808f6e99813f  sub/b.txt\n"
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  sub/c.txt\n")));
    fixture_free(&sealed.fixture);
}

static void whole(void **state)
{
    (void)state;
    struct sealed sealed = sealed_new();
    struct arena *home = sealed.fixture.home;
    enum diag_id id;
    size_t count = 0;
    struct seal_check check = { .files = &sealed.files, .whole = true };
    assert_true(held(&sealed, check, &id, &count) && count == 0);
    struct entries other = with(home, sealed.files, "sub/b.txt", STR("B\n"));
    check.files = &other;
    assert_true(!held(&sealed, check, &id, &count) && id == DIAG_SEAL_BROKEN && count == 1);
    other = without(home, sealed.files, "a.txt");
    assert_true(!held(&sealed, check, &id, &count) && id == DIAG_SEAL_BROKEN && count == 1);
    check.whole = false; /* a part of it is asked about */
    assert_true(held(&sealed, check, &id, &count) && count == 0);
    other = with(home, sealed.files, "more.txt", STR("x"));
    assert_true(held(&sealed, check, &id, &count) && id == DIAG_SEAL_BESIDE && count == 1);
    other = with(home, sealed.files, "seal.p7s", STR("x")); /* the seal itself is not listed */
    assert_true(held(&sealed, check, &id, &count) && count == 0);
    fixture_free(&sealed.fixture);
}

static void parts(void **state)
{
    (void)state;
    struct sealed sealed = sealed_new();
    enum diag_id id;
    size_t count = 0;
    struct entry b = fixture_entry("b.txt", STR("b\n"));
    struct entries inner = { &b, 1 };
    struct seal_check check = { .files = &inner, .above = STR("sub/") };
    assert_true(held(&sealed, check, &id, &count) && count == 0);
    b = fixture_entry("b.txt", STR("a\n"));
    assert_true(!held(&sealed, check, &id, &count) && id == DIAG_SEAL_BROKEN && count == 1);
    /* The sealed folder lies below what is read. */
    struct entry deep = fixture_entry("run/a.txt", STR("x\n"));
    struct entries outer = { &deep, 1 };
    check = (struct seal_check){ .files = &outer, .below = STR("run/") };
    assert_true(!held(&sealed, check, &id, &count) && id == DIAG_SEAL_BROKEN && count == 1);
    fixture_free(&sealed.fixture);
}

static void lists_and_signatures(void **state)
{
    static const char *const bad[] = {
        "",
        "x\n",
        "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7 a.txt\n",
        "87428FC522803D31065E7BCE3CF03FE475096631E5E07BBD7A0FDE60C4CF25C7  a.txt\n",
        "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7  a.txt\r\n",
    };
    (void)state;
    struct sealed sealed = sealed_new();
    enum diag_id id;
    size_t count = 0;
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++) {
        struct seal_check check = { .files = &sealed.files, .list = str_from(bad[i]) };
        assert_true(!held(&sealed, check, &id, &count) && id == DIAG_SEAL_BROKEN);
    }
    for (size_t i = 0; i < sealed.seal.item[1].bytes.len; i += 7) {
        struct str der = str_keep(sealed.fixture.home, sealed.seal.item[1].bytes);
        char *own = ARENA_MANY(sealed.fixture.home, der.len, char);
        memcpy(own, der.at, der.len);
        own[i] = (char)(own[i] ^ 1);
        struct seal_check check = { .files = &sealed.files, .signature = { own, der.len } };
        assert_true(!held(&sealed, check, &id, &count) && id == DIAG_SEAL_BROKEN);
    }
    fixture_free(&sealed.fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_is_sha256sums),
        cmocka_unit_test(whole),
        cmocka_unit_test(parts),
        cmocka_unit_test(lists_and_signatures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
