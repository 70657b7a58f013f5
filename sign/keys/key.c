/* key.c - private keys: read, made, used to sign, cleared. The one file that sees them.
 *
 * CMS: RFC 5652; CAdES: ETSI EN 319 122-1 (baseline B-B); encrypted keys: PKCS #8 with PBES2 (RFC
 * 8018). */
#include "cms_write.h"
#include "crypto.h"
#include "der.h"
#include "pkcs11.h"

#include <openssl/bio.h>
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
CLOSER(EVP_MD_CTX, EVP_MD_CTX_free)
CLOSER(EVP_PKEY, EVP_PKEY_free)
CLOSER(PKCS12, PKCS12_free)
CLOSER(PKCS8_PRIV_KEY_INFO, PKCS8_PRIV_KEY_INFO_free)
CLOSER(X509, X509_free)
CLOSER(X509_NAME, X509_NAME_free)
CLOSER(X509_SIG, X509_SIG_free)

enum {
    CHAIN_MOST = 10,
    KEY_FILE_MOST = 1 << 20,
    PBKDF2_ROUNDS = 600000, /* OWASP Password Storage Cheat Sheet, for HMAC-SHA-256 */
    SALT_SIZE = 16,
    SERIAL_SIZE = 16,
    PASSPHRASE_MOST = 1024,
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
    EVP_PKEY *key; /* of a token: the public half, from the certificate */
    X509 *certificate;
    STACK_OF(X509) * chain; /* without the signer's own */
    struct token *token;    /* NULL: the key is here */
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

struct asking { /* where a passphrase comes from, once it turns out that one is needed */
    const struct key_source *source;
    struct str passphrase;
    bool needed;
};

static bool passphrase_find(struct asking *asking)
{
    const struct key_source *source = asking->source;
    asking->needed = true;
    asking->passphrase = source->passphrase;
    return asking->passphrase.len > 0 ||
           (source->ask && source->ask(source->self, &asking->passphrase) &&
            asking->passphrase.len > 0);
}

static int passphrase_give(char *out, int room, int writing, void *self)
{
    struct asking *asking = self;
    (void)writing;
    if (!passphrase_find(asking) || room < 0 || asking->passphrase.len > (size_t)room)
        return -1;
    memcpy(out, asking->passphrase.at, asking->passphrase.len);
    return (int)asking->passphrase.len;
}

static BIO *bio_over(struct str bytes)
{
    return BIO_new_mem_buf(bytes.len ? bytes.at : "", (int)bytes.len);
}

static bool wrong_passphrase(struct str name, const struct asking *asking, struct diags *diags)
{
    return asking->passphrase.len == 0
               ? refuse(name, diags,
                        STR("its passphrase: at the prompt, --passphrase-file or "
                            "--passphrase-fd"),
                        "the key is encrypted")
               : refuse(name, diags, STR("the passphrase it was encrypted with"),
                        "the key cannot be decrypted: wrong passphrase, or a cipher not known "
                        "here");
}

static bool key_allowed(struct str name, const struct key_file *key, struct diags *diags)
{
    const char *fault = public_key_fault(key->key, RSA_BITS_TO_SIGN);
    return !fault || refuse(name, diags, allowed, fault);
}

static bool read_pem(struct str name, const struct key_source *source, struct key_file *key,
                     struct diags *diags)
{
    AUTO(BIO) bio = bio_over(source->key);
    if (!bio)
        return machine_failed(diags, "reading a key");
    struct asking asking = { .source = source };
    key->key = PEM_read_bio_PrivateKey(bio, NULL, passphrase_give, &asking);
    if (!key->key && asking.needed)
        return wrong_passphrase(name, &asking, diags);
    if (!key->key)
        return refuse(name, diags, allowed, "no private key in PEM or PKCS #12 that can be read");
    return key_allowed(name, key, diags);
}

/* ---- PKCS #12 (RFC 7292) ---- */

static bool is_pkcs12(struct str bytes)
{
    struct der outer;
    struct der version;
    return der_take(&bytes, DER_SEQUENCE, &outer) &&
           der_take(&outer.content, DER_INTEGER, &version) && version.content.len == 1 &&
           version.content.at[0] == 3;
}

/* What encrypts the certificates: old files say RC2-40 here, and their key says so too. */
static const char *pkcs12_cipher(const PKCS12 *box)
{
    STACK_OF(PKCS7) *safes = PKCS12_unpack_authsafes(box);
    const char *name = "a cipher not known here";
    for (int i = 0; i < sk_PKCS7_num(safes); i++) {
        PKCS7 *safe = sk_PKCS7_value(safes, i);
        if (PKCS7_type_is_encrypted(safe)) {
            int nid = OBJ_obj2nid(safe->d.encrypted->enc_data->algorithm->algorithm);
            name = nid == NID_undef ? name : OBJ_nid2ln(nid);
        }
    }
    sk_PKCS7_pop_free(safes, PKCS7_free);
    return name;
}

static bool pkcs12_opened(struct str name, struct asking *asking, PKCS12 *box, char *passphrase,
                          struct diags *diags)
{
    if (PKCS12_verify_mac(box, NULL, 0) == 1 || PKCS12_verify_mac(box, "", 0) == 1)
        return true;
    if (!passphrase_find(asking) || asking->passphrase.len >= PASSPHRASE_MOST)
        return wrong_passphrase(name, asking, diags);
    memcpy(passphrase, asking->passphrase.at, asking->passphrase.len);
    passphrase[asking->passphrase.len] = 0;
    return PKCS12_verify_mac(box, passphrase, (int)asking->passphrase.len) == 1 ||
           wrong_passphrase(name, asking, diags);
}

/* Key, certificate and chain out of one file; a chain given in PEM wins over the one inside. */
static bool take_pkcs12(struct str name, PKCS12 *box, const char *passphrase, struct key_file *key,
                        struct diags *diags)
{
    STACK_OF(X509) *chain = NULL;
    if (PKCS12_parse(box, passphrase, &key->key, &key->certificate, &chain) != 1) {
        char why[160];
        (void)snprintf(why, sizeof(why),
                       "the PKCS #12 file is encrypted with %s, which is no "
                       "longer offered",
                       pkcs12_cipher(box));
        return refuse(name, diags,
                      STR("AES: openssl pkcs12 -legacy -in OLD -out PEM, then openssl pkcs12 "
                          "-export -in PEM -out NEW"),
                      why);
    }
    key->chain = chain;
    if (!key->key || !key->certificate) {
        return refuse(name, diags, STR("both"),
                      "the PKCS #12 file lacks the key or its certificate");
    }
    return key_allowed(name, key, diags);
}

static bool read_pkcs12(struct str name, const struct key_source *source, struct key_file *key,
                        struct diags *diags)
{
    const unsigned char *at = (const unsigned char *)source->key.at;
    AUTO(PKCS12) box = d2i_PKCS12(NULL, &at, (long)source->key.len);
    struct asking asking = { .source = source };
    char passphrase[PASSPHRASE_MOST] = "";
    if (!box)
        return refuse(name, diags, allowed, "a PKCS #12 file that cannot be read");
    bool good = pkcs12_opened(name, &asking, box, passphrase, diags) &&
                take_pkcs12(name, box, passphrase, key, diags);
    OPENSSL_cleanse(passphrase, sizeof(passphrase));
    return good;
}

/* Each certificate after the first must have issued the one before it, or the first says nothing.
 */
static bool read_chain(struct str name, struct str pem, struct key_file *key, struct diags *diags)
{
    AUTO(BIO) bio = bio_over(pem);
    key->chain = sk_X509_new_null();
    if (!bio || !key->chain)
        return machine_failed(diags, "reading certificates");
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
        if (count == CHAIN_MOST)
            return refuse(name, diags, STR("at most ten"), "too many certificates");
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

/* The key stays in the token; its certificate tells what kind it is. */
static bool read_token(struct str name, const struct key_source *source, struct key_file *key,
                       struct diags *diags)
{
    if (!read_chain(name, source->chain, key, diags))
        return false;
    key->key = X509_get_pubkey(key->certificate);
    if (!key->key)
        return refuse(name, diags, allowed, "the certificate has no key that can be read");
    struct asking asking = { .source = source };
    struct str pin = passphrase_find(&asking) ? asking.passphrase : (struct str){ 0 };
    return key_allowed(name, key, diags) &&
           token_open(
               &(struct token_source){ .module = source->module, .uri = source->key, .pin = pin },
               &key->token, diags);
}

static bool read_any(struct str name, const struct key_source *source, struct key_file *key,
                     struct diags *diags)
{
    if (source->module.len > 0)
        return read_token(name, source, key, diags);
    if (!is_pkcs12(source->key))
        return read_pem(name, source, key, diags) && read_chain(name, source->chain, key, diags);
    if (!read_pkcs12(name, source, key, diags))
        return false;
    if (source->chain.len == 0)
        return true;
    X509_free(key->certificate);
    sk_X509_pop_free(key->chain, X509_free);
    key->certificate = NULL;
    key->chain = NULL;
    return read_chain(name, source->chain, key, diags);
}

bool key_read(struct str name, const struct key_source *source, struct key_file **out,
              struct diags *diags)
{
    *out = NULL;
    if (source->key.len > KEY_FILE_MOST || source->chain.len > KEY_FILE_MOST)
        return refuse(name, diags, allowed, "too large for a key or a certificate chain");
    struct key_file *key = calloc(1, sizeof(*key));
    if (!key)
        return machine_failed(diags, "no memory for a key");
    if (!read_any(name, source, key, diags) || !check_certificate(name, key, diags)) {
        key_free(key);
        return false;
    }
    ERR_clear_error();
    *out = key;
    return true;
}

void secret_clear(struct str secret)
{
    if (secret.len > 0) {
        /* The one place that writes to borrowed bytes: they are the arena's, and not needed again.
         */
        union {
            const char *borrowed;
            char *own;
        } at = { .borrowed = secret.at };
        OPENSSL_cleanse(at.own, secret.len);
    }
}

void key_free(struct key_file *key)
{
    if (!key)
        return;
    token_close(key->token);
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
    for (int i = 0; good && i < sk_X509_num(key->chain); i++)
        good = PEM_write_bio_X509(bio, sk_X509_value(key->chain, i)) == 1;
    return good ? keep_bio(home, bio) : (struct str){ 0 };
}

/* ---- signing ---- */

/* The digest that goes with the key. */
static enum hash hash_for(const EVP_PKEY *key)
{
    return EVP_PKEY_is_a(key, "EC") && EVP_PKEY_get_bits(key) > 256 ? HASH_SHA384 : HASH_SHA256;
}

static bool sign_here(const void *self, struct arena *home, enum hash hash, struct str bytes,
                      struct str *signature, struct diags *diags)
{
    const struct key_file *key = self;
    AUTO(EVP_MD_CTX) context = EVP_MD_CTX_new();
    const EVP_MD *digest = hash == HASH_SHA384 ? EVP_sha384() : EVP_sha256();
    const unsigned char *at = (const unsigned char *)bytes.at;
    size_t len = 0;
    if (!context || EVP_DigestSignInit(context, NULL, digest, NULL, key->key) != 1 ||
        EVP_DigestSign(context, NULL, &len, at, bytes.len) != 1)
        return machine_failed(diags, "preparing a signature");
    unsigned char *out = arena_take(home, len, 1);
    if (EVP_DigestSign(context, out, &len, at, bytes.len) != 1)
        return machine_failed(diags, "signing");
    *signature = (struct str){ (const char *)out, len };
    return true;
}

/* The token's key is known by its label only; whether it is the certificate's shows when it signs.
 */
static bool fits(const struct key_file *key, enum hash hash, struct str bytes, struct str signature)
{
    AUTO(EVP_MD_CTX) context = EVP_MD_CTX_new();
    const EVP_MD *digest = hash == HASH_SHA384 ? EVP_sha384() : EVP_sha256();
    bool good = context && EVP_DigestVerifyInit(context, NULL, digest, NULL, key->key) == 1 &&
                EVP_DigestVerify(context, (const unsigned char *)signature.at, signature.len,
                                 (const unsigned char *)bytes.at, bytes.len) == 1;
    ERR_clear_error();
    return good;
}

static bool sign_in_token(const void *self, struct arena *home, enum hash hash, struct str bytes,
                          struct str *signature, struct diags *diags)
{
    const struct key_file *key = self;
    struct token_order order = { .hash = hash,
                                 .rsa = EVP_PKEY_is_a(key->key, "RSA") != 0,
                                 .bytes = bytes };
    return token_sign(key->token, home, &order, signature, diags) &&
           (fits(key, hash, bytes, *signature) ||
            refuse(STR("token"), diags, STR("the certificate of the token's key"),
                   "what the token signed does not fit the certificate"));
}

static struct str x509_der(struct arena *home, const X509 *certificate)
{
    unsigned char *bytes = NULL;
    int len = i2d_X509(certificate, &bytes);
    struct str der = { 0 };
    if (len > 0)
        der = str_keep(home, (struct str){ (const char *)bytes, (size_t)len });
    OPENSSL_free(bytes);
    return der;
}

/* A root is left out of the chain: whoever verifies brings it. The signer's own certificate goes in
 * in any case. */
static void list_chain(struct arena *home, const struct key_file *key, struct cms_signer *signer)
{
    int count = sk_X509_num(key->chain);
    struct str *chain = ARENA_MANY(home, (size_t)(count > 0 ? count : 0) + 1, struct str);
    for (int i = 0; i < count; i++) {
        X509 *certificate = sk_X509_value(key->chain, i);
        if (!X509_self_signed(certificate, 0))
            chain[signer->chain_count++] = x509_der(home, certificate);
    }
    signer->chain = chain;
}

bool key_sign_as(struct arena *home, const struct key_file *key, const struct cms_order *order,
                 struct str *der, struct diags *diags)
{
    const unsigned char *issuer = NULL;
    size_t issuer_len = 0;
    unsigned char *serial = NULL;
    int serial_len = i2d_ASN1_INTEGER(X509_get0_serialNumber(key->certificate), &serial);
    if (serial_len <= 0 ||
        X509_NAME_get0_der(X509_get_issuer_name(key->certificate), &issuer, &issuer_len) != 1)
        return machine_failed(diags, "reading a certificate");
    struct cms_signer signer = {
        .certificate = x509_der(home, key->certificate),
        .issuer = { (const char *)issuer, issuer_len },
        .serial = str_keep(home, (struct str){ (const char *)serial, (size_t)serial_len }),
        .hash = hash_for(key->key),
        .rsa = EVP_PKEY_is_a(key->key, "RSA") != 0,
        .sign = key->token ? sign_in_token : sign_here,
        .self = key,
    };
    OPENSSL_free(serial);
    list_chain(home, key, &signer);
    return cms_write(home, &signer, order, der, diags);
}

bool key_sign(struct arena *home, const struct key_file *key, struct str content,
              int64_t signing_time, struct str *der, struct diags *diags)
{
    return key_sign_as(home, key,
                       &(struct cms_order){ .content = content, .signing_time = signing_time }, der,
                       diags);
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
    if (RAND_bytes(bytes, sizeof(bytes)) != 1)
        return false;
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
    if (request->passphrase.len == 0)
        return PEM_write_bio_PKCS8PrivateKey(out, key, NULL, NULL, 0, NULL, NULL) == 1;
    unsigned char salt[SALT_SIZE];
    AUTO(PKCS8_PRIV_KEY_INFO) plain = EVP_PKEY2PKCS8(key);
    if (!plain || RAND_bytes(salt, sizeof(salt)) != 1)
        return false;
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
    if (request->days < 1 || request->days > DAYS_MOST ||
        request->passphrase.len >= PASSPHRASE_MOST) {
        return refuse(STR("certificate"), diags, STR("1 to 36525 days"),
                      "validity or passphrase out of range");
    }
    AUTO(EVP_PKEY) key = EVP_EC_gen("P-256");
    AUTO(BIO) key_out = BIO_new(BIO_s_secmem());
    AUTO(BIO) certificate_out = BIO_new(BIO_s_mem());
    if (!key || !key_out || !certificate_out || !key_write(request, key, key_out) ||
        !certificate_make(request, key, certificate_out))
        return machine_failed(diags, "making a key");
    *key_pem = keep_bio(home, key_out);
    *certificate_pem = keep_bio(home, certificate_out);
    return true;
}
