/* sections_summary.c - the first page, in its order: question, who measured, answer, verdict with
 * the reservations that touch it, one chart, clauses, cost, what changed, what is still owed. */
#include "chart.h"
#include "page_one.h"

/* ---- who asked, who measured ---- */

static bool same_text(const struct fact *a, const struct fact *b)
{
    return a && b && str_eq(a->value.text, b->value.text);
}

static void measured_add(struct building *b, struct node *line)
{
    const struct fact *by = case_fact(b, KEY_PARTY_MEASURED_BY),
                      *kind = case_fact(b, KEY_PARTY_KIND);
    const struct fact *paid = case_fact(b, KEY_PARTY_PAID_BY),
                      *hosted = case_fact(b, KEY_PARTY_HOSTED_BY),
                      *configured = case_fact(b, KEY_PARTY_CONFIGURED_BY);
    SAY(b, line, kind ? "byline.measured.kind" : "byline.measured", { "by", .fact = by },
        { "kind", .fact = kind });
    if (same_text(paid, hosted) && same_text(paid, configured)) {
        SAY(b, line, "byline.all", { "by", .fact = paid });
    } else {
        SAY(b, line, same_text(paid, configured) ? "byline.two" : "byline.each",
            { "paid", .fact = paid }, { "hosted", .fact = hosted },
            { "configured", .fact = configured });
    }
}

/* Where a side was measured by somebody else than the case says of all, each side has its own. */
static void measured_each(struct building *b, struct node *line)
{
    const struct case_file *c = b->model->case_file;
    for (size_t i = 0; i < c->system_count; i++) {
        struct measurer own[MEASURERS_MOST];
        size_t count = measurers_of(b, &c->system[i], own);
        for (size_t j = 0; j < count; j++) {
            if (i + j > 0)
                text_add(b, line, "sentence.stop");
            SAY(b, line,
                count > 1     ? (own[j].kind ? "byline.part.kind" : "byline.part")
                : own[j].kind ? "byline.side.kind"
                              : "byline.side",
                { "system", .quote = c->system[i].id }, { "by", .fact = own[j].by },
                { "kind", .fact = own[j].kind }, { "paid", .fact = own[j].paid },
                { "hosted", .fact = own[j].hosted }, { "configured", .fact = own[j].configured });
        }
    }
}

static void byline_add(struct building *b, struct node *page)
{
    const struct case_file *c = b->model->case_file;
    struct node *line = paragraph_add(b, page, ROLE_BYLINE);
    bool each = false;
    if (c->asked_by.len > 0) {
        SAY(b, line, "byline.asked",
            { "by", .quote = c->asked_by, .fact = case_fact(b, KEY_CASE_ASKED_BY) });
    }
    for (size_t i = 0; i < c->system_count; i++) {
        struct measurer own[MEASURERS_MOST];
        size_t count = measurers_of(b, &c->system[i], own);
        for (size_t j = 0; j < count; j++)
            each = each || own[j].apart;
    }
    (each ? measured_each : measured_add)(b, line);
    text_add(b, line, "sentence.end");
}

/* Beside the values of a comparison: whose they are, where it is not the party of the case. */
static void values_of(struct building *b, struct node *page, const struct comparison *c)
{
    const struct system *const side[] = { c->a, c->b };
    struct node *line = NULL;
    for (size_t i = 0; i < (alone(b) ? 1 : ARRAY_COUNT(side)); i++) {
        struct measurer own[MEASURERS_MOST];
        size_t count = measurers_of(b, side[i], own);
        bool other = false;
        for (size_t j = 0; j < count; j++)
            other = other || own[j].other;
        for (size_t j = 0; j < count && other; j++) {
            line = line ? line : paragraph_add(b, page, ROLE_SMALL);
            SAY(b, line,
                count > 1     ? (own[j].kind ? "values.part.kind" : "values.part")
                : own[j].kind ? "values.of.kind"
                              : "values.of",
                { "system", .quote = side[i]->id }, { "by", .fact = own[j].by },
                { "kind", .fact = own[j].kind });
        }
    }
}

/* ---- how sure ---- */

static void sure_note(struct building *b, struct node *figure, const struct comparison *c)
{
    struct node *note = node_add(b, figure, NODE_NOTE);
    bool equal = !alone(b) && same_text(c->runs[0], c->runs[1]);
    const char *id = !claimed(c) ? (told_alone(c) ? "note.told" : "note.within")
                     : equal     ? "note.sure.equal"
                                 : "note.sure";
    SAY(b, paragraph_add(b, note, ROLE_NONE), id, { "ra", .fact = c->runs[0] },
        { "rb", .fact = c->runs[1] }, { "a", .quote = c->a->id }, { "b", .quote = c->b->id });
}

static void metric_subtitle(struct building *b, struct node *figure, const struct comparison *c)
{
    const struct fact *level = c->mean[0];
    for (size_t i = 0; !level && i < c->run_count; i++) {
        const struct judged_run *run = &c->run[i];
        level = run->value ? run->value : run->own ? run->own : run->told;
    }
    SAY(b, paragraph_add(b, figure, ROLE_SUBTITLE), "figure.dots.subtitle",
        { "metric", .quote = key_title(b, b->model->case_file->metric) },
        { "unit", .quote = unit_title(b, level ? level->value.unit : UNIT_NONE) });
}

static bool few_runs(const struct building *b, const struct fact *runs)
{
    const struct fact *least = b->model->case_file->policy.repetitions_fact;
    return runs && least && runs->value.value < least->value.value;
}

/* The interval that a reader misses, and why it is not there; or over what it is, where few runs
 * have one: repetitions that are executions by themselves stand for runs. */
static void few_runs_add(struct building *b, struct node *figure, const struct fact *runs,
                         const struct fact *low)
{
    if (few_runs(b, runs)) {
        SAY(b, paragraph_add(b, figure, ROLE_NONE), low ? "figure.repeated" : "figure.no_interval",
            { "runs", .fact = runs },
            { "least", .fact = b->model->case_file->policy.repetitions_fact });
    }
}

/* "higher.up": the metric's better side, and where B is of A. */
static const char *finding_way(struct building *b, const char *id, bool up)
{
    enum better better = vocabulary_row(b->model->case_file->metric)->better;
    return better == BETTER_NEITHER
               ? joined(b, id, "other")
               : joined(b, joined(b, id, better == BETTER_HIGHER ? "higher" : "lower"),
                        up ? "up" : "down");
}

/* The chart's heading says what the runs show, and no more. */
static void finding_heading(struct building *b, struct node *figure, const struct comparison *c)
{
    enum showing shown = comparison_shows(c);
    enum better better = vocabulary_row(b->model->case_file->metric)->better;
    const struct fact *level = c->mean[0] ? c->mean[0] : c->mean[1];
    struct str unit = unit_title(b, level ? level->value.unit : UNIT_NONE);
    bool up = c->change && c->change->value.value >= 0;
    struct fill fill[] = {
        { "a", .quote = c->a->id },
        { "b", .quote = c->b->id },
        { "change", .fact = c->change },
        { "low", .fact = c->change_low },
        { "high", .fact = c->change_high },
        { "margin", .fact = b->model->case_file->policy.margin_fact },
        { "unit", .quote = better == BETTER_HIGHER
                               ? unit
                               : str_format(b->home, "%.*s, %.*s",
                                            STR_ARG(key_title(b, b->model->case_file->metric)),
                                            STR_ARG(unit)) }
    };
    bool change = shown == SHOWN_CHANGE;
    const char *id = change                    ? finding_way(b, "figure.finding", up)
                     : shown == SHOWN_EQUALITY ? "figure.finding.equal"
                     : shown == SHOWN_ONE_RUN  ? "figure.finding.one_run"
                     : shown == SHOWN_NEITHER
                         ? "figure.finding.neither"
                         : finding_way(b, "figure.finding.open", shown == SHOWN_HIGHER);
    say(b, heading_add(b, figure, 2, NULL), id, fill, ARRAY_COUNT(fill));
    if (!change) {
        metric_subtitle(b, figure, c);
        return;
    }
    say(b, paragraph_add(b, figure, ROLE_SUBTITLE),
        up || better == BETTER_NEITHER ? "figure.finding.subtitle" : "figure.finding.subtitle.less",
        fill, ARRAY_COUNT(fill));
}

/* The same of a side that stands alone: its mean, or why there is none. */
static void side_heading(struct building *b, struct node *figure, const struct comparison *c,
                         size_t side)
{
    enum better better = vocabulary_row(b->model->case_file->metric)->better;
    const char *id = c->mean[side]                ? joined(b, "figure.side",
                                            better == BETTER_HIGHER  ? "higher"
                                                           : better == BETTER_LOWER ? "lower"
                                                                                    : "other")
                     : few_runs(b, c->runs[side]) ? "figure.side.few"
                                                  : "figure.side.told";
    SAY(b, heading_add(b, figure, 2, NULL), id, { "system", .quote = (side ? c->b : c->a)->id },
        { "mean", .fact = c->mean[side] }, { "runs", .fact = c->runs[side] },
        { "least", .fact = b->model->case_file->policy.repetitions_fact });
}

static void dots_add(struct building *b, struct node *page, const struct comparison *c)
{
    struct str suffix = pair_suffix(b, c);
    if (claimed(c)) {
        struct node *figure =
            section_add(b, page, ROLE_FIGURE, str_format(b->home, "values%.*s", STR_ARG(suffix)));
        finding_heading(b, figure, c);
        chart_add(b, figure, CHART_DOTS, c, NULL);
        sure_note(b, figure, c);
        return;
    }
    struct node *columns = node_add(b, page, NODE_COLUMNS);
    const struct system *const side[] = { c->a, c->b };
    for (size_t i = 0; i < (alone(b) ? 1 : 2); i++) { /* separate figures, each with its own axis */
        struct node *figure = section_add(b, columns, ROLE_FIGURE,
                                          str_format(b->home, "values%.*s-%.*s", STR_ARG(suffix),
                                                     STR_ARG(system_slug(b, side[i]))));
        side_heading(b, figure, c, i);
        metric_subtitle(b, figure, c);
        chart_add(b, figure, CHART_DOTS, c, side[i]);
        few_runs_add(b, figure, c->runs[i], c->mean_low[i]);
        if (alone(b))
            sure_note(b, figure, c);
    }
    if (alone(b)) {
        stack_alone_add(b, columns, c);
        return;
    }
    sure_note(b, page, c);
}

/* What stands below the answer. */
static void below_add(struct building *b, struct node *page, const struct comparison *c)
{
    verdict_add(b, page, c);
    if (!suite_names(c)) /* which names who measured each */
        values_of(b, page, c);
    if (refused(c)) {
        refusal_add(b, page, c);
        suite_add(b, page, c);
        if (alone(b) && refusal_brief(c)) {
            clauses_add(b, page, c);
            stack_alone_add(b, page, c);
        }
        if (!alone(b) && several(b))
            ribbon_add(b, page, c);
        return;
    }
    if (alone(b)) /* what is asked of it is the question */
        clauses_add(b, page, c);
    dots_add(b, page, c);
    suite_add(b, page, c);
    if (!alone(b))
        clauses_add(b, page, c);
    decision_add(b, page, c);
    if (!alone(b)) {
        ribbon_add(b, page, c);
        time_spent_add(b, page, c);
    }
    if (several(b)) /* the page that lists them tells the rest, once */
        stands_apart_add(b, page, c);
    else
        owed_add(b, page, c);
}

static void comparison_add(struct building *b, struct node *page, const struct comparison *c)
{
    answer_add(b, page, c);
    below_add(b, page, c);
}

/* Each of several comparisons is a page of its own, behind the page that lists them. */
static void pair_add(struct building *b, struct node *root, const struct comparison *c)
{
    struct node *page = section_add(b, root, ROLE_SUMMARY,
                                    str_format(b->home, "pair%.*s", STR_ARG(pair_suffix(b, c))));
    SAY(b, heading_add(b, page, 2, NULL),
        c->workload.len > 0 ? "pair.heading.workload" : "pair.heading", { "a", .quote = c->a->id },
        { "b", .quote = c->b->id }, { "workload", .quote = c->workload });
    comparison_add(b, page, c);
}

/* A refusal says the same of a pair either way round. */
static bool told(struct building *b, const struct comparison *c)
{
    const struct comparison *all = b->model->comparison;
    for (const struct comparison *other = all; refused(c) && other < c; other++)
        if (other->a == c->b && other->b == c->a && other->verdict == c->verdict &&
            str_eq(other->workload, c->workload))
            return true;
    return false;
}

/* Two bidders, neither of whom is the baseline: one page says all of it, the same either way. */
static bool told_once(struct building *b)
{
    const struct comparison *all = b->model->comparison;
    size_t count = b->model->comparison_count, untold = 0;
    if (count == 2 && !refused(&all[0]) && !refused(&all[1]) && !pictured(b, &all[1]))
        return true;
    for (size_t i = 0; i < count; i++)
        untold += !told(b, &b->model->comparison[i]);
    return untold == 1;
}

bool section_summary(struct building *b, struct node *root, const char *id)
{
    const struct case_file *c = b->model->case_file;
    struct node *page = section_add(b, root, ROLE_SUMMARY, str_from(id));
    struct node *question = heading_add(b, page, 1, NULL);
    question->role = ROLE_QUESTION;
    quote_add(b, question, c->question, case_fact(b, KEY_CASE_QUESTION));
    byline_add(b, page);
    size_t count = b->model->comparison_count;
    if (count == 0) {
        paragraph_plain(b, page, ROLE_ANSWER, "answer.none");
    } else if (told_once(b)) {
        comparison_add(b, page, b->model->comparison);
        categories_add(b, page);
    } else {
        answers_add(b, page);
        categories_add(b, page);
        if (!alone(b))
            groups_add(b, page);
        owed_by_all(b, page);
    }
    for (size_t i = 0; !told_once(b) && i < count; i++)
        if (!told(b, &b->model->comparison[i]))
            pair_add(b, root, &b->model->comparison[i]);
    return true;
}
