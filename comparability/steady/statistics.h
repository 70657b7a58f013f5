/* statistics.h - means, intervals and decisions on arrays of doubles. Private to comparability.
 *
 * The unit of every interval across runs is the run. Method and reasons: docs/method.md. Sums are
 * Neumaier's in index order; variances are taken in two passes. Values that pass through exp, log
 * or lgamma carry no verdict before they were rounded to six significant digits (statistics_round).
 */
#ifndef COMPARABILITY_STATISTICS_H
#define COMPARABILITY_STATISTICS_H

#include "base/num.h"

/* ---- t distribution ---- */

/* P(T <= t) of Student's t with `df` > 0 degrees of freedom, whole or not: the incomplete beta
 * function by its continued fraction (Abramowitz and Stegun 26.5.8, evaluated after Lentz). */
double t_below(double t, double df);
/* Value t with P(T <= t) = p, 0 < p < 1, df > 0: bisection on t_below, so it is as good as that. */
double t_quantile(double p, double df);

/* ---- one sample ---- */

struct moments {
    size_t count;
    double mean, deviation; /* deviation: of the sample, n - 1 below; 0 for one value */
};
struct moments moments_of(const double *value, size_t count);

struct interval {
    bool found; /* false: too few values, or the arithmetic gives none; the rest is then 0 */
    double value, low, high, df;
};
/* Two-sided 95 % t interval of one side's mean over its runs; needs 3 runs. Not rounded. */
struct interval interval_mean(const double *value, size_t count);
/* Within-run interval of the mean of a series by 30 batch means, t with 29 df; needs 30 values. The
 * first batch takes the remainder. Says nothing of the variation between runs. */
struct interval interval_batches(const double *value, size_t count);

/* ---- two sides ---- */

/* Ratio mean(b) / mean(a), 95 % interval by Welch's t on the logarithm of the ratio, df after Welch
 * and Satterthwaite. Needs 3 runs and a positive mean on each side. Both sides without any spread:
 * low = high = value, df = 0. Ratio, low, high and df are rounded to six significant digits. */
struct interval interval_ratio(const double *a, size_t a_count, const double *b, size_t b_count);
/* The same ratio by Fieller's theorem, df as above: the cross-check. Not found where the mean of a
 * is not distinguishable from 0. */
struct interval interval_fieller(const double *a, size_t a_count, const double *b, size_t b_count);

enum decision { DECISION_FASTER, DECISION_SLOWER, DECISION_EQUIVALENT, DECISION_INCONCLUSIVE };
const char *decision_name(enum decision decision); /* "faster", ... */
/* Whole interval above 1 + margin: faster; below 1 - margin: slower; inside both: equivalent.
 * `ratio` is that of a rate, b against a; `lower_is_better` turns faster and slower round. */
enum decision decide(const struct interval *ratio, double margin, bool lower_is_better);

/* How the runs of both sides vary; see power.h. */
struct spread {
    double a, b; /* coefficients of variation */
    size_t a_count, b_count;
    double within; /* of the log ratios of blocks: their deviation; only where `blocks` is not 0 */
    size_t blocks;
};
/* Of the runs of two sides, in no blocks; 0 for a side of one run or of no positive mean. */
struct spread spread_of(const double *a, size_t a_count, const double *b, size_t b_count);

/* ---- ranks ---- */

/* Sorts ascending in place. NaN must not occur. */
void sort_values(double *value, size_t count);
/* Nearest rank (inverse distribution function): 1-based rank ceil(count * num / den) in whole
 * numbers, at least 1. 0 < num <= den <= 1000000. */
size_t percentile_rank(size_t count, uint32_t num, uint32_t den);
/* Percentile num/den of values sorted ascending, and its two-sided 95 % interval from order
 * statistics with binomial tails of at most 2.5 % each. `found` is false where the values are too
 * few for a finite interval (72 for p95); value is set all the same, unless count is 0. df is 0. */
struct interval percentile(const double *sorted, size_t count, uint32_t num, uint32_t den);

/* floor and ceiling of a share of a count, where 2 % of 150 is 3 although the product is not. */
size_t share_floor(double share, size_t count);
size_t share_ceiling(double share, size_t count);

/* `value` rounded to `digits` significant digits, half to even on the exact binary value. NaN and
 * infinities stay. */
double statistics_round(double value, int digits);

#endif
