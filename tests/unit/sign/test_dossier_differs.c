/* test_dossier_differs.c - whole dossiers that are not as usual, and what packing refuses. */
#include "dossier_fixture.h"

static void second_signature(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct arena *home = fixture.home;
    struct entries covered = without(home, fixture.member, "mimetype");
    struct str manifest = manifest_text(home, 2, &covered, STR("data/report/report.html"));
    struct str der = { 0 };
    assert_true(key_sign(home, fixture.key, manifest, SIGNED_AT + DAY, &der, fixture.diags));
    struct entries both = with(home, fixture.member, "META-INF/ASiCManifest002.xml", manifest);
    both = with(home, both, "META-INF/signature002.p7s", der);
    struct checks checks = verified(home, contained(home, both), fixture.trust, CHECKED_AT);
    expect("two signatures", &checks, CHECK_HOLDS, "trust-002", CHECK_HOLDS, "");
    assert_true(str_find(checks.signers, STR("\n002: CN=Test Signer")) != SIZE_MAX);
    /* The first altered: the second notices as well. */
    struct entries broken = with(home, both, SIGNATURE_1, der);
    checks = verified(home, contained(home, broken), fixture.trust, CHECKED_AT);
    expect("first signature replaced", &checks, CHECK_FAILS, "references-002", CHECK_FAILS,
           "HASH_FAILURE");
    fixture_free(&fixture);
}

static void later_records_never_pass(void **state)
{
    static const char *const names[] = { "META-INF/evidencerecord001.ers" };
    static const struct {
        const char *name, *id;
    } judged[] = { { "signoff/002.json", "signoff-002" },
                   { "withheld/002.json", "withheld-002" },
                   { "META-INF/timestamp001.tst", "timestamps" },
                   { "META-INF/ASiCArchiveManifest.xml", "timestamps" } };
    (void)state;
    struct fixture fixture = fixture_new();
    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        struct entries more = with(fixture.home, fixture.member, names[i], STR("{}"));
        struct str dossier = signed_as_given(&fixture, more);
        struct checks checks = verified(fixture.home, dossier, fixture.trust, CHECKED_AT);
        expect(names[i], &checks, CHECK_UNDECIDED, "not-judged", CHECK_UNDECIDED, "");
    }
    /* A record that is judged must be one. */
    for (size_t i = 0; i < ARRAY_COUNT(judged); i++) {
        struct entries more = with(fixture.home, fixture.member, judged[i].name, STR("{}"));
        struct str dossier = signed_as_given(&fixture, more);
        struct checks checks = verified(fixture.home, dossier, fixture.trust, CHECKED_AT);
        expect(judged[i].name, &checks, CHECK_FAILS, judged[i].id, CHECK_FAILS, "FORMAT_FAILURE");
    }
    fixture_free(&fixture);
}

static void mixed_digests(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct arena *home = fixture.home;
    struct str manifest = bytes_of(fixture.member, MANIFEST_1);
    /* printf '{ "format": "dossier-case/1" }\n' | openssl dgst -sha512 -binary | base64 -w0 */
    const char *sha512 =
        "0qOhZuHQ6vk/+kIFw2NNZ4wKozGYv22tV7AERdEfmvj5PRr24zka2z23GWKO0LrP9tfFPPkPg/ectIbGO5/qVA==";
    const char *sha384 = "OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb";
    size_t at = str_find(manifest, STR("URI=\"data/case.json\""));
    struct str head = str_sub(manifest, 0, at);
    struct str tail = str_sub(manifest, at, manifest.len);
    size_t value = str_find(tail, STR("<ds:DigestValue>"));
    size_t close = str_find(tail, STR("</ds:DigestValue>"));
    manifest = str_format(home,
                          "%.*sURI=\"data/case.json\"><ds:DigestMethod "
                          "Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha512\"/>"
                          "<ds:DigestValue>%s%.*s",
                          STR_ARG(head), sha512, STR_ARG(str_sub(tail, close, tail.len)));
    assert_true(value < close);
    at = str_find(manifest, STR("URI=\"data/evidence/01-run/empty.txt\""));
    head = str_sub(manifest, 0, at);
    tail = str_sub(manifest, at, manifest.len);
    close = str_find(tail, STR("</ds:DigestValue>"));
    manifest = str_format(home,
                          "%.*sURI=\"data/evidence/01-run/empty.txt\"><ds:DigestMethod "
                          "Algorithm=\"http://www.w3.org/2001/04/xmldsig-more#sha384\"/>"
                          "<ds:DigestValue>%s%.*s",
                          STR_ARG(head), sha384, STR_ARG(str_sub(tail, close, tail.len)));
    struct str dossier = contained(home, resigned(&fixture, fixture.member, manifest));
    struct checks checks = verified(home, dossier, fixture.trust, CHECKED_AT);
    expect("50 mixed digests", &checks, CHECK_HOLDS, "references-001", CHECK_HOLDS, "");
    fixture_free(&fixture);
}

static void media_type_is_no_matter(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct str manifest = bytes_of(fixture.member, MANIFEST_1);
    manifest = replaced(fixture.home, manifest, "MimeType=\"text/csv\"", "MimeType=\"text/html\"");
    struct str dossier = contained(fixture.home, resigned(&fixture, fixture.member, manifest));
    struct checks checks = verified(fixture.home, dossier, fixture.trust, CHECKED_AT);
    expect("60 media type", &checks, CHECK_HOLDS, NULL, CHECK_HOLDS, NULL);
    fixture_free(&fixture);
}

/* Packed by another program: contents are what counts, and it is said. */
static void by_hand_holds(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct arena *home = fixture.home;
    struct raw *raw = ARENA_MANY(home, fixture.member.count, struct raw);
    size_t count = 0;
    raw[count++] = raw_mimetype();
    for (size_t i = fixture.member.count; i-- > 0;) {
        struct entry entry = fixture.member.item[i];
        if (!str_eq(entry.name, STR("mimetype"))) {
            raw[count++] = entry.bytes.len > 300 ? raw_deflated(home, entry.name, entry.bytes)
                                                 : raw_member(entry.name, entry.bytes);
        }
    }
    struct buf out = buf_new(home, 1 << 24);
    raw_put(&out, home, raw, count);
    struct checks checks = verified(home, buf_str(&out), fixture.trust, CHECKED_AT);
    expect("by hand", &checks, CHECK_HOLDS, "packing", CHECK_NOTE, "");
    fixture_free(&fixture);
}

static struct str bad_trust(void)
{
    return STR("-----BEGIN NOTHING-----\nAAAA\n-----END NOTHING-----\n");
}

static void trust_without_certificates(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct checks checks;
    struct verify_request request = { .trust = bad_trust(), .at = CHECKED_AT };
    assert_true(sign_verify(fixture.home, fixture.dossier, &request, &checks, fixture.diags));
    assert_int_equal(checks.overall, CHECK_UNDECIDED);
    assert_int_equal(diags_exit(fixture.diags), 3);
    fixture_free(&fixture);
}

/* ---- packing refuses ---- */

static bool packs(struct fixture *fixture, struct entries payload, const char *date,
                  const char *root, enum diag_id expected)
{
    struct pack_request request = { .payload = &payload,
                                    .root_file = str_from(root),
                                    .date = str_from(date),
                                    .key = fixture->key,
                                    .signing_time = SIGNED_AT };
    struct diags *diags = diags_new(fixture->home);
    struct buf out = buf_new(fixture->home, 1 << 24);
    struct sink sink = buf_sink(&out);
    struct digest content;
    bool good = sign_pack(fixture->home, &request, &sink, &content, diags);
    if (!good) {
        assert_non_null(diags_first(diags));
        assert_int_equal(diags_first(diags)->id, expected);
    }
    return good;
}

static void packing_refuses(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct arena *home = fixture.home;
    struct entries payload = fixture_payload(home);
    const char *root = "data/report/report.html";
    assert_true(packs(&fixture, payload, "2026-11-27", root, DIAG_COUNT));
    assert_true(packs(&fixture, payload, "2026-11-27", "", DIAG_COUNT));
    assert_false(packs(&fixture, payload, "27.11.2026", root, DIAG_DOSSIER_FORMAT));
    assert_false(packs(&fixture, payload, "2026-11-27", "data/none", DIAG_DOSSIER_FORMAT));
    assert_false(packs(&fixture, with(home, payload, "other/x", STR("x")), "2026-11-27", root,
                       DIAG_DOSSIER_FORMAT));
    assert_false(packs(&fixture, with(home, payload, "data/a b", STR("x")), "2026-11-27", root,
                       DIAG_DOSSIER_FORMAT));
    assert_false(packs(&fixture, with(home, payload, "data/CASE.json", STR("x")), "2026-11-27",
                       root, DIAG_DOSSIER_FORMAT));
    assert_false(packs(&fixture, with(home, payload, "data/case.json/x", STR("x")), "2026-11-27",
                       root, DIAG_DOSSIER_FORMAT));
    assert_false(packs(&fixture, with(home, payload, LAYOUT_INPUTS, STR("x")), "2026-11-27", root,
                       DIAG_DOSSIER_FORMAT));
    /* Bytes that are not those of the digest: the file changed since it was read. */
    struct entries changed = with(home, payload, "data/zz", STR("before"));
    struct entry *last = ARENA_MANY(home, changed.count, struct entry);
    memcpy(last, changed.item, changed.count * sizeof(*last));
    last[changed.count - 1].bytes = STR("behind");
    changed.item = last;
    assert_false(packs(&fixture, changed, "2026-11-27", root, DIAG_FILE_CHANGED));
    fixture_free(&fixture);
}

/* A sink that fails at the n-th call: packing must say no, each time. */
struct failing {
    size_t left;
};

static bool failing_put(void *self, struct str bytes)
{
    struct failing *failing = self;
    (void)bytes;
    return failing->left-- > 0;
}

static void packing_fails_with_its_sink(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct entries payload = fixture_payload(fixture.home);
    struct pack_request request = { .payload = &payload, .date = STR("2026-11-27") };
    bool good = false;
    size_t n = 0;
    for (; !good && n < 1000; n++) {
        struct failing failing = { n };
        struct sink sink = { failing_put, &failing };
        struct digest content;
        good = sign_pack(fixture.home, &request, &sink, &content, fixture.diags);
    }
    assert_true(good);
    assert_true(n > 20);
    fixture_free(&fixture);
}

/* The documentation carries every command of VERIFY.txt, letter for letter. */
static void documented(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct str page = { 0 };
    assert_true(file_read(fixture.home, TESTS_DIR "/../docs/archive.md", &limits_default, &page,
                          fixture.diags));
    struct str rest = bytes_of(fixture.member, "VERIFY.txt");
    struct str line;
    size_t commands = 0;
    while (str_cut(&rest, '\n', &line)) {
        if (str_starts(line, STR("    "))) {
            struct str whole = str_format(fixture.home, "\n%.*s\n", STR_ARG(line));
            if (str_find(page, whole) == SIZE_MAX)
                fail_msg("docs/archive.md lacks: %.*s", STR_ARG(line));
            commands++;
        }
    }
    assert_true(commands > 20);
    fixture_free(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(second_signature),
        cmocka_unit_test(later_records_never_pass),
        cmocka_unit_test(mixed_digests),
        cmocka_unit_test(media_type_is_no_matter),
        cmocka_unit_test(by_hand_holds),
        cmocka_unit_test(trust_without_certificates),
        cmocka_unit_test(documented),
        cmocka_unit_test(packing_refuses),
        cmocka_unit_test(packing_fails_with_its_sink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
