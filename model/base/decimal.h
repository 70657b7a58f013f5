/* decimal.h - exact decimal arithmetic for money: no binary floating point.
 *
 * A decimal is a whole number of at most 384 bits divided by a power of ten. Sums and products are
 * exact; quotients and roots are rounded once, half to even, to the decimals that the caller asks
 * for. What does not fit becomes `bad`, and so does all that is computed from it: a check of the
 * last result suffices. */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include "base/text.h"

enum { DECIMAL_LIMBS = 12, DECIMAL_PLACES = 60 };

struct decimal { /* minus? limb[] as one number, lowest limb first, / 10^places */
    uint32_t limb[DECIMAL_LIMBS];
    int places; /* 0 to DECIMAL_PLACES */
    bool minus, bad;
};

struct decimal decimal_of(int64_t whole);
/* "1234.50": digits, one point with digits on both sides, '-' in front; no blanks, exponent or
 * thousands separator; at most 30 digits. False: not that, `out` is bad. */
MUST_USE bool decimal_read(struct str text, struct decimal *out);

struct decimal decimal_add(struct decimal a, struct decimal b);
struct decimal decimal_subtract(struct decimal a, struct decimal b);
struct decimal decimal_multiply(struct decimal a, struct decimal b);
/* a / b rounded half to even to `places`; bad where b is 0. */
struct decimal decimal_divide(struct decimal a, struct decimal b, int places);
/* Half to even. More places than a has: zeros are added. */
struct decimal decimal_round(struct decimal a, int places);
struct decimal decimal_ceiling(struct decimal a); /* least whole number that is not below a */
/* Root of a >= 0 rounded down to `places`; bad where a is negative. */
struct decimal decimal_root(struct decimal a, int places);
int decimal_order(struct decimal a, struct decimal b); /* below, at or above 0; neither is bad */
bool decimal_is_zero(struct decimal a);

/* Plain notation with all of its places: "-0.40"; zero has no sign. A bad one is our own mistake.
 */
void decimal_put(struct buf *buf, struct decimal a);
struct str decimal_text(struct arena *home, struct decimal a);
/* The nearest double: to place a mark on an axis, never to compute an amount. */
double decimal_real(struct arena *scratch, struct decimal a);

#endif
