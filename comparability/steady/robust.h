/* robust.h - the ratio of runs by medians, beside that of means. Private to comparability. Method:
 * docs/method.md, "One run decides". */
#ifndef COMPARABILITY_ROBUST_H
#define COMPARABILITY_ROBUST_H

#include "base/arena.h"
#include "statistics.h"

/* Median of the ratios of each run of b to each run of a (Hodges and Lehmann), and its exact 95 %
 * permutation interval: those ratios by which a may be multiplied without the rank-sum test of
 * Mann and Whitney rejecting, all ways to deal the runs to two sides counted. A stray run moves the
 * median little, and the interval not from seven runs a side on. `found` is false where so few runs
 * give none (three a side) or a value is not positive; `value` is set all the same where it can be.
 * At most 60 runs a side. df is 0. Rounded to six digits. */
struct interval interval_medians(struct arena *scratch, const double *a, size_t a_count,
                                 const double *b, size_t b_count);

struct decider { /* where means and medians disagree */
    bool disagree;
    bool b;       /* the run that decides is one of b */
    size_t index; /* in its side */
};
/* Whether the decisions by means and by medians disagree because of one run: both decide, and not
 * alike; or the means decide where the ratio of medians lies on another side of the margin; or the
 * medians decide where the means do not. The run is the one without which the means decide as the
 * medians do; where there is none, and the means do decide, the one farthest from its side's
 * median; where there is none and they do not, nobody decides. `means` is the headline. */
struct decider one_decides(struct arena *scratch, const double *a, size_t a_count, const double *b,
                           size_t b_count, const struct interval *means,
                           const struct interval *medians, double margin);

#endif
