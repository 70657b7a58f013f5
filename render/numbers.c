/* numbers.c - how a value looks: evidence as written, derived values grouped, a true minus.
 *
 * Nothing is rounded here but amounts of the table on page one: the text of a derived fact is
 * already as precise as its interval allows.
 * Prices, demand and limits that the case states are grouped, too; in a report in another language
 * than English all figures and dates of evidence are written as that language writes them. The
 * table of facts alone shows them to the letter. */
#include "numerals.h"

#include "base/decimal.h"
#include "base/num.h"
#include "model/likeness.h"

#include <string.h>

static bool foreign(const struct skin *skin)
{
    return numerals_of(skin) != numerals_of(NULL);
}

/* "1 month": of a symbol that is a word, the word for one; of any other, itself. */
static struct str singular(struct str symbol)
{
    static const char *const words[] = { "days",   "months",   "years",
                                         "tokens", "requests", "iterations" };
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        if (str_eq(symbol, str_from(words[i])))
            return str_sub(symbol, 0, symbol.len - 1);
    return symbol;
}

/* "700.00 W" is its own unit; "700.00" needs one. */
struct str fact_symbol(struct arena *home, const struct skin *skin, const struct fact *fact)
{
    double value;
    struct str symbol = str_from(unit_row(fact->value.unit)->symbol);
    /* the date that a skin shows of a moment has no unit */
    if (symbol.len == 0 || fact->placeholder || (skin && epoch_text(home, fact).len > 0))
        return (struct str){ "", 0 };
    /* a bare number of another unit than the fact's gets none */
    bool own =
        num_real(fact->value.text, &value) && (!fact->value.number || value == fact->value.value);
    if (fact->kind != FACT_DERIVED && !own)
        return (struct str){ "", 0 };
    return worded(home, skin, str_eq(fact->value.text, STR("1")) ? singular(symbol) : symbol);
}

/* "EUR 7136.46" as "EUR 7,136.46", "31.888 million per EUR": the number among the words grouped, a
 * currency set close to it. */
static struct str amount_shown(struct arena *home, const struct skin *skin, struct str text)
{
    const struct numerals *as = numerals_of(skin);
    size_t blank = str_find(text, STR(" "));
    if (blank == SIZE_MAX)
        return number_grouped(home, skin, text);
    struct str head = str_sub(text, 0, blank), tail = str_sub(text, blank + 1, text.len);
    size_t whole;
    if (number_length(head, &whole) == head.len) {
        return str_format(home, "%.*s\u00a0%.*s", STR_ARG(number_grouped(home, skin, head)),
                          STR_ARG(worded(home, skin, tail)));
    }
    struct str amount = digits_grouped(home, as, as->money, tail);
    return as->behind ? str_format(home, "%.*s\u202f%.*s", STR_ARG(amount), STR_ARG(head))
                      : str_format(home, "%.*s\u202f%.*s", STR_ARG(head), STR_ARG(amount));
}

static bool like(struct str text, const char *form) /* a '0' in it stands for any digit */
{
    bool same = text.len == strlen(form);
    for (size_t i = 0; same && i < text.len; i++)
        same = form[i] == '0' ? text.at[i] >= '0' && text.at[i] <= '9' : text.at[i] == form[i];
    return same;
}

/* "2026-11-30" as "30.11.2026", "2027-05" as "05/2027", with a time of UTC behind the day where it
 * has one; anything else empty. */
static struct str date_shown(struct arena *home, struct str text)
{
    struct str year = str_sub(text, 0, 4), month = str_sub(text, 5, 7), day = str_sub(text, 8, 10);
    if (like(text, "0000-00"))
        return str_format(home, "%.*s/%.*s", STR_ARG(month), STR_ARG(year));
    bool timed = like(text, "0000-00-00T00:00:00Z");
    if (!timed && !like(text, "0000-00-00"))
        return (struct str){ 0 };
    struct str date =
        str_format(home, "%.*s.%.*s.%.*s", STR_ARG(day), STR_ARG(month), STR_ARG(year));
    return timed ? str_format(home, "%.*s, %.*s UTC", STR_ARG(date), STR_ARG(str_sub(text, 11, 19)))
                 : date;
}

/* Amounts and rates are exact decimals, kept as texts. */
static bool decimal(enum key key)
{
    static const enum key keys[] = { KEY_PRICE_AMOUNT, KEY_PRICE_RESIDUAL, KEY_EXCHANGE_RATE,
                                     KEY_ENERGY_PRICE, KEY_ENERGY_COOLING, KEY_WORTH_AMOUNT,
                                     KEY_TOKENS_PRICE, KEY_TOKENS_RATIO,   KEY_LINE_AMOUNT };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
        if (keys[i] == key)
            return true;
    return false;
}

/* A figure that the evidence wrote, with its unit where it wrote one: "0.1 %", "52000
 * tokens/s". */
static struct str figure_shown(struct arena *home, const struct skin *skin, const struct fact *fact)
{
    const struct vocabulary_row *row = vocabulary_row(fact->key);
    const struct numerals *as = numerals_of(skin);
    struct str text = fact->value.text;
    size_t blank = str_find(text, STR(" "));
    struct str number = str_sub(text, 0, blank), unit = { 0 };
    double value;
    bool figure = row->type == TYPE_REAL || row->type == TYPE_COUNT || decimal(fact->key);
    if (!figure || !num_real(number, &value))
        return text;
    number = digits_grouped(home, as, row->group == GROUP_PRICE ? as->money : as->group, number);
    if (blank != SIZE_MAX)
        unit = worded(home, skin, str_sub(text, blank + 1, text.len));
    return unit.len > 0 ? str_format(home, "%.*s\u202f%.*s", STR_ARG(number), STR_ARG(unit))
                        : number;
}

/* Words of the case's own form, "buyer" or "not met", which the report says in its
 * language. */
static bool closed(enum key key)
{
    static const enum key keys[] = { KEY_PARTY_KIND, KEY_PARTY_PAID_BY, KEY_PARTY_HOSTED_BY,
                                     KEY_PARTY_CONFIGURED_BY, KEY_DECISION_RESULT };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
        if (keys[i] == key)
            return true;
    return false;
}

/* What the case asks and what is offered for it. */
static bool is_terms(const struct fact *fact)
{
    enum group group = vocabulary_row(fact->key)->group;
    return fact->kind == FACT_DECLARED && (group == GROUP_PRICE || group == GROUP_DEMAND);
}

struct str fact_shown(struct arena *home, const struct skin *skin, const struct fact *fact)
{
    bool derived = fact->kind == FACT_DERIVED;
    struct str counted = skin ? epoch_text(home, fact) : (struct str){ 0 };
    struct str text = counted.len > 0 ? counted : fact->value.text;
    if (!foreign(skin) && derived)
        return fact->value.number ? amount_shown(home, skin, text) : text;
    if (!foreign(skin)) /* prices, demand and limits, which stand beside figures made of them */
        return skin && is_terms(fact) ? figure_shown(home, skin, fact) : text;
    if (fact->key == KEY_SYSTEM_ID || fact->key == KEY_COPIED_FILE)
        return fact->value.text; /* derived, but of names */
    /* what a person wrote, or a key of times; a tool's text that looks like a day is a
     * name */
    bool time = vocabulary_row(fact->key)->type == TYPE_TIME;
    struct str date =
        time || derived || fact->kind == FACT_DECLARED ? date_shown(home, text) : (struct str){ 0 };
    if (date.len > 0)
        return date;
    if (derived && fact->value.number)
        return amount_shown(home, skin, fact->value.text);
    if (derived || closed(fact->key))
        return worded(home, skin, fact->value.text);
    return figure_shown(home, skin, fact);
}

/* ---- days in words ---- */

enum { MONTHS = 12 };
static const char *const
    months[MONTHS][2] = { /* strings: in full, and cut short */
                          { "month.january", "month.jan" },   { "month.february", "month.feb" },
                          { "month.march", "month.mar" },     { "month.april", "month.apr" },
                          { "month.may", "month.may.short" }, { "month.june", "month.jun" },
                          { "month.july", "month.jul" },      { "month.august", "month.aug" },
                          { "month.september", "month.sep" }, { "month.october", "month.oct" },
                          { "month.november", "month.nov" },  { "month.december", "month.dec" }
    };

/* No line ends between a day and its month, nor within a month that has no day. */
static struct str day_worded(struct arena *home, const struct skin *skin, struct str text,
                             bool brief)
{
    bool timed = like(text, "0000-00-00T00:00:00Z");
    bool day = timed || like(text, "0000-00-00");
    int64_t month, of_month = 0;
    if ((!day && !like(text, "0000-00")) || !num_int(str_sub(text, 5, 7), &month) || month < 1 ||
        month > MONTHS || (day && !num_int(str_sub(text, 8, 10), &of_month)))
        return text;
    struct str year = str_sub(text, 0, 4);
    struct str name = skin_string(skin, months[month - 1][brief ? 1 : 0]);
    if (!day)
        return str_format(home, "%.*s\u00a0%.*s", STR_ARG(name), STR_ARG(year));
    struct str date = str_format(home, "%d%s\u00a0%.*s %.*s", (int)of_month,
                                 numerals_of(skin)->ordinal, STR_ARG(name), STR_ARG(year));
    return timed ? str_format(home, "%.*s, %.*s UTC", STR_ARG(date), STR_ARG(str_sub(text, 11, 19)))
                 : date;
}

struct str day_shown(struct arena *home, const struct skin *skin, struct str day)
{
    return day_worded(home, skin, day, false);
}

/* "EUR 7136.46" as "7,136", as the sentence above the table says it; below a hundred to the cent.
 * What is no such amount, as it is shown. */
static struct str amount_bare(struct arena *home, const struct skin *skin, const struct fact *fact)
{
    enum { CODE = 3, HUNDRED = 100 };
    struct str text = fact->value.text;
    struct decimal amount;
    if (fact->kind != FACT_DERIVED || text.len <= CODE + 1 || text.at[CODE] != ' ' ||
        !decimal_read(str_sub(text, CODE + 1, text.len), &amount))
        return fact_shown(home, skin, fact);
    if (decimal_order(amount, decimal_of(HUNDRED)) >= 0)
        amount = decimal_round(amount, 0);
    return digits_grouped(home, numerals_of(skin), numerals_of(skin)->money,
                          decimal_text(home, amount));
}

/* "−3" as "3". */
static struct str unsigned_shown(struct str text)
{
    static const char *const signs[] = { "\u2212", "-" };
    for (size_t i = 0; i < ARRAY_COUNT(signs); i++)
        if (str_starts(text, str_from(signs[i])))
            return str_sub(text, str_from(signs[i]).len, text.len);
    return text;
}

struct str form_shown(struct arena *home, const struct skin *skin, const struct fact *fact,
                      enum form form)
{
    if (form == FORM_AMOUNT)
        return amount_bare(home, skin, fact);
    if (form == FORM_LESS || form == FORM_SIZE)
        return unsigned_shown(fact_shown(home, skin, fact));
    if (form == FORM_DAY || form == FORM_SHORT || form == FORM_MOMENT)
        return day_worded(home, skin, fact->value.text, form != FORM_DAY);
    return fact_shown(home, form_skin(skin, fact, form), fact);
}

bool fact_foreign(const struct skin *skin, const struct fact *fact)
{
    bool tool = fact->kind == FACT_CAPTURED || fact->kind == FACT_MEASURED;
    return foreign(skin) && tool && vocabulary_row(fact->key)->type == TYPE_TEXT;
}

const struct skin *form_skin(const struct skin *skin, const struct fact *fact, enum form form)
{
    return form == FORM_WRITTEN && fact->kind != FACT_DERIVED ? NULL : skin;
}

bool form_united(enum form form)
{
    return form == FORM_FULL || form == FORM_UNIT || form == FORM_WRITTEN || form == FORM_LESS;
}

struct str mark_shown(struct arena *home, const struct node *node)
{
    enum { LETTERS = 26 };
    struct str out = { 0 };
    for (unsigned rest = node->letter; rest > 0; rest = (rest - 1) / LETTERS)
        out = str_format(home, "%c%.*s", (char)('a' + (rest - 1) % LETTERS), STR_ARG(out));
    return out.len > 0 ? out : str_format(home, "%u", node->fact->number);
}

bool form_marked(enum form form)
{
    return form == FORM_FULL || form == FORM_BARE || form == FORM_NUMBER || form == FORM_MOMENT;
}

enum form form_told(const struct fact *fact)
{
    bool time = vocabulary_row(fact->key)->type == TYPE_TIME || fact->kind == FACT_DERIVED;
    bool month = fact->kind == FACT_DERIVED && like(fact->value.text, "0000-00");
    return month || (time && like(fact->value.text, "0000-00-00T00:00:00Z")) ? FORM_MOMENT
                                                                             : FORM_FULL;
}
