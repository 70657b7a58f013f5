/* options_settle.h - private to ingest: what a server was told in files that its command names. */
#ifndef INGEST_OPTIONS_SETTLE_H
#define INGEST_OPTIONS_SETTLE_H

#include "reading.h"

struct settling {
    struct arena *home, *scratch;
    const struct limits *limits;
    struct diags *diags;
    struct evidence **enclosed; /* files that may be meant; those beside the command first */
    size_t count, own;          /* own: so many lie beside it */
    /* Whose commands they are; a sweep or a profile has no machine and no run. */
    const struct system *system;
    const struct machine *machine;
    const struct run *run;
    struct facts **facts;   /* theirs; added to, or given anew, in `home` */
    struct facts *scope[2]; /* of their machine, then its system; NULL: none */
};
/* Whether a command among the facts, or in their scopes, names such a file, or variables are kept.
 */
bool options_named(const struct settling *in);
/* Reads what the commands among the facts, or in their scopes, leave to files: options become facts
 * of theirs. Of a file that is not among the enclosed, or cannot be read, whatever it could set is
 * not disclosed: a placeholder that says where it would stand (fact_left_open), and what a person
 * declares of it counts no more, in no scope. Options that the command itself tells stay as they
 * are, and stand above captured variables, which stand above what the engine does by default. */
void options_settle(const struct settling *in);

#endif
