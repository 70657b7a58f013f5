/* run_load.h - the load that a serving run really saw, from the times of its requests. Private to
 * comparability. */
#ifndef COMPARABILITY_RUN_LOAD_H
#define COMPARABILITY_RUN_LOAD_H

#include "judging.h"

enum { LOAD_FACTS = 3 };

/* Single requests that the run kept; `series` is where their latencies stand. False: none. */
bool requests_of(const struct case_file *case_file, const struct run *run, struct requests *out,
                 const struct series **series);
/* Facts of the whole run: output by second judged, or why it cannot be shown; most requests in
 * flight; share of the time at full concurrency. Returns how many. Sets door->load. */
size_t load_own(struct deriving *deriving, const struct case_file *case_file,
                struct judged_run *door, const struct fact *out[LOAD_FACTS]);
/* What the judged stretch saw: requests in flight on average, or requests completed by second.
 * NULL: no single requests, or none with start and latency. */
const struct fact *load_reached(struct judging *judging, const struct member *member,
                                bool concurrency);

#endif
