/* deflate.h - private to sign: members deflated and hashed on several processors at once, with the
 * same bytes for any number of them. */
#ifndef SIGN_DEFLATE_H
#define SIGN_DEFLATE_H

#include "sign/sign.h"

/* What is wanted of one member. */
struct deflate_order {
    struct str bytes; /* borrowed until deflating_end */
    bool deflate;     /* if not, it is only hashed */
};
struct deflated {
    struct digest digest; /* SHA-256 of the member's bytes, taken after they were deflated */
    uint32_t crc;         /* CRC-32 of the same */
    bool whole;           /* all deflated bytes went to the sink */
};

struct deflating;
/* Starts on `order`, which must live until deflating_end. `threads`: how many at a time; 0: as many
 * as there are processors, at most eight. Ended by deflating_end. */
struct deflating *deflating_begin(const struct deflate_order *order, size_t count,
                                  unsigned threads);
/* Hands the deflated bytes of the next member to `sink`, in order. A sink that fails gets no more
 * of this member: `whole` is then false. */
void deflating_next(struct deflating *deflating, struct sink sink, struct deflated *out);
void deflating_end(struct deflating *deflating);

uint32_t crc_of(uint32_t crc, struct str bytes); /* CRC-32 as ZIP has it, from 0 on */

#endif
