/* json_ahead.c - elements of a long array, read by another thread ahead of who meets them.
 *
 * Where an element begins only who has read all before it knows. So the other thread guesses, by
 * what stands between two objects, and its elements count only where the reader comes to the very
 * byte at which one begins; from the same byte on the same is read. What it guessed wrong, what is
 * no object, and what there is anything to say of, is read by the reader. Between two pieces that
 * it takes it leaves one to the reader, as long as the reader is close behind. */
#include "json_ahead.h"

#include <glib.h>

enum {
    AHEAD_FROM = 1 << 20, /* bytes from which on a thread is worth its start */
    SLOTS = 3,
    PIECE = 1 << 16,    /* bytes of a slot, about */
    GAP = PIECE / 2,    /* bytes left to the reader who is close behind */
    ELEMENTS = 1 << 10, /* of a slot */
    LONGEST = 1 << 20,  /* bytes of an element */
    DEPTH = 16,         /* levels of one */
    SOUGHT = 1 << 16,   /* bytes in which an element has to begin */
    MISSED_MOST = 64,   /* pieces of which nothing could be used */
};
enum slot_state { FREE, TAKEN, FULL };

struct element {
    const struct json_item *item;
    size_t at, end;
};
struct piece {
    enum slot_state state; /* under the lock */
    size_t begin;          /* of its first element, if one begins there */
    struct arena *home;
    struct arena_mark empty;
    struct json *json;
    struct element *element;
    size_t count;
};
struct json_ahead {
    const struct json_walk *walk;
    struct arena *home;
    const struct json *json; /* for the thread */
    GThread *thread;
    bool begun;
    GMutex lock;
    GCond turn;
    struct piece slot[SLOTS];
    /* under the lock */
    bool stop;
    size_t given; /* slots that the reader is done with */
    /* of the thread */
    size_t end; /* of its last piece */
    bool whole; /* an element begins there */
    unsigned missed;
    /* by both, atomic */
    gint taken; /* slots so far */
    gint at;    /* of the reader, in units of GAP */
    /* of the reader */
    bool held;   /* slot `given` was seen to be full */
    size_t next; /* element of it */
    size_t from; /* none that was read begins before */
    gint told;   /* `at` */
};

static size_t blanks_past(struct str text, size_t at)
{
    while (at < text.len && (text.at[at] == ' ' || text.at[at] == '\n' || text.at[at] == '\t' ||
                             text.at[at] == '\r'))
        at++;
    return at;
}

/* Behind an element that ends at `at`: where the next begins. False: none that is an object. */
static bool next_begin(struct str text, size_t at, size_t *out)
{
    at = blanks_past(text, at);
    if (at == text.len || text.at[at] != ',')
        return false;
    at = blanks_past(text, at + 1);
    *out = at;
    return at < text.len && text.at[at] == '{';
}

/* The first byte from `from` on at which an element may begin. */
static bool begin_guess(struct str text, size_t from, size_t *out)
{
    size_t end = text.len - from < SOUGHT ? text.len : from + SOUGHT;
    for (size_t at = from; at < end; at++)
        if (text.at[at] == '}' && next_begin(text, at + 1, out))
            return true;
    return false;
}

/* Reads the elements of a slot, from its begin on. */
static void slot_fill(struct json_ahead *in, struct piece *slot)
{
    struct str text = json_bytes(in->json);
    struct diags *unheard = diags_new(slot->home);
    size_t at = slot->begin;
    slot->json = json_apart(slot->home, in->json, slot->begin);
    slot->count = 0;
    in->whole = true;
    while (in->whole && slot->count < ELEMENTS && at - slot->begin < PIECE) {
        struct element *element = &slot->element[slot->count];
        element->at = at;
        in->whole = json_element(slot->json, at - slot->begin, LONGEST, DEPTH, &element->item,
                                 &element->end, unheard);
        element->end += slot->begin;
        slot->count += in->whole;
        in->whole = in->whole && next_begin(text, element->end, &at);
    }
    in->end = at;
    in->missed += slot->count == 0;
}

/* Where the next piece begins. False: the rest is the reader's. Under the lock. */
static bool piece_begin(struct json_ahead *in, size_t *out)
{
    struct str text = json_bytes(in->json);
    size_t reader = (size_t)g_atomic_int_get(&in->at) * GAP;
    bool close = (size_t)g_atomic_int_get(&in->taken) - in->given < 2;
    size_t from = in->end > reader ? in->end : reader;
    *out = from;
    if (!close && in->whole && from == in->end)
        return true;
    for (from += GAP; in->missed < MISSED_MOST; from += SOUGHT, in->missed++) {
        if (from >= text.len || text.len - from < PIECE)
            return false;
        if (begin_guess(text, from, out))
            return true;
    }
    return false;
}

static gpointer ahead_run(gpointer self)
{
    struct json_ahead *in = self;
    g_mutex_lock(&in->lock);
    while (!in->stop) {
        struct piece *slot = &in->slot[(size_t)g_atomic_int_get(&in->taken) % SLOTS];
        if (slot->state != FREE) {
            g_cond_wait(&in->turn, &in->lock);
            continue;
        }
        if (!piece_begin(in, &slot->begin))
            break;
        slot->state = TAKEN;
        g_atomic_int_inc(&in->taken);
        g_mutex_unlock(&in->lock);
        slot_fill(in, slot);
        g_mutex_lock(&in->lock);
        slot->state = FULL;
        g_cond_broadcast(&in->turn);
    }
    g_mutex_unlock(&in->lock);
    return NULL;
}

static void begin(struct json_ahead *in, const struct json *json, size_t at)
{
    in->begun = true;
    in->json = json_apart(in->home, json, 0);
    in->end = at;
    g_atomic_int_set(&in->at, (gint)(at / GAP));
    in->thread = g_thread_try_new("elements", ahead_run, in, NULL);
}

/* The slot in which an element may begin at `at`, once it is full; NULL: none. */
static struct piece *slot_at(struct json_ahead *in, size_t at)
{
    struct piece *slot = &in->slot[in->given % SLOTS];
    if (in->held)
        return slot;
    if ((size_t)g_atomic_int_get(&in->taken) == in->given)
        return NULL;
    g_mutex_lock(&in->lock);
    in->from = slot->begin;
    while (at >= in->from && slot->state != FULL)
        g_cond_wait(&in->turn, &in->lock);
    g_mutex_unlock(&in->lock);
    in->held = at >= in->from;
    in->next = 0;
    return in->held ? slot : NULL;
}

static void slot_give_back(struct json_ahead *in, struct piece *slot)
{
    arena_rewind(slot->home, slot->empty);
    g_mutex_lock(&in->lock);
    slot->state = FREE;
    in->given++;
    g_cond_broadcast(&in->turn);
    g_mutex_unlock(&in->lock);
    in->held = false;
}

static bool element_ahead(void *self, const struct json *json, size_t at, size_t *end)
{
    struct json_ahead *in = self;
    struct piece *slot;
    if (!in->begun)
        begin(in, json, at);
    if (in->told != (gint)(at / GAP)) {
        in->told = (gint)(at / GAP);
        g_atomic_int_set(&in->at, in->told);
    }
    if (at < in->from)
        return false;
    while ((slot = slot_at(in, at))) {
        while (in->next < slot->count && slot->element[in->next].at < at)
            in->next++;
        if (in->next < slot->count) {
            const struct element *element = &slot->element[in->next];
            in->from = element->at;
            if (element->at > at)
                return false;
            in->walk->element(in->walk->self, slot->json, element->item);
            *end = element->end;
            return true;
        }
        slot_give_back(in, slot);
    }
    return false;
}

static void element_meet(void *self, const struct json *json, const struct json_item *element)
{
    const struct json_ahead *in = self;
    in->walk->element(in->walk->self, json, element);
}

bool json_ahead_fits(const struct reading *reading)
{
    uint32_t depth = reading->limits ? reading->limits->depth : 0;
    return reading->threads > 1 && !reading->feed && reading->bytes.len >= AHEAD_FROM &&
           (depth == 0 || depth > 2 * DEPTH);
}

struct json_ahead *json_ahead_new(const struct json_walk *walk)
{
    struct arena *home = arena_new(SIZE_MAX / 2);
    struct json_ahead *in = ARENA_NEW(home, struct json_ahead);
    *in = (struct json_ahead){ .walk = walk, .home = home };
    for (size_t i = 0; i < SLOTS; i++) {
        in->slot[i].home = arena_new(SIZE_MAX / 2);
        in->slot[i].empty = arena_mark(in->slot[i].home);
        in->slot[i].element = ARENA_MANY(home, ELEMENTS, struct element);
    }
    g_mutex_init(&in->lock);
    g_cond_init(&in->turn);
    return in;
}

const struct json_walk *json_ahead_walk(struct json_ahead *in, struct arena *home)
{
    struct json_walk *walk = ARENA_NEW(home, struct json_walk);
    *walk = (struct json_walk){
        .name = in->walk->name, .element = element_meet, .self = in, .ahead = element_ahead
    };
    return walk;
}

void json_ahead_free(struct json_ahead *in)
{
    if (!in)
        return;
    g_mutex_lock(&in->lock);
    in->stop = true;
    g_cond_broadcast(&in->turn);
    g_mutex_unlock(&in->lock);
    if (in->thread)
        (void)g_thread_join(in->thread);
    for (size_t i = 0; i < SLOTS; i++)
        arena_free(in->slot[i].home);
    g_mutex_clear(&in->lock);
    g_cond_clear(&in->turn);
    arena_free(in->home);
}
