/* options_settle.h - private to ingest: what a server was told in files that its command names. */
#ifndef INGEST_OPTIONS_SETTLE_H
#define INGEST_OPTIONS_SETTLE_H

#include "reading.h"

struct settling {
    struct arena *home, *scratch;
    const struct limits *limits;
    struct diags *diags;
    struct evidence **enclosed; /* files that may be meant; those of the run itself first */
    size_t count, own;          /* own: so many are of the run */
};
/* Whether a command of the run, or of its machine, names such a file, or variables are kept. */
bool options_named(struct arena *scratch, const struct run *run);
/* Reads what the commands of the run, or of its machine, leave to files: options become facts of
 * the run. Of a file that is not among the enclosed, or cannot be read, whatever it could set is
 * not disclosed: a placeholder that says where it would stand, and what a person declares of it
 * counts no more. Options that the command itself tells stay as they are, and stand above
 * captured variables, which stand above what the engine does by default. */
void options_settle(const struct settling *in, struct run *run);

#endif
