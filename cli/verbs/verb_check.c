/* verb_check.c - verdict and findings of a case, for a terminal or a CI gate. */
#include "amending.h"
#include "base/json.h"
#include "output.h"
#include "pipeline.h"
#include "rounds.h"
#include "sarif.h"
#include "verdict_text.h"
#include <stddef.h>

/* The rule set of a round where --rules names one. False: a rule set is broken (told). */
static bool round_rules(struct request *request, struct rule_sets *sets,
                        const struct rule_set **out)
{
    *out = NULL;
    if (request->options.rules == NULL)
        return true;
    if (!rule_sets_built_in(request, sets))
        return false;
    *out = rule_sets_find(*sets, str_from(request->options.rules));
    return true;
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct rule_sets sets;
    const struct rule_set *rules;
    if (!round_rules(request, &sets, &rules))
        return STATUS_INPUT;
    if (rules != NULL)
        return check_round(request, rules);
    struct pipeline p = { .home = request->home, .diags = request->diags };
    if (!pipeline_run(&p, o->argument[0], o->rules, STAGE_ASSESS))
        return diags_exit(request->diags) == 0 ? STATUS_MACHINE : diags_exit(request->diags);
    struct buf out = output_new(request->home), sarif = output_new(request->home);
    const struct report_model *const model[] = { &p.model };
    if (o->sarif != NULL)
        sarif_put(model, 1, &sarif);
    if (o->sarif != NULL && !file_put(request, o->sarif, buf_str(&sarif)))
        return diags_exit(request->diags) == 0 ? STATUS_MACHINE : diags_exit(request->diags);
    if (o->json && !o->quiet)
        verdict_put_json(&p.model, &out);
    else if (!o->quiet)
        verdict_put_text(&p.model, &out);
    return output_end(&out, pipeline_status(&p, o->strict));
}

static const struct option_row rows[] = {
    OPTION_ROW_JSON,
    { 'q', "quiet", NULL, "print nothing: the exit status is the answer",
      offsetof(struct options, quiet), OPTION_FLAG },
    { 0, "rules", "RULES",
      "a file of own rules beside the built-in ones, or a round's rules by name",
      offsetof(struct options, rules), OPTION_TEXT },
    { 0, "sarif", "FILE", "write the findings as SARIF 2.1.0", offsetof(struct options, sarif),
      OPTION_WRITES },
    { 0, "strict", NULL, "stated differences count as 1", offsetof(struct options, strict),
      OPTION_FLAG },
};
const struct verb verb_check = {
    .name = "check",
    .summary = "verdict and findings of a case",
    .usage = "check CASE|TREE [--strict] [--quiet] [--json] [--rules RULES] [--sarif FILE]",
    .more =
        "CASE is a case file or a dossier. Exit status: 0 comparable, also with stated\n"
        "differences; 1 not comparable; 2 incomplete.\n"
        "TREE is a round of MLPerf, or any part of one, with --rules mlperf-inference-4.0,\n"
        "-4.1, -5.0, -5.1, -6.0, -6.1 or mlperf-training-4.0, -4.1, -5.0, -5.1: each result is\n"
        "judged valid (the tool's own word), compliant (the rules of that round) and consistent\n"
        "(whether its files can all be true); what may be compared stands together. Exit\n"
        "status: 0 every run is all three; 1 not; 2 undecided.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
