/* verb_check.c - verdict and findings of a case, for a terminal or a CI gate. */
#include "base/json.h"
#include "output.h"
#include "pipeline.h"
#include "verdict_text.h"
#include <stddef.h>

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct pipeline p = { .home = request->home, .diags = request->diags };
    if (!pipeline_run(&p, o->argument[0], o->rules, STAGE_ASSESS))
        return diags_exit(request->diags) == 0 ? STATUS_MACHINE : diags_exit(request->diags);
    struct buf out = output_new(request->home);
    if (o->json)
        verdict_put_json(&p.model, &out);
    else
        verdict_put_text(&p.model, &out);
    return output_end(&out, pipeline_status(&p, o->strict));
}

static const struct option_row rows[] = {
    OPTION_ROW_JSON,
    { 0, "rules", "FILE", "rules of one's own, beside the built-in ones",
      offsetof(struct options, rules), OPTION_TEXT },
    { 0, "strict", NULL, "stated differences count as 1", offsetof(struct options, strict),
      OPTION_FLAG },
};
const struct verb verb_check = {
    .name = "check",
    .summary = "verdict and findings of a case",
    .usage = "check CASE [--strict] [--json] [--rules FILE]",
    .more = "CASE is a case file or a dossier. Exit status: 0 comparable, also with stated\n"
            "differences; 1 not comparable; 2 incomplete.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
