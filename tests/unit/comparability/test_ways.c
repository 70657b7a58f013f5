/* test_ways.c - options, their lines, interest, hours of use and where the order turns. Expected
 * texts are those of Python's fractions, rounded half to even once. */
#include "made_money.h"

/* ---- options ---- */

/* A purchase in equal amounts by the month with 6 % a year on what is not yet paid back: what is
 * left after 48 of them is the residual worth. Worked out month by month in whole fractions. */
static void interest_in_equal_amounts(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    made->terms.interest = dec("0.06");
    made->terms.interest_fact = stated(made, KEY_PRICE_INTEREST, "6", UNIT_PERCENT, NULL);
    const struct offer *a = &offered(made)->side[0], *b = &made->comparison.offers->side[1];
    is(a->hourly, "EUR 0.8892");
    is(a->month, "EUR 14280.11");
    is(a->interest_month, "EUR 1905.11"); /* above 22 x 27,000 / 48 */
    assert_true(rests_on(a->hourly, made->terms.interest_fact));
    assert_true(rests_on(a->month, made->terms.interest_fact));
    is(b->month, "EUR 14486.06"); /* rented: no interest in it */
    assert_null(b->interest_month);
    assert_false(rests_on(b->hourly, made->terms.interest_fact));
    arena_free(made->home);
}

/* What is rented by the hour is paid for the hours of use; what is held, for all of them. */
static void hours_of_use(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    made->terms.demand.schedule = dec("84");
    made->terms.demand.schedule_fact = stated(made, KEY_DEMAND_SCHEDULE, "84", UNIT_HOUR, NULL);
    const struct offers *offers = offered(made);
    is(offers->side[1].hourly, "EUR 1.1024");
    is(offers->side[1].month, "EUR 7243.03"); /* half of 14,486.06 */
    is(offers->side[0].month, "EUR 12375.00");
    assert_true(rests_on(offers->side[1].month, made->terms.demand.schedule_fact));
    arena_free(made->home);
}

/* A is bought and the cheapest, B rented: what makes another one cost less. */
static void where_the_order_turns(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    const struct offers *offers = offered(made);
    assert_ptr_equal(offers->cheapest, &offers->option[0]);
    assert_int_equal(offers->option_count, 2);
    assert_int_equal(offers->flip[0].input, FLIP_PRICE);
    is(offers->flip[0].at, "EUR 34605.95");
    is(offers->flip[0].by, "15.4");
    assert_true(offers->flip[0].above);
    assert_int_equal(offers->flip[0].to, 1);
    is(offers->flip[1].at, "USD 1.03"); /* of the rent, below */
    is(offers->flip[1].by, "-14.6");
    assert_false(offers->flip[1].above);
    for (size_t i = 2; i < offers->flip_count; i++)
        assert_null(offers->flip[i].at); /* neither demand nor throughput within its interval */
    arena_free(made->home);
    /* At twice the price both would be within half of where they turn no more. */
    made = made_new();
    made->price[1].amount = dec("2.40");
    offers = offered(made);
    assert_null(offers->flip[0].at);
    assert_null(offers->flip[1].at);
    arena_free(made->home);
}

static struct cost_line cost_line(struct money_case *made, const char *what, const char *amount,
                                  const char *currency, bool by_unit, enum line_every every)
{
    return (struct cost_line){ .what = str_from(what),
                               .currency = str_from(currency),
                               .amount = dec(amount),
                               .by_unit = by_unit,
                               .every = every,
                               .from = -1,
                               .until = -1,
                               .amount_fact =
                                   stated(made, KEY_LINE_AMOUNT, amount, UNIT_NONE, NULL) };
}

/* Lines of an option: once, by the month in another currency, and by the year with dates. */
static void lines_of_an_option(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    struct cost_line line[] = { cost_line(made, "hosts", "100", "EUR", true, LINE_ONCE),
                                cost_line(made, "network", "10", "USD", true, LINE_MONTH),
                                cost_line(made, "licence", "1200", "EUR", false, LINE_YEAR),
                                cost_line(made, "exit", "7", "GBP", false, LINE_ONCE) };
    struct stated_option option[] = {
        { .id = STR("tune"), .kind = OPTION_SOFTWARE, .from = -1, .line = line, .line_count = 3 },
        { .id = STR("buy"), .kind = OPTION_BUY, .from = -1 },
        { .id = STR("pound"), .kind = OPTION_RENT, .from = -1, .line = line, .line_count = 4 },
    };
    line[2].from = (int64_t)2027 * 12; /* of 48 months from November 2026, the twelve of 2027 */
    line[2].until = (int64_t)2027 * 12 + 11;
    option[0].system = option[2].system = &made->system[1];
    option[1].system = &made->system[0];
    made->file.date = STR("2026-11-28");
    made->price[0].lifetime = stated(made, KEY_PRICE_LIFETIME, "48", UNIT_MONTH, NULL);
    made->terms.option = option;
    made->terms.option_count = 3;
    const struct offers *offers = offered(made);
    assert_int_equal(offers->option_count, 3);
    const struct option *tune = &offers->option[0], *buy = &offers->option[1];
    assert_int_equal(tune->line[1].kind, LINE_ENERGY); /* not measured here, and said so */
    assert_string_equal(tune->line[1].why, "energy");
    is(tune->line[2].once, "EUR 1800.00"); /* 18 units */
    is(tune->line[3].month, "EUR 165.37"); /* 18 x 10 x 0.9187 */
    is(tune->line[3].life, "EUR 7937.57"); /* 48 of them, rounded once */
    is(tune->line[4].life, "EUR 1200.00"); /* twelve months of a hundred */
    is(tune->line[4].month, "EUR 25.00");  /* spread over 48 */
    is(tune->once, "EUR 1800.00");
    is(tune->month, "EUR 14676.43"); /* 14,486.06 + 165.37 + 25.00 */
    is(tune->life, "EUR 706268.45"); /* 695,330.88 + 1,800 + 7,937.57 + 1,200 */
    is(buy->month, "EUR 12375.00");
    is(buy->life, "EUR 594000.00");
    assert_ptr_equal(offers->cheapest, buy);
    assert_string_equal(offers->option[2].line[5].why, "no rate");
    assert_false(option_counted(&offers->option[2])); /* its sum would lack a line */
    assert_false(offers->option[2].dominated);
    arena_free(made->home);
}

/* Nothing is done: units held, or as many as the peak of today needs; and what falls short of the
 * demand planned for is never the cheapest. */
static void nothing_is_done(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    struct stated_option option[] = {
        { .id = STR("stay"), .kind = OPTION_NOTHING, .from = -1, .system = &made->system[0] },
        { .id = STR("buy"), .kind = OPTION_BUY, .from = -1, .system = &made->system[0] },
    };
    made->terms.option = option;
    made->terms.option_count = ARRAY_COUNT(option);
    const struct offers *offers = offered(made);
    const struct option *nothing = &offers->option[0];
    assert_int_equal(nothing->kind, OPTION_NOTHING);
    is(nothing->units, "20"); /* 52,000 / 2,860.16 = 18.2, and one to spare */
    assert_true(nothing->held_assumed);
    assert_true(nothing->falls_short);
    is(nothing->month, "EUR 11250.00"); /* 20 x 27,000 / 48 */
    assert_ptr_equal(offers->cheapest, &offers->option[1]);
    arena_free(made->home);
    made = made_new();
    option[0].system = option[1].system = &made->system[0];
    made->terms.option = option;
    made->terms.option_count = ARRAY_COUNT(option);
    made->terms.demand.held = 22;
    made->terms.demand.held_fact = stated(made, KEY_DEMAND_HELD, "22", UNIT_COUNT, NULL);
    offers = offered(made);
    assert_false(offers->option[0].falls_short); /* 21 x 2,860.16 = 60,063 */
    assert_false(offers->option[0].held_assumed);
    arena_free(made->home);
}

/* One beats another where it costs no more and carries no less, and is better in one of the two. */
static void beaten_in_both(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    /* 18 x 730 x 0.941781 = 12,375.00, as 22 of A cost; 17 x 3,580.16 = 60,863 against 60,063. */
    price_set(made, 1, 1, PRICE_HOUR, "0.941781", "EUR");
    const struct offers *offers = offered(made);
    assert_int_equal(offers->option_count, 2);
    is(offers->option[0].month, "EUR 12375.00");
    is(offers->option[1].month, "EUR 12375.00");
    assert_true(offers->option[0].dominated); /* at one cost, by what carries more */
    assert_false(offers->option[1].dominated);
    arena_free(made->home);
    static const struct {
        int64_t held;
        const char *text;
    } rows[] = { { 20, "20" }, { 22, "22" } }; /* less of both, and the same twice */
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        made = made_new();
        struct stated_option option[] = {
            { .id = STR("stay"), .kind = OPTION_NOTHING, .from = -1, .system = &made->system[0] },
            { .id = STR("buy"), .kind = OPTION_BUY, .from = -1, .system = &made->system[0] },
        };
        made->terms.option = option;
        made->terms.option_count = ARRAY_COUNT(option);
        made->terms.demand.held = rows[i].held;
        made->terms.demand.held_fact =
            stated(made, KEY_DEMAND_HELD, rows[i].text, UNIT_COUNT, NULL);
        offers = offered(made);
        assert_false(offers->option[0].dominated);
        assert_false(offers->option[1].dominated);
        arena_free(made->home);
    }
}

/* Sums over a life need one life: of purchases that state two there is none, and a line that ends
 * at a date has nothing to end in. */
static void one_life_or_none(void **state)
{
    (void)state;
    for (int same = 0; same < 2; same++) {
        struct money_case *made = made_new();
        struct cost_line line = cost_line(made, "licence", "1200", "EUR", false, LINE_YEAR);
        struct stated_option option[] = {
            { .id = STR("a"), .kind = OPTION_BUY, .from = -1, .line = &line, .line_count = 1 },
            { .id = STR("b"), .kind = OPTION_BUY, .from = -1 },
        };
        line.until = (int64_t)2027 * 12 + 11;
        option[0].system = &made->system[0];
        option[1].system = &made->system[1];
        made->file.date = STR("2026-11-28");
        made->terms.option = option;
        made->terms.option_count = ARRAY_COUNT(option);
        price_set(made, 1, 1, PRICE_PURCHASE, "27000", "EUR");
        made->price[1].hours = dec(same ? "35040" : "26280");
        made->price[0].lifetime = stated(made, KEY_PRICE_LIFETIME, "48", UNIT_MONTH, NULL);
        made->price[1].lifetime =
            stated(made, KEY_PRICE_LIFETIME, same ? "48" : "36", UNIT_MONTH, NULL);
        const struct offers *offers = offered(made);
        const struct option_line *dated = &offers->option[0].line[2];
        assert_int_equal(offers->life != NULL, same);
        if (same)
            is(dated->life, "EUR 1400.00"); /* November 2026 to December 2027: fourteen months */
        else
            assert_string_equal(dated->why, "no lifetime");
        arena_free(made->home);
    }
}

/* ---- an interface that is paid by the token ---- */

static struct token_price token_price(struct money_case *made, const char *amount,
                                      const char *currency)
{
    return (struct token_price){ .amount = dec(amount),
                                 .currency = str_from(currency),
                                 .amount_fact =
                                     stated(made, KEY_TOKENS_PRICE, amount, UNIT_NONE, NULL) };
}

static struct api_terms *interface(struct money_case *made, const char *output)
{
    struct api_terms *api = ARENA_NEW(made->home, struct api_terms);
    *api = (struct api_terms){ .price = { token_price(made, "0.01", "USD"),
                                          token_price(made, "0.002", "USD"),
                                          token_price(made, output, "EUR") },
                               .cached = dec("0.2"),
                               .ratio = dec("3.5") };
    api->cached_fact = stated(made, KEY_TOKENS_CACHED, "20", UNIT_PERCENT, NULL);
    api->ratio_fact = stated(made, KEY_TOKENS_RATIO, "3.5", UNIT_NONE, NULL);
    made->price[0].energy_included = true; /* as a price of tokens holds it */
    struct stated_option *option = ARENA_MANY(made->home, 2, struct stated_option);
    option[0] = (struct stated_option){
        .id = STR("buy"), .kind = OPTION_BUY, .from = -1, .system = &made->system[0]
    };
    option[1] =
        (struct stated_option){ .id = STR("api"), .kind = OPTION_API, .from = -1, .api = api };
    made->terms.option = option;
    made->terms.option_count = 2;
    return api;
}

static const struct option_flip *flip_of(const struct offers *offers, enum token_kind token)
{
    for (size_t i = 0; i < offers->flip_count; i++)
        if (offers->flip[i].input == FLIP_TOKENS && offers->flip[i].token == token)
            return &offers->flip[i];
    fail_msg("no such flip");
    return &offers->flip[0];
}

/* Worked out in whole fractions by other hands: 21,000 tokens a second are 55,188,000,000 a month,
 * with 3.5 of input each, a fifth of it cached. */
static void an_interface_by_the_token(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    interface(made, "0.20");
    const struct offers *offers = offered(made);
    assert_int_equal(offers->option_count, 2);
    const struct option *api = &offers->option[1];
    assert_null(api->units); /* nobody measured how many it has, nor until when it carries */
    assert_null(api->until);
    is(api->line[0].tokens, "154526400000");
    is(api->line[1].tokens, "38631600000");
    is(api->line[2].tokens, "55188000000");
    is(api->line[0].month, "EUR 1419.63");
    is(api->line[1].month, "EUR 70.98");
    is(api->line[2].month, "EUR 11037.60");
    is(api->month, "EUR 12528.21");
    assert_null(api->month->system);
    is(flip_of(offers, TOKENS_OUTPUT)->at, "EUR 0.1972");
    is(flip_of(offers, TOKENS_INPUT)->at, "USD 0.0089");
    is(flip_of(offers, TOKENS_INPUT)->by, "-10.8");
    assert_false(flip_of(offers, TOKENS_INPUT)->above);
    assert_null(flip_of(offers, TOKENS_CACHED)->at); /* not even where it costs nothing */
    assert_false(offers->api_less);
    /* An hour of A is 27,000 / 35,040, whether it works or not; of B 1.20 USD. */
    assert_int_equal(offers->even_count, 2);
    is(offers->even[0].even, "26.2");
    is(offers->even[0].planned, "26.5"); /* 21,000 of 22 x 3,600 */
    is(offers->even[1].even, "30.0");
    is(offers->even[1].planned, "25.9");
    assert_false(offers->even[0].bare);
    assert_true(offers->even[1].bare); /* what B draws was not measured here, and that is said */
    assert_true(rests_on(offers->even[0].even, made->comparison.mean[0]));
    arena_free(made->home);
}

/* However little it costs, it is not the cheapest of what carries the demand, and beats nothing. */
static void an_interface_that_costs_less(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    interface(made, "0.15");
    const struct offers *offers = offered(made);
    assert_ptr_equal(offers->cheapest, &offers->option[0]);
    assert_false(offers->option[0].dominated);
    assert_true(offers->api_less);
    const struct option_flip *flip = flip_of(offers, TOKENS_OUTPUT);
    is(flip->at, "EUR 0.1972");
    assert_true(flip->above);
    assert_int_equal(flip->to, 0);
    for (size_t i = 0; i < offers->flip_count; i++)
        assert_true(offers->flip[i].input == FLIP_TOKENS || !offers->flip[i].at);
    arena_free(made->home);
    made = made_new();
    interface(made, "0.15");
    made->price[0].energy_included = false; /* and not measured: not to be set against it */
    offers = offered(made);
    assert_ptr_equal(offers->cheapest, &offers->option[0]);
    assert_false(offers->api_less);
    for (size_t i = 0; i < offers->flip_count; i++)
        assert_int_not_equal(offers->flip[i].input, FLIP_TOKENS);
    arena_free(made->home);
}

/* Without a ratio of input to output the input is not counted, nor is the option; what the runs
 * tell goes before what is stated. */
static void tokens_of_the_workload(void **state)
{
    (void)state;
    struct money_case *made = made_new();
    struct api_terms *api = interface(made, "0.20");
    api->ratio_fact = NULL;
    const struct offers *offers = offered(made);
    assert_string_equal(offers->option[1].line[0].why, "no ratio");
    assert_null(offers->option[1].line[0].tokens);
    is(offers->option[1].line[2].tokens, "55188000000");
    assert_false(option_counted(&offers->option[1]));
    assert_int_equal(offers->even_count, 0);
    arena_free(made->home);
    made = made_new();
    api = interface(made, "0.20");
    struct facts *facts = facts_new(made->home);
    static const struct {
        enum key key;
        const char *text;
    } told[] = { { KEY_INPUT_LENGTH, "1024" }, { KEY_OUTPUT_LENGTH, "256" } };
    for (size_t i = 0; i < ARRAY_COUNT(told); i++) {
        struct fact fact = *stated(made, told[i].key, told[i].text, UNIT_TOKEN, &made->run[0]);
        facts_add(facts, &fact);
    }
    made->run[0].facts = facts;
    offers = offered(made);
    is(offers->option[1].line[0].tokens, "176601600000"); /* 4 x 0.8 x 55,188,000,000 */
    assert_false(rests_on(offers->option[1].line[0].tokens, api->ratio_fact));
    arena_free(made->home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interest_in_equal_amounts),
        cmocka_unit_test(hours_of_use),
        cmocka_unit_test(where_the_order_turns),
        cmocka_unit_test(lines_of_an_option),
        cmocka_unit_test(nothing_is_done),
        cmocka_unit_test(beaten_in_both),
        cmocka_unit_test(one_life_or_none),
        cmocka_unit_test(an_interface_by_the_token),
        cmocka_unit_test(an_interface_that_costs_less),
        cmocka_unit_test(tokens_of_the_workload),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
