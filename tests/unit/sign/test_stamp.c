/* test_stamp.c - queries and answers of time stamping; what libcrypto's own reader finds in a query
 * is compared. */
#include "der.h"
#include "dossier_fixture.h"
#include "stamp.h"

#include <openssl/sha.h>
#include <openssl/ts.h>

static TS_REQ *read_query(struct str query)
{
    const unsigned char *at = (const unsigned char *)query.at;
    TS_REQ *read = d2i_TS_REQ(NULL, &at, (long)query.len);
    assert_non_null(read);
    assert_ptr_equal(at, (const unsigned char *)query.at + query.len);
    return read;
}

static void query_as_libcrypto_reads_it(void **state)
{
    (void)state;
    struct arena *home = arena_new(1 << 24);
    struct diags *diags = diags_new(home);
    struct str query = { 0 };
    unsigned char want[SHA256_DIGEST_LENGTH];
    SHA256((const unsigned char *)"data", 4, want);
    for (int i = 0; i < 40; i++) { /* a nonce may begin with any bit */
        assert_true(stamp_query(home, HASH_SHA256, STR("data"), &query, diags));
        assert_true(der_is_canonical(query));
        TS_REQ *read = read_query(query);
        const ASN1_OCTET_STRING *imprint = TS_MSG_IMPRINT_get_msg(TS_REQ_get_msg_imprint(read));
        assert_int_equal(TS_REQ_get_version(read), 1);
        assert_int_equal(TS_REQ_get_cert_req(read), 1);
        assert_int_equal(ASN1_STRING_length(imprint), sizeof want);
        assert_memory_equal(ASN1_STRING_get0_data(imprint), want, sizeof want);
        assert_int_equal(ASN1_STRING_type(TS_REQ_get_nonce(read)), V_ASN1_INTEGER); /* positive */
        assert_true(ASN1_STRING_length(TS_REQ_get_nonce(read)) <= 8);
        TS_REQ_free(read);
    }
    struct str again = { 0 };
    assert_true(stamp_query(home, HASH_SHA256, STR("data"), &again, diags));
    assert_false(str_eq(query, again));
    assert_true(stamp_query(home, HASH_SHA512, STR("data"), &again, diags));
    TS_REQ *read = read_query(again);
    assert_int_equal(ASN1_STRING_length(TS_MSG_IMPRINT_get_msg(TS_REQ_get_msg_imprint(read))), 64);
    TS_REQ_free(read);
    arena_free(home);
}

static void answers_that_are_none(void **state)
{
    /* SEQUENCE { SEQUENCE { INTEGER status } [token] }, X.690 by hand */
    static const struct str bad[] = {
        STR_INIT(""),
        STR_INIT("\x30\x05\x30\x03\x02\x01\x02"),             /* rejection */
        STR_INIT("\x30\x05\x30\x03\x02\x01\x03"),             /* waiting */
        STR_INIT("\x30\x05\x30\x03\x02\x01\x00"),             /* granted, no token */
        STR_INIT("\x30\x07\x30\x03\x02\x01\x00\x30\x00"),     /* granted, an empty token */
        STR_INIT("\x30\x07\x30\x03\x02\x01\x00\x30\x00\x00"), /* bytes behind */
        STR_INIT("\x30\x80\x30\x03\x02\x01\x00\x30\x00"),     /* indefinite length */
        STR_INIT("\x30\x81\x07\x30\x03\x02\x01\x00\x30\x00"), /* length not minimal */
        STR_INIT("\x30\x07\x30\x03\x04\x01\x00\x30\x00"),     /* status is no INTEGER */
        STR_INIT("\x30\x06\x30\x04\x02\x02\x01\x00"),         /* status of two bytes */
    };
    (void)state;
    struct arena *home = arena_new(1 << 24);
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++) {
        struct diags *diags = diags_new(home);
        struct str token = { 0 };
        assert_false(stamp_response(home, bad[i], (struct str){ 0 }, &token, diags));
        assert_int_equal(diags_first(diags)->id, DIAG_STAMP_BAD);
    }
    arena_free(home);
}

static void tokens_that_are_none(void **state)
{
    (void)state;
    struct fixture fixture = fixture_new();
    struct str der = bytes_of(fixture.member, SIGNATURE_1);
    const struct str bad[] = { STR(""), STR("\x30\x00"), STR("\x05\x00"), der, fixture.key_pem };
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++) {
        struct stamp_result result;
        enum hash hash = HASH_SHA256;
        struct stamp_request request = { .token = bad[i],
                                         .data = STR("data"),
                                         .trust = fixture.trust };
        stamp_judge(fixture.home, &request, &result);
        assert_int_equal(result.token.state, CHECK_FAILS);
        assert_string_equal(result.token.indication, "FORMAT_FAILURE");
        assert_int_equal(result.trust.state, CHECK_UNDECIDED);
        assert_false(stamp_hash(fixture.home, bad[i], &hash));
    }
    fixture_free(&fixture);
}

static void times(void **state)
{
    (void)state;
    struct arena *home = arena_new(1 << 20);
    /* date -u -d @N +%FT%TZ */
    assert_true(str_eq(stamp_time_text(home, 0), STR("1970-01-01T00:00:00Z")));
    assert_true(str_eq(stamp_time_text(home, 1795700000), STR("2026-11-26T13:33:20Z")));
    assert_true(str_eq(stamp_time_text(home, 4294967296), STR("2106-02-07T06:28:16Z")));
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(query_as_libcrypto_reads_it),
        cmocka_unit_test(answers_that_are_none),
        cmocka_unit_test(tokens_that_are_none),
        cmocka_unit_test(times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
