/* cost_lines.c - the lines of one option: its units, their energy, units at rest, and what the case
 * states beside them; by the month and over the life that all purchases state. */
#include "offers.h"

enum { MONTHS_A_YEAR = 12 };

/* ---- life ---- */

const struct price *life_of(const struct offers *offers)
{
    const struct price *found = NULL;
    for (size_t i = 0; i < 2; i++) {
        const struct price *const price[] = { offers->side[i].price, offers->side[i].second };
        for (size_t k = 0; k < 2; k++) {
            if (!price[k] || price[k]->per != PRICE_PURCHASE || !price[k]->lifetime)
                continue;
            if (found && decimal_order(found->hours, price[k]->hours) != 0)
                return NULL;
            found = price[k];
        }
    }
    return found;
}

struct decimal life_months(const struct price *life)
{
    return decimal_divide(life->hours, decimal_of(HOURS_PER_MONTH), PLACES);
}

/* Whole months of the life; 0 where it is none or no whole number. */
static int64_t life_whole(const struct offering *in)
{
    enum { MONTHS_MOST = 1200 };
    const struct price *life = life_of(in->out);
    if (!life)
        return 0;
    struct decimal months = life_months(life);
    for (int64_t i = 1; i <= MONTHS_MOST; i++)
        if (decimal_order(decimal_of(i), months) == 0)
            return i;
    return 0;
}

/* ---- stated lines ---- */

/* The month in which an option begins: stated, else that of the case. */
static int64_t begin_of(const struct offering *in, const struct option *option)
{
    struct str date = in->judging->case_file->date;
    struct decimal year, month;
    if (option->stated && option->stated->from >= 0)
        return option->stated->from;
    if (date.len < 7 || !decimal_read(str_sub(date, 0, 4), &year) ||
        !decimal_read(str_sub(date, 5, 7), &month))
        return 0;
    return (int64_t)decimal_real(in->judging->home, year) * MONTHS_A_YEAR +
           (int64_t)decimal_real(in->judging->home, month) - 1;
}

int64_t line_months(const struct offering *in, const struct option *option,
                    const struct cost_line *line, int64_t life)
{
    int64_t begin = begin_of(in, option), end = begin + life; /* the first month behind it */
    int64_t from = line->from > begin ? line->from : begin;
    int64_t until = line->until >= 0 && line->until + 1 < end ? line->until + 1 : end;
    return until > from ? until - from : 0;
}

bool line_amount(const struct terms *terms, const struct cost_line *line, struct decimal *amount,
                 struct decimal *over, const struct exchange **rate)
{
    /* As a price by the hour has it: an amount over one hour, changed at the dated rate. */
    const struct price price = { .per = PRICE_HOUR,
                                 .amount = line->amount,
                                 .residual = decimal_of(0),
                                 .currency = line->currency };
    return !hourly_of(terms, &price, amount, over, rate);
}

/* NULL of an interface, which is no system of the case. */
static const struct system *system_of(const struct offering *in, const struct option *option)
{
    return option->kind == OPTION_API ? NULL : in->out->side[option->side].system;
}

static void stated_publish(const struct offering *in, struct option *option,
                           struct option_line *out, struct str instance)
{
    const struct cost_line *line = out->stated;
    const struct fact *units = line->by_unit ? option->units : NULL;
    const struct price *life = life_of(in->out);
    const struct exchange *rate;
    struct decimal amount, over;
    int64_t months = life_whole(in);
    if (!line_amount(in->terms, line, &amount, &over, &rate)) {
        out->why = "no rate";
        return;
    }
    if (months == 0 && (line->from >= 0 || line->until >= 0)) {
        out->why = "no lifetime";
        return;
    }
    if (units)
        amount = decimal_multiply(amount, shown_decimal(units));
    int64_t paid = months > 0 ? line_months(in, option, line, months) : 1;
    const struct fact *const input[] = { line->amount_fact,
                                         line->currency_fact,
                                         units,
                                         rate ? rate->rate_fact : NULL,
                                         rate ? rate->as_of : NULL,
                                         line->from_fact,
                                         line->until_fact,
                                         life && line->every != LINE_ONCE ? life->lifetime : NULL };
    struct made form = { .system = system_of(in, option),
                         .instance = str_format(in->judging->home, "%.*s: %.*s", STR_ARG(instance),
                                                STR_ARG(line->what)),
                         .currency = in->terms->currency,
                         .places = 2,
                         .input = input,
                         .input_count = ARRAY_COUNT(input) };
    if (line->every == LINE_ONCE) {
        form.row = DERIVE_LINE_ONCE;
        form.value = decimal_divide(amount, over, 2);
        out->once = out->life = offer_make(in, &form);
        return;
    }
    over = line->every == LINE_YEAR ? decimal_multiply(over, decimal_of(MONTHS_A_YEAR)) : over;
    amount = decimal_multiply(amount, decimal_of(paid));
    form.row = DERIVE_LINE_LIFE;
    form.value = decimal_divide(amount, over, 2);
    out->life = months > 0 ? offer_make(in, &form) : NULL;
    form.row = DERIVE_LINE_MONTH;
    form.unit = UNIT_MONEY_PER_MONTH;
    form.value =
        decimal_divide(amount, decimal_multiply(over, decimal_of(months > 0 ? months : 1)), 2);
    out->month = offer_make(in, &form);
}

/* ---- lines that prices make ---- */

/* So many units of a side by the month, at the option's own price. */
static const struct fact *units_month(const struct offering *in, const struct option *option,
                                      struct str instance)
{
    const struct offer *offer = &in->out->side[option->side];
    const struct price *price = option->price;
    const struct exchange *rate;
    struct decimal paid, hours;
    if (!price || !option->units || hourly_of(in->terms, price, &paid, &hours, &rate))
        return NULL;
    if (price == offer->price && option->units == offer->units)
        return offer->month;
    month_parts(in->terms, price, &paid, &hours);
    bool bought = price->per == PRICE_PURCHASE;
    struct decimal all = decimal_multiply(decimal_multiply(shown_decimal(option->units), paid),
                                          decimal_of(HOURS_PER_MONTH));
    const struct fact *const input[] = { option->units,
                                         price->amount_fact,
                                         price->currency_fact,
                                         price->lifetime,
                                         price->residual_fact,
                                         price->as_of,
                                         rate ? rate->rate_fact : NULL,
                                         rate ? rate->as_of : NULL,
                                         bought ? in->terms->interest_fact : NULL,
                                         in->terms->demand.schedule_fact };
    return offer_make(in, &(struct made){ .row = DERIVE_OPTION_MONTH,
                                          .system = offer->system,
                                          .instance = instance,
                                          .currency = in->terms->currency,
                                          .value = decimal_divide(all, hours, 2),
                                          .places = 2,
                                          .unit = UNIT_MONEY_PER_MONTH,
                                          .input = input,
                                          .input_count = ARRAY_COUNT(input) });
}

/* What is paid by the month, over the life: as printed, times its months. */
static void life_publish(const struct offering *in, const struct option *option,
                         struct option_line *line, const char *instance_of, struct str instance)
{
    const struct price *life = life_of(in->out);
    if (!life || !line->month)
        return;
    const struct fact *const input[] = { line->month, life->lifetime };
    line->life = offer_make(
        in,
        &(struct made){
            .row = DERIVE_LINE_LIFE_MONTH,
            .system = system_of(in, option),
            .instance = str_format(in->judging->home, "%.*s: %s", STR_ARG(instance), instance_of),
            .currency = in->terms->currency,
            .value = decimal_multiply(money_decimal(line->month), life_months(life)),
            .places = 2,
            .input = input,
            .input_count = 2 });
}

/* ---- sums ---- */

/* The sum of the lines' figures at `at`; NULL where there are none. One is its own sum. */
static const struct fact *sum_publish(const struct offering *in, const struct option *option,
                                      enum derivation_id row, struct str instance, size_t at,
                                      enum unit unit)
{
    const struct fact *input[OPTION_LINES_MOST + 3];
    struct decimal sum = decimal_of(0);
    size_t count = 0;
    for (size_t i = 0; i < option->line_count; i++) {
        const struct option_line *line = &option->line[i];
        const struct fact *const figure[] = { line->once, line->month, line->life };
        if (figure[at]) {
            input[count++] = figure[at];
            sum = decimal_add(sum, money_decimal(figure[at]));
        }
    }
    enum { LIFE = 2 };
    if (count == 0 || (count == 1 && at != LIFE))
        return count == 1 ? input[0] : NULL;
    return offer_make(in, &(struct made){ .row = row,
                                          .system = system_of(in, option),
                                          .instance = instance,
                                          .currency = in->terms->currency,
                                          .value = sum,
                                          .places = 2,
                                          .unit = unit,
                                          .input = input,
                                          .input_count = count });
}

/* With the price of the units moved by the stated range; nothing else is. */
static void range_publish(const struct offering *in, struct option *option, struct str instance)
{
    const struct sensitivity *s = &in->terms->sensitivity;
    const struct fact *units =
        option->line_count > 0 && option->line[0].kind == LINE_UNITS ? option->line[0].life : NULL;
    if (!s->price_fact || !option->life || !units)
        return;
    const struct fact *const input[] = { option->life, units, s->price_fact };
    struct decimal range = decimal_multiply(money_decimal(units), s->price),
                   sum = money_decimal(option->life);
    struct made form = { .system = system_of(in, option),
                         .instance = instance,
                         .currency = in->terms->currency,
                         .places = 2,
                         .input = input,
                         .input_count = ARRAY_COUNT(input) };
    form.row = DERIVE_OPTION_LOW;
    form.value = decimal_subtract(sum, range);
    option->life_low = offer_make(in, &form);
    form.row = DERIVE_OPTION_HIGH;
    form.value = decimal_add(sum, range);
    option->life_high = offer_make(in, &form);
}

/* Energy at work and at rest, which a price that includes energy has no lines for. */
static size_t energy_lines(const struct offering *in, const struct option *option,
                           struct str instance, struct option_line *line)
{
    const struct offer *offer = &in->out->side[option->side];
    bool counts = idle_counted(in);
    size_t count = 0;
    line[count] = (struct option_line){ .kind = LINE_ENERGY, .month = offer->month_energy };
    line[count].why = offer->month_energy ? NULL : "energy";
    life_publish(in, option, &line[count++], "energy", instance);
    const struct fact *rest = option->units == offer->units ? offer->idle_month
                              : counts ? idle_month(in, option->side, option->units, instance)
                                       : NULL;
    if (rest) { /* too short: stated with its size, not summed */
        line[count] = (struct option_line){ .kind = LINE_IDLE,
                                            .month = counts ? rest : NULL,
                                            .why = counts ? NULL : "short telemetry" };
        life_publish(in, option, &line[count++], "at rest", instance);
    }
    return count;
}

void lines_publish(const struct offering *in, struct option *option, struct str instance)
{
    const struct offer *offer = &in->out->side[option->side];
    const struct stated_option *stated = option->stated;
    size_t more = stated ? stated->line_count : 0;
    struct option_line *line = ARENA_MANY(in->judging->home, more + 3, struct option_line);
    size_t count = 0;
    if (option->kind == OPTION_API) {
        count = tokens_lines(in, option, line);
        for (size_t i = 0; i < count; i++)
            life_publish(in, option, &line[i], token_kind_name(line[i].token), instance);
    }
    if (option->price) {
        line[count] = (struct option_line){ .kind = LINE_UNITS };
        line[count].month = units_month(in, option, instance);
        line[count].why = line[count].month ? NULL : "no rate";
        life_publish(in, option, &line[count++], "units", instance);
    }
    if (option->price && !option->price->energy_included)
        count += energy_lines(in, option, instance, &line[count]);
    for (size_t i = 0; i < more; i++) {
        line[count] = (struct option_line){ .kind = LINE_STATED, .stated = &stated->line[i] };
        stated_publish(in, option, &line[count++], instance);
    }
    option->line = line;
    option->line_count = count;
    option->once = sum_publish(in, option, DERIVE_OPTION_ONCE, instance, 0, UNIT_NONE);
    bool plain = more == 0 && option->kind != OPTION_API && option->price == offer->price &&
                 option->units == offer->units;
    option->month = plain && offer->month_total ? offer->month_total
                                                : sum_publish(in, option, DERIVE_OPTION_TOTAL,
                                                              instance, 1, UNIT_MONEY_PER_MONTH);
    option->life = sum_publish(in, option, DERIVE_OPTION_LIFE, instance, 2, UNIT_NONE);
    range_publish(in, option, instance);
}

/* ---- held against each other ---- */

struct decimal option_measure(const struct offers *offers, const struct option *option)
{
    return money_decimal(offers->life ? option->life : option->month);
}

bool option_with_energy(const struct offers *offers, const struct option *option)
{
    return !option->price || option->price->energy_included ||
           offers->side[option->side].month_energy;
}

bool option_counted(const struct option *option)
{
    for (size_t i = 0; i < option->line_count; i++) {
        const struct option_line *line = &option->line[i];
        if (line->why && line->kind != LINE_ENERGY && line->kind != LINE_IDLE)
            return false;
    }
    return option->month || option->once;
}
