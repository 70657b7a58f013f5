/* shared_rows.h - series of which half of the rows are another's: a measurement offered again with
 * a digit changed, rows cut off or put in front. Private to comparability. */
#ifndef COMPARABILITY_SHARED_ROWS_H
#define COMPARABILITY_SHARED_ROWS_H

#include "judging.h"

/* Looks through the results of all runs once, in time that grows with their rows, not with their
 * pairs. Freed by shared_rows_free; the runs must outlive it. */
struct shared_rows *shared_rows_find(const struct alone *alone, size_t count);
void shared_rows_free(struct shared_rows *shared);
/* Whether at least half of the rows of the shorter series are the other's, beside each other or
 * with one shift, and both are times of a clock fine enough that two measurements would not have
 * them. */
bool shared_rows_half(const struct shared_rows *shared, const struct series *a,
                      const struct series *b);
/* Runs that have such a series in common with the run; an index may stand twice. */
const size_t *shared_rows_runs(const struct shared_rows *shared, size_t run, size_t *count);

#endif
