/* compare_apart.h - what the short answer says of work that stands on one side alone. */
#ifndef CLI_COMPARE_APART_H
#define CLI_COMPARE_APART_H

#include "compare_text.h"

/* A line a side that did work which no other did. */
void compare_put_alone(struct buf *out, const struct compare_answer *answer);
/* Nothing stands side by side: why, and what each side holds, each figure by itself. */
void compare_put_nothing(struct buf *out, const struct compare_answer *answer);

#endif
