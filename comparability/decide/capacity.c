/* capacity.c - whole units for a stated demand, what they cost by the month, and the cost when one
 * input at a time is moved.
 *
 * Sized on measured throughput alone, at the lower end of its interval; a nameplate figure has no
 * way in. Units are whole, so cost over demand is a saw: it is told as bands, and one tipping point
 * is named only where there is one. */
#include "offers.h"

#include <string.h>

static const struct fact *count_make(const struct offering *in, enum derivation_id row,
                                     const struct system *system, struct decimal value,
                                     const struct fact *const *input, size_t count)
{
    return offer_make(in, &(struct made){ .row = row,
                                          .system = system,
                                          .value = value,
                                          .unit = UNIT_COUNT,
                                          .input = input,
                                          .input_count = count });
}

enum unit metric_unit(const struct offering *in)
{
    return vocabulary_row(in->judging->case_file->metric)->unit;
}

/* ---- units ---- */

struct decimal capacity_planned(const struct demand *demand)
{
    struct decimal planned = demand->peak, factor = decimal_add(decimal_of(1), demand->growth);
    for (int64_t year = 0; year < demand->years; year++)
        planned = decimal_round(decimal_multiply(planned, factor), PLACES);
    return planned;
}

static void usable_publish(struct offering *in, size_t index)
{
    struct cost_side *side = &in->side[index];
    const struct demand *demand = &in->terms->demand;
    struct offer *offer = side->offer;
    const struct fact *low = offer->rate.low;
    struct decimal rate = shown_decimal(low);
    if (!demand->peak_fact) {
        offer->why_sized = "no demand";
        return;
    }
    if (!low || rate.bad || rate.minus || decimal_is_zero(rate)) {
        offer->why_sized = "no interval";
        return;
    }
    side->usable = decimal_multiply(rate, decimal_subtract(decimal_of(1), demand->headroom));
    const struct fact *const input[] = { low, demand->headroom_fact };
    offer->usable = offer_make(in, &(struct made){ .row = DERIVE_CAPACITY_USABLE,
                                                   .system = offer->system,
                                                   .value = side->usable,
                                                   .places = 1,
                                                   .unit = metric_unit(in),
                                                   .input = input,
                                                   .input_count = 2 });
    side->sized = offer->usable != NULL;
}

struct decimal units_for(const struct offering *in, const struct cost_side *side,
                         struct decimal demand)
{
    enum { FINE = 20 };
    struct decimal units = decimal_ceiling(decimal_divide(demand, side->usable, FINE));
    units = decimal_add(units, decimal_of(in->terms->demand.redundancy));
    return !units.bad && decimal_order(units, decimal_of(100000000)) <= 0
               ? units
               : (struct decimal){ .bad = true };
}

/* Divided once, at the end: a quotient carried along would turn a tie into a wrong cent. */
struct decimal by_month(const struct cost_side *side, struct decimal units)
{
    struct decimal paid =
        decimal_multiply(decimal_multiply(units, side->on_paid), decimal_of(HOURS_PER_MONTH));
    return decimal_divide(paid, side->on_hours, 2);
}

/* What by_month is computed from: the units, and what the price by the hour is computed from, since
 * that price as printed is rounded and would give other cents. */
size_t month_inputs(const struct offering *in, const struct fact *units, const struct fact *hourly,
                    const struct fact *const **out)
{
    const struct derivation *from = hourly->derivation;
    const struct fact **input =
        ARENA_MANY(in->judging->home, (from ? from->count : 1) + 2, const struct fact *);
    size_t count = 0;
    input[count++] = units;
    if (in->terms->demand.schedule_fact)
        input[count++] = in->terms->demand.schedule_fact;
    for (size_t i = 0; from && i < from->count; i++)
        input[count++] = from->input[i];
    if (!from)
        input[count++] = hourly;
    *out = input;
    return count;
}

static void units_publish(const struct offering *in, size_t index, const struct fact *planned)
{
    const struct demand *demand = &in->terms->demand;
    const struct cost_side *side = &in->side[index];
    struct offer *offer = side->offer;
    struct decimal units = units_for(in, side, capacity_planned(demand));
    const struct fact *const carrying[] = { planned, offer->usable };
    offer->planned = planned;
    offer->carrying =
        count_make(in, DERIVE_CAPACITY_CARRYING, offer->system,
                   decimal_subtract(units, decimal_of(demand->redundancy)), carrying, 2);
    const struct fact *const all[] = { offer->carrying, demand->redundancy_fact };
    offer->units = count_make(in, DERIVE_CAPACITY_UNITS, offer->system, units, all, 2);
    const struct fact *mean = offer->rate.value;
    if (!offer->units || !demand->mean_fact)
        return;
    const struct fact *const input[] = { demand->mean_fact, offer->units, mean };
    struct decimal share = decimal_divide(decimal_multiply(demand->mean, decimal_of(100)),
                                          decimal_multiply(units, shown_decimal(mean)), 12);
    offer->utilisation = offer_make(in, &(struct made){ .row = DERIVE_CAPACITY_UTILISATION,
                                                        .system = offer->system,
                                                        .value = share,
                                                        .places = 1,
                                                        .unit = UNIT_PERCENT,
                                                        .input = input,
                                                        .input_count = ARRAY_COUNT(input) });
}

/* ---- money at the demand ---- */

static bool adds_energy(const struct offer *offer)
{
    return strcmp(offer->energy_state, "added") == 0;
}

struct point { /* where the cost is stated: names of its three derivations, and its inputs */
    enum derivation_id row[3];
    const struct fact *input[8];
    const struct fact *rate[3], *joules[3]; /* inputs of each; NULL: none */
    struct decimal fixed[3], energy[3];     /* value, low, high */
};

static void point_publish(const struct offering *in, struct cost_side *side,
                          const struct point *point)
{
    struct offer *offer = side->offer;
    const struct fact **const to[] = { &offer->at_demand, &offer->at_demand_low,
                                       &offer->at_demand_high };
    struct decimal value[3];
    for (size_t i = 0; i < 3; i++)
        value[i] = decimal_add(point->fixed[i], point->energy[i]);
    side->fixed = point->fixed[0];
    side->variable = point->energy[0];
    bool interval =
        !value[1].bad && !value[2].bad && !value[0].bad && decimal_order(value[1], value[2]) < 0;
    for (size_t i = 0; i < (interval ? 3 : 1); i++) {
        const struct fact *input[ARRAY_COUNT(point->input)];
        memcpy(input, point->input, sizeof input);
        input[1] = point->rate[i] ? point->rate[i] : input[1];
        input[4] = point->joules[i];
        *to[i] = offer_make(in, &(struct made){ .row = point->row[i],
                                                .system = offer->system,
                                                .currency = in->terms->currency,
                                                .value = value[i],
                                                .places = 4,
                                                .unit = in->money_unit,
                                                .input = input,
                                                .input_count = ARRAY_COUNT(input) });
    }
}

/* Energy of the quantum: value, low, high; zero where none is added. */
static void point_energy(const struct offering *in, const struct offer *offer, struct point *point)
{
    const struct fact *const joules[] = { offer->energy.value, offer->energy.low,
                                          offer->energy.high };
    for (size_t i = 0; i < 3; i++) {
        const struct fact *fact = joules[i] ? joules[i] : joules[0];
        point->energy[i] = adds_energy(offer)
                               ? decimal_multiply(energy_money(in->terms, shown_decimal(fact)),
                                                  decimal_of(in->quantum))
                               : decimal_of(0);
        point->joules[i] = adds_energy(offer) ? fact : NULL;
    }
    if (adds_energy(offer)) {
        point->input[5] = in->terms->energy.price_fact;
        point->input[6] = in->terms->energy.cooling_fact;
    }
}

/* The whole units stand there whether they work or not: their price falls on the mean demand. */
static void at_demand_publish(struct offering *in, size_t index)
{
    struct cost_side *side = &in->side[index];
    struct offer *offer = side->offer;
    struct point point = { .row = { DERIVE_COST_AT_DEMAND, DERIVE_COST_AT_DEMAND_LOW,
                                    DERIVE_COST_AT_DEMAND_HIGH },
                           .input = { offer->units, offer->hourly, in->terms->demand.mean_fact,
                                      in->terms->demand.schedule_fact } };
    struct decimal hourly = decimal_divide(side->on_paid, side->on_hours, PLACES);
    struct decimal fixed =
        decimal_divide(decimal_multiply(decimal_multiply(shown_decimal(offer->units), hourly),
                                        decimal_of(in->quantum)),
                       decimal_multiply(decimal_of(3600), in->terms->demand.mean), PLACES);
    for (size_t i = 0; i < 3; i++)
        point.fixed[i] = fixed;
    point_energy(in, offer, &point);
    point_publish(in, side, &point);
}

/* Without a demand, at the utilisation that the case states; at full load where it states none. */
static void at_utilisation_publish(struct offering *in, size_t index)
{
    struct cost_side *side = &in->side[index];
    struct offer *offer = side->offer;
    const struct comparison *c = in->comparison;
    const struct fact *const rate[] = { c->mean[index], c->mean_high[index], c->mean_low[index] };
    struct decimal share = in->terms->utilisation ? in->terms->utilisation_share : decimal_of(1);
    struct point point = { .row = { DERIVE_COST_AT_UTILISATION, DERIVE_COST_AT_UTILISATION_LOW,
                                    DERIVE_COST_AT_UTILISATION_HIGH },
                           .input = { offer->hourly, NULL, in->terms->utilisation } };
    for (size_t i = 0; i < 3; i++) {
        struct decimal busy =
            decimal_multiply(decimal_multiply(decimal_of(3600), shown_decimal(rate[i])), share);
        point.rate[i] = rate[i];
        point.fixed[i] =
            decimal_divide(decimal_multiply(side->hourly, decimal_of(in->quantum)), busy, PLACES);
    }
    point_energy(in, offer, &point);
    point_publish(in, side, &point);
}

static void months_publish(const struct offering *in, size_t index)
{
    const struct cost_side *side = &in->side[index];
    const struct terms *terms = in->terms;
    struct offer *offer = side->offer;
    struct made form = { .system = offer->system,
                         .currency = terms->currency,
                         .places = 2,
                         .unit = UNIT_MONEY_PER_MONTH };
    struct decimal units = by_month(side, shown_decimal(offer->units)), energy = decimal_of(0);
    form.row = DERIVE_MONTH_UNITS;
    form.value = units;
    form.input_count = month_inputs(in, offer->units, offer->hourly, &form.input);
    offer->month = offer_make(in, &form);
    if (!terms->demand.mean_fact)
        return;
    struct decimal seconds = decimal_of((int64_t)HOURS_PER_MONTH * 3600);
    struct decimal work = decimal_multiply(terms->demand.mean, seconds);
    if (adds_energy(offer)) {
        const struct fact *const input[] = { terms->demand.mean_fact, offer->energy.value,
                                             terms->energy.price_fact, terms->energy.cooling_fact };
        energy = decimal_round(
            decimal_multiply(work, energy_money(terms, shown_decimal(offer->energy.value))), 2);
        form.row = DERIVE_MONTH_ENERGY;
        form.value = energy;
        form.input = input;
        form.input_count = ARRAY_COUNT(input);
        offer->month_energy = offer_make(in, &form);
    }
    offer->idle_month = idle_month(in, index, offer->units, STR(""));
    bool rests = offer->idle_month && idle_counted(in) && !offer->price->energy_included;
    const struct fact *const all[] = { offer->month, offer->month_energy,
                                       rests ? offer->idle_month : NULL };
    form.row = DERIVE_MONTH_TOTAL;
    form.value = decimal_add(units, energy);
    form.value = rests ? decimal_add(form.value, money_decimal(offer->idle_month)) : form.value;
    form.input = all;
    form.input_count = ARRAY_COUNT(all);
    offer->month_total = offer_make(in, &form);
    if (terms->worth.amount_fact && str_eq(terms->worth.currency, terms->currency)) {
        const struct fact *const input[] = { terms->demand.mean_fact, terms->worth.amount_fact,
                                             terms->worth.per_fact };
        form.row = DERIVE_MONTH_WORTH;
        form.value = decimal_divide(decimal_multiply(work, terms->worth.amount),
                                    decimal_of(in->quantum), PLACES);
        form.input = input;
        form.input_count = ARRAY_COUNT(input);
        offer->month_worth = offer_make(in, &form);
    }
}

/* Of a purchase: what its price by the month is above equal parts of the amount without interest.
 */
static void interest_publish(const struct offering *in, size_t index)
{
    const struct cost_side *side = &in->side[index];
    struct offer *offer = side->offer;
    const struct price *price = offer->price;
    struct terms bare = *in->terms;
    struct decimal paid, hours;
    if (!offer->month || !in->terms->interest_fact || price->per != PRICE_PURCHASE)
        return;
    bare.interest = decimal_of(0);
    month_parts(&bare, price, &paid, &hours);
    struct decimal principal =
        decimal_divide(decimal_multiply(decimal_multiply(shown_decimal(offer->units), paid),
                                        decimal_of(HOURS_PER_MONTH)),
                       hours, 2);
    const struct fact *const *input;
    size_t count = month_inputs(in, offer->units, offer->hourly, &input);
    offer->interest_month = offer_make(
        in, &(struct made){ .row = DERIVE_INTEREST_MONTH,
                            .system = offer->system,
                            .currency = in->terms->currency,
                            .value = decimal_subtract(money_decimal(offer->month), principal),
                            .places = 2,
                            .unit = UNIT_MONEY_PER_MONTH,
                            .input = input,
                            .input_count = count });
}

/* ---- one input at a time ---- */

static void swing_publish(const struct offering *in, struct cost_side *side, const char *input,
                          const struct fact *range, struct decimal low, struct decimal high)
{
    struct offer *offer = side->offer;
    const struct fact *const from[] = { offer->at_demand, range };
    struct made form = { .system = offer->system,
                         .instance = str_from(input),
                         .currency = in->terms->currency,
                         .places = 4,
                         .unit = in->money_unit,
                         .input = from,
                         .input_count = 2 };
    struct swing *swing = &offer->swing[offer->swing_count];
    *swing = (struct swing){ .input = input, .range = range };
    form.row = DERIVE_SWING_LOW;
    form.value = low;
    swing->low = offer_make(in, &form);
    form.row = DERIVE_SWING_HIGH;
    form.value = high;
    swing->high = offer_make(in, &form);
    if (swing->low && swing->high)
        offer->swing_count++;
}

static struct decimal moved(struct decimal value, struct decimal share, bool up)
{
    struct decimal one = decimal_of(1);
    struct decimal factor = up ? decimal_add(one, share) : decimal_subtract(one, share);
    return decimal_round(decimal_multiply(value, factor), PLACES);
}

static struct decimal spread(struct decimal value, struct decimal share, bool up)
{
    struct decimal one = decimal_of(1);
    return decimal_divide(value, up ? decimal_add(one, share) : decimal_subtract(one, share),
                          PLACES);
}

static void swings_publish(const struct offering *in, struct cost_side *side)
{
    const struct sensitivity *s = &in->terms->sensitivity;
    struct decimal fixed = side->fixed, energy = side->variable;
    if (!side->offer->at_demand)
        return;
    if (s->price_fact) {
        swing_publish(in, side, "price", s->price_fact,
                      decimal_add(moved(fixed, s->price, false), energy),
                      decimal_add(moved(fixed, s->price, true), energy));
    }
    /* Utilisation or mean demand: the same money falls on more or less work. */
    bool movable = in->terms->demand.mean_fact || in->terms->utilisation;
    if (s->utilisation_fact && movable) {
        swing_publish(in, side, "utilisation", s->utilisation_fact,
                      decimal_add(spread(fixed, s->utilisation, false), energy),
                      decimal_add(spread(fixed, s->utilisation, true), energy));
    }
    if (s->energy_fact && adds_energy(side->offer)) {
        swing_publish(in, side, "energy", s->energy_fact,
                      decimal_add(fixed, moved(energy, s->energy, false)),
                      decimal_add(fixed, moved(energy, s->energy, true)));
    }
}

/* ---- the door ---- */

void capacity_publish(struct offering *in)
{
    const struct demand *demand = &in->terms->demand;
    const struct fact *planned = NULL;
    for (size_t i = 0; i < 2; i++)
        usable_publish(in, i);
    if (in->side[0].sized || in->side[1].sized) {
        const struct fact *const input[] = { demand->peak_fact, demand->growth_fact,
                                             demand->years_fact };
        planned = offer_make(in, &(struct made){ .row = DERIVE_CAPACITY_PLANNED,
                                                 .value = capacity_planned(demand),
                                                 .places = 0,
                                                 .unit = metric_unit(in),
                                                 .input = input,
                                                 .input_count = ARRAY_COUNT(input) });
    }
    for (size_t i = 0; i < 2; i++) {
        struct cost_side *side = &in->side[i];
        if (side->sized && planned)
            units_publish(in, i, planned);
        if (!side->priced)
            continue;
        if (side->offer->units && demand->mean_fact)
            at_demand_publish(in, i);
        else if (in->comparison->mean[i])
            at_utilisation_publish(in, i);
        if (side->offer->units) {
            months_publish(in, i);
            interest_publish(in, i);
        }
        swings_publish(in, side);
    }
}
