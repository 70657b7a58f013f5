/* test_robust.c - the ratio by medians and the run that decides. Expected intervals were counted by
 * another program, which deals the runs in every way one by one. */
#include "rng.h"
#include "robust.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void near(double got, double want)
{
    if (!(fabs(got - want) <= 1e-5)) {
        print_error("got %.9g, want %.9g\n", got, want);
        fail();
    }
}

static void intervals_counted_one_by_one(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    double a5[] = { 100, 101, 99, 100.2, 100.5 }, b5[] = { 110, 111, 109, 110.5, 60 };
    double a4[] = { 100, 101, 99, 100.2 }, b4[] = { 110, 111, 109, 110.5 };
    double a6[] = { 100, 101, 99, 100.2, 100.5, 99.7 }, b46[] = { 100.3, 100.9, 99.1, 100.4 };
    double a8[] = { 100, 101, 99, 100.2, 100.5, 99.7, 100.1, 99.9 };
    double b8[] = { 103, 103.4, 103.2, 102.9, 103.1, 102.8, 103.3, 95 };
    const struct {
        const double *a, *b;
        size_t m, n;
        double value, low, high;
    } rows[] = {
        { a5, b5, 5, 5, 1.0978044, 0.5988024, 1.1111111 },
        { a4, b4, 4, 4, 1.1005051, 1.0792079, 1.1212121 },
        { a6, b46, 6, 4, 1.0015031, 0.9890220, 1.0131313 },
        { a8, b8, 8, 8, 1.0294846, 1.0227723, 1.034 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct interval got = interval_medians(home, rows[i].a, rows[i].m, rows[i].b, rows[i].n);
        assert_true(got.found);
        near(got.value, rows[i].value);
        near(got.low, rows[i].low);
        near(got.high, rows[i].high);
    }
    struct interval three = interval_medians(home, a4, 3, b4, 3); /* 20 ways: none is rare enough */
    assert_false(three.found);
    near(three.value, 1.1);
    double none[] = { 1, 0, 2, 3 };
    assert_false(interval_medians(home, a4, 4, none, 4).found);
    assert_false(interval_medians(home, a4, 0, b4, 4).found);
    arena_free(home);
}

/* One run of b at 60: five of 25 ratios, of which the test cuts two off; six of 36, five; seven of
 * 49, eight. (Critical values of Mann and Whitney at 5 %, two-sided: 2, 5, 8.) */
static void from_seven_runs_on_a_stray_one_is_left_out(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    double a[] = { 100, 101, 99, 100.2, 100.5, 99.7, 100.1 };
    double b[] = { 60, 110, 111, 109, 110.5, 110.2, 109.8 };
    for (size_t runs = 5; runs <= 7; runs++) {
        struct interval got = interval_medians(home, a, runs, b, runs);
        assert_true(got.found && got.value > 1.08 && got.value < 1.12);
        if (runs < 7)
            assert_true(got.low < 0.62);
        else
            assert_true(got.low > 1.07);
    }
    arena_free(home);
}

static void one_run_is_named(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    double a[] = { 100, 101, 99, 100.2, 100.5, 99.7, 100.1, 99.9 };
    double b[] = { 103, 103.4, 103.2, 102.9, 103.1, 102.8, 103.3, 80 };
    struct interval means = interval_ratio(a, 8, b, 8),
                    medians = interval_medians(home, a, 8, b, 8);
    assert_int_equal(decide(&means, 0.01, false), DECISION_INCONCLUSIVE);
    assert_int_equal(decide(&medians, 0.01, false), DECISION_FASTER);
    struct decider decider = one_decides(home, a, 8, b, 8, &means, &medians, 0.01);
    assert_true(decider.disagree && decider.b && decider.index == 7);
    means = interval_ratio(b, 8, a, 8); /* the same the other way round */
    medians = interval_medians(home, b, 8, a, 8);
    decider = one_decides(home, b, 8, a, 8, &means, &medians, 0.01);
    assert_true(decider.disagree && !decider.b && decider.index == 7);
    b[7] = 103.05; /* nothing strays */
    means = interval_ratio(a, 8, b, 8);
    medians = interval_medians(home, a, 8, b, 8);
    assert_int_equal(decide(&means, 0.01, false), DECISION_FASTER);
    assert_false(one_decides(home, a, 8, b, 8, &means, &medians, 0.01).disagree);
    b[6] = b[7] = 80; /* two stray: without either the means still do not decide, so none decides */
    means = interval_ratio(a, 8, b, 8);
    medians = interval_medians(home, a, 8, b, 8);
    assert_false(one_decides(home, a, 8, b, 8, &means, &medians, 0.01).disagree);
    /* Means that decide where the medians lie elsewhere: as bounds given, not from data. */
    struct interval up = { true, 1.05, 1.02, 1.08, 5 }, level = { true, 1.001, 0.995, 1.005, 0 };
    b[6] = 103.3;
    decider = one_decides(home, a, 8, b, 8, &up, &level, 0.01);
    assert_true(decider.disagree && decider.b && decider.index == 7); /* the farthest */
    struct interval wide = { true, 1.001, 0.95, 1.05, 0 };
    assert_true(one_decides(home, a, 8, b, 8, &up, &wide, 0.01).disagree);
    wide.value = 1.03; /* medians that are only less sure do not contradict */
    assert_false(one_decides(home, a, 8, b, 8, &up, &wide, 0.01).disagree);
    arena_free(home);
}

/* Runs that scatter normally: the interval holds the true ratio, and no answer is withheld. */
static void honest_runs_lose_no_answer(void **state)
{
    (void)state;
    enum { TRIALS = 4000 };
    static const size_t sizes[] = { 3, 5, 8 };
    struct arena *home = arena_new((size_t)1 << 20);
    for (size_t s = 0; s < ARRAY_COUNT(sizes); s++) {
        struct rng rng = rng_of(0x0B057 + s);
        size_t n = sizes[s], held = 0, found = 0, decided = 0, withheld = 0;
        for (size_t trial = 0; trial < TRIALS; trial++) {
            struct arena_mark mark = arena_mark(home);
            double a[8], b[8];
            for (size_t i = 0; i < n; i++) {
                a[i] = 1 + 0.01 * rng_normal(&rng);
                b[i] = 1.05 * (1 + 0.01 * rng_normal(&rng));
            }
            struct interval means = interval_ratio(a, n, b, n);
            struct interval medians = interval_medians(home, a, n, b, n);
            bool decides = decide(&means, 0.01, false) != DECISION_INCONCLUSIVE;
            found += medians.found;
            held += medians.found && medians.low <= 1.05 && medians.high >= 1.05;
            decided += decides;
            withheld += decides && one_decides(home, a, n, b, n, &means, &medians, 0.01).disagree;
            arena_rewind(home, mark);
        }
        print_message("%zu runs a side: %.1f %% hold, %zu of %zu answers withheld\n", n,
                      found ? 100.0 * (double)held / (double)found : 0, withheld, decided);
        assert_true(found == 0 || (double)held >= 0.94 * (double)found);
        assert_true(withheld * 500 <= decided);
    }
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_counted_one_by_one),
        cmocka_unit_test(from_seven_runs_on_a_stray_one_is_left_out),
        cmocka_unit_test(one_run_is_named),
        cmocka_unit_test(honest_runs_lose_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
