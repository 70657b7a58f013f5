/* held.c - what a dossier says of itself, from its report's data. */
#include "portfolio.h"

#include "base/decimal.h"
#include "base/num.h"

#include <math.h>

struct str held_member(const struct json *json, const struct json_item *object, const char *name)
{
    const struct json_item *item = object ? json_member(object, str_from(name)) : NULL;
    if (!item || json_type(item) == JSON_NULL || json_type(item) >= JSON_ARRAY)
        return (struct str){ 0 };
    return json_scalar(json, item);
}

struct str held_text(const struct held *held, struct str pointer)
{
    const struct json_item *item = json_find(held->data, pointer);
    if (!item || json_type(item) == JSON_NULL || json_type(item) >= JSON_ARRAY)
        return (struct str){ 0 };
    return json_scalar(held->data, item);
}

const struct json_item *held_fact(const struct held *held, const struct json_item *object,
                                  const char *name)
{
    int64_t number;
    const struct json_item *item = object ? json_member(object, str_from(name)) : NULL;
    if (!item || json_type(item) != JSON_NUMBER || !json_int(held->data, item, &number) ||
        number < 1 || (uint64_t)number > held->fact_count)
        return NULL;
    return held->fact[number - 1];
}

static bool read_facts(struct arena *home, struct held *held)
{
    const struct json_item *list = json_find(held->data, STR("/facts"));
    if (!list || json_type(list) != JSON_ARRAY)
        return false;
    size_t count = json_count(list), at = 0;
    const struct json_item **fact = ARENA_MANY(home, count + 1, const struct json_item *);
    for (const struct json_item *one = json_next(list, NULL); one; one = json_next(list, one)) {
        int64_t number;
        const struct json_item *item = json_member(one, STR("number"));
        if (!item || json_type(item) != JSON_NUMBER || !json_int(held->data, item, &number) ||
            number != (int64_t)at + 1)
            return false;
        fact[at++] = one;
    }
    held->fact = fact;
    held->fact_count = count;
    return true;
}

bool held_read(struct arena *home, struct str case_file, struct held *held, struct str *why)
{
    struct json *json;
    if (!held->data || json_type(json_root(held->data)) != JSON_OBJECT) {
        *why = STR("it has no data/report/data.json that is a JSON object");
        return false;
    }
    if (!case_file.at ||
        !json_read(home, STR("data/case.json"), case_file, &limits_default, &json,
                   diags_new(home)) ||
        json_type(json_root(json)) != JSON_OBJECT) {
        *why = STR("it has no data/case.json that is a JSON object");
        return false;
    }
    held->case_file = json;
    struct str format = held_text(held, STR("/format"));
    if (!str_eq(format, STR("dossier-report/1"))) {
        *why = str_format(home,
                          "its report's data is of the format \"%.*s\"; this version reads "
                          "dossier-report/1",
                          STR_ARG(str_sub(format, 0, 64)));
        return false;
    }
    if (!read_facts(home, held)) {
        *why = STR("the facts of its data.json are not numbered from 1 on");
        return false;
    }
    return true;
}

/* Whether values of a key are numbers; a key that this version does not know is judged by its unit.
 */
static bool key_counts(struct str name, enum unit unit)
{
    enum key key;
    if (!vocabulary_find(name, &key))
        return unit_row(unit)->symbol[0] != 0;
    enum value_type type = vocabulary_row(key)->type;
    return type == TYPE_COUNT || type == TYPE_REAL || type == TYPE_TIME;
}

/* The value times the unit's factor, rounded once: by exact decimals, where the text is a plain
 * one.
 */
static double in_base(struct arena *home, struct str text, double value, enum unit unit)
{
    enum {
        MORE_PLACES = 12
    }; /* a factor below one is the inverse of a power of ten, 10^9 at most */
    double factor = unit_row(unit)->factor, out;
    struct decimal exact;
    if (factor == 1)
        return value;
    if (!decimal_read(text, &exact) || exact.places > DECIMAL_PLACES - MORE_PLACES)
        return factor < 1 ? value / round(1 / factor) : value * factor;
    exact = factor < 1 ? decimal_divide(exact, decimal_of((int64_t)round(1 / factor)),
                                        exact.places + MORE_PLACES)
                       : decimal_multiply(exact, decimal_of((int64_t)factor));
    return !exact.bad && num_real(decimal_text(home, exact), &out) ? out : value * factor;
}

bool held_number(struct arena *home, const struct held *held, const struct json_item *fact,
                 struct held_number *out)
{
    enum unit unit = UNIT_NONE;
    double value;
    struct str symbol = held_member(held->data, fact, "unit");
    if (!fact || (symbol.len > 0 && !unit_find(symbol, &unit)) ||
        str_eq(held_member(held->data, fact, "disclosed"), STR("false")) ||
        !num_real(held_member(held->data, fact, "value"), &value) ||
        !key_counts(held_member(held->data, fact, "key"), unit))
        return false;
    out->value = in_base(home, held_member(held->data, fact, "value"), value, unit);
    out->unit = unit_row(unit)->base;
    struct buf text = buf_new(home, 64);
    buf_put_shortest(&text, out->value);
    out->text = buf_str(&text);
    return isfinite(out->value);
}
