/* assess.c - the whole of an assessment: every run alone, every comparison, all facts numbered.
 *
 * Order: runs are judged alone; each comparison is judged by every rule that needs no licence; the
 * verdict so far decides whether numbers that relate the sides are derived; then the late rules,
 * which judge such numbers, are heard, and may only disclose. */
#include "accuracy.h"
#include "compare.h"
#include "model/likeness.h"
#include "offers.h"
#include "operating.h"
#include "predicates.h"
#include "profiles.h"
#include "questions.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <string.h>

struct assessing {
    struct arena *home;
    const struct rules *rules;
    const struct case_file *case_file;
    const struct evidence *evidence;
    size_t evidence_count;
    struct deriving deriving;
    bool many; /* more than one comparison: derived facts name theirs */
    struct alone *alone;
    size_t alone_count;
    struct comparison *comparison;
    size_t comparison_count;
    struct claim *claim;
    size_t claim_count;
    const struct fact **units, **runs; /* by system; NULL: not disclosed */
    struct thresholds thresholds;
    double *p; /* beside comparison: of no difference; NaN: none */
    struct saturation *saturation;
    size_t saturation_count;
    struct str workload;                /* that is being compared; empty: the only one */
    bool several;                       /* workloads */
    const struct comparison *null_pair; /* of that workload; NULL: none, or not compared yet */
};

/* ---- one comparison ---- */

static const struct system *like_of(const struct alone *alone)
{
    return alone->door.run->bridge ? alone->door.run->like : alone->door.run->machine->system;
}

/* A's runs, B's, then the bridges that are like one of them. */
static void members_fill(const struct assessing *in, struct judging *judging)
{
    judging->member = ARENA_MANY(in->home, in->alone_count + 1, struct member);
    for (size_t pass = SIDE_A; pass <= SIDE_BRIDGE; pass++) {
        for (size_t i = 0; i < in->alone_count; i++) {
            const struct alone *alone = &in->alone[i];
            bool bridge = alone->door.run->bridge;
            const struct system *like = like_of(alone);
            bool mine = !in->several || str_eq(alone->door.run->machine->workload, in->workload);
            bool of_a = like == judging->system[SIDE_A], of_b = like == judging->system[SIDE_B];
            bool wanted = pass == SIDE_BRIDGE ? bridge && (of_a || of_b)
                                              : !bridge && (pass == SIDE_A ? of_a : of_b);
            if (wanted && mine) {
                judging->member[judging->member_count++] = (struct member){
                    .alone = alone,
                    .run = alone->door.run,
                    .side = (enum side)pass,
                    .like = of_a ? SIDE_A : SIDE_B,
                };
            }
        }
    }
}

static struct str side_said(const struct judging *judging, enum side side, enum key key)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct fact *fact =
            judging->member[i].side == side ? member_any(judging, &judging->member[i], key) : NULL;
        if (fact)
            return fact->value.text;
    }
    return (struct str){ 0 };
}

/* Each side measured by a vendor of its own: two bids, whichever the case calls the baseline. */
static bool vendors_apart(const struct judging *judging)
{
    bool vendors = texts_alike(side_said(judging, SIDE_A, KEY_PARTY_KIND), STR("vendor")) &&
                   texts_alike(side_said(judging, SIDE_B, KEY_PARTY_KIND), STR("vendor"));
    return vendors && !texts_alike(side_said(judging, SIDE_A, KEY_PARTY_MEASURED_BY),
                                   side_said(judging, SIDE_B, KEY_PARTY_MEASURED_BY));
}

static void rules_judge(struct judging *judging, bool late)
{
    for (size_t i = 0; i < judging->rules->count; i++) {
        const struct rule *rule = &judging->rules->item[i];
        if (rule->predicate->late != late)
            continue;
        condition_set missing = conditions_missing(judging, rule->applies);
        if (missing == 0) {
            predicate_judge(judging, rule);
        } else {
            struct outcome outcome = outcome_of(NOT_APPLICABLE);
            outcome.raised = missing;
            if (judging_single(judging) &&
                (missing & (condition_bit(CONDITION_LAYERS) | condition_bit(CONDITION_EXECUTOR))))
                outcome.said = single_none;
            find(judging, rule, &outcome);
        }
    }
}

/* What was made looser is stated beside the number, whatever the rule says now. */
static void loosened_state(struct judging *judging)
{
    for (size_t i = 0; i < judging->rules->count; i++) {
        const struct rule *rule = &judging->rules->item[i];
        if (rule->text.loosened.len > 0)
            finding_loosened(judging, rule);
    }
}

/* Findings in the order of the rule set, whatever the order of judging; stable. */
static int finding_order(const void *left, const void *right, void *data)
{
    const struct rule *first = ((const struct judging *)data)->rules->item;
    const struct judging *judging = (const struct judging *)data;
    const struct rule *a = judging->rule[*(const size_t *)left];
    const struct rule *b = judging->rule[*(const size_t *)right];
    ptrdiff_t by = (a - first) - (b - first);
    return (by > 0) - (by < 0);
}

static const struct finding *findings_sorted(struct judging *judging)
{
    size_t *at = ARENA_MANY(judging->home, judging->finding_count + 1, size_t);
    struct finding *sorted = ARENA_MANY(judging->home, judging->finding_count + 1, struct finding);
    for (size_t i = 0; i < judging->finding_count; i++)
        at[i] = i;
    g_qsort_with_data(at, (gint)judging->finding_count, sizeof *at, finding_order, judging);
    for (size_t i = 0; i < judging->finding_count; i++)
        sorted[i] = judging->finding[at[i]];
    return sorted;
}

/* Facts of the run alone, then those of the comparison. */
static void run_facts_list(const struct judging *judging, struct judged_run *run)
{
    const struct fact *const more[] = { run->value, run->value_all, run->cycles,
                                        run->value ? run->within_low : NULL,
                                        run->value ? run->within_high : NULL };
    const struct fact **list =
        ARENA_MANY(judging->home, run->fact_count + ARRAY_COUNT(more), const struct fact *);
    size_t count = run->fact_count;
    if (count)
        memcpy(list, run->fact, count * sizeof(struct fact *));
    for (size_t i = 0; i < ARRAY_COUNT(more); i++)
        if (more[i])
            list[count++] = more[i];
    run->fact = list;
    run->fact_count = count;
}

/* What stands where a case of one system has no other: without id, label, machines, facts. */
static const struct system *nobody(struct arena *home)
{
    struct system *out = ARENA_NEW(home, struct system);
    *out = (struct system){ .facts = facts_new(home), .index = 1 };
    return out;
}

static struct str pair_name(const struct assessing *in, const struct system *a,
                            const struct system *b)
{
    if (in->case_file->system_count == 1)
        return in->workload;
    const char *between = in->workload.len > 0 ? " " : "";
    return in->many ? str_format(in->home, "%.*s-%.*s%s%.*s", STR_ARG(a->id), STR_ARG(b->id),
                                 between, STR_ARG(in->workload))
                    : (struct str){ 0 };
}

void ways_publish(struct offering *offering)
{
    if (!offering)
        return;
    const struct cost_side *side = offering->side;
    if (side[0].sized && side[1].sized && side[0].priced && side[1].priced) {
        bands_publish(offering, offering->out);
        points_publish(offering);
    }
    saving_publish(offering);
    options_publish(offering);
    flips_publish(offering);
    for (size_t i = 0; i < 2; i++)
        power_share_publish(offering, i);
}

/* Which load units are counted by: that of a sweep where each side has one, else that of the runs.
 * One side at its best load against another at some load would not be one yardstick. */
static void swept_fill(const struct assessing *in, struct judging *judging)
{
    size_t sides = judging_single(judging) ? 1 : 2, found = 0;
    const struct saturation *swept[2] = { NULL, NULL };
    for (size_t i = 0; i < sides && !in->several; i++)
        for (size_t k = 0; k < in->saturation_count; k++)
            if (in->saturation[k].system == judging->system[i] && in->saturation[k].sized_load)
                swept[i] = &in->saturation[k];
    for (size_t i = 0; i < sides; i++)
        found += swept[i] != NULL;
    for (size_t i = 0; i < sides && found == sides; i++)
        judging->swept[i] = swept[i];
}

/* `step`: compared only where the sides differ in exactly one layer. */
static void compare(struct assessing *in, const struct system *a, const struct system *b,
                    bool has_baseline, bool step)
{
    struct comparison *out = &in->comparison[in->comparison_count];
    struct judging *judging = ARENA_NEW(in->home, struct judging);
    *judging = (struct judging){ .home = in->home,
                                 .instances = ARENA_MANY(in->home, KEY_COUNT, struct instances),
                                 .case_file = in->case_file,
                                 .evidence = in->evidence,
                                 .evidence_count = in->evidence_count,
                                 .rules = in->rules,
                                 .deriving = &in->deriving,
                                 .system = { a, b },
                                 .bidders = !has_baseline,
                                 .null_pair = in->null_pair,
                                 .comparison = out };
    *out = (struct comparison){ .a = a,
                                .b = b,
                                .has_baseline = has_baseline,
                                .step = step,
                                .workload = in->workload,
                                .pair = pair_name(in, a, b) };
    in->deriving.pair = out->pair;
    out->verdict = VERDICT_INCOMPLETE; /* licenses nothing until it is known */
    for (size_t i = 0; i < 2; i++) {
        size_t at = judging->system[i]->index;
        out->units[i] = in->units[at];
        out->runs[i] = in->runs[at];
    }
    members_fill(in, judging);
    members_settled(judging);
    if (in->case_file->metric_kind == METRIC_AT_OBJECTIVE)
        members_at_points(judging, in->saturation, in->saturation_count);
    else
        swept_fill(in, judging);
    /* behind the points: of a sweep the runs compared tell who measured them */
    judging->bidders = !judging_single(judging) && (judging->bidders || vendors_apart(judging));
    if (step && !ladder_step(judging))
        return;
    in->p[in->comparison_count++] = (double)NAN;
    numbers_prepare(judging);
    rules_judge(judging, false);
    loosened_state(judging);
    out->verdict = verdict_worst(judging->finding, judging->finding_count);
    struct judged_run *run = ARENA_MANY(in->home, judging->member_count + 1, struct judged_run);
    for (size_t i = 0; i < judging->member_count; i++)
        run[i] = judging->member[i].alone->door;
    out->run = run;
    out->run_count = judging->member_count;
    if (comparison_licenses(out)) {
        numbers_publish(judging, run);
        for (size_t i = 0; i < 2; i++) {
            out->load[i] = judging->point[i] ? judging->point[i]->highest : NULL;
            out->load_next[i] = judging->point[i] ? judging->point[i]->failing : NULL;
        }
        thresholds_judge(judging, out, run, &in->thresholds);
        ways_publish(offers_publish(judging, out, run, &in->thresholds));
        accuracy_publish(judging, out);
        in->p[in->comparison_count - 1] = numbers_p(judging);
    }
    for (size_t i = 0; i < judging->member_count; i++)
        run_facts_list(judging, &run[i]);
    rules_judge(judging, true);
    enum verdict final = verdict_worst(judging->finding, judging->finding_count);
    assert(comparison_licenses(out) == (final <= VERDICT_STATED)); /* late rules only disclose */
    out->verdict = final;
    out->finding = findings_sorted(judging);
    out->finding_count = judging->finding_count;
    out->layer = stack_classed(judging, &out->layer_count);
    out->coverage = coverage_of(judging, &out->coverage_count);
    counts_derive(judging);
    out->credited = attribution_of(judging, &out->credit_why);
    for (size_t i = 0; i < 2; i++)
        out->asked_count[i] = asked_of(in->home, out, i ? b : a, &out->asked[i]);
    in->claim_count += claims_of(in->home, in->case_file, out, in->claim + in->claim_count);
}

/* ---- counts of a system ---- */

/* Where the system's load comes from, for at_objective; NULL: nowhere. */
static const struct saturation *point_of(const struct assessing *in, const struct system *system)
{
    for (size_t i = 0; i < in->saturation_count; i++)
        if (in->saturation[i].system == system)
            return &in->saturation[i];
    return NULL;
}

static const struct fact *runs_count(struct assessing *in, const struct system *system)
{
    const struct fact **input = ARENA_MANY(in->home, in->alone_count + 1, const struct fact *);
    size_t count = 0, inputs = 0;
    for (size_t i = 0; i < in->alone_count; i++) {
        const struct alone *alone = &in->alone[i];
        const struct machine *machine = alone->door.run->machine;
        bool other = in->several && !str_eq(machine->workload, in->workload);
        if (alone->door.run->bridge || machine->system != system || other ||
            alone->copy_of != SIZE_MAX ||
            !at_point(in->case_file, alone->door.run, point_of(in, system)))
            continue;
        count++;
        /* What shows that there was a run: what was derived from its samples, or its first fact. */
        const struct fact *witness = alone_fact(alone, KEY_STEADY_VERDICT);
        if (!witness && facts_count(alone->door.run->facts) > 0)
            witness = facts_at(alone->door.run->facts, 0);
        if (witness)
            input[inputs++] = witness;
    }
    if (inputs == 0)
        return NULL;
    return derive(&in->deriving, &(struct derived){ .row = DERIVE_RUNS_COUNTED,
                                                    .instance = in->workload,
                                                    .system = system,
                                                    .value = (double)count,
                                                    .unit = UNIT_COUNT,
                                                    .input = input,
                                                    .input_count = inputs });
}

static const struct fact *units_count(struct assessing *in, const struct system *system)
{
    struct judging judging = { .home = in->home, .case_file = in->case_file };
    const struct fact **unit;
    judging.instances = ARENA_MANY(in->home, KEY_COUNT, struct instances);
    judging.member = ARENA_MANY(in->home, in->alone_count + 1, struct member);
    for (size_t i = 0; i < in->alone_count; i++) {
        if (in->alone[i].door.run->machine->system == system) {
            judging.member[judging.member_count++] =
                (struct member){ .alone = &in->alone[i], .run = in->alone[i].door.run };
        }
    }
    size_t count = units_of(&judging, system, &unit);
    if (count == 0)
        return NULL;
    return derive(&in->deriving, &(struct derived){ .row = DERIVE_UNITS_COUNTED,
                                                    .system = system,
                                                    .value = (double)count,
                                                    .unit = UNIT_COUNT,
                                                    .input = unit,
                                                    .input_count = count });
}

static void loosened_list(const struct assessing *in, struct report_model *out)
{
    const struct rule_text **list =
        ARENA_MANY(in->home, in->rules->count + 1, const struct rule_text *);
    for (size_t i = 0; i < in->rules->count; i++)
        if (in->rules->item[i].text.loosened.len > 0)
            list[out->loosened_count++] = &in->rules->item[i].text;
    out->loosened = list;
}

/* ---- the door ---- */

static const struct system *baseline_of(const struct case_file *case_file)
{
    for (size_t i = 0; i < case_file->system_count; i++)
        if (case_file->system[i].baseline)
            return &case_file->system[i];
    return NULL;
}

static void sweeps_find(struct assessing *in)
{
    in->saturation_count =
        saturations_find(&in->deriving, in->case_file, in->alone, in->alone_count, in->saturation);
}

struct pairing { /* one pass over all pairs of a workload */
    const struct system *baseline;
    bool step;
};

/* Whether the pass compares A and B, in this order. */
static bool is_paired(const struct assessing *in, const struct pairing *of, size_t i, size_t j)
{
    const struct system *a = &in->case_file->system[i], *b = &in->case_file->system[j];
    bool layers = in->case_file->under_test.kind == UNDER_TEST_LAYERS;
    bool plain = i != j && (!of->baseline || a == of->baseline);
    bool between = of->baseline && layers && i < j && a != of->baseline && b != of->baseline;
    bool measured = !in->several || (system_runs(a, in->workload) && system_runs(b, in->workload));
    return measured && (of->step ? between : plain);
}

static bool is_null_pair(const struct assessing *in, size_t i, size_t j)
{
    const struct terms *terms = in->case_file->terms;
    const struct system *a = &in->case_file->system[i], *b = &in->case_file->system[j];
    return terms && terms->null_pair[0] &&
           ((a == terms->null_pair[0] && b == terms->null_pair[1]) ||
            (a == terms->null_pair[1] && b == terms->null_pair[0]));
}

/* The null pair is judged before the others, which are held against it, and stands in its place. */
static void null_pair_compare(struct assessing *in, const struct pairing *of)
{
    size_t systems = in->case_file->system_count, begin = in->comparison_count, before = 0;
    in->null_pair = NULL;
    for (size_t i = 0; i < systems; i++) {
        for (size_t j = 0; j < systems && !in->null_pair; j++) {
            if (!is_paired(in, of, i, j))
                continue;
            if (is_null_pair(in, i, j)) {
                in->comparison_count = begin + before;
                compare(in, &in->case_file->system[i], &in->case_file->system[j],
                        of->baseline != NULL, false);
                in->null_pair = &in->comparison[begin + before];
            }
            before++;
        }
    }
    in->comparison_count = begin;
}

/* All pairs of one workload: with the baseline, or each pair both ways; then the steps between
 * others that differ in exactly one layer. */
static void workload_assess(struct assessing *in, const struct system *baseline)
{
    const struct case_file *case_file = in->case_file;
    for (size_t i = 0; i < case_file->system_count; i++)
        in->runs[i] = runs_count(in, &case_file->system[i]);
    if (case_file->system_count == 1) {
        compare(in, &case_file->system[0], nobody(in->home), false, false);
        return;
    }
    struct pairing of = { baseline, false };
    null_pair_compare(in, &of);
    for (size_t step = 0; step < 2; step++) {
        of.step = step != 0;
        for (size_t i = 0; i < case_file->system_count; i++) {
            for (size_t j = 0; j < case_file->system_count; j++) {
                if (!is_paired(in, &of, i, j))
                    continue;
                if (in->null_pair == &in->comparison[in->comparison_count]) {
                    in->comparison_count++; /* it was judged before the others */
                } else {
                    compare(in, &case_file->system[i], &case_file->system[j], baseline != NULL,
                            of.step);
                }
            }
        }
    }
}

bool assess(struct arena *home, const struct rules *rules, const struct case_file *case_file,
            const struct evidence *evidence, size_t evidence_count, struct report_model *out,
            struct diags *diags)
{
    struct assessing in = { .home = home,
                            .rules = rules,
                            .case_file = case_file,
                            .evidence = evidence,
                            .evidence_count = evidence_count };
    size_t systems = case_file->system_count, pairs;
    struct str *workload;
    size_t workloads = workloads_of(home, case_file, &workload);
    const struct system *baseline = baseline_of(case_file);
    if (!num_mul(systems, systems, &pairs) || !num_mul(pairs, workloads, &pairs) || pairs > 4096) {
        diag_add(diags, DIAG_CASE_VALUE, (struct place){ .file = case_file->id },
                 STR("at most 64 systems, fewer with several workloads"), "%zu systems", systems);
        return false;
    }
    in.deriving.home = home;
    in.alone = runs_judge(&in.deriving, case_file, &in.alone_count);
    bounds_find(&in.deriving, case_file, in.alone, in.alone_count);
    time_shares_find(&in.deriving, case_file, in.alone, in.alone_count);
    in.comparison = ARENA_MANY(home, pairs + 1, struct comparison);
    in.claim = ARENA_MANY(home, (pairs + 1) * CLAIMS_MOST + QUESTIONS_MOST, struct claim);
    in.units = ARENA_MANY(home, systems + 2, const struct fact *);
    in.runs = ARENA_MANY(home, systems + 2, const struct fact *);
    in.p = ARENA_MANY(home, pairs + 1, double);
    in.several = workloads > 1;
    in.many = in.several || (baseline ? systems > 2 : systems > 1);
    for (size_t i = 0; i < systems; i++)
        in.units[i] = units_count(&in, &case_file->system[i]);
    if (case_file->terms) {
        size_t thresholds = case_file->terms->objective_count + case_file->terms->requirement_count;
        in.thresholds.item =
            ARENA_MANY(home, thresholds * systems * workloads + 1, struct judged_threshold);
    }
    in.saturation = ARENA_MANY(home, systems + 1, struct saturation);
    if (case_file->metric_kind != METRIC_AT_OBJECTIVE || !in.several)
        sweeps_find(&in); /* first, since they say which runs are compared, or how units count */
    for (size_t i = 0; i < workloads; i++) {
        in.workload = workload[i];
        workload_assess(&in, baseline);
    }
    holm_publish(&in.deriving, in.comparison, in.p, in.comparison_count);
    *out = (struct report_model){
        .case_file = case_file,
        .evidence = evidence,
        .evidence_count = evidence_count,
        .comparison = in.comparison,
        .comparison_count = in.comparison_count,
        .claim = in.claim,
        .claim_count = in.claim_count,
        .threshold = in.thresholds.item,
        .threshold_count = in.thresholds.count,
        .rules_version = rules->version,
    };
    loosened_list(&in, out);
    out->saturation = in.saturation;
    out->saturation_count = in.saturation_count;
    out->profile_count = profiles_find(&in.deriving, case_file, &out->profile);
    out->ceiling = ceilings_find(&in.deriving, case_file);
    out->accuracy = accuracy_list(home, case_file, &out->accuracy_count);
    out->held = holdings_judge(&in.deriving, case_file);
    facts_gather(home, case_file, &in.deriving, out);
    questions_answer(home, out, in.claim + in.claim_count);
    return true;
}
