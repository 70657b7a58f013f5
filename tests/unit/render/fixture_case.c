/* fixture_case.c - the case of the fixture: evidence, two systems with their runs and series,
 * stacks. */
#include "fixture_making.h"

#include "base/num.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- series ---- */

struct series *durations(struct making *m, double level, size_t cycle, double end, unsigned seed)
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
        if (i % 5003 == 5002)
            value[i] *= 3; /* a hiccup that must not be lost */
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

struct series *telemetry(struct making *m, enum key key, double level, double end)
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

void evidence_make(struct making *m)
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

void systems_make(struct making *m)
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

void case_make(struct making *m)
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

void stack_make(struct making *m)
{
    for (size_t i = 0; i < ARRAY_COUNT(stack); i++) {
        for (size_t s = 0; s < 2; s++) {
            const char *text = s == 0 ? stack[i].a : stack[i].b;
            stack_fact[i][s] = NULL;
            if (m->kind == FIXTURE_REFUSAL && s == 1) {
                if (stack[i].key == KEY_DRIVER_VERSION)
                    continue;
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

const struct fact *stack_find(enum key key, size_t side)
{
    for (size_t i = 0; i < ARRAY_COUNT(stack); i++)
        if (stack[i].key == key)
            return stack_fact[i][side];
    return NULL;
}

void layers_make(struct making *m)
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
