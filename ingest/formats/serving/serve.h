/* serve.h - private to ingest: the result file of vLLM's serving benchmark, and those who took over
 * its names. */
#ifndef INGEST_SERVE_H
#define INGEST_SERVE_H

#include "reading.h"
#include "sniff.h"

/* Object with the members that every era of the format has. */
bool serve_shape(const struct sniff *sniff);
/* Facts and per-request series of the whole file. */
bool serve_read(struct reading *reading);
/* Series of the arrays that are kept with --save-detailed or --output-details: latency, time to
 * first token, time per output token of each request. */
void serve_requests_read(struct reading *reading, const struct json *json);
/* serve_samples.c: statistics, sums and counts that the arrays of the same file contradict. */
void serve_samples_check(struct reading *reading, const struct json *json);
/* Requests completed and failed, against those sent. */
void serve_counts_check(struct reading *reading, const struct json *json);
/* The table of plain members, for `formats`. */
enum { SERVE_FIELDS = 23 };
extern const struct field serve_fields[SERVE_FIELDS];

#endif
