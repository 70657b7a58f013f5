/* text.c - the report as plain text of at most 80 columns, for terminals and mail. Fact numbers
 * stand in brackets. Tables become one line a row, or one line a cell where a row does not fit. */
#include "devices.h"

#include "base/num.h"

enum { WIDTH = 80 };

struct text {
    struct arena *home;
    const struct skin *skin;
    struct buf *out;
};

static void inline_put(struct text *t, const struct node *node, struct buf *line)
{
    for (const struct node *child = node->child; child; child = child->next) {
        switch (child->type) {
        case NODE_TEXT:
        case NODE_QUOTE:
            buf_put_visible(line, child->text);
            break;
        case NODE_VALUE:
            if (child->form != FORM_NUMBER) {
                const struct skin *skin = form_skin(t->skin, child->fact, child->form);
                buf_put_visible(line, form_shown(t->home, t->skin, child->fact, child->form));
                struct str symbol = fact_symbol(t->home, skin, child->fact);
                if (form_united(child->form) && symbol.len > 0)
                    buf_putf(line, " %.*s", STR_ARG(symbol));
            }
            if (form_marked(child->form))
                buf_putf(line, " [%u]", child->fact->number);
            break;
        case NODE_LINK:
        case NODE_PARAGRAPH:
        case NODE_ITEM:
        case NODE_CELL:
        case NODE_HEADING:
            inline_put(t, child, line);
            break;
        case NODE_DOCUMENT:
        case NODE_SECTION:
        case NODE_LIST:
        case NODE_TABLE:
        case NODE_ROW:
        case NODE_CHART:
        case NODE_NOTE:
        case NODE_COLUMNS:
        case NODE_TYPES:
            break;
        }
    }
}

static size_t columns_of(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++) {
        count += ((unsigned char)text.at[i] & 0xC0) !=
                 0x80; /* code points: the report's script is alphabetic */
    }
    return count;
}

/* Breaks at blanks; a word longer than the line stands alone on its own. */
static void wrapped(struct text *t, struct str text, const char *first, const char *rest)
{
    size_t at = 0;
    bool begun = false;
    struct str word;
    while (str_cut(&text, ' ', &word)) {
        if (word.len == 0)
            continue;
        size_t width = columns_of(word);
        if (!begun) {
            buf_put(t->out, str_from(first));
            at = columns_of(str_from(first));
        } else if (at + 1 + width > WIDTH) {
            buf_putf(t->out, "\n%s", rest);
            at = columns_of(str_from(rest));
        } else {
            buf_put_char(t->out, ' ');
            at++;
        }
        buf_put(t->out, word);
        at += width;
        begun = true;
    }
    buf_put_char(t->out, '\n');
}

static struct str line_of(struct text *t, const struct node *node)
{
    struct buf line = buf_new(t->home, 1 << 20);
    inline_put(t, node, &line);
    return buf_str(&line);
}

/* The first cell leads; each further one that says something follows, named by its column. */
static void row_put(struct text *t, const struct node *row, const struct node *title)
{
    for (const struct node *cell = row->child; cell; cell = cell->next) {
        struct str text = line_of(t, cell);
        struct str name = title ? line_of(t, title) : (struct str){ 0 };
        if (cell == row->child) {
            wrapped(t, text.len > 0 ? text : STR("-"), "  ", "    ");
        } else if (text.len > 0 && name.len > 0) {
            wrapped(t, str_format(t->home, "%.*s: %.*s", STR_ARG(name), STR_ARG(text)), "      ",
                    "        ");
        } else if (text.len > 0) {
            wrapped(t, text, "      ", "        ");
        }
        title = title ? title->next : NULL;
    }
}

static void table_put(struct text *t, const struct node *table)
{
    const struct node *head = table->child && table->child->heading ? table->child : NULL;
    for (const struct node *row = head ? head->next : table->child; row; row = row->next)
        row_put(t, row, head ? head->child : NULL);
    buf_put_char(t->out, '\n');
}

static void heading_put(struct text *t, const struct node *node)
{
    struct str text = line_of(t, node);
    if (node->next && node->next->role == ROLE_SUBTITLE)
        text = str_format(t->home, "%.*s: %.*s", STR_ARG(text), STR_ARG(line_of(t, node->next)));
    buf_put_char(t->out, '\n');
    wrapped(t, text, "", "");
    if (node->level <= 2) {
        size_t width = columns_of(text);
        for (size_t i = 0; i < (width < WIDTH ? width : WIDTH); i++)
            buf_put_char(t->out, node->level == 1 ? '=' : '-');
        buf_put(t->out, STR("\n\n"));
    }
}

static void block_put(struct text *t, const struct node *node)
{
    for (const struct node *child = node->child; child; child = child->next) {
        switch (child->type) {
        case NODE_HEADING:
            heading_put(t, child);
            break;
        case NODE_PARAGRAPH:
            if (child->role != ROLE_SUBTITLE && child->child) {
                wrapped(t, line_of(t, child), child->role == ROLE_COMMANDS ? "    " : "",
                        child->role == ROLE_COMMANDS ? "        " : "");
                buf_put_char(t->out, '\n');
            }
            break;
        case NODE_ITEM:
            wrapped(t, line_of(t, child), "  - ", "    ");
            break;
        case NODE_LIST:
            block_put(t, child);
            buf_put_char(t->out, '\n');
            break;
        case NODE_TABLE:
            table_put(t, child);
            break;
        case NODE_CHART:
            wrapped(t, child->scene->title, "", "");
            block_put(t, child);
            break;
        case NODE_SECTION:
        case NODE_NOTE:
        case NODE_COLUMNS:
        case NODE_DOCUMENT:
            block_put(t, child);
            break;
        case NODE_TEXT:
        case NODE_QUOTE:
        case NODE_VALUE:
        case NODE_LINK:
        case NODE_ROW:
        case NODE_CELL:
        case NODE_TYPES:
            break;
        }
    }
}

bool text_emit(struct arena *home, const struct node *root, const struct report_model *model,
               const struct skin *skin, struct buf *out, struct diags *diags)
{
    (void)model;
    (void)diags;
    struct text t = { home, skin, out };
    block_put(&t, root);
    return !out->full;
}
