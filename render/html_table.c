/* html_table.c - tables of the HTML device: captions, headers with scope, ribbon, matrix, sorting
 * buttons. */
#include "html.h"

static const char *table_class(enum role role)
{
    switch (role) {
    case ROLE_RIBBON:
        return "ribbon";
    case ROLE_MATRIX:
        return "matrix";
    case ROLE_FINDINGS:
        return "findings";
    case ROLE_FACTS:
        return "facts sort";
    case ROLE_EVIDENCE:
        return "files sort";
    case ROLE_COLOPHON:
        return "colophon";
    case ROLE_SIGNATURES:
        return "signs";
    case ROLE_NONE:
    case ROLE_QUESTION:
    case ROLE_BYLINE:
    case ROLE_VERDICT:
    case ROLE_ANSWER:
    case ROLE_FIGURE:
    case ROLE_SUBTITLE:
    case ROLE_FRAME:
    case ROLE_LICENCE:
    case ROLE_COMMANDS:
    case ROLE_SMALL:
    case ROLE_SUMMARY:
    case ROLE_BODY:
        break;
    }
    return "plain";
}

static const char *const coverage_classes[] = { [COVERAGE_NONE] = "k none",
                                                [COVERAGE_DECLARED] = "k half",
                                                [COVERAGE_MEASURED] = "k full",
                                                [COVERAGE_CAPTURED] = "k full",
                                                [COVERAGE_CLASH] = "k clash" };

static void cell_class(const struct html_table *t, const struct node *row, size_t index)
{
    static const char *const lines[] = { [RIBBON_NONE] = "",
                                         [RIBBON_SAME] = "line same",
                                         [RIBBON_CHANGED] = "line changed",
                                         [RIBBON_DIFFERS] = "line differs",
                                         [RIBBON_UNDISCLOSED] = "line unknown" };
    const struct column *column = index < t->node->column_count ? &t->node->column[index] : NULL;
    if (t->node->role == ROLE_RIBBON && index == 2) {
        if (row->ribbon != RIBBON_NONE)
            markup_attribute(t->m, "class", str_from(lines[row->ribbon]));
    } else if (column && column->right) {
        markup_attribute(t->m, "class", STR("right"));
    }
}

static void matrix_cell(const struct html_table *t, const struct node *cell)
{
    markup_open(t->m, "span");
    markup_attribute(t->m, "class", str_from(coverage_classes[cell->coverage]));
    markup_attribute(t->m, "aria-hidden", STR("true"));
    markup_close(t->m);
    markup_open(t->m, "span");
    markup_attribute(t->m, "class", STR("said"));
    t->children(t->device, cell);
    markup_close(t->m);
}

static void bar_put(const struct html_table *t, const struct scene *scene)
{
    struct buf svg = buf_new(t->home, 1 << 16);
    scene_svg(scene, false, &svg);
    t->m->out->full = t->m->out->full || svg.full; /* refused, never cut */
    markup_raw(t->m, buf_str(&svg));
}

/* A table so wide that a phone sets each row as a list, its cells with their heads before them. */
static bool is_wide(const struct html_table *t)
{
    enum { WIDE = 5 };
    bool plain = t->node->role == ROLE_NONE || t->node->role == ROLE_FINDINGS;
    return plain && t->node->column_count >= WIDE;
}

static void word_put(const struct html_table *t, const struct node *part, struct buf *out)
{
    if (part->type == NODE_TEXT || part->type == NODE_QUOTE)
        buf_put(out, part->text);
    if (part->type != NODE_VALUE)
        return;
    struct str symbol =
        fact_symbol(t->home, form_skin(t->skin, part->fact, part->form), part->fact);
    buf_put(out, form_shown(t->home, t->skin, part->fact, part->form));
    if (form_united(part->form) && symbol.len > 0)
        buf_putf(out, "\u202f%.*s", STR_ARG(symbol));
}

static void words_put(const struct html_table *t, const struct node *first, struct buf *out)
{
    for (const struct node *part = first; part; part = part->next) {
        word_put(t, part, out);
        if (part->type != NODE_PARAGRAPH || !part->child)
            continue;
        buf_put(out, STR(" (")); /* its second line */
        for (const struct node *word = part->child; word; word = word->next)
            word_put(t, word, out);
        buf_put(out, STR(")"));
    }
}

/* The words of a column's head. */
static void head_attribute(const struct html_table *t, size_t index)
{
    const struct node *first = t->node->child;
    const struct node *head = first && first->heading ? first->child : NULL;
    for (size_t i = 0; head && i < index; i++)
        head = head->next;
    struct buf out = buf_new(t->home, 1 << 16);
    if (!head)
        return;
    words_put(t, head->child, &out);
    markup_attribute(t->m, "data-head", buf_str(&out));
}

static void cell_put(const struct html_table *t, const struct node *row, const struct node *cell,
                     size_t index)
{
    bool sorted = row->heading && (t->node->role == ROLE_FACTS || t->node->role == ROLE_EVIDENCE);
    bool heading = row->heading || cell->heading;
    markup_open(t->m, heading ? "th" : "td");
    if (heading)
        markup_attribute(t->m, "scope", row->heading ? STR("col") : STR("row"));
    cell_class(t, row, index);
    if (!heading && is_wide(t))
        head_attribute(t, index);
    if (cell->scene)
        bar_put(t, cell->scene);
    if (cell->role == ROLE_MATRIX) {
        matrix_cell(t, cell);
    } else if (sorted) {
        markup_open(t->m, "button");
        markup_attribute(t->m, "type", STR("button"));
        markup_attribute(t->m, "disabled", STR("")); /* until the script that sorts has run */
        t->children(t->device, cell);
        markup_close(t->m);
    } else if (t->node->role == ROLE_RIBBON) {
        markup_open(t->m, "span"); /* cut with an ellipsis when long; the facts have it whole */
        markup_attribute(t->m, "class", STR("cut"));
        t->children(t->device, cell);
        markup_close(t->m);
    } else {
        t->children(t->device, cell);
    }
    markup_close(t->m);
}

static void row_put(const struct html_table *t, const struct node *row)
{
    markup_open(t->m, "tr");
    if (row->id.len > 0)
        markup_attribute(t->m, "id", row->id);
    if (t->node->role == ROLE_RIBBON && !row->heading) {
        const char *classes = row->under_test ? "tested"
                              : row->ribbon == RIBBON_CHANGED || row->ribbon == RIBBON_DIFFERS
                                  ? "moved"
                                  : "kept";
        markup_attribute(t->m, "class", str_from(classes));
    }
    size_t index = 0;
    for (const struct node *cell = row->child; cell; cell = cell->next)
        cell_put(t, row, cell, index++);
    markup_close(t->m);
}

static void columns_put(const struct html_table *t)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < t->node->column_count; i++)
        sum += t->node->column[i].share;
    markup_open(t->m, "colgroup");
    for (size_t i = 0; sum > 0 && i < t->node->column_count; i++) {
        markup_open(t->m, "col");
        /* widths by class, since the content policy forbids style attributes: w5, w10, ... w100 */
        uint32_t percent = (t->node->column[i].share * 100 + sum / 2) / sum;
        markup_attributef(t->m, "class", "w%u", percent < 1 ? 1 : percent);
        markup_close(t->m);
    }
    markup_close(t->m);
}

void html_table(const struct html_table *t)
{
    markup_open(t->m, "div");
    markup_attribute(t->m, "class", STR("scroll"));
    markup_attribute(t->m, "role", STR("group"));
    markup_attribute(t->m, "tabindex", STR("0"));
    markup_attributef(t->m, "aria-label", "%.*s: %.*s",
                      STR_ARG(skin_string(t->skin, "document.scroll")), STR_ARG(t->node->text));
    markup_open(t->m, "table");
    markup_attributef(t->m, "class", "%s%s", table_class(t->node->role), is_wide(t) ? " wide" : "");
    markup_open(t->m, "caption");
    markup_text(t->m, t->node->text);
    markup_close(t->m);
    columns_put(t);
    const struct node *row = t->node->child;
    if (row && row->heading) {
        markup_open(t->m, "thead");
        row_put(t, row);
        markup_close(t->m);
        row = row->next;
    }
    markup_open(t->m, "tbody");
    for (; row; row = row->next)
        row_put(t, row);
    markup_close(t->m);
    markup_close(t->m);
    markup_close(t->m);
}
