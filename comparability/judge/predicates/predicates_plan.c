/* predicates_plan.c - the plan of a case: whether it was there before the first run, and whether
 * what it fixes is what was done (rule M13). */
#include "model/likeness.h"
#include "predicates.h"

#include "model/records.h"

#include <glib.h>
#include <math.h>

/* ---- before the first run ---- */

struct first { /* run of the case that began first */
    double at; /* the earliest that it may have been; infinite: none is known */
    const struct fact *start;
    const struct run *silent; /* a run whose begin is not known; NULL: none */
};

/* The same moment as a date, where the run is one of those compared. */
static const struct fact *dated(const struct judging *judging, const struct run *run,
                                const struct fact *start)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct fact *date = judging->member[i].run == run && start->key == KEY_RUN_START
                                      ? alone_fact(judging->member[i].alone, KEY_RUN_START_UTC)
                                      : NULL;
        if (date)
            return date;
    }
    return start;
}

static const struct fact *begin_of(const struct judging *judging, const struct run *run, double *at)
{
    static const enum key keys[] = { KEY_RUN_START, KEY_LOAD_BEGIN };
    double to;
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        const struct fact *fact = run_fact(judging->case_file, run, keys[i], (struct str){ 0 });
        if (fact && fact_moments(fact, at, &to))
            return fact;
    }
    return NULL;
}

static void first_among(const struct judging *judging, const struct system *system, size_t count,
                        struct first *first)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t m = 0; m < system[i].machine_count; m++) {
            for (size_t r = 0; r < system[i].machine[m].run_count; r++) {
                const struct run *run = &system[i].machine[m].run[r];
                double at;
                const struct fact *start = begin_of(judging, run, &at);
                first->silent = !start && !first->silent ? run : first->silent;
                if (start && at < first->at) {
                    first->at = at;
                    first->start = dated(judging, run, start);
                }
            }
        }
    }
}

static struct first first_run(const struct judging *judging)
{
    const struct case_file *case_file = judging->case_file;
    struct first first = { .at = (double)INFINITY };
    first_among(judging, case_file->system, case_file->system_count, &first);
    first_among(judging, case_file->bridge, case_file->bridge_count, &first);
    return first;
}

/* Whether the ledger has a run, used or left out, that began by then. */
static bool ledger_before(const struct ledger *ledger, double at)
{
    for (size_t i = 0; ledger && i < ledger->count; i++)
        if (ledger->line[i].start <= at)
            return true;
    return false;
}

/* ---- each planned thing ---- */

static void deviation(struct tally *tally, struct str what, const struct fact *planned,
                      const struct fact *done)
{
    struct outcome outcome = outcome_of(FAILS);
    outcome.key = tally->rule->key[0];
    outcome.raised = done ? CONDITION_BIT(DEVIATES) : CONDITION_BIT(BEYOND_PLAN);
    outcome.instance = what;
    outcome.seen[0] = planned;
    outcome.seen[1] = done;
    tally_say(tally, &outcome);
}

/* The limit in force; NULL: a parameter of the steady-state method at its standard. */
static const struct fact *limit_in_force(const struct policy *policy, enum key key)
{
    const struct fact *const plain[] = { policy->margin_fact,       policy->failures_fact,
                                         policy->least_window_fact, policy->repetitions_fact,
                                         policy->least_share_fact,  policy->least_batches_fact };
    for (size_t i = 0; i < ARRAY_COUNT(plain); i++)
        if (plain[i] && plain[i]->key == key)
            return plain[i];
    for (size_t i = 0; i < STEADY_PARAMETER_COUNT; i++)
        if (policy->steady_fact[i] && policy->steady_fact[i]->key == key)
            return policy->steady_fact[i];
    return NULL;
}

static bool is_standard(const struct fact *planned)
{
    static const enum key keys[] = {
#define STEADY_LIMIT(id, name, unit, type, least, most, standard, weaker, title) KEY_POLICY_##id,
#define STEADY_PARAMETER(id, name, unit, type, least, most, standard, weaker, title)               \
    KEY_POLICY_STEADY_##id,
#include "model/steady_parameters.def"
    };
    const struct steady_parameters standard = steady_parameters_standard();
    double value;
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
        if (keys[i] == planned->key && fact_base(planned, &value))
            return fabs(value - standard.of[i]) <= 1e-9 * fabs(standard.of[i]);
    return false;
}

static void limits_hold(struct tally *tally, const struct plan *plan)
{
    const struct case_file *case_file = tally->judging->case_file;
    for (size_t i = 0; i < plan->limit_count; i++) {
        const struct fact *planned = plan->limit[i];
        const struct fact *done = limit_in_force(&case_file->policy, planned->key);
        if (!done && planned->key == KEY_POLICY_ACCURACY)
            done = facts_best(case_file->facts, planned->key, (struct str){ 0 });
        bool kept =
            done ? facts_within(tally->judging->home, planned, done, 1e-9) : is_standard(planned);
        if (!kept)
            deviation(tally, str_from(vocabulary_row(planned->key)->title), planned, done);
    }
}

/* A metric in words is for a reader; one named as the vocabulary names it is held against. */
static void metric_holds(struct tally *tally, const struct plan *plan)
{
    const struct case_file *case_file = tally->judging->case_file;
    enum key key;
    if (plan->metric && vocabulary_find(str_trim(plan->metric->value.text), &key) &&
        key != case_file->metric)
        deviation(tally, STR("another metric is compared"), plan->metric, NULL);
}

static void question_holds(struct tally *tally, const struct plan *plan)
{
    const struct fact *asked =
        facts_best(tally->judging->case_file->facts, KEY_CASE_QUESTION, (struct str){ 0 });
    if (plan->question && asked && !texts_alike(plan->question->value.text, asked->value.text))
        deviation(tally, STR("the question"), plan->question, asked);
}

/* Runs of a system that the plan's order names, and the last turn that names one. */
static size_t turns_name(const struct plan *plan, size_t system, const struct fact **last)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->turn_count; i++) {
        for (size_t k = 0; k < plan->turn[i].count; k++) {
            if (plan->turn[i].system[k] == system) {
                *last = plan->turn[i].fact;
                count++;
            }
        }
    }
    return count;
}

static size_t runs_made(const struct system *system)
{
    size_t count = 0;
    for (size_t i = 0; i < system->machine_count; i++)
        count += system->machine[i].run_count;
    return count;
}

static void number_is(struct tally *tally, const struct system *system, const struct fact *planned,
                      const struct fact *done)
{
    double number, counted, made = (double)runs_made(system);
    /* That of this comparison may be of fewer: the plan speaks of all. */
    bool whole = done && fact_base(done, &counted) && !(fabs(counted - made) > 0);
    if (fact_base(planned, &number) && fabs(number - made) > 0) {
        deviation(tally, str_format(tally->judging->home, "runs of %.*s", STR_ARG(system->id)),
                  planned, whole ? done : NULL);
    }
}

static void number_holds(struct tally *tally, const struct plan *plan)
{
    const struct judging *judging = tally->judging;
    for (size_t side = 0; side < (judging_single(judging) ? 1 : 2); side++) {
        const struct system *system = judging->system[side];
        const struct fact *last =
            plan->turn_count > 0 ? plan->turn[plan->turn_count - 1].fact : NULL;
        if (plan->runs && plan->runs[system->index]) {
            number_is(tally, system, plan->runs[system->index], judging->comparison->runs[side]);
        } else if (last && turns_name(plan, system->index, &last) != runs_made(system)) {
            deviation(tally,
                      str_format(judging->home,
                                 "%.*s has another number of runs than its order names, which ends",
                                 STR_ARG(system->id)),
                      last, NULL);
        }
    }
}

/* ---- the order ---- */

struct begun {
    double at;
    size_t system;
    const struct run *run;
    const struct fact *start;
};

static int begun_order(const void *left, const void *right, void *unused)
{
    const struct begun *a = left, *b = right;
    (void)unused;
    return (a->at > b->at) - (a->at < b->at);
}

/* Runs of all systems by their begin; 0: of some it is not known. */
static size_t runs_in_order(const struct judging *judging, struct begun **out)
{
    const struct case_file *case_file = judging->case_file;
    size_t most = 0, count = 0;
    for (size_t i = 0; i < case_file->system_count; i++)
        most += runs_made(&case_file->system[i]);
    *out = ARENA_MANY(judging->home, most + 1, struct begun);
    for (size_t i = 0; i < case_file->system_count; i++) {
        for (size_t m = 0; m < case_file->system[i].machine_count; m++) {
            const struct machine *machine = &case_file->system[i].machine[m];
            for (size_t r = 0; r < machine->run_count; r++) {
                struct begun *begun = &(*out)[count++];
                begun->system = i;
                begun->run = &machine->run[r];
                begun->start = begin_of(judging, &machine->run[r], &begun->at);
                if (!begun->start)
                    return 0;
            }
        }
    }
    if (count > 0)
        g_qsort_with_data(*out, (gint)count, sizeof **out, begun_order, NULL);
    return count;
}

/* Within one turn runs may be made at once, or in any order. */
static bool turn_kept(const struct judging *judging, const struct plan_turn *turn,
                      const struct begun *begun)
{
    size_t systems = judging->case_file->system_count;
    ptrdiff_t *left = ARENA_MANY(judging->home, systems, ptrdiff_t);
    for (size_t i = 0; i < turn->count; i++) {
        left[turn->system[i]]++;
        left[begun[i].system]--;
    }
    for (size_t i = 0; i < systems; i++)
        if (left[i] != 0)
            return false;
    return true;
}

/* The first turn that was not made when it was planned; what was made behind the last planned turn
 * the number of runs tells. */
static void order_holds(struct tally *tally, const struct plan *plan)
{
    const struct judging *judging = tally->judging;
    struct begun *begun;
    size_t count = plan->turn_count > 0 ? runs_in_order(judging, &begun) : 0, at = 0;
    for (size_t i = 0; i < plan->turn_count && at + plan->turn[i].count <= count; i++) {
        const struct plan_turn *turn = &plan->turn[i];
        if (!turn_kept(judging, turn, begun + at)) {
            deviation(tally, STR("the order, other runs began from then on"), turn->fact,
                      dated(judging, begun[at].run, begun[at].start));
            return;
        }
        at += turn->count;
    }
}

/* ---- the rule ---- */

/* What keeps the plan from counting at all; false: nothing does. */
static bool uncounted(struct tally *tally, const struct plan *plan, struct outcome *outcome)
{
    const struct case_file *case_file = tally->judging->case_file;
    double at;
    outcome->judgement = FAILS;
    if (!plan || plan->fault.len > 0) {
        outcome->raised = CONDITION_BIT(NOT_READ);
        outcome->instance = plan ? plan->fault : STR("it was not read");
        return true;
    }
    if (!plan->signed_at || !fact_seconds(plan->signed_at, &at)) {
        outcome->raised = CONDITION_BIT(UNSIGNED);
        outcome->instance = plan->unsigned_why;
        return true;
    }
    struct first first = first_run(tally->judging);
    if (first.start && at >= first.at) {
        outcome->raised = CONDITION_BIT(TOO_LATE);
        outcome->seen[1] = plan->signed_at;
        outcome->seen[2] = first.start;
        return true;
    }
    if (ledger_before(case_file->ledger, at)) {
        outcome->raised = CONDITION_BIT(TOO_LATE);
        outcome->seen[1] = plan->signed_at;
        outcome->seen[2] = facts_best(case_file->facts, KEY_CASE_LEDGER, (struct str){ 0 });
        return true;
    }
    if (first.silent || !first.start) {
        outcome->judgement = UNKNOWN;
        outcome->silent = first.silent ? first.silent->path : STR("any run");
        outcome->seen[1] = plan->signed_at;
        return true;
    }
    return false;
}

void judge_planned(struct judging *judging, const struct rule *rule)
{
    const struct evidence *kept;
    struct tally tally = tally_of(judging, rule);
    struct outcome outcome = outcome_kept(judging, rule, &kept);
    const struct plan *plan = judging->case_file->plan;
    if (kept && plan && !str_eq(plan->evidence->name, kept->name))
        plan = NULL; /* a rule of one's own asks for another document */
    if (!kept || uncounted(&tally, plan, &outcome)) {
        tally_say(&tally, &outcome);
        return;
    }
    outcome.judgement = HOLDS;
    outcome.seen[1] = plan->signed_at;
    outcome.seen[2] = plan->signer;
    tally.holds = outcome;
    judging->comparison->planned = true;
    question_holds(&tally, plan);
    metric_holds(&tally, plan);
    limits_hold(&tally, plan);
    number_holds(&tally, plan);
    order_holds(&tally, plan);
    tally_done(&tally);
}
