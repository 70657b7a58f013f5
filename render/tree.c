/* tree.c - the tree itself as indented text: what is said, without how it looks. For golden tests.
 */
#include "devices.h"

static const char *const type_names[NODE_TYPES] = {
    [NODE_DOCUMENT] = "document",   [NODE_SECTION] = "section", [NODE_HEADING] = "heading",
    [NODE_PARAGRAPH] = "paragraph", [NODE_TEXT] = "text",       [NODE_QUOTE] = "quote",
    [NODE_VALUE] = "value",         [NODE_LIST] = "list",       [NODE_ITEM] = "item",
    [NODE_TABLE] = "table",         [NODE_ROW] = "row",         [NODE_CELL] = "cell",
    [NODE_CHART] = "chart",         [NODE_NOTE] = "note",       [NODE_LINK] = "link",
    [NODE_COLUMNS] = "columns",
};
static const char *const role_names[] = {
    [ROLE_NONE] = "",
    [ROLE_QUESTION] = "question",
    [ROLE_BYLINE] = "byline",
    [ROLE_VERDICT] = "verdict",
    [ROLE_ANSWER] = "answer",
    [ROLE_FIGURE] = "figure",
    [ROLE_SUBTITLE] = "subtitle",
    [ROLE_RIBBON] = "ribbon",
    [ROLE_MATRIX] = "matrix",
    [ROLE_FINDINGS] = "findings",
    [ROLE_LICENCE] = "licence",
    [ROLE_COMMANDS] = "commands",
    [ROLE_FACTS] = "facts",
    [ROLE_EVIDENCE] = "evidence",
    [ROLE_SIGNATURES] = "signatures",
    [ROLE_COLOPHON] = "colophon",
    [ROLE_FRAME] = "frame",
    [ROLE_SMALL] = "small",
    [ROLE_SUMMARY] = "summary",
    [ROLE_BODY] = "body",
};
static const char *const form_names[] = {
    [FORM_FULL] = "full",     [FORM_BARE] = "bare",     [FORM_UNIT] = "unit",
    [FORM_WRITTEN] = "unit",  [FORM_NUMBER] = "number", [FORM_PLAIN] = "plain",
    [FORM_DAY] = "day",       [FORM_SHORT] = "short",   [FORM_AMOUNT] = "amount",
    [FORM_MOMENT] = "moment", [FORM_LESS] = "less",     [FORM_SIZE] = "size"
};

static void said_put(struct arena *home, const struct skin *skin, const struct node *node,
                     struct buf *out)
{
    if (node->type == NODE_VALUE) {
        buf_putf(out, " F%u %s ", node->fact->number, form_names[node->form]);
        if (node->form != FORM_NUMBER)
            buf_put_visible(out, form_shown(home, skin, node->fact, node->form));
        if (form_united(node->form))
            buf_putf(out, " %.*s", STR_ARG(fact_symbol(home, skin, node->fact)));
    } else if (node->text.len > 0) {
        buf_put(out, STR(" \""));
        buf_put_visible(out, node->text);
        buf_put_char(out, '"');
        if (node->type == NODE_QUOTE && node->fact)
            buf_putf(out, " F%u", node->fact->number);
    }
}

static void node_put(struct arena *home, const struct skin *skin, const struct node *node,
                     int depth, struct buf *out)
{
    buf_putf(out, "%*s%s", depth * 2, "", type_names[node->type]);
    if (role_names[node->role][0])
        buf_putf(out, " .%s", role_names[node->role]);
    if (node->id.len > 0)
        buf_putf(out, " #%.*s", STR_ARG(node->id));
    if (node->role == ROLE_VERDICT && node->type == NODE_SECTION)
        buf_putf(out, " %s", verdict_row(node->verdict)->name);
    if (node->claim)
        buf_putf(out, " claim=%.*s", STR_ARG(node->claim->id));
    said_put(home, skin, node, out);
    if (node->target.len > 0) {
        buf_put(out, STR(" -> "));
        buf_put_visible(out, node->target);
    }
    if (node->type == NODE_CELL && node->role == ROLE_MATRIX)
        buf_putf(out, " coverage=%d", (int)node->coverage);
    buf_put_char(out, '\n');
    for (const struct node *child = node->child; child; child = child->next)
        node_put(home, skin, child, depth + 1, out);
}

bool tree_emit(struct arena *home, const struct node *root, const struct report_model *model,
               const struct skin *skin, struct buf *out, struct diags *diags)
{
    (void)model;
    (void)diags;
    node_put(home, skin, root, 0, out);
    return !out->full;
}
