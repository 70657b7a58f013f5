/* validate.c - the one check of a tree before any device sees it.
 *
 * What it finds is our own mistake, never the input's; it is reported all the same, so that a
 * broken report is refused instead of shown. */
#include "build.h"

#include "base/json.h"

#include <glib.h>

struct checking {
    const struct report_model *model;
    GHashTable *words; /* of the strings table */
    struct diags *diags;
    uint8_t level; /* of the last heading */
    size_t faults;
    int depth;
};

static void fault(struct checking *c, const struct node *node, const char *what)
{
    struct place place = { .file = STR("report"), .path = node->id };
    diag_add(c->diags, DIAG_MACHINE_FAILED, place, STR("a sound report"), "%s: %.*s", what,
             STR_ARG(node->text));
    c->faults++;
}

static bool has_digit(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] >= '0' && text.at[i] <= '9')
            return true;
    return false;
}

/* Every stretch of words of the strings table, between slots. */
static GHashTable *words_all(const struct skin *skin)
{
    GHashTable *words =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    const struct json_item *root = json_root(skin->strings);
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item)) {
        struct str rest = json_type(item) == JSON_STRING ? json_string(item) : (struct str){ 0 };
        struct phrase piece = { 0 };
        while (phrase_next(&rest, &piece))
            if (!piece.slot)
                g_hash_table_add(words, g_bytes_new(piece.text.at, piece.text.len));
    }
    return words;
}

/* Whether words that hold a digit come from the strings table. */
static bool is_template(const struct checking *c, struct str text)
{
    GBytes *bytes = g_bytes_new(text.at, text.len);
    bool found = g_hash_table_contains(c->words, bytes);
    g_bytes_unref(bytes);
    return found;
}

/* A number that relates systems, without a verdict that permits it. */
static bool unlicensed(const struct fact *fact)
{
    const struct derivation *derivation = fact->derivation;
    return derivation && derivation->relates &&
           !(derivation->licence && comparison_licenses(derivation->licence));
}

static void value_check(struct checking *c, const struct node *node)
{
    const struct fact *fact = node->fact;
    if (!fact || fact->number == 0 || fact->number > c->model->fact_count ||
        c->model->fact[fact->number - 1] != fact) {
        fault(c, node, "value without a numbered fact");
        return;
    }
    if (fact->kind == FACT_DERIVED) {
        const struct derivation *derivation = fact->derivation;
        if (!derivation || !derivation->name)
            fault(c, node, "derived value without derivation");
        else if (unlicensed(fact))
            fault(c, node, "value across systems without licence");
    }
}

static bool mark_licensed(const struct mark *mark)
{
    for (; mark; mark = mark->next)
        if ((mark->fact && unlicensed(mark->fact)) || !mark_licensed(mark->child))
            return false;
    return true;
}

static const struct system *fact_system(const struct fact *fact)
{
    return fact->run && fact->run->machine ? fact->run->machine->system
           : fact->machine                 ? fact->machine->system
                                           : fact->system;
}

static bool one_system(const struct scene *scene)
{
    const struct system *system = NULL;
    for (const struct mark *mark = scene->first; mark; mark = mark->next) {
        const struct system *of = mark->fact ? fact_system(mark->fact) : NULL;
        if (of && system && of != system)
            return false;
        system = of ? of : system;
    }
    return true;
}

static void chart_check(struct checking *c, const struct node *node)
{
    if (!node->scene || node->scene->title.len == 0 || node->scene->description.len == 0) {
        fault(c, node, "chart without title or description");
        return;
    }
    if (!node->child || node->child->type != NODE_TABLE)
        fault(c, node, "chart without a table of its figures");
    if (!mark_licensed(node->scene->first) ||
        (!(node->licence && comparison_licenses(node->licence)) && !one_system(node->scene)))
        fault(c, node, "chart relates systems without licence");
}

static void table_check(struct checking *c, const struct node *node)
{
    for (const struct node *row = node->child; row; row = row->next) {
        size_t cells = 0;
        for (const struct node *cell = row->child; cell; cell = cell->next) {
            if (cell->type != NODE_CELL)
                fault(c, node, "row holds something else than cells");
            cells++;
        }
        if (row->type != NODE_ROW || cells != node->column_count) {
            fault(c, node, "table not rectangular");
            return;
        }
    }
}

static void heading_check(struct checking *c, const struct node *node)
{
    if (node->level == 0 || node->level > c->level + 1)
        fault(c, node, "heading skips a level");
    if (!node->child)
        fault(c, node, "heading is empty");
    c->level = node->level;
}

static void node_check(struct checking *c, const struct node *node)
{
    enum { DEEPEST = 32 };
    if (c->depth >= DEEPEST) {
        fault(c, node, "tree too deep");
        return;
    }
    switch (node->type) {
    case NODE_VALUE:
        value_check(c, node);
        break;
    case NODE_TEXT:
        if (has_digit(node->text) && !is_template(c, node->text))
            fault(c, node, "digit in words that are neither template nor evidence");
        break;
    case NODE_QUOTE:
        if (node->fact && (node->fact->number == 0 || node->fact->number > c->model->fact_count))
            fault(c, node, "quotation of a fact that is not numbered");
        break;
    case NODE_TABLE:
        table_check(c, node);
        break;
    case NODE_HEADING:
        heading_check(c, node);
        break;
    case NODE_CHART:
        chart_check(c, node);
        break;
    case NODE_CELL:
        if (node->scene && !mark_licensed(node->scene->first))
            fault(c, node, "bar relates systems without licence");
        break;
    case NODE_DOCUMENT:
    case NODE_SECTION:
    case NODE_PARAGRAPH:
    case NODE_LIST:
    case NODE_ITEM:
    case NODE_ROW:
    case NODE_NOTE:
    case NODE_LINK:
    case NODE_COLUMNS:
        break;
    case NODE_TYPES:
        fault(c, node, "node of no type");
        break;
    }
    c->depth++;
    for (const struct node *child = node->child; child; child = child->next)
        node_check(c, child);
    c->depth--;
}

bool document_validate(const struct node *root, const struct report_model *model,
                       const struct skin *skin, struct diags *diags)
{
    struct checking c = { .model = model, .words = words_all(skin), .diags = diags };
    node_check(&c, root);
    g_hash_table_destroy(c.words);
    return c.faults == 0;
}
