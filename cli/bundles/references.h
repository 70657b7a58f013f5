/* references.h - data/references.json: dossiers that a dossier names. */
#ifndef CLI_REFERENCES_H
#define CLI_REFERENCES_H

#include "model/references.h"
#include "verbs.h"

#define REFERENCES "data/references.json"

/* Verifies each dossier named and makes the record of them; empty where none is named. False with
 * a diagnostic: one does not hold, or the same is named twice. */
MUST_USE bool references_take(struct request *request, const char *as,
                              const struct option_list *path, struct str *out);
/* Reads a record, strictly. False with DIAG_DOSSIER_FORMAT. */
MUST_USE bool references_read(struct arena *home, struct str bytes, const struct reference **out,
                              size_t *count, struct diags *diags);

#endif
