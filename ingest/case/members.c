/* members.c - checks a JSON object against a table of members, and makes its declared facts. */
#include "members.h"
#include "scalars.h"
#include "several.h"

#include "names_near.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

enum { NAME_MOST = 64 };

static bool limit_check(const struct checking *checking, const struct json_item *item,
                        enum unit unit)
{
    if (json_type(item) != JSON_OBJECT)
        return quantity_check(checking, item, unit);
    static const struct member parts[] = {
        { .name = "value", .means = "the limit", .shape = SHAPE_VALUE, .required = true },
        { .name = "reason", .means = "why it differs", .shape = SHAPE_TEXT, .required = true },
    };
    static const struct members form = { .item = parts, .count = ARRAY_COUNT(parts) };
    const struct json_item *value = json_member(item, STR("value"));
    bool whole = members_check(checking, item, &form);
    return (!value || quantity_check(checking, value, unit)) && whole;
}

/* ---- arrays and objects ---- */

static bool count_check(const struct checking *checking, const struct json_item *item,
                        const struct member *member)
{
    size_t count = json_count(item);
    if ((member->least && count < member->least) || (member->most && count > member->most)) {
        return members_refuse(
            checking, checking->bad, item,
            member->most
                ? str_format(checking->reading->scratch, "%u to %u", member->least, member->most)
                : str_format(checking->reading->scratch, "at least %u", member->least),
            "%zu items", count);
    }
    return true;
}

static bool named_before(const struct json_item *array, const struct json_item *item)
{
    const struct json_item *other = json_next(array, NULL);
    for (; other && other != item; other = json_next(array, other))
        if (str_eq(json_string(other), json_string(item)))
            return true;
    return false;
}

static bool array_check(const struct checking *checking, const struct json_item *item,
                        const struct member *member)
{
    if (json_type(item) != JSON_ARRAY)
        return refuse_value(checking, item, STR("an array"));
    bool good = count_check(checking, item, member);
    const struct json_item *child = json_next(item, NULL);
    for (; child; child = json_next(item, child))
        if (member->shape == SHAPE_OBJECTS)
            good = members_check(checking, child, member->members) && good;
        else if (member->shape == SHAPE_WORDS && !word_check(checking, child, member))
            good = false;
        else if (!is_text(child))
            good = refuse_text(checking, child);
        else if (member->shape == SHAPE_WORDS && named_before(item, child))
            good = refuse_value(checking, child, STR("each one once"));
    return good;
}

static bool map_check(const struct checking *checking, const struct json_item *item,
                      const struct member *member)
{
    if (json_type(item) != JSON_OBJECT)
        return refuse_value(checking, item, STR("an object"));
    bool good = true;
    const struct json_item *child = json_next(item, NULL);
    for (; child; child = json_next(item, child)) {
        struct str name = json_name(child);
        if (member->word && !is_word(name, member->word)) {
            good = members_refuse(checking, checking->unknown, child,
                                  nearest_word(checking->reading->scratch, name, member->word),
                                  "\"%.*s\"", STR_ARG(str_sub(name, 0, NAME_MOST)));
        } else if (!is_text(child)) {
            good = refuse_text(checking, child);
        }
    }
    return good;
}

static bool fact_check(const struct checking *checking, const struct json_item *item)
{
    enum key key;
    struct str name = json_name(item);
    if (several_named(name))
        return several_check(checking, item);
    if (!declarable_find(checking, item, name, &key))
        return false;
    if (json_type(item) != JSON_OBJECT)
        return value_check(checking, item, key);
    bool good = true;
    const struct json_item *child = json_next(item, NULL);
    for (; child; child = json_next(item, child))
        good = value_check(checking, child, key) && good;
    return good;
}

static bool facts_check(const struct checking *checking, const struct json_item *item)
{
    if (json_type(item) != JSON_OBJECT)
        return refuse_value(checking, item, STR("an object of dotted names"));
    bool good = true;
    const struct json_item *child = json_next(item, NULL);
    for (; child; child = json_next(item, child))
        good = fact_check(checking, child) && good;
    return good;
}

static bool date_check(const struct checking *checking, const struct json_item *item)
{
    struct moment moment;
    if (json_string(item).len == 10 && time_read(json_string(item), &moment))
        return true;
    return refuse_value(checking, item, STR("a date such as \"2026-11-27\""));
}

static bool member_check(const struct checking *checking, const struct json_item *item,
                         const struct member *member)
{
    switch (member->shape) {
    case SHAPE_TEXT:
        return is_text(item) || refuse_text(checking, item);
    case SHAPE_ID:
        return (json_type(item) == JSON_STRING && is_id(json_string(item))) ||
               refuse_value(checking, item, STR("a letter, then letters, digits, \"_\" and \"-\""));
    case SHAPE_DATE:
        return date_check(checking, item);
    case SHAPE_WORD:
        return word_check(checking, item, member);
    case SHAPE_BOOL:
        return json_type(item) == JSON_TRUE || json_type(item) == JSON_FALSE ||
               refuse_value(checking, item, STR("true or false"));
    case SHAPE_QUANTITY:
        return quantity_check(checking, item, member->unit);
    case SHAPE_LIMIT:
        return limit_check(checking, item, member->unit);
    case SHAPE_VALUE: /* without a key: the caller looks closer */
        return member->fact == 0 || value_check(checking, item, (enum key)(member->fact - 1));
    case SHAPE_FACTS:
        return facts_check(checking, item);
    case SHAPE_TEXTS:
    case SHAPE_WORDS:
    case SHAPE_OBJECTS:
        return array_check(checking, item, member);
    case SHAPE_OBJECT:
        return members_check(checking, item, member->members);
    case SHAPE_MAP:
        return map_check(checking, item, member);
    case SHAPE_COUNT:
        break;
    }
    assert(false);
    return false;
}

static const struct member *member_named(const struct members *members, struct str name)
{
    for (size_t i = 0; i < members->count; i++)
        if (str_eq(name, str_from(members->item[i].name)))
            return &members->item[i];
    return NULL;
}

/* Whether some unknown member was answered with the name of this one: said once is enough. */
static bool misspelt(const struct json_item *object, const struct members *members,
                     const struct member *member)
{
    const struct names names = { .members = members };
    const struct json_item *child = json_next(object, NULL);
    for (; child; child = json_next(object, child))
        if (!member_named(members, json_name(child)) &&
            names_nearest(json_name(child), &names) == member->name)
            return true;
    return false;
}

/* A run for a case, by its own word: then its members are not wrong one by one. */
static bool other_form(const struct members *members, const struct json_item *object)
{
    const struct member *form = member_named(members, STR("format"));
    const struct json_item *said = form ? json_member(object, STR("format")) : NULL;
    if (!said || !form->word || json_type(said) != JSON_STRING)
        return false;
    struct str text = json_string(said), kind;
    return str_cut(&text, '/', &kind) && str_starts(kind, STR("dossier-")) &&
           !str_starts(str_from(form->word(0)), kind);
}

bool members_check(const struct checking *checking, const struct json_item *object,
                   const struct members *members)
{
    bool good = true;
    if (json_type(object) != JSON_OBJECT)
        return refuse_value(checking, object, STR("an object"));
    if (other_form(members, object)) {
        return member_check(checking, json_member(object, STR("format")),
                            member_named(members, STR("format")));
    }
    const struct json_item *child = json_next(object, NULL);
    for (; child; child = json_next(object, child)) {
        const struct member *member = member_named(members, json_name(child));
        if (!member) {
            good = members_refuse(checking, checking->unknown, child,
                                  names_expected(checking->reading->scratch, json_name(child),
                                                 &(struct names){ .members = members }),
                                  "\"%.*s\"", STR_ARG(str_sub(json_name(child), 0, NAME_MOST)));
            continue;
        }
        good = member_check(checking, child, member) && good;
    }
    for (size_t i = 0; i < members->count; i++) {
        const struct json_item *systems = json_member(object, STR("systems"));
        bool single = members->item[i].unless_single && systems && json_count(systems) == 1;
        const char *instead = members->item[i].instead;
        single = single || (instead && json_member(object, str_from(instead)));
        if (members->item[i].required && !single &&
            !json_member(object, str_from(members->item[i].name)) &&
            !misspelt(object, members, &members->item[i])) {
            good = members_refuse(checking, checking->bad, object,
                                  str_format(checking->reading->scratch, "a member \"%s\": %s",
                                             members->item[i].name, members->item[i].means),
                                  "\"%s\" is missing", members->item[i].name);
        }
    }
    return good;
}

/* ---- facts ---- */

static void facts_of_object(const struct checking *checking, const struct json_item *object)
{
    enum key key;
    const struct json_item *child = json_next(object, NULL);
    for (; child; child = json_next(object, child)) {
        if (several_named(json_name(child))) {
            several_facts(checking, child);
            continue;
        }
        if (!vocabulary_find(json_name(child), &key) || !key_is_declarable(key))
            continue;
        if (json_type(child) != JSON_OBJECT) {
            (void)json_fact(checking->reading, checking->json, child, STR(""), key, UNIT_NONE);
            continue;
        }
        const struct json_item *item = json_next(child, NULL);
        for (; item; item = json_next(child, item)) {
            (void)json_fact(checking->reading, checking->json, item, json_name(item), key,
                            UNIT_NONE);
        }
    }
}

void members_facts(const struct checking *checking, const struct json_item *object,
                   const struct members *members)
{
    const struct json_item *child =
        json_type(object) == JSON_OBJECT ? json_next(object, NULL) : NULL;
    for (; child; child = json_next(object, child)) {
        const struct member *member = member_named(members, json_name(child));
        if (!member)
            continue;
        if (member->shape == SHAPE_OBJECT) {
            members_facts(checking, child, member->members);
        } else if (member->shape == SHAPE_FACTS && json_type(child) == JSON_OBJECT) {
            facts_of_object(checking, child);
        } else if (member->fact && (scalar(child) || json_type(child) == JSON_ARRAY)) {
            (void)json_fact(checking->reading, checking->json, child, STR(""),
                            (enum key)(member->fact - 1), UNIT_NONE);
        }
    }
}
