/* sections_conditions.c - every condition of the rules: exceptions in full, then those that hold,
 * with the values they turned on, and those that have none. */
#include "findings.h"

static bool is_exception(const struct finding *finding)
{
    return finding->cell != VERDICT_COMPARABLE;
}

/* Told in full here, and not among the pictures before. */
static bool in_full(const struct finding *finding, bool pictured_before)
{
    return is_exception(finding) && !(pictured_before && finding->cell == VERDICT_STATED);
}

static bool has_exceptions(const struct comparison *c, bool pictured_before)
{
    for (size_t i = 0; i < c->finding_count; i++)
        if (in_full(&c->finding[i], pictured_before))
            return true;
    return false;
}

static bool has_stated(const struct comparison *c)
{
    for (size_t i = 0; i < c->finding_count; i++)
        if (c->finding[i].cell == VERDICT_STATED)
            return true;
    return false;
}

static void exceptions_add(struct building *b, struct node *section, const struct comparison *c)
{
    static const struct column columns[] = { { .share = 6, .mono = true },
                                             { .share = 22 },
                                             { .share = 10 },
                                             { .share = 16 },
                                             { .share = 16 },
                                             { .share = 30 } };
    static const char *const heads[] = {
        "findings.rule", "findings.condition", "findings.result", NULL, NULL, "findings.found"
    };
    bool before = pictured(b, c);
    pair_named(b, heading_add(b, section, 3, "conditions.exceptions"), c);
    if (!has_exceptions(c, false)) {
        paragraph_plain(b, section, ROLE_NONE, "conditions.no_exceptions");
        return;
    }
    if (before && has_stated(c)) {
        struct node *line = paragraph_plain(b, section, ROLE_NONE, "conditions.stated");
        text_add(b, link_add(b, line, str_format(b->home, "#%.*s", STR_ARG(stated_id(b, c)))),
                 "stated.heading");
        text_add(b, line, "sentence.end");
    }
    if (!has_exceptions(c, before))
        return;
    struct node *table = table_add(b, section, ROLE_FINDINGS, "conditions.exceptions", columns,
                                   ARRAY_COUNT(columns));
    header_add(b, table, heads, ARRAY_COUNT(heads));
    quote_add(b, table->child->child->next->next->next, c->a->id, NULL);
    quote_add(b, table->child->child->next->next->next->next, c->b->id, NULL);
    for (int severity = SEVERITY_BLOCKS; severity >= SEVERITY_DISCLOSES; severity--) {
        for (size_t i = 0; i < c->finding_count; i++) {
            const struct finding *finding = &c->finding[i];
            if (!in_full(finding, before) || (int)finding->severity != severity)
                continue;
            struct node *row = row_add(b, table);
            quote_add(b, cell_add(b, row), finding->rule->id, NULL)->style = STYLE_MONO;
            condition_cell(b, row, finding);
            text_add(b, cell_add(b, row), judgement_id(finding))->style = STYLE_SOFT;
            side_add(b, row, c, finding, false);
            side_add(b, row, c, finding, true);
            struct node *found = cell_add(b, row);
            found_add(b, found, finding);
            quote_add(b, found, worded(b->home, b->skin, finding->rule->why), NULL)->style =
                STYLE_SOFT;
            if (mend_of(finding).len > 0) {
                text_add(b, found, "space");
                text_add(b, found, "findings.mend");
                quote_ticked(b, found, found_words(b, mend_of(finding)), STYLE_PLAIN);
            }
        }
    }
    side_drop(b, table, 4);
}

static struct node *other_row(struct building *b, struct node *table, const struct finding *finding)
{
    struct node *row = row_add(b, table);
    quote_add(b, cell_add(b, row), finding->rule->id, NULL)->style = STYLE_MONO;
    condition_cell(b, row, finding);
    return row;
}

static void with_values_add(struct building *b, struct node *section, const struct comparison *c)
{
    static const struct column columns[] = { { .share = 6, .mono = true },
                                             { .share = 36 },
                                             { .share = 14 },
                                             { .share = 22 },
                                             { .share = 22 } };
    static const char *const heads[] = { "findings.rule", "findings.condition", "findings.result",
                                         NULL, NULL };
    struct node *table =
        TABLE_HEADED(b, section, ROLE_FINDINGS, "conditions.others", columns, heads);
    quote_add(b, table->child->child->next->next->next, c->a->id, NULL);
    quote_add(b, table->child->child->next->next->next->next, c->b->id, NULL);
    for (size_t i = 0; i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        if (in_full(finding, pictured(b, c)) || !sides_told(b, c, finding))
            continue;
        struct node *row = other_row(b, table, finding);
        if (!finding->a && !finding->b && finding->said.len > 0) {
            text_add(b, row->last, "sentence.stop");
            said_add(b, row->last, found_words(b, finding->said), finding);
        }
        text_add(b, cell_add(b, row), judgement_id(finding))->style = STYLE_SOFT;
        side_add(b, row, c, finding, false);
        side_add(b, row, c, finding, true);
    }
    side_drop(b, table, 4);
}

/* What holds of whole runs or does not apply has no values to set beside each other. */
static void bare_add(struct building *b, struct node *section, const struct comparison *c)
{
    static const struct column columns[] = {
        { .share = 6, .mono = true }, { .share = 38 }, { .share = 12 }, { .share = 44 }
    };
    static const char *const heads[] = { "findings.rule", "findings.condition", "findings.result",
                                         "findings.said" };
    struct node *table = NULL;
    for (size_t i = 0; i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        if (in_full(finding, pictured(b, c)) || sides_told(b, c, finding))
            continue;
        if (!table) {
            pair_named(b, heading_add(b, section, 4, "conditions.bare"), c);
            table = TABLE_HEADED(b, section, ROLE_FINDINGS, "conditions.bare", columns, heads);
        }
        struct node *row = other_row(b, table, finding);
        text_add(b, cell_add(b, row), judgement_id(finding))->style = STYLE_SOFT;
        struct node *said = cell_add(b, row);
        if (finding->said.len > 0)
            said_add(b, said, found_words(b, finding->said), finding);
        else
            text_add(b, said, "findings.said.none");
    }
}

static void others_add(struct building *b, struct node *section, const struct comparison *c)
{
    pair_named(b, heading_add(b, section, 3, "conditions.others"), c);
    with_values_add(b, section, c);
    bare_add(b, section, c);
}

bool section_conditions(struct building *b, struct node *root, const char *id)
{
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "conditions.heading");
    SAY(b, paragraph_add(b, section, ROLE_NONE), "conditions.intro",
        { "version", .quote = b->model->rules_version });
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        exceptions_add(b, section, &b->model->comparison[i]);
        others_add(b, section, &b->model->comparison[i]);
    }
    return true;
}
