/* deflate_block.c - one block deflated and summed, by whatever thread. */
#include "deflate_block.h"

#include <stdlib.h>

#define ZLIB_CONST /* input pointers point to const */
#include <zlib.h>

enum {
    LEVEL = 6, /* of zlib; part of what makes a container repeatable */
    TRIED = 4, /* pieces of a packed file that are deflated by themselves, before the whole is */
    TRIED_SIZE = 1 << 13,
    TRIED_FROM = 1 << 16, /* bytes of a block of which it is worth it */
    TRIED_SHARE = 94, /* per cent of their size that such pieces keep, and the whole is stored */
};

uint32_t crc_of(uint32_t crc, struct str bytes)
{
    return (uint32_t)crc32_z(crc, (const Bytef *)bytes.at, bytes.len);
}

uint32_t crc_joined(uint32_t first, uint32_t second, size_t len)
{
    return (uint32_t)crc32_combine(first, second, (z_off_t)len);
}

/* The flush adds at most five bytes and the bits before them. */
static size_t room_of(z_stream *stream)
{
    return deflateBound(stream, BLOCK_SIZE) + 16;
}

/* What a file begins with that is packed by its own format: gzip (RFC 1952), ZIP, Zstandard (RFC
 * 8878), xz, bzip2, LZ4, 7z, PNG. */
static bool begins_packed(struct str bytes)
{
    static const struct str first[] = {
        STR_INIT("\x1F\x8B\x08"),       STR_INIT("PK\003\004"),  STR_INIT("\x28\xB5\x2F\xFD"),
        STR_INIT("\3757zXZ"),           STR_INIT("BZh"),         STR_INIT("\x04\x22\x4D\x18"),
        STR_INIT("7z\xBC\xAF\x27\x1C"), STR_INIT("\x89PNG\r\n"),
    };
    for (size_t i = 0; i < ARRAY_COUNT(first); i++)
        if (str_starts(bytes, first[i]))
            return true;
    return false;
}

/* Whether a packed file stays as large: said by pieces from its middle, so that little time goes
 * into what is thrown away. Some tools pack badly enough that deflating once more is worth it. */
static bool stays_large(z_stream *stream, struct block *block, size_t room)
{
    size_t made = 0;
    if (!block->first || block->bytes.len < TRIED_FROM || !begins_packed(block->bytes))
        return false;
    for (size_t i = 1; i <= TRIED; i++) {
        stream->next_in = (const Bytef *)block->bytes.at + block->bytes.len / (TRIED + 1) * i;
        stream->avail_in = TRIED_SIZE;
        stream->next_out = block->out;
        stream->avail_out = (uInt)room;
        bool whole = deflate(stream, Z_FINISH) == Z_STREAM_END;
        made += stream->total_out;
        (void)deflateReset(stream); /* fails only of a stream that is none */
        if (!whole)
            return false;
    }
    return made * 100 > (size_t)TRIED * TRIED_SIZE * TRIED_SHARE;
}

/* Leaves `len` at 0 where memory is lacking, or where it would come to nothing: the member is then
 * stored. */
static void deflate_block(struct block *block)
{
    z_stream stream = { 0 };
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    const Bytef *at = (const Bytef *)block->bytes.at;
    size_t room = room_of(&stream);
    if (!block->out)
        block->out = malloc(room);
    bool good = block->out && !stays_large(&stream, block, room) &&
                (block->dictionary == 0 || deflateSetDictionary(&stream, at - block->dictionary,
                                                                (uInt)block->dictionary) == Z_OK);
    if (good) {
        stream.next_in = at;
        stream.avail_in = (uInt)block->bytes.len;
        stream.next_out = block->out;
        stream.avail_out = (uInt)room;
        int status = deflate(&stream, block->last ? Z_FINISH : Z_SYNC_FLUSH);
        bool whole = status == (block->last ? Z_STREAM_END : Z_OK) && stream.avail_in == 0 &&
                     stream.avail_out > 0;
        block->len = whole ? room - stream.avail_out : 0;
    }
    deflateEnd(&stream);
}

void block_do(struct block *block)
{
    block->crc = crc_of(0, block->bytes);
    if (block->deflate)
        deflate_block(block);
}
