/* test_steady_phase.c - work that comes back: what the adjustment removes and what it must not
 * hide. */
#include "series_made.h"

static struct arena *home;

static int set_up(void **state)
{
    (void)state;
    home = arena_new((size_t)512 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(home);
    return 0;
}

static struct steadiness judge(struct made *made)
{
    struct series series = made_iterations(made);
    return steady_judge(home, &series, made_parameters(true));
}

/* The run of statistics.md 2.5 where there is a corpus, else one made like it; `real` says which.
 */
static struct made decode_run(bool *real)
{
    struct made made;
    *real = made_log(home, "h100-unit6/llm-decode-bf16-cudagraph-long-r1", &made);
    if (!*real)
        made = made_decode(home, 16208, 512);
    return made;
}

static struct steadiness injected(double (*factor)(double x), bool *real)
{
    struct made made = decode_run(real);
    for (size_t i = 0; i < made.count; i++)
        made.value[i] *= factor((double)i / (double)made.count);
    made_times(&made);
    return judge(&made);
}

static double none(double x)
{
    return x < 0 ? 0 : 1;
}
static double drift_4(double x)
{
    return 1 + 0.04 * x;
}
static double drift_2_5(double x)
{
    return 1 + 0.025 * x;
}
static double throttle_last_fifth(double x)
{
    return x >= 0.8 ? 1.08 : 1;
}
static double oscillation_5(double x)
{
    return 1 + 0.05 * sin(2 * M_PI * 4 * x);
}
static double warm_up_20(double x)
{
    return x < 0.15 ? 1.2 : 1;
}
static double warm_up_exponential(double x)
{
    return 1 + 0.2 * exp(-x / 0.06);
}

static void faults_are_not_hidden(void **state)
{
    (void)state;
    bool real = false;
    struct steadiness steady = injected(none, &real);
    print_message("phase faults: %s run\n", real ? "real" : "made (real one skipped)");
    assert_int_equal(steady.verdict, STEADY);
    assert_int_equal(steady.start, 0);
    assert_int_equal(steady.phases, 512);
    assert_int_equal(steady.cycles, 31);
    assert_true(str_ends(steady.method, STR(" phase=ctx repeated=31")));
    assert_int_equal(injected(drift_4, &real).verdict, UNSTEADY);
    assert_int_equal(injected(drift_2_5, &real).verdict, UNSTEADY);
    assert_int_equal(injected(throttle_last_fifth, &real).verdict, UNSTEADY);
    assert_int_equal(injected(oscillation_5, &real).verdict, UNSTEADY);

    steady = injected(warm_up_20, &real);
    assert_int_equal(steady.verdict, STEADY);
    double share = (double)steady.start / 16208;
    print_message("step of 20 %% over 15 %%: starts at %.2f %%\n", 100 * share);
    assert_true(share >= 0.1495 && share <= 0.1550);
    assert_string_equal(steady.shape, "warmup");

    /* 0.2 exp(-x / 0.06) falls under 1 % at 0.18 */
    steady = injected(warm_up_exponential, &real);
    assert_int_equal(steady.verdict, STEADY);
    share = (double)steady.start / 16208;
    print_message("exponential of 20 %%: starts at %.2f %%\n", 100 * share);
    assert_true(share >= 0.16 && share <= 0.20);
}

/* Without the columns the same run is a sawtooth: refused, and the guess names its period. */
static void undeclared_period_is_only_told(void **state)
{
    (void)state;
    struct made made = made_decode(home, 4000, 300);
    made_times(&made);
    struct series series = made_iterations(&made);
    assert_int_equal(steady_judge(home, &series, made_parameters(true)).verdict, STEADY);
    series.phase = NULL;
    struct steadiness steady = steady_judge(home, &series, made_parameters(true));
    assert_int_not_equal(steady.verdict, STEADY);
    assert_string_equal(steady.reason, "looks periodic");
    assert_in_range(steady_period(home, &series), 299, 301);
    made = made_flat(home, 4000, 1, 0.01);
    series = made_interval(&made);
    assert_int_equal(steady_period(home, &series), 0);
    for (size_t i = 0; i < made.count; i++) /* a drift is no period */
        made.value[i] *= 1 + 0.3 * (double)i / 4000;
    assert_int_equal(steady_period(home, &series), 0);
}

static void few_cycles_are_insufficient(void **state)
{
    (void)state;
    struct made made = made_decode(home, 2048, 512);
    made_times(&made);
    struct steadiness steady = judge(&made);
    assert_int_equal(steady.verdict, INSUFFICIENT);
    assert_string_equal(steady.reason, "too few cycles");
    made = made_decode(home, 2348, 512); /* rare phases stand in the middle */
    made_times(&made);
    assert_string_equal(judge(&made).reason, "too few cycles");
    made = made_decode(home, 2560, 512);
    made_times(&made);
    assert_int_equal(judge(&made).verdict, STEADY);
    /* One repetition of each: x / x would flatten anything. */
    for (size_t i = 0; i < made.count; i++)
        made.phase[i] = (uint32_t)i;
    assert_string_equal(judge(&made).reason, "too few cycles");
}

static void ragged_ends_are_left_out_and_counted(void **state)
{
    (void)state;
    struct made made = made_decode(home, 4096, 256);
    for (size_t i = 0; i < 40; i++) {
        made.phase[i] = 1000 + (uint32_t)i;
        made.value[i] *= 9;
        made.phase[4095 - i] = 4000000000u - (uint32_t)i;
    }
    made_times(&made);
    struct steadiness steady = judge(&made);
    assert_int_equal(steady.verdict, STEADY);
    assert_int_equal(steady.left_out, 80);
    assert_int_equal(steady.start, 40);
    assert_int_equal(steady.end, 4056);
    assert_int_equal(steady.phases, 256);
}

/* Level: mean of the raw values over whole cycles, so it does not depend on where the stretch ends.
 */
static void level_is_of_measured_values(void **state)
{
    (void)state;
    struct made made = made_decode(home, 8150, 400);
    double sum = 0;
    made_times(&made);
    for (size_t i = 0; i < 8000; i++)
        sum += made.value[i];
    struct steadiness steady = judge(&made);
    assert_int_equal(steady.verdict, STEADY);
    assert_true(fabs(steady.level / (sum / 8000) - 1) < 1e-12);
}

static void real_decode_runs(void **state)
{
    (void)state;
    static const struct {
        const char *bundle;
        bool steady;
    } runs[] = {
        { "h100/llm-decode-bf16-compile-cudagraph", true },
        { "h100/llm-decode-bf16-cudagraph-r1", true },
        { "h100/llm-decode-bf16-cudagraph-r2", true },
        { "h100/llm-decode-bf16-cudagraph-r3", true },
        { "h100/llm-decode-fp16-cudagraph", false },
        { "h100-unit2/llm-decode-bf16-cudagraph-r1", true },
        { "h100-unit6/llm-decode-bf16-cudagraph-long-r1", true },
        { "h100-unit6/llm-decode-bf16-cudagraph-long-r2", true },
        { "h100-unit6/llm-decode-bf16-cudagraph-long-r3", true },
        { "h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1", true },
        { "h100-unit7/llm-decode-bf16-compile-cudagraph-long-r2", true },
        { "h100-unit7/llm-decode-bf16-compile-cudagraph-long-r3", true },
        { "h100-unit7/llm-decode-bf16-cudagraph-long-r1", true },
        { "h100-x2/llm-decode-bf16-cudagraph-1gpu", true },
        { "h100-x2/llm-decode-bf16-cudagraph-tp2", true },
        { "h200/llm-decode-bf16-compile-cudagraph", true },
        { "h200/llm-decode-bf16-cudagraph-r1", true },
        { "h200/llm-decode-bf16-cudagraph-r2", true },
    };
    size_t refused_raw = 0;
    for (size_t i = 0; i < ARRAY_COUNT(runs); i++) {
        struct made made;
        if (!made_log(home, runs[i].bundle, &made)) {
            print_message("skipped: no corpus\n");
            skip();
        }
        assert_int_equal(judge(&made).verdict == STEADY, runs[i].steady);
        struct series series = made_iterations(&made);
        series.phase = NULL;
        refused_raw += steady_judge(home, &series, made_parameters(true)).verdict != STEADY;
    }
    print_message("without phase %zu of 18 are refused\n", refused_raw);
    assert_int_equal(refused_raw, 14); /* as the design found */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_not_hidden),
        cmocka_unit_test(undeclared_period_is_only_told),
        cmocka_unit_test(few_cycles_are_insufficient),
        cmocka_unit_test(ragged_ends_are_left_out_and_counted),
        cmocka_unit_test(level_is_of_measured_values),
        cmocka_unit_test(real_decode_runs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
