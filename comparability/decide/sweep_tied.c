/* sweep_tied.c - whether a sweep over loads is of the system that names it. A file of loads and
 * figures is of nothing in particular: it, or a run.json or captures beside it, must tell the
 * workload and the accelerator that the system's runs tell, and something that tells it from each
 * other system of the case; nothing in it may contradict the runs, and each point must have been
 * held for as long as a run must. Each path named as a sweep has to show it for its own points. */
#include "model/likeness.h"
#include "questions.h"

/* What has to be told where the runs tell it, or the sweep; one of them at least. */
static const enum key grounds[] = { KEY_ACCELERATOR_NAME, KEY_MODEL_NAME, KEY_INPUT_LENGTH,
                                    KEY_OUTPUT_LENGTH, KEY_PRECISION_WEIGHTS };

/* Whether a key says what system or workload it is. What a sweep varies by its nature is no sign.
 */
static bool compared(enum key key)
{
    static const enum key varied[] = {
        KEY_LOAD_SCENARIO,  KEY_LOAD_LOOP,     KEY_LOAD_BATCH,         KEY_LOAD_CONCURRENCY,
        KEY_LOAD_RATE,      KEY_LOAD_REQUESTS, KEY_LOAD_BURSTINESS,    KEY_LOAD_CONSTRAINT,
        KEY_INPUT_SHAPE,    KEY_WORKLOAD_SEED, KEY_WORK_PER_ITERATION, KEY_WORK_PHASE_RANGE,
        KEY_WORK_UNIT,      KEY_WORKLOAD_NAME, KEY_MODEL_SIZE,         KEY_DATASET_DIGEST,
        KEY_CONTEXT_LENGTH,
    };
    const struct vocabulary_row *row = vocabulary_row(key);
    bool told = row->group == GROUP_EXECUTOR || row->group == GROUP_PRECISION ||
                row->group == GROUP_WORKLOAD;
    for (size_t i = 0; i < ARRAY_COUNT(varied); i++)
        told = told && key != varied[i];
    return told && row->likeness != LIKENESS_NOT && row->likeness != LIKENESS_IDENTITY;
}

/* The run's value of a key, of any instance that is an accelerator's. */
static const struct fact *own_fact(const struct case_file *case_file, const struct run *run,
                                   enum key key, struct str instance)
{
    const struct fact *fact = run_fact(case_file, run, key, instance);
    fact = fact ? fact : run_fact(case_file, run, key, STR(""));
    return fact ? fact : run_fact(case_file, run, key, STR("0"));
}

static bool same(struct arena *home, const struct fact *a, const struct fact *b)
{
    enum { PERCENT_APART = 2 }; /* of mean lengths, as rule W4 has it */
    bool length = a->key == KEY_INPUT_LENGTH || a->key == KEY_OUTPUT_LENGTH;
    return facts_alike(home, a, b) || (length && a->value.number && b->value.number &&
                                       facts_within(home, a, b, PERCENT_APART / 100.0));
}

/* The packed path that a file lies in, one a path of the case: "data/evidence/05-sweep". */
static struct str path_of(const struct fact *fact)
{
    struct str packed = fact->source.evidence ? fact->source.evidence->packed : STR("");
    size_t segments = 0, end = 0;
    while (end < packed.len && packed.at[end] != '!' && !(packed.at[end] == '/' && ++segments == 3))
        end++;
    return str_sub(packed, 0, end);
}

struct tying {
    struct arena *home;
    const struct case_file *case_file;
    const struct run *run; /* of the system */
    struct saturation *s;
    struct str path; /* whose points are asked about */
};

static bool as_weights(const struct fact *fact)
{
    return texts_alike(fact->value.text, STR("as weights")); /* which are held themselves */
}

static void untold(struct tying *in, enum key key, const struct fact *told, const struct fact *own)
{
    if (in->s->tie < SWEEP_UNTOLD) {
        in->s->tie = SWEEP_UNTOLD;
        in->s->tie_key = key;
        in->s->told = told;
        in->s->own = own;
    }
}

/* What the sweep tells of a key; NULL: nothing. What the runs contradict is put down. */
static const struct fact *key_hold(struct tying *in, enum key key)
{
    const struct facts *sweep = in->s->system->sweep;
    const struct fact *told = NULL;
    for (size_t i = 0; i < facts_count(sweep); i++) {
        const struct fact *fact = facts_at(sweep, i);
        if (fact->key != key || fact->placeholder || as_weights(fact) ||
            !str_eq(path_of(fact), in->path) || !instance_matters(key, fact->instance))
            continue;
        const struct fact *with = own_fact(in->case_file, in->run, key, fact->instance);
        told = fact;
        with = with && as_weights(with)
                   ? own_fact(in->case_file, in->run, KEY_PRECISION_WEIGHTS, STR(""))
                   : with;
        if (with && fact_tells_less(fact, with)) {
            if (key == KEY_ACCELERATOR_NAME) /* the others are no grounds */
                untold(in, key, fact, with);
        } else if (with && in->s->tie < SWEEP_OTHER && !same(in->home, fact, with)) {
            in->s->tie = SWEEP_OTHER;
            in->s->tie_key = key;
            in->s->told = fact;
            in->s->own = with;
        }
    }
    return told;
}

/* Whether the sweep tells something that is otherwise in the other system: else it could be of
 * that. Where the runs of both tell the same throughout, nobody could. */
static void told_from(struct tying *in, const bool *told, const struct system *other)
{
    const struct fact *first = NULL;
    for (size_t key = 0; key < KEY_COUNT; key++) {
        const struct fact *own = own_fact(in->case_file, in->run, (enum key)key, STR(""));
        const struct fact *with =
            own ? own_fact(in->case_file, &other->machine[0].run[0], (enum key)key, STR("")) : NULL;
        if (!with || !compared((enum key)key) || facts_alike(in->home, own, with))
            continue;
        if (told[key])
            return;
        first = first ? first : own;
    }
    if (first)
        untold(in, first->key, NULL, first);
}

static const struct fact *told_of(const struct tying *in, const struct fact *open)
{
    const struct facts *sweep = in->s->system->sweep;
    const struct fact *fact = facts_next(sweep, open->key, open->instance, NULL);
    while (fact && (fact->placeholder || !str_eq(path_of(fact), in->path)))
        fact = facts_next(sweep, open->key, open->instance, fact);
    return fact;
}

/* What the command of one of them leaves to a file that nobody can read: the sweep's is not
 * disclosed, whatever the runs tell; nor can what it tells be held against runs that leave it open.
 */
static void open_hold(struct tying *in)
{
    const struct facts *sweep = in->s->system->sweep, *runs = in->run->facts;
    for (size_t i = 0; i < facts_count(sweep); i++) {
        const struct fact *fact = facts_at(sweep, i);
        if (compared(fact->key) && fact_left_open(fact) && str_eq(path_of(fact), in->path) &&
            !told_of(in, fact)) {
            untold(in, fact->key, fact,
                   own_fact(in->case_file, in->run, fact->key, fact->instance));
        }
    }
    for (size_t i = 0; i < facts_count(runs); i++) {
        const struct fact *fact = facts_at(runs, i);
        const struct fact *told =
            fact_left_open(fact) && compared(fact->key) ? told_of(in, fact) : NULL;
        if (told && !run_fact(in->case_file, in->run, fact->key, fact->instance))
            untold(in, fact->key, told, NULL);
    }
}

static void path_hold(struct tying *in)
{
    bool told[KEY_COUNT] = { false }, held = false;
    for (size_t key = 0; key < KEY_COUNT; key++)
        told[key] = compared((enum key)key) && key_hold(in, (enum key)key);
    open_hold(in); /* before the grounds: it says why one of them is not told */
    for (size_t i = 0; i < ARRAY_COUNT(grounds); i++) {
        const struct fact *own = own_fact(in->case_file, in->run, grounds[i], STR(""));
        held = held || (told[grounds[i]] && own);
        if (told[grounds[i]] != (own != NULL))
            untold(in, grounds[i], key_hold(in, grounds[i]), own);
    }
    if (!held)
        untold(in, grounds[0], NULL, NULL);
    for (size_t i = 0; i < in->case_file->system_count; i++) {
        const struct system *other = &in->case_file->system[i];
        if (other != in->s->system && other->machine_count > 0 && other->machine[0].run_count > 0)
            told_from(in, told, other);
    }
}

/* What a path of the sweep tells of a key, behind what it told before; NULL: nothing. */
static const struct fact *fact_behind(const struct facts *sweep, enum key key, struct str instance,
                                      struct str path, const struct fact *before)
{
    const struct fact *fact = facts_next(sweep, key, instance, before);
    while (fact && (fact->placeholder || !str_eq(path_of(fact), path)))
        fact = facts_next(sweep, key, instance, fact);
    return fact;
}

/* The least that it tells, since rows of one file at one load are not told apart; false: nothing,
 * or no number. */
static bool least_of(const struct facts *sweep, enum key key, struct str instance, struct str path,
                     double *least)
{
    bool any = false;
    const struct fact *fact = fact_behind(sweep, key, instance, path, NULL);
    for (; fact; fact = fact_behind(sweep, key, instance, path, fact)) {
        double value;
        if (!fact_base(fact, &value))
            return false;
        *least = any && *least < value ? *least : value;
        any = true;
    }
    return any;
}

/* How long a load was held: its own time, else its iterations by their median; false: not told. */
static bool held_time(struct arena *home, const struct facts *sweep, struct str load,
                      struct str path, double *seconds)
{
    double n, s;
    if (least_of(sweep, KEY_WALL_TIME, load, path, seconds))
        return true;
    if (!least_of(sweep, KEY_ITERATION_COUNT, load, path, &n) ||
        !least_of(sweep, KEY_LATENCY_ITERATION, str_format(home, "%.*s p50", STR_ARG(load)), path,
                  &s))
        return false;
    *seconds = n * s;
    return true;
}

const struct fact *sweep_beside(const struct saturation *s, const struct fact *rate, enum key key,
                                struct str instance, const struct fact *before)
{
    return fact_behind(s->system->sweep, key, instance, path_of(rate), before);
}

bool sweep_rate_tied(struct arena *home, const struct case_file *case_file,
                     const struct saturation *s, const struct fact *rate)
{
    const struct system *system = s->system;
    struct saturation own = *s;
    double seconds;
    own.tie = SWEEP_TIED;
    if (system->machine_count == 0 || system->machine[0].run_count == 0 ||
        !held_time(home, system->sweep, rate->instance, path_of(rate), &seconds) ||
        seconds < case_file->policy.least_window)
        return false;
    struct tying tying = { .home = home,
                           .case_file = case_file,
                           .run = &system->machine[0].run[0],
                           .s = &own,
                           .path = path_of(rate) };
    path_hold(&tying);
    return own.tie == SWEEP_TIED;
}

void sweep_tie(struct arena *home, const struct case_file *case_file, struct saturation *s)
{
    const struct system *system = s->system;
    const struct run *run = system->machine_count > 0 && system->machine[0].run_count > 0
                                ? &system->machine[0].run[0]
                                : NULL;
    s->tie = SWEEP_TIED;
    if (s->of_runs || !run)
        return;
    for (size_t i = 0; i < s->count && s->tie == SWEEP_TIED; i++) {
        double seconds;
        bool held = held_time(home, system->sweep, s->point[i].load_fact->instance,
                              path_of(s->point[i].rate_fact), &seconds) &&
                    seconds >= case_file->policy.least_window;
        s->tie = held ? SWEEP_TIED : SWEEP_SHORT;
    }
    struct tying tying = { .home = home, .case_file = case_file, .run = run, .s = s };
    for (size_t i = 0; i < s->count; i++) {
        bool before = false;
        tying.path = path_of(s->point[i].rate_fact);
        for (size_t j = 0; j < i; j++)
            before = before || str_eq(path_of(s->point[j].rate_fact), tying.path);
        if (!before)
            path_hold(&tying);
    }
}
