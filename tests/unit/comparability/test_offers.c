/* test_offers.c - money, units, bands and bounds on three round runs a side. Expected texts are
 * those of Python's fractions, rounded half to even once; t of two degrees of freedom is 4.30265.
 */
#include "made_money.h"

/* ---- offers.c ---- */

static void costs_of_both_sides(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    const struct offers *offers = offered(made);
    const struct offer *a = &offers->side[0], *b = &offers->side[1];
    is(a->hourly, "EUR 0.7705"); /* (30000 - 3000) / 35040 */
    is(b->hourly, "EUR 1.1024"); /* 1.20 x 0.9187 */
    is(a->cost.value, "EUR 0.05946");
    is(a->cost.low, "EUR 0.05905");
    is(a->cost.high, "EUR 0.05987");
    is(b->cost.value, "EUR 0.06805");
    is(b->cost.low, "EUR 0.06768");
    is(b->cost.high, "EUR 0.06843");
    assert_int_equal(a->run_count, RUNS);
    is(a->run[0].cost, "EUR 0.059456");
    is(a->run[1].cost, "EUR 0.059621");
    is(b->run[2].cost, "EUR 0.067901");
    /* No draw was measured, so no energy stands in it, whatever a board's rated power is. */
    assert_string_equal(a->energy_state, "missing");
    arena_free(made->home);
}

static void a_rate_turned_over(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    made->exchange.from = STR("EUR");
    made->exchange.to = STR("USD");
    made->exchange.rate = dec("1.25");
    is(offered(made)->side[1].hourly, "EUR 0.9600"); /* 1.20 / 1.25 */
    arena_free(made->home);
}

static void refused_offer(struct money_case *made, size_t side, const char *why)
{
    const struct offers *offers = offered(made);
    assert_string_equal(offers->side[side].why, why);
    assert_null(offers->side[side].hourly);
    assert_null(offers->side[side].cost.value);
    assert_null(offers->side[side].month);
    assert_int_equal(offers->band_count, 0);
    assert_null(offers->cost_change.value);
    assert_non_null(offers->side[1 - side].cost.value); /* the other side has its own */
    arena_free(made->home);
}

/* Currencies are not mixed, a purchase without a lifetime has no price by the hour. */
static void what_makes_no_cost(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    made->terms.exchange_count = 0;
    refused_offer(made, 1, "no rate");
    made = made_new();
    made->exchange.as_of = NULL; /* a rate without a date is none */
    refused_offer(made, 1, "no rate");
    made = made_new();
    made->exchange.to = STR("GBP");
    refused_offer(made, 1, "no rate");
    made = made_new();
    made->price[0].hours = decimal_of(0);
    refused_offer(made, 0, "no lifetime");
    made = made_new();
    made->price[1].system = NULL;
    refused_offer(made, 1, "no price");
    made = made_new();
    made->file.metric = KEY_LATENCY_ITERATION;
    const struct offers *offers = offered(made);
    assert_string_equal(offers->side[0].why, "not a rate");
    assert_null(offers->side[0].cost.value);
    arena_free(made->home);
}

/* What a party foresaw, and what a board is rated for, change no digit. */
static void nameplates_have_no_way_in(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    const struct expected expected = { .key = KEY_THROUGHPUT_OUTPUT_TOKENS,
                                       .system = &made->system[1],
                                       .value = 9000,
                                       .fact = rate(made, "9000", NULL) };
    made->terms.expected = &expected;
    made->terms.expected_count = 1;
    made->terms.energy = (struct energy_terms){ .price = dec("0.2140"),
                                                .cooling = dec("1.32"),
                                                .currency = STR("EUR"),
                                                .price_fact = stated(made, KEY_ENERGY_PRICE,
                                                                     "0.2140", UNIT_NONE, NULL) };
    facts_add(made->system[1].facts, stated(made, KEY_POWER_LIMIT, "700", UNIT_WATT, NULL));
    const struct offers *offers = offered(made);
    is(offers->side[1].cost.value, "EUR 0.06805");
    is(offers->side[1].units, "18");
    assert_string_equal(offers->side[1].energy_state, "missing");
    assert_null(offers->side[1].energy.value);
    assert_null(offers->side[1].month_energy);
    arena_free(made->home);
}

static void energy_in_money(void **state)
{
    (void)state;
    struct terms terms = { .energy = { .price = dec("0.36"), .cooling = dec("1.5") } };
    /* 2 J x 1.5 x 0.36 / 3,600,000 */
    assert_int_equal(decimal_order(energy_money(&terms, dec("2")), dec("0.0000003")), 0);
}

static void interval_of_decimals(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    const struct decimal value[] = { dec("10.1"), dec("10.3"), dec("10.2") };
    struct decimal mean, half;
    assert_true(decimal_interval(home, value, 3, &mean, &half));
    assert_int_equal(decimal_order(mean, dec("10.2")), 0);
    /* 4.30265 x 0.1 / root(3) = 0.248413... */
    assert_int_equal(decimal_order(decimal_round(half, 6), dec("0.248414")), 0);
    assert_false(decimal_interval(home, value, 2, &mean, &half));
    assert_true(half.bad);
    assert_int_equal(decimal_order(mean, dec("10.2")), 0);
    assert_int_equal(money_places(home, dec("0.0042")), 4);
    assert_int_equal(money_places(home, dec("125")), 2);
    assert_int_equal(money_places(home, dec("0.0000004")), 6);
    assert_int_equal(money_places(home, half), 4); /* not known */
    assert_int_equal(decimal_order(real_decimal(home, 4.302652729749464, 6), dec("4.30265")), 0);
    assert_true(real_decimal(home, (double)NAN, 6).bad);
    arena_free(home);
}

/* ---- capacity.c ---- */

static void whole_units(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    const struct offers *offers = offered(made);
    const struct offer *a = &offers->side[0], *b = &offers->side[1];
    is(a->planned, "59800"); /* peak 52,000 and 15 % of growth; the mean plays no part */
    is(a->usable, "2860.2"); /* lower end of the interval, a fifth kept free */
    is(a->carrying, "21");   /* 59,800 / 2,860.16 = 20.9 */
    is(a->units, "22");      /* and one to spare */
    is(a->utilisation, "26.5");
    is(a->at_demand, "EUR 0.2242");
    is(a->month, "EUR 12375.00");
    is(b->units, "18");
    is(b->utilisation, "25.9");
    is(b->at_demand, "EUR 0.2625");
    is(b->month, "EUR 14486.06");
    arena_free(made->home);
}

/* Each end of a cost leads back to the end of the throughput from which it is worked out. */
static void ends_rest_on_ends(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    made->terms.demand = (struct demand){ .peak_fact = NULL };
    const struct offer *a = &offered(made)->side[0];
    const struct comparison *c = &made->comparison;
    is(a->at_demand, "EUR 0.0595");      /* 0.770548 x 10^6 / (3,600 x 3,600) */
    is(a->at_demand_low, "EUR 0.0590");  /* over 3,624.8: 0.059049 */
    is(a->at_demand_high, "EUR 0.0599"); /* over 3,575.2: 0.059868 */
    assert_true(rests_on(a->at_demand, c->mean[0]));
    assert_true(rests_on(a->at_demand_low, c->mean_high[0]));
    assert_false(rests_on(a->at_demand_low, c->mean[0]));
    assert_true(rests_on(a->at_demand_high, c->mean_low[0]));
    assert_true(rests_on(a->at_demand_high, a->hourly));
    arena_free(made->home);
}

/* Whichever of the two prices is in another currency. */
static void break_even_rests_on_its_rate(void **state)
{
    (void)state;
    for (size_t first = 0; first < 2; first++) {
        struct money_case *made = made_new();
        size_t rented = first ? 1 : 2, held = first ? 2 : 1;
        price_set(made, rented, 1, PRICE_HOUR, "1.20", "USD");
        price_set(made, held, 1, PRICE_MONTH, "511.00", "EUR");
        made->terms.price_count = 3;
        const struct fact *share = offered(made)->side[1].break_even;
        is(share, "63.5"); /* 511 / 730 = 0.70 an hour over 1.20 x 0.9187 = 1.10244 */
        assert_true(rests_on(share, made->exchange.rate_fact));
        assert_true(rests_on(share, made->exchange.as_of));
        assert_true(rests_on(share, made->price[rented].amount_fact));
        assert_true(rests_on(share, made->price[held].amount_fact));
        arena_free(made->home);
    }
}

static void more_demand_more_units(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    made->terms.demand.years = 3; /* 52,000 x 1.15^3 = 79,085.5: 27.65 and one */
    const struct offers *offers = offered(made);
    is(offers->side[0].planned, "79086");
    is(offers->side[0].units, "29");
    arena_free(made->home);
    made = made_new();
    made->terms.demand.redundancy = 0;
    made->terms.demand.peak = dec("2486.40"); /* x 1.15 is just below one unit of A */
    made->terms.demand.headroom = dec("0.2");
    is(offered(made)->side[0].units, "1");
    arena_free(made->home);
    made = made_new();
    made->terms.demand.redundancy = 0;
    made->terms.demand.peak = dec("2487.10"); /* and just above it */
    is(offered(made)->side[0].units, "2");
    arena_free(made->home);
}

static void what_is_not_sized(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    made->comparison.mean_low[1] = NULL; /* too few runs for an interval */
    const struct offers *offers = offered(made);
    assert_string_equal(offers->side[1].why_sized, "no interval");
    assert_null(offers->side[1].units);
    is(offers->side[0].units, "22");
    assert_int_equal(offers->band_count, 0);
    arena_free(made->home);
    made = made_new();
    made->terms.demand.peak_fact = NULL;
    offers = offered(made);
    assert_string_equal(offers->side[0].why_sized, "no demand");
    assert_null(offers->side[0].units);
    /* Without a demand the cost is that of a busy unit: 0.770548 / (3,600 x 3,600) a token. */
    is(offers->side[0].at_demand, "EUR 0.0595");
    arena_free(made->home);
}

/* Each demand at which a side needs another unit, and what both cost below it: a saw. */
static void bands_of_demand(void **state)
{
    (void)state;
    static const struct {
        const char *to, *units_a, *month_a, *units_b, *month_b;
    } bands[] = {
        { "50122.2", "19", "EUR 10687.50", "15", "EUR 12071.72" },
        { "51482.9", "19", "EUR 10687.50", "16", "EUR 12876.50" },
        { "53702.4", "20", "EUR 11250.00", "16", "EUR 12876.50" },
        { "54343.0", "20", "EUR 11250.00", "17", "EUR 13681.28" },
        { "57203.2", "21", "EUR 11812.50", "17", "EUR 13681.28" },
        { "57282.6", "22", "EUR 12375.00", "17", "EUR 13681.28" },
        { "60063.4", "22", "EUR 12375.00", "18", "EUR 14486.06" },
        { "60862.7", "23", "EUR 12937.50", "18", "EUR 14486.06" },
        { "62923.5", "23", "EUR 12937.50", "19", "EUR 15290.84" },
        { "64442.9", "24", "EUR 13500.00", "19", "EUR 15290.84" },
        { "65783.7", "24", "EUR 13500.00", "20", "EUR 16095.62" },
        { "68023.0", "25", "EUR 14062.50", "20", "EUR 16095.62" },
    };
    struct money_case *made = made_new();
    const struct offers *offers = offered(made);
    assert_int_equal(offers->band_count, ARRAY_COUNT(bands));
    for (size_t i = 0; i < ARRAY_COUNT(bands); i++) {
        const struct band *band = &offers->band[i];
        is(band->to, bands[i].to);
        is(band->units[0], bands[i].units_a);
        is(band->month[0], bands[i].month_a);
        is(band->units[1], bands[i].units_b);
        is(band->month[1], bands[i].month_b);
    }
    assert_int_equal(offers->tips, 0);
    assert_null(offers->tip);
    arena_free(made->home);
}

static void tips_at(const char *hourly, const char *low, size_t tips, const char *tip)
{
    struct money_case *made = made_new();
    made->comparison.mean_low[1] = rate(made, low, NULL);
    price_set(made, 1, 1, PRICE_HOUR, hourly, "EUR");
    const struct offers *offers = offered(made);
    assert_int_equal(offers->tips, tips);
    if (tip)
        is(offers->tip, tip);
    else
        assert_null(offers->tip);
    arena_free(made->home);
}

/* A tipping point is named where there is one; where the cheaper side changes to and fro, none. */
static void one_tipping_point_or_none(void **state)
{
    (void)state;
    /* Over all demands, up to 56, between half and twice the planned one, of which 12 are shown:
     * counted with Python's fractions. */
    tips_at("0.9500", "4475.2", 45, NULL);
    tips_at("0.9140", "4475.2", 8, NULL);
    tips_at("4.6250", "30000", 5, NULL); /* one of them among those shown */
    tips_at("5.5000", "30000", 0, NULL);
    tips_at("8.2000", "150000", 1, "57203.2"); /* 2 x 8.20 lies between 21 and 22 of A */
    tips_at("1.3400", "7150.4", 1, "31461.8"); /* below those shown */
}

/* ---- thresholds.c ---- */

static const struct judged_threshold *bounded(struct money_case *made, const char *limit,
                                              bool at_most, bool requirement)
{
    made->threshold = (struct threshold){ .requirement = requirement,
                                          .key = KEY_THROUGHPUT_OUTPUT_TOKENS,
                                          .at_most = at_most,
                                          .limit = decimal_real(made->home, dec(limit)),
                                          .fact = rate(made, limit, NULL),
                                          .system = &made->system[0] };
    made->terms.objective = made->terms.requirement = &made->threshold;
    made->terms.objective_count = requirement ? 0 : 1;
    made->terms.requirement_count = requirement ? 1 : 0;
    made->thresholds.count = 0;
    thresholds_judge(&made->judging, &made->comparison, made->judged, &made->thresholds);
    assert_int_equal(made->thresholds.count, 1);
    return &made->standing[0];
}

/* Runs of 3,600, 3,590 and 3,610: 3,600 with an interval of 24.84, so 3,575.16 to 3,624.84. */
static void bounds_by_interval(void **state)
{
    (void)state;
    static const struct {
        const char *limit;
        bool at_most;
        enum standing standing;
    } bounds[] = {
        { "3575", false, STANDING_MET },       { "3576", false, STANDING_NOT_SHOWN },
        { "3624", false, STANDING_NOT_SHOWN }, { "3625", false, STANDING_NOT_MET },
        { "3625", true, STANDING_MET },        { "3624", true, STANDING_NOT_SHOWN },
        { "3576", true, STANDING_NOT_SHOWN },  { "3575", true, STANDING_NOT_MET },
    };
    struct money_case *made = made_new();
    for (size_t i = 0; i < ARRAY_COUNT(bounds); i++) {
        const struct judged_threshold *judged =
            bounded(made, bounds[i].limit, bounds[i].at_most, i % 2 == 1);
        if (judged->standing != bounds[i].standing) {
            fail_msg("%s %s is %d", bounds[i].at_most ? "at most" : "at least", bounds[i].limit,
                     (int)judged->standing);
        }
        assert_string_equal(judged->why, "interval");
        assert_true(objectives_met(&made->terms, &made->thresholds, &made->system[0], STR("")) ==
                    (i % 2 == 0 && judged->standing == STANDING_MET));
        assert_false(objectives_met(&made->terms, &made->thresholds, &made->system[0],
                                    STR("another workload")));
        made->fact_count -= 1; /* room for the next limit */
    }
    arena_free(made->home);
}

static void what_shows_nothing(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    made->judged[2].value = NULL; /* two runs: no interval, so far above the limit shows nothing */
    const struct judged_threshold *judged = bounded(made, "10", false, true);
    assert_int_equal(judged->standing, STANDING_NOT_SHOWN);
    assert_string_equal(judged->why, "no interval");
    made->judged[0].value = made->judged[1].value = NULL;
    judged = bounded(made, "10", false, true);
    assert_int_equal(judged->standing, STANDING_NOT_SHOWN);
    assert_string_equal(judged->why, "not measured");
    made->threshold.key = KEY_COUNT; /* a clause in words alone */
    made->thresholds.count = 0;
    thresholds_judge(&made->judging, &made->comparison, made->judged, &made->thresholds);
    assert_string_equal(made->standing[0].why, "words");
    assert_int_equal(made->standing[0].standing, STANDING_NOT_SHOWN);
    arena_free(made->home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_of_both_sides),
        cmocka_unit_test(a_rate_turned_over),
        cmocka_unit_test(what_makes_no_cost),
        cmocka_unit_test(nameplates_have_no_way_in),
        cmocka_unit_test(energy_in_money),
        cmocka_unit_test(interval_of_decimals),
        cmocka_unit_test(whole_units),
        cmocka_unit_test(ends_rest_on_ends),
        cmocka_unit_test(break_even_rests_on_its_rate),
        cmocka_unit_test(more_demand_more_units),
        cmocka_unit_test(what_is_not_sized),
        cmocka_unit_test(bands_of_demand),
        cmocka_unit_test(one_tipping_point_or_none),
        cmocka_unit_test(bounds_by_interval),
        cmocka_unit_test(what_shows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
