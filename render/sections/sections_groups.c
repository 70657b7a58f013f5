/* sections_groups.c - several comparisons side by side: the verdict of each pair, and to which
 * layer a change may be credited, step by step. */
#include "chart.h"
#include "page_one.h"

static const struct comparison *pair_find(const struct building *b, const struct system *a,
                                          const struct system *c, struct str workload)
{
    const struct comparison *reversed = NULL;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *at = &b->model->comparison[i];
        if (!str_eq(at->workload, workload))
            continue;
        if (at->a == c && at->b == a)
            return at;
        reversed = at->a == a && at->b == c ? at : reversed;
    }
    return reversed;
}

static void verdicts_table(struct building *b, struct node *figure, struct span systems,
                           struct str workload)
{
    const struct case_file *c = b->model->case_file;
    size_t count = systems.to - systems.from + 1;
    struct column *column = ARENA_MANY(b->home, count, struct column);
    for (size_t i = 0; i < count; i++)
        column[i].share = i == 0 ? 12 : 20;
    struct node *table = table_add(b, figure, ROLE_FINDINGS, "groups.matrix", column, count);
    struct node *head = row_add(b, table);
    head->heading = true;
    text_add(b, cell_heading(b, head), "groups.system");
    for (size_t i = systems.from; i < systems.to; i++)
        quote_add(b, cell_heading(b, head), c->system[i].id, NULL);
    for (size_t i = 0; i < c->system_count; i++) {
        struct node *row = row_add(b, table);
        quote_add(b, cell_heading(b, row), c->system[i].id, NULL);
        for (size_t j = systems.from; j < systems.to; j++) {
            const struct comparison *at =
                i == j ? NULL : pair_find(b, &c->system[i], &c->system[j], workload);
            struct node *cell = cell_add(b, row);
            if (at)
                quote_add(b, cell, own_words(b, verdict_row(at->verdict)->name), NULL);
            else
                text_add(b, cell, i == j ? "groups.self" : "groups.none")->style = STYLE_SOFT;
        }
    }
}

/* Rows and columns are systems; a cell is a verdict, never a number. */
static void verdicts_add(struct building *b, struct node *section, struct str workload,
                         size_t number)
{
    enum { SYSTEMS_MOST = 6 }; /* columns that a page holds */
    struct node *figure =
        section_add(b, section, ROLE_FIGURE, str_format(b->home, "verdicts-%zu", number));
    SAY(b, heading_add(b, figure, 3, NULL),
        workload.len > 0 ? "groups.matrix.workload" : "groups.matrix",
        { "workload", .quote = workload });
    struct span systems = { 0, 0 };
    while (span_next(b->model->case_file->system_count, SYSTEMS_MOST, &systems))
        verdicts_table(b, figure, systems, workload);
}

/* What nobody disclosed is no layer that does not differ. */
static void layers_cell(struct building *b, struct node *cell, const struct comparison *c)
{
    size_t changed = 0, hidden = 0;
    for (size_t i = 0; i < c->layer_count; i++) {
        hidden += c->layer[i].state == LAYER_UNDISCLOSED;
        if (c->layer[i].state == LAYER_CHANGED) {
            if (changed++ > 0)
                text_add(b, cell, "list.separator");
            quote_add(b, cell, layer_title(b, c->layer[i].layer), NULL);
        }
    }
    if (hidden > 0) {
        SAY(b, cell, changed > 0 ? "groups.undisclosed" : "groups.none_known",
            { "count", .quote = counted_text(b, hidden) });
    } else if (changed == 0) {
        text_add(b, cell, "groups.no_layer")->style = STYLE_SOFT;
    }
}

void pair_change_add(struct building *b, struct node *cell, const struct comparison *c)
{
    if (!claimed(c)) {
        text_add(b, cell, "groups.no_ratio")->style = STYLE_SOFT;
        return;
    }
    value_add(b, cell, c->change, FORM_FULL);
    text_add(b, cell, "list.separator");
    value_add(b, cell, c->change_low, FORM_FULL);
    text_add(b, cell, "groups.to_word");
    value_add(b, cell, c->change_high, FORM_FULL);
}

static void credit_cell(struct building *b, struct node *cell, const struct comparison *c)
{
    size_t apart = 0;
    for (size_t i = 0; i < c->layer_count; i++)
        apart += c->layer[i].state == LAYER_CHANGED;
    if (refused(c)) {
        SAY(b, cell, "groups.refused",
            { "verdict", .quote = own_words(b, verdict_row(c->verdict)->name) });
    } else if (c->credited != LAYER_NONE) {
        SAY(b, cell, "groups.credited", { "layer", .quote = layer_title(b, c->credited) },
            { "owner", .quote = owner_of(b, c->credited) });
    } else if (b->model->case_file->under_test.kind == UNDER_TEST_EXECUTOR) {
        text_add(b, cell, "groups.whole");
    } else if (apart > 1) {
        SAY(b, cell, "groups.several", { "layers", .fact = c->layers_changed });
    } else {
        SAY(b, cell, "groups.one_uncredited", { "why", .quote = credit_words(b, c->credit_why) });
    }
}

static void credit_row(struct building *b, struct node *table, const struct comparison *c,
                       bool workloads)
{
    struct node *row = row_add(b, table);
    quote_add(b, cell_add(b, row), c->a->id, NULL);
    quote_add(b, cell_add(b, row), c->b->id, NULL);
    if (workloads)
        quote_add(b, cell_add(b, row), c->workload, NULL);
    layers_cell(b, cell_add(b, row), c);
    pair_change_add(b, cell_add(b, row), c);
    credit_cell(b, cell_add(b, row), c);
}

static void credit_add(struct building *b, struct node *section, bool workloads, uint8_t level)
{
    enum { COLUMNS = 6, WORKLOAD = 2 }; /* left out where there is one workload */
    static const struct column all[COLUMNS] = { { .share = 8 },  { .share = 8 },  { .share = 14 },
                                                { .share = 28 }, { .share = 26 }, { .share = 26 } };
    static const char *const named[COLUMNS] = { "groups.from",   "groups.to",     "groups.workload",
                                                "groups.layers", "groups.change", "groups.says" };
    struct column *column = ARENA_MANY(b->home, COLUMNS, struct column);
    const char *head[COLUMNS];
    size_t count = 0;
    for (size_t i = 0; i < COLUMNS; i++) {
        if (i != WORKLOAD || workloads) {
            column[count] = all[i];
            head[count++] = named[i];
        }
    }
    heading_add(b, section, level, "groups.credit.heading");
    paragraph_plain(b, section, ROLE_NONE, "groups.credit.intro");
    struct node *table =
        table_add(b, section, ROLE_FINDINGS, "groups.credit.caption", column, count);
    header_add(b, table, head, count);
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (pictured(b, c)) /* a pair that stands both ways is shown once */
            credit_row(b, table, c, workloads);
    }
}

/* Licensed changes side by side, each on its own row; what is refused has none. */
static void changes_add(struct building *b, struct node *section, uint8_t level)
{
    size_t drawn = 0, changed = 0, equal = 0;
    const struct comparison *first = NULL;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        bool mine = claimed(c) && pictured(b, c);
        first = !first && mine ? c : first;
        drawn += mine;
        changed += mine && comparison_shows(c) == SHOWN_CHANGE;
        equal += mine && comparison_shows(c) == SHOWN_EQUALITY;
    }
    if (drawn < 2)
        return;
    struct node *figure = section_add(b, section, ROLE_FIGURE, STR("changes"));
    struct fill fill[] = { { "changed", .quote = counted_text(b, changed) },
                           { "equal", .quote = counted_text(b, equal) },
                           { "open", .quote = counted_text(b, drawn - changed - equal) },
                           { "all", .quote = counted_text(b, drawn) },
                           { "margin", .fact = b->model->case_file->policy.margin_fact } };
    struct node *heading = heading_add(b, figure, level, NULL);
    say(b, heading, "changes.finding", fill, ARRAY_COUNT(fill));
    if (equal > 0)
        say(b, heading, "changes.finding.equal", fill, ARRAY_COUNT(fill));
    if (drawn > changed + equal)
        say(b, heading, "changes.finding.open", fill, ARRAY_COUNT(fill));
    paragraph_plain(b, figure, ROLE_SUBTITLE, "changes.subtitle");
    chart_add(b, figure, CHART_CHANGES, first, NULL);
}

void groups_add(struct building *b, struct node *page)
{
    const struct case_file *c = b->model->case_file;
    size_t number = 0;
    /* of two systems the table of categories has said each verdict */
    bool said = c->system_count == 2 && c->terms && c->terms->category_count > 0;
    struct node *section = section_add(b, page, ROLE_NONE, STR("groups"));
    uint8_t level = said ? 2 : 3; /* of what else follows: no heading stands above nothing */
    if (!said) {
        heading_add(b, section, 2, "groups.heading");
        paragraph_plain(b, section, ROLE_NONE, "groups.intro");
    }
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *at = &b->model->comparison[i];
        if (i > 0 && str_eq(at->workload, (at - 1)->workload))
            continue;
        number++;
        if (!said)
            verdicts_add(b, section, at->workload, number);
    }
    changes_add(b, section, level);
    credit_add(b, section, number > 1, level);
}
