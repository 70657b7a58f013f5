/* figures_text.c - figures of the short answers: thousands apart, times in a unit that people read.
 */
#include "figures_text.h"
#include "base/num.h"
#include "model/values.h"
#include "short_text.h"
#include <glib.h>
#include <math.h>

/* "1234567.5" as "1,234,567.5"; other text as it is. */
static void put_grouped(struct buf *out, struct str text)
{
    size_t from = text.len > 0 && text.at[0] == '-', whole = from;
    while (whole < text.len && g_ascii_isdigit(text.at[whole]))
        whole++;
    double bare;
    if (!num_real(text, &bare) || whole - from < 4) {
        buf_put(out, text);
        return;
    }
    for (size_t i = 0; i < text.len; i++) {
        if (i > from && i < whole && (whole - i) % 3 == 0)
            buf_put_char(out, ',');
        buf_put_char(out, text.at[i]);
    }
}

static const struct scale {
    double least, factor; /* from so many seconds on; what a second is in it */
    const char *symbol;
} times[] = { { 1, 1, "s" }, { 1e-3, 1e3, "ms" }, { 1e-6, 1e6, "us" }, { 0, 1e9, "ns" } };

/* The unit of a time that leaves it at least 1; NULL: it is no time, or none is needed. */
static const struct scale *scale_of(const struct fact *fact, double *seconds)
{
    const struct unit_row *unit = unit_row(fact->value.unit);
    double bare;
    if (unit->base != UNIT_SECOND || !fact->value.number || !(fact->value.value > 0) ||
        !num_real(fact->value.text, &bare))
        return NULL;
    size_t at = 0;
    *seconds = fact->value.value * unit->factor;
    while (at + 1 < ARRAY_COUNT(times) && *seconds < times[at].least)
        at++;
    return &times[at];
}

/* Digits that a number is written with, zeros at its front left out. */
static int digits_of(struct str text)
{
    int count = 0;
    for (size_t i = 0; i < text.len && text.at[i] != 'e' && text.at[i] != 'E'; i++)
        if (g_ascii_isdigit(text.at[i]) && (count > 0 || text.at[i] != '0'))
            count++;
    return count > 0 ? count : 1;
}

static void put_scaled(struct buf *out, const struct fact *fact, const struct scale *scale)
{
    char text[64];
    double seconds = fact->value.value * unit_row(fact->value.unit)->factor * scale->factor;
    int whole = seconds >= 1 ? (int)floor(log10(seconds)) + 1 : 1;
    int digits = digits_of(fact_value(out->home, fact));
    struct str format = str_format(out->home, "%%.%df", digits > whole ? digits - whole : 0);
    g_ascii_formatd(text, sizeof text, str_c(out->home, format), seconds);
    put_grouped(out, str_from(text));
}

static void put_number(struct buf *out, const struct fact *fact, const struct scale *scale)
{
    if (scale && scale != times)
        put_scaled(out, fact, scale);
    else
        put_grouped(out, fact_value(out->home, fact));
}

static void put_unit(struct buf *out, const struct fact *fact, const struct scale *scale,
                     struct str unit)
{
    const char *symbol =
        scale && scale != times ? scale->symbol : unit_row(fact->value.unit)->symbol;
    if (symbol[0] != 0)
        buf_putf(out, " %s", symbol);
    else if (unit.len > 0) {
        buf_put_char(out, ' ');
        short_cut(out, unit, 24);
    }
}

void figures_put(struct buf *out, const struct fact *fact, struct str unit)
{
    double seconds;
    const struct scale *scale = scale_of(fact, &seconds);
    put_number(out, fact, scale);
    put_unit(out, fact, scale, unit);
}

void figures_put_pair(struct buf *out, const struct fact *first, const char *between,
                      const struct fact *second, struct str unit)
{
    double seconds;
    const struct scale *scale = scale_of(second, &seconds);
    bool both = scale_of(first, &seconds) != NULL;
    put_number(out, first, both ? scale : NULL);
    buf_put(out, str_from(between));
    put_number(out, second, both ? scale : NULL);
    put_unit(out, second, both ? scale : NULL, unit);
}

/* 149,343,312 as 149,343,000: no power of ten for people, and no more digits than other figures. */
static double six_digits(double value)
{
    double step = 1;
    while (fabs(value) / step >= 1e6)
        step *= 10;
    return round(value / step) * step;
}

void figures_put_short(struct buf *out, const struct fact *fact)
{
    double bare, seconds;
    const struct scale *scale = scale_of(fact, &seconds);
    const char *symbol = unit_row(fact->value.unit)->symbol;
    if (!num_real(fact->value.text, &bare) || !fact->value.number) {
        buf_put_visible(out, str_sub(fact->value.text, 0, 60));
        return;
    }
    if (scale) {
        bare = seconds * scale->factor;
        symbol = scale->symbol;
    }
    char text[64];
    bool large = fabs(bare) >= 1e6 && fabs(bare) < 1e15;
    g_ascii_formatd(text, sizeof text,
                    large                        ? "%.0f"
                    : bare < 1e6 && bare >= 1e-4 ? "%.6g"
                                                 : "%.7g",
                    large ? six_digits(bare) : bare);
    put_grouped(out, str_from(text));
    if (symbol[0] != 0)
        buf_putf(out, " %s", symbol);
}
