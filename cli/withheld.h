/* withheld.h - what can no longer be derived where evidence is withheld. */
#ifndef CLI_WITHHELD_H
#define CLI_WITHHELD_H

#include "base/file.h"

/* Paths that the records of a dossier name as withheld. */
struct str *withheld_paths(struct arena *home, const struct entries *dossier, size_t *count);
/* "12 of 310 facts and 3 of 40 claims cannot be derived again, ...": by the sources that the
 * report's data states, and what is derived from those. Empty where there is no report. */
struct str withheld_statement(struct arena *home, const struct entries *dossier,
                              const struct str *path, size_t count);

#endif
