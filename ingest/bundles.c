/* bundles.c - the files of a case, into its machines' and runs' facts and series.
 *
 * Declarations are read first, since they say what a series' columns are; then each bundle's files,
 * side by side (bundle_files.h), and what came of them is taken in order. Captures give facts of a
 * machine; each bundle of runs is one run. */
#include "bundle_files.h"
#include "model/decision.h"
#include "options_settle.h"
#include "records.h"
#include "run_names.h"
#include "run_one.h"

#include <assert.h>
#include <glib.h>
#include <string.h>

/* ---- runs ---- */

/* Gives each machine room for its runs, so that they stand behind one another in bundle order, and
 * each bundle that is one its run; what is wrong with others is said of each. */
static void runs_room(struct bundles *b, struct diags **said)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->bundle[i].role == BUNDLE_RUNS)
            machine_of(b, b->bundle[i].selector)->run_count++;
    GHashTable *known = runs_known();
    for (size_t i = 0; i < b->count; i++) {
        if (b->bundle[i].role != BUNDLE_RUNS)
            continue;
        struct machine *machine = machine_of(b, b->bundle[i].selector);
        if (!machine->run) {
            machine->run = ARENA_MANY(b->home, machine->run_count, struct run);
            machine->run_count = 0; /* counted again as they are filled */
        }
        said[i] = diags_new(b->scratch);
        if (run_is_new(known, &b->bundle[i], said[i]))
            b->run[i] = &machine->run[machine->run_count++];
    }
    g_hash_table_destroy(known);
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

/* What run.json declares of the bundle: for a run from all folders above too; for captures and
 * sweeps only from inside, since a declaration above speaks of runs. */
static void declared_read(struct bundles *b, const struct bundle *bundle,
                          const struct target *target)
{
    struct str root = bundle_root(b->scratch, bundle);
    struct reading reading = { .home = b->home,
                               .scratch = b->scratch,
                               .facts = target->facts,
                               .system = target->system,
                               .machine = target->machine,
                               .run = target->run };
    declared_facts(&b->declarations, root, bundle->role == BUNDLE_RUNS, &reading);
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

static void run_read(struct bundles *b, size_t index, struct str name)
{
    const struct bundle *bundle = &b->bundle[index];
    const struct selector *selector = bundle->selector;
    struct machine *machine = machine_of(b, selector);
    struct run *run = b->run[index];
    *run = (struct run){ .id = name,
                         .path = bundle->path,
                         .machine = machine,
                         .facts = facts_new(b->home),
                         .instance = selector->instance,
                         .bridge = selector->bridge,
                         .like = selector->bridge ? &b->case_file->system[selector->like] : NULL };
    struct target target = target_of(b, index);
    target.facts = run->facts;
    if (!target_read(b, index, &target)) {
        diag_add(b->diags, DIAG_CASE_GLOB, selector->place, STR("an instance that `inspect` lists"),
                 "no \"#%.*s\" in \"%.*s\"", STR_ARG(selector->instance), STR_ARG(bundle->path));
    }
    declared_read(b, bundle, &target);
    run_is_one(b->scratch, bundle, run, b->diags);
    run->series_count = target.series_count;
    run->series = series_list(b, &target);
    machine_tests_move(b->home, run);
    training_leave_out(b->home, run, b->case_file->metric);
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
    struct target target = target_of(b, index);
    target.facts = machine->facts;
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
    *target = target_of(b, index);
    target->facts = facts_new(b->home);
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

static void bundle_read(struct bundles *b, size_t index, struct str name)
{
    switch (b->bundle[index].role) {
    case BUNDLE_CAPTURES:
        captures_read(b, index);
        break;
    case BUNDLE_RUNS:
        if (b->run[index])
            run_read(b, index, name);
        break;
    case BUNDLE_SWEEPS:
        sweep_read(b, index);
        break;
    case BUNDLE_PROFILES:
        profile_read(b, index);
        break;
    case BUNDLE_DECLARATION:
    case BUNDLE_DOCUMENTS:
        break;
    }
}

bool ingest_bundles_by(struct arena *home, struct case_file *case_file, const struct bundle *bundle,
                       size_t count, const struct limits *limits, unsigned threads,
                       const struct evidence **evidence, size_t *evidence_count,
                       struct diags *diags)
{
    struct bundles b = { .home = home,
                         .scratch = arena_new(SIZE_MAX / 2),
                         .declared = arena_new(SIZE_MAX / 2),
                         .case_file = case_file,
                         .bundle = bundle,
                         .count = count,
                         .limits = limits,
                         .threads = abreast_threads(threads),
                         .diags = diags };
    size_t errors = diags_count(diags, LEVEL_INPUT);
    struct diags **said = ARENA_MANY(b.scratch, count, struct diags *);
    b.run = ARENA_MANY(b.scratch, count, struct run *);
    evidence_list(&b);
    declarations_read(&b);
    runs_room(&b, said);
    profiles_room(&b);
    const struct str *name = run_names(home, b.scratch, bundle, count);
    files_begin(&b);
    for (size_t i = 0; i < count; i++) {
        if (said[i])
            diags_join(diags, said[i]);
        bundle_read(&b, i, name[i]);
    }
    files_end(&b);
    for (size_t i = 0; i < count; i++)
        if (b.run[i])
            run_options_read(&b, i, b.run[i]);
    records_read(home, case_file, b.evidence, b.evidence_count, limits);
    declarations_unused(&b.declarations, diags);
    arena_free(b.declared);
    arena_free(b.scratch);
    *evidence = b.evidence;
    *evidence_count = b.evidence_count;
    return diags_count(diags, LEVEL_INPUT) == errors;
}

bool ingest_bundles(struct arena *home, struct case_file *case_file, const struct bundle *bundle,
                    size_t count, const struct limits *limits, const struct evidence **evidence,
                    size_t *evidence_count, struct diags *diags)
{
    return ingest_bundles_by(home, case_file, bundle, count, limits, 0, evidence, evidence_count,
                             diags);
}
