/* compare_gate.h - what a gate in front of a change makes of comparisons. */
#ifndef CLI_COMPARE_GATE_H
#define CLI_COMPARE_GATE_H

#include "compare_text.h"
#include "verbs.h"

enum gate_way { GATE_SLOWER, GATE_FASTER, GATE_CHANGED };
struct gate {
    bool asked;
    enum gate_way way;
    double beyond;   /* in percent */
    struct str text; /* "slower:2%" */
    int incomparable;
};
/* False, with a diagnostic that names the verb: not understood. */
bool gate_read(const struct request *request, struct gate *out);
/* Of one interval of the change in percent: 0 excluded, 1 shown, 2 open. `lower`: less is better.
 */
int gate_judge(const struct gate *gate, double low, double high, bool lower);
/* Of one test between the first side and another, with what was measured beside them:
 * 0, 1, 2, or GATE_INCOMPARABLE. `why` in words. */
enum { GATE_INCOMPARABLE = 3 };
int gate_pair(const struct gate *gate, const struct compare_answer *answer, size_t test,
              size_t side, struct arena *home, struct str *why);
/* Exit status over all comparisons, and the last line, which says which and why. */
int gate_answer(const struct gate *gate, const struct compare_answer *answer, struct arena *home,
                struct str *said);

/* The same over the comparisons of a case; `outcome`, beside them, gets the status of each. */
int gate_case(const struct gate *gate, const struct report_model *model, struct arena *home,
              int *outcome, struct str *said);

#endif
