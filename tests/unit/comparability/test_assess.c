/* test_assess.c - what an assessment derives, from what, under which licence, and in which words.
 */
#include "made_case.h"

#include "derive.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct made_change clean = { 0 };

static const struct comparison *first(const struct made_case *made)
{
    return &made->model.comparison[0];
}

/* ---- digits ---- */

/* Two significant digits of the half width decide: report.md, "Numbers". */
static void half_width_decides_digits(void **state)
{
    (void)state;
    assert_int_equal(decimals_of(0.018), 3);
    assert_int_equal(decimals_of(0.18), 2);
    assert_int_equal(decimals_of(1.8), 1);
    assert_int_equal(decimals_of(18), 0);
    assert_int_equal(decimals_of(180), 0);
    assert_int_equal(decimals_of(9.96), 0); /* prints as 10 */
    assert_int_equal(decimals_of(0.0996), 2);
    assert_int_equal(decimals_of(0), 2);
}

static void text_shows_what_is_known(void **state)
{
    static const struct {
        double value;
        struct printing printing;
        const char *text;
    } rows[] = {
        { 1.230226, { .rule = PRINT_BY_HALF_WIDTH, .half_width = 0.018 }, "1.230" },
        { 6660.57, { .rule = PRINT_BY_HALF_WIDTH, .half_width = 32.5 }, "6661" },
        { 23.0226, { .rule = PRINT_PERCENT, .half_width = 1.8, .estimate = 23.0 }, "23" },
        { 11.1112, { .rule = PRINT_PERCENT, .half_width = 0.03, .estimate = 11.1 }, "11.11" },
        { 2.3456, { .rule = PRINT_PERCENT, .half_width = 0.31, .estimate = 2.3 }, "2.35" },
        { -2.3456, { .rule = PRINT_PERCENT, .half_width = 3.1, .estimate = -2.3 }, "-2.3" },
        { 0.0047456, { .rule = PRINT_DIGITS, .digits = 4 }, "0.004746" },
        { 12345.6, { .rule = PRINT_DIGITS, .digits = 4 }, "12346" },
        { 17.0249, { .rule = PRINT_DECIMALS, .digits = 2 }, "17.02" },
        { 3, { .rule = PRINT_COUNT }, "3" },
    };
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    struct deriving deriving = { .home = home };
    struct series series = { 0 };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct derived want = { .row = DERIVE_VALUE_OWN_WINDOW,
                                .value = rows[i].value,
                                .printing = rows[i].printing,
                                .series = &series };
        const struct fact *fact = derive(&deriving, &want);
        if (!str_eq(fact->value.text, str_from(rows[i].text)))
            fail_msg("%s, got %.*s", rows[i].text, STR_ARG(fact->value.text));
    }
    arena_free(home);
}

/* ---- licence ---- */

static char child_said[200]; /* by the last child, on its standard error */

/* Runs `act` in a child; whether it was ended by abort. */
static bool aborts(void (*act)(void))
{
    int ends[2];
    fflush(NULL);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        act();
        _exit(0);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], child_said, sizeof child_said - 1);
    child_said[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void derive_with(enum verdict verdict, bool licence)
{
    struct arena *home = arena_new((size_t)1 << 20);
    struct deriving deriving = { .home = home };
    struct comparison comparison = { .verdict = verdict };
    struct series series = { 0 };
    derive(&deriving, &(struct derived){ .row = DERIVE_RATIO_VALUE,
                                         .value = 1,
                                         .series = &series,
                                         .licence = licence ? &comparison : NULL });
}

static void without(void)
{
    derive_with(VERDICT_COMPARABLE, false);
}
static void with_refusal(void)
{
    derive_with(VERDICT_NOT, true);
}
static void with_incomplete(void)
{
    derive_with(VERDICT_INCOMPLETE, true);
}
static void with_stated(void)
{
    derive_with(VERDICT_STATED, true);
}

static void across_systems(void)
{
    struct arena *home = arena_new((size_t)1 << 20);
    struct deriving deriving = { .home = home };
    struct system system[2] = { { .id = STR("A") }, { .id = STR("B") } };
    struct fact a = { .system = &system[0] }, b = { .system = &system[1] };
    const struct fact *const input[] = { &a, &b };
    derive(&deriving,
           &(struct derived){
               .row = DERIVE_VALUE_OWN_WINDOW, .value = 1, .input = input, .input_count = 2 });
}

static void no_ratio_without_a_licence(void **state)
{
    (void)state;
    assert_true(aborts(without));
    assert_true(aborts(with_refusal));
    assert_true(aborts(with_incomplete));
    assert_string_equal(child_said, "dossier: derivation ratio-value: no verdict permits it\n");
    assert_true(aborts(across_systems));
    assert_string_equal(child_said,
                        "dossier: derivation value-own-window: its inputs are of two systems\n");
    assert_false(aborts(with_stated));
}

/* ---- numbers ---- */

/* Rate of the made series over all rows. */
static double made_rate(const struct run *run)
{
    const struct series *series = &run->series[0];
    return MADE_WORK * (double)series->count /
           (series->start[series->count - 1] + series->duration[series->count - 1]);
}

static void ratio_is_that_of_the_series(void **state)
{
    (void)state;
    struct made_case *made = made_new(&clean);
    const struct comparison *comparison = first(made);
    double mean[2] = { 0, 0 };
    for (size_t i = 0; i < comparison->run_count; i++) {
        const struct judged_run *run = &comparison->run[i];
        assert_non_null(run->value);
        assert_true(fabs(run->whole->value.value / made_rate(run->run) - 1) < 1e-9);
        mean[i / MADE_RUNS] += made_rate(run->run) / MADE_RUNS;
    }
    assert_true(fabs(comparison->ratio_whole->value.value - mean[1] / mean[0]) < 1e-5);
    assert_true(comparison->ratio_low->value.value <= comparison->ratio->value.value);
    assert_true(comparison->ratio_high->value.value >= comparison->ratio->value.value);
    /* Runs of a side lie 0.1 % apart: s = 0.1 %, se = s sqrt(2/3), df = 4, t = 2.776: 0.23 %. They
     * take turns on their units and rise alike, so it falls out of the three blocks. */
    const struct turns_of_runs *turns = &comparison->turns;
    assert_int_equal(turns->block_count, 3);
    assert_true(fabs(comparison->df->value.value - 2) < 1e-9);
    double half = (turns->unpaired_high->value.value - turns->unpaired_low->value.value) / 2;
    assert_true(fabs(half / turns->unpaired->value.value - 0.00227) < 0.0001);
    half = (comparison->ratio_high->value.value - comparison->ratio_low->value.value) / 2;
    assert_true(half / comparison->ratio->value.value < 0.0002);
    made_free(made);
}

/* Each derived fact leads to a place in a file. */
static bool reaches_bytes(const struct fact *fact, unsigned depth)
{
    if (!fact->derivation)
        return fact->source.evidence != NULL;
    if (depth > 12 || (fact->derivation->count == 0 && !fact->derivation->series))
        return false;
    if (fact->derivation->series && !fact->derivation->series->source.evidence)
        return false;
    for (size_t i = 0; i < fact->derivation->count; i++)
        if (!reaches_bytes(fact->derivation->input[i], depth + 1))
            return false;
    return true;
}

static void every_number_has_a_source(void **state)
{
    (void)state;
    struct made_case *made = made_new(&clean);
    size_t derived = 0;
    for (size_t i = 0; i < made->model.fact_count; i++) {
        const struct fact *fact = made->model.fact[i];
        assert_int_equal(fact->number, i + 1);
        derived += fact->derivation != NULL;
        if (!reaches_bytes(fact, 0))
            fail_msg("F%u %s reaches no bytes", fact->number, vocabulary_row(fact->key)->name);
    }
    assert_true(derived > 60);
    for (size_t i = 0; i < made->model.claim_count; i++)
        for (size_t j = 0; j < made->model.claim[i].slot_count; j++)
            assert_true(made->model.claim[i].slot[j].fact->number > 0);
    const struct comparison *comparison = first(made);
    for (size_t i = 0; i < comparison->finding_count; i++) {
        for (size_t j = 0; j < comparison->finding[i].count; j++)
            assert_true(comparison->finding[i].seen[j]->number > 0);
        /* A slot of the sentence has its fact. */
        struct str said = comparison->finding[i].said;
        for (size_t k = 0; k + 2 < said.len; k++)
            if (said.at[k] == '{')
                assert_true((size_t)(said.at[k + 1] - '0') < comparison->finding[i].count);
    }
    made_free(made);
}

/* ---- what limits a claim ---- */

static void last_two_runs(struct made_case *made)
{
    made->file.system[1].machine[1].run_count = 0;
}

static void fewer_than_three_gives_values_only(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .last = last_two_runs });
    const struct comparison *comparison = first(made);
    assert_int_equal(comparison->verdict, VERDICT_STATED);
    assert_null(comparison->ratio);
    assert_null(comparison->change);
    assert_null(comparison->decision);
    assert_null(comparison->ratio_whole);
    assert_int_equal(comparison->credited, LAYER_NONE);
    for (size_t i = 0; i < comparison->run_count; i++) {
        /* The interval is that of the stretch whose value stands beside it. */
        assert_non_null(comparison->run[i].value);
        assert_true(comparison->run[i].within_low->value.value <
                    comparison->run[i].value->value.value);
        assert_true(comparison->run[i].within_high->value.value >
                    comparison->run[i].value->value.value);
        assert_ptr_equal(comparison->run[i].within_low->derivation->licence, comparison);
    }
    assert_string_equal(claim_find(&made->model, STR("answer.A-B"))->sentence, "answer.few.many");
    made_free(made);
}

static void refusal_relates_nothing(void **state)
{
    static const struct made_fact zeros = { MADE_B,  KEY_DATASET_NAME, "",
                                            "zeros", FACT_DECLARED,    UNIT_NONE };
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .fact = &zeros, .fact_count = 1 });
    const struct comparison *comparison = first(made);
    const struct finding *finding = made_finding(comparison, "W3");
    assert_int_equal(comparison->verdict, VERDICT_NOT);
    assert_true(str_eq(finding->a->value.text, STR("random tokens")));
    assert_true(str_eq(finding->b->value.text, STR("zeros")));
    assert_true(
        str_eq(finding->said, STR("Data set or input distribution differs: {0} against {1}")));
    assert_null(comparison->window_begin);
    assert_null(comparison->mean[0]);
    assert_null(comparison->decision);
    for (size_t i = 0; i < comparison->run_count; i++) {
        assert_null(comparison->run[i].value);
        assert_null(comparison->run[i].value_all);
        assert_non_null(comparison->run[i].own);
    }
    for (size_t i = 0; i < made->model.fact_count; i++) {
        const struct derivation *derivation = made->model.fact[i]->derivation;
        assert_true(!derivation || !derivation->licence);
    }
    made_free(made);
}

/* A name from evidence makes no slot of a sentence. */
static void names_make_no_slots(void **state)
{
    static const struct made_fact braces = { MADE_B, KEY_PACKAGE_VERSION, "{9}",
                                             "1",    FACT_CAPTURED,       UNIT_NONE };
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .fact = &braces, .fact_count = 1 });
    const struct finding *finding = made_finding(first(made), "D3");
    assert_int_equal(finding->judgement, FAILS);
    assert_true(
        str_eq(finding->said, STR("Package version ((9)) stands in one side's list only: {0}")));
    made_free(made);
}

/* ---- stack, coverage, pairs ---- */

static void stack_shows_the_layer_that_changed(void **state)
{
    (void)state;
    struct made_case *made = made_new(&clean);
    const struct comparison *comparison = first(made);
    assert_int_equal(comparison->layer_count, LAYER_COUNT - 1);
    for (size_t i = 0; i < comparison->layer_count; i++) {
        const struct layer_difference *layer = &comparison->layer[i];
        bool compile = layer->layer == LAYER_COMPILE;
        bool empty = layer->layer == LAYER_NETWORK || layer->layer == LAYER_STORAGE;
        assert_int_equal(layer->state, compile ? LAYER_CHANGED
                                       : empty ? LAYER_UNDISCLOSED
                                               : LAYER_SAME);
        assert_int_equal(layer->under_test, compile);
    }
    assert_true(str_eq(comparison->layers_changed->value.text, STR("1")));
    made_free(made);
}

static void coverage_counts_needed_facts(void **state)
{
    static const struct made_fact kernel = { MADE_B, KEY_OS_KERNEL, "",
                                             NULL,   FACT_CAPTURED, UNIT_NONE };
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .fact = &kernel, .fact_count = 1 });
    size_t seen = 0;
    for (size_t i = 0; i < first(made)->coverage_count; i++) {
        const struct coverage *coverage = &first(made)->coverage[i];
        bool b = coverage->run->machine->system->index == 1;
        if (coverage->layer == LAYER_OS) {
            seen++;
            assert_int_equal(coverage->needed, 3);
            assert_int_equal(coverage->disclosed, b ? 2 : 3);
            assert_int_equal(coverage->state, b ? COVERAGE_NONE : COVERAGE_CAPTURED);
            assert_int_equal(coverage->missing_count, b);
        }
    }
    assert_int_equal(seen, 2 * MADE_RUNS);
    made_free(made);
}

static void without_a_baseline_pairs_stand_both_ways(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .bidders = true });
    assert_int_equal(made->model.comparison_count, 2);
    const struct comparison *ab = &made->model.comparison[0], *ba = &made->model.comparison[1];
    assert_ptr_equal(ab->a, ba->b);
    assert_ptr_equal(ab->b, ba->a);
    assert_false(ab->has_baseline);
    assert_true(fabs(ab->ratio->value.value * ba->ratio->value.value - 1) < 1e-4);
    assert_string_equal(ab->decision, "faster");
    assert_string_equal(ba->decision, "slower");
    made_free(made);
}

/* ---- percentiles ---- */

static void last_p95(struct made_case *made)
{
    made->file.metric = KEY_LATENCY_ITERATION;
    made->file.metric_instance = STR("p95");
}

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Nearest rank: of 1800 values the 1710th. Lower is better, so B is faster. */
static void percentile_is_by_nearest_rank(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .last = last_p95 });
    const struct judged_run *run = &first(made)->run[0];
    double *sorted = (double *)malloc(MADE_ROWS * sizeof *sorted);
    assert_non_null(sorted);
    if (sorted) {
        memcpy(sorted, run->run->series[0].value, MADE_ROWS * sizeof *sorted);
        qsort(sorted, MADE_ROWS, sizeof *sorted, by_value);
        assert_true(run->whole->value.value == sorted[1709]);
        assert_true(run->within_low->value.value <= run->own->value.value);
        assert_true(run->within_high->value.value >= run->own->value.value);
        free(sorted);
    }
    assert_true(first(made)->ratio->value.value < 1);
    assert_string_equal(first(made)->decision, "faster");
    assert_string_equal(claim_find(&made->model, STR("answer.A-B"))->sentence, "answer.lower.down");
    made_free(made);
}

/* One run a side has an order, and no turns. */
static void single_runs_are_not_interleaved(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .last = made_single_runs });
    assert_int_equal(made_finding(first(made), "M12")->judgement, FAILS);
    made_free(made);
}

/* Facts of several comparisons are told apart by their pair. */
static void pairs_name_their_facts(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .bidders = true });
    assert_true(str_eq(made->model.comparison[0].ratio->instance, STR("A-B")));
    assert_true(str_eq(made->model.comparison[1].ratio->instance, STR("B-A")));
    made_free(made);
    made = made_new(&clean);
    assert_int_equal(first(made)->ratio->instance.len, 0);
    made_free(made);
}

static void last_percentile_of_rate(struct made_case *made)
{
    made->file.metric_instance = STR("p95");
}

/* The rate of a run stands under no other name. */
static void rate_has_no_percentile(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .last = last_percentile_of_rate });
    assert_null(first(made)->ratio);
    assert_int_equal(made_finding(first(made), "S1")->judgement, UNKNOWN);
    made_free(made);
}

static void last_columns_alone(struct made_case *made)
{
    for (size_t i = 0; i < MADE_RUNS; i++) {
        made->evidence[1 + MADE_RUNS + i].format = "nvidia-smi-csv";
        made->evidence[1 + MADE_RUNS + i].traits = TRAIT_POLLS;
    }
}

static void last_no_format(struct made_case *made)
{
    for (size_t i = 0; i < ARRAY_COUNT(made->evidence); i++)
        made->evidence[i].format = NULL;
}

/* Utilisation in a table of chosen columns is no list of processes. */
static void alone_needs_a_list_of_processes(void **state)
{
    (void)state;
    static const struct made_fact one = { MADE_B, KEY_FOREIGN_PROCESS, "",
                                          "none", FACT_DECLARED,       UNIT_NONE };
    static const struct made_fact said[] = {
        { MADE_B, KEY_FOREIGN_PROCESS, "", "No KFD PIDs currently running", FACT_CAPTURED,
          UNIT_NONE },
        { MADE_B, KEY_FOREIGN_PROCESS, "0", "No running processes detected", FACT_CAPTURED,
          UNIT_NONE },
        { MADE_B, KEY_FOREIGN_PROCESS, "1 77", "miner", FACT_CAPTURED, UNIT_NONE },
    };
    static const struct made_fact unnamed = { MADE_B, KEY_ACCELERATOR_NAME, "0",
                                              NULL,   FACT_CAPTURED,        UNIT_NONE };
    static const struct {
        struct made_change change;
        enum judgement expected;
    } rows[] = {
        { { .last = NULL }, HOLDS },
        { { .last = last_columns_alone }, UNKNOWN },
        { { .last = last_no_format }, UNKNOWN },
        { { .fact = &unnamed, .fact_count = 1 }, UNKNOWN }, /* some displays of a query */
        { { .fact = &one, .fact_count = 1, .last = last_columns_alone }, HOLDS },
        { { .fact = &said[0], .fact_count = 1, .last = last_columns_alone }, HOLDS },
        { { .fact = &said[1], .fact_count = 1, .last = last_columns_alone }, HOLDS },
        { { .fact = &said[1], .fact_count = 2, .last = last_columns_alone }, FAILS },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct made_case *made = made_new(&rows[i].change);
        assert_int_equal(made_finding(first(made), "H5")->judgement, rows[i].expected);
        made_free(made);
    }
}

/* A window that a declaration cuts leads back to it; one that it does not cut, not. */
static void cut_window_rests_on_its_declaration(void **state)
{
    (void)state;
    static const struct {
        const char *begin;
        bool cuts;
    } rows[] = { { "5", true }, { "0", false } };
    for (size_t r = 0; r < ARRAY_COUNT(rows); r++) {
        const struct made_fact cut = { MADE_B,        KEY_METHOD_WINDOW_BEGIN, "",
                                       rows[r].begin, FACT_DECLARED,           UNIT_SECOND };
        struct made_case *made = made_new(&(struct made_change){ .fact = &cut, .fact_count = 1 });
        const struct fact *begin = first(made)->window_begin;
        assert_non_null(begin);
        bool found = false;
        for (size_t i = 0; i < begin->derivation->count; i++)
            found = found || begin->derivation->input[i]->key == KEY_METHOD_WINDOW_BEGIN;
        assert_int_equal(found, rows[r].cuts);
        made_free(made);
    }
}

/* Twice the same case: the same facts, in the same order, with the same words. */
static void assessment_repeats(void **state)
{
    (void)state;
    struct made_case *one = made_new(&clean), *two = made_new(&clean);
    assert_int_equal(one->model.fact_count, two->model.fact_count);
    for (size_t i = 0; i < one->model.fact_count; i++) {
        assert_int_equal(one->model.fact[i]->key, two->model.fact[i]->key);
        assert_true(str_eq(one->model.fact[i]->value.text, two->model.fact[i]->value.text));
    }
    made_free(one);
    made_free(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_width_decides_digits),
        cmocka_unit_test(text_shows_what_is_known),
        cmocka_unit_test(no_ratio_without_a_licence),
        cmocka_unit_test(ratio_is_that_of_the_series),
        cmocka_unit_test(every_number_has_a_source),
        cmocka_unit_test(fewer_than_three_gives_values_only),
        cmocka_unit_test(refusal_relates_nothing),
        cmocka_unit_test(names_make_no_slots),
        cmocka_unit_test(stack_shows_the_layer_that_changed),
        cmocka_unit_test(coverage_counts_needed_facts),
        cmocka_unit_test(without_a_baseline_pairs_stand_both_ways),
        cmocka_unit_test(percentile_is_by_nearest_rank),
        cmocka_unit_test(single_runs_are_not_interleaved),
        cmocka_unit_test(pairs_name_their_facts),
        cmocka_unit_test(rate_has_no_percentile),
        cmocka_unit_test(alone_needs_a_list_of_processes),
        cmocka_unit_test(cut_window_rests_on_its_declaration),
        cmocka_unit_test(assessment_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
