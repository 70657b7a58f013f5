/* verb_audit.c - an auditor's letter about a dossier: filled in by a person, checked for form,
 * signed. Nothing of it is derived; the opinion stands apart from any approval, which is a
 * signature of its own (`dossier sign --decision`). */
#include "amending.h"
#include "base/json.h"
#include "holding.h"
#include "keys.h"
#include "output.h"
#include "statements.h"
#include <stddef.h>

enum { PROCEDURES_MOST = 500, TEXT_MOST = 1000 };

/* Members of the letter. An outcome is an object with `result` and `reason`. */
enum part_kind { PART_TEXT, PART_TERM, PART_AUDITOR, PART_OUTCOME, PART_PROCEDURES, PART_TEXTS };
static const struct part_row {
    const char *name;
    enum part_kind kind;
    const char *expected;
} parts[] = {
    { "format", PART_TERM, "\"dossier-audit/1\"" },
    { "auditor", PART_AUDITOR, "an object with \"name\" and \"accreditation\", both in words" },
    { "addressee", PART_TEXT, "whom the letter is for" },
    { "independence", PART_TERM,
      "\"independent of both parties\", \"paid by the buyer\", \"paid by the supplier\", "
      "\"employed by "
      "the buyer\" or \"employed by the supplier\"" },
    { "procedures", PART_PROCEDURES,
      "a list of 1 to 500 objects with \"procedure\", \"result\" and \"reason\"" },
    { "exceptions", PART_TEXTS, "a list of texts, empty where there are none" },
    { "repeatability", PART_OUTCOME, "an object with \"result\" and \"reason\"" },
    { "price", PART_OUTCOME, "an object with \"result\" and \"reason\"" },
    { "availability", PART_OUTCOME, "an object with \"result\" and \"reason\"" },
    { "opinion", PART_TEXT, "the auditor's opinion, of 1 to 1000 bytes" },
};
static const char *const terms[] = { "dossier-audit/1",       "independent of both parties",
                                     "paid by the buyer",     "paid by the supplier",
                                     "employed by the buyer", "employed by the supplier" };
static const char *const results[] = { "verified", "noted", "waived" };
enum { RESULTS = ARRAY_COUNT(results) };

struct letter {
    struct request *request;
    struct str name, text;
    const struct json *json;
    size_t tally[RESULTS];
};

static bool refuse(struct letter *l, const struct json_item *item, struct str expected,
                   const char *found)
{
    struct place place = json_place(l->json, item);
    place.file = l->name;
    diag_add(l->request->diags, DIAG_USAGE, place, expected, "%s", found);
    return false;
}

static bool is_text(const struct json_item *item)
{
    return item != NULL && json_type(item) == JSON_STRING && json_string(item).len > 0 &&
           json_string(item).len <= TEXT_MOST;
}

/* The members of an object are texts with these names, all of them, and no others. */
static bool texts_only(const struct json_item *object, const char *const *name, size_t count)
{
    bool good = json_type(object) == JSON_OBJECT && json_count(object) == count;
    for (size_t i = 0; i < count && good; i++)
        good = is_text(json_member(object, str_from(name[i])));
    return good;
}

/* verified needs no reason; noted and waived do. */
static bool outcome_check(struct letter *l, const struct json_item *item, bool named)
{
    static const char *const member[] = { "result", "reason", "procedure" };
    const struct json_item *result = json_member(item, STR("result"));
    const struct json_item *reason = json_member(item, STR("reason"));
    size_t kind = 0;
    while (kind < RESULTS &&
           (result == NULL || !str_eq(json_string(result), str_from(results[kind]))))
        kind++;
    if (kind == RESULTS)
        return refuse(l, item, STR("\"result\": \"verified\", \"noted\" or \"waived\""),
                      "none of them");
    size_t count = reason != NULL ? 2 : 1;
    bool good = named
                    ? json_count(item) == count + 1 && is_text(json_member(item, STR("procedure")))
                    : json_count(item) == count;
    for (size_t i = 0; i < count && good; i++)
        good = is_text(json_member(item, str_from(member[i])));
    if (!good)
        return refuse(
            l, item,
            named ? STR("texts \"procedure\", \"result\" and, but for \"verified\", \"reason\"")
                  : STR("texts \"result\" and, but for \"verified\", \"reason\""),
            "others, or an empty one");
    if (kind != 0 && reason == NULL)
        return refuse(l, item, STR("a \"reason\" for what was noted or waived"), "none");
    l->tally[kind]++;
    return true;
}

static bool list_check(struct letter *l, const struct part_row *row, const struct json_item *list)
{
    size_t count = json_type(list) == JSON_ARRAY ? json_count(list) : SIZE_MAX;
    if (count > PROCEDURES_MOST || (row->kind == PART_PROCEDURES && count == 0))
        return refuse(l, list, str_from(row->expected), "something else");
    for (const struct json_item *one = json_next(list, NULL); one != NULL;
         one = json_next(list, one)) {
        if (row->kind == PART_TEXTS && !is_text(one))
            return refuse(l, one, str_from(row->expected), "something else");
        if (row->kind == PART_PROCEDURES &&
            (json_type(one) != JSON_OBJECT || !outcome_check(l, one, true)))
            return json_type(one) == JSON_OBJECT
                       ? false
                       : refuse(l, one, str_from(row->expected), "something else");
    }
    return true;
}

/* The format alone, or one of the fixed terms behind it. */
static bool is_term(const struct json_item *item, bool format)
{
    size_t from = format ? 0 : 1, to = format ? 1 : ARRAY_COUNT(terms);
    for (size_t i = from; item != NULL && i < to; i++)
        if (str_eq(json_string(item), str_from(terms[i])))
            return true;
    return false;
}

static bool part_check(struct letter *l, const struct part_row *row, const struct json_item *item)
{
    static const char *const auditor[] = { "name", "accreditation" };
    bool good = item != NULL;
    if (good && (row->kind == PART_PROCEDURES || row->kind == PART_TEXTS))
        return list_check(l, row, item);
    if (good && row->kind == PART_OUTCOME && json_type(item) == JSON_OBJECT)
        return outcome_check(l, item, false);
    good = row->kind == PART_TERM      ? is_term(item, row == &parts[0])
           : row->kind == PART_TEXT    ? is_text(item)
           : row->kind == PART_AUDITOR ? good && texts_only(item, auditor, ARRAY_COUNT(auditor))
                                       : false;
    return good || refuse(l, item != NULL ? item : json_root(l->json),
                          str_format(l->request->home, "\"%s\": %s", row->name, row->expected),
                          item != NULL ? "something else" : "a letter without it");
}

static bool letter_read(struct request *request, struct letter *out)
{
    struct json *json;
    *out = (struct letter){ .request = request, .name = str_from(request->options.procedures) };
    if (!file_read(request->home, request->options.procedures, &limits_default, &out->text,
                   request->diags) ||
        !json_read(request->home, out->name, out->text, &limits_default, &json, request->diags))
        return false;
    out->json = json;
    const struct json_item *root = json_root(json);
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++)
        if (!part_check(out, &parts[i], json_member(root, str_from(parts[i].name))))
            return false;
    return json_count(root) == ARRAY_COUNT(parts) ||
           refuse(out, root, STR("the members of dossier-audit/1 and no others: docs/after.md"),
                  "more of them");
}

static int audit(struct request *request, const struct key_file *key)
{
    const struct options *o = &request->options;
    struct opened old;
    struct letter letter;
    struct said_of made;
    struct digest content;
    if (!holding_named(request, o->argument[0], &old) ||
        !dossier_pinned(request, old.whole, &content) || !letter_read(request, &letter))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    const struct said_of statement = { .kind = STR("audit"),
                                       .content = old.held.content,
                                       .case_id = held_text(&old.held, STR("/case/id")),
                                       .reason = held_member(letter.json, json_root(letter.json),
                                                             "opinion") };
    if (!statement_write(request, &statement, letter.text, key, &made))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf out = output_new(request->home);
    buf_putf(
        &out,
        "wrote       %s/statement.json and procedures.json, sealed: seal-sha256.txt, seal.p7s\n",
        o->output);
    buf_putf(&out, "content id  %.*s\n", STR_ARG(made.content));
    buf_putf(&out, "procedures  %zu verified, %zu noted, %zu waived\n\n", letter.tally[0],
             letter.tally[1], letter.tally[2]);
    output_wrap(&out,
                STR("The letter says what its signer says; nothing of it was derived here, and an "
                    "opinion approves nothing. `dossier verify DOSSIER --with FOLDER` tells it."),
                0, 0);
    return output_end(&out, STATUS_HOLDS);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    const char *missing = o->procedures == NULL ? "no letter is named"
                          : o->key == NULL      ? "no key is given"
                          : o->output == NULL   ? "no folder to write is named"
                                                : NULL;
    if (missing == NULL)
        return keys_run(request, audit);
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("audit") },
             STR("--procedures FILE --key KEY [--cert CERT] -o FOLDER"), "%s", missing);
    return STATUS_INPUT;
}

static const struct option_row rows[] = {
    { 'o', "output", "FOLDER", "new folder for the letter and its seal",
      offsetof(struct options, output), OPTION_TEXT },
    { 0, "procedures", "FILE", "the letter, as JSON: dossier-audit/1 (docs/after.md)",
      offsetof(struct options, procedures), OPTION_TEXT },
    OPTION_ROW_CONTENT_ID,
    OPTION_ROWS_KEY,
};
const struct verb verb_audit = {
    .name = "audit",
    .summary = "an auditor's letter about a dossier, checked for form and signed",
    .usage = "audit DOSSIER --procedures FILE --key KEY [--cert CERT] -o FOLDER",
    .more =
        "The dossier is verified first and stays as it is. FILE is filled in by a person: auditor\n"
        "and accreditation, addressee, independence in fixed terms, each procedure verified,\n"
        "noted or waived with its reason, exceptions, whether repeatability, price and\n"
        "availability were checked, and the opinion, which approves nothing. It is checked for\n"
        "form and sealed with a statement that names the dossier by content id.\n"
        "SOURCE_DATE_EPOCH sets the signing time.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .dated = true,
    .run = run,
};
