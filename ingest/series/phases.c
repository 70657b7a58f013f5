/* phases.c - a table of the distinct phases of a series. */
#include "phases.h"

#include <glib.h>
#include <string.h>

enum { TUPLE_FIRST = 512, SLOTS_FIRST = 1024 };
static const char separator = '\x1F', escape = '\x1E';

void phases_init(struct phases *phases, struct arena *home)
{
    *phases = (struct phases){ .home = home };
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
static uint64_t hash_of(struct str text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* The slot that holds the text, or the empty one where it would go. */
static uint32_t *slot_of(const struct phases *phases, struct str text)
{
    size_t at = (size_t)hash_of(text) & (phases->slots - 1);
    while (phases->slot[at] && !str_eq(phases->tuple[phases->slot[at] - 1], text))
        at = (at + 1) & (phases->slots - 1);
    return &phases->slot[at];
}

static void phases_grow(struct phases *phases)
{
    ARENA_GROW(phases->home, struct str, phases->tuple, phases->count, phases->room,
               SLOTS_FIRST / 2);
    phases->slots = phases->room * 2;
    phases->slot = ARENA_MANY(phases->home, phases->slots, uint32_t);
    for (size_t i = 0; i < phases->count; i++)
        *slot_of(phases, phases->tuple[i]) = (uint32_t)(i + 1);
}

/* The texts whole, since two long ones may differ at their ends, and with marks of their own behind
 * an escape, since a text may hold the separator. */
static struct str tuple_of(struct phases *phases, const struct cell *const *cell, size_t count)
{
    size_t most = 0;
    size_t len = 0;
    for (size_t i = 0; i < count; i++)
        most += 2 * cell[i]->text.len + 1;
    if (most > phases->text_room) {
        phases->text_room = most > TUPLE_FIRST ? 2 * most : TUPLE_FIRST;
        phases->text = ARENA_MANY(phases->home, phases->text_room, char);
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < cell[i]->text.len; k++) {
            char c = cell[i]->text.at[k];
            if (c == separator || c == escape) {
                phases->text[len++] = escape;
                c = c == separator ? '_' : '^';
            }
            phases->text[len++] = c;
        }
        phases->text[len++] = separator;
    }
    return (struct str){ phases->text, len };
}

uint32_t phases_put(struct phases *phases, const struct cell *const *cell, size_t count)
{
    if (phases->count == phases->room)
        phases_grow(phases);
    struct str tuple = tuple_of(phases, cell, count);
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
    if (number_a && number_b)
        return (x > y) - (x < y);
    if (number_a != number_b)
        return number_a ? -1 : 1;
    return str_order(a, b);
}

static int tuple_order(struct str a, struct str b)
{
    struct str part_a, part_b;
    while (str_cut(&a, '\x1F', &part_a) && str_cut(&b, '\x1F', &part_b)) {
        int order = part_order(part_a, part_b);
        if (order)
            return order;
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
    for (size_t i = 0; i < phases->count; i++)
        sorted[i] = (uint32_t)i;
    if (phases->count)
        g_qsort_with_data(sorted, (gint)phases->count, sizeof *sorted, index_order, &all);
    uint32_t next = 0;
    for (size_t i = 0; i < phases->count; i++) {
        if (i && tuple_order(phases->tuple[sorted[i - 1]], phases->tuple[sorted[i]]) != 0)
            next++;
        rank[sorted[i]] = next;
    }
    return rank;
}
