/* profile_tied.c - whether a profile is of the side it is offered for.
 *
 * Five things must be told by the profile's own content and agree with the runs: the program, the
 * workload, the formats, the accelerator and the launch mode. A trace alone tells accelerator,
 * launch mode and formats, by names of devices, calls and kernels; what was run on what must be
 * told by files beside it in a folder of its own. That it lies beside a run shows nothing. */
#include "model/likeness.h"
#include "profiles.h"

enum ground { ACCELERATOR, LAUNCH_MODE, FORMATS, PROGRAM, MODEL, LOAD, GROUNDS };
static const char *const ground_name[GROUNDS] = { "accelerator", "launch mode", "formats",
                                                  "program",     "model",       "load" };

/* Keys of a ground: any that is told on both sides must agree; `shows`: one that does shows the
 * ground. */
static const struct {
    enum ground ground;
    enum key key;
    bool shows, length;
} keys[] = {
    { ACCELERATOR, KEY_ACCELERATOR_NAME, true, false },
    { ACCELERATOR, KEY_ACCELERATOR_COUNT, false, false },
    { ACCELERATOR, KEY_ACCELERATOR_MULTIPROCESSORS, false, false },
    { LAUNCH_MODE, KEY_COMPILE_MODE, true, false },
    { LAUNCH_MODE, KEY_RUNTIME_ATTENTION, false, false },
    { FORMATS, KEY_PRECISION_COMPUTE, true, false },
    { FORMATS, KEY_PRECISION_WEIGHTS, false, false },
    { FORMATS, KEY_PRECISION_QUANTISATION, false, false },
    { PROGRAM, KEY_METHOD_TOOL, true, false },
    { PROGRAM, KEY_ENGINE_NAME, true, false },
    { PROGRAM, KEY_ENGINE_VERSION, false, false },
    { PROGRAM, KEY_FRAMEWORK_VERSION, false, false },
    { MODEL, KEY_MODEL_NAME, true, false },
    { MODEL, KEY_MODEL_PARAMETERS, true, false },
    { MODEL, KEY_MODEL_REVISION, false, false },
    { MODEL, KEY_MODEL_LAYERS, false, false },
    { MODEL, KEY_MODEL_DIMENSION, false, false },
    { MODEL, KEY_MODEL_VOCABULARY, false, false },
    { MODEL, KEY_MODEL_ARCHITECTURE, false, false },
    { LOAD, KEY_LOAD_BATCH, true, false },
    { LOAD, KEY_LOAD_CONCURRENCY, true, false },
    { LOAD, KEY_LOAD_RATE, true, false },
    { LOAD, KEY_INPUT_LENGTH, true, true },
    { LOAD, KEY_OUTPUT_LENGTH, false, true },
    { LOAD, KEY_WORKLOAD_KIND, false, false },
    { LOAD, KEY_DATASET_NAME, false, false },
};

struct tying {
    struct arena *home;
    const struct case_file *case_file;
    const struct run *run;
    const struct profile_content *content;
    struct profile *profile;
    bool shown[GROUNDS];
    const struct fact *own[GROUNDS]; /* what the runs say of a ground */
    bool other;
};

static bool counts(const struct tying *in, const struct fact *fact)
{
    return !fact->placeholder && (!in->content->only || fact->source.evidence == in->content->only);
}

static const struct fact *own_fact(const struct tying *in, enum key key)
{
    const struct fact *fact = run_fact(in->case_file, in->run, key, STR(""));
    struct str instance;
    if (!fact && facts_instance(in->run->facts, key, STR(""), true, &instance))
        fact = run_fact(in->case_file, in->run, key, instance);
    if (!fact && facts_instance(in->run->machine->facts, key, STR(""), true, &instance))
        fact = run_fact(in->case_file, in->run, key, instance);
    return fact;
}

static void other_note(struct tying *in, enum ground ground, const struct fact *told,
                       const struct fact *own)
{
    if (!in->other) {
        in->other = true;
        in->profile->tie = PROFILE_OTHER;
        in->profile->ground = ground_name[ground];
        in->profile->told = told;
        in->profile->own = own;
    }
}

/* ---- what files beside a trace tell in words ---- */

static void key_hold(struct tying *in, size_t at)
{
    enum { PERCENT_APART = 2 }; /* of mean lengths, as rule W4 has it */
    enum ground ground = keys[at].ground;
    const struct fact *own = own_fact(in, keys[at].key);
    if (!own || texts_alike(own->value.text, STR("as weights")))
        return;
    in->own[ground] = in->own[ground] ? in->own[ground] : own;
    for (size_t i = 0; i < facts_count(in->content->facts); i++) {
        const struct fact *fact = facts_at(in->content->facts, i);
        if (fact->key != keys[at].key || !counts(in, fact))
            continue;
        if (fact_tells_less(fact, own))
            continue;
        bool same = facts_alike(in->home, fact, own) ||
                    (keys[at].length && fact->value.number && own->value.number &&
                     facts_within(in->home, fact, own, PERCENT_APART / 100.0));
        if (!same)
            other_note(in, ground, fact, own);
        in->shown[ground] = in->shown[ground] || (same && keys[at].shows);
    }
}

static enum ground ground_of(enum key key)
{
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
        if (keys[i].key == key)
            return keys[i].ground;
    return vocabulary_row(key)->group == GROUP_PRECISION ? FORMATS : PROGRAM;
}

/* Told among what counts, of the same key and instance. */
static bool is_told(const struct tying *in, const struct fact *open)
{
    const struct facts *facts = in->content->facts;
    const struct fact *fact = facts_next(facts, open->key, open->instance, NULL);
    while (fact && !counts(in, fact))
        fact = facts_next(facts, open->key, open->instance, fact);
    return fact != NULL;
}

/* Options of a server, each under its instance. Where its command leaves one to a file that nobody
 * can read, the profile is of nothing that could be shown; `open`: that fact. */
static const struct fact *options_hold(struct tying *in)
{
    const struct fact *open = NULL;
    for (size_t i = 0; i < facts_count(in->content->facts); i++) {
        const struct fact *fact = facts_at(in->content->facts, i);
        enum group group = vocabulary_row(fact->key)->group;
        bool asked =
            !in->content->only && (vocabulary_row(fact->key)->layer == LAYER_ENGINE ||
                                   fact->key == KEY_COMPILE_OPTION || group == GROUP_PRECISION);
        if (asked && fact_left_open(fact) && !is_told(in, fact)) {
            open = open ? open : fact;
        } else if (asked && counts(in, fact) &&
                   vocabulary_row(fact->key)->likeness == LIKENESS_EQUAL) {
            const struct fact *own = run_fact(in->case_file, in->run, fact->key, fact->instance);
            if (own && texts_alike(own->value.text, STR("as weights")))
                own = own_fact(in, KEY_PRECISION_WEIGHTS);
            if (own && !texts_alike(fact->value.text, STR("as weights")) &&
                !facts_alike(in->home, fact, own))
                other_note(in, ground_of(fact->key), fact, own);
        }
    }
    return open;
}

/* ---- what the trace itself shows ---- */

static const struct fact *shows(const struct tying *in, const char *what)
{
    for (size_t i = 0; i < facts_count(in->content->facts); i++) {
        const struct fact *fact = facts_at(in->content->facts, i);
        if (fact->key == KEY_PROFILE_SHOWS && str_eq(fact->instance, str_from(what)) &&
            fact->source.evidence == in->profile->evidence)
            return fact;
    }
    return NULL;
}

static void accelerator_hold(struct tying *in)
{
    const struct fact *own = own_fact(in, KEY_ACCELERATOR_NAME);
    const struct fact *ranks = own_fact(in, KEY_ACCELERATOR_COUNT);
    for (size_t i = 0; i < facts_count(in->content->facts); i++) {
        const struct fact *fact = facts_at(in->content->facts, i);
        if (fact->source.evidence != in->profile->evidence || fact->placeholder)
            continue;
        if (own && fact->key == KEY_PROFILE_ACCELERATOR) {
            enum named named = parts_named(KEY_ACCELERATOR_NAME, fact->value.text, own->value.text);
            if (named == NAMED_ALIKE)
                in->shown[ACCELERATOR] = true;
            else if (named == NAMED_OTHER)
                other_note(in, ACCELERATOR, fact, own);
        }
        if (ranks && fact->key == KEY_PROFILE_SETTING &&
            str_eq(fact->instance, STR("world_size")) &&
            !texts_alike(fact->value.text, ranks->value.text))
            other_note(in, ACCELERATOR, fact, ranks);
    }
}

static void launch_hold(struct tying *in)
{
    const struct fact *own = own_fact(in, KEY_COMPILE_MODE);
    const struct fact *graph = shows(in, "graph launch"), *plain = shows(in, "kernel launch");
    const struct fact *compiled = shows(in, "compiled kernel");
    if (!own || (!graph && !plain))
        return;
    struct str mode = own->value.text;
    bool wants_graph = text_holds(mode, "graph"), wants_eager = text_holds(mode, "eager");
    bool wants_compiled =
        text_holds(mode, "compile") || text_holds(mode, "inductor") || text_holds(mode, "autotune");
    if (!wants_graph && !wants_eager && !wants_compiled)
        return; /* a word that calls and kernels do not tell */
    if (wants_graph != (graph != NULL))
        other_note(in, LAUNCH_MODE, graph ? graph : plain, own);
    else if (wants_compiled != (compiled != NULL))
        other_note(in, LAUNCH_MODE, compiled ? compiled : graph ? graph : plain, own);
    else
        in->shown[LAUNCH_MODE] = true;
}

static void formats_hold(struct tying *in)
{
    static const struct {
        const char *name;
        int width; /* of its operands, in steps */
    } formats[] = { { "fp8", 0 }, { "bf16", 1 }, { "fp16", 1 }, { "tf32", 2 }, { "fp32", 3 } };
    const struct fact *own = own_fact(in, KEY_PRECISION_COMPUTE);
    const struct fact *named = NULL, *narrower = NULL, *beside = NULL;
    int width = -1;
    for (size_t i = 0; own && i < ARRAY_COUNT(formats); i++) {
        if (texts_alike(own->value.text, str_from(formats[i].name))) {
            width = formats[i].width;
            named = shows(in, formats[i].name);
        }
    }
    /* sums and rare kernels in a wider format are usual; a narrower one is another format */
    for (size_t i = 0; width >= 0 && i < ARRAY_COUNT(formats); i++) {
        const struct fact *fact = shows(in, formats[i].name);
        narrower = fact && formats[i].width < width ? fact : narrower;
        beside = fact && fact != named && formats[i].width == width ? fact : beside;
    }
    if (narrower || (beside && !named))
        other_note(in, FORMATS, narrower ? narrower : beside, own);
    else if (named)
        in->shown[FORMATS] = true;
}

void profile_tie(struct arena *home, const struct case_file *case_file,
                 const struct profile_content *content, struct profile *profile)
{
    const struct system *system = profile->system;
    const struct run *run = profile->run;
    for (size_t i = 0; !run && i < system->machine_count; i++)
        run = system->machine[i].run_count > 0 ? &system->machine[i].run[0] : NULL;
    struct tying in = {
        .home = home, .case_file = case_file, .run = run, .content = content, .profile = profile
    };
    profile->tie = PROFILE_UNTOLD;
    profile->ground = ground_name[PROGRAM];
    if (!run)
        return;
    accelerator_hold(&in);
    launch_hold(&in);
    formats_hold(&in);
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
        key_hold(&in, i);
    const struct fact *open = options_hold(&in);
    if (in.other)
        return;
    if (open) { /* PROFILE_UNTOLD */
        profile->ground = ground_name[ground_of(open->key)];
        profile->told = open;
        return;
    }
    profile->tie = PROFILE_TIED;
    for (size_t i = 0; i < GROUNDS && profile->tie == PROFILE_TIED; i++) {
        if (!in.shown[i]) {
            profile->tie = PROFILE_UNTOLD;
            profile->ground = ground_name[i];
            profile->own = in.own[i];
        }
    }
}
