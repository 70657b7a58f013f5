/* test_cms_certificates.c - certificates, issuers and lists of revoked ones that must not count.
 *
 * Numbers are those of the attack catalogue, part C. */
#include "cms_world.h"

static void certificates(void **state)
{
    (void)state;
    struct world world = world_new();
    const struct {
        const char *name;
        struct issue issue;
        enum check_state overall;
        const char *check, *indication;
    } cases[] = {
        { "86 serverAuth",
          { .name = "S", .extended = "serverAuth" },
          CHECK_FAILS,
          "certificate-001",
          "CHAIN_CONSTRAINTS_FAILURE" },
        { "86 timeStamping",
          { .name = "S", .extended = "critical,timeStamping" },
          CHECK_FAILS,
          "certificate-001",
          "CHAIN_CONSTRAINTS_FAILURE" },
        { "86 no extended usage", { .name = "S" }, CHECK_HOLDS, "certificate-001", "" },
        { "86 documentSigning",
          { .name = "S", .extended = "1.3.6.1.5.5.7.3.36" },
          CHECK_HOLDS,
          "certificate-001",
          "" },
        { "87 key usage",
          { .name = "S", .usage = "critical,keyEncipherment" },
          CHECK_FAILS,
          "certificate-001",
          "CHAIN_CONSTRAINTS_FAILURE" },
        { "87 nonRepudiation alone",
          { .name = "S", .usage = "critical,nonRepudiation" },
          CHECK_HOLDS,
          "certificate-001",
          "" },
        { "87 CA as signer",
          { .name = "S", .basic = "critical,CA:TRUE" },
          CHECK_FAILS,
          "certificate-001",
          "CHAIN_CONSTRAINTS_FAILURE" },
        { "87 unknown critical",
          { .name = "S", .critical = "1.2.3.4.5" },
          CHECK_FAILS,
          "certificate-001",
          "CHAIN_CONSTRAINTS_FAILURE" },
        { "88 expired",
          { .name = "S", .to = SIGNED_AT + DAY },
          CHECK_UNDECIDED,
          "trust-001",
          "NO_POE" },
        { "90 not yet valid",
          { .name = "S", .from = SIGNED_AT + 20 * DAY },
          CHECK_FAILS,
          "certificate-001",
          "SIG_CONSTRAINTS_FAILURE" },
        { "SHA-1 in the chain",
          { .name = "S", .digest = EVP_sha1() },
          CHECK_FAILS,
          "trust-001",
          "CRYPTO_CONSTRAINTS_FAILURE" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(cases); i++) {
        struct person one = pki_person(pki_key("P-256"), cases[i].issue, &world.between);
        struct signing signing = { .signer = &one, .extra = { world.between.certificate } };
        struct checks checks = judged(&world, signed_by(&world, signing), world.trust, CHECKED_AT);
        expect(cases[i].name, &checks, cases[i].overall, cases[i].check, cases[i].overall,
               cases[i].indication);
        person_free(&one);
    }
    world_free(&world);
}

static void issuers(void **state)
{
    (void)state;
    struct world world = world_new();
    const struct {
        const char *name;
        struct issue issue;
    } cases[] = {
        { "87 issuer is no CA", { .name = "B", .basic = "critical,CA:FALSE" } },
        { "87 issuer does not say", { .name = "B" } },
        { "87 issuer may not sign certificates",
          { .name = "B", .basic = "critical,CA:TRUE", .usage = "critical,digitalSignature" } },
    };
    for (size_t i = 0; i < ARRAY_COUNT(cases); i++) {
        struct person between = pki_person(pki_key("P-256"), cases[i].issue, &world.root);
        struct person one = pki_person(pki_key("P-256"), person, &between);
        struct signing signing = { .signer = &one, .extra = { between.certificate } };
        struct checks checks = judged(&world, signed_by(&world, signing), world.trust, CHECKED_AT);
        if (checks.overall == CHECK_HOLDS)
            fail_msg("%s", cases[i].name);
        person_free(&one);
        person_free(&between);
    }
    /* pathlen:0 above an intermediate. */
    struct issue tight = ca;
    tight.basic = "critical,CA:TRUE,pathlen:0";
    struct person root = pki_person(pki_key("P-256"), tight, NULL);
    struct issue middle = ca;
    middle.name = "M";
    struct person between = pki_person(pki_key("P-256"), middle, &root);
    struct person one = pki_person(pki_key("P-256"), person, &between);
    struct signing signing = { .signer = &one, .extra = { between.certificate } };
    struct checks checks = judged(&world, signed_by(&world, signing),
                                  pki_pem(world.fixture.home, root.certificate), CHECKED_AT);
    expect("87 pathlen", &checks, CHECK_FAILS, "trust-001", CHECK_FAILS,
           "CHAIN_CONSTRAINTS_FAILURE");
    person_free(&one);
    person_free(&between);
    person_free(&root);
    world_free(&world);
}

static X509_CRL *revocation(const struct person *issuer, X509 *revoked, int64_t until)
{
    X509_CRL *list = X509_CRL_new();
    ASN1_TIME *time = ASN1_TIME_set(NULL, (time_t)(SIGNED_AT - DAY));
    X509_CRL_set_version(list, X509_CRL_VERSION_2);
    X509_CRL_set_issuer_name(list, X509_get_subject_name(issuer->certificate));
    X509_CRL_set1_lastUpdate(list, time);
    if (revoked) {
        X509_REVOKED *entry = X509_REVOKED_new();
        X509_REVOKED_set_serialNumber(entry, X509_get_serialNumber(revoked));
        X509_REVOKED_set_revocationDate(entry, time);
        X509_CRL_add0_revoked(list, entry);
    }
    ASN1_TIME_set(time, (time_t)until);
    X509_CRL_set1_nextUpdate(list, time);
    ASN1_TIME_free(time);
    assert_true(X509_CRL_sign(list, issuer->key, EVP_sha256()) > 0);
    return list;
}

static void revoked(void **state)
{
    (void)state;
    struct world world = world_new();
    struct arena *home = world.fixture.home;
    const struct {
        const char *name;
        bool bad;
        int64_t until;
        enum check_state expected;
        const char *indication;
    } cases[] = { { "91 revoked", true, CHECKED_AT + DAY, CHECK_FAILS, "REVOKED" },
                  { "91 clean", false, CHECKED_AT + DAY, CHECK_HOLDS, "" },
                  { "93 list expired", false, SIGNED_AT, CHECK_UNDECIDED, "TRY_LATER" } };
    for (size_t i = 0; i < ARRAY_COUNT(cases); i++) {
        X509_CRL *list = revocation(&world.between, cases[i].bad ? world.signer.certificate : NULL,
                                    cases[i].until);
        struct signing signing = honest(&world);
        signing.list = list;
        struct checks checks = judged(&world, signed_by(&world, signing), world.trust, CHECKED_AT);
        expect(cases[i].name, &checks, cases[i].expected, "trust-001", cases[i].expected,
               cases[i].indication);
        /* The same list beside the anchors. */
        BIO *bio = BIO_new(BIO_s_mem());
        PEM_write_bio_X509_CRL(bio, list);
        struct str pem = pki_take(home, bio);
        struct str trust = str_format(home, "%.*s%.*s", STR_ARG(world.trust), STR_ARG(pem));
        checks = judged(&world, signed_by(&world, honest(&world)), trust, CHECKED_AT);
        expect(cases[i].name, &checks, cases[i].expected, "trust-001", cases[i].expected,
               cases[i].indication);
        X509_CRL_free(list);
    }
    world_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certificates),
        cmocka_unit_test(issuers),
        cmocka_unit_test(revoked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
