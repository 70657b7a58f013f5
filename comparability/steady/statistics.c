/* statistics.c - intervals with the run as their unit. Method and reasons: docs/method.md. */
#include "statistics.h"
#include "ranks.h"
#include "sums.h"

#include <assert.h>
#include <glib.h>
#include <math.h>

double statistics_round(double value, int digits)
{
    char format[8];
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    if (!isfinite(value))
        return value;
    assert(digits >= 1 && digits <= 17);
    g_snprintf(format, sizeof format, "%%.%de", digits - 1);
    g_ascii_formatd(text, sizeof text, format, value);
    return g_ascii_strtod(text, NULL);
}

/* ---- distributions ---- */

/* Continued fraction of the incomplete beta function, DLMF 8.17.22, by Lentz's method as Thompson
 * and Barnett (1986) changed it. Converges in O(sqrt(max(a, b))) steps for x < (a + 1) / (a + b +
 * 2). */
static double beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double c = 1;
    double d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double value = d;
    for (int i = 1; i <= 200000; i++) {
        double m = i;
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 + even * d;
        c = 1 + even / c;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = fabs(c) < tiny ? tiny : c;
        value *= d * c;
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 + odd * d;
        c = 1 + odd / c;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = fabs(c) < tiny ? tiny : c;
        value *= d * c;
        if (fabs(d * c - 1) < 1e-15)
            break;
    }
    return value;
}

static double log_gamma(double x)
{
    int sign = 0;
    return lgamma_r(x, &sign); /* lgamma itself writes a global */
}

/* Regularised incomplete beta function I_x(a, b); `y` is 1 - x, given apart so that neither loses
 * digits. */
static double beta_below(double a, double b, double x, double y)
{
    if (x <= 0)
        return 0;
    if (y <= 0)
        return 1;
    double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log(y));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, y) / b;
}

double t_below(double t, double df)
{
    double square = t * t;
    double tail = beta_below(df / 2, 0.5, df / (df + square), square / (df + square)) / 2;
    return t > 0 ? 1 - tail : tail;
}

double t_quantile(double p, double df)
{
    assert(p > 0 && p < 1 && df > 0);
    if (p < 0.5)
        return -t_quantile(1 - p, df);
    double low = 0;
    double high = 1;
    while (t_below(high, df) < p && high < 1e300) {
        low = high;
        high *= 2;
    }
    for (int i = 0; i < 200; i++) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (t_below(middle, df) < p)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}

/* P(X <= k), X binomial with n trials of chance num / den. */
static double binomial_below(size_t k, size_t n, double chance, double rest)
{
    return k >= n ? 1 : beta_below((double)(n - k), (double)k + 1, rest, chance);
}

/* ---- one sample ---- */

struct moments moments_of(const double *value, size_t count)
{
    struct moments moments = { .count = count };
    if (count == 0)
        return moments;
    double shift = value[0]; /* equal values have no spread, to the last bit */
    struct sum sum = { 0 };
    for (size_t i = 0; i < count; i++)
        sum_add(&sum, value[i] - shift);
    moments.mean = shift + sum_value(&sum) / (double)count;
    struct sum square = { 0 };
    for (size_t i = 0; i < count; i++)
        sum_add(&square, (value[i] - moments.mean) * (value[i] - moments.mean));
    if (count > 1)
        moments.deviation = sqrt(sum_value(&square) / (double)(count - 1));
    return moments;
}

static struct interval t_interval(const double *value, size_t count)
{
    struct moments m = moments_of(value, count);
    double df = (double)(count - 1);
    double half = t_quantile(0.975, df) * m.deviation / sqrt((double)count);
    return (struct interval){ true, m.mean, m.mean - half, m.mean + half, df };
}

struct interval interval_mean(const double *value, size_t count)
{
    if (count < 3)
        return (struct interval){ 0 };
    return t_interval(value, count);
}

struct interval interval_batches(const double *value, size_t count)
{
    double batch[30];
    if (count < 30)
        return (struct interval){ 0 };
    size_t size = count / 30;
    size_t first = 0;
    for (size_t k = 0; k < 30; k++) {
        size_t rows = k == 0 ? size + count % 30 : size;
        batch[k] = moments_of(value + first, rows).mean;
        first += rows;
    }
    return t_interval(batch, 30);
}

/* ---- two sides ---- */

struct two_sides {
    double ratio;              /* b to a */
    double a_square, b_square; /* squared relative standard errors of the means */
    double df; /* after Welch (1947) and Satterthwaite (1946); 0: no spread at all */
};

static bool two_sides(const double *a, size_t a_count, const double *b, size_t b_count,
                      struct two_sides *out)
{
    if (a_count < 3 || b_count < 3)
        return false;
    struct moments left = moments_of(a, a_count);
    struct moments right = moments_of(b, b_count);
    if (!(left.mean > 0) || !(right.mean > 0) || !isfinite(left.mean) || !isfinite(right.mean))
        return false;
    double x = left.deviation / left.mean;
    double y = right.deviation / right.mean;
    out->ratio = right.mean / left.mean;
    out->a_square = x * x / (double)a_count;
    out->b_square = y * y / (double)b_count;
    double both = out->a_square + out->b_square;
    double below = out->a_square * out->a_square / (double)(a_count - 1) +
                   out->b_square * out->b_square / (double)(b_count - 1);
    out->df = below > 0 ? both * both / below : 0;
    return isfinite(out->ratio) && isfinite(out->df);
}

static struct interval rounded(double value, double low, double high, double df)
{
    return (struct interval){ true, statistics_round(value, 6), statistics_round(low, 6),
                              statistics_round(high, 6), statistics_round(df, 6) };
}

/* At `p` of t: 0.975 for 95 %. */
static struct interval ratio_at(const double *a, size_t a_count, const double *b, size_t b_count,
                                double p)
{
    struct two_sides sides;
    if (!two_sides(a, a_count, b, b_count, &sides))
        return (struct interval){ 0 };
    if (!(sides.df > 0))
        return rounded(sides.ratio, sides.ratio, sides.ratio, 0);
    double half = t_quantile(p, sides.df) * sqrt(sides.a_square + sides.b_square);
    return rounded(sides.ratio, sides.ratio * exp(-half), sides.ratio * exp(half), sides.df);
}

struct interval interval_ratio(const double *a, size_t a_count, const double *b, size_t b_count)
{
    return ratio_at(a, a_count, b, b_count, 0.975);
}

struct interval interval_ratio_of(const double *a, size_t a_count, const double *b, size_t b_count,
                                  size_t family)
{
    assert(family > 0);
    return ratio_at(a, a_count, b, b_count, 1 - 0.025 / (double)family);
}

double ratio_p(const double *a, size_t a_count, const double *b, size_t b_count)
{
    struct two_sides sides;
    if (!two_sides(a, a_count, b, b_count, &sides))
        return (double)NAN;
    if (!(sides.df > 0))
        return sides.ratio < 1 || sides.ratio > 1 ? 0 : 1;
    double t = log(sides.ratio) / sqrt(sides.a_square + sides.b_square);
    return statistics_round(2 * t_below(-fabs(t), sides.df), 6);
}

struct interval interval_fieller(const double *a, size_t a_count, const double *b, size_t b_count)
{
    struct two_sides sides;
    if (!two_sides(a, a_count, b, b_count, &sides))
        return (struct interval){ 0 };
    if (!(sides.df > 0))
        return rounded(sides.ratio, sides.ratio, sides.ratio, 0);
    double t = t_quantile(0.975, sides.df);
    double g = t * t * sides.a_square;
    if (g >= 1)
        return (struct interval){ 0 };
    double half = t * sqrt(sides.a_square + sides.b_square - g * sides.b_square);
    return rounded(sides.ratio, sides.ratio * (1 - half) / (1 - g),
                   sides.ratio * (1 + half) / (1 - g), sides.df);
}

const char *decision_name(enum decision decision)
{
    switch (decision) {
    case DECISION_FASTER:
        return "faster";
    case DECISION_SLOWER:
        return "slower";
    case DECISION_EQUIVALENT:
        return "equivalent";
    case DECISION_INCONCLUSIVE:
        return "inconclusive";
    }
    return "inconclusive";
}

enum decision decide(const struct interval *ratio, double margin, bool lower_is_better)
{
    if (!ratio->found)
        return DECISION_INCONCLUSIVE;
    if (ratio->low > 1 + margin)
        return lower_is_better ? DECISION_SLOWER : DECISION_FASTER;
    if (ratio->high < 1 - margin)
        return lower_is_better ? DECISION_FASTER : DECISION_SLOWER;
    bool inside = ratio->low >= 1 - margin && ratio->high <= 1 + margin;
    return inside ? DECISION_EQUIVALENT : DECISION_INCONCLUSIVE;
}

static double variation_of(const double *value, size_t count)
{
    struct moments m = moments_of(value, count);
    return count > 1 && m.mean > 0 ? m.deviation / m.mean : 0;
}

struct spread spread_of(const double *a, size_t a_count, const double *b, size_t b_count)
{
    return (struct spread){ .a = variation_of(a, a_count),
                            .b = variation_of(b, b_count),
                            .a_count = a_count,
                            .b_count = b_count };
}

/* ---- ranks ---- */

size_t percentile_rank(size_t count, uint32_t num, uint32_t den)
{
    assert(num > 0 && num <= den && den <= 1000000);
    /* ceil(count * num / den) without a product that could overflow */
    size_t whole = count / den * num;
    size_t rest = (count % den * num + den - 1) / den;
    return whole + rest > 0 ? whole + rest : 1;
}

/* Smallest k in [0, n] with P(X <= k) >= chance. */
static size_t binomial_rank(size_t n, double p, double rest, double chance)
{
    size_t low = 0;
    size_t high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (binomial_below(middle, n, p, rest) >= chance)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

struct interval percentile(const double *sorted, size_t count, uint32_t num, uint32_t den)
{
    if (count == 0)
        return (struct interval){ 0 };
    struct interval out = { .value = sorted[percentile_rank(count, num, den) - 1] };
    double p = (double)num / (double)den;
    double rest = (double)(den - num) / (double)den;
    /* Values below the percentile are binomial. Lower rank: the largest l with P(X < l) <= 2.5 %;
     * upper: the smallest u with P(X >= u) <= 2.5 %. The slack keeps an exact 2.5 % from turning on
     * a last bit. */
    const double slack = 1e-12;
    size_t lower = binomial_rank(count, p, rest, 0.025 + slack);
    size_t upper = binomial_rank(count, p, rest, 0.975 - slack) + 1;
    if (lower < 1 || upper > count)
        return out;
    out.found = true;
    out.low = sorted[lower - 1];
    out.high = sorted[upper - 1];
    return out;
}

/* ---- shares of a count ---- */

/* A product of a share may miss a whole number by its last bits. */
static const double share_slack = 1e-9;

size_t share_floor(double share, size_t count)
{
    return (size_t)(share * (double)count + share_slack);
}

size_t share_ceiling(double share, size_t count)
{
    double product = share * (double)count - share_slack;
    return product > 0 ? (size_t)product + 1 : 0;
}
