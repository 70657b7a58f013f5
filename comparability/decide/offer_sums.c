/* offer_sums.c - decimals from figures, prices by the hour, and derived numbers of an offer. */
#include "offers.h"

#include <math.h>
#include <string.h>

struct decimal real_decimal(struct arena *home, double value, int digits)
{
    struct decimal out = { .bad = true };
    if (!isfinite(value) || value <= 0)
        return out;
    struct buf text = buf_new(home, 64);
    buf_put_significant(&text, value, digits);
    return decimal_read(buf_str(&text), &out) ? out : (struct decimal){ .bad = true };
}

struct decimal shown_decimal(const struct fact *fact)
{
    struct decimal out = { .bad = true };
    return fact && decimal_read(fact->value.text, &out) ? out : (struct decimal){ .bad = true };
}

struct decimal energy_money(const struct terms *terms, struct decimal joules)
{
    struct decimal per_joule = decimal_divide(
        decimal_multiply(terms->energy.cooling, terms->energy.price), decimal_of(3600000), PLACES);
    return decimal_round(decimal_multiply(joules, per_joule), PLACES);
}

bool decimal_interval(struct arena *home, const struct decimal *value, size_t count,
                      struct decimal *mean, struct decimal *half)
{
    enum { LEAST = 3, FINE = 12 };
    struct decimal sum = decimal_of(0), squares = decimal_of(0);
    *half = (struct decimal){ .bad = true };
    for (size_t i = 0; i < count; i++)
        sum = decimal_add(sum, value[i]);
    *mean = decimal_divide(sum, decimal_of((int64_t)count), PLACES);
    if (count < LEAST || mean->bad)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct decimal off = decimal_subtract(value[i], *mean);
        squares = decimal_add(squares, decimal_round(decimal_multiply(off, off), PLACES));
    }
    struct decimal variance =
        decimal_divide(squares, decimal_of((int64_t)(count * (count - 1))), PLACES);
    struct decimal t = real_decimal(home, t_quantile(0.975, (double)(count - 1)), 6);
    *half = decimal_multiply(t, decimal_root(variance, FINE));
    return !half->bad;
}

int money_places(struct arena *home, struct decimal half)
{
    int places = half.bad ? 4 : decimals_of(decimal_real(home, half));
    return places < 2 ? 2 : places > 6 ? 6 : places;
}

const struct fact *offer_make(const struct offering *in, const struct made *made)
{
    struct arena *home = in->judging->home;
    struct decimal value = decimal_round(made->value, made->places);
    const struct fact **input = ARENA_MANY(home, made->input_count + 1, const struct fact *);
    size_t count = 0;
    for (size_t i = 0; i < made->input_count; i++) {
        bool again = !made->input[i];
        for (size_t j = 0; j < count && !again; j++)
            again = input[j] == made->input[i];
        if (!again)
            input[count++] = made->input[i];
    }
    if (value.bad || count == 0)
        return NULL;
    struct str text = decimal_text(home, value);
    if (made->currency.len > 0)
        text = str_format(home, "%.*s %.*s", STR_ARG(made->currency), STR_ARG(text));
    return derive(in->judging->deriving, &(struct derived){ .row = made->row,
                                                            .instance = made->instance,
                                                            .system = made->system,
                                                            .run = made->run,
                                                            .value = decimal_real(home, value),
                                                            .amount = text,
                                                            .unit = made->unit,
                                                            .input = input,
                                                            .input_count = count,
                                                            .licence = in->comparison });
}

/* ---- prices ---- */

static const struct exchange *exchange_find(const struct terms *terms, struct str currency,
                                            bool *inverse)
{
    for (size_t i = 0; i < terms->exchange_count; i++) {
        const struct exchange *rate = &terms->exchange[i];
        bool straight = str_eq(rate->from, currency) && str_eq(rate->to, terms->currency);
        *inverse = str_eq(rate->to, currency) && str_eq(rate->from, terms->currency);
        if ((straight || *inverse) && rate->as_of)
            return rate;
    }
    return NULL;
}

/* A purchase paid in equal amounts by the month with interest on what is not yet paid back (capital
 * recovery): with g = (1 + i)^n that is (amount g - residual) i / (g - 1) a month. Given as amount
 * and hours, so that it is divided where the sum is. Powers are rounded at PLACES. */
static void recovered(const struct terms *terms, const struct price *price, struct decimal *paid,
                      struct decimal *hours)
{
    enum { TWELVE = 12, MONTHS_MOST = 1200 };
    struct decimal rate = decimal_divide(terms->interest, decimal_of(TWELVE), PLACES);
    struct decimal factor = decimal_add(decimal_of(1), rate), grown = decimal_of(1);
    struct decimal months = decimal_divide(price->hours, decimal_of(HOURS_PER_MONTH), PLACES);
    int64_t n = 0;
    while (n < MONTHS_MOST && decimal_order(decimal_of(n), months) < 0) {
        grown = decimal_round(decimal_multiply(grown, factor), PLACES);
        n++;
    }
    if (decimal_order(decimal_of(n), months) != 0)
        grown = (struct decimal){ .bad = true }; /* the case was refused, or it lasts for ever */
    *paid = decimal_round(
        decimal_multiply(decimal_subtract(decimal_multiply(price->amount, grown), price->residual),
                         rate),
        PLACES);
    *hours = decimal_multiply(decimal_subtract(grown, decimal_of(1)), decimal_of(HOURS_PER_MONTH));
}

/* Amount and hours whose quotient is the price by the hour in the report's currency, or why there
 * is none. The two parts are kept, so that a sum over a month is divided once and rounded once. */
const char *hourly_of(const struct terms *terms, const struct price *price, struct decimal *paid,
                      struct decimal *hours, const struct exchange **rate)
{
    static const int64_t counted[PRICE_PER_COUNT] = {
        [PRICE_HOUR] = 1, [PRICE_MONTH] = HOURS_PER_MONTH, [PRICE_YEAR] = HOURS_PER_YEAR
    };
    bool purchase = price->per == PRICE_PURCHASE, inverse = false;
    *hours = purchase ? price->hours : decimal_of(counted[price->per]);
    *paid = purchase ? decimal_subtract(price->amount, price->residual) : price->amount;
    *rate = NULL;
    if (decimal_is_zero(*hours))
        return "no lifetime";
    if (purchase && terms->interest_fact && !decimal_is_zero(terms->interest))
        recovered(terms, price, paid, hours);
    if (str_eq(price->currency, terms->currency))
        return NULL;
    *rate = exchange_find(terms, price->currency, &inverse);
    if (!*rate)
        return "no rate";
    if (inverse)
        *hours = decimal_multiply(*hours, (*rate)->rate);
    else
        *paid = decimal_multiply(*paid, (*rate)->rate);
    return NULL;
}

void month_parts(const struct terms *terms, const struct price *price, struct decimal *paid,
                 struct decimal *hours)
{
    const struct exchange *rate;
    if (hourly_of(terms, price, paid, hours, &rate)) {
        *paid = *hours = (struct decimal){ .bad = true };
        return;
    }
    if (price->per == PRICE_HOUR && terms->demand.schedule_fact) {
        *paid = decimal_multiply(*paid, terms->demand.schedule);
        *hours = decimal_multiply(*hours, decimal_of(HOURS_PER_WEEK));
    }
}
