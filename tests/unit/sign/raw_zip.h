/* raw_zip.h - ZIP files with any fault one wants, for tests. Written apart from sign/zip.c, so that
 * reader and writer are not judged by each other. */
#ifndef TESTS_RAW_ZIP_H
#define TESTS_RAW_ZIP_H

#include "base/file.h"

#include <string.h>
#include <zlib.h>

struct raw {
    struct str name, data; /* data as it lies in the file */
    struct str local_name; /* where it differs */
    struct str extra_local, extra, comment;
    uint32_t method, local_method, flags, version, time, date;
    uint32_t crc, size, packed; /* as the headers say */
    uint32_t local_time;
    uint32_t made_by, attributes, internal;
    bool no_local, no_central;
    bool same_place; /* central offset of the member before */
    bool descriptor; /* 16 bytes after the data, sizes zero in the local header */
};

static inline void raw16(struct buf *out, uint32_t value)
{
    buf_put_char(out, (char)(value & 255));
    buf_put_char(out, (char)(value >> 8 & 255));
}

static inline void raw32(struct buf *out, uint32_t value)
{
    raw16(out, value & 65535);
    raw16(out, value >> 16);
}

static inline struct raw raw_member(struct str name, struct str data)
{
    uint32_t crc = (uint32_t)crc32(0, (const Bytef *)data.at, (uInt)data.len);
    return (struct raw){ .name = name,
                         .data = data,
                         .local_name = name,
                         .version = 10,
                         .date = 0x21,
                         .crc = crc,
                         .size = (uint32_t)data.len,
                         .packed = (uint32_t)data.len,
                         .made_by = 3 << 8,
                         .attributes = 0100644U << 16 };
}

/* The same data deflated. */
static inline struct raw raw_deflated(struct arena *home, struct str name, struct str data)
{
    struct raw raw = raw_member(name, data);
    uLong room = compressBound((uLong)data.len) + 64;
    char *packed = arena_take(home, room, 1);
    z_stream stream = { 0 };
    deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    char *copy = arena_take(home, data.len + 1, 1);
    memcpy(copy, data.at, data.len);
    stream.next_in = (Bytef *)copy;
    stream.avail_in = (uInt)data.len;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)room;
    deflate(&stream, Z_FINISH);
    raw.data = (struct str){ packed, stream.total_out };
    deflateEnd(&stream);
    raw.packed = (uint32_t)raw.data.len;
    raw.method = raw.local_method = 8;
    raw.version = 20;
    return raw;
}

static inline void raw_local(struct buf *out, const struct raw *raw)
{
    buf_put(out, (struct str){ "PK\3\4", 4 });
    raw16(out, raw->version);
    raw16(out, raw->flags);
    raw16(out, raw->local_method);
    raw16(out, raw->local_time);
    raw16(out, raw->date);
    raw32(out, raw->descriptor ? 0 : raw->crc);
    raw32(out, raw->descriptor ? 0 : raw->packed);
    raw32(out, raw->descriptor ? 0 : raw->size);
    raw16(out, (uint32_t)raw->local_name.len);
    raw16(out, (uint32_t)raw->extra_local.len);
    buf_put(out, raw->local_name);
    buf_put(out, raw->extra_local);
    buf_put(out, raw->data);
    if (raw->descriptor) {
        buf_put(out, (struct str){ "PK\7\10", 4 });
        raw32(out, raw->crc);
        raw32(out, raw->packed);
        raw32(out, raw->size);
    }
}

static inline void raw_central(struct buf *out, const struct raw *raw, uint32_t offset)
{
    buf_put(out, (struct str){ "PK\1\2", 4 });
    raw16(out, raw->made_by);
    raw16(out, raw->version);
    raw16(out, raw->flags);
    raw16(out, raw->method);
    raw16(out, raw->time);
    raw16(out, raw->date);
    raw32(out, raw->crc);
    raw32(out, raw->packed);
    raw32(out, raw->size);
    raw16(out, (uint32_t)raw->name.len);
    raw16(out, (uint32_t)raw->extra.len);
    raw16(out, (uint32_t)raw->comment.len);
    raw16(out, 0);
    raw16(out, raw->internal);
    raw32(out, raw->attributes);
    raw32(out, offset);
    buf_put(out, raw->name);
    buf_put(out, raw->extra);
    buf_put(out, raw->comment);
}

static inline void raw_end(struct buf *out, size_t count, size_t size, size_t offset)
{
    buf_put(out, (struct str){ "PK\5\6\0\0\0\0", 8 });
    raw16(out, (uint32_t)count);
    raw16(out, (uint32_t)count);
    raw32(out, (uint32_t)size);
    raw32(out, (uint32_t)offset);
    raw16(out, 0);
}

/* The file; bytes that `out` holds already stay in front and count in the offsets. */
static inline void raw_put(struct buf *out, struct arena *home, const struct raw *raw, size_t count)
{
    struct buf directory = buf_new(home, 64 << 20);
    uint32_t before = 0;
    size_t listed = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t offset = raw[i].same_place ? before : (uint32_t)out->len;
        before = offset;
        if (!raw[i].no_local)
            raw_local(out, &raw[i]);
        if (!raw[i].no_central) {
            raw_central(&directory, &raw[i], offset);
            listed++;
        }
    }
    size_t start = out->len;
    buf_put(out, buf_str(&directory));
    raw_end(out, listed, directory.len, start);
}

static inline struct raw raw_mimetype(void)
{
    return raw_member(STR("mimetype"), STR("application/vnd.etsi.asic-e+zip"));
}

#endif
