/* case_options.c - interest, hours of use, and the options that a case states, each with the costs
 * it has beside its units. */
#include "terms_parts.h"

enum { MONTHS_A_YEAR = 12, NOT_STATED = -1 };

/* ---- small things ---- */

/* "2027-01" as months since year 0; NOT_STATED where the member is absent, or refused. */
static int64_t month_of(struct terms_reading *r, const struct json_item *object, const char *name)
{
    const struct json_item *item = json_member(object, str_from(name));
    struct str text = terms_text(r, object, name);
    struct decimal year, month;
    if (!item)
        return NOT_STATED;
    bool formed = text.len == 7 && text.at[4] == '-' && text.at[0] != '-' && text.at[5] != '-' &&
                  decimal_read(str_sub(text, 0, 4), &year) &&
                  decimal_read(str_sub(text, 5, 7), &month) && year.places == 0 &&
                  month.places == 0;
    int64_t number = formed ? (int64_t)decimal_real(r->checking->reading->scratch, month) : 0;
    if (number < 1 || number > MONTHS_A_YEAR) {
        terms_refuse(r, item, STR("a month such as \"2027-01\""));
        return NOT_STATED;
    }
    return (int64_t)decimal_real(r->checking->reading->scratch, year) * MONTHS_A_YEAR + number - 1;
}

static bool word_is(const struct terms_reading *r, const struct json_item *object, const char *name,
                    const char *word)
{
    return str_eq(terms_text(r, object, name), str_from(word));
}

/* ---- interest and hours of use ---- */

/* Interest is reckoned by the month, so each purchase must be spread over whole ones. */
static void interest_read(struct terms_reading *r)
{
    const struct json_item *item = json_member(r->root, STR("interest"));
    struct terms *out = r->out;
    out->interest = decimal_of(0);
    if (!item)
        return;
    out->interest_fact = terms_fact(r, r->root, "interest", STR(""), KEY_PRICE_INTEREST);
    out->interest = terms_share(r, r->root, "interest", out->interest_fact, 100);
    for (size_t i = 0; i < out->price_count; i++) {
        const struct price *price = &out->price[i];
        struct decimal months =
            decimal_divide(price->hours, decimal_of(HOURS_PER_MONTH), DECIMAL_PLACES / 2);
        if (price->per == PRICE_PURCHASE && !months.bad &&
            decimal_order(decimal_ceiling(months), months) != 0) {
            terms_refuse(r, item,
                         STR("purchases with a \"lifetime\" of whole months, since interest is "
                             "reckoned by the month"));
            return;
        }
    }
}

static void schedule_read(struct terms_reading *r)
{
    const struct json_item *demand = json_member(r->root, STR("demand"));
    const struct json_item *item = demand ? json_member(demand, STR("schedule")) : NULL;
    struct demand *out = &r->out->demand;
    struct decimal week = decimal_of(HOURS_PER_WEEK);
    out->schedule = week;
    if (!item)
        return;
    const struct fact *fact = terms_fact(r, demand, "schedule", STR(""), KEY_DEMAND_SCHEDULE);
    struct decimal hours = { .bad = true };
    if (!fact || fact->value.unit != UNIT_HOUR || !terms_number(fact->value.text, &hours) ||
        hours.minus || decimal_is_zero(hours) || hours.places > 6 ||
        decimal_order(hours, week) > 0) {
        terms_refuse(r, item, STR("hours of a week such as \"60 h\", above 0 h, at most 168 h"));
        return;
    }
    /* The mean is that of all hours; in those of use it is more, and no more than the peak. */
    if (out->mean_fact && out->peak_fact &&
        decimal_order(decimal_multiply(out->mean, week), decimal_multiply(out->peak, hours)) > 0) {
        terms_refuse(r, item,
                     STR("so many hours that the mean demand of the whole week, done in them, "
                         "stays below the peak"));
        return;
    }
    out->schedule_fact = fact;
    out->schedule = hours;
}

/* ---- lines ---- */

/* Whether all purchases of the case state one lifetime: over it a line with dates is counted. */
static bool one_life(const struct terms *terms)
{
    const struct price *found = NULL;
    for (size_t i = 0; i < terms->price_count; i++) {
        const struct price *price = &terms->price[i];
        if (price->per != PRICE_PURCHASE || !price->lifetime)
            continue;
        if (found && decimal_order(found->hours, price->hours) != 0)
            return false;
        found = price;
    }
    return found != NULL;
}

static void line_dates(struct terms_reading *r, const struct json_item *item, struct cost_line *out,
                       struct str instance)
{
    out->from = month_of(r, item, "from");
    out->until = month_of(r, item, "until");
    out->from_fact = terms_fact(r, item, "from", instance, KEY_LINE_FROM);
    out->until_fact = terms_fact(r, item, "until", instance, KEY_LINE_UNTIL);
    const struct json_item *from = json_member(item, STR("from"));
    const struct json_item *until = json_member(item, STR("until"));
    if (out->from >= 0 && out->until >= 0 && out->until < out->from)
        terms_refuse(r, until, STR("the month of \"from\", or a later one"));
    if (until && out->every == LINE_ONCE) {
        terms_refuse(r, until, STR("no last month of what is paid once"));
    } else if ((from || until) && !one_life(r->out)) {
        terms_refuse(r, from ? from : until,
                     STR("one \"lifetime\" that all purchases of the case state, since a cost with "
                         "dates is counted over it"));
    }
}

static void line_read(struct terms_reading *r, const struct json_item *item, struct str option,
                      struct cost_line *out)
{
    struct arena *home = r->checking->reading->home;
    const struct json_item *document = json_member(item, STR("document"));
    const struct json_item *assumed = json_member(item, STR("assumed"));
    bool open = assumed && json_type(assumed) == JSON_TRUE;
    *out = (struct cost_line){ .what = terms_text(r, item, "what"),
                               .currency = terms_currency(r, item, "currency"),
                               .amount = terms_amount(r, item, "amount", 0),
                               .by_unit = word_is(r, item, "per", "unit"),
                               .every = word_is(r, item, "every", "once")    ? LINE_ONCE
                                        : word_is(r, item, "every", "month") ? LINE_MONTH
                                                                             : LINE_YEAR };
    struct str instance = str_format(home, "%.*s: %.*s", STR_ARG(option), STR_ARG(out->what));
    out->amount_fact = terms_fact(r, item, "amount", instance, KEY_LINE_AMOUNT);
    out->currency_fact = terms_fact(r, item, "currency", instance, KEY_LINE_CURRENCY);
    out->document = terms_fact(r, item, "document", instance, KEY_LINE_DOCUMENT);
    r->good = sentence_check(r->checking, json_member(item, STR("what")), r->case_file) && r->good;
    if ((document != NULL) == open) {
        terms_refuse(r, document ? assumed : item,
                     STR("one of \"document\" and \"assumed\": true, for what shows the amount"));
    }
    line_dates(r, item, out, instance);
}

static void lines_read(struct terms_reading *r, const struct json_item *list,
                       struct stated_option *out)
{
    struct arena *home = r->checking->reading->home;
    struct cost_line *line = ARENA_MANY(home, (list ? json_count(list) : 0) + 1, struct cost_line);
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (; item; item = json_next(list, item)) {
        struct cost_line *one = &line[out->line_count];
        line_read(r, item, out->id, one);
        for (size_t i = 0; i < out->line_count; i++) {
            if (str_eq(line[i].what, one->what)) {
                terms_refuse(r, json_member(item, STR("what")),
                             STR("a name that no other line of the option has"));
            }
        }
        out->line_count++;
    }
    out->line = line;
}

/* ---- options ---- */

static enum option_kind kind_of(struct str word)
{
    enum option_kind kind = OPTION_NOTHING;
    while (kind + 1 < OPTION_KIND_COUNT && !str_eq(word, str_from(option_kind_name(kind))))
        kind++;
    return kind;
}

/* The baseline, or the only system; NULL: there is none. */
static const struct system *standing_system(const struct case_file *case_file)
{
    for (size_t i = 0; i < case_file->system_count; i++)
        if (case_file->system[i].baseline || case_file->system_count == 1)
            return &case_file->system[i];
    return NULL;
}

/* What stands today is what nothing is done to, and what is waited with. */
static void option_system(struct terms_reading *r, const struct json_item *item,
                          struct stated_option *out)
{
    const struct json_item *named = json_member(item, STR("system"));
    const struct system *standing = standing_system(r->case_file);
    bool stands = out->kind == OPTION_NOTHING;
    out->system = named ? terms_system(r, item) : standing;
    if (!named && !(stands && standing)) {
        terms_refuse(r, item,
                     stands ? STR("a baseline among the systems, which stands today")
                            : STR("\"system\", whose units the option takes"));
    } else if (stands && named && out->system && out->system != standing) {
        terms_refuse(r, named, STR("the baseline, which stands today, where nothing is done"));
    }
}

static void option_read(struct terms_reading *r, const struct json_item *item,
                        struct stated_option *out)
{
    const struct json_item *label = json_member(item, STR("label"));
    *out = (struct stated_option){ .id = terms_text(r, item, "id"),
                                   .label = terms_text(r, item, "label"),
                                   .kind = kind_of(terms_text(r, item, "kind")),
                                   .from = month_of(r, item, "from") };
    out->from_fact = terms_fact(r, item, "from", out->id, KEY_OPTION_FROM);
    r->good = (!label || name_check(r->checking, label)) && r->good;
    if (out->kind == OPTION_API)
        out->api = api_terms_read(r, item, out);
    else
        option_system(r, item, out);
    const struct json_item *tokens = json_member(item, STR("tokens"));
    if (tokens && out->kind != OPTION_API)
        terms_refuse(r, tokens, STR("\"tokens\" of an option of the kind \"api\" alone"));
    if (out->kind == OPTION_WAIT && !json_member(item, STR("from")))
        terms_refuse(r, item, STR("\"from\", the month until which it is waited"));
    lines_read(r, json_member(item, STR("lines")), out);
    for (size_t i = 0; i < out->line_count && out->kind == OPTION_API; i++) {
        if (out->line[i].by_unit) {
            terms_refuse(r, json_member(item, STR("lines")),
                         STR("\"per\": \"option\", since an interface has no units"));
            break;
        }
    }
}

void stated_options_read(struct terms_reading *r)
{
    size_t count;
    const struct json_item *list = terms_list(r, "options", &count);
    struct stated_option *option =
        ARENA_MANY(r->checking->reading->home, count + 1, struct stated_option);
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    interest_read(r);
    schedule_read(r);
    for (size_t i = 0; item; item = json_next(list, item), i++) {
        option_read(r, item, &option[i]);
        for (size_t j = 0; j < i; j++)
            if (str_eq(option[j].id, option[i].id))
                terms_refuse(r, json_member(item, STR("id")), STR("an id that no other one has"));
    }
    if (count > 0 && !r->out->demand.peak_fact)
        terms_refuse(r, list, STR("a \"demand\" with its \"peak\", which the options are to meet"));
    r->out->option = option;
    r->out->option_count = count;
}
