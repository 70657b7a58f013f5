/* test_collisions.c - two names with one hash are two names: "Ez" and "FY" are alike to a hash that
 * multiplies by 33 (69 * 33 + 122 = 70 * 33 + 89), and are not one kernel nor one run. */
#include "reading.h"
#include "run_names.h"
#include "timeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void the_names_do_collide(void **state)
{
    (void)state;
    assert_int_equal(str_hash(STR("Ez")), str_hash(STR("FY")));
}

static void runs_keep_their_short_names(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 22);
    const struct selector whole = { .system = 0 };
    const struct bundle bundle[] = {
        { .path = STR("a/Ez"), .role = BUNDLE_RUNS, .selector = &whole },
        { .path = STR("b/FY"), .role = BUNDLE_RUNS, .selector = &whole },
        { .path = STR("a/r"), .role = BUNDLE_RUNS, .selector = &whole },
        { .path = STR("b/r"), .role = BUNDLE_RUNS, .selector = &whole },
    };
    static const char *const expected[] = { "Ez", "FY", "a/r", "b/r" };
    const struct str *name = run_names(home, home, bundle, ARRAY_COUNT(bundle));
    for (size_t i = 0; i < ARRAY_COUNT(expected); i++)
        if (!str_eq(name[i], str_from(expected[i])))
            fail_msg("%.*s, not %s", STR_ARG(name[i]), expected[i]);
    arena_free(home);
}

static void kernels_are_counted_apart(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 22);
    struct reading reading = { .home = home };
    struct timeline *timeline = timeline_new(&reading);
    struct kernel_name *first = timeline_kernel(timeline, STR("Ez"));
    assert_ptr_not_equal(timeline_kernel(timeline, STR("FY")), first);
    assert_ptr_equal(timeline_kernel(timeline, STR("Ez")), first);
    assert_ptr_not_equal(timeline_thread(timeline, STR("Ez")),
                         timeline_thread(timeline, STR("FY")));
    assert_ptr_equal(timeline_thread(timeline, STR("Ez")), timeline_thread(timeline, STR("Ez")));
    timeline_free(timeline);
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_names_do_collide),
        cmocka_unit_test(runs_keep_their_short_names),
        cmocka_unit_test(kernels_are_counted_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
