/* compare_beside.h - what was measured beside the sides of `compare`: one system twice, a second
 * set of runs, further sets of the baseline. */
#ifndef CLI_COMPARE_BESIDE_H
#define CLI_COMPARE_BESIDE_H

#include "compare_text.h"
#include "verbs.h"

enum beside_kind {
    BESIDE_BASELINE,      /* another set of the baseline against the other sides */
    BESIDE_BASELINE_NULL, /* sets of the baseline against one another */
    BESIDE_CONFIRM,       /* the first side against further sets of the second */
    BESIDE_NULL           /* one system, measured several times */
};
struct compare_beside {
    enum beside_kind kind;
    struct compare_answer answer;
};
/* Judges what the options of the line ask for beside `main`, as `wish` says. False, with a
 * diagnostic: an operand that cannot be read, or that is no other measurement. */
bool compare_beside_judge(struct request *request, const struct compare_wish *wish,
                          const char *const *path, size_t count, const struct compare_answer *main,
                          struct compare_beside **out, size_t *found);
/* The name of a kind, as JSON has it. */
const char *compare_beside_name(enum beside_kind kind);
/* Lines of at most 100 columns that say what each comes to. */
struct str compare_beside_said(struct arena *home, const struct compare_answer *answer);
/* The comparison of side `side` in `beside` that is of the work of main's test number `test`; NULL:
 * it has none. */
const struct comparison *compare_beside_found(const struct compare_answer *main, size_t test,
                                              const struct compare_answer *beside, size_t side,
                                              const struct compare_part **part);
/* Whether one system, measured twice, came out faster or slower. */
bool compare_beside_differs(const struct compare_answer *answer);

#endif
