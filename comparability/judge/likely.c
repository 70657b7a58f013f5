/* likely.c - see likely.h. Each run leaves marks: the digest of each file it was measured in, the
 * samples of each series of results, its timed figures as written, the place of its metric. Runs
 * without a mark in common are no copies; a mark is a hash, so that runs with one in common are
 * still held against each other. */
#include "likely.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

struct marked { /* a run that left a mark */
    size_t run;
    bool file; /* as a file's: lawful between runs that were selected from one */
};
struct likely {
    const struct case_file *case_file;
    const struct alone *alone;
    const struct shared_rows *shared;
    GHashTable *marked; /* by mark, arrays of struct marked; looked up only, never walked */
    size_t *found;      /* room for `count` */
    bool *seen;         /* by run */
    size_t found_count;
};

/* FNV-1a (Fowler, Noll, Vo), 64 bits. */
static uint64_t mixed(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t mark_new(char kind)
{
    return mixed(UINT64_C(0xcbf29ce484222325), &kind, 1);
}

static uint64_t mixed_text(uint64_t hash, struct str text)
{
    return mixed(mixed(hash, &text.len, sizeof text.len), text.at, text.len);
}

/* A word a step: bytes one by one would take longer than reading the file did. */
static uint64_t mixed_column(uint64_t hash, const double *value, size_t count)
{
    for (size_t i = 0; value && i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &value[i], sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x100000001b3);
        hash ^= hash >> 29;
    }
    return hash;
}

static uint64_t mixed_digest(uint64_t hash, const struct evidence *evidence)
{
    return mixed(hash, &evidence->digest, sizeof evidence->digest);
}

struct likely *likely_new(const struct case_file *case_file, const struct alone *alone,
                          size_t count, const struct shared_rows *shared)
{
    struct likely *likely = g_new0(struct likely, 1);
    likely->case_file = case_file;
    likely->alone = alone;
    likely->shared = shared;
    likely->marked =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, (GDestroyNotify)g_array_unref);
    likely->found = g_new0(size_t, count + 1);
    likely->seen = g_new0(bool, count + 1);
    return likely;
}

void likely_free(struct likely *likely)
{
    g_hash_table_destroy(likely->marked);
    g_free(likely->found);
    g_free(likely->seen);
    g_free(likely);
}

static void found_add(struct likely *likely, size_t run, size_t other)
{
    if (other < run && !likely->seen[other]) {
        likely->seen[other] = true;
        likely->found[likely->found_count++] = other;
    }
}

static bool siblings(const struct run *a, const struct run *b)
{
    return a->instance.len > 0 && b->instance.len > 0 && !str_eq(a->instance, b->instance);
}

/* Finds the runs that left the mark before, and leaves it. */
static void mark(struct likely *likely, size_t run, uint64_t hash, bool file)
{
    gint64 key;
    memcpy(&key, &hash, sizeof key);
    GArray *runs = g_hash_table_lookup(likely->marked, &key);
    if (!runs) {
        gint64 *own = g_new(gint64, 1);
        *own = key;
        runs = g_array_new(FALSE, FALSE, sizeof(struct marked));
        g_hash_table_insert(likely->marked, own, runs);
    }
    for (guint i = 0; i < runs->len; i++) {
        const struct marked *other = &g_array_index(runs, struct marked, i);
        if (!(file && other->file &&
              siblings(likely->alone[run].door.run, likely->alone[other->run].door.run))) {
            found_add(likely, run, other->run);
        }
    }
    const struct marked *last =
        runs->len > 0 ? &g_array_index(runs, struct marked, runs->len - 1) : NULL;
    if (!last || last->run != run) {
        struct marked own = { run, file };
        g_array_append_val(runs, own);
    }
}

static void files_mark(struct likely *likely, size_t index)
{
    const struct run *run = likely->alone[index].door.run;
    const struct evidence *last = NULL, *file;
    for (size_t i = 0; i < run->series_count; i++) {
        file = run->series[i].source.evidence;
        if (file && file != last && file->bytes.len > 0) {
            mark(likely, index, mixed_digest(mark_new('f'), file), true);
            last = file;
        }
    }
    for (size_t i = 0; i < facts_count(run->facts); i++) {
        const struct fact *fact = facts_at(run->facts, i);
        file = fact->kind == FACT_MEASURED ? fact->source.evidence : NULL;
        if (file && file != last && file->bytes.len > 0) {
            mark(likely, index, mixed_digest(mark_new('f'), file), true);
            last = file;
        }
    }
}

static void series_mark(struct likely *likely, size_t index)
{
    const struct run *run = likely->alone[index].door.run;
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        if (series->value && vocabulary_row(series->key)->group == GROUP_RESULT) {
            uint64_t hash = mixed(mark_new('s'), &series->count, sizeof series->count);
            hash = mixed_column(hash, series->value, series->count);
            hash = mixed_column(hash, series->start, series->count);
            hash = mixed_column(hash, series->duration, series->count);
            mark(likely, index, hash, false);
        }
    }
    size_t count;
    const size_t *other = shared_rows_runs(likely->shared, index, &count);
    for (size_t i = 0; i < count; i++) {
        found_add(likely, index, other[i]);
    }
}

static void figures_mark(struct likely *likely, size_t index)
{
    const struct run *run = likely->alone[index].door.run;
    uint64_t hash = mark_new('n');
    bool any = false;
    size_t at = 0;
    for (const struct fact *fact; (fact = timed_next(run, &at));) {
        hash = mixed(hash, &fact->key, sizeof fact->key);
        hash = mixed_text(mixed_text(hash, fact->instance), fact->value.text);
        any = true;
    }
    if (any) {
        mark(likely, index, hash, false);
    }
}

static void metric_mark(struct likely *likely, size_t index)
{
    const struct alone *alone = &likely->alone[index];
    const struct case_file *c = likely->case_file;
    const struct fact *fact =
        alone->door.series ? NULL : run_fact(c, alone->door.run, c->metric, c->metric_instance);
    if (fact && fact->source.evidence) {
        const struct place *from = &fact->source.from;
        uint64_t hash = mixed_digest(mark_new('m'), fact->source.evidence);
        hash = mixed(hash, &from->offset, sizeof from->offset);
        mark(likely, index, mixed_text(hash, from->path), false);
    }
}

static int ascending(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

const size_t *likely_of(struct likely *likely, size_t run, size_t *count)
{
    likely->found_count = 0;
    files_mark(likely, run);
    series_mark(likely, run);
    figures_mark(likely, run);
    metric_mark(likely, run);
    for (size_t i = 0; i < likely->found_count; i++) {
        likely->seen[likely->found[i]] = false;
    }
    qsort(likely->found, likely->found_count, sizeof *likely->found, ascending);
    *count = likely->found_count;
    return likely->found;
}
