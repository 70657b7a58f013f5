/* run_statements.h - a run.json on the disk that asks a person for what no file tells. */
#ifndef CLI_RUN_STATEMENTS_H
#define CLI_RUN_STATEMENTS_H

#include "amending.h"
#include "compare_silent.h"
#include "operands.h"

/* `sentences`: several facts that one person knows together are asked by one sentence. Writes what
 * is wanted into the run.json of this path: a new one, or beside what a person wrote there, whose
 * bytes stay. `said`: what a person said now, by key, or NULL; `open`: statements that wait in it.
 * False: not written (told).
 */
bool statements_write(struct request *request, struct str path, const bool *wanted,
                      const struct str *said, bool sentences, size_t *open);

/* Whether no file of the operand tells the key, nor a person in it. */
bool statements_open(const struct operand *operand, enum key key);
/* Whether what ran is known not to be the same: one operand tells the key and another does not, or
 * two tell another engine, release of it or command of a server. */
bool statements_ran_unlike(const struct operand *operand, size_t count, enum key key);
/* Whether the results of the operands are of several formats: one names its own tool, so that rules
 * ask for it then. */
bool statements_unlike(const struct operand *operand, size_t count);
/* Whether all results are of a client of serving that a command line starts. */
bool statements_of_clients(const struct operand *operand, size_t count);
/* Two command lines tell what a dozen statements would: while one is not there, what its options
 * tell is not asked, of all operands (`index` SIZE_MAX) or of one. `served`: the command of a
 * server is declared above them all. */
void statements_by_commands(const struct operand *operand, size_t count, size_t index, bool served,
                            bool *wanted);

/* What is one thing of one side and is another of the other is asked of each, in `wanted` in place
 * of `all`: what was installed or run, where the files tell that it was not the same, or of one
 * side what it was; and with which tool, where the results are of several formats. `open`: no
 * run.json above them says it. A side that is one file has no run.json of its own: then above them
 * all. */
void statements_apart(const struct operand *operand, size_t count, const bool *open, bool *all,
                      struct side_asked *wanted);

/* Beside what a run of its kind is always asked for: what one operand hides and another tells,
 * where the verdict of the case of this text waits for it and no capture would tell it. Returns, as
 * compare_silent does, why nothing need be asked at all; empty: it does. */
struct str statements_hidden(struct arena *home, const struct compare_plan *plan, struct str text,
                             struct side_asked *wanted);
/* What a run.json at `path`, above all sides, says already; none: there is none, or it is not read,
 * which `check` tells. */
void statements_above(struct arena *home, struct str path, struct inspected **above, size_t *count);

#endif
