/* test_monitor.c - monitors of accelerators that print row by row: nvidia-smi dmon and pmon, dcgmi
 * dmon. */
#include "home.h"

#include <math.h>

/* A monitor that was stopped leaves half a row, and names of processes have blanks in them: the
 * rest of the file is told all the same. */
static void rows_of_a_monitor_are_told_apart(void **state)
{
    (void)state;
    static const char rows[] =
        "# gpu    pwr   sm\n# Idx      W    %\n    0    120   99\n    0    3";
    static const char names[] = "# gpu   pid  type  command\n# Idx     #   C/G  name\n"
                                "    0  3321     G  Web Content  \n    0  4444     C  python3\n";
    const struct str none = { 0 };
    struct buf out = buf_new(home, 1 << 14);
    struct adapter_result result = adapter_run(home, STR("dmon.txt"), str_from(rows), none, none);
    adapter_result_put(&result, &out);
    result = adapter_run(home, STR("pmon.txt"), str_from(names), none, none);
    adapter_result_put(&result, &out);
    struct str told = buf_str(&out);
    assert_true(str_find(told, STR("telemetry.power [0] series of 1")) != SIZE_MAX);
    assert_true(str_find(told, STR("warning: value not understood; not taken: \"0    3\"")) !=
                SIZE_MAX);
    assert_true(str_find(told, STR("[3321] captured = \"Web Content\"")) != SIZE_MAX);
    assert_true(str_find(told, STR("[4444] captured = \"python3\"")) != SIZE_MAX);
}

static const struct series *series_of(const struct adapter_result *result, enum key key)
{
    for (const struct series_item *item = result->series; item; item = item->next)
        if (item->series.key == key)
            return &item->series;
    return NULL;
}

static bool values_are(const struct series *series, const double *wanted, size_t count)
{
    bool same = series && series->count == count;
    for (size_t i = 0; same && i < count; i++)
        same = isnan(wanted[i]) ? isnan(series->value[i]) : series->value[i] == wanted[i];
    return same;
}

/* Titles come again every few rows, and may be others: a row without the column is a gap in it. */
static void titles_of_a_monitor_may_change(void **state)
{
    (void)state;
    static const char smi[] = "# gpu    pwr   sm\n# Idx      W    %\n    0    120   99\n"
                              "# gpu    pwr  gtemp   sm\n# Idx      W      C    %\n"
                              "    0    130     45   98\n"
                              "# gpu    pwr\n# Idx      W\n    0    140\n";
    static const char dcgmi[] = "#Entity  GRACT  DRAMA\nID\nGPU 0  0.9  0.3\n"
                                "#Entity  GRACT  TENSO\nID\nGPU 0  0.8  0.5\n";
    const struct str none = { 0 };
    const double gap = (double)NAN;
    struct adapter_result result = adapter_run(home, STR("dmon.txt"), str_from(smi), none, none);
    assert_int_equal(result.series_count, 3);
    assert_true(
        values_are(series_of(&result, KEY_TELEMETRY_POWER), (double[]){ 120, 130, 140 }, 3));
    assert_true(
        values_are(series_of(&result, KEY_TELEMETRY_UTILISATION), (double[]){ 99, 98, gap }, 3));
    assert_true(
        values_are(series_of(&result, KEY_TELEMETRY_TEMPERATURE), (double[]){ gap, 45, gap }, 3));
    result = adapter_run(home, STR("dcgmi.txt"), str_from(dcgmi), none, none);
    assert_int_equal(result.series_count, 3);
    assert_true(
        values_are(series_of(&result, KEY_TELEMETRY_ENGINE_ACTIVE), (double[]){ 0.9, 0.8 }, 2));
    assert_true(
        values_are(series_of(&result, KEY_TELEMETRY_MEMORY_ACTIVE), (double[]){ 0.3, gap }, 2));
    assert_true(
        values_are(series_of(&result, KEY_TELEMETRY_TENSOR_ACTIVE), (double[]){ gap, 0.5 }, 2));
}

/* Where units are fewer than titles, what stands below a title is its unit; what has none, or one
 * that is not the tool's, is not taken. */
static void units_of_a_monitor_stand_below_their_titles(void **state)
{
    (void)state;
    static const char rows[] = "# gpu    pwr   mclk   sm\n# Idx           MHz    %\n"
                               "    0    120   2619   99\n";
    static const char whole[] = "# gpu    pwr   mclk   sm\n# Idx      W    GHz    %\n"
                                "    0    120   2619   99\n";
    const struct str none = { 0 };
    struct buf out = buf_new(home, 1 << 14);
    struct adapter_result result = adapter_run(home, STR("dmon.txt"), str_from(rows), none, none);
    adapter_result_put(&result, &out);
    assert_int_equal(result.series_count, 2);
    assert_null(series_of(&result, KEY_TELEMETRY_POWER));
    assert_non_null(series_of(&result, KEY_TELEMETRY_CLOCK_MEMORY));
    assert_non_null(series_of(&result, KEY_TELEMETRY_UTILISATION));
    assert_true(str_find(buf_str(&out), STR("2:1: warning: value not understood; not taken: ")) !=
                SIZE_MAX);
    result = adapter_run(home, STR("dmon.txt"), str_from(whole), none, none);
    assert_int_equal(result.series_count, 2);
    assert_null(series_of(&result, KEY_TELEMETRY_CLOCK_MEMORY));
}

/* The temperature that one driver calls "temp" and another "gtemp" is one: of both the first. */
static void a_monitor_tells_each_figure_once(void **state)
{
    (void)state;
    static const char one[] = "# gpu   temp  gtemp\n# Idx      C      C\n    0     44     45\n";
    static const char two[] = "# gpu   temp\n# Idx      C\n    0     44\n"
                              "# gpu  gtemp\n# Idx      C\n    0     45\n";
    static const double both[] = { 44 }, first[] = { 44, (double)NAN };
    const struct str none = { 0 };
    struct buf out = buf_new(home, 1 << 14);
    struct adapter_result result = adapter_run(home, STR("dmon.txt"), str_from(one), none, none);
    adapter_result_put(&result, &out);
    assert_int_equal(result.series_count, 1);
    assert_true(values_are(series_of(&result, KEY_TELEMETRY_TEMPERATURE), both, 1));
    assert_true(str_find(buf_str(&out), STR("\"gtemp\"; expected one column of each figure")) !=
                SIZE_MAX);
    result = adapter_run(home, STR("dmon.txt"), str_from(two), none, none);
    assert_int_equal(result.series_count, 1);
    assert_true(values_are(series_of(&result, KEY_TELEMETRY_TEMPERATURE), first, 2));
}

/* Processes beyond those that are kept are not passed over in silence. */
static void too_many_processes_are_told(void **state)
{
    (void)state;
    enum { PROCESSES = 1025 };
    const struct str none = { 0 };
    struct buf rows = buf_new(home, 1 << 16), out = buf_new(home, 1 << 18);
    buf_put(&rows, STR("# gpu   pid  type  command\n# Idx     #   C/G  name\n"));
    for (int i = 0; i < PROCESSES; i++)
        buf_putf(&rows, "    0  %d  C  job%d\n", 1000 + i, i);
    struct adapter_result result = adapter_run(home, STR("pmon.txt"), buf_str(&rows), none, none);
    adapter_result_put(&result, &out);
    assert_true(str_find(buf_str(&out), STR("\"job1023\"")) != SIZE_MAX);
    assert_true(str_find(buf_str(&out), STR("\"job1024\"; expected 1024 processes at most")) !=
                SIZE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rows_of_a_monitor_are_told_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(titles_of_a_monitor_may_change, set_up, tear_down),
        cmocka_unit_test_setup_teardown(units_of_a_monitor_stand_below_their_titles, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_monitor_tells_each_figure_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(too_many_processes_are_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
