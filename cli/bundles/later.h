/* later.h - what became of a dossier later, as far as the files named with --with show. */
#ifndef CLI_LATER_H
#define CLI_LATER_H

#include "sign/sign.h"
#include "verbs.h"

/* Adds what is found to the checks: a retraction by who signed the dossier, or by somebody trusted,
 * leaves the answer undecided; one by a stranger, one whose seal does not hold, and a dossier that
 * takes its place are notes. `trust`: PEM; empty: none. False with a diagnostic. */
MUST_USE bool later_add(struct request *request, struct str trust, struct checks *checks);

#endif
