/* statements.h - signed statements about a dossier that stand by themselves: a folder with
 * statement.json and its seal. */
#ifndef CLI_STATEMENTS_H
#define CLI_STATEMENTS_H

#include "letter.h"
#include "sign/sign.h"
#include "verbs.h"

struct said_of {
    struct str folder; /* as it was found */
    struct str why;    /* why it says nothing; empty: its seal holds */
    /* where it holds */
    struct str kind;             /* "retraction", "waiver", "audit" */
    struct str content, case_id; /* of the dossier that it is about */
    struct str reason;           /* of an audit: its opinion */
    struct str clause, until;    /* waiver: of what, and the last day on which it counts */
    struct str requirement;      /* waiver: that clause as requirement_text gives it */
    struct str procedures;       /* audit: SHA-256 of procedures.json beside it, in hex */
    struct str signer, when;     /* subject; the signer's own clock; made visible */
    struct digest certificate;
    bool trusted;        /* a chain leads to an anchor that was given */
    struct str not_then; /* why it does not count at the time that was asked; empty: it does */
    struct letter_told letter; /* audit: what its letter tells */
};
enum { STATEMENTS_MOST = 10000 };
/* Statements in folders and below, in byte order of path; no link is followed, and one in the place
 * of a statement or a folder is refused. `trust`: PEM; empty: none is asked. `at`: seconds since
 * 1970 at which each has to count; 0: not asked. False with a diagnostic. */
MUST_USE bool statements_find(struct arena *home, const char *const *path, size_t count,
                              struct str trust, int64_t at, struct said_of **out, size_t *found,
                              struct diags *diags);
/* Whether it retracts the dossier and who says so may: a certificate that signed the dossier, or
 * one that is trusted. `signer`: of the dossier. */
bool statement_retracts(const struct said_of *statement, struct str content);
bool statement_counts(const struct said_of *statement, const struct signer *signer, size_t count);
/* Whether its certificate signed the dossier. */
bool statement_by_signer(const struct said_of *statement, const struct signer *signer,
                         size_t count);
/* "retracted by CN=..., 2027-01-15T00:00:00Z: REASON" */
struct str statement_words(struct arena *home, const struct said_of *statement);
/* Whether it waives that requirement of the dossier: number and duty alike. Whose word counts, the
 * caller asks. */
bool statement_waives(const struct said_of *statement, struct str content, struct str clause,
                      struct str requirement);
bool statement_audits(const struct said_of *statement, struct str content);
/* Writes a statement and its seal into a new or empty folder, and reads them again. `beside`: bytes
 * of procedures.json, sealed with it; empty: none. */
MUST_USE bool statement_write(struct request *request, const struct said_of *statement,
                              struct str beside, const struct key_file *key, struct said_of *made);

#endif
