/* test_torch_event.c - microseconds as a trace writes them, to whole nanoseconds: with digits
 * behind a point, with an exponent, up to where a time is none. */
#include "torch_event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void microseconds_to_nanoseconds(void **state)
{
    static const struct {
        const char *text;
        int64_t ns; /* -1: none */
    } rows[] = {
        { "0", 0 },
        { "12", 12000 },
        { "12.5", 12500 },
        { "12.345678", 12345 },
        { "1764595200000000.123", 1764595200000000123 },
        { "-12.5", -12500 },
        { "1.5e3", 1500000 }, /* Python writes small and large numbers so */
        { "2.5E+2", 250000 },
        { "5e-01", 500 },
        { "1.5e-05", 0 },
        { "1.5e-02", 15 },
        { "2305843009213693", 2305843009213693000 }, /* 2^61 ns is 2,305,843,009,213,693.952 us */
        { "2305843009213694", -1 },
        { "2305843009213694.5", -1 },
        { "1e17", -1 },
        { "1.5e", -1 },
        { "12.", -1 },
        { "x", -1 },
        { "", -1 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        int64_t ns = 0;
        if (!nanoseconds(str_from(rows[i].text), &ns))
            ns = -1;
        if (ns != rows[i].ns)
            fail_msg("%s: %lld, not %lld", rows[i].text, (long long)ns, (long long)rows[i].ns);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(microseconds_to_nanoseconds) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
