/* known.c - members that many dossiers hold alike, unpacked once. What deflated bytes inflate to is
 * a function of them, so the SHA-256 of those bytes, with the size and CRC that a header states,
 * stands for the SHA-256 of the content: the same trust in the same digest as everywhere in a
 * dossier. */
#include "known.h"

#include <glib.h>
#include <string.h>

enum { KNOWN_MOST = 1 << 18 }; /* about 30 MB */

struct key { /* no padding: compared as bytes */
    unsigned char packed[32];
    uint64_t packed_size;
    uint32_t size, crc;
};
struct row {
    struct key key;
    struct digest content;
};
struct sign_known {
    GMutex lock;
    GHashTable *row;
};

static guint key_hash(gconstpointer at)
{
    guint out;
    memcpy(&out, ((const struct key *)at)->packed, sizeof out);
    return out;
}

static gboolean key_equal(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(struct key)) == 0;
}

struct sign_known *sign_known_new(void)
{
    struct sign_known *known = g_new0(struct sign_known, 1);
    g_mutex_init(&known->lock);
    known->row = g_hash_table_new_full(key_hash, key_equal, NULL, g_free);
    return known;
}

void sign_known_free(struct sign_known *known)
{
    if (known) {
        g_hash_table_destroy(known->row);
        g_mutex_clear(&known->lock);
        g_free(known);
    }
}

static struct key key_of(const struct member *member)
{
    struct key key = { .packed_size = member->zip->packed.len,
                       .size = member->zip->size,
                       .crc = member->zip->crc };
    memcpy(key.packed, member->packed.byte, sizeof key.packed);
    return key;
}

bool known_find(struct sign_known *known, const struct member *member, struct digest *content)
{
    struct key key = key_of(member);
    g_mutex_lock(&known->lock);
    const struct row *row = g_hash_table_lookup(known->row, &key);
    if (row)
        *content = row->content;
    g_mutex_unlock(&known->lock);
    return row != NULL;
}

void known_add(struct sign_known *known, const struct member *member)
{
    struct row *row = g_new0(struct row, 1);
    row->key = key_of(member);
    row->content = member->digest;
    g_mutex_lock(&known->lock);
    if (g_hash_table_size(known->row) < KNOWN_MOST)
        g_hash_table_replace(known->row, &row->key, row);
    else
        g_free(row);
    g_mutex_unlock(&known->lock);
}
