/* home.h - for tests of adapters: an arena for all tests of a file. */
#ifndef TESTS_INGEST_HOME_H
#define TESTS_INGEST_HOME_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
/* cmocka.h needs the four above before it */
#include <cmocka.h>

#include "adapter_run.h"

static struct arena *home;

static int set_up(void **state)
{
    (void)state;
    home = arena_new((size_t)1 << 32);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(home);
    return 0;
}

#endif
