/* pack_ahead.c - members deflated while others are still made, found again by their digest. */
#include "pack_ahead.h"
#include "deflate_early.h"

#include <glib.h>
#include <string.h>

enum {
    MEMBER_MOST =
        4 << 20,         /* bytes; who needs the thread waits no longer than for one such member */
    KEPT_MOST = 4 << 20, /* of deflated bytes, all in memory */
    MEMBERS_MOST = 1 << 12
};

struct pack_ahead {
    struct arena *home;
    GHashTable *plans; /* struct zip_plan * by its content */
    size_t kept;
    struct early *early; /* the member that grows; NULL: none yet */
};

static guint content_hash(gconstpointer self)
{
    const struct zip_plan *plan = self;
    guint hash;
    memcpy(&hash, plan->content.byte, sizeof hash);
    return hash;
}

static gboolean content_equal(gconstpointer one, gconstpointer other)
{
    const struct zip_plan *a = one, *b = other;
    return a->size == b->size && digest_eq(a->content, b->content);
}

struct pack_ahead *pack_ahead_new(void)
{
    struct pack_ahead *ahead = g_new0(struct pack_ahead, 1);
    ahead->home = arena_new((size_t)1 << 28);
    ahead->plans = g_hash_table_new(content_hash, content_equal);
    return ahead;
}

void pack_ahead_free(struct pack_ahead *ahead)
{
    if (!ahead)
        return;
    early_end(ahead->early);
    g_hash_table_destroy(ahead->plans);
    arena_free(ahead->home);
    g_free(ahead);
}

const struct zip_plan *pack_ahead_find(const void *self, struct str bytes, struct digest digest)
{
    const struct pack_ahead *ahead = self;
    const struct zip_plan wanted = { .size = (uint32_t)bytes.len, .content = digest };
    return ahead && bytes.len <= MEMBER_MOST ? g_hash_table_lookup(ahead->plans, &wanted) : NULL;
}

/* A mapped file is large, and read in pieces when its turn comes. */
void pack_ahead_take(struct pack_ahead *ahead, struct str bytes, struct digest digest)
{
    if (bytes.len > MEMBER_MOST || bytes.len > KEPT_MOST - ahead->kept ||
        g_hash_table_size(ahead->plans) == MEMBERS_MOST || file_mapped(bytes) ||
        pack_ahead_find(ahead, bytes, digest))
        return;
    const struct entry entry = { .bytes = bytes, .digest = digest };
    const struct zip_packing packing = { .keep = bytes.len, .threads = 1 };
    struct zip_plan *plan = ARENA_NEW(ahead->home, struct zip_plan);
    zip_plan(ahead->home, &entry, 1, &packing, plan);
    ahead->kept += plan->kept.len;
    g_hash_table_add(ahead->plans, plan);
}

void pack_ahead_grows(struct pack_ahead *ahead, struct str bytes, bool whole)
{
    enum { THREADS_MOST = 8 };
    unsigned threads = MIN(g_get_num_processors(), THREADS_MOST);
    if (!ahead->early && threads > 1)
        ahead->early = early_begin(threads);
    if (ahead->early && whole)
        early_whole(ahead->early, bytes);
    else if (ahead->early)
        early_grows(ahead->early, bytes);
}

struct early *pack_ahead_early(const void *self, struct str bytes)
{
    const struct pack_ahead *ahead = self;
    return ahead && early_has(ahead->early, bytes) ? ahead->early : NULL;
}
