/* test_steady_limits.c - rounded columns, drifts in noise, stalls at the end, waves, runs that
 * stand still and runs at the edge. Simulations print their table; seeds stand in it. */
#include "method_page.h"
#include "rng.h"
#include "series_made.h"

static struct arena *home;

static int set_up(void **state)
{
    (void)state;
    home = arena_new((size_t)512 << 20);
    return method_page_read();
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(home);
    method_page_free();
    return 0;
}

/* "| what | how many of how many |", which docs/method.md has, too. */
static void told(const char *what, size_t count, size_t all)
{
    char row[200];
    (void)snprintf(row, sizeof row, "| %s | %zu of %zu |", what, count, all);
    row_stands(row);
}

static struct steadiness judge_values_at(const double *value, size_t count)
{
    struct series series = { .kind = SERIES_PER_INTERVAL,
                             .value = value,
                             .count = count,
                             .load_begin = (double)NAN,
                             .load_end = (double)NAN };
    return steady_judge(home, &series, made_parameters(false));
}

/* ---- simulations ---- */

struct plan { /* of one row of a table */
    size_t count;
    double noise, step; /* shares of the level; step 0: not rounded */
    double drift;       /* over the run */
    double stalls;      /* how much lower the last part lies for stalls of half the speed */
    double stalled;     /* share of the run in which they multiply */
    double wave;        /* periods of +-3 % */
    double rush;        /* how much higher it begins, falling to its level in a twentieth */
};

static void plan_make(const struct plan *plan, struct rng *rng, double *value)
{
    double level = 1 + plan->step * rng_real(rng);
    for (size_t i = 0; i < plan->count; i++) {
        double x = (double)i / (double)plan->count;
        double often = x >= 1 - plan->stalled ? 0.01 + 2 * plan->stalls : 0.01;
        double rush = x < 0.05 ? plan->rush * (1 - x / 0.05) : 0;
        double at = level * (1 + plan->drift * (x - 0.5) + rush + plan->noise * rng_normal(rng) +
                             (plan->wave > 0 ? 0.03 * sin(6.283185307 * plan->wave * x) : 0));
        at *= plan->stalls > 0 && rng_real(rng) < often ? 0.5 : 1;
        value[i] = plan->step > 0 ? plan->step * floor(at / plan->step + 0.5) : at;
    }
}

/* How many of `trials` are steady; the last answer in `last`. */
static size_t simulate(const struct plan *plan, uint64_t seed, size_t trials,
                       struct steadiness *last)
{
    struct rng rng = rng_of(seed);
    size_t steady = 0;
    for (size_t i = 0; i < trials; i++) {
        struct arena_mark mark = arena_mark(home);
        double *value = ARENA_MANY(home, plan->count, double);
        plan_make(plan, &rng, value);
        *last = judge_values_at(value, plan->count);
        steady += last->verdict == STEADY ? 1 : 0;
        arena_rewind(home, mark);
    }
    return steady;
}

static void settled_rounded_series_are_steady(void **state)
{
    (void)state;
    static const size_t counts[] = { 140, 200, 300, 399, 400, 600 };
    static const double steps[] = { 0.0075, 0.009, 0.011 };
    static const double noises[] = { 0.002, 0.004, 0.008, 0.015 };
    size_t refused = 0, all = 0;
    struct steadiness last;
    printf("settled, rounded: seeds from 4100, 40 trials a row\n rows   step %%  noise %%  "
           "steady\n");
    for (size_t i = 0; i < 72; i++) {
        struct plan plan = { .count = counts[i / 12],
                             .step = steps[i / 4 % 3],
                             .noise = noises[i % 4] };
        size_t steady = simulate(&plan, 4100 + i, 40, &last);
        printf("%5zu   %.2f    %.1f    %zu of 40\n", plan.count, 100 * plan.step, 100 * plan.noise,
               steady);
        refused += 40 - steady;
        all += 40;
        assert_true(40 - steady <= 4);
    }
    told("settled, rounded to 0.75 to 1.1 %, 140 to 600 rows: refused", refused, all);
    assert_true(20 * refused <= all);
}

static void rise_under_a_coarse_timer_is_caught(void **state)
{
    (void)state;
    static const size_t counts[] = { 140, 300, 600, 2000 };
    size_t steady = 0, all = 0;
    struct steadiness last;
    printf(
        "rising, rounded: seeds from 4300, 100 trials a row\n rows   rise %%  step %%  steady\n");
    for (size_t i = 0; i < 24; i++) {
        struct plan plan = { .count = counts[i % 4],
                             .step = i / 4 % 2 ? 0.011 : 0.0075,
                             .noise = 0.004,
                             .drift = 0.03 + 0.015 * (double)(i / 8) };
        size_t here = simulate(&plan, 4300 + i, 100, &last);
        printf("%5zu   %.1f     %.2f    %zu of 100\n", plan.count, 100 * plan.drift,
               100 * plan.step, here);
        assert_true(here <= 10);
        steady += here;
        all += 100;
    }
    told("rising by 3 to 6 %, rounded so, 140 to 2000 rows: steady", steady, all);
    assert_true(50 * steady <= all);
}

/* Trials a cell of the two tables below, and the rows of their series. */
enum { CELL = 60, CORNER = 300 };
static const size_t lengths[] = { 140, 200, 300, 400, 600, 1000, 2000, 5000 };

static void drift_in_noise_is_caught(void **state)
{
    (void)state;
    static const double drifts[] = { 0.025, 0.03, 0.035, 0.04 };
    size_t steady = 0, all = 0;
    struct steadiness last;
    printf(
        "drifting by 2.5 to 4 %% in 1 to 3 %% of noise, seeds from 4500, %d trials a cell; by 2.5 "
        "%% in 3 %%, seeds from 5800, %d trials\n",
        CELL, CORNER);
    for (size_t i = 0; i < ARRAY_COUNT(lengths); i++) {
        size_t here = 0;
        for (size_t k = 0; k < 12; k++) {
            struct plan plan = { .count = lengths[i],
                                 .drift = (k % 2 ? -1 : 1) * drifts[k / 3],
                                 .noise = 0.01 * (double)(k % 3 + 1) };
            here += simulate(&plan, 4500 + 12 * i + k, CELL, &last);
        }
        struct plan corner = { .count = lengths[i], .drift = 0.025, .noise = 0.03 };
        char row[120];
        (void)snprintf(row, sizeof row, "| %zu | %zu of %d | %zu of %d |", lengths[i], here,
                       12 * CELL, simulate(&corner, 5800 + i, CORNER, &last), CORNER);
        row_stands(row);
        steady += here;
        all += (size_t)12 * CELL;
    }
    told("drifting by 2.5 to 4 % in 1 to 3 % of noise, 140 to 5000 rows: steady", steady, all);
    assert_true(50 * steady <= all);
}

/* The share of standard normal values within `off` +- `half`. */
static double normal_within(double off, double half)
{
    return 0.5 * (erf((off + half) / sqrt(2)) - erf((off - half) / sqrt(2)));
}

/* What no test can go below: of those that call level runs steady as often, the smallest share of
 * runs with that drift, up or down, which any calls so where it even knows the noise. Given the
 * noise the fitted drift tells all that the samples do (its error is noise times sqrt(12 / n)), and
 * the likelihood of either sign against none rises with its size (Neyman and Pearson 1933). */
static double least_steady(double level_steady, double drift, double noise, size_t rows)
{
    double low = 0, high = 8, error = noise * sqrt(12 / (double)rows);
    for (size_t i = 0; i < 60; i++) {
        double half = (low + high) / 2;
        *(normal_within(0, half) < level_steady ? &low : &high) = half;
    }
    return normal_within(drift / error, low);
}

/* What size of drift few rows show, by noise, and what any method could show there. */
static void power_at_few_rows_is_told(void **state)
{
    (void)state;
    enum { ROWS = 140, HALF = 150 };
    static const double drifts[] = { 0, 0.01, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06 };
    double level[3] = { 0 };
    struct steadiness last;
    printf("140 rows: seeds from 7100, %d trials a cell, half of them rising\n", 2 * HALF);
    for (size_t i = 0; i < ARRAY_COUNT(drifts); i++) {
        size_t steady[3];
        double least[3];
        for (size_t k = 0; k < 3; k++) {
            struct plan up = { .count = ROWS, .drift = drifts[i], .noise = 0.01 * (double)(k + 1) };
            struct plan down = up;
            down.drift = -up.drift;
            steady[k] = simulate(&up, 7100 + 10 * i + 2 * k, HALF, &last) +
                        simulate(&down, 7101 + 10 * i + 2 * k, HALF, &last);
            /* all of them: half a run less, since no share of 1 was shown */
            double often = fmin((double)steady[k], 2 * HALF - 0.5);
            level[k] = i == 0 ? often / (2 * HALF) : level[k];
            least[k] = 100 * least_steady(level[k], up.drift, up.noise, ROWS);
        }
        char row[160];
        (void)snprintf(row, sizeof row, "| %.1f %% | %zu, %zu, %zu of %d | %.1f, %.1f, %.1f %% |",
                       100 * drifts[i], steady[0], steady[1], steady[2], 2 * HALF, least[0],
                       least[1], least[2]);
        row_stands(row);
    }
}

/* A drift in little noise, too, of which a late part shows little by chance. */
static void drift_in_little_noise_is_caught(void **state)
{
    (void)state;
    static const size_t counts[] = { 140, 200, 300, 400 };
    size_t steady = 0;
    struct steadiness last;
    for (size_t i = 0; i < 8; i++) {
        struct plan plan = { .count = counts[i / 2],
                             .drift = 0.025 + 0.005 * (double)(i % 2),
                             .noise = 0.01 };
        steady += simulate(&plan, 5900 + i, 200, &last);
    }
    told("drifting by 2.5 to 3 % in 1 % of noise, 140 to 400 rows: steady", steady, 1600);
    assert_true(steady <= 24);
}

/* What is level in the same noise keeps its verdict: a refusal of everything would pass above. Few
 * rows in much noise show neither a level nor a drift; then nobody says that it is unsteady. */
static void level_in_noise_is_steady(void **state)
{
    (void)state;
    static const size_t least[][3] = { { 55, 50, 34 }, { 57, 55, 44 }, { 58, 57, 50 },
                                       { 58, 57, 53 }, { 58, 56, 55 }, { 58, 57, 56 },
                                       { 58, 58, 57 }, { 58, 58, 58 } };
    size_t unsteady = 0, refused = 0; /* refused: of those from 1,000 rows on */
    printf("level in 1, 2 and 3 %% of noise: seeds from 4700, %d trials a cell\n", CELL);
    for (size_t i = 0; i < ARRAY_COUNT(lengths); i++) {
        size_t steady[3] = { 0 }, moves = 0;
        for (size_t k = 0; k < 3; k++) {
            struct plan plan = { .count = lengths[i], .noise = 0.01 * (double)(k + 1) };
            for (size_t trial = 0; trial < CELL; trial++) {
                struct steadiness last;
                steady[k] += simulate(&plan, 4700 + 1000 * (3 * i + k) + trial, 1, &last);
                moves += last.verdict == UNSTEADY ? 1 : 0;
            }
            assert_true(steady[k] >= least[i][k]);
            refused += lengths[i] >= 1000 ? CELL - steady[k] : 0;
        }
        char row[120];
        (void)snprintf(row, sizeof row, "| %zu | %zu, %zu, %zu of %d | %zu of %d |", lengths[i],
                       steady[0], steady[1], steady[2], CELL, moves, 3 * CELL);
        row_stands(row);
        unsteady += moves;
    }
    told("level in 1 to 3 % of noise, 140 to 5000 rows: unsteady", unsteady,
         ARRAY_COUNT(lengths) * 3 * CELL);
    assert_true(refused <= 11);
    assert_true(50 * unsteady <= ARRAY_COUNT(lengths) * 3 * CELL);
}

/* A first rush, as of a clock before the power cap takes hold, leans the five rounds of a level no
 * more than a line through it; and a drift behind one stays a drift. */
static void rush_hides_neither_level_nor_drift(void **state)
{
    (void)state;
    enum { TRIALS = 20, LEVELS = 8 * 3 * 2, DRIFTS = 8 * 3 * 4 * 2 };
    size_t refused = 0, steady = 0;
    struct steadiness last;
    for (size_t i = 0; i < LEVELS; i++) {
        struct plan plan = { .count = lengths[i % 8],
                             .noise = 0.01 + 0.005 * (double)(i / 8 % 3),
                             .rush = i / 24 ? 0.12 : 0.06 };
        refused += TRIALS - simulate(&plan, 6100 + i, TRIALS, &last);
    }
    for (size_t i = 0; i < DRIFTS; i++) {
        struct plan plan = { .count = lengths[i % 8],
                             .noise = 0.01 * (double)(i / 8 % 3 + 1),
                             .drift = (i / 8 % 2 ? -1 : 1) * (0.025 + 0.005 * (double)(i / 24 % 4)),
                             .rush = i / 96 ? 0.12 : 0.06 };
        steady += simulate(&plan, 6200 + i, TRIALS, &last);
    }
    told("level in 1 to 2 % of noise behind a first rush, 140 to 5000 rows: refused", refused,
         (size_t)LEVELS * TRIALS);
    told("drifting by 2.5 to 4 % in 1 to 3 % of noise behind a first rush: steady", steady,
         (size_t)DRIFTS * TRIALS);
    assert_true(20 * refused <= (size_t)LEVELS * TRIALS);
    assert_true(50 * steady <= (size_t)DRIFTS * TRIALS);
}

/* One sample of ten times its value moves the mean of the last tenth, and multiplies nothing. */
static void one_outlier_near_the_end_changes_nothing(void **state)
{
    (void)state;
    static const size_t counts[] = { 200, 700, 1500, 4000 };
    for (size_t i = 0; i < 4; i++) {
        struct made made = made_flat(home, counts[i], 370, 0.005);
        made.value[counts[i] * 95 / 100] *= 20;
        assert_int_equal(judge_values_at(made.value, made.count).verdict, STEADY);
    }
}

static void stalls_that_multiply_at_the_end_are_caught(void **state)
{
    (void)state;
    struct steadiness last;
    printf("stalls in the last part: seeds from 4900, 100 trials a row\n rows  part %%  lower %%  "
           "steady\n");
    for (size_t i = 0; i < 8; i++) {
        struct plan plan = { .count = i < 4 ? 2000 : 5000,
                             .noise = 0.008,
                             .stalls = i % 2 ? 0.07 : 0.055,
                             .stalled = i / 2 % 2 ? 0.13 : 0.2 };
        size_t steady = simulate(&plan, 4900 + i, 100, &last);
        printf("%5zu   %.0f    %.1f    %zu of 100\n", plan.count, 100 * plan.stalled,
               100 * plan.stalls, steady);
        assert_true(steady <= 3);
    }
    /* stalls as often all along are how this machine works */
    struct plan even = { .count = 2000, .noise = 0.008, .stalls = 0.02, .stalled = 1 };
    assert_true(simulate(&even, 4999, 100, &last) >= 95);
}

static void wave_is_said(void **state)
{
    (void)state;
    struct steadiness last;
    for (size_t i = 0; i < 4; i++) {
        struct plan plan = { .count = 2000, .noise = 0.005, .wave = 12.5 + 2.5 * (double)i };
        assert_int_equal(simulate(&plan, 5100 + i, 5, &last), 5);
        assert_true(fabs(last.wave_periods - plan.wave) <= 0.5);
        assert_true(fabs(last.wave_size - 0.03) < 0.004);
    }
    size_t said = 0;
    for (size_t i = 0; i < 100; i++) {
        struct plan plan = { .count = 1000, .noise = 0.03 };
        simulate(&plan, 5200 + i, 1, &last);
        said += last.wave_periods > 0 ? 1 : 0;
    }
    assert_true(said <= 1);
}

/* ---- a coarse timer ---- */

static void timer_coarser_than_the_tolerance_is_said(void **state)
{
    (void)state;
    struct made made = made_flat(home, 500, 370, 0.004);
    for (size_t i = 0; i < made.count; i++)
        made.value[i] = 5 * floor(made.value[i] / 5 + 0.5);
    struct steadiness steady = judge_values_at(made.value, made.count);
    assert_int_equal(steady.verdict, INSUFFICIENT);
    assert_string_equal(steady.reason, "coarse timer");
    assert_true(fabs(steady.step - 5) <= 0);
    /* 3 / sqrt 12 of 5 in 370 */
    assert_true(fabs(steady.carries - 0.8660254 * 5 / 370) < 0.0002);
    struct steady_parameters wider = steady_parameters_standard();
    wider.of[STEADY_DELTA] = 0.012;
    struct series series = made_interval(&made);
    assert_int_equal(steady_judge(home, &series, &wider).verdict, STEADY);
    struct steadiness clock = telemetry_judge(home, &series, made_parameters(false), false);
    assert_int_equal(clock.verdict, STEADY); /* steps of a clock are its speeds */
}

static void constant_with_one_outlier_is_not_coarse(void **state)
{
    (void)state;
    struct made made = made_flat(home, 400, 1980, 0);
    made.value[200] = 1905;
    assert_int_equal(judge_values_at(made.value, made.count).verdict, STEADY);
}

/* Core clocks under matrix products at the power cap, one sample in 0.2 s, in steps of 15 MHz. */
static const double clock_h200[] = {
    1980, 1545, 1515, 1515, 1515, 1290, 1455, 1560, 1485, 1545, 1425, 1470, 1515, 1515, 1455, 1440,
    1470, 1560, 1485, 1470, 1455, 1500, 1545, 1560, 1455, 1455, 1455, 1500, 1485, 1455, 1470, 1470,
    1485, 1470, 1485, 1455, 1470, 1455, 1455, 1455, 1455, 1455, 1485, 1470, 1500, 1470, 1455, 1500,
    1470, 1455, 1470, 1455, 1455, 1530, 1485, 1485, 1485, 1515, 1485, 1470, 1470, 1470, 1485, 1470,
    1485, 1500, 1500, 1500, 1470, 1455, 1470, 1485, 1470, 1440, 1515, 1470, 1455, 1485, 1500, 1455,
    1455, 1500, 1485, 1470, 1470, 1485, 1470, 1470, 1455, 1455, 1470, 1455, 1500, 1485, 1485, 1455,
    1470, 1455, 1455, 1455, 1470, 1470, 1470, 1485, 1470, 1485, 1500, 1470, 1455, 1485, 1470, 1485,
    1455, 1470, 1470, 1470, 1515, 1455, 1455, 1455, 1455, 1455, 1470, 1470, 1455, 1455, 1470, 1485,
    1485, 1470, 1470, 1515, 1455, 1455, 1470, 1470, 1485, 1455, 1485, 1455
};
static const double clock_h100_fp8[] = {
    1980, 1380, 1380, 1380, 1305, 1245, 1320, 1395, 1410, 1290, 1320, 1395, 1440, 1380, 1290, 1365,
    1350, 1440, 1380, 1290, 1290, 1305, 1365, 1380, 1290, 1305, 1320, 1350, 1380, 1320, 1320, 1305,
    1350, 1335, 1320, 1320, 1320, 1410, 1365, 1305, 1305, 1320, 1350, 1320, 1320, 1305, 1320, 1335,
    1320, 1335, 1320, 1335, 1320, 1335, 1365, 1320, 1320, 1335, 1305, 1320, 1320, 1395, 1365, 1335,
    1320, 1335, 1320, 1320, 1320, 1395, 1350, 1320, 1320, 1335, 1365, 1350, 1335, 1305, 1305, 1335,
    1350, 1335, 1335, 1335, 1350, 1320, 1335, 1320, 1320, 1320, 1320, 1320, 1320, 1320, 1350, 1320,
    1320, 1305, 1320, 1335, 1320, 1320, 1320, 1320, 1350, 1320, 1320, 1320, 1305, 1335, 1305, 1305,
    1335, 1320, 1335, 1320, 1305, 1335, 1335, 1350, 1335, 1320, 1305, 1335, 1365, 1320, 1320, 1335,
    1350, 1350, 1320, 1335, 1335, 1320, 1335, 1350, 1350, 1350, 1320, 1320
};

static const double clock_h100[] = {
    1980, 1470, 1455, 1425, 1440, 1140, 1365, 1440, 1425, 1365, 1230, 1350, 1410, 1455, 1350, 1260,
    1365, 1410, 1440, 1320, 1305, 1350, 1410, 1440, 1365, 1305, 1320, 1380, 1425, 1320, 1320, 1335,
    1380, 1380, 1335, 1320, 1320, 1395, 1380, 1335, 1335, 1335, 1380, 1395, 1335, 1350, 1350, 1365,
    1365, 1380, 1335, 1350, 1380, 1380, 1350, 1380, 1335, 1410, 1365, 1350, 1335, 1335, 1380, 1380,
    1335, 1350, 1380, 1380, 1380, 1335, 1335, 1350, 1365, 1380, 1365, 1380, 1335, 1365, 1380, 1365,
    1380, 1350, 1350, 1380, 1380, 1350, 1380, 1350, 1365, 1380, 1380, 1380, 1365, 1335, 1365, 1380,
    1350, 1365, 1365, 1365, 1395, 1365, 1365, 1365, 1380, 1365, 1380, 1365, 1365, 1365, 1380, 1380,
    1380, 1335, 1365, 1380, 1380, 1365, 1380, 1395, 1380, 1380, 1365, 1380, 1380, 1365, 1395, 1350,
    1380, 1335, 1395, 1380, 1365, 1335, 1365, 1350, 1365, 1380, 1350, 1365
};
static const double clock_h100_unit2[] = {
    1605, 1440, 1455, 1440, 1125, 1320, 1410, 1440, 1425, 1275, 1305, 1395, 1425, 1440, 1290, 1320,
    1410, 1425, 1380, 1305, 1335, 1395, 1425, 1380, 1320, 1350, 1380, 1410, 1380, 1350, 1335, 1365,
    1425, 1380, 1335, 1365, 1380, 1395, 1350, 1350, 1335, 1395, 1410, 1365, 1335, 1365, 1380, 1395,
    1335, 1335, 1380, 1395, 1410, 1380, 1365, 1410, 1380, 1395, 1395, 1380, 1350, 1380, 1365, 1335,
    1335, 1365, 1365, 1380, 1380, 1350, 1395, 1365, 1395, 1365, 1365, 1395, 1380, 1395, 1380, 1395,
    1365, 1365, 1365, 1365, 1380, 1380, 1365, 1365, 1395, 1350, 1395, 1380, 1380, 1365, 1365, 1365,
    1380, 1350, 1395, 1365, 1350, 1380, 1395, 1380, 1395, 1365, 1350, 1395, 1410, 1380, 1365, 1350,
    1335, 1380, 1335, 1365, 1410, 1365, 1365, 1395, 1380, 1395, 1380, 1425, 1395, 1350, 1395, 1380,
    1380, 1395, 1365, 1365, 1335, 1335, 1335, 1365, 1380, 1365, 1335
};

/* Of copies with as much noise as the rounding took away: how many are judged otherwise than the
 * clock as recorded. */
static size_t dithered_otherwise(const double *clock, size_t count, uint64_t seed, size_t trials)
{
    struct rng rng = rng_of(seed);
    enum steady_verdict recorded = judge_values_at(clock, count).verdict;
    double *value = ARENA_MANY(home, count, double);
    size_t otherwise = 0;
    assert_int_equal(recorded, STEADY);
    for (size_t trial = 0; trial < trials; trial++) {
        struct arena_mark mark = arena_mark(home);
        for (size_t i = 0; i < count; i++)
            value[i] = clock[i] + 15 * (rng_real(&rng) - 0.5);
        otherwise += judge_values_at(value, count).verdict != recorded ? 1 : 0;
        arena_rewind(home, mark);
    }
    return otherwise;
}

static void clocks_in_steps_are_judged_as_without(void **state)
{
    (void)state;
    enum { TRIALS = 1000 };
    static const struct {
        const char *what;
        const double *clock;
        size_t count;
    } rows[] = { { "an H200", clock_h200, ARRAY_COUNT(clock_h200) },
                 { "an H100, fp8", clock_h100_fp8, ARRAY_COUNT(clock_h100_fp8) },
                 { "an H100, bf16", clock_h100, ARRAY_COUNT(clock_h100) },
                 { "another H100, bf16", clock_h100_unit2, ARRAY_COUNT(clock_h100_unit2) } };
    size_t otherwise = 0;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        size_t here = dithered_otherwise(rows[i].clock, rows[i].count, 5300 + i, TRIALS);
        printf("dithered clock of %s, seed %zu: %zu of %d judged otherwise\n", rows[i].what,
               5300 + i, here, TRIALS);
        otherwise += here;
    }
    told("four recorded clocks under a power cap, dithered by their step: judged otherwise",
         otherwise, TRIALS * ARRAY_COUNT(rows));
    assert_true(otherwise == 0);
}

/* ---- standing still ---- */

/* 78 s of iterations of 4.8 ms with `usual` s between them, and `count` gaps of `gap` s. */
static struct made paused(size_t count, double gap, double usual)
{
    struct made made = made_new(home, 16000);
    uint64_t state = 11;
    double at = 0;
    for (size_t i = 0; i < made.count; i++) {
        made.start[i] = at;
        made.value[i] = made.duration[i] = 0.0048 * (1 + 0.003 * made_noise(&state));
        made.work[i] = 32;
        at += made.duration[i] + usual;
        at += count > 0 && i % (made.count / count) == made.count / count / 2 ? gap : 0;
    }
    return made;
}

static struct steadiness judge_paused(const struct made *made, double pause)
{
    struct series series = made_iterations(made);
    series.phase = NULL;
    series.pause = pause;
    return steady_judge(home, &series, made_parameters(true));
}

static void standing_still_is_unsteady(void **state)
{
    (void)state;
    static const struct {
        size_t count;
        double gap, usual;
    } rows[] = { { 1, 5, 40e-6 },   { 1, 20, 40e-6 },  { 40, 0.5, 40e-6 }, { 400, 0.05, 40e-6 },
                 { 1, 1.2, 40e-6 }, { 2000, 0.01, 0 }, { 0, 0, 0.00125 } };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct made made = paused(rows[i].count, rows[i].gap, rows[i].usual);
        struct steadiness steady = judge_paused(&made, 0);
        assert_string_equal(steady.reason, "stands still");
        assert_int_equal(steady.verdict, UNSTEADY);
        assert_true(steady.has_gaps && steady.gap >= rows[i].gap);
    }
}

static void declared_pause_and_small_gaps_pass(void **state)
{
    (void)state;
    struct made made = paused(1, 20, 40e-6);
    struct steadiness steady = judge_paused(&made, 25);
    assert_int_equal(steady.verdict, STEADY);
    assert_true(fabs(steady.gap - 20) < 0.01 && fabs(steady.idle - 20.0 / 97.4) < 0.01);
    assert_int_equal(judge_paused(&made, 15).verdict, UNSTEADY); /* longer than was declared */
    made = paused(0, 0, 40e-6);
    assert_int_equal(judge_paused(&made, 0).verdict, STEADY);
    made = paused(0, 0, 100e-6); /* 2 % of the time, evenly: part of each iteration */
    assert_int_equal(judge_paused(&made, 0).verdict, STEADY);
    made = paused(3, 0.2, 40e-6); /* under 1 % and under 1 s */
    assert_int_equal(judge_paused(&made, 0).verdict, STEADY);
}

static void requests_in_flight_at_once_do_not_stand_still(void **state)
{
    (void)state;
    struct made made = paused(1, 5, 40e-6);
    for (size_t i = 0; i < made.count; i++)
        made.duration[i] *= 4;
    assert_int_equal(judge_paused(&made, 0).verdict, STEADY);
    assert_false(judge_paused(&made, 0).has_gaps);
}

/* ---- how neighbours hang together ---- */

static void correlation_is_that_of_the_series(void **state)
{
    (void)state;
    double *value = ARENA_MANY(home, 20000, double);
    struct rng rng = rng_of(5500);
    double at = rng_normal(&rng);
    for (size_t i = 0; i < 20000; i++) {
        value[i] = 100 + 0.5 * at;
        at = 0.9 * at + sqrt(1 - 0.81) * rng_normal(&rng);
    }
    struct steadiness steady = judge_values_at(value, 20000);
    assert_int_equal(steady.verdict, STEADY);
    assert_true(fabs(steady.rho - 0.9) < 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settled_rounded_series_are_steady),
        cmocka_unit_test(rise_under_a_coarse_timer_is_caught),
        cmocka_unit_test(drift_in_noise_is_caught),
        cmocka_unit_test(drift_in_little_noise_is_caught),
        cmocka_unit_test(power_at_few_rows_is_told),
        cmocka_unit_test(level_in_noise_is_steady),
        cmocka_unit_test(rush_hides_neither_level_nor_drift),
        cmocka_unit_test(one_outlier_near_the_end_changes_nothing),
        cmocka_unit_test(stalls_that_multiply_at_the_end_are_caught),
        cmocka_unit_test(wave_is_said),
        cmocka_unit_test(timer_coarser_than_the_tolerance_is_said),
        cmocka_unit_test(constant_with_one_outlier_is_not_coarse),
        cmocka_unit_test(clocks_in_steps_are_judged_as_without),
        cmocka_unit_test(standing_still_is_unsteady),
        cmocka_unit_test(declared_pause_and_small_gaps_pass),
        cmocka_unit_test(requests_in_flight_at_once_do_not_stand_still),
        cmocka_unit_test(correlation_is_that_of_the_series),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
