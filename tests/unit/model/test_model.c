/* test_model.c - lists, facts, what a run sees, numbering. */
#include "model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void lists_are_found(void **state)
{
    (void)state;
    enum key key;
    enum unit unit;
    enum layer layer;
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const struct vocabulary_row *row = vocabulary_row((enum key)i);
        assert_true(vocabulary_find(str_from(row->name), &key));
        assert_int_equal(key, i);
        assert_true(row->title[0] != '\0');
        assert_true(row->likeness != LIKENESS_WITHIN || vocabulary_tolerance((enum key)i) > 0);
        assert_true(row->likeness == LIKENESS_WITHIN || vocabulary_tolerance((enum key)i) <= 0);
    }
    assert_false(vocabulary_find(STR("driver"), &key));
    for (size_t i = LAYER_NONE + 1; i < LAYER_COUNT; i++) {
        assert_true(layer_find(str_from(layer_row((enum layer)i)->name), &layer));
        assert_int_equal(layer, i);
    }
    assert_false(layer_find(STR(""), &layer));
    for (size_t i = 0; i < UNIT_COUNT_OF_UNITS; i++) {
        const struct unit_row *row = unit_row((enum unit)i);
        assert_int_equal(unit_row(row->base)->base, row->base);
        if (row->symbol[0]) {
            assert_true(unit_find(str_from(row->symbol), &unit));
            assert_int_equal(unit, i);
        }
        /* Of two that are written alike the first of the list. */
        size_t first = 0;
        while (strcmp(row->title, unit_row((enum unit)first)->symbol) != 0 &&
               strcmp(row->title, unit_row((enum unit)first)->title) != 0)
            first++;
        assert_int_equal(unit_find(str_from(row->title), &unit), row->title[0] != '\0');
        assert_true(row->title[0] == '\0' || unit == (enum unit)first);
    }
    assert_true(unit_find(STR("tok/s"), &unit));
    assert_int_equal(unit, UNIT_TOKEN_PER_SECOND);
    assert_true(unit_find(STR("us"), &unit));
    assert_int_equal(unit, UNIT_MICROSECOND);
    assert_true(unit_find(STR("C"), &unit));
    assert_int_equal(unit, UNIT_CELSIUS);
    assert_false(unit_find(STR(""), &unit));
    assert_false(unit_find(STR("tok/sec"), &unit));
}

static struct fact fact_of(enum key key, const char *instance, enum fact_kind kind,
                           const char *text)
{
    return (struct fact){ .key = key,
                          .instance = str_from(instance),
                          .kind = kind,
                          .value = { .text = str_from(text) } };
}

static void add(struct facts *facts, enum key key, const char *instance, enum fact_kind kind,
                const char *text)
{
    struct fact fact = fact_of(key, instance, kind, text);
    facts_add(facts, &fact);
}

static bool says(const struct fact *fact, const char *text)
{
    return fact && str_eq(fact->value.text, str_from(text));
}

static void best_outranks(void **state)
{
    struct arena *home = *state;
    struct facts *facts = facts_new(home);
    struct fact placeholder = fact_of(KEY_OS_NAME, "", FACT_CAPTURED, "N/A");
    placeholder.placeholder = true;
    add(facts, KEY_OS_NAME, "", FACT_DERIVED, "computed");
    add(facts, KEY_OS_NAME, "", FACT_DECLARED, "said");
    facts_add(facts, &placeholder);
    assert_true(says(facts_best(facts, KEY_OS_NAME, STR("")), "said"));
    add(facts, KEY_OS_NAME, "", FACT_MEASURED, "seen");
    add(facts, KEY_OS_NAME, "", FACT_CAPTURED, "first");
    add(facts, KEY_OS_NAME, "", FACT_CAPTURED, "second");
    add(facts, KEY_OS_NAME, "1", FACT_CAPTURED, "other instance");
    assert_true(says(facts_best(facts, KEY_OS_NAME, STR("")), "first"));
    assert_null(facts_best(facts, KEY_OS_VERSION, STR("")));
    assert_null(facts_best(facts, KEY_OS_NAME, STR("2")));
    assert_int_equal(facts_count(facts), 7);
    static const char *const order[] = { "computed", "said", "N/A", "seen", "first", "second" };
    const struct fact *fact = NULL;
    for (size_t i = 0; i < ARRAY_COUNT(order); i++) {
        fact = facts_next(facts, KEY_OS_NAME, STR(""), fact);
        assert_true(says(fact, order[i]));
    }
    assert_null(facts_next(facts, KEY_OS_NAME, STR(""), fact));
}

static void instances_in_byte_order(void **state)
{
    struct arena *home = *state;
    struct facts *facts = facts_new(home);
    static const char *const given[] = { "torch", "numpy", "", "torch", "zlib" };
    static const char *const sorted[] = { "", "numpy", "torch", "zlib" };
    for (size_t i = 0; i < ARRAY_COUNT(given); i++)
        add(facts, KEY_PACKAGE_VERSION, given[i], FACT_CAPTURED, "1");
    for (size_t i = 0; i < 100; i++) /* past the first room */
        add(facts, KEY_OS_ENVIRONMENT, "X", FACT_CAPTURED, "1");
    struct str instance = { 0 };
    size_t found = 0;
    while (facts_instance(facts, KEY_PACKAGE_VERSION, instance, found == 0, &instance)) {
        assert_true(found < ARRAY_COUNT(sorted));
        assert_true(str_eq(instance, str_from(sorted[found])));
        found++;
    }
    assert_int_equal(found, ARRAY_COUNT(sorted));
}

struct heard {
    char text[64];
    size_t len;
};

static void hear(void *self, const struct fact *fact)
{
    struct heard *heard = self;
    heard->text[heard->len++] = fact->value.text.at[0];
}

static void run_sees_kind_before_scope(void **state)
{
    struct arena *home = *state;
    struct system system = { .facts = facts_new(home) };
    struct machine machine = { .system = &system, .facts = facts_new(home) };
    struct run run = { .machine = &machine, .facts = facts_new(home) };
    struct case_file case_file = { .facts = facts_new(home) };
    add(case_file.facts, KEY_DRIVER_VERSION, "", FACT_DECLARED, "case");
    assert_true(says(run_fact(&case_file, &run, KEY_DRIVER_VERSION, STR("")), "case"));
    add(system.facts, KEY_DRIVER_VERSION, "", FACT_DECLARED, "system");
    assert_true(says(run_fact(&case_file, &run, KEY_DRIVER_VERSION, STR("")), "system"));
    add(run.facts, KEY_DRIVER_VERSION, "", FACT_DECLARED, "run");
    add(machine.facts, KEY_DRIVER_VERSION, "", FACT_CAPTURED, "machine");
    add(run.facts, KEY_DRIVER_VERSION, "", FACT_DERIVED, "derived");
    assert_true(says(run_fact(&case_file, &run, KEY_DRIVER_VERSION, STR("")), "machine"));
    struct heard heard = { 0 };
    run_facts(&case_file, &run, KEY_DRIVER_VERSION, STR(""), hear, &heard);
    assert_string_equal(heard.text, "rmsc");
}

static void numbers_follow_scope_then_row(void **state)
{
    (void)state;
    struct system system[2] = { { .index = 0 }, { .index = 1 } };
    struct machine machine[2] = { { .system = &system[0] }, { .system = &system[1] } };
    struct run run[2] = { { .machine = &machine[0] }, { .machine = &machine[0] } };
    machine[0].run = run;
    struct fact derived[2] = { fact_of(KEY_RATIO_VALUE, "", FACT_DERIVED, ""),
                               fact_of(KEY_STEADY_START, "", FACT_DERIVED, "") };
    struct fact in_case = fact_of(KEY_CASE_ID, "", FACT_DECLARED, "");
    struct fact in_system = fact_of(KEY_SYSTEM_LABEL, "", FACT_DECLARED, "");
    struct fact in_machine = fact_of(KEY_OS_NAME, "", FACT_CAPTURED, "");
    struct fact in_run = fact_of(KEY_WALL_TIME, "", FACT_MEASURED, "");
    struct fact late = in_run, other_kind = in_run, other_instance = in_run,
                later_system = in_system;
    in_system.system = &system[0];
    later_system.system = &system[1];
    in_machine.machine = &machine[0];
    in_run.run = &run[0];
    late.run = &run[1];
    other_kind.run = &run[0];
    other_kind.kind = FACT_DECLARED;
    other_instance.run = &run[0];
    other_instance.instance = STR("1");
    in_run.source.from.offset = 10;
    struct fact earlier_byte = in_run;
    earlier_byte.source.from.offset = 9;
    struct fact *expected[] = { &in_case,      &in_system,  &in_machine,     &earlier_byte,
                                &in_run,       &other_kind, &other_instance, &late,
                                &later_system, &derived[0], &derived[1] };
    enum { ALL = ARRAY_COUNT(expected) };
    static const size_t shuffled[ALL] = { 9, 4, 8, 0, 10, 7, 3, 2, 6, 1, 5 };
    struct fact *fact[ALL];
    for (size_t i = 0; i < ALL; i++)
        fact[i] = expected[shuffled[i]];
    facts_number(fact, ALL);
    for (size_t i = 0; i < ALL; i++) {
        assert_ptr_equal(fact[i], expected[i]);
        assert_int_equal(fact[i]->number, i + 1);
    }
}

static void verdicts_and_licences(void **state)
{
    (void)state;
    static const struct {
        enum verdict verdict;
        int exit;
        bool licence;
    } rows[] = { { VERDICT_COMPARABLE, 0, true },
                 { VERDICT_STATED, 0, true },
                 { VERDICT_INCOMPLETE, 2, false },
                 { VERDICT_NOT, 1, false } };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct comparison comparison = { .verdict = rows[i].verdict };
        assert_int_equal(verdict_row(rows[i].verdict)->exit, rows[i].exit);
        assert_int_equal(comparison_licenses(&comparison), rows[i].licence);
    }
    static const struct claim claims[] = { { .id = { "answer.A-B", 10 } },
                                           { .id = { "window.A-B", 10 } } };
    struct report_model model = { .claim = claims, .claim_count = 2 };
    assert_ptr_equal(claim_find(&model, STR("window.A-B")), &claims[1]);
    assert_null(claim_find(&model, STR("window.A-C")));
}

static int setup(void **state)
{
    *state = arena_new(1 << 24);
    return 0;
}

static int teardown(void **state)
{
    arena_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_found),
        cmocka_unit_test_setup_teardown(best_outranks, setup, teardown),
        cmocka_unit_test_setup_teardown(instances_in_byte_order, setup, teardown),
        cmocka_unit_test_setup_teardown(run_sees_kind_before_scope, setup, teardown),
        cmocka_unit_test(numbers_follow_scope_then_row),
        cmocka_unit_test(verdicts_and_licences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
