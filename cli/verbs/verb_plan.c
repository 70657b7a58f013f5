/* verb_plan.c - what will be measured, written and signed before the first run. */
#include "amending.h"
#include "base/json.h"
#include "keys.h"
#include "output.h"
#include "pipeline.h"
#include "sign/sign.h"
#include <stddef.h>

enum { TURNS_MOST = 10000 };

struct planning {
    struct request *request;
    struct pipeline p;
    struct json *json; /* the case as it is written */
};

static bool usage(const struct planning *w, struct str expected, const char *said)
{
    diag_add(w->request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("plan") }, expected, "%s", said);
    return false;
}

static bool is_system(const struct planning *w, struct str id)
{
    for (size_t i = 0; i < w->p.case_file->system_count; i++)
        if (str_eq(w->p.case_file->system[i].id, id))
            return true;
    return false;
}

/* "A,B,B,A": one text a turn, as docs/plan.md has it. */
static bool put_order(struct planning *w, struct json_out *json)
{
    struct str rest = str_from(w->request->options.order), id;
    size_t turn = 0;
    json_open(json, STR("order"), '[');
    while (str_cut(&rest, ',', &id)) {
        id = str_trim(id);
        if (!is_system(w, id) || ++turn > TURNS_MOST)
            return usage(w, STR("ids of systems of the case, one a turn: A,B,B,A"),
                         w->request->options.order);
        json_text(json, STR(""), str_format(w->request->home, "turn %zu: %.*s", turn, STR_ARG(id)));
    }
    json_close(json);
    return true;
}

static void put_runs(const struct planning *w, struct json_out *json)
{
    json_open(json, STR("runs"), '{');
    for (size_t i = 0; i < w->p.case_file->system_count; i++)
        json_integer(json, w->p.case_file->system[i].id, w->p.case_file->policy.repetitions);
    json_close(json);
}

/* Limits that the case names, each as it names them; of { value, reason } the value. */
static void put_limits(const struct planning *w, struct json_out *json)
{
    const struct json_item *policy = json_member(json_root(w->json), STR("policy"));
    bool some = false;
    for (const struct json_item *one = policy ? json_next(policy, NULL) : NULL; one;
         one = json_next(policy, one)) {
        const struct json_item *value =
            json_type(one) == JSON_OBJECT ? json_member(one, STR("value")) : one;
        if (!value || json_type(value) >= JSON_ARRAY)
            continue;
        if (!some)
            json_open(json, STR("limits"), '{');
        some = true;
        json_number(json, json_name(one), json_literal(w->json, value));
    }
    if (some)
        json_close(json);
}

static bool plan_text(struct planning *w, struct str *out)
{
    const struct options *o = &w->request->options;
    const struct case_file *c = w->p.case_file;
    struct buf text = buf_new(w->request->home, (size_t)8 << 20);
    struct json_out json;
    json_begin(&json, &text);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("plan"), c->id);
    json_text(&json, STR("question"), c->question);
    json_open(&json, STR("systems"), '{');
    for (size_t i = 0; i < c->system_count; i++)
        json_text(&json, c->system[i].id,
                  c->system[i].label.len > 0 ? c->system[i].label : c->system[i].id);
    json_close(&json);
    json_text(&json, STR("metric"), str_from(vocabulary_row(c->metric)->name));
    if (o->method)
        json_text(&json, STR("method"), str_from(o->method));
    if (!o->order)
        put_runs(w, &json);
    else if (!put_order(w, &json))
        return false;
    put_limits(w, &json);
    if (o->exclusion)
        json_text(&json, STR("exclusion"), str_from(o->exclusion));
    json_close(&json);
    buf_put_char(&text, '\n');
    *out = buf_str(&text);
    return !text.full;
}

static bool plan_write(struct planning *w, const struct key_file *key)
{
    struct arena *home = w->request->home;
    struct entry plan = { .name = STR("plan.json") };
    struct entries one = { &plan, 1 }, seal;
    struct seal_request order = { .bundle = &one, .key = key, .signing_time = w->request->now };
    if (!plan_text(w, &plan.bytes) ||
        !folder_new(w->request, w->request->options.output,
                    STR("a new or empty folder, for the plan and its seal")))
        return false;
    plan.digest = digest_of(plan.bytes);
    return sign_seal(home, &order, &seal, w->request->diags) &&
           entries_write(home, w->request->options.output, &one, w->request->diags) &&
           entries_write(home, w->request->options.output, &seal, w->request->diags);
}

static int make(struct request *request, const struct key_file *key)
{
    const struct options *o = &request->options;
    struct planning w = { .request = request,
                          .p = { .home = request->home, .diags = request->diags } };
    if (!pipeline_run(&w.p, o->argument[0], NULL, STAGE_CASE) ||
        !json_read(request->home, str_from(o->argument[0]), w.p.case_evidence->bytes,
                   &limits_default, &w.json, request->diags) ||
        !plan_write(&w, key))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf out = output_new(request->home);
    buf_putf(&out, "wrote    %s/plan.json, sealed: seal-sha256.txt, seal.p7s\n", o->output);
    buf_putf(
        &out,
        "in case  \"plan\": \"%s/plan.json\", \"documents\": [\"%s\"]   (paths from its folder)\n",
        o->output, o->output);
    buf_put(&out, STR("It counts where the first run begins after this moment, by your clock and "
                      "the run's.\n"));
    return output_end(&out, STATUS_HOLDS);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    if (!o->output || !o->key) {
        diag_add(request->diags, DIAG_USAGE,
                 (struct place){ .file = STR("dossier"), .path = STR("plan") },
                 STR("-o FOLDER --key KEY [--cert CERT]"),
                 !o->key ? "no key is given" : "no folder to write is named");
        return STATUS_INPUT;
    }
    return keys_run(request, make);
}

static const struct option_row rows[] = {
    { 'o', "output", "FOLDER", "new folder for the plan and its seal",
      offsetof(struct options, output), OPTION_TEXT },
    { 0, "order", "IDS",
      "systems in turn, A,B,B,A; default: as many runs as the case's repetitions",
      offsetof(struct options, order), OPTION_TEXT },
    { 0, "method", "TEXT", "how it is measured, in words", offsetof(struct options, method),
      OPTION_TEXT },
    { 0, "exclusion", "TEXT", "when a run is left out, in words",
      offsetof(struct options, exclusion), OPTION_TEXT },
    OPTION_ROWS_KEY,
};
const struct verb verb_plan = {
    .name = "plan",
    .summary = "what will be measured, signed before the first run",
    .usage = "plan CASE -o FOLDER --key KEY [--cert CERT] [--order IDS]",
    .more =
        "From a case whose runs need not be there yet: question, systems, metric, limits, number\n"
        "or order of runs, into FOLDER/plan.json with a seal. Name both in the case afterwards:\n"
        "what was done is then held against the plan (rule M13), which counts only where the\n"
        "seal is older than the first run. SOURCE_DATE_EPOCH sets the signing time.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .dated = true,
    .run = run,
};
