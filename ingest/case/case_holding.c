/* case_holding.c - a condition under which a decision holds, where it is written so that a program
 * can look: "driver.version == \"580.*\"", "B: compile.mode == \"on\"". Any other sentence stays
 * words, for people to look at. */
#include "case_parts.h"
#include "model/decision.h"

#include "names_near.h"

static const struct {
    const char *sign; /* with the quote that its value begins with */
    enum holding_order order;
} orders[] = {
    { " == \"", HOLDING_EQUAL },    { " != \"", HOLDING_OTHER }, { " <= \"", HOLDING_AT_MOST },
    { " >= \"", HOLDING_AT_LEAST }, { " < \"", HOLDING_BELOW },  { " > \"", HOLDING_ABOVE },
};

/* What a condition may be of: what a later run, capture, offer or demand states by itself. What is
 * measured belongs to the requirements, which judge it by its interval. */
static bool may_be_held(enum key key)
{
    switch (vocabulary_row(key)->group) {
    case GROUP_WORKLOAD:
    case GROUP_PRECISION:
    case GROUP_METHODOLOGY:
    case GROUP_EXECUTOR:
    case GROUP_ENVIRONMENT:
    case GROUP_PRICE:
    case GROUP_DEMAND:
        return true;
    case GROUP_CASE:
    case GROUP_PARTY:
    case GROUP_HEALTH:
    case GROUP_RESULT:
    case GROUP_DERIVED:
    case GROUP_COUNT:
        break;
    }
    return false;
}

static const char *key_word(size_t index)
{
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (may_be_held((enum key)i) && index-- == 0)
            return vocabulary_row((enum key)i)->name;
    return NULL;
}

/* The limit of an order, or of a number: in the base of its unit. */
static bool limit_read(const struct checking *checking, const struct json_item *item,
                       struct hold *out)
{
    enum unit own = vocabulary_row(out->key)->unit, given = UNIT_NONE;
    double value;
    bool ordered = out->order != HOLDING_EQUAL && out->order != HOLDING_OTHER;
    if (!number_read(out->value, &value, &given)) {
        if (vocabulary_row(out->key)->likeness == LIKENESS_VERSION || !ordered)
            return true;
        return members_refuse(checking, checking->bad, item,
                              STR("a number, with its unit where it has one, or a version"),
                              "\"%.*s\"", STR_ARG(out->value));
    }
    if (own != UNIT_NONE && unit_row(own)->base != unit_row(given)->base &&
        !(given == UNIT_NONE && unit_row(own)->base == UNIT_COUNT)) {
        return members_refuse(checking, checking->bad, item,
                              str_format(checking->reading->scratch,
                                         "a number with its unit, such as \"1 %s\"",
                                         unit_row(own)->symbol),
                              "\"%.*s\"", STR_ARG(out->value));
    }
    out->number = true;
    out->unit = given;
    out->limit = value * unit_row(given)->factor;
    return true;
}

bool holding_read(const struct checking *checking, const struct json_item *item,
                  const struct case_file *case_file, struct hold *out)
{
    static const struct names names = { .word = key_word };
    struct arena *scratch = checking->reading->scratch;
    struct str text = str_trim(out->fact->value.text);
    size_t at = text.len, behind = 0;
    for (size_t i = 0; i < ARRAY_COUNT(orders); i++) {
        size_t found = str_find(text, str_from(orders[i].sign));
        if (found < at) {
            at = found;
            behind = found + str_from(orders[i].sign).len;
            out->order = orders[i].order;
        }
    }
    size_t end = text.len - 1;
    if (at == text.len || !str_ends(text, STR("\"")) || end < behind)
        return true; /* words */
    out->value = str_sub(text, behind, end);
    struct str name = str_trim(str_sub(text, 0, at));
    size_t colon = str_find(name, STR(": "));
    if (colon < name.len) {
        struct str id = str_trim(str_sub(name, 0, colon));
        for (size_t i = 0; i < case_file->system_count; i++)
            out->system = str_eq(case_file->system[i].id, id) ? &case_file->system[i] : out->system;
        if (!out->system) {
            return members_refuse(checking, checking->bad, item,
                                  STR("the id of a system of the case"), "\"%.*s\"", STR_ARG(id));
        }
        name = str_trim(str_sub(name, colon + 2, name.len));
    }
    if (!vocabulary_find(name, &out->key)) {
        return members_refuse(checking, checking->bad, item, names_expected(scratch, name, &names),
                              "key not known: \"%.*s\"", STR_ARG(name));
    }
    if (!may_be_held(out->key)) {
        return members_refuse(
            checking, checking->bad, item,
            STR("a key of the stack, the workload, prices or demand; what is measured is "
                "bound by \"requirements\""),
            "\"%.*s\"", STR_ARG(name));
    }
    if (str_trim(out->value).len == 0) {
        return members_refuse(checking, checking->bad, item, STR("a value between the quotes"),
                              "nothing");
    }
    out->told = true;
    return limit_read(checking, item, out);
}
