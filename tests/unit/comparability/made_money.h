/* made_money.h - the least that an offer is made from: three round runs a side, prices, a demand.
 */
#ifndef TESTS_MADE_MONEY_H
#define TESTS_MADE_MONEY_H

#include "offers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

enum { RUNS = 3 };

struct money_case { /* the least that an offer is made from */
    struct arena *home;
    struct deriving deriving;
    struct case_file file;
    struct terms terms;
    struct system system[2];
    struct machine machine[2];
    struct run run[2 * RUNS];
    struct alone alone[2 * RUNS];
    struct judged_run judged[2 * RUNS];
    struct member member[2 * RUNS];
    struct fact fact[64];
    size_t fact_count;
    struct judging judging;
    struct comparison comparison;
    struct price price[4];
    struct exchange exchange;
    struct threshold threshold;
    struct judged_threshold standing[4];
    struct thresholds thresholds;
};
static const char *const rates[2][RUNS] = { { "3600", "3590", "3610" },
                                            { "4500", "4490", "4510" } };

static inline struct decimal dec(const char *text)
{
    struct decimal out;
    assert_true(decimal_read(str_from(text), &out));
    return out;
}

static inline const struct fact *stated(struct money_case *made, enum key key, const char *text,
                                        enum unit unit, const struct run *run)
{
    assert_true(made->fact_count < ARRAY_COUNT(made->fact));
    struct fact *fact = &made->fact[made->fact_count++];
    *fact = (struct fact){ .key = key, .kind = FACT_DECLARED, .run = run };
    fact->machine = run ? run->machine : NULL;
    fact->value =
        (struct quantity){ str_from(text), decimal_real(made->home, dec(text)), unit, true };
    return fact;
}

static inline const struct fact *rate(struct money_case *made, const char *text,
                                      const struct run *run)
{
    return stated(made, KEY_THROUGHPUT_OUTPUT_TOKENS, text, UNIT_TOKEN_PER_SECOND, run);
}

static inline void price_set(struct money_case *made, size_t index, size_t side, enum price_per per,
                             const char *amount, const char *currency)
{
    made->price[index] =
        (struct price){ .system = &made->system[side],
                        .per = per,
                        .amount = dec(amount),
                        .currency = str_from(currency),
                        .amount_fact = stated(made, KEY_PRICE_AMOUNT, amount, UNIT_NONE, NULL) };
    made->terms.price_count = index + 1;
}

static inline void systems_set(struct money_case *made)
{
    for (size_t s = 0; s < 2; s++) {
        made->system[s] = (struct system){ .id = s ? STR("B") : STR("A"), .index = s };
        made->system[s].facts = facts_new(made->home);
        made->machine[s] = (struct machine){ .system = &made->system[s] };
        made->judging.system[s] = &made->system[s];
        for (size_t r = 0; r < RUNS; r++) {
            size_t i = s * RUNS + r;
            made->run[i] = (struct run){ .machine = &made->machine[s] };
            made->alone[i].copy_of = SIZE_MAX;
            made->judged[i].run = &made->run[i];
            made->judged[i].value = rate(made, rates[s][r], &made->run[i]);
            made->member[i] = (struct member){ .alone = &made->alone[i],
                                               .run = &made->run[i],
                                               .side = (enum side)s,
                                               .like = (enum side)s };
        }
    }
}

/* A bought at 30,000 EUR for 48 months, 3,000 left; B rented at 1.20 USD an hour. */
static inline void terms_set(struct money_case *made)
{
    price_set(made, 0, 0, PRICE_PURCHASE, "30000.00", "EUR");
    made->price[0].residual = dec("3000");
    made->price[0].hours = dec("35040");
    price_set(made, 1, 1, PRICE_HOUR, "1.20", "USD");
    made->exchange =
        (struct exchange){ .from = STR("USD"),
                           .to = STR("EUR"),
                           .rate = dec("0.9187"),
                           .rate_fact = stated(made, KEY_EXCHANGE_RATE, "0.9187", UNIT_NONE, NULL),
                           .as_of = stated(made, KEY_EXCHANGE_AS_OF, "20261124", UNIT_NONE, NULL) };
    made->terms.price = made->price;
    made->terms.exchange = &made->exchange;
    made->terms.exchange_count = 1;
    made->terms.currency = STR("EUR");
    made->terms.demand = (struct demand){
        .peak = dec("52000"),
        .mean = dec("21000"),
        .headroom = dec("0.2"),
        .growth = dec("0.15"),
        .years = 1,
        .redundancy = 1,
        .peak_fact = rate(made, "52000", NULL),
        .mean_fact = rate(made, "21000", NULL),
    };
    made->file.terms = &made->terms;
}

static inline struct money_case *made_new(void)
{
    struct arena *home = arena_new((size_t)1 << 26);
    struct money_case *made = ARENA_NEW(home, struct money_case);
    made->home = home;
    made->deriving.home = home;
    made->file.metric = KEY_THROUGHPUT_OUTPUT_TOKENS;
    made->file.facts = facts_new(home);
    made->thresholds.item = made->standing;
    systems_set(made);
    terms_set(made);
    made->judging.home = home;
    made->judging.case_file = &made->file;
    made->judging.deriving = &made->deriving;
    made->judging.member = made->member;
    made->judging.member_count = ARRAY_COUNT(made->member);
    made->judging.has_window = true;
    made->judging.comparison = &made->comparison;
    made->comparison = (struct comparison){ .a = &made->system[0],
                                            .b = &made->system[1],
                                            .verdict = VERDICT_STATED };
    for (size_t s = 0; s < 2; s++) {
        made->comparison.mean[s] = rate(made, rates[s][0], NULL);
        made->comparison.mean_low[s] = rate(made, s ? "4475.2" : "3575.2", NULL);
        made->comparison.mean_high[s] = rate(made, s ? "4524.8" : "3624.8", NULL);
    }
    return made;
}

static inline const struct offers *offered(struct money_case *made)
{
    thresholds_judge(&made->judging, &made->comparison, made->judged, &made->thresholds);
    ways_publish(
        offers_publish(&made->judging, &made->comparison, made->judged, &made->thresholds));
    assert_non_null(made->comparison.offers);
    return made->comparison.offers;
}

static inline void is(const struct fact *fact, const char *text)
{
    if (!fact || !str_eq(fact->value.text, str_from(text)))
        fail_msg("%.*s, not %s", STR_ARG(fact ? fact->value.text : STR("nothing")), text);
}

static inline bool rests_on(const struct fact *fact, const struct fact *input)
{
    bool found = false;
    for (size_t i = 0; i < fact->derivation->count; i++)
        found = found || fact->derivation->input[i] == input;
    return found;
}

#endif
