/* tokens.c - an interface of another party that is paid by the token: what the demand costs there,
 * and how busy the hours reserved of an own unit must be to cost the same.
 *
 * Nobody measured the interface. It has prices and no throughput, so nothing here says what it
 * delivers, and it takes part in no order of what carries the demand. The other side of the
 * break-even is a unit's own: its price for each hour reserved, at work or not, its measured
 * throughput and energy. */
#include "offers.h"

enum { MILLION = 1000000 };

/* ---- how many tokens are paid ---- */

struct input_ratio { /* input tokens a token of output, as a quotient */
    struct decimal in, out;
    const struct fact *fact[2];
    bool told;
};

/* Of the measured workload: the first run that tells both; else as stated. */
static struct input_ratio ratio_of(const struct offering *in, const struct api_terms *api)
{
    static const enum key both[][2] = { { KEY_TOKENS_INPUT, KEY_TOKENS_OUTPUT },
                                        { KEY_INPUT_REALISED, KEY_OUTPUT_REALISED },
                                        { KEY_INPUT_LENGTH, KEY_OUTPUT_LENGTH } };
    const struct judging *judging = in->judging;
    for (size_t k = 0; k < ARRAY_COUNT(both); k++) {
        for (size_t i = 0; i < judging->member_count; i++) {
            struct input_ratio out = { .told = true };
            for (size_t n = 0; n < 2; n++)
                out.fact[n] =
                    run_fact(judging->case_file, judging->member[i].run, both[k][n], STR(""));
            out.in = shown_decimal(out.fact[0]);
            out.out = shown_decimal(out.fact[1]);
            if (out.fact[0] && out.fact[1] && !out.in.bad && !out.in.minus && !out.out.bad &&
                !out.out.minus && !decimal_is_zero(out.out))
                return out;
        }
    }
    return (struct input_ratio){ .in = api->ratio,
                                 .out = decimal_of(1),
                                 .fact = { api->ratio_fact },
                                 .told = api->ratio_fact != NULL };
}

/* How many tokens of the kind a token of output is paid with, as a quotient over ratio->out. */
static struct decimal weight_of(const struct api_terms *api, const struct input_ratio *ratio,
                                enum token_kind kind)
{
    if (kind == TOKENS_OUTPUT)
        return ratio->out;
    struct decimal fresh = decimal_subtract(decimal_of(1), api->cached);
    return decimal_multiply(ratio->in, kind == TOKENS_CACHED ? api->cached : fresh);
}

static struct str instance_of(const struct offering *in, const struct option *option,
                              enum token_kind kind)
{
    return str_format(in->judging->home, "%.*s: %s", STR_ARG(option->stated->id),
                      token_kind_name(kind));
}

static const struct fact *tokens_make(const struct offering *in, const struct option *option,
                                      const struct input_ratio *ratio, enum token_kind kind)
{
    const struct api_terms *api = option->stated->api;
    struct decimal seconds = decimal_of((int64_t)HOURS_PER_MONTH * 3600);
    struct decimal output = decimal_multiply(in->terms->demand.mean, seconds);
    bool input = kind != TOKENS_OUTPUT;
    const struct fact *const from[] = { in->terms->demand.mean_fact, input ? ratio->fact[0] : NULL,
                                        input ? ratio->fact[1] : NULL,
                                        input ? api->cached_fact : NULL };
    return offer_make(in, &(struct made){ .row = input ? DERIVE_TOKENS_INPUT : DERIVE_TOKENS_OUTPUT,
                                          .instance = instance_of(in, option, kind),
                                          .value = decimal_divide(
                                              decimal_multiply(output, weight_of(api, ratio, kind)),
                                              ratio->out, 0),
                                          .unit = UNIT_TOKEN,
                                          .input = from,
                                          .input_count = ARRAY_COUNT(from) });
}

/* ---- what they cost ---- */

bool tokens_price(const struct terms *terms, const struct token_price *price, struct decimal *paid,
                  struct decimal *over, const struct exchange **rate)
{
    /* As a price by the hour has it: an amount over one hour, changed at the dated rate. */
    const struct price one = { .per = PRICE_HOUR,
                               .amount = price->amount,
                               .residual = decimal_of(0),
                               .currency = price->currency };
    return !hourly_of(terms, &one, paid, over, rate);
}

static void cost_publish(const struct offering *in, const struct option *option,
                         struct option_line *line)
{
    const struct token_price *price = &option->stated->api->price[line->token];
    const struct exchange *rate;
    struct decimal paid, over;
    if (!tokens_price(in->terms, price, &paid, &over, &rate)) {
        line->why = "no rate";
        return;
    }
    const struct fact *const from[] = { line->tokens,
                                        price->amount_fact,
                                        price->currency_fact,
                                        price->as_of,
                                        rate ? rate->rate_fact : NULL,
                                        rate ? rate->as_of : NULL };
    line->month = offer_make(
        in,
        &(struct made){ .row = DERIVE_TOKENS_MONTH,
                        .instance = instance_of(in, option, line->token),
                        .currency = in->terms->currency,
                        .value = decimal_divide(decimal_multiply(shown_decimal(line->tokens), paid),
                                                decimal_multiply(over, decimal_of(MILLION)), 2),
                        .places = 2,
                        .unit = UNIT_MONEY_PER_MONTH,
                        .input = from,
                        .input_count = ARRAY_COUNT(from) });
}

size_t tokens_lines(const struct offering *in, const struct option *option,
                    struct option_line *line)
{
    const struct api_terms *api = option->stated->api;
    const struct input_ratio ratio = ratio_of(in, api);
    size_t count = 0;
    for (enum token_kind kind = 0; kind < TOKEN_KIND_COUNT; kind++) {
        if (!api->price[kind].amount_fact)
            continue;
        struct option_line *one = &line[count++];
        *one = (struct option_line){ .kind = LINE_TOKENS, .token = kind };
        if (kind != TOKENS_OUTPUT && !ratio.told) {
            one->why = "no ratio";
            continue;
        }
        one->tokens = tokens_make(in, option, &ratio, kind);
        if (one->tokens)
            cost_publish(in, option, one);
    }
    return count;
}

/* ---- hours reserved ---- */

/* Price of a million tokens of output with the input that goes with them; bad: not known. */
static struct decimal bundle_of(const struct offering *in, const struct api_terms *api,
                                const struct input_ratio *ratio)
{
    struct decimal sum = decimal_of(0);
    for (enum token_kind kind = 0; kind < TOKEN_KIND_COUNT; kind++) {
        const struct token_price *price = &api->price[kind];
        const struct exchange *rate;
        struct decimal paid, over;
        if (!price->amount_fact)
            continue;
        if (!tokens_price(in->terms, price, &paid, &over, &rate))
            return (struct decimal){ .bad = true };
        sum = decimal_add(sum, decimal_divide(decimal_multiply(paid, weight_of(api, ratio, kind)),
                                              decimal_multiply(over, ratio->out), PLACES));
    }
    return sum;
}

/* The same share at the mean demand: what is paid by the hour is reserved for the hours of use. */
static const struct fact *planned_use(const struct offering *in, size_t index,
                                      const struct price *price)
{
    const struct demand *demand = &in->terms->demand;
    const struct offer *offer = &in->out->side[index];
    const struct fact *mean = offer->rate.value;
    bool hours = price->per == PRICE_HOUR && demand->schedule_fact;
    if (!offer->units)
        return NULL;
    struct decimal work = decimal_multiply(demand->mean, decimal_of((int64_t)100 * HOURS_PER_WEEK)),
                   full = decimal_multiply(
                       decimal_multiply(shown_decimal(offer->units), shown_decimal(mean)),
                       hours ? demand->schedule : decimal_of(HOURS_PER_WEEK));
    const struct fact *const from[] = { demand->mean_fact, offer->units, mean,
                                        hours ? demand->schedule_fact : NULL };
    return offer_make(in, &(struct made){ .row = DERIVE_TOKENS_USE,
                                          .system = offer->system,
                                          .instance = str_from(price_per_name(price->per)),
                                          .value = decimal_divide(work, full, PLACES),
                                          .places = 1,
                                          .unit = UNIT_PERCENT,
                                          .input = from,
                                          .input_count = ARRAY_COUNT(from) });
}

static const struct fact *even_make(const struct offering *in, size_t index,
                                    const struct token_even *even, struct decimal share,
                                    const struct input_ratio *ratio)
{
    enum { TOKEN_FACTS = 3 * TOKEN_KIND_COUNT };
    const struct offer *offer = &in->out->side[index];
    const struct price *price = even->price;
    const struct api_terms *api = even->api->stated->api;
    bool energy = !even->bare && !price->energy_included, bought = price->per == PRICE_PURCHASE;
    const struct fact *from[TOKEN_FACTS + 16] = { offer->rate.value,
                                                  price->amount_fact,
                                                  price->currency_fact,
                                                  price->lifetime,
                                                  price->residual_fact,
                                                  bought ? in->terms->interest_fact : NULL,
                                                  energy ? offer->energy.value : NULL,
                                                  energy ? in->terms->energy.price_fact : NULL,
                                                  energy ? in->terms->energy.cooling_fact : NULL,
                                                  ratio->fact[0],
                                                  ratio->fact[1],
                                                  api->cached_fact };
    size_t count = 12;
    for (enum token_kind kind = 0; kind < TOKEN_KIND_COUNT; kind++) {
        from[count++] = api->price[kind].amount_fact;
        from[count++] = api->price[kind].currency_fact;
    }
    for (size_t i = 0; i < in->terms->exchange_count && count < ARRAY_COUNT(from); i++) {
        const struct exchange *rate = &in->terms->exchange[i];
        bool used = str_eq(rate->from, price->currency) || str_eq(rate->to, price->currency);
        for (enum token_kind kind = 0; kind < TOKEN_KIND_COUNT; kind++)
            used = used || str_eq(rate->from, api->price[kind].currency) ||
                   str_eq(rate->to, api->price[kind].currency);
        if (used)
            from[count++] = rate->rate_fact;
    }
    return offer_make(in, &(struct made){ .row = DERIVE_TOKENS_EVEN,
                                          .system = offer->system,
                                          .instance = str_format(in->judging->home, "%.*s: %s",
                                                                 STR_ARG(even->api->stated->id),
                                                                 price_per_name(price->per)),
                                          .value = share,
                                          .places = 1,
                                          .unit = UNIT_PERCENT,
                                          .input = from,
                                          .input_count = count });
}

/* 100 x price of an hour reserved x 10^6 / (3,600 x mean throughput x (price of a million tokens,
 * with their input, less the energy of a million)). */
static void even_publish(const struct offering *in, const struct option *option,
                         const struct input_ratio *ratio, size_t index, const struct price *price)
{
    struct offers *out = in->out;
    const struct offer *offer = &out->side[index];
    const struct fact *mean = offer->rate.value;
    const struct exchange *rate;
    struct decimal paid, hours, bundle = bundle_of(in, option->stated->api, ratio);
    if (out->even_count == EVENS_MOST || !price || !mean || bundle.bad ||
        hourly_of(in->terms, price, &paid, &hours, &rate))
        return;
    struct token_even *even = &out->even[out->even_count];
    *even = (struct token_even){ .api = option, .system = offer->system, .price = price };
    even->bare = !price->energy_included && (!in->energy_known || !offer->energy.value);
    if (!price->energy_included && !even->bare)
        bundle = decimal_subtract(
            bundle, decimal_multiply(energy_money(in->terms, shown_decimal(offer->energy.value)),
                                     decimal_of(MILLION)));
    for (size_t i = 0; i < out->even_count; i++) /* of another interface: the same figure */
        if (out->even[i].price == price)
            even->planned = out->even[i].planned;
    even->planned = even->planned ? even->planned : planned_use(in, index, price);
    out->even_count++;
    if (bundle.minus || decimal_is_zero(bundle))
        return;
    struct decimal full = decimal_multiply(decimal_multiply(shown_decimal(mean), decimal_of(3600)),
                                           decimal_multiply(hours, bundle));
    struct decimal share =
        decimal_divide(decimal_multiply(paid, decimal_of((int64_t)100 * MILLION)), full, PLACES);
    even->even = even_make(in, index, even, share, ratio);
}

void tokens_evens(const struct offering *in)
{
    for (size_t i = 0; i < in->out->option_count; i++) {
        const struct option *option = &in->out->option[i];
        if (option->kind != OPTION_API)
            continue;
        const struct input_ratio ratio = ratio_of(in, option->stated->api);
        for (size_t s = 0; s < 2 && ratio.told; s++) {
            even_publish(in, option, &ratio, s, in->out->side[s].price);
            even_publish(in, option, &ratio, s, in->out->side[s].second);
        }
    }
}
