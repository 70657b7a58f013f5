/* sections_suite.c - results of suites with terms of use, named as these ask. Of MLPerf (MLCommons
 * policies, MLPerf Results Messaging Guidelines): suite, round, division, benchmark, scenario and
 * submitter beside each figure, the word "unverified", and what may not be said of them; nothing in
 * logs shows that a result was verified. Of SPEC CPU2017 (its run and reporting rules, SPEC's fair
 * use rules): what a quotation holds, and "Est." beside what its own file calls an estimate. */
#include "page_one.h"

#include <string.h>

static const struct fact *told_by(const struct facts *facts, enum key key)
{
    for (size_t i = 0; facts && i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key == key && !fact->placeholder)
            return fact;
    }
    return NULL;
}

static const struct fact *suite_fact(const struct run *run, enum key key)
{
    const struct fact *own = told_by(run->facts, key);
    return own || !run->machine ? own : told_by(run->machine->facts, key);
}

/* A run's figure is one of MLPerf Inference where its log tells the round. */
static const struct run *suite_run(const struct comparison *c, const struct system *system)
{
    for (size_t i = 0; i < c->run_count; i++) {
        const struct run *run = c->run[i].run;
        const struct fact *round = suite_fact(run, KEY_SUITE_ROUND);
        if (!run->bridge && run->machine && run->machine->system == system && round &&
            round->source.evidence && round->source.evidence->format &&
            strncmp(round->source.evidence->format, "mlperf-", 7) == 0)
            return run;
    }
    return NULL;
}

bool suite_names(const struct comparison *c)
{
    return suite_run(c, c->a) && suite_run(c, c->b);
}

/* A fact of the run that stands in a result of SPEC CPU2017; NULL: none, or not of that key. */
static const struct fact *spec_fact(const struct run *run, enum key key, const char *begin)
{
    for (size_t i = 0; i < facts_count(run->facts); i++) {
        const struct fact *fact = facts_at(run->facts, i);
        const struct evidence *file = fact->source.evidence;
        if (fact->key == key && !fact->placeholder && file && file->format &&
            strncmp(file->format, "spec-cpu2017", strlen("spec-cpu2017")) == 0 &&
            str_starts(fact->value.text, str_from(begin)))
            return fact;
    }
    return NULL;
}

/* What of the system's results is a result of SPEC: an estimate before others; NULL: nothing. */
static const struct fact *spec_told(const struct comparison *c, const struct system *system,
                                    bool estimated)
{
    const struct fact *found = NULL;
    for (size_t i = 0; i < c->run_count && !found; i++) {
        const struct run *run = c->run[i].run;
        if (!run->bridge && run->machine && run->machine->system == system && run->facts) {
            found = estimated ? spec_fact(run, KEY_RESULT_REMARK, "Est.")
                              : spec_fact(run, KEY_RESULT_MORE, "");
        }
    }
    return found;
}

static void spec_add(struct building *b, struct node *page, const struct comparison *c)
{
    const struct system *const side[] = { c->a, c->b };
    for (size_t i = 0; i < ARRAY_COUNT(side); i++) {
        const struct fact *estimate = spec_told(c, side[i], true);
        if (estimate) {
            SAY(b, paragraph_add(b, page, ROLE_SMALL), "suite.spec.estimate",
                { "system", .quote = side[i]->id }, { "words", .fact = estimate });
        }
    }
}

void suite_add(struct building *b, struct node *page, const struct comparison *c)
{
    const struct system *const side[] = { c->a, c->b };
    bool any = false;
    spec_add(b, page, c);
    for (size_t i = 0; i < ARRAY_COUNT(side); i++) {
        const struct run *run = suite_run(c, side[i]);
        if (!run)
            continue;
        const struct fact *name = suite_fact(run, KEY_WORKLOAD_NAME);
        SAY(b, paragraph_add(b, page, ROLE_SMALL), "suite.result",
            { "system", .quote = side[i]->id },
            { "round", .fact = suite_fact(run, KEY_SUITE_ROUND) },
            { "division", .fact = suite_fact(run, KEY_METHOD_DIVISION) },
            { "benchmark", .fact = name },
            { "scenario", .fact = suite_fact(run, KEY_LOAD_SCENARIO) },
            { "by", .fact = suite_fact(run, KEY_PARTY_MEASURED_BY) },
            { "category", .fact = suite_fact(run, KEY_METHOD_CATEGORY) });
        any = true;
    }
    if (any)
        paragraph_plain(b, page, ROLE_SMALL, "suite.note");
}

void suite_terms_add(struct building *b, struct node *root)
{
    bool any = false, spec = false;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        any = any || suite_run(c, c->a) || suite_run(c, c->b);
        spec = spec || spec_told(c, c->a, false) || spec_told(c, c->b, false);
    }
    if (!any && !spec)
        return;
    struct node *section = section_add(b, root, ROLE_NONE, STR("quoting"));
    heading_add(b, section, 2, "suite.heading");
    if (any) {
        paragraph_plain(b, section, ROLE_NONE, "suite.terms");
        paragraph_plain(b, section, ROLE_SMALL, "suite.mark");
    }
    if (spec) {
        paragraph_plain(b, section, ROLE_NONE, "suite.spec.terms");
        paragraph_plain(b, section, ROLE_SMALL, "suite.spec.mark");
    }
}
