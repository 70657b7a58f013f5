/* phases.c - a table of the distinct phases of a series. */
#include "phases.h"

#include <glib.h>
#include <string.h>

enum { TUPLE_MOST = 512, SLOTS_FIRST = 1024 };

void phases_init(struct phases *phases, struct arena *home)
{
    *phases = (struct phases){ .home = home };
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
static uint64_t hash_of(struct str text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < text.len; i++) {
        hash = (hash ^ (unsigned char)text.at[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

/* The slot that holds the text, or the empty one where it would go. */
static uint32_t *slot_of(const struct phases *phases, struct str text)
{
    size_t at = (size_t)hash_of(text) & (phases->slots - 1);
    while (phases->slot[at] && !str_eq(phases->tuple[phases->slot[at] - 1], text)) {
        at = (at + 1) & (phases->slots - 1);
    }
    return &phases->slot[at];
}

static void phases_grow(struct phases *phases)
{
    size_t room = phases->room ? phases->room * 2 : SLOTS_FIRST / 2;
    struct str *tuple = ARENA_MANY(phases->home, room, struct str);
    if (phases->count) {
        memcpy(tuple, phases->tuple, phases->count * sizeof *tuple);
    }
    phases->tuple = tuple;
    phases->room = room;
    phases->slots = room * 2;
    phases->slot = ARENA_MANY(phases->home, phases->slots, uint32_t);
    for (size_t i = 0; i < phases->count; i++) {
        *slot_of(phases, tuple[i]) = (uint32_t)(i + 1);
    }
}

uint32_t phases_put(struct phases *phases, const struct cell *const *cell, size_t count)
{
    char text[TUPLE_MOST];
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        struct str part = str_sub(cell[i]->text, 0, TUPLE_MOST / (count + 1) - 1);
        memcpy(text + len, part.at, part.len);
        len += part.len;
        text[len++] = '\x1F';
    }
    if (phases->count == phases->room) {
        phases_grow(phases);
    }
    struct str tuple = { text, len };
    uint32_t *slot = slot_of(phases, tuple);
    if (!*slot) {
        phases->tuple[phases->count++] = str_keep(phases->home, tuple);
        *slot = (uint32_t)phases->count;
    }
    return *slot - 1;
}

static int part_order(struct str a, struct str b)
{
    double x, y;
    bool number_a = num_real(a, &x), number_b = num_real(b, &y);
    if (number_a && number_b) {
        return (x > y) - (x < y);
    }
    if (number_a != number_b) {
        return number_a ? -1 : 1;
    }
    return str_order(a, b);
}

static int tuple_order(struct str a, struct str b)
{
    struct str part_a, part_b;
    while (str_cut(&a, '\x1F', &part_a) && str_cut(&b, '\x1F', &part_b)) {
        int order = part_order(part_a, part_b);
        if (order) {
            return order;
        }
    }
    return 0;
}

static int index_order(const void *left, const void *right, void *self)
{
    const struct phases *phases = self;
    return tuple_order(phases->tuple[*(const uint32_t *)left],
                       phases->tuple[*(const uint32_t *)right]);
}

uint32_t *phases_rank(const struct phases *phases)
{
    uint32_t *sorted = ARENA_MANY(phases->home, phases->count, uint32_t);
    uint32_t *rank = ARENA_MANY(phases->home, phases->count, uint32_t);
    struct phases all = *phases;
    for (size_t i = 0; i < phases->count; i++) {
        sorted[i] = (uint32_t)i;
    }
    if (phases->count) {
        g_qsort_with_data(sorted, (gint)phases->count, sizeof *sorted, index_order, &all);
    }
    uint32_t next = 0;
    for (size_t i = 0; i < phases->count; i++) {
        if (i && tuple_order(phases->tuple[sorted[i - 1]], phases->tuple[sorted[i]]) != 0) {
            next++;
        }
        rank[sorted[i]] = next;
    }
    return rank;
}
