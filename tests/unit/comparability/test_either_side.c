/* test_either_side.c - what is missing or fails is said whichever side or run comes first. */
#include "made_case.h"

#define ON(side, key, text)                                                                        \
    {                                                                                              \
        side, KEY_##key, "", text, FACT_MEASURED, UNIT_NONE                                        \
    }
#define AT(side, key, instance, text)                                                              \
    {                                                                                              \
        side, KEY_##key, instance, text, FACT_MEASURED, UNIT_NONE                                  \
    }

static size_t phased; /* the system whose steps come back in fours */

static void series_phased(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)index;
    if (system == phased) {
        uint32_t *phase = ARENA_MANY(home, MADE_ROWS, uint32_t);
        for (size_t i = 0; i < MADE_ROWS; i++)
            phase[i] = (uint32_t)(i % 4);
        run->series[0].phase = phase;
    }
}

static void phases_on_one_side_are_other_work(void **state)
{
    (void)state;
    const struct made_fact no_tokens = ON(MADE_BOTH, TOKENS_OUTPUT, NULL);
    for (phased = 0; phased < 2; phased++) {
        struct made_change change = { .fact = &no_tokens,
                                      .fact_count = 1,
                                      .series = series_phased };
        struct made_case *made = made_new(&change);
        const struct finding *finding = made_finding(&made->model.comparison[0], "W8");
        assert_int_equal(finding->judgement, FAILS);
        assert_int_equal(finding->cell, VERDICT_NOT);
        made_free(made);
    }
}

static size_t workless; /* the system whose samples tell no work */

static void series_workless(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    run->series[0].key = KEY_LATENCY_ITERATION;
    run->series[0].work = system == workless ? NULL : run->series[0].work;
}

static void last_latency(struct made_case *made)
{
    made->file.metric = KEY_LATENCY_ITERATION;
}

static void work_that_one_side_does_not_tell_is_open(void **state)
{
    (void)state;
    const struct made_fact no_tokens = ON(MADE_BOTH, TOKENS_OUTPUT, NULL);
    for (workless = 0; workless < 2; workless++) {
        struct made_change change = {
            .fact = &no_tokens, .fact_count = 1, .series = series_workless, .last = last_latency
        };
        struct made_case *made = made_new(&change);
        const struct finding *finding = made_finding(&made->model.comparison[0], "W8");
        assert_int_equal(finding->judgement, UNKNOWN);
        assert_int_equal(finding->cell, VERDICT_INCOMPLETE);
        assert_true(str_eq(finding->silent, workless == 0 ? STR("A") : STR("B")));
        made_free(made);
    }
}

/* ---- accuracy: what fails is not hidden by what is open ---- */

static void last_tolerance(struct made_case *made)
{
    const struct made_fact most = { MADE_CASE, KEY_POLICY_ACCURACY, "",
                                    "1",       FACT_DECLARED,       UNIT_PERCENT };
    made_fact_put(made, made->file.facts, &most, NULL, NULL, 0);
}

static void a_clear_loss_is_said_beside_an_open_one(void **state)
{
    (void)state;
    /* arc: 0 lost give or take 1.96 x 0.01 / 0.70 = 2.8 %, open at 1 %; gsm8k: half is lost. */
    static const struct made_fact facts[] = {
        ON(MADE_BOTH, PRECISION_WEIGHTS, "fp8"),
        AT(MADE_BOTH, ACCURACY_SCORE, "arc acc,none", "0.70"),
        AT(MADE_BOTH, ACCURACY_ERROR, "arc acc,none", "0.01"),
        AT(MADE_BOTH, ACCURACY_REFERENCE, "arc acc,none", "0.70"),
        AT(MADE_BOTH, ACCURACY_SCORE, "gsm8k exact_match,strict-match", "0.40"),
        AT(MADE_BOTH, ACCURACY_ERROR, "gsm8k exact_match,strict-match", "0.005"),
        AT(MADE_BOTH, ACCURACY_REFERENCE, "gsm8k exact_match,strict-match", "0.80"),
    };
    struct made_change change = { .fact = facts,
                                  .fact_count = ARRAY_COUNT(facts),
                                  .last = last_tolerance };
    struct made_case *made = made_new(&change);
    const struct comparison *comparison = &made->model.comparison[0];
    size_t fails = 0, open = 0;
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *finding = &comparison->finding[i];
        bool mine = str_eq(finding->rule->id, STR("P7"));
        fails += mine && finding->judgement == FAILS;
        open += mine && finding->judgement == UNKNOWN;
    }
    assert_int_equal(fails, 2); /* one a side */
    assert_int_equal(open, 2);
    made_free(made);
}

/* ---- rows without durations ---- */

static void series_outlying(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)index;
    double *value = ARENA_MANY(home, MADE_ROWS, double);
    memcpy(value, run->series[0].value, MADE_ROWS * sizeof *value);
    value[MADE_ROWS / 2] *= system == 0 ? 50 : 1;
    run->series[0].value = value;
    run->series[0].duration = NULL;
}

static void outliers_of_rows_without_durations_are_left_out_by_their_starts(void **state)
{
    (void)state;
    struct made_change change = { .series = series_outlying };
    struct made_case *made = made_new(&change);
    assert_non_null(made->model.comparison[0].ratio);
    /* One of about 1400 equal rows less moves no ratio by the margin of 1 %. */
    assert_null(made->model.comparison[0].ratio_without);
    made_free(made);
}

/* Two vendors who each measured their own are two bids, whichever the case calls the baseline; one
 * vendor who measured both is none, nor is the buyer beside a vendor. */
static void vendors_are_bidders(void **state)
{
    (void)state;
    static const struct {
        const char *kind[2], *name[2];
        enum verdict cell;
    } said[] = {
        { { "vendor", "vendor" }, { "M", "N" }, VERDICT_NOT },
        { { "vendor", "vendor" }, { "M", "M" }, VERDICT_COMPARABLE },
        { { "buyer", "vendor" }, { "Platform team", "N" }, VERDICT_STATED },
    };
    for (size_t i = 0; i < ARRAY_COUNT(said); i++) {
        const struct made_fact fact[] = {
            { MADE_A, KEY_PARTY_KIND, "", said[i].kind[0], FACT_DECLARED, UNIT_NONE },
            { MADE_B, KEY_PARTY_KIND, "", said[i].kind[1], FACT_DECLARED, UNIT_NONE },
            { MADE_A, KEY_PARTY_MEASURED_BY, "", said[i].name[0], FACT_DECLARED, UNIT_NONE },
            { MADE_B, KEY_PARTY_MEASURED_BY, "", said[i].name[1], FACT_DECLARED, UNIT_NONE },
        };
        struct made_case *made =
            made_new(&(struct made_change){ .fact = fact, .fact_count = ARRAY_COUNT(fact) });
        assert_int_equal(made_finding(&made->model.comparison[0], "M8")->cell, said[i].cell);
        made_free(made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vendors_are_bidders),
        cmocka_unit_test(phases_on_one_side_are_other_work),
        cmocka_unit_test(work_that_one_side_does_not_tell_is_open),
        cmocka_unit_test(a_clear_loss_is_said_beside_an_open_one),
        cmocka_unit_test(outliers_of_rows_without_durations_are_left_out_by_their_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
