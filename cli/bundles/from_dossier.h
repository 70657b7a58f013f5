/* from_dossier.h - systems of a case whose runs are those of a system of an earlier dossier:
 * "bundles": ["OLD.asice#A"]. */
#ifndef CLI_FROM_DOSSIER_H
#define CLI_FROM_DOSSIER_H

#include "gather.h"

/* Takes the place of such a name: verifies OLD, below the folder of the case's file, and writes
 * what its case says of A beside the name, on the same line: machines, sweeps, profiles, facts, who
 * measured; and OLD as a reference ("baseline") where the case does not refer to it. Paths are
 * "OLD.asice/A/" and those of OLD's case. *out: the text to be judged and packed, `bytes` itself
 * where nothing is named; *given: the files, which live as long as `home`. Text that is no JSON is
 * left as it is. False with a diagnostic at the name: OLD does not hold, has no such system, or the
 * case says otherwise of what OLD declares. */
MUST_USE bool from_dossiers(struct arena *home, const char *case_path, struct str bytes,
                            const struct limits *limits, struct str *out, struct given *given,
                            struct diags *diags);
/* Whether the references of a case, read, are those dossiers, by their digests. False with
 * DIAG_FILE_CHANGED: one was written to since its runs were taken. */
struct reference;
MUST_USE bool from_dossiers_match(const struct given *given, const struct reference *reference,
                                  size_t count, struct diags *diags);
/* Whether each file that a case read from a dossier calls one of another dossier ("bundles") is
 * there, to the byte, where that one is packed whole. False with DIAG_DOSSIER_FORMAT. */
MUST_USE bool from_packed_match(struct arena *home, const struct evidence *case_file,
                                const struct gathered *gathered, const struct limits *limits,
                                struct diags *diags);

#endif
