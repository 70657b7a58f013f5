/* decode.h - private to base: gzip, xz and zstd files in memory as streams of decoded bytes. */
#ifndef BASE_DECODE_H
#define BASE_DECODE_H

#include "file_own.h"

/* Decoded bytes of one compressed file; ends with a fault when they pass what `limits` allow. */
struct decoder;

bool decoder_knows(struct str bytes); /* by magic number */
/* NULL: not a compressed file. The caller frees. */
struct decoder *decoder_new(struct str bytes, const struct limits *limits);
void decoder_free(struct decoder *decoder);
/* The next bytes; empty at the end. False: decoder_fault says why. */
MUST_USE bool decoder_next(struct decoder *decoder, struct str *out);
const char *decoder_fault(const struct decoder *decoder);
enum diag_id decoder_fault_id(const struct decoder *decoder);
/* Most bytes that `stored` compressed bytes may decode to. */
uint64_t decoded_most(uint64_t stored, const struct limits *limits);

static inline void decoder_close(struct decoder **decoder)
{
    decoder_free(*decoder);
}
#define AUTO_DECODER __attribute__((cleanup(decoder_close))) struct decoder *

#endif
