/* test_dossier.c - whole dossiers: what holds, and what a change by someone with or without the key
 * does.
 *
 * Numbers are those of the attack catalogue, part B. */
#include "dossier_fixture.h"

static void good_holds(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    static const bool stores[] = { false, true };
    for (size_t i = 0; i < ARRAY_COUNT(stores); i++) {
        struct str dossier = fixture_pack(&fixture, true, stores[i]);
        struct checks checks = verified(fixture.home, dossier, fixture.trust, CHECKED_AT);
        expect("good", &checks, CHECK_HOLDS, "packing", CHECK_HOLDS, "");
        assert_true(str_starts(checks.signers, STR("001: CN=Test Signer, certificate SHA-256 ")));
        assert_true(str_ends(checks.signers, STR("signing time (claimed) 2026-11-26T13:33:20Z\n")));
        struct entries open;
        assert_true(sign_open(fixture.home, STR("x"), dossier, &open, fixture.diags));
        assert_true(digest_eq(checks.content, digest_of(bytes_of(open, "manifest-sha256.txt"))));
        assert_true(digest_eq(checks.evidence, digest_of(bytes_of(open, LAYOUT_INPUTS))));
        checks = verified(fixture.home, dossier, (struct str){ 0 }, CHECKED_AT);
        expect("no anchor", &checks, CHECK_UNDECIDED, "trust-001", CHECK_UNDECIDED,
               "NO_CERTIFICATE_CHAIN_FOUND");
    }
    fixture_free(&fixture);
}

static void unsigned_is_undecided(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct str dossier = fixture_pack(&fixture, false, true);
    struct checks checks = verified(fixture.home, dossier, fixture.trust, CHECKED_AT);
    expect("unsigned", &checks, CHECK_UNDECIDED, "signature", CHECK_UNDECIDED, "");
    /* Stored and unsigned is a pure function of the payload. */
    assert_true(str_eq(dossier, fixture_pack(&fixture, false, true)));
    fixture_free(&fixture);
}

/* ---- without the key ---- */

struct attack {
    const char *name;
    struct str (*make)(struct fixture *);
    const char *check;      /* that must fail */
    const char *indication; /* of that check */
};

static struct str b41_added(struct fixture *fixture)
{
    return contained(fixture->home,
                     with(fixture->home, fixture->member, "data/evidence/evil.txt", STR("x")));
}

static struct str b41_added_and_listed(struct fixture *fixture)
{
    struct entries more = with(fixture->home, fixture->member, "data/evil.txt", STR("x"));
    return contained(fixture->home, rebagged(fixture->home, more));
}

static struct str b41_added_tag_file(struct fixture *fixture)
{
    return contained(fixture->home,
                     with(fixture->home, fixture->member, "VERIFY-002.txt", STR("trust me\n")));
}

static struct str b41_added_trust(struct fixture *fixture)
{
    return contained(fixture->home,
                     with(fixture->home, fixture->member, "trust/001/evil.pem", STR("x")));
}

static struct str b41_added_elsewhere(struct fixture *fixture)
{
    return contained(fixture->home, with(fixture->home, fixture->member, "evil.txt", STR("x")));
}

static struct str b41_added_to_meta(struct fixture *fixture)
{
    return contained(fixture->home,
                     with(fixture->home, fixture->member, "META-INF/manifest.xml", STR("<x/>")));
}

static struct str b42_removed(struct fixture *fixture)
{
    return contained(fixture->home, without(fixture->home, fixture->member, LOG_FILE));
}

static struct str b42_removed_and_unlisted(struct fixture *fixture)
{
    struct entries less = without(fixture->home, fixture->member, LOG_FILE);
    return contained(fixture->home, rebagged(fixture->home, less));
}

static struct str b42_removed_bagit(struct fixture *fixture)
{
    return contained(fixture->home, without(fixture->home, fixture->member, "bagit.txt"));
}

static struct str b43_swapped(struct fixture *fixture)
{
    struct str one = bytes_of(fixture->member, "data/case.json");
    struct str other = bytes_of(fixture->member, LOG_FILE);
    struct entries swapped = with(fixture->home, fixture->member, "data/case.json", other);
    return contained(fixture->home, with(fixture->home, swapped, LOG_FILE, one));
}

static struct str changed_with_all_lists(struct fixture *fixture)
{
    struct entries other = with(fixture->home, fixture->member, LOG_FILE, STR("0,tok/s,9999\n"));
    return contained(fixture->home, rebagged(fixture->home, other));
}

static struct str changed_manifest(struct fixture *fixture)
{
    struct entries other = with(fixture->home, fixture->member, LOG_FILE, STR("0,tok/s,9999\n"));
    other = rebagged(fixture->home, other);
    return contained(fixture->home,
                     with(fixture->home, other, MANIFEST_1, manifest_over(fixture->home, other)));
}

static struct str b49_no_manifest(struct fixture *fixture)
{
    return contained(fixture->home, without(fixture->home, fixture->member, MANIFEST_1));
}

static struct str b49_no_signature(struct fixture *fixture)
{
    return contained(fixture->home, without(fixture->home, fixture->member, SIGNATURE_1));
}

static struct str b49_gap(struct fixture *fixture)
{
    struct entries more = with(fixture->home, fixture->member, "META-INF/signature003.p7s",
                               bytes_of(fixture->member, SIGNATURE_1));
    return contained(fixture->home, with(fixture->home, more, "META-INF/ASiCManifest003.xml",
                                         bytes_of(fixture->member, MANIFEST_1)));
}

static struct str b63_transplanted(struct fixture *fixture)
{
    /* The pair of a dossier that shares some of the files, around more evidence. */
    struct entries other =
        with(fixture->home, fixture->member, "data/evidence/02-run/x.csv", STR("1\n"));
    return contained(fixture->home, rebagged(fixture->home, other));
}

static struct str empty_signature(struct fixture *fixture)
{
    return contained(fixture->home, with(fixture->home, fixture->member, SIGNATURE_1, STR("")));
}

static struct str content_id_lies(struct fixture *fixture)
{
    struct str info = bytes_of(fixture->member, "bag-info.txt");
    info = replaced(fixture->home, info, "Dossier-Content-Id: ", "Dossier-Content-Id: 0");
    return contained(fixture->home, with(fixture->home, fixture->member, "bag-info.txt", info));
}

static const struct attack attacks[] = {
    { "41 added", b41_added, "payload-digests", "HASH_FAILURE" },
    { "41 added and listed", b41_added_and_listed, "references-001", "HASH_FAILURE" },
    { "41 added tag file", b41_added_tag_file, "unsigned-member", "FORMAT_FAILURE" },
    { "41 added to trust", b41_added_trust, "unsigned-member", "FORMAT_FAILURE" },
    { "41 added elsewhere", b41_added_elsewhere, "layout", "FORMAT_FAILURE" },
    { "41 added to META-INF", b41_added_to_meta, "layout", "FORMAT_FAILURE" },
    { "42 removed", b42_removed, "references-001", "HASH_FAILURE" },
    { "42 removed and unlisted", b42_removed_and_unlisted, "references-001", "HASH_FAILURE" },
    { "42 removed bagit.txt", b42_removed_bagit, "layout", "FORMAT_FAILURE" },
    { "43 swapped", b43_swapped, "references-001", "HASH_FAILURE" },
    { "changed, all lists too", changed_with_all_lists, "references-001", "HASH_FAILURE" },
    { "changed, lists and manifest too", changed_manifest, "signature-001", "HASH_FAILURE" },
    { "49 no manifest", b49_no_manifest, "signatures", "FORMAT_FAILURE" },
    { "49 no signature", b49_no_signature, "signatures", "FORMAT_FAILURE" },
    { "49 gap in numbers", b49_gap, "signatures", "FORMAT_FAILURE" },
    { "63 transplanted pair", b63_transplanted, "references-001", "HASH_FAILURE" },
    { "empty signature", empty_signature, "signature-001", "FORMAT_FAILURE" },
    { "bag-info lies", content_id_lies, "bag-info", "HASH_FAILURE" },
};

/* ---- by someone who holds the key, or made by another program ---- */

static struct str uncovered(struct fixture *fixture)
{
    /* The new file is in every list of the bag, but not in the signed manifest. */
    struct entries more = with(fixture->home, fixture->member, "data/evil.txt", STR("x"));
    more = rebagged(fixture->home, more);
    struct str manifest =
        manifest_over(fixture->home, without(fixture->home, more, "data/evil.txt"));
    return contained(fixture->home, resigned(fixture, more, manifest));
}

static struct str b58_line_missing(struct fixture *fixture)
{
    struct str sums = bytes_of(fixture->member, "manifest-sha256.txt");
    size_t end = str_find(sums, STR("\n"));
    return signed_as_given(fixture, with(fixture->home, fixture->member, "manifest-sha256.txt",
                                         str_sub(sums, end + 1, sums.len)));
}

static struct str b58_extra_line(struct fixture *fixture)
{
    struct str sums = bytes_of(fixture->member, "manifest-sha256.txt");
    struct str more = str_format(fixture->home, "%.*s%064d  data/z\n", STR_ARG(sums), 0);
    return signed_as_given(fixture,
                           with(fixture->home, fixture->member, "manifest-sha256.txt", more));
}

static struct str b58_crlf(struct fixture *fixture)
{
    struct str sums = bytes_of(fixture->member, "manifest-sha256.txt");
    return signed_as_given(fixture, with(fixture->home, fixture->member, "manifest-sha256.txt",
                                         replaced(fixture->home, sums, "\n", "\r\n")));
}

static struct str b58_other_digest(struct fixture *fixture)
{
    struct entries other = with(fixture->home, fixture->member, LOG_FILE, STR("0,tok/s,9999\n"));
    return signed_as_given(fixture, other);
}

static struct str b58_tagmanifest(struct fixture *fixture)
{
    return signed_as_given(fixture,
                           with(fixture->home, fixture->member, "VERIFY.txt", STR("run me\n")));
}

static struct str bag_version(struct fixture *fixture)
{
    struct entries other = with(fixture->home, fixture->member, "bagit.txt",
                                STR("BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-16\n"));
    return signed_as_given(fixture, rebagged(fixture->home, other));
}

static struct str oxum(struct fixture *fixture)
{
    struct str info = bytes_of(fixture->member, "bag-info.txt");
    info = replaced(fixture->home, info, "Payload-Oxum: ", "Payload-Oxum: 1");
    return signed_as_given(fixture, with(fixture->home, fixture->member, "bag-info.txt", info));
}

static struct str evidence_twice(struct fixture *fixture)
{
    struct str info = bytes_of(fixture->member, "bag-info.txt");
    info = replaced(fixture->home, info, "Payload-Oxum", "Dossier-Evidence-Id: 0\nPayload-Oxum");
    return signed_as_given(fixture, with(fixture->home, fixture->member, "bag-info.txt", info));
}

static struct str data_json_other_id(struct fixture *fixture)
{
    struct entries other = with(fixture->home, fixture->member, "data/report/data.json",
                                STR("{ \"evidence_id\": \"00\" }\n"));
    return signed_as_given(fixture, rebagged(fixture->home, other));
}

static struct str inputs_list_lies(struct fixture *fixture)
{
    struct str inputs = bytes_of(fixture->member, LAYOUT_INPUTS);
    struct entries other = with(fixture->home, fixture->member, LAYOUT_INPUTS,
                                replaced(fixture->home, inputs, "data/case", "data/cash"));
    return signed_as_given(fixture, other);
}

static struct str signed_mimetype(struct fixture *fixture)
{
    struct str manifest = bytes_of(fixture->member, MANIFEST_1);
    manifest = replaced(fixture->home, manifest, "URI=\"VERIFY.txt\"", "URI=\"mimetype\"");
    return contained(fixture->home, resigned(fixture, fixture->member, manifest));
}

static struct str names_its_own_signature(struct fixture *fixture)
{
    struct str manifest = bytes_of(fixture->member, MANIFEST_1);
    manifest = replaced(fixture->home, manifest, "URI=\"VERIFY.txt\"", "URI=\"" SIGNATURE_1 "\"");
    return contained(fixture->home, resigned(fixture, fixture->member, manifest));
}

static struct str b48_to(struct fixture *fixture, const char *uri)
{
    struct str manifest = bytes_of(fixture->member, MANIFEST_1);
    manifest = replaced(fixture->home, manifest, "SigReference URI=\"" SIGNATURE_1 "\"", uri);
    return contained(fixture->home, resigned(fixture, fixture->member, manifest));
}

static struct str b48_missing(struct fixture *fixture)
{
    return b48_to(fixture, "SigReference URI=\"META-INF/signature002.p7s\"");
}

static struct str b48_payload(struct fixture *fixture)
{
    return b48_to(fixture, "SigReference URI=\"" LOG_FILE "\"");
}

static struct str b48_media(struct fixture *fixture)
{
    struct str manifest = bytes_of(fixture->member, MANIFEST_1);
    manifest = replaced(fixture->home, manifest, "application/pkcs7-signature",
                        "application/vnd.etsi.timestamp-token");
    return contained(fixture->home, resigned(fixture, fixture->member, manifest));
}

static struct str b48_two_manifests_one_signature(struct fixture *fixture)
{
    struct entries more = with(fixture->home, fixture->member, "META-INF/ASiCManifest002.xml",
                               bytes_of(fixture->member, MANIFEST_1));
    return contained(fixture->home, with(fixture->home, more, "META-INF/signature002.p7s",
                                         bytes_of(fixture->member, SIGNATURE_1)));
}

static struct str b59_root_missing(struct fixture *fixture)
{
    struct str manifest = bytes_of(fixture->member, MANIFEST_1);
    manifest = replaced(fixture->home, manifest, "URI=\"data/report/report.html\"",
                        "URI=\"data/report/other.html\"");
    return contained(fixture->home, resigned(fixture, fixture->member, manifest));
}

static const struct attack by_key_holder[] = {
    { "41 uncovered by the manifest", uncovered, "coverage-001", "FORMAT_FAILURE" },
    { "58 line missing", b58_line_missing, "payload-digests", "HASH_FAILURE" },
    { "58 extra line", b58_extra_line, "payload-digests", "HASH_FAILURE" },
    { "58 CRLF", b58_crlf, "payload-digests", "HASH_FAILURE" },
    { "58 other digest", b58_other_digest, "payload-digests", "HASH_FAILURE" },
    { "58 tag file", b58_tagmanifest, "tag-files", "HASH_FAILURE" },
    { "bag of another version", bag_version, "tag-files", "FORMAT_FAILURE" },
    { "Payload-Oxum", oxum, "bag-info", "HASH_FAILURE" },
    { "evidence id twice", evidence_twice, "bag-info", "FORMAT_FAILURE" },
    { "data.json says another evidence id", data_json_other_id, "evidence-id", "HASH_FAILURE" },
    { "list of inputs lies", inputs_list_lies, "evidence-id", "HASH_FAILURE" },
    { "manifest names mimetype", signed_mimetype, "references-001", "FORMAT_FAILURE" },
    { "manifest names its signature", names_its_own_signature, "references-001", "FORMAT_FAILURE" },
    { "48 signature missing", b48_missing, "manifest-001", "FORMAT_FAILURE" },
    { "48 signature in the payload", b48_payload, "manifest-001", "FORMAT_FAILURE" },
    { "48 time stamp announced", b48_media, "manifest-001", "FORMAT_FAILURE" },
    { "48 two manifests, one signature", b48_two_manifests_one_signature, "manifest-002",
      "FORMAT_FAILURE" },
    { "59 root file missing", b59_root_missing, "references-001", "HASH_FAILURE" },
};

static void run(const struct attack *attack, size_t count)
{
    struct fixture fixture = fixture_new();
    for (size_t i = 0; i < count; i++) {
        struct arena_mark mark = arena_mark(fixture.home);
        struct checks checks =
            verified(fixture.home, attack[i].make(&fixture), fixture.trust, CHECKED_AT);
        expect(attack[i].name, &checks, CHECK_FAILS, attack[i].check, CHECK_FAILS,
               attack[i].indication);
        arena_rewind(fixture.home, mark);
    }
    fixture_free(&fixture);
}

static void attacks_fail(void **state)
{
    (void)state;
    run(attacks, ARRAY_COUNT(attacks));
}

static void key_holder_cannot_lie(void **state)
{
    (void)state;
    run(by_key_holder, ARRAY_COUNT(by_key_holder));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_holds),
        cmocka_unit_test(unsigned_is_undecided),
        cmocka_unit_test(attacks_fail),
        cmocka_unit_test(key_holder_cannot_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
