/* sarif.h - findings as SARIF 2.1.0 (OASIS), which code hosts show beside the files. */
#ifndef CLI_SARIF_H
#define CLI_SARIF_H

#include "model/model.h"

/* One result a finding that moved a verdict: what fails is an error, what is open a warning, what
 * is stated a note. */
void sarif_put(const struct report_model *const *model, size_t count, struct buf *out);

#endif
