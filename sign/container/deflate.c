/* deflate.c - members deflated and hashed on several processors at once.
 *
 * A member is cut into blocks of a fixed size, each deflated by itself with the 32 KiB before it as
 * dictionary and, but for the last, ended on a byte by an empty stored block (Z_SYNC_FLUSH), so
 * that one behind the other they are one stream of RFC 1951: the way of pigz. Where a block falls
 * depends on the member alone, so the bytes are the same for any number of threads. Raw deflate,
 * zlib level 6; a member of one block is what zlib makes of it in one call. */
#include "deflate.h"

#include "base/progress.h"

#include <glib.h>
#include <stdlib.h>

#define ZLIB_CONST /* input pointers point to const */
#include <zlib.h>

enum {
    LEVEL = 6, /* of zlib; part of what makes a container repeatable */
    BLOCK = 1 << 19,
    DICTIONARY = 1 << 15,
    WINDOW = 64, /* blocks under way at once: 32 MiB in, and no more out */
    THREADS_MOST = 8
};

struct job {
    struct str bytes;  /* the block, or for a hash the member */
    size_t dictionary; /* bytes before the block that its text may refer to */
    bool hash, last;
    unsigned char *out; /* deflated; malloc's */
    size_t len;
    struct digest digest;
    uint32_t crc;
    bool done;
};

struct deflating {
    const struct deflate_order *order;
    size_t count;
    GThreadPool *pool; /* NULL: each job is done where it is asked for */
    GMutex lock;
    GCond ready;
    struct job ring[WINDOW];
    size_t head, tail;   /* jobs taken and jobs given out, counted from the beginning */
    size_t member, from; /* the next job: of which member, from which of its bytes on */
    size_t current;      /* member that deflating_next hands out */
};

uint32_t crc_of(uint32_t crc, struct str bytes)
{
    return (uint32_t)crc32_z(crc, (const Bytef *)bytes.at, bytes.len);
}

/* Leaves out at NULL where memory is lacking: the member is then stored. */
static void deflate_block(struct job *job)
{
    z_stream stream = { 0 };
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return;
    }
    const Bytef *at = (const Bytef *)job->bytes.at;
    bool good = job->dictionary == 0 ||
                deflateSetDictionary(&stream, at - job->dictionary, (uInt)job->dictionary) == Z_OK;
    /* The flush adds at most five bytes and the bits before them. */
    size_t room = deflateBound(&stream, (uLong)job->bytes.len) + 16;
    job->out = good ? malloc(room) : NULL;
    if (job->out) {
        stream.next_in = at;
        stream.avail_in = (uInt)job->bytes.len;
        stream.next_out = job->out;
        stream.avail_out = (uInt)room;
        int status = deflate(&stream, job->last ? Z_FINISH : Z_SYNC_FLUSH);
        job->len = room - stream.avail_out;
        if (status != (job->last ? Z_STREAM_END : Z_OK) || stream.avail_in || !stream.avail_out) {
            free(job->out);
            job->out = NULL;
        }
    }
    deflateEnd(&stream);
}

static void job_do(struct job *job)
{
    if (job->hash) {
        job->crc = crc_of(0, job->bytes);
        job->digest = digest_of(job->bytes);
    } else {
        deflate_block(job);
    }
}

static void job_in_pool(gpointer data, gpointer self)
{
    struct deflating *deflating = self;
    struct job *job = data;
    job_do(job);
    g_mutex_lock(&deflating->lock);
    job->done = true;
    g_cond_broadcast(&deflating->ready);
    g_mutex_unlock(&deflating->lock);
}

struct deflating *deflating_begin(const struct deflate_order *order, size_t count, unsigned threads)
{
    struct deflating *deflating = g_new0(struct deflating, 1);
    deflating->order = order;
    deflating->count = count;
    g_mutex_init(&deflating->lock);
    g_cond_init(&deflating->ready);
    threads = threads ? threads : g_get_num_processors();
    threads = threads < THREADS_MOST ? threads : THREADS_MOST;
    if (threads > 1) { /* without a pool, or where no thread can be had, this one does all */
        deflating->pool = g_thread_pool_new(job_in_pool, deflating, (gint)threads, FALSE, NULL);
    }
    return deflating;
}

/* Gives out the next job: the blocks of a member in order, then its hash. */
static void give_out(struct deflating *deflating)
{
    const struct deflate_order *order = &deflating->order[deflating->member];
    struct job *job = &deflating->ring[deflating->tail % WINDOW];
    size_t from = deflating->from, end = order->deflate ? order->bytes.len : 0;
    *job = (struct job){ .hash = from >= end };
    if (job->hash) {
        job->bytes = order->bytes;
        deflating->member++;
        deflating->from = 0;
    } else {
        job->bytes = str_sub(order->bytes, from, from + BLOCK < end ? from + BLOCK : end);
        job->dictionary = from < DICTIONARY ? from : DICTIONARY;
        deflating->from = from + job->bytes.len;
        job->last = deflating->from == end;
    }
    deflating->tail++;
    if (deflating->pool) {
        g_thread_pool_push(deflating->pool, job, NULL);
    }
}

static struct job *take(struct deflating *deflating)
{
    size_t ahead = deflating->pool ? WINDOW : 1;
    while (deflating->tail - deflating->head < ahead && deflating->member < deflating->count) {
        give_out(deflating);
    }
    struct job *job = &deflating->ring[deflating->head++ % WINDOW];
    if (!deflating->pool) {
        job_do(job);
        return job;
    }
    g_mutex_lock(&deflating->lock);
    while (!job->done) {
        g_cond_wait(&deflating->ready, &deflating->lock);
    }
    g_mutex_unlock(&deflating->lock);
    return job;
}

void deflating_next(struct deflating *deflating, struct sink sink, struct deflated *out)
{
    bool whole = deflating->order[deflating->current].deflate;
    for (;;) {
        struct job *job = take(deflating);
        if (!job->hash || !deflating->order[deflating->current].deflate) {
            progress_add(PROGRESS_BYTES, job->bytes.len);
        }
        if (job->hash) {
            *out = (struct deflated){ .digest = job->digest, .crc = job->crc, .whole = whole };
            deflating->current++;
            return;
        }
        whole = whole && job->out &&
                sink.put(sink.self, (struct str){ (const char *)job->out, job->len });
        free(job->out);
        if (!whole && deflating->member == deflating->current) {
            deflating->from = SIZE_MAX; /* nobody wants the rest: on to the hash */
        }
    }
}

void deflating_end(struct deflating *deflating)
{
    if (deflating->pool) {
        g_thread_pool_free(deflating->pool, FALSE, TRUE); /* waits for what is under way */
    }
    for (; deflating->head < deflating->tail; deflating->head++) {
        free(deflating->ring[deflating->head % WINDOW].out);
    }
    g_mutex_clear(&deflating->lock);
    g_cond_clear(&deflating->ready);
    g_free(deflating);
}
