/* contradiction_text.h - what files of one folder say that cannot all be true, as text. */
#ifndef CLI_CONTRADICTION_TEXT_H
#define CLI_CONTRADICTION_TEXT_H

#include "comparability/comparability.h"
#include "ingest/ingest.h"

/* The contradictions among the facts of these files, which are those of one folder. */
size_t contradictions_among(struct arena *home, const struct inspected *file, size_t count,
                            struct clash **out);
/* A part "Statements that cannot all be true" over the facts of these files; nothing where there is
 * none. */
void contradictions_put(const struct inspected *file, size_t count, struct buf *out);

#endif
