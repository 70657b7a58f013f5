/* sections_risks.c - what could still change the answer, what falls due when, and how the
 * conditions of the decision stand.
 *
 * Nothing is typed by hand: a risk is a reservation, a clause or layer that is not shown, an offer
 * that ends, a load that was not tried or an assumption of the case. */
#include "charts.h"
#include "page_one.h"

#include <string.h>

/* ---- the conditions of the decision ---- */

static const struct {
    const char *word;
    enum style style;
} standings[] = { [STANDING_MET] = { "holds.yes", STYLE_MET },
                  [STANDING_NOT_MET] = { "holds.no", STYLE_UNMET },
                  [STANDING_NOT_SHOWN] = { "standing.NOT_SHOWN", STYLE_UNSHOWN } };

/* In words; how the case writes it stands in the numbered facts. */
static void condition_add(struct building *b, struct node *cell, const struct hold *hold)
{
    static const char *const says[] = {
        [HOLDING_EQUAL] = "holds.equal",     [HOLDING_OTHER] = "holds.other",
        [HOLDING_AT_MOST] = "holds.at_most", [HOLDING_AT_LEAST] = "holds.at_least",
        [HOLDING_BELOW] = "holds.below",     [HOLDING_ABOVE] = "holds.above",
    };
    if (!hold->told) {
        quote_add(b, cell, hold->fact->value.text, hold->fact);
    } else {
        struct fill fill[] = { { "what", .quote = key_title(b, hold->key) },
                               { "value", .quote = hold->value, .fact = hold->fact },
                               { "system", .quote = hold->system ? hold->system->id : STR("-") } };
        if (hold->system)
            say(b, cell, "holds.of", fill, ARRAY_COUNT(fill));
        say(b, cell, says[hold->order], fill, ARRAY_COUNT(fill));
    }
    marks_add(b, cell, &hold->fact, 1);
}

void holds_add(struct building *b, struct node *page)
{
    static const struct column columns[] = { { .share = 46 }, { .share = 34 }, { .share = 20 } };
    static const char *const heads[] = { "holds.condition", "holds.now", "holds.standing" };
    const struct case_decision *decision = &b->model->case_file->terms->decision;
    if (decision->holds_count == 0)
        return;
    struct node *section = section_add(b, page, ROLE_FIGURE, STR("decision-holds"));
    heading_add(b, section, 2, "decision.holds");
    paragraph_plain(b, section, ROLE_SUBTITLE, "holds.subtitle");
    struct node *table = TABLE_HEADED(b, section, ROLE_NONE, "decision.holds", columns, heads);
    for (size_t i = 0; i < decision->holds_count; i++) {
        const struct judged_hold *judged = &b->model->held[i];
        const struct hold *hold = judged->hold;
        struct node *row = row_add(b, table);
        condition_add(b, cell_heading(b, row), hold);
        struct node *now = cell_add(b, row), *standing = cell_add(b, row);
        if (!hold->told) {
            text_add(b, now, "holds.words")->style = STYLE_SOFT;
            text_add(b, standing, "holds.people")->style = STYLE_SOFT;
            continue;
        }
        value_add(b, now, judged->now, FORM_FULL);
        text_add(b, standing, standings[judged->standing].word)->style =
            standings[judged->standing].style;
        text_add(b, standing, "clauses.gap");
        marks_add(b, standing, &judged->result, 1);
    }
}

/* ---- risks ---- */

enum { RISKS_MOST = 16, RISKS_RESERVED = 10 };
struct risk {
    const char *what, *closes; /* strings; `what` NULL: the words of `said` */
    struct str said;
    struct fill fill[2];
    const char *change; /* what it could change */
    struct str owner;
    const struct fact *by; /* a date; NULL: before it is signed */
};
struct risks {
    struct building *b;
    struct risk item[RISKS_MOST];
    size_t count, untold;
};

static void risk_put(struct risks *in, const struct risk *risk)
{
    for (size_t i = 0; i < in->count; i++) {
        const struct risk *one = &in->item[i];
        bool alike = risk->what ? one->what && strcmp(one->what, risk->what) == 0 &&
                                      str_eq(one->fill[0].quote, risk->fill[0].quote) &&
                                      one->fill[0].fact == risk->fill[0].fact
                                : !one->what && str_eq(one->said, risk->said);
        if (alike)
            return;
    }
    if (in->count < RISKS_MOST)
        in->item[in->count++] = *risk;
    else
        in->untold++;
}

/* What a rule that is not met leaves open. Rules that are not named touch how well it is proven. */
static const struct {
    const char *rule, *change;
} reaches[] = {
    { "U1", "risk.change.units" },  { "U2", "risk.change.units" },  { "M11", "risk.change.ratio" },
    { "M12", "risk.change.ratio" }, { "M6", "risk.change.ratio" },  { "M8", "risk.change.ratio" },
    { "S6", "risk.change.ratio" },  { "S7", "risk.change.ratio" },  { "S9", "risk.change.ratio" },
    { "H1", "risk.change.ratio" },  { "H2", "risk.change.ratio" },  { "H3", "risk.change.ratio" },
    { "H4", "risk.change.ratio" },  { "H5", "risk.change.ratio" },  { "V5", "risk.change.ratio" },
    { "D7", "risk.change.ratio" },  { "M14", "risk.change.ratio" }, { "P5", "risk.change.credit" },
    { "E7", "risk.change.credit" },
};

static const char *reach_of(struct str rule)
{
    for (size_t i = 0; i < ARRAY_COUNT(reaches); i++)
        if (str_eq(rule, str_from(reaches[i].rule)))
            return reaches[i].change;
    return "risk.change.record";
}

static void reserved(struct risks *in, const struct comparison *c)
{
    struct reservation picked[RISKS_RESERVED];
    size_t count = reservations_pick(in->b, c, picked, ARRAY_COUNT(picked));
    for (size_t i = 0; i < count; i++) {
        const struct rule_text *rule = picked[i].finding->rule;
        const char *closes = joined(in->b, "closes", str_c(in->b->home, rule->id));
        const char *when = picked[i].finding->when;
        closes = when && string_has(in->b, joined(in->b, closes, when))
                     ? joined(in->b, closes, when)
                     : closes;
        struct risk risk = { .said = picked[i].plain,
                             .change = reach_of(rule->id),
                             .owner = measurer_name(in->b, alone(in->b) ? c->a : c->b),
                             .closes = "risk.closes.stated",
                             .by = in->b->model->case_file->terms->remeasure_date };
        if (picked[i].owed || string_has(in->b, closes))
            risk.closes = picked[i].owed ? picked[i].owed : closes;
        risk_put(in, &risk);
    }
}

static struct str asker_name(const struct building *b)
{
    struct str asker = b->model->case_file->asked_by;
    return asker.len > 0 ? asker : skin_string(b->skin, "owed.asker");
}

/* A rule made looser says nothing of the systems, only by what they were judged. */
static void loosened(struct risks *in)
{
    if (in->b->model->loosened_count > 0) {
        risk_put(in, &(struct risk){ .what = "risk.loosened",
                                     .change = "risk.change.record",
                                     .owner = asker_name(in->b),
                                     .closes = "risk.closes.loosened" });
    }
}

static void fewer(struct risks *in, const struct comparison *c)
{
    const struct saturation *s = fewer_by(in->b, c);
    if (s && in->b->model->case_file->decides == DECIDES_UNITS) {
        risk_put(in, &(struct risk){ .what = "risk.fewer",
                                     .change = "risk.change.fewer",
                                     .owner = measurer_name(in->b, s->system),
                                     .closes = "risk.closes.fewer",
                                     .fill = { { "load", .fact = s->highest } } });
    }
}

static void clauses(struct risks *in, const struct comparison *c)
{
    const struct report_model *model = in->b->model;
    for (size_t i = 0; i < model->threshold_count; i++) {
        const struct judged_threshold *one = &model->threshold[i];
        const struct fact *clause = one->threshold->clause;
        if (!one->threshold->requirement || !clause || one->standing != STANDING_NOT_SHOWN ||
            !str_eq(one->workload, c->workload) || (one->system != c->a && one->system != c->b))
            continue;
        bool words = one->threshold->key == KEY_COUNT;
        risk_put(in, &(struct risk){
                         .what = "risk.clause",
                         .fill = { { "clause", .quote = clause->value.text, .fact = clause } },
                         .change = "risk.change.clause",
                         .owner = words ? skin_string(in->b->skin, "owed.supplier")
                                        : measurer_name(in->b, one->system),
                         .closes = words ? "risk.closes.proof" : "risk.closes.measure" });
    }
}

static void layers(struct risks *in, const struct comparison *c)
{
    for (size_t i = 0; i < c->layer_count; i++) {
        if (c->layer[i].state == LAYER_UNDISCLOSED) {
            risk_put(in,
                     &(struct risk){
                         .what = "risk.layer",
                         .fill = { { "layer", .quote = layer_title(in->b, c->layer[i].layer) } },
                         .change = "risk.change.credit",
                         .owner = owner_of(in->b, c->layer[i].layer),
                         .closes = "risk.closes.layer" });
        }
    }
}

static void money(struct risks *in)
{
    const struct terms *terms = in->b->model->case_file->terms;
    const struct fact *end = prices_end(in->b);
    if (terms->price_count > 0) {
        risk_put(in, &(struct risk){ .what = end ? "risk.prices" : "risk.prices.open",
                                     .change = "risk.change.money",
                                     .owner = asker_name(in->b),
                                     .closes = end ? "risk.closes.offers" : "owed.validity",
                                     .by = end });
    }
    for (size_t i = 0; i < terms->exchange_count; i++) {
        const struct exchange *one = &terms->exchange[i];
        if (one->as_of) {
            risk_put(in, &(struct risk){ .what = "risk.rate",
                                         .fill = { { "date", .fact = one->as_of } },
                                         .change = "risk.change.money",
                                         .owner = asker_name(in->b),
                                         .closes = "risk.closes.rate" });
        }
    }
}

static void assumed(struct risks *in)
{
    if (in->b->model->case_file->assumption_count > 0) {
        risk_put(in, &(struct risk){ .what = "risk.assumed",
                                     .change = "risk.change.assumed",
                                     .owner = asker_name(in->b),
                                     .closes = "risk.closes.assumed" });
    }
}

static void risk_row(struct building *b, struct node *table, const struct risk *risk)
{
    struct node *row = row_add(b, table);
    struct node *what = cell_heading(b, row);
    if (risk->what)
        say(b, what, risk->what, risk->fill, risk->fill[1].name ? 2 : 1);
    else
        quote_add(b, what, risk->said, NULL);
    text_add(b, cell_add(b, row), risk->change);
    quote_add(b, cell_add(b, row), risk->owner, NULL);
    say(b, cell_add(b, row), risk->closes, risk->fill, risk->fill[0].name ? 1 : 0);
    struct node *by = cell_add(b, row);
    if (risk->by)
        value_add(b, by, risk->by, FORM_SHORT);
    else
        text_add(b, by, "risk.by.signing");
}

void risks_add(struct building *b, struct node *page)
{
    static const struct column columns[] = {
        { .share = 29 }, { .share = 22 }, { .share = 15 }, { .share = 21 }, { .share = 13 }
    };
    static const char *const heads[] = { "risk.what", "risk.change", "risk.owner", "risk.closes",
                                         "risk.by" };
    struct risks in = { .b = b };
    bool any = false;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (refused(c) || !pictured(b, c))
            continue;
        any = true;
        reserved(&in, c);
        loosened(&in);
        fewer(&in, c);
        clauses(&in, c);
        layers(&in, c);
    }
    if (!any || !b->model->case_file->terms)
        return;
    money(&in);
    assumed(&in);
    struct node *section = section_add(b, page, ROLE_FIGURE, STR("risks"));
    heading_add(b, section, 2, "risk.heading");
    paragraph_plain(b, section, ROLE_SUBTITLE, "risk.subtitle");
    if (in.count == 0) {
        paragraph_plain(b, section, ROLE_NONE, "risk.none");
        return;
    }
    struct node *table = TABLE_HEADED(b, section, ROLE_NONE, "risk.heading", columns, heads);
    for (size_t i = 0; i < in.count; i++)
        risk_row(b, table, &in.item[i]);
    if (in.untold > 0) {
        SAY_PARAGRAPH(b, section, ROLE_SMALL, "risk.more",
                      { "count", .quote = counted_text(b, in.untold) });
    }
}

/* ---- what falls due ---- */

void dues_add(struct building *b, struct node *page)
{
    struct due list[DUES_MOST];
    if (dues_list(b, list) == 0)
        return;
    struct node *section = section_add(b, page, ROLE_FIGURE, STR("due"));
    const struct fact *until = valid_until(b);
    if (until)
        SAY(b, heading_add(b, section, 2, NULL), "due.title", { "date", .fact = until });
    else
        heading_add(b, section, 2, "due.heading");
    struct node *subtitle = paragraph_add(b, section, ROLE_SUBTITLE);
    text_add(b, subtitle, until ? "due.subtitle" : "due.subtitle.table");
    const struct comparison *c = NULL; /* one that may set two systems on one axis, if there is */
    for (size_t i = 0; i < b->model->comparison_count; i++)
        if (!c || (!comparison_licenses(c) && comparison_licenses(&b->model->comparison[i])))
            c = &b->model->comparison[i];
    if (c && chart_add(b, section, CHART_DUES, c, NULL)) {
        section->last->licence = comparison_licenses(c) ? c : NULL;
    } else { /* no room for all of them on one line */
        subtitle->child->text = skin_string(b->skin, "due.subtitle.table");
        dues_figures(&(struct charting){ .b = b }, section);
    }
}
