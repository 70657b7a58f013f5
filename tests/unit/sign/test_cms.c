/* test_cms.c - signatures and certificates that must not count, and those that must.
 *
 * Numbers are those of the attack catalogue, part C. Each case puts one signature over the manifest
 * of an else perfect dossier. */
#include "cms_world.h"
#include "der_write.h"

#include <openssl/ocsp.h>

static void fails(struct world *world, const char *name, struct str der, const char *check,
                  const char *indication)
{
    struct checks checks = judged(world, der, world->trust, CHECKED_AT);
    expect(name, &checks, CHECK_FAILS, check, CHECK_FAILS, indication);
}

static void chain_of_three(void **state)
{
    (void)state;
    struct world world = world_new();
    struct str der = signed_by(&world, honest(&world));
    struct checks checks = judged(&world, der, world.trust, CHECKED_AT);
    expect("chain", &checks, CHECK_HOLDS, "trust-001", CHECK_HOLDS, "");
    /* The root may be in the signature as well; it is not why it is trusted. */
    struct signing signing = honest(&world);
    signing.extra[1] = world.root.certificate;
    der = signed_by(&world, signing);
    checks = judged(&world, der, world.trust, CHECKED_AT);
    expect("chain with root", &checks, CHECK_HOLDS, "trust-001", CHECK_HOLDS, "");
    checks = judged(&world, der, world.fixture.trust, CHECKED_AT);
    expect("84 root only inside", &checks, CHECK_UNDECIDED, "trust-001", CHECK_UNDECIDED,
           "NO_CERTIFICATE_CHAIN_FOUND");
    world_free(&world);
}

enum answer { ANSWER_GOOD, ANSWER_REVOKED, ANSWER_STRANGERS, ANSWER_OTHER_FORM, ANSWER_NONE };

/* An OCSP response of the issuer's about the signer, as RFC 5940 puts it among the lists. */
static struct str answer_der(struct world *world, enum answer answer)
{
    struct arena *home = world->fixture.home;
    OCSP_BASICRESP *basic = OCSP_BASICRESP_new();
    OCSP_CERTID *id = OCSP_cert_to_id(NULL, world->signer.certificate, world->between.certificate);
    ASN1_TIME *at = ASN1_TIME_set(NULL, (time_t)SIGNED_AT);
    bool revoked = answer == ANSWER_REVOKED;
    assert_non_null(OCSP_basic_add1_status(
        basic, id, revoked ? V_OCSP_CERTSTATUS_REVOKED : V_OCSP_CERTSTATUS_GOOD,
        revoked ? OCSP_REVOKED_STATUS_KEYCOMPROMISE : 0, revoked ? at : NULL, at, NULL));
    struct person stranger = pki_person(pki_key("P-256"), ca, NULL);
    const struct person *by = answer == ANSWER_STRANGERS ? &stranger : &world->between;
    assert_int_equal(
        OCSP_basic_sign(basic, by->certificate, by->key, EVP_sha256(), NULL, OCSP_NOCERTS), 1);
    OCSP_RESPONSE *response = OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic);
    unsigned char *bytes = NULL;
    int len = i2d_OCSP_RESPONSE(response, &bytes);
    assert_true(len > 0);
    struct str whole = str_keep(home, (struct str){ (const char *)bytes, (size_t)len });
    OPENSSL_free(bytes);
    OCSP_RESPONSE_free(response);
    OCSP_BASICRESP_free(basic);
    OCSP_CERTID_free(id);
    ASN1_TIME_free(at);
    person_free(&stranger);
    struct str oid = der_make(home, DER_OID, STR("\x2b\x06\x01\x05\x05\x07\x10\x02"));
    if (answer == ANSWER_OTHER_FORM) /* id-ri-scvp */
        oid = der_make(home, DER_OID, STR("\x2b\x06\x01\x05\x05\x07\x10\x04"));
    return der_wrap(home, DER_CONTEXT_1, DER_PARTS(oid, whole));
}

/* The same signature with the answer in its SignedData, of that version. */
static struct str answered(struct world *world, struct str der, enum answer answer,
                           uint64_t version)
{
    struct arena *home = world->fixture.home;
    struct der outer, oid, field, data, part[5];
    assert_true(der_take(&der, DER_SEQUENCE, &outer) && der_take(&outer.content, DER_OID, &oid) &&
                der_take(&outer.content, DER_CONTEXT_0, &field) &&
                der_take(&field.content, DER_SEQUENCE, &data));
    for (size_t i = 0; i < ARRAY_COUNT(part); i++) /* version, digests, content, certificates */
        assert_true(der_next(&data.content, &part[i]));
    struct str lists = { 0 };
    if (answer != ANSWER_NONE) {
        struct str one = answer_der(world, answer);
        lists = der_wrap(home, DER_CONTEXT_1, &one, 1);
    }
    struct str made = der_wrap(home, DER_SEQUENCE,
                               DER_PARTS(der_number(home, version), part[1].whole, part[2].whole,
                                         part[3].whole, lists, part[4].whole));
    made = der_wrap(home, DER_CONTEXT_0, &made, 1);
    return der_wrap(home, DER_SEQUENCE, DER_PARTS(oid.whole, made));
}

/* What signers put beside their certificates so that a reader need not ask for it is no fault. It
 * lies outside of what is signed, and proves nothing either way. */
static void answers_about_revocation(void **state)
{
    (void)state;
    struct world world = world_new();
    struct str der = signed_by(&world, honest(&world));
    static const struct {
        enum answer answer;
        uint64_t version;
        enum check_state whole, trust;
        const char *check, *indication;
    } rows[] = {
        { ANSWER_GOOD, 5, CHECK_HOLDS, CHECK_HOLDS, "trust-001", "" },
        { ANSWER_GOOD, 1, CHECK_HOLDS, CHECK_HOLDS, "trust-001", "" }, /* as some tools write it */
        { ANSWER_REVOKED, 5, CHECK_UNDECIDED, CHECK_UNDECIDED, "trust-001", "TRY_LATER" },
        { ANSWER_STRANGERS, 5, CHECK_UNDECIDED, CHECK_UNDECIDED, "trust-001", "TRY_LATER" },
        { ANSWER_OTHER_FORM, 5, CHECK_FAILS, CHECK_FAILS, "signature-001", "FORMAT_FAILURE" },
        { ANSWER_NONE, 5, CHECK_FAILS, CHECK_FAILS, "signature-001", "FORMAT_FAILURE" },
        { ANSWER_NONE, 1, CHECK_HOLDS, CHECK_HOLDS, "trust-001", "" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct str with_answer = answered(&world, der, rows[i].answer, rows[i].version);
        struct checks checks = judged(&world, with_answer, world.trust, CHECKED_AT);
        expect("answer about revocation", &checks, rows[i].whole, rows[i].check, rows[i].trust,
               rows[i].indication);
    }
    world_free(&world);
}

static void anchors_inside_are_none(void **state)
{
    (void)state;
    struct world world = world_new();
    struct arena *home = world.fixture.home;
    /* 83: the attacker's own certificate with the same subject. */
    struct person evil = pki_person(pki_key("P-256"), person, NULL);
    struct checks checks = judged(&world, signed_by(&world, (struct signing){ .signer = &evil }),
                                  world.trust, CHECKED_AT);
    expect("83 same subject", &checks, CHECK_UNDECIDED, "trust-001", CHECK_UNDECIDED,
           "NO_CERTIFICATE_CHAIN_FOUND");
    /* 84: the root in trust/, covered by the manifest and all. */
    struct entries member = with(home, world.fixture.member, "trust/001/chain.pem", world.trust);
    struct str manifest = manifest_over(home, member);
    member = with(home, member, MANIFEST_1, manifest);
    member = with(home, member, SIGNATURE_1, pki_sign(home, manifest, honest(&world)));
    checks = verified(home, contained(home, member), (struct str){ 0 }, CHECKED_AT);
    expect("84 root in trust/", &checks, CHECK_UNDECIDED, "trust-001", CHECK_UNDECIDED,
           "NO_CERTIFICATE_CHAIN_FOUND");
    checks = verified(home, contained(home, member), world.fixture.trust, CHECKED_AT);
    expect("84 another anchor", &checks, CHECK_UNDECIDED, "trust-001", CHECK_UNDECIDED,
           "NO_CERTIFICATE_CHAIN_FOUND");
    checks = verified(home, contained(home, member), world.trust, CHECKED_AT);
    expect("84 control", &checks, CHECK_HOLDS, "trust-001", CHECK_HOLDS, "");
    person_free(&evil);
    world_free(&world);
}

static void algorithms(void **state)
{
    (void)state;
    struct world world = world_new();
    struct person rsa = pki_person(pki_key("RSA-2048"), person, &world.between);
    const struct {
        const char *name;
        const EVP_MD *digest;
    } digests[] = { { "67 SHA-1", EVP_sha1() },
                    { "68 MD5", EVP_md5() },
                    { "68 SHA-224", EVP_sha224() },
                    { "68 SHA3-256", EVP_sha3_256() } };
    for (size_t i = 0; i < ARRAY_COUNT(digests); i++) {
        struct signing signing = { .signer = &rsa,
                                   .extra = { world.between.certificate },
                                   .digest = digests[i].digest };
        fails(&world, digests[i].name, signed_by(&world, signing), "signature-001",
              "CRYPTO_CONSTRAINTS_FAILURE");
    }
    person_free(&rsa);
    const struct {
        const char *name, *kind;
        bool good;
    } keys[] = { { "P-384", "P-384", true },           { "71 secp256k1", "secp256k1", false },
                 { "71 P-192", "P-192", false },       { "71 P-521", "P-521", false },
                 { "69 RSA-1024", "RSA-1024", false }, { "RSA-2048 is read", "RSA-2048", true } };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        struct person one = pki_person(pki_key(keys[i].kind), person, &world.between);
        struct signing signing = { .signer = &one, .extra = { world.between.certificate } };
        struct checks checks = judged(&world, signed_by(&world, signing), world.trust, CHECKED_AT);
        expect(keys[i].name, &checks, keys[i].good ? CHECK_HOLDS : CHECK_FAILS, "signature-001",
               keys[i].good ? CHECK_HOLDS : CHECK_FAILS,
               keys[i].good ? "" : "CRYPTO_CONSTRAINTS_FAILURE");
        person_free(&one);
    }
    struct person small = pki_person(pki_key_small_exponent(), person, &world.between);
    struct signing signing = { .signer = &small, .extra = { world.between.certificate } };
    fails(&world, "70 exponent 3", signed_by(&world, signing), "signature-001",
          "CRYPTO_CONSTRAINTS_FAILURE");
    person_free(&small);
    struct person written = pki_person(pki_key_explicit(), person, &world.between);
    signing.signer = &written;
    fails(&world, "71 explicit parameters", signed_by(&world, signing), "signature-001",
          "CRYPTO_CONSTRAINTS_FAILURE");
    person_free(&written);
    world_free(&world);
}

static void pss(void **state)
{
    (void)state;
    struct world world = world_new();
    struct person one = pki_person(pki_key("RSA-3072"), person, &world.between);
    struct signing signing = {
        .signer = &one, .extra = { world.between.certificate }, .pss = true, .salt = 32
    };
    struct checks checks = judged(&world, signed_by(&world, signing), world.trust, CHECKED_AT);
    expect("PSS", &checks, CHECK_HOLDS, "signature-001", CHECK_HOLDS, "");
    signing.salt = 0;
    fails(&world, "70 PSS without salt", signed_by(&world, signing), "signature-001",
          "CRYPTO_CONSTRAINTS_FAILURE");
    signing.salt = 32;
    signing.mask = EVP_sha1();
    fails(&world, "70 PSS with MGF1 of SHA-1", signed_by(&world, signing), "signature-001",
          "CRYPTO_CONSTRAINTS_FAILURE");
    person_free(&one);
    world_free(&world);
}

static struct str longer(struct arena *home, struct str der)
{
    char *at = arena_take(home, der.len + 1, 1);
    memcpy(at, der.at, der.len);
    return (struct str){ at, der.len + 1 };
}

static void shapes(void **state)
{
    (void)state;
    struct world world = world_new();
    struct arena *home = world.fixture.home;
    struct signing signing = honest(&world);
    struct str good = signed_by(&world, signing);
    fails(&world, "66 other content",
          pki_sign(home, replaced(home, world.manifest, "VERIFY", "verify"), signing),
          "signature-001", "HASH_FAILURE");
    fails(&world, "73 no signer",
          signed_by(&world, (struct signing){ .extra = { world.signer.certificate } }),
          "signature-001", "FORMAT_FAILURE");
    struct person other = pki_person(pki_key("P-256"), person, &world.between);
    signing.second = &other;
    fails(&world, "74 two signers", signed_by(&world, signing), "signature-001", "FORMAT_FAILURE");
    signing = honest(&world);
    signing.less = CMS_DETACHED;
    fails(&world, "75 content inside", signed_by(&world, signing), "signature-001",
          "FORMAT_FAILURE");
    fails(&world, "76 byte after the end", longer(home, good), "signature-001", "FORMAT_FAILURE");
    signing = honest(&world);
    signing.streamed = true;
    struct str ber = signed_by(&world, signing);
    assert_int_equal((unsigned char)ber.at[1], 0x80); /* indefinite, or this shows nothing */
    fails(&world, "77 BER", ber, "signature-001", "FORMAT_FAILURE");
    signing = honest(&world);
    signing.flags = CMS_NOATTR;
    signing.less = CMS_CADES;
    fails(&world, "78 no signed attributes", signed_by(&world, signing), "signature-001",
          "FORMAT_FAILURE");
    signing = honest(&world);
    signing.less = CMS_CADES;
    fails(&world, "79 no signing-certificate-v2", signed_by(&world, signing), "signature-001",
          "FORMAT_FAILURE");
    signing = honest(&world);
    signing.flags = CMS_NOCERTS;
    signing.extra[0] = NULL;
    fails(&world, "no certificate", signed_by(&world, signing), "signature-001",
          "NO_SIGNING_CERTIFICATE_FOUND");
    signing.extra[0] = world.between.certificate;
    fails(&world, "another certificate only", signed_by(&world, signing), "signature-001",
          "NO_SIGNING_CERTIFICATE_FOUND");
    person_free(&other);
    world_free(&world);
}

/* 80: the signer's certificate replaced by another over the same key, with the same issuer and
 * serial. */
static void substitution(void **state)
{
    (void)state;
    struct world world = world_new();
    struct issue again = person;
    again.to = SIGNED_AT + 3000 * DAY;
    X509 *twin = pki_certificate(world.signer.key, &again, &world.between);
    X509_set_serialNumber(twin, X509_get_serialNumber(world.signer.certificate));
    assert_true(X509_sign(twin, world.between.key, EVP_sha256()) > 0);
    struct signing signing = honest(&world);
    signing.flags = CMS_NOCERTS;
    signing.extra[1] = twin;
    fails(&world, "80 substitution", signed_by(&world, signing), "signature-001",
          "SIG_CRYPTO_FAILURE");
    signing.flags = 0;
    fails(&world, "81 two that match", signed_by(&world, signing), "signature-001",
          "NO_SIGNING_CERTIFICATE_FOUND");
    X509_free(twin);
    world_free(&world);
}

static void other_content_types(void **state)
{
    (void)state;
    struct world world = world_new();
    struct arena *home = world.fixture.home;
    BIO *content = BIO_new_mem_buf(world.manifest.at, (int)world.manifest.len);
    STACK_OF(X509) *to = sk_X509_new_null();
    sk_X509_push(to, world.signer.certificate);
    CMS_ContentInfo *cms = CMS_encrypt(to, content, EVP_aes_128_cbc(), CMS_BINARY);
    assert_non_null(cms);
    BIO *out = BIO_new(BIO_s_mem());
    i2d_CMS_bio(out, cms);
    fails(&world, "82 EnvelopedData", pki_take(home, out), "signature-001", "FORMAT_FAILURE");
    CMS_ContentInfo_free(cms);
    sk_X509_free(to);
    BIO_free(content);
    world_free(&world);
}

static void what_nothing_protects(void **state)
{
    (void)state;
    struct world world = world_new();
    struct signing signing = honest(&world);
    signing.unsigned_attribute = true;
    struct checks checks = judged(&world, signed_by(&world, signing), world.trust, CHECKED_AT);
    expect("unsigned attribute", &checks, CHECK_FAILS, "signature-timestamp-001", CHECK_FAILS,
           "FORMAT_FAILURE");
    struct person other = pki_person(pki_key("P-256"), person, NULL);
    signing = honest(&world);
    signing.extra[1] = other.certificate;
    checks = judged(&world, signed_by(&world, signing), world.trust, CHECKED_AT);
    expect("certificate without a part", &checks, CHECK_UNDECIDED, "trust-001", CHECK_UNDECIDED,
           "");
    person_free(&other);
    world_free(&world);
}

#ifdef DOSSIER_SANITIZED
enum {
    STRIDE = 7
}; /* sanitizers are slow, and look for other faults; odd, so that all bits come */
#else
enum { STRIDE = 1 };
#endif

/* Two bits of each byte of a signature that carries its chain and root: nothing else may hold. */
static void flipped(struct world *world, struct str der)
{
    struct arena *home = world->fixture.home;
    struct checks good = judged(world, der, world->trust, CHECKED_AT);
    expect("before flipping", &good, CHECK_HOLDS, NULL, CHECK_HOLDS, NULL);
    for (size_t i = 0; i < der.len; i += STRIDE) {
        const unsigned bits[] = { 5, (unsigned)(i % 8) }; /* 5: the case of a letter */
        for (size_t j = 0; j < ARRAY_COUNT(bits); j++) {
            struct arena_mark mark = arena_mark(home);
            char *at = arena_take(home, der.len, 1);
            memcpy(at, der.at, der.len);
            at[i] = (char)((unsigned char)at[i] ^ 1U << bits[j]);
            struct checks checks =
                judged(world, (struct str){ at, der.len }, world->trust, CHECKED_AT);
            if (checks.overall == CHECK_HOLDS)
                fail_msg("holds with bit %u of byte %zu changed", bits[j], i);
            arena_rewind(home, mark);
        }
    }
}

static void every_bit(void **state)
{
    (void)state;
    struct world world = world_new();
    struct signing signing = honest(&world);
    signing.extra[1] = world.root.certificate;
    flipped(&world, signed_by(&world, signing));
    struct person one = pki_person(pki_key("RSA-2048"), person, &world.root);
    signing = (struct signing){ .signer = &one };
    flipped(&world, signed_by(&world, signing));
    person_free(&one);
    world_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_about_revocation),
        cmocka_unit_test(chain_of_three),
        cmocka_unit_test(anchors_inside_are_none),
        cmocka_unit_test(algorithms),
        cmocka_unit_test(pss),
        cmocka_unit_test(shapes),
        cmocka_unit_test(substitution),
        cmocka_unit_test(other_content_types),
        cmocka_unit_test(what_nothing_protects),
        cmocka_unit_test(every_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
