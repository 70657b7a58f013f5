/* case_stands.h - a case.json that stands where `new` would write one. */
#ifndef CLI_CASE_STANDS_H
#define CLI_CASE_STANDS_H

#include "verbs.h"

/* Whether the case at `path` is of the runs that `text` names: of each system one at least, under
 * the same id; and says nothing else than what the line asks for (id, question, profile, metric).
 * It is then kept byte for byte. *missing: paths of `text` that it does not name, and the first of
 * them. False, with a diagnostic: it is another case. */
MUST_USE bool case_stands(struct request *request, const char *path, struct str text,
                          size_t *missing, struct str *first, struct diags *diags);

#endif
