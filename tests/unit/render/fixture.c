/* fixture.c - see fixture.h. */
#include "fixture.h"

#include "base/num.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct making {
    struct arena *home;
    struct fact *fact[512];
    size_t count;
    struct evidence evidence[8];
    struct case_file *file;
    struct report_model *model;
    struct comparison *comparison;
    enum fixture kind;
};

enum file_id {
    FILE_CASE,
    FILE_SMI_A,
    FILE_SMI_B,
    FILE_ITERATIONS,
    FILE_COMMAND_A,
    FILE_COMMAND_B,
    FILE_NOTES
};

static struct fact *fact_new(struct making *m, enum key key, const char *text, enum unit unit,
                             enum fact_kind kind)
{
    struct fact *fact = ARENA_NEW(m->home, struct fact);
    fact->key = key;
    fact->kind = kind;
    fact->value.text = str_from(text);
    fact->value.unit = unit;
    fact->value.number = num_real(fact->value.text, &fact->value.value);
    assert(m->count < ARRAY_COUNT(m->fact));
    m->fact[m->count++] = fact;
    return fact;
}

static struct fact *sourced(struct making *m, enum key key, const char *text, enum unit unit,
                            enum fact_kind kind, enum file_id file, uint32_t line, const char *path)
{
    struct fact *fact = fact_new(m, key, text, unit, kind);
    fact->source.evidence = &m->evidence[file];
    fact->source.from = (struct place){ .file = m->evidence[file].name,
                                        .line = line,
                                        .column = 5,
                                        .path = str_from(path),
                                        .offset = line * 20 };
    return fact;
}

static struct fact *derived(struct making *m, enum key key, const char *text, enum unit unit,
                            const char *name, const char *formula, const struct comparison *licence)
{
    struct fact *fact = fact_new(m, key, text, unit, FACT_DERIVED);
    struct derivation *derivation = ARENA_NEW(m->home, struct derivation);
    *derivation = (struct derivation){ .name = name, .formula = formula, .licence = licence };
    fact->derivation = derivation;
    return fact;
}

static void input_set(struct making *m, struct fact *fact, const struct fact *const *input,
                      size_t count)
{
    const struct fact **kept = ARENA_MANY(m->home, count + 1, const struct fact *);
    memcpy(kept, input, count * sizeof *kept);
    struct derivation *derivation = ARENA_NEW(m->home, struct derivation);
    *derivation = *fact->derivation;
    derivation->input = kept;
    derivation->count = count;
    fact->derivation = derivation;
}

/* facts_add copies; the model's pointers must be the copies */
static const struct fact *scoped(struct making *m, struct facts *facts, struct fact *fact)
{
    facts_add(facts, fact);
    const struct fact *copy = facts_at(facts, facts_count(facts) - 1);
    memcpy(&m->fact[m->count - 1], &copy,
           sizeof copy); /* numbered through the list, as assess does */
    return copy;
}

/* ---- series ---- */

static struct series *durations(struct making *m, double level, size_t cycle, double end,
                                unsigned seed)
{
    struct series *s = ARENA_NEW(m->home, struct series);
    size_t most = (size_t)(end / level * 1.2) + 10;
    double *start = ARENA_MANY(m->home, most, double), *value = ARENA_MANY(m->home, most, double);
    double at = 0;
    size_t i = 0;
    for (; i < most && at < end; i++) {
        seed = seed * 1103515245u + 12345u;
        double noise = ((seed >> 16) & 0xff) / 255.0 - 0.5;
        double warm = at < 8 ? 0.10 * (8 - at) / 8 : 0;
        start[i] = at;
        value[i] =
            level * (0.92 + 0.16 * (double)(i % cycle) / (double)cycle + 0.02 * noise + warm);
        if (i % 5003 == 5002) {
            value[i] *= 3; /* a hiccup that must not be lost */
        }
        at += value[i] + 0.00005;
    }
    *s = (struct series){ .key = KEY_ITERATION_DURATION,
                          .unit = UNIT_SECOND,
                          .kind = SERIES_PER_ITERATION,
                          .start = start,
                          .value = value,
                          .duration = value,
                          .count = i,
                          .load_begin = 0,
                          .load_end = end };
    s->source.evidence = &m->evidence[FILE_ITERATIONS];
    s->source.from = (struct place){ .file = m->evidence[FILE_ITERATIONS].name,
                                     .line = 1,
                                     .path = STR("/duration_s") };
    s->source.to = (struct place){ .file = m->evidence[FILE_ITERATIONS].name,
                                   .line = (uint32_t)i,
                                   .path = STR("/duration_s") };
    return s;
}

static struct series *telemetry(struct making *m, enum key key, double level, double end)
{
    struct series *s = ARENA_NEW(m->home, struct series);
    size_t count = (size_t)(end / 0.25);
    double *start = ARENA_MANY(m->home, count, double), *value = ARENA_MANY(m->home, count, double);
    for (size_t i = 0; i < count; i++) {
        start[i] = (double)i * 0.25;
        value[i] = key == KEY_TELEMETRY_THROTTLE
                       ? (i == 40 || i == 41 || i == 90 ? 4 : 0)
                       : level - (i < 20 ? 15 * (20 - (double)i) : 0) - (i % 37 == 0 ? 15 : 0);
    }
    *s = (struct series){ .key = key,
                          .unit = UNIT_MEGAHERTZ,
                          .kind = SERIES_PER_INTERVAL,
                          .start = start,
                          .value = value,
                          .count = count,
                          .load_begin = 0,
                          .load_end = end };
    s->source.evidence = &m->evidence[FILE_ITERATIONS];
    return s;
}

/* ---- the case ---- */

static void evidence_make(struct making *m)
{
    static const struct {
        const char *name, *packed, *bytes, *format;
    } rows[] = {
        [FILE_CASE] = { "case.json", "data/case.json", "{ \"format\": \"dossier-case/1\" }\n",
                        "dossier-case" },
        [FILE_SMI_A] = { "unit6/captures/nvidia-smi-q.xml",
                         "data/evidence/00-captures/nvidia-smi-q.xml", "<nvidia_smi_log/>\n",
                         "nvidia-smi-xml" },
        [FILE_SMI_B] = { "unit7/captures/nvidia-smi-q.xml",
                         "data/evidence/01-captures/nvidia-smi-q.xml", "<nvidia_smi_log />\n",
                         "nvidia-smi-xml" },
        [FILE_ITERATIONS] = { "unit6/long-r1/iterations.jsonl",
                              "data/evidence/02-long-r1/iterations.jsonl", "{\"i\":0}\n",
                              "dossier-series" },
        [FILE_COMMAND_A] = { "unit6/long-r1/command.json", "data/evidence/02-long-r1/command.json",
                             "{}\n", "command-json" },
        [FILE_COMMAND_B] = { "unit7/compile-long-r1/command.json",
                             "data/evidence/03-compile-long-r1/command.json", "{ }\n",
                             "command-json" },
        [FILE_NOTES] = { "notes <&>.txt", "data/evidence/04-x/notes.txt", "hello\n", NULL },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        m->evidence[i] = (struct evidence){ .name = str_from(rows[i].name),
                                            .packed = str_from(rows[i].packed),
                                            .bytes = str_from(rows[i].bytes),
                                            .digest = digest_of(str_from(rows[i].bytes)),
                                            .format = rows[i].format,
                                            .index = i };
    }
}

static void systems_make(struct making *m)
{
    static const char *const labels[] = { "as it runs today", "compiler on" };
    static const char *const ids[2][3] = { { "decode-long-r1", "decode-long-r2", "decode-long-r3" },
                                           { "decode-compile-long-r1", "decode-compile-long-r2",
                                             "decode-compile-long-r3" } };
    struct case_file *file = m->file;
    file->system = ARENA_MANY(m->home, 2, struct system);
    file->system_count = 2;
    for (size_t s = 0; s < 2; s++) {
        struct system *system = &file->system[s];
        *system = (struct system){ .id = s == 0 ? STR("A") : STR("B"),
                                   .label = str_from(labels[s]),
                                   .baseline = s == 0,
                                   .facts = facts_new(m->home),
                                   .index = s,
                                   .machine_count = 1 };
        struct machine *machine = system->machine = ARENA_NEW(m->home, struct machine);
        *machine = (struct machine){ .id = s == 0 ? STR("A.1") : STR("B.1"),
                                     .system = system,
                                     .facts = facts_new(m->home),
                                     .run_count = m->kind == FIXTURE_FEW && s == 1 ? 2 : 3 };
        machine->run = ARENA_MANY(m->home, 3, struct run);
        for (size_t r = 0; r < machine->run_count; r++) {
            machine->run[r] = (struct run){ .id = str_from(ids[s][r]),
                                            .path = str_from(ids[s][r]),
                                            .machine = machine,
                                            .facts = facts_new(m->home) };
        }
    }
}

static const struct fact *case_add(struct making *m, enum key key, const char *text, enum unit unit,
                                   uint32_t line, const char *path)
{
    struct fact *fact = sourced(m, key, text, unit, FACT_DECLARED, FILE_CASE, line, path);
    return scoped(m, m->file->facts, fact);
}

static void case_make(struct making *m)
{
    struct case_file *file = m->file;
    file->facts = facts_new(m->home);
    file->evidence = &m->evidence[FILE_CASE];
    file->id = STR("PR-2026-0142");
    file->date = STR("2026-11-27");
    file->language = STR("en");
    file->question = STR("Is the software the bottleneck, before we buy more accelerators?");
    file->asked_by = STR("Procurement");
    file->metric = KEY_THROUGHPUT_OUTPUT_TOKENS;
    file->under_test.layer[0] = LAYER_COMPILE;
    file->under_test.layer_count = 1;
    case_add(m, KEY_CASE_ID, "PR-2026-0142", UNIT_NONE, 1, "/id");
    case_add(m, KEY_CASE_DATE, "2026-11-27", UNIT_NONE, 1, "/date");
    case_add(m, KEY_CASE_QUESTION,
             "Is the software the bottleneck, before we buy more accelerators?", UNIT_NONE, 2,
             "/question");
    case_add(m, KEY_CASE_ASKED_BY, "Procurement", UNIT_NONE, 2, "/asked_by");
    file->policy.repetitions_fact =
        case_add(m, KEY_POLICY_REPETITIONS, "3", UNIT_COUNT, 20, "/policy/repetitions");
    file->policy.margin_fact =
        case_add(m, KEY_POLICY_MARGIN, "1", UNIT_PERCENT, 20, "/policy/margin");
    file->policy.least_window_fact =
        case_add(m, KEY_POLICY_LEAST_WINDOW, "60", UNIT_SECOND, 20, "/policy/least_window");
    case_add(m, KEY_PARTY_MEASURED_BY, "Platform team", UNIT_NONE, 3, "/measured_by/name");
    case_add(m, KEY_PARTY_KIND, "buyer", UNIT_NONE, 3, "/measured_by/party");
    case_add(m, KEY_PARTY_PAID_BY, "buyer", UNIT_NONE, 3, "/measured_by/paid_by");
    case_add(m, KEY_PARTY_HOSTED_BY, "buyer", UNIT_NONE, 3, "/measured_by/hosted_by");
    case_add(m, KEY_PARTY_CONFIGURED_BY, "buyer", UNIT_NONE, 3, "/measured_by/configured_by");
    file->assumption = ARENA_MANY(m->home, 2, struct case_text);
    file->assumption_count = 2;
    static const char *const assumptions[] = {
        "Decode of one model at batch 32 stands for the service’s load.",
        "The compiled model answers as the plain one does."
    };
    for (size_t i = 0; i < 2; i++) {
        file->assumption[i].text = str_from(assumptions[i]);
        file->assumption[i].fact =
            case_add(m, KEY_CASE_ASSUMPTION, assumptions[i], UNIT_NONE, 40, "/assumptions/0");
    }
    file->limitation = ARENA_MANY(m->home, 1, struct case_text);
    file->limitation_count = 1;
    file->limitation[0].text = STR("One unit a side; the host is shared.");
    file->limitation[0].fact =
        case_add(m, KEY_CASE_LIMITATION, "One unit a side; the host is shared.", UNIT_NONE, 41,
                 "/limitations/0");
}

struct stack_row {
    enum key key;
    const char *a, *b;
    enum unit unit;
};
static const struct stack_row stack[] = {
    { KEY_DRIVER_VERSION, "580.159.03", "580.159.03", UNIT_NONE },
    { KEY_FIRMWARE_VBIOS, "96.00.A5.00.01", "96.00.A5.00.01", UNIT_NONE },
    { KEY_ACCELERATOR_NAME, "NVIDIA H100 80GB HBM3", "NVIDIA H100 80GB HBM3", UNIT_NONE },
    { KEY_ACCELERATOR_MEMORY_TOTAL, "81559", "81559", UNIT_MEBIBYTE },
    { KEY_POWER_LIMIT, "700.00", "700.00", UNIT_WATT },
    { KEY_FRAMEWORK_VERSION, "2.9.1+cu130", "2.9.1+cu130", UNIT_NONE },
    { KEY_OS_KERNEL, "6.8.0-1052-generic-with-a-very-long-local-version-string-of-60-chars",
      "6.8.0-1052-generic-with-a-very-long-local-version-string-of-60-chars", UNIT_NONE },
    { KEY_CPU_NAME, "Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz",
      "Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz", UNIT_NONE },
    { KEY_COMPILE_MODE, "cudagraph", "compile+cudagraph", UNIT_NONE },
    { KEY_MODEL_NAME, "llama-shaped, 1.1 B", "llama-shaped, 1.1 B", UNIT_NONE },
    { KEY_RUNTIME_ATTENTION, "flash", "flash", UNIT_NONE },
    { KEY_PRECISION_WEIGHTS, "bf16", "bf16", UNIT_NONE },
    { KEY_PRECISION_COMPUTE, "bf16", "bf16", UNIT_NONE },
    { KEY_DATASET_NAME, "random", "random", UNIT_NONE },
    { KEY_WORKLOAD_KIND, "offline inference", "offline inference", UNIT_NONE },
};
static const struct fact *stack_fact[ARRAY_COUNT(stack)][2];

static void stack_make(struct making *m)
{
    for (size_t i = 0; i < ARRAY_COUNT(stack); i++) {
        for (size_t s = 0; s < 2; s++) {
            const char *text = s == 0 ? stack[i].a : stack[i].b;
            stack_fact[i][s] = NULL;
            if (m->kind == FIXTURE_REFUSAL && s == 1) {
                if (stack[i].key == KEY_DRIVER_VERSION) {
                    continue;
                }
                text = stack[i].key == KEY_DATASET_NAME        ? "zeros"
                       : stack[i].key == KEY_PRECISION_COMPUTE ? "fp16"
                                                               : text;
            }
            struct machine *machine = m->file->system[s].machine;
            struct fact *fact = sourced(m, stack[i].key, text, stack[i].unit, FACT_CAPTURED,
                                        s == 0 ? FILE_SMI_A : FILE_SMI_B, (uint32_t)(30 + i),
                                        "/nvidia_smi_log/driver_version");
            fact->system = &m->file->system[s];
            fact->machine = machine;
            stack_fact[i][s] = scoped(m, machine->facts, fact);
        }
    }
}

static const struct fact *stack_find(enum key key, size_t side)
{
    for (size_t i = 0; i < ARRAY_COUNT(stack); i++) {
        if (stack[i].key == key) {
            return stack_fact[i][side];
        }
    }
    return NULL;
}

static void layers_make(struct making *m)
{
    static const enum key chief[LAYER_COUNT] = { [LAYER_MODEL] = KEY_MODEL_NAME,
                                                 [LAYER_RUNTIME] = KEY_RUNTIME_ATTENTION,
                                                 [LAYER_FRAMEWORK] = KEY_FRAMEWORK_VERSION,
                                                 [LAYER_COMPILE] = KEY_COMPILE_MODE,
                                                 [LAYER_OS] = KEY_OS_KERNEL,
                                                 [LAYER_DRIVER] = KEY_DRIVER_VERSION,
                                                 [LAYER_FIRMWARE] = KEY_FIRMWARE_VBIOS,
                                                 [LAYER_ACCELERATOR] = KEY_ACCELERATOR_NAME,
                                                 [LAYER_HOST] = KEY_CPU_NAME,
                                                 [LAYER_POWER] = KEY_POWER_LIMIT };
    struct layer_difference *layer = ARENA_MANY(m->home, LAYER_COUNT, struct layer_difference);
    size_t count = 0;
    for (enum layer l = LAYER_NONE + 1; l < LAYER_COUNT; l++) {
        const struct fact *a = chief[l] ? stack_find(chief[l], 0) : NULL,
                          *b = chief[l] ? stack_find(chief[l], 1) : NULL;
        struct layer_difference *d = &layer[count++];
        *d = (struct layer_difference){
            .layer = l, .a = a, .b = b, .under_test = l == LAYER_COMPILE
        };
        d->state = !a || !b                               ? LAYER_UNDISCLOSED
                   : str_eq(a->value.text, b->value.text) ? LAYER_SAME
                                                          : LAYER_CHANGED;
        if (d->state == LAYER_CHANGED) {
            struct key_difference *difference = ARENA_NEW(m->home, struct key_difference);
            *difference = (struct key_difference){ .key = chief[l], .a = a, .b = b };
            d->difference = difference;
            d->difference_count = 1;
        }
    }
    m->comparison->layer = layer;
    m->comparison->layer_count = count;
}

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
    if (run->fact_count > 0) {
        memcpy(list, run->fact, run->fact_count * sizeof *list);
    }
    list[run->fact_count++] = fact;
    run->fact = list;
    return fact;
}

static void runs_make(struct making *m, bool licensed)
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

static void coverage_make(struct making *m)
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

static void findings_make(struct making *m)
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

static const struct fact *pair(struct making *m, enum key key, const char *text, enum unit unit,
                               const char *name, const char *formula)
{
    return derived(m, key, text, unit, name, formula, m->comparison);
}

static void counts_make(struct making *m)
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

static void ratio_make(struct making *m)
{
    struct comparison *c = m->comparison;
    static const char *const mean[] = { "6663", "8191" }, *const low[] = { "6633", "8095" },
                             *const high[] = { "6693", "8287" };
    for (size_t s = 0; s < 2; s++) {
        struct fact *fact = derived(m, KEY_MEAN_VALUE, mean[s], UNIT_TOKEN_PER_SECOND,
                                    "mean of runs", "sum of values / runs", c);
        const struct fact *input[3] = { 0 };
        size_t count = 0;
        for (size_t i = 0; i < c->run_count; i++) {
            if (c->run[i].run->machine->system == &m->file->system[s]) {
                input[count++] = c->run[i].value;
            }
        }
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
    c->detectable =
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

const struct report_model *fixture_model(struct arena *home, enum fixture kind)
{
    struct making *m = ARENA_NEW(home, struct making);
    m->home = home;
    m->kind = kind;
    m->file = ARENA_NEW(home, struct case_file);
    m->model = ARENA_NEW(home, struct report_model);
    m->comparison = ARENA_NEW(home, struct comparison);
    struct comparison *c = m->comparison;
    evidence_make(m);
    systems_make(m);
    case_make(m);
    stack_make(m);
    c->a = &m->file->system[0];
    c->b = &m->file->system[1];
    c->has_baseline = true;
    c->verdict = kind == FIXTURE_REFUSAL ? VERDICT_NOT : VERDICT_STATED;
    bool licensed = kind != FIXTURE_REFUSAL;
    counts_make(m);
    runs_make(m, licensed);
    if (licensed) {
        c->window_begin =
            pair(m, KEY_WINDOW_BEGIN, "17.02", UNIT_SECOND, "window", "latest steady start");
        c->window_end =
            pair(m, KEY_WINDOW_END, "78.00", UNIT_SECOND, "window", "earliest steady end");
        c->window_length =
            pair(m, KEY_WINDOW_LENGTH, "60.98", UNIT_SECOND, "window", "end - begin");
    }
    if (kind == FIXTURE_CLAIM) {
        ratio_make(m);
    } else {
        c->credit_why = licensed ? "no ratio" : "";
    }
    layers_make(m);
    coverage_make(m);
    findings_make(m);
    facts_number(m->fact, m->count);
    const struct fact **fact = ARENA_MANY(home, m->count, const struct fact *);
    memcpy(fact, m->fact, m->count * sizeof *fact);
    *m->model = (struct report_model){ .case_file = m->file,
                                       .evidence = m->evidence,
                                       .evidence_count = FILE_NOTES + 1,
                                       .comparison = c,
                                       .comparison_count = 1,
                                       .fact = fact,
                                       .fact_count = m->count,
                                       .rules_version = STR("1"),
                                       .program = STR("dossier 0.1.0"),
                                       .evidence_id = digest_of(STR("fixture")) };
    return m->model;
}

const struct skin *fixture_skin(struct arena *home)
{
    struct diags *diags = diags_new(home);
    struct entries *files = ARENA_NEW(home, struct entries);
    if (!entries_read(home, TESTS_DIR "/../templates", NULL, files, diags)) {
        return NULL;
    }
    struct skin *skin = ARENA_NEW(home, struct skin);
    skin->file = files;
    return skin_open(home, skin, STR("en"), diags) ? skin : NULL;
}
