/* options.c - the ways to meet the demand that a case has: each side's units bought or rented,
 * until when they carry the growing peak, what they cost by the month and over the life that the
 * offers state, which of them another one beats in both, and at what input the cheapest loses its
 * place. */
#include "offers.h"

enum { MONTHS_A_YEAR = 12, MONTHS_MOST = 1200 };

/* ---- until when --------------------------------------------------------------------------------
 */

static struct decimal capacity_of(const struct cost_side *side)
{
    return decimal_multiply(shown_decimal(side->offer->carrying), side->usable);
}

/* Whole months from the day of the case after which the peak, growing evenly through the year, is
 * still carried: the most m with (1 + growth)^m <= (capacity / peak)^12, so that no root is taken.
 * -1: not for a month, or beyond MONTHS_MOST. */
static int64_t months_carried(const struct demand *demand, struct decimal capacity)
{
    struct decimal factor = decimal_add(decimal_of(1), demand->growth), grown = factor,
                   share = decimal_divide(capacity, demand->peak, PLACES), limit = decimal_of(1);
    for (int i = 0; i < MONTHS_A_YEAR; i++) {
        limit = decimal_round(decimal_multiply(limit, share), PLACES);
    }
    for (int64_t month = 0; month < MONTHS_MOST && !limit.bad && !grown.bad; month++) {
        if (decimal_order(grown, limit) > 0) {
            return month;
        }
        grown = decimal_round(decimal_multiply(grown, factor), PLACES);
    }
    return -1;
}

/* "2028-05": the month that lies so many months behind a date; empty where that is none. */
static struct str month_after(struct arena *home, struct str date, int64_t months)
{
    struct decimal year, month;
    if (date.len < 7 || !decimal_read(str_sub(date, 0, 4), &year) ||
        !decimal_read(str_sub(date, 5, 7), &month)) {
        return (struct str){ 0 };
    }
    int64_t all = (int64_t)decimal_real(home, year) * MONTHS_A_YEAR +
                  (int64_t)decimal_real(home, month) - 1 + months;
    return str_format(home, "%04lld-%02d", (long long)(all / MONTHS_A_YEAR),
                      (int)(all % MONTHS_A_YEAR) + 1);
}

/* The months that a capacity carries the growing peak, and the month until which it does. */
static void until_publish(const struct offering *in, const struct system *system, const char *name,
                          struct decimal capacity, const struct fact *const *input, size_t count,
                          const struct fact **months_fact, const struct fact **until_fact)
{
    const struct demand *demand = &in->terms->demand;
    struct str instance = str_from(str_eq(str_from(name), STR("held-months")) ? "held" : "");
    if (!demand->growth_fact || demand->growth.minus || decimal_is_zero(demand->growth)) {
        return;
    }
    int64_t months = months_carried(demand, capacity);
    if (months < 0) {
        return;
    }
    *months_fact = offer_make(in, &(struct made){ .name = name,
                                                  .system = system,
                                                  .instance = instance,
                                                  .value = decimal_of(months),
                                                  .unit = UNIT_MONTH,
                                                  .input = input,
                                                  .input_count = count });
    struct str until = month_after(in->judging->home, in->judging->case_file->date, months);
    if (*months_fact && until.len > 0) {
        *until_fact = derive(in->judging->deriving, &(struct derived){ .name = "option-until",
                                                                       .system = system,
                                                                       .instance = instance,
                                                                       .value = (double)months,
                                                                       .amount = until,
                                                                       .input = months_fact,
                                                                       .input_count = 1,
                                                                       .licence = in->comparison });
    }
}

static void carries_publish(const struct offering *in, const struct cost_side *side)
{
    const struct demand *demand = &in->terms->demand;
    struct offer *offer = side->offer;
    const struct fact *const input[] = { demand->peak_fact, demand->growth_fact, offer->carrying,
                                         offer->usable };
    until_publish(in, offer->system, "option-months", capacity_of(side), input, ARRAY_COUNT(input),
                  &offer->carries_months, &offer->carries_until);
}

/* Nothing is done: the units of the baseline that stand today. */
static void nothing_publish(const struct offering *in)
{
    const struct demand *demand = &in->terms->demand;
    const struct cost_side *side = &in->side[0];
    struct offers *out = in->out;
    struct decimal carrying = decimal_of(demand->held - demand->redundancy);
    struct decimal capacity = decimal_multiply(carrying, side->usable);
    const struct fact *const input[] = { demand->peak_fact, demand->growth_fact, demand->held_fact,
                                         demand->redundancy_fact, side->offer->usable };
    if (!demand->held_fact || !side->offer->usable) {
        return;
    }
    out->nothing.units = demand->held_fact;
    out->nothing.lacking =
        carrying.minus || capacity.bad || decimal_order(capacity, demand->peak) < 0;
    if (!out->nothing.lacking) {
        until_publish(in, side->offer->system, "held-months", capacity, input, ARRAY_COUNT(input),
                      &out->nothing.months, &out->nothing.until);
    }
}

/* ---- money -------------------------------------------------------------------------------------
 */

/* By the month with the second price; NULL where what it leaves out is not known. */
static const struct fact *second_month(const struct offering *in, const struct cost_side *side)
{
    const struct offer *offer = side->offer;
    const struct price *price = offer->second;
    struct decimal paid, hours, energy = decimal_of(0);
    const struct exchange *rate;
    bool adds = !price->energy_included && offer->month_energy;
    if (hourly_of(in->terms, price, &paid, &hours, &rate) ||
        (!price->energy_included && offer->price->energy_included)) {
        return NULL;
    }
    if (adds) {
        energy = money_decimal(offer->month_energy);
    }
    struct decimal all = decimal_multiply(decimal_multiply(shown_decimal(offer->units), paid),
                                          decimal_of(HOURS_PER_MONTH));
    const struct fact *const input[] = { offer->units,
                                         price->amount_fact,
                                         price->currency_fact,
                                         price->lifetime,
                                         price->residual_fact,
                                         price->as_of,
                                         rate ? rate->rate_fact : NULL,
                                         rate ? rate->as_of : NULL,
                                         adds ? offer->month_energy : NULL };
    return offer_make(in,
                      &(struct made){ .name = "option-month",
                                      .system = offer->system,
                                      .instance = str_from(price_per_name(price->per)),
                                      .currency = in->terms->currency,
                                      .value = decimal_add(decimal_divide(all, hours, 2), energy),
                                      .places = 2,
                                      .unit = UNIT_MONEY_PER_MONTH,
                                      .input = input,
                                      .input_count = ARRAY_COUNT(input) });
}

/* The one life that every purchase of both sides states; NULL: there is none. */
static const struct price *life_of(const struct offers *offers)
{
    const struct price *found = NULL;
    for (size_t i = 0; i < 2; i++) {
        const struct price *const price[] = { offers->side[i].price, offers->side[i].second };
        for (size_t k = 0; k < 2; k++) {
            if (!price[k] || price[k]->per != PRICE_PURCHASE || !price[k]->lifetime) {
                continue;
            }
            if (found && decimal_order(found->hours, price[k]->hours) != 0) {
                return NULL;
            }
            found = price[k];
        }
    }
    return found;
}

static void option_add(const struct offering *in, const struct cost_side *side,
                       const struct price *price, const struct fact *month)
{
    struct offers *out = in->out;
    const struct price *life = life_of(out);
    struct option option = { .side = (size_t)(side - in->side), .price = price, .month = month };
    if (!month) {
        return;
    }
    if (life) {
        const struct fact *const input[] = { month, life->lifetime };
        struct decimal months = decimal_divide(life->hours, decimal_of(HOURS_PER_MONTH), PLACES);
        option.life =
            offer_make(in, &(struct made){ .name = "option-life",
                                           .system = side->offer->system,
                                           .instance = str_from(price_per_name(price->per)),
                                           .currency = in->terms->currency,
                                           .value = decimal_multiply(money_decimal(month), months),
                                           .places = 2,
                                           .input = input,
                                           .input_count = 2 });
        out->life = life->lifetime;
    }
    out->option[out->option_count++] = option;
}

/* Whether the amount by the month holds the energy. */
static bool with_energy(const struct offers *offers, const struct option *option)
{
    return option->price->energy_included || offers->side[option->side].month_energy != NULL;
}

/* Another option that costs no more and carries no less, and is better in one of the two. */
static void dominated_find(const struct offering *in)
{
    struct offers *out = in->out;
    for (size_t i = 0; i < out->option_count; i++) {
        struct option *one = &out->option[i];
        for (size_t k = 0; k < out->option_count && !one->dominated; k++) {
            const struct option *other = &out->option[k];
            int money = decimal_order(money_decimal(other->month), money_decimal(one->month));
            int carried = decimal_order(capacity_of(&in->side[other->side]),
                                        capacity_of(&in->side[one->side]));
            one->dominated = with_energy(out, one) == with_energy(out, other) && money <= 0 &&
                             carried >= 0 && (money < 0 || carried > 0);
        }
    }
}

/* ---- where the order of the two sides turns ----------------------------------------------------
 */

/* The share by which the price of the cheaper side's unit may rise until both sides cost the same,
 * and the throughput of one of its units below which it needs so many that it is no longer cheaper.
 */
static void flips_publish(const struct offering *in)
{
    struct offers *out = in->out;
    const struct offer *cheap = &out->side[out->b_dearer ? 0 : 1];
    const struct offer *dear = &out->side[out->b_dearer ? 1 : 0];
    const struct cost_side *side = &in->side[out->b_dearer ? 0 : 1];
    const struct demand *demand = &in->terms->demand;
    if (!out->month_apart || !cheap->month || !dear->month_total || !cheap->planned) {
        return;
    }
    struct decimal energy =
        cheap->month_energy ? money_decimal(cheap->month_energy) : decimal_of(0);
    struct decimal room = decimal_subtract(money_decimal(dear->month_total), energy);
    const struct fact *const input[] = { dear->month_total, cheap->month_energy, cheap->month };
    out->flip_price =
        offer_make(in, &(struct made){ .name = "flip-price",
                                       .system = cheap->system,
                                       .value = decimal_subtract(
                                           decimal_divide(decimal_multiply(room, decimal_of(100)),
                                                          money_decimal(cheap->month), PLACES),
                                           decimal_of(100)),
                                       .places = 1,
                                       .unit = UNIT_PERCENT,
                                       .input = input,
                                       .input_count = ARRAY_COUNT(input) });
    /* The most units that still cost less than the other side: units x paid x 730 < room x hours.
     */
    struct decimal each = decimal_multiply(side->paid, decimal_of(HOURS_PER_MONTH));
    struct decimal bought = decimal_multiply(room, side->hours);
    struct decimal units =
        decimal_subtract(decimal_ceiling(decimal_divide(bought, each, 20)), decimal_of(1));
    struct decimal carrying = decimal_subtract(units, decimal_of(demand->redundancy));
    if (carrying.bad || carrying.minus || decimal_is_zero(carrying)) {
        return;
    }
    struct decimal kept = decimal_subtract(decimal_of(1), demand->headroom);
    const struct fact *const from[] = { cheap->planned,        dear->month_total,
                                        cheap->month_energy,   cheap->hourly,
                                        demand->headroom_fact, demand->redundancy_fact };
    out->flip_rate = offer_make(
        in, &(struct made){ .name = "flip-rate",
                            .system = cheap->system,
                            .value = decimal_divide(capacity_planned(demand),
                                                    decimal_multiply(carrying, kept), PLACES),
                            .places = 0,
                            .unit = vocabulary_row(in->judging->case_file->metric)->unit,
                            .input = from,
                            .input_count = ARRAY_COUNT(from) });
}

/* ---- the door ----------------------------------------------------------------------------------
 */

void options_publish(struct offering *in)
{
    for (size_t i = 0; i < 2; i++) {
        const struct cost_side *side = &in->side[i];
        const struct offer *offer = side->offer;
        if (!offer->units || !offer->carrying || !offer->month) {
            continue;
        }
        carries_publish(in, side);
        option_add(in, side, offer->price, offer->month_total ? offer->month_total : offer->month);
        if (offer->second) {
            option_add(in, side, offer->second, second_month(in, side));
        }
    }
    nothing_publish(in);
    dominated_find(in);
    flips_publish(in);
}
