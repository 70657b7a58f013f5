/* robust.c - see robust.h. Hodges and Lehmann 1963, "Estimates of Location Based on Rank Tests";
 * counts of the statistic by the recursion of Mann and Whitney 1947. */
#include "robust.h"

#include <math.h>
#include <string.h>

static double median_of(struct arena *scratch, const double *value, size_t count)
{
    double *sorted = ARENA_MANY(scratch, count + 1, double);
    memcpy(sorted, value, count * sizeof *sorted);
    sort_values(sorted, count);
    return count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

/* Of all ways to deal m + n runs to sides of m and n: how many have exactly u pairs in which the
 * run of the second side is below that of the first, for u from 0 to m n. */
static const double *ways_by_pairs(struct arena *scratch, size_t m, size_t n)
{
    size_t most = m * n + 1;
    double **row = ARENA_MANY(scratch, n + 1, double *); /* row[j]: of i and j */
    for (size_t j = 0; j <= n; j++) {
        row[j] = ARENA_MANY(scratch, most, double);
        memset(row[j], 0, most * sizeof(double));
        row[j][0] = 1; /* of 0 and j: one way */
    }
    for (size_t i = 1; i <= m; i++) {
        for (size_t j = 1; j <= n;
             j++) { /* the greatest is of the first side, above j, or is not */
            for (size_t u = most; u-- > 0;) {
                double shifted = u >= j ? row[j][u - j] : 0;
                row[j][u] = shifted + row[j - 1][u];
            }
        }
    }
    return row[n];
}

/* How many of the ratios may be left out at either end; SIZE_MAX: not even none. */
static size_t left_out(struct arena *scratch, size_t m, size_t n)
{
    const double *ways = ways_by_pairs(scratch, m, n);
    double all = 0, below = 0;
    for (size_t u = 0; u <= m * n; u++)
        all += ways[u];
    size_t out = 0;
    for (; out <= m * n && below + ways[out] <= 0.025 * all; out++)
        below += ways[out];
    return out == 0 ? SIZE_MAX : out - 1;
}

static bool all_positive(const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(value[i] > 0) || !isfinite(value[i]))
            return false;
    return count > 0;
}

struct interval interval_medians(struct arena *scratch, const double *a, size_t a_count,
                                 const double *b, size_t b_count)
{
    enum { RUNS_MOST = 60 };
    struct interval out = { 0 };
    if (!all_positive(a, a_count) || !all_positive(b, b_count) || a_count > RUNS_MOST ||
        b_count > RUNS_MOST)
        return out;
    struct arena_mark mark = arena_mark(scratch);
    size_t count = a_count * b_count;
    double *ratio = ARENA_MANY(scratch, count + 1, double);
    for (size_t i = 0; i < count; i++)
        ratio[i] = b[i / a_count] / a[i % a_count];
    sort_values(ratio, count);
    out.value = statistics_round(median_of(scratch, ratio, count), 6);
    size_t end = left_out(scratch, a_count, b_count);
    if (end < count / 2) {
        out.found = true;
        out.low = statistics_round(ratio[end], 6);
        out.high = statistics_round(ratio[count - 1 - end], 6);
    }
    arena_rewind(scratch, mark);
    return out;
}

/* ---- who decides ---- */

static enum decision side_of(double ratio, double margin)
{
    return ratio > 1 + margin   ? DECISION_FASTER
           : ratio < 1 - margin ? DECISION_SLOWER
                                : DECISION_EQUIVALENT;
}

static bool decisions_disagree(const struct interval *means, const struct interval *medians,
                               double margin)
{
    enum decision mean = decide(means, margin, false), median = decide(medians, margin, false);
    if (mean == DECISION_INCONCLUSIVE)
        return medians->found && median != DECISION_INCONCLUSIVE;
    if (medians->found && median != DECISION_INCONCLUSIVE)
        return mean != median;
    return medians->value > 0 && side_of(medians->value, margin) != mean;
}

/* The side without one run. */
static void without(const double *value, size_t count, size_t index, double *out)
{
    for (size_t i = 0, at = 0; i < count; i++)
        if (i != index)
            out[at++] = value[i];
}

struct decider one_decides(struct arena *scratch, const double *a, size_t a_count, const double *b,
                           size_t b_count, const struct interval *means,
                           const struct interval *medians, double margin)
{
    struct decider out = { 0 }, farthest = { 0 };
    enum decision mean = decide(means, margin, false), want = decide(medians, margin, false);
    if (!means->found || !decisions_disagree(means, medians, margin))
        return out;
    if (!medians->found || want == DECISION_INCONCLUSIVE)
        want = side_of(medians->value, margin);
    double *fewer = ARENA_MANY(scratch, a_count + b_count, double), most = 0, most_turning = 0;
    for (size_t i = 0; i < a_count + b_count; i++) {
        bool of_b = i >= a_count;
        size_t index = of_b ? i - a_count : i;
        const double *value = of_b ? b : a;
        size_t count = of_b ? b_count : a_count;
        double far = fabs(value[index] / median_of(scratch, value, count) - 1);
        without(value, count, index, fewer);
        struct interval left = of_b ? interval_ratio(a, a_count, fewer, count - 1)
                                    : interval_ratio(fewer, count - 1, b, b_count);
        if (left.found && decide(&left, margin, false) == want && far > most_turning) {
            out = (struct decider){ true, of_b, index };
            most_turning = far;
        }
        if (far > most) {
            farthest = (struct decider){ true, of_b, index };
            most = far;
        }
    }
    return out.disagree || mean == DECISION_INCONCLUSIVE ? out : farthest;
}
