/* sections_summary.c - the first page: question, verdict, answer, one chart, what changed, what
 * follows. */
#include "build.h"
#include "chart.h"

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
        SAY(b, line, "byline.each", { "paid", .fact = paid }, { "hosted", .fact = hosted },
            { "configured", .fact = configured });
    }
}

/* Where a side was measured by somebody else than the case says of all, each side has its own. */
static void measured_each(struct building *b, struct node *line)
{
    const struct case_file *c = b->model->case_file;
    for (size_t i = 0; i < c->system_count; i++) {
        const struct measurer own = measurer_of(b, &c->system[i]);
        SAY(b, line, own.kind ? "byline.side.kind" : "byline.side",
            { "system", .quote = c->system[i].id }, { "by", .fact = own.by },
            { "kind", .fact = own.kind }, { "paid", .fact = own.paid },
            { "hosted", .fact = own.hosted }, { "configured", .fact = own.configured });
    }
}

static void byline_add(struct building *b, struct node *page)
{
    const struct case_file *c = b->model->case_file;
    struct node *line = paragraph_add(b, page, ROLE_BYLINE);
    bool each = false;
    SAY(b, line, "byline.case", { "id", .quote = c->id, .fact = case_fact(b, KEY_CASE_ID) });
    if (c->asked_by.len > 0) {
        SAY(b, line, "byline.asked",
            { "by", .quote = c->asked_by, .fact = case_fact(b, KEY_CASE_ASKED_BY) });
    }
    for (size_t i = 0; i < c->system_count; i++) {
        each = each || measurer_of(b, &c->system[i]).other;
    }
    (each ? measured_each : measured_add)(b, line);
    if (c->date.len > 0) {
        SAY(b, line, "byline.date",
            { "date", .quote = c->date, .fact = case_fact(b, KEY_CASE_DATE) });
    }
}

/* Beside the values of a comparison: whose they are, where it is not the party of the case. */
static void values_of(struct building *b, struct node *page, const struct comparison *c)
{
    const struct system *const side[] = { c->a, c->b };
    struct node *line = NULL;
    for (size_t i = 0; i < ARRAY_COUNT(side); i++) {
        const struct measurer own = measurer_of(b, side[i]);
        if (own.other) {
            line = line ? line : paragraph_add(b, page, ROLE_SMALL);
            SAY(b, line, own.kind ? "values.of.kind" : "values.of",
                { "system", .quote = side[i]->id }, { "by", .fact = own.by },
                { "kind", .fact = own.kind });
        }
    }
}

/* ---- the verdict ---- */

static const char *verdict_id(enum verdict verdict)
{
    static const char *const id[] = { "verdict.comparable", "verdict.stated", "verdict.incomplete",
                                      "verdict.not" };
    return id[verdict];
}

static void verdict_sentence(struct building *b, struct node *line, const struct comparison *c)
{
    struct fill pair[] = {
        { "a", .quote = c->a->id },      { "b", .quote = c->b->id },
        { "failed", .fact = c->failed }, { "unknown", .fact = c->unknown },
        { "stated", .fact = c->stated }, { "layers", .fact = c->layers_changed }
    };
    const size_t count = ARRAY_COUNT(pair);
    bool unknown = c->unknown && !str_eq(c->unknown->value.text, STR("0"));
    switch (c->verdict) {
    case VERDICT_COMPARABLE:
        say(b, line, "verdict.comparable.sentence", pair, count);
        break;
    case VERDICT_STATED:
        say(b, line, counted(b, "verdict.stated.sentence", c->stated), pair, count);
        break;
    case VERDICT_INCOMPLETE:
        say(b, line, counted(b, "verdict.incomplete.sentence", c->unknown), pair, count);
        break;
    case VERDICT_NOT:
        say(b, line, counted(b, "verdict.not.sentence", c->failed), pair, count);
        if (unknown) {
            say(b, line, counted(b, "verdict.not.unknown", c->unknown), pair, count);
        }
        break;
    }
    if (c->layers_changed && !refused(c)) {
        say(b, line, counted(b, "verdict.layers", c->layers_changed), pair, count);
    }
    say(b, line, refused(c) ? "verdict.no_ratio" : "verdict.side_by_side", pair, count);
}

static bool stated_before(const struct comparison *c, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (c->finding[i].cell == VERDICT_STATED && c->finding[i].rule == c->finding[index].rule) {
            return true;
        }
    }
    return false;
}

/* What is stated, by name, and where it stands in full. */
static void stated_names(struct building *b, struct node *box, const struct comparison *c)
{
    struct node *line = paragraph_add(b, box, ROLE_SMALL);
    text_add(b, line, "verdict.stated.names");
    text_add(b, link_add(b, line, str_format(b->home, "#%.*s", STR_ARG(stated_id(b, c)))),
             "stated.heading");
    text_add(b, line, "verdict.stated.names.colon");
    bool any = false;
    for (size_t i = 0; i < c->finding_count; i++) {
        if (c->finding[i].cell == VERDICT_STATED && !stated_before(c, i)) {
            text_add(b, line, any ? "quote.between" : "quote.open");
            quote_add(b, line, c->finding[i].rule->title, NULL);
            any = true;
        }
    }
    text_add(b, line, "quote.close");
    text_add(b, line, "sentence.end");
}

/* A person's sentence as part of ours, which has a stop of its own. */
static struct str unstopped(struct str text)
{
    text = str_trim(text);
    while (str_ends(text, STR("."))) {
        text = str_trim(str_sub(text, 0, text.len - 1));
    }
    return text;
}

/* Limits that the case weakened stand under the verdict that they made possible. */
static void weakened_add(struct building *b, struct node *box)
{
    const struct policy *policy = &b->model->case_file->policy;
    for (size_t i = 0; i < policy->weakened_count; i++) {
        const struct weakening *w = &policy->weakened[i];
        struct node *line = paragraph_add(b, box, ROLE_SMALL);
        struct str reason = unstopped(w->reason);
        SAY(b, line, reason.len > 0 ? "small.weakened" : "small.weakened.silent",
            { "what", .quote = str_from(vocabulary_row(w->key)->title) },
            { "value", .fact = w->fact }, { "reason", .quote = reason });
        if (w->built_in) {
            SAY(b, line, "small.built_in", { "value", .fact = w->built_in });
        } else if (w->standard.len > 0) { /* a loss of accuracy has none */
            SAY(b, line, "small.standard", { "value", .quote = w->standard });
        }
    }
}

static void loosened_add(struct building *b, struct node *box)
{
    for (size_t i = 0; i < b->model->loosened_count; i++) {
        const struct rule_text *rule = b->model->loosened[i];
        SAY(b, paragraph_add(b, box, ROLE_SMALL), "small.loosened", { "rule", .quote = rule->id },
            { "title", .quote = rule->title }, { "reason", .quote = unstopped(rule->loosened) });
    }
}

static bool planned(const struct report_model *model)
{
    bool planned = model->comparison_count > 0;
    for (size_t i = 0; i < model->comparison_count; i++) {
        planned = planned && model->comparison[i].planned;
    }
    return planned;
}

static void small_print_add(struct building *b, struct node *page)
{
    struct node *line = paragraph_add(b, page, ROLE_SMALL);
    if (!planned(b->model)) {
        say_plain(b, line, "small.no_plan");
    }
    diagnostic_add(b, line);
    say_plain(b, line, "small.date");
    if (b->model->rules_changed) {
        SAY(b, line, "small.rules", { "version", .quote = b->model->rules_version });
    }
}

static void verdict_add(struct building *b, struct node *page, const struct comparison *c)
{
    struct node *box = section_add(b, page, ROLE_VERDICT,
                                   str_format(b->home, "verdict%.*s", STR_ARG(pair_suffix(b, c))));
    box->verdict = c->verdict;
    heading_add(b, box, 2, joined(b, verdict_id(c->verdict), "name"));
    verdict_sentence(b, paragraph_add(b, box, ROLE_NONE), c);
    if (c->verdict == VERDICT_STATED) {
        stated_names(b, box, c);
    }
    weakened_add(b, box);
    loosened_add(b, box);
}

/* ---- the answer ---- */

static const char *comparative(const struct building *b)
{
    enum better better = vocabulary_row(b->model->case_file->metric)->better;
    return better == BETTER_LOWER ? "lower" : better == BETTER_HIGHER ? "higher" : "other";
}

static void credit_add(struct building *b, struct node *line, const struct comparison *c)
{
    if (c->credited != LAYER_NONE) {
        const char *id = c->bridge_count > 0 ? "answer.credit.bridge" : "answer.credit";
        struct str silent = silent_layers(b, c);
        SAY(b, line, silent.len > 0 ? joined(b, id, "disclosed") : id,
            { "layer", .quote = str_from(layer_row(c->credited)->title) },
            { "silent", .quote = silent });
    } else {
        say_plain(b, line, "answer.no_credit");
    }
}

/* The accelerator of the system's first run, as its best source names it; NULL: not disclosed. */
static const struct fact *measured_on(const struct building *b, const struct system *system)
{
    const struct run *run = system->machine_count > 0 && system->machine[0].run_count > 0
                                ? &system->machine[0].run[0]
                                : NULL;
    const struct fact *found =
        run ? run_fact(b->model->case_file, run, KEY_ACCELERATOR_NAME, STR("0")) : NULL;
    return found || !run ? found
                         : run_fact(b->model->case_file, run, KEY_ACCELERATOR_NAME, STR(""));
}

static bool holds_digit(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] >= '0' && text.at[i] <= '9') {
            return true;
        }
    }
    return false;
}

/* "B (compiler on)", so that the sentence tells which executor it speaks of; and what was measured,
 * where the sides differ in it or the label may name a product. */
static struct str named(struct building *b, const struct system *system, const struct system *other)
{
    enum { LONGEST = 48 };
    const struct fact *own = measured_on(b, system), *theirs = measured_on(b, other);
    bool labelled = system->label.len > 0 && system->label.len <= LONGEST;
    bool told = own && ((theirs && !str_eq(own->value.text, theirs->value.text)) ||
                        holds_digit(system->label) || holds_digit(system->id));
    if (!labelled && !told) {
        return system->id;
    }
    struct fill fill[] = { { "system", .quote = system->id },
                           { "label", .quote = system->label },
                           { "accelerator", .quote = told ? own->value.text : STR("") } };
    return said_plain(b,
                      !told      ? "answer.named"
                      : labelled ? "answer.named.measured"
                                 : "answer.measured",
                      fill, ARRAY_COUNT(fill));
}

static void answer_claimed(struct building *b, struct node *line, const struct comparison *c)
{
    const struct fact *level = c->mean[0] ? c->mean[0] : c->mean[1];
    struct fill fill[] = {
        { "a", .quote = named(b, c->a, c->b) },
        { "b", .quote = named(b, c->b, c->a) },
        { "change", .fact = c->change },
        { "low", .fact = c->change_low },
        { "high", .fact = c->change_high },
        { "margin", .fact = b->model->case_file->policy.margin_fact },
        { "metric", .quote = str_from(vocabulary_row(b->model->case_file->metric)->title) },
        { "unit", .quote = str_from(unit_row(level ? level->value.unit : UNIT_NONE)->title) }
    };
    bool up = c->change && c->change->value.number && c->change->value.value >= 0;
    enum showing shown = comparison_shows(c);
    if (shown == SHOWN_CHANGE) {
        const char *id = joined(b, "answer", comparative(b));
        say(b, line, joined(b, id, up ? "up" : "down"), fill, ARRAY_COUNT(fill));
        credit_add(b, line, c);
    } else if (shown == SHOWN_ONE_RUN) {
        SAY(b, line, "answer.one_run", { "change", .fact = c->change },
            { "low", .fact = c->change_low }, { "high", .fact = c->change_high },
            { "medians", .fact = c->medians.ratio }, { "value", .fact = c->medians.decides },
            { "run", .quote = run_short(b, c->medians.decides->run) });
    } else if (shown == SHOWN_HIGHER || shown == SHOWN_LOWER) {
        const char *id = joined(b, "answer.open", comparative(b));
        say(b, line, joined(b, id, shown == SHOWN_HIGHER ? "up" : "down"), fill, ARRAY_COUNT(fill));
    } else {
        say(b, line, shown == SHOWN_EQUALITY ? "answer.equivalent" : "answer.inconclusive", fill,
            ARRAY_COUNT(fill));
    }
}

static bool few_runs(const struct building *b, const struct fact *runs)
{
    const struct fact *least = b->model->case_file->policy.repetitions_fact;
    return runs && least && runs->value.value < least->value.value;
}

/* Fewer than the least number of runs on a side: values, no ratio, no claim, and what one more
 * would mend. */
static void answer_few(struct building *b, struct node *line, const struct comparison *c)
{
    bool a_short =
        c->runs[0] && (!c->runs[1] || c->runs[0]->value.value <= c->runs[1]->value.value);
    const struct system *lacking = a_short ? c->a : c->b;
    const struct fact *runs = c->runs[a_short ? 0 : 1];
    if (!few_runs(b, runs)) { /* enough of them, whose values give no finite ratio */
        say_plain(b, line, "answer.unrelated");
        return;
    }
    SAY(b, line, counted(b, "answer.few", runs), { "system", .quote = lacking->id },
        { "runs", .fact = runs },
        { "least", .fact = b->model->case_file->policy.repetitions_fact });
}

/* Conditions of the families W, P and M ask whether both sides were measured alike; the others ask
 * whether the runs and their records can carry a comparison at all. */
static const char *refusal_reason(const struct comparison *c)
{
    bool alike = true;
    bool sound = true;
    for (size_t i = 0; i < c->finding_count; i++) {
        if (c->finding[i].cell != VERDICT_NOT) {
            continue;
        }
        enum family family = c->finding[i].rule->family;
        bool likeness = family == FAMILY_W || family == FAMILY_P || family == FAMILY_M;
        alike = alike && !likeness;
        sound = sound && likeness;
    }
    return alike ? "answer.not.runs" : sound ? "answer.not.alike" : "answer.not.both";
}

static void answer_refused(struct building *b, struct node *line, const struct comparison *c)
{
    const struct rule_text *first[3] = { 0 };
    size_t count = 0;
    bool more = false;
    for (size_t i = 0; i < c->finding_count; i++) {
        bool again = false; /* one rule may fail on several values: its title once */
        for (size_t j = 0; j < count; j++) {
            again = again || first[j] == c->finding[i].rule;
        }
        if (c->finding[i].cell != c->verdict || again) {
            continue;
        }
        if (count == ARRAY_COUNT(first)) {
            more = true;
            break;
        }
        first[count++] = c->finding[i].rule;
    }
    bool refused_outright = c->verdict == VERDICT_NOT;
    say_plain(b, line, refused_outright ? refusal_reason(c) : "answer.incomplete");
    const char *list = refused_outright ? "answer.not.list" : "answer.incomplete.list";
    say_plain(b, line, joined(b, list, count == 1 ? "one" : "many"));
    for (size_t i = 0; i < count; i++) {
        text_add(b, line, i > 0 ? "quote.between" : "quote.open");
        quote_add(b, line, first[i]->title, NULL)->style = STYLE_STRONG;
    }
    text_add(b, line, more ? "quote.more" : "quote.close");
    say_plain(b, line, refused_outright ? "answer.not.end" : "answer.incomplete.end");
}

/* What the number does and does not decide, beside what it is. */
static void decides_add(struct building *b, struct node *page, const struct comparison *c)
{
    bool layer = c->credited != LAYER_NONE;
    SAY(b, paragraph_add(b, page, ROLE_NONE),
        layer ? "answer.decides.layer" : "answer.decides.whole",
        { "layer", .quote = str_from(layer_row(c->credited)->title) });
}

/* at_objective: without its load an answer says nothing, so the loads stand below it. */
static void loads_add(struct building *b, struct node *page, const struct comparison *c)
{
    if (!refused(c) && c->load[0] && c->load[1]) {
        SAY(b, paragraph_add(b, page, ROLE_NONE), "answer.loads", { "a", .quote = c->a->id },
            { "b", .quote = c->b->id }, { "load_a", .fact = c->load[0] },
            { "load_b", .fact = c->load[1] }, { "next_a", .fact = c->load_next[0] },
            { "next_b", .fact = c->load_next[1] });
    }
}

static void answer_add(struct building *b, struct node *page, const struct comparison *c)
{
    struct node *line = paragraph_add(b, page, ROLE_ANSWER);
    line->licence = refused(c) ? NULL : c;
    if (refused(c)) {
        answer_refused(b, line, c);
    } else if (claimed(c)) {
        answer_claimed(b, line, c);
    } else {
        answer_few(b, line, c);
    }
    line->claim =
        claim_find(b->model, str_format(b->home, "answer.%.*s-%.*s%s%.*s", STR_ARG(c->a->id),
                                        STR_ARG(c->b->id), c->workload.len > 0 ? "." : "",
                                        STR_ARG(c->workload)));
    loads_add(b, page, c);
    if (comparison_shows(c) == SHOWN_CHANGE && !decision_shown(b, c)) {
        decides_add(b, page, c);
    }
}

/* ---- how sure ---- */

static bool one(const struct fact *count)
{
    return count && str_eq(count->value.text, STR("1"));
}

static void sure_note(struct building *b, struct node *figure, const struct comparison *c)
{
    struct node *note = node_add(b, figure, NODE_NOTE);
    SAY(b, paragraph_add(b, note, ROLE_NONE), claimed(c) ? "note.sure" : "note.within",
        { "ra", .fact = c->runs[0] }, { "rb", .fact = c->runs[1] }, { "a", .quote = c->a->id },
        { "b", .quote = c->b->id });
    if (c->window_begin) {
        SAY(b, paragraph_add(b, note, ROLE_NONE), "note.window",
            { "begin", .fact = c->window_begin }, { "end", .fact = c->window_end },
            { "length", .fact = c->window_length });
    }
    if (one(c->units[0]) && one(c->units[1])) {
        const struct fact *const units[] = { c->units[0], c->units[1] };
        struct node *line = paragraph_plain(b, note, ROLE_NONE, "note.one_unit");
        marks_add(b, line, units, 2);
    }
}

static void metric_subtitle(struct building *b, struct node *figure, const struct comparison *c)
{
    const struct fact *level = c->mean[0];
    for (size_t i = 0; !level && i < c->run_count; i++) {
        level = c->run[i].value ? c->run[i].value : c->run[i].own;
    }
    SAY(b, paragraph_add(b, figure, ROLE_SUBTITLE), "figure.dots.subtitle",
        { "unit", .quote = str_from(unit_row(level ? level->value.unit : UNIT_NONE)->title) });
}

static void dots_heading(struct building *b, struct node *figure, const char *string,
                         const struct system *system)
{
    struct node *heading = heading_add(b, figure, 2, NULL);
    SAY(b, heading, string,
        { "metric", .quote = str_from(vocabulary_row(b->model->case_file->metric)->title) },
        { "system", .quote = system ? system->id : STR("-") });
}

/* The interval that a reader misses, and why it is not there. */
static void few_runs_add(struct building *b, struct node *figure, const struct fact *runs)
{
    if (few_runs(b, runs)) {
        SAY(b, paragraph_add(b, figure, ROLE_NONE), "figure.no_interval", { "runs", .fact = runs },
            { "least", .fact = b->model->case_file->policy.repetitions_fact });
    }
}

static void dots_add(struct building *b, struct node *page, const struct comparison *c)
{
    struct str suffix = pair_suffix(b, c);
    if (claimed(c)) {
        struct node *figure =
            section_add(b, page, ROLE_FIGURE, str_format(b->home, "values%.*s", STR_ARG(suffix)));
        dots_heading(b, figure, "figure.dots", NULL);
        metric_subtitle(b, figure, c);
        chart_add(b, figure, CHART_DOTS, c, NULL);
        sure_note(b, figure, c);
        return;
    }
    struct node *columns = node_add(b, page, NODE_COLUMNS);
    const struct system *const side[] = { c->a, c->b };
    for (size_t i = 0; i < 2; i++) { /* separate figures, each with its own axis */
        struct node *figure = section_add(b, columns, ROLE_FIGURE,
                                          str_format(b->home, "values%.*s-%.*s", STR_ARG(suffix),
                                                     STR_ARG(system_slug(b, side[i]))));
        dots_heading(b, figure, "figure.dots.side", side[i]);
        metric_subtitle(b, figure, c);
        chart_add(b, figure, CHART_DOTS, c, side[i]);
        few_runs_add(b, figure, c->runs[i]);
    }
    sure_note(b, page, c);
}

static void comparison_add(struct building *b, struct node *page, const struct comparison *c)
{
    verdict_add(b, page, c);
    answer_add(b, page, c);
    values_of(b, page, c);
    if (refused(c)) {
        refusal_add(b, page, c);
    } else {
        dots_add(b, page, c);
        decision_add(b, page, c);
    }
    if (!refused(c)) { /* else behind it, so that what fails and mends it stays on one page */
        ribbon_add(b, page, c);
    }
    licences_add(b, page, c);
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
    for (const struct comparison *other = all; refused(c) && other < c; other++) {
        if (other->a == c->b && other->b == c->a && other->verdict == c->verdict &&
            str_eq(other->workload, c->workload)) {
            return true;
        }
    }
    return false;
}

/* Two bidders whose comparison is refused either way: one page says all of it. */
static bool told_once(struct building *b)
{
    size_t count = b->model->comparison_count, untold = 0;
    for (size_t i = 0; i < count; i++) {
        untold += !told(b, &b->model->comparison[i]);
    }
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
    } else {
        groups_add(b, page);
        limits_add(b, page);
    }
    small_print_add(b, page);
    for (size_t i = 0; !told_once(b) && i < count; i++) {
        if (!told(b, &b->model->comparison[i])) {
            pair_add(b, root, &b->model->comparison[i]);
        }
    }
    return true;
}
