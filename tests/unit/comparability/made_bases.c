/* made_bases.c - the plain case of made_case.h, and what each other base has besides. */
#include "made_bases.h"

#include "model/decision.h"

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
    for (size_t i = 0; i < count; i++)
        made_fact_put(made, made->file.facts, &fact[i], NULL, NULL, 0);
}

static const struct made_fact *changed; /* the one value that differs from the base */

/* A fact of the case that a base adds is changed here, since the runs' facts alone pass through
 * made_run. */
static void case_put_changed(struct made_case *made, const struct made_fact *fact, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct made_fact row = fact[i];
        if (changed && changed->side == MADE_CASE && changed->key == row.key)
            row.text = changed->text;
        if (row.text)
            case_put(made, &row, 1);
    }
}

void last_executor(struct made_case *made)
{
    made->file.under_test.kind = UNDER_TEST_EXECUTOR;
    made->file.under_test.layer_count = 0;
    made->file.under_test.terms = STR("as-shipped");
    case_put_changed(made, executor_case, ARRAY_COUNT(executor_case));
}

void last_completion(struct made_case *made)
{
    made->file.metric_kind = METRIC_TO_COMPLETION;
    made->file.metric = KEY_TIME_TO_TARGET;
}

void objective_put(struct made_case *made, const struct point_change *change)
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

void last_objective(struct made_case *made)
{
    objective_put(made, &(struct point_change){ "64", "100", "900" });
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

void price_put(struct made_case *made, size_t system, enum key key, const char *text)
{
    const struct made_fact fact = { MADE_A, key, "", text, FACT_DECLARED, UNIT_NONE };
    struct system *of = &made->file.system[system];
    made_fact_put(made, of->facts, &fact, of, NULL, 0);
}

void prices_put(struct made_case *made, const char *other)
{
    static const enum key keys[] = { KEY_PRICE_AS_OF, KEY_PRICE_VALID_UNTIL, KEY_PRICE_DOCUMENT };
    for (size_t system = 0; system < 2; system++) {
        price_put(made, system, KEY_PRICE_CURRENCY, system ? other : "EUR");
        for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
            price_put(made, system, keys[i],
                      keys[i] == KEY_PRICE_VALID_UNTIL ? "2026-12-31" : "2026-11-01");
        }
    }
}

static void last_priced(struct made_case *made)
{
    prices_put(made, "EUR");
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

void capture_put(struct made_case *made, enum key key, const char *text)
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

/* Both systems are one configuration; B's runs are some 2 % faster than A's, within the margin. */
static void last_nulled(struct made_case *made)
{
    struct terms *terms = ARENA_NEW(made->home, struct terms);
    *terms = made->file.terms ? *made->file.terms : (struct terms){ .objective_count = 0 };
    for (size_t i = 0; i < 2; i++)
        terms->null_pair[i] = &made->file.system[i];
    made->file.terms = terms;
    made->file.policy.margin = 0.05;
}

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
    [NULLED] = { alike_facts, ARRAY_COUNT(alike_facts), last_nulled },
};

void (*base_last(enum base base))(struct made_case *made)
{
    return bases[base].last;
}

struct made_case *mutated(enum base base, const struct made_fact *change,
                          void (*last)(struct made_case *made),
                          void (*series)(struct arena *, struct run *, size_t, size_t))
{
    struct made_fact fact[32];
    size_t count = 0;
    /* What made_run finds first wins, so the change stands before the base's own facts. */
    if (change)
        fact[count++] = *change;
    for (size_t i = 0; i < bases[base].count; i++) {
        const struct made_fact *row = &bases[base].fact[i];
        bool same = change && change->key == row->key && change->side == MADE_BOTH;
        struct made_fact of_a = *row;
        if (same)
            continue;
        if (change && change->key == row->key && row->side == MADE_BOTH)
            of_a.side = change->side == MADE_A ? MADE_B : MADE_A; /* the other side keeps it */
        fact[count++] = of_a;
    }
    struct made_change all = {
        .fact = fact, .fact_count = count, .last = last ? last : bases[base].last, .series = series
    };
    changed = change;
    return made_new(&all);
}

struct made_case *differing(enum base base, const struct made_fact *a, const struct made_fact *b)
{
    struct made_fact fact[32] = { *a, *b };
    size_t count = 2;
    for (size_t i = 0; i < bases[base].count; i++)
        if (bases[base].fact[i].key != a->key)
            fact[count++] = bases[base].fact[i];
    struct made_change all = { .fact = fact, .fact_count = count, .last = bases[base].last };
    changed = NULL;
    return made_new(&all);
}
