/* der.h - walking DER (ITU-T X.690) strictly: one encoding of each value, nothing after it. */
#ifndef SIGN_DER_H
#define SIGN_DER_H

#include "base/text.h"

enum der_tag {
    DER_BOOLEAN = 0x01,
    DER_INTEGER = 0x02,
    DER_BIT_STRING = 0x03,
    DER_OCTET_STRING = 0x04,
    DER_NULL = 0x05,
    DER_OID = 0x06,
    DER_ENUMERATED = 0x0a,
    DER_UTC_TIME = 0x17,
    DER_GENERALIZED_TIME = 0x18,
    DER_SEQUENCE = 0x30,
    DER_SET = 0x31,
    DER_CONTEXT_0 = 0xa0, /* constructed, as all the tagged fields met here are */
    DER_CONTEXT_1 = 0xa1,
    DER_CONTEXT_2 = 0xa2,
    DER_CONTEXT_3 = 0xa3,
};

struct der {
    unsigned tag;
    struct str whole, content; /* with and without tag and length */
};

/* Takes the next value off `rest`. False at the end, or where the length is indefinite, not minimal
 * or too long. */
MUST_USE bool der_next(struct str *rest, struct der *out);
/* Same, and it must have this tag; `rest` stays where it was if not. */
MUST_USE bool der_take(struct str *rest, unsigned tag, struct der *out);
/* Whether the values one after another in `bytes` stand in the order of a SET OF, X.690 11.6; equal
 * ones may not. */
bool der_in_order(struct str bytes);
/* Whether `bytes` are exactly one value, canonical all the way down. */
bool der_is_canonical(struct str bytes);

#endif
