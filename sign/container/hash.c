/* hash.c - SHA-2 (FIPS 180-4) whole and in pieces, by libcrypto, which uses what the processor has
 * for it. */
#include "hash.h"

#include <assert.h>
#include <openssl/evp.h>
#include <stdlib.h>

#define XMLENC "http://www.w3.org/2001/04/xmlenc#"
#define OID_SHA2 "\x60\x86\x48\x01\x65\x03\x04\x02"

static const struct hash_row rows[] = {
    [HASH_SHA256] = { "SHA-256", XMLENC "sha256", { OID_SHA2 "\x01", 9 }, 32 },
    [HASH_SHA384] = { "SHA-384",
                      "http://www.w3.org/2001/04/xmldsig-more#sha384",
                      { OID_SHA2 "\x02", 9 },
                      48 },
    [HASH_SHA512] = { "SHA-512", XMLENC "sha512", { OID_SHA2 "\x03", 9 }, 64 },
};
static_assert(ARRAY_COUNT(rows) == HASH_COUNT, "a row for each algorithm");

static const EVP_MD *kind_of(enum hash hash)
{
    return hash == HASH_SHA256 ? EVP_sha256() : hash == HASH_SHA384 ? EVP_sha384() : EVP_sha512();
}

const struct hash_row *hash_row(enum hash hash)
{
    assert(hash < HASH_COUNT);
    return &rows[hash];
}

bool hash_find_uri(struct str uri, enum hash *out)
{
    for (size_t i = 0; i < HASH_COUNT; i++) {
        if (str_eq(uri, str_from(rows[i].uri))) {
            *out = (enum hash)i;
            return true;
        }
    }
    return false;
}

bool hash_find_oid(struct str oid, enum hash *out)
{
    for (size_t i = 0; i < HASH_COUNT; i++) {
        if (str_eq(oid, rows[i].oid)) {
            *out = (enum hash)i;
            return true;
        }
    }
    return false;
}

struct hashing {
    EVP_MD_CTX *context;
    enum hash hash;
};

/* libcrypto fails here only where memory is lacking. No digest is better than a wrong one. */
static void insist(bool good)
{
    if (!good)
        abort();
}

struct hashing *hashing_begin(struct arena *home, enum hash hash)
{
    struct hashing *hashing = ARENA_NEW(home, struct hashing);
    hashing->context = EVP_MD_CTX_new();
    hashing->hash = hash;
    insist(hashing->context && EVP_DigestInit_ex(hashing->context, kind_of(hash), NULL) == 1);
    return hashing;
}

static bool hashing_put(void *self, struct str bytes)
{
    struct hashing *hashing = self;
    insist(bytes.len == 0 || EVP_DigestUpdate(hashing->context, bytes.at, bytes.len) == 1);
    return true;
}

struct sink hashing_sink(struct hashing *hashing)
{
    return (struct sink){ .put = hashing_put, .self = hashing };
}

struct str hashing_end(struct arena *home, struct hashing *hashing)
{
    unsigned size = 0;
    unsigned char *digest = arena_take(home, EVP_MAX_MD_SIZE, 1);
    insist(EVP_DigestFinal_ex(hashing->context, digest, &size) == 1);
    EVP_MD_CTX_free(hashing->context);
    hashing->context = NULL;
    return (struct str){ (const char *)digest, size };
}

struct str hash_bytes(struct arena *home, enum hash hash, struct str bytes)
{
    struct hashing *hashing = hashing_begin(home, hash);
    (void)hashing_put(hashing, bytes);
    return hashing_end(home, hashing);
}
