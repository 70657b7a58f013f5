/* shared_rows.c - see shared_rows.h. Some rows of each series are noted by their value; each row of
 * every other series is looked up among them, and where one is found the two are set beside each
 * other there. */
#include "shared_rows.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHANCE_LEAST = 8, /* rows that are not equal by chance */
    ROWS_PROBED = 64,
    PROBES_UNLIKE = 16,
    PROBE_FIRST = 1, /* of those, every fourth is noted */
    PROBE_STEP = 4,
    SHIFTS_MOST = 8, /* places tried for two series */
    FILTER_BITS = 1 << 20
};

struct candidate {
    const struct series *series;
    size_t run;    /* index */
    size_t seeker; /* number of the series that was last set beside it, and at how many places */
    unsigned tried;
};
struct noted { /* a row of a candidate, by its value */
    struct candidate *candidate;
    size_t row;
    struct noted *next; /* of the same value */
};
struct pair {
    const struct series *a, *b;
};
/* Series of one key and unit with the runs that have them, to be set beside each other. */
struct beside {
    const struct series *series;
    size_t run;
    size_t equal; /* rows at the same place, with the series that is being looked up */
};
struct runs {
    size_t *item, count, room;
};
struct shared_rows {
    GHashTable *fine;  /* of series */
    GHashTable *found; /* of pairs, in the order in which they were looked up */
    GHashTable *noted; /* by value's bits */
    guint8 *filter;    /* bits of values that are noted: most rows of others are none */
    size_t seekers;    /* so far */
    struct runs *runs; /* by run: those it has a pair with */
    struct arena *home;
};

/* Spread without a step that work could share (Knuth, The Art of Computer Programming, volume 3,
 * section 6.4: multiples of the golden ratio). */
static size_t probe_row(size_t count, size_t probe)
{
    uint64_t turn = (uint64_t)probe * UINT64_C(2654435769) & UINT64_C(0xffffffff);
    return count > ROWS_PROBED ? (size_t)(turn * (uint64_t)count >> 32) : probe;
}

static bool value_equal(double x, double y)
{
    return !isnan(x) && !isnan(y) && !(x < y) && !(x > y);
}

/* Times that a clock took to less than a tenth of a millisecond, most of them unlike: two real runs
 * then share a row in ten at most, whatever the order of their work. Coarse times of work that
 * comes back in one order may be equal in each row. */
static bool is_fine(const struct series *series)
{
    double tenths = unit_row(series->unit)->factor * 1e4; /* of a millisecond */
    size_t probes = series->count < ROWS_PROBED ? series->count : ROWS_PROBED;
    size_t fine = 0, unlike = 0;
    for (size_t i = 0; i < probes; i++) {
        double value = series->value[probe_row(series->count, i)];
        bool first = true;
        fine += fabs(value * tenths - round(value * tenths)) > 1e-6 ? 1 : 0;
        for (size_t j = 0; j < i && first; j++) {
            first = !value_equal(value, series->value[probe_row(series->count, j)]);
        }
        unlike += first;
    }
    return unit_row(series->unit)->base == UNIT_SECOND && fine * 2 >= probes &&
           unlike * 2 >= probes;
}

static bool is_half(size_t equal, const struct series *a, const struct series *b)
{
    return equal >= CHANCE_LEAST && equal * 2 >= (a->count < b->count ? a->count : b->count);
}

/* Whether at least half of the rows of the shorter series are the other's, where row 0 of `b` is
 * set beside row `shift` of `a` (below 0: the other way round). */
static bool rows_shared(const struct series *a, const struct series *b, ptrdiff_t shift)
{
    size_t at_a = shift > 0 ? (size_t)shift : 0, at_b = shift < 0 ? (size_t)-shift : 0;
    size_t rest_a = a->count - at_a, rest_b = b->count - at_b;
    size_t rows = rest_a < rest_b ? rest_a : rest_b, equal = 0;
    size_t shorter = a->count < b->count ? a->count : b->count;
    size_t probes = shift == 0 ? 0 : (rows < ROWS_PROBED ? rows : ROWS_PROBED);
    if (rows * 2 < shorter) {
        return false;
    }
    /* Beside each other every row is counted; elsewhere only where a quarter of some are alike. */
    for (size_t i = 0; i < probes; i++) {
        size_t row = probe_row(rows, i);
        equal += value_equal(a->value[at_a + row], b->value[at_b + row]);
        /* of half the rows the first 16 are all unlike once in 65,000 times */
        if ((equal + probes - i - 1) * 4 < probes || (i == PROBES_UNLIKE - 1 && equal == 0)) {
            return false;
        }
    }
    equal = 0;
    for (size_t row = 0; row < rows; row++) {
        equal += value_equal(a->value[at_a + row], b->value[at_b + row]);
    }
    return is_half(equal, a, b);
}

/* ---- looking up ---------------------------------------------------------------------------------
 */

static guint pair_hash(gconstpointer key)
{
    const struct pair *pair = (const struct pair *)key;
    return g_direct_hash(pair->a) * 31U + g_direct_hash(pair->b);
}

static gboolean pair_equal(gconstpointer left, gconstpointer right)
{
    const struct pair *x = (const struct pair *)left, *y = (const struct pair *)right;
    return x->a == y->a && x->b == y->b;
}

static gint64 bits_of(double value)
{
    gint64 bits;
    value += 0.0; /* -0 is 0 */
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static size_t filter_bit(gint64 bits)
{
    return (size_t)(((uint64_t)bits * UINT64_C(0x9e3779b97f4a7c15)) >> 44) & (FILTER_BITS - 1);
}

static bool is_candidate(const struct series *series)
{
    return vocabulary_row(series->key)->group == GROUP_RESULT && series->value &&
           series->count >= CHANCE_LEAST && is_fine(series);
}

static gpointer key_of(const void *pointer)
{
    union {
        const void *in;
        gpointer out;
    } key = { pointer };
    return key.out;
}

static void series_note(struct shared_rows *shared, const struct series *series, size_t run)
{
    struct candidate *candidate = ARENA_NEW(shared->home, struct candidate);
    *candidate = (struct candidate){ .series = series, .run = run };
    g_hash_table_add(shared->fine, key_of(series));
    for (size_t probe = PROBE_FIRST; probe < ROWS_PROBED; probe += PROBE_STEP) {
        size_t row = probe_row(series->count, probe);
        if (row >= series->count || isnan(series->value[row])) {
            continue;
        }
        gint64 *bits = ARENA_NEW(shared->home, gint64);
        *bits = bits_of(series->value[row]);
        struct noted *noted = ARENA_NEW(shared->home, struct noted);
        *noted = (struct noted){ candidate, row,
                                 (struct noted *)g_hash_table_lookup(shared->noted, bits) };
        g_hash_table_replace(shared->noted, bits, noted);
        shared->filter[filter_bit(*bits) / 8] |= (guint8)(1U << filter_bit(*bits) % 8);
    }
}

static void runs_add(struct shared_rows *shared, size_t to, size_t run)
{
    struct runs *runs = &shared->runs[to];
    if (runs->count == runs->room) {
        size_t *old = runs->item;
        runs->room = runs->room > 0 ? runs->room * 2 : 4;
        runs->item = ARENA_MANY(shared->home, runs->room, size_t);
        for (size_t i = 0; i < runs->count; i++) {
            runs->item[i] = old[i];
        }
    }
    runs->item[runs->count++] = run;
}

static void pair_add(struct shared_rows *shared, const struct series *a, size_t run_a,
                     const struct series *b, size_t run_b)
{
    struct pair *pair = ARENA_NEW(shared->home, struct pair);
    *pair = (struct pair){ a, b };
    if (g_hash_table_add(shared->found, pair)) {
        runs_add(shared, run_a, run_b);
        runs_add(shared, run_b, run_a);
    }
}

/* ---- beside each other --------------------------------------------------------------------------
 */

enum { BESIDE_FEW = 16 }; /* series whose pairs are simply compared */

struct rows_index { /* of rows by place and value: chains through all rows of all series */
    uint32_t *head, *next, *owner; /* by hash, by row, by row; 0: none, else 1 + index */
    size_t slots, rows;
};

static size_t row_slot(const struct rows_index *index, size_t row, double value)
{
    uint64_t mix = ((uint64_t)bits_of(value) ^ (uint64_t)row * UINT64_C(0x9e3779b97f4a7c15)) *
                   UINT64_C(0xff51afd7ed558ccd);
    return (size_t)(mix >> 32) & (index->slots - 1);
}

/* Looks each row of series `own` up among those before it, counts those at its place, then adds its
 * rows to the index. So time grows with the rows and with those that are equal, not with pairs. */
static void beside_count(struct shared_rows *shared, struct rows_index *index,
                         struct beside *beside, const size_t *first, size_t own)
{
    const struct series *series = beside[own].series;
    for (size_t row = 0; row < series->count; row++) {
        size_t slot = row_slot(index, row, series->value[row]);
        for (uint32_t at = index->head[slot]; at > 0; at = index->next[at - 1]) {
            struct beside *other = &beside[index->owner[at - 1]];
            if (at - 1 - first[index->owner[at - 1]] == row) {
                other->equal += value_equal(series->value[row], other->series->value[row]);
            }
        }
    }
    for (size_t i = 0; i < own; i++) {
        if (is_half(beside[i].equal, series, beside[i].series) &&
            beside[i].run != beside[own].run) {
            pair_add(shared, series, beside[own].run, beside[i].series, beside[i].run);
        }
        beside[i].equal = 0;
    }
    for (size_t row = 0; row < series->count; row++) {
        size_t slot = row_slot(index, row, series->value[row]), at = first[own] + row;
        index->owner[at] = (uint32_t)own;
        index->next[at] = index->head[slot];
        index->head[slot] = (uint32_t)at + 1;
    }
}

static void beside_pairs(struct shared_rows *shared, const struct beside *beside, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (beside[i].run != beside[j].run &&
                rows_shared(beside[i].series, beside[j].series, 0)) {
                pair_add(shared, beside[i].series, beside[i].run, beside[j].series, beside[j].run);
            }
        }
    }
}

/* Pairs of which half of the rows are equal where both begin at row 0. */
static void beside_find(struct shared_rows *shared, struct beside *beside, size_t count)
{
    struct rows_index index = { .slots = 1024 };
    size_t *first = ARENA_MANY(shared->home, count + 1, size_t);
    for (size_t i = 0; i < count; i++) {
        first[i] = index.rows;
        index.rows += beside[i].series->count;
    }
    if (count <= BESIDE_FEW || index.rows >= UINT32_MAX) {
        beside_pairs(shared, beside, count);
        return;
    }
    while (index.slots < index.rows) {
        index.slots *= 2;
    }
    index.head = g_new0(uint32_t, index.slots);
    index.next = g_new(uint32_t, index.rows);
    index.owner = g_new(uint32_t, index.rows);
    for (size_t i = 0; i < count; i++) {
        beside_count(shared, &index, beside, first, i);
    }
    g_free(index.head);
    g_free(index.next);
    g_free(index.owner);
}

/* Series of results by key and unit, each kind by itself. */
static int by_kind(const void *a, const void *b)
{
    const struct series *x = ((const struct beside *)a)->series,
                        *y = ((const struct beside *)b)->series;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    if (x->unit != y->unit) {
        return x->unit < y->unit ? -1 : 1;
    }
    size_t p = ((const struct beside *)a)->run, q = ((const struct beside *)b)->run;
    return p < q ? -1 : p > q;
}

static void beside_all(struct shared_rows *shared, struct beside *beside, size_t count)
{
    qsort(beside, count, sizeof *beside, by_kind);
    for (size_t from = 0, to; from < count; from = to) {
        to = from;
        while (to < count && beside[to].series->key == beside[from].series->key &&
               beside[to].series->unit == beside[from].series->unit) {
            to++;
        }
        beside_find(shared, beside + from, to - from);
    }
}

/* ---- elsewhere ---------------------------------------------------------------------------------
 */

/* Tries the place that one noted row gives. */
static void place_try(struct shared_rows *shared, const struct series *series, size_t run,
                      size_t row, const struct noted *noted)
{
    struct candidate *other = noted->candidate;
    if (other->seeker != shared->seekers) {
        other->seeker = shared->seekers;
        other->tried = 0;
    }
    if (other->tried == SHIFTS_MOST || series->key != other->series->key ||
        series->unit != other->series->unit) {
        return;
    }
    other->tried++;
    if (rows_shared(series, other->series, (ptrdiff_t)row - (ptrdiff_t)noted->row)) {
        pair_add(shared, series, run, other->series, other->run);
        other->tried = SHIFTS_MOST;
    }
}

static void series_seek(struct shared_rows *shared, const struct series *series, size_t run)
{
    shared->seekers++;
    for (size_t row = 0; row < series->count; row++) {
        gint64 bits = bits_of(series->value[row]);
        size_t bit = filter_bit(bits);
        if (!(shared->filter[bit / 8] & (guint8)(1U << bit % 8))) {
            continue;
        }
        const struct noted *noted = (const struct noted *)g_hash_table_lookup(shared->noted, &bits);
        for (; noted; noted = noted->next) {
            if (noted->candidate->run != run) {
                place_try(shared, series, run, row, noted);
            }
        }
    }
}

struct shared_rows *shared_rows_find(const struct alone *alone, size_t count)
{
    struct shared_rows *shared = g_new0(struct shared_rows, 1);
    shared->home = arena_new((size_t)1 << 30);
    shared->fine = g_hash_table_new(NULL, NULL);
    shared->found = g_hash_table_new(pair_hash, pair_equal);
    shared->noted = g_hash_table_new(g_int64_hash, g_int64_equal);
    shared->filter = g_new0(guint8, FILTER_BITS / 8);
    shared->runs = ARENA_MANY(shared->home, count + 1, struct runs);
    size_t all = 0, fine = 0;
    for (size_t i = 0; i < count; i++) {
        all += alone[i].door.run->series_count;
    }
    struct beside *beside = ARENA_MANY(shared->home, all + 1, struct beside);
    for (size_t i = 0; i < count; i++) {
        const struct run *run = alone[i].door.run;
        for (size_t j = 0; j < run->series_count; j++) {
            if (is_candidate(&run->series[j])) {
                series_note(shared, &run->series[j], i);
                beside[fine++] = (struct beside){ &run->series[j], i, 0 };
            }
        }
    }
    beside_all(shared, beside, fine);
    for (size_t i = 0; i < count; i++) {
        const struct run *run = alone[i].door.run;
        for (size_t j = 0; j < run->series_count; j++) {
            if (g_hash_table_contains(shared->fine, &run->series[j])) {
                series_seek(shared, &run->series[j], i);
            }
        }
    }
    return shared;
}

void shared_rows_free(struct shared_rows *shared)
{
    g_hash_table_destroy(shared->fine);
    g_hash_table_destroy(shared->found);
    g_hash_table_destroy(shared->noted);
    g_free(shared->filter);
    arena_free(shared->home);
    g_free(shared);
}

bool shared_rows_half(const struct shared_rows *shared, const struct series *a,
                      const struct series *b)
{
    return g_hash_table_contains(shared->found, &(struct pair){ a, b }) ||
           g_hash_table_contains(shared->found, &(struct pair){ b, a });
}

const size_t *shared_rows_runs(const struct shared_rows *shared, size_t run, size_t *count)
{
    *count = shared->runs[run].count;
    return shared->runs[run].item;
}
