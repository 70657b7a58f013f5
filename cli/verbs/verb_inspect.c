/* verb_inspect.c - what a bundle holds: formats, facts with sources, what is not disclosed. */
#include "above.h"
#include "inspect_put.h"
#include "output.h"
#include "run_statements.h"
#include "seals.h"
#include <glib.h>
#include <stddef.h>

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

static void put_title(struct buf *out, struct str title)
{
    buf_put(out, out->len > 0 ? STR("\n") : STR(""));
    buf_put_visible(out, title);
    buf_put_char(out, '\n');
}

/* Into a run.json that may hold statements already. */
static bool statements_put(struct request *request, const struct inspection *in)
{
    bool wanted[KEY_COUNT];
    size_t open = 0;
    inspection_wanted(in, wanted);
    if (!statements_write(request, str_from(request->options.output), wanted, NULL, false, &open))
        return false;
    buf_putf(in->out, "%s: %zu statement%s to make, each marked FIXME\n", request->options.output,
             open, open == 1 ? "" : "s");
    return true;
}

/* One bundle, titled with its path where several are asked for. False: nothing could be read. */
static bool bundle_put(struct request *request, const struct rules *rules, const char *path,
                       struct buf *out, struct json_out *json)
{
    struct entries entries;
    struct inspection in = { .rules = rules, .out = out, .all = request->options.all };
    struct inspected *file;
    struct str title = request->options.argument_count > 1 ? str_from(path) : STR("");
    struct limits limits = limits_default;
    limits.mapped = true; /* nothing here is signed, and a file that changes meanwhile is told */
    struct str stored;
    if (!entries_read_stored(request->home, path, &limits, &entries, &stored, request->diags))
        return false;
    if (request->options.run_json)
        drop_empty_declarations(request->home, &entries);
    /* Told, and read all the same: a person wants to see what it is. */
    carried_tell(request->home, path, &entries, stored, request->diags);
    above_tell(request->home, path, &entries, stored, request->diags);
    if (!ingest_inspect(request->home, &entries, &limits_default, &file, &in.count,
                        request->diags) ||
        !files_same(0, request->diags))
        return false;
    in.file = file;
    if (in.count == 1 && file[0].broken && stored.at)
        diag_add(request->diags, DIAG_FILE_READ, (struct place){ .file = str_from(path) },
                 STR("a file that can be read to its end"), "see above");
    if (request->options.run_json && request->options.output)
        return statements_put(request, &in);
    if (request->options.run_json) {
        inspection_put_run_json(&in, json);
        return true;
    }
    if (request->options.json) {
        inspection_put_json(&in, json, title);
        return true;
    }
    if (title.len > 0)
        put_title(out, title);
    inspection_put_text(&in);
    return true;
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct buf out = output_new(request->home);
    struct json_out json;
    const struct rules *rules;
    bool any = false, list = o->json && o->argument_count > 1;
    if (o->run_json && (o->json || o->argument_count > 1)) {
        diag_add(request->diags, DIAG_USAGE,
                 (struct place){ .file = STR("dossier"), .path = STR("inspect") },
                 STR("one bundle, without --json"), "--run-json");
        return STATUS_INPUT;
    }
    if (o->output && !o->run_json) {
        diag_add(request->diags, DIAG_USAGE,
                 (struct place){ .file = STR("dossier"), .path = STR("inspect") },
                 STR("-o with --run-json"), "-o");
        return STATUS_INPUT;
    }
    if (!rules_built_in(request->home, &rules, request->diags))
        return STATUS_INPUT;
    json_begin(&json, &out);
    if (list)
        json_open(&json, STR(""), '[');
    for (int i = 0; i < o->argument_count; i++)
        any = bundle_put(request, rules, o->argument[i], &out, &json) || any;
    if (list)
        json_close(&json);
    int printed = output_end(&out, STATUS_HOLDS);
    if (printed != STATUS_HOLDS)
        return printed;
    int worst = diags_exit(request->diags);
    return any || worst != 0 ? worst : STATUS_INPUT;
}

static const struct option_row rows[] = {
    { 0, "all", NULL, "list every value, also of long lists such as packages",
      offsetof(struct options, all), OPTION_FLAG },
    { 'o', "output", "FILE",
      "with --run-json: write it; a run.json that stands keeps its bytes and gets what it lacks",
      offsetof(struct options, output), OPTION_REPLACES },
    { 0, "run-json", NULL, "print a run.json to fill in: what only a person can declare",
      offsetof(struct options, run_json), OPTION_FLAG },
    OPTION_ROW_JSON,
};
const struct verb verb_inspect = {
    .name = "inspect",
    .summary = "what a bundle holds, and what it does not disclose",
    .usage = "inspect BUNDLE... [--all] [--run-json [-o FILE]] [--json]",
    .more = "BUNDLE is a folder, an archive (tar, tar.gz, tar.xz, tar.zst, zip) or a file.\n"
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
