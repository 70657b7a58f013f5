/* test_blocks.c - which runs make a block, and whether intervals over blocks hold what they should.
 */
#include "blocks.h"
#include "rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { TURNS_MOST = 16 };

/* "0A0B" is a run of A and one of B on unit 0, one after the other; "0A+1B" at the same time. Each
 * slot takes 90 s, with 10 s between; expected is one block a run, '-' where there are none. */
static void turns_make(struct arena *home, const char *text, size_t count, size_t *block,
                       size_t *blocks)
{
    struct turn turn[TURNS_MOST];
    double at = 0;
    for (size_t i = 0; *text; text++) {
        if (*text == '+') {
            at -= 100;
            continue;
        }
        turn[i] = (struct turn){ .unit = str_format(home, "%c", text[0]),
                                 .start = at + (double)i + 1,
                                 .end = at + 90,
                                 .b = text[1] == 'B' };
        i++;
        text++;
        at += 100;
    }
    *blocks = blocks_find(home, turn, count, block);
}

static void blocks_of_turns(void **state)
{
    (void)state;
    static const struct {
        const char *turns, *block;
    } rows[] = {
        { "0A0B0A0B0A0B", "001122" },           /* turns on one unit */
        { "0A0B0B0A0A0B", "001122" },           /* there and back */
        { "0A+1B0B+1A0A+1B0B+1A", "00001111" }, /* swapped in slots: both pairs are one block */
        { "0A0B1A1B2B2A", "001122" },           /* a unit a block, one after the other */
        { "0A0A0B0B", "-" },                    /* a side for itself in a row */
        { "0A0B0A", "-" },                      /* an odd run */
        { "0A1B0A1B0A1B", "-" },                /* each side on a unit of its own */
        { "0A+0B0A+0B", "-" }, /* both at once on one unit: none follows the other */
        { "0A0B", "00" },
    };
    struct arena *home = arena_new((size_t)1 << 16);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        size_t block[TURNS_MOST], blocks, count = 0;
        for (const char *c = rows[i].turns; *c; c++)
            count += *c == 'A' || *c == 'B';
        turns_make(home, rows[i].turns, count, block, &blocks);
        if (rows[i].block[0] == '-') {
            assert_int_equal(blocks, 0);
            continue;
        }
        size_t last = 0;
        for (size_t k = 0; k < count; k++) {
            assert_int_equal(block[k], (size_t)(rows[i].block[k] - '0'));
            last = block[k];
        }
        assert_int_equal(blocks, last + 1);
    }
    struct turn unknown[] = { { STR(""), 0, 1, false }, { STR(""), 2, 3, true } };
    size_t block[2];
    assert_int_equal(blocks_find(home, unknown, 2, block), 0); /* the unit is not disclosed */
    assert_int_equal(blocks_find(home, unknown, 0, block), 0);
    arena_free(home);
}

/* Logarithms 0.1, 0.2, 0.3: mean 0.2, deviation 0.1, t(.975, 2) = 4.302653. */
static void interval_by_hand(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 16);
    const double ratio[] = { exp(0.1), exp(0.2), exp(0.3) };
    struct interval interval = interval_blocks(home, ratio, 3);
    double half = 4.302653 * 0.1 / sqrt(3);
    assert_true(interval.found && fabs(interval.df - 2) < 1e-12);
    assert_true(fabs(interval.value - exp(0.2)) < 1e-5);
    assert_true(fabs(interval.low - exp(0.2 - half)) < 1e-5);
    assert_true(fabs(interval.high - exp(0.2 + half)) < 1e-5);
    /* t = 0.2 / (0.1 / sqrt 3) = 3.4641: with 2 df p = 1 - t / sqrt(2 + t^2) */
    assert_true(fabs(blocks_p(home, ratio, 3) - (1 - 3.4641016 / sqrt(14))) < 1e-6);
    assert_false(interval_blocks(home, ratio, 2).found);
    const double bad[] = { 1.1, 0, 1.2 };
    assert_false(interval_blocks(home, bad, 3).found);
    const double same[] = { 1.25, 1.25, 1.25 };
    assert_true(interval_blocks(home, same, 3).low >= 1.25 &&
                interval_blocks(home, same, 3).df <= 0);
    arena_free(home);
}

/* Units 3 % apart, an hour's drift of 4 % over the plan, runs that scatter by 0.5 %: blocks hold
 * the true ratio in 95 % and are several times narrower than the runs taken for themselves. */
static void blocks_hold_and_are_narrower(void **state)
{
    (void)state;
    enum { TRIALS = 10000, BLOCKS = 4 };
    struct arena *home = arena_new((size_t)1 << 16);
    struct rng rng = rng_of(0xB10C);
    size_t held = 0, held_runs = 0;
    double wide = 0, wide_runs = 0;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        struct arena_mark mark = arena_mark(home);
        double ratio[BLOCKS], a[2 * BLOCKS], b[2 * BLOCKS];
        for (size_t k = 0; k < BLOCKS; k++) {
            double unit[2];
            for (size_t u = 0; u < 2; u++)
                unit[u] = 1 + 0.03 * (double)u + 0.01 * (double)k;
            for (size_t u = 0; u < 2;
                 u++) { /* in one slot A on u and B on the other, then swapped */
                a[2 * k + u] = unit[u] * (1 + 0.005 * rng_normal(&rng));
                b[2 * k + u] = 1.2 * unit[u] * (1 + 0.005 * rng_normal(&rng));
            }
            ratio[k] = (b[2 * k] + b[2 * k + 1]) / (a[2 * k] + a[2 * k + 1]);
        }
        struct interval blocks = interval_blocks(home, ratio, BLOCKS);
        struct interval runs = interval_ratio(a, ARRAY_COUNT(a), b, ARRAY_COUNT(b));
        held += blocks.low <= 1.2 && blocks.high >= 1.2;
        held_runs += runs.low <= 1.2 && runs.high >= 1.2;
        wide += (blocks.high - blocks.low) / TRIALS;
        wide_runs += (runs.high - runs.low) / TRIALS;
        arena_rewind(home, mark);
    }
    arena_free(home);
    print_message("four blocks: %.1f %% hold, %.4f wide; runs for themselves %.1f %%, %.4f wide\n",
                  100.0 * (double)held / TRIALS, wide, 100.0 * (double)held_runs / TRIALS,
                  wide_runs);
    assert_true(held >= TRIALS * 94 / 100 && held <= TRIALS * 96 / 100);
    assert_true(wide < wide_runs / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_turns),
        cmocka_unit_test(interval_by_hand),
        cmocka_unit_test(blocks_hold_and_are_narrower),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
