/* made_case.h - a case made by hand in which every rule holds or does not apply, so that one
 * changed fact is one changed finding. */
#ifndef TESTS_MADE_CASE_H
#define TESTS_MADE_CASE_H

#include "base/num.h"
#include "comparability/comparability.h"
#include "model/records.h"
#include "model/traits.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MADE_SYSTEMS = 2,
    MADE_RUNS = 3,
    MADE_ROWS = 1800,
    MADE_WORK = 160,
    MADE_SAMPLES = 500,
    MADE_LINES = 64
};

/* One fact by hand. side: 0 A, 1 B, 2 both, 3 the case, 4 the first run of B alone. */
enum made_side { MADE_A, MADE_B, MADE_BOTH, MADE_CASE, MADE_FIRST_B };
struct made_fact {
    enum made_side side;
    enum key key;
    const char *instance, *text; /* text NULL: the fact is taken away */
    enum fact_kind kind;
    enum unit unit;
};

static const struct made_fact made_base[] = {
    { MADE_CASE, KEY_CASE_DATE, "", "2026-11-28", FACT_DECLARED, UNIT_NONE },
    { MADE_CASE, KEY_CASE_PLAN, "", "plan.json", FACT_DECLARED, UNIT_NONE },
    { MADE_CASE, KEY_CASE_LEDGER, "", "ledger.json", FACT_DECLARED, UNIT_NONE },
    { MADE_CASE, KEY_PARTY_MEASURED_BY, "", "Platform team", FACT_DECLARED, UNIT_NONE },
    { MADE_CASE, KEY_PARTY_KIND, "", "buyer", FACT_DECLARED, UNIT_NONE },
    { MADE_CASE, KEY_PARTY_PAID_BY, "", "buyer", FACT_DECLARED, UNIT_NONE },
    { MADE_CASE, KEY_PARTY_HOSTED_BY, "", "buyer", FACT_DECLARED, UNIT_NONE },
    { MADE_CASE, KEY_PARTY_CONFIGURED_BY, "", "buyer", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_WORKLOAD_KIND, "", "serving", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_WORKLOAD_NAME, "", "chat", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_WORKLOAD_REVISION, "", "1.4.0", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_MODEL_SIZE, "", "16060522496", FACT_MEASURED, UNIT_BYTE },
    { MADE_BOTH, KEY_METHOD_BUILD, "", "release", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_ENDPOINT, "", "openai", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_SUITE_BENCHMARK, "", "MLPerf Inference llama2-70b-99", FACT_DECLARED,
      UNIT_NONE },
    { MADE_BOTH, KEY_MODEL_NAME, "", "llama", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_MODEL_REVISION, "", "r1", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_DATASET_NAME, "", "random tokens", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_INPUT_LENGTH, "", "512", FACT_MEASURED, UNIT_TOKEN },
    { MADE_BOTH, KEY_OUTPUT_LENGTH, "", "512", FACT_MEASURED, UNIT_TOKEN },
    { MADE_BOTH, KEY_LOAD_SCENARIO, "", "closed batch", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_LOAD_BATCH, "", "32", FACT_MEASURED, UNIT_COUNT },
    { MADE_BOTH, KEY_LOAD_RATE, "", "10", FACT_MEASURED, UNIT_REQUEST_PER_SECOND },
    { MADE_BOTH, KEY_THROUGHPUT_REQUESTS, "", "10", FACT_MEASURED, UNIT_REQUEST_PER_SECOND },
    { MADE_BOTH, KEY_DECODING_SAMPLING, "", "greedy", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_WORKLOAD_SEED, "", "1234", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_WORK_UNIT, "", "tokens", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_PRECISION_WEIGHTS, "", "bf16", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_PRECISION_COMPUTE, "", "bf16", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_PRECISION_KV_CACHE, "", "bf16", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_PRECISION_QUANTISATION, "", "none", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_TOOL, "", "vllm bench serve", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_TOOL_VERSION, "", "0.11.0", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_WARMUP, "", "none", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_PREFIX_CACHE, "", "off", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_STOP_RULE, "", "time", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_STOP_VALUE, "", "80", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_OPTIMISATION, "", "out of the box", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_CLIENT_PLACE, "", "same host", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_COMMAND, "", "[\"bench\"]", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_SERVER_COMMAND, "", "[\"serve\"]", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_SERVER_OPTION, "seed", "7", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_METHOD_BASIS, "", "time", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_ENGINE_NAME, "", "vllm", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_ENGINE_VERSION, "", "0.11.0", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_CONTAINER_DIGEST, "", "sha256:1", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_CONTAINER_VIRTUALISATION, "", "bare metal", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_RUNTIME_CUDNN_LOADED, "", "91900", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_RUNTIME_ATTENTION, "", "flash", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_FRAMEWORK_VERSION, "", "2.11.0+cu130", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_FRAMEWORK_CUDA, "", "13.0", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_FRAMEWORK_ARCHITECTURES, "", "sm_80 sm_90", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_PACKAGE_VERSION, "torch", "2.11.0", FACT_CAPTURED, UNIT_NONE },
    { MADE_A, KEY_COMPILE_MODE, "", "cudagraph", FACT_MEASURED, UNIT_NONE },
    { MADE_B, KEY_COMPILE_MODE, "", "compile-cudagraph", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_COMPILE_TOOLKIT, "", "13.0.2", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_OS_NAME, "", "Ubuntu", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_OS_VERSION, "", "24.04", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_OS_KERNEL, "", "6.18.44", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_OS_ENVIRONMENT, "CUDA_HOME", "/usr/local/cuda", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_DRIVER_VERSION, "", "580.159.04", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_DRIVER_CUDA, "", "13.0", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_FIRMWARE_VBIOS, "0", "96.00", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_ACCELERATOR_NAME, "0", "H100", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_ACCELERATOR_COUNT, "", "1", FACT_DECLARED, UNIT_COUNT },
    { MADE_BOTH, KEY_ACCELERATOR_CAPABILITY, "0", "9.0", FACT_MEASURED, UNIT_NONE },
    { MADE_BOTH, KEY_ACCELERATOR_MEMORY_TOTAL, "0", "81559", FACT_CAPTURED, UNIT_MEBIBYTE },
    { MADE_BOTH, KEY_CPU_NAME, "", "Xeon", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_CPU_THREADS, "", "16", FACT_CAPTURED, UNIT_COUNT },
    { MADE_BOTH, KEY_HOST_MEMORY, "", "137438953472", FACT_CAPTURED, UNIT_BYTE },
    { MADE_BOTH, KEY_POWER_LIMIT, "0", "700", FACT_CAPTURED, UNIT_WATT },
    { MADE_BOTH, KEY_ENVIRONMENT_SHARING, "", "exclusive", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_ENVIRONMENT_PROVIDER, "", "own rack", FACT_DECLARED, UNIT_NONE },
    { MADE_BOTH, KEY_CAPTURE_TIME, "", "2026-11-27T22:00:00Z", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_CAPTURE_UTILISATION, "0", "97", FACT_CAPTURED, UNIT_PERCENT },
    { MADE_BOTH, KEY_LINK_GENERATION, "0", "5", FACT_CAPTURED, UNIT_COUNT },
    { MADE_BOTH, KEY_LINK_GENERATION_MAX, "0", "5", FACT_CAPTURED, UNIT_COUNT },
    { MADE_BOTH, KEY_LINK_WIDTH, "0", "16", FACT_CAPTURED, UNIT_COUNT },
    { MADE_BOTH, KEY_LINK_WIDTH_MAX, "0", "16", FACT_CAPTURED, UNIT_COUNT },
    { MADE_BOTH, KEY_ECC_UNCORRECTED, "0", "0", FACT_CAPTURED, UNIT_COUNT },
    { MADE_BOTH, KEY_ROWS_PENDING, "0", "No", FACT_CAPTURED, UNIT_NONE },
    { MADE_BOTH, KEY_RUN_EXIT, "", "0", FACT_MEASURED, UNIT_COUNT },
    { MADE_BOTH, KEY_LOAD_BEGIN, "", "1795816800", FACT_MEASURED, UNIT_SECOND },
    { MADE_BOTH, KEY_REQUESTS_COMPLETED, "", "9000", FACT_MEASURED, UNIT_REQUEST },
    { MADE_BOTH, KEY_REQUESTS_FAILED, "", "0", FACT_MEASURED, UNIT_REQUEST },
    { MADE_BOTH, KEY_TOKENS_OUTPUT, "", "288000", FACT_MEASURED, UNIT_TOKEN },
    { MADE_BOTH, KEY_ITERATION_COUNT, "", "1800", FACT_MEASURED, UNIT_ITERATION },
    { MADE_BOTH, KEY_WORK_TOTAL, "", "288000", FACT_MEASURED, UNIT_COUNT },
};

struct made_case {
    struct arena *home;
    struct diags *diags;
    const struct rules *rules;
    struct case_file file;
    struct evidence evidence[16];
    struct report_model model;
};

/* What a test may change of runs before they are built. */
struct made_change {
    const struct made_fact *fact;
    size_t fact_count;
    void (*series)(struct arena *home, struct run *run, size_t system, size_t index);
    void (*last)(struct made_case *made);
    bool bidders; /* no baseline */
};

static inline void made_fact_put(struct made_case *made, struct facts *facts,
                                 const struct made_fact *row, const struct system *system,
                                 const struct run *run, size_t file)
{
    struct fact fact = { .key = row->key,
                         .instance = str_from(row->instance),
                         .kind = row->kind,
                         .system = system,
                         .machine = run ? run->machine : NULL,
                         .run = run };
    fact.value.text = str_from(row->text);
    fact.value.unit = row->unit;
    fact.value.number = num_real(fact.value.text, &fact.value.value);
    fact.source.evidence = &made->evidence[file];
    fact.source.from.file = made->evidence[file].name;
    fact.source.from.offset = facts_count(facts);
    fact.source.from.line = 1;
    facts_add(facts, &fact);
}

static inline bool made_same_slot(const struct made_fact *base, const struct made_fact *change,
                                  size_t system, size_t run)
{
    bool side = change->side == MADE_BOTH || change->side == MADE_CASE ||
                (change->side == MADE_A && system == 0) ||
                (change->side == MADE_B && system == 1) ||
                (change->side == MADE_FIRST_B && system == 1 && run == 0);
    return side && base->key == change->key && strcmp(base->instance, change->instance) == 0;
}

/* 80 s of steps of 45 ms on A and 44 ms on B, with a noise of about 0.2 % that repeats without a
 * trend. */
static inline void made_series(struct made_case *made, struct run *run, size_t system, size_t index,
                               size_t file)
{
    struct arena *home = made->home;
    struct series *series = ARENA_MANY(home, 4, struct series);
    double *start = ARENA_MANY(home, MADE_ROWS, double);
    double *duration = ARENA_MANY(home, MADE_ROWS, double);
    double *work = ARENA_MANY(home, MADE_ROWS, double);
    double step = (system == 0 ? 0.045 : 0.044) * (1 + 0.001 * (double)index), at = 0;
    uint64_t state = 99 + system * 7 + index;
    for (size_t i = 0; i < MADE_ROWS; i++) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        duration[i] = step * (1 + 0.004 * ((double)(state >> 11) / 9007199254740992.0 - 0.5));
        start[i] = at;
        work[i] = MADE_WORK;
        at += duration[i];
    }
    series[0] = (struct series){ .key = KEY_ITERATION_DURATION,
                                 .unit = UNIT_SECOND,
                                 .kind = SERIES_PER_ITERATION,
                                 .start = start,
                                 .duration = duration,
                                 .value = duration,
                                 .work = work,
                                 .work_unit = UNIT_TOKEN,
                                 .count = MADE_ROWS,
                                 .load_begin = (double)NAN,
                                 .load_end = (double)NAN };
    static const enum key telemetry[] = { KEY_TELEMETRY_CLOCK_SM, KEY_TELEMETRY_POWER,
                                          KEY_TELEMETRY_THROTTLE };
    static const double level[] = { 1980, 500, 0 };
    for (size_t k = 0; k < 3; k++) {
        double *time = ARENA_MANY(home, MADE_SAMPLES, double);
        double *value = ARENA_MANY(home, MADE_SAMPLES, double);
        for (size_t i = 0; i < MADE_SAMPLES; i++) {
            time[i] = 1795816800 - 2 + 0.2 * (double)i;
            value[i] = level[k] + (k == 1 ? (double)(i % 5) - 2 : 0);
        }
        series[k + 1] = (struct series){ .key = telemetry[k],
                                         .instance = STR("0"),
                                         .unit = k == 0   ? UNIT_MEGAHERTZ
                                                 : k == 1 ? UNIT_WATT
                                                          : UNIT_MASK,
                                         .kind = SERIES_PER_INTERVAL,
                                         .start = time,
                                         .value = value,
                                         .count = MADE_SAMPLES,
                                         .unix_clock = true,
                                         .load_begin = (double)NAN,
                                         .load_end = (double)NAN };
    }
    for (size_t i = 0; i < 4; i++) {
        series[i].source.evidence = &made->evidence[file];
        series[i].source.from.file = made->evidence[file].name;
    }
    run->series = series;
    run->series_count = 4;
}

static inline void made_run(struct made_case *made, const struct made_change *change,
                            struct run *run, size_t system, size_t index)
{
    const struct system *scope = run->machine->system;
    size_t file = 1 + system * MADE_RUNS + index;
    run->id = str_format(made->home, "%c-r%zu", (char)('A' + system), index + 1);
    run->path = run->id;
    run->facts = facts_new(made->home);
    for (size_t i = 0; i < ARRAY_COUNT(made_base); i++) {
        struct made_fact row = made_base[i];
        bool mine = row.side == MADE_BOTH || row.side == (system == 0 ? MADE_A : MADE_B);
        for (size_t j = 0; mine && j < change->fact_count; j++)
            if (made_same_slot(&row, &change->fact[j], system, index))
                row.text = change->fact[j].text;
        if (mine && row.text)
            made_fact_put(made, run->facts, &row, scope, run, file);
    }
    /* Keys that the base does not have; a second source of one that it has is marked by its kind.
     */
    for (size_t j = 0; j < change->fact_count; j++) {
        const struct made_fact *row = &change->fact[j];
        bool known = false,
             mine = made_same_slot(row, row, system, index) && row->side != MADE_CASE;
        for (size_t i = 0; i < ARRAY_COUNT(made_base); i++) {
            known = known || (made_base[i].side != MADE_CASE &&
                              made_same_slot(&made_base[i], row, system, index));
        }
        if (mine && !known && row->text)
            made_fact_put(made, run->facts, row, scope, run, file);
    }
    /* Sides take turns: A, B, A, B, ... */
    char *text = ARENA_MANY(made->home, 64, char);
    unsigned long at = 1795816700UL + 200 * (unsigned long)(2 * index + system);
    snprintf(text, 32, "%lu", at);
    snprintf(text + 32, 32, "%lu", at + 190);
    const struct made_fact times[] = {
        { MADE_BOTH, KEY_RUN_START, "", text, FACT_MEASURED, UNIT_SECOND },
        { MADE_BOTH, KEY_RUN_END, "", text + 32, FACT_MEASURED, UNIT_SECOND },
        { MADE_BOTH, KEY_ACCELERATOR_SERIAL, "0", index < 2 ? "165000001" : "165000002",
          FACT_CAPTURED, UNIT_NONE },
    };
    for (size_t i = 0; i < ARRAY_COUNT(times); i++) {
        bool gone = false;
        for (size_t j = 0; j < change->fact_count; j++) {
            gone = gone || (!change->fact[j].text &&
                            made_same_slot(&times[i], &change->fact[j], system, index));
        }
        if (!gone)
            made_fact_put(made, run->facts, &times[i], scope, run, file);
    }
    made_series(made, run, system, index, file);
    if (change->series)
        change->series(made->home, run, system, index);
}

static inline void made_systems(struct made_case *made, const struct made_change *change)
{
    struct system *system = ARENA_MANY(made->home, MADE_SYSTEMS, struct system);
    for (size_t s = 0; s < MADE_SYSTEMS; s++) {
        system[s].id = s == 0 ? STR("A") : STR("B");
        system[s].index = s;
        system[s].baseline = s == 0 && !change->bidders;
        system[s].facts = facts_new(made->home);
        system[s].machine = ARENA_MANY(made->home, 2, struct machine);
        system[s].machine_count = 2;
        for (size_t m = 0, run = 0; m < 2; m++) {
            struct machine *machine = &system[s].machine[m];
            machine->id = str_format(made->home, "%c.%zu", (char)('A' + s), m + 1);
            machine->system = &system[s];
            machine->index = m;
            machine->facts = facts_new(made->home);
            machine->run_count = m == 0 ? 2 : 1;
            machine->run = ARENA_MANY(made->home, machine->run_count, struct run);
            for (size_t r = 0; r < machine->run_count; r++, run++) {
                machine->run[r].machine = machine;
                made_run(made, change, &machine->run[r], s, run);
            }
        }
    }
    made->file.system = system;
    made->file.system_count = MADE_SYSTEMS;
}

static inline void made_policy(struct made_case *made)
{
    static const struct made_fact limits[] = {
        { MADE_CASE, KEY_POLICY_DELTA, "", "1", FACT_DECLARED, UNIT_PERCENT },
        { MADE_CASE, KEY_POLICY_MARGIN, "", "1", FACT_DECLARED, UNIT_PERCENT },
        { MADE_CASE, KEY_POLICY_FAILURES, "", "0.1", FACT_DECLARED, UNIT_PERCENT },
        { MADE_CASE, KEY_POLICY_LEAST_WINDOW, "", "60", FACT_DECLARED, UNIT_SECOND },
        { MADE_CASE, KEY_POLICY_LEAST_SHARE, "", "25", FACT_DECLARED, UNIT_PERCENT },
        { MADE_CASE, KEY_POLICY_LEAST_BATCHES, "", "30", FACT_DECLARED, UNIT_COUNT },
        { MADE_CASE, KEY_POLICY_REPETITIONS, "", "3", FACT_DECLARED, UNIT_COUNT },
    };
    struct policy *policy = &made->file.policy;
    for (size_t i = 0; i < ARRAY_COUNT(limits); i++)
        made_fact_put(made, made->file.facts, &limits[i], NULL, NULL, 0);
    *policy = (struct policy){ .steady = steady_parameters_standard(),
                               .margin = 0.01,
                               .failures = 0.001,
                               .least_share = 0.25,
                               .least_window = 60,
                               .repetitions = 3,
                               .least_batches = 30 };
    policy->steady_fact[STEADY_DELTA] = facts_best(made->file.facts, KEY_POLICY_DELTA, STR(""));
    policy->margin_fact = facts_best(made->file.facts, KEY_POLICY_MARGIN, STR(""));
    policy->failures_fact = facts_best(made->file.facts, KEY_POLICY_FAILURES, STR(""));
    policy->least_window_fact = facts_best(made->file.facts, KEY_POLICY_LEAST_WINDOW, STR(""));
    policy->least_share_fact = facts_best(made->file.facts, KEY_POLICY_LEAST_SHARE, STR(""));
    policy->least_batches_fact = facts_best(made->file.facts, KEY_POLICY_LEAST_BATCHES, STR(""));
    policy->repetitions_fact = facts_best(made->file.facts, KEY_POLICY_REPETITIONS, STR(""));
}

/* The shipped rule set. */
static inline const struct rules *made_rules(struct arena *home, struct diags *diags,
                                             struct evidence *evidence)
{
    const struct rules *rules = NULL;
    evidence->name = STR("rules.json");
    assert_true(file_read(home, TESTS_DIR "/../templates/rules.json", &limits_default,
                          &evidence->bytes, diags));
    assert_true(rules_read(home, evidence, &limits_default, &rules, diags));
    return rules;
}

static inline void made_lines(struct ledger_line *line, size_t *count, const struct system *system,
                              size_t systems)
{
    for (size_t s = 0; s < systems; s++) {
        for (size_t m = 0; m < system[s].machine_count; m++) {
            for (size_t r = 0; r < system[s].machine[m].run_count; r++) {
                const struct run *run = &system[s].machine[m].run[r];
                assert_true(*count < MADE_LINES);
                line[(*count)++] = (struct ledger_line){ .run = run->path,
                                                         .planned = true,
                                                         .present = true,
                                                         .start = (double)NAN,
                                                         .end = (double)NAN };
            }
        }
    }
}

/* A ledger of the runs there are, and a plan of them, signed two hours before the first. */
static inline void made_records(struct made_case *made)
{
    static const struct made_fact signs[] = {
        { MADE_CASE, KEY_PLAN_SIGNED, "", "2026-11-27T20:00:00Z", FACT_DECLARED, UNIT_NONE },
        { MADE_CASE, KEY_PLAN_SIGNER, "", "CN=Platform team", FACT_DECLARED, UNIT_NONE },
    };
    struct ledger *ledger = ARENA_NEW(made->home, struct ledger);
    struct plan *plan = ARENA_NEW(made->home, struct plan);
    struct ledger_line *line = ARENA_MANY(made->home, MADE_LINES, struct ledger_line);
    for (size_t i = 0; i < ARRAY_COUNT(signs); i++)
        made_fact_put(made, made->file.facts, &signs[i], NULL, NULL, 13);
    plan->evidence = &made->evidence[13];
    plan->signed_at = facts_best(made->file.facts, KEY_PLAN_SIGNED, STR(""));
    plan->signer = facts_best(made->file.facts, KEY_PLAN_SIGNER, STR(""));
    ledger->evidence = &made->evidence[14];
    ledger->line = line;
    made_lines(line, &ledger->count, made->file.system, made->file.system_count);
    made_lines(line, &ledger->count, made->file.bridge, made->file.bridge_count);
    made->file.plan = made->file.plan ? made->file.plan : plan;
    made->file.ledger = made->file.ledger ? made->file.ledger : ledger;
}

static inline struct made_case *made_new(const struct made_change *change)
{
    struct arena *home = arena_new((size_t)1 << 30);
    struct made_case *made = ARENA_NEW(home, struct made_case);
    made->home = home;
    made->diags = diags_new(home);
    for (size_t i = 0; i < ARRAY_COUNT(made->evidence); i++) {
        made->evidence[i].name = i == 13   ? STR("plan.json") /* kept as documents */
                                 : i == 14 ? STR("ledger.json")
                                           : str_format(home, "file-%02zu", i);
        made->evidence[i].bytes = made->evidence[i].name;
        made->evidence[i].digest = digest_of(made->evidence[i].name);
        made->evidence[i].index = i;
        made->evidence[i].format = "nvidia-smi-xml"; /* captures that list processes, of none */
        made->evidence[i].traits = TRAIT_LISTS_ACCELERATORS | TRAIT_LISTS_PROCESSES;
    }
    made->rules = made_rules(home, made->diags, &made->evidence[15]);
    made->file.id = STR("MADE");
    made->file.facts = facts_new(home);
    made->file.metric = KEY_THROUGHPUT_OUTPUT_TOKENS;
    made->file.under_test.kind = UNDER_TEST_LAYERS;
    made->file.under_test.layer[0] = LAYER_COMPILE;
    made->file.under_test.layer_count = 1;
    static struct selector kept[] = {
        { .pattern = STR_INIT("plan.json"), .role = SELECT_DOCUMENTS },
        { .pattern = STR_INIT("ledger.json"), .role = SELECT_DOCUMENTS },
    };
    made->file.selector = kept;
    made->file.selector_count = ARRAY_COUNT(kept);
    for (size_t i = 0; i < ARRAY_COUNT(made_base); i++) {
        struct made_fact row = made_base[i];
        for (size_t j = 0; row.side == MADE_CASE && j < change->fact_count; j++) {
            bool same = change->fact[j].side == MADE_CASE && change->fact[j].key == row.key;
            row.text = same ? change->fact[j].text : row.text;
        }
        if (row.side == MADE_CASE && row.text)
            made_fact_put(made, made->file.facts, &row, NULL, NULL, 0);
    }
    made_policy(made);
    made_systems(made, change);
    if (change->last)
        change->last(made);
    made_records(made);
    assert_true(assess(home, made->rules, &made->file, made->evidence, ARRAY_COUNT(made->evidence),
                       &made->model, made->diags));
    return made;
}

/* At the end of a change: one machine a side, and one run on it. */
static inline void made_single_runs(struct made_case *made)
{
    for (size_t i = 0; i < MADE_SYSTEMS; i++) {
        made->file.system[i].machine_count = 1;
        made->file.system[i].machine[0].run_count = 1;
    }
}

static inline void made_free(struct made_case *made)
{
    arena_free(made->home);
}

/* The worst finding of a rule by effect on the verdict, then the first that neither holds nor is
 * idle. A rule without one fails the test. */
static inline const struct finding *made_finding(const struct comparison *comparison,
                                                 const char *id)
{
    const struct finding *worst = NULL;
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *finding = &comparison->finding[i];
        bool mine = str_eq(finding->rule->id, str_from(id));
        bool speaks = finding->judgement == FAILS || finding->judgement == UNKNOWN;
        if (mine && (!worst || finding->cell > worst->cell ||
                     (finding->cell == worst->cell && speaks && worst->judgement == HOLDS)))
            worst = finding;
    }
    if (!worst)
        fail_msg("no finding of rule %s", id);
    static const struct finding none = { .judgement = NOT_APPLICABLE };
    return worst ? worst : &none;
}

#endif
