/* inflate.h - private to base: deflate data (RFC 1951) alone and in gzip members (RFC 1952),
 * checksums verified. */
#ifndef BASE_INFLATE_H
#define BASE_INFLATE_H

#include "base/text.h"

/* A gzip file being read from memory. */
struct gunzip;
struct gunzip *gunzip_new(struct str bytes);
void gunzip_free(struct gunzip *gunzip);
/* Fills up to `room` bytes; *got is 0 at the end of the last member. False with *fault set:
 * damaged, cut short, or followed by something else. */
MUST_USE bool gunzip_read(struct gunzip *gunzip, char *at, size_t room, size_t *got,
                          const char **fault);

/* Raw deflate data that must give exactly `size` bytes; NULL, or what is wrong. */
const char *inflate_exactly(struct str deflated, char *at, size_t size);
uint32_t crc32_of(struct str bytes);

#endif
