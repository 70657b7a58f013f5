/* verb_inspect.c - what a bundle holds: formats, facts with sources, what is not disclosed. */
#include "inspect_put.h"
#include "output.h"
#include <stddef.h>

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct buf out = output_new(request->home);
    struct json_out json;
    bool any = false, several = o->argument_count > 1;
    json_begin(&json, &out);
    if (o->json && several)
        json_open(&json, STR(""), '[');
    for (int i = 0; i < o->argument_count; i++) {
        struct entries entries;
        struct inspection in = { .out = &out, .all = o->all };
        struct inspected *file;
        if (!entries_read(request->home, o->argument[i], &limits_default, &entries,
                          request->diags) ||
            !ingest_inspect(request->home, &entries, &limits_default, &file, &in.count,
                            request->diags))
            continue;
        in.file = file;
        if (o->json) {
            inspection_put_json(&in, &json, several ? str_from(o->argument[i]) : STR(""));
        } else {
            if (several)
                buf_putf(&out, "%s%s\n", any ? "\n" : "", o->argument[i]);
            inspection_put_text(&in);
        }
        any = true;
    }
    if (o->json && several)
        json_close(&json);
    if (o->json && (any || several))
        buf_put_char(&out, '\n');
    if (!output_print(buf_str(&out)))
        return STATUS_MACHINE;
    int worst = diags_exit(request->diags);
    return any || worst != 0 ? worst : STATUS_INPUT;
}

static const struct option_row rows[] = {
    { 0, "all", NULL, "list every value, also of long lists such as packages",
      offsetof(struct options, all), OPTION_FLAG },
    OPTION_ROW_JSON,
};
const struct verb verb_inspect = {
    .name = "inspect",
    .summary = "what a bundle holds, and what it does not disclose",
    .usage = "inspect BUNDLE... [--all] [--json]",
    .more = "BUNDLE is a folder, an archive (tar, tar.gz, tar.xz, tar.zst, zip) or a file.\n"
            "What is not disclosed stands with the command that would capture it, and personal\n"
            "data with the files that hold it.\n"
            "Exit status: 0, or 3 where something could not be read.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 64,
    .run = run,
};
