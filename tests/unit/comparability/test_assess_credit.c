/* test_assess_credit.c - sensitivity to the window, bridge runs, and to which layer a change is
 * credited. */
#include "made_bridge.h"

static const struct comparison *first(const struct made_case *made)
{
    return &made->model.comparison[0];
}

/* ---- S6, U2 and attribution ---- */

/* B alone begins slow: steady from the tenth part on, so whole runs differ from the window. */
static void slow_begin(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)index;
    size_t count = run->series[0].count, warm = count / 10;
    double *value = ARENA_MANY(home, count, double), *start = ARENA_MANY(home, count, double),
           at = 0;
    for (size_t i = 0; i < count; i++) {
        value[i] = run->series[0].value[i] * (system == 1 && i < warm ? 1.5 : 1);
        start[i] = at;
        at += value[i];
    }
    run->series[0].start = start;
    run->series[0].value = run->series[0].duration = value;
    run->series_count = 1;
}

static void ratio_that_hangs_on_the_window_is_stated(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .series = slow_begin });
    const struct finding *finding = made_finding(first(made), "S6");
    assert_int_equal(finding->judgement, FAILS);
    assert_int_equal(finding->cell, VERDICT_STATED);
    assert_int_equal(finding->count, 3);
    assert_ptr_equal(finding->seen[0], first(made)->ratio);
    assert_ptr_equal(finding->seen[2], first(made)->ratio_whole);
    assert_true(first(made)->ratio->value.value > first(made)->ratio_whole->value.value * 1.03);
    made_free(made);
}

static void with_bridge(struct made_case *made)
{
    made_bridge_add(made, 1.0, "cudagraph");
}
static void with_slow_bridge(struct made_case *made)
{
    made_bridge_add(made, 1.05, "cudagraph");
}
static void with_other_bridge(struct made_case *made)
{
    made_bridge_add(made, 1.0, "compile-cudagraph");
}

/* One of A's own runs, offered with a capture of B's unit. */
static void with_copied_bridge(struct made_case *made)
{
    made_bridge_add(made, 1.0, "cudagraph");
    made->file.bridge->machine->run->series = made->file.system[0].machine[0].run[1].series;
}

/* The sides differ in what the bridge run does not tell. */
static void with_silent_bridge(struct made_case *made)
{
    made_bridge_add(made, 1.0, "cudagraph");
    for (size_t s = 0; s < MADE_SYSTEMS; s++) {
        const struct made_fact row = { s == 0 ? MADE_A : MADE_B, KEY_COMPILE_COMPILER, "",
                                       s == 0 ? "13.0" : "13.1", FACT_CAPTURED,        UNIT_NONE };
        for (size_t m = 0; m < made->file.system[s].machine_count; m++) {
            struct machine *machine = &made->file.system[s].machine[m];
            for (size_t r = 0; r < machine->run_count; r++) {
                made_fact_put(made, machine->run[r].facts, &row, machine->system, &machine->run[r],
                              1);
            }
        }
    }
}

static void attribution_needs_units_or_a_bridge(void **state)
{
    static const struct {
        void (*last)(struct made_case *made);
        enum judgement u2;
        enum layer credited;
        const char *why;
    } rows[] = {
        { NULL, NOT_APPLICABLE, LAYER_COMPILE, "one layer differs on the same units" },
        { made_units_apart, UNKNOWN, LAYER_NONE, "different physical units and no bridge run" },
        { with_bridge, HOLDS, LAYER_COMPILE, "one layer differs and the bridge run agrees" },
        { with_slow_bridge, FAILS, LAYER_NONE, "the bridge run does not agree" },
        { with_copied_bridge, UNKNOWN, LAYER_NONE, "different physical units and no bridge run" },
        { with_silent_bridge, FAILS, LAYER_NONE, "the bridge run does not agree" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct made_case *made = made_new(&(struct made_change){ .last = rows[i].last });
        const struct comparison *comparison = first(made);
        assert_true(comparison_licenses(comparison));
        assert_int_equal(made_finding(comparison, "U2")->judgement, rows[i].u2);
        assert_int_equal(made_finding(comparison, "U2")->cell, VERDICT_COMPARABLE);
        assert_int_equal(comparison->credited, rows[i].credited);
        assert_string_equal(comparison->credit_why, rows[i].why);
        made_free(made);
    }
}

static void bridge_stays_out_of_the_mean(void **state)
{
    (void)state;
    struct made_case *without_it = made_new(&(struct made_change){ .last = made_units_apart });
    struct made_case *slow = made_new(&(struct made_change){ .last = with_slow_bridge });
    assert_true(fabs(first(without_it)->ratio->value.value - first(slow)->ratio->value.value) <
                1e-5);
    assert_int_equal(first(slow)->bridge_count, 1);
    assert_true(fabs(first(slow)->bridge[0]->value.value - 1 / 1.05) < 2e-3);
    made_free(without_it);
    made_free(slow);
}

/* A bridge of the other executor is no bridge, and no clean comparison either. */
static void bridge_of_another_executor_is_refused(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .last = with_other_bridge });
    assert_int_equal(made_finding(first(made), "D3")->judgement, FAILS);
    assert_int_equal(first(made)->verdict, VERDICT_NOT);
    made_free(made);
}

static void two_layers_credit_none(void **state)
{
    static const struct made_fact driver = { MADE_B,  KEY_DRIVER_VERSION, "",
                                             "590.1", FACT_CAPTURED,      UNIT_NONE };
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .fact = &driver, .fact_count = 1 });
    assert_int_equal(first(made)->verdict, VERDICT_NOT); /* D3: the driver is not under test */
    assert_int_equal(first(made)->credited, LAYER_NONE);
    assert_true(str_eq(first(made)->layers_changed->value.text, STR("2")));
    made_free(made);
}

static void accelerator_under_test(struct made_case *made)
{
    made->file.under_test.layer[0] = LAYER_ACCELERATOR;
}

/* With another accelerator comes another firmware: the change is still of one layer. Another driver
 * does not follow from it. */
static void firmware_follows_its_accelerator(void **state)
{
    static const struct made_fact change[] = {
        { MADE_B, KEY_COMPILE_MODE, "", "cudagraph", FACT_MEASURED, UNIT_NONE },
        { MADE_B, KEY_ACCELERATOR_NAME, "0", "H200", FACT_CAPTURED, UNIT_NONE },
        { MADE_B, KEY_FIRMWARE_VBIOS, "0", "96.01", FACT_CAPTURED, UNIT_NONE },
        { MADE_B, KEY_DRIVER_VERSION, "", "590.1", FACT_CAPTURED, UNIT_NONE },
    };
    (void)state;
    for (size_t more = 0; more < 2; more++) {
        struct made_case *made = made_new(&(struct made_change){
            .fact = change, .fact_count = 3 + more, .last = accelerator_under_test });
        const struct comparison *comparison = first(made);
        assert_true(comparison_licenses(comparison) == (more == 0));
        assert_int_equal(comparison->credited, more == 0 ? LAYER_ACCELERATOR : LAYER_NONE);
        if (more == 0)
            assert_string_equal(comparison->credit_why, "one layer differs on the same units");
        made_free(made);
    }
}

/* An engine that neither side discloses may have changed unseen. */
static void hidden_layer_forbids_credit(void **state)
{
    static const struct made_fact hidden[] = {
        { MADE_BOTH, KEY_ENGINE_NAME, "", NULL, FACT_CAPTURED, UNIT_NONE },
        { MADE_BOTH, KEY_ENGINE_VERSION, "", NULL, FACT_CAPTURED, UNIT_NONE },
    };
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .fact = hidden, .fact_count = 2 });
    assert_int_equal(first(made)->verdict, VERDICT_STATED);
    assert_non_null(first(made)->ratio);
    assert_int_equal(first(made)->credited, LAYER_NONE);
    assert_string_equal(first(made)->credit_why, "a layer is not disclosed");
    made_free(made);
}

/* The rows of B slowed down or sped up alike, so that its runs stand at `made_ratio` of A's; the
 * second run and the third apart by `made_apart` more. */
static double made_ratio, made_apart;

static void scaled(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    if (system != 1)
        return;
    double factor =
        0.009 / 0.0088 / (made_ratio * (1 + made_apart * (index == 1) - made_apart * (index == 2)));
    union {
        const double *in;
        double *out;
    } start = { run->series[0].start }, duration = { run->series[0].duration };
    for (size_t i = 0; i < run->series[0].count; i++) {
        start.out[i] *= factor;
        duration.out[i] *= factor;
    }
}

/* Answer and credit of one comparison never say more than its interval shows. Runs of the made case
 * vary by 0.1 %, and take turns on their units, so that it falls out of the blocks: their interval
 * is as wide as `apart` makes it, 4.303 / sqrt 3 of it to either side. */
static void answer_and_credit_follow_the_interval(void **state)
{
    static const struct {
        double ratio, apart;
        enum showing shows;
        const char *decision, *answer;
    } rows[] = {
        { 1.05, 0, SHOWN_CHANGE, "faster", "answer.higher.up" },
        { 0.95, 0, SHOWN_CHANGE, "slower", "answer.higher.down" },
        { 1.002, 0, SHOWN_EQUALITY, "equivalent", "answer.equivalent" },
        { 0.997, 0, SHOWN_EQUALITY, "equivalent", "answer.equivalent" },
        { 1.01, 0.001, SHOWN_HIGHER, "inconclusive", "answer.open.higher.up" },
        { 0.9901, 0.001, SHOWN_LOWER, "inconclusive", "answer.open.higher.down" },
        { 1.002, 0.02, SHOWN_NEITHER, "inconclusive", "answer.inconclusive" },
        { 1.02, 0.02, SHOWN_NEITHER, "inconclusive", "answer.inconclusive" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        made_ratio = rows[i].ratio;
        made_apart = rows[i].apart;
        struct made_case *made = made_new(&(struct made_change){ .series = scaled });
        const struct comparison *comparison = first(made);
        bool moved = rows[i].shows == SHOWN_CHANGE;
        assert_true(comparison_licenses(comparison));
        assert_string_equal(comparison->decision, rows[i].decision);
        assert_int_equal(comparison_shows(comparison), rows[i].shows);
        assert_string_equal(claim_find(&made->model, STR("answer.A-B"))->sentence, rows[i].answer);
        assert_int_equal(comparison->credited, moved ? LAYER_COMPILE : LAYER_NONE);
        assert_true(moved == (claim_find(&made->model, STR("credit.A-B")) != NULL));
        if (!moved)
            assert_string_equal(comparison->credit_why, "no change beyond the margin is shown");
        made_free(made);
    }
}

/* A held at 1410 MHz; and the same where a cap of power on A is what holds it. */
static void clock_of_a(struct run *run, struct arena *home, double clock, double reasons)
{
    double *value = ARENA_MANY(home, MADE_SAMPLES, double);
    double *mask = ARENA_MANY(home, MADE_SAMPLES, double);
    for (size_t i = 0; i < MADE_SAMPLES; i++) {
        value[i] = clock;
        mask[i] = reasons;
    }
    run->series[1].value = value;
    run->series[3].value = mask;
}

static void a_set_lower(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)index;
    if (system == 0)
        clock_of_a(run, home, 1410, 0x2);
}

static void a_capped_lower(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)index;
    if (system == 0)
        clock_of_a(run, home, 1410, 0x4);
}

static void a_clock_set_lower_is_named_and_forbids_credit(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .series = a_set_lower });
    const struct finding *finding = made_finding(first(made), "H7");
    assert_int_equal(finding->cell, VERDICT_STATED);
    assert_true(finding->seen[0]->value.value == 1410 && finding->seen[1]->value.value == 1980);
    assert_int_equal(first(made)->credited, LAYER_NONE);
    assert_string_equal(first(made)->credit_why, "the clocks differ");
    assert_true(str_find(made_finding(first(made), "H1")->said, STR("application clocks")) !=
                SIZE_MAX);
    made_free(made);
    made = made_new(&(struct made_change){ .series = a_capped_lower });
    assert_int_equal(made_finding(first(made), "H7")->severity, SEVERITY_INFORMS);
    assert_int_equal(first(made)->credited, LAYER_COMPILE);
    made_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratio_that_hangs_on_the_window_is_stated),
        cmocka_unit_test(attribution_needs_units_or_a_bridge),
        cmocka_unit_test(bridge_stays_out_of_the_mean),
        cmocka_unit_test(bridge_of_another_executor_is_refused),
        cmocka_unit_test(two_layers_credit_none),
        cmocka_unit_test(firmware_follows_its_accelerator),
        cmocka_unit_test(hidden_layer_forbids_credit),
        cmocka_unit_test(a_clock_set_lower_is_named_and_forbids_credit),
        cmocka_unit_test(answer_and_credit_follow_the_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
