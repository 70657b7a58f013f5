/* offers.c - price by the hour, cost at full load, energy per work: run by run, then each side. */
#include "offers.h"

#include "energy.h"

#include <math.h>
#include <string.h>

/* ---- prices ---- */

static void price_pick(const struct terms *terms, struct offer *offer)
{
    for (size_t i = 0; i < terms->price_count; i++) {
        const struct price *price = &terms->price[i];
        if (price->system != offer->system)
            continue;
        if (!offer->price)
            offer->price = price;
        else if (!offer->second)
            offer->second = price;
    }
}

static void price_publish(const struct offering *in, struct cost_side *side)
{
    struct offer *offer = side->offer;
    const struct exchange *rate;
    price_pick(in->terms, offer);
    const struct price *price = offer->price;
    if (!price) {
        offer->why = "no price";
        return;
    }
    offer->why = hourly_of(in->terms, price, &side->paid, &side->hours, &rate);
    if (offer->why)
        return;
    side->hourly = decimal_divide(side->paid, side->hours, PLACES);
    month_parts(in->terms, price, &side->on_paid, &side->on_hours);
    bool bought = price->per == PRICE_PURCHASE;
    const struct fact *const input[] = { price->amount_fact,
                                         price->currency_fact,
                                         price->lifetime,
                                         price->residual_fact,
                                         price->as_of,
                                         rate ? rate->rate_fact : NULL,
                                         rate ? rate->as_of : NULL,
                                         bought ? in->terms->interest_fact : NULL };
    offer->hourly = offer_make(in, &(struct made){ .row = DERIVE_MONEY_HOURLY,
                                                   .system = offer->system,
                                                   .instance = str_from(price_per_name(price->per)),
                                                   .currency = in->terms->currency,
                                                   .value = side->hourly,
                                                   .places = 4,
                                                   .unit = UNIT_MONEY_PER_HOUR,
                                                   .input = input,
                                                   .input_count = ARRAY_COUNT(input) });
    side->priced = offer->hourly != NULL;
}

/* ---- energy ---- */

static const struct work_row { /* what a metric's work is, and how its money and energy are said */
    enum unit rate, work, money, energy;
    int64_t quantum;
} works[] = {
    { UNIT_TOKEN_PER_SECOND, UNIT_TOKEN, UNIT_MONEY_PER_MTOKEN, UNIT_JOULE_PER_TOKEN, 1000000 },
    { UNIT_REQUEST_PER_SECOND, UNIT_REQUEST, UNIT_MONEY_PER_KREQUEST, UNIT_JOULE_PER_REQUEST,
      1000 },
    { UNIT_MATMUL_PER_SECOND, UNIT_MATMUL, UNIT_MONEY_PER_KMATMUL, UNIT_JOULE_PER_MATMUL, 1000 },
};

static const struct work_row *work_of(const struct case_file *case_file)
{
    for (size_t i = 0; i < ARRAY_COUNT(works); i++)
        if (works[i].rate == vocabulary_row(case_file->metric)->unit)
            return &works[i];
    return NULL;
}

static const struct fact *joules_publish(const struct offering *in, const struct work_row *work,
                                         const struct member *member)
{
    const struct fact *const energy[] = { member->energy }; /* energy_publish made it */
    const struct series *series = member->alone->door.series;
    if (!energy[0] || !series->work || series->work_unit != work->work || !(member->in.work > 0))
        return NULL;
    double joules = energy[0]->value.value / member->in.work;
    if (!isfinite(joules) || !(joules > 0))
        return NULL;
    return derive(in->judging->deriving,
                  &(struct derived){ .row = DERIVE_ENERGY_PER_WORK,
                                     .run = member->run,
                                     .series = series,
                                     .value = statistics_round(joules, 9),
                                     .unit = work->energy,
                                     .printing = { .rule = PRINT_DIGITS, .digits = 6 },
                                     .input = energy,
                                     .input_count = 1,
                                     .licence = in->comparison });
}

/* Value with interval over runs, from the runs' own decimals. */
struct three_rows {
    enum derivation_id value, low, high;
};
static struct three three_publish(const struct offering *in, const struct three_rows *rows,
                                  const struct made *form, const struct decimal *value,
                                  size_t count)
{
    struct arena *home = in->judging->home;
    struct decimal mean, half;
    bool found = decimal_interval(home, value, count, &mean, &half);
    struct three out = { 0 };
    struct made made = *form;
    if (form->places == 0)
        made.places = money_places(home, half);
    made.row = rows->value;
    made.value = mean;
    out.value = offer_make(in, &made);
    if (!found || !out.value)
        return out;
    made.row = rows->low;
    made.value = decimal_subtract(mean, half);
    out.low = offer_make(in, &made);
    made.row = rows->high;
    made.value = decimal_add(mean, half);
    out.high = offer_make(in, &made);
    return out;
}

/* Runs of a side with their throughput and, where every one of them has it, their energy. */
static void side_fill(struct offering *in, size_t index, const struct work_row *work)
{
    const struct judging *judging = in->judging;
    struct cost_side *side = &in->side[index];
    size_t room = judging->member_count + 1;
    bool whole = true;
    side->rate = ARENA_MANY(judging->home, room, struct decimal);
    side->joules = ARENA_MANY(judging->home, room, struct decimal);
    side->cost = ARENA_MANY(judging->home, room, struct decimal);
    side->rate_fact = ARENA_MANY(judging->home, room, const struct fact *);
    side->joules_fact = ARENA_MANY(judging->home, room, const struct fact *);
    struct money_run *run = ARENA_MANY(judging->home, room, struct money_run);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *value = in->run[i].value;
        if (member->side != (enum side)index || member->alone->copy_of != SIZE_MAX || !value)
            continue;
        side->rate_fact[side->count] = value;
        side->rate[side->count] = shown_decimal(value);
        const struct fact *joules = joules_publish(in, work, member);
        whole = whole && joules;
        side->joules_fact[side->count] = joules;
        side->joules[side->count] = shown_decimal(joules);
        run[side->count] = (struct money_run){ .run = member->run, .energy = joules };
        side->count++;
    }
    side->offer->run = run;
    side->offer->run_count = side->count;
    if (!whole || side->count == 0)
        return;
    static const struct three_rows rows = { DERIVE_ENERGY_PER_WORK_MEAN, DERIVE_ENERGY_PER_WORK_LOW,
                                            DERIVE_ENERGY_PER_WORK_HIGH };
    struct decimal mean, half;
    decimal_interval(judging->home, side->joules, side->count, &mean, &half);
    int places = half.bad ? 6 : decimals_of(decimal_real(judging->home, half));
    side->offer->energy = three_publish(in, &rows,
                                        &(struct made){ .system = side->offer->system,
                                                        .unit = work->energy,
                                                        .places = places > 0 ? places : 1,
                                                        .input = side->joules_fact,
                                                        .input_count = side->count },
                                        side->joules, side->count);
}

/* Whether energy is added to the price: stated, in the report's currency, and measured on both
 * sides, since a kind of evidence missing on one side is used on neither. */
static void energy_decide(struct offering *in)
{
    const struct terms *terms = in->terms;
    bool priced = terms->energy.price_fact && str_eq(terms->energy.currency, terms->currency);
    in->energy_known = priced && in->side[0].offer->energy.value &&
                       (judging_single(in->judging) || in->side[1].offer->energy.value);
    for (size_t i = 0; i < 2; i++) {
        struct offer *offer = in->side[i].offer;
        bool included = offer->price && offer->price->energy_included;
        offer->energy_state = included ? "included" : in->energy_known ? "added" : "missing";
    }
}

/* ---- cost ---- */

static bool adds_energy(const struct offer *offer)
{
    return strcmp(offer->energy_state, "added") == 0;
}

static struct decimal run_cost(const struct offering *in, const struct cost_side *side, size_t i)
{
    struct decimal per_unit =
        decimal_divide(side->hourly, decimal_multiply(decimal_of(3600), side->rate[i]), PLACES);
    if (adds_energy(side->offer))
        per_unit = decimal_add(per_unit, energy_money(in->terms, side->joules[i]));
    return decimal_multiply(per_unit, decimal_of(in->quantum));
}

static void cost_publish(const struct offering *in, struct cost_side *side)
{
    static const struct three_rows rows = { DERIVE_COST_MEAN, DERIVE_COST_LOW, DERIVE_COST_HIGH };
    struct arena *home = in->judging->home;
    const struct terms *terms = in->terms;
    if (!side->priced || side->count == 0)
        return;
    for (size_t i = 0; i < side->count; i++)
        side->cost[i] = run_cost(in, side, i);
    struct decimal mean, half;
    decimal_interval(home, side->cost, side->count, &mean, &half);
    /* One digit more than the mean has, so that the runs' spread can be seen in them. */
    int places = money_places(home, half) + 1;
    bool energy = adds_energy(side->offer);
    const struct fact **cost = ARENA_MANY(home, side->count + 1, const struct fact *);
    /* The list was made by side_fill for this side alone. */
    union {
        const struct money_run *in;
        struct money_run *out;
    } run = { side->offer->run };
    for (size_t i = 0; i < side->count; i++) {
        const struct fact *const input[] = { side->offer->hourly, side->rate_fact[i],
                                             energy ? side->joules_fact[i] : NULL,
                                             energy ? terms->energy.price_fact : NULL,
                                             energy ? terms->energy.cooling_fact : NULL };
        cost[i] = offer_make(in, &(struct made){ .row = DERIVE_COST_RUN,
                                                 .run = run.out[i].run,
                                                 .currency = terms->currency,
                                                 .value = side->cost[i],
                                                 .places = places,
                                                 .unit = in->money_unit,
                                                 .input = input,
                                                 .input_count = ARRAY_COUNT(input) });
        run.out[i].cost = cost[i];
    }
    side->offer->cost = three_publish(in, &rows,
                                      &(struct made){ .system = side->offer->system,
                                                      .currency = terms->currency,
                                                      .unit = in->money_unit,
                                                      .input = cost,
                                                      .input_count = side->count },
                                      side->cost, side->count);
}

/* B's cost against A's: the only place where two amounts are related, by the logarithm of their
 * ratio like any other metric. */
static void change_publish(const struct offering *in, struct offers *out)
{
    struct arena *home = in->judging->home;
    double *value[2];
    const struct fact *const input[] = { out->side[0].cost.value, out->side[1].cost.value };
    bool missing[2] = { strcmp(out->side[0].energy_state, "missing") == 0,
                        strcmp(out->side[1].energy_state, "missing") == 0 };
    if (!input[0] || !input[1] || missing[0] != missing[1])
        return;
    for (size_t s = 0; s < 2; s++) {
        value[s] = ARENA_MANY(home, in->side[s].count + 1, double);
        for (size_t i = 0; i < in->side[s].count; i++)
            value[s][i] = decimal_real(home, decimal_round(in->side[s].cost[i], PLACES));
    }
    struct interval ratio =
        interval_ratio(value[0], in->side[0].count, value[1], in->side[1].count);
    if (!ratio.found)
        return;
    struct derived want = { .unit = UNIT_PERCENT,
                            .printing = { .rule = PRINT_PERCENT,
                                          .half_width = (ratio.high - ratio.low) * 50,
                                          .estimate = (ratio.value - 1) * 100 },
                            .input = input,
                            .input_count = 2,
                            .licence = in->comparison };
    const struct {
        enum derivation_id row;
        double value;
        const struct fact **to;
    } rows[] = { { DERIVE_COST_CHANGE, ratio.value, &out->cost_change.value },
                 { DERIVE_COST_CHANGE_LOW, ratio.low, &out->cost_change.low },
                 { DERIVE_COST_CHANGE_HIGH, ratio.high, &out->cost_change.high } };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        want.row = rows[i].row;
        want.value = statistics_round((rows[i].value - 1) * 100, 6);
        *rows[i].to = derive(in->judging->deriving, &want);
    }
}

/* Work per money: of units that meet every objective, at full load, by price alone. */
static void per_money_publish(const struct offering *in, size_t index)
{
    const struct cost_side *side = &in->side[index];
    struct offer *offer = side->offer;
    const struct comparison *c = in->comparison;
    const struct {
        enum derivation_id row;
        const struct fact *rate;
        const struct fact **to;
    } rows[] = { { DERIVE_PER_MONEY, c->mean[index], &offer->per_money.value },
                 { DERIVE_PER_MONEY_LOW, c->mean_low[index], &offer->per_money.low },
                 { DERIVE_PER_MONEY_HIGH, c->mean_high[index], &offer->per_money.high } };
    if (!side->priced || !objectives_met(in->terms, in->judged, offer->system, c->workload))
        return;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct fact *const input[] = { rows[i].rate, offer->hourly };
        struct decimal work = decimal_multiply(shown_decimal(rows[i].rate), decimal_of(3600));
        struct decimal value = decimal_round(
            decimal_divide(decimal_divide(work, side->hourly, PLACES), decimal_of(in->quantum), 12),
            3);
        if (!rows[i].rate || value.bad)
            return;
        struct str text = str_format(in->judging->home, "%.*s %s %s per %.*s",
                                     STR_ARG(decimal_text(in->judging->home, value)),
                                     in->quantum == 1000 ? "thousand" : "million",
                                     unit_row(in->work)->symbol, STR_ARG(in->terms->currency));
        *rows[i].to = derive(in->judging->deriving,
                             &(struct derived){ .row = rows[i].row,
                                                .system = offer->system,
                                                .value = decimal_real(in->judging->home, value),
                                                .amount = text,
                                                .input = input,
                                                .input_count = 2,
                                                .licence = c });
    }
}

/* ---- break-even ---- */

/* Where one price is by the hour of use and the other runs whether the unit works or not: the share
 * of hours at which both cost the same. */
static void break_even_publish(const struct offering *in, size_t index)
{
    const struct cost_side *side = &in->side[index];
    struct offer *offer = side->offer;
    const struct exchange *rate, *first_rate;
    struct decimal first, second, paid, hours;
    if (!side->priced || !offer->second ||
        (offer->price->per == PRICE_HOUR) == (offer->second->per == PRICE_HOUR) ||
        hourly_of(in->terms, offer->price, &paid, &hours, &first_rate) ||
        hourly_of(in->terms, offer->second, &paid, &hours, &rate))
        return;
    second = decimal_divide(paid, hours, PLACES);
    bool first_rents = offer->price->per == PRICE_HOUR;
    const struct price *held = first_rents ? offer->second : offer->price;
    const struct price *rented = first_rents ? offer->price : offer->second;
    first = first_rents ? second : side->hourly;
    second = first_rents ? side->hourly : second;
    const struct fact *mean = in->comparison->mean[index];
    bool differs = rented->energy_included && !held->energy_included;
    if (held->energy_included && !rented->energy_included)
        return; /* rare, and the other way round: left unsaid rather than said wrong */
    if (differs) {
        if (!in->energy_known || !mean)
            return;
        struct decimal joules = decimal_multiply(
            decimal_multiply(shown_decimal(offer->energy.value), shown_decimal(mean)),
            decimal_of(3600));
        second = decimal_subtract(second, energy_money(in->terms, joules));
    }
    struct decimal share = decimal_divide(decimal_multiply(first, decimal_of(100)), second, 12);
    const struct exchange *other = first_rate != rate ? first_rate : NULL;
    const struct fact *const input[] = { held->amount_fact,
                                         held->currency_fact,
                                         held->lifetime,
                                         held->residual_fact,
                                         held->per == PRICE_PURCHASE ? in->terms->interest_fact
                                                                     : NULL,
                                         rented->amount_fact,
                                         rented->currency_fact,
                                         rate ? rate->rate_fact : NULL,
                                         rate ? rate->as_of : NULL,
                                         other ? other->rate_fact : NULL,
                                         other ? other->as_of : NULL,
                                         differs ? offer->energy.value : NULL,
                                         differs ? mean : NULL,
                                         differs ? in->terms->energy.price_fact : NULL,
                                         differs ? in->terms->energy.cooling_fact : NULL };
    if (share.bad || share.minus)
        return;
    offer->break_even = offer_make(in, &(struct made){ .row = DERIVE_BREAK_EVEN,
                                                       .system = offer->system,
                                                       .value = share,
                                                       .places = 1,
                                                       .unit = UNIT_PERCENT,
                                                       .input = input,
                                                       .input_count = ARRAY_COUNT(input) });
}

/* ---- the door ---- */

struct offering *offers_publish(struct judging *judging, struct comparison *comparison,
                                const struct judged_run *run, const struct thresholds *judged)
{
    struct offers *out = ARENA_NEW(judging->home, struct offers);
    const struct work_row *work = work_of(judging->case_file);
    struct offering *in = ARENA_NEW(judging->home, struct offering);
    *in = (struct offering){ .judging = judging,
                             .comparison = comparison,
                             .run = run,
                             .terms = judging->case_file->terms,
                             .judged = judged,
                             .out = out };
    if (!in->terms || !judging->has_window)
        return NULL;
    comparison->offers = out;
    for (size_t i = 0; i < 2; i++) {
        out->side[i].system = judging->system[i];
        out->side[i].energy_state = "missing";
        out->side[i].why = out->side[i].why_sized = work ? NULL : "not a rate";
        in->side[i].offer = &out->side[i];
        out->side[i].rate = (struct three){ comparison->mean[i], comparison->mean_low[i],
                                            comparison->mean_high[i] };
        if (judging->swept[i]) {
            out->side[i].rate = judging->swept[i]->sized;
            out->side[i].sized_load = judging->swept[i]->sized_load;
        }
    }
    if (!work)
        return NULL;
    in->quantum = work->quantum;
    in->money_unit = work->money;
    in->work = work->work;
    for (size_t i = 0; i < 2; i++) {
        price_publish(in, &in->side[i]);
        side_fill(in, i, work);
    }
    energy_decide(in);
    for (size_t i = 0; i < 2; i++) {
        cost_publish(in, &in->side[i]);
        per_money_publish(in, i);
        break_even_publish(in, i);
    }
    change_publish(in, out);
    idle_publish(in, 0);
    idle_publish(in, 1);
    capacity_publish(in);
    return in;
}
