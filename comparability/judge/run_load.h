/* run_load.h - the load that a serving run really saw, from the times of its requests. Private to
 * comparability. */
#ifndef COMPARABILITY_RUN_LOAD_H
#define COMPARABILITY_RUN_LOAD_H

#include "judging.h"

/* Single requests that the run kept; `series` is where their latencies stand. False: none. */
bool requests_of(const struct case_file *case_file, const struct run *run, struct requests *out,
                 const struct series **series);
/* Output tokens by second of a run that kept its requests, as a series of
 * `throughput.output_tokens` on the clock of the requests, for the case whose metric that is. An
 * output counts in the second in which it came, so that requests which overlap are counted once;
 * between a request's first output and its end they are laid evenly. NULL: another metric, no times
 * or no output lengths. */
const struct series *load_series(struct arena *home, const struct case_file *case_file,
                                 const struct run *run);
/* What the judged stretch saw: requests in flight on average, or requests completed by second.
 * NULL: no single requests, or none with start and latency. */
const struct fact *load_reached(struct judging *judging, const struct member *member,
                                bool concurrency);

#endif
