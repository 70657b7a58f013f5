/* verb_letter.c - a letter to one party of a case: what its side leaves open, ready to be sent. */
#include "amending.h"
#include "asked_form.h"
#include "base/json.h"
#include "edition_words.h"
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
        diag_add(request->diags, DIAG_REFUSED,
                 (struct place){ .file = str_from(request->options.argument[0]) },
                 STR("--to SYSTEM that another party measured, or --supplier; name the side whose "
                     "party is to answer"),
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

/* ---- what it may not hold ---- */

struct holding {
    struct request *request;
    struct edition_words words;
    struct str asker; /* who asks, where it measured a system: a name that is no secret; or empty */
    bool good;
};

static struct str asker_known(const struct pipeline *p)
{
    struct str asker = str_trim(p->case_file->asked_by);
    for (size_t i = 0; i < p->case_file->system_count; i++) {
        const struct fact *by =
            facts_best(p->case_file->system[i].facts, KEY_PARTY_MEASURED_BY, STR(""));
        if (asker.len > 0 && by && letter_same_name(by->value.text, asker))
            return asker;
    }
    return (struct str){ 0 };
}

/* The text with a mark in place of each name of who asks. */
static struct str asker_hidden(const struct holding *h, struct str text)
{
    struct buf out = buf_new(h->request->home, text.len * 3 + 16);
    for (size_t at; h->asker.len > 0 && (at = str_find(text, h->asker)) != SIZE_MAX;) {
        buf_put(&out, str_sub(text, 0, at));
        buf_put(&out, STR("; "));
        text = str_sub(text, at + h->asker.len, text.len);
    }
    buf_put(&out, text);
    return buf_str(&out);
}

/* "4.1" numbers a clause, though a price may be 4.10: parts of two digits at most. */
static bool is_section(struct str text)
{
    size_t digits = 0;
    for (size_t i = 0; i < text.len; i++) {
        bool mark = text.at[i] == '.';
        digits = mark ? 0 : digits + 1;
        if (digits > 2 || (!mark && (text.at[i] < '0' || text.at[i] > '9')))
            return false;
    }
    return true;
}

static void text_hold(struct holding *h, struct str text, bool ids, struct place place,
                      const char *what)
{
    struct str said = asker_hidden(h, text);
    if (!edition_names(&h->words, said, ids) &&
        (is_section(said) || !edition_amount(&h->words, said)))
        return;
    diag_add(h->request->diags, DIAG_CASE_VALUE, place,
             STR("words that tell of no other party, in a case that letters are made of: write it "
                 "without that name or amount"),
             "%s, which the letter holds, names another party of the case or an amount of it",
             what);
    h->good = false;
}

static void fact_hold(struct holding *h, const struct fact *fact, bool ids, const char *what)
{
    if (!fact)
        return;
    struct place place = fact->source.from;
    if (place.file.len == 0 && fact->source.evidence)
        place.file = fact->source.evidence->name;
    text_hold(h, fact->value.text, ids, place, what);
}

/* An id has joined words: "Bolt-Systems". */
static struct str words_of_id(struct arena *home, struct str id)
{
    struct buf out = buf_new(home, id.len + 1);
    for (size_t i = 0; i < id.len; i++) {
        bool joint = id.at[i] == '-' || id.at[i] == '_';
        buf_put(&out, joint ? STR(" ") : str_sub(id, i, i + 1));
    }
    return buf_str(&out);
}

/* What people wrote into the case and the letter repeats. A clause's number is asked for no ids of
 * one letter: "Annex B" is a place in a contract. */
static bool tells_of_none(struct request *request, const struct pipeline *p,
                          const struct letter_order *order, const struct party_letter *letter)
{
    struct holding h = {
        .request = request,
        .words = { .home = p->home, .case_file = p->case_file, .own = order->system },
        .asker = asker_known(p),
        .good = true
    };
    struct str file = p->case_evidence->name;
    struct str id = p->case_file->id;
    struct place at_id = { .file = file, .path = STR("/id") };
    text_hold(&h, id, false, at_id, "the id of the case");
    if (h.good)
        text_hold(&h, words_of_id(p->home, id), false, at_id, "the id of the case");
    text_hold(&h, p->case_file->asked_by, false,
              (struct place){ .file = file, .path = STR("/asked_by") }, "who asks (asked_by)");
    text_hold(&h, letter->to, false, (struct place){ .file = file }, "whom it is for");
    for (size_t i = 0; i < letter->clause_count; i++) {
        fact_hold(&h, letter->clause[i]->clause, false, "the number of a clause");
        fact_hold(&h, letter->clause[i]->text, true, "the text of a clause");
    }
    return h.good;
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
    if (letter.items > 0 && !letter.oneself && !tells_of_none(request, &p, &order, &letter))
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
