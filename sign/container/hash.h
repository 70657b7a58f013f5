/* hash.h - the digest algorithms a dossier may use, one row each. */
#ifndef SIGN_HASH_H
#define SIGN_HASH_H

#include "base/file.h"

enum hash { HASH_SHA256, HASH_SHA384, HASH_SHA512, HASH_COUNT };

struct hash_row {
    const char *name;
    const char *uri; /* in XML: RFC 9231 sections 2.1.3, 2.1.4, XML Encryption section 5.7 */
    struct str oid;  /* content bytes of its object identifier, RFC 5754 */
    size_t size;     /* bytes of a digest */
};
const struct hash_row *hash_row(enum hash hash); /* never NULL */
MUST_USE bool hash_find_uri(struct str uri, enum hash *out);
MUST_USE bool hash_find_oid(struct str oid, enum hash *out);

/* A digest in pieces: hashing_sink takes the pieces, hashing_end gives the raw digest. */
struct hashing;
struct hashing *hashing_begin(struct arena *home, enum hash hash);
struct sink hashing_sink(struct hashing *hashing);
struct str hashing_end(struct arena *home, struct hashing *hashing); /* frees the handle */
struct str hash_bytes(struct arena *home, enum hash hash, struct str bytes);

#endif
