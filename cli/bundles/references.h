/* references.h - data/references.json: dossiers that a dossier names. */
#ifndef CLI_REFERENCES_H
#define CLI_REFERENCES_H

#include "model/decision.h"
#include "model/references.h"
#include "verbs.h"

#define REFERENCES "data/references.json"

/* Verifies each dossier that the case names, below the folder of its file, then those of the
 * command line, which this one takes the place of, and makes the record of them; empty where none
 * is named. False with a diagnostic: one does not hold, or the same is named twice as the same. */
MUST_USE bool references_take(struct arena *home, const char *case_path, const struct terms *terms,
                              const struct option_list *supersedes, struct str *out,
                              struct diags *diags);
/* Whether a record, read, is that of what the case names, in its order; of what is packed whole, by
 * its digest, too; `evidence` NULL: some of it is withheld, and that is not asked. False with
 * DIAG_DOSSIER_FORMAT. */
MUST_USE bool references_match(const struct terms *terms, const struct reference *reference,
                               size_t count, const struct evidence *evidence, size_t evidence_count,
                               struct diags *diags);
/* Reads a record, strictly. False with DIAG_DOSSIER_FORMAT. */
MUST_USE bool references_read(struct arena *home, struct str bytes, const struct reference **out,
                              size_t *count, struct diags *diags);

#endif
