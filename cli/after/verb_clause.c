/* verb_clause.c - acceptance text for a contract: what has to be delivered, and how it is shown. */
#include "amending.h"
#include "base/json.h"
#include "clause.h"
#include "output.h"
#include "pipeline.h"
#include "verdict_text.h"
#include <stddef.h>

struct writing {
    struct request *request;
    struct opened old;
    struct pipeline p;
    const struct system *system;
    struct buf text;
};

/* The one to be delivered: as named, or the only one that is not the baseline. */
static bool system_find(struct writing *w)
{
    const struct case_file *c = w->p.case_file;
    const char *asked = w->request->options.system;
    size_t fit = 0;
    for (size_t i = 0; i < c->system_count; i++) {
        bool meant = asked ? str_eq(c->system[i].id, str_from(asked)) : !c->system[i].baseline;
        if (meant) {
            fit++;
            w->system = &c->system[i];
        }
    }
    if (fit == 1)
        return true;
    diag_add(w->request->diags, DIAG_REFUSED,
             (struct place){ .file = str_from(w->request->options.argument[0]) },
             str_format(w->request->home, "--system ID, one of its case: %.*s; name one of them",
                        STR_ARG(systems_named(w->request->home, c))),
             "%s", asked ? asked : "several systems could be meant");
    return false;
}

/* Lower end of the interval of what is better when more; upper end of what is better when less. */
static const struct fact *limit_of(const struct writing *w)
{
    bool more = vocabulary_row(w->p.case_file->metric)->better == BETTER_HIGHER;
    for (size_t i = 0; i < w->p.model.comparison_count; i++) {
        const struct comparison *c = &w->p.model.comparison[i];
        for (size_t side = 0; side < 2; side++)
            if ((side == 0 ? c->a : c->b) == w->system && c->workload.len == 0 && c->mean_low[side])
                return more ? c->mean_low[side] : c->mean_high[side];
    }
    return NULL;
}

static struct str quantity_words(struct arena *home, const struct fact *fact)
{
    struct buf out = buf_new(home, 1 << 12);
    value_put(fact, &out);
    return buf_str(&out);
}

/* Whether the case itself says what the metric has to be. */
static bool case_asks(const struct writing *w, const char *metric)
{
    const struct json *json = w->old.held.case_file;
    const struct json_item *list = json_find(json, STR("/requirements"));
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one)) {
        struct str binds = held_member(json, one, "system");
        if (str_eq(held_member(json, one, "metric"), str_from(metric)) &&
            (binds.len == 0 || str_eq(binds, w->system->id)))
            return true;
    }
    return false;
}

/* The limit as a requirement; empty: the report gives none, or of a figure that none can name. */
static struct str own_requirement(struct writing *w)
{
    struct arena *home = w->request->home;
    const struct fact *limit = limit_of(w);
    const struct vocabulary_row *row = vocabulary_row(w->p.case_file->metric);
    if (!limit || w->p.case_file->metric_instance.len > 0 || case_asks(w, row->name))
        return (struct str){ 0 };
    bool more = row->better == BETTER_HIGHER;
    struct buf text = buf_new(home, 1 << 16);
    struct json_out json;
    struct str value = quantity_words(home, limit);
    json_begin(&json, &text);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("clause"), STR("limit"));
    json_text(&json, STR("document"),
              str_format(home, "dossier %.*s", STR_ARG(w->old.held.content)));
    json_text(&json, STR("text"),
              str_format(home,
                         "%s is at %s %.*s, as the dossier showed it at the %s end of its "
                         "interval.",
                         row->title, more ? "least" : "most", STR_ARG(value),
                         more ? "lower" : "upper"));
    json_text(&json, STR("metric"), str_from(row->name));
    json_text(&json, more ? STR("at_least") : STR("at_most"), value);
    json_close(&json);
    return buf_str(&text);
}

static bool put_fact(struct writing *w, const struct run *run, enum key key)
{
    const struct fact *fact = run_fact(w->p.case_file, run, key, (struct str){ 0 });
    struct buf line = buf_new(w->request->home, 1 << 20);
    if (!fact)
        return false;
    buf_putf(&line, "%s: ", vocabulary_row(key)->title);
    value_put(fact, &line);
    output_wrap(&w->text, buf_str(&line), 2, 0);
    return true;
}

/* What is done, in what numbers, by what method: all that a comparison needs and was disclosed. */
static void put_work(struct writing *w)
{
    static const enum group groups[] = { GROUP_WORKLOAD, GROUP_PRECISION, GROUP_METHODOLOGY };
    static const char *const title[] = { "2  The work", "   Number formats", "3  The method" };
    const struct run *run = &w->system->machine[0].run[0];
    for (size_t g = 0; g < ARRAY_COUNT(groups); g++) {
        bool any = false;
        buf_putf(&w->text, "%s\n", title[g]);
        for (size_t k = 0; k < KEY_COUNT; k++)
            if (vocabulary_row((enum key)k)->group == groups[g] &&
                (vocabulary_row((enum key)k)->needed || k == KEY_METHOD_COMMAND))
                any = put_fact(w, run, (enum key)k) || any;
        buf_put(&w->text, any ? STR("\n") : STR("  Nothing of it is disclosed.\n\n"));
    }
}

enum { RUNS_LEAST = 3 }; /* of which an interval over runs is made */

static void put_policy(struct writing *w)
{
    const struct policy *policy = &w->p.case_file->policy;
    const struct fact *const fact[] = { policy->repetitions_fact, policy->least_window_fact,
                                        policy->failures_fact };
    static const char *const before[] = { "Runs, each in a process of its own, at least: ",
                                          "Each is measured in its steady stretch, at least: ",
                                          "Requests that fail, at most: " };
    for (size_t i = 0; i < ARRAY_COUNT(fact); i++) {
        bool few = i == 0 && policy->repetitions < RUNS_LEAST; /* accept could never judge them */
        struct str asked = fact[i] ? quantity_words(w->request->home, fact[i]) : (struct str){ 0 };
        if (few)
            output_wrap(&w->text,
                        str_format(w->request->home,
                                   "%s%d, without which there is no interval over them.", before[i],
                                   (int)RUNS_LEAST),
                        2, 0);
        else if (fact[i])
            output_wrap(&w->text, str_format(w->request->home, "%s%.*s", before[i], STR_ARG(asked)),
                        2, 0);
    }
    output_wrap(
        &w->text,
        STR("A limit is met where the whole 95 % interval over the runs keeps it, and missed "
            "where the whole interval lies beyond; what lies between, and what nobody "
            "measured, is not shown and counts as not met."),
        2, 0);
    buf_put_char(&w->text, '\n');
}

static void put_limits(struct writing *w, const struct json *json)
{
    buf_put(&w->text, STR(CLAUSE_LIMITS "\n"));
    clause_put_limits(json, &w->text);
    buf_put_char(&w->text, '\n');
}

static void put_disclosure(struct writing *w)
{
    struct buf line = buf_new(w->request->home, 1 << 20);
    buf_put(&w->text, STR(CLAUSE_BEHIND "\n"));
    for (size_t k = 0; k < KEY_COUNT; k++) {
        const struct vocabulary_row *row = vocabulary_row((enum key)k);
        if (row->needed && row->group == GROUP_EXECUTOR)
            buf_putf(&line, "%s%s", line.len > 0 ? "; " : "", row->title);
    }
    output_wrap(&w->text, buf_str(&line), 2, 0);
    output_wrap(&w->text,
                STR("The files as the tools left them; the captures that `dossier capture-script` "
                    "makes on the machine."),
                2, 0);
    buf_put_char(&w->text, '\n');
}

/* What accept reads. False: nothing is required. */
static bool put_machine_part(struct writing *w, struct str *part)
{
    struct arena *home = w->request->home;
    size_t others;
    const struct json_item *list = json_find(w->old.held.case_file, STR("/requirements"));
    struct str requirements = requirements_of(home, w->old.held.case_file, list, w->system->id,
                                              (struct str){ 0 }, own_requirement(w), &others);
    if (requirements.len == 0) {
        diag_add(
            w->request->diags, DIAG_REFUSED,
            (struct place){ .file = str_from(w->request->options.argument[0]) },
            STR("requirements in its case, or a verdict that permits a number, of three runs or "
                "more and a metric without an instance; state \"requirements\" in the case and "
                "build it again "
                "(docs/case.md)"),
            "there is nothing to ask for");
        return false;
    }
    struct buf text = buf_new(home, (size_t)16 << 20);
    struct json_out json;
    json_begin(&json, &text);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-clause/1"));
    json_text(&json, STR("content_id"), w->old.held.content);
    json_text(&json, STR("case"), w->p.case_file->id);
    json_text(&json, STR("system"), w->system->id);
    json_number(&json, STR("requirements"), requirements);
    json_close(&json);
    *part = buf_str(&text);
    return true;
}

static bool clause_write(struct writing *w)
{
    struct arena *home = w->request->home;
    struct str part;
    struct json *json;
    if (!put_machine_part(w, &part) ||
        !json_read(home, STR("clause"), part, &limits_default, &json, w->request->diags))
        return false;
    w->text = output_new(home);
    buf_put(&w->text, STR("ACCEPTANCE\n\n1  What this rests on\n"));
    output_wrap(&w->text,
                str_format(home, "The dossier %.*s of %.*s, content id %.*s, system %.*s (%.*s).",
                           STR_ARG(w->p.case_file->id), STR_ARG(w->p.case_file->date),
                           STR_ARG(w->old.held.content), STR_ARG(w->system->id),
                           STR_ARG(w->system->label)),
                2, 0);
    output_wrap(&w->text,
                STR("The delivery is measured by the same work and method, and judged by `dossier "
                    "accept` with that dossier and this text."),
                2, 0);
    buf_put_char(&w->text, '\n');
    put_work(w);
    put_policy(w);
    put_limits(w, json);
    put_disclosure(w);
    buf_put(&w->text, STR("6  Remedy\n  ______________________________________________________\n\n"
                          "What follows is for dossier accept; the text above is its meaning.\n"));
    buf_putf(&w->text, "%s\n", CLAUSE_BEGIN);
    buf_put(&w->text, part);
    buf_putf(&w->text, "\n%s\n", CLAUSE_END);
    return !w->text.full && file_put(w->request, w->request->options.output, buf_str(&w->text));
}

/* Acceptance is judged by the built-in rules: by a text from a verdict that asked for less no
 * delivery could be shown to do the same work. */
static bool profile_serves(const struct writing *w)
{
    struct str profile = w->p.case_file->profile;
    if (profile.len == 0)
        return true;
    diag_add(w->request->diags, DIAG_REFUSED,
             (struct place){ .file = str_from(w->request->options.argument[0]) },
             STR("a dossier judged by the built-in rules, as acceptance is; build the case anew by "
                 "the profile purchase"),
             "judged by the profile %.*s, which asks less than a purchase needs", STR_ARG(profile));
    return false;
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct writing w = { .request = request };
    if (!o->output) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("-o FILE"), "no file to write is named");
        return STATUS_INPUT;
    }
    if (!holding_named(request, o->argument[0], &w.old))
        return STATUS_INPUT;
    w.p = (struct pipeline){ .home = request->home,
                             .diags = request->diags,
                             .verified = w.old.whole };
    if (!pipeline_run(&w.p, o->argument[0], NULL, STAGE_ASSESS) || !profile_serves(&w) ||
        !system_find(&w) || !clause_write(&w))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf out = output_new(request->home);
    buf_putf(&out, "wrote %s; the remedy is left blank\n", o->output);
    return output_end(&out, STATUS_HOLDS);
}

static const struct option_row rows[] = {
    { 'o', "output", "FILE", "the text to write", offsetof(struct options, output), OPTION_WRITES },
    { 0, "system", "ID", "to be delivered; default: the only one that is not the baseline",
      offsetof(struct options, system), OPTION_TEXT },
};
const struct verb verb_clause = {
    .name = "clause",
    .summary = "acceptance text for a contract, from a dossier",
    .usage = "clause DOSSIER -o FILE [--system ID]",
    .more =
        "The dossier is verified first. Work, method, number of runs, window, what must be\n"
        "disclosed, and limits: the requirements of its case that bind the system, and the metric\n"
        "at the end of its interval that is least favourable. The remedy is left blank.\n"
        "`dossier accept DOSSIER BUNDLE... --clause FILE` judges a delivery by it.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
