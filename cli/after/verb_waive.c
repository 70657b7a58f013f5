/* verb_waive.c - whoever is owed a clause says that it need not be met for now. */
#include "base/json.h"
#include "clause.h"
#include "day.h"
#include "keys.h"
#include "stating.h"
#include <stddef.h>

/* The requirement of that number: a waiver of what nobody asked for would be found by nobody, and
 * one of two that share a number would lift the other, too. False with a diagnostic. */
static bool clause_find(struct request *request, const struct opened *old, struct str *out)
{
    const struct json *json = old->held.case_file;
    const struct json_item *list = json_find(json, STR("/requirements"));
    struct buf known = buf_new(request->home, 1 << 16);
    size_t found = 0, all = 0;
    buf_put(&known, STR("a clause that the dossier's case requires, once: "));
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one)) {
        struct str clause = held_member(json, one, "clause");
        if (clause.len > 0 && str_eq(clause, str_from(request->options.clause))) {
            *out = requirement_text(request->home, json, one);
            found++;
        }
        buf_put(&known, all++ > 0 ? STR(", ") : STR(""));
        buf_put_visible(&known, clause);
    }
    if (found == 1)
        return true;
    buf_put(&known, STR("; name one that stands there once"));
    diag_add(request->diags, DIAG_REFUSED,
             (struct place){ .file = str_from(request->options.argument[0]) },
             all > 0 ? buf_str(&known)
                     : STR("a dossier whose case has clauses under \"requirements\"; this one has "
                           "none to be waived"),
             "--clause %s, which stands there %zu times", request->options.clause, found);
    return false;
}

static bool fill(struct request *request, const struct opened *old, struct said_of *statement,
                 struct str *beside)
{
    (void)beside;
    statement->clause = str_from(request->options.clause);
    statement->until = str_from(request->options.until);
    return clause_find(request, old, &statement->requirement);
}

static struct str ends(const struct opened *old, const struct said_of *made, struct buf *out)
{
    (void)old;
    (void)made;
    (void)out;
    return STR("`dossier accept DOSSIER BUNDLE... --with FOLDER --trust CA` counts the clause "
               "as waived, apart from those met, up to that day, where CA certified whoever "
               "signed this: name in it those to whom the clause is owed, never the supplier.");
}

static const struct stating stating = {
    .verb = STR_INIT("waive"),
    .kind = STR_INIT("waiver"),
    .options = STR_INIT("--clause N --until DATE --reason TEXT --key KEY [--cert CERT] -o FOLDER"),
    .fill = fill,
    .ends = ends,
};

static int waive(struct request *request, const struct key_file *key)
{
    return statement_make(request, &stating, key);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    int64_t day;
    const char *missing = !o->reason   ? "no reason is given"
                          : !o->clause ? "no clause is named"
                          : !o->until || !day_of(str_from(o->until), &day)
                              ? "no last day that is one, as 2027-06-30"
                          : !o->key    ? "no key is given"
                          : !o->output ? "no folder to write is named"
                                       : NULL;
    return statement_asked(request, &stating, missing, waive);
}

static const struct option_row rows[] = {
    { 'o', "output", "FOLDER", "new folder for the statement and its seal",
      offsetof(struct options, output), OPTION_TEXT },
    { 0, "clause", "N", "the clause, as the case numbers it", offsetof(struct options, clause),
      OPTION_TEXT },
    { 0, "until", "DATE", "the last day on which it counts, YYYY-MM-DD",
      offsetof(struct options, until), OPTION_TEXT },
    { 0, "reason", "TEXT", "why, in words; signed", offsetof(struct options, reason), OPTION_TEXT },
    OPTION_ROW_CONTENT_ID,
    OPTION_ROWS_KEY,
};
const struct verb verb_waive = {
    .name = "waive",
    .summary = "a signed statement that a clause need not be met for now",
    .usage =
        "waive DOSSIER --clause N --until DATE --reason TEXT --key KEY [--cert CERT] -o FOLDER",
    .more =
        "The dossier is verified first and stays as it is. The statement names it by content id,\n"
        "the clause, the last day and the reason, and stands by itself: FOLDER/statement.json\n"
        "with a seal. `dossier accept --with FOLDER --trust CA` counts the clause apart.\n"
        "SOURCE_DATE_EPOCH sets the signing time.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .dated = true,
    .run = run,
};
