/* test_steady.c - gate, traps and properties of the detector. Truth comes from how the series is
 * made. */
#include "series_made.h"
#include "steady_abreast.h"

#include "sums.h"

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

static struct steadiness judge(const struct made *made)
{
    struct series series = made_interval(made);
    return steady_judge(home, &series, made_parameters(false));
}

static void expect(struct steadiness got, enum steady_verdict verdict, const char *reason)
{
    assert_string_equal(got.reason, reason);
    assert_int_equal(got.verdict, verdict);
}

/* ---- the gate ---- */

static void gate_refuses_what_is_no_measurement(void **state)
{
    (void)state;
    struct made made = made_flat(home, 1000, 50, 0.01);
    made.value[500] = -1;
    expect(judge(&made), INVALID, "negative value");
    made.value[500] = (double)INFINITY;
    expect(judge(&made), INVALID, "infinite value");
    made.value[500] = 1e300;
    expect(judge(&made), INVALID, "value out of range");
    made.value[500] = -0.0;
    expect(judge(&made), STEADY, "");
    made.start[10] = made.start[9];
    expect(judge(&made), INVALID, "time stamps not increasing");
    made.start[10] = (double)NAN;
    expect(judge(&made), INVALID, "time stamp missing");
    made = made_flat(home, 1000, 50, 0.01);
    struct series series = made_interval(&made);
    series.kind = SERIES_UNDECLARED;
    expect(steady_judge(home, &series, made_parameters(false)), INVALID, "kind not declared");
    series.kind = SERIES_PER_INTERVAL;
    series.count = 0;
    expect(steady_judge(home, &series, made_parameters(false)), INSUFFICIENT, "too few samples");
}

static void gate_counts_missing_values(void **state)
{
    (void)state;
    struct made made = made_flat(home, 1000, 50, 0.01);
    for (size_t i = 0; i < 10; i++)
        made.value[97 * i + 5] = (double)NAN;
    struct steadiness steady = judge(&made);
    expect(steady, STEADY, "");
    assert_int_equal(steady.left_out, 10);
    assert_int_equal(steady.end, 1000);
    made.value[999] = (double)NAN; /* 1.1 % */
    expect(judge(&made), INVALID, "missing values");
    for (size_t n = 28; n < 33; n++) {
        made = made_flat(home, n, 50, 0.001);
        expect(judge(&made), n < 30 ? INSUFFICIENT : STEADY, n < 30 ? "too few samples" : "");
    }
}

/* A gap of 60 s in a run of 1060 s is 5.6 %, one of 45 s 4.2 %; steps between iterations are no
 * gaps. */
static void gate_measures_gaps(void **state)
{
    (void)state;
    struct made made = made_flat(home, 1000, 50, 0.01);
    for (size_t i = 500; i < 1000; i++)
        made.start[i] += 60;
    expect(judge(&made), INVALID, "gaps");
    struct series series = made_interval(&made);
    series.kind = SERIES_PER_ITERATION;
    expect(steady_judge(home, &series, made_parameters(false)), STEADY, "");
    for (size_t i = 500; i < 1000; i++)
        made.start[i] -= 15;
    expect(judge(&made), STEADY, "");
    /* Uneven steps, so that the median must be found among many: 1, 2 or 3 ms, and one of 0.5 s. */
    double at = 0;
    for (size_t i = 0; i < 1000; i++) {
        made.start[i] = at;
        at += i == 400 ? 0.5 : 0.001 * (double)(1 + i * 7 % 3);
    }
    expect(judge(&made), INVALID, "gaps");
}

/* ---- shapes ---- */

static void step_is_found_where_it_is(void **state)
{
    (void)state;
    struct made made = made_flat(home, 2000, 100, 0.01);
    for (size_t i = 0; i < 600; i++)
        made.value[i] *= 0.8;
    struct steadiness steady = judge(&made);
    expect(steady, STEADY, "");
    assert_in_range(steady.start, 590, 610);
    assert_int_equal(steady.end, 2000);
    assert_string_equal(steady.shape, "warmup");
    assert_in_range(steady.segment_count, 2, 2);
    assert_true(fabs(steady.level - 100) < 0.2);
    assert_true(fabs(steady.begin_s - (double)steady.start) < 1e-9 && steady.end_s > 1999);
    struct series series = made_interval(&made);
    assert_string_equal(steady_judge(home, &series, made_parameters(true)).shape, "slowdown");
}

static void what_never_settles_is_unsteady(void **state)
{
    (void)state;
    struct made made = made_flat(home, 2000, 100, 0.01);
    for (size_t i = 0; i < 2000; i++)
        made.value[i] *= 1 + 0.04 * (double)i / 2000;
    assert_int_equal(judge(&made).verdict, UNSTEADY);
    made = made_flat(home, 2000, 100, 0.01);
    for (size_t i = 1700; i < 2000; i++)
        made.value[i] *= 0.9;
    expect(judge(&made), UNSTEADY, "late change of level");
    for (int periods = 3; periods <= 10; periods++) {
        made = made_flat(home, 2000, 100, 0.01);
        for (size_t i = 0; i < 2000; i++)
            made.value[i] *= 1 + 0.06 * sin(2 * M_PI * periods * (double)i / 2000);
        assert_int_equal(judge(&made).verdict, UNSTEADY);
    }
}

/* Twelve of 1000 samples (six of 200 batches would be too long) break off: cut as drain, and told.
 */
static void drain_is_cut_and_told(void **state)
{
    (void)state;
    struct made made = made_flat(home, 1000, 100, 0.01);
    for (size_t i = 985; i < 1000; i++)
        made.value[i] *= 0.4;
    struct steadiness steady = judge(&made);
    expect(steady, STEADY, "");
    assert_true(steady.drained);
    assert_in_range(steady.end, 975, 985);
    for (size_t i = 960; i < 985; i++) /* 4 %: no drain any more */
        made.value[i] *= 0.4;
    assert_false(judge(&made).verdict == STEADY);
    made = made_flat(home, 1000, 100, 0.01);
    for (size_t i = 985; i < 1000; i++) /* for a time per operation a drain is a rise */
        made.value[i] *= 2.5;
    struct series series = made_interval(&made);
    assert_true(steady_judge(home, &series, made_parameters(true)).drained);
    assert_false(steady_judge(home, &series, made_parameters(false)).drained);
}

static void constant_and_zero_series(void **state)
{
    (void)state;
    struct made made = made_flat(home, 500, 0.1, 0);
    struct steadiness steady = judge(&made);
    expect(steady, STEADY, "");
    assert_int_equal(steady.start, 0);
    assert_true(steady.noise <= 0 && fabs(steady.level - 0.1) <= 0);
    made = made_flat(home, 500, 0, 0);
    expect(judge(&made), INSUFFICIENT, "zero level");
    made = made_flat(home, 500, 370, 0.004); /* rounded to 4: most differences are 0 */
    for (size_t i = 0; i < 500; i++)
        made.value[i] = 4 * floor(made.value[i] / 4 + 0.5);
    expect(judge(&made), STEADY, "");
}

static void noise_too_high_is_insufficient(void **state)
{
    (void)state;
    struct made made = made_flat(home, 60, 100, 0.25);
    struct steadiness steady = judge(&made);
    assert_true(steady.verdict == INSUFFICIENT || steady.verdict == UNSTEADY);
    made = made_flat(home, 400, 100, 0.15);
    assert_false(judge(&made).verdict == STEADY && judge(&made).resolution > 0.05);
}

/* ---- properties ---- */

enum { FAMILY = 9 };

static struct made family(size_t which)
{
    struct made made = made_flat(home, 1200 + 100 * which, 80, 0.004 + 0.002 * (double)(which % 3));
    size_t n = made.count;
    for (size_t i = 0; i < n; i++) {
        double x = (double)i / (double)n;
        double factor[FAMILY] = { 1,
                                  i < n / 4 ? 0.7 : 1,
                                  1 - 0.3 * exp(-x / 0.04),
                                  1 + 0.05 * x,
                                  x > 0.9 ? 0.8 : 1,
                                  1 + 0.08 * sin(20 * x),
                                  x > 0.3 && x < 0.45 ? 0.85 : 1,
                                  i % 97 == 0 ? 0.5 : 1,
                                  1 + 0.1 * exp(-x / 0.05) };
        made.value[i] *= factor[which];
    }
    return made;
}

static void same(struct steadiness a, struct steadiness b)
{
    assert_int_equal(a.verdict, b.verdict);
    assert_string_equal(a.reason, b.reason);
    assert_int_equal(a.start, b.start);
    assert_int_equal(a.end, b.end);
}

static void scale_changes_nothing(void **state)
{
    (void)state;
    for (size_t which = 0; which < FAMILY; which++) {
        for (int power = -30; power <= 30; power += 60) {
            struct made made = family(which);
            struct steadiness plain = judge(&made);
            for (size_t i = 0; i < made.count; i++)
                made.value[i] = ldexp(made.value[i], power);
            struct steadiness scaled = judge(&made);
            same(plain, scaled);
            assert_true(scaled.level == ldexp(plain.level, power)); /* to the last bit */
        }
    }
}

static void origin_of_time_changes_nothing(void **state)
{
    (void)state;
    for (size_t which = 0; which < FAMILY; which++) {
        struct made made = family(which);
        struct steadiness plain = judge(&made);
        for (size_t i = 0; i < made.count; i++)
            made.start[i] += 1795822052;
        struct steadiness moved = judge(&made);
        same(plain, moved);
        if (plain.verdict == STEADY)
            assert_true(moved.begin_s - plain.begin_s == 1795822052);
    }
}

static void penalty_may_vary(void **state)
{
    (void)state;
    for (size_t which = 0; which < FAMILY; which++) {
        struct made made = family(which);
        struct series series = made_interval(&made);
        struct steadiness plain = judge(&made);
        struct steady_parameters other = steady_parameters_standard();
        other.of[STEADY_PENALTY] = 4 * log((double)plain.batches);
        struct steadiness varied = steady_judge(home, &series, &other);
        assert_int_equal(plain.verdict, varied.verdict);
        if (plain.verdict == STEADY) {
            size_t apart = plain.start > varied.start ? plain.start - varied.start
                                                      : varied.start - plain.start;
            assert_true(apart <= made.count / 50);
        }
    }
}

static void reciprocal_changes_direction_only(void **state)
{
    (void)state;
    for (size_t which = 0; which <= FAMILY; which++) {
        struct made made = which < FAMILY ? family(which) : made_flat(home, 1000, 100, 0.01);
        for (size_t i = 985; which == FAMILY && i < 1000; i++) /* with a drain tail */
            made.value[i] *= 0.4;
        struct steadiness plain = judge(&made);
        for (size_t i = 0; i < made.count; i++)
            made.value[i] = 1 / made.value[i];
        struct series series = made_interval(&made);
        struct steadiness turned = steady_judge(home, &series, made_parameters(true));
        assert_int_equal(plain.verdict, turned.verdict);
        assert_int_equal(plain.drained, turned.drained);
        assert_string_equal(plain.shape, turned.shape);
    }
}

/* What the medians swallow: a first value that is none of the level is no part of the stretch. */
static void slow_first_iteration_is_left_out(void **state)
{
    (void)state;
    for (size_t slow = 0; slow < 4; slow++) {
        struct made made = made_flat(home, 1000, 100, 0.005);
        if (slow > 0)
            made.value[slow - 1] = 900; /* the first, second or third alone */
        struct series series = made_interval(&made);
        struct steadiness steady = steady_judge(home, &series, made_parameters(true));
        assert_int_equal(steady.verdict, STEADY);
        assert_int_equal(steady.start,
                         slow == 1 ? 1 : 0); /* an outlier inside is none of a begin */
    }
    struct made made = made_flat(home, 1000, 100, 0.005);
    made.value[0] = made.value[2] = 900;
    struct series series = made_interval(&made);
    assert_int_equal(steady_judge(home, &series, made_parameters(true)).start, 3);
}

/* Ten periods of a sawtooth: its slope is no noise. */
static void smooth_motion_is_no_noise(void **state)
{
    (void)state;
    struct made made = made_flat(home, 2000, 100, 0.004);
    for (size_t i = 0; i < made.count; i++)
        made.value[i] *= 1 + 0.2 * (double)(i % 200) / 200;
    expect(judge(&made), UNSTEADY, "wave");
}

static void method_id_names_its_parameters(void **state)
{
    (void)state;
    struct made made = made_flat(home, 100, 1, 0);
    struct steadiness steady = judge(&made);
    const char *expected =
        "bsm/3 delta=1% drift=2% halves=2% tail=25% samples=30 missing=1% gaps=5% gap_steps=5 "
        "batches=200 drain_length=2.5% drain_depth=30% penalty=22 segment=2% edge=2% cap=3 "
        "resolution=5% blocks=2 rounds_range=2 rounds_line=1 cycles=5 power=2 "
        "idle=1% still=1 better=higher";
    assert_true(str_eq(steady.method, str_from(expected)));
    struct series series = made_interval(&made);
    struct steady_parameters other = steady_parameters_standard();
    other.of[STEADY_DELTA] = 0.025;
    other.lower_is_better = true;
    steady = steady_judge(home, &series, &other);
    /* printf "delta=2.5% drift=2% ... still=1" | sha256sum */
    assert_true(str_starts(steady.method, STR("bsm/3-561d549b delta=2.5% ")));
    assert_true(str_ends(steady.method, STR("better=lower")));
}

/* A change of any parameter gives an id that no other change gives. */
static void each_parameter_has_its_id(void **state)
{
    (void)state;
    struct made made = made_flat(home, 100, 1, 0);
    struct series series = made_interval(&made);
    struct str id[STEADY_PARAMETER_COUNT + 1];
    for (size_t i = 0; i <= STEADY_PARAMETER_COUNT; i++) {
        struct steady_parameters other = steady_parameters_standard();
        if (i < STEADY_PARAMETER_COUNT) {
            const struct steady_parameter_row *row = steady_parameter_row((enum steady_parameter)i);
            other.of[i] = (row->standard + 1) * unit_row(row->unit)->factor;
            assert_true(steady_parameter_allows((enum steady_parameter)i, other.of[i]));
        }
        struct str method = steady_judge(home, &series, &other).method;
        assert_true(str_cut(&method, ' ', &id[i]));
        assert_int_equal(id[i].len, i < STEADY_PARAMETER_COUNT ? strlen("bsm/3-") + 8 : 5);
        for (size_t j = 0; j < i; j++)
            assert_false(str_eq(id[i], id[j]));
    }
}

/* What the detector does with parameters at their bounds: it ends, and says one of its words. */
static void parameters_may_lie_at_their_bounds(void **state)
{
    (void)state;
    for (size_t which = 0; which < FAMILY; which++) {
        struct made made = family(which);
        struct series series = made_interval(&made);
        for (size_t i = 0; i < 2 * STEADY_PARAMETER_COUNT; i++) {
            enum steady_parameter at = (enum steady_parameter)(i / 2);
            const struct steady_parameter_row *row = steady_parameter_row(at);
            struct steady_parameters other = steady_parameters_standard();
            other.of[at] = (i % 2 ? row->most : row->least) * unit_row(row->unit)->factor;
            struct steadiness steady = steady_judge(home, &series, &other);
            assert_true(steady.verdict == STEADY || steady.reason[0] != '\0');
        }
    }
}

/* What each parameter is for, one series a parameter: the verdict turns where it is moved. */
static void parameters_do_what_they_say(void **state)
{
    (void)state;
    struct made slope = made_flat(home, 600, 100, 0);
    for (size_t i = 0; i < slope.count; i++) /* 1.5 % over the run, too little for the standard */
        slope.value[i] = 100 + 1.5 * (double)i / 599;
    struct series series = made_interval(&slope);
    struct steady_parameters other = steady_parameters_standard();
    other.of[STEADY_DELTA] = 0.05;
    assert_int_equal(steady_judge(home, &series, &other).verdict, STEADY);
    other.of[STEADY_DRIFT] = 0.01;
    expect(steady_judge(home, &series, &other), UNSTEADY, "drift");
    other = steady_parameters_standard();
    struct made late = made_flat(home, 600, 100, 0.002);
    for (size_t i = 0; i < 300; i++) /* a step of 10 % in the middle */
        late.value[i] *= 0.9;
    series = made_interval(&late);
    assert_int_equal(steady_judge(home, &series, &other).verdict, STEADY);
    other.of[STEADY_TAIL] = 0.6;
    expect(steady_judge(home, &series, &other), UNSTEADY, "late change of level");
    struct made few = made_flat(home, 29, 100, 0.001);
    series = made_interval(&few);
    other = steady_parameters_standard();
    expect(steady_judge(home, &series, &other), INSUFFICIENT, "too few samples");
    other.of[STEADY_SAMPLES] = 20;
    assert_int_equal(steady_judge(home, &series, &other).verdict, STEADY);
    struct made holes = made_flat(home, 300, 100, 0.001);
    for (size_t i = 0; i < 6; i++) /* 2 % */
        holes.value[50 * i + 7] = (double)NAN;
    series = made_interval(&holes);
    other = steady_parameters_standard();
    expect(steady_judge(home, &series, &other), INVALID, "missing values");
    other.of[STEADY_MISSING] = 0.02;
    assert_int_equal(steady_judge(home, &series, &other).verdict, STEADY);
}

/* ---- ranks and sums ---- */

static void selection_agrees_with_sorting(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (size_t n = 1; n < 300; n += 7) {
        double *value = ARENA_MANY(home, n, double);
        double *sorted = ARENA_MANY(home, n, double);
        for (size_t i = 0; i < n; i++) {
            value[i] = sorted[i] =
                n % 2 == 0 ? made_noise(&random) : floor(3 * made_noise(&random));
        }
        for (size_t i = 1; i < n; i++) { /* insertion: another way than the code under test */
            for (size_t j = i; j > 0 && sorted[j - 1] > sorted[j]; j--) {
                double kept = sorted[j];
                sorted[j] = sorted[j - 1];
                sorted[j - 1] = kept;
            }
        }
        for (size_t rank = 0; rank < n; rank += 1 + n / 5) {
            select_rank(value, n, rank);
            assert_true(value[rank] == sorted[rank]);
        }
        double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
        assert_true(fabs(select_median(value, n) - median) < 1e-12);
        double sum = 0;
        size_t drop = n / 4;
        for (size_t i = drop; i < n - drop; i++)
            sum += sorted[i];
        assert_true(fabs(select_midmean(value, n) - sum / (double)(n - 2 * drop)) < 1e-12);
    }
}

static void sums_keep_their_digits(void **state)
{
    (void)state;
    struct sum sum = { 0 };
    sum_add(&sum, 1);
    sum_add(&sum, 1e100);
    sum_add(&sum, 1);
    sum_add(&sum, -1e100);
    assert_true(sum_value(&sum) == 2);
}

/* Each reason has words, and no words repeat a verdict. */
static void reasons_have_words(void **state)
{
    static const char *const reasons[] = {
        "drift",
        "edge",
        "gaps",
        "halves",
        "rounds",
        "wave",
        "zero level",
        "too noisy",
        "too few samples",
        "too few cycles",
        "no values",
        "looks periodic",
        "missing values",
        "infinite value",
        "negative value",
        "kind not declared",
        "noise in rounds",
        "stalls multiply",
        "value out of range",
        "time stamp missing",
        "late change of level",
        "time stamps not increasing",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(reasons); i++) {
        const char *words = steady_words(reasons[i]);
        if (strcmp(words, reasons[i]) == 0 || !strchr(words, ' ') || strstr(words, "steady:"))
            fail_msg("%s: \"%s\"", reasons[i], words);
    }
    assert_string_equal(steady_words("rounds"),
                        "five equal parts of the run differ by more than the limit");
    assert_string_equal(steady_words("other"), "other");
    assert_string_equal(steady_words(NULL), "");
}

/* Judged side by side by however many threads, each series is what it is alone. */
static void many_at_once_are_as_each_alone(void **state)
{
    (void)state;
    enum { MANY = 40 };
    struct series series[MANY];
    struct steady_asked asked[MANY];
    for (size_t i = 0; i < MANY; i++) {
        struct made made = i % 2 ? family(i % FAMILY) : made_flat(home, 200 * i, 50, 0.01);
        series[i] = made_interval(&made);
        asked[i] = (struct steady_asked){ .series = &series[i],
                                          .parameters = *made_parameters(i % 3 == 0) };
    }
    steady_judge_all(home, asked, MANY);
    for (size_t i = 0; i < MANY; i++) {
        struct steadiness alone = steady_judge(home, &series[i], &asked[i].parameters);
        const struct steadiness *found = &asked[i].found;
        expect(*found, alone.verdict, alone.reason);
        assert_true(found->start == alone.start && found->end == alone.end &&
                    found->segment_count == alone.segment_count);
        assert_true(alone.verdict != STEADY || found->level == alone.level);
        for (size_t k = 0; k < alone.segment_count; k++)
            assert_int_equal(found->segment[k], alone.segment[k]);
        assert_true(found->method.len > 0 && str_eq(found->method, alone.method));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gate_refuses_what_is_no_measurement),
        cmocka_unit_test(gate_counts_missing_values),
        cmocka_unit_test(gate_measures_gaps),
        cmocka_unit_test(step_is_found_where_it_is),
        cmocka_unit_test(what_never_settles_is_unsteady),
        cmocka_unit_test(drain_is_cut_and_told),
        cmocka_unit_test(constant_and_zero_series),
        cmocka_unit_test(noise_too_high_is_insufficient),
        cmocka_unit_test(scale_changes_nothing),
        cmocka_unit_test(origin_of_time_changes_nothing),
        cmocka_unit_test(penalty_may_vary),
        cmocka_unit_test(reciprocal_changes_direction_only),
        cmocka_unit_test(slow_first_iteration_is_left_out),
        cmocka_unit_test(smooth_motion_is_no_noise),
        cmocka_unit_test(method_id_names_its_parameters),
        cmocka_unit_test(each_parameter_has_its_id),
        cmocka_unit_test(parameters_may_lie_at_their_bounds),
        cmocka_unit_test(parameters_do_what_they_say),
        cmocka_unit_test(selection_agrees_with_sorting),
        cmocka_unit_test(sums_keep_their_digits),
        cmocka_unit_test(many_at_once_are_as_each_alone),
        cmocka_unit_test(reasons_have_words),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
