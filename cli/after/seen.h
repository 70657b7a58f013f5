/* seen.h - a file that keeps what was verified before, by file and stamp. */
#ifndef CLI_SEEN_H
#define CLI_SEEN_H

#include "holding.h"
#include "portfolio/summary.h"
#include "verbs.h"

/* What --seen FILE kept of dossiers that held when they were verified. A file counts as seen while
 * its stamp (size, times, place on disk) is the one that it had then and this version of the
 * program wrote the line; what did not hold is never kept. */
struct seen;
/* Reads --seen, where it is given; a file that is not there yet is empty, one that is something
 * else is refused. False with a diagnostic. */
MUST_USE bool seen_begin(struct request *request, struct seen **out);
/* Takes those out of a list that were verified as they are, and adds what they say, with `file`
 * set, to summary[*count]; answers how many are left. */
size_t seen_leave(struct seen *seen, struct holding *holding, size_t holdings,
                  struct summary *summary, size_t *count);
/* One that was verified now. */
void seen_add(struct seen *seen, struct str path, struct str stamp, const struct summary *summary);
/* Writes the file anew, where --seen is given and something is new. False with a diagnostic. */
MUST_USE bool seen_end(struct seen *seen);

#endif
