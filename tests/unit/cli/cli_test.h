/* cli_test.h - an arena and diagnostics for each test of cli. */
#ifndef CLI_TEST_H
#define CLI_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/diag.h"
#include "base/text.h"

static struct arena *home;
static struct diags *diags;

static inline int begin(void **state)
{
    (void)state;
    home = arena_new((size_t)64 << 20);
    diags = diags_new(home);
    return 0;
}
static inline int end(void **state)
{
    (void)state;
    arena_free(home);
    return 0;
}
#define CASE(test) cmocka_unit_test_setup_teardown(test, begin, end)

static inline void assert_str(struct str got, const char *wanted)
{
    if (!str_eq(got, str_from(wanted)))
        fail_msg("wanted \"%s\", got \"%.*s\"", wanted, STR_ARG(got));
}

#endif
