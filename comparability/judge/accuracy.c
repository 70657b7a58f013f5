/* accuracy.c - accuracy evidence: which score counts, and what was lost between two of them. */
#include "accuracy.h"

#include "model/likeness.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* ---- one score ---- */

struct beside { /* looks for a fact that stands in the same file as a score */
    const struct fact *score;
    const struct fact *found;
};

static void beside_visit(void *self, const struct fact *fact)
{
    struct beside *in = self;
    bool same = fact->source.evidence == in->score->source.evidence && !fact->placeholder;
    in->found = same ? score_nearer(in->score, in->found, fact) : in->found;
}

/* What the score's own file says: by the whole instance "task metric,filter", else without the
 * filter, else the task, else of all tasks. */
static const struct fact *beside(const struct case_file *case_file, const struct run *run,
                                 const struct fact *score, enum key key)
{
    struct str whole = score->instance, none = { 0 };
    struct str tries[] = { whole, str_sub(whole, 0, str_find(whole, STR(","))),
                           str_sub(whole, 0, str_find(whole, STR(" "))), none };
    struct beside in = { .score = score };
    for (size_t i = 0; i < ARRAY_COUNT(tries) && !in.found; i++)
        run_facts(case_file, run, key, tries[i], beside_visit, &in);
    return in.found;
}

/* "org/model" and "/models/model/" name the same model. */
static struct str last_segment(struct str name)
{
    name = str_trim(name);
    while (str_ends(name, STR("/")))
        name = str_sub(name, 0, name.len - 1);
    struct str rest = name, head = name;
    while (str_cut(&rest, '/', &head)) {
    }
    return head;
}

/* A limit behind the score is of a later test in one log, where other arguments begin that test. */
static bool is_of_later(const struct case_file *case_file, const struct run *run,
                        const struct accuracy *seen)
{
    struct beside limit = { .score = seen->limit };
    run_facts(case_file, run, KEY_ACCURACY_ARGUMENTS, (struct str){ 0 }, beside_visit, &limit);
    return seen->limit->source.from.offset > seen->score->source.from.offset && limit.found &&
           limit.found != seen->arguments;
}

static bool is_part(const struct case_file *case_file, const struct run *run,
                    const struct accuracy *seen)
{
    double used, all;
    if (seen->limit && is_of_later(case_file, run, seen))
        return false;
    if (seen->samples && seen->samples_all && fact_base(seen->samples, &used) &&
        fact_base(seen->samples_all, &all))
        return used < all;
    return seen->limit && !texts_alike(seen->limit->value.text, STR("None"));
}

/* A share of right answers has one standard error only, that of a mean of zeros and ones, as the
 * harness computes it (lm_eval/api/metrics.py, mean_stderr): another one was not computed from
 * these samples. A console rounds to four decimals. */
static bool error_is_off(const struct score *score)
{
    static const char *const shares[] = { "exact_match", "acc", "acc_norm" };
    struct str rest = score->seen.task, task = { 0 }, metric = { 0 }; /* of "gsm8k" none */
    double samples, p = score->value;
    bool share = false;
    (void)str_cut(&rest, ' ', &task);
    (void)str_cut(&rest, ',', &metric);
    for (size_t i = 0; i < ARRAY_COUNT(shares); i++)
        share = share || str_eq(metric, str_from(shares[i]));
    bool of_task = score->seen.samples && str_eq(score->seen.samples->instance, task);
    if (!share || !of_task || !fact_base(score->seen.samples, &samples) || !(samples > 1) ||
        isnan(score->deviation) || !(p >= 0 && p <= 1))
        return false;
    double ours = sqrt(p * (1 - p) / (samples - 1));
    return fabs(ours - score->deviation) > 1e-4 + 0.01 * ours;
}

/* All that stands beside one score in its file, and what follows. */
static struct score score_read(const struct case_file *case_file, const struct run *run,
                               const struct fact *fact)
{
    struct score out = { .deviation = (double)NAN };
    const struct {
        enum key key;
        const struct fact **to;
    } rows[] = {
        { KEY_ACCURACY_ERROR, &out.seen.error },
        { KEY_ACCURACY_SAMPLES, &out.seen.samples },
        { KEY_ACCURACY_SAMPLES_ALL, &out.seen.samples_all },
        { KEY_ACCURACY_LIMIT, &out.seen.limit },
        { KEY_ACCURACY_SHOTS, &out.seen.shots },
        { KEY_ACCURACY_VERSION, &out.seen.version },
        { KEY_ACCURACY_TOOL_VERSION, &out.seen.tool_version },
        { KEY_ACCURACY_MODEL, &out.seen.model },
        { KEY_ACCURACY_ARGUMENTS, &out.seen.arguments },
        { KEY_ACCURACY_BETTER, &out.seen.better },
    };
    out.seen.system = run->machine->system;
    out.seen.score = fact;
    out.seen.task = fact->instance;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        *rows[i].to = beside(case_file, run, fact, rows[i].key);
    const struct fact *model = run_fact(case_file, run, KEY_MODEL_NAME, STR(""));
    struct str tested = accuracy_model(case_file, run, &out.seen);
    out.seen.part = is_part(case_file, run, &out.seen);
    out.seen.other_model = tested.len > 0 && model &&
                           !texts_alike(last_segment(tested), last_segment(model->value.text));
    accuracy_tie(case_file, run, &out.seen);
    out.seen.evidence = !out.seen.part && !out.seen.other_model && out.seen.tie == ACCURACY_TIED;
    out.lower_is_better =
        out.seen.better && (texts_alike(out.seen.better->value.text, STR("false")) ||
                            str_eq(str_trim(out.seen.better->value.text), STR("\u2193")));
    if (!fact_base(fact, &out.value))
        out.value = (double)NAN;
    if (!out.seen.error || !fact_base(out.seen.error, &out.deviation) || out.deviation < 0)
        out.deviation = (double)NAN;
    out.seen.error_off = error_is_off(&out);
    out.deviation = out.seen.error_off ? (double)NAN : out.deviation;
    return out;
}

struct scanning {
    const struct case_file *case_file;
    const struct run *run;
    bool reference;
    struct score best;
    bool found;
};

static void score_visit(void *self, const struct fact *fact)
{
    struct scanning *in = self;
    if (fact->placeholder || !fact->value.number)
        return;
    struct score score = score_read(in->case_file, in->run, fact);
    bool worse =
        score.lower_is_better ? score.value > in->best.value : score.value < in->best.value;
    bool taken = in->best.seen.evidence ? score.seen.evidence && worse != in->reference
                                        : score.seen.evidence;
    if (!in->found || taken) {
        in->best = score;
        in->found = true;
    }
}

bool score_find(const struct case_file *case_file, const struct run *run, struct str instance,
                bool reference, struct score *out)
{
    struct scanning in = { .case_file = case_file, .run = run, .reference = reference };
    run_facts(case_file, run, KEY_ACCURACY_SCORE, instance, score_visit, &in);
    *out = in.best;
    return in.found;
}

bool score_asked(const struct case_file *case_file, const struct run *run, struct str instance)
{
    const struct fact *task = facts_best(case_file->facts, KEY_ACCURACY_TASK, STR(""));
    task = task ? task : run_fact(case_file, run, KEY_ACCURACY_TASK, STR(""));
    if (!task)
        return true;
    struct str name = str_trim(task->value.text);
    return str_eq(name, instance) ||
           (str_starts(instance, name) && instance.len > name.len && instance.at[name.len] == ' ');
}

/* ---- what was lost ---- */

struct loss loss_of(const struct score *reference, const struct score *score)
{
    double lost = reference->lower_is_better ? score->value - reference->value
                                             : reference->value - score->value;
    double base = fabs(reference->value);
    double deviation =
        sqrt(reference->deviation * reference->deviation + score->deviation * score->deviation);
    if (!(base > 0))
        return (struct loss){ (double)NAN, (double)NAN };
    return (struct loss){ lost / base, 1.96 * deviation / base };
}

enum judgement loss_judged(const struct loss *loss, double most, bool both_ways)
{
    double value = both_ways ? fabs(loss->value) : loss->value;
    if (isnan(value) || isnan(loss->half))
        return UNKNOWN;
    if (value + loss->half <= most)
        return HOLDS;
    return value - loss->half > most ? FAILS : UNKNOWN;
}

/* ---- for the report ---- */

struct listing {
    struct arena *home;
    const struct case_file *case_file;
    const struct run *run;
    struct accuracy *item;
    size_t count, from; /* from: the first of this system */
};

static void formats_fill(const struct listing *in, struct accuracy *out)
{
    const struct case_file *c = in->case_file;
    out->weights = run_fact(c, in->run, KEY_PRECISION_WEIGHTS, STR(""));
    out->compute = run_fact(c, in->run, KEY_PRECISION_COMPUTE, STR(""));
    out->kv_cache = run_fact(c, in->run, KEY_PRECISION_KV_CACHE, STR(""));
}

static void list_visit(void *self, const struct fact *fact)
{
    struct listing *in = self;
    for (size_t i = in->from; i < in->count; i++)
        if (in->item[i].score == fact)
            return;
    if (in->count < ACCURACIES_MOST && !fact->placeholder) {
        struct accuracy *out = &in->item[in->count++];
        *out = score_read(in->case_file, in->run, fact).seen;
        out->asked = score_asked(in->case_file, in->run, fact->instance);
        formats_fill(in, out);
    }
}

static void run_list(struct listing *in, const struct run *run)
{
    const struct facts *const scopes[] = { run->facts, run->machine->facts,
                                           run->machine->system->facts };
    in->run = run;
    for (size_t i = 0; i < ARRAY_COUNT(scopes); i++) {
        struct str instance = { 0 };
        for (bool first = true;
             scopes[i] && facts_instance(scopes[i], KEY_ACCURACY_SCORE, instance, first, &instance);
             first = false)
            run_facts(in->case_file, run, KEY_ACCURACY_SCORE, instance, list_visit, in);
    }
}

static int task_order(const void *left, const void *right, void *unused)
{
    const struct accuracy *a = left, *b = right;
    (void)unused;
    return str_order(a->task, b->task);
}

const struct accuracy *accuracy_list(struct arena *home, const struct case_file *case_file,
                                     size_t *count)
{
    struct listing in = { .home = home,
                          .case_file = case_file,
                          .item = ARENA_MANY(home, ACCURACIES_MOST, struct accuracy) };
    for (size_t s = 0; s < case_file->system_count; s++) {
        const struct system *system = &case_file->system[s];
        in.from = in.count;
        for (size_t m = 0; m < system->machine_count; m++)
            for (size_t r = 0; r < system->machine[m].run_count; r++)
                run_list(&in, &system->machine[m].run[r]);
        if (in.count > in.from) {
            g_qsort_with_data(in.item + in.from, (gint)(in.count - in.from), sizeof *in.item,
                              task_order, NULL);
        }
    }
    *count = in.count;
    return in.item;
}

/* ---- under a licence ---- */

static const struct member *first_of(const struct judging *judging, enum side side)
{
    for (size_t i = 0; i < judging->member_count; i++)
        if (judging->member[i].side == side)
            return &judging->member[i];
    return NULL;
}

static void loss_publish(struct judging *judging, struct comparison *comparison,
                         const struct score *a, const struct score *b, struct accuracy_loss *out)
{
    struct loss loss = loss_of(a, b);
    const struct fact *const input[] = { a->seen.score, b->seen.score, a->seen.error,
                                         b->seen.error };
    const struct {
        enum derivation_id row;
        double value;
        const struct fact **to;
    } rows[] = { { DERIVE_ACCURACY_LOSS, loss.value, &out->loss.value },
                 { DERIVE_ACCURACY_LOSS_LOW, loss.value - loss.half, &out->loss.low },
                 { DERIVE_ACCURACY_LOSS_HIGH, loss.value + loss.half, &out->loss.high } };
    const struct case_file *c = judging->case_file;
    const struct fact *limit = facts_best(c->facts, KEY_POLICY_ACCURACY, STR(""));
    double most;
    out->task = a->seen.task;
    out->standing = limit && fact_base(limit, &most)
                        ? loss_judged(&loss, most, c->under_test.kind == UNDER_TEST_EXECUTOR)
                        : NOT_APPLICABLE;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (isfinite(rows[i].value)) {
            *rows[i].to =
                derive(judging->deriving,
                       &(struct derived){ .row = rows[i].row,
                                          .instance = a->seen.task,
                                          .value = statistics_round(rows[i].value * 100, 6),
                                          .unit = UNIT_PERCENT,
                                          .printing = { .rule = PRINT_DECIMALS, .digits = 2 },
                                          .input = input,
                                          .input_count = a->seen.error && b->seen.error ? 4 : 2,
                                          .licence = comparison });
        }
    }
}

void accuracy_publish(struct judging *judging, struct comparison *comparison)
{
    const struct member *a = first_of(judging, SIDE_A), *b = first_of(judging, SIDE_B);
    struct str *instance;
    size_t count = instances_seen(judging, KEY_ACCURACY_SCORE, &instance);
    struct accuracy_loss *list = ARENA_MANY(judging->home, count + 1, struct accuracy_loss);
    for (size_t i = 0; a && b && i < count; i++) {
        struct score of_a, of_b;
        if (score_find(judging->case_file, a->run, instance[i], true, &of_a) &&
            score_find(judging->case_file, b->run, instance[i], false, &of_b) &&
            of_a.seen.evidence && of_b.seen.evidence)
            loss_publish(judging, comparison, &of_a, &of_b, &list[comparison->accuracy_count++]);
    }
    comparison->accuracy = list;
}
