/* deflate.h - private to sign: members deflated, hashed and summed on several processors at once,
 * with the same bytes for any number of them, and little of them in memory. */
#ifndef SIGN_DEFLATE_H
#define SIGN_DEFLATE_H

#include "sign/sign.h"

struct early; /* deflate_early.h */
/* What is wanted of one member. */
struct deflate_order {
    struct str bytes;    /* borrowed until deflating_end; a mapped file's are read piece by piece */
    bool deflate;        /* if not, only its CRC is taken */
    struct early *early; /* by which all of it is deflated already, or will be; NULL: none */
};
struct deflated {
    struct digest digest; /* SHA-256 of the very bytes that were deflated; unset unless `whole` */
    uint32_t crc;         /* CRC-32 of the member's bytes */
    bool whole;           /* all deflated bytes went to the sink */
    bool read;            /* false: the member's file was cut short or cannot be read */
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

/* A member's bytes handed on in pieces that nobody else can change meanwhile, and hashed by another
 * thread while the sink takes them, where there are several (`threads`, as above). False: its file
 * was cut short or cannot be read (*read is then false), or the sink failed. */
MUST_USE bool content_put(struct str bytes, unsigned threads, struct sink sink,
                          struct digest *digest, bool *read);

#endif
