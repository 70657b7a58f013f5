/* deflate_block.h - private to sign: a piece of a member, deflated by itself (deflate.c). */
#ifndef SIGN_DEFLATE_BLOCK_H
#define SIGN_DEFLATE_BLOCK_H

#include "deflate.h"

enum { BLOCK_SIZE = 1 << 19, BLOCK_DICTIONARY = 1 << 15 };

struct block {
    struct str bytes;
    size_t dictionary; /* bytes before it that its text may refer to */
    bool deflate, first, last, read;
    char *copy; /* of its bytes, with the dictionary before; NULL: they are read where they lie */
    unsigned char *out; /* deflated; kept for the next */
    size_t len;         /* of it; 0: nothing came of it */
    uint32_t crc;
    bool done;
};

/* Takes its CRC-32 and, where that is wanted, deflates it. `out` is allocated where there is none;
 * whoever has the block frees it. */
void block_do(struct block *block);
/* The CRC-32 of bytes of which the first have one and `len` behind them the other. */
uint32_t crc_joined(uint32_t first, uint32_t second, size_t len);

#endif
