/* verb_rerun.c - all that is needed to run a case again: commands, image, environment, data,
 * client, and what of it nobody disclosed. */
#include "base/json.h"
#include "output.h"
#include "pipeline.h"

#include "model/values.h"
#include <stddef.h>

enum { KEYS_MOST = 24 };
static const struct part {
    const char *title;
    enum key key[KEYS_MOST]; /* ends at 0, which no part holds */
} parts[] = {
    { "commands",
      { KEY_METHOD_COMMAND, KEY_METHOD_SERVER_COMMAND, KEY_METHOD_ARGUMENTS, KEY_METHOD_TOOL,
        KEY_METHOD_TOOL_VERSION } },
    { "image and software",
      { KEY_CONTAINER_IMAGE, KEY_CONTAINER_DIGEST, KEY_ENGINE_NAME, KEY_ENGINE_VERSION,
        KEY_ENGINE_SETTINGS, KEY_ENGINE_FEATURES, KEY_FRAMEWORK_NAME, KEY_FRAMEWORK_VERSION,
        KEY_FRAMEWORK_CUDA, KEY_FRAMEWORK_ROCM, KEY_RUNTIME_ATTENTION, KEY_RUNTIME_CUDNN_LOADED,
        KEY_RUNTIME_NCCL_LOADED, KEY_COMPILE_MODE, KEY_COMPILE_FLAGS, KEY_COMPILE_TOOLKIT,
        KEY_PYTHON_VERSION, KEY_PACKAGE_VERSION } },
    { "machine",
      { KEY_ACCELERATOR_NAME, KEY_ACCELERATOR_COUNT, KEY_POWER_LIMIT, KEY_CLOCK_SM_APPLICATION,
        KEY_FIRMWARE_VBIOS, KEY_DRIVER_VERSION, KEY_CPU_NAME, KEY_HOST_MEMORY, KEY_OS_NAME,
        KEY_OS_VERSION, KEY_OS_KERNEL, KEY_CONTAINER_VIRTUALISATION, KEY_NODES_COUNT,
        KEY_NODES_PLACEMENT } },
    { "model and data",
      { KEY_MODEL_NAME, KEY_MODEL_REVISION, KEY_PRECISION_WEIGHTS, KEY_PRECISION_COMPUTE,
        KEY_PRECISION_KV_CACHE, KEY_PRECISION_QUANTISATION, KEY_PRECISION_QUANTISER,
        KEY_DATASET_NAME, KEY_DATASET_DIGEST, KEY_WORKLOAD_SEED } },
    { "client and load",
      { KEY_LOAD_SCENARIO, KEY_LOAD_LOOP, KEY_LOAD_CONCURRENCY, KEY_LOAD_RATE, KEY_LOAD_BURSTINESS,
        KEY_LOAD_BATCH, KEY_LOAD_REQUESTS, KEY_INPUT_LENGTH, KEY_OUTPUT_LENGTH,
        KEY_DECODING_SAMPLING, KEY_METHOD_WARMUP, KEY_METHOD_WARMUP_DISCARDED, KEY_METHOD_STOP_RULE,
        KEY_METHOD_STOP_VALUE, KEY_METHOD_CLIENT_PLACE, KEY_METHOD_ENDPOINT } },
    { "environment", { KEY_OS_ENVIRONMENT } },
};

/* Named where nobody discloses them, though no comparison needs them. */
static const enum key told_anyway[] = { KEY_DATASET_DIGEST, KEY_CONTAINER_DIGEST,
                                        KEY_OS_ENVIRONMENT };

struct printing_runs {
    const struct case_file *case_file;
    struct buf *out;
    struct json_out *json; /* NULL: text */
    size_t missing;
};

static bool is_told_anyway(enum key key)
{
    for (size_t i = 0; i < ARRAY_COUNT(told_anyway); i++)
        if (told_anyway[i] == key)
            return true;
    return false;
}

/* Calls `visit` for what the run discloses of a key, instances in byte order; how many. */
static size_t key_visit(const struct case_file *case_file, const struct run *run, enum key key,
                        void (*visit)(struct printing_runs *p, const struct fact *fact),
                        struct printing_runs *p)
{
    const struct facts *const scope[] = { run->facts, run->machine->facts,
                                          run->machine->system->facts, case_file->facts };
    size_t count = 0;
    for (size_t s = 0; s < ARRAY_COUNT(scope) && count == 0; s++) {
        struct str instance = { 0 };
        for (bool first = true; facts_instance(scope[s], key, instance, first, &instance);
             first = false) {
            const struct fact *fact = run_fact(case_file, run, key, instance);
            if (!fact)
                continue;
            if (visit)
                visit(p, fact);
            count++;
        }
    }
    return count;
}

static void fact_put_text(struct printing_runs *p, const struct fact *fact)
{
    buf_putf(p->out, "      %s", vocabulary_row(fact->key)->title);
    if (fact->instance.len > 0) {
        buf_put(p->out, STR(", "));
        buf_put_visible(p->out, fact->instance);
    }
    buf_put(p->out, STR(": "));
    buf_put_visible(p->out, fact->value.text);
    buf_put_char(p->out, '\n');
}

static void fact_put_json(struct printing_runs *p, const struct fact *fact)
{
    json_open(p->json, STR(""), '{');
    json_text(p->json, STR("key"), str_from(vocabulary_row(fact->key)->name));
    json_text(p->json, STR("instance"), fact->instance);
    json_value_put(p->json, fact);
    json_text(p->json, STR("unit"), str_from(unit_row(fact->value.unit)->symbol));
    json_text(p->json, STR("file"), fact->source.evidence->packed);
    json_close(p->json);
}

/* Where a list of packages stands, in place of some hundred lines; --json has them. */
static void packages_put(struct printing_runs *p, const struct run *run)
{
    struct str instance = { 0 };
    const struct facts *facts = run->facts;
    if (!facts_instance(facts, KEY_PACKAGE_VERSION, instance, true, &instance))
        facts = run->machine->facts;
    if (!facts_instance(facts, KEY_PACKAGE_VERSION, instance, true, &instance))
        return;
    const struct fact *fact = run_fact(p->case_file, run, KEY_PACKAGE_VERSION, instance);
    if (!fact)
        return;
    buf_putf(p->out, "      Packages: %zu, listed in ",
             key_visit(p->case_file, run, KEY_PACKAGE_VERSION, NULL, NULL));
    buf_put_visible(p->out, fact->source.evidence->name);
    buf_put(p->out, STR(" (--json prints them)\n"));
}

static void silence_put(struct printing_runs *p, enum key key)
{
    bool needed = vocabulary_row(key)->needed;
    if (!needed && !is_told_anyway(key))
        return;
    p->missing += needed ? 1 : 0;
    if (p->json) {
        json_open(p->json, STR(""), '{');
        json_text(p->json, STR("key"), str_from(vocabulary_row(key)->name));
        json_null(p->json, STR("value"));
        json_close(p->json);
    } else {
        buf_putf(p->out, "      %s: not disclosed\n", vocabulary_row(key)->title);
    }
}

static void key_put(struct printing_runs *p, const struct run *run, enum key key)
{
    if (key == KEY_PACKAGE_VERSION && !p->json)
        packages_put(p, run);
    else if (key_visit(p->case_file, run, key, p->json ? fact_put_json : fact_put_text, p) == 0)
        silence_put(p, key);
}

/* All that a key prints of a run, to be held against another's. */
static struct str key_text(const struct printing_runs *p, const struct run *run, enum key key)
{
    struct buf text = buf_new(p->out->home, (size_t)1 << 22);
    struct printing_runs alone = { p->case_file, &text, NULL, 0 };
    key_put(&alone, run, key);
    return buf_str(&text);
}

/* Repeats of one machine are mostly alike: of the later ones only what differs is printed. */
static void run_put_against(struct printing_runs *p, const struct run *run, const struct run *first)
{
    buf_put(p->out, STR("    as "));
    buf_put_visible(p->out, first->id);
    size_t differing = 0;
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++)
        for (size_t k = 0; k < KEYS_MOST && parts[i].key[k] != 0; k++) {
            struct str text = key_text(p, run, parts[i].key[k]);
            if (str_eq(text, key_text(p, first, parts[i].key[k])))
                continue;
            buf_put(p->out, differing++ == 0 ? STR(", but for\n") : STR(""));
            if (text.len == 0)
                buf_putf(p->out, "      %s: not disclosed\n",
                         vocabulary_row(parts[i].key[k])->title);
            buf_put(p->out, text);
        }
    if (differing == 0)
        buf_put_char(p->out, '\n');
}

static void run_put(struct printing_runs *p, const struct run *run, const struct run *first)
{
    if (p->json) {
        json_open(p->json, STR(""), '{');
        json_text(p->json, STR("run"), run->id);
        json_text(p->json, STR("machine"), run->machine->id);
        json_open(p->json, STR("needed"), '[');
    } else {
        buf_put(p->out, STR("  run "));
        buf_put_visible(p->out, run->id);
        buf_put_char(p->out, '\n');
        if (first) {
            run_put_against(p, run, first);
            return;
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++) {
        if (!p->json)
            buf_putf(p->out, "    %s\n", parts[i].title);
        for (size_t k = 0; k < KEYS_MOST && parts[i].key[k] != 0; k++)
            key_put(p, run, parts[i].key[k]);
    }
    if (p->json) {
        json_close(p->json);
        json_close(p->json);
    }
}

static void systems_put(struct printing_runs *p, const struct system *system, size_t count)
{
    for (size_t s = 0; s < count; s++) {
        if (!p->json) {
            buf_put_visible(p->out, system[s].id);
            if (system[s].label.len > 0)
                buf_put(p->out, STR(": "));
            buf_put_visible(p->out, system[s].label);
            buf_put_char(p->out, '\n');
        }
        for (size_t m = 0; m < system[s].machine_count; m++)
            for (size_t r = 0; r < system[s].machine[m].run_count; r++)
                run_put(p, &system[s].machine[m].run[r],
                        r > 0 ? &system[s].machine[m].run[0] : NULL);
    }
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct pipeline p = { .home = request->home, .diags = request->diags };
    if (!pipeline_run(&p, o->argument[0], o->rules, STAGE_ASSESS))
        return diags_exit(request->diags) == 0 ? STATUS_MACHINE : diags_exit(request->diags);
    struct buf out = output_new(request->home);
    struct json_out json;
    struct printing_runs runs = { p.case_file, &out, o->json ? &json : NULL, 0 };
    if (o->json) {
        json_begin(&json, &out);
        json_open(&json, STR(""), '[');
    }
    systems_put(&runs, p.case_file->system, p.case_file->system_count);
    systems_put(&runs, p.case_file->bridge, p.case_file->bridge_count);
    if (o->json)
        json_close(&json);
    int printed = output_end(&out, STATUS_HOLDS);
    if (printed != STATUS_HOLDS)
        return printed;
    return runs.missing > 0 ? STATUS_UNDECIDED : STATUS_HOLDS;
}

static const struct option_row rows[] = {
    OPTION_ROW_JSON,
};
const struct verb verb_rerun = {
    .name = "rerun",
    .summary = "all that is needed to run a case again",
    .usage = "rerun FILE [--json]",
    .more = "FILE is a case file or a dossier. Nothing is started: commands, image digests,\n"
            "environment, data and client settings are printed as the evidence holds them; of\n"
            "repeated runs only what differs from the first. --json prints all of each run.\n"
            "Exit status: 0, or 2 where something needed is not disclosed.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
