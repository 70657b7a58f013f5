/* records.h - private to ingest: the plan and the ledger that a case names among its documents. */
#ifndef INGEST_RECORDS_H
#define INGEST_RECORDS_H

#include "reading.h"

/* Reads both, where the case names and keeps them, into the case: nothing that is wrong with them
 * is an error of the case, since they count for nothing then, and the finding says why. */
void records_read(struct arena *home, struct case_file *case_file, const struct evidence *evidence,
                  size_t count, const struct limits *limits);
/* The two halves: `evidence` is the document. */
const struct plan *plan_read(struct arena *home, const struct case_file *case_file,
                             const struct evidence *evidence, const struct limits *limits);
const struct ledger *ledger_read(struct arena *home, const struct case_file *case_file,
                                 const struct evidence *evidence, const struct limits *limits);
/* The first thing said in reading a record, with its place: "line 3: ..."; `otherwise` where
 * nothing was. */
struct str record_fault(struct arena *home, const struct diags *diags, struct str otherwise);

#endif
