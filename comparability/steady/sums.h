/* sums.h - compensated sums and ranks for streams of doubles. Private to comparability.
 *
 * Neumaier 1974, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", as in
 * base/num.h, but for values that do not lie side by side. */
#ifndef COMPARABILITY_SUMS_H
#define COMPARABILITY_SUMS_H

#include <math.h>
#include <stddef.h>

struct sum { /* { 0 } is an empty sum */
    double main, rest;
};

static inline void sum_add(struct sum *sum, double value)
{
    double total = sum->main + value;
    if (fabs(sum->main) >= fabs(value))
        sum->rest += (sum->main - total) + value;
    else
        sum->rest += (value - total) + sum->main;
    sum->main = total;
}

static inline double sum_value(const struct sum *sum)
{
    return sum->main + sum->rest;
}

/* Moves the value of 0-based rank `rank` to its sorted place; smaller or equal ones stand before
 * it, larger or equal ones behind. Expected linear time; at worst n log n (falls back to a heap
 * sort). No NaN. */
void select_rank(double *value, size_t count, size_t rank);
/* Mean of the two middle values, or the middle one; reorders `value`. count > 0. */
double select_median(double *value, size_t count);
/* Interquartile mean: count / 4 values dropped on each side, the rest averaged; reorders `value`.
 * count > 0. */
double select_midmean(double *value, size_t count);

#endif
