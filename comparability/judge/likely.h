/* likely.h - which runs a run may repeat; in copies.c. Private to comparability. */
#ifndef COMPARABILITY_LIKELY_H
#define COMPARABILITY_LIKELY_H

#include "shared_rows.h"

/* Of runs judged in order: what each has that a copy of it would have, too. So that a run is held
 * against those few, not against all before it. */
struct likely;
struct likely *likely_new(const struct case_file *case_file, const struct alone *alone,
                          size_t count, const struct shared_rows *shared);
void likely_free(struct likely *likely);
/* Indices of runs before `run` that it may repeat, ascending; every run that alone_copies() would
 * find is among them. To be called for each run once, in order, after it was judged. The list is
 * good until the next call. */
const size_t *likely_of(struct likely *likely, size_t run, size_t *count);

#endif
