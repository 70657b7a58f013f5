/* scalars.c - single values of our own JSON files. */
#include "scalars.h"
#include "names_near.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

enum { NAME_MOST = 64 };

/* ---- diagnostics ---- */

bool members_refuse(const struct checking *checking, enum diag_id id, const struct json_item *item,
                    struct str expected, const char *said, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, said);
    int len = vsnprintf(text, sizeof text, said, arguments);
    va_end(arguments);
    assert(len >= 0);
    struct place place = json_place(checking->json, item);
    place.file = checking->reading->name;
    diag_add(checking->reading->diags, id, place, expected, "%s", text);
    return false;
}

bool refuse_value(const struct checking *checking, const struct json_item *item,
                  struct str expected)
{
    enum { SHOWN = 120 };
    struct str literal = json_literal(checking->json, item);
    return members_refuse(checking, checking->bad, item, expected, "%.*s%s",
                          STR_ARG(str_sub(literal, 0, SHOWN)), literal.len > SHOWN ? " ..." : "");
}

/* Text where a number stands is that number in quotes: an amount is read as it was written. */
bool refuse_text(const struct checking *checking, const struct json_item *item)
{
    struct str literal = json_literal(checking->json, item);
    bool bare = json_type(item) == JSON_NUMBER && literal.len <= NAME_MOST;
    return refuse_value(
        checking, item,
        bare ? str_format(checking->reading->scratch, "text such as \"%.*s\"", STR_ARG(literal))
             : STR("text that is not empty"));
}

/* ---- scalars ---- */

bool is_text(const struct json_item *item)
{
    return json_type(item) == JSON_STRING && str_trim(json_string(item)).len != 0;
}

bool is_id(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        bool later = (c >= '0' && c <= '9') || c == '_' || c == '-';
        if (!letter && !(later && i > 0))
            return false;
    }
    return text.len > 0 && text.len <= NAME_MOST;
}

bool is_word(struct str text, const char *(*word)(size_t index))
{
    const char *name;
    for (size_t i = 0; (name = word(i)); i++)
        if (str_eq(text, str_from(name)))
            return true;
    return false;
}

bool word_check(const struct checking *checking, const struct json_item *item,
                const struct member *member)
{
    if (json_type(item) == JSON_STRING && is_word(json_string(item), member->word))
        return true;
    return refuse_value(checking, item,
                        nearest_word(checking->reading->scratch, json_string(item), member->word));
}

/* Symbols of the units that measure the same thing. */
static struct str units_like(struct arena *home, enum unit unit)
{
    struct buf buf = buf_new(home, 1024);
    buf_put(&buf, STR("one of "));
    size_t listed = 0;
    for (size_t i = 0; i < UNIT_COUNT_OF_UNITS; i++) {
        const struct unit_row *row = unit_row((enum unit)i);
        if (row->base == unit_row(unit)->base && row->symbol[0])
            buf_putf(&buf, "%s%s", listed++ ? ", " : "", row->symbol);
    }
    return buf_str(&buf);
}

/* "60 s": a number, then a unit of the same kind as `unit`. */
static bool quantity_text_check(const struct checking *checking, const struct json_item *item,
                                enum unit unit)
{
    struct arena *home = checking->reading->scratch;
    struct str text = str_trim(json_string(item));
    double value;
    enum unit given = UNIT_NONE;
    if (number_read(text, &value, &given)) {
        if (given != UNIT_NONE && unit_row(given)->base == unit_row(unit)->base)
            return true;
        if (given == UNIT_NONE && unit_row(unit)->base == UNIT_COUNT)
            return true;
        return refuse_value(
            checking, item,
            str_format(home, "a number with its unit, %.*s", STR_ARG(units_like(home, unit))));
    }
    size_t end = 0;
    while (end < text.len && ((text.at[end] >= '0' && text.at[end] <= '9') || text.at[end] == '.' ||
                              text.at[end] == '-'))
        end++;
    struct str behind = str_trim(str_sub(text, end, text.len));
    bool comma =
        behind.len > 1 && behind.at[0] == ',' && behind.at[1] >= '0' && behind.at[1] <= '9';
    if (comma)
        return refuse_value(
            checking, item,
            STR("digits in one piece, with a point before decimals: \"52000.5\", no "
                "comma"));
    if (num_real(str_sub(text, 0, end), &value) && behind.len) {
        return members_refuse(checking, DIAG_UNIT_UNKNOWN, item, units_like(home, unit), "\"%.*s\"",
                              STR_ARG(str_sub(behind, 0, NAME_MOST)));
    }
    return refuse_value(checking, item, STR("a number with its unit, such as \"60 s\""));
}

bool quantity_check(const struct checking *checking, const struct json_item *item, enum unit unit)
{
    double value;
    if (json_type(item) == JSON_STRING)
        return quantity_text_check(checking, item, unit);
    if (unit_row(unit)->base == UNIT_COUNT && json_type(item) == JSON_NUMBER &&
        json_real(checking->json, item, &value))
        return true;
    struct arena *home = checking->reading->scratch;
    if (unit_row(unit)->base == UNIT_COUNT)
        return refuse_value(checking, item, STR("a number"));
    return refuse_value(
        checking, item,
        str_format(home, "text: a number with its unit, such as \"1 %s\"", unit_row(unit)->symbol));
}

bool scalar(const struct json_item *item)
{
    switch (json_type(item)) {
    case JSON_FALSE:
    case JSON_TRUE:
    case JSON_NUMBER:
        return true;
    case JSON_STRING:
        return is_text(item);
    case JSON_NULL:
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    }
    return false;
}

static bool number_value_check(const struct checking *checking, const struct json_item *item,
                               enum key key)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    double value;
    if (json_type(item) == JSON_NUMBER && json_real(checking->json, item, &value))
        return true;
    enum unit given = UNIT_NONE;
    if (json_type(item) == JSON_STRING) {
        if (text_is_placeholder(json_string(item)))
            return is_text(item) || refuse_value(checking, item, STR("a number"));
        if (number_read(json_string(item), &value, &given) && given == UNIT_NONE)
            return true;
        return quantity_text_check(checking, item, row->unit);
    }
    return refuse_value(checking, item, STR("a number, or text with a number and its unit"));
}

bool value_check(const struct checking *checking, const struct json_item *item, enum key key)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    struct moment moment;
    double seconds;
    switch (row->type) {
    case TYPE_COUNT:
    case TYPE_REAL:
        return number_value_check(checking, item, key);
    case TYPE_TIME:
        if ((json_real(checking->json, item, &seconds) && seconds < UNIX_SECONDS_MOST) ||
            (json_type(item) == JSON_STRING && time_read(json_string(item), &moment)))
            return true;
        return refuse_value(checking, item,
                            STR("seconds since 1970, or a date such as \"2026-11-27T23:27:05Z\""));
    case TYPE_LIST:
        if (json_type(item) == JSON_ARRAY) {
            const struct json_item *child = json_next(item, NULL);
            for (; child; child = json_next(item, child))
                if (!scalar(child))
                    return refuse_value(checking, child, STR("text or a number"));
            return true;
        }
        break;
    case TYPE_TEXT:
    case TYPE_VERSION:
        break;
    }
    return scalar(item) ||
           refuse_value(checking, item, STR("text that is not empty, a number, true or false"));
}
