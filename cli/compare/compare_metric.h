/* compare_metric.h - the metric that a line asks for: its name read, and what files can be asked
 * for. */
#ifndef CLI_COMPARE_METRIC_H
#define CLI_COMPARE_METRIC_H

#include "compare_tests.h"
#include "verbs.h"

/* Reads "ttft.client" or "ttft.client[p99]" as `inspect` writes it into the wish; `text` NULL: no
 * metric is asked for. False: no such result, with the name that may be meant in *expected. */
bool compare_metric_read(struct arena *home, const char *text, struct compare_wish *wish,
                         struct str *expected);
/* " --metric 'ttft.client[p99]'", ready for a shell; nothing where none is asked for. */
void compare_metric_put(struct buf *line, const struct compare_wish *wish);
/* Of a metric that formats are not compared by but the runs of every side of the test tell: a row
 * of its own, like the first of the formats; NULL: a side does not tell it. */
const struct carries *compare_metric_row(struct arena *home, const struct compare_plan *plan,
                                         const struct test *test, const struct compare_wish *wish);
/* Metrics that every side of the first test tells, ten at most, by name; empty: none. */
struct str compare_metric_choices(struct arena *home, const struct compare_plan *plan);
/* Refuses the metric that was asked for, which `given` does not tell on every side. False. */
bool compare_metric_refuse(struct request *request, const struct compare_plan *plan,
                           struct str given);
/* Whether a metric is asked for that no test has. */
bool compare_metric_untold(const struct compare_answer *answer);
/* That it is not told, by whom it is, and which metrics can be asked for in its place. */
void compare_put_metrics(struct buf *out, const struct compare_answer *answer);

#endif
