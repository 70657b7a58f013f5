/* cms_read.c - CMS SignedData (RFC 5652 section 5) in the one shape that a dossier allows.
 *
 * Everything outside the signed attributes is not protected by the signature, so each byte there
 * must be the only one possible: DER, fixed versions, one SignerInfo, no content inside, listed
 * algorithms. CAdES attributes: RFC 5035 (signing-certificate-v2), ETSI EN 319 122-1. */
#include "cms_read.h"

#include "der.h"

#define PKCS "\x2a\x86\x48\x86\xf7\x0d\x01"
#define ECDSA "\x2a\x86\x48\xce\x3d\x04\x03"

#define OID(literal) ((struct str){ literal, sizeof(literal) - 1 })
#define OID_DATA OID(PKCS "\x07\x01")
#define OID_SIGNED_DATA OID(PKCS "\x07\x02")
#define OID_CONTENT_TYPE OID(PKCS "\x09\x03")
#define OID_MESSAGE_DIGEST OID(PKCS "\x09\x04")
#define OID_SIGNING_TIME OID(PKCS "\x09\x05")
#define OID_SIGNING_CERTIFICATE_1 OID(PKCS "\x09\x10\x02\x0c")
#define OID_SIGNING_CERTIFICATE_2 OID(PKCS "\x09\x10\x02\x2f")
#define OID_OCSP_RESPONSE OID("\x2b\x06\x01\x05\x05\x07\x10\x02") /* RFC 5940 */
#define OID_RSA OID(PKCS "\x01\x01")
#define OID_MGF1 OID(PKCS "\x01\x08")
#define OID_RSA_PSS OID(PKCS "\x01\x0a")

enum {
    SIGNATURE_MOST = 1 << 20,
    CERTIFICATES_MOST = 64,
    ATTRIBUTES_MOST = 32,
    KEY_IDENTIFIER = 0x80,
    SHA1_SIZE = 20,
};

static const char FORMAT[] = "FORMAT_FAILURE";
static const char CONSTRAINTS[] = "CRYPTO_CONSTRAINTS_FAILURE";

static bool refuse(struct cms_fault *fault, const char *indication, const char *why)
{
    *fault = (struct cms_fault){ indication, why };
    return false;
}

static bool take_version(struct str *rest, unsigned *version)
{
    struct der value;
    if (!der_take(rest, DER_INTEGER, &value) || value.content.len != 1)
        return false;
    *version = (unsigned char)value.content.at[0];
    return true;
}

static bool take_oid(struct str *rest, struct str oid)
{
    struct der value;
    return der_take(rest, DER_OID, &value) && str_eq(value.content, oid);
}

/* Parameters that may only be absent or NULL. */
static bool no_parameters(struct str rest)
{
    struct der value;
    return rest.len == 0 || (der_take(&rest, DER_NULL, &value) && rest.len == 0);
}

/* AlgorithmIdentifier of a digest (RFC 5754 section 2). */
static bool read_hash(struct str algorithm, enum hash *hash)
{
    struct der oid;
    return der_take(&algorithm, DER_OID, &oid) && hash_find_oid(oid.content, hash) &&
           no_parameters(algorithm);
}

/* RSASSA-PSS-params (RFC 8017 A.2.3): one hash throughout, MGF1, salt as long as the hash, no other
 * trailer. */
static bool pss_sane(struct str rest, enum hash hash)
{
    struct der params;
    struct der field;
    struct der inner;
    struct der salt;
    enum hash used = HASH_SHA256;
    if (!der_take(&rest, DER_SEQUENCE, &params) || rest.len != 0)
        return false;
    rest = params.content;
    if (!der_take(&rest, DER_CONTEXT_0, &field) ||
        !der_take(&field.content, DER_SEQUENCE, &inner) || field.content.len != 0 ||
        !read_hash(inner.content, &used) || used != hash)
        return false;
    if (!der_take(&rest, DER_CONTEXT_1, &field) ||
        !der_take(&field.content, DER_SEQUENCE, &inner) || field.content.len != 0 ||
        !take_oid(&inner.content, OID_MGF1))
        return false;
    struct str mask = inner.content;
    if (!der_take(&mask, DER_SEQUENCE, &inner) || mask.len != 0 ||
        !read_hash(inner.content, &used) || used != hash)
        return false;
    return der_take(&rest, DER_CONTEXT_2, &field) && der_take(&field.content, DER_INTEGER, &salt) &&
           field.content.len == 0 && salt.content.len == 1 &&
           (unsigned char)salt.content.at[0] == hash_row(hash)->size && rest.len == 0;
}

static bool read_scheme(struct str algorithm, enum hash hash, enum scheme *scheme)
{
    static const struct str ecdsa[] = {
        [HASH_SHA256] = { ECDSA "\x02", 8 },
        [HASH_SHA384] = { ECDSA "\x03", 8 },
        [HASH_SHA512] = { ECDSA "\x04", 8 },
    };
    static const struct str with_rsa[] = {
        [HASH_SHA256] = { PKCS "\x01\x0b", 9 },
        [HASH_SHA384] = { PKCS "\x01\x0c", 9 },
        [HASH_SHA512] = { PKCS "\x01\x0d", 9 },
    };
    struct der oid;
    if (!der_take(&algorithm, DER_OID, &oid))
        return false;
    if (str_eq(oid.content, ecdsa[hash])) {
        *scheme = SCHEME_ECDSA;
        return algorithm.len == 0;
    }
    if (str_eq(oid.content, OID_RSA) || str_eq(oid.content, with_rsa[hash])) {
        /* RFC 3370 section 3.2 names the key alone, RFC 5754 section 3.2 the digest too. */
        *scheme = SCHEME_RSA;
        struct der null;
        return der_take(&algorithm, DER_NULL, &null) && algorithm.len == 0;
    }
    if (str_eq(oid.content, OID_RSA_PSS)) {
        *scheme = SCHEME_RSA_PSS;
        return pss_sane(algorithm, hash);
    }
    return false;
}

/* ---- signed attributes ---- */

static bool digits(struct str text, size_t at, size_t count, int64_t *out)
{
    int64_t value = 0;
    for (size_t i = at; i < at + count; i++) {
        if (i >= text.len || text.at[i] < '0' || text.at[i] > '9')
            return false;
        value = value * 10 + (text.at[i] - '0');
    }
    *out = value;
    return true;
}

/* Days since 1970-01-01 of a Gregorian date (Hinnant, "chrono-Compatible Low-Level Date
 * Algorithms"). */
static int64_t days_from_civil(int64_t year, int64_t month, int64_t day)
{
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t of_era = y - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* UTCTime or GeneralizedTime as RFC 5652 section 11.3 wants them: seconds, Z, no fraction. */
static bool read_time(const struct der *value, int64_t *out)
{
    struct str text = value->content;
    int64_t year = 0;
    size_t at = 0;
    if (value->tag == DER_UTC_TIME && text.len == 13) {
        at = 2;
        if (!digits(text, 0, 2, &year))
            return false;
        year += year < 50 ? 2000 : 1900;
    } else if (value->tag == DER_GENERALIZED_TIME && text.len == 15) {
        at = 4;
        if (!digits(text, 0, 4, &year) || (year >= 1950 && year < 2050))
            return false; /* must be a UTCTime then */
    } else {
        return false;
    }
    int64_t field[5];
    static const int64_t least[] = { 1, 1, 0, 0, 0 };
    static const int64_t most[] = { 12, 31, 23, 59, 59 };
    for (size_t i = 0; i < ARRAY_COUNT(field); i++)
        if (!digits(text, at + 2 * i, 2, &field[i]) || field[i] < least[i] || field[i] > most[i])
            return false;
    *out = days_from_civil(year, field[0], field[1]) * 86400 + field[2] * 3600 + field[3] * 60 +
           field[4];
    return text.at[text.len - 1] == 'Z';
}

/* SigningCertificateV2: the first ESSCertIDv2 names the signer's certificate (RFC 5035 section 3).
 */
static bool read_signing_certificate(struct str rest, struct cms_parts *out)
{
    struct der list;
    struct der id;
    struct der field;
    if (!der_take(&rest, DER_SEQUENCE, &list) || rest.len != 0 ||
        !der_take(&list.content, DER_SEQUENCE, &field) ||
        !der_take(&field.content, DER_SEQUENCE, &id))
        return false;
    out->certificate_hash = HASH_SHA256;
    if (der_take(&id.content, DER_SEQUENCE, &field) &&
        !read_hash(field.content, &out->certificate_hash))
        return false;
    if (!der_take(&id.content, DER_OCTET_STRING, &field) ||
        field.content.len != hash_row(out->certificate_hash)->size)
        return false;
    out->certificate_digest = field.content;
    if (id.content.len == 0)
        return true;
    if (!der_take(&id.content, DER_SEQUENCE, &field) || id.content.len != 0)
        return false;
    out->certificate_issuer = field.whole;
    return true;
}

/* SigningCertificate (RFC 2634 section 5.4): the older attribute, by SHA-1. It binds nothing here,
 * but it may not name another certificate than the newer one does. */
static bool read_old_certificate(struct str rest, struct cms_parts *out)
{
    struct der list;
    struct der id;
    struct der field;
    if (!der_take(&rest, DER_SEQUENCE, &list) || rest.len != 0 ||
        !der_take(&list.content, DER_SEQUENCE, &field) ||
        !der_take(&field.content, DER_SEQUENCE, &id) ||
        !der_take(&id.content, DER_OCTET_STRING, &field) || field.content.len != SHA1_SIZE)
        return false;
    out->old_certificate_digest = field.content;
    if (id.content.len == 0)
        return true;
    if (!der_take(&id.content, DER_SEQUENCE, &field) || id.content.len != 0)
        return false;
    out->old_certificate_issuer = field.whole;
    return true;
}

static bool read_attribute(struct str oid, struct str value, struct cms_parts *out,
                           struct cms_fault *fault)
{
    struct str rest = value;
    struct der got;
    if (str_eq(oid, OID_CONTENT_TYPE)) {
        return (take_oid(&rest, OID_DATA) && rest.len == 0) ||
               refuse(fault, FORMAT, "the signed content type is not id-data");
    }
    if (str_eq(oid, OID_MESSAGE_DIGEST)) {
        if (!der_take(&rest, DER_OCTET_STRING, &got) || rest.len != 0)
            return refuse(fault, FORMAT, "message-digest is not an OCTET STRING");
        out->message_digest = got.content;
    }
    if (str_eq(oid, OID_SIGNING_TIME)) {
        if (!der_next(&rest, &got) || rest.len != 0 || !read_time(&got, &out->signing_time))
            return refuse(fault, FORMAT, "signing-time is not a time in seconds and UTC");
        out->has_signing_time = true;
    }
    if (str_eq(oid, OID_SIGNING_CERTIFICATE_2) && !read_signing_certificate(rest, out)) {
        return refuse(fault, FORMAT,
                      "signing-certificate-v2 cannot be read, or by no allowed digest");
    }
    if (str_eq(oid, OID_SIGNING_CERTIFICATE_1) && !read_old_certificate(rest, out))
        return refuse(fault, FORMAT, "signing-certificate (version 1) cannot be read");
    return true;
}

static bool read_attributes(struct str rest, struct cms_parts *out, struct cms_fault *fault)
{
    if (!der_in_order(rest))
        return refuse(fault, FORMAT, "signed attributes are not in the order of DER");
    struct str seen[ATTRIBUTES_MOST];
    size_t count = 0;
    bool content_type = false;
    while (rest.len > 0) {
        struct der attribute;
        struct der oid;
        struct der values;
        struct der value;
        if (!der_take(&rest, DER_SEQUENCE, &attribute) ||
            !der_take(&attribute.content, DER_OID, &oid) ||
            !der_take(&attribute.content, DER_SET, &values) || attribute.content.len != 0 ||
            !der_next(&values.content, &value) || values.content.len != 0)
            return refuse(fault, FORMAT, "a signed attribute has not exactly one value");
        for (size_t i = 0; i < count; i++)
            if (str_eq(seen[i], oid.content))
                return refuse(fault, FORMAT, "a signed attribute stands twice");
        if (count == ATTRIBUTES_MOST)
            return refuse(fault, FORMAT, "too many signed attributes");
        seen[count++] = oid.content;
        content_type = content_type || str_eq(oid.content, OID_CONTENT_TYPE);
        if (!read_attribute(oid.content, value.whole, out, fault))
            return false;
    }
    if (!content_type || out->message_digest.len == 0) {
        return refuse(fault, FORMAT,
                      "content-type or message-digest is not among the signed attributes");
    }
    if (out->certificate_digest.len == 0)
        return refuse(fault, FORMAT, "no signing-certificate-v2 among the signed attributes");
    return true;
}

/* ---- SignedData ---- */

/* IssuerAndSerialNumber, or a subject key identifier. */
static bool read_identifier(struct str *rest, unsigned version, struct cms_parts *out)
{
    struct der identifier;
    struct der issuer;
    struct der serial;
    if (!der_next(rest, &identifier))
        return false;
    if (version == 3)
        return identifier.tag == KEY_IDENTIFIER;
    if (identifier.tag != DER_SEQUENCE || !der_take(&identifier.content, DER_SEQUENCE, &issuer) ||
        !der_take(&identifier.content, DER_INTEGER, &serial) || identifier.content.len != 0)
        return false;
    out->issuer = issuer.whole;
    return true;
}

static bool read_signer(struct str rest, unsigned data_version, struct str algorithm,
                        struct cms_parts *out, struct cms_fault *fault)
{
    struct der field;
    unsigned version = 0;
    bool fits = take_version(&rest, &version) &&
                (data_version == 5 ? version == 1 || version == 3 : version == data_version);
    if (!fits || !read_identifier(&rest, version, out))
        return refuse(fault, FORMAT, "versions and kind of signer identifier do not fit together");
    if (!der_take(&rest, DER_SEQUENCE, &field))
        return refuse(fault, FORMAT, "no digest algorithm");
    if (!str_eq(field.whole, algorithm))
        return refuse(fault, FORMAT, "digest algorithm of signer and of signature differ");
    if (!read_hash(field.content, &out->hash))
        return refuse(fault, CONSTRAINTS, "digest algorithm is not SHA-256, SHA-384 or SHA-512");
    if (!der_take(&rest, DER_CONTEXT_0, &field))
        return refuse(fault, FORMAT, "no signed attributes");
    out->signed_attributes = field.content;
    if (!read_attributes(field.content, out, fault))
        return false;
    if (!der_take(&rest, DER_SEQUENCE, &field))
        return refuse(fault, FORMAT, "no signature algorithm");
    if (!read_scheme(field.content, out->hash, &out->scheme)) {
        return refuse(
            fault, CONSTRAINTS,
            "signature algorithm is not ECDSA or RSA (PKCS #1 v1.5 or PSS) with the same digest");
    }
    if (!der_take(&rest, DER_OCTET_STRING, &field) || field.content.len == 0)
        return refuse(fault, FORMAT, "no signature value");
    out->value = field.content;
    out->has_unsigned = der_take(&rest, DER_CONTEXT_1, &field);
    out->unsigned_attributes = out->has_unsigned ? field.content : (struct str){ 0 };
    if (out->has_unsigned && !der_in_order(field.content))
        return refuse(fault, FORMAT, "unsigned attributes are not in the order of DER");
    return rest.len == 0 || refuse(fault, FORMAT, "bytes after the signature value");
}

static bool read_certificates(struct str *rest, struct cms_parts *out, struct cms_fault *fault)
{
    struct der set;
    struct der certificate;
    if (!der_take(rest, DER_CONTEXT_0, &set))
        return refuse(fault, "NO_SIGNING_CERTIFICATE_FOUND", "no certificate in the signature");
    if (!der_in_order(set.content)) {
        return refuse(fault, FORMAT,
                      "certificates are not in the order of DER, or one stands twice");
    }
    while (set.content.len > 0) {
        if (!der_take(&set.content, DER_SEQUENCE, &certificate))
            return refuse(fault, FORMAT, "something other than an X.509 certificate among them");
        if (++out->certificate_count > CERTIFICATES_MOST)
            return refuse(fault, FORMAT, "too many certificates");
    }
    return true;
}

/* Lists, and answers of a responder: RFC 5652 section 10.2.1, RFC 5940. */
static bool read_lists(struct str rest, struct cms_parts *out, struct cms_fault *fault)
{
    struct der list, response, state;
    if (rest.len == 0 || !der_in_order(rest))
        return refuse(fault, FORMAT, "revocation lists are none, or not in the order of DER");
    while (rest.len > 0) {
        if (der_take(&rest, DER_SEQUENCE, &list))
            continue;
        if (!der_take(&rest, DER_CONTEXT_1, &list) || !take_oid(&list.content, OID_OCSP_RESPONSE) ||
            !der_take(&list.content, DER_SEQUENCE, &response) || list.content.len != 0) {
            return refuse(fault, FORMAT,
                          "something other than a revocation list or an OCSP response among them");
        }
        if (!der_take(&response.content, DER_ENUMERATED, &state)) /* RFC 6960: responseStatus */
            return refuse(fault, FORMAT, "what is called an OCSP response is none");
        if (out->response_count == RESPONSES_MOST)
            return refuse(fault, FORMAT, "too many OCSP responses");
        out->response[out->response_count++] = response.whole;
    }
    return true;
}

static bool read_data(struct str rest, struct cms_parts *out, struct cms_fault *fault)
{
    struct der algorithms;
    struct der field;
    unsigned version = 0;
    if (!take_version(&rest, &version) || (version != 1 && version != 3 && version != 5))
        return refuse(fault, FORMAT, "version of SignedData is not 1, 3 or 5");
    if (!der_take(&rest, DER_SET, &algorithms) || !der_take(&rest, DER_SEQUENCE, &field))
        return refuse(fault, FORMAT, "no digest algorithms or no content information");
    if (!take_oid(&field.content, OID_DATA))
        return refuse(fault, FORMAT, "the content type is not id-data");
    if (field.content.len != 0)
        return refuse(fault, FORMAT, "the signature carries content: it must be detached");
    if (!read_certificates(&rest, out, fault))
        return false;
    if (der_take(&rest, DER_CONTEXT_1, &field) && !read_lists(field.content, out, fault))
        return false;
    if (version == 5 && out->response_count == 0)
        return refuse(fault, FORMAT, "version 5 of SignedData without what asks for it");
    struct der signers;
    if (!der_take(&rest, DER_SET, &signers) || rest.len != 0)
        return refuse(fault, FORMAT, "no set of signers, or bytes behind it");
    struct der signer;
    if (!der_take(&signers.content, DER_SEQUENCE, &signer) || signers.content.len != 0)
        return refuse(fault, FORMAT, "not exactly one signer in a signature");
    return read_signer(signer.content, version, algorithms.content, out, fault);
}

bool cms_read(struct str der, struct cms_parts *out, struct cms_fault *fault)
{
    *out = (struct cms_parts){ 0 };
    if (der.len > SIGNATURE_MOST)
        return refuse(fault, FORMAT, "larger than a signature can be");
    if (!der_is_canonical(der))
        return refuse(fault, FORMAT, "not exactly one value in DER");
    struct der info;
    struct der data;
    struct der explicit_tag;
    struct str rest = der;
    if (!der_take(&rest, DER_SEQUENCE, &info) || !take_oid(&info.content, OID_SIGNED_DATA))
        return refuse(fault, FORMAT, "not CMS SignedData");
    if (!der_take(&info.content, DER_CONTEXT_0, &explicit_tag) || info.content.len != 0 ||
        !der_take(&explicit_tag.content, DER_SEQUENCE, &data) || explicit_tag.content.len != 0)
        return refuse(fault, FORMAT, "SignedData is not where ContentInfo holds it");
    return read_data(data.content, out, fault);
}
