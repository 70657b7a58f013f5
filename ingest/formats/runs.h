/* runs.h - private to ingest: the runs of a file to which a tool appends a JSON value a run. */
#ifndef INGEST_RUNS_H
#define INGEST_RUNS_H

#include "reading.h"

struct runs { /* a cursor; runs_begin sets it up */
    struct documents documents;
    size_t count; /* values seen, broken ones too */
    bool several;
};
void runs_begin(struct runs *runs, struct reading *reading);
/* The next run that the case selected, by its index in the file from 0; with several, reading_run
 * was called. Broken values have said so and are passed over. False: no more. */
MUST_USE bool runs_next(struct runs *runs, struct json **out);

#endif
