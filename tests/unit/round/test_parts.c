/* Power, accuracy, endpoints and descriptions. Times by `date -u -d ... +%s`, means by hand. */
#include "round_test.h"

#include "endpoint.h"

static void dates(void **state)
{
    (void)state;
    double ms;
    assert_true(power_time(STR("07-28-2025 15:12:17.052"), &ms) && ms == 1753715537052.0);
    assert_true(power_time(STR("02-29-2024 00:00:00"), &ms) && ms == 1709164800000.0);
    assert_true(iso_time(STR("2025-07-31T09:26:03Z"), &ms) && ms == 1753953963000.0);
    assert_false(power_time(STR("2025-07-28 15:12:17"), &ms));
    assert_false(power_time(STR("07-28-2025 15:12"), &ms));
    assert_false(iso_time((struct str){ 0 }, &ms));
}

static void the_mean_is_of_samples_inside_the_load(void **state)
{
    (void)state;
    struct power power = { 0 };
    double begin, end;
    assert_true(power_time(STR("01-01-2025 00:00:01.000"), &begin));
    assert_true(power_time(STR("01-01-2025 00:00:04.000"), &end));
    power_read(STR("Time,01-01-2025 00:00:01.000,Watts,900.0,Volts,230,Amps,1,PF,0.9,Mark,t\n"
                   "Time,01-01-2025 00:00:02.000,Watts,100.0,Volts,230,Amps,1,PF,0.9,Mark,t\n"
                   "Time,01-01-2025 00:00:02.500,Watts,-1,Volts,230,Amps,1,PF,0.9,Mark,t\n"
                   "Time,01-01-2025 00:00:03.000,Watts,200.0,Volts,230,Amps,1,PF,0.9,Mark,t\n"
                   "not a sample\n"),
               begin, end, &power);
    assert_int_equal(power.count, 2);
    assert_true(power.mean == 150);
    assert_int_equal(power.unread, 1);
    assert_int_equal(power.unread_line, 5);
    assert_int_equal(power.sum_line, 0);
}

static void channels_add_up_or_are_told(void **state)
{
    (void)state;
    struct power power = { 0 };
    power_read(STR("Time,01-01-2025 00:00:01.000,Watts,100,Volts,1,Amps,1,PF,1,Mark,t,Ch1,Watts,60,"
                   "Volts,1,Amps,1,PF,1,Ch2,Watts,40,Volts,1,Amps,1,PF,1\n"
                   "Time,01-01-2025 00:00:02.000,Watts,100,Volts,1,Amps,1,PF,1,Mark,t,Ch1,Watts,60,"
                   "Volts,1,Amps,1,PF,1,Ch2,Watts,20,Volts,1,Amps,1,PF,1\n"),
               0, 1, &power);
    assert_int_equal(power.sum_line, 2);
    assert_true(power.sum_channels == 80);
}

static void accuracy_in_its_forms(void **state)
{
    (void)state;
    static const struct {
        const char *text, *metric;
        double value;
    } table[] = {
        { "accuracy=75.930%, good=37965, total=50000", "accuracy", 75.93 },
        { "mAP=37.412%", "mAP", 37.412 },
        { "{\"exact_match\": 83.0, \"f1\": 90.1}", "F1", 90.1 },
        { "AUC=80.310%, accuracy=96.6%", "AUC", 80.31 },
        { "Accuracy: mean = 0.86236, kidney = 0.9", "mean", 0.86236 },
        { "Word Error Rate: 2.11%, accuracy=97.88%", "wer_accuracy", 97.88 },
        { "{'rouge1': '38.7459', 'gen_len': 8127531}", "rouge1", 38.7459 },
        { "'FID_SCORE': 23.5,", "FID_SCORE", 23.5 },
        { "metric/lifetime_gauc/rating: 0.7861", "lifetime_gauc", 0.7861 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct accuracy_text told = { 0 };
        accuracy_read(str_from(table[i].text), &told);
        size_t at = accuracy_find(&told, str_from(table[i].metric));
        assert_true(at != SIZE_MAX);
        assert_true(told.found[at].value == table[i].value);
        assert_int_equal(told.hash_line, 0);
    }
}

static void an_endpoint_tells_two_windows(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct arena *scratch = arena_new((size_t)1 << 24);
    struct endpoint found = { 0 };
    endpoint_read(home, scratch,
                  STR("{\"n_samples_issued\": 600000, \"n_samples_completed\": 600000,\n"
                      "\"n_samples_failed\": 0, \"duration_ns\": 2318930000000, \"qps\": 310.08,\n"
                      "\"legacy_loadgen_window_duration_ns\": 1934950000000, \"complete\": true,\n"
                      "\"ttft\": {\"percentiles\": {\"99.0\": 7}}, \"latency\": {}}"),
                  &found);
    assert_true(found.read);
    assert_false(found.incomplete);
    assert_true(found.qps.value == 310.08);
    assert_int_equal(found.qps.line, 2);
    assert_true(found.ttft.there && found.ttft.value == 7);
    assert_false(found.latency.there);
    assert_false(found.tps.there);
    struct endpoint cut = { 0 };
    endpoint_read(home, scratch, STR("{\"qps\": 1,\n\"tps\": "), &cut);
    assert_false(cut.read);
    assert_int_equal(cut.broken_line, 2);
    arena_free(scratch);
    arena_free(home);
}

static void a_description_keeps_lines_and_doubles(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct arena *scratch = arena_new((size_t)1 << 24);
    struct described told = { 0 };
    described_read(home, scratch,
                   STR("{\"accelerators_per_node\": \"8 \",\n \"number_of_nodes\": 18,\n"
                       " \"x\": 1, \"x\": 2, \"name\": \"a\"}"),
                   &told);
    assert_true(told.read);
    assert_int_equal(described_count(&told, "accelerators_per_node"), 8);
    assert_int_equal(described_count(&told, "number_of_nodes"), 18);
    assert_int_equal(described_find(&told, "number_of_nodes")->line, 2);
    assert_int_equal(described_count(&told, "name"), -1);
    assert_true(described_find(&told, "x")->twice);
    assert_null(described_find(&told, "y"));
    arena_free(scratch);
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates),
        cmocka_unit_test(the_mean_is_of_samples_inside_the_load),
        cmocka_unit_test(channels_add_up_or_are_told),
        cmocka_unit_test(accuracy_in_its_forms),
        cmocka_unit_test(an_endpoint_tells_two_windows),
        cmocka_unit_test(a_description_keeps_lines_and_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
