/* sections_accuracy.c - accuracy of the answers: each score with its precision, samples, standard
 * error and harness, which of them is evidence and why not; and, under a licence, what was lost. */
#include "build.h"
#include "costs.h"

static void formats_cell(struct building *b, struct node *cell, const struct accuracy *one)
{
    SAY(b, cell, "accuracy.formats", { "weights", .fact = one->weights },
        { "compute", .fact = one->compute }, { "cache", .fact = one->kv_cache });
}

static void samples_cell(struct building *b, struct node *cell, const struct accuracy *one)
{
    if (one->samples && one->samples_all) {
        SAY(b, cell, "accuracy.samples.of", { "used", .fact = one->samples },
            { "all", .fact = one->samples_all });
    } else {
        value_add(b, cell, one->samples, FORM_FULL);
    }
    if (one->limit)
        SAY(b, cell, "accuracy.limit", { "limit", .fact = one->limit });
}

static void harness_cell(struct building *b, struct node *cell, const struct accuracy *one)
{
    value_add(b, cell, one->tool_version, FORM_FULL);
    if (one->shots)
        SAY(b, cell, "accuracy.shots", { "shots", .fact = one->shots });
    if (one->model)
        SAY(b, cell, "accuracy.model", { "model", .fact = one->model });
}

static void evidence_cell(struct building *b, struct node *cell, const struct accuracy *one)
{
    static const char *const ties[] = { [ACCURACY_TIED] = NULL,
                                        [ACCURACY_UNTOLD] = "accuracy.untold",
                                        [ACCURACY_TWICE] = "accuracy.twice",
                                        [ACCURACY_OTHER] = "accuracy.other_stack" };
    const char *string = one->part          ? "accuracy.part"
                         : one->other_model ? "accuracy.other_model"
                         : ties[one->tie]   ? ties[one->tie]
                         : !one->asked      ? "accuracy.not_asked"
                         : one->error_off   ? "accuracy.error_off"
                         : !one->error      ? "accuracy.no_error"
                                            : "accuracy.counts";
    text_add(b, cell, string)->style =
        one->evidence && !one->error_off ? STYLE_PLAIN : STYLE_STRONG;
}

static void scores_add(struct building *b, struct node *section)
{
    static const struct column columns[] = { { .share = 7 },
                                             { .share = 17 },
                                             { .share = 19 },
                                             { .share = 14 },
                                             { .share = 11, .right = true },
                                             { .share = 11, .right = true },
                                             { .share = 19 },
                                             { .share = 22 } };
    static const char *const heads[] = { "costs.system",     "accuracy.precision", "accuracy.task",
                                         "accuracy.samples", "accuracy.score",     "accuracy.error",
                                         "accuracy.harness", "accuracy.stands" };
    struct node *table =
        TABLE_HEADED(b, section, ROLE_FINDINGS, "accuracy.caption", columns, heads);
    for (size_t i = 0; i < b->model->accuracy_count; i++) {
        const struct accuracy *one = &b->model->accuracy[i];
        struct node *row = row_add(b, table);
        quote_add(b, cell_heading(b, row), one->system->id, NULL);
        formats_cell(b, cell_add(b, row), one);
        quote_add(b, cell_add(b, row), one->task, NULL);
        samples_cell(b, cell_add(b, row), one);
        value_add(b, cell_add(b, row), one->score, FORM_FULL);
        value_add(b, cell_add(b, row), one->error, FORM_FULL);
        harness_cell(b, cell_add(b, row), one);
        evidence_cell(b, cell_add(b, row), one);
    }
}

static void losses_add(struct building *b, struct node *section, const struct comparison *c)
{
    static const struct column columns[] = { { .share = 40 }, { .share = 40 }, { .share = 20 } };
    static const char *const heads[] = { "accuracy.task", "accuracy.loss", "accuracy.standing" };
    static const char *const words[] = { [HOLDS] = "accuracy.within",
                                         [FAILS] = "accuracy.beyond",
                                         [UNKNOWN] = "accuracy.not_shown",
                                         [NOT_APPLICABLE] = "accuracy.no_limit" };
    SAY(b, heading_add(b, section, 3, NULL), "accuracy.loss.heading", { "a", .quote = c->a->id },
        { "b", .quote = c->b->id });
    struct node *table =
        TABLE_HEADED(b, section, ROLE_NONE, "accuracy.loss.caption", columns, heads);
    for (size_t i = 0; i < c->accuracy_count; i++) {
        const struct accuracy_loss *one = &c->accuracy[i];
        struct node *row = row_add(b, table);
        quote_add(b, cell_heading(b, row), one->task, NULL);
        three_add(b, cell_add(b, row), &one->loss);
        text_add(b, cell_add(b, row), words[one->standing])->style =
            one->standing == HOLDS ? STYLE_PLAIN : STYLE_STRONG;
    }
}

bool section_accuracy(struct building *b, struct node *root, const char *id)
{
    if (b->model->accuracy_count == 0)
        return true;
    const struct fact *limit = case_fact(b, KEY_POLICY_ACCURACY);
    const struct fact *task = case_fact(b, KEY_ACCURACY_TASK);
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "accuracy.heading");
    paragraph_plain(b, section, ROLE_NONE, "accuracy.intro");
    if (task)
        SAY_PARAGRAPH(b, section, ROLE_NONE, "accuracy.asked", { "task", .fact = task });
    scores_add(b, section);
    if (limit)
        SAY_PARAGRAPH(b, section, ROLE_NONE, "accuracy.accepted", { "limit", .fact = limit });
    else
        paragraph_plain(b, section, ROLE_NONE, "accuracy.none_accepted");
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (c->accuracy_count > 0 && pictured(b, c))
            losses_add(b, section, c);
    }
    return true;
}
