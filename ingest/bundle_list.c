/* bundle_list.c - the files of a case's bundles: their names, and the run.json among them. */
#include "bundle_files.h"
#include "file_read.h"
#include "run_names.h"

#include <glib.h>

/* ---- names and evidence ---- */

/* Whether the bundle's path leads into an archive ("b.tar.gz!runs/r1"). */
static bool is_inside(const struct bundle *bundle)
{
    return str_find(bundle->path, STR("!")) != SIZE_MAX;
}

struct str bundle_root(struct arena *home, const struct bundle *bundle)
{
    if (bundle->single)
        return bundle->path;
    if (bundle->path.len == 0 || str_eq(bundle->path, STR(".")))
        return (struct str){ 0 };
    if (str_ends(bundle->path, STR("/")) || str_ends(bundle->path, STR("!")))
        return bundle->path;
    bool archive = bundle->archive.at && !is_inside(bundle);
    return str_format(home, "%.*s%c", STR_ARG(bundle->path), archive ? '!' : '/');
}

static struct str entry_name(struct arena *home, const struct bundle *bundle,
                             const struct entry *entry)
{
    if (bundle->single)
        return bundle->path;
    struct str root = bundle_root(home, bundle);
    return str_format(home, "%.*s%.*s", STR_ARG(root), STR_ARG(entry->name));
}

static struct str entry_packed(struct arena *home, const struct bundle *bundle, size_t index)
{
    if (bundle->member)
        return bundle->member[index];
    return str_format(home, "%.*s%c%.*s", STR_ARG(bundle->packed), bundle->archive.at ? '!' : '/',
                      STR_ARG(bundle->entries.item[index].name));
}

static struct evidence *evidence_add(struct bundles *b, struct evidence evidence)
{
    struct evidence *added = &b->evidence[b->evidence_count];
    *added = evidence;
    added->index = b->evidence_count++;
    return added;
}

/* Evidence by name: looked up, never walked. */
static guint name_hash(gconstpointer key)
{
    const struct evidence *evidence = key;
    return str_hash(evidence->name);
}

static gboolean name_equal(gconstpointer a, gconstpointer b)
{
    const struct evidence *left = a, *right = b;
    return str_eq(left->name, right->name);
}

/* The evidence of this name, made if there is none yet; *again says which. */
static struct evidence *evidence_named(struct bundles *b, GHashTable *known, struct evidence wanted,
                                       bool *again)
{
    struct evidence *evidence = g_hash_table_lookup(known, &wanted);
    *again = evidence != NULL;
    if (!evidence) {
        evidence = evidence_add(b, wanted);
        g_hash_table_insert(known, evidence, evidence);
    }
    return evidence;
}

/* The archive itself is evidence too, with the digest of the stored file; its members have their
 * own, by which a measurement offered twice is found. */
static void archive_list(struct bundles *b, const struct bundle *bundle, GHashTable *known)
{
    bool again;
    struct str name = str_sub(bundle->path, 0, str_find(bundle->path, STR("!")));
    bool given = bundle->member != NULL;
    struct str packed = given ? bundle->member[0] : bundle->packed;
    if (bundle->archive.at) {
        (void)evidence_named(b, known,
                             (struct evidence){ .name = name,
                                                .packed = packed,
                                                .bytes = bundle->archive,
                                                .digest = bundle->archive_digest,
                                                .format = "archive" },
                             &again);
    }
}

void evidence_list(struct bundles *b)
{
    size_t most = 0;
    for (size_t i = 0; i < b->count; i++)
        most += b->bundle[i].entries.count + 1;
    b->evidence = ARENA_MANY(b->home, most, struct evidence);
    b->file = ARENA_MANY(b->scratch, b->count, struct file *);
    GHashTable *known = g_hash_table_new(name_hash, name_equal);
    for (size_t i = 0; i < b->count; i++) {
        const struct bundle *bundle = &b->bundle[i];
        b->file[i] = ARENA_MANY(b->scratch, bundle->entries.count, struct file);
        archive_list(b, bundle, known);
        for (size_t j = 0; j < bundle->entries.count; j++) {
            const struct entry *entry = &bundle->entries.item[j];
            struct evidence wanted = { .name = entry_name(b->home, bundle, entry),
                                       .packed = entry_packed(b->home, bundle, j),
                                       .bytes = entry->bytes,
                                       .digest = entry->digest };
            b->file[i][j].evidence = evidence_named(b, known, wanted, &b->file[i][j].again);
        }
    }
    g_hash_table_destroy(known);
}

/* ---- declarations ---- */

struct reading bundle_reading(const struct bundles *b, const struct file *file)
{
    return (struct reading){ .home = b->home,
                             .scratch = b->scratch,
                             .evidence = file->evidence,
                             .name = file->evidence->name,
                             .limits = b->limits,
                             .threads = b->threads,
                             .diags = b->diags,
                             .kind = FACT_DECLARED };
}

void format_set(struct bundles *b, const struct file *file, const struct adapter *adapter)
{
    struct evidence *evidence = &b->evidence[file->evidence->index];
    evidence->format = adapter ? adapter->name : NULL;
    evidence->traits = adapter ? adapter->traits : 0;
}

static bool is_named_run(struct str name)
{
    return str_eq(name, STR("run.json")) || str_ends(name, STR("/run.json")) ||
           str_ends(name, STR("!run.json"));
}

/* What is kept of it lies in the case's memory; the rest, with all that a run.json may say, goes.
 */
static void declaration_add(struct bundles *b, const struct file *file)
{
    struct arena_mark mark = arena_mark(b->scratch);
    struct reading reading = bundle_reading(b, file);
    reading.bytes = file->evidence->bytes;
    if (file_format(&reading) == &adapter_dossier_run) {
        reading.facts = facts_new(b->scratch);
        format_set(b, file, &adapter_dossier_run);
        (void)declaration_read(&reading, b->declared, &b->declarations.item[b->declarations.count]);
        b->declarations.count++;
    }
    arena_rewind(b->scratch, mark);
}

/* A document is kept as it came, an earlier dossier with its run.json too: that one speaks of runs
 * of its own case. Unless the case names the same file as evidence as well. */
static bool in_documents_only(const struct bundles *b, const struct bundle *bundle,
                              const struct file *file)
{
    if (bundle->role != BUNDLE_DOCUMENTS)
        return false;
    for (size_t i = 0; i < b->count; i++) {
        for (size_t j = 0; j < b->bundle[i].entries.count; j++)
            if (b->bundle[i].role != BUNDLE_DOCUMENTS &&
                str_eq(b->file[i][j].evidence->name, file->evidence->name))
                return false;
    }
    return true;
}

void declarations_read(struct bundles *b)
{
    size_t most = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < b->count; i++) {
            for (size_t j = 0; j < b->bundle[i].entries.count; j++) {
                const struct file *file = &b->file[i][j];
                if (!file->again && is_named_run(file->evidence->name) &&
                    !in_documents_only(b, &b->bundle[i], file)) {
                    if (pass == 0)
                        most++;
                    else
                        declaration_add(b, file);
                }
            }
        }
        if (pass == 0)
            b->declarations.item = ARENA_MANY(b->home, most, struct declaration);
    }
    declarations_sort(b->home, &b->declarations);
}
