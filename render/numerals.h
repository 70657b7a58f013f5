/* numerals.h - private to render: numbers.c shows facts by it. */
#ifndef RENDER_NUMERALS_H
#define RENDER_NUMERALS_H

#include "document.h"

struct numerals {                                 /* how a language writes figures */
    const char *language, *point, *group, *money; /* thousands apart by; of money by */
    bool behind;                                  /* the currency stands behind the amount */
    const char *ordinal;                          /* behind the day of a date in words */
};
/* Of the skin's language; English for NULL and where it has no words of its own. */
const struct numerals *numerals_of(const struct skin *skin);
/* Length of the number at the start of text: digits, then a point and digits; 0: none. */
size_t number_length(struct str text, size_t *whole);
/* The number with `group` between its thousands; what is none, unchanged. */
struct str digits_grouped(struct arena *home, const struct numerals *as, const char *group,
                          struct str text);

#endif
