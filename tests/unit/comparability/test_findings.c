/* test_findings.c - in which words a finding speaks, and what it says is to be done. */
#include "made_case.h"

static const struct comparison *first(const struct made_case *made)
{
    return &made->model.comparison[0];
}

static void silence_is_named_and_mended(void **state)
{
    static const struct made_fact none = { MADE_B, KEY_PRECISION_KV_CACHE, "",
                                           NULL,   FACT_MEASURED,          UNIT_NONE };
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .fact = &none, .fact_count = 1 });
    const struct finding *finding = made_finding(first(made), "P3");
    assert_int_equal(first(made)->verdict, VERDICT_INCOMPLETE);
    assert_true(str_eq(finding->silent, STR("B")));
    assert_true(str_eq(finding->said, STR("Format of the KV cache is not disclosed by B")));
    assert_true(str_eq(finding->mend, STR("For B: state `precision.kv_cache` in run.json.")));
    made_free(made);
}

/* A tells the cache of the model, B that of a draft model alone: neither is silent. */
static void unlike_parts_are_nobodys_silence(void **state)
{
    static const struct made_fact apart[] = {
        { MADE_B, KEY_PRECISION_KV_CACHE, "", NULL, FACT_MEASURED, UNIT_NONE },
        { MADE_B, KEY_PRECISION_KV_CACHE, "draft", "fp8", FACT_MEASURED, UNIT_NONE },
    };
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .fact = apart, .fact_count = 2 });
    const struct finding *finding = made_finding(first(made), "P3");
    assert_int_equal(first(made)->verdict, VERDICT_INCOMPLETE);
    assert_int_equal(finding->judgement, UNKNOWN);
    assert_true(finding->silent.len == 0);
    assert_true(str_eq(finding->said,
                       STR("Format of the KV cache is told by both sides, and of nothing that "
                           "both tell it of: {0} and {1}")));
    assert_true(finding->a && finding->b && str_eq(finding->b->value.text, STR("fp8")));
    assert_true(
        str_eq(finding->mend, STR("Capture or state `precision.kv_cache` of the same part on both "
                                  "sides.")));
    made_free(made);
}

/* ---- mends that look at what is there ---- */

static void series_undeclared(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    run->series[0].kind = system == 1 ? SERIES_UNDECLARED : run->series[0].kind;
}

static void series_kept_away(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    run->series_count = system == 1 ? 0 : run->series_count;
}

static void telemetry_untimed(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    for (size_t i = 1; system == 1 && i < run->series_count; i++) {
        run->series[i].start = NULL;
        run->series[i].unix_clock = false;
    }
}

static void series_of_metric_away(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    if (system == 1) {
        run->series++;
        run->series_count--;
    }
}

static void untimed_and_alone(struct arena *home, struct run *run, size_t system, size_t index)
{
    telemetry_untimed(home, run, system, index);
    series_of_metric_away(home, run, system, index);
}

/* Samples on a clock of the run's own, of a run that does not tell when its load began. */
static void telemetry_unplaced(struct arena *home, struct run *run, size_t system, size_t index)
{
    struct facts *kept = facts_new(home);
    (void)index;
    if (system == 0)
        return;
    run->series[0].unix_clock = false;
    for (size_t i = 0; i < facts_count(run->facts); i++)
        if (facts_at(run->facts, i)->key != KEY_LOAD_BEGIN)
            facts_add(kept, facts_at(run->facts, i));
    run->facts = kept;
}

static void untimed_and_unplaced(struct arena *home, struct run *run, size_t system, size_t index)
{
    telemetry_unplaced(home, run, system, index);
    telemetry_untimed(home, run, system, index);
}

static void throttle_cap(struct arena *home, struct run *run, size_t system, size_t index)
{
    double *value = ARENA_MANY(home, MADE_SAMPLES, double);
    for (size_t i = 0; i < MADE_SAMPLES; i++)
        value[i] = 4;
    (void)index;
    run->series[3].value = system == 1 ? value : run->series[3].value;
}

static void clock_strays(struct arena *home, struct run *run, size_t system, size_t index)
{
    double *value = ARENA_MANY(home, MADE_SAMPLES, double);
    for (size_t i = 0; i < MADE_SAMPLES; i++)
        value[i] = i % 5 == 0 ? 1700 : 1980;
    run->series[1].value = system == 1 && index == 0 ? value : run->series[1].value;
}

static void series_short_of_a_minute(struct arena *home, struct run *run, size_t system,
                                     size_t index)
{
    (void)home;
    (void)index;
    run->series[0].count = system == 1 ? MADE_ROWS / 2 : run->series[0].count;
}

static void files_named(struct made_case *made)
{
    for (size_t i = 0; i < ARRAY_COUNT(made->evidence); i++) {
        struct evidence *evidence = &made->evidence[i];
        size_t first_of_b = 1 + MADE_RUNS;
        evidence->name = i == first_of_b ? STR("B-r1/telemetry.csv") : evidence->name;
    }
}

/* A log that was read and belongs to no series. */
static void log_named(struct made_case *made)
{
    made->evidence[1 + MADE_RUNS].name = STR("B-r1/iterations.jsonl.gz");
    made->evidence[1 + MADE_RUNS].format = "iteration-log";
    made->evidence[1 + MADE_RUNS].traits = TRAIT_KEEPS_ITERATIONS;
}

static void log_with_declaration(struct made_case *made)
{
    log_named(made);
    made->evidence[0].name = STR("B-r1/run.json");
}

static size_t findings_of(const struct comparison *comparison, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->finding_count; i++)
        count += str_eq(comparison->finding[i].rule->id, str_from(rule));
    return count;
}

static void mends_look_at_what_is_there(void **state)
{
    static const struct {
        const char *rule;
        void (*series)(struct arena *home, struct run *run, size_t system, size_t index);
        void (*last)(struct made_case *made);
        const char *mend;
    } rows[] = {
        { "S1", series_undeclared, files_named,
          "No run.json stands in or above B-r1. telemetry.csv is there, its kind is not: declare "
          "`kind` (per_iteration or per_interval) under `series` in run.json." },
        { "S2", series_undeclared, files_named,
          "No run.json stands in or above B-r1. telemetry.csv is there, its kind is not: declare "
          "`kind` (per_iteration or per_interval) under `series` in run.json." },
        { "S1", series_kept_away, log_named,
          "No run.json stands in or above B-r1. iterations.jsonl.gz is there: declare it, with its "
          "kind, under `series` in run.json." },
        { "S1", series_kept_away, log_with_declaration,
          "iterations.jsonl.gz is there: declare it, with its kind, under `series` in run.json." },
        { "S1", series_kept_away, NULL,
          "Measure again, and keep the file in which the tool tells its result." },
        { "S7", telemetry_untimed, files_named,
          "No run.json stands in or above B-r1. telemetry.csv is there, its time zone is not: add "
          "\"time_zone\": {\"telemetry.csv\": \"UTC\"}, or the zone that it is, to run.json." },
        { "S7", series_of_metric_away, files_named,
          "No run.json stands in or above B-r1. telemetry.csv is there: it is judged once the run "
          "has samples of the metric." },
        { "H2", untimed_and_alone, files_named, /* no zone would make it count */
          "No run.json stands in or above B-r1. telemetry.csv is there: it is judged once the run "
          "has samples of the metric." },
        { "S7", telemetry_unplaced, files_named,
          "No run.json stands in or above B-r1. telemetry.csv is there, when the load began is "
          "not: state `load.begin` in run.json." },
        { "V5", untimed_and_unplaced, files_named,
          "No run.json stands in or above B-r1. telemetry.csv is there, its time zone is not, nor "
          "when the load began: add \"time_zone\": {\"telemetry.csv\": \"UTC\"}, or the zone that "
          "it is, and `load.begin` to run.json." },
        { "H1", throttle_cap, NULL, "Nothing is to be done: state the limit beside the number." },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct made_case *made =
            made_new(&(struct made_change){ .series = rows[i].series, .last = rows[i].last });
        const struct finding *finding = made_finding(first(made), rows[i].rule);
        if (!str_eq(finding->mend, str_from(rows[i].mend)))
            fail_msg("%s: %.*s", rows[i].rule, STR_ARG(finding->mend));
        assert_int_equal(findings_of(first(made), rows[i].rule), 1);
        made_free(made);
    }
}

/* Times by `date -u -d @...`: 1795816800 is 2026-11-27T22:00:00Z. */
static void times_are_dates(void **state)
{
    static const struct made_fact late = { MADE_BOTH,    KEY_LOAD_BEGIN, "",
                                           "1795820400", FACT_MEASURED,  UNIT_SECOND };
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .fact = &late, .fact_count = 1 });
    const struct finding *finding = made_finding(first(made), "V5");
    assert_int_equal(findings_of(first(made), "V5"), 1);
    assert_int_equal(finding->count, 3);
    assert_true(str_eq(finding->seen[0]->value.text, STR("2026-11-27T23:00:00Z")));
    assert_true(str_eq(finding->seen[1]->value.text, STR("2026-11-27T21:59:58Z")));
    assert_true(str_eq(finding->seen[2]->value.text, STR("2026-11-27T22:01:37Z")));
    assert_true(str_find(finding->mend, STR("check `time_zone`")) != SIZE_MAX);
    made_free(made);
    made = made_new(&(struct made_change){ .last = made_single_runs });
    finding = made_finding(first(made), "M12");
    assert_true(str_eq(finding->seen[0]->value.text, STR("2026-11-27T21:58:20Z")));
    assert_int_equal(finding->seen[0]->derivation->input[0]->key, KEY_RUN_START);
    made_free(made);
}

/* What fails shows by how much. */
static void failures_show_their_value(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .series = clock_strays });
    const struct finding *finding = made_finding(first(made), "H2");
    assert_true(fabs(finding->seen[0]->value.value - 80) < 0.5); /* four of five samples */
    assert_true(finding->seen[1]->value.value == 1980);
    made_free(made);
    made = made_new(&(struct made_change){ .series = series_short_of_a_minute });
    finding = made_finding(first(made), "S4");
    assert_int_equal(finding->judgement, FAILS);
    assert_int_equal(finding->seen[0]->key, KEY_WINDOW_LENGTH);
    /* B's 4500 steps of 8.8 ms last 39.6 s; the clock's first sample lies within it. */
    assert_true(finding->seen[0]->value.value > 39 && finding->seen[0]->value.value < 39.7);
    assert_null(finding->seen[0]->derivation->licence);
    assert_true(finding->a && finding->b && finding->b->value.value < 40);
    made_free(made);
}

/* A power cap over the first 18 s, as the clock of the load counts. */
static void capped_at_first(struct arena *home, struct run *run, size_t system, size_t index)
{
    double *value = ARENA_MANY(home, MADE_SAMPLES, double);
    for (size_t i = 0; i < 100 && system == 1 && index == 0; i++)
        value[i] = 4;
    run->series[3].value = value;
}

/* The window begins at 15 s: 3 s of 60 and more decide, not the 18 of the whole stretch. */
static void the_share_that_decides_is_printed(void **state)
{
    static const struct made_fact window[] = {
        { MADE_BOTH, KEY_METHOD_WINDOW_BEGIN, "", "15", FACT_MEASURED, UNIT_SECOND },
        { MADE_BOTH, KEY_METHOD_WINDOW_END, "", "78", FACT_MEASURED, UNIT_SECOND },
        { MADE_BOTH, KEY_WALL_TIME, "", "81", FACT_MEASURED, UNIT_SECOND },
    };
    (void)state;
    struct made_case *made = made_new(&(struct made_change){
        .fact = window, .fact_count = ARRAY_COUNT(window), .series = capped_at_first });
    const struct finding *finding = made_finding(first(made), "H1");
    assert_int_equal(finding->judgement, FAILS);
    assert_int_equal(finding->seen[0]->key, KEY_THROTTLE_JUDGED);
    double begin = first(made)->window_begin->value.value;
    double end = first(made)->window_end->value.value;
    assert_true(begin >= 14.9 && end > 75);
    assert_true(fabs(finding->seen[0]->value.value - 100 * (18 - begin) / (end - begin)) < 0.5);
    assert_true(str_eq(finding->seen[0]->instance, STR("software power cap")));
    made_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence_is_named_and_mended),
        cmocka_unit_test(unlike_parts_are_nobodys_silence),
        cmocka_unit_test(mends_look_at_what_is_there),
        cmocka_unit_test(times_are_dates),
        cmocka_unit_test(failures_show_their_value),
        cmocka_unit_test(the_share_that_decides_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
