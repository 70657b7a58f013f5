/* base_test.h - what the unit tests of base share: an arena and diagnostics for each test. */
#ifndef BASE_TEST_H
#define BASE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above before it */
#include <cmocka.h>

#include "base/diag.h"

#include <stdio.h>
#include <string.h>

static struct arena *home;
static struct diags *diags;

static int begin(void **state)
{
    (void)state;
    home = arena_new((size_t)1 << 30);
    diags = diags_new(home);
    return 0;
}

static int end(void **state)
{
    (void)state;
    arena_free(home);
    return 0;
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, begin, end)

/* Compares bytes and shows both when they differ. */
#define assert_str(have, want) assert_str_at((have), (want), __FILE__, __LINE__)
static inline void assert_str_at(struct str have, const char *want, const char *file, int line)
{
    if (!str_eq(have, str_from(want))) {
        print_error("have: %.*s\nwant: %s\n", STR_ARG(have), want);
        _fail(file, line);
    }
}

/* The stable names of all diagnostics, separated by blanks. */
static inline struct str diag_names(void)
{
    struct buf names = buf_new(home, 1 << 16);
    for (const struct diag *diag = diags_first(diags); diag; diag = diag->next)
        buf_putf(&names, "%s%s", names.len ? " " : "", diag_row(diag->id)->id);
    return buf_str(&names);
}

#endif
