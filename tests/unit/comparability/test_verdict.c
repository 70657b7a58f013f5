/* test_verdict.c - each rule can be broken: one change of a clean case, and its finding changes. */
#include "made_case.h"

static const struct made_change clean = { 0 };

static void print_findings(const struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *finding = &comparison->finding[i];
        if (finding->cell != VERDICT_COMPARABLE || finding->judgement == FAILS) {
            print_message("  %.*s judgement %d cell %d: %.*s\n", STR_ARG(finding->rule->id),
                          (int)finding->judgement, (int)finding->cell, STR_ARG(finding->said));
        }
    }
}

/* Without a change nothing is stated, unknown or wrong. */
static void clean_case_is_comparable(void **state)
{
    (void)state;
    struct made_case *made = made_new(&clean);
    const struct comparison *comparison = &made->model.comparison[0];
    if (comparison->verdict != VERDICT_COMPARABLE)
        print_findings(comparison);
    assert_int_equal(made->model.comparison_count, 1);
    assert_int_equal(comparison->verdict, VERDICT_COMPARABLE);
    assert_non_null(comparison->ratio);
    assert_int_equal(comparison->credited, LAYER_COMPILE);
    assert_string_equal(comparison->decision, "faster");
    made_free(made);
}

struct row {
    const char *rule;
    struct made_fact fact;
    enum judgement judgement;
    enum verdict cell;
};
#define ON(side, key, text)                                                                        \
    {                                                                                              \
        side, KEY_##key, "", text, FACT_MEASURED, UNIT_NONE                                        \
    }
#define AT(side, key, instance, text)                                                              \
    {                                                                                              \
        side, KEY_##key, instance, text, FACT_MEASURED, UNIT_NONE                                  \
    }
#define OF(side, key, text, unit)                                                                  \
    {                                                                                              \
        side, KEY_##key, "", text, FACT_MEASURED, UNIT_##unit                                      \
    }
#define SECOND(side, key, text)                                                                    \
    {                                                                                              \
        side, KEY_##key, "", text, FACT_DECLARED, UNIT_NONE                                        \
    }

static const struct row rows[] = {
    { "W1", ON(MADE_B, WORKLOAD_KIND, "offline inference"), FAILS, VERDICT_NOT },
    { "W1", ON(MADE_B, WORKLOAD_KIND, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "W2", ON(MADE_B, MODEL_NAME, "mistral"), FAILS, VERDICT_NOT },
    { "W2", ON(MADE_B, MODEL_REVISION, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "W2", ON(MADE_A, MODEL_PARAMETERS, "1"), UNKNOWN, VERDICT_INCOMPLETE },
    { "W3", ON(MADE_B, DATASET_NAME, "zeros"), FAILS, VERDICT_NOT },
    { "W3", ON(MADE_BOTH, DATASET_NAME, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "W4", ON(MADE_B, INPUT_LENGTH, "523"), FAILS, VERDICT_NOT },
    { "W4", ON(MADE_B, OUTPUT_LENGTH, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "W5", ON(MADE_B, LOAD_BATCH, "64"), FAILS, VERDICT_NOT },
    { "W5", ON(MADE_B, LOAD_BATCH, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "W5", ON(MADE_FIRST_B, LOAD_BATCH, "64"), FAILS, VERDICT_NOT },
    { "W6", ON(MADE_B, DECODING_SAMPLING, "top-p"), FAILS, VERDICT_NOT },
    { "W6", ON(MADE_BOTH, DECODING_SAMPLING, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "W7", ON(MADE_B, WORKLOAD_SEED, "1"), FAILS, VERDICT_STATED },
    { "W7", ON(MADE_B, WORKLOAD_SEED, NULL), UNKNOWN, VERDICT_STATED },
    { "W8", ON(MADE_B, TOKENS_OUTPUT, "270000"), FAILS, VERDICT_NOT },
    { "W8", ON(MADE_FIRST_B, TOKENS_OUTPUT, "0"), FAILS, VERDICT_NOT },
    { "W8", ON(MADE_B, TOKENS_OUTPUT, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "W8", ON(MADE_FIRST_B, REQUESTS_COMPLETED, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "W8", ON(MADE_B, WORK_PER_ITERATION, "32"), HOLDS, VERDICT_COMPARABLE },
    { "W9", ON(MADE_B, ACCELERATOR_COUNT, "0"), FAILS, VERDICT_NOT },
    { "W9", ON(MADE_B, ACCELERATOR_COUNT, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "W9", AT(MADE_B, ACCELERATOR_NAME, "1", "A100"), FAILS, VERDICT_NOT },
    { "P1", ON(MADE_B, PRECISION_WEIGHTS, "fp16"), FAILS, VERDICT_NOT },
    { "P1", ON(MADE_B, PRECISION_WEIGHTS, "bfloat16"), HOLDS, VERDICT_COMPARABLE },
    { "P1", ON(MADE_B, PRECISION_WEIGHTS, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "P2", ON(MADE_B, PRECISION_COMPUTE, "tf32"), FAILS, VERDICT_NOT },
    { "P2", ON(MADE_B, PRECISION_COMPUTE, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "P3", ON(MADE_B, PRECISION_KV_CACHE, "fp8"), FAILS, VERDICT_NOT },
    { "P3", ON(MADE_B, PRECISION_KV_CACHE, "as weights"), HOLDS, VERDICT_COMPARABLE },
    { "P3", ON(MADE_BOTH, PRECISION_KV_CACHE, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "P4", ON(MADE_B, PRECISION_QUANTISATION, "awq"), FAILS, VERDICT_NOT },
    { "P4", ON(MADE_B, PRECISION_QUANTISATION, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "P5", AT(MADE_BOTH, ACCELERATOR_CAPABILITY, "0", "7.5"), FAILS, VERDICT_STATED },
    { "P5", AT(MADE_BOTH, ACCELERATOR_CAPABILITY, "0", NULL), UNKNOWN, VERDICT_STATED },
    { "P6", ON(MADE_BOTH, PRECISION_WEIGHTS, "q5_k_m"), UNKNOWN, VERDICT_STATED },
    { "P6", ON(MADE_BOTH, PRECISION_WEIGHTS, "mxfp6"), UNKNOWN, VERDICT_STATED },
    { "P6", ON(MADE_BOTH, PRECISION_WEIGHTS, "iq2_xxs"), UNKNOWN, VERDICT_STATED },
    { "P6", ON(MADE_BOTH, PRECISION_WEIGHTS, "fp32"), NOT_APPLICABLE, VERDICT_COMPARABLE },
    { "P7", ON(MADE_BOTH, PRECISION_WEIGHTS, "q6_k"), UNKNOWN, VERDICT_STATED },
    { "M1", ON(MADE_B, METHOD_TOOL, "sglang"), FAILS, VERDICT_NOT },
    { "M1", ON(MADE_B, METHOD_TOOL_VERSION, "0.12.0"), FAILS, VERDICT_STATED },
    { "M1", ON(MADE_B, METHOD_TOOL, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "M4", ON(MADE_B, METHOD_WARMUP, "ten requests"), FAILS, VERDICT_NOT },
    { "M4", ON(MADE_B, METHOD_WARMUP, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "M5", ON(MADE_B, METHOD_STOP_RULE, "count"), FAILS, VERDICT_NOT },
    { "M5", ON(MADE_B, METHOD_STOP_RULE, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "M5", ON(MADE_B, RUN_EXIT, "1"), FAILS, VERDICT_NOT },
    { "M7", ON(MADE_B, METHOD_OPTIMISATION, "tuned"), FAILS, VERDICT_NOT },
    { "M7", ON(MADE_BOTH, METHOD_OPTIMISATION, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "M8", ON(MADE_CASE, PARTY_PAID_BY, NULL), UNKNOWN, VERDICT_STATED },
    { "M8", ON(MADE_B, PARTY_KIND, "vendor"), FAILS, VERDICT_STATED },
    { "M9", ON(MADE_B, WORK_UNIT, "requests"), FAILS, VERDICT_NOT },
    { "M10", ON(MADE_B, METHOD_CLIENT_PLACE, "other host"), FAILS, VERDICT_STATED },
    { "M10", ON(MADE_BOTH, METHOD_CLIENT_PLACE, NULL), UNKNOWN, VERDICT_STATED },
    { "M10", ON(MADE_BOTH, ENGINE_NAME, "none"), NOT_APPLICABLE, VERDICT_COMPARABLE },
    { "M11", ON(MADE_B, ENVIRONMENT_SHARING, "shared host"), FAILS, VERDICT_STATED },
    { "M11", ON(MADE_B, ENVIRONMENT_PROVIDER, NULL), UNKNOWN, VERDICT_STATED },
    { "M13", ON(MADE_CASE, CASE_PLAN, NULL), FAILS, VERDICT_STATED },
    { "S3", ON(MADE_B, METHOD_BASIS, "work"), FAILS, VERDICT_NOT },
    { "S5", OF(MADE_B, METHOD_WINDOW_BEGIN, "5", SECOND), HOLDS, VERDICT_COMPARABLE },
    { "S5", OF(MADE_B, METHOD_WINDOW_BEGIN, "-1", SECOND), FAILS, VERDICT_NOT },
    { "S4", OF(MADE_B, METHOD_WINDOW_BEGIN, "30", SECOND), FAILS, VERDICT_NOT },
    { "S8", ON(MADE_B, THROUGHPUT_REQUESTS, "9"), FAILS, VERDICT_NOT },
    { "S8", ON(MADE_B, THROUGHPUT_REQUESTS, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "S8", ON(MADE_BOTH, LOAD_RATE, "inf"), NOT_APPLICABLE, VERDICT_COMPARABLE },
    { "V1", ON(MADE_B, RUN_VALID, "INVALID"), FAILS, VERDICT_NOT },
    { "V2", ON(MADE_B, REQUESTS_FAILED, "10"), FAILS, VERDICT_NOT },
    { "V2", ON(MADE_B, REQUESTS_FAILED, "9"), HOLDS, VERDICT_COMPARABLE },
    { "V2", ON(MADE_B, REQUESTS_FAILED, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "V3", OF(MADE_B, WALL_TIME, "60", SECOND), FAILS, VERDICT_NOT },
    { "V3", OF(MADE_B, WALL_TIME, "80", SECOND), HOLDS, VERDICT_COMPARABLE },
    { "V5", ON(MADE_B, LOAD_BEGIN, "1795817800"), FAILS, VERDICT_STATED },
    { "V5", ON(MADE_B, LOAD_BEGIN, NULL), UNKNOWN, VERDICT_STATED },
    { "H3", AT(MADE_B, ECC_UNCORRECTED, "0", "2"), FAILS, VERDICT_NOT },
    { "H3", AT(MADE_B, ECC_UNCORRECTED, "0", NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "H3", AT(MADE_B, ROWS_PENDING, "0", "Yes"), FAILS, VERDICT_NOT },
    { "H3", AT(MADE_B, ROWS_FAILED, "0", "No"), HOLDS, VERDICT_COMPARABLE },
    { "H3", AT(MADE_B, ROWS_FAILED, "0", "Yes"), FAILS, VERDICT_NOT },
    { "H3", AT(MADE_A, HEALTH_CHECK, "Diagnostic / 0", "Pass"), HOLDS, VERDICT_COMPARABLE },
    { "H3", AT(MADE_A, HEALTH_CHECK, "Diagnostic / 0", "Skip"), HOLDS, VERDICT_COMPARABLE },
    { "H3", AT(MADE_A, HEALTH_CHECK, "Diagnostic / 0", "Fail"), FAILS, VERDICT_NOT },
    { "H3", AT(MADE_A, HEALTH_CHECK, "Overall Health", "Failure"), FAILS, VERDICT_NOT },
    { "H3", AT(MADE_A, HEALTH_CHECK, "0", "FAULTY"), FAILS, VERDICT_NOT },
    { "H3", AT(MADE_A, HEALTH_CHECK, "Overall Health", "Warning"), FAILS, VERDICT_STATED },
    { "H4", AT(MADE_B, LINK_WIDTH, "0", "8"), FAILS, VERDICT_STATED },
    { "H4", AT(MADE_B, LINK_WIDTH, "0", NULL), UNKNOWN, VERDICT_STATED },
    { "H5", AT(MADE_B, FOREIGN_PROCESS, "0", "python"), FAILS, VERDICT_STATED },
    { "D1", ON(MADE_BOTH, OS_KERNEL, NULL), UNKNOWN, VERDICT_STATED },
    { "D1", ON(MADE_B, OS_KERNEL, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "D1", ON(MADE_BOTH, COMPILE_TOOLKIT, NULL), UNKNOWN, VERDICT_INCOMPLETE },
    { "D1", ON(MADE_B, OS_KERNEL, "not obtainable"), UNKNOWN, VERDICT_STATED },
    { "D2", ON(MADE_B, DRIVER_CUDA, "12.8"), FAILS, VERDICT_STATED },
    { "D2", ON(MADE_B, FRAMEWORK_ARCHITECTURES, "sm_70 sm_80"), FAILS, VERDICT_STATED },
    { "D2", ON(MADE_B, DRIVER_CUDA, NULL), UNKNOWN, VERDICT_STATED },
    { "D3", ON(MADE_B, DRIVER_VERSION, "550.54"), FAILS, VERDICT_NOT },
    { "D3", AT(MADE_B, PACKAGE_VERSION, "vllm", "0.11"), FAILS, VERDICT_NOT },
    { "D3", ON(MADE_FIRST_B, COMPILE_MODE, "cudagraph"), FAILS, VERDICT_NOT },
    { "D3", ON(MADE_B, COMPILE_TOOLKIT, "13.1.0"), HOLDS, VERDICT_COMPARABLE },
    { "D3", AT(MADE_B, ACCELERATOR_MEMORY_TOTAL, "0", "81500"), HOLDS, VERDICT_COMPARABLE },
    { "D3", AT(MADE_B, ACCELERATOR_MEMORY_TOTAL, "0", "80000"), FAILS, VERDICT_NOT },
    { "D4", ON(MADE_BOTH, RUNTIME_ATTENTION, NULL), UNKNOWN, VERDICT_STATED },
    { "D6", ON(MADE_B, METHOD_COMMAND, NULL), UNKNOWN, VERDICT_STATED },
    { "D7", ON(MADE_BOTH, RUNTIME_ATTENTION, "sdpa-math"), FAILS, VERDICT_STATED },
    { "D7", ON(MADE_A, COMPILE_MODE, "eager"), FAILS, VERDICT_STATED },
    { "X2", ON(MADE_B, WORK_TOTAL, "288032"), FAILS, VERDICT_NOT },
    { "X2", ON(MADE_B, ITERATION_COUNT, "8999"), FAILS, VERDICT_NOT },
    { "X3", ON(MADE_CASE, CASE_DATE, "2026-11-25"), FAILS, VERDICT_STATED },
    { "X5", AT(MADE_B, CAPTURE_UTILISATION, "0", "0"), FAILS, VERDICT_STATED },
    { "X5", ON(MADE_B, CAPTURE_TIME, "2026-11-26T22:00:00Z"), FAILS, VERDICT_STATED },
    /* `date -Is` in other zones: the same moment, and one of five hours later. */
    { "X5", ON(MADE_B, CAPTURE_TIME, "2026-11-27T23:00:00+01:00"), HOLDS, VERDICT_COMPARABLE },
    { "X5", ON(MADE_B, CAPTURE_TIME, "2026-11-28T03:30:00.25+0530"), HOLDS, VERDICT_COMPARABLE },
    { "X5", ON(MADE_B, CAPTURE_TIME, "2026-11-27T22:00:00-05:00"), FAILS, VERDICT_STATED },
    { "X5", ON(MADE_B, CAPTURE_TIME, NULL), UNKNOWN, VERDICT_STATED },
    /* Without a zone it may be meant 14 hours earlier or 12 later; B ran from 22:01:40 to 22:18:10.
     */
    { "X5", ON(MADE_B, CAPTURE_TIME, "2026-11-27T22:05:00"), UNKNOWN, VERDICT_STATED },
    { "X5", ON(MADE_B, CAPTURE_TIME, "2026-11-27 22:05:00 UTC"), HOLDS, VERDICT_COMPARABLE },
    { "X5", ON(MADE_B, CAPTURE_TIME, "2026-11-27T10:05:00"), UNKNOWN, VERDICT_STATED },
    { "X5", ON(MADE_B, CAPTURE_TIME, "2026-11-27T09:30:00"), FAILS, VERDICT_STATED },
    { "X5", ON(MADE_B, CAPTURE_TIME, "2026-11-28T12:10:00"), UNKNOWN, VERDICT_STATED },
    { "X5", ON(MADE_B, CAPTURE_TIME, "2026-11-28T13:00:00"), FAILS, VERDICT_STATED },
    { "X5", ON(MADE_B, CAPTURE_TIME, "2026-11-27"), UNKNOWN, VERDICT_STATED },
    { "X6", ON(MADE_CASE, CASE_LEDGER, NULL), FAILS, VERDICT_STATED },
};

static void one_fact_changes_one_finding(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct made_change change = { .fact = &rows[i].fact, .fact_count = 1 };
        struct made_case *made = made_new(&change);
        const struct finding *finding = made_finding(&made->model.comparison[0], rows[i].rule);
        if (!finding || finding->judgement != rows[i].judgement || finding->cell != rows[i].cell) {
            print_error("row %zu, %s: judgement %d cell %d, expected %d %d\n", i, rows[i].rule,
                        finding ? (int)finding->judgement : -1, finding ? (int)finding->cell : -1,
                        (int)rows[i].judgement, (int)rows[i].cell);
            print_findings(&made->model.comparison[0]);
            wrong++;
        }
        /* Promise 2: what is not licensed is nowhere. */
        const struct comparison *comparison = &made->model.comparison[0];
        for (size_t j = 0; j < made->model.fact_count; j++) {
            const struct derivation *derivation = made->model.fact[j]->derivation;
            assert_true(!derivation || !derivation->licence || comparison_licenses(comparison));
        }
        made_free(made);
    }
    assert_int_equal(wrong, 0);
}

/* ---- what a fact cannot change ---- */

static void series_drifts(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    double *value = ARENA_MANY(home, run->series[0].count, double);
    double at = 0;
    double *start = ARENA_MANY(home, run->series[0].count, double);
    for (size_t i = 0; i < run->series[0].count; i++) {
        value[i] = run->series[0].value[i] *
                   (system == 1 ? 1 + 0.2 * (double)i / (double)run->series[0].count : 1);
        start[i] = at;
        at += value[i];
    }
    run->series[0].value = run->series[0].duration = value;
    run->series[0].start = start;
}

static void series_short(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    run->series[0].count = system == 1 ? 20 : run->series[0].count;
}

static void series_half(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    run->series[0].count = system == 1 ? MADE_ROWS / 2 : run->series[0].count;
}

static void series_negative(struct arena *home, struct run *run, size_t system, size_t index)
{
    double *value = ARENA_MANY(home, run->series[0].count, double);
    memcpy(value, run->series[0].value, run->series[0].count * sizeof *value);
    value[100] = system == 1 && index == 0 ? -1 : value[100];
    run->series[0].value = value;
}

static void series_none(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    run->series_count = system == 1 ? 0 : run->series_count;
}

static void series_undeclared(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    (void)system;
    run->series[0].kind = SERIES_UNDECLARED;
}

static void telemetry_none(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    run->series_count = system == 1 ? 1 : run->series_count;
}

static void telemetry_untimed(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    for (size_t i = 1; system == 1 && i < run->series_count; i++) {
        run->series[i].start = NULL;
        run->series[i].unix_clock = false;
    }
}

static void telemetry_none_at_all(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    (void)system;
    run->series_count = 1;
}

static void telemetry_set(struct arena *home, struct run *run, size_t which, double before,
                          double after)
{
    double *value = ARENA_MANY(home, MADE_SAMPLES, double);
    for (size_t i = 0; i < MADE_SAMPLES; i++)
        value[i] = i < 350 ? before : after;
    run->series[which].value = value;
}

static void clock_falls(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0)
        telemetry_set(home, run, 1, 1980, 1500);
}

static void power_falls(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0)
        telemetry_set(home, run, 2, 500, 420);
}

static void throttle_fault(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0)
        telemetry_set(home, run, 3, 0x80, 0x80);
}

static void throttle_cap(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0)
        telemetry_set(home, run, 3, 4, 4);
}

static void clock_jumps(struct arena *home, struct run *run, size_t system, size_t index)
{
    double *value = ARENA_MANY(home, MADE_SAMPLES, double);
    for (size_t i = 0; i < MADE_SAMPLES; i++)
        value[i] = i % 5 == 0 ? 1700 : 1980;
    if (system == 1 && index == 0)
        run->series[1].value = value;
}

static void last_fewer_runs(struct made_case *made)
{
    made->file.system[1].machine[1].run_count = 0;
}

static void last_one_unit(struct made_case *made)
{
    made->file.system[1].machine_count = 1;
}

static void last_not_interleaved(struct made_case *made)
{
    struct machine *machine = made->file.system[1].machine;
    for (size_t i = 0; i < 3; i++) {
        struct run *run = i < 2 ? &machine[0].run[i] : &machine[1].run[0];
        const struct made_fact late[] = {
            { MADE_B, KEY_RUN_START, "", "1795820000", FACT_CAPTURED, UNIT_SECOND },
        };
        made_fact_put(made, run->facts, &late[0], run->machine->system, run, 1);
    }
}

/* Starts that stand among the captures of machines alone: A.1, B.1, A.2, B.2. */
static void last_machine_starts(struct made_case *made)
{
    static const char *const start[2][2] = { { "1795816700", "1795816900" },
                                             { "1795816800", "1795817000" } };
    for (size_t s = 0; s < MADE_SYSTEMS; s++) {
        for (size_t m = 0; m < 2; m++) {
            struct machine *machine = &made->file.system[s].machine[m];
            const struct made_fact fact = { MADE_BOTH,   KEY_RUN_START, "",
                                            start[s][m], FACT_MEASURED, UNIT_SECOND };
            for (size_t r = 0; r < machine->run_count; r++)
                machine->run[r].facts = facts_new(made->home);
            made_fact_put(made, machine->facts, &fact, &made->file.system[s], NULL, 1);
        }
    }
}

static void last_copy(struct made_case *made)
{
    /* The second run of B is the first, byte for byte. */
    made->evidence[1 + MADE_RUNS + 1].digest = made->evidence[1 + MADE_RUNS].digest;
}

static void last_all_copies(struct made_case *made)
{
    for (size_t i = 0; i < MADE_RUNS; i++) /* all that B has was measured for A */
        made->evidence[1 + MADE_RUNS + i].digest = made->evidence[1 + i].digest;
}

static void last_utilisation(struct made_case *made)
{
    made->file.metric = KEY_TELEMETRY_UTILISATION;
}

static void last_percentile(struct made_case *made)
{
    made->file.metric = KEY_TTFT_CLIENT;
    made->file.metric_instance = STR("p95");
}

static void last_clash(struct made_case *made)
{
    struct run *run = &made->file.system[1].machine[0].run[0];
    const struct made_fact other = { MADE_B,   KEY_DRIVER_VERSION, "",
                                     "550.54", FACT_DECLARED,      UNIT_NONE };
    made_fact_put(made, run->facts, &other, run->machine->system, run, 2);
}

static void fact_last(struct made_case *made, enum key key, const char *instance, const char *text,
                      enum fact_kind kind)
{
    struct run *run = &made->file.system[1].machine[0].run[0];
    const struct made_fact other = { MADE_B, key, instance, text, kind, UNIT_NONE };
    made_fact_put(made, run->facts, &other, run->machine->system, run, 2);
}

static void last_edited_capture(struct made_case *made)
{
    fact_last(made, KEY_CONTRADICTION, "but one is listed", "4", FACT_CAPTURED);
}

static void last_edited_result(struct made_case *made)
{
    fact_last(made, KEY_CONTRADICTION, "queries make another sum", "2.97 s", FACT_MEASURED);
}

static void last_one_bus(struct made_case *made)
{
    fact_last(made, KEY_ACCELERATOR_BUS_ID, "0", "00000000:0A:00.0", FACT_CAPTURED);
    fact_last(made, KEY_ACCELERATOR_BUS_ID, "4", "00000000:0A:00.0", FACT_CAPTURED);
}

static void last_two_buses(struct made_case *made)
{
    fact_last(made, KEY_ACCELERATOR_BUS_ID, "0", "00000000:0A:00.0", FACT_CAPTURED);
    fact_last(made, KEY_ACCELERATOR_BUS_ID, "4", "00000000:0B:00.0", FACT_CAPTURED);
}

static void last_backwards(struct made_case *made)
{
    fact_last(made, KEY_ENERGY_COUNTER_BEGIN, "0", "416143212.215", FACT_CAPTURED);
    fact_last(made, KEY_ENERGY_COUNTER_END, "0", "339360563.211", FACT_CAPTURED);
}

static void last_forwards(struct made_case *made)
{
    fact_last(made, KEY_ENERGY_COUNTER_BEGIN, "0", "339360563.211", FACT_CAPTURED);
    fact_last(made, KEY_ENERGY_COUNTER_END, "0", "416143212.215", FACT_CAPTURED);
}

static void last_more_attached(struct made_case *made)
{
    made->evidence[2].format = "nvidia-smi-xml";
    made->evidence[2].traits = TRAIT_LISTS_ACCELERATORS | TRAIT_LISTS_PROCESSES;
    fact_last(made, KEY_ACCELERATOR_ATTACHED, "", "4", FACT_CAPTURED);
    fact_last(made, KEY_ACCELERATOR_NAME, "0", "H100", FACT_CAPTURED);
}

static void last_failed(struct made_case *made)
{
    fact_last(made, KEY_RUN_ERROR, "", "verify: bad header", FACT_MEASURED);
}

static void last_coarse(struct made_case *made)
{
    struct run *run = &made->file.system[1].machine[0].run[0];
    const struct made_fact other = { MADE_B, KEY_COMPILE_TOOLKIT, "",
                                     "13.0", FACT_DECLARED,       UNIT_NONE };
    made_fact_put(made, run->facts, &other, run->machine->system, run, 2);
}

static void last_vendor(struct made_case *made)
{
    struct system *system = &made->file.system[1];
    const struct made_fact party = {
        MADE_B, KEY_PARTY_KIND, "", "vendor", FACT_CAPTURED, UNIT_NONE
    };
    made_fact_put(made, system->facts, &party, system, NULL, 2);
}

/* Times of iterations alone, 9 ms each: 9,000 of them are 80 s and 3,000 are 27 s, not 3,000 s. */
static void series_laid_out(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)system;
    (void)index;
    run->series[0].start = NULL;
}

static void series_laid_out_short(struct arena *home, struct run *run, size_t system, size_t index)
{
    series_laid_out(home, run, system, index);
    run->series[0].count = MADE_ROWS / 3;
}

static const struct {
    const char *rule;
    void (*series)(struct arena *home, struct run *run, size_t system, size_t index);
    void (*last)(struct made_case *made);
    bool bidders;
    enum judgement judgement;
    enum verdict cell;
} changes[] = {
    { "S4", series_laid_out, NULL, false, HOLDS, VERDICT_COMPARABLE },
    { "S4", series_laid_out_short, NULL, false, FAILS, VERDICT_NOT },
    { "M2", series_none, last_percentile, false, UNKNOWN, VERDICT_INCOMPLETE },
    { "M3", NULL, last_percentile, false, UNKNOWN, VERDICT_INCOMPLETE },
    { "M6", NULL, last_fewer_runs, false, FAILS, VERDICT_STATED },
    { "M6", NULL, last_copy, false, FAILS, VERDICT_STATED },
    { "M8", NULL, last_vendor, true, FAILS, VERDICT_NOT },
    { "M8", NULL, last_vendor, false, FAILS, VERDICT_STATED },
    { "M12", NULL, last_not_interleaved, false, FAILS, VERDICT_STATED },
    { "M12", NULL, last_machine_starts, false, HOLDS, VERDICT_COMPARABLE },
    { "S1", series_none, NULL, false, UNKNOWN, VERDICT_INCOMPLETE },
    { "S1", series_undeclared, NULL, false, UNKNOWN, VERDICT_INCOMPLETE },
    { "S2", series_drifts, NULL, false, FAILS, VERDICT_NOT },
    { "S2", series_undeclared, NULL, false, UNKNOWN, VERDICT_INCOMPLETE },
    { "S2", series_short, NULL, false, UNKNOWN, VERDICT_INCOMPLETE },
    { "S3", series_drifts, NULL, false, NOT_APPLICABLE, VERDICT_COMPARABLE },
    { "S4", series_half, NULL, false, FAILS, VERDICT_NOT },
    { "S7", clock_falls, NULL, false, FAILS, VERDICT_NOT },
    { "S7", telemetry_none, NULL, false, UNKNOWN, VERDICT_STATED },
    { "S7", telemetry_none, NULL, true, UNKNOWN, VERDICT_INCOMPLETE },
    { "S7", telemetry_none_at_all, NULL, true, UNKNOWN, VERDICT_STATED },
    { "S9", power_falls, NULL, false, FAILS, VERDICT_STATED },
    { "V4", series_negative, NULL, false, FAILS, VERDICT_NOT },
    { "V4", series_undeclared, NULL, false, UNKNOWN, VERDICT_INCOMPLETE },
    { "V4", series_none, NULL, false, UNKNOWN, VERDICT_INCOMPLETE },
    { "V5", telemetry_untimed, NULL, false, UNKNOWN, VERDICT_STATED },
    { "S7", telemetry_untimed, NULL, false, UNKNOWN, VERDICT_STATED },
    { "H1", throttle_fault, NULL, false, FAILS, VERDICT_NOT },
    { "H1", throttle_cap, NULL, false, FAILS, VERDICT_STATED },
    { "H1", telemetry_none, NULL, true, UNKNOWN, VERDICT_INCOMPLETE },
    { "H2", clock_jumps, NULL, false, FAILS, VERDICT_STATED },
    { "H6", NULL, last_utilisation, false, FAILS, VERDICT_COMPARABLE },
    { "U1", NULL, last_one_unit, false, FAILS, VERDICT_STATED },
    { "X1", NULL, last_clash, false, FAILS, VERDICT_NOT },
    { "X1", NULL, last_coarse, false, HOLDS, VERDICT_COMPARABLE },
    { "X4", NULL, last_copy, false, FAILS, VERDICT_STATED },
    { "X4", NULL, last_all_copies, false, UNKNOWN, VERDICT_INCOMPLETE },
    { "V1", NULL, last_failed, false, FAILS, VERDICT_NOT },
    { "X7", NULL, last_edited_capture, false, FAILS, VERDICT_STATED },
    { "X7", NULL, last_edited_result, false, FAILS, VERDICT_NOT },
    { "X8", NULL, last_one_bus, false, FAILS, VERDICT_STATED },
    { "X8", NULL, last_two_buses, false, HOLDS, VERDICT_COMPARABLE },
    { "X9", NULL, last_more_attached, false, FAILS, VERDICT_STATED },
    { "X10", NULL, last_backwards, false, FAILS, VERDICT_NOT },
    { "X10", NULL, last_forwards, false, HOLDS, VERDICT_COMPARABLE },
};

static void other_changes_change_findings(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < ARRAY_COUNT(changes); i++) {
        struct made_change change = { .series = changes[i].series,
                                      .last = changes[i].last,
                                      .bidders = changes[i].bidders };
        struct made_case *made = made_new(&change);
        const struct finding *finding = made_finding(&made->model.comparison[0], changes[i].rule);
        if (!finding || finding->judgement != changes[i].judgement ||
            finding->cell != changes[i].cell) {
            print_error("change %zu, %s: judgement %d cell %d, expected %d %d\n", i,
                        changes[i].rule, finding ? (int)finding->judgement : -1,
                        finding ? (int)finding->cell : -1, (int)changes[i].judgement,
                        (int)changes[i].cell);
            print_findings(&made->model.comparison[0]);
            wrong++;
        }
        made_free(made);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clean_case_is_comparable),
        cmocka_unit_test(one_fact_changes_one_finding),
        cmocka_unit_test(other_changes_change_findings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
