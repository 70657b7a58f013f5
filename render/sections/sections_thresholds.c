/* sections_thresholds.c - objectives and requirements: met, not met, not shown; and what parties
 * foresaw, beside them. */
#include "build.h"
#include "costs.h"

/* ---- objectives and requirements ---- */

/* `again`: of another system than the row before, whose words are not said twice. */
static void threshold_row(struct building *b, struct node *table,
                          const struct judged_threshold *one, bool again)
{
    static const char *const words[] = { "standing.met", "standing.not_met", "standing.not_shown" };
    const struct threshold *threshold = one->threshold;
    struct node *row = row_add(b, table);
    struct node *what = cell_heading(b, row);
    if (threshold->clause) {
        value_add(b, what, threshold->clause, again ? FORM_PLAIN : FORM_FULL);
        text_add(b, what, "space");
        if (threshold->text && !again)
            quote_add(b, what, threshold->text->value.text, threshold->text);
    }
    if (threshold->key != KEY_COUNT && !threshold->text) {
        quote_add(b, what, key_title(b, threshold->key), NULL);
        if (threshold->instance.len > 0)
            SAY(b, what, "findings.instance", { "instance", .quote = threshold->instance });
    }
    struct node *whose = cell_add(b, row);
    quote_add(b, whose, one->system->id, NULL);
    if (one->workload.len > 0)
        SAY(b, whose, "findings.instance", { "instance", .quote = one->workload });
    struct node *limit = cell_add(b, row);
    if (threshold->fact) {
        SAY(b, limit, threshold->at_most ? "threshold.at_most" : "threshold.at_least",
            { "limit", .fact = threshold->fact });
    } else {
        text_add(b, limit, "costs.none")->style = STYLE_SOFT;
    }
    three_add(b, cell_add(b, row), &one->value);
    struct node *result = cell_add(b, row);
    text_add(b, result, words[one->standing])->style =
        one->standing == STANDING_MET ? STYLE_PLAIN : STYLE_STRONG;
    if (one->result) {
        const struct fact *const mark[] = { one->result };
        marks_add(b, result, mark, 1);
    }
    if (one->standing == STANDING_NOT_SHOWN)
        fact_or_reason(b, result, NULL, one->why, "threshold.why");
}

void thresholds_add(struct building *b, struct node *section, bool requirement)
{
    static const struct column columns[] = {
        { .share = 34 }, { .share = 8 }, { .share = 18 }, { .share = 24 }, { .share = 16 }
    };
    static const char *const heads[] = { "threshold.what", "costs.system", "threshold.limit",
                                         "threshold.value", "threshold.result" };
    const char *title = requirement ? "threshold.requirements" : "threshold.objectives";
    const struct terms *terms = terms_of(b);
    if ((requirement ? terms->requirement_count : terms->objective_count) == 0)
        return;
    heading_add(b, section, 3, title);
    if (b->model->threshold_count == 0) {
        paragraph_plain(b, section, ROLE_NONE, "threshold.refused");
        return;
    }
    struct node *table = TABLE_HEADED(b, section, ROLE_NONE, title, columns, heads);
    const struct threshold *before = NULL;
    for (size_t i = 0; i < b->model->threshold_count; i++) {
        const struct judged_threshold *one = &b->model->threshold[i];
        if (one->threshold->requirement != requirement)
            continue;
        threshold_row(b, table, one, one->threshold == before);
        before = one->threshold;
    }
}

/* Of a system, or of nothing named; or a projection for what nobody could measure. */
static void foreseen_add(struct building *b, struct node *list, const struct expected *one)
{
    bool projected = one->projected.len > 0;
    struct str of = one->system ? one->system->id : one->projected;
    SAY(b, node_add(b, list, NODE_ITEM),
        projected     ? "projected.item"
        : one->system ? "expected.item.system"
                      : "expected.item",
        { "by", .fact = one->by }, { "value", .fact = one->fact },
        { "metric", .quote = key_title(b, one->key) }, { "document", .fact = one->document },
        { "system", .quote = of.len > 0 ? of : STR("-") });
}

static void foreseen_list(struct building *b, struct node *section, bool projected)
{
    const struct terms *terms = terms_of(b);
    struct node *list = NULL;
    for (size_t i = 0; i < terms->expected_count; i++) {
        const struct expected *one = &terms->expected[i];
        if ((one->projected.len > 0) != projected)
            continue;
        if (!list) {
            heading_add(b, section, 3, projected ? "projected.heading" : "expected.heading");
            paragraph_plain(b, section, ROLE_NONE,
                            projected ? "projected.intro" : "expected.intro");
            list = node_add(b, section, NODE_LIST);
        }
        foreseen_add(b, list, one);
    }
}

void expected_add(struct building *b, struct node *section)
{
    foreseen_list(b, section, false);
    foreseen_list(b, section, true);
}
