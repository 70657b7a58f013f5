/* sections_stack.c - what changed in the stack (ribbon) and what is known of it (matrix). */
#include "page_one.h"

/* ---- ribbon ---- */

static const char *credit_subtitle(const struct comparison *c)
{
    if (refused(c))
        return "ribbon.subtitle.refused";
    if (claimed(c) && comparison_shows(c) != SHOWN_CHANGE)
        return "ribbon.subtitle.unmoved";
    return c->credited != LAYER_NONE ? "ribbon.subtitle.credited" : "ribbon.subtitle.whole";
}

static void ribbon_value(struct building *b, struct node *row, const struct fact *fact,
                         enum style style)
{
    struct node *cell = cell_add(b, row);
    value_add(b, cell, fact, FORM_FULL)->style = fact ? style : STYLE_BAD;
}

static bool executors(const struct building *b)
{
    return b->model->case_file->under_test.kind == UNDER_TEST_EXECUTOR;
}

/* Both sides say something of the layer, and one does not say all that a comparison needs. */
static bool in_part(const struct layer_difference *layer)
{
    return layer->state == LAYER_UNDISCLOSED && layer->a && layer->b;
}

static void ribbon_word(struct building *b, struct node *cell, const struct layer_difference *layer)
{
    if (layer->under_test) {
        text_add(b, cell, "ribbon.under_test")->style = STYLE_B;
    } else if (layer->is != DIFFERENCE_UNCLASSED) {
        text_add(b, cell, joined(b, "class", difference_name(layer->is)))->style =
            layer->is == DIFFERENCE_UNEXPLAINED ? STYLE_BAD : STYLE_B;
    } else if (layer->state == LAYER_CHANGED) {
        text_add(b, cell, "ribbon.also_changed")->style = STYLE_B;
    } else if (in_part(layer)) {
        text_add(b, cell, "ribbon.in_part")->style = STYLE_SOFT;
    }
}

/* A distance ends in its step; the words for values that are no versions stand in the table of all
 * differences alone. */
static bool has_step(const struct fact *distance)
{
    struct str text = distance ? distance->value.text : (struct str){ 0 };
    return text.len > 0 && text.at[text.len - 1] >= '0' && text.at[text.len - 1] <= '9';
}

/* Of the two values that the row shows; NULL: no versions. */
static const struct fact *distance_shown(const struct layer_difference *layer)
{
    for (size_t i = 0; i < layer->difference_count; i++) {
        const struct key_difference *at = &layer->difference[i];
        if (at->a == layer->a && at->b == layer->b)
            return has_step(at->distance) ? at->distance : NULL;
    }
    return NULL;
}

/* An arrow is a change of one system; of two bidders neither became the other. */
static void ribbon_row(struct building *b, struct node *table, const struct comparison *c,
                       const struct layer_difference *layer)
{
    bool apart = layer->state == LAYER_CHANGED && !c->has_baseline;
    static const enum ribbon_state states[] = { [LAYER_SAME] = RIBBON_SAME,
                                                [LAYER_CHANGED] = RIBBON_CHANGED,
                                                [LAYER_UNDISCLOSED] = RIBBON_UNDISCLOSED };
    static const char *const signs[] = { [LAYER_SAME] = "ribbon.sign.same",
                                         [LAYER_CHANGED] = "ribbon.sign.changed",
                                         [LAYER_UNDISCLOSED] = "ribbon.sign.undisclosed" };
    struct node *row = row_add(b, table);
    row->ribbon = apart ? RIBBON_DIFFERS : states[layer->state];
    row->under_test = layer->under_test;
    quote_add(b, cell_heading(b, row), layer_title(b, layer->layer), NULL);
    ribbon_value(b, row, layer->a, layer->state == LAYER_CHANGED ? STYLE_PLAIN : STYLE_SOFT);
    text_add(b, cell_add(b, row), apart ? "ribbon.sign.differs" : signs[layer->state]);
    if (layer->state == LAYER_SAME && layer->a) {
        text_add(b, cell_add(b, row), "ribbon.same")->style = STYLE_SOFT;
    } else {
        ribbon_value(b, row, layer->b, layer->state == LAYER_CHANGED ? STYLE_STRONG : STYLE_SOFT);
        if (distance_shown(layer)) {
            text_add(b, row->last, "list.separator")->style = STYLE_SOFT;
            value_add(b, row->last, distance_shown(layer), FORM_FULL)->style = STYLE_SOFT;
        }
        if (layer->difference_count > 1)
            text_add(b, row->last, "ribbon.others")->style = STYLE_SOFT;
    }
    ribbon_word(b, cell_add(b, row), layer);
    quote_add(b, cell_add(b, row), owner_of(b, layer->layer), NULL)->style = STYLE_SOFT;
}

/* ---- which rows, in which order ---- */

/* Of the forced differences between whole executors one row speaks: the accelerator's, else the
 * first. */
static const struct layer_difference *forced_speaks(const struct comparison *c)
{
    const struct layer_difference *first = NULL;
    for (size_t i = 0; i < c->layer_count; i++) {
        const struct layer_difference *at = &c->layer[i];
        if (at->is == DIFFERENCE_FORCED && at->layer == LAYER_ACCELERATOR)
            return at;
        first = !first && at->is == DIFFERENCE_FORCED ? at : first;
    }
    return first;
}

/* A refusal of the one pair that there is has its ribbon in the body, whole; one of several has a
 * first page of its own with room for it. */
static bool in_body(struct building *b, const struct comparison *c)
{
    return refused(c) && !several(b);
}

/* Layers that are the same and not under test: one line of names where page one holds a table of
 * costs or the loads reached, too; the section on executors holds their values. */
static bool folded(struct building *b, const struct comparison *c,
                   const struct layer_difference *layer)
{
    bool forced = layer->is == DIFFERENCE_FORCED && layer != forced_speaks(c);
    bool same = layer->state == LAYER_SAME && !layer->under_test;
    /* first pages name what differs or is not disclosed */
    return forced || (same && !in_body(b, c));
}

/* Nothing is known of either side and nothing else is to be said. */
static bool is_silent(const struct comparison *c, const struct layer_difference *layer)
{
    return layer->state == LAYER_UNDISCLOSED && !layer->a && !layer->b && !layer->under_test &&
           layer->is == DIFFERENCE_UNCLASSED && layer->difference_count <= 1 && !refused(c);
}

/* A layer that nobody disclosed, with the others of the same owner that come after it; nothing,
 * where it stands in the row of an earlier one. */
static void silent_row(struct building *b, struct node *table, const struct comparison *c,
                       size_t at)
{
    struct str owner = owner_of(b, c->layer[at].layer);
    for (size_t i = 0; i < at; i++)
        if (is_silent(c, &c->layer[i]) && str_eq(owner_of(b, c->layer[i].layer), owner))
            return;
    ribbon_row(b, table, c, &c->layer[at]);
    struct node *name = table->last->child;
    for (size_t i = at + 1; i < c->layer_count; i++) {
        if (!is_silent(c, &c->layer[i]) || !str_eq(owner_of(b, c->layer[i].layer), owner))
            continue;
        text_add(b, name, "ribbon.silent.next");
        quote_add(b, name, layer_title(b, c->layer[i].layer), NULL);
    }
}

/* Between whole executors what was chosen stands first, then what was forced. */
static void rows_add(struct building *b, struct node *table, const struct comparison *c)
{
    static const enum difference_class order[] = { DIFFERENCE_UNEXPLAINED, DIFFERENCE_CHOSEN,
                                                   DIFFERENCE_FORCED, DIFFERENCE_UNCLASSED };
    for (size_t k = 0; k < ARRAY_COUNT(order); k++) {
        for (size_t i = 0; i < c->layer_count; i++)
            if (c->layer[i].is == order[k] && is_silent(c, &c->layer[i]))
                silent_row(b, table, c, i);
            else if (c->layer[i].is == order[k] && !folded(b, c, &c->layer[i]))
                ribbon_row(b, table, c, &c->layer[i]);
    }
}

/* The titles of the layers that `wanted` picks, in one line; nothing where it picks none. */
static void titles_line(struct building *b, struct node *figure, const struct comparison *c,
                        enum difference_class wanted, const char *before, const char *after)
{
    struct node *line = NULL;
    for (size_t i = 0; i < c->layer_count; i++) {
        const struct layer_difference *layer = &c->layer[i];
        bool mine = wanted == DIFFERENCE_UNCLASSED ? layer->is == wanted && folded(b, c, layer)
                                                   : layer->is == wanted;
        if (!mine)
            continue;
        if (line) {
            text_add(b, line, "list.separator");
        } else {
            line = paragraph_add(b, figure, ROLE_SMALL);
            text_add(b, line, before);
        }
        quote_add(b, line, layer_title(b, layer->layer), NULL);
    }
    if (line)
        text_add(b, line, after);
}

static bool any_of_class(const struct comparison *c, enum difference_class is)
{
    for (size_t i = 0; i < c->layer_count; i++) {
        for (size_t j = 0; j < c->layer[i].difference_count; j++)
            if (c->layer[i].difference[j].is == is)
                return true;
    }
    return false;
}

static bool any_distance(struct building *b, const struct comparison *c)
{
    for (size_t i = 0; i < c->layer_count; i++)
        if (!folded(b, c, &c->layer[i]) && distance_shown(&c->layer[i]))
            return true;
    return false;
}

static bool any_in_part(const struct comparison *c)
{
    for (size_t i = 0; i < c->layer_count; i++)
        if (in_part(&c->layer[i]) && !c->layer[i].under_test &&
            c->layer[i].is == DIFFERENCE_UNCLASSED)
            return true;
    return false;
}

/* What the layers that changed are, for a reader who does not know their names. */
static void glosses_add(struct building *b, struct node *note, const struct comparison *c)
{
    enum { MOST = 3 };
    size_t told = 0;
    for (size_t i = 0; i < c->layer_count && told < MOST; i++) {
        const struct layer_difference *at = &c->layer[i];
        bool known = b->behind && b->glossed[at->layer];
        if ((at->state == LAYER_CHANGED || at->under_test) && !folded(b, c, at) && !known) {
            b->glossed[at->layer] = b->behind;
            SAY(b, paragraph_add(b, note, ROLE_NONE), "ribbon.gloss",
                { "layer", .quote = layer_title(b, at->layer) },
                { "gloss", .string = joined(b, "gloss", layer_row(at->layer)->name) });
            told++;
        }
    }
}

static void ribbon_note(struct building *b, struct node *figure, const struct comparison *c)
{
    struct node *note = node_add(b, figure, NODE_NOTE);
    if (claimed(c) && comparison_shows(c) != SHOWN_CHANGE) {
        paragraph_plain(b, note, ROLE_NONE, "ribbon.why.unmoved");
    } else if (!refused(c)) {
        paragraph_plain(b, note, ROLE_NONE,
                        c->credited == LAYER_NONE     ? "ribbon.why.whole"
                        : silent_layers(b, c).len > 0 ? "ribbon.why.disclosed"
                                                      : "ribbon.why.credited");
    }
    glosses_add(b, note, c);
    for (size_t i = 0; i < c->bridge_count; i++) {
        SAY(b, paragraph_add(b, note, ROLE_NONE), "ribbon.bridge",
            { "ratio", .fact = c->bridge[i] });
    }
    if (any_of_class(c, DIFFERENCE_UNEXPLAINED))
        paragraph_plain(b, note, ROLE_NONE, "ribbon.unexplained");
    if (any_of_class(c, DIFFERENCE_CHOSEN))
        paragraph_plain(b, note, ROLE_NONE, "ribbon.chosen");
    if (any_distance(b, c))
        paragraph_plain(b, note, ROLE_NONE, "ribbon.distance");
    if (any_in_part(c))
        paragraph_plain(b, note, ROLE_NONE, "ribbon.in_part.note");
    if (!b->behind || !b->glossed[LAYER_NONE])
        paragraph_plain(b, note, ROLE_NONE, "ribbon.owners");
    b->glossed[LAYER_NONE] = b->behind;
}

void ribbon_add(struct building *b, struct node *page, const struct comparison *c)
{
    static const struct column columns[] = {
        { .share = 28 }, { .share = 27, .right = true }, { .share = 6 },
        { .share = 23 }, { .share = 10, .right = true }, { .share = 13, .right = true }
    };
    if (c->layer_count == 0)
        return;
    struct node *figure = section_add(b, page, ROLE_FIGURE,
                                      str_format(b->home, "stack%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, figure, in_body(b, c) ? 3 : 2,
                c->has_baseline ? "ribbon.heading" : "ribbon.heading.apart");
    SAY(b, paragraph_add(b, figure, ROLE_SUBTITLE), credit_subtitle(c),
        { "layer", .quote = layer_title(b, c->credited) });
    struct node *table =
        table_add(b, figure, ROLE_RIBBON, "ribbon.caption", columns, ARRAY_COUNT(columns));
    struct node *head = row_add(b, table);
    head->heading = true;
    text_add(b, cell_heading(b, head), "ribbon.layer");
    quote_add(b, cell_heading(b, head), c->a->id, NULL)->style = STYLE_A;
    text_add(b, cell_heading(b, head), "ribbon.between");
    quote_add(b, cell_heading(b, head), c->b->id, NULL)->style = STYLE_B;
    text_add(b, cell_heading(b, head), executors(b) ? "ribbon.class" : "ribbon.note");
    text_add(b, cell_heading(b, head), "ribbon.owner");
    rows_add(b, table, c);
    if (in_body(b, c)) /* of the others the notes stand there alone */
        stack_notes_add(b, figure, c);
}

void stack_alone_add(struct building *b, struct node *columns, const struct comparison *c)
{
    static const struct column column[] = { { .share = 45 }, { .share = 55 } };
    struct node *figure = section_add(b, columns, ROLE_FIGURE,
                                      str_format(b->home, "stack%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, figure, refused(c) && !refusal_brief(c) ? 3 : 2, "alone.stack");
    struct node *table =
        table_add(b, figure, ROLE_NONE, "alone.stack", column, ARRAY_COUNT(column));
    for (size_t i = 0; i < c->layer_count; i++) {
        struct node *row = row_add(b, table);
        quote_add(b, cell_heading(b, row), layer_title(b, c->layer[i].layer), NULL);
        struct node *value = value_add(b, cell_add(b, row), c->layer[i].a, FORM_UNIT);
        value->style = c->layer[i].a ? STYLE_PLAIN : STYLE_BAD;
        if (c->layer[i].state == LAYER_CHANGED)
            text_add(b, row->last, "alone.differs")->style = STYLE_BAD;
    }
}

void stack_notes_add(struct building *b, struct node *figure, const struct comparison *c)
{
    titles_line(b, figure, c, DIFFERENCE_FORCED, "ribbon.forced", "ribbon.forced.where");
    titles_line(b, figure, c, DIFFERENCE_UNCLASSED, "ribbon.folded", "sentence.end");
    ribbon_note(b, figure, c);
}
