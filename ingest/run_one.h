/* run_one.h - private to ingest. */
#ifndef INGEST_RUN_ONE_H
#define INGEST_RUN_ONE_H

#include "ingest/ingest.h"

/* Two files of one format that report unlike results are two runs: as one, which of them speaks
 * would be chance. Said in diags. */
void run_is_one(struct arena *scratch, const struct bundle *bundle, const struct run *run,
                struct diags *diags);

#endif
