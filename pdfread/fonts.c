/* fonts.c - ToUnicode maps (ISO 32000-1, 9.10.3) and widths (9.2.4, 9.7.4.3). A code that two lines
 * of a map give two meanings is refused: readers take the first or the last. */
#include "fonts.h"
#include "tokens.h"

#include <string.h>

enum {
    NARROW = 256,
    WIDE = 65536,
    RANGE_MOST = 65536,   /* codes that all ranges of one map name */
    CHARACTERS_MOST = 64, /* of one code, in bytes of UTF-16 */
};

static uint32_t big_endian(struct str bytes)
{
    uint32_t value = 0;
    for (size_t i = 0; i < bytes.len; i++)
        value = value << 8 | (unsigned char)bytes.at[i];
    return value;
}

static void put_utf8(struct buf *out, uint32_t rune)
{
    static const unsigned char first[] = { 0x00, 0xC0, 0xE0, 0xF0 };
    size_t more = rune < 0x80 ? 0 : rune < 0x800 ? 1 : rune < 0x10000 ? 2 : 3;
    buf_put_char(out, (char)(first[more] | rune >> (6 * more)));
    for (size_t i = more; i > 0; i--)
        buf_put_char(out, (char)(0x80 | (rune >> (6 * (i - 1)) & 0x3F)));
}

bool utf16_text(struct arena *home, struct str units, struct str *out)
{
    struct buf text = buf_new(home, units.len * 2 + 4);
    for (size_t at = 0; at < units.len; at += 2) {
        uint32_t rune = big_endian(str_sub(units, at, at + 2));
        if (rune >= 0xD800 && rune < 0xDC00) {
            at += 2;
            uint32_t low = big_endian(str_sub(units, at, at + 2));
            if (low < 0xDC00 || low >= 0xE000)
                return false;
            rune = 0x10000 + ((rune - 0xD800) << 10) + (low - 0xDC00);
        } else if (rune >= 0xDC00 && rune < 0xE000) {
            return false;
        }
        put_utf8(&text, rune);
    }
    *out = buf_str(&text);
    return units.len > 0 && units.len % 2 == 0 && units.len <= CHARACTERS_MOST;
}

struct mapping {
    struct opened *opened;
    struct font *font;
    size_t given; /* codes so far */
};

static bool fault(struct mapping *m, const char *what)
{
    return opened_fault(m->opened, "the character map of font %.*s %s", STR_ARG(m->font->name),
                        what);
}

static bool map_one(struct mapping *m, size_t code, struct str units)
{
    struct str text;
    if (code >= m->font->count || ++m->given > RANGE_MOST)
        return fault(m, "names codes that the font has not");
    if (!utf16_text(m->opened->home, units, &text))
        return fault(m, "gives what is no text");
    if (m->font->said[code].at && !str_eq(m->font->said[code], text))
        return fault(m, "gives one code two meanings");
    m->font->said[code] = text;
    return true;
}

/* <first> <last> <text of the first>, or an array of texts. */
static bool map_range(struct mapping *m, struct str first, struct str last, struct str *rest)
{
    struct arena *home = m->opened->home;
    struct token to = token_next(home, rest);
    size_t from = big_endian(first);
    size_t end = big_endian(last);
    bool array = to.type == TOKEN_ARRAY;
    if ((to.type != TOKEN_STRING && !array) || end < from || end >= m->font->count ||
        (!array && to.text.len < 2))
        return fault(m, "has a range that is none");
    for (size_t code = from; code <= end; code++) {
        struct str units = to.text;
        if (array) {
            struct token one = token_next(home, rest);
            if (one.type != TOKEN_STRING)
                return fault(m, "has a range that is none");
            units = one.text;
        } else if (code > from) {
            uint32_t unit =
                big_endian(str_sub(units, units.len - 2, units.len)) + (uint32_t)(code - from);
            char *copy = ARENA_MANY(home, units.len, char);
            memcpy(copy, units.at, units.len);
            copy[units.len - 2] = (char)(unit >> 8 & 255);
            copy[units.len - 1] = (char)(unit & 255);
            units = (struct str){ copy, units.len };
        }
        if (!map_one(m, code, units))
            return false;
    }
    return !array || token_next(home, rest).type == TOKEN_ARRAY_END ||
           fault(m, "has a range that is none");
}

/* One section, "beginbfchar" or "beginbfrange", up to its end. */
static bool map_section(struct mapping *m, struct str *rest, bool range)
{
    struct arena *home = m->opened->home;
    size_t bytes = m->font->wide ? 2 : 1;
    for (;;) {
        struct token code = token_next(home, rest);
        if (code.type == TOKEN_WORD) {
            return str_eq(code.text, range ? STR("endbfrange") : STR("endbfchar")) ||
                   fault(m, "has a section that does not end");
        }
        struct token second = token_next(home, rest);
        if (code.type != TOKEN_STRING || second.type != TOKEN_STRING || code.text.len != bytes ||
            (range && second.text.len != bytes))
            return fault(m, "has a line that is none");
        if (range ? !map_range(m, code.text, second.text, rest)
                  : !map_one(m, big_endian(code.text), second.text))
            return false;
    }
}

static bool map_read(struct opened *opened, struct str map, struct font *font)
{
    struct mapping m = { opened, font, 0 };
    for (;;) {
        struct token token = token_next(opened->home, &map);
        bool range = token.type == TOKEN_WORD && str_eq(token.text, STR("beginbfrange"));
        bool one = token.type == TOKEN_WORD && str_eq(token.text, STR("beginbfchar"));
        if (token.type == TOKEN_END)
            return true;
        if (token.type == TOKEN_BAD ||
            (token.type == TOKEN_WORD && str_eq(token.text, STR("usecmap"))))
            return fault(&m, "is not written as reports have it");
        if ((range || one) && !map_section(&m, &map, range))
            return false;
    }
}

static double number_of(struct opened *opened, qpdf_oh object)
{
    double value = qpdf_oh_get_numeric_value(opened->q, object);
    return value > -1e6 && value < 1e6 ? value : 0; /* NaN included */
}

/* /Widths from /FirstChar on. */
static bool narrow_widths(struct opened *opened, qpdf_oh dictionary, struct font *font)
{
    qpdf_oh widths = opened_key(opened, dictionary, "/Widths");
    int count =
        qpdf_oh_is_array(opened->q, widths) ? qpdf_oh_get_array_n_items(opened->q, widths) : 0;
    long long first =
        qpdf_oh_get_int_value(opened->q, opened_key(opened, dictionary, "/FirstChar"));
    for (int i = 0; i < count; i++) {
        if (first < 0 || first + i >= NARROW)
            return opened_fault(opened, "widths of codes that no font has");
        qpdf_oh item = qpdf_oh_get_array_item(opened->q, widths, i);
        font->width[first + i] = number_of(opened, item);
        qpdf_oh_release(opened->q, item);
    }
    return true;
}

/* /W: first [ widths ], or first last width. */
static bool wide_widths(struct opened *opened, qpdf_oh below, struct font *font)
{
    qpdf_data q = opened->q;
    qpdf_oh widths = opened_key(opened, below, "/W");
    qpdf_oh usual = opened_key(opened, below, "/DW");
    double other = qpdf_oh_is_number(q, usual) ? number_of(opened, usual) : 1000;
    int count = qpdf_oh_is_array(q, widths) ? qpdf_oh_get_array_n_items(q, widths) : 0;
    for (size_t i = 0; i < font->count; i++)
        font->width[i] = other;
    for (int i = 0; i + 1 < count;) {
        long long first = qpdf_oh_get_int_value(q, qpdf_oh_get_array_item(q, widths, i));
        qpdf_oh second = qpdf_oh_get_array_item(q, widths, i + 1);
        bool list = qpdf_oh_is_array(q, second);
        long long last = list ? first + qpdf_oh_get_array_n_items(q, second) - 1
                              : qpdf_oh_get_int_value(q, second);
        if (first < 0 || last >= WIDE || last < first - 1 || (!list && i + 2 >= count))
            return opened_fault(opened, "widths of codes that no font has");
        for (long long code = first; code <= last; code++) {
            qpdf_oh item = list ? qpdf_oh_get_array_item(q, second, (int)(code - first))
                                : qpdf_oh_get_array_item(q, widths, i + 2);
            font->width[code] = number_of(opened, item);
            qpdf_oh_release(q, item);
        }
        i += list ? 2 : 3;
    }
    return true;
}

bool font_read(struct opened *opened, qpdf_oh dictionary, struct font *out)
{
    qpdf_data q = opened->q;
    struct str kind = opened_name(opened, opened_key(opened, dictionary, "/Subtype"));
    struct str name = opened_name(opened, opened_key(opened, dictionary, "/BaseFont"));
    *out = (struct font){ .name =
                              name.len > 7 && name.at[6] == '+' ? str_sub(name, 7, name.len) : name,
                          .wide = str_eq(kind, STR("Type0")) };
    struct str map;
    if (!out->wide && !str_eq(kind, STR("TrueType")) && !str_eq(kind, STR("Type1"))) {
        return opened_fault(opened, "a font of kind %.*s, whose letters cannot be told",
                            STR_ARG(kind));
    }
    if (!opened_stream(opened, opened_key(opened, dictionary, "/ToUnicode"), &map))
        return false;
    out->count = out->wide ? WIDE : NARROW;
    out->said = ARENA_MANY(opened->home, out->count, struct str);
    out->width = ARENA_MANY(opened->home, out->count, double);
    if (!map_read(opened, map, out))
        return false;
    if (!out->wide)
        return narrow_widths(opened, dictionary, out);
    qpdf_oh below = opened_key(opened, dictionary, "/DescendantFonts");
    below = qpdf_oh_is_array(q, below) && qpdf_oh_get_array_n_items(q, below) == 1
                ? qpdf_oh_get_array_item(q, below, 0)
                : qpdf_oh_new_null(q);
    if (!str_eq(opened_name(opened, opened_key(opened, dictionary, "/Encoding")),
                STR("Identity-H")))
        return opened_fault(opened, "a font with another coding than Identity-H");
    return wide_widths(opened, below, out);
}

bool font_code(const struct font *font, struct str *rest, size_t *code)
{
    size_t bytes = font->wide ? 2 : 1;
    if (rest->len < bytes)
        return false;
    *code = big_endian(str_sub(*rest, 0, bytes));
    *rest = str_sub(*rest, bytes, rest->len);
    return font->said[*code].at != NULL;
}
