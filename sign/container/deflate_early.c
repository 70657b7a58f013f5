/* deflate_early.c - a member's blocks deflated as they become whole.
 *
 * They are the blocks that deflate.c would cut, so the bytes are the same. While the member is
 * written, one thread deflates copies, since the written text may move as it grows, and leaves the
 * other processors to whoever writes; once it is whole all do, from where it lies. */
#include "deflate_early.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCKS_MOST = 32, /* of 512 KiB; of a longer member nothing comes of it */
    COPIES_MOST = 3   /* at a time */
};

struct early {
    unsigned threads;
    GThreadPool *pool;
    GMutex lock;
    GCond ready;
    struct block block[BLOCKS_MOST];
    size_t given;     /* of them, to the pool */
    size_t copies;    /* that wait or are under way; under the lock */
    struct str whole; /* `at` NULL: it is not */
};

static void block_in_pool(gpointer data, gpointer self)
{
    struct early *early = self;
    struct block *block = data;
    block_do(block);
    bool copied = block->copy != NULL;
    free(block->copy);
    block->copy = NULL;
    g_mutex_lock(&early->lock);
    block->done = true;
    early->copies -= copied;
    g_cond_broadcast(&early->ready);
    g_mutex_unlock(&early->lock);
}

struct early *early_begin(unsigned threads)
{
    struct early *early = g_new0(struct early, 1);
    GError *none = NULL;
    early->threads = threads;
    early->pool = g_thread_pool_new(block_in_pool, early, 1, TRUE, &none);
    if (none) {
        g_error_free(none);
        g_thread_pool_free(early->pool, TRUE, FALSE);
        g_free(early);
        return NULL;
    }
    g_mutex_init(&early->lock);
    g_cond_init(&early->ready);
    return early;
}

/* The next block, which `sofar` holds whole; `last` of the member. */
static void give(struct early *early, struct str sofar, bool last)
{
    size_t from = early->given * BLOCK_SIZE;
    struct block *block = &early->block[early->given++];
    *block = (struct block){ .bytes = str_sub(sofar, from, last ? sofar.len : from + BLOCK_SIZE),
                             .dictionary = from < BLOCK_DICTIONARY ? from : BLOCK_DICTIONARY,
                             .deflate = true,
                             .first = from == 0,
                             .last = last,
                             .read = true,
                             .copy = block->copy };
    if (block->copy) {
        memcpy(block->copy, block->bytes.at - block->dictionary,
               block->dictionary + block->bytes.len);
        block->bytes.at = block->copy + block->dictionary;
    }
    g_thread_pool_push(early->pool, block, NULL);
}

/* Whether one more copy may be held; then it is counted. */
static bool copy_allowed(struct early *early)
{
    g_mutex_lock(&early->lock);
    bool allowed = early->copies < COPIES_MOST;
    early->copies += allowed;
    g_mutex_unlock(&early->lock);
    return allowed;
}

void early_grows(struct early *early, struct str sofar)
{
    while (!early->whole.at && early->given < BLOCKS_MOST &&
           sofar.len > (early->given + 1) * BLOCK_SIZE && copy_allowed(early)) {
        early->block[early->given].copy = g_malloc(BLOCK_DICTIONARY + BLOCK_SIZE);
        give(early, sofar, false);
    }
}

void early_whole(struct early *early, struct str bytes)
{
    if (early->whole.at || bytes.len == 0 || bytes.len > (size_t)BLOCKS_MOST * BLOCK_SIZE)
        return;
    early->whole = bytes;
    g_thread_pool_set_max_threads(early->pool, (gint)early->threads, NULL); /* one is enough */
    while (early->given * BLOCK_SIZE < bytes.len)
        give(early, bytes, bytes.len - early->given * BLOCK_SIZE <= BLOCK_SIZE);
}

bool early_has(const struct early *early, struct str bytes)
{
    return early && bytes.at && early->whole.at == bytes.at && early->whole.len == bytes.len;
}

const struct block *early_take(struct early *early, size_t index)
{
    struct block *block = &early->block[index];
    g_mutex_lock(&early->lock);
    while (!block->done)
        g_cond_wait(&early->ready, &early->lock);
    g_mutex_unlock(&early->lock);
    size_t from = index * BLOCK_SIZE; /* what was copied is looked at where it is now */
    block->bytes = str_sub(early->whole, from, from + block->bytes.len);
    return block;
}

void early_end(struct early *early)
{
    if (!early)
        return;
    g_thread_pool_free(early->pool, TRUE, TRUE); /* what is under way is waited for */
    for (size_t i = 0; i < early->given; i++) {
        free(early->block[i].copy);
        free(early->block[i].out);
    }
    g_mutex_clear(&early->lock);
    g_cond_clear(&early->ready);
    g_free(early);
}
