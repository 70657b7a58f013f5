/* sections_differences.c - every difference of the stack, key by key: both values, how far the
 * versions lie apart, who owns the layer, and between whole executors the class of the difference
 * with what would remove it. */
#include "build.h"

enum { LISTED_MOST = 24 }; /* of one layer; a list of packages may hold hundreds */

static bool executors(const struct building *b)
{
    return b->model->case_file->under_test.kind == UNDER_TEST_EXECUTOR;
}

/* What the case says of it, or which bridge run would remove it. */
static void class_add(struct building *b, struct node *cell, const struct comparison *c,
                      const struct layer_difference *layer, const struct key_difference *at)
{
    if (at->is == DIFFERENCE_UNCLASSED) {
        text_add(b, cell, layer->under_test ? "ribbon.under_test" : "differences.must_be_equal");
        return;
    }
    text_add(b, cell, joined(b, "class", difference_name(at->is)))->style =
        at->is == DIFFERENCE_UNEXPLAINED ? STYLE_BAD : STYLE_STRONG;
    if (at->reason) {
        text_add(b, cell, "differences.colon");
        value_add(b, cell, at->reason, FORM_FULL);
    } else if (at->is == DIFFERENCE_FORCED) {
        text_add(b, cell, "differences.bound");
    }
    if (at->is != DIFFERENCE_FORCED) {
        SAY(b, cell, at->is == DIFFERENCE_CHOSEN ? "differences.bridge" : "differences.explain",
            { "a", .quote = c->a->id }, { "b", .quote = c->b->id },
            { "key", .quote = str_from(vocabulary_row(at->key)->name), .style = STYLE_MONO });
    }
}

static void difference_row(struct building *b, struct node *table, const struct comparison *c,
                           const struct layer_difference *layer, const struct key_difference *at)
{
    struct node *row = row_add(b, table);
    struct node *head = cell_heading(b, row);
    quote_add(b, head, key_title(b, at->key), NULL);
    if (at->instance.len > 0)
        SAY(b, head, "findings.instance", { "instance", .quote = at->instance });
    value_add(b, cell_add(b, row), at->a, FORM_FULL);
    value_add(b, cell_add(b, row), at->b, FORM_FULL);
    struct node *distance = cell_add(b, row);
    if (at->distance)
        value_add(b, distance, at->distance, FORM_FULL);
    else
        text_add(b, distance, "differences.no_version")->style = STYLE_SOFT;
    class_add(b, cell_add(b, row), c, layer, at);
    quote_add(b, cell_add(b, row), owner_of(b, layer->layer), NULL)->style = STYLE_SOFT;
}

static bool any_difference(const struct comparison *c)
{
    for (size_t i = 0; i < c->layer_count; i++)
        if (c->layer[i].difference_count > 0)
            return true;
    return false;
}

void differences_add(struct building *b, struct node *section, const struct comparison *c)
{
    static const struct column columns[] = { { .share = 22 }, { .share = 17 }, { .share = 17 },
                                             { .share = 12 }, { .share = 24 }, { .share = 11 } };
    if (alone(b) || !any_difference(c)) /* between runs of one system rule D3 tells them */
        return;
    struct node *figure =
        section_add(b, section, ROLE_FIGURE,
                    str_format(b->home, "differences%.*s", STR_ARG(pair_suffix(b, c))));
    struct node *heading = heading_add(b, figure, 3, NULL);
    SAY(b, heading, "differences.heading", { "a", .quote = c->a->id }, { "b", .quote = c->b->id });
    workload_named(b, heading, c);
    paragraph_plain(b, figure, ROLE_NONE,
                    executors(b) ? "differences.intro.executor" : "differences.intro");
    struct node *table =
        table_add(b, figure, ROLE_FINDINGS, "differences.caption", columns, ARRAY_COUNT(columns));
    struct node *head = row_add(b, table);
    head->heading = true;
    text_add(b, cell_heading(b, head), "differences.what");
    quote_add(b, cell_heading(b, head), c->a->id, NULL)->style = STYLE_A;
    quote_add(b, cell_heading(b, head), c->b->id, NULL)->style = STYLE_B;
    text_add(b, cell_heading(b, head), "differences.distance");
    text_add(b, cell_heading(b, head), executors(b) ? "differences.class" : "differences.terms");
    text_add(b, cell_heading(b, head), "ribbon.owner");
    for (size_t i = 0; i < c->layer_count; i++) {
        const struct layer_difference *layer = &c->layer[i];
        for (size_t j = 0; j < layer->difference_count && j < LISTED_MOST; j++)
            difference_row(b, table, c, layer, &layer->difference[j]);
    }
    for (size_t i = 0; i < c->layer_count; i++) {
        if (c->layer[i].difference_count > LISTED_MOST) {
            SAY(b, paragraph_add(b, figure, ROLE_SMALL), "differences.more",
                { "layer", .quote = layer_title(b, c->layer[i].layer) });
        }
    }
}
