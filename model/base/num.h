/* num.h - numbers that do not lie: checked sizes, strict parsing, exact printing.
 *
 * No function here depends on a locale. */
#ifndef BASE_NUM_H
#define BASE_NUM_H

#include "base/text.h"

MUST_USE bool num_add(size_t a, size_t b, size_t *out); /* false on overflow, out untouched */
MUST_USE bool num_mul(size_t a, size_t b, size_t *out);

/* Whole text or nothing: decimal digits with an optional leading '-'; no blanks, no '+', no
 * overflow. */
MUST_USE bool num_int(struct str text, int64_t *out);
/* Hexadecimal after 0x, whole text, at most 64 bits. */
MUST_USE bool num_hex(struct str text, uint64_t *out);
/* Decimal real as JSON writes it, leading zeros allowed, and none before the point; the point is
 * '.'; no hex, no inf or nan, no thousands separator; overflow to infinity is refused. -0 reads as
 * 0. */
MUST_USE bool num_real(struct str text, double *out);

/* Correctly rounded, half to even on the exact binary value; `decimals` digits after the point,
 * never an exponent; decimals 0 to 15. */
void buf_put_real(struct buf *buf, double value, int decimals);
/* `digits` significant digits, plain notation where the exponent lies in -5..15, else d.ddde+NN;
 * trailing zeros kept. */
void buf_put_significant(struct buf *buf, double value, int digits);
/* Shortest text that reads back as the same double. */
void buf_put_shortest(struct buf *buf, double value);

/* Sum by Neumaier's compensated algorithm (Neumaier 1974, "Rundungsfehleranalyse einiger Verfahren
 * zur Summation endlicher Summen"), in index order. */
double num_sum(const double *value, size_t count);

#endif
