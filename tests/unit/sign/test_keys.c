/* test_keys.c - keys that may sign and keys that may not, each with its reason. Attack catalogue,
 * case 96. */
#include "pki.h"

static const struct issue person = { .name = "Signer", .usage = "critical,digitalSignature" };
static const struct issue authority = { .name = "CA",
                                        .basic = "critical,CA:TRUE",
                                        .usage = "critical,keyCertSign" };

/* Whether the key is taken; if not, `why` must be part of the reason. */
static void key_is(const char *name, struct str key, struct str chain, const char *passphrase,
                   const char *why)
{
    struct arena *home = arena_new((size_t)1 << 26);
    struct diags *diags = diags_new(home);
    struct key_source source = { .key = key, .chain = chain, .passphrase = str_from(passphrase) };
    struct key_file *got = NULL;
    bool good = key_read(STR("signer.pem"), &source, &got, diags);
    if (good != (!why) || (got != NULL) != good)
        fail_msg("%s: %s", name, good ? "taken" : "refused");
    if (!good) {
        const struct diag *diag = diags_first(diags);
        assert_int_equal(diag->id, DIAG_KEY_BAD);
        assert_true(str_eq(diag->place.file, STR("signer.pem")));
        assert_int_equal(diags_exit(diags), 3);
        if (str_find(diag->said, str_from(why)) == SIZE_MAX)
            fail_msg("%s: refused because \"%.*s\"", name, STR_ARG(diag->said));
    }
    key_free(got);
    arena_free(home);
}

static void kinds(void **state)
{
    static const struct {
        const char *kind, *why;
    } kinds[] = { { "P-256", NULL },
                  { "P-384", NULL },
                  { "RSA-3072", NULL },
                  { "RSA-2048", "less than 3072" },
                  { "P-521", "neither P-256 nor P-384" },
                  { "secp256k1", "neither P-256 nor P-384" },
                  { "ED25519", "Edwards" } };
    (void)state;
    struct arena *home = arena_new((size_t)1 << 26);
    struct person ca = pki_person(pki_key("P-256"), authority, NULL);
    for (size_t i = 0; i < ARRAY_COUNT(kinds); i++) {
        struct person one = pki_person(pki_key(kinds[i].kind), person, &ca);
        key_is(kinds[i].kind, pki_key_pem(home, one.key, NULL, NULL),
               pki_pem(home, one.certificate), "", kinds[i].why);
        person_free(&one);
    }
    person_free(&ca);
    arena_free(home);
}

static void mismatches(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 26);
    struct person ca = pki_person(pki_key("P-256"), authority, NULL);
    struct person one = pki_person(pki_key("P-256"), person, &ca);
    struct person other = pki_person(pki_key("P-256"), person, NULL);
    struct str key = pki_key_pem(home, one.key, NULL, NULL);
    struct str sealed = pki_key_pem(home, one.key, EVP_aes_256_cbc(), "secret");
    struct str certificate = pki_pem(home, one.certificate);
    struct str root = pki_pem(home, ca.certificate);
    struct str stranger = pki_pem(home, other.certificate);
    struct str chain = str_format(home, "%.*s%.*s", STR_ARG(certificate), STR_ARG(root));
    struct str wrong = str_format(home, "%.*s%.*s", STR_ARG(certificate), STR_ARG(stranger));
    struct str turned = str_format(home, "%.*s%.*s", STR_ARG(root), STR_ARG(certificate));
    struct str cut =
        str_format(home, "%.*s%.*s", STR_ARG(certificate), STR_ARG(str_sub(root, 0, root.len / 2)));
    struct issue server = { .name = "S", .extended = "serverAuth" };
    struct person web = pki_person(pki_key("P-256"), server, &ca);

    key_is("chain", key, chain, "", NULL);
    key_is("encrypted", sealed, certificate, "secret", NULL);
    key_is("no passphrase", sealed, certificate, "", "is encrypted");
    key_is("wrong passphrase", sealed, certificate, "Secret", "cannot be decrypted");
    key_is("certificate of another key", key, stranger, "", "does not belong");
    key_is("chain in the wrong order", key, turned, "", "did not issue");
    key_is("chain with a stranger", key, wrong, "", "did not issue");
    key_is("chain cut", key, cut, "", "cannot be read");
    key_is("no certificate", key, STR(""), "", "cannot be read");
    key_is("no key", STR("hello\n"), certificate, "", "no private key in PEM");
    key_is("certificate as key", certificate, certificate, "", "no private key in PEM");
    key_is("CA", pki_key_pem(home, ca.key, NULL, NULL), root, "", "CA certificate");
    key_is("server certificate", pki_key_pem(home, web.key, NULL, NULL),
           pki_pem(home, web.certificate), "", "extended key usage");
    person_free(&ca);
    person_free(&one);
    person_free(&other);
    person_free(&web);
    arena_free(home);
}

/* Every allowed kind signs what the verifier then takes, with the digest that goes with it. */
static void signs(void **state)
{
    static const struct {
        const char *kind, *says;
    } kinds[] = { { "P-256", "ECDSA with SHA-256" },
                  { "P-384", "ECDSA with SHA-384" },
                  { "RSA-3072", "RSA with SHA-256" } };
    (void)state;
    struct fixture fixture = fixture_new();
    struct person ca = pki_person(pki_key("P-256"), authority, NULL);
    for (size_t i = 0; i < ARRAY_COUNT(kinds); i++) {
        struct arena *home = fixture.home;
        struct person one = pki_person(pki_key(kinds[i].kind), person, &ca);
        struct str chain = str_format(home, "%.*s%.*s", STR_ARG(pki_pem(home, one.certificate)),
                                      STR_ARG(pki_pem(home, ca.certificate)));
        struct key_source source = { .key = pki_key_pem(home, one.key, NULL, NULL),
                                     .chain = chain };
        struct key_file *mine = fixture.key;
        assert_true(key_read(STR("k"), &source, &fixture.key, fixture.diags));
        struct str dossier = fixture_pack(&fixture, true, false);
        struct checks checks = verified(home, dossier, pki_pem(home, ca.certificate), CHECKED_AT);
        expect(kinds[i].kind, &checks, CHECK_HOLDS, "signature-001", CHECK_HOLDS, "");
        const struct check *check = check_find(&checks, "signature-001");
        assert_true(check && str_starts(check->detail, str_from(kinds[i].says)));
        key_free(fixture.key);
        fixture.key = mine;
        person_free(&one);
    }
    person_free(&ca);
    fixture_free(&fixture);
}

static void made(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 26);
    struct diags *diags = diags_new(home);
    struct keygen_request request = { .common_name = STR("Prüfer"),
                                      .passphrase = STR("long and secret"),
                                      .not_before = SIGNED_AT,
                                      .days = 30 };
    struct str key = { 0 };
    struct str certificate = { 0 };
    assert_true(key_make(home, &request, &key, &certificate, diags));
    assert_true(str_starts(key, STR("-----BEGIN ENCRYPTED PRIVATE KEY-----")));
    key_is("made", key, certificate, "long and secret", NULL);
    key_is("made, other passphrase", key, certificate, "long", "cannot be decrypted");

    BIO *bio = BIO_new_mem_buf(certificate.at, (int)certificate.len);
    X509 *read = PEM_read_bio_X509(bio, NULL, NULL, NULL);
    BIO_free(bio);
    time_t from = (time_t)SIGNED_AT;
    time_t to = (time_t)(SIGNED_AT + 30 * DAY);
    /* X509_cmp_time answers -1 for an equal time. */
    assert_true(X509_cmp_time(X509_get0_notBefore(read), &from) < 0);
    from--;
    assert_true(X509_cmp_time(X509_get0_notBefore(read), &from) > 0);
    assert_true(X509_cmp_time(X509_get0_notAfter(read), &to) < 0);
    assert_int_equal(X509_get_extension_flags(read) & EXFLAG_CA, 0);
    assert_int_equal(X509_get_key_usage(read), KU_DIGITAL_SIGNATURE | KU_NON_REPUDIATION);
    X509_free(read);

    request.days = 0;
    assert_false(key_make(home, &request, &key, &certificate, diags));
    request.days = 30;
    request.common_name = STR("");
    assert_false(key_make(home, &request, &key, &certificate, diags));
    request.common_name = STR("a\xff");
    assert_false(key_make(home, &request, &key, &certificate, diags));
    assert_int_equal(diags_exit(diags), 3);
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),
        cmocka_unit_test(mismatches),
        cmocka_unit_test(signs),
        cmocka_unit_test(made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
