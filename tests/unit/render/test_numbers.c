/* test_numbers.c - how numbers, days and letters of sources are written in the languages of a
 * report. */
#include "fixture.h"

#include "base/json.h"
#include "base/num.h"
#include "build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Written by hand after DIN 5008. */
static void test_german_numbers(void **state)
{
    (void)state;
    static const struct {
        enum fact_kind kind;
        enum key key;
        const char *in, *out;
        bool number;
    } rows[] = {
        { FACT_DERIVED, KEY_RATIO_VALUE, "1234567.89", "1\u202f234\u202f567,89", true },
        { FACT_DERIVED, KEY_CHANGE_VALUE, "-0.5", "\u22120,5", true },
        { FACT_DERIVED, KEY_MONTH_TOTAL, "EUR 6279.14", "6.279,14\u202fEUR", true },
        { FACT_DERIVED, KEY_PER_MONEY, "31.888 million tokens per EUR",
          "31,888\u00a0Mio. Tokens je EUR", true },
        { FACT_DERIVED, KEY_BOUND_RESULT, "not met", "nicht erfüllt", false },
        { FACT_DERIVED, KEY_OPTION_UNTIL, "2028-05", "05/2028", true },
        { FACT_DERIVED, KEY_RUN_START_UTC, "2026-11-27T22:48:22Z", "27.11.2026, 22:48:22 UTC",
          false },
        { FACT_DERIVED, KEY_SYSTEM_ID, "load", "load", false }, /* a name */
        { FACT_DECLARED, KEY_PRICE_AMOUNT, "28450.00", "28.450,00", false },
        { FACT_DECLARED, KEY_TOKENS_PRICE, "0.04", "0,04", false },
        { FACT_DECLARED, KEY_TOKENS_RATIO, "3.5", "3,5", false },
        { FACT_DECLARED, KEY_LINE_AMOUNT, "12000.00", "12.000,00", false },
        { FACT_DECLARED, KEY_PRICE_DOCUMENT, "28450.00", "28450.00", false },
        { FACT_DECLARED, KEY_DEMAND_PEAK, "52000 tokens/s", "52\u202f000\u202fTokens/s", true },
        { FACT_DECLARED, KEY_PARTY_KIND, "buyer", "Käufer", false },
        { FACT_DECLARED, KEY_PRICE_VALID_UNTIL, "2026-12-31", "31.12.2026", false },
        { FACT_CAPTURED, KEY_ACCELERATOR_NAME, "2026-12-31", "2026-12-31", false },
        { FACT_CAPTURED, KEY_DRIVER_VERSION, "580.159", "580.159", true },
        { FACT_CAPTURED, KEY_OS_NAME, "buyer", "buyer", false },
    };
    struct arena *home = arena_new((size_t)1 << 31);
    struct skin skin = *fixture_skin(home);
    assert_true(skin_open(home, &skin, STR("de"), diags_new(home)));
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct fact fact = { .kind = rows[i].kind,
                             .key = rows[i].key,
                             .value = { .text = str_from(rows[i].in), .number = rows[i].number } };
        struct str out = fact_shown(home, &skin, &fact);
        assert_string_equal(str_c(home, out), rows[i].out);
        /* as the evidence wrote it */
        const struct skin *written = form_skin(&skin, &fact, FORM_WRITTEN);
        assert_true(rows[i].kind == FACT_DERIVED ||
                    str_eq(fact_shown(home, written, &fact), fact.value.text));
    }
    arena_free(home);
}

/* Figures that stand beside each other are written alike; what a tool wrote stays as it wrote it.
 */
static void test_english_numbers(void **state)
{
    (void)state;
    static const struct {
        enum fact_kind kind;
        enum key key;
        const char *in, *out;
        bool number;
    } rows[] = {
        { FACT_DERIVED, KEY_DEMAND_AT, "59800", "59,800", true },
        { FACT_DECLARED, KEY_DEMAND_PEAK, "52000 tokens/s", "52,000\u202ftokens/s", true },
        { FACT_DECLARED, KEY_PRICE_AMOUNT, "28450.00", "28,450.00", false },
        { FACT_DECLARED, KEY_LINE_AMOUNT, "12000.00", "12,000.00", false },
        { FACT_DECLARED, KEY_OBJECTIVE_LIMIT, "6000 tokens/s", "6,000\u202ftokens/s", true },
        { FACT_DECLARED, KEY_PRICE_DOCUMENT, "28450.00", "28450.00", false },
        { FACT_DECLARED, KEY_PRICE_VALID_UNTIL, "2026-12-31", "2026-12-31", false },
        { FACT_DECLARED, KEY_WORKLOAD_SEED, "12345", "12345", true },
        { FACT_CAPTURED, KEY_POWER_LIMIT, "1200.00 W", "1200.00 W", true },
    };
    struct arena *home = arena_new((size_t)1 << 31);
    struct skin skin = *fixture_skin(home);
    assert_true(skin_open(home, &skin, STR("en"), diags_new(home)));
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct fact fact = { .kind = rows[i].kind,
                             .key = rows[i].key,
                             .value = { .text = str_from(rows[i].in), .number = rows[i].number } };
        assert_string_equal(str_c(home, fact_shown(home, &skin, &fact)), rows[i].out);
        assert_true(rows[i].kind == FACT_DERIVED ||
                    str_eq(form_shown(home, &skin, &fact, FORM_WRITTEN), fact.value.text));
    }
    arena_free(home);
}

/* As `date -u -d @1795816800` prints it; the table of facts shows what was written. */
static void test_moments(void **state)
{
    (void)state;
    static const char *const shown[2][2] = {
        { "2026-11-27T22:00:00Z", "27.11.2026, 22:00:00 UTC" },
        { "1795816800.5", "1\u202f795\u202f816\u202f800,5" } /* as long it lasted */
    };
    struct arena *home = arena_new((size_t)1 << 31);
    for (size_t i = 0; i < 4; i++) {
        struct skin skin = *fixture_skin(home);
        assert_true(skin_open(home, &skin, i % 2 ? STR("de") : STR("en"), diags_new(home)));
        struct fact fact = { .kind = FACT_MEASURED,
                             .key = i < 2 ? KEY_RUN_START : KEY_WALL_TIME,
                             .value = { STR("1795816800.5"), 1795816800.5, UNIT_SECOND, true } };
        struct str text = form_shown(home, &skin, &fact, FORM_FULL);
        assert_string_equal(str_c(home, text), shown[i / 2][i % 2]);
        assert_int_equal(fact_symbol(home, &skin, &fact).len, i < 2 ? 0 : 1);
        assert_true(str_eq(form_shown(home, &skin, &fact, FORM_WRITTEN), fact.value.text));
        assert_true(str_eq(fact_symbol(home, NULL, &fact), STR("s")));
    }
    arena_free(home);
}

/* English as the house writes it, German after DIN 5008; the days by a calendar. */
static void test_days(void **state)
{
    (void)state;
    static const struct {
        const char *language;
        enum form form;
        const char *in, *out;
    } rows[] = {
        { "en", FORM_DAY, "2027-01-15", "15\u00a0January 2027" },
        { "en", FORM_SHORT, "2027-01-05", "5\u00a0Jan 2027" },
        { "en", FORM_DAY, "2028-05", "May\u00a02028" },
        { "en", FORM_SHORT, "2026-09", "Sep\u00a02026" },
        { "de", FORM_DAY, "2027-01-15", "15.\u00a0Januar 2027" },
        { "de", FORM_DAY, "2027-03-05", "5.\u00a0März 2027" },
        { "de", FORM_SHORT, "2026-12-31", "31.\u00a0Dez. 2026" },
        { "de", FORM_SHORT, "2028-05", "Mai\u00a02028" },
        { "en", FORM_DAY, "2026-11-27T22:48:22Z", "27\u00a0November 2026, 22:48:22 UTC" },
        { "en", FORM_DAY, "2027-13-01", "2027-13-01" },
        { "en", FORM_DAY, "2027-00", "2027-00" },
        { "de", FORM_DAY, "soon", "soon" },
        { "en", FORM_PLAIN, "2027-01-15", "2027-01-15" }, /* tables of facts */
        { "de", FORM_PLAIN, "2027-01-15", "15.01.2027" },
    };
    struct arena *home = arena_new((size_t)1 << 31);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct skin skin = *fixture_skin(home);
        assert_true(skin_open(home, &skin, str_from(rows[i].language), diags_new(home)));
        struct fact fact = { .kind = FACT_DECLARED,
                             .key = KEY_PRICE_VALID_UNTIL,
                             .value = { .text = str_from(rows[i].in) } };
        assert_string_equal(str_c(home, form_shown(home, &skin, &fact, rows[i].form)), rows[i].out);
    }
    arena_free(home);
}

static void test_mark_letters(void **state)
{
    (void)state;
    static const struct {
        uint16_t letter;
        const char *shown;
    } rows[] = { { 0, "2027" }, { 1, "a" },   { 26, "z" },   { 27, "aa" },
                 { 52, "az" },  { 53, "ba" }, { 702, "zz" }, { 703, "aaa" } };
    struct arena *home = arena_new((size_t)1 << 20);
    const struct fact fact = { .number = 2027 };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct node node = { .fact = &fact, .letter = rows[i].letter };
        assert_string_equal(str_c(home, mark_shown(home, &node)), rows[i].shown);
    }
    arena_free(home);
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } rows[] = { { "8187", "8,187" },
                 { "187", "187" },
                 { "1000000", "1,000,000" },
                 { "12345.678", "12,345.678" },
                 { "-0.5", "\u22120.5" },
                 { "+1234", "+1,234" },
                 { "1e5", "1e5" },
                 { "", "" },
                 { "12.", "12." },
                 { "v1234", "v1234" },
                 { "-", "-" },
                 { "1.2.3", "1.2.3" } };
    struct arena *home = arena_new(1 << 20);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct str out = number_grouped(home, NULL, str_from(rows[i].in));
        assert_true(str_eq(out, str_from(rows[i].out)));
    }
    struct fact watt = {
        .kind = FACT_CAPTURED,
        .value = { .text = STR("700.00 W"), .value = 700, .unit = UNIT_WATT, .number = true }
    };
    assert_int_equal(fact_symbol(home, NULL, &watt).len, 0);
    watt.value.text = STR("700.00");
    assert_true(str_eq(fact_symbol(home, NULL, &watt), STR("W")));
    watt.value.text = STR("700000"); /* milliwatts, as the evidence writes them */
    assert_int_equal(fact_symbol(home, NULL, &watt).len, 0);
    arena_free(home);
}

/* Amounts above a table: from a hundred on without hundredths, and the currency stands there once.
 */
static void test_bare_amounts(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } rows[] = { { "EUR 100.00", "100" },    { "EUR 99.99", "99.99" },
                 { "EUR 7136.46", "7,136" }, { "EUR 100.50", "100" }, /* half to even */
                 { "EUR 101.50", "102" },    { "EUR 0.05", "0.05" } };
    struct arena *home = arena_new((size_t)1 << 31);
    struct skin skin = *fixture_skin(home);
    assert_true(skin_open(home, &skin, STR("en"), diags_new(home)));
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct fact fact = { .kind = FACT_DERIVED,
                             .key = KEY_MONTH_TOTAL,
                             .value = { .text = str_from(rows[i].in), .number = true } };
        assert_string_equal(str_c(home, form_shown(home, &skin, &fact, FORM_AMOUNT)), rows[i].out);
    }
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bare_amounts),
        cmocka_unit_test(test_german_numbers),
        cmocka_unit_test(test_english_numbers),
        cmocka_unit_test(test_moments),
        cmocka_unit_test(test_days),
        cmocka_unit_test(test_mark_letters),
        cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
