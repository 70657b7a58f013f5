/* questions.h - four questions of a reviewer, five before hardware is bought, five signals that a
 * problem belongs to the whole stack; and sweeps over loads. Private to comparability. */
#ifndef COMPARABILITY_QUESTIONS_H
#define COMPARABILITY_QUESTIONS_H

#include "judging.h"
#include "model/decision.h"

/* The rows of the question table, answered from the finished model; `out->question` and the claims
 * behind `claim` (room for QUESTIONS_MOST) are filled. */
enum { QUESTIONS_MOST = 24 };
void questions_answer(struct arena *home, struct report_model *out, struct claim *claim);

/* One saturation a system with a sweep; facts go to `deriving`. Returns how many. For at_objective
 * a system's runs are its sweep. */
size_t saturations_find(struct deriving *deriving, const struct case_file *case_file,
                        const struct alone *alone, size_t alone_count, struct saturation *out);

/* sweep_tied.c: whether the sweep in `saturation` is of its system; fills tie, tie_key, told, own.
 */
void sweep_tie(struct arena *home, const struct case_file *case_file,
               struct saturation *saturation);
/* Whether one throughput of a sweep is of the system, by what stands in and beside its own path,
 * and its load was held as long as a run; and what that path tells of another key, behind what it
 * told `before`, NULL for the first; NULL: nothing more. */
bool sweep_rate_tied(struct arena *home, const struct case_file *case_file,
                     const struct saturation *saturation, const struct fact *rate);
const struct fact *sweep_beside(const struct saturation *saturation, const struct fact *rate,
                                enum key key, struct str instance, const struct fact *before);

#endif
