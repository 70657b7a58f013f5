/* inspect.c - every file of a bundle by itself, without a case.
 *
 * Files are read side by side, each by one thread into an arena and diagnostics of its own; what
 * came of them is put together in the bundle's order, so that nobody can tell how many threads
 * there were.
 */
#include "file_read.h"
#include "personal.h"

#include "base/arena.h"
#include "base/progress.h"

#include <glib.h>

enum {
    APART_FROM = 1 << 18, /* bytes from which on a thread is worth its start */
    WORKERS_MOST = 8
};

static bool is_declaration(struct str name)
{
    return str_eq(name, STR("run.json")) || str_ends(name, STR("/run.json"));
}

struct inspecting {
    const struct entries *entries;
    const struct limits *limits;
    struct diags *diags;
    struct declarations declarations;
    struct inspected *item;
    struct evidence *evidence;
    unsigned threads;
    struct diags **said; /* of each file */
    size_t *order;       /* in which they are read: large ones first, since one is the last */
    gint next;
};
struct worker {
    struct inspecting *in;
    struct arena *home, *scratch;
    GThread *thread;
};

static struct reading reading_of(const struct worker *worker, size_t index)
{
    const struct inspecting *in = worker->in;
    return (struct reading){ .home = worker->home,
                             .scratch = worker->scratch,
                             .evidence = &in->evidence[index],
                             .name = in->evidence[index].name,
                             .bytes = in->evidence[index].bytes,
                             .limits = in->limits,
                             .threads = in->threads,
                             .diags = in->diags,
                             .facts = in->item[index].facts,
                             .kind = FACT_DECLARED };
}

/* A run.json of the bundle: its declarations, and its own facts. */
static void declaration_inspect(const struct worker *worker, size_t index)
{
    struct inspecting *in = worker->in;
    in->item[index].facts = facts_new(worker->home);
    struct reading reading = reading_of(worker, index);
    if (file_format(&reading) != &adapter_dossier_run)
        return;
    struct declaration *declaration = &in->declarations.item[in->declarations.count++];
    (void)declaration_read(&reading, declaration);
    for (size_t i = 0; i < facts_count(declaration->facts); i++)
        facts_add(in->item[index].facts, facts_at(declaration->facts, i));
}

/* The search of a large file for what is personal, which needs nothing but its bytes, on another
 * processor while this one reads it. */
struct apart {
    struct str text;
    struct personal found[PERSONAL_COUNT];
    GThread *thread; /* NULL: none */
};

static gpointer apart_find(gpointer self)
{
    struct apart *apart = self;
    personal_find(apart->text, apart->found);
    return NULL;
}

static void apart_begin(struct apart *apart, struct str text, unsigned threads)
{
    *apart = (struct apart){ .text = text };
    if (text.len >= APART_FROM && !compressed_is(text) && threads > 1)
        apart->thread = g_thread_try_new("personal", apart_find, apart, NULL);
}

/* The same of a file that is decoded while it is read, by who decodes it. */
static void apart_more(void *self, struct str have, bool ended)
{
    personal_search_more(self, have, ended);
}

/* Waits for it. False: it looked at other bytes than those that were read. */
static bool apart_end(struct apart *apart, const struct reading *reading, struct personal *found)
{
    bool same = reading->fed;
    if (apart->thread) {
        (void)g_thread_join(apart->thread);
        same = reading->bytes.at == apart->text.at && reading->bytes.len == apart->text.len;
    }
    if (!same)
        return false;
    for (size_t i = 0; i < PERSONAL_COUNT; i++)
        found[i] = apart->found[i];
    return true;
}

/* Facts whose key alone says what they are ("Linux buildhost 6.1"), beside what the text holds. */
static void personal_facts(struct inspected *item)
{
    for (size_t i = 0; i < facts_count(item->facts); i++) {
        const struct fact *fact = facts_at(item->facts, i);
        unsigned kinds = fact->placeholder ? 0 : personal_of_key(fact->key);
        for (size_t kind = 0; kind < PERSONAL_COUNT; kind++)
            if ((kinds >> kind & 1U) != 0 && item->personal[kind].count == 0)
                item->personal[kind] = (struct personal){ 1, fact->source.from.line };
    }
}

static void entry_inspect(const struct worker *worker, size_t index)
{
    struct inspecting *in = worker->in;
    struct arena_mark mark = arena_mark(worker->scratch);
    struct inspected *item = &in->item[index];
    struct diags *diags = in->said[index] = diags_new(worker->home);
    const struct facts *declared = item->facts;
    item->facts = facts_new(worker->home);
    for (size_t i = 0; declared && i < facts_count(declared); i++)
        facts_add(item->facts, facts_at(declared, i));
    struct reading reading = reading_of(worker, index);
    reading.diags = diags;
    bool unread = false;
    item->twin = declared_series(&in->declarations, reading.evidence->name, NULL)
                     ? NULL
                     : twin_of(worker->scratch, in->entries, index, in->limits, diags);
    if (item->twin) {
        arena_rewind(worker->scratch, mark);
        return;
    }
    struct apart apart;
    struct feed_watch watch = { apart_more, personal_search_new(worker->scratch, apart.found) };
    apart_begin(&apart, reading.bytes, in->threads);
    reading.watch = &watch;
    item->adapter = file_take(&reading, &in->declarations, false, &unread);
    item->looks = item->adapter ? NULL : reading.looks;
    in->evidence[index].format = item->adapter && !unread ? item->adapter->name : NULL;
    in->evidence[index].traits = in->evidence[index].format ? item->adapter->traits : 0;
    if (!apart_end(&apart, &reading, item->personal))
        personal_find(reading.bytes, item->personal);
    personal_facts(item);
    item->broken = unread || diags_count(diags, LEVEL_INPUT) > 0;
    item->series = ARENA_MANY(worker->home, reading.series_count, struct series);
    for (const struct series_item *series = reading.series; series; series = series->next)
        item->series[item->series_count++] = series->series;
    file_passed(reading.evidence->bytes);
    arena_rewind(worker->scratch, mark);
}

/* ---- side by side ---- */

static gpointer work(gpointer data)
{
    const struct worker *worker = data;
    struct inspecting *in = worker->in;
    for (;;) {
        size_t at = (size_t)g_atomic_int_add(&in->next, 1);
        if (at >= in->entries->count)
            return NULL;
        entry_inspect(worker, in->order[at]);
        progress_add(PROGRESS_BYTES, in->entries->item[in->order[at]].bytes.len);
    }
}

static gint larger_first(gconstpointer left, gconstpointer right, gpointer self)
{
    const struct inspecting *in = self;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    size_t size = in->entries->item[a].bytes.len, other = in->entries->item[b].bytes.len;
    return size != other ? (size > other ? -1 : 1) : (a < b ? -1 : 1);
}

/* What one thread does before several ask: which entries of a run.json a file answers to is noted,
 * and libxml2 makes itself ready. */
static void threads_prepare(const struct inspecting *in)
{
    xml_ready();
    for (size_t i = 0; i < in->entries->count; i++) {
        const struct series_declaration *series = NULL;
        do
            series = declared_series(&in->declarations, in->entries->item[i].name, series);
        while (series);
        (void)declared_zone(&in->declarations, in->entries->item[i].name);
    }
}

static void entries_inspect(struct worker *own, uint64_t whole)
{
    struct inspecting *in = own->in;
    struct worker other[WORKERS_MOST] = { 0 };
    size_t count = in->threads < in->entries->count ? in->threads : in->entries->count;
    in->said = ARENA_MANY(own->home, in->entries->count, struct diags *);
    in->order = ARENA_MANY(own->home, in->entries->count, size_t);
    for (size_t i = 0; i < in->entries->count; i++)
        in->order[i] = i;
    if (count > 1 && whole >= APART_FROM) {
        g_qsort_with_data(in->order, (gint)in->entries->count, sizeof *in->order, larger_first, in);
        threads_prepare(in);
        for (size_t i = 1; i < count; i++) {
            other[i] =
                (struct worker){ in, arena_new(SIZE_MAX / 2), arena_new(SIZE_MAX / 2), NULL };
            other[i].thread = g_thread_try_new("inspect", work, &other[i], NULL);
        }
    }
    (void)work(own); /* all of it, where no thread was to be had */
    for (size_t i = 1; i < WORKERS_MOST && other[i].in; i++) {
        if (other[i].thread)
            (void)g_thread_join(other[i].thread);
        arena_free(other[i].scratch);
        arena_own_arena(own->home, other[i].home);
    }
    for (size_t i = 0; i < in->entries->count; i++)
        diags_join(in->diags, in->said[i]);
}

bool ingest_inspect_by(struct arena *home, const struct entries *entries,
                       const struct limits *limits, unsigned threads, struct inspected **out,
                       size_t *count, struct diags *diags)
{
    struct inspecting in = { .entries = entries,
                             .limits = limits,
                             .diags = diags,
                             .threads = threads ? threads : g_get_num_processors(),
                             .item = ARENA_MANY(home, entries->count, struct inspected),
                             .evidence = ARENA_MANY(home, entries->count, struct evidence) };
    struct worker own = { &in, home, arena_new(SIZE_MAX / 2), NULL };
    in.threads = in.threads < WORKERS_MOST ? in.threads : WORKERS_MOST;
    in.declarations.item = ARENA_MANY(home, entries->count, struct declaration);
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *entry = &entries->item[i];
        in.evidence[i] = (struct evidence){ .name = entry->name,
                                            .packed = entry->name,
                                            .bytes = entry->bytes,
                                            .digest = entry->digest,
                                            .index = i };
        in.item[i] = (struct inspected){ .evidence = &in.evidence[i] };
    }
    for (size_t i = 0; i < entries->count; i++)
        if (is_declaration(entries->item[i].name))
            declaration_inspect(&own, i);
    uint64_t whole = 0;
    for (size_t i = 0; i < entries->count; i++)
        whole += entries->item[i].bytes.len;
    progress_begin("looking at files", PROGRESS_BYTES, whole);
    entries_inspect(&own, whole);
    progress_end();
    arena_free(own.scratch);
    *out = in.item;
    *count = entries->count;
    return entries->count > 0;
}

bool ingest_inspect(struct arena *home, const struct entries *entries, const struct limits *limits,
                    struct inspected **out, size_t *count, struct diags *diags)
{
    return ingest_inspect_by(home, entries, limits, 0, out, count, diags);
}
