/* questions.c - questions and signals as rows: a name, a kind, and a predicate on facts.
 *
 * A question is answered from evidence or it is unanswered; nobody's impression counts. A signal
 * needs evidence to show and evidence not to show, else it says that there is none. */
#include "questions.h"
#include "model/likeness.h"

#include <math.h>
#include <string.h>

enum { FACTS_MOST = 96 }; /* further ones are left out */

struct asking {
    struct arena *home;
    const struct report_model *model;
    const struct terms *terms;
    const struct fact *fact[FACTS_MOST];
    size_t count;
    struct buf missing;
    size_t missing_count;
};

/* A fact that the answer rests on; each value once. */
static void rests_on(struct asking *in, const struct fact *fact)
{
    for (size_t i = 0; fact && i < in->count; i++) {
        const struct quantity *one = &in->fact[i]->value, *other = &fact->value;
        bool alike = one->number && other->number && one->unit == other->unit &&
                     one->value >= other->value && one->value <= other->value;
        bool same = str_eq(one->text, other->text) || alike ||    /* "700.00 W" and "700W" */
                    vocabulary_row(fact->key)->type == TYPE_LIST; /* one command line of many */
        if (in->fact[i] == fact ||
            (in->fact[i]->key == fact->key && in->fact[i]->kind != FACT_DERIVED && same))
            return;
    }
    if (fact && in->count < FACTS_MOST)
        in->fact[in->count++] = fact;
}

static void lacks(struct asking *in, const char *what)
{
    struct str title = str_from(what);
    if (str_find(buf_str(&in->missing), title) == SIZE_MAX)
        buf_putf(&in->missing, "%s%s", in->missing_count++ > 0 ? ", " : "", what);
}

/* ---- the reviewer's ---- */

/* Whether every run sees each key; facts found and titles missing are noted. */
static void keys_answer(struct asking *in, const enum key *key, size_t count,
                        struct question *question)
{
    const struct case_file *c = in->model->case_file;
    size_t found = 0;
    for (size_t k = 0; k < count; k++) {
        bool every = true;
        for (size_t s = 0; s < c->system_count; s++) {
            for (size_t m = 0; m < c->system[s].machine_count; m++) {
                const struct machine *machine = &c->system[s].machine[m];
                for (size_t r = 0; r < machine->run_count; r++) {
                    const struct fact *fact = run_fact(c, &machine->run[r], key[k], STR(""));
                    struct str instance;
                    if (!fact && facts_instance(machine->facts, key[k], STR(""), true, &instance))
                        fact = run_fact(c, &machine->run[r], key[k], instance);
                    rests_on(in, fact);
                    every = every && fact;
                }
            }
        }
        if (every)
            found++;
        else
            lacks(in, vocabulary_row(key[k])->title);
    }
    question->answered = found == count;
    question->partly = found > 0 && found < count;
}

static void who(struct asking *in, struct question *question)
{
    static const enum key key[] = { KEY_PARTY_MEASURED_BY, KEY_PARTY_KIND, KEY_PARTY_PAID_BY,
                                    KEY_PARTY_HOSTED_BY, KEY_PARTY_CONFIGURED_BY };
    keys_answer(in, key, ARRAY_COUNT(key), question);
}

/* The coverage matrix has asked already: whether the needed facts of these rows are disclosed. */
static void coverage_answer(struct asking *in, bool executor, struct question *question)
{
    size_t needed = 0, disclosed = 0;
    for (size_t i = 0; i < in->model->comparison_count; i++) {
        const struct comparison *c = &in->model->comparison[i];
        for (size_t j = 0; j < c->coverage_count; j++) {
            const struct coverage *at = &c->coverage[j];
            bool workload = at->group == GROUP_WORKLOAD || at->group == GROUP_PRECISION;
            if (executor ? at->layer == LAYER_NONE : at->layer != LAYER_NONE || !workload)
                continue;
            needed += at->needed;
            disclosed += at->disclosed;
            for (size_t k = 0; k < at->missing_count; k++)
                lacks(in, vocabulary_row(at->missing[k])->title);
        }
    }
    question->answered = needed > 0 && disclosed == needed;
    question->partly = disclosed > 0 && disclosed < needed;
}

static void configuration(struct asking *in, struct question *question)
{
    static const enum key device[] = { KEY_ACCELERATOR_NAME, KEY_CPU_NAME };
    static const enum key key[] = { KEY_DRIVER_VERSION, KEY_ENGINE_NAME, KEY_FRAMEWORK_VERSION };
    struct question names;
    size_t before = in->count;
    keys_answer(in, &device[0], 1, &names);
    if (in->count == before) /* processors alone */
        keys_answer(in, &device[1], 1, &names);
    keys_answer(in, key, ARRAY_COUNT(key), &names);
    in->missing.len = in->missing_count = 0;
    coverage_answer(in, true, question);
}

static void workload(struct asking *in, struct question *question)
{
    static const enum key key[] = { KEY_WORKLOAD_KIND, KEY_MODEL_NAME,    KEY_DATASET_NAME,
                                    KEY_INPUT_LENGTH,  KEY_OUTPUT_LENGTH, KEY_PRECISION_WEIGHTS };
    struct question names;
    keys_answer(in, key, ARRAY_COUNT(key), &names);
    in->missing.len = in->missing_count = 0;
    coverage_answer(in, false, question);
}

static void reproducible(struct asking *in, struct question *question)
{
    static const enum key key[] = { KEY_METHOD_COMMAND, KEY_METHOD_TOOL_VERSION,
                                    KEY_CONTAINER_DIGEST, KEY_WORKLOAD_SEED };
    keys_answer(in, key, ARRAY_COUNT(key), question);
}

/* ---- before hardware is bought ---- */

static const struct saturation *sweep_of(const struct asking *in, const struct system *system)
{
    for (size_t i = 0; i < in->model->saturation_count; i++)
        if (in->model->saturation[i].system == system)
            return &in->model->saturation[i];
    return NULL;
}

/* Why a sweep does not answer for the system, for people. */
static void sweep_lacks(struct asking *in, const struct saturation *s)
{
    const char *title = vocabulary_row(s->tie_key)->title;
    struct str id = s->system->id, what = { 0 };
    if (s->tie == SWEEP_OTHER) {
        what = str_format(in->home, "a sweep of %.*s as it was measured (%s is another there)",
                          STR_ARG(id), title);
    } else if (s->tie == SWEEP_UNTOLD) {
        what = str_format(in->home, "of what system the sweep named for %.*s is (%s)", STR_ARG(id),
                          title);
    } else if (s->tie == SWEEP_SHORT) {
        what = str_format(in->home, "points of the sweep of %.*s held as long as a run must be",
                          STR_ARG(id));
    }
    if (what.len > 0)
        lacks(in, str_c(in->home, what));
    if (!s->saturated)
        lacks(in, "loads at which it saturates");
}

/* Of the system as it is today; where no system is the baseline, of each. A sweep of another system
 * answers nothing about it. */
static void saturation_point(struct asking *in, struct question *question)
{
    const struct case_file *c = in->model->case_file;
    bool baseline = false;
    size_t asked = 0, answered = 0;
    for (size_t i = 0; i < c->system_count; i++)
        baseline = baseline || c->system[i].baseline;
    for (size_t i = 0; i < c->system_count; i++) {
        const struct saturation *s = sweep_of(in, &c->system[i]);
        if (baseline && !c->system[i].baseline)
            continue;
        asked++;
        bool found = s && ((s->saturated && s->knee) || (s->highest && s->failing));
        if (found && s->tie == SWEEP_TIED) {
            rests_on(in, s->knee);
            rests_on(in, s->highest);
            rests_on(in, s->highest_rate);
            answered++;
        } else if (s) {
            sweep_lacks(in, s);
        }
    }
    question->answered = asked > 0 && answered == asked;
    question->partly = answered > 0 && answered < asked;
}

/* What would make a profile answer, for people. */
static void profile_lacks(struct asking *in, const struct profile *profile)
{
    struct str id = profile->system->id, what;
    if (profile->tie == PROFILE_OTHER) {
        what = str_format(in->home, "a profile of %.*s as it was measured (%s is another there)",
                          STR_ARG(id), profile->ground);
    } else {
        what = str_format(in->home, "of what the profile offered for %.*s is (%s)", STR_ARG(id),
                          profile->ground);
    }
    lacks(in, str_c(in->home, what));
}

/* Parts of a query that the run's own tool timed; of the first run that tells each. */
static size_t timed_parts(struct asking *in)
{
    size_t parts = 0;
    for (size_t i = 0; i < in->model->fact_count; i++) {
        const struct fact *fact = in->model->fact[i];
        bool again =
            fact->key != KEY_TIME_SHARE || !fact->value.number || !fact->derivation ||
            strcmp(fact->derivation->name, derivation_row(DERIVE_TIME_SHARE_QUERY)->name) != 0;
        for (size_t j = 0; j < in->count && !again; j++)
            again = str_eq(in->fact[j]->instance, fact->instance) && in->fact[j]->run != fact->run;
        if (!again) {
            size_t before = in->count;
            rests_on(in, fact);
            parts += in->count > before ? 1 : 0;
        }
    }
    return parts;
}

/* The first profile that is shown to be of the system; NULL: none, and what each lacks is said. */
static const struct profile *tied_profile(struct asking *in, const struct system *system)
{
    for (size_t j = 0; j < in->model->profile_count; j++) {
        const struct profile *profile = &in->model->profile[j];
        if (profile->system == system && profile->tie == PROFILE_TIED)
            return profile;
    }
    for (size_t j = 0; j < in->model->profile_count; j++)
        if (in->model->profile[j].system == system)
            profile_lacks(in, &in->model->profile[j]);
    return NULL;
}

/* Facts of profiles are of one key and differ in what they are of. */
static void profile_rests(struct asking *in, const struct fact *fact)
{
    if (in->count < FACTS_MOST)
        in->fact[in->count++] = fact;
}

static void parts_rest(struct asking *in, const struct profile *tied)
{
    for (size_t i = 0; i < PART_COUNT && tied; i++)
        if (tied->width[i] > 0)
            profile_rests(in, tied->share[i]);
}

/* Whether counters tell what most of the kernels are near. */
static bool peaks_told(struct asking *in, const struct profile *tied)
{
    bool told = tied->counted_share >= PROFILE_COUNTED_LEAST && tied->memory && tied->compute;
    if (told) {
        profile_rests(in, tied->memory);
        profile_rests(in, tied->compute);
    }
    return told;
}

/* Whether a measured ceiling tells: a run of the system that is near it, by what it does at least.
 */
static bool ceiling_told(struct asking *in, const struct system *system)
{
    bool told = false;
    for (const struct ceiling *ceiling = in->model->ceiling; ceiling && ceiling->system;
         ceiling++) {
        bool near = ceiling->system == system && ceiling->share &&
                    ceiling->share->value.value >= PROFILE_NEAR;
        if (near)
            profile_rests(in, ceiling->share);
        told = told || near;
    }
    return told;
}

/* For each side by a profile that is shown to be of it; kernels alone are no answer: only
 * counters of most of them tell computation from memory, so a side whose kernels are most of its
 * time and have none is answered in part. */
static void time_goes(struct asking *in, struct question *question)
{
    enum { LEAST = 3 }; /* parts of the time that must be told apart */
    const struct case_file *c = in->model->case_file;
    size_t answered = 0, kernels = 0;
    for (size_t i = 0; i < c->system_count; i++) {
        const struct profile *tied = tied_profile(in, &c->system[i]);
        parts_rest(in, tied);
        answered += tied ? 1 : 0;
        bool told = tied && (peaks_told(in, tied) || ceiling_told(in, &c->system[i]));
        kernels += tied && !told && tied->width[PART_KERNELS] > 0.5 ? 1 : 0;
    }
    if (kernels > 0) {
        lacks(in,
              "computation and memory bandwidth within the kernels (counters of Nsight Compute)");
    }
    size_t parts = answered > 0 ? 0 : timed_parts(in);
    question->answered =
        (answered > 0 && answered == c->system_count && kernels == 0) || parts >= LEAST;
    question->partly = !question->answered && (answered > 0 || parts > 0);
}

static bool changed(const struct comparison *c, enum layer layer)
{
    for (size_t i = 0; i < c->layer_count; i++)
        if (c->layer[i].layer == layer)
            return c->layer[i].state == LAYER_CHANGED;
    return false;
}

/* A ratio across accelerators (hardware) or over the same accelerator (software). */
static const struct comparison *gain_of(const struct asking *in, bool hardware)
{
    for (size_t i = 0; i < in->model->comparison_count; i++) {
        const struct comparison *c = &in->model->comparison[i];
        bool swap = changed(c, LAYER_ACCELERATOR);
        bool software = !swap && !changed(c, LAYER_HOST) && c->layers_changed &&
                        c->layers_changed->value.value > 0;
        if (comparison_licenses(c) && c->ratio && (hardware ? swap : software))
            return c;
    }
    return NULL;
}

static void gains(struct asking *in, struct question *question)
{
    const struct comparison *swap = gain_of(in, true), *software = gain_of(in, false);
    rests_on(in, software ? software->change : NULL);
    rests_on(in, swap ? swap->change : NULL);
    question->answered = swap && software;
    question->partly = (swap != NULL) != (software != NULL);
}

/* The vendor's own word is no test: each run of the proposed side was made by another party. */
static const struct fact *tested_by(const struct asking *in, const struct system *system)
{
    const struct fact *by = NULL;
    for (size_t i = 0; i < system->machine_count; i++) {
        for (size_t j = 0; j < system->machine[i].run_count; j++) {
            const struct run *run = &system->machine[i].run[j];
            by = run_fact(in->model->case_file, run, KEY_PARTY_KIND, STR(""));
            if (!by || texts_alike(by->value.text, STR("vendor")))
                return NULL;
        }
    }
    return by;
}

static void test_instance(struct asking *in, struct question *question)
{
    for (size_t i = 0; i < in->model->comparison_count; i++) {
        const struct comparison *c = &in->model->comparison[i];
        const struct fact *by =
            comparison_licenses(c) && changed(c, LAYER_ACCELERATOR) ? tested_by(in, c->b) : NULL;
        if (by) {
            rests_on(in, by);
            rests_on(in, c->mean[0]);
            rests_on(in, c->mean[1]);
            question->answered = true;
        }
    }
}

static void remeasure(struct asking *in, struct question *question)
{
    rests_on(in, in->terms ? in->terms->remeasure_by : NULL);
    rests_on(in, in->terms ? in->terms->remeasure_baseline : NULL);
    rests_on(in, in->terms ? in->terms->remeasure_date : NULL);
    question->answered = in->terms && in->terms->remeasure_by && in->terms->remeasure_baseline;
}

/* ---- signals of the whole stack ---- */

static bool moved(const struct comparison *c)
{
    return comparison_shows(c) == SHOWN_CHANGE;
}

static void elsewhere(struct asking *in, struct question *question)
{
    enum layer layer;
    if (!in->terms || !in->terms->symptom || !layer_find(in->terms->symptom->value.text, &layer))
        return;
    for (size_t i = 0; i < in->model->comparison_count; i++) {
        const struct comparison *c = &in->model->comparison[i];
        if (moved(c) && c->layers_changed && c->layers_changed->value.value > 0) {
            rests_on(in, in->terms->symptom);
            rests_on(in, c->change);
            question->answered = true;
            question->seen = question->seen || !changed(c, layer);
        }
    }
}

/* Draw well under its limit while software alone brought more out of the same accelerator. The
 * utilisation that drivers show is no measure of work done, so it is not asked. */
static void moderate(struct asking *in, struct question *question)
{
    const double low = 0.30, high = 0.80;
    const struct comparison *c = gain_of(in, false);
    if (!c)
        return;
    const struct system *slower = c->change->value.value >= 0 ? c->a : c->b;
    for (size_t i = 0; i < c->run_count; i++) {
        const struct judged_run *run = &c->run[i];
        const struct fact *limit = NULL, *mean = NULL;
        struct str instance;
        if (run->run->bridge || run->run->machine->system != slower)
            continue;
        for (size_t j = 0; j < run->fact_count; j++)
            mean = run->fact[j]->key == KEY_POWER_MEAN ? run->fact[j] : mean;
        if (facts_instance(run->run->machine->facts, KEY_POWER_LIMIT, STR(""), true, &instance))
            limit = run_fact(in->model->case_file, run->run, KEY_POWER_LIMIT, instance);
        if (!mean || !limit || !limit->value.number || !(limit->value.value > 0))
            continue;
        double share = mean->value.value / limit->value.value;
        rests_on(in, mean);
        rests_on(in, limit);
        rests_on(in, c->change);
        question->answered = true;
        question->seen = moved(c) && share > low && share < high;
    }
}

static void fine_alone(struct asking *in, struct question *question)
{
    bool missed = false, judged = false, ill = false;
    for (size_t i = 0; i < in->model->threshold_count; i++) {
        const struct judged_threshold *one = &in->model->threshold[i];
        if (!one->threshold->requirement && one->standing != STANDING_NOT_SHOWN) {
            judged = true;
            missed = missed || one->standing == STANDING_NOT_MET;
            rests_on(in, one->result);
        }
    }
    for (size_t i = 0; i < in->model->comparison_count; i++) {
        const struct comparison *c = &in->model->comparison[i];
        for (size_t j = 0; j < c->finding_count; j++) {
            enum family family = c->finding[j].rule->family;
            ill = ill ||
                  ((family == FAMILY_H || family == FAMILY_V) && c->finding[j].judgement == FAILS);
        }
    }
    question->answered = judged;
    question->seen = judged && missed && !ill;
}

static void less_than_expected(struct asking *in, struct question *question)
{
    const struct case_file *c = in->model->case_file;
    bool lower = vocabulary_row(c->metric)->better == BETTER_LOWER;
    for (size_t i = 0; in->terms && i < in->terms->expected_count; i++) {
        const struct expected *one = &in->terms->expected[i];
        for (size_t j = 0; one->key == c->metric && j < in->model->comparison_count; j++) {
            const struct comparison *at = &in->model->comparison[j];
            size_t side = one->system == at->b ? 1 : 0;
            if ((one->system != at->a && one->system != at->b) || !at->mean_low[side])
                continue;
            double factor = unit_row(at->mean[side]->value.unit)->factor;
            rests_on(in, one->fact);
            rests_on(in, at->mean[side]);
            question->answered = true;
            question->seen =
                question->seen || (lower ? at->mean_low[side]->value.value * factor > one->value
                                         : at->mean_high[side]->value.value * factor < one->value);
        }
    }
}

static void unlike_twins(struct asking *in, struct question *question)
{
    double margin = in->model->case_file->policy.margin;
    for (size_t i = 0; i < in->model->comparison_count; i++) {
        const struct comparison *c = &in->model->comparison[i];
        for (size_t j = 0; j < c->bridge_count; j++) {
            rests_on(in, c->bridge[j]);
            question->answered = true;
            question->seen = question->seen || fabs(c->bridge[j]->value.value - 1) > margin;
        }
    }
}

/* ---- the table ---- */

static const struct question_row {
    enum question_kind kind;
    const char *id;
    void (*answer)(struct asking *in, struct question *question);
} rows[] = {
    { QUESTION_REVIEWER, "who", who },
    { QUESTION_REVIEWER, "configuration", configuration },
    { QUESTION_REVIEWER, "workload", workload },
    { QUESTION_REVIEWER, "reproducible", reproducible },
    { QUESTION_SPEND, "saturation", saturation_point },
    { QUESTION_SPEND, "time", time_goes },
    { QUESTION_SPEND, "gains", gains },
    { QUESTION_SPEND, "instance", test_instance },
    { QUESTION_SPEND, "remeasure", remeasure },
    { QUESTION_SIGNAL, "elsewhere", elsewhere },
    { QUESTION_SIGNAL, "moderate", moderate },
    { QUESTION_SIGNAL, "fine_alone", fine_alone },
    { QUESTION_SIGNAL, "expected", less_than_expected },
    { QUESTION_SIGNAL, "twins", unlike_twins },
};

static void claim_fill(struct arena *home, const struct question *question, struct claim *claim)
{
    struct slot *slot = ARENA_MANY(home, question->count + 1, struct slot);
    for (size_t i = 0; i < question->count; i++)
        slot[i] = (struct slot){ "fact", question->fact[i] };
    *claim = (struct claim){ .id = str_format(home, "question.%s", question->id),
                             .sentence = str_c(home, str_format(home, "question.%s", question->id)),
                             .slot = slot,
                             .slot_count = question->count };
}

void questions_answer(struct arena *home, struct report_model *out, struct claim *claim)
{
    struct question *question = ARENA_MANY(home, ARRAY_COUNT(rows), struct question);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct asking in = { .home = home,
                             .model = out,
                             .terms = out->case_file->terms,
                             .missing = buf_new(home, 1 << 12) };
        question[i] = (struct question){ .kind = rows[i].kind, .id = rows[i].id };
        rows[i].answer(&in, &question[i]);
        const struct fact **fact = ARENA_MANY(home, in.count + 1, const struct fact *);
        memcpy(fact, in.fact, in.count * sizeof(struct fact *));
        question[i].fact = fact;
        question[i].count = in.count;
        question[i].missing = buf_str(&in.missing);
        claim_fill(home, &question[i], &claim[i]);
    }
    out->question = question;
    out->question_count = ARRAY_COUNT(rows);
    out->claim_count += ARRAY_COUNT(rows);
}
