/* Lines of LoadGen's detailed log: its usual form, the same said in other blanks, and what is none
 * of its lines. Values are copied from the texts by hand. */
#include "round_test.h"

#include "log.h"

#define TAIL(error)                                                                                \
    ", \"time_ms\": 12.500000, \"namespace\": \"mlperf::logging\", \"event_type\": "               \
    "\"POINT_IN_TIME\", \"metadata\": {\"is_error\": " error                                       \
    ", \"is_warning\": false, \"file\": \"results.cc\", \"line_no\": 7, \"pid\": 1, \"tid\": "     \
    "1}}\n"
#define LINE(key, value) ":::MLLOG {\"key\": \"" key "\", \"value\": " value TAIL("false")

static struct log *read_of(struct arena *home, struct str text)
{
    struct arena *scratch = arena_new((size_t)1 << 24);
    struct log *log = ARENA_NEW(home, struct log);
    log_read_detail(home, scratch, text, log);
    arena_free(scratch);
    return log;
}

static void said(const struct log *log, enum said_key key, const char *text, uint32_t line)
{
    assert_true(log_is(log, key, text));
    assert_int_equal(log->said[key].line, line);
}

static void usual_lines(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    const struct log *log =
        read_of(home, STR(LINE("effective_qsl_rng_seed", "18209322760996052031")
                              LINE("loaded_qsl_set", "[1,2,3]") LINE("result_validity", "\"VALID\"")
                                  LINE("loadgen_file_sha1", "{\"/a\":\"b\"}")
                                      LINE("early_stopping_met", "true")
                                          LINE("result_samples_per_second", "1.5e+06")));
    double rate;
    assert_int_equal(log->lines, 6);
    assert_int_equal(log->broken, 0);
    assert_true(log->ended);
    said(log, SAID_QSL_SEED, "18209322760996052031", 1);
    said(log, SAID_VALIDITY, "VALID", 3);
    said(log, SAID_EARLY_STOPPING_MET, "true", 5);
    assert_true(log_number(log, SAID_SAMPLES_RATE, &rate) && rate == 1.5e6);
    assert_true(log->said[SAID_VALIDITY].time == 12.5);
    arena_free(home);
}

static void other_blanks(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    const struct log *log =
        read_of(home, STR(":::MLLOG {\"value\":\"INVALID\",\"key\":\"result_validity\"}\r\n"
                          ":::MLLOG { \"key\": \"generic_message\", \"value\": \"a \\\"b\\\"\", "
                          "\"metadata\": { \"is_error\": true } }\n"));
    said(log, SAID_VALIDITY, "INVALID", 1);
    assert_int_equal(log->errors, 1);
    assert_int_equal(log->error[0].line, 2);
    assert_true(str_eq(log->error[0].text, STR("a \"b\"")));
    arena_free(home);
}

static void two_values_of_one_name_count_for_none(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    const struct log *log = read_of(
        home, STR(":::MLLOG {\"key\": \"result_validity\", \"value\": \"INVALID\", \"value\": "
                  "\"VALID\"}\n" LINE("num_errors", "0")));
    assert_false(log_says(log, SAID_VALIDITY));
    assert_int_equal(log->broken, 1);
    assert_int_equal(log->broken_line, 1);
    said(log, SAID_NUM_ERRORS, "0", 2);
    arena_free(home);
}

static void the_first_of_two_lines_counts(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    const struct log *log = read_of(
        home, STR(LINE("result_validity", "\"INVALID\"") LINE("result_validity", "\"VALID\"")));
    said(log, SAID_VALIDITY, "INVALID", 1);
    assert_int_equal(log->twice_line, 2);
    arena_free(home);
}

static void what_is_no_line(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "Traceback (most recent call last):\n",
        ":::MLLOG {\"key\": \"result_validity\", \"value\": \"VAL",
        ":::MLLOG {\"key\": 7, \"value\": 1}\n",
        ":::MLLOG {\"key\": \"x\"}\n",
        "{\"key\": \"result_validity\", \"value\": \"VALID\"}\n",
    };
    for (size_t i = 0; i < ARRAY_COUNT(texts); i++) {
        struct arena *home = arena_new((size_t)1 << 24);
        const struct log *log = read_of(home, str_from(texts[i]));
        assert_int_equal(log->broken, 1);
        assert_false(log_says(log, SAID_VALIDITY));
        arena_free(home);
    }
}

static void an_error_in_the_usual_form(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    const struct log *log = read_of(
        home, STR(":::MLLOG {\"key\": \"error_runtime\", \"value\": \"ran out\"" TAIL("true")));
    assert_int_equal(log->errors, 1);
    assert_true(str_eq(log->error[0].text, STR("ran out")));
    assert_int_equal(log->uncommitted_line, 0);
    arena_free(home);
}

static void a_summary_speaks_of_the_same_keys(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct log *log = ARENA_NEW(home, struct log);
    log_read_summary(home,
                     STR("Scenario : MultiStream\n99.0th percentile latency (ns) : 900\n"
                         "Result is : VALID\n  Min duration satisfied : NO\n"
                         "Per-query latency:  \nMin latency (ns)                : 17\n"
                         "Test Parameters Used\nqsl_rng_seed : 5\n\n2 ERRORS encountered. See "
                         "detailed log.\n"),
                     log);
    said(log, SAID_QUERY_P99, "900", 2);
    said(log, SAID_VALIDITY, "VALID", 3);
    said(log, SAID_DURATION_MET, "false", 4);
    said(log, SAID_QUERY_MIN, "17", 6);
    said(log, SAID_QSL_SEED, "5", 8);
    assert_int_equal(log->errors, 2);
    assert_true(log->counted_errors);
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_lines),
        cmocka_unit_test(other_blanks),
        cmocka_unit_test(two_values_of_one_name_count_for_none),
        cmocka_unit_test(the_first_of_two_lines_counts),
        cmocka_unit_test(what_is_no_line),
        cmocka_unit_test(an_error_in_the_usual_form),
        cmocka_unit_test(a_summary_speaks_of_the_same_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
