/* run_one.c - one path, one run. */
#include "run_one.h"
#include "run_names.h"

#include "model/traits.h"

#include <string.h>

static guint result_hash(gconstpointer key)
{
    const struct fact *fact = key;
    return g_str_hash(fact->source.evidence->format) * 33 + (guint)fact->key;
}

/* One result, of one instance, as one tool reports it. */
static gboolean result_equal(gconstpointer a, gconstpointer b)
{
    const struct fact *left = a, *right = b;
    return left->key == right->key && str_eq(left->instance, right->instance) &&
           strcmp(left->source.evidence->format, right->source.evidence->format) == 0;
}

void run_is_one(struct arena *scratch, const struct bundle *bundle, const struct run *run,
                struct diags *diags)
{
    GHashTable *known = g_hash_table_new(result_hash, result_equal);
    for (size_t i = 0; i < facts_count(run->facts); i++) {
        const struct fact *fact = facts_at(run->facts, i);
        const struct evidence *evidence = fact->source.evidence;
        if (fact->kind != FACT_MEASURED || fact->placeholder || !evidence || !evidence->format ||
            vocabulary_row(fact->key)->group != GROUP_RESULT)
            continue;
        const struct fact *other = g_hash_table_lookup(known, fact);
        if (!other) {
            struct fact *first = ARENA_NEW(scratch, struct fact);
            *first = *fact;
            g_hash_table_insert(known, first, first);
        } else if (other->source.evidence != evidence &&
                   !str_eq(other->value.text, fact->value.text)) {
            diag_add(diags, DIAG_CASE_GLOB, bundle->selector->place,
                     STR("one run a path, such as \"folder/*\" for the runs below it"),
                     "\"%.*s\" holds more than one run: %s is %.*s in %.*s and %.*s in %.*s",
                     STR_ARG(bundle->path), vocabulary_row(fact->key)->name,
                     STR_ARG(other->value.text), STR_ARG(other->source.evidence->name),
                     STR_ARG(fact->value.text), STR_ARG(evidence->name));
            break;
        }
    }
    g_hash_table_destroy(known);
}

/* ---- a test of the machine beside a run ---- */

/* What tells how fast the run itself was: a result of no tool that only looked on, and of no test
 * of the machine. */
static bool of_run(const struct evidence *evidence, enum key key)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    return evidence && evidence->format && row->group == GROUP_RESULT &&
           !str_starts(str_from(row->name), STR("accuracy.")) &&
           !evidence_has(evidence, TRAIT_WATCHES | TRAIT_TESTS_MACHINE);
}

static bool tells_result(const struct run *run)
{
    for (size_t i = 0; i < facts_count(run->facts); i++) {
        const struct fact *fact = facts_at(run->facts, i);
        if (fact->kind == FACT_MEASURED && !fact->placeholder &&
            of_run(fact->source.evidence, fact->key))
            return true;
    }
    for (size_t i = 0; i < run->series_count; i++)
        if (of_run(run->series[i].source.evidence, run->series[i].key))
            return true;
    return false;
}

/* What such a test did, and how, is its own work. */
static bool of_own_work(enum key key)
{
    enum group group = vocabulary_row(key)->group;
    return group == GROUP_WORKLOAD || group == GROUP_METHODOLOGY;
}

void machine_tests_move(struct arena *home, struct run *run)
{
    bool any = false;
    for (size_t i = 0; i < facts_count(run->facts) && !any; i++)
        any = evidence_has(facts_at(run->facts, i)->source.evidence, TRAIT_TESTS_MACHINE);
    if (!any || !tells_result(run))
        return;
    struct facts *kept = facts_new(home);
    for (size_t i = 0; i < facts_count(run->facts); i++) {
        struct fact fact = *facts_at(run->facts, i);
        bool test = evidence_has(fact.source.evidence, TRAIT_TESTS_MACHINE);
        fact.run = test ? NULL : fact.run;
        if (!test || !of_own_work(fact.key))
            facts_add(test ? run->machine->facts : kept, &fact);
    }
    run->facts = kept;
}

/* ---- a training log beside a run of serving ---- */

static GHashTable *training_logs(const struct run *run)
{
    GHashTable *logs = g_hash_table_new(NULL, NULL);
    for (size_t i = 0; i < facts_count(run->facts) + run->series_count; i++) {
        union { /* GLib's tables take no const */
            const struct evidence *file;
            gpointer key;
        } log = { .file = i < facts_count(run->facts)
                              ? facts_at(run->facts, i)->source.evidence
                              : run->series[i - facts_count(run->facts)].source.evidence };
        if (log.file && log.file->format && evidence_has(log.file, TRAIT_TRAINS))
            g_hash_table_add(logs, log.key);
    }
    return logs;
}

/* What a run of serving is judged by. What else may be timed or counted in its folder, such as
 * iterations or bytes, may be of the training. */
static bool of_serving(enum key key)
{
    static const enum key keys[] = { KEY_THROUGHPUT_OUTPUT_TOKENS,
                                     KEY_THROUGHPUT_OUTPUT_PER_ACCELERATOR,
                                     KEY_THROUGHPUT_OUTPUT_PEAK,
                                     KEY_THROUGHPUT_PROMPT_TOKENS,
                                     KEY_THROUGHPUT_TOTAL_TOKENS,
                                     KEY_THROUGHPUT_REQUESTS,
                                     KEY_THROUGHPUT_GOOD,
                                     KEY_LATENCY_REQUEST,
                                     KEY_TTFT_CLIENT,
                                     KEY_TTST_CLIENT,
                                     KEY_TPOT_REQUEST,
                                     KEY_TPOT_WITH_FIRST,
                                     KEY_GAP_CHUNK,
                                     KEY_GAP_TOKEN,
                                     KEY_LATENCY_QUEUE,
                                     KEY_LATENCY_PART,
                                     KEY_TTFT_SERVER,
                                     KEY_TPOT_SERVER,
                                     KEY_LATENCY_SERVER,
                                     KEY_THROUGHPUT_REQUESTS_SERVER,
                                     KEY_THROUGHPUT_OUTPUT_SERVER,
                                     KEY_TTFT_ENGINE,
                                     KEY_TPOT_ENGINE,
                                     KEY_LATENCY_ENGINE,
                                     KEY_THROUGHPUT_PER_USER,
                                     KEY_THROUGHPUT_INPUT_PER_ACCELERATOR,
                                     KEY_THROUGHPUT_TOTAL_PER_ACCELERATOR,
                                     KEY_SPECULATION_ACCEPTED,
                                     KEY_SPECULATION_RATE };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
        if (keys[i] == key)
            return true;
    return false;
}

/* Whether a file that is none of the logs tells such a figure, or keeps samples of one. */
static bool serves(const struct run *run, GHashTable *logs)
{
    for (size_t i = 0; i < facts_count(run->facts); i++) {
        const struct fact *fact = facts_at(run->facts, i);
        if (fact->kind == FACT_MEASURED && !fact->placeholder && of_serving(fact->key) &&
            of_run(fact->source.evidence, fact->key) &&
            !g_hash_table_contains(logs, fact->source.evidence))
            return true;
    }
    for (size_t i = 0; i < run->series_count; i++)
        if (of_serving(run->series[i].key) &&
            of_run(run->series[i].source.evidence, run->series[i].key) &&
            !g_hash_table_contains(logs, run->series[i].source.evidence))
            return true;
    return false;
}

/* Of a case whose metric the log tells, the log is the run. */
static bool logs_tell(const struct run *run, GHashTable *logs, enum key metric)
{
    for (size_t i = 0; i < facts_count(run->facts); i++)
        if (facts_at(run->facts, i)->key == metric &&
            g_hash_table_contains(logs, facts_at(run->facts, i)->source.evidence))
            return true;
    for (size_t i = 0; i < run->series_count; i++)
        if (run->series[i].key == metric &&
            g_hash_table_contains(logs, run->series[i].source.evidence))
            return true;
    return false;
}

static void logs_leave_out(struct arena *home, struct run *run, GHashTable *logs)
{
    struct facts *kept = facts_new(home);
    struct series *series = ARENA_MANY(home, run->series_count + 1, struct series);
    size_t count = 0;
    for (size_t i = 0; i < facts_count(run->facts); i++) {
        const struct fact *fact = facts_at(run->facts, i);
        bool own = of_own_work(fact->key) || vocabulary_row(fact->key)->group == GROUP_RESULT;
        if (!own || !g_hash_table_contains(logs, fact->source.evidence))
            facts_add(kept, fact);
    }
    for (size_t i = 0; i < run->series_count; i++)
        if (!g_hash_table_contains(logs, run->series[i].source.evidence))
            series[count++] = run->series[i];
    run->facts = kept;
    run->series = series;
    run->series_count = count;
}

void training_leave_out(struct arena *home, struct run *run, enum key metric)
{
    GHashTable *logs = training_logs(run);
    if (g_hash_table_size(logs) > 0 && of_serving(metric) && serves(run, logs) &&
        !logs_tell(run, logs, metric))
        logs_leave_out(home, run, logs);
    g_hash_table_destroy(logs);
}

/* ---- once each ---- */

static guint run_hash(gconstpointer key)
{
    const struct bundle *bundle = key;
    return str_hash(bundle->path) * 33 + str_hash(bundle->selector->instance);
}

static gboolean run_equal(gconstpointer a, gconstpointer b)
{
    const struct bundle *left = a, *right = b;
    return str_eq(left->path, right->path) &&
           str_eq(left->selector->instance, right->selector->instance);
}

GHashTable *runs_known(void)
{
    return g_hash_table_new(run_hash, run_equal);
}

bool run_is_new(GHashTable *known, const struct bundle *bundle, struct diags *diags)
{
    union { /* GLib's tables take no const */
        const struct bundle *own;
        gpointer key;
    } run = { .own = bundle };
    if (!g_hash_table_add(known, run.key)) {
        diag_add(diags, DIAG_CASE_GLOB, bundle->selector->place, STR("each run once"),
                 "\"%.*s\" is named twice", STR_ARG(bundle->path));
        return false;
    }
    return true;
}
