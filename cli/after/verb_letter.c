/* verb_letter.c - a letter to one party of a case: what its side leaves open, ready to be sent. */
#include "amending.h"
#include "asked_form.h"
#include "base/json.h"
#include "output.h"
#include "templates/templates.h"
#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    enum letter_form form;
} forms[] = { { "text", LETTER_PLAIN }, { "markdown", LETTER_MARKDOWN }, { "html", LETTER_HTML } };

static bool letter_form_read(struct request *request, enum letter_form *out)
{
    const char *name = request->options.format;
    *out = LETTER_PLAIN;
    for (size_t i = 0; name && i < ARRAY_COUNT(forms); i++)
        if (strcmp(name, forms[i].name) == 0) {
            *out = forms[i].form;
            return true;
        }
    if (name)
        diag_add(request->diags, DIAG_USAGE, (struct place){ 0 }, STR("text, markdown or html"),
                 "--format %s", name);
    return !name;
}

static void put_json(const struct pipeline *p, const struct letter_order *order,
                     const struct party_letter *letter, struct buf *out)
{
    struct json_out json;
    json_begin(&json, out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-letter/1"));
    json_text(&json, STR("case"), p->case_file->id);
    json_text(&json, STR("evidence_id"), digest_hex(p->home, p->model.evidence_id));
    json_text(&json, STR("system"), order->system->id);
    json_text(&json, STR("to"), letter->to);
    json_text(&json, STR("from"), letter->from);
    json_text(&json, STR("language"),
              p->case_file->language.len > 0 ? p->case_file->language : STR("en"));
    json_integer(&json, STR("items"), (int64_t)letter->items);
    if (letter->items > 0)
        json_text(&json, STR("text"), letter->text);
    json_close(&json);
}

/* Nobody is sent a letter that asks for nothing, and nobody writes to himself. */
static bool worth_sending(struct request *request, const struct letter_order *order,
                          const struct party_letter *letter, struct buf *out)
{
    if (letter->oneself && letter->items > 0) {
        diag_add(request->diags, DIAG_USAGE,
                 (struct place){ .file = str_from(request->options.argument[0]) },
                 STR("--to SYSTEM that another party measured, or --supplier"),
                 "%.*s, who asks, measured %.*s: a letter to oneself", STR_ARG(letter->to),
                 STR_ARG(order->system->id));
        return false;
    }
    if (letter->items == 0) {
        buf_put(out, STR("nothing to ask of "));
        buf_put_visible(out, letter->to);
        buf_putf(out, " about %.*s: no letter was written\n", STR_ARG(order->system->id));
    }
    return true;
}

static int letter_end(struct request *request, const struct pipeline *p,
                      const struct letter_order *order, const struct party_letter *letter)
{
    const char *file = request->options.output;
    struct buf out = output_new(request->home);
    if (!worth_sending(request, order, letter, &out))
        return STATUS_INPUT;
    if (letter->items > 0 && file && !file_put(request, file, letter->text))
        return STATUS_MACHINE;
    if (request->options.json) {
        out = output_new(request->home);
        put_json(p, order, letter, &out);
    } else if (letter->items > 0 && file) {
        buf_put(&out, STR("to "));
        buf_put_visible(&out, letter->to);
        buf_putf(&out, ", %zu point%s: %s\n", letter->items, letter->items == 1 ? "" : "s", file);
    } else if (letter->items > 0) {
        buf_put(&out, letter->text);
    }
    return output_end(&out, STATUS_HOLDS);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct pipeline p = { .home = request->home, .diags = request->diags };
    struct letter_order order = { .supplier = o->supplier };
    struct party_letter letter = { 0 };
    if (!o->to) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("--to SYSTEM"), "no system is named");
        return STATUS_INPUT;
    }
    if (!letter_form_read(request, &order.form))
        return STATUS_INPUT;
    if (!pipeline_run(&p, o->argument[0], NULL, STAGE_ASSESS))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    order.system = asked_system(request, &p, o->to);
    struct skin skin = { .file = templates_all(request->home) };
    if (!order.system ||
        !render_letter(request->home, &p.model, &skin, &order, &letter, request->diags))
        return diags_exit(request->diags);
    return letter_end(request, &p, &order, &letter);
}

static const struct option_row rows[] = {
    { 0, "to", "SYSTEM", "id of the system that is asked about", offsetof(struct options, to),
      OPTION_TEXT },
    { 0, "supplier", NULL, "to who supplies it, where somebody else measured it",
      offsetof(struct options, supplier), OPTION_FLAG },
    { 0, "format", "FORM", "text (as where it is left out), markdown or html",
      offsetof(struct options, format), OPTION_TEXT },
    { 'o', "output", "FILE", "file to write instead of printing", offsetof(struct options, output),
      OPTION_WRITES },
    OPTION_ROW_JSON,
};
const struct verb verb_letter = {
    .name = "letter",
    .summary = "a letter to a party: what its side leaves open, ready to be sent",
    .usage = "letter CASE|DOSSIER --to SYSTEM [--supplier] [--format FORM] [-o FILE] [--json]",
    .more =
        "To whoever measured the system: what the decision waits for, clauses that nothing shows,\n"
        "what would make the result firmer. A vendor that measured it itself is asked as its\n"
        "supplier, too: for documents, layers that are not disclosed, how long a price holds.\n"
        "In the language of the case; it holds no figure of another party, and is never\n"
        "addressed to who asks. `dossier request` makes the form that may go with it.\n"
        "Exit status: 0, also where there is nothing to ask, or 3.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
