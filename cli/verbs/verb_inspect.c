/* verb_inspect.c - what a bundle holds: formats, facts with sources, what is not disclosed. */
#include "above.h"
#include "answers.h"
#include "earlier.h"
#include "holding.h"
#include "inspect_put.h"
#include "output.h"
#include "run_statements.h"
#include "seals.h"
#include <glib.h>
#include <stddef.h>
#include <string.h>

/* "inspect FOLDER --run-json > FOLDER/run.json": the shell has made it empty before. */
static void drop_empty_declarations(struct arena *home, struct entries *entries)
{
    struct entry *kept = ARENA_MANY(home, entries->count + 1, struct entry);
    size_t count = 0;
    for (size_t i = 0; i < entries->count; i++)
        if (entries->item[i].bytes.len > 0 || !str_ends(entries->item[i].name, STR("run.json")))
            kept[count++] = entries->item[i];
    *entries = (struct entries){ kept, count };
}

struct inspections { /* all that the verb says */
    struct inspection *bundle;
    struct str *head; /* of each: who signed the dossier that it stands in; empty otherwise */
    size_t count;
    struct str written; /* with -o: where the run.json was written */
    size_t open;        /* statements that are to be made there */
};

/* One system of a dossier, which has to hold: what of its evidence is that system's. */
static bool system_read(struct request *request, const char *path, struct str id,
                        struct entries *entries, struct str *head)
{
    struct arena *home = request->home;
    struct opened opened;
    struct earlier *old = ARENA_NEW(home, struct earlier);
    struct buf said = buf_new(home, 1 << 16);
    if (!holding_named(request, path, &opened) ||
        !earlier_read(home, str_from(path), opened.whole, &limits_default, old, request->diags))
        return false;
    if (!earlier_files(home, old, id, entries)) {
        diag_add(request->diags, DIAG_REFUSED, (struct place){ .file = str_from(path) },
                 str_format(home,
                            "the id of a system of its case behind the #: %.*s; name one of them",
                            STR_ARG(systems_named(home, &old->case_file))),
                 "%.*s", STR_ARG(id));
        return false;
    }
    held_put_head(&opened.held, &said);
    *head = buf_str(&said);
    return true;
}

/* What lies at a path. */
static bool path_read(struct request *request, const char *path, struct entries *entries,
                      struct str *stored)
{
    struct limits limits = limits_default;
    limits.mapped = true;   /* nothing here is signed, and a file that changes meanwhile is told */
    limits.unhashed = true; /* files are hashed while they are read */
    if (!entries_read_stored(request->home, path, &limits, entries, stored, request->diags))
        return false;
    if (request->options.run_json)
        drop_empty_declarations(request->home, entries);
    if (seals_speak(request->home, path, entries, !stored->at))
        entries_hash(request->home, entries);
    /* Told, and read all the same: a person wants to see what it is. */
    carried_tell(request->home, path, entries, *stored, request->diags);
    above_tell(request->home, path, entries, *stored, request->diags);
    return true;
}

/* One bundle. False: nothing could be read. */
static bool bundle_read(struct request *request, const char *path, unsigned threads,
                        struct inspection *in, struct str *head)
{
    struct entries entries;
    struct inspected *file;
    struct str stored = { 0 };
    const char *dossier = holding_before(request->home, path);
    if (dossier ? !system_read(request, dossier, str_from(strrchr(path, '#') + 1), &entries, head)
                : !path_read(request, path, &entries, &stored))
        return false;
    struct diags *found = diags_new(request->home);
    bool good = ingest_inspect_by(request->home, &entries, &limits_default, threads, &file,
                                  &in->count, found);
    diags_join_below(request->home, request->diags, found,
                     dossier || stored.at ? STR("") : folder_typed(request->home, path), STR(""));
    if (!good || !files_same(0, request->diags))
        return false;
    in->file = file;
    if (in->count == 1 && file[0].broken && stored.at)
        diag_add(request->diags, DIAG_FILE_READ, (struct place){ .file = str_from(path) },
                 STR("a file that can be read to its end"), "see above");
    return true;
}

/* Into a run.json that may hold statements already. */
static bool statements_put(struct request *request, struct inspections *all)
{
    bool wanted[KEY_COUNT];
    all->written = str_from(request->options.output);
    inspection_wanted(&all->bundle[0], wanted);
    return statements_write(request, all->written, wanted, NULL, false, &all->open);
}

static void put_text(const void *answer, struct buf *out)
{
    const struct inspections *all = answer;
    for (size_t i = 0; i < all->count; i++) {
        if (all->bundle[i].bundle.len > 0) {
            buf_put(out, out->len > 0 ? STR("\n") : STR(""));
            buf_put_visible(out, all->bundle[i].bundle);
            buf_put_char(out, '\n');
        }
        buf_put(out, all->head[i]);
        inspection_put_text(&all->bundle[i], out);
    }
}

static void put_one(const void *answer, struct json_out *json)
{
    const struct inspections *all = answer;
    inspection_put_json(&all->bundle[0], json);
}

static void put_list(const void *answer, struct json_out *json)
{
    const struct inspections *all = answer;
    for (size_t i = 0; i < all->count; i++) {
        json_open(json, STR(""), '{');
        json_text(json, STR("format"), STR("dossier-inspect/1"));
        inspection_put_json(&all->bundle[i], json);
        json_close(json);
    }
}

static void put_run_json(const void *answer, struct buf *out)
{
    const struct inspections *all = answer;
    struct json_out json;
    json_begin(&json, out);
    inspection_put_run_json(&all->bundle[0], &json);
}

static void put_written(const void *answer, struct buf *out)
{
    const struct inspections *all = answer;
    buf_putf(out, "%.*s: %zu statement%s to make, each marked FIXME\n", STR_ARG(all->written),
             all->open, all->open == 1 ? "" : "s");
}

static const struct printers one = { '{', "dossier-inspect/1", put_one, put_text };
static const struct printers list = { '[', NULL, put_list, put_text };
static const struct printers run_json = { '{', NULL, NULL, put_run_json };
static const struct printers written = { '{', NULL, NULL, put_written };

static bool options_fit(struct request *request)
{
    const struct options *o = &request->options;
    bool alone = o->run_json && (o->json || o->argument_count > 1);
    if (!alone && (!o->output || o->run_json))
        return true;
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("inspect") },
             alone ? STR("one bundle, without --json") : STR("-o with --run-json"), "%s",
             alone ? "--run-json" : "-o");
    return false;
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    const struct rules *rules;
    unsigned threads;
    struct inspections all = {
        .bundle = ARENA_MANY(request->home, (size_t)o->argument_count, struct inspection),
        .head = ARENA_MANY(request->home, (size_t)o->argument_count, struct str)
    };
    if (!options_fit(request) || !threads_read(request, &threads) ||
        !rules_built_in(request->home, &rules, request->diags))
        return STATUS_INPUT;
    for (int i = 0; i < o->argument_count; i++) {
        struct inspection *in = &all.bundle[all.count];
        *in = (struct inspection){ .home = request->home, .rules = rules, .all = o->all };
        if (o->argument_count > 1)
            in->bundle = str_from(o->argument[i]);
        if (!bundle_read(request, o->argument[i], threads, in, &all.head[all.count]))
            continue;
        if (!o->run_json)
            inspection_find(in);
        all.count++;
    }
    bool any = all.count > 0;
    if (any && o->output)
        any = statements_put(request, &all);
    int worst = diags_exit(request->diags);
    int status = any || worst != 0 ? worst : STATUS_INPUT;
    if (!any && o->argument_count == 1)
        return status;
    return answer_print(request,
                        o->output               ? &written
                        : o->run_json           ? &run_json
                        : o->argument_count > 1 ? &list
                                                : &one,
                        &all, status);
}

static const struct option_row rows[] = {
    { 0, "all", NULL, "list every value, also of long lists such as packages",
      offsetof(struct options, all), OPTION_FLAG },
    { 'o', "output", "FILE",
      "with --run-json: write it; a run.json that stands keeps its bytes and gets what it lacks",
      offsetof(struct options, output), OPTION_REPLACES },
    { 0, "run-json", NULL, "print a run.json to fill in: what only a person can declare",
      offsetof(struct options, run_json), OPTION_FLAG },
    OPTION_ROW_THREADS,
    OPTION_ROW_JSON,
};
const struct verb verb_inspect = {
    .name = "inspect",
    .summary = "what a bundle holds, and what it does not disclose",
    .usage = "inspect BUNDLE... [--all] [--run-json [-o FILE]] [--threads N] [--json]",
    .more = "BUNDLE is a folder, an archive (tar, tar.gz, tar.xz, tar.zst, zip), a file, or one\n"
            "system of a dossier, which has to hold, as FILE.asice#ID.\n"
            "What is not disclosed stands with the command that would capture it, and personal\n"
            "data with the files that hold it.\n"
            "A file of a folder that cannot be read is named, and counts as not disclosed.\n"
            "Exit status: 0, or 3 where nothing could be read, or is not as it was sealed.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 64,
    .run = run,
};
