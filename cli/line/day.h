/* day.h - days of the calendar on the command line. */
#ifndef CLI_DAY_H
#define CLI_DAY_H

#include "verbs.h"

/* "2027-02-20" as days since an epoch of the calendar; false: no day. */
bool day_of(struct str text, int64_t *out);
/* The day so many months later, the last of its month where that is shorter; empty: `day` is none.
 */
struct str day_after(struct arena *home, struct str day, int64_t months);
/* --at; false, with a diagnostic, where it is there and no day. */
bool day_asked(struct request *request);
/* The day of request->now in UTC, as text. */
struct str day_now(struct request *request);

#endif
