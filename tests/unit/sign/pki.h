/* pki.h - keys, certificates and signatures with any fault one wants, made with libcrypto directly.
 */
#ifndef TESTS_PKI_H
#define TESTS_PKI_H

#include "dossier_fixture.h"

#include <openssl/cms.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>

struct person {
    EVP_PKEY *key;
    X509 *certificate;
};

struct issue {
    const char *name;
    const char *basic, *usage, *extended; /* NULL: no such extension */
    int64_t from, to;
    const EVP_MD *digest;
    const char *critical; /* an object identifier: an unknown critical extension */
};

static inline EVP_PKEY *pki_key(const char *kind)
{
    EVP_PKEY *key = NULL;
    if (strncmp(kind, "RSA-", 4) == 0)
        key = EVP_RSA_gen(kind[4] == '1' ? 1024U : kind[4] == '2' ? 2048U : 3072U);
    else if (strcmp(kind, "ED25519") == 0)
        key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    else
        key = EVP_EC_gen(kind);
    assert_non_null(key);
    return key;
}

/* RSA of 2048 bits with exponent 3. */
static inline EVP_PKEY *pki_key_small_exponent(void)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    BIGNUM *three = BN_new();
    BN_set_word(three, 3);
    assert_true(EVP_PKEY_keygen_init(context) == 1 &&
                EVP_PKEY_CTX_set_rsa_keygen_bits(context, 3072) == 1 &&
                EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context, three) == 1 &&
                EVP_PKEY_keygen(context, &key) == 1);
    BN_free(three);
    EVP_PKEY_CTX_free(context);
    return key;
}

/* P-256 with the curve written out. */
static inline EVP_PKEY *pki_key_explicit(void)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    assert_true(EVP_PKEY_keygen_init(context) == 1 &&
                EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1 &&
                EVP_PKEY_CTX_set_ec_param_enc(context, OPENSSL_EC_EXPLICIT_CURVE) == 1 &&
                EVP_PKEY_keygen(context, &key) == 1);
    EVP_PKEY_CTX_free(context);
    return key;
}

static inline void pki_extension(X509 *certificate, int nid, const char *value)
{
    if (value) {
        X509V3_CTX context;
        X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
        X509_EXTENSION *extension = X509V3_EXT_nconf_nid(NULL, &context, nid, value);
        assert_non_null(extension);
        X509_add_ext(certificate, extension, -1);
        X509_EXTENSION_free(extension);
    }
}

static inline X509 *pki_certificate(EVP_PKEY *key, const struct issue *issue,
                                    const struct person *issuer)
{
    static long serial = 1000;
    X509 *certificate = X509_new();
    X509_NAME *name = X509_NAME_new();
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, (const unsigned char *)issue->name, -1,
                               -1, 0);
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), ++serial);
    X509_set_subject_name(certificate, name);
    X509_set_issuer_name(certificate, issuer ? X509_get_subject_name(issuer->certificate) : name);
    ASN1_TIME_set(X509_getm_notBefore(certificate),
                  (time_t)(issue->from ? issue->from : SIGNED_AT - 30 * DAY));
    ASN1_TIME_set(X509_getm_notAfter(certificate),
                  (time_t)(issue->to ? issue->to : SIGNED_AT + 300 * DAY));
    X509_set_pubkey(certificate, key);
    pki_extension(certificate, NID_basic_constraints, issue->basic);
    pki_extension(certificate, NID_key_usage, issue->usage);
    pki_extension(certificate, NID_ext_key_usage, issue->extended);
    if (issue->critical) {
        ASN1_OBJECT *object = OBJ_txt2obj(issue->critical, 1);
        ASN1_OCTET_STRING *value = ASN1_OCTET_STRING_new();
        ASN1_OCTET_STRING_set(value, (const unsigned char *)"\5\0", 2);
        X509_EXTENSION *extension = X509_EXTENSION_create_by_OBJ(NULL, object, 1, value);
        X509_add_ext(certificate, extension, -1);
        X509_EXTENSION_free(extension);
        ASN1_OCTET_STRING_free(value);
        ASN1_OBJECT_free(object);
    }
    assert_true(X509_sign(certificate, issuer ? issuer->key : key,
                          issue->digest ? issue->digest : EVP_sha256()) > 0);
    X509_NAME_free(name);
    return certificate;
}

static inline struct person pki_person(EVP_PKEY *key, struct issue issue,
                                       const struct person *issuer)
{
    return (struct person){ key, pki_certificate(key, &issue, issuer) };
}

static inline void person_free(struct person *person)
{
    EVP_PKEY_free(person->key);
    X509_free(person->certificate);
}

static inline struct str pki_take(struct arena *home, BIO *bio)
{
    char *at = NULL;
    long len = BIO_get_mem_data(bio, &at);
    struct str kept = str_keep(home, (struct str){ at, (size_t)len });
    BIO_free(bio);
    return kept;
}

static inline struct str pki_pem(struct arena *home, X509 *certificate)
{
    BIO *bio = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(bio, certificate);
    return pki_take(home, bio);
}

static inline struct str pki_key_pem(struct arena *home, EVP_PKEY *key, const EVP_CIPHER *cipher,
                                     const char *passphrase)
{
    BIO *bio = BIO_new(BIO_s_mem());
    assert_true(PEM_write_bio_PKCS8PrivateKey(bio, key, cipher, passphrase,
                                              passphrase ? (int)strlen(passphrase) : 0, NULL,
                                              NULL) == 1);
    return pki_take(home, bio);
}

struct signing {
    const struct person *signer;
    X509 *extra[4]; /* embedded beside the signer's */
    const EVP_MD *digest;
    unsigned flags; /* on top of those of an honest signature */
    unsigned less;  /* flags taken away */
    const struct person *second;
    X509_CRL *list;
    bool streamed; /* BER with indefinite lengths */
    bool pss;
    int salt;
    const EVP_MD *mask;
    bool unsigned_attribute;
    int64_t at;
};

static inline void pki_signer(CMS_ContentInfo *cms, const struct person *person,
                              const struct signing *signing, unsigned flags)
{
    const EVP_MD *digest = signing->digest ? signing->digest : EVP_sha256();
    CMS_SignerInfo *signer = CMS_add1_signer(cms, person->certificate, person->key, digest,
                                             flags | (signing->pss ? (unsigned)CMS_KEY_PARAM : 0U));
    if (!signer) {
        ERR_print_errors_fp(stderr);
        fail_msg("no signer");
    }
    if (signing->pss) {
        EVP_PKEY_CTX *context = CMS_SignerInfo_get0_pkey_ctx(signer);
        assert_true(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1);
        assert_true(EVP_PKEY_CTX_set_rsa_pss_saltlen(context, signing->salt) == 1);
        assert_true(EVP_PKEY_CTX_set_rsa_mgf1_md(context, signing->mask ? signing->mask : digest) ==
                    1);
    }
    if (!(flags & CMS_NOATTR)) {
        ASN1_TIME *time = ASN1_TIME_set(NULL, (time_t)(signing->at ? signing->at : SIGNED_AT));
        CMS_signed_add1_attr_by_NID(signer, NID_pkcs9_signingTime, time->type, time, -1);
        ASN1_TIME_free(time);
    }
    if (signing->unsigned_attribute) {
        CMS_unsigned_add1_attr_by_NID(signer, NID_id_smime_aa_timeStampToken, V_ASN1_SEQUENCE,
                                      "\x30\x00", 2);
    }
}

/* A signature over `content`, honest but for what `signing` says. */
static inline struct str pki_sign(struct arena *home, struct str content, struct signing signing)
{
    unsigned flags =
        (CMS_DETACHED | CMS_BINARY | CMS_PARTIAL | CMS_CADES | CMS_NOSMIMECAP | signing.flags) &
        ~signing.less;
    BIO *bio = BIO_new_mem_buf(content.at, (int)content.len);
    CMS_ContentInfo *cms =
        CMS_sign(NULL, NULL, NULL, NULL, flags | (signing.streamed ? (unsigned)CMS_STREAM : 0U));
    assert_non_null(cms);
    if (signing.signer)
        pki_signer(cms, signing.signer, &signing, flags);
    if (signing.second)
        pki_signer(cms, signing.second, &signing, flags);
    for (size_t i = 0; i < ARRAY_COUNT(signing.extra) && signing.extra[i]; i++)
        CMS_add1_cert(cms, signing.extra[i]);
    if (signing.list)
        CMS_add1_crl(cms, signing.list);
    BIO *out = BIO_new(BIO_s_mem());
    if (signing.streamed) {
        assert_true(i2d_CMS_bio_stream(out, cms, bio,
                                       (int)((flags & ~(unsigned)CMS_DETACHED) | CMS_STREAM)) == 1);
    } else {
        /* Without a signer there is nothing to finish, and libcrypto will not. */
        if (signing.signer && CMS_final(cms, bio, NULL, flags) != 1) {
            ERR_print_errors_fp(stderr);
            fail_msg("no signature, flags %x", flags);
        }
        assert_true(i2d_CMS_bio(out, cms) == 1);
    }
    BIO_free(bio);
    CMS_ContentInfo_free(cms);
    return pki_take(home, out);
}

#endif
