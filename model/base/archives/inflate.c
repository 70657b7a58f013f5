/* inflate.c - the one place of base that knows zlib. */
#include "inflate.h"
#include "arena_own.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* next_in is not written through */
#include <zlib.h>

enum { GZIP_WINDOW = 15 + 16, RAW_WINDOW = -15 };

struct gunzip {
    z_stream stream;
    struct str rest; /* not yet given to zlib */
    bool ended;      /* the last member is complete */
};

static bool is_gzip(struct str bytes)
{
    return str_starts(bytes, STR("\x1F\x8B\x08"));
}

struct gunzip *gunzip_new(struct str bytes)
{
    struct gunzip *gunzip = calloc(1, sizeof *gunzip);
    if (!gunzip || inflateInit2(&gunzip->stream, GZIP_WINDOW) != Z_OK)
        memory_exhausted();
    gunzip->rest = bytes;
    return gunzip;
}

void gunzip_free(struct gunzip *gunzip)
{
    if (gunzip) {
        inflateEnd(&gunzip->stream);
        free(gunzip);
    }
}

static void feed(z_stream *stream, struct str *rest)
{
    if (stream->avail_in == 0 && rest->len) {
        size_t part = rest->len < UINT_MAX ? rest->len : UINT_MAX;
        stream->next_in = (const Bytef *)rest->at;
        stream->avail_in = (uInt)part;
        *rest = str_sub(*rest, part, rest->len);
    }
}

/* After a complete member: the next one, the end, or rubbish. */
static bool member_end(struct gunzip *gunzip, const char **fault)
{
    struct str rest = { gunzip->rest.at, gunzip->rest.len };
    if (gunzip->stream.avail_in) { /* given to zlib, not used by it */
        rest.at = (const char *)gunzip->stream.next_in;
        rest.len = gunzip->stream.avail_in + gunzip->rest.len;
    }
    gunzip->rest = rest;
    gunzip->stream.avail_in = 0;
    if (rest.len == 0) {
        gunzip->ended = true;
        return true;
    }
    if (!is_gzip(rest)) {
        *fault = "bytes after the gzip data";
        return false;
    }
    inflateReset(&gunzip->stream);
    return true;
}

static bool step(struct gunzip *gunzip, const char **fault)
{
    feed(&gunzip->stream, &gunzip->rest);
    int status = inflate(&gunzip->stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END)
        return member_end(gunzip, fault);
    if (status == Z_MEM_ERROR)
        memory_exhausted();
    *fault = status == Z_BUF_ERROR ? "gzip data cut short" : "damaged gzip data";
    return status == Z_OK;
}

bool gunzip_read(struct gunzip *gunzip, char *at, size_t room, size_t *got, const char **fault)
{
    bool good = true;
    room = room < UINT_MAX ? room : UINT_MAX;
    gunzip->stream.next_out = (Bytef *)at;
    gunzip->stream.avail_out = (uInt)room;
    while (good && !gunzip->ended && gunzip->stream.avail_out == room)
        good = step(gunzip, fault);
    *got = room - gunzip->stream.avail_out;
    return good;
}

const char *inflate_exactly(struct str deflated, char *at, size_t size)
{
    z_stream stream = { 0 };
    char beyond;
    if (inflateInit2(&stream, RAW_WINDOW) != Z_OK)
        memory_exhausted();
    size_t have = 0;
    int status = Z_OK;
    while (status == Z_OK) {
        size_t part = size - have < UINT_MAX ? size - have : UINT_MAX;
        bool end = have == size; /* one byte more shows that there is more */
        stream.next_out = end ? (Bytef *)&beyond : (Bytef *)at + have;
        stream.avail_out = end ? 1 : (uInt)part;
        feed(&stream, &deflated);
        status = inflate(&stream, Z_NO_FLUSH);
        if (end && stream.avail_out == 0)
            status = Z_DATA_ERROR;
        else if (!end)
            have += part - stream.avail_out;
    }
    bool whole =
        status == Z_STREAM_END && have == size && stream.avail_in == 0 && deflated.len == 0;
    inflateEnd(&stream);
    if (status == Z_MEM_ERROR)
        memory_exhausted();
    return whole ? NULL : "damaged data, or not of the stated size";
}

uint32_t crc32_of(struct str bytes)
{
    return (uint32_t)crc32_z(0, (const Bytef *)bytes.at, bytes.len);
}
