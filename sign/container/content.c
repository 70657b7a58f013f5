/* content.c - a member's bytes on their way into a container as they are: copied once, hashed by
 * one thread while another writes them. */
#include "deflate.h"
#include "hash.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE = 1 << 19,
    BESIDE_FROM = 1 << 21, /* shorter ones are hashed before a thread has begun */
    COPIES = 2,            /* one being hashed, one being written */
};

struct putting {
    struct sink hash;
    GThreadPool *pool; /* of one thread; NULL: this one hashes */
    GMutex lock;
    GCond hashed;
    struct str piece[COPIES];
    size_t begun, ended; /* pieces given to be hashed, and those that were */
};

static void piece_hash(gpointer data, gpointer self)
{
    struct putting *putting = self;
    const struct str *piece = data;
    (void)putting->hash.put(putting->hash.self, *piece); /* it cannot fail */
    g_mutex_lock(&putting->lock);
    putting->ended++;
    g_cond_signal(&putting->hashed);
    g_mutex_unlock(&putting->lock);
}

/* Waits until at most `left` pieces are still to be hashed. */
static void pieces_wait(struct putting *putting, size_t left)
{
    g_mutex_lock(&putting->lock);
    while (putting->begun - putting->ended > left)
        g_cond_wait(&putting->hashed, &putting->lock);
    g_mutex_unlock(&putting->lock);
}

static void piece_give(struct putting *putting, struct str piece)
{
    struct str *given = &putting->piece[putting->begun++ % COPIES];
    *given = piece;
    if (putting->pool)
        (void)g_thread_pool_push(putting->pool, given, NULL); /* its one thread is there */
    else
        piece_hash(given, putting);
}

bool content_put(struct str bytes, unsigned threads, struct sink sink, struct digest *digest,
                 bool *read)
{
    struct arena *scratch = arena_new((size_t)1 << 16);
    struct hashing *hashing = hashing_begin(scratch, HASH_SHA256);
    struct putting putting = { .hash = hashing_sink(hashing) };
    bool copied = file_mapped(bytes), good = true;
    char *copy = copied ? malloc((size_t)COPIES * PIECE) : NULL;
    *read = !copied || copy;
    g_mutex_init(&putting.lock);
    g_cond_init(&putting.hashed);
    if (bytes.len >= BESIDE_FROM && (threads ? threads : g_get_num_processors()) > 1) {
        GError *none = NULL; /* no thread is to be had */
        putting.pool = g_thread_pool_new(piece_hash, &putting, 1, TRUE, &none);
        if (none) {
            g_error_free(none);
            g_thread_pool_free(putting.pool, TRUE, FALSE);
            putting.pool = NULL;
        }
    }
    for (size_t at = 0; good && *read && at < bytes.len; at += PIECE) {
        struct str piece = str_sub(bytes, at, at + PIECE);
        pieces_wait(&putting, COPIES - 1); /* that was in the copy which comes next */
        if (copied) {
            char *to = copy + putting.begun % COPIES * PIECE;
            *read = file_copy(piece, to);
            piece.at = to;
        }
        if (*read) {
            piece_give(&putting, piece);
            good = sink.put(sink.self, piece);
        }
    }
    if (putting.pool)
        g_thread_pool_free(putting.pool, FALSE, TRUE);
    struct str made = hashing_end(scratch, hashing);
    memcpy(digest->byte, made.at, sizeof digest->byte);
    g_mutex_clear(&putting.lock);
    g_cond_clear(&putting.hashed);
    free(copy);
    arena_free(scratch);
    return good && *read;
}
