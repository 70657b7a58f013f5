/* test_statistics.c - expected values are published tables, closed forms, or worked by hand; the
 * Welch example is checked once more by check_welch.py, which integrates the density instead. */
#include "statistics.h"
#include "sums.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void near(double got, double want, double within)
{
    if (!(fabs(got - want) <= within)) {
        print_error("got %.17g, want %.17g\n", got, want);
        fail();
    }
}

/* NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, critical values of Student's t. */
static void t_agrees_with_the_table(void **state)
{
    (void)state;
    static const struct {
        double p, df, t;
    } row[] = {
        { 0.90, 1, 3.078 },   { 0.975, 1, 12.706 },  { 0.995, 1, 63.657 }, { 0.975, 2, 4.303 },
        { 0.999, 2, 22.327 }, { 0.975, 3, 3.182 },   { 0.975, 4, 2.776 },  { 0.99, 4, 3.747 },
        { 0.975, 5, 2.571 },  { 0.995, 5, 4.032 },   { 0.95, 7, 1.895 },   { 0.975, 10, 2.228 },
        { 0.90, 12, 1.356 },  { 0.975, 20, 2.086 },  { 0.975, 29, 2.045 }, { 0.975, 30, 2.042 },
        { 0.995, 60, 2.660 }, { 0.975, 100, 1.984 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(row); i++) {
        near(t_quantile(row[i].p, row[i].df), row[i].t, 0.0005000001);
        near(t_quantile(1 - row[i].p, row[i].df), -row[i].t, 0.0005000001);
    }
    /* Far out t is z + (z^3 + z) / (4 df), z the normal quantile (Abramowitz and Stegun 26.7.5). */
    near(t_quantile(0.975, 1e5), 1.959963984540 + 2.372271e-5, 1e-9);
}

/* One, two and four degrees of freedom have closed forms (Shaw 2006, "Sampling Student's T
 * distribution"). */
static void t_agrees_with_closed_forms(void **state)
{
    (void)state;
    for (int i = 0; i < 37; i++) {
        double p = 0.505 + 0.0133 * i;
        double a = 4 * p * (1 - p);
        double q = 4 * cos(acos(sqrt(a)) / 3) / sqrt(a);
        near(t_quantile(p, 1) / tan(M_PI * (p - 0.5)), 1, 1e-12);
        near(t_quantile(p, 2) / ((2 * p - 1) * sqrt(2 / a)), 1, 1e-12);
        near(t_quantile(p, 4) / sqrt(q - 4), 1, 1e-11);
    }
    /* Not whole: inverse and distribution agree. */
    for (int i = 0; i < 11; i++) {
        double df = 0.7 * pow(1.7, i);
        near(t_below(t_quantile(0.975, df), df), 0.975, 1e-13);
        near(t_below(-1.3, df) + t_below(1.3, df), 1, 1e-14);
    }
    near(t_quantile(0.5, 3), 0, 1e-12);
}

static void variance_keeps_its_digits(void **state)
{
    (void)state;
    static double value[1000001]; /* 1e9 + (i mod 7): variance 4 x n / (n - 1), for whole sevens */
    size_t n = 999999;            /* 142857 sevens */
    for (size_t i = 0; i < n; i++)
        value[i] = 1e9 + (double)(i % 7);
    struct moments m = moments_of(value, n);
    near(m.mean, 1e9 + 3, 0);
    near(m.deviation * m.deviation, 4.0 * (double)n / (double)(n - 1), 1e-12);
    double same[5] = { 0.1, 0.1, 0.1, 0.1, 0.1 };
    assert_true(moments_of(same, 5).deviation <= 0 && moments_of(same, 5).mean == 0.1);
}

/* n = 4, mean 5, deviation sqrt(20/3): by hand, with t(.975, 3) = 3.182446. */
static void interval_of_one_side(void **state)
{
    (void)state;
    double value[] = { 2, 4, 6, 8 };
    struct interval interval = interval_mean(value, 4);
    assert_true(interval.found);
    near(interval.value, 5, 0);
    near(interval.df, 3, 0);
    near(interval.high - 5, 3.182446 * sqrt(20.0 / 3) / 2, 1e-5);
    near(5 - interval.low, interval.high - 5, 1e-12);
    assert_false(interval_mean(value, 2).found);
}

static void interval_within_a_run(void **state)
{
    (void)state;
    double value[65];
    for (size_t i = 0; i < 65;
         i++) /* batch 0: 7 rows, then 29 of 2: means 3 and 6.5, 8.5, ... by pairs */
        value[i] = (double)i;
    double batch[30];
    for (size_t k = 0; k < 30; k++)
        batch[k] = k == 0 ? 3 : 5.5 + 2 * (double)k;
    struct interval want = interval_mean(batch, 30);
    struct interval got = interval_batches(value, 65);
    near(got.value, want.value, 1e-12);
    near(got.low, want.low, 1e-12);
    near(got.df, 29, 0);
    assert_false(interval_batches(value, 29).found);
}

/* Made so that all can be worked by hand: a = 99, 100, 101; b = 118, 120, 122: squared relative
 * standard errors 1/30000 and 4/43200 = 1/10800; v = 1.25926e-4, df = v^2 / (a^2/2 + b^2/2)
 * = 3.27479; the quantile 3.03679 and both limits are those of check_welch.py. */
static void ratio_by_hand(void **state)
{
    (void)state;
    double a[] = { 99, 100, 101 };
    double b[] = { 118, 120, 122 };
    struct interval ratio = interval_ratio(a, 3, b, 3);
    double va = 1.0 / 30000;
    double vb = 1.0 / 10800;
    double df = (va + vb) * (va + vb) / (va * va / 2 + vb * vb / 2);
    assert_true(ratio.found);
    near(ratio.value, 1.2, 0);
    near(ratio.df, df, 1e-5);
    double half = t_quantile(0.975, df) * sqrt(va + vb);
    near(ratio.low, 1.2 * exp(-half), 6e-6);
    near(ratio.high, 1.2 * exp(half), 6e-6);
    struct interval turned = interval_ratio(b, 3, a, 3);
    near(turned.low * ratio.high, 1, 2e-5);
    struct interval fieller = interval_fieller(a, 3, b, 3);
    near(fieller.low, ratio.low, 5e-4);
    near(fieller.high, ratio.high, 5e-4);
    assert_false(interval_ratio(a, 2, b, 3).found);
    assert_false(interval_ratio(a, 3, b, 2).found);
    double zero[] = { -1, 0, 1 };
    assert_false(interval_ratio(zero, 3, b, 3).found);
    double wild[] = { 1, 50, 200 };
    assert_false(interval_fieller(wild, 3, b, 3).found);       /* mean not told from zero */
    double near_zero[] = { 5, 10, 15 }, still[] = { 3, 3, 3 }; /* g = 4.3027^2 / 12 = 1.54 */
    assert_false(interval_fieller(near_zero, 3, still, 3).found);
}

static void ratio_without_spread(void **state)
{
    (void)state;
    double a[] = { 2, 2, 2 };
    double b[] = { 3, 3, 3, 3 };
    struct interval ratio = interval_ratio(a, 3, b, 4);
    assert_true(ratio.found);
    near(ratio.low, 1.5, 0);
    near(ratio.high, 1.5, 0);
    double c[] = { 2.9, 3, 3.1 };
    near(interval_ratio(a, 3, c, 3).df, 2, 0); /* one side alone varies: its own n - 1 */
}

static void decision_needs_the_whole_interval(void **state)
{
    (void)state;
    static const struct {
        double low, high;
        enum decision rate;
    } row[] = {
        { 1.02, 1.05, DECISION_FASTER },        { 1.01, 1.05, DECISION_INCONCLUSIVE },
        { 0.90, 0.98, DECISION_SLOWER },        { 0.995, 1.005, DECISION_EQUIVALENT },
        { 0.98, 1.005, DECISION_INCONCLUSIVE }, { 0.5, 2, DECISION_INCONCLUSIVE },
    };
    for (size_t i = 0; i < ARRAY_COUNT(row); i++) {
        struct interval ratio = { true, 1, row[i].low, row[i].high, 4 };
        assert_int_equal(decide(&ratio, 0.01, false), row[i].rate);
        enum decision turned = row[i].rate == DECISION_FASTER   ? DECISION_SLOWER
                               : row[i].rate == DECISION_SLOWER ? DECISION_FASTER
                                                                : row[i].rate;
        assert_int_equal(decide(&ratio, 0.01, true), turned);
    }
    /* Ends that lie on the margin, which a quarter is to the last bit: equal takes them in, and
     * neither loss nor gain lies beyond. */
    struct interval at = { true, 1, 0.75, 1.25, 4 }, below = { true, 0.6, 0.5, 0.75, 4 },
                    above = { true, 1.3, 1.25, 1.5, 4 };
    assert_int_equal(decide(&at, 0.25, false), DECISION_EQUIVALENT);
    assert_int_equal(decide(&below, 0.25, false), DECISION_INCONCLUSIVE);
    assert_int_equal(decide(&above, 0.25, false), DECISION_INCONCLUSIVE);
    struct interval none = { 0 };
    assert_int_equal(decide(&none, 0.01, false), DECISION_INCONCLUSIVE);
    assert_string_equal(decision_name(DECISION_EQUIVALENT), "equivalent");
}

static void variation_of_each_side(void **state)
{
    (void)state;
    double a[] = { 99, 100, 101 }; /* 1 % */
    double b[] = { 200, 200, 200 };
    struct spread spread = spread_of(a, 3, b, 2);
    near(spread.a, 0.01, 1e-12);
    near(spread.b, 0, 0);
    assert_int_equal(spread.a_count, 3);
    assert_int_equal(spread.b_count, 2);
    assert_int_equal(spread.blocks, 0);
    double zero[] = { -1, 0, 1 };
    near(spread_of(zero, 3, a, 1).a, 0, 0); /* no positive mean */
    near(spread_of(zero, 3, a, 1).b, 0, 0); /* one run */
}

static void ranks_are_whole_numbers(void **state)
{
    (void)state;
    assert_int_equal(percentile_rank(20, 95, 100), 19);
    assert_int_equal(percentile_rank(100, 7, 100), 7); /* ceil(0.07 * 100.0) is 8 in doubles */
    assert_int_equal(percentile_rank(10, 9, 10), 9);
    assert_int_equal(percentile_rank(10, 91, 100), 10);
    assert_int_equal(percentile_rank(1, 1, 100), 1);
    assert_int_equal(percentile_rank(SIZE_MAX, 1, 1), SIZE_MAX);
    double ten[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 100 };
    near(percentile(ten, 10, 90, 100).value, 9, 0);
    assert_int_equal(share_floor(0.29, 100), 29);  /* 28.999999999999996 in doubles */
    assert_int_equal(share_ceiling(0.07, 100), 7); /* 7.000000000000001 */
    assert_int_equal(share_floor(0.295, 100), 29);
    assert_int_equal(share_ceiling(0.065, 100), 7);
}

/* Least n for a finite interval, statistics.md 4.2; ranks of the median from the sign test's table:
 * n = 20: 6th and 15th, n = 10: 2nd and 9th (Conover, Practical Nonparametric Statistics). */
static void percentile_intervals(void **state)
{
    (void)state;
    static double value[4000];
    for (size_t i = 0; i < 4000; i++)
        value[i] = (double)(i + 1);
    static const struct {
        uint32_t num, den;
        size_t least;
    } row[] = {
        { 50, 100, 6 }, { 90, 100, 36 }, { 95, 100, 72 }, { 99, 100, 368 }, { 999, 1000, 3688 }
    };
    for (size_t i = 0; i < ARRAY_COUNT(row); i++) {
        struct interval few = percentile(value, row[i].least - 1, row[i].num, row[i].den);
        assert_false(few.found);
        near(few.value, (double)percentile_rank(row[i].least - 1, row[i].num, row[i].den), 0);
        assert_true(percentile(value, row[i].least, row[i].num, row[i].den).found);
    }
    struct interval median = percentile(value, 20, 1, 2);
    near(median.low, 6, 0);
    near(median.high, 15, 0);
    median = percentile(value, 10, 1, 2);
    near(median.low, 2, 0);
    near(median.high, 9, 0);
    assert_false(percentile(value, 100, 1, 1).found); /* the highest of all has none */
    assert_false(percentile(value, 0, 1, 2).found);
}

/* In no order, of few kinds, in order, backwards, up and down again. */
static double unsorted(size_t kind, size_t i, size_t count)
{
    const size_t value[] = { i * 7919 % 4801, i * 7919 % 7, i, count - i,
                             i < count / 2 ? i : count - i };
    return (double)value[kind];
}

static void sorting_sorts(void **state)
{
    (void)state;
    static double value[4000];
    for (size_t n = 0; n < ARRAY_COUNT(value); n += n < 200 ? 1 : 950) {
        for (size_t kind = 0; kind < 5; kind++) {
            double sum = 0, squares = 0;
            for (size_t i = 0; i < n; i++) {
                value[i] = unsorted(kind, i, n);
                sum += value[i];
                squares += value[i] * value[i];
            }
            sort_values(value, n);
            for (size_t i = 0; i < n; i++) {
                sum -= value[i];
                squares -= value[i] * value[i];
                assert_true(i == 0 || value[i - 1] <= value[i]);
            }
            near(sum, 0, 0);
            near(squares, 0, 0);
        }
    }
}

static void rounding_is_decimal(void **state)
{
    (void)state;
    near(statistics_round(1.2302258606, 6), 1.23023, 0);
    near(statistics_round(-0.000123456789, 6), -0.000123457, 0);
    near(statistics_round(2.5, 1), 2, 0); /* exact halves go to even */
    near(statistics_round(0, 6), 0, 0);
    assert_true(isnan(statistics_round((double)NAN, 6)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_agrees_with_the_table),
        cmocka_unit_test(t_agrees_with_closed_forms),
        cmocka_unit_test(variance_keeps_its_digits),
        cmocka_unit_test(interval_of_one_side),
        cmocka_unit_test(interval_within_a_run),
        cmocka_unit_test(ratio_by_hand),
        cmocka_unit_test(ratio_without_spread),
        cmocka_unit_test(decision_needs_the_whole_interval),
        cmocka_unit_test(variation_of_each_side),
        cmocka_unit_test(ranks_are_whole_numbers),
        cmocka_unit_test(percentile_intervals),
        cmocka_unit_test(sorting_sorts),
        cmocka_unit_test(rounding_is_decimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
