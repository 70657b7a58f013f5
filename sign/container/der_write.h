/* der_write.h - making DER (ITU-T X.690 section 10), small values from the inside out. */
#ifndef SIGN_DER_WRITE_H
#define SIGN_DER_WRITE_H

#include "der.h"

/* One value: tag, length, content. */
struct str der_make(struct arena *home, unsigned tag, struct str content);
/* Values one after another. */
struct str der_join(struct arena *home, const struct str *value, size_t count);
/* A constructed value of the given values. */
struct str der_wrap(struct arena *home, unsigned tag, const struct str *value, size_t count);
/* The same with the values in the order that DER asks of a SET OF: by their bytes. */
struct str der_set(struct arena *home, unsigned tag, const struct str *value, size_t count);
/* A positive number. */
struct str der_number(struct arena *home, uint64_t value);
/* A positive number from its bytes, most significant first. */
struct str der_unsigned(struct arena *home, struct str bytes);
/* UTCTime up to 2049, GeneralizedTime after: RFC 5652 section 11.3. */
struct str der_time(struct arena *home, int64_t seconds);

#define DER_PARTS(...)                                                                             \
    ((const struct str[]){ __VA_ARGS__ }),                                                         \
        sizeof((const struct str[]){ __VA_ARGS__ }) / sizeof(struct str)

#endif
