/* numbers.c - how a value looks: evidence as written, derived values grouped, a true minus.
 *
 * Nothing is rounded here: the text of a derived fact is already as precise as its interval allows.
 */
#include "document.h"

#include "base/num.h"

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Length of the number at the start of text: digits, then a point and digits; 0: none. */
static size_t number_length(struct str text, size_t *whole)
{
    size_t at = 0;
    while (at < text.len && digit(text.at[at])) {
        at++;
    }
    *whole = at;
    if (at > 0 && at + 1 < text.len && text.at[at] == '.' && digit(text.at[at + 1])) {
        at++;
        while (at < text.len && digit(text.at[at])) {
            at++;
        }
    }
    return at;
}

struct str number_grouped(struct arena *home, struct str text)
{
    bool minus = str_starts(text, STR("-"));
    bool plus = str_starts(text, STR("+"));
    struct str rest = str_sub(text, minus || plus ? 1 : 0, text.len);
    size_t whole;
    if (rest.len == 0 || number_length(rest, &whole) != rest.len) {
        return text;
    }
    struct buf out = buf_new(home, text.len * 2 + 8);
    buf_put(&out, minus ? STR("\u2212") : plus ? STR("+") : STR(""));
    for (size_t i = 0; i < whole; i++) {
        if (i > 0 && (whole - i) % 3 == 0) {
            buf_put_char(&out, ',');
        }
        buf_put_char(&out, rest.at[i]);
    }
    buf_put(&out, str_sub(rest, whole, rest.len));
    return buf_str(&out);
}

/* "700.00 W" is its own unit; "700.00" needs one. */
struct str fact_symbol(const struct fact *fact)
{
    double value;
    struct str symbol = str_from(unit_row(fact->value.unit)->symbol);
    if (symbol.len == 0 || fact->placeholder) {
        return (struct str){ "", 0 };
    }
    /* a bare number of another unit than the fact's gets none */
    bool own =
        num_real(fact->value.text, &value) && (!fact->value.number || value == fact->value.value);
    return fact->kind == FACT_DERIVED || own ? symbol : (struct str){ "", 0 };
}

/* "EUR 7136.46" as "EUR 7,136.46", "31.888 million per EUR": the number among the words grouped, a
 * currency set close to it. */
static struct str amount_shown(struct arena *home, struct str text)
{
    size_t blank = str_find(text, STR(" "));
    if (blank == SIZE_MAX) {
        return number_grouped(home, text);
    }
    struct str head = str_sub(text, 0, blank), tail = str_sub(text, blank + 1, text.len);
    size_t whole;
    bool leads = number_length(head, &whole) == head.len;
    struct str grouped = number_grouped(home, leads ? head : tail);
    return leads ? str_format(home, "%.*s %.*s", STR_ARG(grouped), STR_ARG(tail))
                 : str_format(home, "%.*s\u202f%.*s", STR_ARG(head), STR_ARG(grouped));
}

struct str fact_shown(struct arena *home, const struct fact *fact)
{
    if (fact->kind == FACT_DERIVED && fact->value.number) {
        return amount_shown(home, fact->value.text);
    }
    return fact->value.text;
}

bool form_united(enum form form)
{
    return form == FORM_FULL || form == FORM_UNIT;
}

bool form_marked(enum form form)
{
    return form == FORM_FULL || form == FORM_BARE || form == FORM_NUMBER;
}
