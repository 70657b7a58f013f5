/* sweep_tied.c - whether a sweep over loads is of the system that names it. A file of loads and
 * figures is of nothing in particular: it, or a run.json or captures beside it, must tell the
 * workload and the accelerator that the system's runs tell, nothing in it may contradict them, and
 * each point must have been held for as long as a run must. */
#include "questions.h"
#include "values.h"

/* What makes a system and its workload; those of `must` have to be told where the runs tell them.
 */
static const struct {
    enum key key;
    bool must, length;
} grounds[] = {
    { KEY_ACCELERATOR_NAME, true, false },
    { KEY_MODEL_NAME, true, false },
    { KEY_INPUT_LENGTH, true, true },
    { KEY_OUTPUT_LENGTH, true, true },
    { KEY_PRECISION_WEIGHTS, true, false },
    { KEY_WORKLOAD_KIND, false, false },
    { KEY_MODEL_REVISION, false, false },
    { KEY_DATASET_NAME, false, false },
    { KEY_PRECISION_COMPUTE, false, false },
    { KEY_PRECISION_KV_CACHE, false, false },
    { KEY_PRECISION_QUANTISATION, false, false },
    { KEY_ENGINE_NAME, false, false },
    { KEY_ENGINE_VERSION, false, false },
    { KEY_ACCELERATOR_COUNT, false, false },
    { KEY_DRIVER_VERSION, false, false },
    { KEY_FRAMEWORK_VERSION, false, false },
    { KEY_COMPILE_MODE, false, false },
};

/* The run's value of a key, of any instance that is an accelerator's. */
static const struct fact *own_fact(const struct case_file *case_file, const struct run *run,
                                   enum key key, struct str instance)
{
    const struct fact *fact = run_fact(case_file, run, key, instance);
    fact = fact ? fact : run_fact(case_file, run, key, STR(""));
    return fact ? fact : run_fact(case_file, run, key, STR("0"));
}

static bool same(struct arena *home, bool length, const struct fact *a, const struct fact *b)
{
    enum { PERCENT_APART = 2 }; /* of mean lengths, as rule W4 has it */
    return facts_alike(home, a, b) || (length && a->value.number && b->value.number &&
                                       facts_within(home, a, b, PERCENT_APART / 100.0));
}

/* One ground: what the sweep tells that the runs contradict goes before what it does not tell. */
static void ground_hold(struct arena *home, const struct case_file *case_file,
                        const struct run *run, size_t at, struct saturation *s)
{
    const struct facts *sweep = s->system->sweep;
    enum key key = grounds[at].key;
    const struct fact *own = own_fact(case_file, run, key, STR("")), *told = NULL;
    for (size_t i = 0; i < facts_count(sweep); i++) {
        const struct fact *fact = facts_at(sweep, i);
        if (fact->key != key || fact->placeholder ||
            texts_alike(fact->value.text, STR("as weights"))) { /* which are held themselves */
            continue;
        }
        const struct fact *with = own_fact(case_file, run, key, fact->instance);
        told = fact;
        with = with && texts_alike(with->value.text, STR("as weights")) ? NULL : with;
        if (with && s->tie < SWEEP_OTHER && !same(home, grounds[at].length, fact, with)) {
            s->tie = SWEEP_OTHER;
            s->tie_key = key;
            s->told = fact;
            s->own = with;
        }
    }
    if (!told && own && grounds[at].must && s->tie < SWEEP_UNTOLD) {
        s->tie = SWEEP_UNTOLD;
        s->tie_key = key;
        s->own = own;
    }
}

/* How long a point was held: its own time, else its iterations by their median; false: not told. */
static bool point_time(struct arena *home, const struct facts *sweep,
                       const struct load_point *point, double *seconds)
{
    struct str load = point->load_fact->instance;
    const struct fact *time = facts_best(sweep, KEY_WALL_TIME, load);
    const struct fact *count = facts_best(sweep, KEY_ITERATION_COUNT, load);
    const struct fact *each =
        facts_best(sweep, KEY_LATENCY_ITERATION, str_format(home, "%.*s p50", STR_ARG(load)));
    double n, s;
    if (time && fact_base(time, seconds)) {
        return true;
    }
    if (!count || !each || !fact_base(count, &n) || !fact_base(each, &s)) {
        return false;
    }
    *seconds = n * s;
    return true;
}

void sweep_tie(struct arena *home, const struct case_file *case_file, struct saturation *s)
{
    const struct system *system = s->system;
    const struct run *run = system->machine_count > 0 && system->machine[0].run_count > 0
                                ? &system->machine[0].run[0]
                                : NULL;
    s->tie = SWEEP_TIED;
    if (s->of_runs || !run) {
        return;
    }
    for (size_t i = 0; i < s->count && s->tie == SWEEP_TIED; i++) {
        double seconds;
        bool held = point_time(home, system->sweep, &s->point[i], &seconds) &&
                    seconds >= case_file->policy.least_window;
        s->tie = held ? SWEEP_TIED : SWEEP_SHORT;
    }
    for (size_t i = 0; i < ARRAY_COUNT(grounds); i++) {
        ground_hold(home, case_file, run, i, s);
    }
}
