/* letter.h - an auditor's letter about a dossier, as a person filled it in. */
#ifndef CLI_LETTER_H
#define CLI_LETTER_H

#include "base/diag.h"
#include "base/text.h"

struct letter_told {
    struct str opinion, independence;
    size_t procedures[3]; /* verified, noted, waived */
    size_t exceptions;
};
/* Reads dossier-audit/1 (docs/after.md). False with a diagnostic at what does not fit. */
MUST_USE bool letter_read(struct arena *home, struct str name, struct str text,
                          struct letter_told *out, struct diags *diags);

#endif
