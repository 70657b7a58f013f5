/* key.c - private keys: read, made, used to sign, cleared. The one file that sees them.
 *
 * CMS: RFC 5652; CAdES: ETSI EN 319 122-1 (baseline B-B); encrypted keys: PKCS #8 with PBES2 (RFC
 * 8018). */
#include "crypto.h"

#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

/* NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses */
#define AUTO(type) __attribute__((cleanup(type##_close))) type *
#define CLOSER(type, free)                                                                         \
    static void type##_close(type **handle)                                                        \
    {                                                                                              \
        free(*handle);                                                                             \
    }
/* NOLINTEND(bugprone-macro-parentheses) */
CLOSER(BIO, BIO_free_all)
CLOSER(CMS_ContentInfo, CMS_ContentInfo_free)
CLOSER(EVP_PKEY, EVP_PKEY_free)
CLOSER(PKCS8_PRIV_KEY_INFO, PKCS8_PRIV_KEY_INFO_free)
CLOSER(X509, X509_free)
CLOSER(X509_NAME, X509_NAME_free)
CLOSER(X509_SIG, X509_SIG_free)
CLOSER(ASN1_TIME, ASN1_TIME_free)

enum {
    CHAIN_MOST = 10,
    KEY_FILE_MOST = 1 << 20,
    PBKDF2_ROUNDS = 600000, /* OWASP Password Storage Cheat Sheet, for HMAC-SHA-256 */
    SALT_SIZE = 16,
    SERIAL_SIZE = 16,
    DAYS_MOST = 36525,
    DAY_SECONDS = 86400,
};

/* libcrypto reads the configuration file named by the environment when it is first used, and such a
 * file can load code. Whoever links this folder never lets it. */
__attribute__((constructor)) static void refuse_configuration(void)
{
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
}

struct key_file {
    EVP_PKEY *key;
    X509 *certificate;
    STACK_OF(X509) * chain; /* without the signer's own */
};

static const struct str allowed = { "P-256, P-384 or RSA of at least 3072 bits", 41 };

static bool refuse(struct str name, struct diags *diags, struct str expected, const char *why)
{
    ERR_clear_error();
    diag_add(diags, DIAG_KEY_BAD, (struct place){ .file = name }, expected, "%s", why);
    return false;
}

static bool machine_failed(struct diags *diags, const char *what)
{
    char text[256];
    ERR_error_string_n(ERR_peek_last_error(), text, sizeof(text));
    ERR_clear_error();
    diag_add(diags, DIAG_SIGN_FAILED, (struct place){ 0 }, (struct str){ 0 }, "%s: %s", what, text);
    return false;
}

/* ---- reading ---- */

struct asking { /* what the PEM reader's question for a passphrase led to */
    struct str passphrase;
    bool asked;
};

static int passphrase_give(char *out, int room, int writing, void *self)
{
    struct asking *asking = self;
    (void)writing;
    asking->asked = true;
    if (room < 0 || asking->passphrase.len > (size_t)room || asking->passphrase.len == 0) {
        return -1;
    }
    memcpy(out, asking->passphrase.at, asking->passphrase.len);
    return (int)asking->passphrase.len;
}

static BIO *bio_over(struct str bytes)
{
    return BIO_new_mem_buf(bytes.len ? bytes.at : "", (int)bytes.len);
}

static bool read_key(struct str name, const struct key_source *source, struct key_file *key,
                     struct diags *diags)
{
    AUTO(BIO) bio = bio_over(source->key);
    if (!bio) {
        return machine_failed(diags, "reading a key");
    }
    struct asking asking = { .passphrase = source->passphrase };
    key->key = PEM_read_bio_PrivateKey(bio, NULL, passphrase_give, &asking);
    if (!key->key && asking.asked && source->passphrase.len == 0) {
        return refuse(name, diags, STR("its passphrase"), "the key is encrypted");
    }
    if (!key->key && asking.asked) {
        return refuse(name, diags, STR("the passphrase it was encrypted with"),
                      "the key cannot be decrypted: wrong passphrase, or a cipher not known here");
    }
    if (!key->key) {
        return refuse(name, diags, allowed, "no private key in PEM that can be read");
    }
    const char *fault = public_key_fault(key->key, RSA_BITS_TO_SIGN);
    return !fault || refuse(name, diags, allowed, fault);
}

/* Each certificate after the first must have issued the one before it, or the first says nothing.
 */
static bool read_chain(struct str name, struct str pem, struct key_file *key, struct diags *diags)
{
    AUTO(BIO) bio = bio_over(pem);
    key->chain = sk_X509_new_null();
    if (!bio || !key->chain) {
        return machine_failed(diags, "reading certificates");
    }
    X509 *before = NULL;
    X509 *next = PEM_read_bio_X509(bio, NULL, NULL, NULL);
    for (size_t count = 0; next; count++) {
        bool kept = count == 0 || sk_X509_push(key->chain, next) > 0;
        if (count == 0) {
            key->certificate = next;
        } else if (!kept) {
            X509_free(next);
            return machine_failed(diags, "keeping certificates");
        }
        if (count == CHAIN_MOST) {
            return refuse(name, diags, STR("at most ten"), "too many certificates");
        }
        if (before && X509_check_issued(next, before) != X509_V_OK) {
            return refuse(name, diags, STR("the signer's certificate, then its issuers in order"),
                          "a certificate did not issue the one before it");
        }
        before = next;
        next = PEM_read_bio_X509(bio, NULL, NULL, NULL);
    }
    bool ended = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
    ERR_clear_error();
    if (!key->certificate || !ended) {
        return refuse(name, diags, STR("PEM, the signer's certificate first"),
                      "a certificate cannot be read");
    }
    return true;
}

static bool check_certificate(struct str name, const struct key_file *key, struct diags *diags)
{
    if (X509_check_private_key(key->certificate, key->key) != 1) {
        return refuse(name, diags, STR("the certificate of this key first"),
                      "the key does not belong to the first certificate");
    }
    const char *fault = certificate_usage_fault(key->certificate);
    return !fault || refuse(name, diags, STR("a certificate for signing documents"), fault);
}

bool key_read(struct str name, const struct key_source *source, struct key_file **out,
              struct diags *diags)
{
    *out = NULL;
    if (source->key.len > KEY_FILE_MOST || source->chain.len > KEY_FILE_MOST) {
        return refuse(name, diags, allowed, "too large for a key or a certificate chain");
    }
    struct key_file *key = calloc(1, sizeof(*key));
    if (!key) {
        return machine_failed(diags, "no memory for a key");
    }
    if (!read_key(name, source, key, diags) || !read_chain(name, source->chain, key, diags) ||
        !check_certificate(name, key, diags)) {
        key_free(key);
        return false;
    }
    ERR_clear_error();
    *out = key;
    return true;
}

void key_free(struct key_file *key)
{
    if (!key) {
        return;
    }
    EVP_PKEY_free(key->key); /* clears the secret numbers */
    X509_free(key->certificate);
    sk_X509_pop_free(key->chain, X509_free);
    OPENSSL_cleanse(key, sizeof(*key));
    free(key);
}

static struct str keep_bio(struct arena *home, BIO *bio)
{
    char *at = NULL;
    long len = BIO_get_mem_data(bio, &at);
    return str_keep(home, (struct str){ at, len > 0 ? (size_t)len : 0 });
}

struct str key_chain_pem(struct arena *home, const struct key_file *key)
{
    AUTO(BIO) bio = BIO_new(BIO_s_mem());
    bool good = bio && PEM_write_bio_X509(bio, key->certificate) == 1;
    for (int i = 0; good && i < sk_X509_num(key->chain); i++) {
        good = PEM_write_bio_X509(bio, sk_X509_value(key->chain, i)) == 1;
    }
    return good ? keep_bio(home, bio) : (struct str){ 0 };
}

/* ---- signing ---- */

/* The digest that goes with the key. */
static const EVP_MD *digest_for(const EVP_PKEY *key)
{
    return EVP_PKEY_is_a(key, "EC") && EVP_PKEY_get_bits(key) > 256 ? EVP_sha384() : EVP_sha256();
}

static bool set_signing_time(CMS_SignerInfo *signer, int64_t signing_time)
{
    AUTO(ASN1_TIME) time = ASN1_TIME_set(NULL, (time_t)signing_time);
    if (!time) {
        return false;
    }
    int at = CMS_signed_get_attr_by_NID(signer, NID_pkcs9_signingTime, -1);
    if (at >= 0) {
        X509_ATTRIBUTE_free(CMS_signed_delete_attr(signer, at));
    }
    return CMS_signed_add1_attr_by_NID(signer, NID_pkcs9_signingTime, time->type, time, -1) == 1;
}

/* The signer's own certificate goes in with the signer. A root is left out: whoever verifies brings
 * it. */
static bool add_chain(CMS_ContentInfo *cms, const struct key_file *key)
{
    for (int i = 0; i < sk_X509_num(key->chain); i++) {
        X509 *certificate = sk_X509_value(key->chain, i);
        if (!X509_self_signed(certificate, 0) && CMS_add1_cert(cms, certificate) != 1) {
            return false;
        }
    }
    return true;
}

bool key_sign(struct arena *home, const struct key_file *key, struct str content,
              int64_t signing_time, struct str *der, struct diags *diags)
{
    /* Without NOSMIMECAP the signed attributes would advertise RC2-40 and single DES. */
    const unsigned flags = CMS_DETACHED | CMS_BINARY | CMS_PARTIAL | CMS_CADES | CMS_NOSMIMECAP;
    if (content.len > INT32_MAX) {
        return machine_failed(diags, "a manifest too large to sign");
    }
    AUTO(BIO) bio = bio_over(content);
    AUTO(CMS_ContentInfo) cms = CMS_sign(NULL, NULL, NULL, NULL, flags);
    if (!bio || !cms) {
        return machine_failed(diags, "beginning a signature");
    }
    CMS_SignerInfo *signer =
        CMS_add1_signer(cms, key->certificate, key->key, digest_for(key->key), flags);
    if (!signer || !add_chain(cms, key) || !set_signing_time(signer, signing_time)) {
        return machine_failed(diags, "preparing a signature");
    }
    if (CMS_final(cms, bio, NULL, CMS_DETACHED | CMS_BINARY) != 1) {
        return machine_failed(diags, "signing");
    }
    unsigned char *bytes = NULL;
    int len = i2d_CMS_ContentInfo(cms, &bytes);
    if (len <= 0) {
        return machine_failed(diags, "encoding a signature");
    }
    *der = str_keep(home, (struct str){ (const char *)bytes, (size_t)len });
    OPENSSL_free(bytes);
    return true;
}

/* ---- making ---- */

static bool add_extension(X509 *certificate, int nid, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_nconf_nid(NULL, &context, nid, value);
    bool good = extension && X509_add_ext(certificate, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    return good;
}

static bool set_serial(X509 *certificate)
{
    unsigned char bytes[SERIAL_SIZE];
    if (RAND_bytes(bytes, sizeof(bytes)) != 1) {
        return false;
    }
    bytes[0] = (unsigned char)((bytes[0] & 0x3f) | 0x40); /* positive, and of one length */
    BIGNUM *number = BN_bin2bn(bytes, sizeof(bytes), NULL);
    bool good = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
    BN_free(number);
    return good;
}

static bool set_names(X509 *certificate, struct str common_name)
{
    AUTO(X509_NAME) name = X509_NAME_new();
    return name &&
           X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8,
                                      (const unsigned char *)common_name.at, (int)common_name.len,
                                      -1, 0) == 1 &&
           X509_set_subject_name(certificate, name) == 1 &&
           X509_set_issuer_name(certificate, name) == 1;
}

static bool set_validity(X509 *certificate, int64_t from, int64_t days)
{
    return ASN1_TIME_set(X509_getm_notBefore(certificate), (time_t)from) &&
           ASN1_TIME_set(X509_getm_notAfter(certificate), (time_t)(from + days * DAY_SECONDS));
}

static bool certificate_make(const struct keygen_request *request, EVP_PKEY *key, BIO *out)
{
    AUTO(X509) certificate = X509_new();
    return certificate && X509_set_version(certificate, X509_VERSION_3) == 1 &&
           set_serial(certificate) && set_names(certificate, request->common_name) &&
           set_validity(certificate, request->not_before, request->days) &&
           X509_set_pubkey(certificate, key) == 1 &&
           add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE") &&
           add_extension(certificate, NID_key_usage, "critical,digitalSignature,nonRepudiation") &&
           /* id-kp-documentSigning, RFC 9336, which this libcrypto has no name for */
           add_extension(certificate, NID_ext_key_usage, "1.3.6.1.5.5.7.3.36,emailProtection") &&
           add_extension(certificate, NID_subject_key_identifier, "hash") &&
           X509_sign(certificate, key, EVP_sha256()) > 0 &&
           PEM_write_bio_X509(out, certificate) == 1;
}

static bool key_write(const struct keygen_request *request, EVP_PKEY *key, BIO *out)
{
    if (request->passphrase.len == 0) {
        return PEM_write_bio_PKCS8PrivateKey(out, key, NULL, NULL, 0, NULL, NULL) == 1;
    }
    unsigned char salt[SALT_SIZE];
    AUTO(PKCS8_PRIV_KEY_INFO) plain = EVP_PKEY2PKCS8(key);
    if (!plain || RAND_bytes(salt, sizeof(salt)) != 1) {
        return false;
    }
    AUTO(X509_SIG)
    sealed = PKCS8_encrypt(-1, EVP_aes_256_cbc(), request->passphrase.at,
                           (int)request->passphrase.len, salt, sizeof(salt), PBKDF2_ROUNDS, plain);
    return sealed && PEM_write_bio_PKCS8(out, sealed) == 1;
}

bool key_make(struct arena *home, const struct keygen_request *request, struct str *key_pem,
              struct str *certificate_pem, struct diags *diags)
{
    struct str name = request->common_name;
    if (name.len == 0 || name.len > 64 || !str_is_utf8(name)) {
        return refuse(STR("certificate"), diags, STR("1 to 64 bytes of UTF-8"),
                      "this common name cannot stand in a certificate");
    }
    if (request->days < 1 || request->days > DAYS_MOST || request->passphrase.len > 1024) {
        return refuse(STR("certificate"), diags, STR("1 to 36525 days"),
                      "validity or passphrase out of range");
    }
    AUTO(EVP_PKEY) key = EVP_EC_gen("P-256");
    AUTO(BIO) key_out = BIO_new(BIO_s_secmem());
    AUTO(BIO) certificate_out = BIO_new(BIO_s_mem());
    if (!key || !key_out || !certificate_out || !key_write(request, key, key_out) ||
        !certificate_make(request, key, certificate_out)) {
        return machine_failed(diags, "making a key");
    }
    *key_pem = keep_bio(home, key_out);
    *certificate_pem = keep_bio(home, certificate_out);
    return true;
}
