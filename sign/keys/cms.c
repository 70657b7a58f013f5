/* cms.c - judging a signature: the mathematics, the signer's certificate, and the chain to an
 * anchor.
 *
 * Integrity and trust are answered apart: the signature is checked without any anchor, then the
 * chain at the time that the caller gives. Certificates: RFC 5280; document signing usage: RFC
 * 9336. */
#include "anchors.h"
#include "crypto.h"
#include "der.h"
#include "revocation.h"

#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>
#include <string.h>

typedef STACK_OF(X509) X509_stack;
typedef STACK_OF(X509_CRL) X509_CRL_stack;

static void X509_stack_free(X509_stack *stack)
{
    sk_X509_pop_free(stack, X509_free);
}

static void X509_CRL_stack_free(X509_CRL_stack *stack)
{
    sk_X509_CRL_pop_free(stack, X509_CRL_free);
}

/* NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses */
#define AUTO(type) __attribute__((cleanup(type##_close))) type *
#define CLOSER(type, free)                                                                         \
    static void type##_close(type **handle)                                                        \
    {                                                                                              \
        free(*handle);                                                                             \
    }
/* NOLINTEND(bugprone-macro-parentheses) */
CLOSER(BIO, BIO_free_all)
CLOSER(X509_stack, X509_stack_free)
CLOSER(X509_CRL_stack, X509_CRL_stack_free)
CLOSER(X509_STORE, X509_STORE_free)
CLOSER(X509_STORE_CTX, X509_STORE_CTX_free)

enum {
    AUTH_LEVEL = 2, /* 112 bits: RSA from 2048, no SHA-1 in the chain */
    DEPTH_MOST = 10,
    NAMESAKES_MOST = 64,
};

static const char CONSTRAINTS[] = "CRYPTO_CONSTRAINTS_FAILURE";

/* A subject for people (RFC 2253 order), made visible. */
static struct str name_text(struct arena *home, const X509_NAME *name)
{
    AUTO(BIO) bio = BIO_new(BIO_s_mem());
    char *text = NULL;
    long len = 0;
    if (bio && X509_NAME_print_ex(bio, name, 0,
                                  XN_FLAG_RFC2253 & ~(unsigned long)ASN1_STRFLGS_ESC_MSB) >= 0)
        len = BIO_get_mem_data(bio, &text);
    return visible(home, (struct str){ text, len > 0 ? (size_t)len : 0 });
}

/* ---- one signature ---- */

struct judging {
    struct arena *home;
    const struct cms_request *request;
    CMS_ContentInfo *cms;
    X509_stack *certificates; /* those in the signature */
    X509 *signer;             /* one of them */
    struct cms_path *path;    /* to be filled; NULL: nobody asks */
};

/* Names compare without regard to case and blanks, so libcrypto's comparison would let bytes change
 * that nothing protects; here the issuer must be spelled as in the certificate. */
static bool issuer_spelled(const X509 *certificate, struct str issuer)
{
    const unsigned char *at = NULL;
    size_t len = 0;
    return issuer.len == 0 ||
           (X509_NAME_get0_der(X509_get_issuer_name(certificate), &at, &len) == 1 &&
            str_eq(issuer, (struct str){ (const char *)at, len }));
}

/* The one embedded certificate that the signer identifier names. */
static struct verdict find_signer(struct judging *judging)
{
    STACK_OF(CMS_SignerInfo) *signers = CMS_get0_SignerInfos(judging->cms);
    CMS_SignerInfo *signer = sk_CMS_SignerInfo_value(signers, 0);
    int found = 0;
    for (int i = 0; signer && i < sk_X509_num(judging->certificates); i++) {
        X509 *certificate = sk_X509_value(judging->certificates, i);
        if (CMS_SignerInfo_cert_cmp(signer, certificate) == 0 &&
            issuer_spelled(certificate, judging->request->parts->issuer)) {
            judging->signer = certificate;
            found++;
        }
    }
    if (found != 1) {
        judging->signer = NULL;
        return verdict_fails("NO_SIGNING_CERTIFICATE_FOUND",
                             STR("the signer identifier does not name exactly one certificate"));
    }
    return verdict_holds((struct str){ 0 });
}

static struct str certificate_der(struct arena *home, X509 *certificate)
{
    unsigned char *bytes = NULL;
    int len = i2d_X509(certificate, &bytes);
    struct str kept = { 0 };
    if (len > 0) {
        kept = str_keep(home, (struct str){ (const char *)bytes, (size_t)len });
        OPENSSL_free(bytes);
    }
    return kept;
}

/* IssuerSerial ::= SEQUENCE { SEQUENCE { [4] Name }, INTEGER } (RFC 5035 section 5.1.1), spelled as
 * in the certificate. */
static bool issuer_serial_fits(const X509 *certificate, struct str whole)
{
    struct der outer;
    struct der names;
    struct der name;
    struct der number;
    unsigned char *serial = NULL;
    const unsigned char *at = NULL;
    size_t len = 0;
    bool good = der_take(&whole, DER_SEQUENCE, &outer) && whole.len == 0 &&
                der_take(&outer.content, DER_SEQUENCE, &names) && der_next(&names.content, &name) &&
                name.tag == 0xa4 && names.content.len == 0 &&
                der_take(&outer.content, DER_INTEGER, &number) && outer.content.len == 0 &&
                X509_NAME_get0_der(X509_get_issuer_name(certificate), &at, &len) == 1 &&
                str_eq(name.content, (struct str){ (const char *)at, len });
    int size = i2d_ASN1_INTEGER(X509_get0_serialNumber(certificate), &serial);
    good = good && size > 0 &&
           str_eq(number.whole, (struct str){ (const char *)serial, (size_t)size });
    OPENSSL_free(serial);
    return good;
}

/* The older attribute, where it stands beside the newer one, names the same certificate. */
static bool old_binds_signer(const struct judging *judging, struct str der)
{
    const struct cms_parts *parts = judging->request->parts;
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned len = 0;
    if (parts->old_certificate_digest.len == 0)
        return true;
    return EVP_Digest(der.at, der.len, digest, &len, EVP_sha1(), NULL) == 1 &&
           str_eq(parts->old_certificate_digest, (struct str){ (const char *)digest, len }) &&
           (parts->old_certificate_issuer.len == 0 ||
            issuer_serial_fits(judging->signer, parts->old_certificate_issuer));
}

/* RFC 5035: the signed attribute binds the certificate, so that none can be put in its place. */
static bool binds_signer(const struct judging *judging)
{
    const struct cms_parts *parts = judging->request->parts;
    struct str der = certificate_der(judging->home, judging->signer);
    return str_eq(hash_bytes(judging->home, parts->certificate_hash, der),
                  parts->certificate_digest) &&
           (parts->certificate_issuer.len == 0 ||
            issuer_serial_fits(judging->signer, parts->certificate_issuer));
}

static bool scheme_fits(const struct judging *judging)
{
    const EVP_PKEY *key = X509_get0_pubkey(judging->signer);
    bool ec = judging->request->parts->scheme == SCHEME_ECDSA;
    return key && (EVP_PKEY_is_a(key, "EC") != 0) == ec;
}

static struct verdict judge_signature(struct judging *judging)
{
    const struct cms_request *request = judging->request;
    struct str digest = hash_bytes(judging->home, request->parts->hash, request->content);
    if (!str_eq(digest, request->parts->message_digest))
        return verdict_fails("HASH_FAILURE", STR("the manifest is not the one that was signed"));
    const EVP_PKEY *key = X509_get0_pubkey(judging->signer);
    const char *fault = key ? public_key_fault(key, RSA_BITS_TO_VERIFY) : "no key that can be read";
    fault = fault ? fault : point_fault(judging->signer);
    if (fault)
        return verdict_fails(CONSTRAINTS, str_format(judging->home, "the signer has %s", fault));
    if (!scheme_fits(judging)) {
        return verdict_fails(CONSTRAINTS,
                             STR("the signature algorithm does not fit the signer's key"));
    }
    if (!binds_signer(judging)) {
        return verdict_fails("SIG_CRYPTO_FAILURE",
                             STR("signing-certificate-v2 names another certificate"));
    }
    if (!old_binds_signer(judging, certificate_der(judging->home, judging->signer))) {
        return verdict_fails("SIG_CRYPTO_FAILURE",
                             STR("signing-certificate (version 1) names another certificate"));
    }
    AUTO(BIO) content = BIO_new_mem_buf(request->content.at, (int)request->content.len);
    int good = content ? CMS_verify(judging->cms, NULL, NULL, content, NULL,
                                    CMS_BINARY | CMS_DETACHED | CMS_NO_SIGNER_CERT_VERIFY)
                       : 0;
    ERR_clear_error();
    if (good != 1)
        return verdict_fails("SIG_CRYPTO_FAILURE", STR("the signature value does not fit"));
    return verdict_holds(str_format(judging->home, "%s with %s over the manifest",
                                    request->parts->scheme == SCHEME_ECDSA ? "ECDSA" : "RSA",
                                    hash_row(request->parts->hash)->name));
}

static struct verdict judge_certificate(const struct judging *judging)
{
    const char *fault = certificate_usage_fault(judging->signer);
    if (fault)
        return verdict_fails("CHAIN_CONSTRAINTS_FAILURE", str_from(fault));
    if (judging->request->parts->has_signing_time) {
        time_t claimed = (time_t)judging->request->parts->signing_time;
        if (X509_cmp_time(X509_get0_notBefore(judging->signer), &claimed) > 0 ||
            X509_cmp_time(X509_get0_notAfter(judging->signer), &claimed) < 0) {
            return verdict_fails("SIG_CONSTRAINTS_FAILURE",
                                 STR("the signing time lies outside the certificate's validity"));
        }
    }
    const EVP_PKEY *key = X509_get0_pubkey(judging->signer);
    if (EVP_PKEY_is_a(key, "RSA") && EVP_PKEY_get_bits(key) < RSA_BITS_TO_SIGN)
        return verdict_holds(STR("may sign documents; warning: RSA of less than 3072 bits"));
    return verdict_holds(STR("may sign documents"));
}

/* ---- chain ---- */

static struct verdict chain_verdict(struct arena *home, int error)
{
    struct str why = str_format(home, "%s", X509_verify_cert_error_string(error));
    switch (error) {
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_UNTRUSTED:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE: /* an issuer of that name, with another key */
        return verdict_undecided(
            "NO_CERTIFICATE_CHAIN_FOUND",
            STR("no chain from the signer to a certificate given with --trust"));
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return verdict_undecided("NO_POE",
                                 STR("a certificate had expired at the time of verification, "
                                     "and no time stamp shows that the signature is older"));
    case X509_V_ERR_EE_KEY_TOO_SMALL:
    case X509_V_ERR_CA_KEY_TOO_SMALL:
    case X509_V_ERR_CA_MD_TOO_WEAK:
    case X509_V_ERR_EC_KEY_EXPLICIT_PARAMS:
        return verdict_fails(CONSTRAINTS, why);
    default:
        return verdict_fails("CHAIN_CONSTRAINTS_FAILURE", why);
    }
}

static bool chain_holds_certificate(STACK_OF(X509) * chain, X509 *certificate)
{
    for (int i = 0; i < sk_X509_num(chain); i++)
        if (X509_cmp(sk_X509_value(chain, i), certificate) == 0)
            return true;
    return false;
}

/* OCSP responses beside the certificates of a signature; a time stamp's are not looked for. HOLDS
 * with words for the chain's. */
static struct verdict judge_responses(const struct judging *judging,
                                      const struct revocation_request *revocation)
{
    static const char *const why[] = {
        [RESPONSE_AGAINST] = "does not say that its certificate is good",
        [RESPONSE_STRAY] = "does not lead to the anchor",
        [RESPONSE_UNREAD] = "cannot be read",
    };
    const struct cms_parts *parts = judging->request->parts;
    size_t count = parts ? parts->response_count : 0;
    for (size_t i = 0; i < count; i++) {
        enum response said = response_said(parts->response[i], revocation);
        if (said != RESPONSE_GOOD) {
            return verdict_undecided(
                "TRY_LATER", str_format(judging->home,
                                        "an OCSP response in the signature %s; give the issuer's "
                                        "revocation list with the anchors",
                                        why[said]));
        }
    }
    return verdict_holds(count == 0 ? STR("")
                                    : STR("; an OCSP response in it says nothing against it"));
}

/* What libcrypto leaves open: issuers that do not say they are CAs, and embedded certificates that
 * no check has touched, which anyone could change. */
static struct verdict check_chain(const struct judging *judging, STACK_OF(X509) * chain,
                                  const X509_CRL_stack *lists)
{
    const struct revocation_request revocation = {
        .chain = chain, .lists = lists, .at = judging->request->at, .now = judging->request->now
    };
    for (int i = 1; i < sk_X509_num(chain); i++) {
        if (X509_check_ca(sk_X509_value(chain, i)) != 1) {
            return verdict_fails("CHAIN_CONSTRAINTS_FAILURE",
                                 STR("an issuer's certificate is not marked as that of a CA"));
        }
    }
    struct verdict revoked = revocation_judge(judging->home, &revocation);
    if (revoked.state != CHECK_HOLDS)
        return revoked;
    const struct verdict answered = judge_responses(judging, &revocation);
    if (answered.state != CHECK_HOLDS)
        return answered;
    for (int i = 0; i < sk_X509_num(judging->certificates); i++) {
        if (!chain_holds_certificate(chain, sk_X509_value(judging->certificates, i))) {
            return verdict_undecided(
                "", STR("the signature carries a certificate that plays no part in "
                        "the chain to the anchor"));
        }
    }
    for (int i = 0; judging->path && i < sk_X509_num(chain); i++) {
        if (judging->path->count < ARRAY_COUNT(judging->path->item)) {
            judging->path->item[judging->path->count++] =
                digest_of(certificate_der(judging->home, sk_X509_value(chain, i)));
        }
    }
    X509 *last = sk_X509_value(chain, sk_X509_num(chain) - 1);
    struct str anchor = name_text(judging->home, X509_get_subject_name(last));
    return verdict_holds(str_format(judging->home, "chain of %d to %.*s; %.*s%.*s",
                                    sk_X509_num(chain), STR_ARG(anchor), STR_ARG(revoked.detail),
                                    STR_ARG(answered.detail)));
}

static struct verdict spoilt_trust(void)
{
    return verdict_undecided("", STR("a certificate or revocation list given beside the anchors "
                                     "cannot be read"));
}

/* ---- looking for a chain ---- */

struct looking {
    const struct judging *judging;
    X509 *leaf;
    int purpose; /* of X509_PURPOSE; 0: not asked */
    X509_stack *trusted;
    X509_CRL_stack *lists;
};

/* With the anchors but those that have the name of `only` and are another certificate; NULL: with
 * all. False: no chain, and `*verdict` says why. */
static bool look(const struct looking *looking, const X509 *only, struct verdict *verdict)
{
    const struct cms_request *request = looking->judging->request;
    AUTO(X509_STORE) store = X509_STORE_new();
    AUTO(X509_STORE_CTX) context = X509_STORE_CTX_new();
    *verdict = verdict_undecided("", STR("no memory to look for a chain"));
    if (!store || !context)
        return false;
    for (int i = 0; i < sk_X509_num(looking->trusted); i++) {
        X509 *anchor = sk_X509_value(looking->trusted, i);
        bool other = only && X509_cmp(only, anchor) != 0 &&
                     X509_NAME_cmp(X509_get_subject_name(only), X509_get_subject_name(anchor)) == 0;
        if (!other && X509_STORE_add_cert(store, anchor) != 1)
            return false;
    }
    if (X509_STORE_CTX_init(context, store, looking->leaf, looking->judging->certificates) != 1)
        return false;
    X509_VERIFY_PARAM *rules = X509_STORE_CTX_get0_param(context);
    X509_VERIFY_PARAM_set_time(rules, (time_t)request->at);
    X509_VERIFY_PARAM_set_auth_level(rules, AUTH_LEVEL);
    X509_VERIFY_PARAM_set_depth(rules, DEPTH_MOST);
    X509_VERIFY_PARAM_set_flags(rules, X509_V_FLAG_POLICY_CHECK);
    if (looking->purpose != 0)
        (void)X509_VERIFY_PARAM_set_purpose(rules, looking->purpose);
    bool good = X509_verify_cert(context) == 1;
    int error = X509_STORE_CTX_get_error(context);
    ERR_clear_error();
    *verdict =
        good ? check_chain(looking->judging, X509_STORE_CTX_get0_chain(context), looking->lists)
             : chain_verdict(looking->judging->home, error);
    return good;
}

static bool has_namesake(const X509_stack *trusted, int index)
{
    const X509 *one = sk_X509_value(trusted, index);
    for (int i = 0; i < sk_X509_num(trusted); i++)
        if (i != index && X509_cmp(one, sk_X509_value(trusted, i)) != 0 &&
            X509_NAME_cmp(X509_get_subject_name(one),
                          X509_get_subject_name(sk_X509_value(trusted, i))) == 0)
            return true;
    return false;
}

/* Of anchors that have one name libcrypto takes one and sticks to it, by their order in the file or
 * by their dates; so where none is found with all of them, each of several namesakes is asked by
 * itself. */
static struct verdict look_everywhere(const struct looking *looking)
{
    struct verdict first;
    if (look(looking, NULL, &first))
        return first;
    int asked = 0;
    for (int i = 0; i < sk_X509_num(looking->trusted) && asked < NAMESAKES_MOST; i++) {
        struct verdict verdict;
        if (has_namesake(looking->trusted, i)) {
            asked++;
            if (look(looking, sk_X509_value(looking->trusted, i), &verdict))
                return verdict;
        }
    }
    return first;
}

static struct verdict judge_trust(const struct judging *judging)
{
    X509_CRL_stack *embedded = CMS_get1_crls(judging->cms);
    AUTO(X509_CRL_stack) lists = embedded ? embedded : sk_X509_CRL_new_null();
    AUTO(X509_stack) trusted = sk_X509_new_null();
    if (!trusted || !lists)
        return verdict_undecided("", STR("no memory to look for a chain"));
    struct anchors anchors = { .trusted = trusted, .lists = lists };
    anchors_read(judging->request->trust, &anchors);
    if (anchors.spoilt)
        return spoilt_trust();
    return look_everywhere(&(struct looking){
        .judging = judging, .leaf = judging->signer, .trusted = trusted, .lists = lists });
}

struct str certificate_subject(struct arena *home, X509 *certificate)
{
    return name_text(home, X509_get_subject_name(certificate));
}

struct verdict authority_trust(struct arena *home, X509 *signer, STACK_OF(X509) * certificates,
                               const struct cms_request *request)
{
    AUTO(X509_CRL_stack) lists = sk_X509_CRL_new_null();
    AUTO(X509_stack) trusted = sk_X509_new_null();
    if (request->trust.len == 0) {
        return verdict_undecided(
            "NO_CERTIFICATE_CHAIN_FOUND",
            STR("no trust anchor was given, so whose time it is is undecided; give "
                "--trust-tsa the root of the authority, from elsewhere"));
    }
    if (!trusted || !lists)
        return verdict_undecided("", STR("no memory to look for a chain"));
    struct anchors anchors = { .trusted = trusted, .lists = lists };
    anchors_read(request->trust, &anchors);
    if (anchors.spoilt)
        return spoilt_trust();
    struct judging judging = { .home = home, .request = request, .certificates = certificates };
    return look_everywhere(&(struct looking){ .judging = &judging,
                                              .leaf = signer,
                                              .purpose = X509_PURPOSE_TIMESTAMP_SIGN,
                                              .trusted = trusted,
                                              .lists = lists });
}

/* ---- the signer in words ---- */

static void put_time(struct buf *out, int64_t seconds)
{
    ASN1_TIME *time = ASN1_TIME_set(NULL, (time_t)seconds);
    struct tm tm = { 0 };
    if (time && ASN1_TIME_to_tm(time, &tm) == 1) {
        buf_putf(out, "%04d-%02d-%02dT%02d:%02d:%02dZ", tm.tm_year + 1900, tm.tm_mon + 1,
                 tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
    } else {
        buf_put(out, STR("not readable"));
    }
    ASN1_TIME_free(time);
}

static struct str signer_line(const struct judging *judging)
{
    struct arena *home = judging->home;
    struct buf out = buf_new(home, 8192);
    buf_put(&out, name_text(home, X509_get_subject_name(judging->signer)));
    buf_put(&out, STR(", certificate SHA-256 "));
    digest_put_hex(digest_of(certificate_der(home, judging->signer)), &out);
    buf_put(&out, STR(", signing time (claimed) "));
    if (judging->request->parts->has_signing_time)
        put_time(&out, judging->request->parts->signing_time);
    else
        buf_put(&out, STR("none"));
    return buf_str(&out);
}

/* The signature as libcrypto reads it, and the signer's certificate in it. False: `*why` says so.
 */
static bool judging_begin(struct judging *judging, struct verdict *why)
{
    const struct cms_request *request = judging->request;
    const unsigned char *at = (const unsigned char *)request->der.at;
    const unsigned char *end = at + request->der.len;
    judging->cms = d2i_CMS_ContentInfo(NULL, &at, (long)request->der.len);
    ERR_clear_error();
    if (!judging->cms || at != end || request->content.len > INT32_MAX) {
        *why = verdict_fails("FORMAT_FAILURE", STR("libcrypto cannot read the signature"));
        return false;
    }
    judging->certificates = CMS_get1_certs(judging->cms);
    *why = find_signer(judging);
    return judging->signer != NULL;
}

static void judging_end(struct judging *judging)
{
    X509_stack_free(judging->certificates);
    CMS_ContentInfo_free(judging->cms);
}

void cms_judge(struct arena *home, const struct cms_request *request, struct cms_result *out)
{
    *out = (struct cms_result){ .certificate =
                                    verdict_undecided("", STR("not asked, since the signature "
                                                              "fails")),
                                .signer = STR("not readable") };
    struct judging judging = { .home = home, .request = request };
    if (judging_begin(&judging, &out->signature)) {
        out->signer = signer_line(&judging);
        out->subject = name_text(home, X509_get_subject_name(judging.signer));
        out->ends = certificate_ends(home, judging.signer);
        if (request->parts->has_signing_time) {
            struct buf time = buf_new(home, 64);
            put_time(&time, request->parts->signing_time);
            out->claimed = buf_str(&time);
        }
        out->certificate_der = certificate_der(home, judging.signer);
        out->signature = judge_signature(&judging);
        if (out->signature.state == CHECK_HOLDS)
            out->certificate = judge_certificate(&judging);
    }
    judging_end(&judging);
}

struct verdict cms_trust(struct arena *home, const struct cms_request *request,
                         struct cms_path *path)
{
    path->count = 0;
    if (request->trust.len == 0) {
        return verdict_undecided(
            "NO_CERTIFICATE_CHAIN_FOUND",
            STR("no trust anchor was given, so who signed is undecided; give "
                "--trust the root of the signer's organisation, from elsewhere"));
    }
    struct judging judging = { .home = home, .request = request, .path = path };
    struct verdict verdict;
    if (judging_begin(&judging, &verdict))
        verdict = judge_trust(&judging);
    judging_end(&judging);
    return verdict;
}
