/* stamp.c - time stamp tokens. Protocol and token: RFC 3161; binding of the authority's
 * certificate: RFC 5816.
 *
 * Integrity and trust are answered apart: a token is first judged with its own certificate as the
 * anchor, at its own time, then the certificate's chain at the time that the caller gives. */
#include "stamp.h"

#include "crypto.h"
#include "der_write.h"

#include <glib.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/ts.h>

enum { TOKEN_MOST = 1 << 20, NONCE_SIZE = 8 };

static const char FORMAT[] = "FORMAT_FAILURE";
static const char CONSTRAINTS[] = "CRYPTO_CONSTRAINTS_FAILURE";

/* ---- queries and responses ---- */

static bool refuse(struct diags *diags, struct str expected, const char *why)
{
    diag_add(diags, DIAG_STAMP_BAD, (struct place){ .file = STR("response") }, expected, "%s", why);
    return false;
}

bool stamp_query(struct arena *home, enum hash hash, struct str data, struct str *query,
                 struct diags *diags)
{
    unsigned char nonce[NONCE_SIZE];
    if (RAND_bytes(nonce, sizeof(nonce)) != 1) {
        diag_add(diags, DIAG_SIGN_FAILED, (struct place){ 0 }, (struct str){ 0 },
                 "no random numbers");
        return false;
    }
    nonce[0] = (unsigned char)((nonce[0] & 0x3f) | 0x40); /* positive, and of one length */
    struct str algorithm = der_wrap(home, DER_SEQUENCE,
                                    DER_PARTS(der_make(home, DER_OID, hash_row(hash)->oid),
                                              der_make(home, DER_NULL, (struct str){ 0 })));
    struct str digest = der_make(home, DER_OCTET_STRING, hash_bytes(home, hash, data));
    struct str imprint = der_wrap(home, DER_SEQUENCE, DER_PARTS(algorithm, digest));
    struct str number = { (const char *)nonce, sizeof(nonce) };
    *query = der_wrap(home, DER_SEQUENCE,
                      DER_PARTS(der_number(home, 1), imprint, der_unsigned(home, number),
                                der_make(home, DER_BOOLEAN, STR("\xff"))));
    return true;
}

/* Imprint and nonce of a query that stamp_query wrote. */
static bool query_parts(struct str query, struct str *imprint, struct str *nonce)
{
    struct der outer;
    struct der field;
    if (!der_take(&query, DER_SEQUENCE, &outer) || query.len != 0 ||
        !der_take(&outer.content, DER_INTEGER, &field) ||
        !der_take(&outer.content, DER_SEQUENCE, &field))
        return false;
    *imprint = field.whole;
    if (!der_take(&outer.content, DER_INTEGER, &field))
        return false;
    *nonce = field.whole;
    return true;
}

/* NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses */
#define AUTO(type) __attribute__((cleanup(type##_close))) type *
#define CLOSER(type, free)                                                                         \
    static void type##_close(type **handle)                                                        \
    {                                                                                              \
        free(*handle);                                                                             \
    }
/* NOLINTEND(bugprone-macro-parentheses) */
typedef STACK_OF(X509) X509_stack;
static void X509_stack_free(X509_stack *stack)
{
    sk_X509_free(stack); /* the certificates belong to the token */
}
CLOSER(PKCS7, PKCS7_free)
CLOSER(TS_TST_INFO, TS_TST_INFO_free)
CLOSER(TS_VERIFY_CTX, TS_VERIFY_CTX_free)
CLOSER(X509_stack, X509_stack_free)

/* Signed data in DER with one signer, and the TSTInfo in it. */
static PKCS7 *token_read(struct arena *home, struct str token, TS_TST_INFO **info)
{
    const unsigned char *at = (const unsigned char *)token.at;
    const unsigned char *end = at + token.len;
    *info = NULL;
    if (token.len == 0 || token.len > TOKEN_MOST || !der_is_canonical(token))
        return NULL;
    PKCS7 *read = d2i_PKCS7(NULL, &at, (long)token.len);
    unsigned char *again = NULL;
    int len = read ? i2d_PKCS7(read, &again) : 0;
    struct str same = { (const char *)again, len > 0 ? (size_t)len : 0 };
    bool good = read && at == end && str_eq(same, token) && PKCS7_type_is_signed(read) &&
                sk_PKCS7_SIGNER_INFO_num(PKCS7_get_signer_info(read)) == 1;
    OPENSSL_free(again);
    (void)home;
    if (good)
        *info = PKCS7_to_TS_TST_INFO(read);
    ERR_clear_error();
    if (!*info) {
        PKCS7_free(read);
        return NULL;
    }
    return read;
}

static struct str object_bytes(const ASN1_OBJECT *object)
{
    return (struct str){ (const char *)OBJ_get0_data(object), OBJ_length(object) };
}

static bool info_hash(TS_TST_INFO *info, enum hash *hash)
{
    const X509_ALGOR *algorithm = TS_MSG_IMPRINT_get_algo(TS_TST_INFO_get_msg_imprint(info));
    const ASN1_OBJECT *object = NULL;
    X509_ALGOR_get0(&object, NULL, NULL, algorithm);
    return hash_find_oid(object_bytes(object), hash);
}

bool stamp_hash(struct arena *home, struct str token, enum hash *hash)
{
    TS_TST_INFO *info_read = NULL;
    AUTO(PKCS7) read = token_read(home, token, &info_read);
    AUTO(TS_TST_INFO) info = info_read;
    return read && info && info_hash(info, hash);
}

static struct str string_bytes(const ASN1_STRING *string)
{
    return (struct str){ (const char *)ASN1_STRING_get0_data(string),
                         (size_t)ASN1_STRING_length(string) };
}

/* What went out must come back: another answer, however well signed, is not to this query. */
static bool answers(struct arena *home, struct str token, struct str query, struct diags *diags)
{
    TS_TST_INFO *info_read = NULL;
    AUTO(PKCS7) read = token_read(home, token, &info_read);
    AUTO(TS_TST_INFO) info = info_read;
    struct str imprint;
    struct str nonce;
    if (!read || !info)
        return refuse(diags, STR("a token in DER with one signer"), "no token that can be read");
    if (query.len == 0)
        return true;
    if (!query_parts(query, &imprint, &nonce))
        return refuse(diags, STR("the query that dossier wrote"), "the query cannot be read");
    const ASN1_INTEGER *got = TS_TST_INFO_get_nonce(info);
    unsigned char *bytes = NULL;
    int len = got ? i2d_ASN1_INTEGER(got, &bytes) : 0;
    bool same = len > 0 && str_eq((struct str){ (const char *)bytes, (size_t)len }, nonce);
    OPENSSL_free(bytes);
    if (!same)
        return refuse(diags, STR("the nonce of the query"), "another nonce, or none");
    struct str digest = string_bytes(TS_MSG_IMPRINT_get_msg(TS_TST_INFO_get_msg_imprint(info)));
    return str_ends(imprint, digest) ||
           refuse(diags, STR("the imprint of the query"), "it stamps something else");
}

bool stamp_response(struct arena *home, struct str response, struct str query, struct str *token,
                    struct diags *diags)
{
    struct der outer;
    struct der status_info;
    struct der status;
    struct der field;
    struct str rest = response;
    if (!der_take(&rest, DER_SEQUENCE, &outer) || rest.len != 0)
        return refuse(diags, STR("a TimeStampResp (.tsr)"), "not one value in DER");
    if (!der_take(&outer.content, DER_SEQUENCE, &status_info) ||
        !der_take(&status_info.content, DER_INTEGER, &status) || status.content.len != 1)
        return refuse(diags, STR("a TimeStampResp (.tsr), not a bare token"), "it has no status");
    if (status.content.at[0] != 0 && status.content.at[0] != 1) {
        diag_add(diags, DIAG_STAMP_BAD, (struct place){ .file = STR("response") },
                 STR("granted (0) or granted with modifications (1)"),
                 "the authority answers with status %d", status.content.at[0]);
        return false;
    }
    if (!der_take(&outer.content, DER_SEQUENCE, &field) || outer.content.len != 0)
        return refuse(diags, STR("a token after the status"), "granted, but without a token");
    *token = str_keep(home, field.whole);
    return answers(home, *token, query, diags);
}

/* ---- judging ---- */

struct str stamp_time_text(struct arena *home, int64_t seconds)
{
    GDateTime *time = g_date_time_new_from_unix_utc(seconds);
    if (!time)
        return STR("no time");
    struct str text = str_format(home, "%04d-%02d-%02dT%02d:%02d:%02dZ", g_date_time_get_year(time),
                                 g_date_time_get_month(time), g_date_time_get_day_of_month(time),
                                 g_date_time_get_hour(time), g_date_time_get_minute(time),
                                 g_date_time_get_second(time));
    g_date_time_unref(time);
    return text;
}

/* GeneralizedTime as RFC 3161 section 2.4.2 wants it: UTC, seconds, perhaps a fraction. */
static bool time_read(struct str text, int64_t *out)
{
    if (text.len < 15 || text.at[text.len - 1] != 'Z')
        return false;
    int part[7] = { 0 }; /* pairs of digits: century, year, month, day, hour, minute, second */
    for (size_t i = 0; i < text.len - 1; i++) {
        char c = text.at[i];
        if (i == 14 ? c != '.' : c < '0' || c > '9')
            return false;
        if (i < 14)
            part[i / 2] = part[i / 2] * 10 + (c - '0');
    }
    GDateTime *time =
        g_date_time_new_utc(part[0] * 100 + part[1], part[2], part[3], part[4], part[5], part[6]);
    if (!time)
        return false;
    *out = g_date_time_to_unix(time);
    g_date_time_unref(time);
    return text.len == 15 || text.len > 16;
}

static const char *signer_fault(PKCS7 *token, const X509 *signer)
{
    const PKCS7_SIGNER_INFO *info = sk_PKCS7_SIGNER_INFO_value(PKCS7_get_signer_info(token), 0);
    enum hash hash = HASH_SHA256;
    if (!hash_find_oid(object_bytes(info->digest_alg->algorithm), &hash))
        return "the token is signed with a digest other than SHA-256, SHA-384 or SHA-512";
    const EVP_PKEY *key = X509_get0_pubkey(signer);
    return key ? public_key_fault(key, RSA_BITS_TO_VERIFY) : "no key that can be read";
}

/* ECDSA with the same digest, or RSA by either of its names (RFC 5754 section 3). */
static bool scheme_fits(struct str algorithm, enum hash hash, bool rsa)
{
    static const struct str ecdsa[] = {
        [HASH_SHA256] = STR_INIT("\x2a\x86\x48\xce\x3d\x04\x03\x02"),
        [HASH_SHA384] = STR_INIT("\x2a\x86\x48\xce\x3d\x04\x03\x03"),
        [HASH_SHA512] = STR_INIT("\x2a\x86\x48\xce\x3d\x04\x03\x04"),
    };
    static const struct str with_rsa[] = {
        [HASH_SHA256] = STR_INIT("\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0b"),
        [HASH_SHA384] = STR_INIT("\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0c"),
        [HASH_SHA512] = STR_INIT("\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0d"),
    };
    struct der oid;
    struct der null;
    if (!der_take(&algorithm, DER_OID, &oid))
        return false;
    if (!rsa)
        return str_eq(oid.content, ecdsa[hash]) && algorithm.len == 0;
    return (str_eq(oid.content, STR("\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01")) ||
            str_eq(oid.content, with_rsa[hash])) &&
           der_take(&algorithm, DER_NULL, &null) && algorithm.len == 0;
}

static bool version_is(struct str *rest, char version)
{
    struct der value;
    return der_take(rest, DER_INTEGER, &value) && value.content.len == 1 &&
           value.content.at[0] == version;
}

static bool hash_is(struct str algorithm, enum hash *hash)
{
    struct der oid;
    struct der null;
    return der_take(&algorithm, DER_OID, &oid) && hash_find_oid(oid.content, hash) &&
           (algorithm.len == 0 || (der_take(&algorithm, DER_NULL, &null) && algorithm.len == 0));
}

/* SignerInfo, as far as the signed attributes do not protect it. */
static bool signer_strict(struct str rest, struct str algorithms, const X509 *signer)
{
    struct der identifier;
    struct der field;
    struct der name;
    const unsigned char *issuer = NULL;
    size_t len = 0;
    enum hash hash = HASH_SHA256;
    bool rsa = EVP_PKEY_is_a(X509_get0_pubkey(signer), "RSA") != 0;
    return version_is(&rest, 1) && der_take(&rest, DER_SEQUENCE, &identifier) &&
           der_take(&identifier.content, DER_SEQUENCE, &name) &&
           X509_NAME_get0_der(X509_get_issuer_name(signer), &issuer, &len) == 1 &&
           str_eq(name.whole, (struct str){ (const char *)issuer, len }) &&
           der_take(&rest, DER_SEQUENCE, &field) && str_eq(field.whole, algorithms) &&
           hash_is(field.content, &hash) && der_take(&rest, DER_CONTEXT_0, &field) &&
           der_take(&rest, DER_SEQUENCE, &field) && scheme_fits(field.content, hash, rsa) &&
           der_take(&rest, DER_OCTET_STRING, &field) && rest.len == 0;
}

/* What no signature protects must have the only value possible, or a byte could change unnoticed:
 * versions, the second naming of the digest, the spelling of the issuer, the algorithm's name, and
 * no unsigned attributes or revocation lists. */
static bool token_strict(struct str token, const X509 *signer)
{
    struct der info;
    struct der oid;
    struct der tagged;
    struct der data;
    struct der algorithms;
    struct der field;
    struct der set;
    struct der one;
    return der_take(&token, DER_SEQUENCE, &info) && der_take(&info.content, DER_OID, &oid) &&
           der_take(&info.content, DER_CONTEXT_0, &tagged) &&
           der_take(&tagged.content, DER_SEQUENCE, &data) && version_is(&data.content, 3) &&
           der_take(&data.content, DER_SET, &algorithms) &&
           der_take(&data.content, DER_SEQUENCE, &field) &&
           der_take(&data.content, DER_CONTEXT_0, &field) &&
           der_take(&data.content, DER_SET, &set) && data.content.len == 0 &&
           der_take(&set.content, DER_SEQUENCE, &one) && set.content.len == 0 &&
           signer_strict(one.content, algorithms.content, signer);
}

/* Signature, purpose of the certificate (timeStamping, critical and alone) and its binding, with
 * this certificate as the anchor. */
static bool signature_holds(PKCS7 *token, X509 *signer, struct str data, int64_t time)
{
    AUTO(TS_VERIFY_CTX) context = TS_VERIFY_CTX_new();
    X509_STORE *store = X509_STORE_new();
    BIO *bio = BIO_new_mem_buf(data.len ? data.at : "", (int)data.len);
    bool good = false;
    if (context && store && bio && X509_STORE_add_cert(store, signer) == 1) {
        X509_VERIFY_PARAM *rules = X509_STORE_get0_param(store);
        X509_VERIFY_PARAM_set_flags(rules, X509_V_FLAG_PARTIAL_CHAIN);
        X509_VERIFY_PARAM_set_time(rules, (time_t)time);
        X509_VERIFY_PARAM_set_auth_level(rules, 2);
        (void)TS_VERIFY_CTX_set_flags(context, TS_VFY_VERSION | TS_VFY_SIGNATURE | TS_VFY_DATA);
        (void)TS_VERIFY_CTX_set_store(context, store); /* both belong to the context now */
        (void)TS_VERIFY_CTX_set_data(context, bio);
        good = TS_RESP_verify_token(context, token) == 1;
    } else {
        X509_STORE_free(store);
        BIO_free(bio);
    }
    ERR_clear_error();
    return good;
}

/* Why the authority's certificate could not make this token, or NULL. */
static const char *authority_fault(X509 *signer, int64_t seconds)
{
    time_t time = (time_t)seconds;
    if (X509_check_purpose(signer, X509_PURPOSE_TIMESTAMP_SIGN, 0) != 1)
        return "its certificate is not one for time stamping alone, and critically so";
    return X509_cmp_time(X509_get0_notBefore(signer), &time) > 0 ||
                   X509_cmp_time(X509_get0_notAfter(signer), &time) < 0
               ? "its time lies outside that of its certificate"
               : NULL;
}

static struct verdict judge_token(struct arena *home, const struct stamp_request *request,
                                  PKCS7 *token, TS_TST_INFO *info, X509 *signer,
                                  struct stamp_result *out)
{
    enum hash hash = HASH_SHA256;
    if (!info_hash(info, &hash)) {
        return verdict_fails(CONSTRAINTS,
                             STR("it stamps a digest other than SHA-256, SHA-384 or SHA-512"));
    }
    struct str digest = string_bytes(TS_MSG_IMPRINT_get_msg(TS_TST_INFO_get_msg_imprint(info)));
    if (!str_eq(digest, hash_bytes(home, hash, request->data)))
        return verdict_fails("HASH_FAILURE", STR("it stamps something else"));
    if (!time_read(string_bytes(TS_TST_INFO_get_time(info)), &out->time))
        return verdict_fails(FORMAT, STR("its time is not one in UTC"));
    for (int i = 0; i < TS_TST_INFO_get_ext_count(info); i++)
        if (X509_EXTENSION_get_critical(TS_TST_INFO_get_ext(info, i)))
            return verdict_fails(FORMAT, STR("it has a critical extension that is not known here"));
    const char *fault = signer_fault(token, signer);
    if (fault)
        return verdict_fails(CONSTRAINTS, str_from(fault));
    fault = authority_fault(signer, out->time);
    if (fault)
        return verdict_fails("CHAIN_CONSTRAINTS_FAILURE", str_from(fault));
    if (!token_strict(request->token, signer))
        return verdict_fails(FORMAT, STR("outside what is signed it is not as RFC 3161 has it"));
    if (!signature_holds(token, signer, request->data, out->time))
        return verdict_fails("SIG_CRYPTO_FAILURE", STR("its signature does not fit"));
    return verdict_holds(str_format(home, "%.*s by %.*s, %s",
                                    STR_ARG(stamp_time_text(home, out->time)),
                                    STR_ARG(out->authority), hash_row(hash)->name));
}

void stamp_judge(struct arena *home, const struct stamp_request *request, struct stamp_result *out)
{
    *out = (struct stamp_result){
        .token = verdict_fails(FORMAT, STR("not a time stamp token in DER with one signer")),
        .trust = verdict_undecided("", STR("not asked, since the token fails")),
    };
    TS_TST_INFO *info_read = NULL;
    AUTO(PKCS7) token = token_read(home, request->token, &info_read);
    AUTO(TS_TST_INFO) info = info_read;
    if (!token || !info || request->data.len > INT32_MAX)
        return;
    AUTO(X509_stack) signers = PKCS7_get0_signers(token, NULL, 0);
    ERR_clear_error();
    if (sk_X509_num(signers) != 1) {
        out->token = verdict_fails("NO_SIGNING_CERTIFICATE_FOUND",
                                   STR("the authority's certificate is not in the token"));
        return;
    }
    X509 *signer = sk_X509_value(signers, 0);
    out->authority = certificate_subject(home, signer);
    out->ends = certificate_ends(home, signer);
    out->token = judge_token(home, request, token, info, signer, out);
    if (out->token.state == CHECK_HOLDS) {
        struct cms_request asked = { .trust = request->trust,
                                     .at = request->at,
                                     .now = request->now };
        out->trust = authority_trust(home, signer, token->d.sign->cert, &asked);
    }
}
