/* cms_write.c - CMS SignedData (RFC 5652 section 5) in the one shape that cms_read.c accepts.
 *
 * Put together here rather than by libcrypto, because the key may live in a token that libcrypto
 * knows nothing of, and because libcrypto 3.0 cannot leave out signing-time. Attributes: RFC 5035
 * (signing-certificate-v2), ETSI EN 319 122-1. Only algorithms without parameters of their own. */
#include "cms_write.h"

#include "der_write.h"

#include <assert.h>

#define PKCS "\x2a\x86\x48\x86\xf7\x0d\x01"
#define ECDSA "\x2a\x86\x48\xce\x3d\x04\x03"
#define OID(literal) ((struct str){ literal, sizeof(literal) - 1 })

static const struct {
    struct str oid;
    const char *word;
} commitments[] = {
    [COMMIT_NONE] = { { NULL, 0 }, "nothing" },
    [COMMIT_CREATION] = { STR_INIT(PKCS "\x09\x10\x06\x06"), "proof of creation" },
    [COMMIT_APPROVAL] = { STR_INIT(PKCS "\x09\x10\x06\x05"), "proof of approval" },
    [COMMIT_RECEIPT] = { STR_INIT(PKCS "\x09\x10\x06\x02"), "proof of receipt" },
    [COMMIT_SENDER] = { STR_INIT(PKCS "\x09\x10\x06\x04"), "proof of sender" },
};
static_assert(ARRAY_COUNT(commitments) == COMMIT_COUNT, "a row for each commitment");

struct str commitment_oid(enum commitment commitment)
{
    return commitments[commitment].oid;
}

const char *commitment_word(enum commitment commitment)
{
    return commitments[commitment].word;
}

static struct str oid(struct arena *home, struct str content)
{
    return der_make(home, DER_OID, content);
}

/* Without parameters: RFC 5754 section 2 for digests. */
static struct str hash_algorithm(struct arena *home, enum hash hash)
{
    return der_wrap(home, DER_SEQUENCE, DER_PARTS(oid(home, hash_row(hash)->oid)));
}

static struct str signature_algorithm(struct arena *home, const struct cms_signer *signer)
{
    static const struct str ecdsa[] = {
        [HASH_SHA256] = STR_INIT(ECDSA "\x02"),
        [HASH_SHA384] = STR_INIT(ECDSA "\x03"),
        [HASH_SHA512] = STR_INIT(ECDSA "\x04"),
    };
    if (!signer->rsa)
        return der_wrap(home, DER_SEQUENCE, DER_PARTS(oid(home, ecdsa[signer->hash])));
    return der_wrap(
        home, DER_SEQUENCE,
        DER_PARTS(oid(home, OID(PKCS "\x01\x01")), der_make(home, DER_NULL, (struct str){ 0 })));
}

static struct str attribute(struct arena *home, struct str name, struct str value)
{
    return der_wrap(home, DER_SEQUENCE, DER_PARTS(oid(home, name), der_make(home, DER_SET, value)));
}

/* SigningCertificateV2 with one ESSCertIDv2; SHA-256 is the default and so left out. */
static struct str signing_certificate(struct arena *home, const struct cms_signer *signer)
{
    struct str digest = hash_bytes(home, HASH_SHA256, signer->certificate);
    struct str directory_name = der_make(home, 0xa4, signer->issuer);
    struct str serial =
        der_wrap(home, DER_SEQUENCE,
                 DER_PARTS(der_make(home, DER_SEQUENCE, directory_name), signer->serial));
    struct str id =
        der_wrap(home, DER_SEQUENCE, DER_PARTS(der_make(home, DER_OCTET_STRING, digest), serial));
    struct str list = der_make(home, DER_SEQUENCE, id);
    return der_make(home, DER_SEQUENCE, list);
}

/* The set of signed attributes, with the tag that is signed (RFC 5652 section 5.4). */
static struct str attributes(struct arena *home, const struct cms_signer *signer,
                             const struct cms_order *order)
{
    struct str list[5];
    size_t count = 0;
    struct str digest = hash_bytes(home, signer->hash, order->content);
    list[count++] =
        attribute(home, OID(PKCS "\x09\x03"), oid(home, OID(PKCS "\x07\x01"))); /* content type */
    list[count++] = attribute(home, OID(PKCS "\x09\x04"), der_make(home, DER_OCTET_STRING, digest));
    list[count++] =
        attribute(home, OID(PKCS "\x09\x10\x02\x2f"), signing_certificate(home, signer));
    if (!order->timeless)
        list[count++] = attribute(home, OID(PKCS "\x09\x05"), der_time(home, order->signing_time));
    if (order->commitment != COMMIT_NONE) {
        struct str type = oid(home, commitment_oid(order->commitment));
        list[count++] =
            attribute(home, OID(PKCS "\x09\x10\x02\x10"), der_make(home, DER_SEQUENCE, type));
    }
    return der_set(home, DER_SET, list, count);
}

static struct str certificates(struct arena *home, const struct cms_signer *signer)
{
    struct str *list = ARENA_MANY(home, signer->chain_count + 1, struct str);
    list[0] = signer->certificate;
    for (size_t i = 0; i < signer->chain_count; i++)
        list[i + 1] = signer->chain[i];
    return der_set(home, DER_CONTEXT_0, list, signer->chain_count + 1);
}

bool cms_write(struct arena *home, const struct cms_signer *signer, const struct cms_order *order,
               struct str *der, struct diags *diags)
{
    struct str signed_set = attributes(home, signer, order);
    struct str signature = { 0 };
    if (!signer->sign(signer->self, home, signer->hash, signed_set, &signature, diags))
        return false;
    struct str rest = signed_set;
    struct der set;
    bool good = der_take(&rest, DER_SET, &set);
    assert(good);
    struct str algorithm = hash_algorithm(home, signer->hash);
    struct str identifier = der_wrap(home, DER_SEQUENCE, DER_PARTS(signer->issuer, signer->serial));
    struct str info = der_wrap(home, DER_SEQUENCE,
                               DER_PARTS(der_number(home, 1), identifier, algorithm,
                                         der_make(home, DER_CONTEXT_0, set.content),
                                         signature_algorithm(home, signer),
                                         der_make(home, DER_OCTET_STRING, signature)));
    struct str content = der_wrap(home, DER_SEQUENCE, DER_PARTS(oid(home, OID(PKCS "\x07\x01"))));
    struct str data =
        der_wrap(home, DER_SEQUENCE,
                 DER_PARTS(der_number(home, 1), der_make(home, DER_SET, algorithm), content,
                           certificates(home, signer), der_make(home, DER_SET, info)));
    *der =
        der_wrap(home, DER_SEQUENCE,
                 DER_PARTS(oid(home, OID(PKCS "\x07\x02")), der_make(home, DER_CONTEXT_0, data)));
    return true;
}
