/* compare_tests.h - the answer of `compare`: its tests, how each was judged, and what it is called.
 */
#ifndef CLI_COMPARE_TESTS_H
#define CLI_COMPARE_TESTS_H

#include "compare_case.h"
#include "pipeline.h"

struct compare_part { /* the tests that share one metric, judged as one case */
    const struct carries *row;
    struct pipeline *pipeline;
};
struct compare_answer {
    const struct compare_plan *plan;
    const struct compare_part *part;
    size_t part_count;
    const struct compare_wish *wish;
    int status;
    size_t remarks; /* what reading the files had to say, beside the first that is told */
    const struct compare_beside *beside; /* what else was measured: compare_beside.h */
    size_t beside_count;
    struct str beside_said; /* lines of it, for people; empty: there is none */
};
/* The comparison of one test between the first operand and the one at `side`; NULL: there is none.
 * `part` is where it was judged. */
const struct comparison *compare_found(const struct compare_answer *answer, size_t test,
                                       size_t side, const struct compare_part **part);
/* All of them, test by test and within a test side by side; zero to begin with. */
struct compare_turn {
    size_t test, side;
    const struct comparison *c; /* NULL: there is none */
    const struct compare_part *part;
};
bool compare_next(const struct compare_answer *answer, struct compare_turn *turn);
/* "B delivers 23 % more than A"; "equal within the margin"; empty without a ratio. */
struct str compare_said(struct arena *home, const struct compare_part *part,
                        const struct comparison *comparison);
/* The same for one line of a list: "time +20 % (19 to 21 %)". */
struct str compare_said_brief(struct arena *home, const struct compare_part *part,
                              const struct comparison *comparison);
/* What tells a test from the others: the parts of its name that not all bear. Where that is longer
 * than `width`, and will be cut, those that the fewest bear stand first. */
struct str compare_test_name(const struct compare_plan *plan, size_t index, struct arena *home,
                             size_t width);
/* Tests that other sides have and this one lacks, by what tells them apart. Returns how many. */
size_t compare_lacking(const struct compare_plan *plan, size_t side, struct arena *home,
                       struct str **out);
/* Where several tests are of one case, that of `row`: gives each a name that a reader can tell from
 * the others, its own where that is short. Returns how many. */
size_t compare_tests_call(struct arena *home, struct compare_plan *plan, const struct carries *row);
/* The finding by which no statement can make these files decide; NULL: there is none. */
const struct finding *compare_carries_not(const struct compare_answer *answer,
                                          const struct comparison *c);
/* Whether a log of samples lies there, and a statement of what its rows are is all that is missing.
 */
bool compare_rows_undeclared(const struct compare_answer *answer);

#endif
