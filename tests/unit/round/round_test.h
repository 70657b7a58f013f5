/* round_test.h - shared by the tests of round: CMocka, and an arena for each test. */
#ifndef ROUND_TEST_H
#define ROUND_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
