/* test_edges.c - what lies exactly at a limit, stands twice, or is known of one side alone:
 * demands, growth, energy, units at rest, options. Expected texts are those of Python's fractions.
 */
#include "made_money.h"

/* ---- demand ---- */

static struct money_case *demanded(const char *peak, const char *growth, int64_t years)
{
    struct money_case *made = made_new();
    made->terms.demand.peak = dec(peak);
    made->terms.demand.growth = dec(growth);
    made->terms.demand.growth_fact = stated(made, KEY_DEMAND_GROWTH, growth, UNIT_PERCENT, NULL);
    made->terms.demand.years = years;
    return made;
}

static void carrying(struct money_case *made, const char *low_a, const char *low_b)
{
    made->comparison.mean_low[0] = rate(made, low_a, NULL);
    made->comparison.mean_low[1] = rate(made, low_b, NULL);
}

/* Units of 2,000 and 5,000, a demand of 10,000: the bands go from exactly half of it to exactly
 * twice, and an edge of both sides is one. */
static void bands_from_half_to_twice(void **state)
{
    (void)state;
    static const char *const to[] = { "5000.0",  "6000.0",  "8000.0",  "10000.0", "12000.0",
                                      "14000.0", "15000.0", "16000.0", "18000.0", "20000.0" };
    struct money_case *made = demanded("10000", "0", 0);
    carrying(made, "2500", "6250");
    const struct offers *offers = offered(made);
    assert_int_equal(offers->band_count, ARRAY_COUNT(to));
    for (size_t i = 0; i < ARRAY_COUNT(to); i++)
        is(offers->band[i].to, to[i]);
    is(offers->band[3].units[0], "6"); /* five carry exactly 10,000, and one to spare */
    is(offers->band[3].units[1], "3");
    arena_free(made->home);
}

/* Ten units carry 11,000, which a peak of 10,000 that grows by a tenth a year comes to at the end
 * of the twelfth month: it is still carried. */
static void growth_up_to_the_limit(void **state)
{
    (void)state;
    struct money_case *made = demanded("10000", "0.1", 1);
    carrying(made, "1375", "1376");
    const struct offers *offers = offered(made);
    is(offers->side[0].carrying, "10");
    is(offers->side[0].units, "11");
    is(offers->side[0].carries_months, "12");
    is(offers->side[1].carries_months, "12"); /* 11,008: 12 x ln 1.1008 / ln 1.1 = 12.09 */
    arena_free(made->home);
}

/* ---- amounts ---- */

/* One unit a side, at so much a month. */
static struct money_case *monthly(const char *a, const char *b)
{
    struct money_case *made = demanded("1000", "0", 0);
    made->terms.demand.redundancy = 0;
    price_set(made, 0, 0, PRICE_MONTH, a, "EUR");
    price_set(made, 1, 1, PRICE_MONTH, b, "EUR");
    return made;
}

/* From a hundred on an amount is said without its hundredths. */
static void a_hundred_is_whole(void **state)
{
    (void)state;
    struct money_case *made = monthly("200.00", "100.00");
    const struct offers *offers = offered(made);
    is(offers->month_whole[0], "EUR 200");
    is(offers->month_whole[1], "EUR 100");
    is(offers->month_apart, "EUR 100");
    is(offers->month_share, "50");
    arena_free(made->home);
    made = monthly("199.99", "100.00");
    offers = offered(made);
    is(offers->month_whole[0], "EUR 200");
    is(offers->month_apart, "EUR 99.99");
    arena_free(made->home);
    made = monthly("200.00", "99.99");
    offers = offered(made);
    is(offers->month_whole[0], "EUR 200.00"); /* both with as many places as the finer has */
    is(offers->month_whole[1], "EUR 99.99");
    arena_free(made->home);
}

/* ---- energy ---- */

static const double work[] = { 500, 500 };
static const struct series worked = {
    .key = KEY_ITERATION_DURATION, .work = work, .work_unit = UNIT_TOKEN, .count = 2
};

/* 2 J a token of the sides named, at 0.36 a kWh. */
static void drawing(struct money_case *made, bool a, bool b)
{
    made->terms.energy = (struct energy_terms){ .price = dec("0.36"),
                                                .cooling = dec("1"),
                                                .currency = STR("EUR"),
                                                .price_fact = stated(made, KEY_ENERGY_PRICE, "0.36",
                                                                     UNIT_NONE, NULL) };
    for (size_t i = 0; i < ARRAY_COUNT(made->member); i++) {
        made->alone[i].door.series = &worked;
        made->member[i].in.work = 1000;
        if (i < RUNS ? a : b)
            made->member[i].energy =
                stated(made, KEY_ENERGY_COUNTER, "2000", UNIT_JOULE, &made->run[i]);
    }
}

/* Energy that is known of one side alone is counted on neither. */
static void energy_of_one_side(void **state)
{
    (void)state;
    for (int both = 0; both < 2; both++) {
        for (int first = 0; first < 2; first++) {
            struct money_case *made = made_new();
            drawing(made, both || first, both || !first);
            const struct offers *offers = offered(made);
            for (size_t s = 0; s < 2; s++) {
                const struct offer *offer = &offers->side[s];
                assert_string_equal(offer->energy_state, both ? "added" : "missing");
                assert_int_equal(offer->month_energy != NULL, both);
            }
            if (both) /* 21,000 x 2,628,000 s x 2 J / 3,600,000 x 0.36 */
                is(offers->side[0].month_energy, "EUR 11037.60");
            arena_free(made->home);
        }
    }
}

/* An option whose price holds the energy is neither beaten nor undercut by one of which the energy
 * is not known. */
static void energy_unknown_beats_nothing(void **state)
{
    (void)state;
    for (int known = 0; known < 2; known++) {
        struct money_case *made = made_new();
        price_set(made, 1, 1, PRICE_HOUR, "0.50", "EUR"); /* 18 x 730 x 0.50 = 6,570.00 */
        made->price[0].energy_included = true;
        made->price[1].energy_included = known;
        const struct offers *offers = offered(made);
        assert_int_equal(offers->option_count, 2);
        is(offers->option[0].month, "EUR 12375.00");
        is(offers->option[1].month, "EUR 6570.00");
        assert_int_equal(offers->option[0].dominated, known);
        assert_false(offers->option[1].dominated);
        assert_ptr_equal(offers->cheapest, &offers->option[known ? 1 : 0]);
        for (size_t i = 0; !known && i < offers->flip_count; i++)
            assert_null(offers->flip[i].at);
        arena_free(made->home);
    }
}

/* ---- at rest ---- */

enum { READINGS = 3 };
static const double at[READINGS] = { 0, 60, 120 }, resting[READINGS] = { 0, 0, 0 };
static const double watts[2][READINGS] = { { 59, 60, 61 }, { 79, 80, 81 } };

/* Telemetry of so many accelerators at rest on A's machine, whose runs used `used` of them. */
static const struct offers *at_rest(struct money_case *made, size_t count, const char *used)
{
    static const char *const name[] = { "0", "1" };
    struct series *series = ARENA_MANY(made->home, 4, struct series);
    for (size_t i = 0; i < count; i++) {
        struct series one = { .key = KEY_TELEMETRY_POWER,
                              .instance = str_from(name[i]),
                              .unit = UNIT_WATT,
                              .kind = SERIES_PER_INTERVAL,
                              .start = at,
                              .value = watts[i],
                              .count = READINGS };
        series[2 * i] = one;
        one.key = KEY_TELEMETRY_UTILISATION;
        one.unit = UNIT_PERCENT;
        one.value = resting;
        series[2 * i + 1] = one;
    }
    made->machine[0].series = series;
    made->machine[0].series_count = 2 * count;
    made->machine[0].run = &made->run[0];
    made->machine[0].run_count = RUNS;
    made->system[0].machine = &made->machine[0];
    made->system[0].machine_count = 1;
    for (size_t i = 0; i < RUNS; i++) {
        made->run[i].facts = facts_new(made->home);
        if (used) {
            struct fact fact =
                *stated(made, KEY_ACCELERATOR_COUNT, used, UNIT_COUNT, &made->run[i]);
            facts_add(made->run[i].facts, &fact);
        }
    }
    return offered(made);
}

/* What a unit draws at rest is the sum over as many accelerators as its runs used; of several it is
 * not known which belong to the unit where no run tells how many it used. */
static void accelerators_at_rest(void **state)
{
    (void)state;
    static const struct {
        size_t count;
        const char *used, *power;
    } rows[] = { { 1, NULL, "60.00" }, { 1, "1", "60.00" }, { 2, "2", "140.00" },
                 { 2, NULL, NULL },    { 2, "1", NULL },    { 1, "2", NULL } };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct money_case *made = made_new();
        const struct fact *power = at_rest(made, rows[i].count, rows[i].used)->side[0].idle_power;
        if (rows[i].power)
            is(power, rows[i].power);
        else
            assert_null(power);
        arena_free(made->home);
    }
}

/* ---- options ---- */

/* One way under two names: none of them is beaten, and no input makes the other one cheaper. */
static void two_names_of_one_way(void **state)
{
    (void)state;
    struct money_case *made = demanded("52000", "0.15", 1);
    struct stated_option option[] = {
        { .id = STR("one"), .kind = OPTION_BUY, .from = -1, .system = &made->system[0] },
        { .id = STR("two"), .kind = OPTION_BUY, .from = -1, .system = &made->system[0] },
    };
    made->terms.option = option;
    made->terms.option_count = ARRAY_COUNT(option);
    const struct offers *offers = offered(made);
    assert_int_equal(offers->option_count, 2);
    assert_ptr_equal(offers->cheapest, &offers->option[0]);
    assert_true(offers->flip_count > 2);
    for (size_t i = 0; i < offers->flip_count; i++)
        assert_null(offers->flip[i].at);
    for (size_t i = 0; i < 2; i++)
        assert_false(offers->option[i].dominated);
    arena_free(made->home);
}

/* A line by the unit grows with the units. 22 of A cost 22 x (562.50 + 70), less than 18 of B at
 * 804.7812; the 23rd, beyond 21 x 2,860.16 = 60,063.36, makes 14,547.50 of it, which is more. Were
 * the line left at 22 of them, it would be 14,477.50, which is less. */
static void a_line_by_the_unit(void **state)
{
    (void)state;
    struct money_case *made = demanded("52000", "0.15", 1);
    struct cost_line line = { .what = STR("hosts"),
                              .currency = STR("EUR"),
                              .amount = dec("70"),
                              .by_unit = true,
                              .every = LINE_MONTH,
                              .from = -1,
                              .until = -1,
                              .amount_fact = stated(made, KEY_LINE_AMOUNT, "70", UNIT_NONE, NULL) };
    struct stated_option option[] = {
        { .id = STR("buy"),
          .kind = OPTION_BUY,
          .from = -1,
          .system = &made->system[0],
          .line = &line,
          .line_count = 1 },
        { .id = STR("rent"), .kind = OPTION_RENT, .from = -1, .system = &made->system[1] },
    };
    made->terms.option = option;
    made->terms.option_count = ARRAY_COUNT(option);
    const struct offers *offers = offered(made);
    const struct option_flip *growth = NULL;
    for (size_t i = 0; i < offers->flip_count; i++)
        growth = offers->flip[i].input == FLIP_GROWTH ? &offers->flip[i] : growth;
    is(offers->option[0].month, "EUR 13915.00");
    assert_non_null(growth);
    is(growth->at, "15.51"); /* 60,063.36 / 52,000 = 1.1550646 */
    is(growth->by, "3.4");
    assert_true(growth->above);
    arena_free(made->home);
}

/* Where software alone differs, the changed side at its first price is software first; its second
 * price buys units like any other. */
static void second_price_of_software(void **state)
{
    (void)state;
    static const enum option_kind kind[] = { OPTION_NOTHING, OPTION_BUY, OPTION_SOFTWARE,
                                             OPTION_BUY };
    struct money_case *made = made_new();
    for (size_t i = 0; i < ARRAY_COUNT(made->run); i++) {
        struct fact fact = { .key = KEY_COMPILE_MODE,
                             .kind = FACT_DECLARED,
                             .value.text = i < RUNS ? STR("off") : STR("on"),
                             .run = &made->run[i] };
        made->run[i].facts = facts_new(made->home);
        facts_add(made->run[i].facts, &fact);
    }
    made->judging.instances = ARENA_MANY(made->home, KEY_COUNT, struct instances);
    for (size_t i = 0; i < 2; i++)
        made->machine[i].facts = facts_new(made->home);
    made->comparison.has_baseline = true;
    price_set(made, 2, 1, PRICE_PURCHASE, "30000.00", "EUR");
    made->price[2].hours = dec("35040");
    const struct offers *offers = offered(made);
    assert_int_equal(offers->option_count, ARRAY_COUNT(kind));
    for (size_t i = 0; i < ARRAY_COUNT(kind); i++)
        assert_int_equal(offers->option[i].kind, kind[i]);
    arena_free(made->home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bands_from_half_to_twice),     cmocka_unit_test(growth_up_to_the_limit),
        cmocka_unit_test(a_hundred_is_whole),           cmocka_unit_test(energy_of_one_side),
        cmocka_unit_test(energy_unknown_beats_nothing), cmocka_unit_test(accelerators_at_rest),
        cmocka_unit_test(two_names_of_one_way),         cmocka_unit_test(a_line_by_the_unit),
        cmocka_unit_test(second_price_of_software),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
