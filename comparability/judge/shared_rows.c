/* shared_rows.c - see shared_rows.h. Some rows of each series are noted by their value and that of
 * a row close behind; each row of every other series is looked up among them, and where two that
 * are found say the same place, the two series are set beside each other there.
 *
 * Why two values: one comes back by chance in most series of a large case, and each chance costs a
 * look. Of half the rows that are equal, however they lie, at least half have another that is equal
 * one or two rows behind: gaps of three and more fit a quarter of the rows at most. */
#include "shared_rows.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHANCE_LEAST = 8, /* rows that are not equal by chance */
    ROWS_PROBED = 64,
    PROBES_UNLIKE = 16,
    BEHIND_MOST = 2, /* rows behind a noted one whose value is noted with it */
    SHIFTS_MOST = 8, /* places tried for two series */
    VOTES = 64,      /* places of two series that are kept in mind */
    SEEN_BITS = 8    /* so one row in eight, at most, is looked up that is not noted */
};

struct vote { /* a place that one noted row gave */
    uint32_t seeker;
    int32_t shift;
};
struct candidate {
    const struct series *series;
    size_t run;      /* index */
    uint32_t seeker; /* number of the series that was last set beside it, and at how many places */
    unsigned tried;
    struct vote vote[VOTES]; /* by shift */
};
struct noted { /* a row of a candidate, by its value and that of a row behind it */
    uint64_t key;
    uint32_t candidate, row;
};
struct pair {
    const struct series *a, *b;
};
/* Series of one key and unit with the runs that have them, to be set beside each other. */
struct beside {
    const struct series *series;
    size_t run;
    size_t equal; /* pairs of rows at the same places, with the series that is being looked up */
};
struct runs {
    size_t *item, count, room;
};
struct shared_rows {
    GHashTable *fine;  /* of series */
    GHashTable *found; /* of pairs, in the order in which they were looked up */
    struct candidate *candidate;
    size_t candidates;
    struct noted *noted; /* by slot of their key, of one slot in the order of the candidates */
    uint32_t *slot;      /* where those of a slot begin; one more than there are */
    size_t slots;
    uint64_t *seen;    /* a bit for each of SEEN_BITS times as many slots: any is noted there */
    uint32_t seekers;  /* so far */
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
        for (size_t j = 0; j < i && first; j++)
            first = !value_equal(value, series->value[probe_row(series->count, j)]);
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
    if (rows * 2 < shorter)
        return false;
    /* Beside each other every row is counted; elsewhere only where a quarter of some are alike. */
    for (size_t i = 0; i < probes; i++) {
        size_t row = probe_row(rows, i);
        equal += value_equal(a->value[at_a + row], b->value[at_b + row]);
        /* of half the rows the first 16 are all unlike once in 65,000 times */
        if ((equal + probes - i - 1) * 4 < probes || (i == PROBES_UNLIKE - 1 && equal == 0))
            return false;
    }
    equal = 0;
    for (size_t row = 0; row < rows; row++)
        equal += value_equal(a->value[at_a + row], b->value[at_b + row]);
    return is_half(equal, a, b);
}

/* ---- looking up ---- */

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

/* Of a row, one behind it, and what kind of series has them. False: a value is missing. */
static bool key_at(const struct series *series, size_t row, size_t behind, uint64_t *key)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15), other = UINT64_C(0xff51afd7ed558ccd);
    if (row + behind >= series->count || isnan(series->value[row]) ||
        isnan(series->value[row + behind]))
        return false;
    uint64_t kind = (uint64_t)series->key << 16 | (uint64_t)series->unit << 4 | behind;
    uint64_t mix = ((uint64_t)bits_of(series->value[row]) ^ kind * odd) * other;
    mix ^= mix >> 32;
    mix = (mix + (uint64_t)bits_of(series->value[row + behind])) * odd;
    *key = mix ^ mix >> 29;
    return true;
}

/* Calls for each row of a candidate that is noted, in order. */
static void notes_each(struct shared_rows *shared, uint32_t index,
                       void (*each)(struct shared_rows *shared, const struct noted *noted))
{
    const struct series *series = shared->candidate[index].series;
    for (size_t probe = 0; probe < ROWS_PROBED && probe < series->count; probe++) {
        struct noted noted = { 0, index, (uint32_t)probe_row(series->count, probe) };
        for (size_t behind = 1; behind <= BEHIND_MOST; behind++)
            if (key_at(series, noted.row, behind, &noted.key))
                each(shared, &noted);
    }
}

static uint32_t *slot_of_key(const struct shared_rows *shared, uint64_t key)
{
    return &shared->slot[key & (shared->slots - 1)];
}

/* Word and bit of a key among those seen: of its high bits, as slots are of the low ones. */
static uint64_t *seen_of(const struct shared_rows *shared, uint64_t key, uint64_t *bit)
{
    size_t at = (size_t)(key >> 24) & (shared->slots * SEEN_BITS - 1);
    *bit = UINT64_C(1) << at % 64;
    return &shared->seen[at / 64];
}

static void note_count(struct shared_rows *shared, const struct noted *noted)
{
    uint64_t bit, *word = seen_of(shared, noted->key, &bit);
    *word |= bit;
    ++*slot_of_key(shared, noted->key);
}

static void note_put(struct shared_rows *shared, const struct noted *noted)
{
    shared->noted[--*slot_of_key(shared, noted->key)] = *noted;
}

/* Notes rows of all candidates: counted by slot, then put there from the last on, so that each slot
 * begins with the first. */
static void all_note(struct shared_rows *shared)
{
    shared->slots = 1024;
    while (shared->slots < shared->candidates * ROWS_PROBED * BEHIND_MOST)
        shared->slots *= 2;
    shared->slot = g_new0(uint32_t, shared->slots + 1);
    shared->seen = g_new0(uint64_t, shared->slots * SEEN_BITS / 64);
    for (size_t i = 0; i < shared->candidates; i++)
        notes_each(shared, (uint32_t)i, note_count);
    for (size_t i = 1; i <= shared->slots; i++)
        shared->slot[i] += shared->slot[i - 1];
    shared->noted = g_new(struct noted, (size_t)shared->slot[shared->slots] + 1);
    for (size_t i = shared->candidates; i-- > 0;)
        notes_each(shared, (uint32_t)i, note_put);
}

static void runs_add(struct shared_rows *shared, size_t to, size_t run)
{
    struct runs *runs = &shared->runs[to];
    ARENA_GROW(shared->home, size_t, runs->item, runs->count, runs->room, 4);
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

/* ---- beside each other ---- */

enum { BESIDE_FEW = 16 }; /* series whose pairs are simply compared */

struct row_link {              /* a row and one behind it, of one series */
    uint32_t next, owner, tag; /* 0: none, else 1 + index; index; what the slot leaves of the key */
};
struct rows_index { /* of rows by place and two values: chains through all rows of all series */
    uint32_t *head; /* by hash: 0: none, else 1 + index */
    struct row_link *link;
    size_t slots, links;
};

/* What is looked up of a series is laid out before the first look, so that memory is asked for all
 * of it at once: of thousands of runs no cache holds the index. */
struct row_keys {
    uint64_t *key;
    size_t count;
};

static uint32_t *head_of(const struct rows_index *index, uint64_t key)
{
    return &index->head[(size_t)(key >> 32) & (index->slots - 1)];
}

static void keys_lay_out(struct row_keys *keys, const struct rows_index *index,
                         const struct series *series)
{
    keys->count = 0;
    for (size_t row = 0; row < series->count; row++) {
        for (size_t behind = 1; behind <= BEHIND_MOST; behind++) {
            uint64_t key;
            if (!key_at(series, row, behind, &key))
                continue;
            key =
                (key ^ (uint64_t)row * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);
            key ^= key >> 29;
            __builtin_prefetch(head_of(index, key));
            keys->key[keys->count++] = key;
        }
    }
}

/* Looks each row of series `own`, with one or two behind it, up among those before it; one that has
 * half of the rows at their places shares at least a quarter, less one, of such pairs of rows (see
 * above), so that each with an eighth is compared. Then adds its rows to the index. So time grows
 * with the rows, and not with the values that are equal by chance. */
static void beside_count(struct shared_rows *shared, struct rows_index *index,
                         struct beside *beside, struct row_keys *keys, size_t own)
{
    const struct series *series = beside[own].series;
    keys_lay_out(keys, index, series);
    for (size_t i = 0; i < keys->count; i++) {
        const struct row_link *link;
        for (uint32_t at = *head_of(index, keys->key[i]); at > 0; at = link->next) {
            link = &index->link[at - 1];
            beside[link->owner].equal += link->tag == (uint32_t)keys->key[i];
        }
    }
    for (size_t i = 0; i < own; i++) {
        const struct series *other = beside[i].series;
        size_t equal = beside[i].equal;
        beside[i].equal = 0;
        if (equal > 0 && beside[i].run != beside[own].run &&
            equal * 8 >= (series->count < other->count ? series->count : other->count) &&
            rows_shared(series, other, 0))
            pair_add(shared, series, beside[own].run, other, beside[i].run);
    }
    for (size_t i = 0; i < keys->count; i++) {
        uint32_t *head = head_of(index, keys->key[i]);
        index->link[index->links++] =
            (struct row_link){ *head, (uint32_t)own, (uint32_t)keys->key[i] };
        *head = (uint32_t)index->links;
    }
}

static void beside_pairs(struct shared_rows *shared, const struct beside *beside, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++)
            if (beside[i].run != beside[j].run &&
                rows_shared(beside[i].series, beside[j].series, 0))
                pair_add(shared, beside[i].series, beside[i].run, beside[j].series, beside[j].run);
    }
}

/* Pairs of which half of the rows are equal where both begin at row 0. */
static void beside_find(struct shared_rows *shared, struct beside *beside, size_t count)
{
    struct rows_index index = { .slots = 1024 };
    size_t rows = 0, most = 0;
    for (size_t i = 0; i < count; i++) {
        rows += beside[i].series->count;
        most = beside[i].series->count > most ? beside[i].series->count : most;
    }
    if (count <= BESIDE_FEW || rows >= UINT32_MAX / BEHIND_MOST) {
        beside_pairs(shared, beside, count);
        return;
    }
    while (index.slots < rows * BEHIND_MOST)
        index.slots *= 2;
    struct row_keys keys = { g_new(uint64_t, most * BEHIND_MOST), 0 };
    index.head = g_new0(uint32_t, index.slots);
    index.link = g_new(struct row_link, rows * BEHIND_MOST);
    for (size_t i = 0; i < count; i++)
        beside_count(shared, &index, beside, &keys, i);
    g_free(keys.key);
    g_free(index.head);
    g_free(index.link);
}

/* Series of results by key and unit, each kind by itself. */
static int by_kind(const void *a, const void *b)
{
    const struct series *x = ((const struct beside *)a)->series,
                        *y = ((const struct beside *)b)->series;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    size_t p = ((const struct beside *)a)->run, q = ((const struct beside *)b)->run;
    return p < q ? -1 : p > q;
}

static void beside_all(struct shared_rows *shared, struct beside *beside, size_t count)
{
    qsort(beside, count, sizeof *beside, by_kind);
    for (size_t from = 0, to; from < count; from = to) {
        to = from;
        while (to < count && beside[to].series->key == beside[from].series->key &&
               beside[to].series->unit == beside[from].series->unit)
            to++;
        beside_find(shared, beside + from, to - from);
    }
}

/* ---- elsewhere ---- */

/* Whether another noted row gave the same place. */
static bool voted(struct candidate *other, ptrdiff_t shift)
{
    struct vote *vote = &other->vote[(size_t)shift % VOTES];
    bool again = vote->seeker == other->seeker && vote->shift == (int32_t)shift;
    *vote = (struct vote){ other->seeker, (int32_t)shift };
    return again;
}

/* Tries the place that one noted row gives, where another gave it before. */
static void place_try(struct shared_rows *shared, const struct series *series, size_t run,
                      size_t row, const struct noted *noted)
{
    struct candidate *other = &shared->candidate[noted->candidate];
    ptrdiff_t shift = (ptrdiff_t)row - (ptrdiff_t)noted->row;
    if (other->seeker != shared->seekers) {
        other->seeker = shared->seekers;
        other->tried = 0;
    }
    if (other->tried == SHIFTS_MOST || !voted(other, shift))
        return;
    other->tried++;
    if (rows_shared(series, other->series, shift)) {
        pair_add(shared, series, run, other->series, other->run);
        other->tried = SHIFTS_MOST;
    }
}

static void series_seek(struct shared_rows *shared, const struct series *series, size_t run)
{
    shared->seekers++;
    for (size_t row = 0; row < series->count; row++) {
        for (size_t behind = 1; behind <= BEHIND_MOST; behind++) {
            uint64_t key, bit;
            if (!key_at(series, row, behind, &key))
                continue;
            const uint64_t *word = seen_of(shared, key, &bit);
            if (!(*word & bit))
                continue;
            const uint32_t *slot = slot_of_key(shared, key);
            for (uint32_t i = slot[0]; i < slot[1]; i++) {
                const struct noted *noted = &shared->noted[i];
                if (noted->key == key && shared->candidate[noted->candidate].run != run)
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
    shared->runs = ARENA_MANY(shared->home, count + 1, struct runs);
    size_t all = 0, fine = 0;
    for (size_t i = 0; i < count; i++)
        all += alone[i].door.run->series_count;
    struct beside *beside = ARENA_MANY(shared->home, all + 1, struct beside);
    shared->candidate = ARENA_MANY(shared->home, all + 1, struct candidate);
    for (size_t i = 0; i < count; i++) {
        const struct run *run = alone[i].door.run;
        for (size_t j = 0; j < run->series_count; j++) {
            if (is_candidate(&run->series[j])) {
                shared->candidate[fine].series = &run->series[j];
                shared->candidate[fine].run = i;
                g_hash_table_add(shared->fine, key_of(&run->series[j]));
                beside[fine++] = (struct beside){ &run->series[j], i, 0 };
            }
        }
    }
    shared->candidates = fine;
    all_note(shared);
    beside_all(shared, beside, fine);
    for (size_t i = 0; i < count; i++) {
        const struct run *run = alone[i].door.run;
        for (size_t j = 0; j < run->series_count; j++)
            if (g_hash_table_contains(shared->fine, &run->series[j]))
                series_seek(shared, &run->series[j], i);
    }
    return shared;
}

void shared_rows_free(struct shared_rows *shared)
{
    g_hash_table_destroy(shared->fine);
    g_hash_table_destroy(shared->found);
    g_free(shared->noted);
    g_free(shared->slot);
    g_free(shared->seen);
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
