/* run_statements.h - a run.json on the disk that asks a person for what no file tells. */
#ifndef CLI_RUN_STATEMENTS_H
#define CLI_RUN_STATEMENTS_H

#include "amending.h"

/* `sentences`: several facts that one person knows together are asked by one sentence. Writes what
 * is wanted into the run.json of this path: a new one, or beside what a person wrote there, whose
 * bytes stay. `said`: what a person said now, by key, or NULL; `open`: statements that wait in it.
 * False: not written (told).
 */
bool statements_write(struct request *request, struct str path, const bool *wanted,
                      const struct str *said, bool sentences, size_t *open);

#endif
