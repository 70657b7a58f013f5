/* flips.c - one changed value that flips each rule of the shipped set. */
#include "flips.h"

/* ---- changes that are no fact ---- */

/* B's metric is taken from another column than A's; or from one of that name in another unit. */
static void columns_put(struct made_case *made, const char *of_a, const char *of_b)
{
    for (size_t s = 0; s < MADE_SYSTEMS; s++) {
        for (size_t m = 0; m < made->file.system[s].machine_count; m++) {
            const struct machine *machine = &made->file.system[s].machine[m];
            for (size_t r = 0; r < machine->run_count; r++) {
                machine->run[r].series[0].source.from.path =
                    str_format(made->home, "rows 2..9001 column %s", s == 0 ? of_a : of_b);
            }
        }
    }
}

static void last_other_column(struct made_case *made)
{
    columns_put(made, "duration_s", "kernels_s");
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

static void last_price(struct made_case *made)
{
    price_put(made, 0, KEY_PRICE_CURRENCY, "EUR"); /* no date, no document */
}

static void last_two_currencies(struct made_case *made)
{
    prices_put(made, "USD");
}

static void rate_put(struct made_case *made, const char *pair)
{
    const struct made_fact row = { MADE_CASE, KEY_EXCHANGE_RATE, pair,
                                   "0.9187",  FACT_DECLARED,     UNIT_NONE };
    prices_put(made, "USD");
    made_fact_put(made, made->file.facts, &row, NULL, NULL, 0);
}

static void last_rate_of_others(struct made_case *made)
{
    rate_put(made, "GBP to JPY");
}

static void last_rate_of_both(struct made_case *made)
{
    rate_put(made, "USD to EUR");
}

static void last_price_over(struct made_case *made)
{
    prices_put(made, "EUR");
    price_put(made, 1, KEY_PRICE_VALID_UNTIL, "2026-11-02"); /* the case is of later */
}

static void last_price_to_come(struct made_case *made)
{
    prices_put(made, "EUR");
    price_put(made, 0, KEY_PRICE_AS_OF, "2027-01-01");
}

static void last_bridge_slow(struct made_case *made)
{
    made_bridge_add(made, 1.05, "cudagraph");
}

static void last_null_narrow(struct made_case *made)
{
    base_last(NULLED)(made);
    made->file.policy.margin = 0.01;
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

static void all_copied(struct made_case *made)
{
    for (size_t i = 0; i < MADE_RUNS; i++)
        made->evidence[1 + MADE_RUNS + i].digest = made->evidence[1 + i].digest;
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
    made->evidence[2].traits = TRAIT_LISTS_ACCELERATORS | TRAIT_LISTS_PROCESSES;
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

static void last_label(struct made_case *made)
{
    made->file.system[1].label = STR("NVIDIA A100");
}

static void last_question(struct made_case *made)
{
    made->file.question = STR("Is the MI300X faster?");
    const struct made_fact row = { MADE_CASE,     KEY_CASE_QUESTION, "", "Is the MI300X faster?",
                                   FACT_DECLARED, UNIT_NONE };
    made_fact_put(made, made->file.facts, &row, NULL, NULL, 0);
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

static void forced_by(struct made_case *made, const char *document)
{
    const struct made_fact row = { MADE_CASE, KEY_CASE_FORCED, "os.kernel",
                                   document,  FACT_DECLARED,   UNIT_NONE };
    last_executor(made);
    made_fact_put(made, made->file.facts, &row, NULL, NULL, 0);
}

/* Any word, and a document that the case keeps. */
static void last_forced_by_word(struct made_case *made)
{
    forced_by(made, "support.pdf");
}

/* What is kept has to speak of the difference: its file's bytes are its name. */
static void last_forced_by_mere_document(struct made_case *made)
{
    forced_by(made, "plan.json");
}

static void last_forced_by_document(struct made_case *made)
{
    made->evidence[13].bytes = STR("The H100 runs under kernel 6.1.0 or older.");
    forced_by(made, "plan.json");
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
                if (fact.key == KEY_ACCELERATOR_SERIAL)
                    fact.value.text = m == 0 ? STR("165000008") : STR("165000009");
                facts_add(kept, &fact);
            }
            machine->run[r].facts = kept;
        }
    }
}

/* ---- the table ---- */

#define FACT(side, key, instance, text, unit)                                                      \
    {                                                                                              \
        MADE_##side, KEY_##key, instance, text, FACT_MEASURED, UNIT_##unit                         \
    }
#define NO_FACT                                                                                    \
    {                                                                                              \
        .text = NULL, .key = KEY_COUNT                                                             \
    }
const struct flip flips[] = {
    { "W1", PLAIN, FACT(B, WORKLOAD_KIND, "", "micro-kernel", NONE), FAILS, NULL, NULL },
    { "W1", PLAIN, FACT(B, WORKLOAD_NAME, "", "summaries", NONE), FAILS, NULL, NULL },
    { "W1", PLAIN, FACT(B, WORKLOAD_NAME, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "W2", PLAIN, FACT(B, MODEL_NAME, "", "mistral", NONE), FAILS, NULL, NULL },
    { "W3", PLAIN, FACT(B, DATASET_NAME, "", "zeros", NONE), FAILS, NULL, NULL },
    { "W4", PLAIN, FACT(B, INPUT_LENGTH, "", "523", TOKEN), FAILS, NULL, NULL },
    { "W5", PLAIN, FACT(B, LOAD_BATCH, "", "64", COUNT), FAILS, NULL, NULL },
    { "W6", PLAIN, FACT(B, DECODING_SAMPLING, "", "top-p", NONE), FAILS, NULL, NULL },
    { "W7", PLAIN, FACT(B, WORKLOAD_SEED, "", "1", NONE), FAILS, NULL, NULL },
    { "W8", PLAIN, FACT(B, TOKENS_OUTPUT, "", "270000", TOKEN), FAILS, NULL, NULL },
    { "W8", PLAIN, NO_FACT, FAILS, NULL, mixed_lengths },
    { "W9", PLAIN, FACT(B, ACCELERATOR_COUNT, "", "0", COUNT), FAILS, NULL, NULL },
    { "W5", AT_LOAD, FACT(B, LOAD_RATE, "", "12", REQUEST_PER_SECOND), FAILS, NULL, NULL },
    { "W5", OBJECTIVE, NO_FACT, FAILS, last_objective_grid, NULL },
    { "W10", OBJECTIVE, NO_FACT, UNKNOWN, last_objective_none, NULL },
    { "W10", OBJECTIVE, NO_FACT, UNKNOWN, last_objective_silent, NULL },
    { "W10", OBJECTIVE, NO_FACT, UNKNOWN, last_objective_kept, NULL },
    { "W10", OBJECTIVE, NO_FACT, UNKNOWN, last_one_load, NULL },
    { "W10", OBJECTIVE, NO_FACT, FAILS, last_objective_missed, NULL },
    { "W11", PLAIN, FACT(B, WORKLOAD_REVISION, "", "1.5.0", NONE), FAILS, NULL, NULL },
    { "W11", PLAIN, FACT(B, CONTEXT_DEPTH, "", "4096", TOKEN), UNKNOWN, NULL, NULL },
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
    { "P8", PLAIN, FACT(B, MODEL_SIZE, "", "8030261248", BYTE), FAILS, NULL, NULL },
    { "P8", PLAIN, FACT(B, PRECISION_GROUP, "", "128", COUNT), UNKNOWN, NULL, NULL },
    { "M1", PLAIN, FACT(B, METHOD_TOOL, "", "sglang", NONE), FAILS, NULL, NULL },
    { "M2", PERCENTILE, FACT(B, METHOD_DEFINITION, "", "ttft.first-token", NONE), FAILS, NULL,
      NULL },
    { "M2", PERCENTILE, FACT(BOTH, METHOD_DEFINITION, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "M2", PLAIN, NO_FACT, UNKNOWN, last_other_column, NULL },
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
    { "M11", PLAIN, FACT(BOTH, ENVIRONMENT_SHARING, "", "SHARED host", NONE), FAILS, NULL, NULL },
    { "M12", PLAIN, NO_FACT, FAILS, last_late, NULL },
    { "M13", PLAIN, FACT(CASE, CASE_PLAN, "", NULL, NONE), FAILS, NULL, NULL },
    { "M13", PLAIN, FACT(CASE, CASE_PLAN, "", "all was planned", NONE), FAILS, NULL, NULL },
    { "M14", PLAIN, FACT(B, METHOD_PREFIX_CACHE, "", "warm", NONE), FAILS, NULL, NULL },
    { "M14", PLAIN, FACT(B, METHOD_PREFIX_CACHE, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "M15", PLAIN, FACT(B, METHOD_BUILD, "", "debug", NONE), FAILS, NULL, NULL },
    { "M16", PLAIN, FACT(B, METHOD_ENDPOINT, "", "openai-chat", NONE), FAILS, NULL, NULL },
    { "M17", PLAIN, FACT(B, SUITE_BENCHMARK, "", "MLPerf Inference gptj-99", NONE), FAILS, NULL,
      NULL },
    { "M18", NULLED, NO_FACT, FAILS, last_null_narrow, NULL },
    { "M18", NULLED, NO_FACT, FAILS, NULL, one_run_slower },
    { "M18", NULLED, FACT(B, DRIVER_VERSION, "", "550.54", NONE), UNKNOWN, NULL, NULL },
    { "S1", PLAIN, NO_FACT, UNKNOWN, NULL, samples_gone },
    { "S2", PLAIN, NO_FACT, FAILS, NULL, drifts },
    { "S3", PLAIN, FACT(B, METHOD_BASIS, "", "work", NONE), FAILS, NULL, NULL },
    { "S4", PLAIN, FACT(B, METHOD_WINDOW_BEGIN, "", "30", SECOND), FAILS, NULL, NULL },
    { "S5", WINDOW, FACT(B, METHOD_WINDOW_BEGIN, "", "-1", SECOND), FAILS, NULL, NULL },
    { "S6", PLAIN, NO_FACT, FAILS, NULL, warmed_up },
    { "S7", PLAIN, NO_FACT, FAILS, NULL, clock_falls },
    { "S7", PLAIN, NO_FACT, UNKNOWN, NULL, clock_noisy },
    { "S8", PLAIN, FACT(B, THROUGHPUT_REQUESTS, "", "9", REQUEST_PER_SECOND), FAILS, NULL, NULL },
    { "S9", PLAIN, NO_FACT, FAILS, NULL, power_falls },
    { "H7", PLAIN, NO_FACT, FAILS, NULL, clock_set_lower },
    { "H7", PLAIN, FACT(B, POWER_LIMIT_DEFAULT, "0", "800", WATT), FAILS, NULL, NULL },
    { "H1", PLAIN, NO_FACT, FAILS, NULL, clock_held },
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
    { "V6", PLAIN, NO_FACT, FAILS, NULL, power_seldom },
    { "V6", PLAIN, NO_FACT, FAILS, NULL, power_of_another },
    { "V6", PLAIN, NO_FACT, NOT_APPLICABLE, NULL, telemetry_gone },
    { "H1", PLAIN, NO_FACT, FAILS, NULL, brake },
    { "H2", PLAIN, NO_FACT, FAILS, NULL, clock_jumps },
    { "H3", PLAIN, FACT(B, ECC_UNCORRECTED, "0", "2", COUNT), FAILS, NULL, NULL },
    { "H3", PLAIN, FACT(B, ROWS_FAILED, "0", "Yes", NONE), FAILS, NULL, NULL },
    { "H3", PLAIN, FACT(B, HEALTH_CHECK, "Hardware / Memory / 0", "Fail", NONE), FAILS, NULL,
      NULL },
    { "H3", PLAIN, FACT(B, HEALTH_CHECK, "Hardware / Memory / 0", "Warn", NONE), FAILS, NULL,
      NULL },
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
    { "D3", PLAIN, FACT(B, DRIVER_VERSION, "", "580", NONE), UNKNOWN, NULL, NULL },
    { "D3", PLAIN, FACT(B, ACCELERATOR_NAME, "0", "NVIDIA H100 80GB HBM3", NONE), UNKNOWN, NULL,
      NULL },
    { "D3", PLAIN, FACT(A, ENGINE_VERSION, "", "0", NONE), UNKNOWN, NULL, NULL },
    { "D3", PLAIN, FACT(B, ENGINE_FEATURES, "", "speculative decoding", NONE), UNKNOWN, NULL,
      NULL },
    { "D4", PLAIN, FACT(BOTH, RUNTIME_ATTENTION, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "D5", PRICED, NO_FACT, UNKNOWN, last_price, NULL },
    { "D5", PRICED, NO_FACT, FAILS, last_two_currencies, NULL },
    { "D5", PRICED, NO_FACT, FAILS, last_rate_of_others, NULL },
    { "D5", PRICED, NO_FACT, HOLDS, last_rate_of_both, NULL },
    { "D5", PRICED, NO_FACT, FAILS, last_price_over, NULL },
    { "D5", PRICED, NO_FACT, FAILS, last_price_to_come, NULL },
    { "D6", PLAIN, FACT(B, METHOD_COMMAND, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "D7", PLAIN, FACT(A, COMPILE_MODE, "", "eager", NONE), FAILS, NULL, NULL },
    { "D7", PLAIN, FACT(A, COMPILE_MODE, "", "EAGER", NONE), FAILS, NULL, NULL },
    { "D9", PLAIN, FACT(B, COMPILE_MODE, "", "cudagraph", NONE), UNKNOWN, NULL, NULL },
    { "D9", PLAIN, FACT(BOTH, COMPILE_MODE, "", NULL, NONE), UNKNOWN, NULL, NULL },
    { "D8", PLAIN, FACT(B, SERVER_OPTION, "quux", "7", NONE), FAILS, NULL, NULL },
    { "D8", PLAIN, FACT(B, SERVER_OPTION, "seed", "8", NONE), FAILS, NULL, NULL },
    { "D8", PLAIN, FACT(B, ENGINE_SETTINGS, "sequences at once", "8", NONE), FAILS, NULL, NULL },
    { "D3", PLAIN, FACT(B, ENGINE_SPECULATION, "", "ngram", NONE), UNKNOWN, NULL, NULL },
    { "D3", PLAIN, FACT(B, ENGINE_PREFIX_CACHE, "", "on", NONE), UNKNOWN, NULL, NULL },
    { "D7", PLAIN, FACT(A, RUNTIME_ATTENTION, "", "SDPBackend.MATH", NONE), FAILS, NULL, NULL },
    { "X1", PLAIN, NO_FACT, FAILS, last_contradiction, NULL },
    { "X2", PLAIN, FACT(B, WORK_TOTAL, "", "288032", COUNT), FAILS, NULL, NULL },
    { "X3", PLAIN, FACT(CASE, CASE_DATE, "", "2026-11-25", NONE), FAILS, NULL, NULL },
    { "X4", PLAIN, NO_FACT, FAILS, last_copied, NULL },
    { "X4", PLAIN, NO_FACT, UNKNOWN, all_copied, NULL },
    { "X4", PLAIN, FACT(B, LOAD_BEGIN, "", "1795816800.123456", SECOND), FAILS, NULL, NULL },
    { "X5", PLAIN, FACT(B, CAPTURE_UTILISATION, "0", "0", PERCENT), FAILS, NULL, NULL },
    { "X6", PLAIN, FACT(CASE, CASE_LEDGER, "", NULL, NONE), FAILS, NULL, NULL },
    { "X6", PLAIN, FACT(CASE, CASE_LEDGER, "", "all runs are here", NONE), FAILS, NULL, NULL },
    { "X7", PLAIN, FACT(B, CONTRADICTION, "at least 100 were asked for", "20", NONE), FAILS, NULL,
      NULL },
    { "X8", PLAIN, FACT(B, ACCELERATOR_SERIAL, "1", "165000001", NONE), FAILS, NULL, NULL },
    { "X9", PLAIN, NO_FACT, FAILS, last_four_attached, NULL },
    { "X10", PLAIN, FACT(B, ENERGY_COUNTER_END, "0", "339360563.211", JOULE), FAILS,
      last_counter_begin, NULL },
    { "X11", CAPTURED, NO_FACT, FAILS, last_other_serial, NULL },
    { "X11", CAPTURED, NO_FACT, FAILS, last_other_cpu, NULL },
    { "X11", CAPTURED, NO_FACT, UNKNOWN, last_untied, NULL },
    { "X12", PLAIN, NO_FACT, FAILS, last_label, NULL },
    { "X12", PLAIN, NO_FACT, FAILS, last_question, NULL },
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
    { "E9", ALIKE, FACT(B, OS_KERNEL, "", "6.1.0", NONE), UNKNOWN, last_forced_by_word, NULL },
    { "E9", ALIKE, FACT(B, OS_KERNEL, "", "6.1.0", NONE), UNKNOWN, last_forced_by_mere_document,
      NULL },
    { "E9", ALIKE, FACT(B, OS_KERNEL, "", "6.1.0", NONE), FAILS, last_forced_by_document, NULL },
};
const size_t flip_count = ARRAY_COUNT(flips);
