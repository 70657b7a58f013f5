/* test_mutation.c - every rule of the shipped set can be flipped: a case that it holds on, and one
 * changed value that flips it. A rule that nothing flips fails here; so does a key that a credible
 * comparison needs and whose silence no finding shows. */
#include "made_bridge.h"

#include "model/decision.h"

/* ---- the cases that are changed -----------------------------------------------------------------
 */

/* What the plain case of made_case.h lacks for whole executors. */
static const struct made_fact executor_facts[] = {
    { MADE_BOTH, KEY_STACK_RELEASE_RULE, "", "latest public stable on 2026-11-01", FACT_DECLARED,
      UNIT_NONE },
    { MADE_BOTH, KEY_STACK_SETTINGS, "", "none", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_STACK_OFFER, "", "offered 2026-11-02, declined", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_STACK_RELEASED, "", "2026-10-20", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_ENGINE_FEATURES, "", "none", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_ACCURACY_SCORE, "gsm8k", "0.80", FACT_MEASURED, UNIT_RATIO },
    { MADE_BOTH, KEY_ACCURACY_ERROR, "gsm8k", "0.001", FACT_MEASURED, UNIT_RATIO },
};
static const struct made_fact executor_case[] = {
    { MADE_CASE, KEY_CASE_TERMS, "", "as-shipped", FACT_DECLARED, UNIT_NONE },
    { MADE_CASE, KEY_CASE_RELEASE_RULE, "", "latest public stable on 2026-11-01", FACT_DECLARED,
      UNIT_NONE },
    { MADE_CASE, KEY_CASE_UNIT, "", "accelerator", FACT_DECLARED, UNIT_NONE },
    { MADE_CASE, KEY_CASE_CHOSEN, "compile", "each as its vendor ships it", FACT_DECLARED,
      UNIT_NONE },
    { MADE_CASE, KEY_POLICY_ACCURACY, "", "1", FACT_DECLARED, UNIT_PERCENT },
};
static const struct made_fact completion_facts[] = {
    { MADE_BOTH, KEY_WORKLOAD_KIND, "", "training", FACT_DECLARED, UNIT_NONE },
    { MADE_A, KEY_TIME_TO_TARGET, "", "600", FACT_MEASURED, UNIT_SECOND },
    { MADE_B, KEY_TIME_TO_TARGET, "", "500", FACT_MEASURED, UNIT_SECOND },
    { MADE_BOTH, KEY_TARGET_METRIC, "", "log perplexity", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_TARGET_VALUE, "", "5.6", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_TARGET_CADENCE, "", "every 46080 samples", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_CLOCK_START, "", "first sample is touched", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_CLOCK_STOP, "", "target is reached", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_TARGET_SAMPLES, "", "184320", FACT_MEASURED, UNIT_COUNT },
    { MADE_BOTH, KEY_METHOD_LEAST_SAMPLES, "", "175000", FACT_DECLARED, UNIT_COUNT },
};
static const struct made_fact nodes_facts[] = {
    { MADE_BOTH, KEY_NODES_COUNT, "", "2", FACT_DECLARED, UNIT_COUNT },
    { MADE_BOTH, KEY_NODES_CAPTURED, "", "2", FACT_DECLARED, UNIT_COUNT },
    { MADE_BOTH, KEY_COMMUNICATION_LIBRARY, "", "2.27.3", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_COMMUNICATION_SETTINGS, "", "none", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_NODES_PLACEMENT, "", "one rack", FACT_DECLARED, UNIT_NONE },
};
static const struct made_fact formats_facts[] = {
    { MADE_BOTH, KEY_PRECISION_WEIGHTS, "", "fp8_e4m3fn", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_ACCURACY_SCORE, "gsm8k", "0.80", FACT_MEASURED, UNIT_RATIO },
    { MADE_BOTH, KEY_ACCURACY_ERROR, "gsm8k", "0.001", FACT_MEASURED, UNIT_RATIO },
    { MADE_BOTH, KEY_ACCURACY_REFERENCE, "gsm8k", "0.803", FACT_MEASURED, UNIT_RATIO },
};

static void case_put(struct made_case *made, const struct made_fact *fact, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        made_fact_put(made, made->file.facts, &fact[i], NULL, NULL, 0);
    }
}

static const struct made_fact *changed; /* the one value that differs from the base */

/* A fact of the case that a base adds is changed here, since the runs' facts alone pass through
 * made_run. */
static void case_put_changed(struct made_case *made, const struct made_fact *fact, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct made_fact row = fact[i];
        if (changed && changed->side == MADE_CASE && changed->key == row.key) {
            row.text = changed->text;
        }
        if (row.text) {
            case_put(made, &row, 1);
        }
    }
}

static void last_executor(struct made_case *made)
{
    made->file.under_test.kind = UNDER_TEST_EXECUTOR;
    made->file.under_test.layer_count = 0;
    made->file.under_test.terms = STR("as-shipped");
    case_put_changed(made, executor_case, ARRAY_COUNT(executor_case));
}

static void last_completion(struct made_case *made)
{
    made->file.metric_kind = METRIC_TO_COMPLETION;
    made->file.metric = KEY_TIME_TO_TARGET;
}

/* Each side at 16 requests in flight twice, within the objective, and at 64 once, beyond it. */
struct point_change {
    const char *load; /* of B's third run */
    const char *kept; /* time to first token of B's first two runs, ms */
    const char *over; /* of its third; NULL: not shown */
};

static void objective_put(struct made_case *made, const struct point_change *change)
{
    static const struct made_fact limit = { MADE_CASE, KEY_OBJECTIVE_LIMIT, "ttft.client p95",
                                            "500",     FACT_DECLARED,       UNIT_MILLISECOND };
    struct threshold *objective = ARENA_NEW(made->home, struct threshold);
    struct terms *terms = ARENA_NEW(made->home, struct terms);
    case_put(made, &limit, 1);
    *objective = (struct threshold){ .key = KEY_TTFT_CLIENT,
                                     .instance = STR("p95"),
                                     .at_most = true,
                                     .limit = 0.5,
                                     .fact = facts_best(made->file.facts, KEY_OBJECTIVE_LIMIT,
                                                        STR("ttft.client p95")) };
    *terms = (struct terms){ .objective = objective, .objective_count = 1 };
    for (size_t s = 0; s < MADE_SYSTEMS; s++) {
        for (size_t i = 0; i < MADE_RUNS; i++) {
            struct machine *machine = &made->file.system[s].machine[i / 2];
            struct run *run = &machine->run[i % 2];
            bool third = i == 2;
            const struct made_fact rows[] = {
                { MADE_BOTH, KEY_LOAD_CONCURRENCY, "",
                  !third   ? "16"
                  : s == 0 ? "64"
                           : change->load,
                  FACT_MEASURED, UNIT_REQUEST },
                { MADE_BOTH, KEY_TTFT_CLIENT, "p95",
                  s == 0  ? (third ? "900" : "100")
                  : third ? change->over
                          : change->kept,
                  FACT_MEASURED, UNIT_MILLISECOND },
            };
            for (size_t k = 0; k < ARRAY_COUNT(rows); k++) {
                if (rows[k].text) {
                    made_fact_put(made, run->facts, &rows[k], machine->system, run,
                                  1 + s * MADE_RUNS + i);
                }
            }
        }
    }
    made->file.metric_kind = METRIC_AT_OBJECTIVE;
    made->file.terms = terms;
}

static void last_objective(struct made_case *made)
{
    objective_put(made, &(struct point_change){ "64", "100", "900" });
}

static void last_objective_grid(struct made_case *made)
{
    objective_put(made, &(struct point_change){ "48", "100", "900" });
}

static void last_objective_kept(struct made_case *made)
{
    objective_put(made, &(struct point_change){ "64", "100", "110" });
}

static void last_objective_missed(struct made_case *made)
{
    objective_put(made, &(struct point_change){ "64", "800", "900" });
}

static void last_objective_silent(struct made_case *made)
{
    objective_put(made, &(struct point_change){ "64", "100", NULL });
}

static void last_objective_none(struct made_case *made)
{
    last_objective(made);
    made->file.terms = NULL;
}

static void last_one_load(struct made_case *made)
{
    objective_put(made, &(struct point_change){ "16", "100", "100" });
}

static void last_at_load(struct made_case *made)
{
    made->file.metric_kind = METRIC_AT_LOAD;
}

static void last_formats(struct made_case *made)
{
    case_put_changed(made, &executor_case[4], 1);
}

static void last_percentile(struct made_case *made)
{
    made->file.metric = KEY_TTFT_CLIENT;
    made->file.metric_instance = STR("p95");
}

static void price_put(struct made_case *made, size_t system, enum key key, const char *text)
{
    const struct made_fact fact = { MADE_A, key, "", text, FACT_DECLARED, UNIT_NONE };
    struct system *of = &made->file.system[system];
    made_fact_put(made, of->facts, &fact, of, NULL, 0);
}

static void last_price(struct made_case *made)
{
    price_put(made, 0, KEY_PRICE_CURRENCY, "EUR"); /* no date, no document */
}

static void prices_put(struct made_case *made, const char *other)
{
    static const enum key keys[] = { KEY_PRICE_AS_OF, KEY_PRICE_VALID_UNTIL, KEY_PRICE_DOCUMENT };
    for (size_t system = 0; system < 2; system++) {
        price_put(made, system, KEY_PRICE_CURRENCY, system ? other : "EUR");
        for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
            price_put(made, system, keys[i], "2026-11-01");
        }
    }
}

static void last_priced(struct made_case *made)
{
    prices_put(made, "EUR");
}

static void last_two_currencies(struct made_case *made)
{
    prices_put(made, "USD");
}

/* A whole executor that differs in nothing that could have been equal. */
static const struct made_fact alike_facts[] = {
    { MADE_BOTH, KEY_COMPILE_MODE, "", "cudagraph", FACT_MEASURED, UNIT_NONE },
};
static const struct made_fact percentile_facts[] = {
    { MADE_BOTH, KEY_METHOD_DEFINITION, "", "ttft.first-chunk", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_PERCENTILE, "", "nearest rank", FACT_DECLARED, UNIT_NONE },
};
static const struct made_fact window_facts[] = {
    { MADE_BOTH, KEY_METHOD_WINDOW_BEGIN, "", "5", FACT_MEASURED, UNIT_SECOND },
    { MADE_BOTH, KEY_METHOD_WINDOW_END, "", "75", FACT_MEASURED, UNIT_SECOND },
    { MADE_BOTH, KEY_WALL_TIME, "", "81", FACT_MEASURED, UNIT_SECOND },
};

static void last_bridge(struct made_case *made)
{
    made_bridge_add(made, 1.0, "cudagraph");
}

static void last_bridge_slow(struct made_case *made)
{
    made_bridge_add(made, 1.05, "cudagraph");
}

/* A capture beside B's runs; the runs themselves carry serial number and CPU. */
static void capture_put(struct made_case *made, enum key key, const char *text)
{
    const struct made_fact row = { MADE_B, key,           key == KEY_ACCELERATOR_SERIAL ? "0" : "",
                                   text,   FACT_CAPTURED, UNIT_NONE };
    made_fact_put(made, made->file.system[1].machine[0].facts, &row, &made->file.system[1], NULL,
                  1);
}

static void last_captured(struct made_case *made)
{
    capture_put(made, KEY_ACCELERATOR_SERIAL, "165000001");
}

enum base {
    PLAIN,
    EXECUTOR,
    ALIKE,
    COMPLETION,
    NODES,
    FORMATS,
    OBJECTIVE,
    AT_LOAD,
    PERCENTILE,
    WINDOW,
    PRICED,
    BRIDGED,
    CAPTURED,
    BASES
};
static const struct {
    const struct made_fact *fact;
    size_t count;
    void (*last)(struct made_case *made);
} bases[BASES] = {
    [EXECUTOR] = { executor_facts, ARRAY_COUNT(executor_facts), last_executor },
    [COMPLETION] = { completion_facts, ARRAY_COUNT(completion_facts), last_completion },
    [NODES] = { nodes_facts, ARRAY_COUNT(nodes_facts), NULL },
    [FORMATS] = { formats_facts, ARRAY_COUNT(formats_facts), last_formats },
    [OBJECTIVE] = { NULL, 0, last_objective },
    [AT_LOAD] = { NULL, 0, last_at_load },
    [ALIKE] = { alike_facts, ARRAY_COUNT(alike_facts), last_executor },
    [PERCENTILE] = { percentile_facts, ARRAY_COUNT(percentile_facts), last_percentile },
    [WINDOW] = { window_facts, ARRAY_COUNT(window_facts), NULL },
    [PRICED] = { NULL, 0, last_priced },
    [BRIDGED] = { NULL, 0, last_bridge },
    [CAPTURED] = { NULL, 0, last_captured },
};

/* Builds a base with one value changed (text NULL: taken away) and something done at the end. */
static struct made_case *mutated(enum base base, const struct made_fact *change,
                                 void (*last)(struct made_case *made),
                                 void (*series)(struct arena *, struct run *, size_t, size_t))
{
    struct made_fact fact[32];
    size_t count = 0;
    /* What made_run finds first wins, so the change stands before the base's own facts. */
    if (change) {
        fact[count++] = *change;
    }
    for (size_t i = 0; i < bases[base].count; i++) {
        const struct made_fact *row = &bases[base].fact[i];
        bool same = change && change->key == row->key && change->side == MADE_BOTH;
        struct made_fact of_a = *row;
        if (same) {
            continue;
        }
        if (change && change->key == row->key && row->side == MADE_BOTH) {
            of_a.side = change->side == MADE_A ? MADE_B : MADE_A; /* the other side keeps it */
        }
        fact[count++] = of_a;
    }
    struct made_change all = {
        .fact = fact, .fact_count = count, .last = last ? last : bases[base].last, .series = series
    };
    changed = change;
    return made_new(&all);
}

/* ---- changes that are no fact ------------------------------------------------------------------
 */

static void drifts(struct arena *home, struct run *run, size_t system, size_t index)
{
    double *value = ARENA_MANY(home, run->series[0].count, double);
    (void)index;
    for (size_t i = 0; i < run->series[0].count; i++) {
        value[i] = run->series[0].value[i] *
                   (system == 1 ? 1 + 0.2 * (double)i / (double)run->series[0].count : 1);
    }
    run->series[0].value = value;
}

static void samples_gone(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    run->series_count = system == 1 ? 0 : run->series_count;
}

static void samples_negative(struct arena *home, struct run *run, size_t system, size_t index)
{
    double *value = ARENA_MANY(home, run->series[0].count, double);
    memcpy(value, run->series[0].value, run->series[0].count * sizeof *value);
    value[100] = system == 1 && index == 0 ? -1 : value[100];
    run->series[0].value = value;
}

static void telemetry_change(struct arena *home, struct run *run, size_t which, double from,
                             double to, size_t every)
{
    double *value = ARENA_MANY(home, MADE_SAMPLES, double);
    for (size_t i = 0; i < MADE_SAMPLES; i++) {
        bool other = every ? i % every == 0 : i >= 350;
        value[i] = other ? to : from;
    }
    run->series[which].value = value;
}

static void clock_falls(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0) {
        telemetry_change(home, run, 1, 1980, 1500, 0);
    }
}

static void clock_jumps(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0) {
        telemetry_change(home, run, 1, 1980, 1700, 5);
    }
}

static void power_falls(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0) {
        telemetry_change(home, run, 2, 500, 420, 0);
    }
}

static void brake(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0) {
        telemetry_change(home, run, 3, 0x80, 0x80, 0);
    }
}

static void telemetry_gone(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    run->series_count = system == 1 ? 1 : run->series_count;
}

/* A warm-up of a quarter of the run at half speed: whole runs and the window disagree. */
static void warm_up(struct arena *home, struct run *run, size_t system, size_t index)
{
    size_t rows = run->series[0].count;
    double *value = ARENA_MANY(home, rows, double), *start = ARENA_MANY(home, rows, double), at = 0;
    (void)index;
    for (size_t i = 0; i < rows; i++) {
        value[i] = run->series[0].value[i] * (system == 1 && i < 500 ? 2 : 1);
        start[i] = at;
        at += value[i];
    }
    run->series[0].value = run->series[0].duration = value;
    run->series[0].start = start;
}

static void last_fewer(struct made_case *made)
{
    made->file.system[1].machine[1].run_count = 0;
}

static void last_completion_fewer(struct made_case *made)
{
    last_completion(made);
    last_fewer(made);
}

static void last_one_unit(struct made_case *made)
{
    made->file.system[1].machine_count = 1;
}

static void last_late(struct made_case *made)
{
    for (size_t m = 0; m < 2; m++) {
        struct machine *machine = &made->file.system[1].machine[m];
        for (size_t r = 0; r < machine->run_count; r++) {
            const struct made_fact late = { MADE_B,       KEY_RUN_START, "",
                                            "1795820000", FACT_CAPTURED, UNIT_SECOND };
            made_fact_put(made, machine->run[r].facts, &late, machine->system, &machine->run[r], 1);
        }
    }
}

static void last_copied(struct made_case *made)
{
    made->evidence[1 + MADE_RUNS + 1].digest = made->evidence[1 + MADE_RUNS].digest;
}

static void last_utilisation(struct made_case *made)
{
    made->file.metric = KEY_TELEMETRY_UTILISATION;
}

static void last_contradiction(struct made_case *made)
{
    struct run *run = &made->file.system[1].machine[0].run[0];
    const struct made_fact other = { MADE_B,   KEY_DRIVER_VERSION, "",
                                     "550.54", FACT_DECLARED,      UNIT_NONE };
    made_fact_put(made, run->facts, &other, run->machine->system, run, 2);
}

static void first_b_put(struct made_case *made, const struct made_fact *fact)
{
    struct run *run = &made->file.system[1].machine[0].run[0];
    made_fact_put(made, run->facts, fact, run->machine->system, run, 2);
}

static void last_four_attached(struct made_case *made)
{
    const struct made_fact attached = { MADE_B,    KEY_ACCELERATOR_ATTACHED, "", "4", FACT_CAPTURED,
                                        UNIT_COUNT };
    const struct made_fact name = { MADE_B, KEY_ACCELERATOR_NAME, "0",
                                    "H100", FACT_CAPTURED,        UNIT_NONE };
    made->evidence[2].format = "nvidia-smi-xml";
    first_b_put(made, &attached);
    first_b_put(made, &name);
}

static void last_other_serial(struct made_case *made)
{
    capture_put(made, KEY_ACCELERATOR_SERIAL, "165000009");
}

static void last_other_cpu(struct made_case *made)
{
    capture_put(made, KEY_CPU_NAME, "another processor");
}

static void last_untied(struct made_case *made)
{
    capture_put(made, KEY_OS_LIBC, "2.39");
}

static void last_counter_begin(struct made_case *made)
{
    const struct made_fact begin = { MADE_B,        KEY_ENERGY_COUNTER_BEGIN,
                                     "0",           "416143212.215",
                                     FACT_CAPTURED, UNIT_JOULE };
    first_b_put(made, &begin);
}

/* B's units are others than A's, and there is no bridge. */
static void last_other_units(struct made_case *made)
{
    for (size_t m = 0; m < 2; m++) {
        struct machine *machine = &made->file.system[1].machine[m];
        machine->facts = facts_new(made->home);
        for (size_t r = 0; r < machine->run_count; r++) {
            struct facts *kept = facts_new(made->home);
            for (size_t i = 0; i < facts_count(machine->run[r].facts); i++) {
                struct fact fact = *facts_at(machine->run[r].facts, i);
                if (fact.key == KEY_ACCELERATOR_SERIAL) {
                    fact.value.text = m == 0 ? STR("165000008") : STR("165000009");
                }
                facts_add(kept, &fact);
            }
            machine->run[r].facts = kept;
        }
    }
}

/* ---- the table ----------------------------------------------------------------------------------
 */

#define FACT(side, key, instance, text, unit)                                                      \
    {                                                                                              \
        MADE_##side, KEY_##key, instance, text, FACT_MEASURED, UNIT_##unit                         \
    }
#define NO_FACT                                                                                    \
    {                                                                                              \
        .text = NULL, .key = KEY_COUNT                                                             \
    }
struct flip {
    const char *rule;
    enum base base;
    struct made_fact fact;
    enum judgement to;
    void (*last)(struct made_case *made);
    void (*series)(struct arena *home, struct run *run, size_t system, size_t index);
};
static const struct flip flips[] = {
    { "W1", PLAIN, FACT(B, WORKLOAD_KIND, "", "micro-kernel", NONE), FAILS, NULL, NULL },
    { "W2", PLAIN, FACT(B, MODEL_NAME, "", "mistral", NONE), FAILS, NULL, NULL },
    { "W3", PLAIN, FACT(B, DATASET_NAME, "", "zeros", NONE), FAILS, NULL, NULL },
    { "W4", PLAIN, FACT(B, INPUT_LENGTH, "", "523", TOKEN), FAILS, NULL, NULL },
    { "W5", PLAIN, FACT(B, LOAD_BATCH, "", "64", COUNT), FAILS, NULL, NULL },
    { "W6", PLAIN, FACT(B, DECODING_SAMPLING, "", "top-p", NONE), FAILS, NULL, NULL },
    { "W7", PLAIN, FACT(B, WORKLOAD_SEED, "", "1", NONE), FAILS, NULL, NULL },
    { "W8", PLAIN, FACT(B, TOKENS_OUTPUT, "", "270000", TOKEN), FAILS, NULL, NULL },
    { "W9", PLAIN, FACT(B, ACCELERATOR_COUNT, "", "0", COUNT), FAILS, NULL, NULL },
    { "W5", AT_LOAD, FACT(B, LOAD_RATE, "", "12", REQUEST_PER_SECOND), FAILS, NULL, NULL },
    { "W5", OBJECTIVE, NO_FACT, FAILS, last_objective_grid, NULL },
    { "W10", OBJECTIVE, NO_FACT, UNKNOWN, last_objective_none, NULL },
    { "W10", OBJECTIVE, NO_FACT, UNKNOWN, last_objective_silent, NULL },
    { "W10", OBJECTIVE, NO_FACT, UNKNOWN, last_objective_kept, NULL },
    { "W10", OBJECTIVE, NO_FACT, UNKNOWN, last_one_load, NULL },
    { "W10", OBJECTIVE, NO_FACT, FAILS, last_objective_missed, NULL },
    { "P1", PLAIN, FACT(B, PRECISION_WEIGHTS, "", "fp16", NONE), FAILS, NULL, NULL },
    { "P2", PLAIN, FACT(B, PRECISION_COMPUTE, "", "tf32", NONE), FAILS, NULL, NULL },
    { "P3", PLAIN, FACT(B, PRECISION_KV_CACHE, "", "fp8", NONE), FAILS, NULL, NULL },
    { "P4", PLAIN, FACT(B, PRECISION_QUANTISATION, "", "awq", NONE), FAILS, NULL, NULL },
    { "P5", PLAIN, FACT(BOTH, ACCELERATOR_CAPABILITY, "0", "7.5", NONE), FAILS, NULL, NULL },
    { "P6", FORMATS, FACT(B, ACCURACY_SCORE, "gsm8k", NULL, RATIO), UNKNOWN, NULL, NULL },
    { "P6", FORMATS, FACT(B, ACCURACY_LIMIT, "", "100.0", NONE), UNKNOWN, NULL, NULL },
    { "P6", FORMATS, FACT(B, ACCURACY_MODEL, "", "another model", NONE), UNKNOWN, NULL, NULL },
    { "P7", FORMATS, FACT(B, ACCURACY_LIMIT, "", "100.0", NONE), UNKNOWN, NULL, NULL },
    { "P7", FORMATS, FACT(B, ACCURACY_SCORE, "gsm8k", "0.75", RATIO), FAILS, NULL, NULL },
    { "P7", FORMATS, FACT(B, ACCURACY_ERROR, "gsm8k", "0.01", RATIO), UNKNOWN, NULL, NULL },
    { "P7", FORMATS, FACT(CASE, POLICY_ACCURACY, "", NULL, PERCENT), UNKNOWN, NULL, NULL },
    { "M1", PLAIN, FACT(B, METHOD_TOOL, "", "sglang", NONE), FAILS, NULL, NULL },
    { "M2", PERCENTILE, FACT(B, METHOD_DEFINITION, "", "ttft.first-token", NONE), FAILS, NULL,
      NULL },
    { "M2", PERCENTILE, FACT(BOTH, METHOD_DEFINITION, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "M3", PERCENTILE, FACT(B, METHOD_PERCENTILE, "", "linear", NONE), FAILS, NULL, NULL },
    { "M3", PERCENTILE, FACT(BOTH, METHOD_PERCENTILE, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "M4", PLAIN, FACT(B, METHOD_WARMUP, "", "ten requests", NONE), FAILS, NULL, NULL },
    { "M5", PLAIN, FACT(B, METHOD_STOP_RULE, "", "count", NONE), FAILS, NULL, NULL },
    { "M6", PLAIN, NO_FACT, FAILS, last_fewer, NULL },
    { "M7", PLAIN, FACT(B, METHOD_OPTIMISATION, "", "tuned", NONE), FAILS, NULL, NULL },
    { "M8", PLAIN, FACT(B, PARTY_KIND, "", "vendor", NONE), FAILS, NULL, NULL },
    { "M9", PLAIN, FACT(B, WORK_UNIT, "", "requests", NONE), FAILS, NULL, NULL },
    { "M10", PLAIN, FACT(B, METHOD_CLIENT_PLACE, "", "other host", NONE), FAILS, NULL, NULL },
    { "M10", PLAIN, FACT(B, METHOD_LATE_SENDS, "", "3", PERCENT), FAILS, NULL, NULL },
    { "M10", PLAIN, FACT(B, METHOD_CLIENT_LOAD, "", "97", PERCENT), FAILS, NULL, NULL },
    { "M11", PLAIN, FACT(B, ENVIRONMENT_SHARING, "", "shared host", NONE), FAILS, NULL, NULL },
    { "M12", PLAIN, NO_FACT, FAILS, last_late, NULL },
    { "M13", PLAIN, FACT(CASE, CASE_PLAN, "", NULL, NONE), FAILS, NULL, NULL },
    { "S1", PLAIN, NO_FACT, UNKNOWN, NULL, samples_gone },
    { "S2", PLAIN, NO_FACT, FAILS, NULL, drifts },
    { "S3", PLAIN, FACT(B, METHOD_BASIS, "", "work", NONE), FAILS, NULL, NULL },
    { "S4", PLAIN, FACT(B, METHOD_WINDOW_BEGIN, "", "30", SECOND), FAILS, NULL, NULL },
    { "S5", WINDOW, FACT(B, METHOD_WINDOW_BEGIN, "", "-1", SECOND), FAILS, NULL, NULL },
    { "S6", PLAIN, NO_FACT, FAILS, NULL, warm_up },
    { "S7", PLAIN, NO_FACT, FAILS, NULL, clock_falls },
    { "S8", PLAIN, FACT(B, THROUGHPUT_REQUESTS, "", "9", REQUEST_PER_SECOND), FAILS, NULL, NULL },
    { "S9", PLAIN, NO_FACT, FAILS, NULL, power_falls },
    { "T1", COMPLETION, FACT(B, TARGET_VALUE, "", "5.8", NONE), FAILS, NULL, NULL },
    { "T1", COMPLETION, FACT(B, TARGET_CADENCE, "", "once", NONE), FAILS, NULL, NULL },
    { "T2", COMPLETION, FACT(B, METHOD_CLOCK_START, "", "after compilation", NONE), FAILS, NULL,
      NULL },
    { "T3", COMPLETION, NO_FACT, FAILS, last_completion_fewer, NULL },
    { "T3", COMPLETION, FACT(B, WORKLOAD_SEED, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "T4", COMPLETION, FACT(B, TARGET_SAMPLES, "", "150000", COUNT), FAILS, NULL, NULL },
    { "V1", PLAIN, FACT(B, RUN_VALID, "", "INVALID", NONE), FAILS, NULL, NULL },
    { "V2", PLAIN, FACT(B, REQUESTS_FAILED, "", "10", REQUEST), FAILS, NULL, NULL },
    { "V3", WINDOW, FACT(B, WALL_TIME, "", "60", SECOND), FAILS, NULL, NULL },
    { "V4", PLAIN, NO_FACT, FAILS, NULL, samples_negative },
    { "V5", PLAIN, FACT(B, LOAD_BEGIN, "", "1795817800", SECOND), FAILS, NULL, NULL },
    { "H1", PLAIN, NO_FACT, FAILS, NULL, brake },
    { "H2", PLAIN, NO_FACT, FAILS, NULL, clock_jumps },
    { "H3", PLAIN, FACT(B, ECC_UNCORRECTED, "0", "2", COUNT), FAILS, NULL, NULL },
    { "H4", PLAIN, FACT(B, LINK_WIDTH, "0", "8", COUNT), FAILS, NULL, NULL },
    { "H5", PLAIN, FACT(B, FOREIGN_PROCESS, "0", "python", NONE), FAILS, NULL, NULL },
    { "H6", PLAIN, NO_FACT, FAILS, last_utilisation, NULL },
    { "U1", PLAIN, NO_FACT, FAILS, last_one_unit, NULL },
    { "U2", BRIDGED, NO_FACT, UNKNOWN, last_other_units, NULL },
    { "U2", BRIDGED, NO_FACT, FAILS, last_bridge_slow, NULL },
    { "N1", NODES, FACT(B, NODES_CAPTURED, "", "1", COUNT), FAILS, NULL, NULL },
    { "N1", NODES, FACT(B, NODES_PLACEMENT, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "D1", PLAIN, FACT(B, OS_KERNEL, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "D2", PLAIN, FACT(B, DRIVER_CUDA, "", "12.8", NONE), FAILS, NULL, NULL },
    { "D2", PLAIN, FACT(B, DRIVER_VERSION, "", "570.124.06", NONE), FAILS, NULL, NULL },
    { "D2", PLAIN, FACT(B, FRAMEWORK_CUDA, "", "13.1", NONE), FAILS, NULL, NULL },
    { "D2", PLAIN, FACT(B, FRAMEWORK_ARCHITECTURES, "", "sm_90a sm_100", NONE), HOLDS, NULL, NULL },
    { "D2", PLAIN, FACT(B, FRAMEWORK_ARCHITECTURES, "", "sm_100f compute_100", NONE), FAILS, NULL,
      NULL },
    { "D2", PLAIN, FACT(B, FRAMEWORK_ARCHITECTURES, "", "sm_70 sm_80", NONE), FAILS, NULL, NULL },
    { "D2", PLAIN, FACT(B, COMPILE_TOOLKIT, "", "12.9", NONE), FAILS, NULL, NULL },
    { "D2", PLAIN, FACT(B, ACCELERATOR_CAPABILITY, "0", "7.0", NONE), FAILS, NULL, NULL },
    { "D3", PLAIN, FACT(B, DRIVER_VERSION, "", "550.54", NONE), FAILS, NULL, NULL },
    { "D4", PLAIN, FACT(BOTH, RUNTIME_ATTENTION, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "D5", PRICED, NO_FACT, UNKNOWN, last_price, NULL },
    { "D5", PRICED, NO_FACT, FAILS, last_two_currencies, NULL },
    { "D6", PLAIN, FACT(B, METHOD_COMMAND, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "D7", PLAIN, FACT(A, COMPILE_MODE, "", "eager", NONE), FAILS, NULL, NULL },
    { "X1", PLAIN, NO_FACT, FAILS, last_contradiction, NULL },
    { "X2", PLAIN, FACT(B, WORK_TOTAL, "", "288032", COUNT), FAILS, NULL, NULL },
    { "X3", PLAIN, FACT(CASE, CASE_DATE, "", "2026-11-25", NONE), FAILS, NULL, NULL },
    { "X4", PLAIN, NO_FACT, FAILS, last_copied, NULL },
    { "X5", PLAIN, FACT(B, CAPTURE_UTILISATION, "0", "0", PERCENT), FAILS, NULL, NULL },
    { "X6", PLAIN, FACT(CASE, CASE_LEDGER, "", NULL, NONE), FAILS, NULL, NULL },
    { "X7", PLAIN, FACT(B, CONTRADICTION, "at least 100 were asked for", "20", NONE), FAILS, NULL,
      NULL },
    { "X8", PLAIN, FACT(B, ACCELERATOR_SERIAL, "1", "165000001", NONE), FAILS, NULL, NULL },
    { "X9", PLAIN, NO_FACT, FAILS, last_four_attached, NULL },
    { "X10", PLAIN, FACT(B, ENERGY_COUNTER_END, "0", "339360563.211", JOULE), FAILS,
      last_counter_begin, NULL },
    { "X11", CAPTURED, NO_FACT, FAILS, last_other_serial, NULL },
    { "X11", CAPTURED, NO_FACT, FAILS, last_other_cpu, NULL },
    { "X11", CAPTURED, NO_FACT, UNKNOWN, last_untied, NULL },
    { "E1", EXECUTOR, FACT(B, STACK_RELEASE_RULE, "", "newest nightly", NONE), FAILS, NULL, NULL },
    { "E1", EXECUTOR, FACT(B, STACK_RELEASE_RULE, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "E1", EXECUTOR, FACT(B, CONTAINER_DIGEST, "", "none", NONE), UNKNOWN, NULL, NULL },
    { "E2", EXECUTOR, FACT(B, STACK_TERMS, "", "tuned", NONE), FAILS, NULL, NULL },
    { "E2", EXECUTOR, FACT(B, STACK_SETTINGS, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "E3", EXECUTOR, FACT(B, STACK_OFFER, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "E4", EXECUTOR, FACT(B, ACCURACY_SCORE, "gsm8k", "0.75", RATIO), FAILS, NULL, NULL },
    { "E4", EXECUTOR, FACT(B, ACCURACY_LIMIT, "", "100.0", NONE), UNKNOWN, NULL, NULL },
    { "E4", EXECUTOR, FACT(B, ACCURACY_SCORE, "gsm8k", NULL, RATIO), UNKNOWN, NULL, NULL },
    { "E5", EXECUTOR, FACT(B, ENGINE_FEATURES, "", "speculative decoding", NONE), FAILS, NULL,
      NULL },
    { "E5", EXECUTOR, FACT(B, ENGINE_FEATURES, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "E6", EXECUTOR, FACT(B, ACCELERATOR_COUNT, "", "2", COUNT), FAILS, NULL, NULL },
    { "E6", EXECUTOR, FACT(CASE, CASE_UNIT, "", "rack", NONE), UNKNOWN, NULL, NULL },
    { "E7", EXECUTOR, NO_FACT, FAILS, NULL, telemetry_gone },
    { "E8", EXECUTOR, FACT(B, STACK_RELEASED, "", "2026-06-01", NONE), FAILS, NULL, NULL },
    { "E8", EXECUTOR, FACT(B, STACK_RELEASED, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "E9", ALIKE, FACT(B, OS_KERNEL, "", "6.1.0", NONE), UNKNOWN, NULL, NULL },
};

/* On the base of each flip the rule holds. */
static void each_base_is_clean(void **state)
{
    (void)state;
    for (enum base base = PLAIN; base < BASES; base++) {
        struct made_case *made = mutated(base, NULL, NULL, NULL);
        for (size_t i = 0; i < ARRAY_COUNT(flips); i++) {
            const struct finding *finding;
            if (flips[i].base != base) {
                continue;
            }
            finding = made_finding(&made->model.comparison[0], flips[i].rule);
            if (finding->judgement != HOLDS) {
                fail_msg("base %d: %s is %d: %.*s", (int)base, flips[i].rule,
                         (int)finding->judgement, STR_ARG(finding->said));
            }
        }
        made_free(made);
    }
}

static bool says(const struct comparison *comparison, const char *rule, enum judgement judgement)
{
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *finding = &comparison->finding[i];
        if (str_eq(finding->rule->id, str_from(rule)) && finding->judgement == judgement) {
            return true;
        }
    }
    return false;
}

static void one_value_flips_each_rule(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < ARRAY_COUNT(flips); i++) {
        const struct flip *flip = &flips[i];
        const struct made_fact *fact = flip->fact.key == KEY_COUNT ? NULL : &flip->fact;
        struct made_case *made = mutated(flip->base, fact, flip->last, flip->series);
        const struct comparison *comparison = &made->model.comparison[0];
        if (!says(comparison, flip->rule, flip->to)) {
            const struct finding *finding = made_finding(comparison, flip->rule);
            print_error("flip %zu: %s stays %d: %.*s\n", i, flip->rule, (int)finding->judgement,
                        STR_ARG(finding->said));
            wrong++;
        }
        made_free(made);
    }
    assert_int_equal(wrong, 0);
}

/* "Does not apply" is no proof that a rule can hold: on some base each one does. */
static void each_rule_holds_somewhere(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct diags *diags = diags_new(home);
    struct evidence evidence = { 0 };
    const struct rules *rules = made_rules(home, diags, &evidence);
    bool *held = ARENA_MANY(home, rules_count(rules), bool);
    size_t missing = 0;
    for (enum base base = PLAIN; base < BASES; base++) {
        struct made_case *made = mutated(base, NULL, NULL, NULL);
        for (size_t i = 0; i < rules_count(rules); i++) {
            const char *id = str_c(home, rules_at(rules, i)->id);
            held[i] = held[i] || says(&made->model.comparison[0], id, HOLDS);
        }
        made_free(made);
    }
    for (size_t i = 0; i < rules_count(rules); i++) {
        if (!held[i]) {
            print_error("%.*s holds on no base\n", STR_ARG(rules_at(rules, i)->id));
            missing++;
        }
    }
    arena_free(home);
    assert_int_equal(missing, 0);
}

/* A rule that nothing can flip is not a rule. */
static void each_rule_has_a_flip(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct diags *diags = diags_new(home);
    struct evidence evidence = { 0 };
    const struct rules *rules = made_rules(home, diags, &evidence);
    for (size_t i = 0; i < rules_count(rules); i++) {
        bool found = false;
        for (size_t j = 0; j < ARRAY_COUNT(flips) && !found; j++) {
            found = str_eq(rules_at(rules, i)->id, str_from(flips[j].rule));
        }
        if (!found) {
            fail_msg("nothing flips rule %.*s", STR_ARG(rules_at(rules, i)->id));
        }
    }
    arena_free(home);
}

/* The plain case leaves out no key that the vocabulary marks as needed. */
static void each_needed_key_is_disclosed(void **state)
{
    (void)state;
    size_t needed = 0;
    for (size_t key = 0; key < KEY_COUNT; key++) {
        bool found = !vocabulary_row((enum key)key)->needed;
        needed += !found;
        for (size_t i = 0; i < ARRAY_COUNT(made_base) && !found; i++) {
            found = made_base[i].key == (enum key)key;
        }
        if (!found) {
            fail_msg("the plain case lacks %s", vocabulary_row((enum key)key)->name);
        }
    }
    assert_in_range(needed, 35, 60);
}

/* Each needed key that the plain case discloses: taken from B, someone says that it is unknown. */
static void silence_of_each_needed_key_is_shown(void **state)
{
    (void)state;
    size_t taken = 0;
    for (size_t i = 0; i < ARRAY_COUNT(made_base); i++) {
        struct made_fact gone = made_base[i];
        bool found = false;
        if (!vocabulary_row(gone.key)->needed || gone.side == MADE_A) {
            continue;
        }
        gone.side = gone.side == MADE_CASE ? MADE_CASE : MADE_B;
        gone.text = NULL;
        struct made_case *made = mutated(PLAIN, &gone, NULL, NULL);
        const struct comparison *comparison = &made->model.comparison[0];
        for (size_t j = 0; j < comparison->finding_count; j++) {
            const struct finding *finding = &comparison->finding[j];
            found = found || (finding->judgement == UNKNOWN && finding->key == gone.key);
        }
        if (!found) {
            fail_msg("no finding says that %s is not disclosed", vocabulary_row(gone.key)->name);
        }
        taken++;
        made_free(made);
    }
    assert_in_range(taken, 35, 60);
}

/* Whole executors: nothing is ever credited to a layer, whatever differs. */
static void executors_credit_no_layer(void **state)
{
    (void)state;
    struct made_case *made = mutated(EXECUTOR, NULL, NULL, NULL);
    const struct comparison *comparison = &made->model.comparison[0];
    for (size_t i = 0; i < comparison->finding_count; i++) {
        if (comparison->finding[i].cell > VERDICT_STATED) {
            print_error("%.*s: %.*s\n", STR_ARG(comparison->finding[i].rule->id),
                        STR_ARG(comparison->finding[i].said));
        }
    }
    assert_int_equal(comparison->verdict, VERDICT_STATED);
    assert_non_null(comparison->ratio);
    assert_int_equal(comparison->credited, LAYER_NONE);
    assert_string_equal(comparison->credit_why, "whole executors are compared");
    made_free(made);
}

/* Times to a target: 500 s on each of B's runs against 600 s on A's is a ratio of 5 / 6, exactly,
 * and no window stands in it. */
static void completion_compares_times(void **state)
{
    (void)state;
    struct made_case *made = mutated(COMPLETION, NULL, NULL, NULL);
    const struct comparison *comparison = &made->model.comparison[0];
    for (size_t i = 0; i < comparison->finding_count; i++) {
        if (comparison->finding[i].cell > VERDICT_STATED) {
            print_error("%.*s: %.*s\n", STR_ARG(comparison->finding[i].rule->id),
                        STR_ARG(comparison->finding[i].said));
        }
    }
    assert_int_equal(comparison->verdict, VERDICT_STATED); /* no telemetry is placed */
    assert_non_null(comparison->ratio);
    assert_true(fabs(comparison->ratio->value.value - 500.0 / 600.0) < 1e-5);
    assert_string_equal(comparison->decision, "faster");
    assert_null(comparison->window_begin);
    assert_null(comparison->ratio_whole);
    made_free(made);
}

/* A keeps 16 and misses 64, B too; only the two runs at 16 are compared, and both loads are told.
 */
static void each_side_stands_at_its_own_load(void **state)
{
    (void)state;
    struct made_case *made = mutated(OBJECTIVE, NULL, NULL, NULL);
    const struct comparison *comparison = &made->model.comparison[0];
    assert_int_equal(comparison->run_count, 4);
    assert_true(str_eq(comparison->runs[0]->value.text, STR("2")));
    assert_int_equal(made->model.saturation_count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct saturation *s = &made->model.saturation[i];
        assert_true(s->of_runs && s->count == 2);
        assert_true(str_eq(s->highest->value.text, STR("16")));
        assert_true(str_eq(s->failing->value.text, STR("64")));
        assert_true(comparison->load[i] == s->highest && comparison->load_next[i] == s->failing);
    }
    assert_null(comparison->ratio); /* two runs a side */
    made_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_base_is_clean),
        cmocka_unit_test(one_value_flips_each_rule),
        cmocka_unit_test(each_rule_has_a_flip),
        cmocka_unit_test(each_rule_holds_somewhere),
        cmocka_unit_test(each_needed_key_is_disclosed),
        cmocka_unit_test(each_side_stands_at_its_own_load),
        cmocka_unit_test(silence_of_each_needed_key_is_shown),
        cmocka_unit_test(executors_credit_no_layer),
        cmocka_unit_test(completion_compares_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
