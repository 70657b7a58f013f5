/* flips.c - where the order of the options turns: one input moved at a time, all else left, each
 * option summed again without rounding.
 *
 * Units are whole, so the sum over growth or throughput is a saw without a formula to solve: the
 * range is walked from the stated value outward in two hundredths of it, and the first step in
 * which another option becomes the cheapest is halved until it is known to twelve digits. */
#include "offers.h"

enum { STEPS = 100, HALVINGS = 40 };

struct scene {                           /* the inputs, one of which is moved */
    const struct price *moved;           /* its amount, and that of all that are the same offer */
    struct decimal factor;               /* by which */
    struct decimal growth, mean, energy; /* energy: price of it, as a factor */
    struct terms terms;                  /* with the interest */
    struct decimal rate[2];              /* by which a unit is sized */
};

/* ---- one sum ---- */

static bool same_text(const struct fact *a, const struct fact *b)
{
    return a == b || (a && b && str_eq(a->value.text, b->value.text));
}

/* Whether two prices are one offer, such as for the same unit with two programs. */
static bool one_offer(const struct price *a, const struct price *b)
{
    return a->per == b->per && str_eq(a->currency, b->currency) &&
           decimal_order(a->amount, b->amount) == 0 && same_text(a->document, b->document) &&
           same_text(a->lifetime, b->lifetime) && same_text(a->residual_fact, b->residual_fact);
}

static struct decimal planned_in(const struct offering *in, const struct scene *scene)
{
    struct demand demand = in->terms->demand;
    demand.growth = scene->growth;
    return capacity_planned(&demand);
}

static struct decimal units_in(const struct offering *in, const struct scene *scene,
                               const struct option *option)
{
    if (option->kind == OPTION_NOTHING)
        return shown_decimal(option->units);
    struct cost_side side = { .usable = decimal_multiply(
                                  scene->rate[option->side],
                                  decimal_subtract(decimal_of(1), in->terms->demand.headroom)) };
    return units_for(in, &side, planned_in(in, scene));
}

/* Units of the option by the month. */
static struct decimal units_cost(const struct scene *scene, const struct option *option,
                                 struct decimal units)
{
    struct decimal paid, hours;
    if (!option->price)
        return decimal_of(0);
    struct price price = *option->price;
    if (scene->moved && one_offer(scene->moved, &price))
        price.amount = decimal_round(decimal_multiply(price.amount, scene->factor), PLACES);
    month_parts(&scene->terms, &price, &paid, &hours);
    struct decimal all =
        decimal_multiply(decimal_multiply(units, paid), decimal_of(HOURS_PER_MONTH));
    return decimal_divide(all, hours, PLACES);
}

static struct decimal energy_cost(const struct offering *in, const struct scene *scene,
                                  const struct option *option, const struct option_line *line,
                                  struct decimal units)
{
    const struct offer *offer = &in->out->side[option->side];
    struct decimal amount = decimal_of(0);
    if (line->why || !line->month)
        return amount;
    if (line->kind == LINE_ENERGY) {
        struct decimal seconds = decimal_of((int64_t)HOURS_PER_MONTH * 3600);
        amount = decimal_multiply(decimal_multiply(scene->mean, seconds),
                                  energy_money(in->terms, shown_decimal(offer->energy.value)));
    } else {
        amount = idle_amount(in, option->side, units, scene->mean);
    }
    return decimal_round(decimal_multiply(decimal_round(amount, PLACES), scene->energy), PLACES);
}

/* A stated line over the life, or by the month where there is none. */
static struct decimal stated_cost(const struct offering *in, const struct option *option,
                                  const struct option_line *line, struct decimal units)
{
    struct decimal sum = money_decimal(in->out->life ? line->life : line->month);
    if (line->why || (!line->life && !line->month))
        return decimal_of(0);
    if (!in->out->life && !line->month)
        return decimal_of(0); /* paid once, where sums are by the month */
    if (!line->stated->by_unit)
        return sum;
    return decimal_divide(decimal_multiply(sum, units), shown_decimal(option->units), PLACES);
}

static struct decimal cost_in(const struct offering *in, const struct scene *scene,
                              const struct option *option)
{
    struct decimal units = units_in(in, scene, option);
    struct decimal month = units_cost(scene, option, units), once = decimal_of(0);
    for (size_t i = 0; i < option->line_count; i++) {
        const struct option_line *line = &option->line[i];
        if (line->kind == LINE_ENERGY || line->kind == LINE_IDLE)
            month = decimal_add(month, energy_cost(in, scene, option, line, units));
        else if (line->kind == LINE_STATED)
            once = decimal_add(once, stated_cost(in, option, line, units));
    }
    const struct price *life = life_of(in->out);
    if (life)
        month = decimal_round(decimal_multiply(month, life_months(life)), PLACES);
    return decimal_round(decimal_add(month, once), PLACES);
}

/* Nothing done carries what its units carry; all else is sized for the demand. */
static bool carries_in(const struct offering *in, const struct scene *scene,
                       const struct option *option)
{
    struct decimal carrying, capacity;
    if (option->kind != OPTION_NOTHING)
        return true;
    carrying =
        decimal_subtract(shown_decimal(option->units), decimal_of(in->terms->demand.redundancy));
    capacity = decimal_multiply(decimal_multiply(carrying, scene->rate[option->side]),
                                decimal_subtract(decimal_of(1), in->terms->demand.headroom));
    return !capacity.bad && decimal_order(capacity, planned_in(in, scene)) >= 0;
}

/* ---- the cheapest ---- */

/* The option that costs less than the one that is the cheapest as all is stated; SIZE_MAX: none. */
static size_t undercut(const struct offering *in, const struct scene *scene)
{
    const struct offers *out = in->out;
    size_t found = SIZE_MAX;
    struct decimal least = cost_in(in, scene, out->cheapest);
    bool stands = carries_in(in, scene, out->cheapest);
    for (size_t i = 0; i < out->option_count && !least.bad; i++) {
        const struct option *one = &out->option[i];
        if (one == out->cheapest || one->kind == OPTION_API || !option_counted(one) ||
            !carries_in(in, scene, one) ||
            option_with_energy(out, one) != option_with_energy(out, out->cheapest))
            continue;
        struct decimal cost = cost_in(in, scene, one);
        if (!cost.bad && (!stands || decimal_order(cost, least) < 0)) {
            least = cost;
            stands = true;
            found = i;
        }
    }
    return found;
}

/* ---- one input ---- */

struct moving {
    enum flip_input input;
    size_t side;                       /* of FLIP_THROUGHPUT */
    const struct price *price;         /* of FLIP_PRICE */
    struct decimal base, lower, upper; /* the range, as values */
};

static struct scene scene_at(const struct offering *in, const struct moving *m,
                             struct decimal value)
{
    const struct demand *demand = &in->terms->demand;
    struct scene out = { .factor = decimal_of(1),
                         .growth = demand->growth,
                         .mean = demand->mean,
                         .energy = decimal_of(1),
                         .terms = *in->terms,
                         .rate = { shown_decimal(in->out->side[0].rate.low),
                                   shown_decimal(in->out->side[1].rate.low) } };
    switch (m->input) {
    case FLIP_PRICE:
        out.moved = m->price;
        out.factor = decimal_divide(value, m->base, PLACES);
        break;
    case FLIP_GROWTH:
        out.growth = value;
        break;
    case FLIP_MEAN:
        out.mean = value;
        break;
    case FLIP_ENERGY:
        out.energy = decimal_divide(value, m->base, PLACES);
        break;
    case FLIP_INTEREST:
        out.terms.interest = value;
        break;
    case FLIP_THROUGHPUT:
        out.rate[m->side] = value;
        break;
    case FLIP_TOKENS: /* solved, not walked */
    case FLIP_INPUT_COUNT:
        break;
    }
    return out;
}

static size_t undercut_at(const struct offering *in, const struct moving *m, struct decimal value)
{
    struct scene scene = scene_at(in, m, value);
    return undercut(in, &scene);
}

/* So many steps from the stated value towards an end of the range. */
static struct decimal step_to(const struct moving *m, bool up, int step)
{
    struct decimal way = decimal_subtract(up ? m->upper : m->lower, m->base);
    return decimal_add(m->base, decimal_divide(decimal_multiply(way, decimal_of(step)),
                                               decimal_of(STEPS), PLACES));
}

/* The end of the step in which the order turns, as near as halving brings it. */
static struct decimal narrowed(const struct offering *in, const struct moving *m,
                               struct decimal before, struct decimal behind)
{
    for (int i = 0; i < HALVINGS; i++) {
        struct decimal middle = decimal_divide(decimal_add(before, behind), decimal_of(2), PLACES);
        if (undercut_at(in, m, middle) == SIZE_MAX)
            before = middle;
        else
            behind = middle;
    }
    return behind;
}

/* The turn nearest to the stated value; false: none within the range. */
static bool turn_find(const struct offering *in, const struct moving *m, struct option_flip *flip,
                      struct decimal *at)
{
    for (int step = 1; step <= STEPS; step++) {
        for (int up = 0; up < 2; up++) {
            struct decimal value = step_to(m, up, step);
            if (value.bad || decimal_order(value, m->base) == 0 ||
                undercut_at(in, m, value) == SIZE_MAX)
                continue;
            *at = narrowed(in, m, step_to(m, up, step - 1), value);
            flip->above = up;
            flip->to = undercut_at(in, m, *at);
            return true;
        }
    }
    return false;
}

/* How the value at which it turns is printed. */
static struct made made_of(const struct offering *in, const struct moving *m, struct decimal at)
{
    struct made form = { .row = DERIVE_FLIP_AT, .value = at };
    switch (m->input) {
    case FLIP_PRICE:
        form.currency = m->price->currency;
        form.places = 2;
        break;
    case FLIP_ENERGY:
        form.currency = in->terms->energy.currency;
        form.places = 4;
        break;
    case FLIP_GROWTH:
    case FLIP_INTEREST:
        form.value = decimal_multiply(at, decimal_of(100));
        form.places = 2;
        form.unit = UNIT_PERCENT;
        break;
    case FLIP_MEAN:
    case FLIP_THROUGHPUT:
        form.unit = metric_unit(in);
        break;
    case FLIP_TOKENS: /* solved, not walked */
    case FLIP_INPUT_COUNT:
        break;
    }
    return form;
}

static const char *const names[] = { "price",  "growth",   "mean demand",
                                     "energy", "interest", "throughput" };

/* "price of A, purchase", "throughput of B", "growth". */
static struct str input_name(const struct offering *in, const struct moving *m,
                             const struct option_flip *flip)
{
    struct str whose = flip->system ? flip->system->id : STR("all");
    if (m->input == FLIP_PRICE) {
        return str_format(in->judging->home, "price of %.*s, %s", STR_ARG(whose),
                          price_per_name(m->price->per));
    }
    if (m->input == FLIP_THROUGHPUT)
        return str_format(in->judging->home, "throughput of %.*s", STR_ARG(whose));
    return m->input < ARRAY_COUNT(names) ? str_from(names[m->input]) : STR("");
}

/* The value at which it turns, and what that is of the stated one. */
static void flip_publish(const struct offering *in, const struct moving *m, struct decimal at,
                         struct option_flip *flip)
{
    const struct offers *out = in->out;
    struct made form = made_of(in, m, at);
    const struct fact *const input[] = { flip->stated, out->cheapest->month,
                                         out->option[flip->to].month, flip->low, flip->high };
    form.instance = input_name(in, m, flip);
    form.input = input;
    form.input_count = ARRAY_COUNT(input);
    flip->at = offer_make(in, &form);
    const struct fact *const both[] = { flip->at, flip->stated };
    struct decimal percent = decimal_divide(decimal_multiply(at, decimal_of(100)), m->base, PLACES);
    if (flip->at) {
        flip->by =
            offer_make(in, &(struct made){ .row = DERIVE_FLIP_BY,
                                           .instance = form.instance,
                                           .value = decimal_subtract(percent, decimal_of(100)),
                                           .places = 1,
                                           .unit = UNIT_PERCENT,
                                           .input = both,
                                           .input_count = 2 });
    }
}

static void flip_add(const struct offering *in, const struct moving *m, struct option_flip flip)
{
    struct offers *out = in->out;
    struct decimal at;
    if (out->flip_count == FLIPS_MOST || !flip.stated || m->base.bad || decimal_is_zero(m->base))
        return;
    flip.input = m->input;
    if (turn_find(in, m, &flip, &at))
        flip_publish(in, m, at, &flip);
    out->flip[out->flip_count++] = flip;
}

/* Half of the value to one and a half times. */
static struct moving around(enum flip_input input, struct decimal base)
{
    struct decimal half = decimal_divide(base, decimal_of(2), PLACES);
    return (struct moving){
        .input = input, .base = base, .lower = half, .upper = decimal_add(base, half)
    };
}

/* ---- a price of tokens moved ---- */

/* The price of one kind of token at which the interface costs what the cheapest option does, all
 * else left; within half of the price, as other inputs are moved. The sum is a straight line of
 * it, so that it is solved and not searched for. */
static void price_flip(const struct offering *in, const struct option *option,
                       const struct option_line *line)
{
    enum { MILLION = 1000000 };
    struct offers *out = in->out;
    const struct token_price *price = &option->stated->api->price[line->token];
    const struct exchange *rate;
    struct decimal paid, over;
    if (out->flip_count == FLIPS_MOST || !line->tokens || decimal_is_zero(price->amount) ||
        !tokens_price(in->terms, price, &paid, &over, &rate))
        return;
    struct decimal months = out->life ? life_months(life_of(out)) : decimal_of(1);
    /* What one unit of the price's currency more comes to in the sum: paid / amount is the rate. */
    struct decimal each = decimal_divide(
        decimal_multiply(decimal_multiply(shown_decimal(line->tokens), months), paid),
        decimal_multiply(decimal_multiply(over, decimal_of(MILLION)), price->amount), PLACES);
    struct decimal apart =
        decimal_subtract(option_measure(out, out->cheapest), option_measure(out, option));
    struct decimal at = decimal_add(price->amount, decimal_divide(apart, each, PLACES)),
                   half = decimal_divide(price->amount, decimal_of(2), PLACES);
    struct option_flip *flip = &out->flip[out->flip_count];
    *flip = (struct option_flip){ .input = FLIP_TOKENS,
                                  .api = option,
                                  .token = line->token,
                                  .stated = price->amount_fact,
                                  .above = !apart.minus,
                                  .to = (size_t)((apart.minus ? option : out->cheapest) -
                                                 out->option) };
    if (at.bad || decimal_is_zero(each))
        return;
    out->flip_count++;
    if (decimal_order(at, half) < 0 || decimal_order(at, decimal_add(price->amount, half)) > 0)
        return;
    struct made form = { .row = DERIVE_FLIP_TOKENS,
                         .instance =
                             str_format(in->judging->home, "price of %s tokens, %.*s",
                                        token_kind_name(line->token), STR_ARG(option->stated->id)),
                         .currency = price->currency,
                         .value = at,
                         .places = price->amount.places < 2 ? 4 : price->amount.places + 2 };
    const struct fact *const from[] = { flip->stated, line->tokens, option->month,
                                        out->cheapest->month, out->life };
    form.input = from;
    form.input_count = ARRAY_COUNT(from);
    flip->at = offer_make(in, &form);
    const struct fact *const both[] = { flip->at, flip->stated };
    struct decimal percent =
        decimal_divide(decimal_multiply(at, decimal_of(100)), price->amount, PLACES);
    flip->by =
        flip->at
            ? offer_make(in, &(struct made){ .row = DERIVE_FLIP_BY,
                                             .instance = form.instance,
                                             .value = decimal_subtract(percent, decimal_of(100)),
                                             .places = 1,
                                             .unit = UNIT_PERCENT,
                                             .input = both,
                                             .input_count = 2 })
            : NULL;
}

static void tokens_flips(const struct offering *in)
{
    struct offers *out = in->out;
    if (!out->cheapest || !option_with_energy(out, out->cheapest))
        return; /* a price of tokens holds the energy, too */
    for (size_t i = 0; i < out->option_count; i++) {
        const struct option *option = &out->option[i];
        if (option->kind != OPTION_API || !option_counted(option))
            continue;
        out->api_less = out->api_less || decimal_order(option_measure(out, option),
                                                       option_measure(out, out->cheapest)) < 0;
        for (size_t k = 0; k < option->line_count; k++)
            if (option->line[k].kind == LINE_TOKENS)
                price_flip(in, option, &option->line[k]);
    }
}

/* ---- the door ---- */

static void prices_move(const struct offering *in)
{
    const struct offers *out = in->out;
    for (size_t i = 0; i < out->option_count; i++) {
        const struct price *price = out->option[i].price;
        const struct system *of = price ? price->system : NULL; /* NULL: of several */
        bool known = !price;
        for (size_t k = 0; k < out->option_count && price; k++) {
            const struct price *other = out->option[k].price;
            of = other && other->system != price->system && one_offer(other, price) ? NULL : of;
        }
        for (size_t k = 0; k < i && !known; k++)
            known = out->option[k].price && one_offer(out->option[k].price, price);
        if (!known) {
            struct moving m = around(FLIP_PRICE, price->amount);
            m.price = price;
            flip_add(
                in, &m,
                (struct option_flip){ .price = price, .system = of, .stated = price->amount_fact });
        }
    }
}

void flips_publish(struct offering *in)
{
    const struct offers *out = in->out;
    const struct terms *terms = in->terms;
    if (!out->cheapest || out->option_count < 2 || !out->side[0].rate.low || !out->side[1].rate.low)
        return;
    prices_move(in);
    const struct {
        enum flip_input input;
        struct decimal base;
        const struct fact *stated;
    } rows[] = {
        { FLIP_GROWTH, terms->demand.growth, terms->demand.growth_fact },
        { FLIP_MEAN, terms->demand.mean, terms->demand.mean_fact },
        { FLIP_ENERGY, terms->energy.price, in->energy_known ? terms->energy.price_fact : NULL },
        { FLIP_INTEREST, terms->interest, terms->interest_fact },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct moving m = around(rows[i].input, rows[i].base);
        flip_add(in, &m, (struct option_flip){ .stated = rows[i].stated });
    }
    for (size_t s = 0; s < 2; s++) {
        struct moving m = { .input = FLIP_THROUGHPUT,
                            .side = s,
                            .base = shown_decimal(out->side[s].rate.low),
                            .lower = shown_decimal(out->side[s].rate.low),
                            .upper = shown_decimal(out->side[s].rate.high) };
        flip_add(in, &m,
                 (struct option_flip){ .system = out->side[s].system,
                                       .stated = out->side[s].rate.low,
                                       .low = out->side[s].rate.low,
                                       .high = out->side[s].rate.high });
    }
    tokens_flips(in);
}
