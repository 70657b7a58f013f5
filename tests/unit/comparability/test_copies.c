/* test_copies.c - a measurement offered twice counts once, however it is stored (rule X4). */
#include "made_case.h"

#include "judging.h"
#include "model/traits.h"
#include "shared_rows.h"

static const struct comparison *first(const struct made_case *made)
{
    return &made->model.comparison[0];
}

static void last_copied(struct made_case *made)
{
    made->evidence[1 + MADE_RUNS + 1].digest = made->evidence[1 + MADE_RUNS].digest;
}

/* The same rows in a file of another digest, as after unpacking. */
static void last_stored_otherwise(struct made_case *made)
{
    struct run *run = made->file.system[1].machine[0].run;
    run[1].series[0].start = run[0].series[0].start;
    run[1].series[0].duration = run[0].series[0].duration;
    run[1].series[0].value = run[0].series[0].value;
}

static void copy_stored_otherwise_counts_once(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .last = last_stored_otherwise });
    assert_int_equal(made_finding(first(made), "X4")->judgement, FAILS);
    assert_true(str_starts(made_finding(first(made), "X4")->said,
                           STR("The same evidence is offered twice: ")));
    assert_int_equal(made_finding(first(made), "M6")->judgement, FAILS);
    assert_null(first(made)->ratio);
    made_free(made);
}

/* B's second run made of its first: the same times with digits changed, rows cut off, rows put in
 * front. Only half of the times being its own, or times of a coarse clock, it is another run. */
enum forgery { DIGIT, EACH_THIRD, HEAD_CUT, TAIL_CUT, HEAD_PUT, HALF_OWN, MOSTLY_OWN, COARSE };
static enum forgery forged;

static void last_forged(struct made_case *made)
{
    enum { CUT = 500 };
    struct run *run = made->file.system[1].machine[0].run;
    struct series *of = &run[1].series[0];
    const double *first = run[0].series[0].value, *own = of->value;
    size_t count = of->count, from = forged == HEAD_CUT ? CUT : 0,
           put = forged == HEAD_PUT ? CUT : 0;
    double *value = ARENA_MANY(made->home, count, double);
    double *coarse = ARENA_MANY(made->home, count, double);
    of->count = forged == HEAD_CUT || forged == TAIL_CUT ? count - CUT : count;
    for (size_t i = 0; i < of->count; i++) {
        bool mine = (forged == EACH_THIRD && i % 3 == 0) || (forged == HALF_OWN && i % 5 < 2) ||
                    (forged == MOSTLY_OWN && i % 5 < 3) || i < put;
        value[i] = mine ? own[i] : first[i + from - put];
        value[i] += forged == DIGIT && i == 77 ? 1e-7 : 0;
    }
    if (forged == COARSE) { /* of work that comes back: each step tells its place, not its run */
        for (size_t i = 0; i < count; i++)
            coarse[i] = value[i] = 0.005 + 0.001 * (double)(i % 40);
        run[0].series[0].value = coarse;
        value[3] += 0.001;
    }
    of->value = value;
}

static void copy_in_part_counts_once(void **state)
{
    (void)state;
    static const struct {
        enum forgery forged;
        enum judgement expected;
    } rows[] = {
        { DIGIT, FAILS },    { EACH_THIRD, FAILS }, { HEAD_CUT, FAILS },   { TAIL_CUT, FAILS },
        { HEAD_PUT, FAILS }, { HALF_OWN, FAILS },   { MOSTLY_OWN, HOLDS }, { COARSE, HOLDS },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        forged = rows[i].forged;
        struct made_case *made = made_new(&(struct made_change){ .last = last_forged });
        if (made_finding(first(made), "X4")->judgement != rows[i].expected)
            fail_msg("row %zu", i);
        made_free(made);
    }
}

/* B's first two runs are two instances of one file. */
static struct run *siblings(struct made_case *made)
{
    struct run *run = made->file.system[1].machine[0].run;
    made->evidence[1 + MADE_RUNS + 1].digest = made->evidence[1 + MADE_RUNS].digest;
    run[0].instance = STR("1");
    run[1].instance = STR("2");
    run[1].series[0].source.from.offset = 100;
    return run;
}

static void last_siblings(struct made_case *made)
{
    (void)siblings(made);
}

static void last_appended(struct made_case *made)
{
    struct run *run = siblings(made);
    last_stored_otherwise(made);
    run[1].series[0].row = run[0].series[0].row;
}

/* A series that is not the metric's, at one place: a log that both runs share. */
static void last_shared_log(struct made_case *made)
{
    struct run *run = siblings(made);
    for (size_t i = 0; i < 2; i++) {
        struct series *more = ARENA_MANY(made->home, run[i].series_count + 1, struct series);
        memcpy(more, run[i].series, run[i].series_count * sizeof *more);
        more[run[i].series_count] = run[0].series[0];
        more[run[i].series_count].key = KEY_TTFT_CLIENT;
        run[i].series = more;
        run[i].series_count++;
    }
}

static void figures_put(struct made_case *made, const char *const text[2][4])
{
    static const char *const instance[] = { "mean", "p50", "p95", "p99" };
    struct run *run = siblings(made);
    const struct made_fact before = { MADE_B, KEY_REQUESTS_FAILED, "",
                                      "0",    FACT_MEASURED,       UNIT_REQUEST };
    /* The second record stands further down in the file. */
    made_fact_put(made, run[1].facts, &before, run->machine->system, &run[1], 1 + MADE_RUNS + 1);
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < 4; j++) {
            const struct made_fact row = { MADE_B,     KEY_TTFT_CLIENT, instance[j],
                                           text[i][j], FACT_MEASURED,   UNIT_MILLISECOND };
            made_fact_put(made, run[i].facts, &row, run->machine->system, &run[i],
                          1 + MADE_RUNS + i);
        }
    }
    run[1].series_count = 0; /* a summary alone */
}

static void last_summary_twice(struct made_case *made)
{
    static const char *const text[2][4] = { { "101.1234", "99.5601", "140.2", "150.25" },
                                            { "101.1234", "99.5601", "140.2", "150.25" } };
    figures_put(made, text);
}

static void last_summary_near(struct made_case *made)
{
    static const char *const text[2][4] = { { "101.1234", "99.5601", "140.2", "150.25" },
                                            { "101.1234", "99.5601", "140.2", "150.26" } };
    figures_put(made, text);
}

/* Coarse figures agree by chance. */
static void last_summary_coarse(struct made_case *made)
{
    static const char *const text[2][4] = { { "101.1", "99.5", "140", "150.2" },
                                            { "101.1", "99.5", "140", "150.2" } };
    figures_put(made, text);
}

/* B's first two runs each have the same file of the machine in their folder: telemetry over both
 * loads, or a test of the machine; or telemetry of one load alone, offered for both. */
enum machine_file { TELEMETRY, ONE_LOAD, TESTED, TESTED_ELSE };
static enum machine_file machine_file;

static void last_machine(struct made_case *made)
{
    struct run *run = made->file.system[1].machine[0].run;
    struct evidence *file = ARENA_MANY(made->home, 2, struct evidence);
    struct facts *later = facts_new(made->home);
    for (size_t i = 0; i < facts_count(run[1].facts); i++) {
        struct fact fact = *facts_at(run[1].facts, i);
        fact.value.value += fact.key == KEY_LOAD_BEGIN && machine_file != ONE_LOAD ? 3600 : 0;
        facts_add(later, &fact);
    }
    run[1].facts = later;
    for (size_t i = 0; i < 2; i++) {
        file[i] = *run[0].series[0].source.evidence;
        file[i].digest.byte[0] ^= 1;
        file[i].name = STR("machine");
        file[i].format = "made";
        file[i].traits = machine_file == TESTED ? TRAIT_TESTS_MACHINE : 0;
        for (size_t k = 1; k < run[i].series_count && machine_file < TESTED; k++)
            run[i].series[k].source.evidence = &file[i];
        struct fact bandwidth = { .key = KEY_THROUGHPUT_BYTES,
                                  .kind = FACT_MEASURED,
                                  .system = run[i].machine->system,
                                  .machine = run[i].machine,
                                  .run = &run[i],
                                  .value = { STR("371.25"), 371.25, UNIT_NONE, true },
                                  .source = { .evidence = &file[i] } };
        if (machine_file >= TESTED)
            facts_add(run[i].facts, &bandwidth);
    }
}

static void files_of_the_machine_are_no_copies(void **state)
{
    (void)state;
    static const enum judgement expected[] = { HOLDS, FAILS, HOLDS, FAILS };
    for (size_t i = 0; i < ARRAY_COUNT(expected); i++) {
        machine_file = (enum machine_file)i;
        struct made_case *made = made_new(&(struct made_change){ .last = last_machine });
        if (made_finding(first(made), "X4")->judgement != expected[i])
            fail_msg("row %zu", i);
        made_free(made);
    }
}

static void copies_within_one_file(void **state)
{
    (void)state;
    static const struct {
        void (*last)(struct made_case *made);
        enum judgement expected;
    } rows[] = {
        { last_siblings, HOLDS },      { last_appended, FAILS },     { last_shared_log, HOLDS },
        { last_summary_twice, FAILS }, { last_summary_near, HOLDS }, { last_summary_coarse, HOLDS },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct made_case *made = made_new(&(struct made_change){ .last = rows[i].last });
        assert_int_equal(made_finding(first(made), "X4")->judgement, rows[i].expected);
        made_free(made);
    }
}

static void copy_counts_once(void **state)
{
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .last = last_copied });
    assert_true(str_eq(first(made)->runs[1]->value.text, STR("2")));
    assert_null(first(made)->ratio);
    made_free(made);
}

/* ---- numbers moved a little: what a copy keeps is when its load began ---- */

static void begins_put(struct made_case *made, enum fact_kind kind, bool one_file)
{
    const struct made_fact row = { MADE_B, KEY_LOAD_BEGIN, "", "1795816800.123456",
                                   kind,   UNIT_SECOND };
    struct machine *machine = &made->file.system[1].machine[0];
    for (size_t i = 0; i < 2; i++)
        made_fact_put(made, machine->run[i].facts, &row, machine->system, &machine->run[i],
                      1 + MADE_RUNS + (one_file ? 0 : i));
}

/* Each run has it from its own file, */
static void last_own(struct made_case *made)
{
    begins_put(made, FACT_MEASURED, false);
}

/* from one log of the whole session, */
static void last_session(struct made_case *made)
{
    begins_put(made, FACT_MEASURED, true);
}

/* or a person wrote it down. */
static void last_declared(struct made_case *made)
{
    begins_put(made, FACT_DECLARED, false);
}

#define BY_BEGIN                                                                                   \
    "Two runs whose loads began in the same microsecond on one accelerator count as one"

/* B's first two runs are of one accelerator, its third of another one. */
static void begins_to_the_microsecond(void **state)
{
    (void)state;
    static const struct {
        enum made_side side;
        const char *begin; /* NULL: none of its own */
        void (*last)(struct made_case *made);
        enum judgement expected;
    } rows[] = {
        { MADE_B, "1795816800.123456", NULL, FAILS },
        { MADE_B, "1795816800.000321", NULL, FAILS },
        { MADE_B, "1795816800.123", NULL, HOLDS },
        { MADE_B, "1795816800.123000", NULL, HOLDS },
        { MADE_B, "1795816801", NULL, HOLDS },
        { MADE_B, NULL, last_own, FAILS },
        { MADE_B, NULL, last_declared, HOLDS },
        { MADE_FIRST_B, "1795816800.123456", NULL, HOLDS },
        { MADE_B, NULL, last_session, HOLDS },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct made_fact begin = { rows[i].side,  KEY_LOAD_BEGIN, "",
                                         rows[i].begin, FACT_MEASURED,  UNIT_SECOND };
        struct made_case *made = made_new(
            &(struct made_change){ .fact = &begin, .fact_count = 1, .last = rows[i].last });
        const struct finding *finding = made_finding(first(made), "X4");
        assert_int_equal(finding->judgement, rows[i].expected);
        if (rows[i].expected == FAILS) { /* and by what it was told: the files are no copies */
            assert_true(str_eq(first(made)->runs[1]->value.text, STR("2")));
            assert_true(str_eq(finding->said, STR(BY_BEGIN ": {0} and {1}")));
        }
        made_free(made);
    }
}

/* All that B has are A's runs, their numbers moved: the accelerators of both are the same. */
static void last_all_begun(struct made_case *made)
{
    static const char *const begin[MADE_RUNS] = { "1795816700.123456", "1795817100.123456",
                                                  "1795817500.123456" };
    for (size_t i = 0; i < MADE_RUNS * 2; i++) {
        struct system *system = &made->file.system[i / MADE_RUNS];
        size_t index = i % MADE_RUNS, first = system->machine[0].run_count;
        struct machine *machine = &system->machine[index < first ? 0 : 1];
        struct run *run = &machine->run[index < first ? index : index - first];
        const struct made_fact row = { i < MADE_RUNS ? MADE_A : MADE_B,
                                       KEY_LOAD_BEGIN,
                                       "",
                                       begin[index],
                                       FACT_MEASURED,
                                       UNIT_SECOND };
        made_fact_put(made, run->facts, &row, system, run, 1 + i);
    }
}

static void all_begin_to_the_microsecond(void **state)
{
    (void)state;
    const struct made_fact none = { .side = MADE_BOTH, .key = KEY_LOAD_BEGIN, .instance = "" };
    struct made_case *made =
        made_new(&(struct made_change){ .fact = &none, .fact_count = 1, .last = last_all_begun });
    const struct finding *finding = made_finding(first(made), "X4");
    assert_int_equal(finding->judgement, UNKNOWN);
    assert_int_equal(finding->cell, VERDICT_INCOMPLETE);
    assert_true(
        str_eq(finding->said, STR(BY_BEGIN ", and one side has none of its own: {0} and {1}")));
    made_free(made);
}

/* ---- many runs: pairs are found by their rows, not one by one ---- */

enum { CROWD = 40, ROWS = 300, CUT_SHORT = 60 };

/* The next of a fixed row of numbers (Lehmer; Park and Miller 1988). */
static uint64_t next_random(uint64_t *state)
{
    return *state = *state * 48271U % 2147483647U;
}

/* Counted row by row, as the words of the rule have it: half of the shorter one, at one place. */
static bool half_beside(const struct series *a, const struct series *b)
{
    size_t shorter = a->count < b->count ? a->count : b->count, equal = 0;
    for (size_t i = 0; i < shorter; i++)
        equal += memcmp(&a->value[i], &b->value[i], sizeof *a->value) == 0;
    return equal * 2 >= shorter;
}

/* Rows that shared_rows.c looks for elsewhere in other series: a forger who reads it changes all.
 */
static bool sought(size_t row, size_t count)
{
    for (uint64_t probe = 0; probe < 64; probe++)
        if ((probe * UINT64_C(2654435769) % (UINT64_C(1) << 32)) * count >> 32 == row)
            return true;
    return false;
}

/* Runs of times of a clock of ten microseconds, of which one in two hundred is equal by chance;
 * every fifth takes rows of an earlier one, from none up to all, some of them cut short. */
static void copies_among_many(void **state)
{
    (void)state;
    struct arena *home = arena_new(1 << 24);
    struct alone *alone = ARENA_MANY(home, CROWD, struct alone);
    struct run *run = ARENA_MANY(home, CROWD, struct run);
    struct series *series = ARENA_MANY(home, CROWD, struct series);
    uint64_t random = 13;
    size_t pairs = 0;
    for (size_t i = 0; i < CROWD; i++) {
        double *value = ARENA_MANY(home, ROWS, double);
        series[i] = (struct series){ .key = KEY_LATENCY_ITERATION,
                                     .unit = UNIT_SECOND,
                                     .value = value,
                                     .count = i % 7 == 3 ? ROWS - CUT_SHORT : ROWS };
        for (size_t k = 0; k < ROWS; k++) {
            bool taken = i % 5 == 4 && next_random(&random) % 100 < i * 3 && !sought(k, ROWS) &&
                         !sought(k, ROWS - CUT_SHORT);
            uint64_t own = next_random(&random) % 200;
            value[k] = taken ? series[i - 3].value[k] : 0.17001 + (double)own * 1e-5;
        }
        run[i] = (struct run){ .series = &series[i], .series_count = 1 };
        alone[i].door.run = &run[i];
    }
    struct shared_rows *shared = shared_rows_find(alone, CROWD);
    for (size_t i = 0; i < CROWD; i++) {
        for (size_t j = 0; j < i; j++) {
            bool half = half_beside(&series[i], &series[j]), told = false;
            size_t count;
            const size_t *with = shared_rows_runs(shared, i, &count);
            for (size_t k = 0; k < count; k++)
                told = told || with[k] == j;
            assert_int_equal(shared_rows_half(shared, &series[i], &series[j]), half);
            assert_int_equal(told, half);
            pairs += half;
        }
    }
    assert_in_range(pairs, 3, 7);
    shared_rows_free(shared);
    arena_free(home);
}

/* Of what stands elsewhere in the other series, half is left as it was: every second row, pairs of
 * rows, or long stretches. One stretch less is no copy. */
static void half_elsewhere(void **state)
{
    (void)state;
    enum { LONG = 400, SHORT = 200, FROM = 37 };
    static const size_t together[] = { 1, 2, 50 }; /* rows left, then as many changed */
    struct arena *home = arena_new(1 << 24);
    uint64_t random = 31;
    for (size_t t = 0; t < ARRAY_COUNT(together) * 2; t++) {
        bool less = t % 2 == 1;
        double whole[LONG], part[SHORT];
        struct series series[] = {
            { .key = KEY_LATENCY_ITERATION, .unit = UNIT_SECOND, .value = whole, .count = LONG },
            { .key = KEY_LATENCY_ITERATION, .unit = UNIT_SECOND, .value = part, .count = SHORT },
        };
        for (size_t k = 0; k < LONG; k++)
            whole[k] = 0.17001 + (double)(next_random(&random) % 300) * 1e-5;
        for (size_t k = 0; k < SHORT; k++) {
            bool left = k / together[t / 2] % 2 == 0 && !(less && k < together[t / 2] * 2);
            part[k] = left ? whole[FROM + k] : whole[FROM + k] + 0.01;
        }
        struct run run[] = { { .series = &series[0], .series_count = 1 },
                             { .series = &series[1], .series_count = 1 } };
        struct alone alone[] = { { .door.run = &run[0] }, { .door.run = &run[1] } };
        struct shared_rows *shared = shared_rows_find(alone, 2);
        assert_int_equal(shared_rows_half(shared, &series[0], &series[1]), !less);
        shared_rows_free(shared);
    }
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_elsewhere),
        cmocka_unit_test(copy_counts_once),
        cmocka_unit_test(begins_to_the_microsecond),
        cmocka_unit_test(all_begin_to_the_microsecond),
        cmocka_unit_test(copy_stored_otherwise_counts_once),
        cmocka_unit_test(copies_within_one_file),
        cmocka_unit_test(files_of_the_machine_are_no_copies),
        cmocka_unit_test(copy_in_part_counts_once),
        cmocka_unit_test(copies_among_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
