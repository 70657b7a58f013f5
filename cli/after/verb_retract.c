/* verb_retract.c - whoever signed a dossier says that it counts no more. */
#include "amending.h"
#include "answers.h"
#include "holding.h"
#include "keys.h"
#include "output.h"
#include "statements.h"
#include <stddef.h>

static int retract(struct request *request, const struct key_file *key)
{
    const struct options *o = &request->options;
    struct opened old;
    struct said_of made;
    struct digest content;
    if (!holding_named(request, o->argument[0], &old) ||
        !dossier_pinned(request, old.whole, &content))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    const struct said_of statement = { .kind = STR("retraction"),
                                       .content = old.held.content,
                                       .case_id = held_text(&old.held, STR("/case/id")),
                                       .reason = str_from(o->reason) };
    if (!statement_write(request, &statement, (struct str){ 0 }, key, &made))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf out = output_new(request->home);
    held_put_head(&old.held, &out);
    buf_putf(&out, "wrote       %s/statement.json, sealed: seal-sha256.txt, seal.p7s\n", o->output);
    buf_putf(&out, "content id  %.*s\n\n", STR_ARG(made.content));
    output_wrap(
        &out,
        statement_counts(&made, old.checks.signer, old.checks.signer_count)
            ? STR("It is signed by a certificate that signed the dossier, which itself is "
                  "not changed: `dossier verify DOSSIER --with FOLDER` finds it, and so does "
                  "`dossier history`. Hand it to everybody who has the dossier.")
            : STR("The dossier bears no signature of this certificate: `dossier verify "
                  "--with` tells this retraction as a stranger's, unless --trust names who "
                  "certified it."),
        0, 0);
    return output_end(&out, STATUS_HOLDS);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    if (o->output == NULL || o->key == NULL || o->reason == NULL) {
        diag_add(request->diags, DIAG_USAGE,
                 (struct place){ .file = STR("dossier"), .path = STR("retract") },
                 STR("--reason TEXT --key KEY [--cert CERT] -o FOLDER"),
                 o->reason == NULL ? "no reason is given"
                 : o->key == NULL  ? "no key is given"
                                   : "no folder to write is named");
        return STATUS_INPUT;
    }
    return keys_run(request, retract);
}

static const struct option_row rows[] = {
    { 'o', "output", "FOLDER", "new folder for the statement and its seal",
      offsetof(struct options, output), OPTION_TEXT },
    { 0, "reason", "TEXT", "why, in words; signed", offsetof(struct options, reason), OPTION_TEXT },
    OPTION_ROW_CONTENT_ID,
    OPTION_ROWS_KEY,
};
const struct verb verb_retract = {
    .name = "retract",
    .summary = "a signed statement that a dossier counts no more",
    .usage = "retract DOSSIER --reason TEXT --key KEY [--cert CERT] -o FOLDER",
    .more =
        "The dossier is verified first and stays as it is. The statement names it by content id\n"
        "and stands by itself: FOLDER/statement.json with a seal. `dossier verify --with FOLDER`\n"
        "and `dossier history` find it. SOURCE_DATE_EPOCH sets the signing time.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .dated = true,
    .run = run,
};
