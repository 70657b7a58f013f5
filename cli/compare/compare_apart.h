/* compare_apart.h - what the short answer says of work that stands on one side alone. */
#ifndef CLI_COMPARE_APART_H
#define CLI_COMPARE_APART_H

#include "compare_tests.h"

/* A line a side that did work which no other did, and one a side that lacks work of several others.
 */
void compare_put_alone(struct buf *out, const struct compare_answer *answer);
/* Nothing stands side by side: why, and what each side holds, each figure by itself. */
void compare_put_nothing(struct buf *out, const struct compare_answer *answer);
/* Each side by itself on what is left of a line, where there are too few runs to say what lies
 * between them. */
void compare_put_few(struct buf *line, const struct compare_answer *answer, size_t test,
                     size_t side, const struct comparison *c);
/* How the tool of what has too few runs for a ratio is run; nothing where tools differ, or no
 * command of it is known. */
void compare_put_again(struct buf *out, const struct compare_answer *answer);
/* Two builds of a program are two commands; by a name of its own the work is one: how to give it,
 * where the tool can and that is what fails. */
void compare_put_naming(struct buf *out, const struct compare_answer *answer, size_t test,
                        const struct comparison *c);

#endif
