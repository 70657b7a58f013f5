/* numerals.c - digits as a language writes them. German after DIN 5008: thousands apart by a narrow
 * blank, of money by a point, the currency behind the amount, dates day first. */
#include "numerals.h"

static const struct numerals numerals[] = { { "en", ".", ",", ",", false, "" },
                                            { "de", ",", "\u202f", ".", true, "." } };

const struct numerals *numerals_of(const struct skin *skin)
{
    for (size_t i = 1; skin && skin->said && i < ARRAY_COUNT(numerals); i++)
        if (str_eq(skin->language, str_from(numerals[i].language)))
            return &numerals[i];
    return &numerals[0];
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

size_t number_length(struct str text, size_t *whole)
{
    size_t at = 0;
    while (at < text.len && digit(text.at[at]))
        at++;
    *whole = at;
    if (at > 0 && at + 1 < text.len && text.at[at] == '.' && digit(text.at[at + 1])) {
        at++;
        while (at < text.len && digit(text.at[at]))
            at++;
    }
    return at;
}

struct str digits_grouped(struct arena *home, const struct numerals *as, const char *group,
                          struct str text)
{
    bool minus = str_starts(text, STR("-"));
    bool plus = str_starts(text, STR("+"));
    struct str rest = str_sub(text, minus || plus ? 1 : 0, text.len);
    size_t whole;
    if (rest.len == 0 || number_length(rest, &whole) != rest.len)
        return text;
    struct buf out = buf_new(home, text.len * 4 + 8);
    buf_put(&out, minus ? STR("\u2212") : plus ? STR("+") : STR(""));
    for (size_t i = 0; i < whole; i++) {
        if (i > 0 && (whole - i) % 3 == 0)
            buf_put(&out, str_from(group));
        buf_put_char(&out, rest.at[i]);
    }
    if (whole < rest.len) {
        buf_put(&out, str_from(as->point));
        buf_put(&out, str_sub(rest, whole + 1, rest.len));
    }
    return buf_str(&out);
}

struct str number_grouped(struct arena *home, const struct skin *skin, struct str text)
{
    const struct numerals *as = numerals_of(skin);
    return digits_grouped(home, as, as->group, text);
}
