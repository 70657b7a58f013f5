/* num.c - numbers that do not lie. GLib's ascii functions read and print in the C locale whatever
 * the program's locale is, and glibc below them rounds the exact binary value half to even. */
#include "base/num.h"

#include <assert.h>
#include <errno.h>
#include <float.h>
#include <glib.h>
#include <math.h>
#include <string.h>

enum {
    REAL_LONGEST = 1024
}; /* longer texts are no measurement and cost quadratic time to convert */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool num_int(struct str text, int64_t *out)
{
    bool negative = text.len && text.at[0] == '-';
    size_t i = negative ? 1 : 0;
    int64_t value = 0;
    if (i == text.len)
        return false;
    for (; i < text.len; i++) {
        if (!is_digit(text.at[i]))
            return false;
        int64_t digit = text.at[i] - '0';
        if (__builtin_mul_overflow(value, (int64_t)10, &value) ||
            __builtin_add_overflow(value, negative ? -digit : digit, &value))
            return false;
    }
    *out = value;
    return true;
}

static int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool num_hex(struct str text, uint64_t *out)
{
    uint64_t value = 0;
    if (text.len < 3 || !str_starts(text, STR("0x")))
        return false;
    for (size_t i = 2; i < text.len; i++) {
        int digit = hex_value(text.at[i]);
        if (digit < 0 || value >> 60)
            return false;
        value = value << 4 | (unsigned)digit;
    }
    *out = value;
    return true;
}

/* The text of a number taken apart: digits * 10^exponent. */
struct real {
    uint64_t digits;
    int exponent;
    bool exact; /* every digit went in, and the exponent fits */
};

/* Steps over at least one digit and takes them in. 19 digits always fit. */
static bool take_digits(struct str text, size_t *at, struct real *real, unsigned *count)
{
    enum { FIT = 19 };
    size_t from = *at, i = from;
    uint64_t digits = real->digits; /* of its own: what a pointer leads to is stored at each step */
    unsigned known = *count;
    for (; i < text.len && is_digit(text.at[i]); i++) {
        if (known == FIT) {
            real->exact = false;
            continue;
        }
        digits = digits * 10 + (unsigned)(text.at[i] - '0');
        known += digits > 0 ? 1 : 0;
    }
    real->digits = digits;
    *count = known;
    *at = i;
    return i > from;
}

static bool take_exponent(struct str text, size_t *at, struct real *real)
{
    enum { FAR = 1000 };
    bool negative = *at < text.len && text.at[*at] == '-';
    if (*at < text.len && (text.at[*at] == '+' || text.at[*at] == '-'))
        ++*at;
    int value = 0;
    size_t from = *at;
    for (; *at < text.len && is_digit(text.at[*at]); ++*at)
        value = value < FAR ? value * 10 + (text.at[*at] - '0') : value;
    real->exact = real->exact && value < FAR;
    real->exponent += negative ? -value : value;
    return *at > from;
}

/* Whether the text is a number as JSON writes one, except that zeros may stand before it, and none
 * before its point, as bc prints it. */
static bool take_apart(struct str text, struct real *real)
{
    unsigned count = 0;
    size_t i = text.len && text.at[0] == '-' ? 1 : 0;
    *real = (struct real){ .exact = true };
    if (!take_digits(text, &i, real, &count) && (i >= text.len || text.at[i] != '.'))
        return false;
    if (i < text.len && text.at[i] == '.') {
        size_t point = ++i;
        if (!take_digits(text, &i, real, &count))
            return false;
        real->exponent = -(int)(i - point);
    }
    if (i < text.len && (text.at[i] == 'e' || text.at[i] == 'E')) {
        i++;
        if (!take_exponent(text, &i, real))
            return false;
    }
    return i == text.len;
}

/* A whole number below 2^53 times or over a power of ten up to 10^22: both are exact in a double,
 * so that the one operation rounds once, as strtod does (W. Clinger, "How to read floating point
 * numbers accurately", 1990). */
static bool real_fast(const struct real *real, double *out)
{
    static const double power[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    int exponent = real->exponent, most = (int)ARRAY_COUNT(power) - 1;
    if (!real->exact || real->digits >> 53 || exponent < -most || exponent > most ||
        FLT_EVAL_METHOD != 0)
        return false;
    double value = (double)real->digits;
    *out = exponent < 0 ? value / power[-exponent] : value * power[exponent];
    return true;
}

/* Apart, so that the numbers that need no copy do not make room for one. */
__attribute__((noinline)) static bool real_slow(struct str text, double *out)
{
    char copy[REAL_LONGEST + 1], *end;
    memcpy(copy, text.at, text.len);
    copy[text.len] = 0;
    *out = g_ascii_strtod(copy, &end);
    return end == copy + text.len && isfinite(*out);
}

static uint64_t load_eight(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return GUINT64_FROM_LE(word);
}

static uint64_t load_four(const char *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return GUINT32_FROM_LE(word);
}

/* The highest bit of each byte that is above 9. */
static uint64_t no_digits(uint64_t word)
{
    static const uint64_t ones = 0x0101010101010101;
    return (((word & 0x7f * ones) + 0x76 * ones) | word) & 0x80 * ones;
}

/* Eight digits, the first in the lowest byte, as one number: pairs, fours and eight in three
 * multiplications (J. Lee, as described by D. Lemire, "Quickly parsing eight digits", 2018). */
static uint64_t eight_digits(uint64_t word)
{
    static const uint64_t mask = 0x000000ff000000ff, first = 0x000f424000000064,
                          second = 0x0000271000000001;
    word = word * 10 + (word >> 8);
    return ((word & mask) * first + (word >> 16 & mask) * second) >> 32;
}

/* The same for nearly all numbers that are measured: four to seventeen characters without an
 * exponent, at most eight digits before and behind the point. False: it is none of that, or no
 * number. */
static inline bool take_short(struct str text, struct real *real)
{
    enum { LEAST = 4, WORD = 8, MOST = 2 * WORD + 1 };
    static const uint32_t power[] = {
        1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000
    };
    static const uint64_t zeros = 0x3030303030303030;
    if (text.len < LEAST) /* an empty one may be nowhere */
        return false;
    bool negative = text.at[0] == '-';
    const char *at = text.at + negative;
    size_t len = text.len - negative;
    if (len < LEAST || len > MOST)
        return false;
    /* Of less than eight characters: those behind are zero bytes, and no digits. */
    uint64_t word =
        len >= WORD ? load_eight(at) : load_four(at) | load_four(at + len - 4) << 8 * (len - 4);
    uint64_t ends = no_digits(word ^ zeros);
    size_t whole = ends ? (size_t)__builtin_ctzll(ends) / 8 : WORD;
    if (whole == 0)
        return false;
    uint64_t before = eight_digits((word ^ zeros) << 8 * (WORD - whole));
    *real = (struct real){ .digits = before, .exact = true };
    if (whole == len)
        return true;
    size_t behind = len - whole - 1;
    if (at[whole] != '.' || behind == 0 || behind > WORD)
        return false;
    word = len >= WORD ? load_eight(at + len - WORD) : word << 8 * (WORD - len);
    word = (word ^ zeros) & ~UINT64_C(0) << 8 * (WORD - behind);
    *real = (struct real){ before * power[behind] + eight_digits(word), -(int)behind, true };
    return no_digits(word) == 0;
}

bool num_real(struct str text, double *out)
{
    struct real real;
    double value;
    if (!take_short(text, &real) && (text.len > REAL_LONGEST || !take_apart(text, &real)))
        return false;
    if (real_fast(&real, &value))
        value = text.at[0] == '-' ? -value : value;
    else if (!real_slow(text, &value))
        return false;
    *out = value == 0 ? 0.0 : value;
    return true;
}

/* "-0.00" says that something is there where nothing is. */
static struct str without_negative_zero(const char *text)
{
    return str_from(text[0] == '-' && strspn(text, "-0.") == strlen(text) ? text + 1 : text);
}

void buf_put_real(struct buf *buf, double value, int decimals)
{
    char format[8], text[384];
    assert(isfinite(value) && decimals >= 0 && decimals <= 15);
    g_snprintf(format, sizeof format, "%%.%df", decimals);
    g_ascii_formatd(text, sizeof text, format, value);
    buf_put(buf, without_negative_zero(text));
}

struct decimal { /* 0.d1 d2 ... would be ambiguous, so: d1.d2d3... times 10^exponent */
    bool negative;
    char digit[20];
    int count, exponent;
};

/* The `digits` significant digits of a value, correctly rounded. */
static struct decimal decimal_of(double value, int digits)
{
    char format[8], text[48];
    struct decimal decimal = { .negative = value < 0 };
    g_snprintf(format, sizeof format, "%%.%de", digits - 1);
    g_ascii_formatd(text, sizeof text, format, value < 0 ? -value : value);
    const char *c = text;
    for (; *c && *c != 'e'; c++)
        if (is_digit(*c))
            decimal.digit[decimal.count++] = *c;
    int64_t exponent = 0;
    struct str rest = str_from(*c ? c + 1 : c);
    if (str_starts(rest, STR("+")))
        rest = str_sub(rest, 1, rest.len);
    bool read = num_int(rest, &exponent);
    assert(read && decimal.count == digits);
    decimal.exponent = value == 0 ? 0 : (int)exponent;
    return decimal;
}

static void put_zeros(struct buf *buf, int count)
{
    for (int i = 0; i < count; i++)
        buf_put_char(buf, '0');
}

static void put_decimal(struct buf *buf, const struct decimal *decimal)
{
    const char *digit = decimal->digit;
    int count = decimal->count, exponent = decimal->exponent;
    if (decimal->negative)
        buf_put_char(buf, '-');
    if (exponent < 0 && exponent >= -5) {
        buf_put(buf, STR("0."));
        put_zeros(buf, -exponent - 1);
        buf_put(buf, (struct str){ digit, (size_t)count });
        return;
    }
    bool plain = exponent >= 0 && exponent <= 15;
    int whole = plain ? exponent + 1 : 1;
    int shown = whole < count ? whole : count;
    buf_put(buf, (struct str){ digit, (size_t)shown });
    put_zeros(buf, whole - shown);
    if (count > whole) {
        buf_put_char(buf, '.');
        buf_put(buf, (struct str){ digit + whole, (size_t)(count - whole) });
    }
    if (!plain)
        buf_putf(buf, "e%c%02d", exponent < 0 ? '-' : '+', exponent < 0 ? -exponent : exponent);
}

void buf_put_significant(struct buf *buf, double value, int digits)
{
    assert(isfinite(value) && digits >= 1 && digits <= 17);
    struct decimal decimal = decimal_of(value, digits);
    put_decimal(buf, &decimal);
}

void buf_put_shortest(struct buf *buf, double value)
{
    char format[8], text[48];
    int digits = 1;
    assert(isfinite(value));
    for (; digits < 17; digits++) {
        g_snprintf(format, sizeof format, "%%.%de", digits - 1);
        g_ascii_formatd(text, sizeof text, format, value);
        double back = g_ascii_strtod(text, NULL);
        if (back <= value && back >= value)
            break;
    }
    struct decimal decimal = decimal_of(value, digits);
    put_decimal(buf, &decimal);
}

double num_sum(const double *value, size_t count)
{
    double sum = 0, lost = 0;
    for (size_t i = 0; i < count; i++) {
        double next = sum + value[i];
        if (fabs(sum) >= fabs(value[i]))
            lost += (sum - next) + value[i];
        else
            lost += (value[i] - next) + sum;
        sum = next;
    }
    return sum + lost;
}
