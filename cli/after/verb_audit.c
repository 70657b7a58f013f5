/* verb_audit.c - an auditor's letter about a dossier: filled in by a person, checked for form,
 * signed. Nothing of it is derived; the opinion stands apart from any approval, which is a
 * signature of its own (`dossier sign --decision`). */
#include "amending.h"
#include "answers.h"
#include "holding.h"
#include "keys.h"
#include "output.h"
#include "statements.h"
#include <stddef.h>

static int audit(struct request *request, const struct key_file *key)
{
    const struct options *o = &request->options;
    struct opened old;
    struct letter_told letter;
    struct said_of made;
    struct str text;
    struct digest content;
    if (!holding_named(request, o->argument[0], &old) ||
        !dossier_pinned(request, old.whole, &content) ||
        !file_read(request->home, o->procedures, &limits_default, &text, request->diags) ||
        !letter_read(request->home, str_from(o->procedures), text, &letter, request->diags))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    const struct said_of statement = { .kind = STR("audit"),
                                       .content = old.held.content,
                                       .case_id = held_text(&old.held, STR("/case/id")),
                                       .reason = letter.opinion };
    if (!statement_write(request, &statement, text, key, &made))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf out = output_new(request->home);
    held_put_head(&old.held, &out);
    buf_putf(
        &out,
        "wrote       %s/statement.json and procedures.json, sealed: seal-sha256.txt, seal.p7s\n",
        o->output);
    buf_putf(&out, "content id  %.*s\n", STR_ARG(made.content));
    buf_putf(&out, "procedures  %zu verified, %zu noted, %zu waived\n\n", letter.procedures[0],
             letter.procedures[1], letter.procedures[2]);
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
