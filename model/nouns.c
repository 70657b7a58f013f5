/* nouns.c - names of kinds and verdicts, and the few questions a noun can answer about itself. */
#include "model/model.h"
#include "model/traits.h"

#include <assert.h>
#include <string.h>

static const char *const fact_kinds[] = {
    [FACT_CAPTURED] = "captured",
    [FACT_MEASURED] = "measured",
    [FACT_DECLARED] = "declared",
    [FACT_DERIVED] = "derived",
};

bool evidence_has(const struct evidence *evidence, unsigned traits)
{
    return evidence && evidence->format && (evidence->traits & traits) != 0;
}

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

/* Of a case of one system: whether its values can be relied upon. */
static const struct verdict_row singles[] = {
    [VERDICT_COMPARABLE] = { "valid", "=", 0 },
    [VERDICT_STATED] = { "valid with reservations", "≈", 0 },
    [VERDICT_INCOMPLETE] = { "incomplete", "?", 2 },
    [VERDICT_NOT] = { "not valid", "≠", 1 },
};

bool comparison_single(const struct comparison *comparison)
{
    return comparison->b->id.len == 0;
}

const struct verdict_row *comparison_verdict(const struct comparison *comparison)
{
    return comparison_single(comparison) ? &singles[comparison->verdict]
                                         : verdict_row(comparison->verdict);
}

bool finding_loosens(const struct finding *finding)
{
    return finding->rule->loosened.len > 0 && finding->judgement == FAILS &&
           str_eq(finding->mend, STR("Judge by the built-in rules."));
}

bool finding_is_gap(const struct finding *finding)
{
    bool of_both = finding->silent.len == 0 || str_find(finding->silent, STR(" and ")) != SIZE_MAX;
    bool told = finding->a && finding->b && of_both;
    return finding->cell == VERDICT_STATED && !finding_loosens(finding) &&
           finding->judgement == UNKNOWN && !told;
}

bool reservations_alike(const struct finding *a, const struct finding *b)
{
    bool gap = finding_is_gap(a);
    if (gap != finding_is_gap(b))
        return false;
    return gap && b->key != KEY_COUNT ? a->key == b->key : str_eq(a->rule->id, b->rule->id);
}

static size_t reservations_of(const struct finding *finding, size_t count, bool loosened,
                              size_t *gaps)
{
    size_t found = 0;
    *gaps = 0;
    for (size_t i = 0; i < count; i++) {
        bool counts = finding[i].cell == VERDICT_STATED && finding_loosens(&finding[i]) == loosened;
        for (size_t k = 0; k < i && counts; k++)
            counts =
                !(finding[k].cell == VERDICT_STATED && finding_loosens(&finding[k]) == loosened &&
                  reservations_alike(&finding[k], &finding[i]));
        found += counts;
        *gaps += counts && finding_is_gap(&finding[i]);
    }
    return found;
}

size_t reservations_count(const struct finding *finding, size_t count, size_t *gaps)
{
    size_t none, found = reservations_of(finding, count, false, gaps ? gaps : &none);
    return found > 0 ? found : reservations_of(finding, count, true, gaps ? gaps : &none);
}

const char *finding_makes(const struct comparison *comparison, const struct finding *finding)
{
    return comparison_single(comparison) ? singles[finding->cell].name
                                         : verdict_row(finding->cell)->name;
}

int verdict_named(struct str name)
{
    for (int i = VERDICT_COMPARABLE; i <= VERDICT_NOT; i++)
        if (str_eq(name, str_from(verdicts[i].name)) || str_eq(name, str_from(singles[i].name)))
            return i;
    return -1;
}

bool comparison_licenses(const struct comparison *comparison)
{
    return comparison->verdict == VERDICT_COMPARABLE || comparison->verdict == VERDICT_STATED;
}

enum showing comparison_shows(const struct comparison *comparison)
{
    const char *decision = comparison->decision;
    if (!comparison_licenses(comparison) || !comparison->ratio || !decision)
        return SHOWN_NOTHING;
    if (strcmp(decision, "faster") == 0 || strcmp(decision, "slower") == 0)
        return SHOWN_CHANGE;
    if (strcmp(decision, "equivalent") == 0)
        return SHOWN_EQUALITY;
    if (comparison->medians.decides)
        return SHOWN_ONE_RUN;
    const struct fact *low = comparison->change_low, *high = comparison->change_high;
    if (low && low->value.number && low->value.value > 0)
        return SHOWN_HIGHER;
    return high && high->value.number && high->value.value < 0 ? SHOWN_LOWER : SHOWN_NEITHER;
}

const char *shown_name(enum showing shown)
{
    static const char *const name[SHOWN_COUNT] = {
        [SHOWN_NOTHING] = "nothing", [SHOWN_CHANGE] = "change", [SHOWN_EQUALITY] = "equality",
        [SHOWN_HIGHER] = "higher",   [SHOWN_LOWER] = "lower",   [SHOWN_NEITHER] = "neither",
        [SHOWN_ONE_RUN] = "one run",
    };
    return name[shown];
}

const struct claim *claim_find(const struct report_model *model, struct str id)
{
    for (size_t i = 0; i < model->claim_count; i++)
        if (str_eq(model->claim[i].id, id))
            return &model->claim[i];
    return NULL;
}
