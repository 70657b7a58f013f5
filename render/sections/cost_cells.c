/* cost_cells.c - cells of amounts: with their interval, or with the reason why there is none. */
#include "costs.h"

const struct terms *terms_of(const struct building *b)
{
    return b->model->case_file->terms;
}

/* Value, and its interval in brackets where there is one. */
void three_add(struct building *b, struct node *cell, const struct three *three)
{
    if (!three->value) {
        text_add(b, cell, "costs.none")->style = STYLE_SOFT;
        return;
    }
    SAY(b, cell, three->low && three->high ? "costs.three" : "costs.one",
        { "value", .fact = three->value }, { "low", .fact = three->low },
        { "high", .fact = three->high });
}

void fact_or_reason(struct building *b, struct node *cell, const struct fact *fact, const char *why,
                    const char *family)
{
    if (fact) {
        value_add(b, cell, fact, FORM_FULL);
        return;
    }
    struct buf id = buf_new(b->home, 128);
    buf_putf(&id, "%s.%s", family, why ? why : "none");
    const char *string = str_c(b->home, buf_str(&id));
    text_add(b, cell, string_has(b, string) ? string : "costs.none")->style = STYLE_SOFT;
}

struct str option_name(struct building *b, const struct comparison *c, const struct option *option)
{
    const struct system *system = c->offers->side[option->side].system;
    const struct stated_option *stated = option->stated;
    struct fill fill[] = { { "system", .quote = system->id },
                           { "label", .quote = stated && stated->label.len > 0 ? stated->label
                                               : stated                        ? stated->id
                                                                               : STR("") } };
    if (stated)
        return said_plain(b, "options.stated", fill, ARRAY_COUNT(fill));
    const char *id = option->kind == OPTION_NOTHING ? "options.nothing"
                     : option->kind == OPTION_SOFTWARE
                         ? "options.software"
                         : joined(b, "options.way", price_per_name(option->price->per));
    return said_plain(b, id, fill, ARRAY_COUNT(fill));
}

struct str flip_name(struct building *b, const struct comparison *c, const struct option_flip *flip)
{
    static const char *const names[] = { "flips.input.purchase", "flips.input.growth",
                                         "flips.input.mean",     "flips.input.energy",
                                         "flips.input.interest", "flips.input.throughput" };
    const char *id =
        flip->input == FLIP_PRICE    ? joined(b, "flips.input", price_per_name(flip->price->per))
        : flip->input == FLIP_TOKENS ? joined(b, "flips.input.tokens", token_kind_name(flip->token))
                                     : names[flip->input];
    size_t apis = 0; /* one by itself needs no name, for which a chart has little room */
    for (size_t i = 0; i < c->offers->option_count; i++)
        apis += c->offers->option[i].kind == OPTION_API;
    bool several = flip->api && apis > 1;
    struct str whose = flip->system ? flip->system->id
                       : several    ? option_name(b, c, flip->api)
                                    : STR("");
    struct fill fill[] = { { "system", .quote = whose } };
    struct str name = said_plain(b, id, fill, 1);
    return whose.len > 0 ? said_plain(b, "flips.input.of",
                                      (struct fill[]){ { "input", .quote = name }, fill[0] }, 2)
                         : name;
}

const struct fact *flip_currency(struct building *b, const struct option_flip *flip)
{
    return flip->price                  ? flip->price->currency_fact
           : flip->api                  ? flip->api->stated->api->price[flip->token].currency_fact
           : flip->input == FLIP_ENERGY ? terms_of(b)->energy.currency_fact
                                        : NULL;
}

/* Whether an option's amounts hold more than its units and their energy, of which the answer
 * speaks.
 */
bool more_than_units(const struct building *b, const struct offers *offers)
{
    bool more = terms_of(b)->interest_fact != NULL;
    for (size_t i = 0; i < offers->option_count; i++) {
        for (size_t j = 0; j < offers->option[i].line_count; j++) {
            const struct option_line *line = &offers->option[i].line[j];
            bool counted = line->once || line->month || line->life;
            more = more || (counted && offers->option[i].kind != OPTION_API &&
                            line->kind != LINE_UNITS && line->kind != LINE_ENERGY);
        }
    }
    return more;
}
