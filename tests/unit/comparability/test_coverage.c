/* test_coverage.c - does a 95 % interval hold the truth in 95 % of cases? Simulations with fixed
 * seeds; the tables of docs/steady.md are what `test_coverage` prints. */
#include "ranks.h"
#include "rng.h"
#include "statistics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { TRIALS = 10000, RUNS_MOST = 30 };

static void vectors(void **state)
{
    (void)state;
    uint64_t seed = 0;
    assert_true(splitmix64(&seed) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(splitmix64(&seed) == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(splitmix64(&seed) == UINT64_C(0x06c45d188009454f));
    struct rng rng = rng_of(1);
    static const uint64_t want[] = { UINT64_C(0xb3f2af6d0fc710c5), UINT64_C(0x853b559647364cea),
                                     UINT64_C(0x92f89756082a4514), UINT64_C(0x642e1c7bc266a3a7) };
    for (size_t i = 0; i < 4; i++)
        assert_true(rng_next(&rng) == want[i]);
    static const unsigned below[] = { 7, 5, 5, 3, 6, 1, 0, 3, 8, 5, 9, 9, 9, 6, 5, 8 };
    rng = rng_of(1);
    for (size_t i = 0; i < 16; i++)
        assert_int_equal(rng_below(&rng, 10), below[i]);
    double sum = 0;
    double square = 0;
    for (int i = 0; i < 100000; i++) {
        double z = rng_normal(&rng);
        sum += z;
        square += z * z;
    }
    assert_true(fabs(sum / 100000) < 0.01 && fabs(square / 100000 - 1) < 0.02);
}

enum shape { NORMAL_3, LOGNORMAL_50 };

static double value_of(struct rng *rng, enum shape shape)
{
    double z = rng_normal(rng);
    if (shape == NORMAL_3)
        return 1 + 0.03 * z;
    double square = log(1 + 0.5 * 0.5); /* variance of the logarithm for a cv of 50 % */
    return exp(sqrt(square) * z - square / 2);
}

/* Share of trials, in percent, in which the interval of the ratio holds the true 1.1. */
static double ratio_coverage(enum shape shape, size_t n, bool fieller)
{
    struct rng rng = rng_of(0xC0FE + 100 * (uint64_t)shape + n);
    size_t held = 0;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        double a[RUNS_MOST];
        double b[RUNS_MOST];
        for (size_t i = 0; i < n; i++) {
            a[i] = value_of(&rng, shape);
            b[i] = 1.1 * value_of(&rng, shape);
        }
        struct interval ratio = fieller ? interval_fieller(a, n, b, n) : interval_ratio(a, n, b, n);
        held += (!ratio.found && fieller) || (ratio.low <= 1.1 && ratio.high >= 1.1);
    }
    return 100 * (double)held / TRIALS;
}

static void ratio_holds(void **state)
{
    (void)state;
    static const size_t sizes[] = { 3, 5, 10 };
    static const char *const names[] = { "normal, cv 3 %", "lognormal, cv 50 %" };
    for (int shape = NORMAL_3; shape <= LOGNORMAL_50; shape++) {
        for (size_t i = 0; i < 3; i++) {
            double welch = ratio_coverage((enum shape)shape, sizes[i], false);
            print_message("%s, n = %zu: log ratio %.1f %%, Fieller %.1f %%\n", names[shape],
                          sizes[i], welch, ratio_coverage((enum shape)shape, sizes[i], true));
            assert_true(welch >= 94 && welch <= 97);
        }
    }
}

/* The run is the unit: sd 2 % between runs, 3 % within, 200 iterations a run. Iterations taken for
 * runs cover a fifth of the time. */
static void runs_not_iterations(void **state)
{
    (void)state;
    static const size_t sizes[] = { 3, 5, 10 };
    enum { ITERATIONS = 200, FEWER = 4000 };
    for (size_t s = 0; s < 3; s++) {
        struct rng rng = rng_of(0xB00 + sizes[s]);
        size_t held = 0;
        size_t pooled_held = 0;
        for (size_t trial = 0; trial < FEWER; trial++) {
            static double pooled[ITERATIONS * 10];
            double mean[10];
            for (size_t r = 0; r < sizes[s]; r++) {
                double level = 1 + 0.02 * rng_normal(&rng);
                double sum = 0;
                for (size_t k = 0; k < ITERATIONS; k++) {
                    double value = level * (1 + 0.03 * rng_normal(&rng));
                    pooled[r * ITERATIONS + k] = value;
                    sum += value;
                }
                mean[r] = sum / ITERATIONS;
            }
            struct interval runs = interval_mean(mean, sizes[s]);
            struct interval wrong = interval_mean(pooled, sizes[s] * ITERATIONS);
            held += runs.low <= 1 && runs.high >= 1;
            pooled_held += wrong.low <= 1 && wrong.high >= 1;
        }
        double share = 100 * (double)held / FEWER;
        double wrong = 100 * (double)pooled_held / FEWER;
        print_message("%zu runs of %d iterations: by run %.1f %%, iterations pooled %.1f %%\n",
                      sizes[s], ITERATIONS, share, wrong);
        assert_true(share >= 93.5 && share <= 97);
        assert_true(wrong < 30);
    }
}

/* Equal centres, sd 3 against 0.5, 10 runs against 30: how often p < 0.05. */
static void size_of_tests(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    struct rng rng = rng_of(0x51E);
    size_t ranks = 0;
    size_t means = 0;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        double a[10];
        double b[30];
        for (size_t i = 0; i < 10; i++)
            a[i] = 100 + 3 * rng_normal(&rng);
        for (size_t i = 0; i < 30; i++)
            b[i] = 100 + 0.5 * rng_normal(&rng);
        ranks += brunner_munzel(home, a, 10, b, 30).p < 0.05;
        means += ratio_p(a, 10, b, 30) < 0.05;
    }
    arena_free(home);
    double by_rank = 100 * (double)ranks / TRIALS;
    double by_mean = 100 * (double)means / TRIALS;
    print_message("size at 5 %%: Brunner-Munzel %.1f %%, Welch on the log ratio %.1f %%\n", by_rank,
                  by_mean);
    assert_true(by_rank >= 4 && by_rank <= 6.5);
    assert_true(by_mean >= 4 && by_mean <= 6);
}

/* Five workloads without any difference: in how many families is one called different? */
static void families_hold(void **state)
{
    (void)state;
    enum { FAMILY = 5, FEWER = 5000 };
    struct arena *home = arena_new((size_t)1 << 20);
    struct rng rng = rng_of(0xFA);
    size_t any_holm = 0;
    size_t any_alone = 0;
    size_t all_held = 0;
    for (size_t trial = 0; trial < FEWER; trial++) {
        double p[FAMILY];
        double adjusted[FAMILY];
        bool held = true;
        for (size_t w = 0; w < FAMILY; w++) {
            double a[5];
            double b[5];
            for (size_t i = 0; i < 5; i++) {
                a[i] = 1 + 0.03 * rng_normal(&rng);
                b[i] = 1 + 0.03 * rng_normal(&rng);
            }
            p[w] = ratio_p(a, 5, b, 5);
            struct interval interval = interval_ratio_of(a, 5, b, 5, FAMILY);
            held = held && interval.low <= 1 && interval.high >= 1;
        }
        holm(home, p, FAMILY, adjusted);
        bool holm_says = false;
        bool alone_says = false;
        for (size_t w = 0; w < FAMILY; w++) {
            holm_says = holm_says || adjusted[w] < 0.05;
            alone_says = alone_says || p[w] < 0.05;
        }
        any_holm += holm_says;
        any_alone += alone_says;
        all_held += held;
    }
    arena_free(home);
    print_message(
        "five equal workloads: one called different in %.1f %% by single p, %.1f %% after "
        "Holm; all five intervals hold in %.1f %%\n",
        100.0 * (double)any_alone / FEWER, 100.0 * (double)any_holm / FEWER,
        100.0 * (double)all_held / FEWER);
    assert_true(any_alone > FEWER * 15 / 100 && any_holm <= FEWER * 55 / 1000);
    assert_true(all_held >= FEWER * 945 / 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(ratio_holds),
        cmocka_unit_test(runs_not_iterations),
        cmocka_unit_test(size_of_tests),
        cmocka_unit_test(families_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
