/* new_left.h - what `new` says of things that it asks of nobody. */
#ifndef CLI_NEW_LEFT_H
#define CLI_NEW_LEFT_H

#include "compare_case.h"

/* Telemetry of a run that counts for nothing, and which statement would make it count; `above`: the
 * run.json above all sides, where one stands. Nothing where all of it counts. */
void new_put_waiting(struct buf *out, const struct compare_plan *plan,
                     const struct inspected *above, size_t above_count);
/* Under the profile engineering: that nothing blocks that could be said (or `open`: what is marked
 * is all that blocks), and what a purchase would ask besides: `later` by key. */
void new_put_later(struct buf *out, const bool *later, bool open);

/* That nothing is asked, and why: compare_silent's words. */
void new_put_settled(struct buf *out, struct str why);

#endif
