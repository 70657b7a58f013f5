/* deflate.c - members deflated, hashed and summed on several processors at once.
 *
 * A member is cut into blocks of a fixed size, each deflated by itself with the 32 KiB before it as
 * dictionary and, but for the last, ended on a byte by an empty stored block (Z_SYNC_FLUSH), so
 * that one behind the other they are one stream of RFC 1951: the way of pigz. Where a block falls
 * depends on the member alone, so the bytes are the same for any number of threads. Raw deflate,
 * zlib level 6; a member of one block is what zlib makes of it in one call.
 *
 * A mapped file is copied block by block as the blocks are given out, so that what is deflated is
 * what is hashed whatever becomes of the file, and no more of it is in memory than is under way. */
#include "base/progress.h"
#include "deflate_block.h"
#include "deflate_early.h"
#include "hash.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum {
    THREADS_MOST = 8,
    AHEAD = 2, /* blocks under way for each thread, so that none waits for the next */
    WINDOW = AHEAD * THREADS_MOST + 1,
};

struct deflating {
    const struct deflate_order *order;
    size_t count;
    GThreadPool *pool; /* NULL: each job is done where it is asked for */
    size_t slots;      /* of the ring: jobs under way, and the one before */
    GMutex lock;
    GCond ready;
    struct block ring[WINDOW];
    size_t head, tail;   /* jobs taken and jobs given out, counted from the beginning */
    size_t member, from; /* the next job: of which member, from which of its bytes on */
    bool mapped;         /* that member lies in a file */
    size_t current;      /* member that deflating_next hands out */
    bool unwanted;       /* nobody wants more of its deflated bytes */
    struct arena *scratch;
};

static void job_in_pool(gpointer data, gpointer self)
{
    struct deflating *deflating = self;
    struct block *job = data;
    block_do(job);
    g_mutex_lock(&deflating->lock);
    job->done = true;
    g_cond_broadcast(&deflating->ready);
    g_mutex_unlock(&deflating->lock);
}

static unsigned threads_of(unsigned threads)
{
    threads = threads ? threads : g_get_num_processors();
    return threads < THREADS_MOST ? threads : THREADS_MOST;
}

struct deflating *deflating_begin(const struct deflate_order *order, size_t count, unsigned threads)
{
    struct deflating *deflating = g_new0(struct deflating, 1);
    deflating->order = order;
    deflating->count = count;
    deflating->scratch = arena_new((size_t)1 << 20);
    g_mutex_init(&deflating->lock);
    g_cond_init(&deflating->ready);
    threads = threads_of(threads);
    deflating->slots = 2;
    if (threads > 1) {        /* without a pool, or where no thread can be had, this one does all */
        GError *fewer = NULL; /* threads than asked for; one is enough */
        deflating->pool = g_thread_pool_new(job_in_pool, deflating, (gint)threads, TRUE, &fewer);
        if (deflating->pool && g_thread_pool_get_num_threads(deflating->pool) == 0) {
            g_thread_pool_free(deflating->pool, TRUE, FALSE);
            deflating->pool = NULL;
        }
        g_clear_error(&fewer);
        deflating->slots = deflating->pool ? (size_t)AHEAD * threads + 1 : 2;
    }
    return deflating;
}

/* The job's bytes in a copy of its own, with the end of the block before from that one's copy. */
static void copy_block(struct deflating *deflating, struct block *job)
{
    const struct block *before =
        &deflating->ring[(deflating->tail + deflating->slots - 1) % deflating->slots];
    if (!job->copy)
        job->copy = malloc(BLOCK_DICTIONARY + BLOCK_SIZE);
    job->read = job->copy && file_copy(job->bytes, job->copy + BLOCK_DICTIONARY);
    if (!job->read || !before->read) { /* the member is refused; nothing is read where nothing is */
        job->dictionary = 0;
        job->deflate = job->read && job->deflate;
    }
    if (job->dictionary > 0) {
        memcpy(job->copy + BLOCK_DICTIONARY - job->dictionary,
               before->copy + BLOCK_DICTIONARY + BLOCK_SIZE - job->dictionary, job->dictionary);
    }
    job->bytes = job->read ? (struct str){ job->copy + BLOCK_DICTIONARY, job->bytes.len } : STR("");
}

/* Gives out the next job: the blocks of a member in order, an empty one where it has none. */
static void give_out(struct deflating *deflating)
{
    const struct deflate_order *order = &deflating->order[deflating->member];
    struct block *job = &deflating->ring[deflating->tail % deflating->slots];
    size_t from = deflating->from, end = order->bytes.len;
    bool wanted =
        order->deflate && !(deflating->unwanted && deflating->member == deflating->current);
    if (from == 0)
        deflating->mapped = file_mapped(order->bytes);
    *job = (struct block){ .bytes = str_sub(order->bytes, from,
                                            from + BLOCK_SIZE < end ? from + BLOCK_SIZE : end),
                           .deflate = wanted,
                           .dictionary = !wanted                   ? 0
                                         : from < BLOCK_DICTIONARY ? from
                                                                   : BLOCK_DICTIONARY,
                           .first = from == 0,
                           .read = true,
                           .copy = job->copy,
                           .out = job->out };
    from += job->bytes.len;
    job->last = from == end;
    if (deflating->mapped)
        copy_block(deflating, job);
    deflating->from = job->last ? 0 : from;
    deflating->member += job->last;
    deflating->tail++;
    if (deflating->pool)
        g_thread_pool_push(deflating->pool, job, NULL);
}

/* Whether there is a member to give out blocks of; others do so of those that were begun early. */
static bool more_to_give(struct deflating *deflating)
{
    while (deflating->member < deflating->count && deflating->order[deflating->member].early)
        deflating->member++;
    return deflating->member < deflating->count;
}

static struct block *take(struct deflating *deflating)
{
    while (deflating->tail - deflating->head + 1 < deflating->slots && more_to_give(deflating))
        give_out(deflating);
    struct block *job = &deflating->ring[deflating->head++ % deflating->slots];
    if (!deflating->pool) {
        block_do(job);
        return job;
    }
    g_mutex_lock(&deflating->lock);
    while (!job->done)
        g_cond_wait(&deflating->ready, &deflating->lock);
    g_mutex_unlock(&deflating->lock);
    return job;
}

void deflating_next(struct deflating *deflating, struct sink sink, struct deflated *out)
{
    struct arena_mark mark = arena_mark(deflating->scratch);
    struct hashing *hashing = NULL;
    const struct deflate_order *order = &deflating->order[deflating->current];
    *out = (struct deflated){ .whole = order->deflate, .read = true };
    deflating->unwanted = !out->whole;
    if (out->whole)
        hashing = hashing_begin(deflating->scratch, HASH_SHA256);
    bool last = false;
    for (size_t i = 0; !last; i++) {
        const struct block *job = order->early ? early_take(order->early, i) : take(deflating);
        last = job->last;
        out->read = out->read && job->read;
        out->crc = job->first ? job->crc : crc_joined(out->crc, job->crc, job->bytes.len);
        progress_add(PROGRESS_BYTES, job->bytes.len);
        if (out->whole) { /* in order, so here and not in the pool; deflate takes ten times as long
                           */
            struct sink hash = hashing_sink(hashing);
            out->whole = hash.put(hash.self, job->bytes) && job->len > 0 &&
                         sink.put(sink.self, (struct str){ (const char *)job->out, job->len });
            deflating->unwanted = !out->whole;
        }
    }
    deflating->current++;
    deflating->unwanted = false;
    if (hashing) {
        struct str digest = hashing_end(deflating->scratch, hashing);
        memcpy(out->digest.byte, digest.at, sizeof out->digest.byte);
    }
    arena_rewind(deflating->scratch, mark);
}

void deflating_end(struct deflating *deflating)
{
    if (deflating->pool)
        g_thread_pool_free(deflating->pool, FALSE, TRUE); /* waits for what is under way */
    for (size_t i = 0; i < WINDOW; i++) {
        free(deflating->ring[i].copy);
        free(deflating->ring[i].out);
    }
    arena_free(deflating->scratch);
    g_mutex_clear(&deflating->lock);
    g_cond_clear(&deflating->ready);
    g_free(deflating);
}
