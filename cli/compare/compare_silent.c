/* compare_silent.c - what one side tells, another hides, and the verdict waits for. */
#include "compare_silent.h"
#include "pipeline.h"
#include <string.h>

/* Whether a statement of the key by the silent side would decide the condition. */
static bool waits(const struct finding *finding)
{
    return finding->judgement == UNKNOWN && finding->cell == VERDICT_INCOMPLETE &&
           finding->key != KEY_COUNT && finding->silent.len > 0 &&
           key_is_declarable(finding->key) && vocabulary_row(finding->key)->group != GROUP_CASE;
}

/* Systems are called by the letters of their operands. Whoever is silent alone hides it. */
static void mark(const struct comparison *comparison, const struct finding *finding,
                 struct side_asked *hides)
{
    const struct system *const side[] = { comparison->a, comparison->b };
    for (size_t i = 0; i < ARRAY_COUNT(side); i++)
        if (str_eq(finding->silent, side[i]->id) && side[i]->id.len == 1)
            hides[side[i]->id.at[0] - 'A'].key[finding->key] = true;
}

void compare_silent(struct arena *home, const struct compare_plan *plan, struct str text,
                    struct side_asked *hides)
{
    struct pipeline p = { .home = home, .diags = diags_new(home), .case_text = text };
    const char *path = str_c(home, str_format(home, "%.*s/case.json", STR_ARG(plan->root)));
    memset(hides, 0, plan->operand_count * sizeof *hides);
    if (!pipeline_run(&p, path, NULL, STAGE_ASSESS))
        return;
    for (size_t i = 0; i < p.model.comparison_count; i++)
        for (size_t k = 0; k < p.model.comparison[i].finding_count; k++)
            if (waits(&p.model.comparison[i].finding[k]))
                mark(&p.model.comparison[i], &p.model.comparison[i].finding[k], hides);
}
