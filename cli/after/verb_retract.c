/* verb_retract.c - whoever signed a dossier says that it counts no more. */
#include "keys.h"
#include "stating.h"
#include <stddef.h>

static struct str ends(const struct opened *old, const struct said_of *made, struct buf *out)
{
    (void)out;
    return statement_counts(made, old->checks.signer, old->checks.signer_count)
               ? STR("It is signed by a certificate that signed the dossier, which itself is "
                     "not changed: `dossier verify DOSSIER --with FOLDER` finds it, and so does "
                     "`dossier history`. Hand it to everybody who has the dossier.")
               : STR("The dossier bears no signature of this certificate: `dossier verify "
                     "--with` tells this retraction as a stranger's, unless --trust names who "
                     "certified it.");
}

static const struct stating stating = {
    .verb = STR_INIT("retract"),
    .kind = STR_INIT("retraction"),
    .options = STR_INIT("--reason TEXT --key KEY [--cert CERT] -o FOLDER"),
    .ends = ends,
};

static int retract(struct request *request, const struct key_file *key)
{
    return statement_make(request, &stating, key);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    const char *missing = !o->reason   ? "no reason is given"
                          : !o->key    ? "no key is given"
                          : !o->output ? "no folder to write is named"
                                       : NULL;
    return statement_asked(request, &stating, missing, retract);
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
