/* nouns.c - names of kinds and verdicts, and the few questions a noun can answer about itself. */
#include "model/model.h"

#include <assert.h>

static const char *const fact_kinds[] = {
    [FACT_CAPTURED] = "captured",
    [FACT_MEASURED] = "measured",
    [FACT_DECLARED] = "declared",
    [FACT_DERIVED] = "derived",
};

const char *fact_kind_name(enum fact_kind kind)
{
    assert((unsigned)kind < ARRAY_COUNT(fact_kinds));
    return fact_kinds[kind];
}

static const char *const steady_names[] = {
    [STEADY] = "steady",
    [UNSTEADY] = "unsteady",
    [INSUFFICIENT] = "insufficient",
    [INVALID] = "invalid",
};

const char *steady_name(enum steady_verdict verdict)
{
    assert((unsigned)verdict < ARRAY_COUNT(steady_names));
    return steady_names[verdict];
}

const char *difference_name(enum difference_class is)
{
    static const char *const names[] = { "", "forced", "chosen", "unexplained" };
    assert((unsigned)is < ARRAY_COUNT(names));
    return names[is];
}

static const struct verdict_row verdicts[] = {
    [VERDICT_COMPARABLE] = { "comparable", "=", 0 },
    [VERDICT_STATED] = { "comparable with stated differences", "≈", 0 },
    [VERDICT_INCOMPLETE] = { "incomplete", "…", 2 },
    [VERDICT_NOT] = { "not comparable", "≠", 1 },
};

const struct verdict_row *verdict_row(enum verdict verdict)
{
    assert((unsigned)verdict < ARRAY_COUNT(verdicts));
    return &verdicts[verdict];
}

bool comparison_licenses(const struct comparison *comparison)
{
    return comparison->verdict == VERDICT_COMPARABLE || comparison->verdict == VERDICT_STATED;
}

const struct claim *claim_find(const struct report_model *model, struct str id)
{
    for (size_t i = 0; i < model->claim_count; i++) {
        if (str_eq(model->claim[i].id, id)) {
            return &model->claim[i];
        }
    }
    return NULL;
}
