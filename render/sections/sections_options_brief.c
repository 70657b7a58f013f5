/* sections_options_brief.c - the options on page one, four at most: until when each carries the
 * peak beside the month planned for, what it costs and how far that may be off, what is open about
 * it and whose it is. */
#include "chart.h"
#include "charts.h"
#include "costs.h"
#include "page_one.h"

/* ---- which of them ---- */

enum { BRIEF_MOST = 4 };

/* Whether it is another one's units paid another way, and that one beats it. */
static bool paid_dearer(const struct offers *offers, const struct option *option)
{
    for (size_t i = 0; i < offers->option_count && !option->stated && option->dominated; i++) {
        const struct option *other = &offers->option[i];
        if (other->units == option->units && other->month && option->month &&
            other->month->value.value < option->month->value.value)
            return true;
    }
    return false;
}

/* Nothing done first, then the others by what they cost, as many as page one holds; one that is
 * dearer than the same units paid another way stands with the rest, in the section on cost. */
static size_t brief_pick(const struct offers *offers, const struct option *out[BRIEF_MOST],
                         size_t most)
{
    size_t count = 0;
    for (size_t pass = 0; pass < OPTIONS_MOST && count < most; pass++) {
        const struct option *best = NULL;
        for (size_t i = 0; i < offers->option_count; i++) {
            const struct option *one = &offers->option[i];
            bool taken = paid_dearer(offers, one);
            for (size_t k = 0; k < count; k++)
                taken = taken || out[k] == one;
            double cost = one->month ? one->month->value.value : 0;
            bool first = one->kind == OPTION_NOTHING;
            bool before = !best || (first && best->kind != OPTION_NOTHING) ||
                          (best->kind != OPTION_NOTHING && best->month && cost > 0 &&
                           cost < best->month->value.value);
            best = !taken && before ? one : best;
        }
        if (!best)
            break;
        out[count++] = best;
    }
    return count;
}

/* ---- cells ---- */

/* Words on a line of their own below what a cell says. */
static struct node *below(struct building *b, struct node *cell)
{
    struct node *line = paragraph_add(b, cell, ROLE_SMALL);
    line->style = STYLE_SOFT;
    return line;
}

/* The cheapest is no more than that so far while a clause is missed or not shown of it. */
static void cheapest_said(struct building *b, struct node *cell, const struct comparison *c,
                          const struct option *option)
{
    const struct system *system = c->offers->side[option->side].system;
    if (option == c->offers->cheapest && c->offers->option_count > 1 &&
        (standing_count(b, c, system, STANDING_NOT_MET) > 0 ||
         standing_count(b, c, system, STANDING_NOT_SHOWN) > 0))
        text_add(b, below(b, cell), "options.cheapest.so_far");
}

/* ---- the door ---- */

static bool ranged(const struct option *const *option, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (option[i]->life_low && option[i]->life_high && !option[i]->falls_short)
            return true;
    return false;
}

static void heads_add(struct building *b, struct node *table, const struct offers *offers,
                      bool bars, bool ranges)
{
    struct node *head = row_add(b, table);
    struct str currency = terms_of(b)->currency;
    head->heading = true;
    text_add(b, cell_heading(b, head), "options.option");
    text_add(b, cell_heading(b, head), "options.until");
    if (bars && offers->planned_until) {
        SAY(b, below(b, head->last), "options.until.planned",
            { "until", .fact = offers->planned_until });
    }
    text_add(b, cell_heading(b, head), "options.units");
    SAY(b, cell_heading(b, head), "options.month.in", { "currency", .quote = currency });
    if (offers->life) {
        SAY(b, cell_heading(b, head), "options.life.in", { "life", .fact = offers->life },
            { "currency", .quote = currency });
        if (ranges && terms_of(b)->sensitivity.price_fact) {
            SAY(b, below(b, head->last), "options.range.head",
                { "range", .fact = terms_of(b)->sensitivity.price_fact });
        }
    }
    text_add(b, cell_heading(b, head), "options.open");
    text_add(b, cell_heading(b, head), "options.owner");
}

/* "peak 52,000 tokens/s, growing 15 % a year; 20 % kept free; 1 spare": what they are sized for. */
static void demand_say(struct building *b, struct node *section)
{
    const struct demand *demand = &terms_of(b)->demand;
    if (!demand->peak_fact)
        return;
    struct node *line = paragraph_add(b, section, ROLE_SUBTITLE);
    SAY(b, line, "options.demand", { "peak", .fact = demand->peak_fact });
    if (demand->growth_fact && demand->growth_fact->value.value > 0)
        SAY(b, line, "options.demand.growth", { "growth", .fact = demand->growth_fact });
    if (demand->headroom_fact && demand->headroom_fact->value.value > 0)
        SAY(b, line, "options.demand.headroom", { "headroom", .fact = demand->headroom_fact });
    if (demand->redundancy_fact && demand->redundancy > 0)
        SAY(b, line, "options.demand.spare", { "spare", .fact = demand->redundancy_fact });
}

void options_brief(struct building *b, struct node *section, const struct comparison *c)
{
    static const struct column columns[] = { { .share = 20 },
                                             { .share = 22 },
                                             { .share = 5, .right = true },
                                             { .share = 11, .right = true },
                                             { .share = 19, .right = true },
                                             { .share = 16 },
                                             { .share = 12, .right = true } };
    static const struct column lifeless[] = { { .share = 20 },
                                              { .share = 30 },
                                              { .share = 5, .right = true },
                                              { .share = 13, .right = true },
                                              { .share = 19 },
                                              { .share = 13, .right = true } };
    const struct offers *offers = c->offers;
    const struct option *option[BRIEF_MOST] = { NULL };
    /* beside clauses that fill their table there is room for one fewer */
    size_t count = brief_pick(offers, option, clauses_named(b, c) ? BRIEF_MOST - 1 : BRIEF_MOST);
    int64_t most = until_most(b, option, count);
    demand_say(b, section);
    struct node *table =
        offers->life
            ? table_add(b, section, ROLE_NONE, "options.table", columns, ARRAY_COUNT(columns))
            : table_add(b, section, ROLE_NONE, "options.table", lifeless, ARRAY_COUNT(lifeless));
    table->licence = c;
    heads_add(b, table, offers, most > 0, ranged(option, count));
    for (size_t i = 0; i < count; i++) {
        struct node *row = row_add(b, table);
        cheapest_said(b, option_name_cell(b, row, c, option[i]), c, option[i]);
        option_until_cell(b, row, option[i], most);
        if (option[i]->units)
            value_add(b, cell_add(b, row), option[i]->units, FORM_PLAIN);
        else
            text_add(b, cell_add(b, row), "options.nothing.money")->style = STYLE_SOFT;
        option_amount_cell(b, row, option[i]->month, FORM_AMOUNT);
        if (offers->life)
            option_life_cell(b, row, option[i], true);
        option_open_cell(b, row, c, option[i], true);
        option_owner_cell(b, row, c, option[i]);
    }
    struct node *note = NULL;
    if (more_than_units(b, offers))
        note = paragraph_plain(b, section, ROLE_SMALL, "options.ways.more");
    if (count < offers->option_count) {
        if (note)
            text_add(b, note, "space");
        note = note ? note : paragraph_add(b, section, ROLE_SMALL);
        SAY(b, link_add(b, note, STR("#costs")),
            offers->option_count - count == 1 ? "options.brief.more.one" : "options.brief.more",
            { "count", .quote = counted_text(b, offers->option_count - count) });
        text_add(b, note, "sentence.end");
    }
}
