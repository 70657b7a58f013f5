/* test_ranks.c - ranks, families, outliers and energy against published or hand-worked values. */
#include "ranks.h"
#include "window.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct arena *home;

static void near(double got, double want, double within)
{
    if (!(fabs(got - want) <= within))
        fail_msg("got %.17g, want %.17g", got, want);
}

/* Shoulder pain scores of Brunner and Munzel 2000; values as R's lawstat and SciPy print them,
 * after Neubert and Brunner 2007. Checked a second time by counting pairs and integrating the
 * density of t. */
static void brunner_munzel_published(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 1, 1 };
    static const double y[] = { 3, 3, 4, 3, 1, 2, 3, 1, 1, 5, 4 };
    struct rank_test test = brunner_munzel(home, x, 14, y, 11);
    assert_null(test.reason);
    near(test.statistic, 3.1374674823029505, 1e-13);
    near(test.df, 17.68284197948154, 1e-12);
    near(test.p, 0.0057862086661515377, 1e-12);
    near(test.chance, 0.788961038961039, 1e-14);
    near(cliffs_delta(home, x, 14, y, 11), 2 * 0.788961038961039 - 1, 1e-14);
    struct rank_test turned = brunner_munzel(home, y, 11, x, 14);
    near(turned.statistic, -test.statistic, 1e-13);
    near(turned.p, test.p, 1e-15);
}

static void brunner_munzel_without_variance(void **state)
{
    (void)state;
    double low[10];
    double high[10];
    for (size_t i = 0; i < 10; i++) {
        low[i] = 1 + (double)i;
        high[i] = 100 + (double)i;
    }
    struct rank_test apart = brunner_munzel(home, low, 10, high, 10);
    assert_true(apart.separated);
    near(apart.p, 2.0 / 184756, 1e-18); /* 2 / C(20, 10) */
    near(cliffs_delta(home, low, 10, high, 10), 1, 0);
    near(cliffs_delta(home, high, 10, low, 10), -1, 0);
    for (size_t i = 0; i < 10; i++)
        low[i] = high[i] = 7;
    struct rank_test same = brunner_munzel(home, low, 10, high, 10);
    assert_false(same.separated);
    near(same.p, 1, 0);
    near(same.chance, 0.5, 0);
    assert_non_null(brunner_munzel(home, low, 9, high, 10).reason);
    assert_true(isnan(cliffs_delta(home, low, 0, high, 10)));
}

static void holm_published(void **state)
{
    (void)state;
    /* four hypotheses, R: p.adjust(c(.01, .04, .03, .005), "holm") */
    static const double p[] = { 0.01, 0.04, 0.03, 0.005 };
    static const double want[] = { 0.03, 0.06, 0.06, 0.02 };
    double got[4];
    holm(home, p, 4, got);
    for (size_t i = 0; i < 4; i++)
        near(got[i], want[i], 1e-15);
    static const double high[] = { 0.9, 0.5, 0.5 };
    holm(home, high, 3, got);
    for (size_t i = 0; i < 3; i++)
        near(got[i], 1, 0);
}

static void family_widens(void **state)
{
    (void)state;
    static const double a[] = { 99, 100, 101, 100.5 };
    static const double b[] = { 118, 120, 122, 121 };
    struct interval one = interval_ratio_of(a, 4, b, 4, 1);
    struct interval alone = interval_ratio(a, 4, b, 4);
    struct interval ten = interval_ratio_of(a, 4, b, 4, 10);
    near(one.low, alone.low, 0);
    near(one.high, alone.high, 0);
    near(log(ten.high / ten.value) / log(one.high / one.value),
         t_quantile(0.9975, one.df) / t_quantile(0.975, one.df), 1e-3);
    /* p and interval tell the same: at the p of "ratio 1" the interval just touches 1 */
    double p = ratio_p(a, 4, b, 4);
    double half = log(one.high / one.value) / t_quantile(0.975, one.df);
    near(2 * t_below(-log(one.value) / half, one.df) / p, 1, 1e-2);
    static const double same[] = { 5, 5, 5 };
    static const double other[] = { 6, 6, 6 };
    near(ratio_p(same, 3, same, 3), 1, 0);
    near(ratio_p(same, 3, other, 3), 0, 0);
    assert_true(isnan(ratio_p(same, 2, other, 3)));
}

static void outliers_counted(void **state)
{
    (void)state;
    double value[101];
    for (size_t i = 0; i < 101; i++)
        value[i] = 100 + (double)(i % 5); /* median 102, MAD 1 */
    value[7] = 200;
    value[50] = 10;
    value[60] = (double)NAN;
    struct outliers found = outliers_of(home, value, 101, 0);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.row[0], 7);
    assert_int_equal(found.row[1], 50);
    near(found.limit, 14.826, 1e-12);
    assert_true(found.mean_without < found.mean && fabs(found.mean_without - 102) < 0.1);
    double constant[50];
    for (size_t i = 0; i < 50; i++)
        constant[i] = i == 3 ? 1.0000001 : 1;
    assert_int_equal(outliers_of(home, constant, 50, 1e-6).count, 0); /* floored at the timer */
    assert_int_equal(outliers_of(home, constant, 50, 0).count, 1);
    assert_int_equal(outliers_of(home, constant, 0, 0).count, 0);
}

static struct series power_of(const double *start, const double *watts, size_t count)
{
    return (struct series){
        .kind = SERIES_PER_INTERVAL, .start = start, .value = watts, .count = count
    };
}

static void energy_by_hand(void **state)
{
    (void)state;
    double start[101];
    double watts[101];
    for (size_t i = 0; i <= 100; i++) {
        start[i] = (double)i * 0.5;
        watts[i] = 100 + start[i]; /* energy of [a, b]: 100 (b - a) + (b^2 - a^2) / 2 */
    }
    struct series power = power_of(start, watts, 101);
    struct energy energy = energy_in(home, &power, 10.2, 40.7);
    assert_null(energy.reason);
    near(energy.joules, 100 * 30.5 + (40.7 * 40.7 - 10.2 * 10.2) / 2, 1e-9);
    near(energy.covered, 1, 1e-12);
    assert_int_equal(energy.samples, 61);
    /* edges up to two steps beyond the samples take the last value */
    energy = energy_in(home, &power, 49, 50.5);
    assert_null(energy.reason);
    near(energy.joules, 149.5 + 150 * 0.5, 1e-9);
    assert_non_null(energy_in(home, &power, 40, 60).reason);
    assert_non_null(energy_in(home, &power, 5, 5).reason);
}

static void energy_with_gaps(void **state)
{
    (void)state;
    double start[100];
    double watts[100];
    for (size_t i = 0; i < 100; i++) {
        start[i] = (double)i + (i >= 50 ? 9 : 0); /* one gap of ten seconds */
        watts[i] = i == 20 ? (double)NAN : 300;   /* a missing sample is bridged */
    }
    struct series power = power_of(start, watts, 100);
    struct energy wide = energy_in(home, &power, 0, 108);
    assert_string_equal(wide.reason, "gaps in the power samples"); /* 10 of 108 s */
    struct energy before = energy_in(home, &power, 0, 49);
    assert_null(before.reason);
    near(before.joules, 49 * 300, 1e-9);
    for (size_t i = 50; i < 100; i++)
        start[i] -= 4; /* six seconds: 5.9 % of 102; of a longer stretch less */
    assert_non_null(energy_in(home, &power, 0, 101).reason);
    for (size_t i = 50; i < 100; i++)
        start[i] += 4;
    struct series none = power_of(start, watts, 1);
    assert_non_null(energy_in(home, &none, 0, 1).reason);
}

/* Three requests: [0, 2), [0.5, 2.5), [1, 3.5): in flight 1, 2, 3, 3.., then 2 and 1. */
static void load_by_hand(void **state)
{
    (void)state;
    static const double start[] = { 100, 100.5, 101, 102 };
    static const double latency[] = { 2, 2, 2.5, (double)NAN };
    static const double first[] = { 0.5, 0.5, 0.5, (double)NAN };
    static const double work[] = { 15, 15, 20, 9 };
    struct requests requests = { .count = 4,
                                 .start = start,
                                 .latency = latency,
                                 .first = first,
                                 .work = work,
                                 .concurrency = 3 };
    struct load_over_time load = load_over_time(home, &requests);
    assert_null(load.reason);
    assert_int_equal(load.failed, 1);
    assert_int_equal(load.most, 3);
    assert_int_equal(load.seconds, 3);
    near(load.length, 3.5, 1e-12);
    near(load.active[0], 0.5 + 1, 1e-12); /* 1 for half a second, 2 for half */
    near(load.active[1], 3, 1e-12);
    near(load.active[2], 0.5 * 2 + 0.5 * 1, 1e-12);
    near(load.full_share, 1 / 3.5, 1e-12);
    near(load.full_begin_s, 1, 1e-12);
    near(load.full_end_s, 2, 1e-12);
    /* ten units a second each from first output on */
    near(load.output[0], 10 * 0.5, 1e-12);
    near(load.output[1], 10 + 10 + 10 * 0.5, 1e-12);
    near(load.output[2], 10 * 0.5 + 10, 1e-12);
    requests.concurrency = (double)NAN;
    near(load_over_time(home, &requests).full, 3, 0);
    assert_false(load_over_time(home, &requests).declared);
    requests.start = NULL;
    assert_string_equal(load_over_time(home, &requests).reason, "no start times");
}

/* Thirty requests of 115 days each: to lay them over their seconds is 300 million steps, which a
 * file of a kilobyte may not ask for. Ten are 100 million. */
static void load_too_long(void **state)
{
    enum { COUNT = 30 };
    static double start[COUNT], latency[COUNT];
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        start[i] = (double)i / 100;
        latency[i] = 9990000;
    }
    struct requests requests = { .count = COUNT, .start = start, .latency = latency };
    assert_string_equal(load_over_time(home, &requests).reason, "longer than can be shown");
}

static void load_by_gaps(void **state)
{
    (void)state;
    static const double start[] = { 0, 1 };
    static const double first[] = { 0.25, 0.5 };
    static const double latency[] = { 3, 2.5 };
    static const double work[] = { 4, 6 };
    static const size_t from[] = { 0, 3, 5 };
    static const double gap[] = { 1, 1, 0.75, 1, 1 };
    struct requests requests = { .count = 2,
                                 .start = start,
                                 .latency = latency,
                                 .first = first,
                                 .work = work,
                                 .gap_from = from,
                                 .gap = gap,
                                 .concurrency = (double)NAN };
    struct load_over_time load = load_over_time(home, &requests);
    assert_null(load.reason);
    assert_true(load.by_gap);
    assert_int_equal(load.seconds, 3);
    near(load.output[0], 1, 0);     /* at 0.25 */
    near(load.output[1], 1 + 2, 0); /* at 1.25; two units of the second request at 1.5 */
    near(load.output[2], 1 + 2, 0); /* at 2.25; at 2.5; what came at 3 and 3.5 lies behind */
}

static int begin(void **state)
{
    (void)state;
    home = arena_new((size_t)1 << 24);
    return 0;
}

static int end(void **state)
{
    (void)state;
    arena_free(home);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brunner_munzel_published),
        cmocka_unit_test(brunner_munzel_without_variance),
        cmocka_unit_test(holm_published),
        cmocka_unit_test(family_widens),
        cmocka_unit_test(outliers_counted),
        cmocka_unit_test(energy_by_hand),
        cmocka_unit_test(energy_with_gaps),
        cmocka_unit_test(load_by_hand),
        cmocka_unit_test(load_by_gaps),
        cmocka_unit_test(load_too_long),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
