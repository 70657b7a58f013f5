/* accuracy_tied.c - whether an accuracy result is of the side on which it stands. A file among the
 * captures names no run: what it says itself of model, formats, quantisation, engine and
 * accelerator must be what the runs say, and must tell what tells the sides apart. What a file in a
 * run's own folder leaves unsaid is the run's, as with all that its tool left there; what it says
 * may contradict the run all the same. */
#include "accuracy.h"

#include "model/likeness.h"
#include "products.h"

#include <string.h>

struct tying {
    const struct case_file *case_file;
    const struct run *run;
    const struct accuracy *seen;
    bool of_run; /* it stands in the run's own folder */
};
struct said { /* a setting in the file, and the fact in which it stands; NULL: not told */
    struct str text;
    const struct fact *fact;
};

/* ---- what the file says ---- */

const struct fact *score_nearer(const struct fact *score, const struct fact *known,
                                const struct fact *fact)
{
    bool before = fact->source.from.offset <= score->source.from.offset;
    bool nearer = known && before &&
                  (known->source.from.offset > score->source.from.offset ||
                   known->source.from.offset < fact->source.from.offset);
    return !known || nearer ? fact : known;
}

struct beside {
    const struct fact *score; /* NULL: what a person declares of the run's test */
    const struct fact *found;
};

static void beside_visit(void *self, const struct fact *fact)
{
    struct beside *in = self;
    if (fact->placeholder)
        return;
    if (!in->score)
        in->found = in->found || fact->kind != FACT_DECLARED ? in->found : fact;
    else if (fact->source.evidence == in->score->source.evidence)
        in->found = score_nearer(in->score, in->found, fact);
}

static const struct fact *told(const struct tying *in, enum key key, struct str instance)
{
    struct beside look = { .score = in->seen->score };
    run_facts(in->case_file, in->run, key, instance, beside_visit, &look);
    return look.found;
}

static bool is_bound(char c) /* may stand before the name of a setting */
{
    return c == ',' || c == ' ' || c == '{' || c == '\'' || c == '"' || c == '(';
}

/* The value behind "name=" or "'name': " in the text; empty: none. */
static struct str setting_in(struct str text, const char *name)
{
    struct str word = str_from(name);
    for (size_t i = 0; i + word.len < text.len; i++) {
        if (!str_starts(str_sub(text, i, text.len), word) || (i > 0 && !is_bound(text.at[i - 1])))
            continue;
        size_t at = i + word.len;
        while (at < text.len && (text.at[at] == '\'' || text.at[at] == '"' || text.at[at] == ' '))
            at++;
        if (at >= text.len || (text.at[at] != '=' && text.at[at] != ':'))
            continue;
        size_t end = at + 1;
        while (end < text.len && text.at[end] != ',' && text.at[end] != '}' && text.at[end] != ')')
            end++;
        struct str value = str_trim(str_sub(text, at + 1, end));
        bool quoted = value.len > 1 && (value.at[0] == '\'' || value.at[0] == '"');
        return quoted ? str_sub(value, 1, value.len - 1) : value;
    }
    return (struct str){ 0 };
}

/* A setting of the model's arguments, one text or one fact each. */
static struct said setting(const struct tying *in, const char *name)
{
    static const char *const nothing[] = { "none", "null", "auto", "" };
    struct said out = { .fact = told(in, KEY_ACCURACY_ARGUMENTS, str_from(name)) };
    if (out.fact) {
        out.text = str_trim(out.fact->value.text);
    } else {
        out.fact = told(in, KEY_ACCURACY_ARGUMENTS, (struct str){ 0 });
        out.text = out.fact ? setting_in(out.fact->value.text, name) : (struct str){ 0 };
        struct beside look = { .score = NULL };
        if (out.text.len == 0) { /* what no file tells a person may declare in run.json */
            run_facts(in->case_file, in->run, KEY_ACCURACY_ARGUMENTS, (struct str){ 0 },
                      beside_visit, &look);
            out.text = look.found ? setting_in(look.found->value.text, name) : out.text;
            out.fact = out.text.len > 0 ? look.found : out.fact;
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(nothing); i++)
        if (texts_alike(out.text, str_from(nothing[i])))
            return (struct said){ { 0 }, NULL };
    return out;
}

/* ---- formats ---- */

/* What a quantiser makes of weights, by its name in engines; NULL: fewer bits, not said which. */
static const struct {
    const char *name, *precision_class;
} quantisers[] = {
    { "fp8", "8-bit float" },
    { "fbgemm_fp8", "8-bit float" },
    { "ptpc_fp8", "8-bit float" },
    { "w8a8_fp8", "8-bit float" },
    { "modelopt", "8-bit float" },
    { "modelopt_fp8", "8-bit float" },
    { "w8a8_int8", "8-bit integer" },
    { "experts_int8", "8-bit integer" },
    { "int8", "8-bit integer" },
    { "awq", "4-bit integer" },
    { "awq_marlin", "4-bit integer" },
    { "w4a16", "4-bit integer" },
    { "int4", "4-bit integer" },
    { "nvfp4", "4-bit block float" },
    { "mxfp4", "4-bit block float" },
    { "modelopt_fp4", "4-bit block float" },
    { "gptq", NULL },
    { "w8a8", NULL },
    { "fp4", NULL },
    { "bnb", NULL },
};

static bool is_full(const char *precision_class)
{
    static const char *const full[] = { "64-bit float", "32-bit float", "tf32", "16-bit float" };
    for (size_t i = 0; i < ARRAY_COUNT(full); i++)
        if (strcmp(full[i], precision_class) == 0)
            return true;
    return false;
}

struct tells {                   /* of weights */
    bool low;                    /* quantised */
    const char *precision_class; /* NULL: not said which */
    struct said by;              /* fact NULL: nothing said */
};

/* A quantiser in the name of the checkpoint: "Model-8B-FP8-dynamic". */
static struct tells name_tells(struct said name)
{
    struct str rest = name.text;
    for (size_t i = 0; i < rest.len;) {
        size_t begin = i;
        while (i < rest.len && rest.at[i] != '-' && rest.at[i] != '/' && rest.at[i] != '.' &&
               rest.at[i] != ' ')
            i++;
        struct str word = str_sub(rest, begin, i);
        for (size_t k = 0; k < ARRAY_COUNT(quantisers); k++)
            if (texts_alike(word, str_from(quantisers[k].name)))
                return (struct tells){ true, quantisers[k].precision_class, name };
        i += i == begin || i < rest.len;
    }
    return (struct tells){ .low = false };
}

static struct said model_said(const struct tying *in)
{
    const struct fact *model = told(in, KEY_ACCURACY_MODEL, (struct str){ 0 });
    struct said out = setting(in, "pretrained");
    out = out.fact ? out : setting(in, "model");
    return out.fact || !model ? out : (struct said){ model->value.text, model };
}

static struct tells weights_told(const struct tying *in)
{
    struct said by = setting(in, "quantization");
    for (size_t i = 0; by.fact && i < ARRAY_COUNT(quantisers); i++)
        if (texts_alike(by.text, str_from(quantisers[i].name)))
            return (struct tells){ true, quantisers[i].precision_class, by };
    if (by.fact)
        return (struct tells){ true, NULL, by };
    by = setting(in, "load_in_8bit");
    if (by.fact && texts_alike(by.text, STR("true")))
        return (struct tells){ true, "8-bit integer", by };
    by = setting(in, "load_in_4bit");
    if (by.fact && texts_alike(by.text, STR("true")))
        return (struct tells){ true, NULL, by };
    struct tells named = name_tells(model_said(in));
    by = setting(in, "dtype");
    by = by.fact ? by : setting(in, "model_dtype");
    struct str word =
        str_starts(by.text, STR("torch.")) ? str_sub(by.text, 6, by.text.len) : by.text;
    const struct format_row *row = by.fact ? format_find(word) : NULL;
    if (named.by.fact || !row)
        return named;
    return (struct tells){ !is_full(row->precision_class), row->precision_class, by };
}

/* Another system ran the same model in the format that the file tells. */
static bool fits_another(const struct tying *in, const char *precision_class)
{
    const struct fact *own = run_fact(in->case_file, in->run, KEY_MODEL_NAME, STR(""));
    for (size_t s = 0; own && precision_class && s < in->case_file->system_count; s++) {
        const struct system *system = &in->case_file->system[s];
        const struct run *run = system->machine_count > 0 && system->machine[0].run_count > 0
                                    ? system->machine[0].run
                                    : NULL;
        if (!run || system == in->run->machine->system)
            continue;
        const struct fact *model = run_fact(in->case_file, run, KEY_MODEL_NAME, STR(""));
        const struct fact *weights = run_fact(in->case_file, run, KEY_PRECISION_WEIGHTS, STR(""));
        const struct format_row *row = weights ? format_find(weights->value.text) : NULL;
        if (model && row && texts_alike(model->value.text, own->value.text) &&
            strcmp(row->precision_class, precision_class) == 0)
            return true;
    }
    return false;
}

/* The local engines of the harness load the checkpoint themselves; others ask a server. */
static const struct {
    const char *backend, *engine;
} engines[] = {
    { "vllm", "vllm" },
    { "sglang", "sglang" },
    { "hf", "transformers" },
    { "gguf", "llama" },
    { "huggingface", "transformers" },
    { "tensorrt_llm", "tensorrt" },
};

static const char *local_engine(const struct tying *in, const struct fact **backend)
{
    *backend = told(in, KEY_ACCURACY_BACKEND, (struct str){ 0 });
    for (size_t i = 0; *backend && i < ARRAY_COUNT(engines); i++) {
        struct str name = str_trim((*backend)->value.text);
        struct str head = str_sub(name, 0, str_find(name, STR("-")));
        if (texts_alike(head, str_from(engines[i].backend)))
            return engines[i].engine;
    }
    return NULL;
}

struct tied {
    enum accuracy_tie tie;
    const struct fact *told, *own;
};
static const struct tied fits = { ACCURACY_TIED, NULL, NULL };

static struct tied weights_tied(const struct tying *in)
{
    const struct fact *own = run_fact(in->case_file, in->run, KEY_PRECISION_WEIGHTS, STR(""));
    const struct format_row *row = own ? format_find(own->value.text) : NULL;
    if (!row)
        return fits;
    struct tells tells = weights_told(in);
    bool low = !is_full(row->precision_class);
    bool same = tells.precision_class && strcmp(tells.precision_class, row->precision_class) == 0;
    struct tied other = { ACCURACY_OTHER, tells.by.fact, own };
    struct tied untold = { in->of_run ? ACCURACY_TIED : ACCURACY_UNTOLD, tells.by.fact, own };
    if (!tells.by.fact) { /* an engine that was told nothing takes the checkpoint's own format */
        const struct fact *backend;
        bool plain = local_engine(in, &backend) && told(in, KEY_ACCURACY_ARGUMENTS, STR(""));
        return !low && plain ? fits : untold;
    }
    if (tells.low)
        return same || (low && !tells.precision_class) ? fits : other;
    if (!low) {
        struct str text = tells.by.text;
        text = str_starts(text, STR("torch.")) ? str_sub(text, 6, text.len) : text;
        const struct format_row *by = format_find(text);
        return same && (!by || strcmp(by->name, row->name) == 0) ? fits : other;
    }
    /* Computation in a wide format over a checkpoint that may be quantised by itself. */
    return fits_another(in, tells.precision_class) ? other : untold;
}

static struct tied cache_tied(const struct tying *in)
{
    const struct fact *own = run_fact(in->case_file, in->run, KEY_PRECISION_KV_CACHE, STR(""));
    if (own && texts_alike(own->value.text, STR("as weights")))
        own = run_fact(in->case_file, in->run, KEY_PRECISION_WEIGHTS, STR(""));
    const struct format_row *row = own ? format_find(own->value.text) : NULL;
    struct said by = setting(in, "kv_cache_dtype");
    const struct format_row *said = by.fact ? format_find(by.text) : NULL;
    if (!row || (!said && is_full(row->precision_class)))
        return fits;
    if (!said)
        return (struct tied){ in->of_run ? ACCURACY_TIED : ACCURACY_UNTOLD, NULL, own };
    bool same = strcmp(said->precision_class, row->precision_class) == 0;
    return same ? fits : (struct tied){ ACCURACY_OTHER, by.fact, own };
}

/* ---- engine, accelerator, revision ---- */

static struct tied engine_tied(const struct tying *in)
{
    const struct fact *own = run_fact(in->case_file, in->run, KEY_ENGINE_NAME, STR(""));
    const struct fact *backend;
    const char *engine = local_engine(in, &backend);
    if (!engine || !own || fact_is_none(own) || text_holds(own->value.text, engine))
        return fits;
    return (struct tied){ ACCURACY_OTHER, backend, own };
}

/* Whether the systems of the case differ in the product of their accelerators. */
static bool accelerators_differ(const struct case_file *case_file)
{
    struct products first = { .count = 0 };
    for (size_t s = 0; s < case_file->system_count; s++) {
        const struct system *system = &case_file->system[s];
        if (system->machine_count == 0 || system->machine[0].run_count == 0)
            continue;
        struct products own = products_measured(system->machine[0].run, NULL);
        if (first.count > 0 && own.count > 0 && !products_meet(&first, &own))
            return true;
        first = first.count > 0 ? first : own;
    }
    return false;
}

static struct tied accelerator_tied(const struct tying *in)
{
    const struct fact *backend, *said = told(in, KEY_ACCURACY_ACCELERATOR, (struct str){ 0 });
    bool asked = told(in, KEY_ACCURACY_BACKEND, (struct str){ 0 }) && !local_engine(in, &backend);
    const struct fact *named = NULL;
    struct products own = products_measured(in->run, &named);
    struct products tested = { .count = 0 };
    if (said && !asked) /* a client's own accelerator is not the server's */
        tested = products_in(said->value.text, true);
    if (tested.count > 0 && own.count > 0 && !products_meet(&tested, &own))
        return (struct tied){ ACCURACY_OTHER, said, named };
    bool must = in->case_file->under_test.kind == UNDER_TEST_EXECUTOR && !in->of_run &&
                accelerators_differ(in->case_file);
    return tested.count > 0 || !must ? fits : (struct tied){ ACCURACY_UNTOLD, NULL, named };
}

static bool is_hash(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            return false;
    }
    return text.len >= 7;
}

/* A commit names one state of a checkpoint; a branch names none. */
static struct tied revision_tied(const struct tying *in)
{
    const struct fact *own = run_fact(in->case_file, in->run, KEY_MODEL_REVISION, STR(""));
    struct said by = setting(in, "model_sha");
    by = by.fact ? by : setting(in, "revision");
    if (!own || !by.fact || !is_hash(by.text) || !is_hash(str_trim(own->value.text)))
        return fits;
    struct str a = str_trim(own->value.text), b = by.text;
    bool same = str_starts(a, b) || str_starts(b, a);
    return same ? fits : (struct tied){ ACCURACY_OTHER, by.fact, own };
}

/* ---- the same test on two sides ---- */

static bool texts_equal(const struct fact *a, const struct fact *b)
{
    return a && b && str_eq(str_trim(a->value.text), str_trim(b->value.text));
}

static const struct fact *of_file(const struct facts *facts, const struct evidence *file,
                                  enum key key, struct str instance)
{
    for (size_t i = 0; facts && i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->source.evidence == file && fact->key == key && !fact->placeholder &&
            str_eq(fact->instance, instance))
            return fact;
    }
    return NULL;
}

static size_t digits_in(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] >= '0' && text.at[i] <= '9' && (count > 0 || text.at[i] != '0');
    return count;
}

/* Two files of one test: equal as wholes, begun at one moment or lasting equally long to the digit;
 * or equal in every score while nothing tells the two apart. The digest of samples is that of the
 * questions, which are the same in every test of a task. */
static bool same_test(const struct facts *facts_a, const struct evidence *a,
                      const struct facts *facts_b, const struct evidence *b)
{
    static const enum key moments[] = { KEY_ACCURACY_DATE, KEY_ACCURACY_TIME };
    enum { DIGITS_TELLING = 8 };
    if (a == b || digest_eq(a->digest, b->digest))
        return true;
    for (size_t i = 0; i < ARRAY_COUNT(moments); i++) {
        const struct fact *left = of_file(facts_a, a, moments[i], (struct str){ 0 });
        const struct fact *right = of_file(facts_b, b, moments[i], (struct str){ 0 });
        bool telling = left && digits_in(left->value.text) >= DIGITS_TELLING;
        if (left && right && (telling || !texts_equal(left, right)))
            return texts_equal(left, right);
    }
    size_t digits = 0;
    for (size_t i = 0; facts_a && i < facts_count(facts_a); i++) {
        const struct fact *left = facts_at(facts_a, i);
        bool figure = left->key == KEY_ACCURACY_SCORE || left->key == KEY_ACCURACY_ERROR;
        const struct fact *right = figure && left->source.evidence == a && !left->placeholder
                                       ? of_file(facts_b, b, left->key, left->instance)
                                       : NULL;
        if (right && !texts_equal(left, right))
            return false;
        digits += right && left->key == KEY_ACCURACY_SCORE ? digits_in(left->value.text) : 0;
    }
    return digits >= DIGITS_TELLING;
}

struct twins { /* looks through the scores of other sides */
    const struct case_file *case_file;
    const struct facts *own; /* those among which the score stands */
    const struct evidence *file;
    bool fitting; /* such alone as fit the side on which they stand */
    const struct fact *found;
    const struct run *at;
};

static struct tied words_tied(const struct case_file *case_file, const struct run *run,
                              const struct accuracy *seen);

static void twins_look(struct twins *in, const struct facts *facts, const struct run *run)
{
    for (size_t i = 0; facts && run && !in->found && i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key != KEY_ACCURACY_SCORE || fact->placeholder ||
            !same_test(in->own, in->file, facts, fact->source.evidence))
            continue;
        const struct accuracy there = { .score = fact };
        if (!in->fitting || words_tied(in->case_file, run, &there).tie != ACCURACY_OTHER) {
            in->found = fact;
            in->at = run;
        }
    }
}

const struct fact *accuracy_twin(const struct case_file *case_file, const struct run *run,
                                 const struct fact *score, bool fitting, const struct run **at)
{
    const struct facts *own = score->run       ? run->facts
                              : score->machine ? run->machine->facts
                                               : run->machine->system->facts;
    struct twins in = {
        .case_file = case_file, .own = own, .file = score->source.evidence, .fitting = fitting
    };
    for (size_t s = 0; s < case_file->system_count; s++) {
        const struct system *system = &case_file->system[s];
        for (size_t m = 0; system != run->machine->system && m < system->machine_count; m++) {
            const struct machine *machine = &system->machine[m];
            const struct run *first = machine->run_count > 0 ? machine->run : NULL;
            twins_look(&in, system->facts, first);
            twins_look(&in, machine->facts, first);
            for (size_t r = 0; r < machine->run_count; r++)
                twins_look(&in, machine->run[r].facts, &machine->run[r]);
        }
    }
    *at = in.at;
    return in.found;
}

/* ---- together ---- */

static struct tied words_tied(const struct case_file *case_file, const struct run *run,
                              const struct accuracy *seen)
{
    const struct tying in = { case_file, run, seen, seen->score->run == run };
    static struct tied (*const tests[])(const struct tying *) = { weights_tied, cache_tied,
                                                                  engine_tied, accelerator_tied,
                                                                  revision_tied };
    struct tied worst = fits;
    for (size_t i = 0; i < ARRAY_COUNT(tests); i++) {
        struct tied one = tests[i](&in);
        worst = one.tie > worst.tie ? one : worst;
    }
    return worst;
}

void accuracy_tie(const struct case_file *case_file, const struct run *run, struct accuracy *seen)
{
    struct tied words = words_tied(case_file, run, seen);
    const struct run *unused;
    const struct fact *twin = words.tie < ACCURACY_TWICE && seen->score->kind != FACT_DECLARED
                                  ? accuracy_twin(case_file, run, seen->score, true, &unused)
                                  : NULL;
    if (twin)
        words = (struct tied){ ACCURACY_TWICE, seen->score, twin };
    seen->tie = words.tie;
    seen->told = words.told;
    seen->own = words.own;
}

struct str accuracy_model(const struct case_file *case_file, const struct run *run,
                          struct accuracy *seen)
{
    const struct tying in = { case_file, run, seen, seen->score->run == run };
    if (!seen->model) {
        struct said said = model_said(&in);
        seen->model = said.fact;
        return said.text;
    }
    return seen->model->value.text;
}
