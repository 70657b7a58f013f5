/* certificate.c - keys and certificates that may sign: curves, sizes, usages. */
#include "crypto.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/x509v3.h>
#include <string.h>

/* NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses */
#define AUTO(type) __attribute__((cleanup(type##_close))) type *
#define CLOSER(type, free)                                                                         \
    static void type##_close(type **handle)                                                        \
    {                                                                                              \
        free(*handle);                                                                             \
    }
/* NOLINTEND(bugprone-macro-parentheses) */
CLOSER(BIGNUM, BN_free)
CLOSER(EXTENDED_KEY_USAGE, EXTENDED_KEY_USAGE_free)

static const char *ec_fault(const EVP_PKEY *key)
{
    char group[64] = "";
    int explicit_form = 0;
    (void)EVP_PKEY_get_int_param(key, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS,
                                 &explicit_form);
    if (explicit_form)
        return "the curve is given by explicit parameters, not by name";
    if (EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, group, sizeof(group),
                                       NULL) != 1)
        return "the curve has no name";
    bool known = strcmp(group, "prime256v1") == 0 || strcmp(group, "secp384r1") == 0;
    return known ? NULL : "the curve is neither P-256 nor P-384";
}

static const char *rsa_fault(const EVP_PKEY *key, int least)
{
    BIGNUM *got = NULL;
    if (EVP_PKEY_get_bits(key) < least) {
        return least == RSA_BITS_TO_SIGN ? "an RSA key of less than 3072 bits"
                                         : "an RSA key of less than 2048 bits";
    }
    if (EVP_PKEY_get_bits(key) > 16384)
        return "an RSA key of more than 16384 bits";
    if (EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &got) != 1)
        return "an RSA key without exponent";
    AUTO(BIGNUM) exponent = got;
    /* FIPS 186-5 section 5.1: odd, above 2^16. */
    return BN_num_bits(exponent) > 16 && BN_is_odd(exponent) ? NULL
                                                             : "an RSA key with a small exponent";
}

const char *public_key_fault(const EVP_PKEY *key, int rsa_least)
{
    if (EVP_PKEY_is_a(key, "EC"))
        return ec_fault(key);
    if (EVP_PKEY_is_a(key, "RSA"))
        return rsa_fault(key, rsa_least);
    if (EVP_PKEY_is_a(key, "ED25519") || EVP_PKEY_is_a(key, "ED448"))
        return "an Edwards curve key, which CMS signatures of this libcrypto cannot use";
    return "a kind of key that is not allowed";
}

static bool usage_known(const ASN1_OBJECT *purpose)
{
    static const char *const allowed[] = {
        "1.3.6.1.5.5.7.3.4",       /* emailProtection */
        "1.3.6.1.5.5.7.3.36",      /* documentSigning, RFC 9336 */
        "1.3.6.1.4.1.311.10.3.12", /* Microsoft document signing */
        "1.2.840.113583.1.1.5",    /* Adobe authentic documents */
        "2.5.29.37.0",             /* any */
    };
    char text[80] = "";
    OBJ_obj2txt(text, sizeof(text), purpose, 1);
    for (size_t i = 0; i < ARRAY_COUNT(allowed); i++)
        if (strcmp(text, allowed[i]) == 0)
            return true;
    return false;
}

const char *certificate_usage_fault(X509 *certificate)
{
    uint32_t flags = X509_get_extension_flags(certificate);
    if (flags & EXFLAG_INVALID)
        return "the certificate has extensions that cannot be read";
    if (flags & EXFLAG_CRITICAL)
        return "the certificate has a critical extension that is not known here";
    if (flags & EXFLAG_CA)
        return "a CA certificate may not sign documents";
    if (flags & EXFLAG_KUSAGE &&
        (X509_get_key_usage(certificate) & (KU_DIGITAL_SIGNATURE | KU_NON_REPUDIATION)) == 0)
        return "key usage has neither digitalSignature nor nonRepudiation";
    if (!(flags & EXFLAG_XKUSAGE))
        return NULL;
    AUTO(EXTENDED_KEY_USAGE)
    usage = X509_get_ext_d2i(certificate, NID_ext_key_usage, NULL, NULL);
    for (int i = 0; usage && i < sk_ASN1_OBJECT_num(usage); i++)
        if (usage_known(sk_ASN1_OBJECT_value(usage, i)))
            return NULL;
    return "extended key usage has neither documentSigning nor emailProtection";
}

struct str certificate_ends(struct arena *home, const X509 *certificate)
{
    struct tm end;
    if (ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &end) != 1 || end.tm_year + 1900 >= 9999)
        return (struct str){ 0 };
    return str_format(home, "%04d-%02d-%02d", end.tm_year + 1900, end.tm_mon + 1, end.tm_mday);
}

/* RFC 5480 section 2.2: a point is compressed or not, never in the hybrid form. */
const char *point_fault(const X509 *certificate)
{
    const ASN1_BIT_STRING *bits = X509_get0_pubkey_bitstr(certificate);
    const EVP_PKEY *key = X509_get0_pubkey(certificate);
    const unsigned char *at = bits ? ASN1_STRING_get0_data(bits) : NULL;
    bool hybrid = at && ASN1_STRING_length(bits) > 0 && (at[0] == 6 || at[0] == 7);
    return key && EVP_PKEY_is_a(key, "EC") && hybrid ? "a key in the hybrid form" : NULL;
}
