/* test_saturation.c - knee and highest load of a sweep whose answers can be worked out by hand. */
#include "questions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST = 8 };
struct swept {
    double load, rate, latency_ms; /* 0: none */
};

struct sweep {
    struct arena *home;
    struct deriving deriving;
    struct case_file file;
    struct terms terms;
    struct system system;
    struct threshold objective;
    struct saturation out[2];
};

static void put(struct sweep *sweep, enum key key, struct str instance, double value,
                enum unit unit)
{
    struct fact fact = { .key = key, .instance = instance, .kind = FACT_MEASURED };
    fact.system = &sweep->system;
    fact.value = (struct quantity){ str_format(sweep->home, "%g", value), value, unit, true };
    facts_add(sweep->system.sweep, &fact);
}

static const struct saturation *swept(const struct swept *point, size_t count, double limit_s,
                                      struct sweep **keep)
{
    struct arena *home = arena_new((size_t)1 << 22);
    struct sweep *sweep = ARENA_NEW(home, struct sweep);
    sweep->home = home;
    sweep->deriving.home = home;
    sweep->system = (struct system){ .id = STR("A"), .sweep = facts_new(home) };
    sweep->file = (struct case_file){ .system = &sweep->system,
                                      .system_count = 1,
                                      .metric = KEY_THROUGHPUT_OUTPUT_TOKENS,
                                      .terms = &sweep->terms };
    sweep->objective = (struct threshold){
        .key = KEY_TTFT_CLIENT, .instance = STR("p95"), .at_most = true, .limit = limit_s
    };
    struct fact *limit = ARENA_NEW(home, struct fact);
    *limit = (struct fact){ .key = KEY_TTFT_CLIENT, .kind = FACT_DECLARED };
    sweep->objective.fact = limit;
    sweep->terms.objective = &sweep->objective;
    sweep->terms.objective_count = limit_s > 0 ? 1 : 0;
    for (size_t i = 0; i < count; i++) {
        struct str name = str_format(home, "%zu", i);
        put(sweep, KEY_LOAD_CONCURRENCY, name, point[i].load, UNIT_COUNT);
        put(sweep, KEY_THROUGHPUT_OUTPUT_TOKENS, name, point[i].rate, UNIT_TOKEN_PER_SECOND);
        if (point[i].latency_ms > 0) {
            put(sweep, KEY_TTFT_CLIENT, str_format(home, "%.*s p95", STR_ARG(name)),
                point[i].latency_ms, UNIT_MILLISECOND);
        }
    }
    assert_int_equal(saturations_find(&sweep->deriving, &sweep->file, NULL, 0, sweep->out),
                     count > 0 ? 1 : 0);
    *keep = sweep;
    return &sweep->out[0];
}

static void is(const struct fact *fact, const char *text)
{
    if (!fact || !str_eq(fact->value.text, str_from(text)))
        fail_msg("%.*s, not %s", STR_ARG(fact ? fact->value.text : STR("nothing")), text);
}

/* 100 a load up to 8, then level at 800 x root(2): two straight lines of log on log, which meet at
 * 8 x root(2) = 11.31. With 16 or 32 left out they meet at 8; the points beside it are 8 and 16. */
static const struct swept bent[] = { { 4, 400, 80 },  { 1, 100, 50 },
                                     { 2, 200, 60 },  { 32, 1131.370850, 900 },
                                     { 8, 800, 120 }, { 16, 1131.370850, 300 } };

static void knee_by_hand(void **state)
{
    (void)state;
    struct sweep *sweep;
    const struct saturation *s = swept(bent, ARRAY_COUNT(bent), 0.3, &sweep);
    assert_int_equal(s->count, 6);
    assert_true(s->point[0].load < s->point[1].load); /* by load, whatever the order of the file */
    is(s->knee, "11.3");
    is(s->knee_low, "8");
    is(s->knee_high, "16");
    is(s->gain, "0.00");
    assert_true(s->saturated);
    is(s->highest, "16"); /* 300 ms at most 300 ms */
    is(s->failing, "32");
    arena_free(sweep->home);
    s = swept(bent, ARRAY_COUNT(bent), 0.299, &sweep);
    is(s->highest, "8");
    is(s->failing, "16");
    arena_free(sweep->home);
}

static void no_objective_no_highest_load(void **state)
{
    (void)state;
    struct sweep *sweep;
    const struct saturation *s = swept(bent, ARRAY_COUNT(bent), 0, &sweep);
    is(s->knee, "11.3");
    assert_null(s->highest);
    arena_free(sweep->home);
    s = swept(bent, ARRAY_COUNT(bent), 0.010, &sweep); /* met nowhere */
    assert_null(s->highest);
    arena_free(sweep->home);
}

static void sweeps_that_stop_early(void **state)
{
    (void)state;
    static const struct swept rising[] = {
        { 1, 100, 0 }, { 2, 200, 0 }, { 4, 400, 0 }, { 8, 800, 0 }, { 16, 1600, 0 }
    };
    struct sweep *sweep;
    const struct saturation *s = swept(rising, ARRAY_COUNT(rising), 0, &sweep);
    assert_null(s->knee);
    assert_string_equal(s->why, "no bend");
    is(s->gain, "1.00"); /* twice the load, twice the throughput */
    assert_false(s->saturated);
    arena_free(sweep->home);
    s = swept(rising, 3, 0, &sweep);
    assert_null(s->knee);
    assert_string_equal(s->why, "few loads");
    arena_free(sweep->home);
    /* The same load twice is one point. */
    static const struct swept twice[] = {
        { 1, 100, 0 }, { 2, 200, 0 }, { 2, 190, 0 }, { 4, 400, 0 }
    };
    s = swept(twice, ARRAY_COUNT(twice), 0, &sweep);
    assert_int_equal(s->count, 3);
    assert_string_equal(s->why, "few loads");
    arena_free(sweep->home);
}

/* Three files of a tool that counts its points: "2" is a load of 8 in each, "3" one of 64, but in
 * the last one of `third`. The load that sizes units. */
static struct str sized_by(struct arena *home, double third)
{
    enum { FILES = 3 };
    struct sweep *sweep;
    (void)swept(bent, 0, 0.3, &sweep);
    static struct evidence evidence[FILES] = {
        { .packed = STR_INIT("data/evidence/01-r0/points.json") },
        { .packed = STR_INIT("data/evidence/02-r1/points.json") },
        { .packed = STR_INIT("data/evidence/03-r2/points.json") },
    };
    struct facts *facts = facts_new(sweep->home);
    struct run run = { .facts = facts };
    struct machine machine = { .facts = facts_new(sweep->home), .run = &run, .run_count = 1 };
    struct fact name = { .key = KEY_ACCELERATOR_NAME, .instance = STR("0"), .system = NULL };
    name.value.text = STR("H100");
    facts_add(facts, &name);
    run.machine = &machine;
    machine.system = &sweep->system;
    sweep->system.facts = facts_new(sweep->home);
    sweep->system.machine = &machine;
    sweep->system.machine_count = 1;
    sweep->system.sweep = facts_new(sweep->home);
    sweep->file.facts = facts_new(sweep->home);
    sweep->file.policy.least_window = 60;
    sweep->terms.demand.peak_fact = sweep->objective.fact;
    for (size_t i = 0; i < FILES; i++) {
        struct facts *made = facts_new(sweep->home);
        struct facts *all = sweep->system.sweep;
        sweep->system.sweep = made;
        for (size_t k = 0; k < 2; k++) {
            struct str point = k == 0 ? STR("2") : STR("3");
            double load = k == 0 ? 8 : i == 2 ? third : 64;
            put(sweep, KEY_LOAD_CONCURRENCY, point, load, UNIT_COUNT);
            put(sweep, KEY_THROUGHPUT_OUTPUT_TOKENS, point, (k == 0 ? 800 : 5000) + (double)i,
                UNIT_TOKEN_PER_SECOND);
            put(sweep, KEY_WALL_TIME, point, 90, UNIT_SECOND);
            put(sweep, KEY_TTFT_CLIENT, str_format(sweep->home, "%.*s p95", STR_ARG(point)), 100,
                UNIT_MILLISECOND);
        }
        facts_add(made, &name);
        sweep->system.sweep = all;
        for (size_t j = 0; j < facts_count(made); j++) {
            struct fact fact = *facts_at(made, j);
            fact.source.evidence = &evidence[i];
            facts_add(all, &fact);
        }
    }
    assert_int_equal(saturations_find(&sweep->deriving, &sweep->file, NULL, 0, sweep->out), 1);
    const struct fact *load = sweep->out[0].sized_load;
    struct str out = str_format(home, "%.*s", STR_ARG(load ? load->value.text : STR("none")));
    arena_free(sweep->home);
    return out;
}

/* What is told of point "3" is told of two loads: no file shows which it was measured at. */
static void loads_of_one_count_are_not_one(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 16);
    assert_true(str_eq(sized_by(home, 64), STR("64")));
    assert_true(str_eq(sized_by(home, 48), STR("8")));
    assert_true(str_eq(sized_by(home, 96), STR("8")));
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knee_by_hand),
        cmocka_unit_test(no_objective_no_highest_load),
        cmocka_unit_test(sweeps_that_stop_early),
        cmocka_unit_test(loads_of_one_count_are_not_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
