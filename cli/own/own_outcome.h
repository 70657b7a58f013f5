/* own_outcome.h - columns that tell whether the request of a row failed: its time is no time of a
 * request that was served. */
#ifndef CLI_OWN_OUTCOME_H
#define CLI_OWN_OUTCOME_H

#include "base/text.h"

enum own_outcome {
    OWN_NO_OUTCOME,
    OWN_SUCCEEDED, /* "success": true */
    OWN_FAILED,    /* "failed": false; "error": what went wrong, or nothing */
    OWN_STATUS,    /* of HTTP: 200 to 399 is good */
    OWN_EXIT,      /* of a program: 0 is good */
    OWN_OUTCOMES
};

/* What a column of that name may tell. */
enum own_outcome own_outcome_named(struct str name);
/* The same once a cell was seen: none where such a column would not say that. */
enum own_outcome own_outcome_seen(enum own_outcome outcome, struct str cell);
/* Whether the cell says that the row failed. */
bool own_outcome_failed(enum own_outcome outcome, struct str cell);
/* Alternatives of an extended regular expression that a cell in small letters fits where the row is
 * good; an empty one is good where it is to name a failure. */
const char *own_outcome_good(enum own_outcome outcome);
/* "success is not true": of rows that are left out, behind the name. */
const char *own_outcome_bad(enum own_outcome outcome);

#endif
