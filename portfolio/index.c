/* index.c - one page over many dossiers: no ranking, and no two rows are compared. */
#include "base/markup.h"
#include "summary.h"

#include <glib.h>
#include <string.h>

struct paging {
    struct arena *home;
    const struct index_request *request;
    struct markup html;
};

static const struct {
    const char *class, *word, *glyph;
} verdicts[] = {
    [VERDICT_COMPARABLE] = { "is-comparable", "comparable", "=" },
    [VERDICT_STATED] = { "is-stated", "comparable, with reservations", "≈" },
    [VERDICT_INCOMPLETE] = { "is-incomplete", "incomplete", "…" },
    [VERDICT_NOT] = { "is-not", "not comparable", "≠" },
    [VERDICT_NOT + 1] = { "is-none", "nothing compared", "–" },
};

static void open_class(struct paging *p, const char *element, const char *class)
{
    markup_open(&p->html, element);
    if (class)
        markup_attribute(&p->html, "class", str_from(class));
}

static void put(struct paging *p, const char *element, const char *class, struct str text)
{
    open_class(p, element, class);
    markup_text(&p->html, text);
    markup_close(&p->html);
}

/* ---- head ---- */

static const char style[] =
    ":root{--paper:#fff;--ink:#1d1c1a;--soft:#66635c;--rule:#a9a59b;--hair:#dedbd3;--link:#0a4d8c;"
    "--comparable:#1b6b4a;--stated:#8a5a00;--incomplete:#5f5c56;--not:#9b1c31}"
    "@media (prefers-color-scheme:dark){:root{--paper:#161614;--ink:#eceae4;--soft:#a5a198;"
    "--rule:#6a675f;--hair:#383631;--link:#7fb4e6;--comparable:#6cc79b;--stated:#e0b062;"
    "--incomplete:#b5b1a8;--not:#f08a96}}"
    "@media print{:root{--paper:#fff;--ink:#1d1c1a;--soft:#66635c;--rule:#a9a59b;--hair:#dedbd3;"
    "--link:#1d1c1a;--comparable:#1b6b4a;--stated:#8a5a00;--incomplete:#5f5c56;--not:#9b1c31}"
    "fieldset{display:none}tr{break-inside:avoid}thead{display:table-header-group}}"
    "*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);"
    "font:1rem/1.5 \"Dossier Sans\",sans-serif;font-variant-numeric:tabular-nums lining-nums}"
    "header,main,footer{max-width:80rem;margin:auto;padding:0 2rem}"
    "h1{font:400 2.2rem/1.2 \"Dossier Serif\",serif;margin:2.6rem 0 .4rem}"
    "h2{font:600 1.1rem/1.4 \"Dossier Sans\",sans-serif;margin:2.6rem 0 .6rem}"
    ".soft{color:var(--soft)}a{color:var(--link)}.scroll{overflow-x:auto}"
    "table{border-collapse:collapse;width:100%;font-size:.9rem;line-height:1.4}"
    "caption{text-align:left;color:var(--soft);padding:.2rem 0 .6rem}"
    "th{text-align:left;font-weight:400;color:var(--soft);border-bottom:1px solid var(--rule);"
    "padding:.3rem 1rem .3rem 0;vertical-align:bottom}"
    "td,tbody th{border-bottom:1px solid var(--hair);padding:.5rem 1rem .5rem 0;vertical-align:top;"
    "color:var(--ink);overflow-wrap:anywhere}tbody th a{font-weight:600}"
    "td.day,thead th{white-space:nowrap}td.q{min-width:14rem}"
    "th button{all:unset;cursor:pointer}th button:disabled{cursor:default}"
    "th[aria-sort] button{color:var(--ink);text-decoration:underline}"
    "th button:focus-visible,a:focus-visible,.scroll:focus-visible{outline:2px solid "
    "var(--link);outline-offset:2px}"
    ".is-comparable .v{color:var(--comparable)}.is-stated .v{color:var(--stated)}"
    ".is-incomplete .v,.is-none .v{color:var(--incomplete)}.is-not .v{color:var(--not)}"
    ".v span{font:400 1.3rem/1 \"Dossier Serif\",serif;margin-right:.35rem}"
    "fieldset{border:0;border-top:2px solid var(--ink);margin:1.6rem 0 1rem;padding:.9rem 0 0;"
    "display:flex;flex-wrap:wrap;gap:.4rem 1.6rem}legend{float:left;margin-right:1.6rem;padding:0}"
    "fieldset label{cursor:pointer}strong{font-weight:600}"
    "ul{padding-left:1.1rem}footer{border-top:1px solid var(--rule);margin-top:3rem;"
    "padding-top:.6rem;padding-bottom:3rem;font-size:.85rem}";

static void put_font(struct paging *p, struct buf *css, const char *file, const char *family,
                     int weight)
{
    const struct entry *font = entries_find(p->request->skin, str_from(file));
    if (!font)
        return;
    char *text = g_base64_encode((const unsigned char *)font->bytes.at, font->bytes.len);
    buf_putf(css,
             "@font-face{font-family:\"%s\";font-weight:%d;src:url(data:font/woff2;base64,%s) "
             "format(\"woff2\")}",
             family, weight, text);
    g_free(text);
}

static void put_head(struct paging *p)
{
    struct buf css = buf_new(p->home, 1 << 22);
    put_font(p, &css, "fonts/dossier-sans-regular.woff2", "Dossier Sans", 400);
    put_font(p, &css, "fonts/dossier-sans-semibold.woff2", "Dossier Sans", 600);
    put_font(p, &css, "fonts/dossier-serif-regular.woff2", "Dossier Serif", 400);
    buf_put(&css, str_from(style));
    /* What is not chosen goes; a browser without :has() shows all rows. */
    for (size_t i = 0; i < ARRAY_COUNT(verdicts); i++) {
        buf_putf(&css, "main:has(#f-%s:checked) tbody tr:not(.%s){display:none}", verdicts[i].class,
                 verdicts[i].class);
    }
    markup_open(&p->html, "head");
    markup_open(&p->html, "meta");
    markup_attribute(&p->html, "charset", STR("utf-8"));
    markup_close(&p->html);
    markup_open(&p->html, "meta");
    markup_attribute(&p->html, "name", STR("viewport"));
    markup_attribute(&p->html, "content", STR("width=device-width, initial-scale=1"));
    markup_close(&p->html);
    put(p, "title", NULL, STR("Portfolio of dossiers"));
    markup_open(&p->html, "style");
    markup_raw(&p->html, buf_str(&css));
    markup_close(&p->html);
    markup_close(&p->html);
}

/* ---- what stands above the table ---- */

static size_t count_of(const struct paging *p, int verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < p->request->count; i++)
        count += summary_verdict(&p->request->summary[i]) == verdict;
    return count;
}

static void put_choice(struct paging *p, const char *class, struct str words, size_t count,
                       bool checked)
{
    struct str id = str_format(p->home, "f-%s", class);
    markup_open(&p->html, "span");
    markup_open(&p->html, "input");
    markup_attribute(&p->html, "type", STR("radio"));
    markup_attribute(&p->html, "name", STR("verdict"));
    markup_attribute(&p->html, "id", id);
    if (checked)
        markup_attribute(&p->html, "checked", STR(""));
    markup_close(&p->html);
    markup_text(&p->html, STR(" "));
    markup_open(&p->html, "label");
    markup_attribute(&p->html, "for", id);
    markup_text(&p->html, str_format(p->home, "%.*s: %zu", STR_ARG(words), count));
    markup_close(&p->html);
    markup_close(&p->html);
}

static void put_filter(struct paging *p)
{
    markup_open(&p->html, "fieldset");
    put(p, "legend", NULL, STR("May be compared?"));
    put_choice(p, "all", STR("all"), p->request->count, true);
    for (size_t i = 0; i < ARRAY_COUNT(verdicts); i++) {
        size_t count = count_of(p, (int)i);
        if (count > 0)
            put_choice(p, verdicts[i].class, str_from(verdicts[i].word), count, false);
    }
    markup_close(&p->html);
}

static void put_title(struct paging *p)
{
    size_t may = count_of(p, VERDICT_COMPARABLE) + count_of(p, VERDICT_STATED);
    size_t all = p->request->count;
    put(p, "h1", NULL,
        str_format(p->home, "%zu dossier%s: %zu permit%s numbers, %zu do%s not", all,
                   all == 1 ? "" : "s", may, may == 1 ? "s" : "", all - may,
                   all - may == 1 ? "es" : ""));
    struct str at = p->request->at.len > 0
                        ? str_format(p->home, " Ends are told as of %.*s.", STR_ARG(p->request->at))
                        : STR("");
    put(p, "p", "soft",
        str_format(p->home,
                   "Each was verified before it was read. Each row leads to its dossier; nothing "
                   "here is a "
                   "ranking, and no two rows are compared.%.*s",
                   STR_ARG(at)));
}

static void put_refused(struct paging *p)
{
    if (p->request->refused_count == 0)
        return;
    put(p, "h2", NULL,
        str_format(p->home, "%zu not read, since %s not hold", p->request->refused_count,
                   p->request->refused_count == 1 ? "it does" : "they do"));
    markup_open(&p->html, "ul");
    for (size_t i = 0; i < p->request->refused_count; i++) {
        markup_open(&p->html, "li");
        put(p, "strong", NULL, p->request->refused[2 * i]);
        markup_text(&p->html,
                    str_format(p->home, ": %.*s", STR_ARG(p->request->refused[2 * i + 1])));
        markup_close(&p->html);
    }
    markup_close(&p->html);
}

/* ---- the table ---- */

static const char *const heads[] = { "case",   "date",        "question",      "may be compared?",
                                     "answer", "valid until", "measure again", "signed by",
                                     "note" };

static void put_heads(struct paging *p)
{
    markup_open(&p->html, "thead");
    markup_open(&p->html, "tr");
    for (size_t i = 0; i < ARRAY_COUNT(heads); i++) {
        markup_open(&p->html, "th");
        markup_attribute(&p->html, "scope", STR("col"));
        markup_open(&p->html, "button");
        markup_attribute(&p->html, "type", STR("button"));
        markup_attribute(&p->html, "disabled", STR(""));
        markup_text(&p->html, str_from(heads[i]));
        markup_close(&p->html);
        markup_close(&p->html);
    }
    markup_close(&p->html);
    markup_close(&p->html);
}

/* "compiler on against as it runs today: faster; change 23 % (21 to 25)": what the verdict permits.
 */
static bool put_change(struct paging *p, const struct summary_pair *pair)
{
    if (pair->change.len == 0)
        return false;
    struct str of =
        pair->workload.len > 0 ? str_format(p->home, "%.*s, ", STR_ARG(pair->workload)) : STR("");
    put(p, "div", NULL,
        str_format(p->home, "%.*s%.*s against %.*s: %.*s; change %.*s %% (%.*s to %.*s)",
                   STR_ARG(of), STR_ARG(pair->label_b), STR_ARG(pair->label_a),
                   STR_ARG(pair->decision), STR_ARG(pair->change), STR_ARG(pair->change_low),
                   STR_ARG(pair->change_high)));
    return true;
}

/* Of a single system: what it delivered. */
static bool put_mean(struct paging *p, const struct summary_pair *pair)
{
    if (pair->b.len > 0 || pair->mean[0].len == 0)
        return false;
    put(p, "div", NULL,
        str_format(p->home, "%.*s%s%.*s: %.*s %.*s (%.*s to %.*s)", STR_ARG(pair->workload),
                   pair->workload.len > 0 ? ", " : "", STR_ARG(pair->label_a),
                   STR_ARG(pair->mean[0]), STR_ARG(pair->unit), STR_ARG(pair->mean_low[0]),
                   STR_ARG(pair->mean_high[0])));
    return true;
}

static void put_answer(struct paging *p, const struct summary *one)
{
    bool some = false;
    markup_open(&p->html, "td");
    for (size_t i = 0; i < one->pair_count; i++)
        some = put_change(p, &one->pair[i]) || put_mean(p, &one->pair[i]) || some;
    for (size_t i = 0; i < one->amount_count; i++) {
        put(p, "div", "soft",
            str_format(p->home, "%.*s: %.*s units, %.*s a month", STR_ARG(one->amount[i].label),
                       STR_ARG(one->amount[i].units), STR_ARG(one->amount[i].amount)));
    }
    if (!some)
        put(p, "div", "soft", STR("no number: the verdict permits none"));
    markup_close(&p->html);
}

static void put_end(struct paging *p, struct str day)
{
    bool over = p->request->at.len > 0 && day.len > 0 && str_order(day, p->request->at) < 0;
    open_class(p, "td", "day");
    if (over) {
        put(p, "strong", NULL, str_format(p->home, "%.*s, over", STR_ARG(day)));
    } else {
        open_class(p, "span", day.len > 0 ? NULL : "soft");
        markup_text(&p->html, day.len > 0 ? day : STR("not stated"));
        markup_close(&p->html);
    }
    markup_close(&p->html);
}

/* What somebody should look at: one case number twice, one set of evidence twice. */
static struct str note_of(struct paging *p, const struct summary *one)
{
    size_t numbers = 0, evidence = 0;
    for (size_t i = 0; i < p->request->count; i++) {
        numbers += str_eq(p->request->summary[i].case_id, one->case_id);
        evidence += str_eq(p->request->summary[i].evidence_id, one->evidence_id);
    }
    return evidence > 1  ? STR("same evidence in another dossier")
           : numbers > 1 ? STR("case number used twice")
                         : (struct str){ 0 };
}

/* By which others it was followed, as they say themselves; each leads to its file. */
static void put_later(struct paging *p, const struct summary *one)
{
    for (size_t i = 0; i < p->request->count; i++) {
        const struct summary *other = &p->request->summary[i];
        bool later = false;
        for (size_t k = 0; k < other->earlier_count; k++)
            later = later || str_eq(other->earlier[k].text, one->content);
        if (!later)
            continue;
        open_class(p, "div", NULL);
        markup_text(&p->html, STR("superseded by "));
        markup_open(&p->html, "a");
        markup_attribute(&p->html, "href", other->file);
        markup_text(&p->html, other->case_id);
        markup_close(&p->html);
        markup_close(&p->html);
    }
}

static bool is_single(const struct summary *one)
{
    return one->pair_count > 0 && one->pair[0].b.len == 0;
}

/* Of one system alone nothing is compared: whether its values hold. */
static const char *word_of(const struct summary *one, int verdict)
{
    static const char *const single[] = { [VERDICT_COMPARABLE] = "valid",
                                          [VERDICT_STATED] = "valid, with reservations",
                                          [VERDICT_INCOMPLETE] = "incomplete",
                                          [VERDICT_NOT] = "not valid" };
    return is_single(one) && verdict <= VERDICT_NOT ? single[verdict] : verdicts[verdict].word;
}

static void put_row(struct paging *p, const struct summary *one)
{
    int verdict = summary_verdict(one);
    open_class(p, "tr", verdicts[verdict].class);
    markup_open(&p->html, "th");
    markup_attribute(&p->html, "scope", STR("row"));
    markup_open(&p->html, "a");
    markup_attribute(&p->html, "href", one->file);
    markup_text(&p->html, one->case_id);
    markup_close(&p->html);
    markup_close(&p->html);
    put(p, "td", "day", one->date);
    put(p, "td", "q", one->question);
    open_class(p, "td", "v");
    open_class(p, "span", NULL);
    markup_attribute(&p->html, "aria-hidden", STR("true"));
    markup_text(&p->html, str_from(is_single(one) ? "" : verdicts[verdict].glyph));
    markup_close(&p->html);
    markup_text(&p->html, str_from(word_of(one, verdict)));
    markup_close(&p->html);
    put_answer(p, one);
    put_end(p, one->valid_until);
    put_end(p, one->remeasure);
    put(p, "td", one->signers.len > 0 ? NULL : "soft",
        one->signers.len > 0 ? one->signers : STR("unsigned"));
    markup_open(&p->html, "td");
    put_later(p, one);
    markup_text(&p->html, note_of(p, one));
    markup_close(&p->html);
    markup_close(&p->html);
}

static void put_table(struct paging *p)
{
    open_class(p, "div", "scroll");
    markup_attribute(&p->html, "tabindex", STR("0"));
    markup_attribute(&p->html, "role", STR("region"));
    markup_attribute(&p->html, "aria-label", STR("Dossiers"));
    open_class(p, "table", "sort");
    put(p, "caption", NULL,
        STR("In order of case number; a press on a column's name sorts by it."));
    put_heads(p);
    markup_open(&p->html, "tbody");
    for (size_t i = 0; i < p->request->count; i++)
        put_row(p, &p->request->summary[i]);
    markup_close(&p->html);
    markup_close(&p->html);
    markup_close(&p->html);
}

bool portfolio_page(struct arena *home, const struct index_request *request, struct buf *out)
{
    struct paging page = { home, request, { 0 } }, *p = &page;
    const struct entry *script = entries_find(request->skin, STR("sort.js"));
    buf_put(out, STR("<!DOCTYPE html>\n"));
    markup_begin(&p->html, out, true);
    markup_open(&p->html, "html");
    markup_attribute(&p->html, "lang", STR("en"));
    put_head(p);
    markup_open(&p->html, "body");
    markup_open(&p->html, "main");
    put_title(p);
    put_refused(p);
    put_filter(p);
    put_table(p);
    markup_close(&p->html);
    markup_open(&p->html, "footer");
    put(p, "p", "soft",
        STR("Made by dossier index. A signature named here holds; whether you trust its holder is "
            "asked "
            "by dossier verify --trust."));
    markup_close(&p->html);
    if (script) {
        markup_open(&p->html, "script");
        markup_raw(&p->html, script->bytes);
        markup_close(&p->html);
    }
    markup_close(&p->html);
    markup_close(&p->html);
    buf_put_char(out, '\n');
    return !out->full;
}
