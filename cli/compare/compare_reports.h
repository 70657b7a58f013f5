/* compare_reports.h - the answer of `compare` for CI: Markdown for a job's summary, JUnit for its
 * list of tests. */
#ifndef CLI_COMPARE_REPORTS_H
#define CLI_COMPARE_REPORTS_H

#include "compare_gate.h"

/* A heading, one table row a pair, and what stands beside the numbers in a part that folds. */
void compare_put_markdown(const struct compare_answer *answer, struct buf *out);
/* One test case a pair. It fails where the gate is shown (without a gate: where the pair is not
 * comparable), and is skipped where it is open. */
void compare_put_junit(const struct compare_answer *answer, const struct gate *gate,
                       struct buf *out);
/* Whether there is a pair, and every pair is equal within the margin. */
bool compare_all_equal(const struct compare_answer *answer);

#endif
