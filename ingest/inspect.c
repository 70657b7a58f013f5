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
    (void)declaration_read(&reading, reading.home, declaration);
    in->item[index].facts = facts_new(home);
    for (size_t i = 0; i < facts_count(declaration->facts); i++)
        facts_add(in->item[index].facts, facts_at(declaration->facts, i));
}

/* What needs nothing of a file but its bytes, in one pass: its digest, and the search for what is
 * personal. Of a large file on another processor while this one reads it. */
struct beside {
    struct str text; /* as stored */
    bool packed;     /* the search is of what is inside, by who decodes it */
    struct personal_search *search;
    struct personal found[PERSONAL_COUNT];
    struct digest digest; /* blank: still to be taken */
    GThread *thread;      /* NULL: none */
};

static void beside_piece(void *self, struct str piece)
{
    struct beside *beside = self;
    personal_search_to(beside->search, beside->text,
                       (size_t)(piece.at - beside->text.at) + piece.len);
}

static gpointer beside_run(gpointer self)
{
    struct beside *beside = self;
    if (!digest_blank(beside->digest))
        personal_search_to(beside->search, beside->text, beside->text.len);
    else if (beside->packed)
        beside->digest = file_digest(beside->text);
    else
        beside->digest = digest_beside(beside->text, beside_piece, beside);
    return NULL;
}

static void beside_begin(struct beside *beside, const struct evidence *evidence,
                         struct arena *scratch, unsigned threads)
{
    *beside = (struct beside){ .text = evidence->bytes,
                               .packed = compressed_is(evidence->bytes),
                               .digest = evidence->digest };
    beside->search = personal_search_new(scratch, beside->found);
    bool wanted = !beside->packed || digest_blank(beside->digest);
    if (wanted && evidence->bytes.len >= ABREAST_FROM && threads > 1)
        beside->thread = g_thread_try_new("beside", beside_run, beside, NULL);
}

/* The search of a file that is decoded while it is read, by who decodes it. */
static void beside_more(void *self, struct str have, bool ended)
{
    const struct beside *beside = self;
    personal_search_more(beside->search, have, ended);
}

/* Waits for it, or does it now; what is found is that of the text that was read. */
static void beside_end(struct beside *beside, const struct reading *reading, struct personal *found)
{
    bool same = !beside->packed && reading->bytes.at == beside->text.at &&
                reading->bytes.len == beside->text.len;
    if (beside->thread)
        (void)g_thread_join(beside->thread);
    else if (same)
        (void)beside_run(beside);
    if (digest_blank(beside->digest))
        beside->digest = file_digest(beside->text);
    if (same || reading->fed)
        for (size_t i = 0; i < PERSONAL_COUNT; i++)
            found[i] = beside->found[i];
    else
        personal_find(reading->bytes, found);
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
        if (digest_blank(in->evidence[index].digest))
            in->evidence[index].digest = file_digest(stored);
    } else {
        struct beside beside;
        struct feed_watch watch = { beside_more, &beside };
        beside_begin(&beside, reading.evidence, scratch, in->threads);
        reading.watch = &watch;
        item->adapter = file_take(&reading, home, &in->declarations, false, &unread);
        item->looks = item->adapter ? NULL : reading.looks;
        item->facts = declared ? declared : reading.facts;
        for (size_t i = 0; declared && i < facts_count(reading.facts); i++)
            facts_add(declared, facts_at(reading.facts, i));
        in->evidence[index].format = item->adapter && !unread ? item->adapter->name : NULL;
        in->evidence[index].traits = in->evidence[index].format ? item->adapter->traits : 0;
        beside_end(&beside, &reading, item->personal);
        in->evidence[index].digest = beside.digest;
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
