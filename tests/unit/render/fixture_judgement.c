/* fixture_judgement.c - what the fixture's comparison derives and finds. */
#include "fixture_making.h"

#include "base/num.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- judgement ---- */

static const struct fact *run_derived(struct making *m, struct judged_run *run, enum key key,
                                      const char *text, enum unit unit,
                                      const struct comparison *licence)
{
    struct fact *fact = derived(m, key, text, unit, "work over time",
                                "work in the stretch / time in the stretch", licence);
    fact->run = run->run;
    fact->machine = run->run->machine;
    fact->system = run->run->machine->system;
    struct derivation *derivation = ARENA_NEW(m->home, struct derivation);
    *derivation = *fact->derivation;
    derivation->series = run->series;
    fact->derivation = derivation;
    const struct fact **list = ARENA_MANY(m->home, run->fact_count + 1, const struct fact *);
    if (run->fact_count > 0)
        memcpy(list, run->fact, run->fact_count * sizeof *list);
    list[run->fact_count++] = fact;
    run->fact = list;
    return fact;
}

void runs_make(struct making *m, bool licensed)
{
    static const char *const own[2][3] = { { "6649", "6671", "6669" }, { "8187", "8155", "8232" } };
    static const char *const low[2][3] = { { "6641", "6660", "6659" }, { "8171", "8139", "8220" } };
    static const char *const high[2][3] = { { "6657", "6682", "6679" },
                                            { "8203", "8171", "8244" } };
    static const char *const start[3] = { "17.02", "12.40", "9.90" };
    struct comparison *c = m->comparison;
    struct judged_run *all = ARENA_MANY(m->home, 7, struct judged_run);
    size_t count = 0;
    for (size_t s = 0; s < 2; s++) {
        struct machine *machine = m->file->system[s].machine;
        for (size_t r = 0; r < machine->run_count; r++) {
            struct judged_run *run = &all[count++];
            run->run = &machine->run[r];
            run->series =
                durations(m, s == 0 ? 0.0048 : 0.0039, 512, 78, (unsigned)(s * 7 + r + 1));
            run->clock = telemetry(m, KEY_TELEMETRY_CLOCK_SM, 1980, 78);
            run->throttle = r == 1 ? telemetry(m, KEY_TELEMETRY_THROTTLE, 0, 78) : NULL;
            run->steady =
                (struct steadiness){ .verdict = STEADY,
                                     .reason = "",
                                     .cycles = 24,
                                     .method = STR("shifts; delta 1 %; batches 30; phase ctx") };
            run->begin_s = 17.02;
            run->end_s = 78;
            run_derived(m, run, KEY_STEADY_VERDICT, "steady", UNIT_NONE, NULL);
            run_derived(m, run, KEY_STEADY_START, start[r], UNIT_SECOND, NULL);
            run_derived(m, run, KEY_STEADY_END, "78.00", UNIT_SECOND, NULL);
            run_derived(m, run, KEY_STEADY_CYCLES, "24", UNIT_COUNT, NULL);
            run_derived(m, run, KEY_CLOCK_MEDIAN, "1980", UNIT_MEGAHERTZ, NULL);
            run_derived(m, run, KEY_POWER_MEAN, s == 0 ? "512.4" : "561.0", UNIT_WATT, NULL);
            run->own =
                run_derived(m, run, KEY_VALUE_OWN_WINDOW, own[s][r], UNIT_TOKEN_PER_SECOND, NULL);
            run->whole =
                run_derived(m, run, KEY_VALUE_WHOLE_RUN, own[s][r], UNIT_TOKEN_PER_SECOND, NULL);
            run->within_low =
                run_derived(m, run, KEY_VALUE_WITHIN_LOW, low[s][r], UNIT_TOKEN_PER_SECOND, NULL);
            run->within_high =
                run_derived(m, run, KEY_VALUE_WITHIN_HIGH, high[s][r], UNIT_TOKEN_PER_SECOND, NULL);
            if (licensed) {
                run->value =
                    run_derived(m, run, KEY_WINDOW_VALUE, own[s][r], UNIT_TOKEN_PER_SECOND, c);
            }
        }
    }
    c->run = all;
    c->run_count = count;
}

void coverage_make(struct making *m)
{
    static const enum key missing_engine[] = { KEY_ENGINE_VERSION },
                          missing_container[] = { KEY_CONTAINER_DIGEST };
    struct comparison *c = m->comparison;
    struct coverage *coverage =
        ARENA_MANY(m->home, c->run_count * (LAYER_COUNT + 2), struct coverage);
    size_t count = 0;
    for (enum layer l = LAYER_NONE; l < LAYER_COUNT; l++) {
        for (size_t r = 0; r < c->run_count; r++) {
            struct coverage *at = &coverage[count++];
            *at = (struct coverage){ .layer = l,
                                     .group = l == LAYER_NONE ? GROUP_WORKLOAD : GROUP_EXECUTOR,
                                     .run = c->run[r].run,
                                     .state = COVERAGE_CAPTURED,
                                     .needed = 2,
                                     .disclosed = 2 };
            if (l == LAYER_ENGINE || l == LAYER_CONTAINER) {
                at->state = COVERAGE_NONE;
                at->missing = l == LAYER_ENGINE ? missing_engine : missing_container;
                at->missing_count = 1;
            } else if (l == LAYER_COMPILE || l == LAYER_NONE) {
                at->state = COVERAGE_DECLARED;
            } else if (l == LAYER_DRIVER && r == 3) {
                at->state = COVERAGE_CLASH;
            }
        }
    }
    c->coverage = coverage;
    c->coverage_count = count;
}

#define TEXT(literal)                                                                              \
    {                                                                                              \
        "" literal, sizeof(literal) - 1                                                            \
    }
static const struct rule_text rules[] = {
    { .id = TEXT("W3"),
      .title = TEXT("Same input data"),
      .why = TEXT("What is fed in changes how hard the hardware works: zeros, for instance, draw "
                  "less power and run faster than real data."),
      .mend = TEXT("Measure again with the same input data on both sides."),
      .family = FAMILY_W },
    { .id = TEXT("P2"),
      .title = TEXT("Same format of computation"),
      .why = TEXT("Fewer bits in computation are faster and less exact; tf32 is not fp32."),
      .mend =
          TEXT("Measure again with the same format on both sides, or put precision under test."),
      .family = FAMILY_P },
    { .id = TEXT("D3"),
      .title = TEXT("Layers not under test are equal"),
      .why = TEXT("A change elsewhere in the stack may be the cause."),
      .mend = TEXT("Capture the missing value on both sides."),
      .family = FAMILY_D },
    { .id = TEXT("M12"),
      .title = TEXT("Order of runs interleaved"),
      .why =
          TEXT("Where one side ran first and the other later, time itself may be the difference."),
      .mend = TEXT("Alternate the sides: one run of each in turn."),
      .family = FAMILY_M },
    { .id = TEXT("U1"),
      .title = TEXT("Units counted"),
      .why = TEXT("Units of one kind differ among themselves."),
      .mend = TEXT("Measure on several units a side."),
      .family = FAMILY_U },
    { .id = TEXT("W1"),
      .title = TEXT("Same kind of workload"),
      .why = TEXT("Training, serving and a kernel in isolation stress a system in different ways."),
      .mend = TEXT("Measure the same kind of workload on both sides."),
      .family = FAMILY_W },
    { .id = TEXT("V2"),
      .title = TEXT("Few failed requests"),
      .why = TEXT("Failed requests cost no work and make a system look faster."),
      .mend = TEXT("Find why requests fail, and measure again."),
      .family = FAMILY_V },
};

void findings_make(struct making *m)
{
    struct comparison *c = m->comparison;
    bool refusal = m->kind == FIXTURE_REFUSAL;
    struct finding *finding = ARENA_MANY(m->home, 8, struct finding);
    size_t n = 0;
    if (refusal) {
        finding[n++] = (struct finding){ .rule = &rules[0],
                                         .judgement = FAILS,
                                         .severity = SEVERITY_BLOCKS,
                                         .cell = VERDICT_NOT,
                                         .key = KEY_DATASET_NAME,
                                         .said = STR("The two sides were fed different data."),
                                         .a = stack_find(KEY_DATASET_NAME, 0),
                                         .b = stack_find(KEY_DATASET_NAME, 1) };
        finding[n++] = (struct finding){ .rule = &rules[1],
                                         .judgement = FAILS,
                                         .severity = SEVERITY_BLOCKS,
                                         .cell = VERDICT_NOT,
                                         .key = KEY_PRECISION_COMPUTE,
                                         .said = STR("The formats differ."),
                                         .a = stack_find(KEY_PRECISION_COMPUTE, 0),
                                         .b = stack_find(KEY_PRECISION_COMPUTE, 1) };
        finding[n++] = (struct finding){ .rule = &rules[2],
                                         .judgement = UNKNOWN,
                                         .severity = SEVERITY_BLOCKS,
                                         .cell = VERDICT_INCOMPLETE,
                                         .key = KEY_DRIVER_VERSION,
                                         .silent = STR("B"),
                                         .said = STR("B does not disclose its driver."),
                                         .a = stack_find(KEY_DRIVER_VERSION, 0) };
    }
    finding[n++] =
        (struct finding){ .rule = &rules[3],
                          .judgement = FAILS,
                          .severity = SEVERITY_DISCLOSES,
                          .cell = VERDICT_STATED,
                          .key = KEY_COUNT,
                          .said = STR("All runs of one side came before all runs of the other.") };
    finding[n++] = (struct finding){ .rule = &rules[4],
                                     .judgement = FAILS,
                                     .severity = SEVERITY_DISCLOSES,
                                     .cell = VERDICT_STATED,
                                     .key = KEY_UNITS_COUNTED,
                                     .said = STR("One unit a side."),
                                     .a = c->units[0],
                                     .b = c->units[1] };
    finding[n++] = (struct finding){ .rule = &rules[5],
                                     .judgement = HOLDS,
                                     .severity = SEVERITY_BLOCKS,
                                     .cell = VERDICT_COMPARABLE,
                                     .key = KEY_WORKLOAD_KIND,
                                     .a = stack_find(KEY_WORKLOAD_KIND, 0),
                                     .b = stack_find(KEY_WORKLOAD_KIND, 1) };
    finding[n++] = (struct finding){ .rule = &rules[6],
                                     .judgement = NOT_APPLICABLE,
                                     .severity = SEVERITY_BLOCKS,
                                     .cell = VERDICT_COMPARABLE,
                                     .key = KEY_COUNT };
    c->finding = finding;
    c->finding_count = n;
}

const struct fact *pair(struct making *m, enum key key, const char *text, enum unit unit,
                        const char *name, const char *formula)
{
    return derived(m, key, text, unit, name, formula, m->comparison);
}

void counts_make(struct making *m)
{
    struct comparison *c = m->comparison;
    bool refusal = m->kind == FIXTURE_REFUSAL;
    for (size_t s = 0; s < 2; s++) {
        struct fact *units =
            derived(m, KEY_UNITS_COUNTED, "1", UNIT_COUNT, "count", "distinct units", NULL);
        units->system = &m->file->system[s];
        c->units[s] = units;
        struct fact *runs =
            derived(m, KEY_RUNS_COUNTED, m->kind == FIXTURE_FEW && s == 1 ? "2" : "3", UNIT_COUNT,
                    "count", "distinct executions", NULL);
        runs->system = &m->file->system[s];
        c->runs[s] = runs;
    }
    c->failed = derived(m, KEY_CONDITIONS_FAILED, refusal ? "2" : "0", UNIT_COUNT, "count",
                        "conditions that fail", NULL);
    c->unknown = derived(m, KEY_CONDITIONS_UNKNOWN, refusal ? "1" : "0", UNIT_COUNT, "count",
                         "conditions not decided", NULL);
    c->stated =
        derived(m, KEY_DIFFERENCES_STATED, "2", UNIT_COUNT, "count", "stated differences", NULL);
    c->layers_changed =
        derived(m, KEY_LAYERS_CHANGED, "1", UNIT_COUNT, "count", "layers that differ", NULL);
}

void ratio_make(struct making *m)
{
    struct comparison *c = m->comparison;
    static const char *const mean[] = { "6663", "8191" }, *const low[] = { "6633", "8095" },
                             *const high[] = { "6693", "8287" };
    for (size_t s = 0; s < 2; s++) {
        struct fact *fact = derived(m, KEY_MEAN_VALUE, mean[s], UNIT_TOKEN_PER_SECOND,
                                    "mean of runs", "sum of values / runs", c);
        const struct fact *input[3] = { 0 };
        size_t count = 0;
        for (size_t i = 0; i < c->run_count; i++)
            if (c->run[i].run->machine->system == &m->file->system[s])
                input[count++] = c->run[i].value;
        input_set(m, fact, input, count);
        fact->system = &m->file->system[s];
        c->mean[s] = fact;
        struct fact *l = derived(m, KEY_MEAN_LOW, low[s], UNIT_TOKEN_PER_SECOND, "t interval",
                                 "mean - t s / sqrt n", c);
        struct fact *h = derived(m, KEY_MEAN_HIGH, high[s], UNIT_TOKEN_PER_SECOND, "t interval",
                                 "mean + t s / sqrt n", c);
        l->system = h->system = &m->file->system[s];
        c->mean_low[s] = l;
        c->mean_high[s] = h;
    }
    const struct fact *means[] = { c->mean[0], c->mean[1] };
    struct fact *ratio = derived(m, KEY_RATIO_VALUE, "1.230", UNIT_RATIO, "ratio of means",
                                 "mean of B / mean of A", c);
    input_set(m, ratio, means, 2);
    c->ratio = ratio;
    c->ratio_low =
        pair(m, KEY_RATIO_LOW, "1.212", UNIT_RATIO, "log ratio, Welch", "exp(ln ratio - t s)");
    c->ratio_high =
        pair(m, KEY_RATIO_HIGH, "1.248", UNIT_RATIO, "log ratio, Welch", "exp(ln ratio + t s)");
    c->change = pair(m, KEY_CHANGE_VALUE, "23", UNIT_PERCENT, "change", "(ratio - 1) x 100");
    c->change_low = pair(m, KEY_CHANGE_LOW, "21", UNIT_PERCENT, "change", "(low - 1) x 100");
    c->change_high = pair(m, KEY_CHANGE_HIGH, "25", UNIT_PERCENT, "change", "(high - 1) x 100");
    c->df = pair(m, KEY_RATIO_DF, "2.37", UNIT_RATIO, "Welch-Satterthwaite", "degrees of freedom");
    c->ratio_all =
        pair(m, KEY_RATIO_ALL_WINDOW, "1.228", UNIT_RATIO, "ratio of means", "over all of W");
    c->ratio_own =
        pair(m, KEY_RATIO_OWN_WINDOWS, "1.230", UNIT_RATIO, "ratio of means", "own windows");
    c->ratio_whole =
        pair(m, KEY_RATIO_WHOLE_RUNS, "1.229", UNIT_RATIO, "ratio of means", "whole runs");
    c->power.detectable =
        pair(m, KEY_DETECTABLE_CHANGE, "1.5", UNIT_PERCENT, "power", "80 % power at 5 %");
    const struct fact **bridge = ARENA_MANY(m->home, 1, const struct fact *);
    bridge[0] =
        pair(m, KEY_BRIDGE_RATIO, "0.999", UNIT_RATIO, "bridge", "bridge run / mean of its like");
    c->bridge = bridge;
    c->bridge_count = 1;
    c->decision = "faster";
    c->credited = LAYER_COMPILE;
    c->credit_why = "one layer, bridge agrees";
}
