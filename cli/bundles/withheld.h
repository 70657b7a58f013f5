/* withheld.h - what hangs on evidence that is withheld: the dossier derived again without it. */
#ifndef CLI_WITHHELD_H
#define CLI_WITHHELD_H

#include "base/file.h"

/* Members that the records of a dossier name as withheld: name and digest, no bytes; in byte order.
 */
struct entries withheld_members(struct arena *home, const struct entries *dossier);

struct withheld {
    bool derived;   /* the case could be derived without it; else the rest is not known */
    struct str why; /* where not derived */
    size_t facts, facts_lost, claims, claims_lost;
    /* Lost, and another value comes out from the same sources and inputs, which all are left. */
    size_t denied;
    struct str shown; /* the first of the lost facts, and of those denied */
    struct str shown_denied;
};
/* Derives the case from the dossier without `members` and compares with what the packed report
 * says: a fact is lost where none of equal key, value, source and inputs comes out. `dossier`:
 * bytes whose lists and signatures were verified. False: there is no report whose data can be read.
 */
MUST_USE bool withheld_derive(struct arena *home, const char *name, struct str dossier,
                              const struct entries *members, struct withheld *out);
/* "12 of 310 facts and 3 of 40 claims hang on it; ...". */
struct str withheld_statement(struct arena *home, const struct withheld *withheld);

#endif
