/* html.c - the tree as one HTML file: no network, fonts and style and script inside, a content
 * security policy by digests, and no inline style.
 *
 * Every figure stands in an element with data-fact. Words in a language of evidence stand in
 * data-quote, so that a test over the finished file can tell template words from quotations and
 * both from figures. */
#include "html.h"
#include "document.h"
#include "given.h"

#include "base/markup.h"
#include "base/num.h"

#include <glib.h>

struct html {
    struct markup m;
    struct arena *home;
    const struct node *root;
    const struct report_model *model;
    const struct skin *skin;
};

static void html_children(struct html *h, const struct node *node);

static void words(struct html *h, const char *id)
{
    markup_text(&h->m, skin_string(h->skin, id));
}

static void class_open(struct html *h, const char *element, const char *classes)
{
    markup_open(&h->m, element);
    markup_attribute(&h->m, "class", str_from(classes));
}

/* ---- inline ---- */

static const char *const style_classes[] = {
    [STYLE_PLAIN] = "",         [STYLE_STRONG] = "", [STYLE_SOFT] = "soft",
    [STYLE_MONO] = "mono",      [STYLE_A] = "of-a",  [STYLE_B] = "of-b",
    [STYLE_BAD] = "bad",        [STYLE_MET] = "met", [STYLE_UNMET] = "unmet",
    [STYLE_UNSHOWN] = "unshown"
};

static void html_text(struct html *h, const struct node *node)
{
    if (node->style == STYLE_PLAIN) {
        markup_text(&h->m, node->text);
        return;
    }
    if (node->style == STYLE_STRONG)
        markup_open(&h->m, "strong");
    else
        class_open(h, "span", style_classes[node->style]);
    markup_text(&h->m, node->text);
    markup_close(&h->m);
}

/* Words of a tool in a report of another language, for whoever reads it aloud. */
static void foreign_mark(struct html *h, const struct fact *fact)
{
    if (fact_foreign(h->skin, fact))
        markup_attribute(&h->m, "lang", STR("en"));
}

/* A text with letters that run from right to left moves nothing beside it, as in the pages. */
static void isolate(struct html *h, struct str text)
{
    if (text_backward(text))
        markup_attribute(&h->m, "dir", STR("auto"));
}

static void html_quote(struct html *h, const struct node *node)
{
    if (node->text.len == 0)
        return;
    markup_open(&h->m, node->style == STYLE_STRONG ? "strong" : "span");
    if (style_classes[node->style][0])
        markup_attribute(&h->m, "class", str_from(style_classes[node->style]));
    if (node->fact && node->fact->number > 0) {
        markup_attributef(&h->m, "data-fact", "%u", node->fact->number);
        foreign_mark(h, node->fact);
    } else {
        markup_attribute(&h->m, "data-quote", STR(""));
    }
    isolate(h, node->text);
    markup_text(&h->m, node->text);
    markup_close(&h->m);
}

static void fact_link(struct html *h, const struct node *node)
{
    const struct fact *fact = node->fact;
    class_open(h, "a", "f");
    markup_attributef(&h->m, "href", "#f%u", fact->number);
    markup_attributef(&h->m, "data-fact", "%u", fact->number);
    markup_attributef(&h->m, "aria-label", "%.*s %u",
                      STR_ARG(skin_string(h->skin, "document.fact")), fact->number);
    markup_text(&h->m, mark_shown(h->home, node));
    markup_close(&h->m);
}

/* "2026-12-31": no line ends within it, in a narrow column either. */
static bool is_day(struct str shown)
{
    enum { YEAR = 4, MONTH = 7, LENGTH = 10 };
    bool day = shown.len == LENGTH && shown.at[YEAR] == '-' && shown.at[MONTH] == '-';
    for (size_t i = 0; day && i < LENGTH; i++)
        day = i == YEAR || i == MONTH || (shown.at[i] >= '0' && shown.at[i] <= '9');
    return day;
}

/* "2 %", "81559 MiB" as the evidence wrote it: no line ends between the two. */
static bool figure_with_unit(struct str shown)
{
    enum { LONGEST = 16 };
    double value;
    size_t blank = str_find(shown, STR(" "));
    return blank != SIZE_MAX && shown.len <= LONGEST && num_real(str_sub(shown, 0, blank), &value);
}

/* A word longer than a narrow column is: it alone breaks anywhere, so that no shorter one does. */
static bool long_word(struct str shown)
{
    enum { LONGEST = 10 };
    size_t length = 0;
    for (size_t i = 0; i < shown.len && length <= LONGEST; i++) {
        bool ends = shown.at[i] == ' ' || shown.at[i] == '-';
        length = ends ? 0 : length + (((unsigned char)shown.at[i] & 0xC0U) != 0x80U);
    }
    return length > LONGEST;
}

static void html_value(struct html *h, const struct node *node)
{
    const struct fact *fact = node->fact;
    if (node->form == FORM_NUMBER) {
        fact_link(h, node);
        return;
    }
    const struct skin *skin = form_skin(h->skin, fact, node->form);
    struct str shown = form_shown(h->home, h->skin, fact, node->form);
    markup_open(&h->m, node->style == STYLE_STRONG ? "strong" : "span");
    markup_attributef(&h->m, "class", "v%s%s%s",
                      figure_with_unit(shown) ? " n"
                      : is_day(shown)         ? " d"
                      : long_word(shown)      ? " l"
                                              : "",
                      style_classes[node->style][0] ? " " : "", style_classes[node->style]);
    markup_attributef(&h->m, "data-fact", "%u", fact->number);
    foreign_mark(h, fact);
    isolate(h, shown);
    markup_text(&h->m, shown);
    struct str symbol = fact_symbol(h->home, skin, fact);
    if (form_united(node->form) && symbol.len > 0)
        markup_text(&h->m, str_format(h->home, "\u202f%.*s", STR_ARG(symbol)));
    markup_close(&h->m);
    if (form_marked(node->form))
        fact_link(h, node);
}

static void html_link(struct html *h, const struct node *node)
{
    markup_open(&h->m, "a");
    if (str_starts(node->target, STR("evidence:"))) {
        struct str path = str_sub(node->target, 9, node->target.len);
        if (str_starts(path, STR("data/")))
            path = str_sub(path, 5, path.len);
        markup_attribute(&h->m, "href", str_format(h->home, "../%.*s", STR_ARG(path)));
    } else {
        markup_attribute(&h->m, "href", node->target);
    }
    html_children(h, node);
    markup_close(&h->m);
}

/* ---- blocks ---- */

static void html_heading(struct html *h, const struct node *node)
{
    static const char *const elements[] = { "h1", "h1", "h2", "h3", "h4" };
    const struct node *parent = node->parent;
    markup_open(&h->m, elements[node->level < 5 ? node->level : 4]);
    bool page = parent && parent->role == ROLE_SUMMARY && parent->child == node;
    if (node->level == 2 && parent && (parent->role == ROLE_BODY || page))
        markup_attribute(&h->m, "class", STR("big"));
    if (parent && parent->type == NODE_SECTION && parent->id.len > 0 && parent->child == node)
        markup_attributef(&h->m, "id", "%.*s-h", STR_ARG(parent->id));
    html_children(h, node);
    if (node->next && node->next->role == ROLE_SUBTITLE) {
        markup_text(&h->m, STR(" "));
        markup_open(&h->m, "span");
        html_children(h, node->next);
        markup_close(&h->m);
    }
    markup_close(&h->m);
}

static void html_paragraph(struct html *h, const struct node *node)
{
    static const struct {
        enum role role;
        const char *element, *classes;
    } rows[] = { { ROLE_BYLINE, "p", "by" },
                 { ROLE_ANSWER, "p", "answer" },
                 { ROLE_SMALL, "p", "small" },
                 { ROLE_COMMANDS, "p", "cmd mono" } };
    if (node->role == ROLE_SUBTITLE)
        return; /* stands inside its heading */
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (rows[i].role == node->role) {
            class_open(h, rows[i].element, rows[i].classes);
            html_children(h, node);
            markup_close(&h->m);
            return;
        }
    }
    markup_open(&h->m, "p");
    html_children(h, node);
    markup_close(&h->m);
}

static void html_verdict(struct html *h, const struct node *node)
{
    static const char *const classes[] = { [VERDICT_COMPARABLE] = "verdict is-comparable",
                                           [VERDICT_STATED] = "verdict is-stated",
                                           [VERDICT_INCOMPLETE] = "verdict is-incomplete",
                                           [VERDICT_NOT] = "verdict is-not" };
    class_open(h, "section", classes[node->verdict]);
    markup_attribute(&h->m, "id", node->id);
    class_open(h, "div", "glyph");
    markup_attribute(&h->m, "aria-hidden", STR("true"));
    if (!node->single)
        markup_text(&h->m, str_from(verdict_row(node->verdict)->glyph));
    markup_close(&h->m);
    markup_open(&h->m, "div");
    html_children(h, node);
    markup_close(&h->m);
    markup_close(&h->m);
}

static bool has_note(const struct node *node)
{
    for (const struct node *child = node->child; child; child = child->next)
        if (child->type == NODE_NOTE)
            return true;
    return false;
}

static void html_node(struct html *h, const struct node *node);

static void html_figure(struct html *h, const struct node *node)
{
    bool aside = node->parent && node->parent->type != NODE_COLUMNS;
    class_open(h, "section", aside ? "row" : "fig");
    markup_attribute(&h->m, "id", node->id);
    markup_open(&h->m, "div");
    for (const struct node *child = node->child; child; child = child->next)
        if (child->type != NODE_NOTE)
            html_node(h, child);
    markup_close(&h->m);
    if (has_note(node)) {
        class_open(h, "div", "note");
        for (const struct node *child = node->child; child; child = child->next)
            if (child->type == NODE_NOTE)
                html_children(h, child);
        markup_close(&h->m);
    }
    markup_close(&h->m);
}

static void html_section(struct html *h, const struct node *node)
{
    if (node->role == ROLE_VERDICT) {
        html_verdict(h, node);
        return;
    }
    if (node->role == ROLE_FIGURE) {
        html_figure(h, node);
        return;
    }
    markup_open(&h->m, "section");
    markup_attribute(&h->m, "class",
                     node->role == ROLE_BODY      ? STR("body")
                     : node->role == ROLE_FRAME   ? STR("part frame")
                     : node->role == ROLE_SUMMARY ? STR("summary")
                                                  : STR("part"));
    markup_attribute(&h->m, "id", node->id);
    if (node->annex) /* on paper it is annex.pdf */
        markup_attribute(&h->m, "data-annex", STR(""));
    /* Landmarks are the sections of the report alone: parts of several pairs have like headings. */
    if (node->role == ROLE_BODY || node->role == ROLE_SUMMARY)
        markup_attributef(&h->m, "aria-labelledby", "%.*s-h", STR_ARG(node->id));
    html_children(h, node);
    markup_close(&h->m);
}

static void html_columns(struct html *h, const struct node *node)
{
    size_t count = 0;
    bool figures = false;
    for (const struct node *child = node->child; child; child = child->next) {
        count++;
        figures = figures || child->role == ROLE_FIGURE;
    }
    class_open(h, "div",
               figures && count == 3 ? "cols figs three"
               : figures             ? "cols figs"
               : count > 2           ? "cols three"
                                     : "cols");
    html_children(h, node);
    markup_close(&h->m);
}

static void html_list(struct html *h, const struct node *node)
{
    markup_open(&h->m, node->ordered ? "ol" : "ul");
    html_children(h, node);
    markup_close(&h->m);
}

static void html_item(struct html *h, const struct node *node)
{
    markup_open(&h->m, "li");
    html_children(h, node);
    markup_close(&h->m);
}

static void html_note(struct html *h, const struct node *node)
{
    class_open(h, "div", "note under");
    html_children(h, node);
    markup_close(&h->m);
}

static void scroll_open(struct html *h, const char *kind, struct str label)
{
    class_open(h, "div", "scroll");
    markup_attribute(&h->m, "role", STR("group"));
    markup_attribute(&h->m, "tabindex", STR("0"));
    markup_attributef(&h->m, "aria-label", "%.*s: %.*s", STR_ARG(skin_string(h->skin, kind)),
                      STR_ARG(label));
}

static void html_chart(struct html *h, const struct node *node)
{
    markup_open(&h->m, "figure");
    scroll_open(h, "document.chart", node->scene->title);
    struct buf svg = buf_new(h->home, 1 << 24);
    scene_svg(node->scene, false, &svg);
    h->m.out->full = h->m.out->full || svg.full; /* refused, never cut */
    markup_raw(&h->m, buf_str(&svg));
    markup_close(&h->m);
    markup_open(&h->m, "details");
    markup_open(&h->m, "summary");
    words(h, "document.figures");
    markup_close(&h->m);
    html_children(h, node);
    markup_close(&h->m);
    markup_close(&h->m);
}

static void html_node(struct html *h, const struct node *node)
{
    static void (*const emit[NODE_TYPES])(struct html *, const struct node *) = {
        [NODE_DOCUMENT] = html_children, [NODE_SECTION] = html_section,
        [NODE_HEADING] = html_heading,   [NODE_PARAGRAPH] = html_paragraph,
        [NODE_TEXT] = html_text,         [NODE_QUOTE] = html_quote,
        [NODE_VALUE] = html_value,       [NODE_LIST] = html_list,
        [NODE_ITEM] = html_item,         [NODE_CHART] = html_chart,
        [NODE_NOTE] = html_note,         [NODE_LINK] = html_link,
        [NODE_COLUMNS] = html_columns,
    };
    if (node->type == NODE_TABLE) {
        struct html_table table = { &h->m, h->home, h->skin, node, h, html_inline };
        html_table(&table);
    } else if (emit[node->type]) {
        emit[node->type](h, node);
    }
}

static void html_children(struct html *h, const struct node *node)
{
    for (const struct node *child = node->child; child; child = child->next)
        html_node(h, child);
}

void html_inline(void *self, const struct node *node)
{
    html_children(self, node);
}

/* ---- the frame ---- */

static struct str base64(struct arena *home, struct str bytes)
{
    g_autofree gchar *text = g_base64_encode((const guchar *)bytes.at, bytes.len);
    return str_keep(home, str_from(text));
}

static struct str policy_hash(struct arena *home, struct str text)
{
    struct digest digest = digest_of(text);
    return str_format(home, "'sha256-%.*s'",
                      STR_ARG(base64(home, (struct str){ (const char *)digest.byte, 32 })));
}

/* style.css with the palette in front and each url(fonts/...) replaced by the face itself. */
static struct str style_text(struct html *h)
{
    const struct entry *entry = entries_find(h->skin->file, STR("style.css"));
    struct str rest = entry ? entry->bytes : (struct str){ 0 };
    struct buf out = buf_new(h->home, 1 << 24);
    buf_put(&out, STR("\n:root{color-scheme:light dark;"));
    colours_css(false, &out);
    buf_put(&out, STR("}\n@media (prefers-color-scheme:dark){:root{"));
    colours_css(true, &out);
    buf_put(&out, STR("}}\n@media print{:root{color-scheme:light;"));
    colours_css(false, &out);
    buf_put(&out, STR("}}\n"));
    html_print_put(h->home, h->model, h->skin, &out);
    colours_classes(&out);
    for (unsigned percent = 1; percent <= 100; percent++) /* of columns; see html_table.c */
        buf_putf(&out, ".w%u{width:%u%%}", percent, percent);
    buf_put_char(&out, '\n');
    while (rest.len > 0) {
        size_t at = str_find(rest, STR("url(fonts/"));
        buf_put(&out, str_sub(rest, 0, at));
        if (at == SIZE_MAX)
            break;
        rest = str_sub(rest, at + 4, rest.len);
        size_t end = str_find(rest, STR(")"));
        const struct entry *face = entries_find(h->skin->file, str_sub(rest, 0, end));
        buf_put(&out, STR("url(data:font/woff2;base64,"));
        if (face)
            buf_put(&out, base64(h->home, face->bytes));
        rest = str_sub(rest, end == SIZE_MAX ? rest.len : end, rest.len);
    }
    h->m.out->full = h->m.out->full || out.full;
    return buf_str(&out);
}

static enum verdict worst_verdict(const struct report_model *model)
{
    enum verdict worst = VERDICT_COMPARABLE;
    for (size_t i = 0; i < model->comparison_count; i++)
        worst = model->comparison[i].verdict > worst ? model->comparison[i].verdict : worst;
    return worst;
}

static void meta(struct html *h, const char *name, const char *value_name, struct str value)
{
    markup_open(&h->m, "meta");
    markup_attribute(&h->m, name, str_from(value_name));
    markup_attribute(&h->m, "content", value);
    markup_close(&h->m);
}

static void head_put(struct html *h, struct str style, struct str script)
{
    markup_open(&h->m, "head");
    markup_open(&h->m, "meta");
    markup_attribute(&h->m, "charset", STR("utf-8"));
    markup_close(&h->m);
    meta(h, "http-equiv", "Content-Security-Policy",
         str_format(
             h->home,
             "default-src 'none'; style-src %.*s; script-src %.*s; font-src data:; img-src data:; "
             "base-uri 'none'; form-action 'none'",
             STR_ARG(policy_hash(h->home, style)), STR_ARG(policy_hash(h->home, script))));
    meta(h, "name", "viewport", STR("width=device-width, initial-scale=1"));
    meta(h, "name", "generator", h->model->program);
    markup_open(&h->m, "title");
    markup_text(&h->m, h->model->case_file->question);
    markup_text(&h->m, STR(" \u2013 "));
    words(h, "document.title");
    markup_text(&h->m, STR(" "));
    markup_text(&h->m, h->model->case_file->id);
    markup_close(&h->m);
    markup_open(&h->m, "style");
    markup_raw(&h->m, style);
    markup_close(&h->m);
    markup_close(&h->m);
}

static void bar_put(struct html *h)
{
    static const char *const names[] = { "comparable", "stated", "incomplete", "not" };
    enum verdict verdict = worst_verdict(h->model);
    markup_open(&h->m, "header");
    markup_attributef(&h->m, "class", "bar is-%s", names[verdict]);
    markup_open(&h->m, "div");
    class_open(h, "span", "g");
    markup_attribute(&h->m, "aria-hidden", STR("true"));
    if (!h->skin->single)
        markup_text(&h->m, str_from(verdict_row(verdict)->glyph));
    markup_close(&h->m);
    markup_open(&h->m, "strong");
    words(h, str_c(h->home, str_format(h->home, "verdict.%s.name", names[verdict])));
    markup_close(&h->m);
    markup_open(&h->m, "nav");
    markup_attribute(&h->m, "aria-label", skin_string(h->skin, "document.nav"));
    for (const struct node *child = h->root->child; child; child = child->next) {
        const char *nav = section_nav(h->home, h->skin, child->id);
        if (nav) {
            markup_open(&h->m, "a");
            markup_attributef(&h->m, "href", "#%.*s", STR_ARG(child->id));
            words(h, nav);
            markup_close(&h->m);
        }
    }
    markup_close(&h->m);
    markup_close(&h->m);
    markup_close(&h->m);
}

static void foot_put(struct html *h)
{
    class_open(h, "footer", "foot");
    words(h, "document.title"); /* what a page has in its running head */
    markup_text(&h->m, STR(" "));
    const struct case_file *c = h->model->case_file;
    markup_open(&h->m, "span");
    markup_attribute(&h->m, "data-quote", STR(""));
    markup_text(&h->m, c->id);
    if (c->date.len > 0)
        markup_text(&h->m,
                    str_format(h->home, ", %.*s", STR_ARG(day_shown(h->home, h->skin, c->date))));
    markup_close(&h->m);
    markup_text(&h->m, STR(". "));
    words(h, "document.sources");
    markup_text(&h->m, STR(" "));
    words(h, "colophon.evidence");
    markup_text(&h->m, STR(" "));
    class_open(h, "span", "mono");
    markup_attribute(&h->m, "data-quote", STR(""));
    markup_text(&h->m, digest_hex(h->home, h->model->evidence_id));
    markup_close(&h->m);
    markup_text(&h->m, STR(". "));
    words(h, "document.foot");
    markup_close(&h->m);
}

bool html_emit(struct arena *home, const struct node *root, const struct report_model *model,
               const struct skin *skin, struct buf *out, struct diags *diags)
{
    (void)diags;
    struct html h = { .home = home, .root = root, .model = model, .skin = skin };
    const struct entry *entry = entries_find(skin->file, STR("sort.js"));
    struct str script = entry ? entry->bytes : (struct str){ 0 };
    buf_put(out, STR("<!DOCTYPE html>\n"));
    markup_begin(&h.m, out, true);
    markup_open(&h.m, "html");
    markup_attribute(&h.m, "lang",
                     model->case_file->language.len > 0 ? model->case_file->language : STR("en"));
    head_put(&h, style_text(&h), script);
    markup_open(&h.m, "body");
    class_open(&h, "a", "skip");
    markup_attribute(&h.m, "href", STR("#summary"));
    words(&h, "document.skip");
    markup_close(&h.m);
    bar_put(&h);
    markup_open(&h.m, "main");
    html_children(&h, root);
    markup_close(&h.m);
    foot_put(&h);
    markup_open(&h.m, "script");
    markup_raw(&h.m, script);
    markup_close(&h.m);
    markup_close(&h.m);
    markup_close(&h.m);
    buf_put_char(out, '\n');
    return !out->full;
}
