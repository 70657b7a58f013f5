/* case_terms.c - what a case says of prices, demand, objectives and requirements.
 *
 * Amounts are read as decimals from their text; a binary fraction never stands between an offer and
 * the report. */
#include "terms_parts.h"

#include <math.h>

/* ---- prices ---- */

static enum price_per per_of(struct str word)
{
    enum price_per per = PRICE_PURCHASE;
    while (per + 1 < PRICE_PER_COUNT && !str_eq(word, str_from(price_per_name(per))))
        per++;
    return per;
}

/* Hours of "48 months" or "4 years". */
static struct decimal hours_of(struct terms_reading *r, const struct json_item *object,
                               const struct fact *lifetime)
{
    struct decimal number = decimal_of(0);
    if (!lifetime && !json_member(object, STR("lifetime")))
        return number;
    enum unit given = lifetime ? lifetime->value.unit : UNIT_NONE;
    bool whole_hours =
        given == UNIT_HOUR || given == UNIT_DAY || given == UNIT_MONTH || given == UNIT_YEAR;
    if (!whole_hours || !terms_number(lifetime->value.text, &number) || number.minus ||
        decimal_is_zero(number) || number.places > 6) {
        terms_refuse(r, json_member(object, STR("lifetime")),
                     STR("a time in hours, days, months or years, above zero, in plain digits"));
        return decimal_of(0);
    }
    int64_t hours = (int64_t)(unit_row(given)->factor / 3600);
    return decimal_multiply(number, decimal_of(hours));
}

static void price_read(struct terms_reading *r, const struct json_item *item, struct price *out)
{
    const struct json_item *included = json_member(item, STR("energy_included"));
    *out = (struct price){ .system = terms_system(r, item),
                           .per = per_of(terms_text(r, item, "per")),
                           .amount = terms_amount(r, item, "amount", 0),
                           .residual = terms_amount(r, item, "residual", 0),
                           .currency = terms_currency(r, item, "currency"),
                           .energy_included = included && json_type(included) == JSON_TRUE };
    if (!out->system)
        return;
    struct reading scoped = *r->checking->reading;
    scoped.facts = out->system->facts;
    scoped.system = out->system;
    struct str per = str_from(price_per_name(out->per));
    const struct {
        const char *name;
        enum key key;
        const struct fact **to;
    } rows[] = {
        { "amount", KEY_PRICE_AMOUNT, &out->amount_fact },
        { "currency", KEY_PRICE_CURRENCY, &out->currency_fact },
        { "as_of", KEY_PRICE_AS_OF, &out->as_of },
        { "valid_until", KEY_PRICE_VALID_UNTIL, &out->valid_until },
        { "document", KEY_PRICE_DOCUMENT, &out->document },
        { "sha256", KEY_PRICE_DIGEST, &out->digest },
        { "lifetime", KEY_PRICE_LIFETIME, &out->lifetime },
        { "residual", KEY_PRICE_RESIDUAL, &out->residual_fact },
        { "energy_included", KEY_PRICE_ENERGY_INCLUDED, &out->energy_fact },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        *rows[i].to = terms_fact_in(r, &scoped, item, rows[i].name, per, rows[i].key);
    out->hours = hours_of(r, item, out->lifetime);
    struct decimal stated; /* else its own fault is told */
    if (out->amount_fact && decimal_read(out->amount_fact->value.text, &stated) &&
        decimal_order(out->residual, out->amount) > 0)
        terms_refuse(r, json_member(item, STR("residual")), STR("at most the amount"));
    /* Dates of ISO 8601 stand in the order of their letters. */
    if (out->as_of && out->valid_until &&
        str_order(out->valid_until->value.text, out->as_of->value.text) < 0) {
        terms_refuse(r, json_member(item, STR("valid_until")),
                     STR("the day of \"as_of\", or later"));
    }
}

static void prices_read(struct terms_reading *r)
{
    size_t count;
    const struct json_item *list = terms_list(r, "prices", &count);
    struct price *price = ARENA_MANY(r->checking->reading->home, count + 1, struct price);
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (size_t i = 0; item; item = json_next(list, item), i++) {
        price_read(r, item, &price[i]);
        for (size_t j = 0; j < i; j++) {
            if (price[j].system == price[i].system && price[j].per == price[i].per) {
                terms_refuse(r, json_member(item, STR("per")),
                             STR("one price a system for each way to pay"));
            }
        }
    }
    r->out->price = price;
    r->out->price_count = count;
    r->out->currency = terms_currency(r, r->root, "currency");
    if (r->out->currency.len == 0 && count > 0)
        r->out->currency = price[0].currency;
}

/* Also the other way about: which of the two would count, nobody said. */
static bool same_pair(const struct exchange *a, const struct exchange *b)
{
    return (str_eq(a->from, b->from) && str_eq(a->to, b->to)) ||
           (str_eq(a->from, b->to) && str_eq(a->to, b->from));
}

static void exchanges_read(struct terms_reading *r)
{
    size_t count;
    const struct json_item *list = terms_list(r, "rates", &count);
    struct arena *home = r->checking->reading->home;
    struct exchange *exchange = ARENA_MANY(home, count + 1, struct exchange);
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (size_t i = 0; item; item = json_next(list, item), i++) {
        struct exchange *out = &exchange[i];
        *out = (struct exchange){ .from = terms_currency(r, item, "from"),
                                  .to = terms_currency(r, item, "to"),
                                  .rate = terms_amount(r, item, "rate", 1) };
        struct str pair = str_format(home, "%.*s to %.*s", STR_ARG(out->from), STR_ARG(out->to));
        if (decimal_is_zero(out->rate))
            terms_refuse(r, json_member(item, STR("rate")), STR("a rate above zero"));
        if (out->from.len > 0 && str_eq(out->from, out->to))
            terms_refuse(r, json_member(item, STR("to")), STR("another currency than \"from\""));
        for (size_t j = 0; j < i; j++) {
            if (same_pair(out, &exchange[j])) {
                terms_refuse(r, json_member(item, STR("from")),
                             STR("one rate for each two currencies, either way"));
                break;
            }
        }
        out->rate_fact = terms_fact(r, item, "rate", pair, KEY_EXCHANGE_RATE);
        out->as_of = terms_fact(r, item, "as_of", pair, KEY_EXCHANGE_AS_OF);
        out->document = terms_fact(r, item, "document", pair, KEY_EXCHANGE_DOCUMENT);
        const struct fact *until = terms_fact(r, item, "valid_until", pair, KEY_PRICE_VALID_UNTIL);
        if (out->as_of && until && str_order(until->value.text, out->as_of->value.text) < 0) {
            terms_refuse(r, json_member(item, STR("valid_until")),
                         STR("the day of \"as_of\", or later"));
        }
    }
    r->out->exchange = exchange;
    r->out->exchange_count = count;
}

static void energy_read(struct terms_reading *r)
{
    const struct json_item *item = json_member(r->root, STR("energy"));
    struct energy_terms *out = &r->out->energy;
    out->cooling = decimal_of(1);
    if (!item)
        return;
    out->price = terms_amount(r, item, "price", 0);
    out->cooling = terms_amount(r, item, "cooling", 1);
    out->currency = terms_currency(r, item, "currency");
    if (decimal_order(out->cooling, decimal_of(1)) < 0)
        terms_refuse(r, json_member(item, STR("cooling")), STR("1 or more"));
    out->price_fact = terms_fact(r, item, "price", STR(""), KEY_ENERGY_PRICE);
    out->currency_fact = terms_fact(r, item, "currency", STR(""), KEY_ENERGY_CURRENCY);
    out->cooling_fact = terms_fact(r, item, "cooling", STR(""), KEY_ENERGY_COOLING);
    out->as_of = terms_fact(r, item, "as_of", STR(""), KEY_ENERGY_AS_OF);
    out->document = terms_fact(r, item, "document", STR(""), KEY_ENERGY_DOCUMENT);
}

static void worth_read(struct terms_reading *r)
{
    const struct json_item *item = json_member(r->root, STR("worth"));
    struct worth *out = &r->out->worth;
    if (!item)
        return;
    out->amount = terms_amount(r, item, "amount", 0);
    out->currency = terms_currency(r, item, "currency");
    out->amount_fact = terms_fact(r, item, "amount", STR(""), KEY_WORTH_AMOUNT);
    out->currency_fact = terms_fact(r, item, "currency", STR(""), KEY_WORTH_CURRENCY);
    out->per_fact = terms_fact(r, item, "per", STR(""), KEY_WORTH_PER);
    out->as_of = terms_fact(r, item, "as_of", STR(""), KEY_WORTH_AS_OF);
    out->document = terms_fact(r, item, "document", STR(""), KEY_WORTH_DOCUMENT);
}

static void sensitivity_read(struct terms_reading *r)
{
    const struct json_item *item = json_member(r->root, STR("sensitivity"));
    struct sensitivity *out = &r->out->sensitivity;
    if (!item)
        return;
    out->price_fact = terms_fact(r, item, "price", STR(""), KEY_SENSITIVITY_PRICE);
    out->utilisation_fact =
        terms_fact(r, item, "utilisation", STR(""), KEY_SENSITIVITY_UTILISATION);
    out->energy_fact = terms_fact(r, item, "energy", STR(""), KEY_SENSITIVITY_ENERGY);
    out->price = terms_share(r, item, "price", out->price_fact, 90);
    out->utilisation = terms_share(r, item, "utilisation", out->utilisation_fact, 90);
    out->energy = terms_share(r, item, "energy", out->energy_fact, 90);
}

/* ---- demand and bounds ---- */

/* A demand in the metric's own unit, above zero. */
static struct decimal demand_of(struct terms_reading *r, const struct json_item *object,
                                const char *name, const struct fact *fact)
{
    const struct unit_row *unit = unit_row(vocabulary_row(r->case_file->metric)->unit);
    struct decimal out = decimal_of(0);
    if (!fact && !json_member(object, str_from(name)))
        return out; /* what is stated and cannot be read is refused below, and not passed over */
    bool fits = fact && fact->value.unit == vocabulary_row(r->case_file->metric)->unit;
    if (!fits || !terms_number(fact->value.text, &out) || out.minus || out.places > 9 ||
        decimal_is_zero(out)) {
        terms_refuse(r, json_member(object, str_from(name)),
                     str_format(r->checking->reading->scratch,
                                "a number above zero in %s, the metric's, in plain digits",
                                unit->symbol));
        return decimal_of(0);
    }
    return out;
}

/* A single system is its own. */
static bool has_baseline(const struct case_file *case_file)
{
    bool found = case_file->system_count == 1;
    for (size_t i = 0; i < case_file->system_count; i++)
        found = found || case_file->system[i].baseline;
    return found;
}

static void demand_read(struct terms_reading *r)
{
    enum { YEARS_MOST = 20, SPARE_MOST = 100000 };
    const struct json_item *item = json_member(r->root, STR("demand"));
    struct demand *out = &r->out->demand;
    const struct fact *utilisation =
        facts_best(r->case_file->facts, KEY_PRICE_UTILISATION, (struct str){ 0 });
    r->out->utilisation = utilisation;
    bool good = r->good;
    r->good = true;
    r->out->utilisation_share = terms_share(r, r->root, "utilisation", utilisation, 100);
    if (r->good && utilisation && decimal_is_zero(r->out->utilisation_share))
        terms_refuse(r, json_member(r->root, STR("utilisation")), STR("more than 0 %"));
    r->good = r->good && good;
    if (!item)
        return;
    out->peak_fact = terms_fact(r, item, "peak", STR(""), KEY_DEMAND_PEAK);
    out->mean_fact = terms_fact(r, item, "mean", STR(""), KEY_DEMAND_MEAN);
    out->headroom_fact = terms_fact(r, item, "headroom", STR(""), KEY_DEMAND_HEADROOM);
    out->growth_fact = terms_fact(r, item, "growth", STR(""), KEY_DEMAND_GROWTH);
    out->years_fact = terms_fact(r, item, "years", STR(""), KEY_DEMAND_YEARS);
    out->redundancy_fact = terms_fact(r, item, "redundancy", STR(""), KEY_DEMAND_REDUNDANCY);
    out->held_fact = terms_fact(r, item, "held", STR(""), KEY_DEMAND_HELD);
    out->peak = demand_of(r, item, "peak", out->peak_fact);
    out->mean = demand_of(r, item, "mean", out->mean_fact);
    out->headroom = terms_share(r, item, "headroom", out->headroom_fact, 90);
    out->growth = terms_share(r, item, "growth", out->growth_fact, 1000);
    out->years = terms_count(r, item, "years", out->years_fact, YEARS_MOST);
    out->redundancy = terms_count(r, item, "redundancy", out->redundancy_fact, SPARE_MOST);
    out->held = terms_count(r, item, "held", out->held_fact, SPARE_MOST);
    if (out->held_fact && !has_baseline(r->case_file)) {
        terms_refuse(r, json_member(item, STR("held")),
                     STR("a baseline among the systems, whose units they are"));
    }
    bool read = !decimal_is_zero(out->peak) && !decimal_is_zero(out->mean); /* else said so */
    if (read && decimal_order(out->mean, out->peak) > 0)
        terms_refuse(r, json_member(item, STR("mean")), STR("at most the peak"));
}

/* "p95"; empty where no percentile is stated. */
static struct str percentile_of(struct terms_reading *r, const struct json_item *object)
{
    const struct json_item *item = json_member(object, STR("percentile"));
    if (!item)
        return (struct str){ 0 };
    struct str number = json_type(item) == JSON_STRING ? str_trim(json_string(item))
                                                       : json_literal(r->checking->json, item);
    struct decimal value;
    if (!decimal_read(number, &value) || value.minus || decimal_order(value, decimal_of(1)) < 0 ||
        decimal_order(value, decimal_of(100)) >= 0) {
        terms_refuse(r, item, STR("a percentile from 1 to below 100; the 99th is 99, not 0.99"));
        return (struct str){ 0 };
    }
    return str_format(r->checking->reading->home, "p%.*s", STR_ARG(number));
}

/* The one limit, in a unit of the metric. */
static void limit_read(struct terms_reading *r, const struct json_item *item, struct threshold *out,
                       struct str instance)
{
    const struct json_item *most = json_member(item, STR("at_most")),
                           *least = json_member(item, STR("at_least"));
    if ((most != NULL) == (least != NULL)) {
        terms_refuse(r, most ? most : item, STR("one of \"at_most\" and \"at_least\""));
        return;
    }
    out->at_most = most != NULL;
    if (!out->at_most && vocabulary_row(out->key)->better == BETTER_LOWER) {
        /* A limit that the worse side keeps best: "first token after at least 5 ms". */
        terms_refuse(r, least, STR("\"at_most\": of this metric less is better"));
        return;
    }
    out->fact = terms_fact(r, item, most ? "at_most" : "at_least", instance,
                           out->requirement ? KEY_REQUIREMENT_LIMIT : KEY_OBJECTIVE_LIMIT);
    const struct unit_row *unit = unit_row(vocabulary_row(out->key)->unit);
    if (!out->fact || unit_row(out->fact->value.unit)->base != unit->base) {
        terms_refuse(r, most ? most : least,
                     str_format(r->checking->reading->scratch,
                                "a number with its unit, such as \"1 %s\"", unit->symbol));
        return;
    }
    out->limit = out->fact->value.value * unit_row(out->fact->value.unit)->factor;
}

static void bound_read(struct terms_reading *r, const struct json_item *item, struct threshold *out,
                       struct arena *home)
{
    struct str clause = terms_text(r, item, "clause");
    struct str metric = terms_text(r, item, "metric");
    out->key = KEY_COUNT;
    if (metric.len > 0 && !vocabulary_find(metric, &out->key))
        return; /* members_check has said so */
    out->instance = percentile_of(r, item);
    out->system = terms_system(r, item);
    struct str instance =
        out->requirement ? clause
                         : str_format(home, "%.*s%s%.*s", STR_ARG(metric),
                                      out->instance.len > 0 ? ", " : "", STR_ARG(out->instance));
    if (out->requirement) {
        out->clause = terms_fact(r, item, "clause", instance, KEY_REQUIREMENT_CLAUSE);
        out->document = terms_fact(r, item, "document", instance, KEY_REQUIREMENT_DOCUMENT);
        out->text = terms_fact(r, item, "text", instance, KEY_REQUIREMENT_TEXT);
    }
    if (out->key != KEY_COUNT)
        limit_read(r, item, out, instance);
}

/* A clause is waived, accepted and argued over by its number: two of one number could not be told
 * apart. Numbers that look alike are one, as names of systems are. */
static void clause_new(struct terms_reading *r, const struct json_item *list,
                       const struct json_item *item)
{
    struct arena *scratch = r->checking->reading->scratch;
    struct str seen = text_seen(scratch, terms_text(r, item, "clause"));
    for (const struct json_item *one = json_next(list, NULL); one != item && seen.len > 0;
         one = json_next(list, one)) {
        if (str_eq(text_seen(scratch, terms_text(r, one, "clause")), seen)) {
            struct place at = json_place(r->checking->json, json_member(one, STR("clause")));
            terms_refuse(
                r, json_member(item, STR("clause")),
                str_format(scratch,
                           "a number of its own, such as \"%.*s (b)\": the requirement in line "
                           "%u has this one",
                           STR_ARG(str_sub(seen, 0, 40)), at.line));
            return;
        }
    }
}

static const struct threshold *bounds_read(struct terms_reading *r, const char *name,
                                           bool requirement, size_t *count)
{
    const struct json_item *list = terms_list(r, name, count);
    struct threshold *threshold =
        ARENA_MANY(r->checking->reading->home, *count + 1, struct threshold);
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (size_t i = 0; item; item = json_next(list, item), i++) {
        threshold[i].requirement = requirement;
        if (requirement)
            clause_new(r, list, item);
        bound_read(r, item, &threshold[i], r->checking->reading->home);
    }
    return threshold;
}

/* A projection is of no system of the case, and says whose it is and where it stands. */
static void projected_read(struct terms_reading *r, const struct json_item *item,
                           struct expected *out)
{
    const struct json_item *projected = json_member(item, STR("projected_for"));
    if (!projected)
        return;
    out->projected = terms_text(r, item, "projected_for");
    r->good = name_check(r->checking, projected) && r->good;
    if (out->projected.len == 0)
        terms_refuse(r, projected, STR("what it is a projection for"));
    struct arena *scratch = r->checking->reading->scratch;
    struct str seen = text_lowered(scratch, text_seen(scratch, out->projected));
    for (size_t i = 0; i < r->case_file->system_count; i++) {
        const struct system *system = &r->case_file->system[i];
        if (str_eq(seen, text_lowered(scratch, text_seen(scratch, system->id))) ||
            str_eq(seen, text_lowered(scratch, text_seen(scratch, system->label))))
            terms_refuse(r, projected,
                         STR("what no system of the case is called: a projection is of what "
                             "nobody measured"));
    }
    if (json_member(item, STR("system")))
        terms_refuse(r, projected, STR("no \"system\" beside it: what was measured needs none"));
    if (!json_member(item, STR("by")) || !json_member(item, STR("document")))
        terms_refuse(r, projected,
                     STR("\"by\" and \"document\", whose figure it is and where it "
                         "stands"));
}

static void expected_read(struct terms_reading *r)
{
    size_t count;
    const struct json_item *list = terms_list(r, "expected", &count);
    struct arena *home = r->checking->reading->home;
    struct expected *expected = ARENA_MANY(home, count + 1, struct expected);
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (size_t i = 0; item; item = json_next(list, item), i++) {
        struct expected *out = &expected[i];
        struct str metric = terms_text(r, item, "metric");
        out->key = KEY_COUNT;
        if (!vocabulary_find(metric, &out->key))
            continue;
        out->system = terms_system(r, item);
        projected_read(r, item, out);
        struct str of = out->system ? out->system->id : out->projected;
        struct str instance =
            of.len > 0 ? str_format(home, "%.*s, %.*s", STR_ARG(metric), STR_ARG(of)) : metric;
        out->fact = terms_fact(r, item, "value", instance, KEY_EXPECTED_VALUE);
        out->by = terms_fact(r, item, "by", instance, KEY_EXPECTED_BY);
        out->document = terms_fact(r, item, "document", instance, KEY_EXPECTED_DOCUMENT);
        const struct unit_row *unit = unit_row(vocabulary_row(out->key)->unit);
        if (!out->fact || unit_row(out->fact->value.unit)->base != unit->base) {
            terms_refuse(
                r, json_member(item, STR("value")),
                str_format(home, "a number with its unit, such as \"1 %s\"", unit->symbol));
            continue;
        }
        out->value = out->fact->value.value * unit_row(out->fact->value.unit)->factor;
        if (out->value < 0)
            terms_refuse(r, json_member(item, STR("value")), STR("no less than zero"));
    }
    r->out->expected = expected;
    r->out->expected_count = count;
}

static const struct fact *stated(const struct terms_reading *r, enum key key)
{
    return facts_best(r->case_file->facts, key, (struct str){ 0 });
}

/* A recurrence counts from a date, in whole months. */
static void remeasure_read(struct terms_reading *r)
{
    enum { MONTHS_MOST = 600 };
    const struct json_item *item = json_member(r->root, STR("remeasure"));
    const struct json_item *every = item ? json_member(item, STR("every_months")) : NULL;
    int64_t months = 0;
    r->out->remeasure_by = stated(r, KEY_REMEASURE_BY);
    r->out->remeasure_baseline = stated(r, KEY_REMEASURE_BASELINE);
    r->out->remeasure_date = stated(r, KEY_REMEASURE_DATE);
    if (!every || json_type(every) != JSON_NUMBER)
        return;
    if (!json_int(r->checking->json, every, &months) || months < 1 || months > MONTHS_MOST)
        terms_refuse(r, every, STR("whole months, 1 to 600"));
    else if (!r->out->remeasure_date)
        terms_refuse(r, every, STR("a \"date\" beside it, from which they count"));
    else
        r->out->remeasure_every = terms_fact(r, item, "every_months", STR(""), KEY_REMEASURE_EVERY);
}

bool terms_read(const struct checking *checking, const struct json_item *root,
                struct case_file *out)
{
    struct terms *terms = ARENA_NEW(checking->reading->home, struct terms);
    struct terms_reading r = { checking, root, out, terms, true };
    out->terms = terms;
    prices_read(&r);
    exchanges_read(&r);
    energy_read(&r);
    worth_read(&r);
    sensitivity_read(&r);
    demand_read(&r);
    terms->objective = bounds_read(&r, "objectives", false, &terms->objective_count);
    terms->requirement = bounds_read(&r, "requirements", true, &terms->requirement_count);
    expected_read(&r);
    stated_options_read(&r);
    remeasure_read(&r);
    terms->symptom = stated(&r, KEY_SYMPTOM_LAYER);
    bool good = categories_read(checking, root, out, terms);
    return null_read(checking, root, out, terms->null_pair) && r.good && good;
}
