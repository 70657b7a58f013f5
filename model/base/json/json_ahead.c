/* json_ahead.c - elements of an array read on another thread, ahead of who meets them.
 *
 * One thread reads on from where one element ended to the next, as the scan would: nothing is
 * guessed, and where it stops, the scan goes on. Elements go from hand to hand in slots, each with
 * an arena of its own, which is used anew when all of its elements were met. */
#include "base/json.h"
#include "json_tree.h"

#include <glib.h>

enum {
    SLOTS = 4,
    PIECES = 128,        /* of a slot */
    SLOT_MOST = 1 << 16, /* bytes of the text from which on a slot is full */
};

struct slot {
    struct arena *home;
    struct arena_mark empty;
    struct json_piece piece[PIECES];
    size_t count;
    bool full, last; /* last: nothing behind it is read */
};
struct json_ahead {
    struct json json; /* of the thread, each slot's arena in turn */
    struct json_reader reader;
    uint32_t index;
    size_t at;
    struct slot slot[SLOTS];
    GThread *thread;
    GMutex lock;
    GCond turn;
    bool stop;
    /* of the reader */
    size_t taken, next;
    bool held; /* slot `taken` was seen to be full */
};

static void slot_fill(struct json_ahead *in, struct slot *slot)
{
    size_t from = in->at;
    arena_rewind(slot->home, slot->empty);
    in->json.home = slot->home;
    slot->count = 0;
    while (in->at != SIZE_MAX && slot->count < PIECES && in->at - from < SLOT_MOST) {
        struct json_piece *piece = &slot->piece[slot->count];
        if (!in->reader.read(&in->reader, &in->json, in->index, in->at, piece)) {
            in->at = SIZE_MAX;
            break;
        }
        in->at = piece->next;
        in->index++;
        slot->count++;
    }
    slot->last = in->at == SIZE_MAX;
}

static gpointer ahead_run(gpointer self)
{
    struct json_ahead *in = self;
    for (size_t i = 0;; i++) {
        struct slot *slot = &in->slot[i % SLOTS];
        g_mutex_lock(&in->lock);
        while (slot->full && !in->stop)
            g_cond_wait(&in->turn, &in->lock);
        bool stop = in->stop;
        g_mutex_unlock(&in->lock);
        if (stop)
            return NULL;
        slot_fill(in, slot);
        bool last = slot->last;
        g_mutex_lock(&in->lock);
        slot->full = true;
        g_cond_signal(&in->turn);
        g_mutex_unlock(&in->lock);
        if (last)
            return NULL;
    }
}

struct json_ahead *json_ahead_begin(const struct json_reader *reader, const struct json *json,
                                    size_t at)
{
    struct json_ahead *in = g_new0(struct json_ahead, 1);
    in->json = *json;
    in->reader = *reader;
    in->index = reader->parent->size;
    in->at = at;
    for (size_t i = 0; i < SLOTS; i++) {
        in->slot[i].home = arena_new(SIZE_MAX / 2);
        in->slot[i].empty = arena_mark(in->slot[i].home);
    }
    g_mutex_init(&in->lock);
    g_cond_init(&in->turn);
    in->thread = g_thread_try_new("elements", ahead_run, in, NULL);
    if (!in->thread) {
        json_ahead_end(in);
        return NULL;
    }
    return in;
}

const struct json_piece *json_ahead_next(struct json_ahead *in)
{
    struct slot *slot = &in->slot[in->taken % SLOTS];
    while (!in->held || in->next == slot->count) {
        if (in->held && slot->last)
            return NULL;
        g_mutex_lock(&in->lock);
        if (in->held) { /* it is given back */
            slot->full = false;
            g_cond_signal(&in->turn);
            slot = &in->slot[++in->taken % SLOTS];
        }
        while (!slot->full)
            g_cond_wait(&in->turn, &in->lock);
        g_mutex_unlock(&in->lock);
        in->held = true;
        in->next = 0;
    }
    return &slot->piece[in->next++];
}

void json_ahead_end(struct json_ahead *in)
{
    if (!in)
        return;
    g_mutex_lock(&in->lock);
    in->stop = true;
    g_cond_signal(&in->turn);
    g_mutex_unlock(&in->lock);
    if (in->thread)
        (void)g_thread_join(in->thread);
    for (size_t i = 0; i < SLOTS; i++)
        arena_free(in->slot[i].home);
    g_mutex_clear(&in->lock);
    g_cond_clear(&in->turn);
    g_free(in);
}
