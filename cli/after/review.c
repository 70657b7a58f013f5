/* review.c - foreseen and actual cost, and the split of what lies between them.
 *
 * The split is that of standard costing (Horngren, Datar and Rajan, Cost Accounting, chapters on
 * flexible budgets): quantities are taken to their actual value one after another, work first, then
 * what the work took, then the price, so that the three add up exactly. With C foreseen cost, w
 * work and q quantity (unit-months, kWh) over what was foreseen of them:
 *
 *     demand = C w - C     efficiency = C q - C w     price = paid - C q */
#include "review.h"
#include "base/json.h"
#include <glib.h>
#include <stddef.h>
#include <string.h>

enum { CENTS = 2, PLACES = 24 };

struct given {
    struct decimal value;
    bool is;
};
struct month {
    struct str name;
    struct given units, mean, invoiced, unit_price, energy, energy_price, energy_invoiced;
};
enum given_kind { GIVEN_COUNT, GIVEN_AMOUNT, GIVEN_RATE, GIVEN_ENERGY };
static const struct member_row {
    const char *name;
    size_t offset; /* in struct month */
    enum given_kind kind;
    bool needed;
    const char *expected;
} members[] = {
    { "units", offsetof(struct month, units), GIVEN_COUNT, true,
      "units paid for in that month, as \"11\" or \"10.5\"" },
    { "mean", offsetof(struct month, mean), GIVEN_RATE, true,
      "mean demand served, in the unit of the dossier's demand" },
    { "invoiced", offsetof(struct month, invoiced), GIVEN_AMOUNT, true,
      "an amount, as \"6038.54\"" },
    { "unit_price", offsetof(struct month, unit_price), GIVEN_AMOUNT, false,
      "the price of a unit in that month, as \"548.96\"" },
    { "energy", offsetof(struct month, energy), GIVEN_ENERGY, false,
      "energy metered, as \"1203.5 kWh\"" },
    { "energy_price", offsetof(struct month, energy_price), GIVEN_AMOUNT, false,
      "the price of a kWh, as \"0.2140\"" },
    { "energy_invoiced", offsetof(struct month, energy_invoiced), GIVEN_AMOUNT, false,
      "an amount, as \"257.54\"" },
};
/* Members of a month that no sum needs. */
static const char *const told[] = { "month", "document", "note" };

struct reading_actuals {
    struct arena *home;
    const struct held *held;
    const struct json *json;
    struct str name;
    struct diags *diags;
    struct str rate_unit; /* of the dossier's demand */
};

static bool refuse(struct reading_actuals *r, const struct json_item *item, struct str expected,
                   const char *found)
{
    struct place place = item ? json_place(r->json, item) : (struct place){ 0 };
    place.file = r->name;
    diag_add(r->diags, DIAG_BESIDE_BAD, place, expected, "%s", found);
    return false;
}

/* ---- what was foreseen ---- */

static struct str fact_text(const struct held *held, const char *key, struct str system,
                            struct str *unit)
{
    for (size_t i = 0; i < held->fact_count; i++) {
        const struct json_item *fact = held->fact[i];
        if (!fact || !str_eq(held_member(held->data, fact, "key"), str_from(key)) ||
            !str_eq(held_member(held->data, fact, "system"), system))
            continue;
        if (unit)
            *unit = held_member(held->data, fact, "unit");
        return held_member(held->data, fact, "value");
    }
    return (struct str){ 0 };
}

/* "EUR 7136.46" */
static bool money_read(struct str text, struct str currency, struct decimal *out)
{
    return text.len > currency.len + 1 && str_eq(str_sub(text, 0, currency.len), currency) &&
           text.at[currency.len] == ' ' &&
           decimal_read(str_sub(text, currency.len + 1, text.len), out);
}

static bool foreseen_read(struct reading_actuals *r, struct str system, struct str currency,
                          struct foreseen *out)
{
    struct str none = { 0 };
    struct str month = fact_text(r->held, "month.units", system, NULL);
    struct str place = str_format(r->home,
                                  "a system of the dossier whose units and cost by the "
                                  "month it tells in %.*s: it needs prices and demand",
                                  STR_ARG(currency));
    if (!money_read(month, currency, &out->amount) ||
        !decimal_read(fact_text(r->held, "capacity.units", system, NULL), &out->units) ||
        !decimal_read(fact_text(r->held, "demand.mean", none, &r->rate_unit), &out->mean) ||
        decimal_is_zero(out->units) || decimal_is_zero(out->mean))
        return refuse(r, json_member(json_root(r->json), STR("system")), place,
                      month.len > 0 ? str_c(r->home, month) : "no such amount");
    out->has_energy =
        money_read(fact_text(r->held, "month.energy", system, NULL), currency,
                   &out->energy_amount) &&
        decimal_read(fact_text(r->held, "energy.price", none, NULL), &out->energy_price) &&
        !decimal_is_zero(out->energy_price) &&
        str_eq(fact_text(r->held, "energy.currency", none, NULL), currency);
    return true;
}

/* ---- what came ---- */

static bool is_month(struct str text)
{
    bool good = text.len == 7 && text.at[4] == '-';
    for (size_t i = 0; good && i < 7; i++)
        good = i == 4 || g_ascii_isdigit(text.at[i]);
    int number = good ? (text.at[5] - '0') * 10 + text.at[6] - '0' : 0;
    return number >= 1 && number <= 12;
}

static struct decimal ten_to(int power)
{
    struct decimal out = decimal_of(1);
    for (int i = 0; i < power; i++)
        out = decimal_multiply(out, decimal_of(10));
    return out;
}

/* "1203.5 kWh" in kWh. */
static bool energy_read(struct str number, struct str unit, struct decimal *out)
{
    if (!decimal_read(number, out))
        return false;
    if (str_eq(unit, STR("Wh")))
        *out = decimal_divide(*out, ten_to(3), PLACES);
    else if (str_eq(unit, STR("MWh")))
        *out = decimal_multiply(*out, ten_to(3));
    else
        return str_eq(unit, STR("kWh"));
    return true;
}

static bool value_read(struct reading_actuals *r, const struct member_row *row,
                       const struct json_item *item, struct given *out)
{
    struct str text = json_scalar(r->json, item), number = text, unit = { 0 };
    size_t blank = str_find(text, STR(" "));
    if (blank != SIZE_MAX) {
        number = str_sub(text, 0, blank);
        unit = str_sub(text, blank + 1, text.len);
    }
    bool good = false;
    if (row->kind == GIVEN_ENERGY)
        good = energy_read(number, unit, &out->value);
    else if (row->kind == GIVEN_RATE)
        good = decimal_read(number, &out->value) && str_eq(unit, r->rate_unit);
    else
        good = decimal_read(text, &out->value);
    /* A credit note is an invoice below zero. */
    out->is = good && (!out->value.minus || row->kind == GIVEN_AMOUNT);
    if (out->is)
        return true;
    struct buf found = buf_new(r->home, 1 << 12);
    buf_put_char(&found, '"');
    buf_put_visible(&found, str_sub(text, 0, 120));
    buf_put_char(&found, '"');
    struct str expected = str_from(row->expected);
    if (row->kind == GIVEN_RATE)
        expected =
            str_format(r->home, "%s: a number and \"%.*s\"", row->expected, STR_ARG(r->rate_unit));
    return refuse(r, item, expected, str_c(r->home, buf_str(&found)));
}

static struct given *given_of(struct month *month, size_t member)
{
    return (struct given *)(void *)((char *)month + members[member].offset);
}

static bool part_read(struct reading_actuals *r, const struct json_item *part, struct month *out)
{
    for (size_t i = 0; i < ARRAY_COUNT(members); i++)
        if (str_eq(json_name(part), str_from(members[i].name)))
            return value_read(r, &members[i], part, given_of(out, i));
    for (size_t i = 0; i < ARRAY_COUNT(told); i++)
        if (str_eq(json_name(part), str_from(told[i])))
            return true;
    return refuse(r, part, STR("a member of dossier-actuals/1: docs/after.md"),
                  "a name that is none");
}

/* What a month has to tell, and what only beside something else. */
static bool month_whole(struct reading_actuals *r, const struct json_item *item, struct month *out)
{
    for (size_t i = 0; i < ARRAY_COUNT(members); i++)
        if (members[i].needed && !given_of(out, i)->is)
            return refuse(r, item,
                          str_format(r->home, "\"%s\": %s", members[i].name, members[i].expected),
                          "a month without it");
    if (out->energy_price.is && !out->energy.is)
        return refuse(r, item, STR("\"energy\" where there is an \"energy_price\""),
                      "a month without it");
    if (out->energy.is && !out->energy_invoiced.is)
        return refuse(r, item, STR("\"energy_invoiced\" where there is an \"energy\""),
                      "a month without it");
    return true;
}

static bool month_read(struct reading_actuals *r, const struct json_item *item, struct month *out)
{
    struct str first = str_sub(held_text(r->held, STR("/case/date")), 0, 7);
    *out = (struct month){ .name = held_member(r->json, item, "month") };
    for (const struct json_item *part = json_next(item, NULL); part; part = json_next(item, part))
        if (!part_read(r, part, out))
            return false;
    if (!is_month(out->name) || str_order(out->name, first) < 0)
        return refuse(r, item,
                      str_format(r->home,
                                 "\"month\": \"2027-01\", not before %.*s, when the case was made",
                                 STR_ARG(first)),
                      "no month, an earlier one, or another form");
    return month_whole(r, item, out);
}

/* What some months tell and others do not would be a sum of some: refused. */
static bool months_alike(struct reading_actuals *r, const struct json_item *item,
                         const struct month *first, const struct month *one)
{
    if (first->unit_price.is == one->unit_price.is && first->energy.is == one->energy.is &&
        first->energy_price.is == one->energy_price.is &&
        first->energy_invoiced.is == one->energy_invoiced.is)
        return true;
    return refuse(r, item, STR("the same members in every month"),
                  "a month that gives unit_price, energy, energy_price or energy_invoiced "
                  "where another does not");
}

/* Whether an invoice is a quantity times its price, but for half a cent: sums over months would
 * hide one month's fault behind another's. */
static bool is_sum(struct decimal invoiced, struct decimal quantity, struct decimal price)
{
    struct decimal rest = decimal_subtract(invoiced, decimal_multiply(quantity, price));
    rest.minus = false;
    return decimal_order(rest, decimal_divide(decimal_of(1), decimal_of(200), 3)) <= 0;
}

static void month_add(struct actuals *a, const struct month *m)
{
    bool odd =
        (m->unit_price.is && !is_sum(m->invoiced.value, m->units.value, m->unit_price.value)) ||
        (m->energy_price.is &&
         !is_sum(m->energy_invoiced.value, m->energy.value, m->energy_price.value));
    if (odd && a->odd.len == 0)
        a->odd = m->name;
    a->first = a->months == 0 || str_order(m->name, a->first) < 0 ? m->name : a->first;
    a->last = a->months == 0 || str_order(m->name, a->last) > 0 ? m->name : a->last;
    a->months++;
    a->priced = m->unit_price.is;
    a->metered = m->energy.is && m->energy_price.is;
    a->energy_paid = m->energy_invoiced.is;
    a->units = decimal_add(a->units, m->units.value);
    a->mean = decimal_add(a->mean, m->mean.value);
    a->invoiced = decimal_add(a->invoiced, m->invoiced.value);
    if (a->priced)
        a->contract =
            decimal_add(a->contract, decimal_multiply(m->units.value, m->unit_price.value));
    if (m->energy.is)
        a->energy = decimal_add(a->energy, m->energy.value);
    if (a->metered)
        a->tariff =
            decimal_add(a->tariff, decimal_multiply(m->energy.value, m->energy_price.value));
    if (a->energy_paid)
        a->energy_invoiced = decimal_add(a->energy_invoiced, m->energy_invoiced.value);
}

static bool months_read(struct reading_actuals *r, struct actuals *out)
{
    const struct json_item *list = json_member(json_root(r->json), STR("months"));
    size_t count = list && json_type(list) == JSON_ARRAY ? json_count(list) : 0;
    if (count == 0 || count > REVIEW_MONTHS_MOST)
        return refuse(r, list, STR("\"months\": a list of 1 to 600 months"), "no such list");
    struct month *month = ARENA_MANY(r->home, count, struct month);
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    bool good = true;
    size_t at = 0;
    for (const struct json_item *item = json_next(list, NULL); item && good;
         item = json_next(list, item), at++) {
        good = json_type(item) == JSON_OBJECT
                   ? month_read(r, item, &month[at])
                   : refuse(r, item, STR("an object a month"), "something else");
        good = good && months_alike(r, item, &month[0], &month[at]);
        if (good && !g_hash_table_add(seen, g_strndup(month[at].name.at, month[at].name.len)))
            good = refuse(r, item, STR("each month once"), "a month given twice");
        if (good)
            month_add(out, &month[at]);
    }
    g_hash_table_destroy(seen);
    return good;
}

static bool head_read(struct reading_actuals *r, struct actuals *out)
{
    static const char *const names[] = { "format", "case", "system", "currency", "months", "note" };
    const struct json_item *root = json_root(r->json);
    if (json_type(root) != JSON_OBJECT ||
        !str_eq(held_member(r->json, root, "format"), STR("dossier-actuals/1")))
        return refuse(r, root, STR("\"format\": \"dossier-actuals/1\": docs/after.md"),
                      "another format");
    for (const struct json_item *part = json_next(root, NULL); part; part = json_next(root, part)) {
        bool known = false;
        for (size_t i = 0; i < ARRAY_COUNT(names); i++)
            known = known || str_eq(json_name(part), str_from(names[i]));
        if (!known)
            return refuse(r, part, STR("a member of dossier-actuals/1: docs/after.md"),
                          "a name that is none");
    }
    struct str own = held_text(r->held, STR("/case/id")), id = held_member(r->json, root, "case");
    if (id.len == 0)
        return refuse(r, root, STR("\"case\": the id of the dossier's case"), "none");
    if (!str_eq(id, own))
        return refuse(r, json_member(root, STR("case")),
                      str_format(r->home, "the case of the dossier, %.*s", STR_ARG(own)),
                      "another case");
    out->system = held_member(r->json, root, "system");
    out->currency = held_member(r->json, root, "currency");
    if (out->system.len == 0 || out->currency.len != 3)
        return refuse(r, root, STR("\"system\" and \"currency\", as \"B\" and \"EUR\""),
                      "one of them is missing");
    return true;
}

/* ---- the split ---- */

/* `amount` x a / b, carried at 24 places. */
static struct decimal scaled(struct decimal amount, struct decimal a, struct decimal b)
{
    return decimal_divide(decimal_multiply(amount, a), b, PLACES);
}

static void variance_round(struct variance *v, struct decimal for_work, struct decimal for_quantity,
                           struct decimal at_price)
{
    v->difference = decimal_round(decimal_subtract(v->actual, v->foreseen), CENTS);
    v->demand = decimal_round(decimal_subtract(for_work, v->foreseen), CENTS);
    v->efficiency = decimal_round(decimal_subtract(for_quantity, for_work), CENTS);
    v->price = decimal_round(decimal_subtract(at_price, for_quantity), CENTS);
    v->rest = decimal_round(decimal_subtract(v->actual, at_price), CENTS);
    struct decimal sum =
        decimal_add(decimal_add(v->demand, v->efficiency), decimal_add(v->price, v->rest));
    v->rounding = decimal_subtract(v->difference, sum);
    v->foreseen = decimal_round(v->foreseen, CENTS);
    v->actual = decimal_round(v->actual, CENTS);
}

static void split(struct review *r)
{
    const struct actuals *a = &r->actuals;
    const struct foreseen *f = &r->foreseen;
    struct decimal months = decimal_of((int64_t)a->months);
    struct decimal work = decimal_multiply(f->mean, months);
    struct decimal cost = decimal_multiply(f->amount, months);
    r->units = (struct variance){ .foreseen = cost, .actual = a->invoiced };
    variance_round(&r->units, scaled(cost, a->mean, work),
                   scaled(cost, a->units, decimal_multiply(f->units, months)),
                   a->priced ? a->contract : a->invoiced);
    if (!f->has_energy || !a->energy_paid)
        return;
    struct decimal energy = decimal_multiply(f->energy_amount, months);
    struct decimal for_work = scaled(energy, a->mean, work);
    /* Without a meter what the work took stays with what nothing explains. */
    struct decimal took = a->metered ? decimal_multiply(a->energy, f->energy_price) : for_work;
    r->energy = (struct variance){ .foreseen = energy, .actual = a->energy_invoiced };
    variance_round(&r->energy, for_work, took, a->metered ? a->tariff : took);
}

bool review_make(struct arena *home, const struct held *held, struct str name, struct str text,
                 struct review *out, struct diags *diags)
{
    struct json *json;
    if (!json_read(home, name, text, &limits_default, &json, diags))
        return false;
    struct reading_actuals r = {
        .home = home, .held = held, .json = json, .name = name, .diags = diags
    };
    *out = (struct review){ 0 };
    struct decimal zero = decimal_of(0);
    struct actuals *a = &out->actuals;
    a->units = a->mean = a->invoiced = a->contract = zero;
    a->energy = a->tariff = a->energy_invoiced = zero;
    if (!head_read(&r, a) || !foreseen_read(&r, a->system, a->currency, &out->foreseen) ||
        !months_read(&r, a))
        return false;
    split(out);
    if (!out->units.difference.bad && !out->units.rounding.bad && !out->energy.rounding.bad)
        return true;
    return refuse(&r, json_root(json), STR("amounts that fit 96 digits"), "larger ones");
}
