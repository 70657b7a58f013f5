/* Expected sums, products and quotients were made with Python's decimal module at 120 digits. */
#include "base/decimal.h"
#include "base_test.h"

#include <math.h>

static struct decimal number(const char *text)
{
    struct decimal out;
    assert_true(decimal_read(str_from(text), &out));
    return out;
}

static void is(struct decimal a, const char *text)
{
    assert_false(a.bad);
    assert_str(decimal_text(home, a), text);
}

static void reading(void **state)
{
    (void)state;
    static const char *const good[] = {
        "0", "0.00", "41200.00", "-3.5", "007.10", "1234", "0.5", "123456789012345678901234567890"
    };
    static const char *const shown[] = {
        "0", "0.00", "41200.00", "-3.5", "7.10", "1234", "0.5", "123456789012345678901234567890"
    };
    static const char *const wrong[] = { "",      "-",     ".5",
                                         "5.",    "1e3",   "+1",
                                         "1,000", " 1",    "1 ",
                                         "1..2",  "1.2.3", "0x10",
                                         "nan",   "--1",   "1234567890123456789012345678901" };
    for (size_t i = 0; i < ARRAY_COUNT(good); i++)
        is(number(good[i]), shown[i]);
    is(number("-0.0"), "0.0");
    for (size_t i = 0; i < ARRAY_COUNT(wrong); i++) {
        struct decimal out;
        assert_false(decimal_read(str_from(wrong[i]), &out));
        assert_true(out.bad);
    }
    is(decimal_of(INT64_MIN), "-9223372036854775808");
}

static void arithmetic(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        int places;
        const char *sum, *product, *quotient;
    } rows[] = {
        { "-12404900082", "6.9", 11, "-12404900075.1", "-85593810565.8",
          "-1797811606.08695652174" },
        { "540369255074749.6", "701576.5", 7, "540369255776326.1", "379110370682950062744.40",
          "770221429.9862518" },
        { "6814977262231711.8", "9552", 18, "6814977262241263.8", "65096662808837311113.6",
          "713460768659.098806532663316583" },
        { "-8342339897.6532", "8763090.04", 3, "-8333576807.6132", "-73104675667419376.294128",
          "-951.986" },
        { "-6182.556", "0.0074", 16, "-6182.5486", "-45.7509144", "-835480.5405405405405405" },
        { "9097636387069.50154", "7.29071", 19, "9097636387076.79225", "66328228583571.4855726934",
          "1247839563920.3179854911250070295" },
        { "-145940483291609.5", "0.000000005", 21, "-145940483291609.499999995",
          "-729702.4164580475", "-29188096658321900000000.000000000000000000000" },
        { "393087887654.8080", "0.757", 12, "393087887655.5650", "297567530954.6896560",
          "519270657403.973579920740" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct decimal a = number(rows[i].a), b = number(rows[i].b);
        is(decimal_add(a, b), rows[i].sum);
        is(decimal_multiply(a, b), rows[i].product);
        is(decimal_divide(a, b, rows[i].places), rows[i].quotient);
        assert_int_equal(decimal_order(decimal_subtract(number(rows[i].sum), b), a), 0);
    }
}

static void rounding(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int places;
        const char *rounded, *ceiling;
    } rows[] = {
        { "0.125", 2, "0.12", "1" },   { "0.375", 2, "0.38", "1" },
        { "-0.125", 2, "-0.12", "0" }, { "2.5", 0, "2", "3" },
        { "3.5", 0, "4", "4" },        { "-2.5", 0, "-2", "-2" },
        { "7", 3, "7.000", "7" },      { "0.12500001", 2, "0.13", "1" },
        { "-0.4", 0, "0", "0" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        is(decimal_round(number(rows[i].text), rows[i].places), rows[i].rounded);
        is(decimal_ceiling(number(rows[i].text)), rows[i].ceiling);
    }
}

static void roots(void **state)
{
    (void)state;
    is(decimal_root(number("2"), 30), "1.414213562373095048801688724209");
    is(decimal_root(number("1234567.89"), 12), "1111.111106055555");
    is(decimal_root(number("0.0000016"), 10), "0.0012649110");
    is(decimal_root(number("0"), 4), "0.0000");
    is(decimal_root(number("152399025"), 2), "12345.00");
    is(decimal_root(number("99999999999999999999.99"), 6), "9999999999.999999");
    assert_true(decimal_root(number("-1"), 4).bad);
}

/* What binary fractions get wrong. */
static void sums_of_cents(void **state)
{
    (void)state;
    struct decimal sum = decimal_of(0), cent = number("0.10");
    for (int i = 0; i < 1000; i++)
        sum = decimal_add(sum, cent);
    is(sum, "100.00");
    is(decimal_multiply(number("1.15"), decimal_of(100)), "115.00");
    assert_true(fabs(decimal_real(home, number("-0.1")) + 0.1) < 1e-17);
}

/* What does not fit is bad, and stays so. */
static void bounds(void **state)
{
    (void)state;
    struct decimal large = number("123456789012345678901234567890");
    struct decimal square = decimal_multiply(large, large);
    struct decimal cube = decimal_multiply(square, large);
    assert_false(cube.bad);
    assert_true(decimal_multiply(cube, large).bad);
    assert_true(decimal_add(decimal_multiply(cube, large), decimal_of(1)).bad);
    assert_true(decimal_divide(decimal_of(1), decimal_of(0), 2).bad);
    assert_true(decimal_divide(decimal_of(1), decimal_of(3), 61).bad);
    assert_true(decimal_round(cube, 60).bad);
    assert_true(decimal_ceiling(decimal_divide(decimal_of(1), decimal_of(0), 2)).bad);
    assert_true(decimal_is_zero(decimal_subtract(large, large)));
    assert_false(decimal_is_zero(decimal_divide(decimal_of(1), decimal_of(0), 2)));
}

/* Pairs at which the guess of a digit is one too high, or the largest: of random ones, one in two
 * thousand million. Quotients by Python's whole numbers. */
static void digits_guessed_too_high(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        { "39614081257132168796771975171", "9903520314283042199192993793", "4" },
        { "39614081275578912861891592192", "9223372041149743103", "4294967296" },
        { "39614081257132168796771975168", "9903520314283042199192993793", "4" },
        { "39614081266355540829331783680", "9223372036854775809", "4294967297" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        is(decimal_divide(number(rows[i][0]), number(rows[i][1]), 0), rows[i][2]);
}

/* Any numbers, many of them of limbs at their bounds: the product differs by half of the divisor at
 * most. */
static void division_is_undone(void **state)
{
    (void)state;
    static const uint32_t edge[] = { 0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff };
    uint64_t draw = 20261130;
    for (int i = 0; i < 20000; i++) {
        struct decimal number[2];
        memset(number, 0, sizeof number);
        for (size_t k = 0; k < 2; k++) {
            draw = draw * 6364136223846793005U + 1442695040888963407U;
            size_t limbs = 1 + (size_t)(draw >> 40) % (k == 0 ? 10 : 6);
            for (size_t j = 0; j < limbs; j++) {
                draw = draw * 6364136223846793005U + 1442695040888963407U;
                size_t which = (size_t)(draw >> 58);
                number[k].limb[j] =
                    which < ARRAY_COUNT(edge) * 6 ? edge[which / 6] : (uint32_t)(draw >> 20);
            }
        }
        if (decimal_is_zero(number[1]))
            continue;
        struct decimal quotient = decimal_divide(number[0], number[1], 0);
        struct decimal apart = decimal_subtract(number[0], decimal_multiply(quotient, number[1]));
        apart.minus = false;
        assert_false(apart.bad);
        assert_true(decimal_order(decimal_add(apart, apart), number[1]) <= 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(reading),
        CASE(arithmetic),
        CASE(rounding),
        CASE(roots),
        CASE(sums_of_cents),
        CASE(bounds),
        CASE(digits_guessed_too_high),
        CASE(division_is_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
