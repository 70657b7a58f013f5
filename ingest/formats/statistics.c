/* statistics.c - means, deviations and percentiles as tools name them. */
#include "statistics.h"

static bool all_digits(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
    return text.len > 0;
}

/* "99.9" as it is; GuideLLM drops the point: "999" is 99.9, "001" is 0.1, "05" is 5. */
static struct str percent_text(struct arena *home, struct str digits)
{
    enum { TENTHS = 3 };
    if (all_digits(digits) && digits.len == TENTHS && !str_eq(digits, STR("100"))) {
        struct str whole = str_sub(digits, digits.at[0] == '0' ? 1 : 0, 2);
        return str_format(home, "%.*s.%c", STR_ARG(whole), digits.at[2]);
    }
    if (all_digits(digits) && digits.len == 2 && digits.at[0] == '0')
        return str_sub(digits, 1, 2);
    return digits;
}

struct str statistic_name(struct arena *home, struct str word)
{
    static const struct {
        struct str word, name;
    } names[] = {
        { STR_INIT("mean"), STR_INIT("mean") },    { STR_INIT("avg"), STR_INIT("mean") },
        { STR_INIT("average"), STR_INIT("mean") }, { STR_INIT("median"), STR_INIT("p50") },
        { STR_INIT("std"), STR_INIT("std") },      { STR_INIT("stddev"), STR_INIT("std") },
        { STR_INIT("std_dev"), STR_INIT("std") },  { STR_INIT("min"), STR_INIT("min") },
        { STR_INIT("minimum"), STR_INIT("min") },  { STR_INIT("max"), STR_INIT("max") },
        { STR_INIT("maximum"), STR_INIT("max") },
    };
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (str_eq(word, names[i].word))
            return names[i].name;
    double percent;
    if (!str_starts(word, STR("p")) && !str_starts(word, STR("P")))
        return (struct str){ 0 };
    struct str digits = percent_text(home, str_sub(word, 1, word.len));
    bool number = num_real(digits, &percent) && percent >= 0 && percent <= 100;
    return number ? str_format(home, "p%.*s", STR_ARG(digits)) : (struct str){ 0 };
}

/* A word where a number should be is not passed over: reading_fact says so. */
static bool may_be_number(const struct json_item *item)
{
    return json_type(item) == JSON_NUMBER || json_type(item) == JSON_STRING;
}

static void statistic_fact(struct reading *reading, const struct json *json,
                           const struct json_item *item, struct str word, const struct flat_row *as)
{
    struct str name = statistic_name(reading->scratch, word);
    if (name.len > 0 && may_be_number(item))
        json_fact(reading, json, item, reading_instance(reading, name), as->key, as->unit);
}

void statistics_of(struct reading *reading, const struct json *json, const struct json_item *object,
                   enum key key, enum unit unit)
{
    const struct flat_row as = { .key = key, .unit = unit };
    const struct json_item *count = NULL;
    if (!object || json_type(object) != JSON_OBJECT)
        return;
    count = json_member(object, STR("count"));
    bool one = count && str_eq(json_scalar(json, count), STR("1"));
    for (const struct json_item *item = json_next(object, NULL); item;
         item = json_next(object, item)) {
        if (one && str_eq(statistic_name(reading->scratch, json_name(item)), STR("std")))
            continue; /* one sample deviates from nothing */
        if (str_eq(json_name(item), STR("percentiles"))) {
            const struct json_item *inner = json_next(item, NULL);
            for (; inner; inner = json_next(item, inner))
                statistic_fact(reading, json, inner, json_name(inner), &as);
        } else {
            statistic_fact(reading, json, item, json_name(item), &as);
        }
    }
}

void statistics_flat(struct reading *reading, const struct json *json,
                     const struct json_item *object, const struct flat_row *row, size_t count)
{
    for (const struct json_item *item = json_next(object, NULL); item;
         item = json_next(object, item)) {
        struct str name = json_name(item);
        for (size_t i = 0; i < count; i++) {
            struct str before = str_from(row[i].before);
            struct str behind = str_from(row[i].behind);
            if (name.len > before.len + behind.len && str_starts(name, before) &&
                str_ends(name, behind)) {
                statistic_fact(reading, json, item,
                               str_sub(name, before.len, name.len - behind.len), &row[i]);
            }
        }
    }
}

struct str stage_of(struct str name)
{
    struct str base = name;
    struct str head;
    while (str_cut(&name, '/', &head))
        base = head;
    if (!str_starts(base, STR("stage_")))
        return (struct str){ 0 };
    base = str_sub(base, sizeof "stage_" - 1, base.len);
    struct str number = str_sub(base, 0, str_find(base, STR("_")));
    return all_digits(number) ? number : (struct str){ 0 };
}

bool stage_read(struct reading *reading, const struct field *field, size_t fields,
                const struct field *statistic, size_t statistics)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    struct str stage = stage_of(reading->name);
    if (stage.len > 0 && !reading_run(reading, stage))
        return true;
    json_fields(reading, json, root, (struct str){ 0 }, field, fields);
    for (size_t i = 0; i < statistics; i++) {
        statistics_of(reading, json, json_at(root, str_from(statistic[i].path)), statistic[i].key,
                      statistic[i].unit);
    }
    return true;
}
