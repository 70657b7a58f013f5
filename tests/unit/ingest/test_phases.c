/* test_phases.c - rows that do equal work have one number, and no others. */
#include "phases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* Names of kernels are longer than any limit that one would set, and differ at their ends. */
static void phases_are_told_apart_whole(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 30);
    enum { LONG = 100000 };
    struct phases phases;
    char *text[2];
    phases_init(&phases, home);
    for (size_t i = 0; i < 2; i++) {
        text[i] = ARENA_MANY(home, LONG, char);
        memset(text[i], 'k', LONG);
    }
    text[1][LONG - 1] = 'l';
    const struct {
        struct str part[2];
        uint32_t number;
    } tuples[] = {
        { { { text[0], LONG }, STR("a") }, 0 },
        { { { text[1], LONG }, STR("a") }, 1 },
        { { { text[0], LONG }, STR("a") }, 0 },
        { { { text[0], 255 }, STR("a") }, 2 },
        { { { text[0], 256 }, STR("a") }, 3 },
        { { STR("a\x1F"
                "b"),
            STR("c") },
          4 },
        { { STR("a"), STR("b\x1F"
                          "c") },
          5 },
        { { STR("a\x1E_b"), STR("c") }, 6 },
        { { STR("a\x1F"
                "b"),
            STR("c") },
          4 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(tuples); i++) {
        struct cell cell[2] = { { .text = tuples[i].part[0], .form = CELL_TEXT },
                                { .text = tuples[i].part[1], .form = CELL_TEXT } };
        const struct cell *const both[] = { &cell[0], &cell[1] };
        assert_int_equal(phases_put(&phases, both, 2), tuples[i].number);
    }
    const uint32_t *rank = phases_rank(&phases);
    assert_true(rank[0] < rank[1] && rank[4] != rank[5]);
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(phases_are_told_apart_whole) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
