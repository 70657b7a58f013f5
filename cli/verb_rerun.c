/* verb_rerun.c - all that is needed to run a case again: commands, image, environment, data,
 * client, and what of it nobody disclosed. */
#include "base/json.h"
#include "output.h"
#include "pipeline.h"
#include <stddef.h>

enum { KEYS_MOST = 24 };
static const struct part {
    const char *title;
    enum key key[KEYS_MOST];
    size_t count;
} parts[] = {
    { "commands",
      { KEY_METHOD_COMMAND, KEY_METHOD_SERVER_COMMAND, KEY_METHOD_ARGUMENTS, KEY_METHOD_TOOL,
        KEY_METHOD_TOOL_VERSION },
      5 },
    { "image and software",
      { KEY_CONTAINER_IMAGE, KEY_CONTAINER_DIGEST, KEY_ENGINE_NAME, KEY_ENGINE_VERSION,
        KEY_ENGINE_SETTINGS, KEY_FRAMEWORK_NAME, KEY_FRAMEWORK_VERSION, KEY_COMPILE_MODE,
        KEY_DRIVER_VERSION },
      9 },
    { "machine",
      { KEY_ACCELERATOR_NAME, KEY_ACCELERATOR_COUNT, KEY_POWER_LIMIT, KEY_OS_NAME, KEY_OS_VERSION,
        KEY_OS_KERNEL },
      6 },
    { "model and data",
      { KEY_MODEL_NAME, KEY_MODEL_REVISION, KEY_PRECISION_WEIGHTS, KEY_PRECISION_COMPUTE,
        KEY_PRECISION_KV_CACHE, KEY_PRECISION_QUANTISATION, KEY_DATASET_NAME, KEY_DATASET_DIGEST,
        KEY_WORKLOAD_SEED },
      9 },
    { "client and load",
      { KEY_LOAD_SCENARIO, KEY_LOAD_LOOP, KEY_LOAD_CONCURRENCY, KEY_LOAD_RATE, KEY_LOAD_BATCH,
        KEY_LOAD_REQUESTS, KEY_INPUT_LENGTH, KEY_OUTPUT_LENGTH, KEY_DECODING_SAMPLING,
        KEY_METHOD_WARMUP, KEY_METHOD_STOP_RULE, KEY_METHOD_STOP_VALUE, KEY_METHOD_CLIENT_PLACE,
        KEY_METHOD_ENDPOINT },
      14 },
    { "environment", { KEY_OS_ENVIRONMENT }, 1 },
};

struct printing_runs {
    const struct case_file *case_file;
    struct buf *out;
    struct json_out *json; /* NULL: text */
    size_t missing;
};

/* What the first run of a machine discloses; the instances of a key in byte order. */
static void key_put(struct printing_runs *p, const struct run *run, enum key key)
{
    struct str instance = { 0 };
    bool any = false;
    const struct facts *const scope[] = { run->facts, run->machine->facts };
    for (size_t s = 0; s < ARRAY_COUNT(scope); s++) {
        instance = (struct str){ 0 };
        for (bool first = true;
             !(any && s > 0) && facts_instance(scope[s], key, instance, first, &instance);
             first = false) {
            const struct fact *fact = run_fact(p->case_file, run, key, instance);
            if (!fact)
                continue;
            any = true;
            if (p->json) {
                json_open(p->json, STR(""), '{');
                json_text(p->json, STR("key"), str_from(vocabulary_row(key)->name));
                json_text(p->json, STR("instance"), instance);
                json_text(p->json, STR("value"), fact->value.text);
                json_text(p->json, STR("file"), fact->source.evidence->packed);
                json_close(p->json);
                continue;
            }
            buf_putf(p->out, "      %s", vocabulary_row(key)->title);
            if (instance.len > 0) {
                buf_put(p->out, STR(", "));
                buf_put_visible(p->out, instance);
            }
            buf_put(p->out, STR(": "));
            buf_put_visible(p->out, fact->value.text);
            buf_put_char(p->out, '\n');
        }
    }
    if (any || !vocabulary_row(key)->needed)
        return;
    p->missing++;
    if (p->json) {
        json_open(p->json, STR(""), '{');
        json_text(p->json, STR("key"), str_from(vocabulary_row(key)->name));
        json_number(p->json, STR("value"), STR("null"));
        json_close(p->json);
    } else {
        buf_putf(p->out, "      %s: not disclosed\n", vocabulary_row(key)->title);
    }
}

static void run_put(struct printing_runs *p, const struct run *run)
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
    }
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++) {
        if (!p->json)
            buf_putf(p->out, "    %s\n", parts[i].title);
        for (size_t k = 0; k < parts[i].count; k++)
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
            buf_put(p->out, STR(": "));
            buf_put_visible(p->out, system[s].label);
            buf_put_char(p->out, '\n');
        }
        for (size_t m = 0; m < system[s].machine_count; m++)
            for (size_t r = 0; r < system[s].machine[m].run_count; r++)
                run_put(p, &system[s].machine[m].run[r]);
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
    if (o->json) {
        json_close(&json);
        buf_put_char(&out, '\n');
    }
    if (!output_print(buf_str(&out)))
        return STATUS_MACHINE;
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
            "environment, data and client settings are printed as the evidence holds them, run by\n"
            "run. Exit status: 0, or 2 where something needed is not disclosed.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
