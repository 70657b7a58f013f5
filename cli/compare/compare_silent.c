/* compare_silent.c - what one side tells, another hides, and the verdict waits for; and what no
 * statement would change. */
#include "compare_silent.h"
#include "findings_text.h"
#include "output.h"
#include "pipeline.h"
#include "short_text.h"
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

static bool is_declared(const struct fact *fact)
{
    return fact && fact->kind == FACT_DECLARED;
}

/* Whether only another measurement would change it: other work was done, in another division or
 * round of a suite, or a run broke off, as the tools tell it; or a run has no result at all. What a
 * person stated, and what a statement mends, may be stated otherwise. */
static bool is_settled(const struct finding *finding)
{
    enum family family = finding->rule->family;
    if (finding->when && strcmp(finding->when, "no-result") == 0)
        return finding->cell == VERDICT_INCOMPLETE;
    return finding->judgement == FAILS && finding->cell == VERDICT_NOT &&
           (family == FAMILY_W || family == FAMILY_V || finding->key == KEY_SUITE_COMPATIBLE) &&
           !is_declared(finding->a) && !is_declared(finding->b) &&
           str_find(finding->mend, STR("tate ")) == SIZE_MAX;
}

static const struct finding *settled(const struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->finding_count; i++)
        if (is_settled(&comparison->finding[i]))
            return &comparison->finding[i];
    return NULL;
}

/* The first of them, where there is one in every comparison. */
static struct str settled_said(struct arena *home, const struct report_model *model)
{
    const struct comparison *first = model->comparison_count > 0 ? &model->comparison[0] : NULL;
    for (size_t i = 0; i < model->comparison_count; i++)
        if (!settled(&model->comparison[i]))
            return (struct str){ 0 };
    if (!first)
        return (struct str){ 0 };
    const struct finding *why = settled(first);
    struct buf out = buf_new(home, (size_t)1 << 20);
    buf_putf(&out, "%.*s ", STR_ARG(why->rule->id));
    short_cut(&out, finding_told(home, first, why), 200);
    buf_put(&out, STR(". "));
    buf_put(&out, output_visible(home, why->mend));
    return buf_str(&out);
}

struct str compare_silent(struct arena *home, const struct compare_plan *plan, struct str text,
                          struct side_asked *hides)
{
    struct pipeline p = { .home = home, .diags = diags_new(home), .case_text = text };
    const char *path = str_c(home, str_format(home, "%.*s/case.json", STR_ARG(plan->root)));
    memset(hides, 0, plan->operand_count * sizeof *hides);
    if (!pipeline_run(&p, path, NULL, STAGE_ASSESS))
        return (struct str){ 0 };
    for (size_t i = 0; i < p.model.comparison_count; i++)
        for (size_t k = 0; k < p.model.comparison[i].finding_count; k++)
            if (waits(&p.model.comparison[i].finding[k]))
                mark(&p.model.comparison[i], &p.model.comparison[i].finding[k], hides);
    return settled_said(home, &p.model);
}
