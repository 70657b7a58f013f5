/* hash.c - SHA-2 (FIPS 180-4) whole and in pieces. */
#include "hash.h"

#include <assert.h>
#include <glib.h>

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

static const GChecksumType kinds[] = {
    [HASH_SHA256] = G_CHECKSUM_SHA256,
    [HASH_SHA384] = G_CHECKSUM_SHA384,
    [HASH_SHA512] = G_CHECKSUM_SHA512,
};
static_assert(ARRAY_COUNT(kinds) == HASH_COUNT, "a kind for each algorithm");

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
    GChecksum *checksum;
    enum hash hash;
};

struct hashing *hashing_begin(struct arena *home, enum hash hash)
{
    struct hashing *hashing = ARENA_NEW(home, struct hashing);
    hashing->checksum = g_checksum_new(kinds[hash]);
    hashing->hash = hash;
    return hashing;
}

static bool hashing_put(void *self, struct str bytes)
{
    struct hashing *hashing = self;
    g_checksum_update(hashing->checksum, (const guchar *)bytes.at, (gssize)bytes.len);
    return true;
}

struct sink hashing_sink(struct hashing *hashing)
{
    return (struct sink){ .put = hashing_put, .self = hashing };
}

struct str hashing_end(struct arena *home, struct hashing *hashing)
{
    gsize size = rows[hashing->hash].size;
    char *digest = arena_take(home, size, 1);
    g_checksum_get_digest(hashing->checksum, (guint8 *)digest, &size);
    g_checksum_free(hashing->checksum);
    hashing->checksum = NULL;
    return (struct str){ digest, size };
}

struct str hash_bytes(struct arena *home, enum hash hash, struct str bytes)
{
    struct hashing *hashing = hashing_begin(home, hash);
    if (bytes.len > 0) {
        (void)hashing_put(hashing, bytes);
    }
    return hashing_end(home, hashing);
}
