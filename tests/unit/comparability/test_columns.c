/* test_columns.c - what was found of a key by member is forgotten when the members become fewer: a
 * run stands elsewhere in the list then, and answers for itself. */
#include "judging.h"
#include "operating.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RUNS = 3 };
static const double loads[RUNS] = { 8, 32, 32 };

static void put(struct arena *home, struct facts *facts, enum key key, struct str text,
                double number)
{
    struct fact fact = { .key = key, .kind = FACT_DECLARED };
    fact.value = (struct quantity){ text, number, UNIT_COUNT, number > 0 };
    if (text.len == 0)
        fact.value.text = str_format(home, "%g", number);
    facts_add(facts, &fact);
}

static void is(const struct fact *fact, const char *text)
{
    if (!fact || !str_eq(fact->value.text, str_from(text)))
        fail_msg("%.*s, not %s", STR_ARG(fact ? fact->value.text : STR("nothing")), text);
}

/* The first run of the sweep is at 8 requests and tells no party; the system is compared at 32,
 * whose runs each tell another. */
static void fewer_members_answer_for_themselves(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct system system = { .id = STR("A"), .facts = facts_new(home), .sweep = facts_new(home) };
    struct machine machine = { .system = &system, .facts = facts_new(home), .run_count = RUNS };
    struct run run[RUNS];
    struct member member[RUNS];
    for (size_t i = 0; i < RUNS; i++) {
        run[i] = (struct run){ .machine = &machine, .facts = facts_new(home) };
        member[i] = (struct member){ .run = &run[i], .side = SIDE_A, .like = SIDE_A };
        put(home, run[i].facts, KEY_LOAD_CONCURRENCY, STR(""), loads[i]);
    }
    put(home, run[1].facts, KEY_PARTY_KIND, STR("vendor"), 0);
    put(home, run[2].facts, KEY_PARTY_KIND, STR("laboratory"), 0);
    machine.run = run;
    system.machine = &machine;
    system.machine_count = 1;
    struct case_file file = { .system = &system, .system_count = 1, .facts = facts_new(home) };
    struct judging judging = { .home = home,
                               .instances = ARENA_MANY(home, KEY_COUNT, struct instances),
                               .case_file = &file,
                               .system = { &system, &system },
                               .member = member,
                               .member_count = RUNS };
    members_settled(&judging);
    assert_null(member_any(&judging, &judging.member[0], KEY_PARTY_KIND));
    assert_null(member_fact(&judging, &judging.member[0], KEY_PARTY_KIND, STR("")));
    is(member_any(&judging, &judging.member[1], KEY_PARTY_KIND), "vendor");
    is(member_fact(&judging, &judging.member[1], KEY_PARTY_KIND, STR("")), "vendor");
    assert_ptr_equal(judging.first[SIDE_A], &judging.member[0]);

    struct load_point point[] = { { .load = 8 }, { .load = 32 } };
    const struct saturation swept = { .system = &system,
                                      .point = point,
                                      .count = ARRAY_COUNT(point),
                                      .good = &point[1],
                                      .load_key = KEY_LOAD_CONCURRENCY };
    members_at_points(&judging, &swept, 1);
    assert_int_equal(judging.member_count, 2);
    assert_int_equal(judging.sweep_count, RUNS);
    assert_ptr_equal(judging.first[SIDE_A], &judging.member[0]);
    is(member_any(&judging, &judging.member[0], KEY_PARTY_KIND), "vendor");
    is(member_fact(&judging, &judging.member[0], KEY_PARTY_KIND, STR("")), "vendor");
    is(member_any(&judging, &judging.member[1], KEY_PARTY_KIND), "laboratory");
    is(member_fact(&judging, &judging.member[1], KEY_PARTY_KIND, STR("")), "laboratory");
    /* A run of the sweep that is not compared is asked itself. */
    assert_null(member_any(&judging, &judging.sweep[0], KEY_PARTY_KIND));
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(fewer_members_answer_for_themselves) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
