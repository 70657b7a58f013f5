/* benchmarks.c - what result files of classic benchmarks have in common: several results in one
 * file, told apart by their index, and arrays of samples. */
#include "benchmarks.h"

#include <math.h>

void results_each(struct reading *reading, const struct json *json, const char *member,
                  void (*result)(struct reading *, const struct json *, const struct json_item *))
{
    const struct json_item *list = json_member(json_root(json), str_from(member));
    if (!list || json_type(list) != JSON_ARRAY) {
        reading_missing(reading,
                        str_c(reading->scratch, str_format(reading->scratch, "/%s", member)));
        return;
    }
    unsigned index = 0;
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item))
        if (reading_run(reading, str_format(reading->scratch, "%u", index++)))
            result(reading, json, item);
}

struct str result_instance(struct reading *reading, struct str what)
{
    return reading->selected.len > 0 || reading->current.len == 0 || what.len == 0
               ? what
               : str_format(reading->scratch, "%.*s %.*s", STR_ARG(reading->current),
                            STR_ARG(what));
}

bool result_fact(struct reading *reading, const struct json *json, const struct json_item *item,
                 struct str what, enum key key, enum unit unit)
{
    return item && json_type(item) != JSON_NULL &&
           json_fact(reading, json, item, result_instance(reading, what), key, unit);
}

struct str series_instance(const struct reading *reading)
{
    return reading->selected.len > 0 ? STR("") : reading->current;
}

void repetition_put(struct reading *reading, struct repetitions *to, double value, double took,
                    uint32_t row)
{
    to->untimed = to->untimed || !isfinite(took);
    column_put(reading->home, &to->value, value);
    column_put(reading->home, &to->duration, took);
    index_put(reading->home, &to->row, row);
}

void repetition_written(struct repetitions *to, struct str text)
{
    double half = half_digit(text);
    if (!(to->half_digit > 0) || half < to->half_digit)
        to->half_digit = half;
}

void repetitions_end(struct reading *reading, const struct repetitions *all, enum key key,
                     enum unit unit, struct str instance)
{
    struct series series = {
        .key = key,
        .instance = instance,
        .unit = unit,
        .kind = SERIES_PER_ITERATION,
        .duration = all->untimed ? NULL : all->duration.at,
        .value = all->value.at,
        .row = all->row.at,
        .count = all->row.count,
        .half_digit = all->half_digit,
        .load_begin = NAN,
        .load_end = NAN,
        .source = { .from = all->from, .to = all->to },
    };
    reading_series(reading, &series);
}

void result_series(struct reading *reading, const struct json *json, const struct json_item *array,
                   enum key key, enum unit unit)
{
    if (!array || json_type(array) != JSON_ARRAY || json_count(array) == 0)
        return;
    const struct json_item *first = json_next(array, NULL), *last = first;
    struct repetitions all = { .from = json_place(json, first) };
    for (const struct json_item *item = first; item; item = json_next(array, item)) {
        double number = NAN;
        if (json_type(item) != JSON_NUMBER || !json_real(json, item, &number))
            number = NAN;
        else
            repetition_written(&all, json_literal(json, item));
        repetition_put(reading, &all, number, number * unit_row(unit)->factor,
                       (uint32_t)all.row.count + 1);
        last = item;
    }
    all.to = json_place(json, last);
    all.untimed = unit_row(unit)->base != UNIT_SECOND; /* one that is no number has no time */
    repetitions_end(reading, &all, key, unit, series_instance(reading));
}

double half_digit(struct str text)
{
    size_t e = str_find(text, STR("e"));
    struct str digits = str_sub(text, 0, e);
    struct str exponent = e == SIZE_MAX ? STR("0") : str_sub(text, e + 1, text.len);
    size_t point = str_find(digits, STR("."));
    double power = 0;
    if (str_starts(exponent, STR("+")))
        exponent = str_sub(exponent, 1, exponent.len);
    if (!num_real(exponent, &power))
        power = 0;
    return 0.5 * pow(10, power - (point == SIZE_MAX ? 0 : (double)(digits.len - point - 1)));
}
