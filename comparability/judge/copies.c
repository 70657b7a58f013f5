/* copies.c - a run whose measurement is another's once more. Files are compared by digest, series
 * row by row (of times that a fine clock took, half of the rows suffice, wherever they begin),
 * timed figures digit by digit, begins of the load to the microsecond. Runs selected by instance
 * from one file share the file, and what it says of them all, lawfully; not what was measured of
 * each. */
#include "judging.h"
#include "likely.h"
#include "model/likeness.h"
#include "model/traits.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The file of series `at`, or of measured result `at` behind the series; NULL past the last or not
 * one. A file without a result only says what was run, which is the same each time. */
static const struct evidence *measured_file(const struct run *run, size_t at,
                                            const struct fact **fact)
{
    *fact = NULL;
    if (at < run->series_count)
        return run->series[at].source.evidence;
    *fact = facts_at(run->facts, at - run->series_count);
    bool result = vocabulary_row((*fact)->key)->group == GROUP_RESULT;
    return (*fact)->kind == FACT_MEASURED && result ? (*fact)->source.evidence : NULL;
}

static size_t measured_count(const struct run *run)
{
    return run->series_count + facts_count(run->facts);
}

static const struct fact *fact_of_file(const struct run *run, const struct evidence *evidence)
{
    const struct fact *fact;
    for (size_t i = run->series_count; i < measured_count(run); i++)
        if (measured_file(run, i, &fact) == evidence)
            return fact;
    return NULL;
}

enum { CHANCE_LEAST = 8 }; /* rows, values or digits that are not equal by chance */

static bool digests_equal(const struct evidence *a, const struct evidence *b)
{
    return a && b && digest_eq(a->digest, b->digest);
}

/* Read at one place of one file. */
static bool same_place(const struct source *a, const struct source *b)
{
    return digests_equal(a->evidence, b->evidence) && a->from.offset == b->from.offset &&
           a->from.line == b->from.line && a->from.column == b->from.column &&
           str_eq(a->from.path, b->from.path);
}

/* ---- series ---- */

/* Equal row by row, bit for bit: a log stored otherwise (plain, gzip, a byte more at its end) is
 * the same measurement. A few rows may be equal by chance, and telemetry of an even machine too. */
static bool columns_equal(const double *a, const double *b, size_t count)
{
    return (!a) == (!b) && (!a || memcmp(a, b, count * sizeof *a) == 0);
}

/* Scores of one model repeat themselves; so may times that a coarse clock took. */
static bool values_tell(const struct series *series)
{
    enum { ROWS_SEEN = 64 };
    size_t unlike = 0;
    for (size_t i = 0; i < series->count && i < ROWS_SEEN && unlike < CHANCE_LEAST; i++) {
        bool first = true;
        for (size_t j = 0; j < i && first; j++)
            first = series->value[i] < series->value[j] || series->value[i] > series->value[j];
        unlike += first;
    }
    return unlike >= CHANCE_LEAST && unit_row(series->unit)->base == UNIT_SECOND;
}

static bool rows_equal(const struct series *a, const struct series *b)
{
    return a->count == b->count && columns_equal(a->start, b->start, a->count) &&
           columns_equal(a->value, b->value, a->count) &&
           columns_equal(a->duration, b->duration, a->count) && (a->start || values_tell(a));
}

static bool series_equal(const struct shared_rows *shared, const struct series *a,
                         const struct series *b)
{
    return vocabulary_row(a->key)->group == GROUP_RESULT && a->key == b->key &&
           a->unit == b->unit && a->count >= CHANCE_LEAST && b->count >= CHANCE_LEAST && a->value &&
           b->value && str_eq(a->instance, b->instance) &&
           (rows_equal(a, b) || shared_rows_half(shared, a, b));
}

/* Runs of one file may share a log of the server; the metric itself is each run's own. */
static bool series_lawful(const struct alone *copy, const struct series *a, const struct series *b)
{
    const struct series *judged = copy->door.series;
    bool own = judged && (judged->value == b->value || same_place(&judged->source, &b->source));
    return !own && same_place(&a->source, &b->source);
}

static struct copied copied_of(const struct run *run, const struct evidence *file)
{
    struct copied out = { .run = run, .file = file };
    for (size_t i = 0; i < run->series_count && !out.series; i++)
        out.series = run->series[i].source.evidence == file ? &run->series[i] : NULL;
    out.fact = out.series ? NULL : fact_of_file(run, file);
    return out;
}

static bool series_shared(const struct shared_rows *shared, struct alone *copy,
                          const struct alone *original, bool siblings)
{
    const struct run *a = original->door.run, *b = copy->door.run;
    for (size_t i = 0; i < a->series_count; i++) {
        for (size_t j = 0; j < b->series_count; j++) {
            if (series_equal(shared, &a->series[i], &b->series[j]) &&
                !(siblings && series_lawful(copy, &a->series[i], &b->series[j]))) {
                copy->original =
                    (struct copied){ a, a->series[i].source.evidence, &a->series[i], NULL };
                copy->copy =
                    (struct copied){ b, b->series[j].source.evidence, &b->series[j], NULL };
                return true;
            }
        }
    }
    return false;
}

/* ---- figures ---- */

const struct fact *timed_next(const struct run *run, size_t *at)
{
    while (*at < facts_count(run->facts)) {
        const struct fact *fact = facts_at(run->facts, (*at)++);
        enum unit base = unit_row(fact->value.unit)->base;
        bool timed = base == UNIT_SECOND || base == UNIT_TOKEN_PER_SECOND ||
                     base == UNIT_MATMUL_PER_SECOND || base == UNIT_REQUEST_PER_SECOND ||
                     base == UNIT_SAMPLE_PER_SECOND || base == UNIT_BYTE_PER_SECOND;
        if (timed && fact->kind == FACT_MEASURED && !fact->placeholder && fact->value.number &&
            vocabulary_row(fact->key)->group == GROUP_RESULT)
            return fact;
    }
    return NULL;
}

/* Digits that another run would have had otherwise: those behind the third, of which at most four
 * count, since a mean of coarse times has many. */
static size_t digits_of_chance(struct str text)
{
    enum { DIGITS_ALIKE = 3, DIGITS_MOST = 4 };
    size_t seen = 0, last = 0; /* from the first that is not 0; up to the last that is not */
    for (size_t i = 0; i < text.len && text.at[i] != 'e' && text.at[i] != 'E'; i++) {
        bool digit = text.at[i] >= '0' && text.at[i] <= '9';
        seen += digit && (seen > 0 || text.at[i] != '0');
        last = digit && text.at[i] != '0' ? seen : last;
    }
    size_t more = last > DIGITS_ALIKE ? last - DIGITS_ALIKE : 0;
    return more < DIGITS_MOST ? more : DIGITS_MOST;
}

/* Every timed figure of the two runs is equal as written, and enough digits of them would differ
 * between two measurements. A figure told twice (mean and median of one value) counts once. */
static bool figures_shared(struct alone *copy, const struct alone *original)
{
    const struct run *a = original->door.run, *b = copy->door.run;
    const struct fact *counted[CHANCE_LEAST], *fact_a, *fact_b;
    size_t at_a = 0, at_b = 0, count = 0, digits = 0;
    do {
        fact_a = timed_next(a, &at_a);
        fact_b = timed_next(b, &at_b);
        if (!fact_a || !fact_b)
            break;
        if (fact_a->key != fact_b->key || fact_a->value.unit != fact_b->value.unit ||
            !str_eq(fact_a->instance, fact_b->instance) ||
            !str_eq(fact_a->value.text, fact_b->value.text))
            return false;
        size_t own = digits_of_chance(fact_a->value.text);
        bool told =
            own == 0 || digits >= CHANCE_LEAST || same_place(&fact_a->source, &fact_b->source);
        for (size_t i = 0; i < count && !told; i++)
            told = str_eq(counted[i]->value.text, fact_a->value.text);
        if (!told) {
            digits += own;
            if (count++ == 0) {
                copy->original = (struct copied){ a, fact_a->source.evidence, NULL, fact_a };
                copy->copy = (struct copied){ b, fact_b->source.evidence, NULL, fact_b };
            }
            counted[count - 1] = fact_b;
        }
    } while (true);
    return !fact_a && !fact_b && digits >= CHANCE_LEAST;
}

/* The metric of both runs is one figure at one place. */
static bool metric_shared(const struct case_file *case_file, struct alone *copy,
                          const struct alone *original)
{
    const struct run *a = original->door.run, *b = copy->door.run;
    if (copy->door.series || original->door.series)
        return false;
    const struct fact *fact_a =
                          run_fact(case_file, a, case_file->metric, case_file->metric_instance),
                      *fact_b =
                          run_fact(case_file, b, case_file->metric, case_file->metric_instance);
    if (!fact_a || !fact_b || fact_a->kind != FACT_MEASURED || fact_b->kind != FACT_MEASURED ||
        fact_a->run != a || fact_b->run != b || !same_place(&fact_a->source, &fact_b->source))
        return false;
    copy->original = (struct copied){ a, fact_a->source.evidence, NULL, fact_a };
    copy->copy = (struct copied){ b, fact_b->source.evidence, NULL, fact_b };
    return true;
}

/* ---- begins ---- */

/* Numbers of a copy can be moved a little, each of them; when its load began is what a copy keeps.
 * Two loads of one accelerator do not begin in the same microsecond.
 */

/* When the load began, as the run's own files tell it by a clock that tells more than milliseconds;
 * NULL: they do not. Tools that write seconds begin many runs in one. */
static const struct fact *fine_begin(const struct case_file *case_file, const struct run *run)
{
    const struct fact *fact = run_fact(case_file, run, KEY_LOAD_BEGIN, (struct str){ 0 });
    if (!fact || fact->run != run || !fact->value.number || !fact->source.evidence ||
        (fact->kind != FACT_MEASURED && fact->kind != FACT_CAPTURED))
        return NULL;
    return moment_is_fine(fact->value.value) ? fact : NULL;
}

/* Whether both tell an accelerator by its number or serial, and one of them is the same. */
static bool unit_shared(const struct run *a, const struct run *b)
{
    const struct facts *const of_a[] = { a->facts, a->machine->facts };
    const struct facts *const of_b[] = { b->facts, b->machine->facts };
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < facts_count(of_a[i / 2]); j++) {
            const struct fact *unit = facts_at(of_a[i / 2], j);
            if (unit->placeholder ||
                (unit->key != KEY_ACCELERATOR_UUID && unit->key != KEY_ACCELERATOR_SERIAL))
                continue;
            for (size_t k = 0; k < facts_count(of_b[i % 2]); k++) {
                const struct fact *other = facts_at(of_b[i % 2], k);
                if (other->key == unit->key && !other->placeholder &&
                    texts_alike(other->value.text, unit->value.text))
                    return true;
            }
        }
    return false;
}

/* One moment in one file that both runs have it from, such as the log of a whole session, is no
 * run's own. */
static bool begins_shared(const struct case_file *case_file, struct alone *copy,
                          const struct alone *original)
{
    const struct run *a = original->door.run, *b = copy->door.run;
    const struct fact *begin_a = fine_begin(case_file, a), *begin_b = fine_begin(case_file, b);
    if (!begin_a || !begin_b || begin_a->value.value < begin_b->value.value ||
        begin_a->value.value > begin_b->value.value ||
        begin_a->source.evidence == begin_b->source.evidence || !unit_shared(a, b))
        return false;
    copy->original = (struct copied){ a, begin_a->source.evidence, NULL, begin_a };
    copy->copy = (struct copied){ b, begin_b->source.evidence, NULL, begin_b };
    return true;
}

/* ---- runs ---- */

/* A file of the machine may lie in the folder of each run without being the measurement of any: a
 * test of what the machine can do, where the case is about something else; and telemetry over
 * several loads, where these are known to have begun at different times. */
static bool of_machine(const struct case_file *case_file, const struct run *a, const struct run *b,
                       const struct evidence *file)
{
    const struct fact *fact, *begin_a = run_fact(case_file, a, KEY_LOAD_BEGIN, (struct str){ 0 }),
                             *begin_b = run_fact(case_file, b, KEY_LOAD_BEGIN, (struct str){ 0 });
    bool apart = begin_a && begin_b && begin_a->value.number && begin_b->value.number &&
                 (begin_a->value.value < begin_b->value.value ||
                  begin_a->value.value > begin_b->value.value);
    for (size_t i = 0; i < measured_count(a); i++) {
        if (measured_file(a, i, &fact) != file)
            continue;
        bool telemetry = !fact && vocabulary_row(a->series[i].key)->group != GROUP_RESULT && apart;
        bool test =
            fact && evidence_has(file, TRAIT_TESTS_MACHINE) && fact->key != case_file->metric;
        if (!telemetry && !test)
            return false;
    }
    return true;
}

static bool files_shared(const struct case_file *case_file, struct alone *copy,
                         const struct alone *original)
{
    const struct run *a = original->door.run, *b = copy->door.run;
    const struct evidence *last_a = NULL;
    const struct fact *unused;
    for (size_t i = 0; i < measured_count(a); i++) {
        const struct evidence *file_a = measured_file(a, i, &unused), *last_b = NULL;
        if (!file_a || file_a == last_a || file_a->bytes.len == 0)
            continue;
        last_a = file_a;
        for (size_t j = 0; j < measured_count(b); j++) {
            const struct evidence *file_b = measured_file(b, j, &unused);
            if (file_b && file_b != last_b && digest_eq(file_a->digest, file_b->digest) &&
                !of_machine(case_file, a, b, file_a)) {
                copy->original = copied_of(a, file_a);
                copy->copy = copied_of(b, file_b);
                return true;
            }
            last_b = file_b;
        }
    }
    return false;
}

bool alone_copies(const struct case_file *case_file, const struct shared_rows *shared,
                  struct alone *copy, const struct alone *original)
{
    const struct run *a = original->door.run, *b = copy->door.run;
    bool siblings = a->instance.len > 0 && b->instance.len > 0 && !str_eq(a->instance, b->instance);
    bool found = siblings ? metric_shared(case_file, copy, original)
                          : files_shared(case_file, copy, original);
    found =
        found || series_shared(shared, copy, original, siblings) || figures_shared(copy, original);
    copy->by_begin = !found && begins_shared(case_file, copy, original);
    return found || copy->by_begin;
}

/* ---- which runs are held against each other (likely.h) ---- */

/* Each run leaves marks: the digest of each file it was measured in, the samples of each series of
 * results, its timed figures as written, the place of its metric, when its load began. Runs without
 * a mark in common are no copies; a mark is a hash, so that runs with one in common are still held
 * against each other.
 */

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
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
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
              siblings(likely->alone[run].door.run, likely->alone[other->run].door.run)))
            found_add(likely, run, other->run);
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
    for (size_t i = 0; i < count; i++)
        found_add(likely, index, other[i]);
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
    if (any)
        mark(likely, index, hash, false);
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

static void begin_mark(struct likely *likely, size_t index)
{
    const struct fact *fact = fine_begin(likely->case_file, likely->alone[index].door.run);
    if (fact)
        mark(likely, index, mixed(mark_new('b'), &fact->value.value, sizeof fact->value.value),
             false);
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
    begin_mark(likely, run);
    for (size_t i = 0; i < likely->found_count; i++)
        likely->seen[likely->found[i]] = false;
    qsort(likely->found, likely->found_count, sizeof *likely->found, ascending);
    *count = likely->found_count;
    return likely->found;
}

/* ---- where it stands ---- */

/* "B/r2/steps.csv, rows 2 to 398, column duration_s"; of files that are equal as wholes the name;
 * "results.jsonl#2" of one run of several in a file. */
const struct fact *copied_fact(struct deriving *deriving, const struct copied *copied, bool whole)
{
    const struct series *series = copied->series;
    struct str name = copied->file ? copied->file->name : copied->run->path;
    if (!whole && copied->run->instance.len > 0) {
        name =
            str_format(deriving->home, "%.*s#%.*s", STR_ARG(name), STR_ARG(copied->run->instance));
    }
    if (!whole && series && series->row && series->count > 0) {
        name = str_format(deriving->home, "%.*s, rows %lu to %lu", STR_ARG(name),
                          (unsigned long)series->row[0],
                          (unsigned long)series->row[series->count - 1]);
    }
    if (!series && !copied->fact)
        return NULL;
    return derive(deriving, &(struct derived){ .row = DERIVE_COPIED_FILE,
                                               .instance = deriving->pair,
                                               .run = copied->run,
                                               .text = name,
                                               .series = series,
                                               .input = &copied->fact,
                                               .input_count = copied->fact ? 1 : 0 });
}
