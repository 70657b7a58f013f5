/* verb_trace.c - from a number of the report back to bytes of evidence. */
#include "base/json.h"
#include "base/num.h"
#include "output.h"
#include "pipeline.h"
#include "verdict_text.h"
#include <stddef.h>
#include <string.h>

enum { TRACE_DEPTH = 12 };

struct tracing {
    struct request *request;
    struct pipeline *p;
    struct buf *out;
    bool *shown; /* by fact number: its chain was printed before */
};

static void put_indent(struct buf *out, int depth)
{
    for (int i = 0; i < depth; i++)
        buf_put(out, STR("  "));
}

static void put_named(struct buf *out, const char *word, struct str name)
{
    buf_put(out, str_from(word));
    buf_put_visible(out, name); /* a run is named as its folder is, by whoever sent it */
}

static void put_scope(const struct fact *fact, struct buf *out)
{
    if (fact->run)
        put_named(out, " of run ", fact->run->id);
    else if (fact->machine)
        put_named(out, " of machine ", fact->machine->id);
    else if (fact->system)
        put_named(out, " of system ", fact->system->id);
}

static void put_file(const struct tracing *t, const struct evidence *evidence, int depth)
{
    put_indent(t->out, depth);
    buf_put(t->out, STR("file    "));
    buf_put_visible(t->out, evidence->name);
    buf_put_char(t->out, '\n');
}

static void put_source(const struct tracing *t, const struct source *source, int depth)
{
    const struct evidence *evidence = source->evidence;
    struct buf place = buf_new(t->out->home, 65536);
    place_put(source->from, &place);
    struct buf end = buf_new(t->out->home, 65536);
    if (source->to.path.len > 0)
        place_put(source->to, &end);
    if (end.len > 0 && !str_eq(buf_str(&end), buf_str(&place)))
        buf_putf(&place, " to %.*s", STR_ARG(buf_str(&end)));
    put_file(t, evidence, depth);
    put_indent(t->out, depth);
    buf_put(t->out, STR("packed  "));
    buf_put_visible(t->out, evidence->packed);
    buf_put_char(t->out, '\n');
    put_indent(t->out, depth);
    buf_put(t->out, STR("place   "));
    buf_put_visible(t->out, buf_str(&place));
    buf_put_char(t->out, '\n');
    put_indent(t->out, depth);
    buf_putf(t->out, "sha256  %.*s\n", STR_ARG(digest_hex(t->out->home, evidence->digest)));
}

static void put_fact(struct tracing *t, const struct fact *fact, int depth)
{
    const struct vocabulary_row *row = vocabulary_row(fact->key);
    struct buf shown = buf_new(t->out->home, (size_t)1 << 24);
    value_put(fact, &shown);
    struct str text = buf_str(&shown);
    put_indent(t->out, depth);
    if (fact->number > 0)
        buf_putf(t->out, "F%u ", fact->number);
    buf_putf(t->out, "%s", row->name);
    if (fact->instance.len > 0) {
        buf_put_char(t->out, '[');
        buf_put_visible(t->out, fact->instance);
        buf_put_char(t->out, ']');
    }
    buf_put(t->out, STR(" = "));
    buf_put_visible(t->out, str_sub(text, 0, 400));
    if (text.len > 400)
        buf_put(t->out, STR("…"));
    buf_putf(t->out, "  (%s%s)", fact_kind_name(fact->kind),
             fact->placeholder ? ", placeholder" : "");
    put_scope(fact, t->out);
    buf_put_char(t->out, '\n');
}

static void put_chain(struct tracing *t, const struct fact *fact, int depth)
{
    put_fact(t, fact, depth);
    if (!fact->derivation) {
        if (fact->source.evidence)
            put_source(t, &fact->source, depth + 1);
        return;
    }
    const struct derivation *d = fact->derivation;
    put_indent(t->out, depth + 1);
    buf_putf(t->out, "by %s: %s\n", d->name, d->formula);
    if (fact->number > 0 && t->shown[fact->number - 1]) {
        put_indent(t->out, depth + 1);
        buf_put(t->out, STR("inputs as shown above\n"));
        return;
    }
    if (fact->number > 0)
        t->shown[fact->number - 1] = true;
    if (d->series) {
        put_indent(t->out, depth + 1);
        buf_putf(t->out, "from the series %s\n", vocabulary_row(d->series->key)->name);
        put_source(t, &d->series->source, depth + 2);
    }
    if (depth >= TRACE_DEPTH)
        return;
    for (size_t i = 0; i < d->count; i++)
        put_chain(t, d->input[i], depth + 1);
}

static void put_brief_source(struct tracing *t, const struct fact *fact, int depth)
{
    if (fact->source.evidence)
        put_file(t, fact->source.evidence, depth);
}

/* Whether all that it is made of was printed before. */
static bool inputs_shown(const struct tracing *t, const struct derivation *d)
{
    for (size_t i = 0; i < d->count; i++)
        if (d->input[i]->number == 0 || !t->shown[d->input[i]->number - 1])
            return false;
    return d->count > 1;
}

/* What a fact is made of, a line each, with the file of what was measured. */
static void put_input(struct tracing *t, const struct fact *fact, int depth)
{
    const struct derivation *d = fact->derivation;
    bool shown = fact->number > 0 && t->shown[fact->number - 1];
    put_fact(t, fact, depth);
    if (fact->number > 0)
        t->shown[fact->number - 1] = true;
    if (!d)
        put_brief_source(t, fact, depth + 1);
    else if (!shown && d->series && d->series->source.evidence)
        put_file(t, d->series->source.evidence, depth + 1);
}

/* The fact, what it is made of, and their files: one level, no formulas. */
static void put_brief(struct tracing *t, const struct fact *fact, int depth)
{
    put_fact(t, fact, depth);
    const struct derivation *d = fact->derivation;
    if (!d) {
        put_brief_source(t, fact, depth + 1);
        return;
    }
    if (d->series && d->series->source.evidence)
        put_file(t, d->series->source.evidence, depth + 1);
    if (inputs_shown(t, d)) {
        put_indent(t->out, depth + 1);
        buf_put(t->out, STR("inputs as shown above\n"));
        return;
    }
    for (size_t i = 0; i < d->count; i++)
        put_input(t, d->input[i], depth + 1);
}

static void put_traced(struct tracing *t, const struct fact *fact, bool brief, int depth)
{
    if (brief)
        put_brief(t, fact, depth);
    else
        put_chain(t, fact, depth);
}

static const struct fact *fact_by_number(const struct report_model *model, struct str word)
{
    int64_t number;
    if (str_starts(word, STR("F")) || str_starts(word, STR("f")))
        word = str_sub(word, 1, word.len);
    if (!num_int(word, &number) || number < 1 || (uint64_t)number > model->fact_count)
        return NULL;
    return model->fact[number - 1];
}

/* /facts/N or anything below it names fact N + 1. */
static const struct fact *fact_by_pointer(const struct report_model *model, struct str word)
{
    struct str prefix = STR("/facts/"), rest, head;
    int64_t index;
    if (!str_starts(word, prefix))
        return NULL;
    rest = str_sub(word, prefix.len, word.len);
    if (!str_cut(&rest, '/', &head) || !num_int(head, &index) || index < 0 ||
        (uint64_t)index >= model->fact_count)
        return NULL;
    return model->fact[index];
}

/* Any other pointer of data.json: the object there, or one above it, that names a fact by number.
 */
static const struct fact *fact_by_data(struct pipeline *p, struct str word)
{
    const struct entry *data = entries_find(&p->report, STR("data.json"));
    struct json *json;
    if (!data || !json_read(p->home, data->name, data->bytes, &p->limits, &json, p->diags))
        return NULL;
    for (;;) {
        const struct json_item *item = json_find(json, word);
        const struct json_item *number = item;
        int64_t value;
        if (item && json_type(item) == JSON_OBJECT)
            number = json_member(item, STR("fact"));
        if (number && json_type(number) == JSON_NUMBER && json_int(json, number, &value) &&
            value >= 1 && (uint64_t)value <= p->model.fact_count)
            return p->model.fact[value - 1];
        size_t end = word.len;
        while (end > 0 && word.at[end - 1] != '/')
            end--;
        if (end == 0)
            return NULL;
        word = str_sub(word, 0, end - 1);
    }
}

static bool is_number(struct str word)
{
    size_t at = word.len > 1 && word.at[0] == 'F' ? 1 : 0;
    int64_t number;
    return num_int(str_sub(word, at, word.len), &number);
}

/* The claim that was meant, where one is near. */
static const struct claim *claim_near(const struct report_model *model, struct str word)
{
    size_t reach = word.len / 3 + 1; /* farther is no help */
    const struct claim *near = NULL;
    for (size_t i = 0; i < model->claim_count; i++) {
        size_t far = str_distance(word, model->claim[i].id);
        if (far < reach) {
            reach = far;
            near = &model->claim[i];
        }
    }
    return near;
}

/* What could have been asked for in place of `word`. */
static struct str traceable(const struct tracing *t, struct str word)
{
    const struct report_model *model = &t->p->model;
    struct arena *home = t->request->home;
    const struct claim *near = claim_near(model, word);
    if (is_number(word))
        return str_format(home, "a fact from F1 to F%zu", model->fact_count);
    if (near)
        return str_format(home, "\"%.*s\"", STR_ARG(near->id));
    struct buf names = buf_new(home, 2048);
    for (size_t i = 0; i < model->claim_count; i++)
        buf_putf(&names, "%s%.*s", i > 0 ? ", " : "one of the claims ",
                 STR_ARG(model->claim[i].id));
    return str_format(home, "%.*s%sa fact from F1 to F%zu, or a pointer into data.json",
                      STR_ARG(names.full ? STR("a claim") : buf_str(&names)),
                      model->claim_count > 0 ? ", " : "", model->fact_count);
}

static bool trace_word(struct tracing *t, struct str word)
{
    const struct report_model *model = &t->p->model;
    const struct claim *claim = claim_find(model, word);
    if (claim) {
        put_named(t->out, "claim ", claim->id);
        buf_putf(t->out, " (%s) rests on\n", claim->sentence);
        /* a claim has hundreds of steps, a fact a few */
        for (size_t i = 0; i < claim->slot_count; i++)
            put_traced(t, claim->slot[i].fact, !t->request->options.full, 1);
        if (!t->request->options.full && !t->request->options.brief)
            buf_put(t->out, STR("each step, with places and digests: --full; of one fact: name "
                                "its number\n"));
        return true;
    }
    const struct fact *fact = fact_by_number(model, word);
    if (!fact)
        fact = fact_by_pointer(model, word);
    if (!fact && word.len > 0 && word.at[0] == '/')
        fact = fact_by_data(t->p, word);
    if (!fact) {
        diag_add(t->request->diags, DIAG_TRACE_NONE,
                 (struct place){ .file = str_from(t->request->options.argument[0]) },
                 traceable(t, word), "\"%.*s\"", STR_ARG(word));
        return false;
    }
    put_traced(t, fact, t->request->options.brief, 0);
    return true;
}

static void put_claim(struct buf *out, const struct claim *claim)
{
    buf_put_visible(out, claim->id);
    buf_put_char(out, '\n');
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct pipeline p = { .home = request->home, .diags = request->diags };
    bool pointer = false;
    for (int i = 1; i < o->argument_count; i++)
        pointer =
            pointer || (o->argument[i][0] == '/' && strncmp(o->argument[i], "/facts/", 7) != 0);
    if (!pipeline_run(&p, o->argument[0], o->rules, pointer ? STAGE_REPORT : STAGE_ASSESS))
        return diags_exit(request->diags) == 0 ? STATUS_MACHINE : diags_exit(request->diags);
    struct buf out = output_new(request->home);
    struct tracing t = { request, &p, &out,
                         ARENA_MANY(request->home, p.model.fact_count + 1, bool) };
    bool good = true;
    if (o->all)
        for (size_t i = 0; i < p.model.fact_count; i++)
            put_traced(&t, p.model.fact[i], o->brief, 0);
    if (!o->all && o->argument_count < 2)
        for (size_t i = 0; i < p.model.claim_count; i++)
            put_claim(&out, &p.model.claim[i]);
    for (int i = 1; i < o->argument_count; i++)
        good = trace_word(&t, str_from(o->argument[i])) && good;
    int printed = output_end(&out, STATUS_HOLDS);
    if (printed != STATUS_HOLDS)
        return printed;
    return good ? STATUS_HOLDS : STATUS_INPUT;
}

static const struct option_row rows[] = {
    { 0, "brief", NULL, "facts and files alone, one level deep: of a claim so without it",
      offsetof(struct options, brief), OPTION_FLAG },
    { 0, "full", NULL, "of a claim each step, with formulas, places and digests",
      offsetof(struct options, full), OPTION_FLAG },
    { 0, "all", NULL, "every fact of the report", offsetof(struct options, all), OPTION_FLAG },
    { 0, "rules", "FILE", "rules of one's own, beside the built-in ones",
      offsetof(struct options, rules), OPTION_TEXT },
};
const struct verb verb_trace = {
    .name = "trace",
    .summary = "from a number of the report back to bytes",
    .usage = "trace FILE [WHAT...] [--all] [--brief|--full]",
    .more = "FILE is a dossier or a case. WHAT is a fact number (F12 or 12), a claim's name,\n"
            "or a pointer into data.json (/facts/11/value). Without WHAT: the claims' names.\n"
            "Of a claim what it rests on and its files, with --full all steps to the bytes.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 64,
    .run = run,
};
