/* contradiction_text.h - what files of one folder say that cannot all be true, as text and JSON. */
#ifndef CLI_CONTRADICTION_TEXT_H
#define CLI_CONTRADICTION_TEXT_H

#include "ingest/ingest.h"

/* A part "Statements that cannot all be true" over the facts of these files; nothing where there is
 * none. */
void contradictions_put(const struct inspected *file, size_t count, struct buf *out);

#endif
