/* verb_audit.c - an auditor's letter about a dossier: filled in by a person, checked for form,
 * signed. Nothing of it is derived; the opinion stands apart from any approval, which is a
 * signature of its own (`dossier sign --decision`). */
#include "keys.h"
#include "stating.h"
#include <stddef.h>

static bool fill(struct request *request, const struct opened *old, struct said_of *statement,
                 struct str *beside)
{
    const struct options *o = &request->options;
    (void)old;
    if (!file_read(request->home, o->procedures, &limits_default, beside, request->diags) ||
        !letter_read(request->home, str_from(o->procedures), *beside, &statement->letter,
                     request->diags))
        return false;
    statement->reason = statement->letter.opinion;
    return true;
}

static struct str ends(const struct opened *old, const struct said_of *made, struct buf *out)
{
    (void)old;
    buf_putf(out, "procedures  %zu verified, %zu noted, %zu waived\n", made->letter.procedures[0],
             made->letter.procedures[1], made->letter.procedures[2]);
    return STR("The letter says what its signer says; nothing of it was derived here, and an "
               "opinion approves nothing. `dossier verify DOSSIER --with FOLDER` tells it.");
}

static const struct stating stating = {
    .verb = STR_INIT("audit"),
    .kind = STR_INIT("audit"),
    .options = STR_INIT("--procedures FILE --key KEY [--cert CERT] -o FOLDER"),
    .beside = STR_INIT(" and procedures.json"),
    .fill = fill,
    .ends = ends,
};

static int audit(struct request *request, const struct key_file *key)
{
    return statement_make(request, &stating, key);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    const char *missing = !o->procedures ? "no letter is named"
                          : !o->key      ? "no key is given"
                          : !o->output   ? "no folder to write is named"
                                         : NULL;
    return statement_asked(request, &stating, missing, audit);
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
