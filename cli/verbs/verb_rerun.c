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

/* ---- what is needed ---- */

struct need { /* one value of one key */
    enum key key;
    const struct fact *fact; /* NULL: nobody discloses it */
};
struct run_needs {
    const struct run *run;
    const struct run_needs *first; /* the machine's first run; NULL: this is it */
    struct need *need;             /* in the order of the parts and their keys */
    size_t count, room;
};
struct system_needs {
    const struct system *system; /* or bridge */
    struct run_needs *run;       /* of all its machines */
    size_t count;
};
struct again { /* all that the verb says */
    struct arena *home;
    struct system_needs *system;
    size_t count, missing; /* missing: what a comparison needs and a run does not disclose */
};

static bool is_told_anyway(enum key key)
{
    for (size_t i = 0; i < ARRAY_COUNT(told_anyway); i++)
        if (told_anyway[i] == key)
            return true;
    return false;
}

/* Appends what the run discloses of a key, instances in byte order. */
static void key_add(struct again *again, const struct case_file *case_file, enum key key,
                    struct run_needs *to)
{
    const struct run *run = to->run;
    const struct facts *const scope[] = { run->facts, run->machine->facts,
                                          run->machine->system->facts, case_file->facts };
    size_t before = to->count;
    for (size_t s = 0; s < ARRAY_COUNT(scope) && to->count == before; s++) {
        struct str instance = { 0 };
        for (bool first = true; facts_instance(scope[s], key, instance, first, &instance);
             first = false) {
            const struct fact *fact = run_fact(case_file, run, key, instance);
            if (!fact)
                continue;
            ARENA_GROW(again->home, struct need, to->need, to->count, to->room, 64);
            to->need[to->count++] = (struct need){ key, fact };
        }
    }
    bool needed = vocabulary_row(key)->needed;
    if (to->count > before || (!needed && !is_told_anyway(key)))
        return;
    again->missing += needed ? 1 : 0;
    ARENA_GROW(again->home, struct need, to->need, to->count, to->room, 64);
    to->need[to->count++] = (struct need){ key, NULL };
}

static void system_add(struct again *again, const struct case_file *case_file,
                       const struct system *system)
{
    size_t runs = 0;
    for (size_t m = 0; m < system->machine_count; m++)
        runs += system->machine[m].run_count;
    struct system_needs *to = &again->system[again->count++];
    *to = (struct system_needs){ system, ARENA_MANY(again->home, runs + 1, struct run_needs), 0 };
    for (size_t m = 0; m < system->machine_count; m++) {
        const struct run_needs *first = &to->run[to->count];
        for (size_t r = 0; r < system->machine[m].run_count; r++) {
            struct run_needs *one = &to->run[to->count++];
            one->run = &system->machine[m].run[r];
            one->first = r > 0 ? first : NULL;
            for (size_t i = 0; i < ARRAY_COUNT(parts); i++)
                for (size_t k = 0; k < KEYS_MOST && parts[i].key[k] != 0; k++)
                    key_add(again, case_file, parts[i].key[k], one);
        }
    }
}

static void again_fill(struct again *again, const struct case_file *case_file)
{
    again->system = ARENA_MANY(again->home, case_file->system_count + case_file->bridge_count + 1,
                               struct system_needs);
    for (size_t i = 0; i < case_file->system_count; i++)
        system_add(again, case_file, &case_file->system[i]);
    for (size_t i = 0; i < case_file->bridge_count; i++)
        system_add(again, case_file, &case_file->bridge[i]);
}

/* ---- for programs ---- */

static void need_put_json(const struct need *need, struct json_out *json)
{
    const struct fact *fact = need->fact;
    json_open(json, STR(""), '{');
    json_text(json, STR("key"), str_from(vocabulary_row(need->key)->name));
    if (!fact) {
        json_null(json, STR("value"));
    } else {
        json_text(json, STR("instance"), fact->instance);
        json_value_put(json, fact);
        json_text(json, STR("unit"), str_from(unit_row(fact->value.unit)->symbol));
        json_text(json, STR("file"), fact->source.evidence->packed);
    }
    json_close(json);
}

static void put_json(const void *answer, struct json_out *json)
{
    const struct again *again = answer;
    for (size_t s = 0; s < again->count; s++)
        for (size_t r = 0; r < again->system[s].count; r++) {
            const struct run_needs *one = &again->system[s].run[r];
            json_open(json, STR(""), '{');
            json_text(json, STR("run"), one->run->id);
            json_text(json, STR("machine"), one->run->machine->id);
            json_open(json, STR("needed"), '[');
            for (size_t i = 0; i < one->count; i++)
                need_put_json(&one->need[i], json);
            json_close(json);
            json_close(json);
        }
}

/* ---- for people ---- */

static void need_put_text(const struct need *need, struct buf *out)
{
    buf_putf(out, "      %s", vocabulary_row(need->key)->title);
    if (need->fact && need->fact->instance.len > 0) {
        buf_put(out, STR(", "));
        buf_put_visible(out, need->fact->instance);
    }
    buf_put(out, STR(": "));
    buf_put_visible(out, need->fact ? need->fact->value.text : STR("not disclosed"));
    buf_put_char(out, '\n');
}

/* What a run says of a key. Of packages where their list stands, in place of some hundred lines;
 * --json has them. */
static void key_put_text(const struct run_needs *one, enum key key, struct buf *out)
{
    size_t from = 0, count = 0;
    while (from < one->count && one->need[from].key != key)
        from++;
    while (from + count < one->count && one->need[from + count].key == key)
        count++;
    if (count > 0 && key == KEY_PACKAGE_VERSION && one->need[from].fact) {
        buf_putf(out, "      Packages: %zu, listed in ", count);
        buf_put_visible(out, one->need[from].fact->source.evidence->name);
        buf_put(out, STR(" (--json prints them)\n"));
        return;
    }
    for (size_t i = from; i < from + count; i++)
        need_put_text(&one->need[i], out);
}

static struct str key_text(const struct again *again, const struct run_needs *one, enum key key)
{
    struct buf text = buf_new(again->home, (size_t)1 << 22);
    key_put_text(one, key, &text);
    return buf_str(&text);
}

/* Repeats of one machine are mostly alike: of the later ones only what differs is printed. */
static void run_put_against(const struct again *again, const struct run_needs *one, struct buf *out)
{
    buf_put(out, STR("    as "));
    buf_put_visible(out, one->first->run->id);
    size_t differing = 0;
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++)
        for (size_t k = 0; k < KEYS_MOST && parts[i].key[k] != 0; k++) {
            enum key key = parts[i].key[k];
            struct str text = key_text(again, one, key);
            if (str_eq(text, key_text(again, one->first, key)))
                continue;
            buf_put(out, differing++ == 0 ? STR(", but for\n") : STR(""));
            if (text.len == 0)
                need_put_text(&(struct need){ key, NULL }, out);
            buf_put(out, text);
        }
    if (differing == 0)
        buf_put_char(out, '\n');
}

static void run_put_text(const struct run_needs *one, struct buf *out)
{
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++) {
        buf_putf(out, "    %s\n", parts[i].title);
        for (size_t k = 0; k < KEYS_MOST && parts[i].key[k] != 0; k++)
            key_put_text(one, parts[i].key[k], out);
    }
}

static void put_text(const void *answer, struct buf *out)
{
    const struct again *again = answer;
    for (size_t s = 0; s < again->count; s++) {
        const struct system_needs *of = &again->system[s];
        buf_put_visible(out, of->system->id);
        buf_put(out, of->system->label.len > 0 ? STR(": ") : STR(""));
        buf_put_visible(out, of->system->label);
        buf_put_char(out, '\n');
        for (size_t r = 0; r < of->count; r++) {
            buf_put(out, STR("  run "));
            buf_put_visible(out, of->run[r].run->id);
            buf_put_char(out, '\n');
            if (of->run[r].first)
                run_put_against(again, &of->run[r], out);
            else
                run_put_text(&of->run[r], out);
        }
    }
}

static int run(struct request *request)
{
    static const struct printers printers = { '[', NULL, put_json, put_text };
    const struct options *o = &request->options;
    struct pipeline p = { .home = request->home, .diags = request->diags };
    struct again again = { .home = request->home };
    if (!pipeline_run(&p, o->argument[0], o->rules, STAGE_ASSESS))
        return diags_exit(request->diags) == 0 ? STATUS_MACHINE : diags_exit(request->diags);
    again_fill(&again, p.case_file);
    return answer_print(request, &printers, &again,
                        again.missing > 0 ? STATUS_UNDECIDED : STATUS_HOLDS);
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
