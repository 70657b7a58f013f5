/* Expected texts of doubles were made with Python's decimal module and repr, whose conversions are
 * its own. */
#include "base/num.h"
#include "base_test.h"

#include <float.h>
#include <glib.h>
#include <locale.h>
#include <math.h>

static void checked_sizes(void **state)
{
    (void)state;
    size_t out = 7;
    assert_true(num_add(SIZE_MAX - 1, 1, &out) && out == SIZE_MAX);
    assert_false(num_add(SIZE_MAX, 1, &out));
    assert_true(out == SIZE_MAX);
    assert_true(num_mul(SIZE_MAX / 3, 3, &out) && out == SIZE_MAX / 3 * 3);
    assert_false(num_mul(SIZE_MAX / 2, 3, &out));
}

static void integers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } table[] = {
        { "0", true, 0 },
        { "-0", true, 0 },
        { "007", true, 7 },
        { "-42", true, -42 },
        { "9223372036854775807", true, INT64_MAX },
        { "-9223372036854775808", true, INT64_MIN },
        { "9223372036854775808", false, 0 },
        { "-9223372036854775809", false, 0 },
        { "99999999999999999999999", false, 0 },
        { "", false, 0 },
        { "-", false, 0 },
        { "+1", false, 0 },
        { " 1", false, 0 },
        { "1 ", false, 0 },
        { "1.0", false, 0 },
        { "1e3", false, 0 },
        { "0x10", false, 0 },
        { "1_000", false, 0 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        int64_t value = -1;
        assert_int_equal(num_int(str_from(table[i].text), &value), table[i].good);
        assert_true(value == (table[i].good ? table[i].value : -1));
    }
    int64_t value;
    assert_false(num_int((struct str){ "1\0"
                                       "2",
                                       3 },
                         &value));
}

static void hexadecimals(void **state)
{
    (void)state;
    uint64_t value;
    assert_true(num_hex(STR("0xfF"), &value) && value == 255);
    assert_true(num_hex(STR("0xffffffffffffffff"), &value) && value == UINT64_MAX);
    assert_true(num_hex(STR("0x0000000000000000000001"), &value) && value == 1);
    static const char *const bad[] = { "",   "0x",   "ff",   "0xg", "0x1ffffffffffffffff",
                                       "x1", "0x 1", "-0x1", "0X1" };
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++)
        assert_false(num_hex(str_from(bad[i]), &value));
}

static void reals(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } good[] = {
        { "0", 0 },
        { "12.3400", 0x1.8ae147ae147aep+3 },
        { "1e3", 1000 },
        { "1E+3", 1000 },
        { "-2.5e-1", -0.25 },
        { "007.5", 7.5 },
        { "1e-999", 0 },
        { "1.7976931348623157e308", DBL_MAX },
        { "0.1", 0x1.999999999999ap-4 },
        { ".5", 0.5 }, /* as bc prints it */
        { "-.25", -0.25 },
        { ".1250e1", 1.25 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(good); i++) {
        double value = -77;
        assert_true(num_real(str_from(good[i].text), &value));
        assert_memory_equal(&value, &good[i].value, sizeof value);
    }
    static const char *const bad[] = { "",         "-",    "+1",   ".",   "1.",    "1.e1",   "1e",
                                       "1e+",      "0x10", "inf",  "nan", "1e999", "-1e999", "1,5",
                                       "1 ",       " 1",   "1.5f", "--1", "1e1.5", "1'000",  "NaN",
                                       "Infinity", "-.",   ".e1",  "..5" };
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++) {
        double value = 7;
        assert_false(num_real(str_from(bad[i]), &value));
        assert_true(value >= 7 && value <= 7);
    }
    double value = -77;
    assert_true(num_real(STR("-0.0"), &value) && !signbit(value));
}

/* The short way round gives the very double that strtod gives, over texts of every shape. */
static void reals_are_those_of_strtod(void **state)
{
    (void)state;
    GRand *rand = g_rand_new_with_seed(53);
    GString *text = g_string_new(NULL);
    for (int round = 0; round < 3000000; round++) {
        g_string_assign(text, g_rand_boolean(rand) ? "-" : "");
        for (int digits = g_rand_int_range(rand, 1, 22); digits > 0; digits--)
            g_string_append_c(text, (char)('0' + g_rand_int_range(rand, 0, 10)));
        if (g_rand_boolean(rand)) {
            g_string_append_c(text, '.');
            for (int digits = g_rand_int_range(rand, 1, 26); digits > 0; digits--)
                g_string_append_c(text, (char)('0' + g_rand_int_range(rand, 0, 10)));
        }
        if (g_rand_boolean(rand))
            g_string_append_printf(text, "e%d", g_rand_int_range(rand, -30, 31));
        double value = 0, right = g_ascii_strtod(text->str, NULL);
        right = right == 0 ? 0.0 : right;
        assert_true(num_real(str_from(text->str), &value));
        assert_memory_equal(&value, &right, sizeof value);
    }
    g_string_free(text, TRUE);
    g_rand_free(rand);
}

/* RFC 8259, 6, but that zeros may stand before a number, and none before its point. */
static bool is_number(const char *c)
{
    bool before = false, behind = false, pointed = false, exponent = true;
    c += *c == '-';
    for (; *c >= '0' && *c <= '9'; c++)
        before = true;
    if (*c == '.')
        for (c++, pointed = true; *c >= '0' && *c <= '9'; c++)
            behind = true;
    else
        behind = true;
    if (*c == 'e' || *c == 'E') {
        c += c[1] == '+' || c[1] == '-' ? 2 : 1;
        for (exponent = false; *c >= '0' && *c <= '9'; c++)
            exponent = true;
    }
    return (before || pointed) && behind && exponent && !*c;
}

/* Texts of every length that lie at the end of their memory, with any byte anywhere in them. */
static void what_is_no_number_is_told(void **state)
{
    (void)state;
    enum { LONGEST = 24, ROUNDS = 2000000 };
    static const char odd[] = "-.e+,/:; \x80\xb0\xb9\xff\x19\x01";
    GRand *rand = g_rand_new_with_seed(54);
    size_t good = 0;
    for (int round = 0; round < ROUNDS; round++) {
        char text[LONGEST + 1] = { 0 };
        int len = g_rand_int_range(rand, 1, LONGEST + 1);
        for (int i = 0; i < len; i++)
            text[i] = (char)('0' + g_rand_int_range(rand, 0, 10));
        for (int odds = g_rand_int_range(rand, 0, 3); odds > 0; odds--)
            text[g_rand_int_range(rand, 0, len)] =
                odd[g_rand_int_range(rand, 0, (int)sizeof odd - 1)];
        char *own = g_memdup2(text, (gsize)len);
        double value = 0, right = g_ascii_strtod(text, NULL);
        bool number = is_number(text), read = num_real((struct str){ own, (size_t)len }, &value);
        g_free(own);
        if (read != (number && isfinite(right)))
            fail_msg("\"%s\" is %s", text, read ? "read" : "not read");
        right = right == 0 ? 0.0 : right;
        if (read)
            assert_memory_equal(&value, &right, sizeof value);
        good += read;
    }
    assert_true(good > ROUNDS / 4 && good < ROUNDS);
    g_rand_free(rand);
}

static const struct {
    double value;
    int digits;
    const char *text;
} fixed[] = {
    { 0x1.0000000000000p-3, 2, "0.12" },
    { 0x1.8000000000000p-2, 2, "0.38" },
    { 0x1.0000000000000p-1, 0, "0" },
    { 0x1.8000000000000p+0, 0, "2" },
    { 0x1.4000000000000p+1, 0, "2" },
    { 0x1.0147ae147ae14p+0, 2, "1.00" },
    { 0x1.5666666666666p+1, 2, "2.67" },
    { 0x1.0f0cf064dd592p+73, 0, "10000000000000000000000" },
    { 0x1.e240c9fbe76c9p+16, 3, "123456.789" },
    { -0x1.0624dd2f1a9fcp-8, 2, "0.00" },
    { -0x1.89374bc6a7efap-8, 2, "-0.01" },
    { -0x0.0p+0, 3, "0.000" },
    { 0x1.56e1fc2f8f359p-997, 15, "0.000000000000000" },
    { 0x1.999999999999ap-4, 15, "0.100000000000000" },
    { 0x1.fffffffffffffp+1023, 0, "179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368" },
    { 0x1.0000000000000p+53, 1, "9007199254740992.0" },
    { -0x1.9000000000000p+3, 0, "-12" },
    { 0x1.8ffae147ae148p+6, 2, "100.00" },
    { 0x1.70a3d70a3d70ap-5, 2, "0.04" },
    { 0x1.5555555555555p-2, 9, "0.333333333" },
}, significant[] = {
    { 0x1.e240000000000p+16, 3, "123000" },
    { 0x1.02e4b6ce5dc68p-13, 3, "0.000123" },
    { 0x1.9e3abe16fc70dp-17, 2, "0.000012" },
    { 0x1.4b6231abfd271p-20, 2, "1.2e-06" },
    { 0x1.f3fae147ae148p+9, 4, "1000" },
    { 0x1.f3fae147ae148p+9, 3, "1000" },
    { 0x1.1c34aa6f2b000p+53, 4, "1.000e+16" },
    { 0x1.1c36d93a50c00p+53, 4, "1.000e+16" },
    { 0x1.c6bf526340000p+49, 1, "1000000000000000" },
    { 0x0.0p+0, 3, "0.00" },
    { -0x1.8000000000000p+0, 1, "-2" },
    { 0x1.4000000000000p+1, 1, "2" },
    { 0x1.4f8b588e368f1p-17, 1, "0.00001" },
    { 0x1.4f357252adccdp-17, 2, "0.000010" },
    { 0x1.249ad2594c37dp+332, 5, "1.0000e+100" },
    { 0x0.0000000000001p-1022, 3, "4.94e-324" },
    { 0x1.34a0000000000p+10, 4, "1234" },
    { 0x1.3460000000000p+10, 4, "1234" },
};

static const struct {
    double value;
    const char *text;
} shortest[] = {
    { 0x1.999999999999ap-4, "0.1" },
    { 0x1.5555555555555p-2, "0.3333333333333333" },
    { 0x1.0f0cf064dd592p+73, "1e+22" },
    { 0x1.b1ae4d6e2ef50p+69, "1e+21" },
    { 0x1.b69b4ba630f35p+56, "1.2345678901234568e+17" },
    { 0x1.c6bf526340000p+49, "1000000000000000" },
    { 0x1.1c37937e08000p+53, "1e+16" },
    { 0x0.0000000000001p-1022, "5e-324" },
    { 0x1.fffffffffffffp+1023, "1.7976931348623157e+308" },
    { -0x0.0p+0, "0" },
    { 0x1.9000000000000p+6, "100" },
    { 0x1.4f8b588e368f1p-17, "0.00001" },
    { 0x1.0c6f7a0b5ed8dp-20, "1e-06" },
    { 0x1.0000000000000p+53, "9007199254740992" },
    { 0x0.0000000000003p-1022, "1.5e-323" },
    { 0x1.3333333333333p-2, "0.3" },
    { 0x1.5555555555555p-1, "0.6666666666666666" },
    { 0x1.52d02c7e14af6p+76, "1e+23" },
    { 0x1.1de784a000000p+28, "299792458" },
    { 0x1.1666666666666p+2, "4.35" },
    { -0x1.f237594c664eep-28, "-7.25e-09" },
};

static void check_printing(void)
{
    for (size_t i = 0; i < ARRAY_COUNT(fixed); i++) {
        struct buf buf = buf_new(home, 1000);
        buf_put_real(&buf, fixed[i].value, fixed[i].digits);
        assert_str(buf_str(&buf), fixed[i].text);
    }
    for (size_t i = 0; i < ARRAY_COUNT(significant); i++) {
        struct buf buf = buf_new(home, 1000);
        buf_put_significant(&buf, significant[i].value, significant[i].digits);
        assert_str(buf_str(&buf), significant[i].text);
    }
    for (size_t i = 0; i < ARRAY_COUNT(shortest); i++) {
        struct buf buf = buf_new(home, 1000);
        buf_put_shortest(&buf, shortest[i].value);
        assert_str(buf_str(&buf), shortest[i].text);
    }
}

static void printing(void **state)
{
    (void)state;
    check_printing();
}

/* The program never sets a locale; a library in it might. */
static void no_locale_shows(void **state)
{
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
        print_message("skipped: no locale de_DE\n");
        skip();
    }
    double value;
    check_printing();
    assert_true(num_real(STR("1.5"), &value) && value >= 1.5 && value <= 1.5);
    assert_false(num_real(STR("1,5"), &value));
    (void)setlocale(LC_ALL, "C");
}

static void sums_keep_what_plain_addition_loses(void **state)
{
    (void)state;
    const double lost[] = { 1, 1e100, 1, -1e100 };
    double sum = num_sum(lost, ARRAY_COUNT(lost));
    assert_true(sum >= 2 && sum <= 2);
    double tenths[1000];
    for (size_t i = 0; i < ARRAY_COUNT(tenths); i++)
        tenths[i] = 0.1;
    sum = num_sum(tenths, ARRAY_COUNT(tenths));
    assert_true(sum >= 100 && sum <= 100);
    sum = num_sum(NULL, 0);
    assert_true(sum >= 0 && sum <= 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(checked_sizes),
        CASE(integers),
        CASE(hexadecimals),
        CASE(reals_are_those_of_strtod),
        CASE(what_is_no_number_is_told),
        CASE(reals),
        CASE(printing),
        CASE(no_locale_shows),
        CASE(sums_keep_what_plain_addition_loses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
