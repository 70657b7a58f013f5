/* test_asic_manifest.c - reading manifests: one good text, changed in one place at a time.
 *
 * Numbers are those of the attack catalogue, parts B and F. The same edits are what a signer could
 * sign, so each must be refused by the reader itself. */
#include "manifest_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define DIGEST_A "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
#define DIGEST_B "RCbFHX9KJBtWY5K1sUMLe56u3yuFccW9E3UDmOG5Z+8="
#define SHA256 "http://www.w3.org/2001/04/xmlenc#sha256"
#define HEAD                                                                                       \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><asic:ASiCManifest "                                \
    "xmlns:asic=\"http://uri.etsi.org/02918/v1.2.1#\" "                                            \
    "xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">"
#define SIG                                                                                        \
    "<asic:SigReference URI=\"META-INF/signature001.p7s\" "                                        \
    "MimeType=\"application/pkcs7-signature\"/>"
#define REF_A                                                                                      \
    "<asic:DataObjectReference URI=\"data/a.txt\" MimeType=\"text/plain\" Rootfile=\"true\">"      \
    "<ds:DigestMethod Algorithm=\"" SHA256 "\"/><ds:DigestValue>" DIGEST_A                         \
    "</ds:DigestValue></asic:DataObjectReference>"
#define REF_B                                                                                      \
    "<asic:DataObjectReference URI=\"data/b.txt\"><ds:DigestMethod Algorithm=\"" SHA256            \
    "\"/><ds:DigestValue>" DIGEST_B "</ds:DigestValue></asic:DataObjectReference>"
#define TAIL "</asic:ASiCManifest>"
#define GOOD HEAD SIG REF_A REF_B TAIL

#define EXTENSION(critical)                                                                        \
    "<asic:ASiCManifestExtensions><asic:Extension Critical=\"" critical                            \
    "\"><x:y xmlns:x=\"urn:x\"><x:z>text</x:z></x:y></asic:Extension>"                             \
    "</asic:ASiCManifestExtensions>"

struct edit {
    const char *name, *old, *new_text;
    const char *why; /* part of the reason; NULL: must be accepted */
    const char *indication;
};

static const char FORMAT[] = "FORMAT_FAILURE";
static const char CONSTRAINTS[] = "CRYPTO_CONSTRAINTS_FAILURE";

static const struct edit edits[] = {
    { "as it is", "data/a.txt", "data/a.txt", NULL, NULL },
    { "44 named twice, equal", REF_B, REF_A, "two references are marked", FORMAT },
    { "44 named twice", "data/b.txt", "data/a.txt", "named twice", FORMAT },
    { "45 escaped letter", "data/a.txt", "data/%61.txt", "URI that is no member", FORMAT },
    { "45 point slash", "data/a.txt", "./data/a.txt", "URI that is no member", FORMAT },
    { "45 double slash", "data/a.txt", "data//a.txt", "URI that is no member", FORMAT },
    { "45 dotdot", "data/a.txt", "data/x/../a.txt", "URI that is no member", FORMAT },
    { "45 file scheme", "data/a.txt", "file:///data/a.txt", "URI that is no member", FORMAT },
    { "45 http scheme", "data/a.txt", "http://x/a.txt", "URI that is no member", FORMAT },
    { "45 fragment", "data/a.txt", "#id", "URI that is no member", FORMAT },
    { "45 query", "data/a.txt", "data/a.txt?q", "URI that is no member", FORMAT },
    { "45 empty", "data/a.txt", "", "URI that is no member", FORMAT },
    { "45 absolute", "data/a.txt", "/data/a.txt", "URI that is no member", FORMAT },
    { "46 encoded dots", "data/a.txt", "%2e%2e/x", "URI that is no member", FORMAT },
    { "46 encoded slash", "data/a.txt", "data%2Fa.txt", "URI that is no member", FORMAT },
    { "46 encoded NUL", "data/a.txt", "data/a.txt%00", "URI that is no member", FORMAT },
    { "46 overlong UTF-8", "data/a.txt", "data/\xc0\xaf", "it is not UTF-8", FORMAT },
    { "47 plus", "data/a.txt", "data/a+.txt", "URI that is no member", FORMAT },
    { "48 no URI", "URI=\"META-INF/signature001.p7s\" ", "", "SigReference has no URI", FORMAT },
    { "50 SHA-1", SHA256, "http://www.w3.org/2000/09/xmldsig#sha1", "not SHA-256", CONSTRAINTS },
    { "50 MD5", SHA256, "http://www.w3.org/2001/04/xmldsig-more#md5", "not SHA-256", CONSTRAINTS },
    { "50 old wrong URI", SHA256, "http://www.w3.org/2000/09/xmldsig#sha256", "not SHA-256",
      CONSTRAINTS },
    { "50 empty", SHA256, "", "not SHA-256", CONSTRAINTS },
    { "50 none", "Algorithm=\"" SHA256 "\"", "", "no Algorithm", FORMAT },
    { "50 SHA-512 by name", SHA256, "http://www.w3.org/2001/04/xmlenc#sha512", NULL, NULL },
    { "51 too long", DIGEST_A, DIGEST_A DIGEST_A DIGEST_A, "longer than any", FORMAT },
    { "52 comment in a digest", "47DEQ", "47<!-- -->DEQ", "comment inside a digest", FORMAT },
    { "52 CDATA in a digest", DIGEST_A, "<![CDATA[" DIGEST_A "]]>", "CDATA", FORMAT },
    { "52 instruction in a digest", "47DEQ", "47<?x y?>DEQ", "processing instruction", FORMAT },
    { "52 entity in a digest", "47DEQ", "47&x;DEQ", "", FORMAT },
    { "52 element in a digest", "47DEQ", "47<ds:x/>DEQ", "cannot stand here", FORMAT },
    { "52 comment elsewhere", "<asic:SigReference", "<!-- --><asic:SigReference", NULL, NULL },
    { "53 DOCTYPE", "?><asic:", "?><!DOCTYPE x><asic:", "document type", FORMAT },
    { "53 DOCTYPE with subset",
      "?><asic:", "?><!DOCTYPE x [<!ENTITY y \"z\">]><asic:", "document type", FORMAT },
    { "114 external entity", "?><asic:",
      "?><!DOCTYPE x [<!ENTITY y SYSTEM \"file:///etc/passwd\">]><asic:", "document type", FORMAT },
    { "115 entity bomb", "?><asic:",
      "?><!DOCTYPE x [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><asic:",
      "it holds '&'", FORMAT },
    { "54 old namespace", "02918/v1.2.1#", "2918/v1.1.1#", "cannot stand here", FORMAT },
    { "54 no namespace", "<asic:DataObjectReference URI=\"data/b.txt\">",
      "<DataObjectReference URI=\"data/b.txt\">", "", FORMAT },
    { "54 prefix rebound", "<ds:DigestMethod", "<ds:DigestMethod xmlns:ds=\"urn:x\"",
      "cannot stand here", FORMAT },
    { "55 before SigReference", "<asic:SigReference", "<asic:X/><asic:SigReference",
      "cannot stand here", FORMAT },
    { "55 two SigReferences", REF_A, SIG REF_A, "cannot stand here", FORMAT },
    { "55 no SigReference", SIG, "", "cannot stand here", FORMAT },
    { "55 critical extension", TAIL, EXTENSION("true") TAIL, "critical extension", FORMAT },
    { "55 critical, as a number", TAIL, EXTENSION("1") TAIL, "critical extension", FORMAT },
    { "55 extension not critical", TAIL, EXTENSION("false") TAIL, NULL, NULL },
    { "55 after the extensions", TAIL,
      EXTENSION("false") "<asic:DataObjectReference URI=\"x\"/>" TAIL, "cannot stand here",
      FORMAT },
    { "56 nested in a reference", "</ds:DigestValue></asic", "</ds:DigestValue>" REF_B "</asic",
      "cannot stand here", FORMAT },
    { "56 no digest", "<ds:DigestValue>" DIGEST_A "</ds:DigestValue>", "", "missing", FORMAT },
    { "56 no method", "<ds:DigestMethod Algorithm=\"" SHA256 "\"/>", "", "cannot stand here",
      FORMAT },
    { "56 two digests", DIGEST_A "</ds:DigestValue>",
      DIGEST_A "</ds:DigestValue><ds:DigestValue>" DIGEST_B "</ds:DigestValue>",
      "cannot stand here", FORMAT },
    { "57 BOM", "<?xml", "\xef\xbb\xbf<?xml", "does not begin with '<'", FORMAT },
    { "57 Latin-1", "encoding=\"UTF-8\"", "encoding=\"ISO-8859-1\"", "another encoding than UTF-8",
      FORMAT },
    { "57 UTF-16 declared", "encoding=\"UTF-8\"", "encoding=\"UTF-16\"",
      "another encoding than UTF-8", FORMAT },
    { "57 UTF-7", "encoding=\"UTF-8\"", "encoding=\"UTF-7\"", "another encoding than UTF-8",
      FORMAT },
    { "57 XML 1.1", "version=\"1.0\"", "version=\"1.1\"", "does not say version 1.0", FORMAT },
    { "59 two root files", "URI=\"data/b.txt\"", "URI=\"data/b.txt\" Rootfile=\"true\"",
      "two references are marked", FORMAT },
    { "59 root file neither", "Rootfile=\"true\"", "Rootfile=\"yes\"", "neither true nor", FORMAT },
    { "119 duplicate attribute", "URI=\"data/b.txt\"", "URI=\"data/b.txt\" URI=\"data/c.txt\"",
      "well-formed", FORMAT },
    { "119 not closed", TAIL, "", "", FORMAT },
    { "119 text after the root", TAIL, TAIL "x", "", FORMAT },
    { "119 text between", REF_A, REF_A "text", "text where none", FORMAT },
    { "119 blanks between", REF_A, "\n  " REF_A "\n", NULL, NULL },
    { "attribute not known", "URI=\"data/b.txt\"", "URI=\"data/b.txt\" Id=\"x\"", "attributes not",
      FORMAT },
    { "attribute with a namespace", "URI=\"data/b.txt\"", "ds:URI=\"data/b.txt\"", "no URI",
      FORMAT },
    { "other root", "asic:ASiCManifest xmlns", "asic:Manifest xmlns", "", FORMAT },
    { "no references", REF_A REF_B, "", "names nothing", FORMAT },
};

static struct str edited(struct arena *home, const struct edit *edit)
{
    struct str text = STR(GOOD);
    size_t at = str_find(text, str_from(edit->old));
    if (at == SIZE_MAX)
        fail_msg("%s: the text has no place to change", edit->name);
    return str_format(home, "%.*s%s%.*s", (int)at, text.at, edit->new_text,
                      (int)(text.len - at - strlen(edit->old)), text.at + at + strlen(edit->old));
}

static void one_place_changed(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(edits); i++) {
        const struct edit *edit = &edits[i];
        struct arena *home = arena_new((size_t)1 << 28);
        struct manifest manifest;
        struct manifest_fault fault = { 0 };
        bool good = manifest_read(home, edited(home, edit), &manifest, &fault);
        if (good != (!edit->why))
            fail_msg("%s: %s: %.*s", edit->name, good ? "accepted" : "refused", STR_ARG(fault.why));
        if (!good && (str_find(fault.why, str_from(edit->why)) == SIZE_MAX ||
                      strcmp(fault.indication, edit->indication) != 0)) {
            fail_msg("%s: refused by %s because \"%.*s\"", edit->name, fault.indication,
                     STR_ARG(fault.why));
        }
        arena_free(home);
    }
}

static void what_is_read(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 28);
    struct manifest manifest;
    struct manifest_fault fault = { 0 };
    assert_true(manifest_read(home, STR(GOOD), &manifest, &fault));
    assert_int_equal(manifest.count, 2);
    assert_true(str_eq(manifest.signature, STR("META-INF/signature001.p7s")));
    assert_true(str_eq(manifest.signature_media, STR("application/pkcs7-signature")));
    assert_true(str_eq(manifest.item[0].name, STR("data/a.txt")));
    assert_true(str_eq(manifest.item[0].digest, STR(DIGEST_A)));
    assert_true(str_eq(manifest.item[0].media, STR("text/plain")));
    assert_true(manifest.item[0].root);
    assert_false(manifest.item[1].root);
    assert_int_equal(manifest.item[1].hash, HASH_SHA256);
    assert_int_equal(manifest.extensions, 0);
    arena_free(home);
}

/* Other prefixes for the same namespaces, and none at all, mean the same. */
static void prefixes_do_not_matter(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 28);
    struct manifest manifest;
    struct manifest_fault fault = { 0 };
    assert_true(manifest_read(
        home,
        STR("<ASiCManifest xmlns='http://uri.etsi.org/02918/v1.2.1#'>"
            "<SigReference URI='META-INF/signature001.p7s'/><DataObjectReference URI='data/a.txt'>"
            "<q:DigestMethod xmlns:q='http://www.w3.org/2000/09/xmldsig#' Algorithm='" SHA256 "'/>"
            "<DigestValue xmlns='http://www.w3.org/2000/09/xmldsig#'>" DIGEST_A "</DigestValue>"
            "</DataObjectReference></ASiCManifest>"),
        &manifest, &fault));
    assert_int_equal(manifest.count, 1);
    arena_free(home);
}

/* Every prefix of a good manifest is refused, and nothing is read past its end. */
static void cut_anywhere(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 28);
    struct str good = STR(GOOD);
    for (size_t len = 0; len < good.len; len++) {
        struct arena_mark mark = arena_mark(home);
        struct manifest manifest;
        struct manifest_fault fault = { 0 };
        char *copy = arena_take(home, len + 1, 1);
        memcpy(copy, good.at, len);
        assert_false(manifest_read(home, (struct str){ copy, len }, &manifest, &fault));
        arena_rewind(home, mark);
    }
    arena_free(home);
}

static void deep_and_large(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 30);
    struct manifest manifest;
    struct manifest_fault fault = { 0 };
    struct buf deep = buf_new(home, 1 << 20);
    buf_put(&deep, STR(HEAD SIG REF_A "<asic:ASiCManifestExtensions>"
                                      "<asic:Extension Critical=\"false\">"));
    for (int i = 0; i < 300; i++)
        buf_put(&deep, STR("<x>"));
    assert_false(manifest_read(home, buf_str(&deep), &manifest, &fault));
    assert_true(str_find(fault.why, STR("nested too deep")) != SIZE_MAX);

    struct buf large = buf_new(home, 64 << 20);
    buf_put(&large, STR(HEAD SIG));
    for (int i = 0; i < 60000; i++) {
        buf_putf(
            &large,
            "<asic:DataObjectReference URI=\"data/%d.txt\"><ds:DigestMethod Algorithm=\"" SHA256
            "\"/><ds:DigestValue>" DIGEST_A "</ds:DigestValue></asic:DataObjectReference>",
            i);
    }
    buf_put(&large, STR(TAIL));
    assert_true(manifest_read(home, buf_str(&large), &manifest, &fault));
    assert_int_equal(manifest.count, 60000);
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read),   cmocka_unit_test(one_place_changed),
        cmocka_unit_test(cut_anywhere),   cmocka_unit_test(prefixes_do_not_matter),
        cmocka_unit_test(deep_and_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
