/* bundles.c - the files of a case, into its machines' and runs' facts and series.
 *
 * Declarations are read first, since they say what a series' columns are; then each bundle's files
 * in order. Captures give facts of a machine; each bundle of runs is one run. */
#include "file_read.h"
#include "model/decision.h"
#include "options_settle.h"
#include "records.h"
#include "run_names.h"
#include "run_one.h"

#include "base/progress.h"

#include <assert.h>
#include <glib.h>
#include <string.h>

struct file { /* one entry of one bundle */
    const struct evidence *evidence;
    bool again; /* read before, for another scope: its diagnostics stand already */
};
struct bundles {
    struct arena *home, *scratch;
    struct case_file *case_file;
    const struct bundle *bundle;
    size_t count;
    const struct limits *limits;
    struct diags *diags;
    struct evidence *evidence;
    size_t evidence_count;
    struct file **file; /* by bundle, then entry */
    struct declarations declarations;
};

/* ---- names and evidence ---- */

/* Whether the bundle's path leads into an archive ("b.tar.gz!runs/r1"). */
static bool is_inside(const struct bundle *bundle)
{
    return str_find(bundle->path, STR("!")) != SIZE_MAX;
}

/* What stands before an entry's name: folder and '/', archive and '!'; of a single file: nothing.
 */
static struct str bundle_root(struct arena *home, const struct bundle *bundle)
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

/* Lists every file once, in bundle order, then byte order of name. */
static void evidence_list(struct bundles *b)
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

static struct reading reading_of(const struct bundles *b, const struct file *file)
{
    return (struct reading){ .home = b->home,
                             .scratch = b->scratch,
                             .evidence = file->evidence,
                             .name = file->evidence->name,
                             .limits = b->limits,
                             .diags = b->diags,
                             .kind = FACT_DECLARED };
}

static void format_set(struct bundles *b, const struct file *file, const struct adapter *adapter)
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

static void declaration_add(struct bundles *b, const struct file *file)
{
    struct reading reading = reading_of(b, file);
    reading.bytes = file->evidence->bytes;
    if (file_format(&reading) != &adapter_dossier_run)
        return;
    reading.facts = facts_new(b->scratch);
    format_set(b, file, &adapter_dossier_run);
    (void)declaration_read(&reading, &b->declarations.item[b->declarations.count]);
    b->declarations.count++;
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

static void declarations_read(struct bundles *b)
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
}

/* ---- runs ---- */

static struct system *system_of(const struct bundles *b, const struct selector *selector)
{
    return selector->bridge ? &b->case_file->bridge[selector->system]
                            : &b->case_file->system[selector->system];
}

static struct machine *machine_of(const struct bundles *b, const struct selector *selector)
{
    struct system *system = system_of(b, selector);
    assert(selector->machine < system->machine_count);
    return &system->machine[selector->machine];
}

/* Gives each machine room for its runs, so that they stand behind one another in bundle order. */
static void runs_room(struct bundles *b)
{
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < b->count; i++) {
            const struct selector *selector = b->bundle[i].selector;
            if (b->bundle[i].role != BUNDLE_RUNS)
                continue;
            struct machine *machine = machine_of(b, selector);
            if (pass == 0) {
                machine->run_count++;
            } else if (!machine->run) {
                machine->run = ARENA_MANY(b->home, machine->run_count, struct run);
                machine->run_count = 0; /* counted again as they are filled */
            }
        }
    }
}

/* The same for each system's profiles. */
static void profiles_room(struct bundles *b)
{
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < b->count; i++) {
            if (b->bundle[i].role != BUNDLE_PROFILES)
                continue;
            struct system *system = &b->case_file->system[b->bundle[i].selector->system];
            if (pass == 0) {
                system->profile_count++;
            } else if (!system->profile) {
                system->profile = ARENA_MANY(b->home, system->profile_count, struct profiled);
                system->profile_count = 0; /* counted again as they are filled */
            }
        }
    }
}

/* ---- files ---- */

struct target { /* where a bundle's facts go */
    struct facts *facts;
    const struct system *system;
    const struct machine *machine;
    const struct run *run;
    struct series_item *series, *last;
    size_t series_count;
};

/* One file; true where it had the selected instance (or none was selected). */
static bool entry_read(struct bundles *b, const struct bundle *bundle, size_t index,
                       const struct file *file, struct target *target)
{
    struct arena_mark mark = arena_mark(b->scratch);
    struct reading reading = reading_of(b, file);
    reading.facts = target->facts;
    reading.system = target->system;
    reading.machine = target->machine;
    reading.run = target->run;
    reading.selected = bundle->selector->instance;
    if (file->again)
        reading.diags = diags_new(b->scratch);
    bool twin = !declared_series(&b->declarations, file->evidence->name, NULL) &&
                twin_of(b->scratch, &bundle->entries, index, b->limits, reading.diags);
    if (!twin) {
        bool unread;
        const struct adapter *adapter =
            file_take(&reading, &b->declarations, bundle->single, &unread);
        /* What was not read is of no format: nobody may infer from one what it does not say. */
        format_set(b, file, unread ? NULL : adapter);
    }
    if (reading.series) {
        if (target->last)
            target->last->next = reading.series;
        else
            target->series = reading.series;
        target->last = reading.series_last;
        target->series_count += reading.series_count;
    }
    file_passed(file->evidence->bytes);
    arena_rewind(b->scratch, mark);
    return reading.selected.len == 0 || reading.selected_found;
}

static bool target_read(struct bundles *b, size_t index, struct target *target)
{
    const struct bundle *bundle = &b->bundle[index];
    bool found = bundle->selector->instance.len == 0;
    for (size_t j = 0; j < bundle->entries.count; j++)
        found = entry_read(b, bundle, j, &b->file[index][j], target) || found;
    return found;
}

/* What run.json declares of the bundle: for a run from all folders above too; for captures and
 * sweeps only from inside, since a declaration above speaks of runs. */
static void declared_read(struct bundles *b, const struct bundle *bundle,
                          const struct target *target)
{
    struct str root = bundle_root(b->scratch, bundle);
    struct declarations inside = { .item = ARENA_MANY(b->scratch, b->declarations.count,
                                                      struct declaration) };
    for (size_t i = 0; i < b->declarations.count; i++) {
        const struct declaration *declaration = &b->declarations.item[i];
        if (bundle->role == BUNDLE_RUNS || str_starts(declaration->folder, root))
            inside.item[inside.count++] = *declaration;
    }
    struct reading reading = { .home = b->home,
                               .scratch = b->scratch,
                               .facts = target->facts,
                               .system = target->system,
                               .machine = target->machine,
                               .run = target->run };
    declared_facts(&inside, root, &reading);
}

/* ---- one path, one run ---- */

static struct series *series_list(struct bundles *b, const struct target *target)
{
    struct series *series = ARENA_MANY(b->home, target->series_count, struct series);
    size_t count = 0;
    for (const struct series_item *item = target->series; item; item = item->next)
        series[count++] = item->series;
    assert(count == target->series_count);
    return series;
}

static struct run *run_read(struct bundles *b, size_t index, struct str name)
{
    const struct bundle *bundle = &b->bundle[index];
    const struct selector *selector = bundle->selector;
    struct machine *machine = machine_of(b, selector);
    struct run *run = &machine->run[machine->run_count++];
    *run = (struct run){ .id = name,
                         .path = bundle->path,
                         .machine = machine,
                         .facts = facts_new(b->home),
                         .instance = selector->instance,
                         .bridge = selector->bridge,
                         .like = selector->bridge ? &b->case_file->system[selector->like] : NULL };
    struct target target = {
        .facts = run->facts, .system = machine->system, .machine = machine, .run = run
    };
    if (!target_read(b, index, &target)) {
        diag_add(b->diags, DIAG_CASE_GLOB, selector->place, STR("an instance that `inspect` lists"),
                 "no \"#%.*s\" in \"%.*s\"", STR_ARG(selector->instance), STR_ARG(bundle->path));
    }
    declared_read(b, bundle, &target);
    run_is_one(b->scratch, bundle, run, b->diags);
    run->series_count = target.series_count;
    run->series = series_list(b, &target);
    machine_tests_move(b->home, run);
    return run;
}

/* A machine may have captures in several paths. */
static void captured_series(struct bundles *b, const struct target *target, struct machine *machine)
{
    const struct series *more = series_list(b, target);
    size_t all = machine->series_count + target->series_count;
    struct series *series = ARENA_MANY(b->home, all + 1, struct series);
    for (size_t i = 0; i < all; i++) {
        series[i] =
            i < machine->series_count ? machine->series[i] : more[i - machine->series_count];
    }
    machine->series = series;
    machine->series_count = all;
}

static void captures_read(struct bundles *b, size_t index)
{
    struct machine *machine = machine_of(b, b->bundle[index].selector);
    struct target target = { .facts = machine->facts,
                             .system = machine->system,
                             .machine = machine };
    (void)target_read(b, index, &target);
    captured_series(b, &target, machine);
    declared_read(b, &b->bundle[index], &target);
}

/* ---- files that commands name ---- */

static void enclosed_add(struct bundles *b, size_t index, struct settling *settling)
{
    for (size_t j = 0; j < b->bundle[index].entries.count; j++)
        settling->enclosed[settling->count++] = &b->evidence[b->file[index][j].evidence->index];
}

/* What commands of the target leave to files that lie with them or, of a run's, with its machine's
 * captures. Its facts are new ones then. */
static void options_read(struct bundles *b, size_t index, struct target *of,
                         struct machine *machine)
{
    struct arena_mark mark = arena_mark(b->scratch);
    struct settling settling = { .home = b->home,
                                 .scratch = b->scratch,
                                 .limits = b->limits,
                                 .diags = b->diags,
                                 .system = of->system,
                                 .machine = of->machine,
                                 .run = of->run,
                                 .facts = &of->facts };
    size_t room = 0;
    if (machine) {
        settling.scope[0] = machine->facts;
        settling.scope[1] = system_of(b, b->bundle[index].selector)->facts;
    }
    for (size_t i = 0; i < b->count; i++)
        room += b->bundle[i].entries.count;
    if (options_named(&settling)) {
        settling.enclosed = ARENA_MANY(b->scratch, room, struct evidence *);
        enclosed_add(b, index, &settling);
        settling.own = settling.count;
        for (size_t i = 0; machine && i < b->count; i++)
            if (b->bundle[i].role == BUNDLE_CAPTURES &&
                machine_of(b, b->bundle[i].selector) == machine)
                enclosed_add(b, i, &settling);
        options_settle(&settling);
    }
    arena_rewind(b->scratch, mark);
}

static void run_options_read(struct bundles *b, size_t index, struct run *run)
{
    struct machine *machine = machine_of(b, b->bundle[index].selector);
    struct target of = { run->facts, machine->system, machine, run, NULL, NULL, 0 };
    options_read(b, index, &of, machine);
    run->facts = of.facts;
}

/* What no run sees: it is told by what lies with it, not by the runs that it is offered for. */
static void apart_read(struct bundles *b, size_t index, struct target *target)
{
    *target = (struct target){ .facts = facts_new(b->home),
                               .system = system_of(b, b->bundle[index].selector) };
    (void)target_read(b, index, target);
    declared_read(b, &b->bundle[index], target);
    options_read(b, index, target, NULL);
}

/* A sweep's points are facts of their own list: its loads are not the run's. */
static void sweep_read(struct bundles *b, size_t index)
{
    struct target target;
    apart_read(b, index, &target);
    for (size_t i = 0; i < facts_count(target.facts); i++)
        facts_add(target.system->sweep, facts_at(target.facts, i));
}

static void profile_read(struct bundles *b, size_t index)
{
    struct system *system = system_of(b, b->bundle[index].selector);
    struct target target;
    apart_read(b, index, &target);
    system->profile[system->profile_count++] =
        (struct profiled){ .path = b->bundle[index].path,
                           .facts = target.facts,
                           .series = series_list(b, &target),
                           .series_count = target.series_count };
}

static uint64_t bytes_of(const struct bundle *bundle, size_t count)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < bundle[i].entries.count; j++)
            bytes += bundle[i].entries.item[j].bytes.len;
    return bytes;
}

bool ingest_bundles(struct arena *home, struct case_file *case_file, const struct bundle *bundle,
                    size_t count, const struct limits *limits, const struct evidence **evidence,
                    size_t *evidence_count, struct diags *diags)
{
    struct bundles b = { .home = home,
                         .scratch = arena_new(SIZE_MAX / 2),
                         .case_file = case_file,
                         .bundle = bundle,
                         .count = count,
                         .limits = limits,
                         .diags = diags };
    size_t errors = diags_count(diags, LEVEL_INPUT);
    evidence_list(&b);
    declarations_read(&b);
    runs_room(&b);
    profiles_room(&b);
    const struct str *name = run_names(home, b.scratch, bundle, count);
    struct run **run = ARENA_MANY(b.scratch, count, struct run *);
    GHashTable *known = runs_known();
    progress_begin("taking facts", PROGRESS_BYTES, bytes_of(bundle, count));
    for (size_t i = 0; i < count; i++) {
        switch (bundle[i].role) {
        case BUNDLE_CAPTURES:
            captures_read(&b, i);
            break;
        case BUNDLE_RUNS:
            if (run_is_new(known, &bundle[i], diags))
                run[i] = run_read(&b, i, name[i]);
            break;
        case BUNDLE_SWEEPS:
            sweep_read(&b, i);
            break;
        case BUNDLE_PROFILES:
            profile_read(&b, i);
            break;
        case BUNDLE_DECLARATION:
        case BUNDLE_DOCUMENTS: /* kept as they came; plan and ledger are read below */
            break;
        }
        progress_add(PROGRESS_BYTES, bytes_of(&bundle[i], 1));
    }
    progress_end();
    for (size_t i = 0; i < count; i++)
        if (run[i])
            run_options_read(&b, i, run[i]);
    g_hash_table_destroy(known);
    records_read(home, case_file, b.evidence, b.evidence_count, limits);
    declarations_unused(&b.declarations, diags);
    arena_free(b.scratch);
    *evidence = b.evidence;
    *evidence_count = b.evidence_count;
    return diags_count(diags, LEVEL_INPUT) == errors;
}
