/* share.h - whether a system still reaches a share of what a dossier measured of it. */
#ifndef CLI_SHARE_H
#define CLI_SHARE_H

#include "against.h"
#include "base/json.h"
#include "model/decision.h"

struct share_line { /* one comparison, of one workload */
    const struct comparison *comparison;
    enum standing standing;
    const char *why; /* where it is not shown */
    double value, low,
        high; /* of now over then, of a time then over now; 0: no ratio is licensed */
};
struct shares {
    struct str asked; /* "90 %", as it was given */
    double least;
    const struct against *against;
    size_t system;
    const struct share_line *line;
    size_t count;
};
/* "90 %", above 0 and at most 100. False with a diagnostic. */
MUST_USE bool share_read(struct request *request, const char *text, double *out);
/* Judges each comparison of `p` by its licensed ratio: MET where the whole interval keeps the
 * share, NOT MET where the whole lies below it, else NOT SHOWN. `metric`: which way is better. */
void share_judge(struct arena *home, const struct pipeline *p, struct shares *out);
void share_put_text(const struct shares *shares, struct buf *out);
/* Member "shares" of the object that is open. */
void share_put_json(const struct shares *shares, struct json_out *json);

#endif
