/* block.h - private to ingest: which of 64 bytes are letters of a word, and which are the marks at
 * which something personal may be met; a bit a byte, the first the lowest.
 *
 * With SSE2, which every x86-64 has, sixteen bytes at a time; elsewhere by a table. */
#ifndef INGEST_BLOCK_H
#define INGEST_BLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { BLOCK = 64 };
struct block {
    uint64_t letter; /* A-Z, a-z */
    uint64_t word;   /* these, 0-9 and '_' */
    uint64_t dash, dot, colon, slash;
    uint64_t mark; /* '@' and '\\' */
};

static inline void block_by_table(struct block *block, const char *at)
{
    *block = (struct block){ 0 };
    for (unsigned i = 0; i < BLOCK; i++) {
        char c = at[i], lower = (char)(c | 0x20);
        uint64_t bit = (uint64_t)1 << i;
        bool letter = lower >= 'a' && lower <= 'z';
        block->letter |= letter ? bit : 0;
        if (letter || (c >= '0' && c <= '9') || c == '_')
            block->word |= bit;
        else if (c == '-')
            block->dash |= bit;
        else if (c == '.')
            block->dot |= bit;
        else if (c == ':')
            block->colon |= bit;
        else if (c == '/')
            block->slash |= bit;
        else if (c == '@' || c == '\\')
            block->mark |= bit;
    }
}

#ifdef __SSE2__
/* Bytes from `from` on, `more` of them behind it, as 255. */
static inline __m128i block_range(__m128i bytes, char from, char more)
{
    __m128i above = _mm_sub_epi8(bytes, _mm_set1_epi8(from));
    return _mm_cmpeq_epi8(_mm_min_epu8(above, _mm_set1_epi8(more)), above);
}

static inline uint64_t block_bits(__m128i bytes, unsigned from)
{
    return (uint64_t)(uint32_t)_mm_movemask_epi8(bytes) << from;
}

static inline __m128i block_same(__m128i bytes, char c)
{
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c));
}

static inline void block_read(struct block *block, const char *at)
{
    enum { BYTES = 16 };
    *block = (struct block){ 0 };
    for (unsigned i = 0; i < BLOCK; i += BYTES) {
        __m128i bytes;
        memcpy(&bytes, at + i, BYTES);
        __m128i letter = block_range(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z' - 'a');
        __m128i digit = block_range(bytes, '0', 9);
        __m128i word = _mm_or_si128(_mm_or_si128(letter, digit), block_same(bytes, '_'));
        __m128i mark = _mm_or_si128(block_same(bytes, '@'), block_same(bytes, '\\'));
        block->letter |= block_bits(letter, i);
        block->word |= block_bits(word, i);
        block->dash |= block_bits(block_same(bytes, '-'), i);
        block->dot |= block_bits(block_same(bytes, '.'), i);
        block->colon |= block_bits(block_same(bytes, ':'), i);
        block->slash |= block_bits(block_same(bytes, '/'), i);
        block->mark |= block_bits(mark, i);
    }
}
#else
static inline void block_read(struct block *block, const char *at)
{
    block_by_table(block, at);
}
#endif

#endif
