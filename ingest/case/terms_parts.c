/* terms_parts.c - members of a case's terms, read one by one: amounts, shares, counts, names. */
#include "terms_parts.h"

#include <math.h>

void terms_refuse(struct terms_reading *r, const struct json_item *item, struct str expected)
{
    enum { SHOWN = 64 };
    struct str literal = json_literal(r->checking->json, item); /* a number has no quotes */
    r->good =
        members_refuse(r->checking, r->checking->bad, item, expected, "%.*s%s",
                       STR_ARG(str_sub(literal, 0, SHOWN)), literal.len > SHOWN ? " ..." : "");
}

struct str terms_text(const struct terms_reading *r, const struct json_item *object,
                      const char *name)
{
    const struct json_item *item = json_member(object, str_from(name));
    return item ? str_keep(r->checking->reading->home, str_trim(json_string(item)))
                : (struct str){ 0 };
}

/* The declared fact of a member; NULL: not stated. */
const struct fact *terms_fact_in(const struct terms_reading *r, struct reading *reading,
                                 const struct json_item *object, const char *name,
                                 struct str instance, enum key key)
{
    const struct json_item *item = json_member(object, str_from(name));
    if (!item || !json_fact(reading, r->checking->json, item, instance, key, UNIT_NONE))
        return NULL;
    return facts_at(reading->facts, facts_count(reading->facts) - 1);
}

const struct fact *terms_fact(const struct terms_reading *r, const struct json_item *object,
                              const char *name, struct str instance, enum key key)
{
    return terms_fact_in(r, r->checking->reading, object, name, instance, key);
}

/* A decimal that is not below zero; `fallback` where the member is absent. */
struct decimal terms_amount(struct terms_reading *r, const struct json_item *object,
                            const char *name, int64_t fallback)
{
    struct decimal out = decimal_of(fallback);
    const struct json_item *item = json_member(object, str_from(name));
    if (item && (!decimal_read(str_trim(json_string(item)), &out) || out.minus || out.places > 9)) {
        terms_refuse(r, item, STR("a decimal amount such as \"41200.00\", not below zero"));
        return decimal_of(fallback);
    }
    return out;
}

struct str terms_currency(struct terms_reading *r, const struct json_item *object, const char *name)
{
    struct str code = terms_text(r, object, name);
    bool capitals = code.len == 3;
    for (size_t i = 0; i < code.len; i++)
        capitals = capitals && code.at[i] >= 'A' && code.at[i] <= 'Z';
    const struct json_item *item = json_member(object, str_from(name));
    if (item && !capitals)
        terms_refuse(r, item, STR("a code of ISO 4217 such as \"EUR\""));
    return code;
}

/* The number in front of a quantity, exactly as written: "250000 tokens/s" is 250000. All of what
 * `number_read` takes for the number is read here too, so that the two cannot mean different
 * numbers: "5.2e4" is no decimal and is refused, not read as 5.2. */
bool terms_number(struct str text, struct decimal *out)
{
    size_t end = 0;
    while (end < text.len && is_number_char(text.at[end]))
        end++;
    return decimal_read(str_sub(text, 0, end), out);
}

/* Percent as a share; 0 where it is not stated. */
struct decimal terms_share(struct terms_reading *r, const struct json_item *object,
                           const char *name, const struct fact *fact, int64_t most)
{
    struct decimal out = decimal_of(0);
    if (!fact && !json_member(object, str_from(name)))
        return out;
    if (!fact || !terms_number(fact->value.text, &out) || out.minus || out.places > 9 ||
        decimal_order(out, decimal_of(most)) > 0) {
        terms_refuse(r, json_member(object, str_from(name)),
                     str_format(r->checking->reading->scratch, "0 %% to %lld %%, in plain digits",
                                (long long)most));
        return decimal_of(0);
    }
    return decimal_divide(out, decimal_of(100), out.places + 2);
}

int64_t terms_count(struct terms_reading *r, const struct json_item *object, const char *name,
                    const struct fact *fact, int64_t most)
{
    if (!fact && !json_member(object, str_from(name)))
        return 0;
    if (!fact || !fact->value.number || fact->value.value < 0 || fact->value.value > (double)most ||
        floor(fact->value.value) < fact->value.value) {
        terms_refuse(r, json_member(object, str_from(name)),
                     str_format(r->checking->reading->scratch, "a whole number up to %lld",
                                (long long)most));
        return 0;
    }
    return (int64_t)fact->value.value;
}

const struct system *terms_system(struct terms_reading *r, const struct json_item *object)
{
    struct str id = terms_text(r, object, "system");
    for (size_t i = 0; i < r->case_file->system_count; i++)
        if (str_eq(r->case_file->system[i].id, id))
            return &r->case_file->system[i];
    const struct json_item *item = json_member(object, STR("system"));
    if (item)
        terms_refuse(r, item, STR("the id of a system"));
    return NULL;
}

const struct json_item *terms_list(const struct terms_reading *r, const char *name, size_t *count)
{
    const struct json_item *list = json_member(r->root, str_from(name));
    *count = list ? json_count(list) : 0;
    return list;
}
