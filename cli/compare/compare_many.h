/* compare_many.h - the short answer of `compare` to several tests or sides. */
#ifndef CLI_COMPARE_MANY_H
#define CLI_COMPARE_MANY_H

#include "compare_tests.h"

enum compare_next { NEXT_NEW, NEXT_RECIPE, NEXT_FULL }; /* which command goes on from an answer */
/* A row a pair, then what stands beside the numbers, each once; as many lines as what stands in
 * `out` leaves of thirty, with the next command and what a gate says. Returns that command. */
enum compare_next compare_put_many(struct buf *out, const struct compare_answer *answer);

#endif
