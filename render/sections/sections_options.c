/* sections_options.c - the ways to meet the demand: until when each carries it, what it costs and
 * what that is made of, what is open and whose it is; and where the order of the options turns. */
#include "chart.h"
#include "charts.h"
#include "costs.h"
#include "page_one.h"

/* ---- cells ---- */

struct node *option_name_cell(struct building *b, struct node *row, const struct comparison *c,
                              const struct option *option)
{
    struct node *cell = cell_heading(b, row);
    quote_add(b, cell, option_name(b, c, option), NULL)->style =
        option == c->offers->cheapest ? STYLE_STRONG : STYLE_PLAIN;
    return cell;
}

void option_until_cell(struct building *b, struct node *row, const struct option *option,
                       int64_t most)
{
    struct node *cell = cell_add(b, row);
    if (option->kind == OPTION_API) {
        text_add(b, cell, "options.until.api")->style = STYLE_SOFT;
    } else if (option->until) {
        cell->scene = most > 0 ? until_build(b, option, most) : NULL;
        value_add(b, cell, option->until, FORM_SHORT);
    } else {
        text_add(b, cell, option->lacking ? "options.until.lacking" : "options.until.none")->style =
            STYLE_SOFT;
    }
}

void option_amount_cell(struct building *b, struct node *row, const struct fact *fact,
                        enum form form)
{
    struct node *cell = cell_add(b, row);
    if (fact)
        value_add(b, cell, fact, form);
    else
        text_add(b, cell, "options.nothing.money")->style = STYLE_SOFT;
}

void option_life_cell(struct building *b, struct node *row, const struct option *option, bool brief)
{
    if (option->falls_short) {
        text_add(b, cell_add(b, row), "options.falls_short")->style = STYLE_SOFT;
        return;
    }
    option_amount_cell(b, row, option->life, brief ? FORM_AMOUNT : FORM_PLAIN);
    struct node *at = row->last;
    if (option->life_low && option->life_high) {
        if (brief) {
            at = paragraph_add(b, at, ROLE_SMALL);
            at->style = STYLE_SOFT;
        }
        SAY(b, at, brief ? "options.range.brief" : "options.range",
            { "low", .fact = option->life_low }, { "high", .fact = option->life_high });
    }
}

/* ---- what is open, and whose it is ---- */

static size_t assumed_count(const struct option *option)
{
    size_t count = 0;
    for (size_t i = 0; i < option->line_count; i++) {
        const struct option_line *line = &option->line[i];
        count += line->stated && !line->stated->document;
        count += line->kind == LINE_TOKENS && !option->stated->api->price[line->token].document;
    }
    return count;
}

/* `string` NULL: what is said comes from the caller. */
static void open_say(struct building *b, struct node *cell, const char *string)
{
    if (cell->child)
        text_add(b, cell, "options.open.next");
    if (string)
        text_add(b, cell, string);
}

static void clauses_open(struct building *b, struct node *cell, const struct comparison *c,
                         const struct system *system, enum standing standing, const char *string,
                         size_t most)
{
    if (standing_count(b, c, system, standing) > 0) {
        open_say(b, cell, string);
        clauses_list(b, cell, c, system, standing, most);
    }
}

/* A stated ratio of input to output that does not count, since the runs tell it. */
static bool ratio_unused(const struct option *option)
{
    const struct fact *ratio = option->stated->api->ratio_fact;
    for (size_t i = 0; i < option->line_count && ratio; i++) {
        const struct fact *tokens = option->line[i].tokens;
        if (!tokens || option->line[i].token == TOKENS_OUTPUT)
            continue;
        for (size_t k = 0; k < tokens->derivation->count; k++)
            if (tokens->derivation->input[k] == ratio)
                return false;
        return true;
    }
    return false;
}

/* Clauses that page one names of an option; the section on cost names all. */
enum { CLAUSES_BRIEF = 4 };

void option_open_cell(struct building *b, struct node *row, const struct comparison *c,
                      const struct option *option, bool brief)
{
    struct node *cell = cell_add(b, row);
    const struct system *system = c->offers->side[option->side].system;
    bool api = option->kind == OPTION_API;
    size_t most = brief ? CLAUSES_BRIEF : SIZE_MAX;
    if (api)
        open_say(b, cell, "options.open.api");
    if (api && ratio_unused(option))
        open_say(b, cell, "options.open.ratio");
    if (option->held_assumed && option->kind == OPTION_NOTHING)
        open_say(b, cell, "options.open.held");
    if (!api) {
        if (brief) /* below its table of clauses, in a column of what is open: their names say it */
            clauses_open(b, cell, c, system, STANDING_NOT_SHOWN, NULL, most);
        clauses_open(b, cell, c, system, STANDING_NOT_MET, "options.open.unmet", most);
        if (!brief)
            clauses_open(b, cell, c, system, STANDING_NOT_SHOWN, "options.open.unshown", most);
    }
    if (option->price && option->price->per == PRICE_HOUR && !terms_of(b)->demand.schedule_fact)
        open_say(b, cell, "options.open.hours");
    if (assumed_count(option) > 0)
        open_say(b, cell, "options.open.assumed");
    for (size_t i = 0; i < option->line_count; i++) {
        if (option->line[i].why && option->line[i].kind != LINE_IDLE) { /* the note says that */
            open_say(b, cell, "options.open.uncounted");
            break;
        }
    }
    if (!cell->child)
        text_add(b, cell, "options.nothing.money")->style = STYLE_SOFT;
}

/* The verdict, and in a word or two each what the reservations are about that touch what the option
 * rests on: units of the baseline rest on it alone. */
static void evidence_cell(struct building *b, struct node *row, const struct comparison *c,
                          const struct option *option)
{
    struct node *cell = cell_add(b, row);
    if (option->kind == OPTION_API) {
        text_add(b, cell, "options.until.api")->style = STYLE_SOFT;
        return;
    }
    bool related = option->side > 0 || !c->has_baseline;
    quote_add(b, cell, str_from(comparison_verdict(c)->glyph), NULL);
    struct str last = STR("");
    for (size_t i = 0; i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        if (!reservation_touches(finding, related) || str_eq(finding->rule->id, last))
            continue;
        text_add(b, cell, last.len > 0 ? "list.separator" : "options.evidence.space");
        last = finding->rule->id;
        const char *about = joined(b, "about", str_c(b->home, last));
        if (string_has(b, about))
            text_add(b, cell, about);
        else
            quote_add(b, cell, worded(b->home, b->skin, finding->rule->title), NULL);
    }
}

void option_owner_cell(struct building *b, struct node *row, const struct comparison *c,
                       const struct option *option)
{
    struct node *cell = cell_add(b, row);
    enum layer layer = option->kind == OPTION_BUY ? LAYER_ACCELERATOR : LAYER_NONE;
    const struct fact *asker =
        facts_best(b->model->case_file->facts, KEY_CASE_ASKED_BY, (struct str){ 0 });
    for (size_t i = 0; i < c->layer_count && option->kind == OPTION_SOFTWARE; i++)
        if (layer == LAYER_NONE && c->layer[i].state == LAYER_CHANGED)
            layer = c->layer[i].layer;
    if (layer != LAYER_NONE)
        quote_add(b, cell, owner_of(b, layer), NULL);
    else if (asker)
        value_add(b, cell, asker, FORM_PLAIN);
    else
        text_add(b, cell, "options.nothing.money");
}

/* ---- all of them ---- */

static void options_table(struct building *b, struct node *section, const struct comparison *c)
{
    static const struct column columns[] = { { .share = 14 },
                                             { .share = 9 },
                                             { .share = 6, .right = true },
                                             { .share = 12, .right = true },
                                             { .share = 12, .right = true },
                                             { .share = 14, .right = true },
                                             { .share = 11 },
                                             { .share = 12 },
                                             { .share = 10 } };
    static const char *const heads[] = { "options.option", "options.until", "options.units",
                                         "options.once", "options.month" };
    const struct offers *offers = c->offers;
    struct node *table =
        table_add(b, section, ROLE_NONE, "options.table", columns, ARRAY_COUNT(columns));
    table->licence = c;
    struct node *head = row_add(b, table);
    head->heading = true;
    for (size_t i = 0; i < ARRAY_COUNT(heads); i++)
        text_add(b, cell_heading(b, head), heads[i]);
    if (offers->life)
        SAY(b, cell_heading(b, head), "options.life", { "life", .fact = offers->life });
    else
        text_add(b, cell_heading(b, head), "options.life.none");
    text_add(b, cell_heading(b, head), "options.evidence");
    text_add(b, cell_heading(b, head), "options.open");
    text_add(b, cell_heading(b, head), "options.owner");
    for (size_t i = 0; i < offers->option_count; i++) {
        const struct option *option = &offers->option[i];
        struct node *row = row_add(b, table);
        struct node *name = option_name_cell(b, row, c, option);
        if (option->dominated)
            text_add(b, name, "options.dominated")->style = STYLE_SOFT;
        if (option->stated && option->stated->from_fact)
            SAY(b, row->last, "options.from", { "from", .fact = option->stated->from_fact });
        option_until_cell(b, row, option, 0);
        option_amount_cell(b, row, option->units, FORM_PLAIN);
        option_amount_cell(b, row, option->once, FORM_PLAIN);
        option_amount_cell(b, row, option->month, FORM_PLAIN);
        option_life_cell(b, row, option, false);
        evidence_cell(b, row, c, option);
        option_open_cell(b, row, c, option, false);
        option_owner_cell(b, row, c, option);
    }
}

static void notes_add(struct building *b, struct node *section, const struct comparison *c)
{
    const struct offers *offers = c->offers;
    const struct terms *terms = terms_of(b);
    paragraph_plain(b, section, ROLE_SMALL,
                    terms->demand.schedule_fact ? "options.beaten" : "options.beaten.all_hours");
    bool by_load = b->model->case_file->metric_kind == METRIC_AT_OBJECTIVE;
    if (!offers->side[0].sized_load && !by_load) /* else page one names the load */
        paragraph_plain(b, section, ROLE_SMALL, "options.sized.runs");
    if (c->verdict == VERDICT_STATED) {
        struct node *note = paragraph_plain(b, section, ROLE_SMALL, "options.evidence.note");
        text_add(b, link_add(b, note, str_format(b->home, "#%.*s", STR_ARG(stated_id(b, c)))),
                 "stated.heading");
        text_add(b, note, "sentence.end");
    }
    if (terms->sensitivity.price_fact && offers->life) {
        SAY(b, paragraph_add(b, section, ROLE_SMALL), "options.range.note",
            { "range", .fact = terms->sensitivity.price_fact });
    }
    if (terms->interest_fact) {
        SAY(b, paragraph_add(b, section, ROLE_SMALL), "options.interest",
            { "interest", .fact = terms->interest_fact });
    }
    for (size_t i = 0; i < 2; i++) {
        const struct offer *offer = &offers->side[i];
        if (offer->idle_month) {
            bool counted = false;
            for (size_t k = 0; k < offers->option_count; k++) {
                for (size_t l = 0; l < offers->option[k].line_count; l++) {
                    counted = counted || (offers->option[k].line[l].kind == LINE_IDLE &&
                                          !offers->option[k].line[l].why);
                }
            }
            SAY(b, paragraph_add(b, section, ROLE_SMALL),
                counted ? "options.idle.counted" : "options.idle.stated",
                { "system", .quote = offer->system->id }, { "power", .fact = offer->idle_power },
                { "month", .fact = offer->idle_month });
        }
    }
}

/* ---- what they are made of ---- */

/* "output tokens: 55,188,000,000 at EUR 0.60 a million". */
static void tokens_what(struct building *b, struct node *what, const struct option *option,
                        const struct option_line *line)
{
    const struct token_price *price = &option->stated->api->price[line->token];
    text_add(b, what, joined(b, "options.line.tokens", token_kind_name(line->token)));
    SAY(b, what, line->tokens ? "options.line.tokens" : "options.line.tokens.price",
        { "tokens", .fact = line->tokens }, { "currency", .fact = price->currency_fact },
        { "amount", .fact = price->amount_fact });
}

static void line_row(struct building *b, struct node *table, const struct comparison *c,
                     const struct option *option, const struct option_line *line)
{
    static const char *const names[] = { "options.line.units", "options.line.energy",
                                         "options.line.idle" };
    struct node *row = row_add(b, table);
    quote_add(b, cell_heading(b, row), option_name(b, c, option), NULL);
    struct node *what = cell_add(b, row);
    const struct cost_line *stated = line->stated;
    if (stated) {
        quote_add(b, what, stated->what, NULL);
        SAY(b, what, stated->by_unit ? "options.line.per_unit" : "options.line.per_option",
            { "currency", .fact = stated->currency_fact },
            { "amount", .fact = stated->amount_fact });
        text_add(b, what,
                 stated->every == LINE_ONCE    ? "options.line.once"
                 : stated->every == LINE_MONTH ? "options.line.month"
                                               : "options.line.year");
    } else if (line->kind == LINE_TOKENS) {
        tokens_what(b, what, option, line);
    } else {
        text_add(b, what, names[line->kind]);
    }
    if (line->why)
        fact_or_reason(b, cell_add(b, row), NULL, line->why, "options.why");
    else
        option_amount_cell(b, row, line->once, FORM_PLAIN);
    option_amount_cell(b, row, line->month, FORM_PLAIN);
    option_amount_cell(b, row, line->life, FORM_PLAIN);
    struct node *source = cell_add(b, row);
    const struct token_price *token =
        line->kind == LINE_TOKENS ? &option->stated->api->price[line->token] : NULL;
    const struct fact *document = stated ? stated->document : token ? token->document : NULL;
    if (document) {
        value_add(b, source, document, FORM_PLAIN);
    } else {
        text_add(b, source,
                 stated || token            ? "options.line.assumed"
                 : line->kind == LINE_UNITS ? "options.line.price"
                                            : "options.line.measured");
    }
    if (token)
        SAY(b, source, "options.line.as_of", { "date", .fact = token->as_of });
}

void option_lines_add(struct building *b, struct node *section, const struct comparison *c)
{
    static const struct column columns[] = { { .share = 18 },
                                             { .share = 26 },
                                             { .share = 14, .right = true },
                                             { .share = 14, .right = true },
                                             { .share = 14, .right = true },
                                             { .share = 14 } };
    static const char *const heads[] = { "options.option",    "options.line.what",
                                         "options.once",      "options.month",
                                         "options.line.life", "options.line.source" };
    if (terms_of(b)->option_count == 0) /* units and energy alone, which stand with both systems */
        return;
    heading_add(b, section, 3, "options.lines");
    struct node *table =
        table_add(b, section, ROLE_NONE, "options.lines", columns, ARRAY_COUNT(columns));
    table->licence = c;
    header_add(b, table, heads, ARRAY_COUNT(heads));
    for (size_t i = 0; i < c->offers->option_count; i++) {
        const struct option *option = &c->offers->option[i];
        for (size_t k = 0; k < option->line_count; k++)
            line_row(b, table, c, option, &option->line[k]);
    }
}

/* ---- where the order turns ---- */

size_t flips_turning(const struct offers *offers, const struct option_flip **only)
{
    size_t turning = 0;
    for (size_t i = 0; i < offers->flip_count; i++) {
        if (offers->flip[i].at && &offers->option[offers->flip[i].to] != offers->cheapest) {
            *only = &offers->flip[i];
            turning++;
        }
    }
    return turning;
}

/* What the chart shows, as its heading: how many inputs could turn the order. */
static const char *flips_title(const struct offers *offers, const struct option_flip **only)
{
    size_t turning = flips_turning(offers, only);
    return offers->api_less ? "flips.title.api"
           : turning == 0   ? "flips.title.none"
           : turning == 1   ? "flips.title.one"
                            : "flips.title.some";
}

/* Answers where the sentences on it belong: in the note beside it, or below a table. */
static struct node *flips_picture(struct building *b, struct node *section,
                                  const struct comparison *c)
{
    const struct option_flip *only = &c->offers->flip[0];
    const char *title = flips_title(c->offers, &only);
    struct fill fill[] = { { "option", .quote = option_name(b, c, c->offers->cheapest) },
                           { "input", .quote = flip_name(b, c, only) } };
    struct node *figure = section_add(b, section, ROLE_FIGURE,
                                      str_format(b->home, "flips%.*s", STR_ARG(pair_suffix(b, c))));
    say(b, heading_add(b, figure, 3, NULL), title, fill, ARRAY_COUNT(fill));
    SAY(b, paragraph_add(b, figure, ROLE_NONE),
        c->offers->even_count > 0 ? "flips.intro.api" : "flips.intro", fill[0]);
    if (alone(b) || !chart_add(b, figure, CHART_FLIPS, c, NULL)) {
        flips_figures(&(struct charting){ .b = b, .comparison = c }, figure);
        return section;
    }
    return node_add(b, figure, NODE_NOTE);
}

/* An own unit against an interface, by the hours reserved. */
static void even_add(struct building *b, struct node *list, const struct comparison *c,
                     const struct token_even *even)
{
    enum { WHOLE = 100 };
    struct fill of[] = { { "system", .quote = even->system->id } };
    struct str way =
        said_plain(b, joined(b, "options.way", price_per_name(even->price->per)), of, 1);
    struct fill fill[] = { { "way", .quote = way },
                           { "api", .quote = option_name(b, c, even->api) },
                           { "even", .fact = even->even },
                           { "planned", .fact = even->planned } };
    struct node *item = node_add(b, list, NODE_ITEM);
    say(b, item,
        !even->even                       ? "tokens.even.never"
        : even->even->value.value > WHOLE ? "tokens.even.over"
                                          : "tokens.even",
        fill, ARRAY_COUNT(fill));
    if (even->planned)
        say(b, item, "tokens.even.planned", fill, ARRAY_COUNT(fill));
    if (even->bare)
        text_add(b, item, "tokens.even.bare");
}

static void evens_add(struct building *b, struct node *section, const struct comparison *c)
{
    const struct offers *offers = c->offers;
    if (offers->even_count == 0)
        return;
    heading_add(b, section, 3, "tokens.even.heading");
    paragraph_plain(b, section, ROLE_SMALL, "tokens.even.formula");
    struct node *list = node_add(b, section, NODE_LIST);
    for (size_t i = 0; i < offers->even_count; i++)
        even_add(b, list, c, &offers->even[i]);
}

static void flips_add(struct building *b, struct node *section, const struct comparison *c)
{
    const struct offers *offers = c->offers;
    const struct offer *cheap = &offers->side[offers->b_dearer ? 0 : 1];
    const struct offer *dear = &offers->side[offers->b_dearer ? 1 : 0];
    const struct fill fill[] = { { "cheap", .quote = cheap->system ? cheap->system->id : STR("") },
                                 { "dear", .quote = dear->system ? dear->system->id : STR("") },
                                 { "price", .fact = offers->flip_price },
                                 { "rate", .fact = offers->flip_rate },
                                 { "low", .fact = cheap->rate.low },
                                 { "share", .fact = cheap->break_even } };
    if (offers->flip_count == 0 && !offers->flip_price)
        return;
    struct node *parent = section;
    if (offers->flip_count > 0)
        parent = flips_picture(b, section, c);
    else
        heading_add(b, section, 3, "flips.heading");
    if (offers->flip_price)
        say(b, paragraph_add(b, parent, ROLE_NONE), "flips.price", fill, ARRAY_COUNT(fill));
    if (offers->flip_rate)
        say(b, paragraph_add(b, parent, ROLE_NONE), "flips.rate", fill, ARRAY_COUNT(fill));
    if (cheap->break_even)
        say(b, paragraph_add(b, parent, ROLE_NONE), "flips.hours", fill, ARRAY_COUNT(fill));
}

/* ---- pictures ---- */

static const char *units_title(const struct offers *offers)
{
    bool fewer = true, no_more = true, equal = true;
    for (size_t i = 0; i < offers->point_count; i++) {
        double a = offers->point[i].units[0]->value.value,
               other = offers->point[i].units[1]->value.value;
        fewer = fewer && other < a;
        no_more = no_more && other <= a;
        equal = equal && !(other < a) && !(other > a);
    }
    return fewer     ? "units.title.fewer"
           : equal   ? "units.title.equal"
           : no_more ? "units.title.no_more"
                     : "units.title.other";
}

static void pictures_add(struct building *b, struct node *section, const struct comparison *c)
{
    const struct offers *offers = c->offers;
    if (alone(b))
        return;
    if (terms_of(b)->price_count > 0 &&
        (offers->side[0].cost.value || offers->side[1].cost.value)) {
        heading_add(b, section, 3, "money.heading");
        struct node *columns = node_add(b, section, NODE_COLUMNS);
        size_t parts = chart_parts(b, CHART_MONEY, c, NULL);
        for (size_t part = 0; part < parts; part++) {
            struct str id = str_format(b->home, part > 0 ? "money%.*s-%zu" : "money%.*s",
                                       STR_ARG(pair_suffix(b, c)), part + 1);
            struct node *figure = section_add(b, columns, ROLE_FIGURE, id);
            money_words(b, figure, c, part);
            (void)chart_part_add(b, figure, CHART_MONEY, c, NULL, part);
            paragraph_plain(b, figure, ROLE_SMALL, money_under(b, c, part));
        }
    }
    if (offers->point_count > 0) {
        struct node *figure = section_add(
            b, section, ROLE_FIGURE, str_format(b->home, "boxes%.*s", STR_ARG(pair_suffix(b, c))));
        SAY(b, heading_add(b, figure, 3, NULL), units_title(offers), { "a", .quote = c->a->id },
            { "b", .quote = c->b->id });
        (void)chart_add(b, figure, CHART_UNITS, c, NULL);
    }
}

/* ---- the door ---- */

void options_add(struct building *b, struct node *section, const struct comparison *c)
{
    if (c->offers->option_count > 0) {
        heading_add(b, section, 3, "options.ways");
        options_table(b, section, c);
        notes_add(b, section, c);
    }
    evens_add(b, section, c);
}

void option_pictures_add(struct building *b, struct node *section, const struct comparison *c)
{
    pictures_add(b, section, c);
    flips_add(b, section, c);
}
