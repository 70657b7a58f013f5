/* ranks.h - comparison beside the headline interval: ranks, several workloads, outliers. Private to
 * comparability. Pure functions of arrays; method and reasons: docs/steady.md. */
#ifndef COMPARABILITY_RANKS_H
#define COMPARABILITY_RANKS_H

#include "base/arena.h"
#include "statistics.h"

enum { RANK_RUNS = 10 }; /* least runs a side for a rank test */

struct rank_test {
    const char *reason;   /* NULL: found */
    double statistic, df; /* NaN where the sides separate entirely: the variance is then 0 */
    double p;             /* two-sided */
    double chance;        /* P(a < b) + P(a = b) / 2 */
    bool separated;       /* p is then the smallest a permutation of the runs can give */
};
/* Brunner and Munzel 2000, "The nonparametric Behrens-Fisher problem", with midranks for ties and t
 * with their degrees of freedom. Needs RANK_RUNS runs a side. NaN must not occur. */
struct rank_test brunner_munzel(struct arena *scratch, const double *a, size_t a_count,
                                const double *b, size_t b_count);
/* Cliff's delta: P(b > a) - P(b < a), -1 to 1; NaN where a side is empty. */
double cliffs_delta(struct arena *scratch, const double *a, size_t a_count, const double *b,
                    size_t b_count);

/* Two-sided p of "the ratio of means is 1" by Welch's t on the logarithm, as interval_ratio has it.
 * NaN where there is no interval; both sides without spread: 1 where equal, else 0. */
double ratio_p(const double *a, size_t a_count, const double *b, size_t b_count);
/* interval_ratio for one of `family` workloads: each at 1 - 0.05 / family (Bonferroni), so that all
 * hold at once with 95 %. */
struct interval interval_ratio_of(const double *a, size_t a_count, const double *b, size_t b_count,
                                  size_t family);
/* Holm 1979, "A simple sequentially rejective multiple test procedure": adjusted[i] is the smallest
 * level at which workload i is rejected along with all of smaller p. Ties keep their order. */
void holm(struct arena *scratch, const double *p, size_t count, double *adjusted);

struct outliers {
    size_t count;
    const size_t *row;    /* ascending */
    double median, limit; /* |x - median| > limit; 10 x 1.4826 MAD, MAD at least `resolution` */
    double mean, mean_without; /* nothing is ever left out of the mean that is reported */
};
/* `resolution`: of the timer, so that a constant series has none. NaN values are passed over. */
struct outliers outliers_of(struct arena *home, const double *value, size_t count,
                            double resolution);

#endif
