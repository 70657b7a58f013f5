/* test_gate.c - what a gate makes of an interval that ends exactly at its limit, and which limits
 * it takes. The answers are those of docs/compare.md: excluded where the whole interval lies inside
 * the limit, shown where the whole of it lies beyond, open else. */
#include "cli_test.h"

#include "compare_gate.h"

enum { INSIDE, BEYOND, OPEN };

static void the_ends_of_an_interval(void **state)
{
    (void)state;
    static const struct {
        enum gate_way way;
        bool lower; /* less is better */
        double low, high;
        int answer;
    } rows[] = {
        /* of a rate a fall is a loss */
        { GATE_SLOWER, false, -2, 1, INSIDE },
        { GATE_SLOWER, false, -2.01, 1, OPEN },
        { GATE_SLOWER, false, -4, -2, OPEN }, /* its end at the limit lies not beyond */
        { GATE_SLOWER, false, -4, -2.01, BEYOND },
        { GATE_SLOWER, false, 3, 9, INSIDE },
        { GATE_FASTER, false, 2, 4, OPEN },
        { GATE_FASTER, false, 2.01, 4, BEYOND },
        { GATE_FASTER, false, -9, 2, INSIDE },
        { GATE_FASTER, false, -9, 2.01, OPEN },
        /* of a time a rise */
        { GATE_SLOWER, true, -1, 2, INSIDE },
        { GATE_SLOWER, true, -1, 2.01, OPEN },
        { GATE_SLOWER, true, 2, 4, OPEN },
        { GATE_SLOWER, true, 2.01, 4, BEYOND },
        { GATE_FASTER, true, -4, -2, OPEN },
        { GATE_FASTER, true, -4, -2.01, BEYOND },
        { GATE_FASTER, true, -2, 9, INSIDE },
        /* either way */
        { GATE_CHANGED, false, -2, 2, INSIDE },
        { GATE_CHANGED, true, -2.01, 2, OPEN },
        { GATE_CHANGED, true, -2, 2.01, OPEN },
        { GATE_CHANGED, false, 2, 4, OPEN },
        { GATE_CHANGED, false, 2.01, 4, BEYOND },
        { GATE_CHANGED, true, -4, -2, OPEN },
        { GATE_CHANGED, true, -4, -2.01, BEYOND },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct gate gate = { .asked = true, .way = rows[i].way, .beyond = 2 };
        int answer = gate_judge(&gate, rows[i].low, rows[i].high, rows[i].lower);
        if (answer != rows[i].answer)
            fail_msg("row %zu: %d, not %d", i, answer, rows[i].answer);
    }
}

static void limits_of_a_gate(void **state)
{
    (void)state;
    static const struct {
        const char *text, *other;
        double beyond;
        int incomparable;
        bool taken;
    } rows[] = {
        { "slower:2%", NULL, 2, 2, true },
        { "faster:0%", NULL, 0, 2, true },
        { "changed: 2.5 %", "0", 2.5, 0, true },
        { "slower:1000%", "1", 1000, 1, true },
        { "slower:1000.1%", NULL, 0, 0, false },
        { "slower:-1%", NULL, 0, 0, false },
        { "slower:2", NULL, 0, 0, false },
        { "slower:%", NULL, 0, 0, false },
        { "slow:2%", NULL, 0, 0, false },
        { "slower:2%", "2", 2, 2, true },
        { "slower:2%", "3", 0, 0, false },
        { "slower:2%", "00", 0, 0, false },
        { NULL, NULL, 0, 2, true },
        { NULL, "0", 0, 0, false },
    };
    static const struct verb verb = { .name = "compare" };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct request request = { .verb = &verb, .home = home, .diags = diags };
        struct gate gate;
        request.options.gate = rows[i].text;
        request.options.gate_incomparable = rows[i].other;
        bool taken = gate_read(&request, &gate);
        if (taken != rows[i].taken)
            fail_msg("row %zu is %staken", i, taken ? "" : "not ");
        if (!taken)
            continue;
        assert_int_equal(gate.asked, rows[i].text != NULL);
        assert_int_equal((int)(gate.beyond * 10), (int)(rows[i].beyond * 10));
        assert_int_equal(gate.incomparable, rows[i].incomparable);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(the_ends_of_an_interval),
        CASE(limits_of_a_gate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
