/* reports.h - comparisons for CI: Markdown for a job's summary, JUnit for its list of tests. */
#ifndef CLI_REPORTS_H
#define CLI_REPORTS_H

#include "model/model.h"

struct reported {               /* one comparison */
    struct str name;            /* of the work, or "B against A" */
    const char *metric;         /* its key; NULL: of none */
    const struct comparison *c; /* NULL: not judged */
    struct str said;            /* its change, else why there is none, in one line */
    int outcome;                /* 0 passed, 1 failed, 2 skipped */
};
/* Text from evidence in which nothing has a meaning to Markdown. */
void markdown_put_plain(struct buf *out, struct str text);
/* One table row each; then in parts that fold what stands beside all of them, and beside each: what
 * several rules say with the same words once, with the ids of all. */
void markdown_put_rows(struct buf *out, const struct reported *item, size_t count);
void markdown_put_folds(struct buf *out, const struct reported *item, size_t count);
/* One test case each. */
void junit_put(struct buf *out, const char *suite, const struct reported *item, size_t count);

#endif
