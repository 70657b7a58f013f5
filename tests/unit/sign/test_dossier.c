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

static struct str signed_as_given(struct fixture *fixture, struct entries entries)
{
    struct str manifest = manifest_over(fixture->home, entries);
    return contained(fixture->home, resigned(fixture, entries, manifest));
}

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

/* ---- what may differ ---- */

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
            if (str_find(page, whole) == SIZE_MAX) {
                fail_msg("docs/archive.md lacks: %.*s", STR_ARG(line));
            }
            commands++;
        }
    }
    assert_true(commands > 20);
    fixture_free(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_holds),
        cmocka_unit_test(unsigned_is_undecided),
        cmocka_unit_test(attacks_fail),
        cmocka_unit_test(key_holder_cannot_lie),
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
