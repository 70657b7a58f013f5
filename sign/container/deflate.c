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
#include "deflate.h"

#include "base/progress.h"
#include "hash.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST /* input pointers point to const */
#include <zlib.h>

enum {
    LEVEL = 6, /* of zlib; part of what makes a container repeatable */
    BLOCK = 1 << 19,
    DICTIONARY = 1 << 15,
    THREADS_MOST = 8,
    AHEAD = 2, /* blocks under way for each thread, so that none waits for the next */
    WINDOW = AHEAD * THREADS_MOST + 1,
    TRIED = 4, /* pieces of a packed file that are deflated by themselves, before the whole is */
    TRIED_SIZE = 1 << 13,
    TRIED_FROM = 1 << 16, /* bytes of a block of which it is worth it */
    TRIED_SHARE = 94, /* per cent of their size that such pieces keep, and the whole is stored */
};

struct job {
    struct str bytes;  /* the block */
    size_t dictionary; /* bytes before it that its text may refer to */
    bool deflate, first, last, read;
    char *copy; /* of a mapped file's bytes, with the dictionary before; kept for the next */
    unsigned char *out; /* deflated; kept for the next */
    size_t len;         /* of it; 0: nothing came of it */
    uint32_t crc;
    bool done;
};

struct deflating {
    const struct deflate_order *order;
    size_t count;
    GThreadPool *pool; /* NULL: each job is done where it is asked for */
    size_t slots;      /* of the ring: jobs under way, and the one before */
    GMutex lock;
    GCond ready;
    struct job ring[WINDOW];
    size_t head, tail;   /* jobs taken and jobs given out, counted from the beginning */
    size_t member, from; /* the next job: of which member, from which of its bytes on */
    bool mapped;         /* that member lies in a file */
    size_t current;      /* member that deflating_next hands out */
    bool unwanted;       /* nobody wants more of its deflated bytes */
    struct arena *scratch;
};

uint32_t crc_of(uint32_t crc, struct str bytes)
{
    return (uint32_t)crc32_z(crc, (const Bytef *)bytes.at, bytes.len);
}

/* The flush adds at most five bytes and the bits before them. */
static size_t room_of(z_stream *stream)
{
    return deflateBound(stream, BLOCK) + 16;
}

/* What a file begins with that is packed by its own format: gzip (RFC 1952), ZIP, Zstandard (RFC
 * 8878), xz, bzip2, LZ4, 7z, PNG. */
static bool begins_packed(struct str bytes)
{
    static const struct str first[] = {
        STR_INIT("\x1F\x8B\x08"),       STR_INIT("PK\003\004"),  STR_INIT("\x28\xB5\x2F\xFD"),
        STR_INIT("\3757zXZ"),           STR_INIT("BZh"),         STR_INIT("\x04\x22\x4D\x18"),
        STR_INIT("7z\xBC\xAF\x27\x1C"), STR_INIT("\x89PNG\r\n"),
    };
    for (size_t i = 0; i < ARRAY_COUNT(first); i++)
        if (str_starts(bytes, first[i]))
            return true;
    return false;
}

/* Whether a packed file stays as large: said by pieces from its middle, so that little time goes
 * into what is thrown away. Some tools pack badly enough that deflating once more is worth it. */
static bool stays_large(z_stream *stream, struct job *job, size_t room)
{
    size_t made = 0;
    if (!job->first || job->bytes.len < TRIED_FROM || !begins_packed(job->bytes))
        return false;
    for (size_t i = 1; i <= TRIED; i++) {
        stream->next_in = (const Bytef *)job->bytes.at + job->bytes.len / (TRIED + 1) * i;
        stream->avail_in = TRIED_SIZE;
        stream->next_out = job->out;
        stream->avail_out = (uInt)room;
        bool whole = deflate(stream, Z_FINISH) == Z_STREAM_END;
        made += stream->total_out;
        (void)deflateReset(stream); /* fails only of a stream that is none */
        if (!whole)
            return false;
    }
    return made * 100 > (size_t)TRIED * TRIED_SIZE * TRIED_SHARE;
}

/* Leaves `len` at 0 where memory is lacking, or where it would come to nothing: the member is then
 * stored. */
static void deflate_block(struct job *job)
{
    z_stream stream = { 0 };
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    const Bytef *at = (const Bytef *)job->bytes.at;
    size_t room = room_of(&stream);
    if (!job->out)
        job->out = malloc(room);
    bool good = job->out && !stays_large(&stream, job, room) &&
                (job->dictionary == 0 || deflateSetDictionary(&stream, at - job->dictionary,
                                                              (uInt)job->dictionary) == Z_OK);
    if (good) {
        stream.next_in = at;
        stream.avail_in = (uInt)job->bytes.len;
        stream.next_out = job->out;
        stream.avail_out = (uInt)room;
        int status = deflate(&stream, job->last ? Z_FINISH : Z_SYNC_FLUSH);
        bool whole = status == (job->last ? Z_STREAM_END : Z_OK) && stream.avail_in == 0 &&
                     stream.avail_out > 0;
        job->len = whole ? room - stream.avail_out : 0;
    }
    deflateEnd(&stream);
}

static void job_do(struct job *job)
{
    job->crc = crc_of(0, job->bytes);
    if (job->deflate)
        deflate_block(job);
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
static void copy_block(struct deflating *deflating, struct job *job)
{
    const struct job *before =
        &deflating->ring[(deflating->tail + deflating->slots - 1) % deflating->slots];
    if (!job->copy)
        job->copy = malloc(DICTIONARY + BLOCK);
    job->read = job->copy && file_copy(job->bytes, job->copy + DICTIONARY);
    if (!job->read || !before->read) { /* the member is refused; nothing is read where nothing is */
        job->dictionary = 0;
        job->deflate = job->read && job->deflate;
    }
    if (job->dictionary > 0) {
        memcpy(job->copy + DICTIONARY - job->dictionary,
               before->copy + DICTIONARY + BLOCK - job->dictionary, job->dictionary);
    }
    job->bytes = job->read ? (struct str){ job->copy + DICTIONARY, job->bytes.len } : STR("");
}

/* Gives out the next job: the blocks of a member in order, an empty one where it has none. */
static void give_out(struct deflating *deflating)
{
    const struct deflate_order *order = &deflating->order[deflating->member];
    struct job *job = &deflating->ring[deflating->tail % deflating->slots];
    size_t from = deflating->from, end = order->bytes.len;
    bool wanted =
        order->deflate && !(deflating->unwanted && deflating->member == deflating->current);
    if (from == 0)
        deflating->mapped = file_mapped(order->bytes);
    *job =
        (struct job){ .bytes = str_sub(order->bytes, from, from + BLOCK < end ? from + BLOCK : end),
                      .deflate = wanted,
                      .dictionary = !wanted             ? 0
                                    : from < DICTIONARY ? from
                                                        : DICTIONARY,
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

static struct job *take(struct deflating *deflating)
{
    while (deflating->tail - deflating->head + 1 < deflating->slots &&
           deflating->member < deflating->count)
        give_out(deflating);
    struct job *job = &deflating->ring[deflating->head++ % deflating->slots];
    if (!deflating->pool) {
        job_do(job);
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
    *out = (struct deflated){ .whole = deflating->order[deflating->current].deflate, .read = true };
    deflating->unwanted = !out->whole;
    if (out->whole)
        hashing = hashing_begin(deflating->scratch, HASH_SHA256);
    for (bool last = false; !last;) {
        struct job *job = take(deflating);
        last = job->last;
        out->read = out->read && job->read;
        out->crc = job->first
                       ? job->crc
                       : (uint32_t)crc32_combine(out->crc, job->crc, (z_off_t)job->bytes.len);
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
