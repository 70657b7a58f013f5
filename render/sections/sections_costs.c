/* sections_costs.c - what each side costs and draws, how many units a demand needs, and how far the
 * answer moves with its inputs. Nothing of it stands where the verdict permits no comparison. */
#include "build.h"
#include "chart.h"
#include "charts.h"
#include "costs.h"
#include "energy_read.h"

#include <string.h>

static bool asks_money(const struct building *b)
{
    const struct terms *terms = terms_of(b);
    return terms && terms->price_count > 0;
}

static bool asks_units(const struct building *b)
{
    const struct terms *terms = terms_of(b);
    return terms && terms->demand.peak_fact;
}

/* ---- page one ---- */

static struct node *pair_table(struct building *b, struct node *parent, const struct comparison *c,
                               const char *caption)
{
    static const struct column columns[] = { { .share = 30 }, { .share = 35 }, { .share = 35 } };
    struct node *table = table_add(b, parent, ROLE_NONE, caption, columns, ARRAY_COUNT(columns));
    table->licence = c;
    struct node *head = row_add(b, table);
    head->heading = true;
    text_add(b, cell_heading(b, head), "sides.what");
    const struct system *const side[] = { c->a, c->b };
    for (size_t i = 0; i < 2; i++) {
        struct node *cell = cell_heading(b, head);
        quote_add(b, cell, side[i]->id, NULL);
        if (side[i]->label.len > 0)
            SAY(b, cell, "sides.label", { "label", .quote = side[i]->label });
    }
    return table;
}

static void demand_cell(struct building *b, struct node *cell, const struct offer *offer)
{
    if (!offer->at_demand) {
        fact_or_reason(b, cell, NULL, offer->why, "costs.why");
        return;
    }
    value_add(b, cell, offer->at_demand, FORM_UNIT);
    if (offer->utilisation)
        SAY(b, cell, "costs.at_utilisation", { "share", .fact = offer->utilisation });
}

static void units_cell(struct building *b, struct node *cell, const struct offer *offer)
{
    if (!offer->units) {
        fact_or_reason(b, cell, NULL, offer->why_sized, "costs.why");
    } else if (offer->month_total) {
        SAY(b, cell, "costs.units.money", { "units", .fact = offer->units },
            { "money", .fact = offer->month_total });
    } else {
        SAY(b, cell, "costs.units.alone", { "units", .fact = offer->units });
    }
}

static struct node *row_named(struct building *b, struct node *table, const char *string)
{
    struct node *row = row_add(b, table);
    text_add(b, cell_heading(b, row), string);
    return row;
}

bool decision_shown(const struct building *b, const struct comparison *c)
{
    return c->offers && terms_of(b) && (asks_money(b) || asks_units(b));
}

void decision_add(struct building *b, struct node *page, const struct comparison *c)
{
    const struct offers *offers = c->offers;
    if (!offers || !terms_of(b))
        return;
    if (decision_shown(b, c)) {
        struct str id = str_format(b->home, "options%.*s", STR_ARG(pair_suffix(b, c)));
        struct node *section = section_add(b, page, ROLE_NONE, id);
        bool ways = offers->option_count > 0;
        heading_add(b, section, 2, ways ? "options.ways" : "options.heading");
        if (ways) {
            options_brief(b, section, c);
            return;
        }
        struct node *table = pair_table(b, section, c, "options.caption");
        struct node *row;
        if (asks_units(b)) {
            row = row_named(b, table, "decision.units");
            units_cell(b, cell_add(b, row), &offers->side[0]);
            units_cell(b, cell_add(b, row), &offers->side[1]);
        } else { /* no demand, so no number of units: what a piece of work costs */
            row = row_named(b, table,
                            terms_of(b)->utilisation ? "decision.cost.utilisation"
                                                     : "decision.cost.full");
            demand_cell(b, cell_add(b, row), &offers->side[0]);
            demand_cell(b, cell_add(b, row), &offers->side[1]);
        }
        side_drop(b, table, 2);
    }
}

/* ---- prices ---- */

/* A file of the evidence with the document's name: the digest is then ours to state. */
static const struct evidence *document_find(const struct building *b, const struct fact *document)
{
    for (size_t i = 0; document && i < b->model->evidence_count; i++) {
        struct str name = b->model->evidence[i].name, text = document->value.text;
        bool whole = str_eq(name, text);
        bool tail =
            str_ends(name, text) && name.len > text.len && name.at[name.len - text.len - 1] == '/';
        if (whole || tail)
            return &b->model->evidence[i];
    }
    return NULL;
}

static void document_cell(struct building *b, struct node *cell, const struct price *price)
{
    value_add(b, cell, price->document, FORM_FULL);
    const struct evidence *file = document_find(b, price->document);
    if (!file) {
        if (price->digest)
            SAY(b, cell, "costs.digest.stated", { "digest", .fact = price->digest });
        else
            text_add(b, cell, "costs.digest.none")->style = STYLE_SOFT;
        return;
    }
    struct str digest = digest_hex(b->home, file->digest);
    bool same = !price->digest || str_eq(price->digest->value.text, digest);
    SAY(b, cell, same ? "costs.digest.checked" : "costs.digest.differs",
        { "digest", .quote = str_sub(digest, 0, 12), .style = STYLE_MONO });
}

static void prices_add(struct building *b, struct node *section)
{
    static const struct column columns[] = {
        { .share = 10 }, { .share = 22 }, { .share = 16 }, { .share = 26 }, { .share = 26 }
    };
    static const char *const heads[] = { "costs.system", "costs.amount", "costs.per", "costs.dates",
                                         "costs.document" };
    const struct terms *terms = terms_of(b);
    heading_add(b, section, 3, "costs.prices");
    struct node *table = TABLE_HEADED(b, section, ROLE_NONE, "costs.prices", columns, heads);
    for (size_t i = 0; i < terms->price_count; i++) {
        const struct price *price = &terms->price[i];
        struct node *row = row_add(b, table);
        quote_add(b, cell_heading(b, row), price->system->id, NULL);
        SAY(b, cell_add(b, row), "costs.money", { "currency", .fact = price->currency_fact },
            { "amount", .fact = price->amount_fact });
        struct node *per = cell_add(b, row);
        text_add(b, per, joined(b, "costs.per", price_per_name(price->per)));
        if (price->lifetime)
            SAY(b, per, "costs.lifetime", { "time", .fact = price->lifetime });
        if (price->residual_fact)
            SAY(b, per, "costs.residual", { "amount", .fact = price->residual_fact });
        if (price->energy_included)
            text_add(b, per, "costs.energy_included");
        SAY(b, cell_add(b, row), price->valid_until ? "costs.dates.both" : "costs.dates.one",
            { "date", .fact = price->as_of }, { "until", .fact = price->valid_until });
        document_cell(b, cell_add(b, row), price);
    }
    for (size_t i = 0; i < terms->exchange_count; i++) {
        const struct exchange *rate = &terms->exchange[i];
        SAY(b, paragraph_add(b, section, ROLE_NONE), "costs.rate", { "from", .quote = rate->from },
            { "to", .quote = rate->to }, { "rate", .fact = rate->rate_fact },
            { "date", .fact = rate->as_of });
    }
    if (terms->energy.price_fact) {
        SAY(b, paragraph_add(b, section, ROLE_NONE),
            terms->energy.cooling_fact ? "costs.energy_price.cooling" : "costs.energy_price",
            { "price", .fact = terms->energy.price_fact },
            { "currency", .fact = terms->energy.currency_fact },
            { "date", .fact = terms->energy.as_of },
            { "factor", .fact = terms->energy.cooling_fact });
    }
}

/* ---- run by run ---- */

static const struct fact *run_value_of(const struct comparison *c, const struct run *run)
{
    const struct judged_run *judged = judged_find(c, run);
    return judged ? judged->value : NULL;
}

/* Whether some run has more than its rate, which stands among the runs. */
static bool has_run_amounts(const struct comparison *c)
{
    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < c->offers->side[s].run_count; i++)
            if (c->offers->side[s].run[i].energy || c->offers->side[s].run[i].cost)
                return true;
    return false;
}

static void runs_add(struct building *b, struct node *section, const struct comparison *c)
{
    if (!has_run_amounts(c))
        return;
    static const struct column columns[] = { { .share = 34 },
                                             { .share = 22, .right = true },
                                             { .share = 18, .right = true },
                                             { .share = 26, .right = true } };
    static const char *const heads[] = { "runs.run", "costs.run.rate", "costs.run.energy",
                                         "costs.run.cost" };
    heading_add(b, section, 3, "costs.runs");
    struct node *table =
        table_add(b, section, ROLE_NONE, "costs.runs", columns, ARRAY_COUNT(columns));
    table->licence = c;
    header_add(b, table, heads, ARRAY_COUNT(heads));
    for (size_t s = 0; s < 2; s++) {
        const struct offer *offer = &c->offers->side[s];
        for (size_t i = 0; i < offer->run_count; i++) {
            const struct money_run *run = &offer->run[i];
            const struct judged_run *judged = judged_find(c, run->run);
            if (judged && !run_told(b, c, judged))
                continue;
            struct node *row = row_add(b, table);
            SAY(b, cell_heading(b, row), "costs.run.name", { "system", .quote = offer->system->id },
                { "run", .quote = run_short(b, run->run) });
            value_add(b, cell_add(b, row), run_value_of(c, run->run), FORM_FULL);
            fact_or_reason(b, cell_add(b, row), run->energy, NULL, "costs.why");
            fact_or_reason(b, cell_add(b, row), run->cost, offer->why, "costs.why");
        }
    }
    columns_thin(b, table, 1);
}

/* ---- both sides ---- */

struct line { /* a row of the table of both sides */
    const char *string;
    struct three three[2];
    const char *why[2];
};

static void lines_add(struct building *b, struct node *table, const struct line *line, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!line[i].three[0].value && !line[i].three[1].value && !line[i].why[0] &&
            !line[i].why[1])
            continue;
        struct node *row = row_named(b, table, line[i].string);
        for (size_t s = 0; s < 2; s++) {
            struct node *cell = cell_add(b, row);
            if (line[i].three[s].value)
                three_add(b, cell, &line[i].three[s]);
            else
                fact_or_reason(b, cell, NULL, line[i].why[s], "costs.why");
        }
    }
}

static struct three one_of(const struct fact *fact)
{
    return (struct three){ fact, NULL, NULL };
}

static void sides_add(struct building *b, struct node *section, const struct comparison *c)
{
    const struct offer *a = &c->offers->side[0], *o = &c->offers->side[1];
    const struct line lines[] = {
        { "costs.line.hourly", { one_of(a->hourly), one_of(o->hourly) }, { a->why, o->why } },
        { "costs.line.full", { a->cost, o->cost }, { a->why, o->why } },
        { "costs.line.energy", { a->energy, o->energy }, { NULL, NULL } },
        { "costs.line.per_money", { a->per_money, o->per_money }, { NULL, NULL } },
        { "costs.line.break_even",
          { one_of(a->break_even), one_of(o->break_even) },
          { NULL, NULL } },
        { "costs.line.usable",
          { one_of(a->usable), one_of(o->usable) },
          { a->why_sized, o->why_sized } },
        { "costs.line.carrying", { one_of(a->carrying), one_of(o->carrying) }, { NULL, NULL } },
        { "costs.line.units", { one_of(a->units), one_of(o->units) }, { NULL, NULL } },
        { "costs.line.utilisation",
          { one_of(a->utilisation), one_of(o->utilisation) },
          { NULL, NULL } },
        { "costs.line.demand",
          { { a->at_demand, a->at_demand_low, a->at_demand_high },
            { o->at_demand, o->at_demand_low, o->at_demand_high } },
          { NULL, NULL } },
        { "costs.line.month", { one_of(a->month), one_of(o->month) }, { NULL, NULL } },
        { "costs.line.month_energy",
          { one_of(a->month_energy), one_of(o->month_energy) },
          { NULL, NULL } },
        { "costs.line.month_total",
          { one_of(a->month_total), one_of(o->month_total) },
          { NULL, NULL } },
        { "costs.line.month_worth",
          { one_of(a->month_worth), one_of(o->month_worth) },
          { NULL, NULL } },
    };
    heading_add(b, section, 3, "costs.sides");
    struct node *table = pair_table(b, section, c, "costs.sides");
    lines_add(b, table, lines, ARRAY_COUNT(lines));
    side_drop(b, table, 2);
    const struct three *change = &c->offers->cost_change;
    if (change->value) {
        bool less = change->high && change->high->value.value < 0,
             more = change->low && change->low->value.value > 0;
        SAY(b, paragraph_add(b, section, ROLE_NONE),
            less   ? "costs.change.less"
            : more ? "costs.change.more"
                   : "costs.change",
            { "a", .quote = c->a->id }, { "b", .quote = c->b->id },
            { "change", .fact = change->value }, { "low", .fact = change->low },
            { "high", .fact = change->high });
    }
    bool missing = strcmp(a->energy_state, "missing") == 0 ||
                   (!alone(b) && strcmp(o->energy_state, "missing") == 0);
    if (missing)
        paragraph_plain(b, section, ROLE_NONE, "costs.energy.missing");
    else
        paragraph_plain(b, section, ROLE_NONE, "costs.energy.scope");
    energy_how_add(b, section, c);
    if (a->planned || o->planned) {
        SAY(b, paragraph_add(b, section, ROLE_NONE), "costs.planned",
            { "planned", .fact = a->planned ? a->planned : o->planned },
            { "peak", .fact = terms_of(b)->demand.peak_fact });
    }
    paragraph_plain(b, section, ROLE_NONE, "costs.formula");
}

/* ---- one input at a time, bands ---- */

static void swings_add(struct building *b, struct node *section, const struct comparison *c)
{
    heading_add(b, section, 3, "costs.swings");
    const struct sensitivity *s = &terms_of(b)->sensitivity;
    if (!s->price_fact && !s->utilisation_fact && !s->energy_fact) {
        paragraph_plain(b, section, ROLE_NONE, "costs.swings.none");
        return;
    }
    paragraph_plain(b, section, ROLE_NONE, "costs.swings.intro");
    for (size_t i = 0; i < 2; i++) {
        const struct offer *offer = &c->offers->side[i];
        if (offer->swing_count == 0)
            continue;
        struct node *figure =
            section_add(b, section, ROLE_FIGURE,
                        str_format(b->home, "tornado%.*s-%.*s", STR_ARG(pair_suffix(b, c)),
                                   STR_ARG(system_slug(b, offer->system))));
        SAY(b, heading_add(b, figure, 4, NULL), "costs.swings.of",
            { "system", .quote = offer->system->id });
        SAY(b, paragraph_add(b, figure, ROLE_SUBTITLE), "costs.swings.unit",
            { "unit", .quote = fact_symbol(b->home, b->skin, offer->at_demand) });
        chart_add(b, figure, CHART_TORNADO, c, offer->system);
    }
}

static const char *steps_title(const struct offers *offers)
{
    bool less = true, more = true;
    for (size_t i = 0; i < offers->band_count; i++) {
        double a = offers->band[i].month[0]->value.value,
               other = offers->band[i].month[1]->value.value;
        less = less && other <= a;
        more = more && other >= a;
    }
    return less && more ? "steps.title.equal"
           : less       ? "steps.title.less"
           : more       ? "steps.title.more"
                        : "steps.title.turns";
}

/* How the price of whole units climbs with the demand, and whether the cheaper side changes. */
static void steps_add(struct building *b, struct node *section, const struct comparison *c)
{
    const struct offers *offers = c->offers;
    if (alone(b) || offers->band_count == 0)
        return;
    const struct fill fill[] = { { "tip", .fact = offers->tip },
                                 { "a", .quote = c->a->id },
                                 { "b", .quote = c->b->id } };
    struct node *figure = section_add(b, section, ROLE_FIGURE,
                                      str_format(b->home, "steps%.*s", STR_ARG(pair_suffix(b, c))));
    say(b, heading_add(b, figure, 3, NULL), steps_title(offers), fill, ARRAY_COUNT(fill));
    struct str month = offers->band[0].month[0]->value.text;
    SAY(b, paragraph_add(b, figure, ROLE_SUBTITLE), "steps.unit",
        { "currency", .quote = str_sub(month, 0, str_find(month, STR(" "))) });
    bool drawn = chart_add(b, figure, CHART_STEPS, c, NULL);
    struct node *note = drawn ? node_add(b, figure, NODE_NOTE) : figure;
    say(b, paragraph_add(b, note, ROLE_NONE),
        offers->tip        ? "costs.bands.tip"
        : offers->tips > 1 ? "costs.bands.saw"
                           : "costs.bands.one_side",
        fill, ARRAY_COUNT(fill));
}

static void bands_add(struct building *b, struct node *section, const struct comparison *c)
{
    if (c->offers->band_count == 0)
        return;
    heading_add(b, section, 3, "costs.bands");
    steps_figures(&(struct charting){ .b = b, .comparison = c }, section);
}

/* ---- the section ---- */

/* The first pair that is priced or sized; NULL: none is. */
static const struct comparison *priced_pair(struct building *b)
{
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (!refused(c) && c->offers && pictured(b, c))
            return c;
    }
    return NULL;
}

bool section_costs(struct building *b, struct node *root, const char *id)
{
    const struct terms *terms = terms_of(b);
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    const struct comparison *one = several(b) || alone(b) ? NULL : priced_pair(b);
    costs_headline(b, section, one);
    bool asked = terms && (terms->price_count > 0 || terms->demand.peak_fact ||
                           terms->objective_count > 0 || terms->requirement_count > 0);
    if (!asked) {
        paragraph_plain(b, section, ROLE_NONE, "costs.unasked");
        return true;
    }
    if (one) { /* what is found stands before what it is made of */
        option_pictures_add(b, section, one);
        steps_add(b, section, one);
    }
    paragraph_plain(b, section, ROLE_NONE, "costs.intro");
    if (terms->price_count > 0)
        prices_add(b, section);
    bool any = false;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (refused(c) || !c->offers || !pictured(b, c))
            continue;
        any = true;
        if (b->model->comparison_count > 1) {
            SAY(b, heading_add(b, section, 3, NULL), "pair.heading", { "a", .quote = c->a->id },
                { "b", .quote = c->b->id });
            b->of_pair = true;
        }
        options_add(b, section, c);
        if (!one) {
            option_pictures_add(b, section, c);
            steps_add(b, section, c);
        }
        sides_add(b, section, c);
        b->of_pair = false;
    }
    if (!any)
        paragraph_plain(b, section, ROLE_NONE, "costs.refused");
    thresholds_add(b, section, false);
    if (clauses_apart(b)) {
        heading_add(b, section, 3, "threshold.requirements");
        paragraph_plain(b, section, ROLE_NONE, "threshold.apart");
    } else {
        thresholds_add(b, section, true);
    }
    expected_add(b, section);
    return true;
}

/* Whether the pair has a table of the kind that the annex takes. */
static bool has_amounts(struct building *b, const struct comparison *c)
{
    return !refused(c) && c->offers && pictured(b, c) &&
           (has_run_amounts(c) || c->offers->option_count > 0 || c->offers->band_count > 0);
}

bool section_amounts(struct building *b, struct node *root, const char *id)
{
    const struct terms *terms = terms_of(b);
    bool any = terms && clauses_apart(b);
    for (size_t i = 0; terms && i < b->model->comparison_count; i++)
        any = any || has_amounts(b, &b->model->comparison[i]);
    if (!any)
        return true;
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "amounts.heading");
    paragraph_plain(b, section, ROLE_NONE,
                    asks_money(b) || clauses_apart(b) ? "amounts.intro" : "amounts.intro.energy");
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (!has_amounts(b, c))
            continue;
        if (b->model->comparison_count > 1) {
            SAY(b, heading_add(b, section, 3, NULL), "pair.heading", { "a", .quote = c->a->id },
                { "b", .quote = c->b->id });
            b->of_pair = true;
        }
        option_lines_add(b, section, c);
        runs_add(b, section, c);
        if (asks_money(b))
            swings_add(b, section, c);
        bands_add(b, section, c);
        b->of_pair = false;
    }
    if (clauses_apart(b))
        thresholds_add(b, section, true);
    return true;
}
