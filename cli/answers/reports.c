/* reports.c - comparisons for CI. Names come from evidence: what has a meaning in Markdown or XML
 * is written so that it has none. */
#include "reports.h"
#include "verdict_text.h"
#include <glib.h>
#include <string.h>

#include "model/showing.h"

/* ---- Markdown ---- */

void markdown_put_plain(struct buf *out, struct str text)
{
    struct buf seen = buf_new(out->home, (size_t)1 << 20);
    buf_put_visible(&seen, text);
    struct str visible = buf_str(&seen);
    for (size_t i = 0; i < visible.len; i++) {
        char c = visible.at[i];
        if (c == '<')
            buf_put(out, STR("&lt;"));
        else if (c == '&')
            buf_put(out, STR("&amp;"));
        else if (c == '\n')
            buf_put_char(out, ' ');
        else {
            if (strchr("|\\`*_[]#@", c))
                buf_put_char(out, '\\');
            buf_put_char(out, c);
        }
    }
}

void markdown_put_rows(struct buf *out, const struct reported *item, size_t count)
{
    if (count == 0)
        buf_put(out, STR("Nothing stands side by side.\n"));
    else
        buf_put(out, STR("| work | verdict | says |\n| --- | --- | --- |\n"));
    for (size_t i = 0; i < count; i++) {
        buf_put(out, STR("| "));
        markdown_put_plain(out, item[i].name);
        if (item[i].c)
            buf_putf(out, " | %s %s | ", comparison_verdict(item[i].c)->glyph,
                     comparison_verdict(item[i].c)->name);
        else
            buf_put(out, STR(" | … not judged | "));
        markdown_put_plain(out, item[i].said);
        buf_put(out, STR(" |\n"));
    }
}

struct statement { /* what rules say with the same words, of one comparison or of several */
    enum verdict cell;
    struct str text;
    struct buf rules;
    bool *of; /* beside the comparisons: whether it is said there */
    size_t count;
};

struct statements {
    struct arena *home;
    struct statement *item;
    size_t count, room, width;
    GHashTable *by_text; /* cell and words; index */
};

static struct statement *statement_of(struct statements *all, const struct finding *finding)
{
    struct str said = finding_loosens(finding)
                          ? str_format(all->home,
                                       "made looser than the built-in rule; the reason "
                                       "given: %.*s",
                                       STR_ARG(finding->rule->loosened))
                          : finding_words(all->home, finding);
    struct str key = str_format(all->home, "%d %.*s", (int)finding->cell, STR_ARG(said));
    size_t number = text_number(all->by_text, key, all->count);
    if (number < all->count)
        return &all->item[number];
    ARENA_GROW(all->home, struct statement, all->item, all->count, all->room, 256);
    struct statement *one = &all->item[all->count++];
    *one = (struct statement){ .cell = finding->cell,
                               .text = said,
                               .rules = buf_new(all->home, (size_t)1 << 16),
                               .of = ARENA_MANY(all->home, all->width, bool) };
    memset(one->of, 0, all->width * sizeof *one->of);
    return one;
}

/* ", W9" behind the rules that say it already. */
static void rule_add(struct statement *one, struct str id)
{
    struct str rest = buf_str(&one->rules), word;
    while (str_cut(&rest, ',', &word))
        if (str_eq(str_trim(word), id))
            return;
    buf_putf(&one->rules, "%s%.*s", one->rules.len > 0 ? ", " : "", STR_ARG(id));
}

static void statements_find(struct statements *all, const struct reported *item, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct comparison *c = item[i].c;
        for (size_t k = 0; c && k < c->finding_count; k++) {
            if (c->finding[k].cell == VERDICT_COMPARABLE)
                continue;
            struct statement *one = statement_of(all, &c->finding[k]);
            rule_add(one, c->finding[k].rule->id);
            one->count += !one->of[i];
            one->of[i] = true;
        }
    }
}

static void fold_open(struct buf *out, struct str name)
{
    buf_put(out, STR("\n<details><summary>"));
    markdown_put_plain(out, name);
    buf_put(out, STR(": what decides it and what stands beside it</summary>\n\n"));
}

static void put_statement(struct buf *out, const struct statement *one)
{
    struct buf rules = one->rules;
    buf_putf(out, "- %s %.*s ", verdict_row(one->cell)->glyph, STR_ARG(buf_str(&rules)));
    markdown_put_plain(out, one->text);
    buf_put_char(out, '\n');
}

void markdown_put_folds(struct buf *out, const struct reported *item, size_t count)
{
    struct statements all = { .home = out->home,
                              .width = count + 1,
                              .by_text =
                                  g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    size_t judged = 0;
    bool open = false;
    for (size_t i = 0; i < count; i++)
        judged += item[i].c != NULL;
    statements_find(&all, item, count);
    for (size_t k = 0; judged > 1 && k < all.count; k++) {
        if (all.item[k].count < judged)
            continue;
        if (!open)
            fold_open(out, str_format(out->home, "all %zu rows", judged));
        open = true;
        put_statement(out, &all.item[k]);
    }
    if (open)
        buf_put(out, STR("\n</details>\n"));
    for (size_t i = 0; i < count; i++) {
        open = false;
        for (size_t k = 0; k < all.count; k++) {
            if (!all.item[k].of[i] || (judged > 1 && all.item[k].count == judged))
                continue;
            if (!open)
                fold_open(out, item[i].name);
            open = true;
            put_statement(out, &all.item[k]);
        }
        if (open)
            buf_put(out, STR("\n</details>\n"));
    }
    g_hash_table_destroy(all.by_text);
}

/* ---- JUnit ---- */

static void put_xml(struct buf *out, struct str text)
{
    struct buf seen = buf_new(out->home, (size_t)1 << 20);
    buf_put_visible(&seen, text);
    struct str visible = buf_str(&seen);
    for (size_t i = 0; i < visible.len; i++) {
        switch (visible.at[i]) {
        case '&':
            buf_put(out, STR("&amp;"));
            break;
        case '<':
            buf_put(out, STR("&lt;"));
            break;
        case '>':
            buf_put(out, STR("&gt;"));
            break;
        case '"':
            buf_put(out, STR("&quot;"));
            break;
        default:
            buf_put_char(out, visible.at[i]);
        }
    }
}

static void put_case(struct buf *out, const struct reported *item)
{
    static const char *const element[] = { NULL, "failure", "skipped" };
    buf_putf(out, "    <testcase classname=\"dossier.%s\" name=\"",
             item->metric ? item->metric : "none");
    put_xml(out, item->name);
    buf_put(out, STR("\">\n"));
    if (element[item->outcome]) {
        buf_putf(out, "      <%s message=\"", element[item->outcome]);
        put_xml(out, item->said);
        buf_put(out, STR("\"/>\n"));
    } else {
        buf_put(out, STR("      <system-out>"));
        put_xml(out, item->said);
        buf_put(out, STR("</system-out>\n"));
    }
    buf_put(out, STR("    </testcase>\n"));
}

void junit_put(struct buf *out, const char *suite, const struct reported *item, size_t count)
{
    size_t by[3] = { 0 };
    for (size_t i = 0; i < count; i++)
        by[item[i].outcome]++;
    buf_putf(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite "
             "name=\"%s\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
             "skipped=\"%zu\">\n",
             suite, count, by[1], by[2]);
    for (size_t i = 0; i < count; i++)
        put_case(out, &item[i]);
    buf_put(out, STR("  </testsuite>\n</testsuites>\n"));
}
