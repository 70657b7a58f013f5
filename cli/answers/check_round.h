/* check_round.h - private to cli: what `check --rules ROUND` prints of a tree. */
#ifndef CLI_CHECK_ROUND_H
#define CLI_CHECK_ROUND_H

#include "base/text.h"
#include "round/round.h"

struct alike { /* results that may be compared with one another: each field is the same */
    struct str benchmark, scenario, division, status, metric, weights, round;
    bool power;
    const struct round_run **run;
    size_t count;
};
enum { ALIKE_FIELDS = 8 };
/* Why results of one benchmark and scenario may not be compared all the same: names of the fields
 * that differ. 0: another benchmark or scenario. */
size_t alike_apart(const struct alike *a, const struct alike *b, const char *name[ALIKE_FIELDS]);
struct judged_round {
    struct arena *home;
    const char *path;
    const struct rule_set *rules;
    struct round round;
    struct alike *alike; /* by benchmark and scenario, then by the rest */
    size_t alike_count, compared;
    size_t valid, invalid, compliant, not_compliant, undecided, inconsistent;
};
bool run_inconsistent(const struct judged_round *in, const struct round_run *run);
void round_put_text(const struct judged_round *in, struct buf *out);
void round_put_json(const struct judged_round *in, struct buf *out);

#endif
