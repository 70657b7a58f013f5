/* inspect.c - every file of a bundle by itself, without a case.
 *
 * Files are read side by side, each into diagnostics of its own, which are put together in the
 * bundle's order (abreast.h). */
#include "abreast.h"
#include "file_read.h"
#include "personal.h"

#include "base/arena.h"
#include "base/progress.h"

#include <glib.h>

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
};

static struct reading reading_of(const struct inspecting *in, size_t index, struct arena *home,
                                 struct arena *scratch)
{
    return (struct reading){ .home = home,
                             .scratch = scratch,
                             .evidence = &in->evidence[index],
                             .name = in->evidence[index].name,
                             .bytes = in->evidence[index].bytes,
                             .limits = in->limits,
                             .threads = in->threads,
                             .diags = in->diags,
                             .kind = FACT_DECLARED };
}

/* A run.json of the bundle: its declarations, and its own facts. */
static void declaration_inspect(struct inspecting *in, size_t index, struct arena *home,
                                struct arena *scratch)
{
    struct reading reading = reading_of(in, index, home, scratch);
    reading.facts = facts_new(scratch);
    if (file_format(&reading) != &adapter_dossier_run)
        return;
    struct declaration *declaration = &in->declarations.item[in->declarations.count++];
    (void)declaration_read(&reading, declaration);
    in->item[index].facts = facts_new(home);
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
    if (text.len >= ABREAST_FROM && !compressed_is(text) && threads > 1)
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

static void entry_inspect(void *self, size_t index, struct arena *home, struct arena *scratch)
{
    struct inspecting *in = self;
    struct arena_mark mark = arena_mark(scratch);
    struct inspected *item = &in->item[index];
    struct diags *diags = in->said[index] = diags_new(home);
    struct reading reading = reading_of(in, index, home, scratch);
    struct str stored = reading.bytes;
    struct facts *declared = item->facts;
    reading.diags = diags;
    bool unread = false;
    item->twin = declared_series(&in->declarations, reading.evidence->name, NULL)
                     ? NULL
                     : twin_of(scratch, in->entries, index, in->limits, diags);
    if (item->twin) {
        item->facts = declared ? declared : facts_new(home);
    } else {
        struct apart apart;
        struct feed_watch watch = { apart_more, personal_search_new(scratch, apart.found) };
        apart_begin(&apart, reading.bytes, in->threads);
        reading.watch = &watch;
        item->adapter = file_take(&reading, home, &in->declarations, false, &unread);
        item->looks = item->adapter ? NULL : reading.looks;
        item->facts = declared ? declared : reading.facts;
        for (size_t i = 0; declared && i < facts_count(reading.facts); i++)
            facts_add(declared, facts_at(reading.facts, i));
        in->evidence[index].format = item->adapter && !unread ? item->adapter->name : NULL;
        in->evidence[index].traits = in->evidence[index].format ? item->adapter->traits : 0;
        if (!apart_end(&apart, &reading, item->personal))
            personal_find(reading.bytes, item->personal);
        personal_facts(item);
        item->broken = unread || diags_count(diags, LEVEL_INPUT) > 0;
        item->series = ARENA_MANY(home, reading.series_count, struct series);
        for (const struct series_item *series = reading.series; series; series = series->next)
            item->series[item->series_count++] = series->series;
        file_passed(reading.evidence->bytes);
    }
    progress_add(PROGRESS_BYTES, stored.len);
    arena_rewind(scratch, mark);
}

static uint64_t entry_size(const void *self, size_t index)
{
    const struct inspecting *in = self;
    return in->entries->item[index].bytes.len;
}

bool ingest_inspect_by(struct arena *home, const struct entries *entries,
                       const struct limits *limits, unsigned threads, struct inspected **out,
                       size_t *count, struct diags *diags)
{
    struct inspecting in = { .entries = entries,
                             .limits = limits,
                             .diags = diags,
                             .threads = abreast_threads(threads),
                             .item = ARENA_MANY(home, entries->count, struct inspected),
                             .evidence = ARENA_MANY(home, entries->count, struct evidence),
                             .said = ARENA_MANY(home, entries->count, struct diags *) };
    const struct abreast_work work = { &in, entries->count, entry_size, entry_inspect };
    struct arena *scratch = arena_new(SIZE_MAX / 2);
    uint64_t whole = 0;
    in.declarations.item = ARENA_MANY(home, entries->count, struct declaration);
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *entry = &entries->item[i];
        in.evidence[i] = (struct evidence){ .name = entry->name,
                                            .packed = entry->name,
                                            .bytes = entry->bytes,
                                            .digest = entry->digest,
                                            .index = i };
        in.item[i] = (struct inspected){ .evidence = &in.evidence[i] };
        whole += entry->bytes.len;
    }
    for (size_t i = 0; i < entries->count; i++)
        if (is_declaration(entries->item[i].name))
            declaration_inspect(&in, i, home, scratch);
    declarations_sort(home, &in.declarations);
    progress_begin("looking at files", PROGRESS_BYTES, whole);
    struct abreast *abreast = abreast_new(&work, home, scratch, in.threads);
    for (size_t i = 0; i < entries->count; i++) {
        abreast_await(abreast, i);
        diags_join(diags, in.said[i]);
    }
    abreast_end(abreast);
    progress_end();
    arena_free(scratch);
    *out = in.item;
    *count = entries->count;
    return entries->count > 0;
}

bool ingest_inspect(struct arena *home, const struct entries *entries, const struct limits *limits,
                    struct inspected **out, size_t *count, struct diags *diags)
{
    return ingest_inspect_by(home, entries, limits, 0, out, count, diags);
}
