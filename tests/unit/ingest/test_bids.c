/* test_bids.c - which of several formats reads a file. */
#include "file_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_text(struct str text, const char *expected)
{
    if (!str_eq(text, str_from(expected)))
        fail_msg("\"%.*s\" is not \"%s\"", STR_ARG(text), expected);
}

static struct str said_of(struct arena *home, const struct diags *diags)
{
    struct buf buf = buf_new(home, 1 << 20);
    diags_put_text(diags, &buf);
    return buf_str(&buf);
}

static int bid_seventy(const struct sniff *sniff)
{
    return str_ends(sniff->name, STR(".x")) ? 70 : 0;
}

static int bid_hundred(const struct sniff *sniff)
{
    return str_starts(sniff->head, STR("signed")) ? 100 : 0;
}

static const struct adapter *three(size_t index)
{
    static const struct adapter adapters[] = {
        { .name = "first", .bid = bid_seventy },
        { .name = "second", .bid = bid_seventy },
        { .name = "third", .bid = bid_hundred },
    };
    return index < ARRAY_COUNT(adapters) ? &adapters[index] : NULL;
}

static void equal_best_bids_are_an_error(void **state)
{
    struct diags *diags = diags_new(*state);
    struct evidence evidence = { .name = STR("a.x") };
    struct reading reading = { .evidence = &evidence, .bytes = STR("plain"), .diags = diags };
    assert_null(format_among(&reading, three));
    assert_text(said_of(*state, diags), "a.x: input: two formats claim this file: first and "
                                        "second; report the file: formats must not overlap\n");
    reading.bytes = STR("signed");
    assert_text(str_from(format_among(&reading, three)->name), "third");
    evidence.name = STR("a.y");
    reading.bytes = STR("plain");
    assert_null(format_among(&reading, three));
    assert_int_equal(diags_count(diags, LEVEL_NOTE), 1);
}

static int setup(void **state)
{
    *state = arena_new((size_t)1 << 32);
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
        cmocka_unit_test_setup_teardown(equal_best_bids_are_an_error, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
