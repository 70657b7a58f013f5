/* reports.c - comparisons for CI. Names come from evidence: what has a meaning in Markdown or XML
 * is written so that it has none. */
#include "reports.h"
#include "verdict_text.h"
#include <string.h>

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

static void put_findings(struct buf *out, const struct comparison *c)
{
    for (size_t i = 0; i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        if (finding->cell == VERDICT_COMPARABLE)
            continue;
        buf_putf(out, "- %s %.*s ", verdict_row(finding->cell)->glyph, STR_ARG(finding->rule->id));
        markdown_put_plain(out, finding_words(out->home, finding));
        buf_put_char(out, '\n');
    }
}

void markdown_put_folds(struct buf *out, const struct reported *item, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buf_put(out, STR("\n<details><summary>"));
        markdown_put_plain(out, item[i].name);
        buf_put(out, STR(": what decides it and what stands beside it</summary>\n\n"));
        if (item[i].c)
            put_findings(out, item[i].c);
        buf_put(out, STR("\n</details>\n"));
    }
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

void junit_put(struct buf *out, const char *suite, const struct reported *item, size_t count,
               const struct str *missing, size_t missing_count, const char *why)
{
    size_t by[3] = { 0 };
    for (size_t i = 0; i < count; i++)
        by[item[i].outcome]++;
    buf_putf(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite "
             "name=\"%s\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
             "skipped=\"%zu\">\n",
             suite, count + missing_count, by[1], by[2] + missing_count);
    for (size_t i = 0; i < count; i++)
        put_case(out, &item[i]);
    for (size_t i = 0; i < missing_count; i++) {
        buf_put(out, STR("    <testcase classname=\"dossier.none\" name=\""));
        put_xml(out, missing[i]);
        buf_putf(out, "\">\n      <skipped message=\"%s\"/>\n    </testcase>\n", why);
    }
    buf_put(out, STR("  </testsuite>\n</testsuites>\n"));
}
