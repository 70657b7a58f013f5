/* compare_silent.h - what one side tells, another hides, and the verdict waits for. */
#ifndef CLI_COMPARE_SILENT_H
#define CLI_COMPARE_SILENT_H

#include "compare_case.h"

struct side_asked { /* of one side */
    bool key[KEY_COUNT];
};
/* Judges the case of this text, as compare_case_text wrote it, with the files and declarations as
 * they stand, and tells of each operand which keys block because another side tells them and it
 * does not: those that a statement can tell. `hides` has room for all operands, and is all false
 * where the case cannot be judged; what reading it has to say is told by whoever judges it next.
 * Returns why no statement would change any of its verdicts, and what would: other work was done, a
 * run broke off or has no result. Empty: statements may. */
struct str compare_silent(struct arena *home, const struct compare_plan *plan, struct str text,
                          struct side_asked *hides);

#endif
