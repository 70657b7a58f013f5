/* compare_text.h - what `compare` prints: the short answer. */
#ifndef CLI_COMPARE_TEXT_H
#define CLI_COMPARE_TEXT_H

#include "compare_tests.h"

/* At most 30 lines of at most 100 columns. */
void compare_put_text(const struct compare_answer *answer, struct buf *out);

#endif
