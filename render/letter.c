/* letter.c - a letter as plain text, Markdown or HTML. A letter is read by people: figures stand
 * without the numbers of their facts. */
#include "letter.h"

#include "base/markup.h"

enum { COLUMNS = 72, LETTER_LONGEST = 1 << 22 };

struct posting {
    struct arena *home;
    const struct skin *skin;
    enum letter_form form;
    struct buf *out;
    struct markup m;
};

/* ---- inline ---- */

static struct str shown(struct posting *p, const struct node *node)
{
    if (node->type != NODE_VALUE)
        return node->text;
    const struct skin *skin = form_skin(p->skin, node->fact, node->form);
    struct str symbol = fact_symbol(p->home, skin, node->fact);
    struct str text = form_shown(p->home, p->skin, node->fact, node->form);
    return symbol.len > 0 && node->form != FORM_PLAIN && node->form != FORM_SIZE
               ? str_format(p->home, "%.*s %.*s", STR_ARG(text), STR_ARG(symbol))
               : text;
}

/* What a person or a tool wrote marks nothing up. */
static void escaped_put(struct posting *p, struct buf *line, struct str text)
{
    struct buf plain = buf_new(p->home, (text.len + 16) * 12);
    buf_put_visible(&plain, text);
    struct str visible = buf_str(&plain);
    for (size_t i = 0; i < visible.len; i++) {
        if (str_find(STR("\\`*_[]<>#|&~"), str_sub(visible, i, i + 1)) != SIZE_MAX)
            buf_put_char(line, '\\');
        buf_put_char(line, visible.at[i]);
    }
}

static const char *mark_of(const struct posting *p, enum style style)
{
    return p->form != LETTER_MARKDOWN ? "" : style == STYLE_STRONG ? "**" : "";
}

static void inline_put(struct posting *p, const struct node *node, struct buf *line)
{
    for (const struct node *child = node ? node->child : NULL; child; child = child->next) {
        struct str text = shown(p, child);
        if (text.len == 0 || child->form == FORM_NUMBER)
            continue;
        if (p->form == LETTER_PLAIN) {
            buf_put_visible(line, text);
        } else if (child->style == STYLE_MONO && str_find(text, STR("`")) == SIZE_MAX) {
            buf_put_char(line, '`');
            buf_put_visible(line, text);
            buf_put_char(line, '`');
        } else {
            bool blank = text.at[0] == ' '; /* a mark that a blank follows marks nothing */
            struct str words = str_trim(text);
            buf_put(line, blank ? STR(" ") : STR(""));
            buf_put(line, str_from(words.len > 0 ? mark_of(p, child->style) : ""));
            escaped_put(p, line, words);
            buf_put(line, str_from(words.len > 0 ? mark_of(p, child->style) : ""));
            buf_put(line, words.len > 0 && text.at[text.len - 1] == ' ' ? STR(" ") : STR(""));
        }
    }
}

static struct str line_of(struct posting *p, const struct node *node)
{
    struct buf line = buf_new(p->home, LETTER_LONGEST);
    inline_put(p, node, &line);
    p->out->full = p->out->full || line.full;
    return buf_str(&line);
}

/* ---- text and Markdown ---- */

static size_t columns_of(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += ((unsigned char)text.at[i] & 0xC0) != 0x80;
    return count;
}

/* Text breaks at blanks; Markdown keeps a paragraph on one line, so that no word begins one. */
static void wrapped(struct posting *p, struct str first, struct str text)
{
    struct str word;
    size_t indent = columns_of(first), at = indent;
    bool begun = false;
    buf_put(p->out, first);
    while (str_cut(&text, ' ', &word)) {
        if (word.len == 0)
            continue;
        bool breaks = begun && p->form == LETTER_PLAIN && at + 1 + columns_of(word) > COLUMNS;
        if (breaks) {
            buf_putf(p->out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (begun) {
            buf_put_char(p->out, ' ');
            at++;
        }
        buf_put(p->out, word);
        at += columns_of(word);
        begun = true;
    }
    buf_put_char(p->out, '\n');
}

static void list_put(struct posting *p, const struct node *list)
{
    size_t number = 0;
    for (const struct node *item = list->child; item; item = item->next)
        wrapped(p, str_format(p->home, "%zu. ", ++number), line_of(p, item));
}

static void block_put(struct posting *p, const struct node *node)
{
    struct str none = { 0 };
    bool byline = node->role == ROLE_BYLINE;
    if (node->type == NODE_LIST)
        list_put(p, node);
    else if (node->type == NODE_HEADING && p->form == LETTER_MARKDOWN)
        wrapped(p, node->level == 1 ? STR("# ") : STR("## "), line_of(p, node));
    else
        wrapped(p, none, line_of(p, node));
    if (node->type == NODE_HEADING && p->form == LETTER_PLAIN) {
        struct str line = line_of(p, node);
        for (size_t i = 0; i < columns_of(line) && i < COLUMNS; i++)
            buf_put_char(p->out, node->level == 1 ? '=' : '-');
        buf_put_char(p->out, '\n');
    }
    /* Lines of the head stand close in a text, and apart in Markdown, which would join them. */
    bool close = byline && p->form == LETTER_PLAIN && node->next && node->next->role == ROLE_BYLINE;
    if (node->next && !close)
        buf_put_char(p->out, '\n');
}

/* ---- HTML ---- */

static void html_inline_put(struct posting *p, const struct node *node)
{
    for (const struct node *child = node->child; child; child = child->next) {
        const char *element = child->style == STYLE_STRONG ? "strong"
                              : child->style == STYLE_MONO ? "code"
                                                           : NULL;
        if (child->form == FORM_NUMBER)
            continue;
        if (element) {
            markup_open(&p->m, element);
        } else if (child->type == NODE_QUOTE) {
            markup_open(&p->m, "span");
            markup_attribute(&p->m, "dir", STR("auto"));
        }
        markup_text(&p->m, shown(p, child));
        if (element || child->type == NODE_QUOTE)
            markup_close(&p->m);
    }
}

static void html_block_put(struct posting *p, const struct node *node)
{
    markup_open(&p->m, node->type == NODE_LIST      ? "ol"
                       : node->type == NODE_ITEM    ? "li"
                       : node->type != NODE_HEADING ? "p"
                       : node->level == 1           ? "h1"
                                                    : "h2");
    if (node->type == NODE_LIST)
        for (const struct node *item = node->child; item; item = item->next)
            html_block_put(p, item);
    else
        html_inline_put(p, node);
    markup_close(&p->m);
}

/* Colours are the browser's, light and dark; nothing is fetched. */
static void html_put(struct posting *p, const struct node *root, struct str title)
{
    buf_put(p->out, STR("<!DOCTYPE html>\n"));
    markup_begin(&p->m, p->out, true);
    markup_open(&p->m, "html");
    markup_attribute(&p->m, "lang", p->skin->language.len > 0 ? p->skin->language : STR("en"));
    markup_open(&p->m, "head");
    markup_open(&p->m, "meta");
    markup_attribute(&p->m, "charset", STR("utf-8"));
    markup_close(&p->m);
    markup_open(&p->m, "meta");
    markup_attribute(&p->m, "name", STR("viewport"));
    markup_attribute(&p->m, "content", STR("width=device-width, initial-scale=1"));
    markup_close(&p->m);
    markup_open(&p->m, "title");
    markup_text(&p->m, title);
    markup_close(&p->m);
    markup_open(&p->m, "style");
    markup_raw(&p->m, STR(":root{color-scheme:light dark}body{max-width:40rem;margin:2rem auto;"
                          "padding:0 1rem;font:1rem/1.5 sans-serif;overflow-wrap:anywhere}"
                          "h1{font-size:1.4rem}h2{font-size:1.1rem}@page{size:A4;margin:25mm}"
                          "@media print{body{margin:0;padding:0;font-size:11pt}}"));
    markup_close(&p->m);
    markup_close(&p->m);
    markup_open(&p->m, "body");
    markup_open(&p->m, "main");
    for (const struct node *node = root->child; node; node = node->next)
        html_block_put(p, node);
    markup_close(&p->m);
    markup_close(&p->m);
    markup_close(&p->m);
    buf_put_char(p->out, '\n');
}

/* ---- the letter ---- */

static struct str title_of(struct posting *p, const struct node *root)
{
    const struct node *node = root->child;
    while (node && node->type != NODE_HEADING)
        node = node->next;
    struct posting plain = *p;
    plain.form = LETTER_PLAIN;
    return line_of(&plain, node);
}

bool render_letter(struct arena *home, const struct report_model *model, const struct skin *skin,
                   const struct letter_order *order, struct party_letter *out, struct diags *diags)
{
    struct skin open = *skin;
    open.single = model->case_file->system_count == 1;
    if (!skin_open(home, &open, model->case_file->language, diags))
        return false;
    struct building b = { .home = home, .model = model, .skin = &open, .diags = diags };
    const struct node *root = letter_tree(&b, order->system, order->supplier, out);
    if (!document_validate(root, model, &open, diags))
        return false;
    struct buf text = buf_new(home, LETTER_LONGEST);
    struct posting p = { .home = home, .skin = &open, .form = order->form, .out = &text };
    if (order->form == LETTER_HTML)
        html_put(&p, root, title_of(&p, root));
    else
        for (const struct node *node = root->child; node; node = node->next)
            block_put(&p, node);
    if (text.full) { /* never cut */
        diag_add(diags, DIAG_MACHINE_FAILED, (struct place){ .file = STR("letter") },
                 STR("a letter below its limit"), "it cannot be written");
        return false;
    }
    out->text = buf_str(&text);
    return true;
}
