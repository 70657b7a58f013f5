/* test_identities.c - each identity of a tool's figures is noticed where it breaks by more than the
 * printed resolution, and not before; two figures are one thing only by their definitions. */
#include "comparability/comparability.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/num.h"
#include "model/traits.h"

#include <math.h>

static struct arena *home;

static int set_up(void **state)
{
    (void)state;
    home = arena_new((size_t)1 << 28);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(home);
    return 0;
}

static const struct defined wall = { .definition = DEFINITION_RATE_WALL };
static const struct defined ttft_linear = { .definition = DEFINITION_TTFT,
                                            .percentile = PERCENTILE_LINEAR,
                                            .spread = SPREAD_POPULATION };

struct figure {
    enum key key;
    const char *instance, *text;
    enum unit unit;
    const struct defined *defined;
};

static const struct evidence one_file = { .name = { "a.json", 6 } };
static const struct evidence other_file = { .name = { "b.json", 6 } };

static void figure_add_from(struct facts *facts, const struct figure *figure,
                            const struct evidence *file)
{
    double value = 0;
    assert_true(num_real(str_from(figure->text), &value));
    const struct fact fact = {
        .key = figure->key,
        .instance = str_from(figure->instance),
        .kind = FACT_MEASURED,
        .value = { .text = str_from(figure->text),
                   .value = value,
                   .unit = figure->unit,
                   .number = true },
        .defined = figure->defined,
        .source = { .evidence = file },
    };
    facts_add(facts, &fact);
}

static void figure_add(struct facts *facts, const struct figure *figure)
{
    figure_add_from(facts, figure, &one_file);
}

/* An honest run of 100 requests of 200 + 100 tokens in 50 s, ten at a time. */
static const struct figure honest[] = {
    { KEY_REQUESTS_COMPLETED, "", "100", UNIT_REQUEST, NULL },
    { KEY_LOAD_REQUESTS, "", "100", UNIT_REQUEST, NULL },
    { KEY_LOAD_CONCURRENCY, "", "10", UNIT_REQUEST, NULL },
    { KEY_CONCURRENCY_PEAK, "", "10", UNIT_REQUEST, NULL },
    { KEY_LOAD_RATE, "", "2.0", UNIT_REQUEST_PER_SECOND, NULL },
    { KEY_WALL_TIME, "", "50.00", UNIT_SECOND, NULL },
    { KEY_TOKENS_INPUT, "", "20000", UNIT_TOKEN, NULL },
    { KEY_TOKENS_OUTPUT, "", "10000", UNIT_TOKEN, NULL },
    { KEY_OUTPUT_LENGTH, "", "100", UNIT_TOKEN, NULL },
    { KEY_INPUT_REALISED, "mean", "200.0", UNIT_TOKEN, NULL },
    { KEY_OUTPUT_REALISED, "mean", "100.0", UNIT_TOKEN, NULL },
    { KEY_THROUGHPUT_REQUESTS, "", "2.00", UNIT_REQUEST_PER_SECOND, &wall },
    { KEY_THROUGHPUT_PROMPT_TOKENS, "", "400.00", UNIT_TOKEN_PER_SECOND, &wall },
    { KEY_THROUGHPUT_OUTPUT_TOKENS, "", "200.00", UNIT_TOKEN_PER_SECOND, &wall },
    { KEY_THROUGHPUT_TOTAL_TOKENS, "", "600.00", UNIT_TOKEN_PER_SECOND, &wall },
    { KEY_CONCURRENCY_MEAN, "", "9.98", UNIT_REQUEST, NULL },
    { KEY_MEMORY_ALLOCATED, "", "80.00", UNIT_GIBIBYTE, NULL },
    { KEY_MEMORY_RESERVED, "", "81.00", UNIT_GIBIBYTE, NULL },
    { KEY_LATENCY_REQUEST, "mean", "4990.00", UNIT_MILLISECOND, NULL },
    { KEY_TTFT_CLIENT, "mean", "40.00", UNIT_MILLISECOND, &ttft_linear },
    { KEY_TTFT_CLIENT, "p50", "39.00", UNIT_MILLISECOND, &ttft_linear },
    { KEY_TTFT_CLIENT, "p90", "60.00", UNIT_MILLISECOND, &ttft_linear },
    { KEY_TPOT_REQUEST, "mean", "50.00", UNIT_MILLISECOND, NULL },
    { KEY_TPOT_SERVER, "mean", "50.50", UNIT_MILLISECOND, NULL },
    { KEY_REQUESTS_SERVER, "", "101", UNIT_REQUEST, NULL },
};

/* What is said with one figure changed; "" for nothing. */
static const char *said_with(enum key key, const char *instance, const char *text)
{
    struct facts *facts = facts_new(home);
    struct contradiction *found;
    bool changed = key == KEY_COUNT;
    for (size_t i = 0; i < ARRAY_COUNT(honest); i++) {
        struct figure figure = honest[i];
        if (figure.key == key && strcmp(figure.instance, instance) == 0) {
            figure.text = text;
            changed = true;
        }
        figure_add(facts, &figure);
    }
    assert_true(changed);
    const struct told told = { .facts = facts };
    size_t count = contradictions_of(home, &told, &found);
    return count > 0 ? found[0].id : "";
}

static void each_identity_is_noticed(void **state)
{
    static const struct {
        enum key key;
        const char *instance, *text, *id;
    } rows[] = {
        { KEY_COUNT, "", "", "" },
        /* within half a unit of the last digit: 100 / 50.004 is still 2.00 */
        { KEY_WALL_TIME, "", "50.0", "" },
        { KEY_THROUGHPUT_REQUESTS, "", "2.02", "request-rate" },
        { KEY_THROUGHPUT_OUTPUT_TOKENS, "", "200.06", "output-rate" },
        { KEY_THROUGHPUT_PROMPT_TOKENS, "", "401.00", "input-rate" },
        { KEY_THROUGHPUT_TOTAL_TOKENS, "", "601.00", "total-of-rates" },
        { KEY_OUTPUT_REALISED, "mean", "100.1", "output-mean" },
        { KEY_INPUT_REALISED, "mean", "199.0", "input-mean" },
        { KEY_LOAD_REQUESTS, "", "99", "completed-of-offered" },
        { KEY_CONCURRENCY_PEAK, "", "20", "peak-of-limit" },
        { KEY_LOAD_CONCURRENCY, "", "9", "peak-of-limit" },
        { KEY_MEMORY_ALLOCATED, "", "81.01", "allocated-of-reserved" },
        { KEY_CONCURRENCY_MEAN, "", "9.80", "little-mean" },
        { KEY_TPOT_REQUEST, "mean", "49.00", "latency-of-parts" },
        { KEY_LOAD_RATE, "", "2.2", "rate-not-met" },
        { KEY_TPOT_SERVER, "mean", "103.00", "tpot-client-server" },
        { KEY_REQUESTS_SERVER, "", "197", "requests-client-server" },
        { KEY_TTFT_CLIENT, "p50", "61.00", "percentiles-fall" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const char *said = said_with(rows[i].key, rows[i].instance, rows[i].text);
        if (strcmp(said, rows[i].id) != 0)
            fail_msg("row %zu: \"%s\" instead of \"%s\"", i, said, rows[i].id);
    }
}

/* 2 requests/s of 6 s each are 12 in flight, above a limit of 10. At a rate that the client keeps
 * by itself, those that wait for a place may be among them. */
static void a_wait_for_a_place_is_no_contradiction(void **state)
{
    (void)state;
    for (size_t open = 0; open < 2; open++) {
        struct facts *facts = facts_new(home);
        struct contradiction *found;
        const struct figure figure[] = {
            { KEY_LOAD_CONCURRENCY, "", "10", UNIT_REQUEST, NULL },
            { KEY_THROUGHPUT_REQUESTS, "", "2.00", UNIT_REQUEST_PER_SECOND, &wall },
            { KEY_LATENCY_REQUEST, "mean", "6000.00", UNIT_MILLISECOND, NULL },
            { KEY_LOAD_RATE, "", "2.0", UNIT_REQUEST_PER_SECOND, NULL },
        };
        for (size_t i = 0; i < ARRAY_COUNT(figure) - (open ? 0 : 1); i++)
            figure_add(facts, &figure[i]);
        const struct told told = { .facts = facts };
        assert_int_equal(contradictions_of(home, &told, &found), 1);
        assert_int_equal(found[0].kind, open ? CONTRADICTION_THIN : CONTRADICTION_BROKEN);
    }
}

static void a_limit_doubled_is_a_miscount_and_more_is_not(void **state)
{
    (void)state;
    static const struct {
        const char *peak;
        enum contradiction_kind kind;
    } rows[] = { { "11", CONTRADICTION_MISCOUNTED },
                 { "20", CONTRADICTION_MISCOUNTED },
                 { "21", CONTRADICTION_BROKEN } };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct facts *facts = facts_new(home);
        struct contradiction *found;
        const struct figure limit = { KEY_LOAD_CONCURRENCY, "7", "10", UNIT_REQUEST, NULL };
        const struct figure peak = { KEY_CONCURRENCY_PEAK, "7", rows[i].peak, UNIT_REQUEST, NULL };
        figure_add(facts, &limit);
        figure_add(facts, &peak);
        const struct told told = { .facts = facts };
        assert_int_equal(contradictions_of(home, &told, &found), 1);
        assert_int_equal(found[0].kind, rows[i].kind);
        assert_true(str_eq(found[0].context, STR("7")));
        assert_int_equal(found[0].count, 2);
    }
}

/* A rate of one file follows from no counts of another, which may be of another run. */
static void figures_of_two_files_follow_from_nothing(void **state)
{
    (void)state;
    struct contradiction *found;
    for (int apart = 0; apart < 2; apart++) {
        struct facts *facts = facts_new(home);
        static const struct figure counted[] = {
            { KEY_CONCURRENCY_PEAK, "", "50", UNIT_REQUEST, NULL },
            { KEY_LOAD_CONCURRENCY, "", "10", UNIT_REQUEST, NULL }
        };
        figure_add_from(facts, &counted[0], &one_file);
        figure_add_from(facts, &counted[1], apart ? &other_file : &one_file);
        const struct told told = { .facts = facts };
        assert_int_equal(contradictions_of(home, &told, &found), apart ? 0 : 1);
    }
}

/* In one second a place ends as many requests as fit: five of 0.25 s, and twice that for a mean. */
static void a_peak_by_whole_seconds_depends_on_the_latency(void **state)
{
    (void)state;
    static const struct {
        const char *peak;
        enum contradiction_kind kind;
    } rows[] = { { "100", CONTRADICTION_MISCOUNTED }, { "101", CONTRADICTION_BROKEN } };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct facts *facts = facts_new(home);
        struct contradiction *found;
        const struct figure figures[] = {
            { KEY_CONCURRENCY_PEAK, "", rows[i].peak, UNIT_REQUEST, NULL },
            { KEY_LOAD_CONCURRENCY, "", "10", UNIT_REQUEST, NULL },
            { KEY_LATENCY_REQUEST, "mean", "0.25000", UNIT_SECOND, NULL },
        };
        for (size_t k = 0; k < ARRAY_COUNT(figures); k++)
            figure_add(facts, &figures[k]);
        const struct told told = { .facts = facts };
        assert_int_equal(contradictions_of(home, &told, &found), 1);
        assert_int_equal(found[0].kind, rows[i].kind);
    }
}

/* Ten requests: nine tenths of ten leave one beyond p90; p99 is their maximum. */
static void a_percentile_needs_requests_beyond_it(void **state)
{
    (void)state;
    static const struct {
        const char *requests, *percentile;
        size_t said;
    } rows[] = {
        { "10", "p99", 1 }, { "99", "p90", 1 }, { "100", "p90", 0 }, { "1000", "p99", 0 }
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct facts *facts = facts_new(home);
        struct contradiction *found;
        const struct figure completed = { KEY_REQUESTS_COMPLETED, "", rows[i].requests,
                                          UNIT_REQUEST, NULL };
        const struct figure high = { KEY_TTFT_CLIENT, rows[i].percentile, "9.5", UNIT_MILLISECOND,
                                     &ttft_linear };
        figure_add(facts, &completed);
        figure_add(facts, &high);
        const struct told told = { .facts = facts };
        assert_int_equal(contradictions_of(home, &told, &found), rows[i].said);
    }
}

/* LoadGen rounds to two decimals in its summary and to six digits in its log. */
static void what_is_written_twice_is_the_same(void **state)
{
    (void)state;
    static const struct defined rate = { .definition = DEFINITION_RATE_COMPLETED };
    static const struct evidence summary = { .name = { "run/summary.txt", 15 },
                                             .format = "mlperf-log-summary",
                                             .traits = TRAIT_SUMS_UP };
    static const struct evidence log = { .name = { "run/detail.txt", 14 },
                                         .format = "mlperf-log-detail",
                                         .traits = TRAIT_LOGS };
    static const struct {
        const char *summary, *log;
        size_t said;
    } rows[] = {
        { "39.56", "39.5644", 0 },          { "39.57", "39.5644", 1 },
        { "1234567.89", "1.23457e+06", 0 }, { "1234587.89", "1.23457e+06", 1 },
        { "289711.87", "289712", 0 },       { "289711.07", "289712", 1 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct facts *facts = facts_new(home);
        struct contradiction *found;
        const struct figure a = { KEY_THROUGHPUT_SAMPLES, "", rows[i].summary,
                                  UNIT_SAMPLE_PER_SECOND, &rate };
        const struct figure b = { KEY_THROUGHPUT_SAMPLES, "", rows[i].log, UNIT_SAMPLE_PER_SECOND,
                                  &rate };
        figure_add_from(facts, &a, &summary);
        figure_add_from(facts, &b, &log);
        const struct told told = { .facts = facts };
        assert_int_equal(contradictions_of(home, &told, &found), rows[i].said);
    }
}

static void empty_answers_are_counted(void **state)
{
    (void)state;
    static const double value[] = { 0.05, 0.0, 0.07, NAN };
    static const double work[] = { 12, 0, 8, 0 };
    static const uint32_t row[] = { 1, 2, 3, 4 };
    struct facts *facts = facts_new(home);
    struct contradiction *found;
    const struct figure completed = { KEY_REQUESTS_COMPLETED, "", "3", UNIT_REQUEST, NULL };
    const struct figure mean = { KEY_TTFT_CLIENT, "mean", "40.0", UNIT_MILLISECOND, NULL };
    figure_add(facts, &completed);
    figure_add(facts, &mean);
    const struct series series = { .key = KEY_TTFT_CLIENT,
                                   .unit = UNIT_SECOND,
                                   .value = value,
                                   .work = work,
                                   .work_unit = UNIT_TOKEN,
                                   .row = row,
                                   .count = ARRAY_COUNT(value) };
    const struct told told = { facts, &series, 1 };
    assert_int_equal(contradictions_of(home, &told, &found), 1); /* the mean, 40 ms, holds */
    assert_string_equal(found[0].id, "empty-answers");
    assert_int_equal(found[0].number, 1); /* a failed request is none */
}

static void outputs_are_compared_for_the_same_requests_only(void **state)
{
    (void)state;
    static const struct {
        const char *input, *output;
        bool differ;
    } rows[] = { { "1369", "1249", true }, { "1369", "445", false }, { "1370", "1249", false } };
    static const struct fact model = { .key = KEY_MODEL_NAME,
                                       .kind = FACT_MEASURED,
                                       .value = { .text = STR_INIT("m") } };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct facts *side[2] = { facts_new(home), facts_new(home) };
        struct contradiction said;
        for (size_t k = 0; k < 2; k++) {
            const struct figure figures[] = {
                { KEY_LOAD_REQUESTS, "", "10", UNIT_REQUEST, NULL },
                { KEY_REQUESTS_COMPLETED, "", "10", UNIT_REQUEST, NULL },
                { KEY_TOKENS_INPUT, "", k ? rows[i].input : "1369", UNIT_TOKEN, NULL },
                { KEY_TOKENS_OUTPUT, "", k ? rows[i].output : "442", UNIT_TOKEN, NULL },
            };
            facts_add(side[k], &model);
            for (size_t f = 0; f < ARRAY_COUNT(figures); f++)
                figure_add(side[k], &figures[f]);
        }
        assert_int_equal(outputs_differ(side[0], side[1], &said), rows[i].differ);
    }
}

/* ---- definitions ---- */

static void figures_are_alike_by_definition_and_what_their_statistic_needs(void **state)
{
    (void)state;
    const struct defined linear = ttft_linear;
    struct defined step = linear, sample = linear, zeros = linear, unknown = linear;
    step.percentile = PERCENTILE_STEP;
    sample.spread = SPREAD_SAMPLE;
    zeros.definition = DEFINITION_TTFT_ZEROS;
    unknown.percentile = PERCENTILE_UNKNOWN;
    assert_true(defined_alike(&linear, &step, STR("mean")));
    assert_false(defined_alike(&linear, &step, STR("p99")));
    assert_false(defined_alike(&linear, &step, STR("3 p99.9")));
    assert_true(defined_alike(&linear, &sample, STR("p99")));
    assert_false(defined_alike(&linear, &sample, STR("3 std")));
    assert_false(defined_alike(&linear, &zeros, STR("mean")));
    assert_false(defined_alike(&unknown, &unknown, STR("p50")));
    assert_true(defined_alike(&unknown, &unknown, STR("max")));
    assert_false(defined_alike(&linear, NULL, STR("mean")));
    assert_false(defined_alike(NULL, &linear, STR("mean")));
    assert_false(defined_alike(NULL, NULL, STR("mean")));
    struct buf out = buf_new(home, 4096);
    defined_put(&step, STR("p99"), &out);
    assert_true(str_eq(buf_str(&out), STR("ttft.first-chunk over requests, clock of the client, "
                                          "step percentile")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_identity_is_noticed),
        cmocka_unit_test(a_wait_for_a_place_is_no_contradiction),
        cmocka_unit_test(a_limit_doubled_is_a_miscount_and_more_is_not),
        cmocka_unit_test(figures_of_two_files_follow_from_nothing),
        cmocka_unit_test(a_peak_by_whole_seconds_depends_on_the_latency),
        cmocka_unit_test(a_percentile_needs_requests_beyond_it),
        cmocka_unit_test(what_is_written_twice_is_the_same),
        cmocka_unit_test(empty_answers_are_counted),
        cmocka_unit_test(outputs_are_compared_for_the_same_requests_only),
        cmocka_unit_test(figures_are_alike_by_definition_and_what_their_statistic_needs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
