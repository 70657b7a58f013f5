/* options.c - the ways to meet the demand: those that the case states, else nothing done and each
 * side's units bought or rented; until when they carry the growing peak, what they cost, and which
 * of them another one beats in both. */
#include "compare.h"
#include "offers.h"

enum { MONTHS_A_YEAR = 12, MONTHS_MOST = 1200 };

/* ---- until when ---- */

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
    for (int i = 0; i < MONTHS_A_YEAR; i++)
        limit = decimal_round(decimal_multiply(limit, share), PLACES);
    for (int64_t month = 0; month < MONTHS_MOST && !limit.bad && !grown.bad; month++) {
        if (decimal_order(grown, limit) > 0)
            return month;
        grown = decimal_round(decimal_multiply(grown, factor), PLACES);
    }
    return -1;
}

/* "2028-05": the month that lies so many months behind a date; empty where that is none. */
static struct str month_after(struct arena *home, struct str date, int64_t months)
{
    struct decimal year, month;
    if (date.len < 7 || !decimal_read(str_sub(date, 0, 4), &year) ||
        !decimal_read(str_sub(date, 5, 7), &month))
        return (struct str){ 0 };
    int64_t all = (int64_t)decimal_real(home, year) * MONTHS_A_YEAR +
                  (int64_t)decimal_real(home, month) - 1 + months;
    return str_format(home, "%04lld-%02d", (long long)(all / MONTHS_A_YEAR),
                      (int)(all % MONTHS_A_YEAR) + 1);
}

/* The months that a capacity carries the growing peak, and the month until which it does. */
static void until_publish(const struct offering *in, const struct system *system,
                          enum derivation_id row, struct decimal capacity,
                          const struct fact *const *input, size_t count,
                          const struct fact **months_fact, const struct fact **until_fact)
{
    const struct demand *demand = &in->terms->demand;
    struct str instance = str_from(row == DERIVE_HELD_MONTHS ? "held" : "");
    if (!demand->growth_fact || demand->growth.minus || decimal_is_zero(demand->growth))
        return;
    int64_t months = months_carried(demand, capacity);
    if (months < 0)
        return;
    *months_fact = offer_make(in, &(struct made){ .row = row,
                                                  .system = system,
                                                  .instance = instance,
                                                  .value = decimal_of(months),
                                                  .unit = UNIT_MONTH,
                                                  .input = input,
                                                  .input_count = count });
    struct str until = month_after(in->judging->home, in->judging->case_file->date, months);
    if (*months_fact && until.len > 0) {
        *until_fact = derive(in->judging->deriving, &(struct derived){ .row = DERIVE_OPTION_UNTIL,
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
    until_publish(in, offer->system, DERIVE_OPTION_MONTHS, capacity_of(side), input,
                  ARRAY_COUNT(input), &offer->carries_months, &offer->carries_until);
}

/* The month up to which the units are counted, beside those until which they carry the peak. */
static void planned_publish(const struct offering *in)
{
    const struct demand *demand = &in->terms->demand;
    const struct case_file *file = in->judging->case_file;
    const struct fact *date = facts_best(file->facts, KEY_CASE_DATE, (struct str){ 0 });
    const struct fact *const input[] = { date, demand->years_fact };
    int64_t months = demand->years * MONTHS_A_YEAR;
    struct str until = month_after(in->judging->home, file->date, months);
    if (!date || until.len == 0 || !demand->growth_fact || !demand->years_fact ||
        demand->years_fact->placeholder)
        return;
    in->out->planned_until =
        derive(in->judging->deriving, &(struct derived){ .row = DERIVE_DEMAND_UNTIL,
                                                         .value = (double)months,
                                                         .amount = until,
                                                         .input = input,
                                                         .input_count = ARRAY_COUNT(input),
                                                         .licence = in->comparison });
}

/* ---- nothing is done ---- */

/* The units of the baseline that stand today; where that is not stated, as many as the peak of
 * today needs. */
static void nothing_units(const struct offering *in, struct option *option)
{
    const struct demand *demand = &in->terms->demand;
    const struct cost_side *side = &in->side[option->side];
    const struct fact *usable = side->offer->usable;
    const struct fact *const input[] = { demand->peak_fact, usable, demand->redundancy_fact };
    option->held_assumed = !demand->held_fact;
    option->units = demand->held_fact
                        ? demand->held_fact
                        : offer_make(in, &(struct made){ .row = DERIVE_NOTHING_UNITS,
                                                         .system = side->offer->system,
                                                         .value = units_for(in, side, demand->peak),
                                                         .unit = UNIT_COUNT,
                                                         .input = input,
                                                         .input_count = ARRAY_COUNT(input) });
}

/* What the units of an option carry, without the spare ones. */
static struct decimal carried(const struct offering *in, const struct option *option)
{
    const struct cost_side *side = &in->side[option->side];
    if (option->kind != OPTION_NOTHING)
        return capacity_of(side);
    struct decimal carrying =
        decimal_subtract(shown_decimal(option->units), decimal_of(in->terms->demand.redundancy));
    return decimal_multiply(carrying, side->usable);
}

static void nothing_carries(const struct offering *in, struct option *option)
{
    const struct demand *demand = &in->terms->demand;
    const struct cost_side *side = &in->side[option->side];
    struct decimal capacity = carried(in, option);
    const struct fact *months = NULL;
    const struct fact *const input[] = { demand->peak_fact, demand->growth_fact, option->units,
                                         demand->redundancy_fact, side->offer->usable };
    option->lacking = capacity.bad || capacity.minus || decimal_order(capacity, demand->peak) < 0;
    option->falls_short = option->lacking || decimal_order(capacity, capacity_planned(demand)) < 0;
    if (!option->lacking) {
        until_publish(in, side->offer->system, DERIVE_HELD_MONTHS, capacity, input,
                      ARRAY_COUNT(input), &months, &option->until);
    }
}

/* ---- what is done ---- */

/* Of a side's two prices the one that the kind takes; NULL: it has none. */
static const struct price *price_for(const struct offer *offer, enum option_kind kind)
{
    const struct price *const both[] = { offer->price, offer->second };
    for (size_t i = 0; i < 2; i++) {
        bool bought = both[i] && both[i]->per == PRICE_PURCHASE;
        if (both[i] && (kind == OPTION_BUY ? bought : kind == OPTION_RENT ? !bought : true))
            return both[i];
    }
    return NULL;
}

static void option_add(const struct offering *in, struct option option, struct str instance)
{
    struct offers *out = in->out;
    const struct offer *offer = &out->side[option.side];
    bool nothing = option.kind == OPTION_NOTHING;
    if (out->option_count == OPTIONS_MOST || !offer->usable)
        return;
    if (nothing) {
        nothing_units(in, &option);
        if (option.units)
            nothing_carries(in, &option);
    } else {
        option.units = offer->units;
        option.until = offer->carries_until;
    }
    if (!option.units)
        return;
    lines_publish(in, &option, instance);
    out->option[out->option_count++] = option;
}

/* Every layer that differs is software, and one does. */
static bool software_alone(const struct judging *judging)
{
    size_t count;
    const struct layer_difference *row = stack_compare(judging, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        enum layer layer = row[i].layer;
        bool machine = layer == LAYER_ACCELERATOR || layer == LAYER_HOST ||
                       layer == LAYER_FIRMWARE || layer == LAYER_NETWORK ||
                       layer == LAYER_STORAGE || layer == LAYER_POWER;
        if (row[i].state == LAYER_CHANGED && machine)
            return false;
        any = any || row[i].state == LAYER_CHANGED;
    }
    return any;
}

/* Nothing; then each side by each of its prices, where the changed one is software first. */
static void options_made(const struct offering *in)
{
    const struct comparison *c = in->comparison;
    bool software = c->has_baseline && !judging_single(in->judging) && software_alone(in->judging);
    bool standing = c->has_baseline || in->terms->demand.held_fact;
    if (standing) {
        option_add(in, (struct option){ .kind = OPTION_NOTHING, .price = in->out->side[0].price },
                   STR("held"));
    }
    for (size_t i = 0; i < 2; i++) {
        const struct offer *offer = &in->out->side[i];
        const struct price *const price[] = { offer->price, offer->second };
        for (size_t k = 0; k < 2; k++) {
            bool bought = price[k] && price[k]->per == PRICE_PURCHASE;
            if (price[k] && offer->units && offer->month) {
                option_add(in,
                           (struct option){ .kind = i == 1 && software && k == 0 ? OPTION_SOFTWARE
                                                    : bought                     ? OPTION_BUY
                                                                                 : OPTION_RENT,
                                            .side = i,
                                            .price = price[k] },
                           str_from(price_per_name(price[k]->per)));
            }
        }
    }
}

/* An interface has no units, and nobody measured until when it carries the demand. */
static void interface_add(const struct offering *in, const struct stated_option *stated)
{
    struct offers *out = in->out;
    struct option option = { .kind = OPTION_API, .stated = stated };
    if (out->option_count == OPTIONS_MOST || !stated->api)
        return;
    lines_publish(in, &option, stated->id);
    out->option[out->option_count++] = option;
}

/* Of the case's own those whose system is one of the two, and interfaces. */
static void options_stated(const struct offering *in)
{
    for (size_t i = 0; i < in->terms->option_count; i++) {
        const struct stated_option *stated = &in->terms->option[i];
        if (stated->kind == OPTION_API)
            interface_add(in, stated);
        for (size_t s = 0; s < 2; s++) {
            if (in->out->side[s].system && stated->system == in->out->side[s].system) {
                option_add(in,
                           (struct option){ .kind = stated->kind,
                                            .stated = stated,
                                            .side = s,
                                            .price = price_for(&in->out->side[s], stated->kind) },
                           stated->id);
            }
        }
    }
}

/* Another option that costs no more and carries no less, and is better in one of the two. What an
 * interface carries nobody knows. */
static void dominated_find(const struct offering *in)
{
    struct offers *out = in->out;
    for (size_t i = 0; i < out->option_count; i++) {
        struct option *one = &out->option[i];
        struct decimal cost = option_measure(out, one);
        for (size_t k = 0; k < out->option_count && !one->dominated && !cost.bad; k++) {
            const struct option *other = &out->option[k];
            struct decimal less = option_measure(out, other);
            if (less.bad || one->kind == OPTION_API || other->kind == OPTION_API ||
                !option_counted(one) || !option_counted(other) ||
                option_with_energy(out, one) != option_with_energy(out, other))
                continue;
            int money = decimal_order(less, cost);
            int more = decimal_order(carried(in, other), carried(in, one));
            one->dominated = money <= 0 && more >= 0 && (money < 0 || more > 0);
        }
    }
}

/* Of those that carry the demand planned for, with energy where any has it. An interface is none of
 * them: nobody measured whether it does. */
static void cheapest_find(struct offers *out)
{
    bool energy = false;
    for (size_t i = 0; i < out->option_count; i++)
        energy = energy ||
                 (out->option[i].kind != OPTION_API && option_with_energy(out, &out->option[i]));
    for (size_t i = 0; i < out->option_count; i++) {
        const struct option *one = &out->option[i];
        struct decimal cost = option_measure(out, one);
        if (one->falls_short || one->kind == OPTION_API || cost.bad || !option_counted(one) ||
            option_with_energy(out, one) != energy)
            continue;
        if (!out->cheapest || decimal_order(cost, option_measure(out, out->cheapest)) < 0)
            out->cheapest = one;
    }
}

/* ---- where the order of the two sides turns ---- */

/* The share by which the price of the cheaper side's unit may rise until both sides cost the same,
 * and the throughput of one of its units below which it needs so many that it is no longer cheaper.
 */
static void sides_turn(const struct offering *in)
{
    struct offers *out = in->out;
    const struct offer *cheap = &out->side[out->b_dearer ? 0 : 1];
    const struct offer *dear = &out->side[out->b_dearer ? 1 : 0];
    const struct cost_side *side = &in->side[out->b_dearer ? 0 : 1];
    const struct demand *demand = &in->terms->demand;
    bool rests = cheap->idle_month && idle_counted(in); /* moves with the units: see flips.c */
    if (!out->month_apart || !cheap->month || !dear->month_total || !cheap->planned || rests)
        return;
    struct decimal energy =
        cheap->month_energy ? money_decimal(cheap->month_energy) : decimal_of(0);
    struct decimal room = decimal_subtract(money_decimal(dear->month_total), energy);
    const struct fact *const input[] = { dear->month_total, cheap->month_energy, cheap->month };
    out->flip_price =
        offer_make(in, &(struct made){ .row = DERIVE_FLIP_PRICE,
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
    struct decimal each = decimal_multiply(side->on_paid, decimal_of(HOURS_PER_MONTH));
    struct decimal bought = decimal_multiply(room, side->on_hours);
    struct decimal units =
        decimal_subtract(decimal_ceiling(decimal_divide(bought, each, 20)), decimal_of(1));
    struct decimal carrying = decimal_subtract(units, decimal_of(demand->redundancy));
    if (carrying.bad || carrying.minus || decimal_is_zero(carrying))
        return;
    struct decimal kept = decimal_subtract(decimal_of(1), demand->headroom);
    const struct fact *const from[] = { cheap->planned,        dear->month_total,
                                        cheap->month_energy,   cheap->hourly,
                                        demand->headroom_fact, demand->redundancy_fact };
    out->flip_rate = offer_make(
        in, &(struct made){ .row = DERIVE_FLIP_RATE,
                            .system = cheap->system,
                            .value = decimal_divide(capacity_planned(demand),
                                                    decimal_multiply(carrying, kept), PLACES),
                            .places = 0,
                            .unit = vocabulary_row(in->judging->case_file->metric)->unit,
                            .input = from,
                            .input_count = ARRAY_COUNT(from) });
}

/* ---- the door ---- */

void options_publish(struct offering *in)
{
    const struct price *life = life_of(in->out);
    in->out->life = life ? life->lifetime : NULL;
    for (size_t i = 0; i < 2; i++)
        if (in->side[i].offer->units && in->side[i].offer->carrying)
            carries_publish(in, &in->side[i]);
    planned_publish(in);
    if (in->terms->option_count > 0)
        options_stated(in);
    else if (in->terms->price_count > 0)
        options_made(in);
    dominated_find(in);
    cheapest_find(in->out);
    tokens_evens(in);
    sides_turn(in);
}
