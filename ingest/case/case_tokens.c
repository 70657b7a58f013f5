/* case_tokens.c - what an interface of another party costs by the token, as an option states it. */
#include "terms_parts.h"

/* Dates of ISO 8601 stand in the order of their letters. */
static void validity_check(struct terms_reading *r, const struct json_item *item,
                           const struct token_price *price)
{
    if (price->as_of && price->valid_until &&
        str_order(price->valid_until->value.text, price->as_of->value.text) < 0)
        terms_refuse(r, json_member(item, STR("valid_until")),
                     STR("the day of \"as_of\", or later"));
}

static void token_price_read(struct terms_reading *r, const struct json_item *item,
                             struct str instance, struct token_price *out)
{
    const struct json_item *document = json_member(item, STR("document"));
    const struct json_item *assumed = json_member(item, STR("assumed"));
    bool open = assumed && json_type(assumed) == JSON_TRUE;
    *out = (struct token_price){ .amount = terms_amount(r, item, "amount", 0),
                                 .currency = terms_currency(r, item, "currency") };
    out->amount_fact = terms_fact(r, item, "amount", instance, KEY_TOKENS_PRICE);
    out->currency_fact = terms_fact(r, item, "currency", instance, KEY_PRICE_CURRENCY);
    out->as_of = terms_fact(r, item, "as_of", instance, KEY_PRICE_AS_OF);
    out->valid_until = terms_fact(r, item, "valid_until", instance, KEY_PRICE_VALID_UNTIL);
    out->document = terms_fact(r, item, "document", instance, KEY_PRICE_DOCUMENT);
    if ((document != NULL) == open) {
        terms_refuse(r, document ? assumed : item,
                     STR("one of \"document\" and \"assumed\": true, for what shows the price"));
    }
    validity_check(r, item, out);
}

/* A share of the input is paid at a price of its own where there is one. */
static void cached_read(struct terms_reading *r, const struct json_item *tokens, struct str id,
                        struct api_terms *out)
{
    const struct json_item *share = json_member(tokens, STR("cached"));
    const struct json_item *price = json_member(tokens, STR("cached_input"));
    out->cached_fact = terms_fact(r, tokens, "cached", id, KEY_TOKENS_CACHED);
    out->cached = terms_share(r, tokens, "cached", out->cached_fact, 100);
    if ((share != NULL) != (price != NULL)) {
        terms_refuse(r, share ? share : price,
                     STR("both of \"cached\" (the share) and \"cached_input\" (its price), or "
                         "none"));
    }
}

static void ratio_read(struct terms_reading *r, const struct json_item *tokens, struct str id,
                       struct api_terms *out)
{
    enum { MOST = 1000000 };
    const struct json_item *item = json_member(tokens, STR("input_per_output"));
    out->ratio = terms_amount(r, tokens, "input_per_output", 0);
    out->ratio_fact = terms_fact(r, tokens, "input_per_output", id, KEY_TOKENS_RATIO);
    if (item && decimal_order(out->ratio, decimal_of(MOST)) > 0)
        terms_refuse(r, item, STR("at most 1000000 input tokens for each of output"));
}

const struct api_terms *api_terms_read(struct terms_reading *r, const struct json_item *item,
                                       const struct stated_option *option)
{
    struct arena *home = r->checking->reading->home;
    const struct json_item *tokens = json_member(item, STR("tokens"));
    const struct json_item *system = json_member(item, STR("system"));
    if (system)
        terms_refuse(r, system, STR("no system: nobody measured an interface"));
    if (!tokens) {
        terms_refuse(r, item, STR("\"tokens\", the prices that an interface is paid by"));
        return NULL;
    }
    if (r->case_file->metric != KEY_THROUGHPUT_OUTPUT_TOKENS) {
        terms_refuse(r, tokens,
                     STR("throughput.output_tokens as the case's metric, whose demand tells how "
                         "many tokens are paid"));
    }
    if (!r->out->demand.mean_fact) {
        terms_refuse(r, tokens,
                     STR("a \"demand\" with its \"mean\", which tells how many tokens are paid"));
    }
    struct api_terms *out = ARENA_NEW(home, struct api_terms);
    *out = (struct api_terms){ .ratio = decimal_of(0) };
    for (enum token_kind kind = 0; kind < TOKEN_KIND_COUNT; kind++) {
        const char *name = token_kind_name(kind);
        const struct json_item *price = json_member(tokens, str_from(name));
        struct str instance = str_format(home, "%.*s: %s", STR_ARG(option->id), name);
        if (price)
            token_price_read(r, price, instance, &out->price[kind]);
    }
    cached_read(r, tokens, option->id, out);
    ratio_read(r, tokens, option->id, out);
    return out;
}
