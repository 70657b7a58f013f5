/* test_steady_window.c - one window, whole cycles, telemetry; the worked example on real runs. */
#include "series_made.h"

static struct arena *home;

static int set_up(void **state)
{
    (void)state;
    home = arena_new((size_t)256 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(home);
    return 0;
}

static void near(double got, double want, double within)
{
    if (!(fabs(got - want) <= within)) {
        print_error("got %.17g, want %.17g\n", got, want);
        fail();
    }
}

/* Twenty iterations of 1 s, one every 2 s; phases 0 1 2 3, over and over. */
static struct made small(void)
{
    struct made made = made_new(home, 20);
    for (size_t i = 0; i < 20; i++) {
        made.start[i] = 2 * (double)i;
        made.duration[i] = 1;
        made.value[i] = (double)(i % 4);
        made.work[i] = 10;
        made.phase[i] = (uint32_t)(i % 4);
    }
    return made;
}

static void window_is_the_common_part(void **state)
{
    (void)state;
    struct steadiness metric = { .verdict = STEADY, .begin_s = 3, .end_s = 90 };
    struct steadiness clock = { .verdict = STEADY, .begin_s = 5, .end_s = 80 };
    struct span run[3];
    assert_true(steady_span(&metric, NULL, &run[0]));
    near(run[0].begin_s, 3, 0);
    assert_true(steady_span(&metric, &clock, &run[0]));
    near(run[0].begin_s, 5, 0);
    near(run[0].end_s, 90, 0);
    clock.begin_s = 90; /* steady only from where the metric ends: nothing of both */
    assert_false(steady_span(&metric, &clock, &run[1]));
    clock.verdict = UNSTEADY;
    assert_false(steady_span(&metric, &clock, &run[1]));
    run[1] = (struct span){ 1, 70 };
    run[2] = (struct span){ 9, 95 };
    struct span window;
    assert_true(window_common(run, 3, &window));
    near(window.begin_s, 9, 0);
    near(window.end_s, 70, 0);
    run[2].begin_s = 70;
    assert_false(window_common(run, 3, &window));
    assert_false(window_common(run, 0, &window));
}

static void iteration_belongs_if_it_starts_and_ends_inside(void **state)
{
    (void)state;
    struct made made = small();
    struct series series = made_iterations(&made);
    struct stretch all = stretch_all(&series, (struct span){ 2.5, 24.5 });
    assert_true(all.found);
    assert_int_equal(all.first, 2);
    assert_int_equal(all.end, 12); /* row 12 starts at 24 and ends at 25 */
    near(all.time, 19, 0);         /* from 4 to 23: pauses count */
    near(all.work, 100, 0);
    near(all.rate, 100.0 / 19, 1e-15);
    near(all.mean, 1.7, 1e-15); /* phases 2 3 0 1 2 3 0 1 2 3 */
    assert_false(stretch_all(&series, (struct span){ 2.5, 2.9 }).found);
    struct span whole = series_span(&series);
    near(whole.begin_s, 0, 0);
    near(whole.end_s, 39, 0);
    assert_int_equal(stretch_all(&series, whole).iterations, 20);
    struct steadiness steady = { .batch_rows = 3 };
    assert_int_equal(window_batches(&series, &steady, (struct span){ 2.5, 24.5 }), 3);
}

static void cycles_begin_at_any_phase(void **state)
{
    (void)state;
    struct made made = small();
    struct series series = made_iterations(&made);
    struct stretch cycles = stretch_cycles(&series, (struct span){ 2.5, 24.5 });
    assert_int_equal(cycles.first, 2); /* phase 2 */
    assert_int_equal(cycles.end, 10);
    assert_int_equal(cycles.cycles, 2);
    near(cycles.mean, 1.5, 0);
    near(cycles.rate, 80.0 / 15, 1e-15);
    cycles = stretch_cycles(&series, (struct span){ 0, 12 }); /* six rows: one cycle and a half */
    assert_int_equal(cycles.cycles, 1);
    assert_int_equal(cycles.end, 4);
    cycles = stretch_cycles(&series, (struct span){ 2, 8 }); /* three rows: none */
    assert_true(!cycles.found || cycles.cycles == 1);
    series.phase = NULL;
    assert_int_equal(stretch_cycles(&series, (struct span){ 2.5, 24.5 }).end, 12);
}

/* The order inside a cycle may be shuffled, and a phase may stand twice in it. */
static void cycles_of_other_orders(void **state)
{
    (void)state;
    struct made made = small();
    static const uint32_t shuffled[20] = { 2, 0, 1, 3, 3, 1, 0, 2, 0, 1,
                                           2, 3, 1, 0, 3, 2, 2, 3, 0, 1 };
    static const uint32_t twice[20] = {
        5, 5, 6, 7, 5, 5, 6, 7, 5, 5, 6, 7, 5, 5, 6, 7, 5, 5, 6, 7
    };
    memcpy(made.phase, shuffled, sizeof shuffled);
    struct series series = made_iterations(&made);
    struct stretch cycles = stretch_rows(&series, 0, 19);
    assert_int_equal(cycles.cycles, 4);
    assert_int_equal(cycles.end, 16);
    memcpy(made.phase, twice, sizeof twice);
    cycles = stretch_rows(&series, 1, 20);
    assert_int_equal(cycles.cycles, 4);
    assert_int_equal(cycles.end, 17);
    for (uint32_t i = 0; i < 20; i++) /* the last stands alone: no whole cycles at all */
        made.phase[i] = i == 19 ? 9 : i % 3 == 0;
    assert_false(stretch_rows(&series, 0, 20).cycles == 1 &&
                 stretch_rows(&series, 0, 20).end == 20);
}

static void batches_of_a_stretch(void **state)
{
    (void)state;
    struct made made = made_decode(home, 95, 5);
    made_times(&made);
    struct series series = made_iterations(&made);
    struct stretch all = stretch_all(&series, series_span(&series));
    double batch[30];
    assert_true(stretch_batches(&series, &all, batch));
    near(batch[0], 32 * 8 / made.start[8], 1e-9); /* 95 = 8 + 29 x 3 */
    near(batch[29], 96 / (all.end_s - made.start[92]), 1e-9);
    all = stretch_rows(&series, 0, 30);
    assert_int_equal(all.iterations, 30);
    assert_true(stretch_batches(&series, &all, batch)); /* a row each */
    near(batch[0], 32 / made.start[1], 1e-9);
    near(batch[29], 32 / (series_end(&series, 29) - made.start[29]), 1e-9);
    all = stretch_rows(&series, 0, 29);
    assert_false(stretch_batches(&series, &all, batch));
}

/* A gap among the values is no value: the mean is over those that there are. */
static void gaps_are_no_values(void **state)
{
    (void)state;
    double start[] = { 0, 1, 2, 3 }, value[] = { 10, (double)NAN, 30, 50 };
    struct series series = {
        .kind = SERIES_PER_INTERVAL, .start = start, .value = value, .count = 4
    };
    struct stretch all = stretch_all(&series, series_span(&series));
    assert_true(all.found);
    near(all.mean, 30, 0);
}

static struct made sampled(size_t count)
{
    struct made made = made_flat(home, count, 1980, 0);
    for (size_t i = 0; i < count; i++)
        made.start[i] = 1795822050 + 0.25 * (double)i;
    return made;
}

static void telemetry_is_cut_and_shifted(void **state)
{
    (void)state;
    struct made made = sampled(400); /* 99.75 s */
    struct series telemetry = made_interval(&made);
    telemetry.unix_clock = true;
    struct series cut;
    double zero = 1795822060.1;
    assert_true(telemetry_cut(home, &telemetry, zero, zero, zero + 60, &cut));
    assert_int_equal(cut.count, 240);
    near(cut.start[0], 0.15, 1e-6);
    assert_false(cut.unix_clock);
    assert_true(cut.value == made.value + 41);
    struct steadiness steady = telemetry_judge(home, &cut, made_parameters(false), false);
    assert_int_equal(steady.verdict, STEADY);
    near(steady.begin_s, 0, 1e-6); /* since the load began, not since the sample after it */
    assert_false(telemetry_cut(home, &telemetry, zero, 1795822049, zero + 60, &cut));
    assert_false(telemetry_cut(home, &telemetry, zero, zero, zero + 120, &cut));
    assert_false(telemetry_cut(home, &telemetry, zero, (double)NAN, zero + 60, &cut));
    for (size_t i = 0; i < 120; i++) /* boosts at first: the run's start is that of the clock */
        made.value[i] = 2100;
    assert_true(telemetry_cut(home, &telemetry, zero, zero, zero + 60, &cut));
    steady = telemetry_judge(home, &cut, made_parameters(false), false);
    assert_int_equal(steady.verdict, STEADY);
    assert_true(steady.begin_s > 19 && steady.begin_s < 20.5);
}

static void throttle_shares_by_reason(void **state)
{
    (void)state;
    struct made made = sampled(100);
    for (size_t i = 0; i < 100; i++) {
        made.start[i] = (double)i;
        made.value[i] = i < 50 ? 0x4 : i < 60 ? 0x24 : i == 60 ? 0x48 : 0x1;
    }
    made.value[99] = (double)NAN;
    struct series mask = made_interval(&made);
    struct throttle_shares shares = throttle_in(&mask, 10, 200);
    assert_int_equal(shares.samples, 89);
    near(shares.share[2], 50.0 / 89, 1e-15);
    near(shares.share[5], 10.0 / 89, 1e-15);
    near(shares.limit, 50.0 / 89, 1e-15);
    near(shares.fault, 1.0 / 89, 1e-15);
    near(shares.share[3] + shares.share[6], 2.0 / 89, 1e-15);
    assert_int_equal(throttle_in(&mask, 200, 300).samples, 0);
    assert_string_equal(throttle_reason(2), "software power cap");
    assert_string_equal(throttle_reason(7), "hardware power brake");
    assert_null(throttle_reason(63));
}

static void clocks_in_the_window(void **state)
{
    (void)state;
    struct made made = sampled(10);
    static const double clock[10] = { 345, 1980, 1980, 1980, 1500, 1980, 1980, 1965, 1980, 345 };
    memcpy(made.value, clock, sizeof clock);
    for (size_t i = 0; i < 10; i++)
        made.start[i] = (double)i;
    struct series series = made_interval(&made);
    struct clock_in in = clock_in(home, &series, 1, 9);
    assert_int_equal(in.samples, 8);
    near(in.median, 1980, 0);
    near(in.lowest, 1500, 0);
    near(in.near, 7.0 / 8, 0);
    near(in.mean, (6.0 * 1980 + 1500 + 1965) / 8, 1e-9);
    assert_int_equal(clock_in(home, &series, 20, 30).samples, 0);
}

/* statistics.md section 3, worked by two scripts of the design: 24 cycles a side A, 30 of B. */
static void worked_example(void **state)
{
    (void)state;
    static const char *const bundle[7] = { "h100-unit6/llm-decode-bf16-cudagraph-long-r1",
                                           "h100-unit6/llm-decode-bf16-cudagraph-long-r2",
                                           "h100-unit6/llm-decode-bf16-cudagraph-long-r3",
                                           "h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1",
                                           "h100-unit7/llm-decode-bf16-compile-cudagraph-long-r2",
                                           "h100-unit7/llm-decode-bf16-compile-cudagraph-long-r3",
                                           "h100-unit7/llm-decode-bf16-cudagraph-long-r1" };
    struct series series[7];
    struct span span[7];
    double cycles[7];
    double all[7];
    double whole[7];
    for (size_t i = 0; i < 7; i++) {
        struct made made;
        if (!made_log(home, bundle[i], &made)) {
            print_message("skipped: no corpus\n");
            skip();
        }
        series[i] = made_iterations(&made);
        struct steadiness steady = steady_judge(home, &series[i], made_parameters(true));
        assert_true(steady_span(&steady, NULL, &span[i]));
    }
    struct span window;
    assert_true(window_common(span, 7, &window));
    near(window.begin_s, 17.02, 0.005);
    near(window.end_s, 78.00, 0.005);
    for (size_t i = 0; i < 7; i++) {
        struct stretch stretch = stretch_cycles(&series[i], window);
        bool compiled = i >= 3 && i < 6;
        assert_int_equal(stretch.cycles, compiled ? 30 : 24);
        near(stretch.time, compiled ? 60 : 59, 0.5);
        cycles[i] = stretch.rate;
        all[i] = stretch_all(&series[i], window).rate;
        whole[i] = stretch_all(&series[i], series_span(&series[i])).rate;
    }
    struct interval ratio = interval_ratio(cycles, 3, cycles + 3, 3);
    near(ratio.value, 1.2302, 0.00005);
    near(ratio.df, 2.37, 0.005);
    struct interval over_all = interval_ratio(all, 3, all + 3, 3);
    near(over_all.value, 1.2284, 0.00005);
    near(over_all.low, 1.2105, 0.0001);
    near(over_all.high, 1.2466, 0.0001);
    near(interval_ratio(whole, 3, whole + 3, 3).value, 1.2293, 0.00005);
    near(cycles[6] / moments_of(cycles, 3).mean, 1, 0.001);
    assert_int_equal(decide(&ratio, 0.01, false), DECISION_FASTER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(window_is_the_common_part),
        cmocka_unit_test(iteration_belongs_if_it_starts_and_ends_inside),
        cmocka_unit_test(cycles_begin_at_any_phase),
        cmocka_unit_test(cycles_of_other_orders),
        cmocka_unit_test(batches_of_a_stretch),
        cmocka_unit_test(gaps_are_no_values),
        cmocka_unit_test(telemetry_is_cut_and_shifted),
        cmocka_unit_test(throttle_shares_by_reason),
        cmocka_unit_test(clocks_in_the_window),
        cmocka_unit_test(worked_example),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
