/* compare_limits.c - the rules and limits that a case without a file would be judged by. */
#include "compare_case.h"
#include "pipeline.h"

bool compare_limits(struct arena *home, struct compare_plan *plan, const struct carries *row,
                    const struct compare_wish *wish, struct diags *diags)
{
    struct pipeline p = { .home = home, .diags = diags };
    const char *path = str_c(home, str_format(home, "%.*s/case.json", STR_ARG(plan->root)));
    if (!compare_case_text(home, plan, row, wish, &p.case_text, diags) ||
        !pipeline_run(&p, path, NULL, STAGE_CASE))
        return false;
    plan->rules = p.rules;
    plan->least_samples = p.case_file->policy.steady.of[STEADY_SAMPLES];
    plan->least_seconds = p.case_file->policy.least_window;
    return true;
}
