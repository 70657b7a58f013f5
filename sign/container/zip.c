/* zip.c - packing and unpacking the members of a container, and writing it.
 *
 * Layout: zip.h. Deflate: deflate.h. */
#include "zip.h"

#include "base/progress.h"
#include "deflate.h"
#include "hash.h"

#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST /* input pointers point to const */
#include <zlib.h>

enum {
    PIECE = 65536,       /* bytes handed on at a time */
    DATE_1980 = 0x0021,  /* 1980-01-01 in DOS form: no clock enters a container */
    VERSION_STORED = 10, /* needed to extract, APPNOTE 4.4.3 */
    VERSION_DEFLATED = 20,
    MADE_BY_UNIX = 3 << 8,
};
#define ATTRIBUTES (UINT32_C(0100644) << 16)

static void put16(unsigned char *at, uint32_t value)
{
    at[0] = (unsigned char)(value & 255);
    at[1] = (unsigned char)(value >> 8 & 255);
}

static void put32(unsigned char *at, uint32_t value)
{
    put16(at, value & 65535);
    put16(at + 2, value >> 16);
}

/* ---- decoding ---- */

static const char *const sink_failed = NULL;

/* Bytes of the container up to `end` have been read; told every megabyte and where a member ends. A
 * system brings in up to two megabytes around a byte that is read, so those before are told again.
 */
static void pass(const struct zip_watch *watch, const char *end, bool last)
{
    enum { STEP = 1 << 20, AGAIN = 4 << 20 };
    if (!watch || !watch->passed)
        return;
    size_t at = (size_t)(end - watch->container.at);
    if (last || at % STEP < PIECE)
        watch->passed(str_sub(watch->container, at > AGAIN ? at - AGAIN : 0, at));
}

static bool decode_stored(const struct zip_member *member, struct sink sink,
                          const struct zip_watch *watch, uint32_t *crc, const char **why)
{
    if (member->packed.len != member->size) {
        *why = "a stored member has two sizes";
        return false;
    }
    for (size_t at = 0; at < member->packed.len; at += PIECE) {
        struct str piece = str_sub(member->packed, at, at + PIECE);
        *crc = crc_of(*crc, piece);
        if (!sink.put(sink.self, piece)) {
            *why = sink_failed;
            return false;
        }
        pass(watch, piece.at + piece.len, at + piece.len == member->packed.len);
    }
    return true;
}

struct inflating { /* packed bytes on their way in, a piece at a time */
    z_stream stream;
    const struct zip_member *member;
    size_t taken;                  /* of its packed bytes */
    const struct zip_watch *watch; /* may be NULL */
    unsigned char in[PIECE], out[PIECE];
};

/* The next piece, where the last is used up. Watched ones are copied, so that what is seen is what
 * is inflated, whatever becomes of the file meanwhile. */
static bool piece_next(struct inflating *inflating)
{
    struct str packed = inflating->member->packed;
    if (inflating->stream.avail_in > 0 || inflating->taken == packed.len)
        return true;
    struct str piece = str_sub(packed, inflating->taken, inflating->taken + PIECE);
    pass(inflating->watch, piece.at, false);
    inflating->taken += piece.len;
    inflating->stream.next_in = (const Bytef *)piece.at;
    inflating->stream.avail_in = (uInt)piece.len;
    if (!inflating->watch)
        return true;
    memcpy(inflating->in, piece.at, piece.len);
    inflating->stream.next_in = inflating->in;
    const struct sink *seen = &inflating->watch->packed;
    return seen->put(seen->self, (struct str){ (const char *)inflating->in, piece.len });
}

/* Inflates until the stream ends. One byte past the stated size is enough to refuse. */
static bool inflate_pieces(struct inflating *inflating, struct sink sink, uint32_t *crc,
                           const char **why)
{
    uint32_t size = inflating->member->size;
    z_stream *stream = &inflating->stream;
    uint64_t total = 0;
    int status = Z_OK;
    while (status != Z_STREAM_END) {
        if (!piece_next(inflating)) {
            *why = sink_failed;
            return false;
        }
        stream->next_out = inflating->out;
        stream->avail_out = PIECE;
        status = inflate(stream, Z_NO_FLUSH);
        size_t made = PIECE - stream->avail_out;
        total += made;
        if (status == Z_MEM_ERROR) {
            *why = "not enough memory to inflate";
            return false;
        }
        bool goes_on = status == Z_OK || status == Z_STREAM_END;
        bool hungry = stream->avail_in == 0 && inflating->taken < inflating->member->packed.len;
        bool idle = made == 0 && status != Z_STREAM_END;
        if ((!goes_on && !(status == Z_BUF_ERROR && hungry)) || (idle && !hungry)) {
            *why = "deflated data is damaged or unfinished";
            return false;
        }
        if (total > size) {
            *why = "deflated data is longer than its header says";
            return false;
        }
        struct str got = { (const char *)inflating->out, made };
        *crc = crc_of(*crc, got);
        if (made > 0 && !sink.put(sink.self, got)) {
            *why = sink_failed;
            return false;
        }
    }
    pass(inflating->watch, inflating->member->packed.at + inflating->taken, true);
    if (stream->avail_in != 0 || inflating->taken < inflating->member->packed.len) {
        *why = "bytes follow the end of deflated data";
        return false;
    }
    if (total != size) {
        *why = "deflated data is shorter than its header says";
        return false;
    }
    return true;
}

static bool decode_deflated(const struct zip_member *member, struct sink sink,
                            const struct zip_watch *watch, uint32_t *crc, const char **why)
{
    struct inflating inflating;
    memset(&inflating.stream, 0, sizeof inflating.stream);
    inflating.member = member;
    inflating.taken = 0;
    inflating.watch = watch;
    if (member->packed.len == 0) {
        *why = "deflated data is empty";
        return false;
    }
    if (inflateInit2(&inflating.stream, -MAX_WBITS) != Z_OK) {
        *why = "not enough memory to inflate";
        return false;
    }
    bool good = inflate_pieces(&inflating, sink, crc, why);
    inflateEnd(&inflating.stream);
    return good;
}

bool zip_decode_watched(const struct zip_member *member, struct sink sink,
                        const struct zip_watch *watch, const char **why)
{
    uint32_t crc = 0;
    bool good = member->method == ZIP_STORED ? decode_stored(member, sink, watch, &crc, why)
                                             : decode_deflated(member, sink, watch, &crc, why);
    if (good && crc != member->crc) {
        *why = "the checksum (CRC-32) does not match the data";
        return false;
    }
    return good;
}

bool zip_decode(const struct zip_member *member, struct sink sink, const char **why)
{
    return zip_decode_watched(member, sink, NULL, why);
}

struct filling { /* a buffer of known size being filled */
    char *at;
    size_t len, room;
};

static bool filling_put(void *self, struct str bytes)
{
    struct filling *filling = self;
    if (bytes.len > filling->room - filling->len)
        return false;
    memcpy(filling->at + filling->len, bytes.at, bytes.len);
    filling->len += bytes.len;
    return true;
}

static bool nothing_put(void *self, struct str bytes)
{
    (void)self;
    (void)bytes;
    return true;
}

bool zip_content(struct arena *home, const struct zip_member *member, struct str *out,
                 const char **why)
{
    if (member->method == ZIP_STORED) {
        *out = member->packed;
        return zip_decode(member, (struct sink){ .put = nothing_put }, why);
    }
    struct filling filling = { .at = arena_take(home, (size_t)member->size + 1, 1),
                               .room = member->size };
    if (!zip_decode(member, (struct sink){ .put = filling_put, .self = &filling }, why))
        return false;
    *out = (struct str){ filling.at, filling.len };
    return true;
}

static bool head_put(void *self, struct str bytes)
{
    struct filling *filling = self;
    (void)filling_put(filling, str_sub(bytes, 0, filling->room - filling->len));
    return filling->len < filling->room;
}

struct str zip_head(struct arena *home, const struct zip_member *member, size_t most)
{
    if (member->method == ZIP_STORED)
        return str_sub(member->packed, 0, most);
    struct filling filling = { .at = arena_take(home, most, 1), .room = most };
    const char *why;
    (void)!zip_decode(member, (struct sink){ .put = head_put, .self = &filling }, &why);
    return (struct str){ filling.at, filling.len };
}

/* ---- planning ---- */

/* Whether so much smaller is worth it and still readable: a tenth less, and below the expansion
 * that the reader takes for an attack. */
static bool worth_it(uint64_t size, uint64_t packed)
{
    bool smaller = packed * 10 <= size * 9;
    bool readable = size <= UINT64_C(1048576) || size / packed < limits_default.expansion;
    return smaller && packed > 0 && readable;
}

void zip_plan_stored(struct str bytes, struct zip_plan *out)
{
    *out = (struct zip_plan){ .crc = crc_of(0, bytes),
                              .size = (uint32_t)bytes.len,
                              .packed_size = (uint32_t)bytes.len,
                              .method = ZIP_STORED };
}

struct making {          /* a member's deflated bytes on their way to where they wait */
    size_t len, room;    /* a form that does not fit here is not worth having */
    struct sink hash;    /* of those bytes */
    char *kept;          /* NULL: not in memory */
    struct aside *aside; /* NULL: not there */
    uint64_t from;
};

static bool making_put(void *self, struct str bytes)
{
    struct making *making = self;
    if (bytes.len > making->room - making->len || !making->hash.put(making->hash.self, bytes))
        return false;
    if (making->kept) {
        memcpy(making->kept + making->len, bytes.at, bytes.len);
    } else if (making->aside &&
               !making->aside->put(making->aside->self, making->from + making->len, bytes)) {
        making->aside->drop(making->aside->self, making->from);
        making->aside = NULL; /* deflated again when its turn comes */
    }
    making->len += bytes.len;
    return true;
}

struct planning {
    struct arena *home;
    const struct zip_packing *packing;
    struct deflating *deflating;
    struct arena *scratch;
    struct aside aside;
    size_t kept;   /* bytes in memory */
    uint64_t laid; /* bytes laid aside */
};

static void plan_next(struct planning *p, const struct entry *entry, bool deflate,
                      struct zip_plan *out)
{
    struct arena_mark mark = arena_mark(p->scratch);
    struct making making = { 0 };
    struct hashing *hashing = NULL;
    struct deflated made;
    if (deflate) {
        making.room = (size_t)((uint64_t)entry->bytes.len * 9 / 10);
        making.from = p->laid;
        making.kept =
            entry->bytes.len <= p->packing->keep - p->kept ? malloc(making.room + 1) : NULL;
        making.aside = !making.kept && p->aside.put ? &p->aside : NULL;
        hashing = hashing_begin(p->scratch, HASH_SHA256);
        making.hash = hashing_sink(hashing);
    }
    deflating_next(p->deflating, (struct sink){ .put = making_put, .self = &making }, &made);
    *out = (struct zip_plan){ .crc = made.crc,
                              .size = (uint32_t)entry->bytes.len,
                              .packed_size = (uint32_t)entry->bytes.len,
                              .method = ZIP_STORED,
                              .content = entry->digest,
                              .checked = true,
                              .changed = !made.read };
    if (deflate && !making.kept && !making.aside)
        p->aside = (struct aside){ 0 }; /* no more room there */
    struct str packed = hashing ? hashing_end(p->scratch, hashing) : (struct str){ 0 };
    if (hashing && made.whole && worth_it(entry->bytes.len, making.len)) {
        out->method = ZIP_DEFLATED;
        out->packed_size = (uint32_t)making.len;
        memcpy(out->packed.byte, packed.at, sizeof out->packed.byte);
        out->changed = out->changed || !digest_eq(made.digest, entry->digest);
        if (making.kept) {
            out->kept = str_keep(p->home, (struct str){ making.kept, making.len });
            p->kept += making.len;
        } else if (making.aside) {
            out->aside = true;
            out->from = making.from;
            p->laid += making.len;
        }
    }
    free(making.kept);
    arena_rewind(p->scratch, mark);
}

void zip_plan(struct arena *home, const struct entry *entry, size_t count,
              const struct zip_packing *packing, struct zip_plan *out)
{
    enum { LEAST = 16 };
    struct deflate_order *order = ARENA_MANY(home, count, struct deflate_order);
    size_t *member = ARENA_MANY(home, count, size_t), ordered = 0, kept = 0;
    for (size_t i = 0; i < count; i++) {
        const struct zip_plan *before =
            packing->store || !packing->ahead
                ? NULL
                : packing->ahead(packing->self, entry[i].bytes, entry[i].digest);
        if (before) {
            out[i] = *before;
            kept += before->kept.len;
            progress_add(PROGRESS_BYTES, entry[i].bytes.len);
            continue;
        }
        bool deflate = !packing->store && entry[i].bytes.len >= LEAST;
        member[ordered] = i;
        order[ordered++] = (struct deflate_order){
            entry[i].bytes, deflate,
            deflate && packing->early ? packing->early(packing->self, entry[i].bytes) : NULL
        };
    }
    struct planning planning = { .home = home,
                                 .packing = packing,
                                 .deflating = deflating_begin(order, ordered, packing->threads),
                                 .scratch = arena_new((size_t)1 << 20),
                                 .aside = packing->aside ? *packing->aside : (struct aside){ 0 },
                                 .kept = kept < packing->keep ? kept : packing->keep };
    for (size_t i = 0; i < ordered; i++)
        plan_next(&planning, &entry[member[i]], order[i].deflate, &out[member[i]]);
    deflating_end(planning.deflating);
    arena_free(planning.scratch);
}

/* ---- writing ---- */

struct zip_writer {
    struct sink sink;
    struct aside aside;
    unsigned threads;
    struct buf directory;
    uint32_t offset;
    uint32_t count;
};

struct zip_writer *zip_begin(struct arena *home, size_t count, unsigned threads, struct sink sink)
{
    return zip_begin_aside(home, count, threads, sink, NULL);
}

struct zip_writer *zip_begin_aside(struct arena *home, size_t count, unsigned threads,
                                   struct sink sink, const struct aside *aside)
{
    struct zip_writer *writer = ARENA_NEW(home, struct zip_writer);
    writer->sink = sink;
    writer->aside = aside ? *aside : (struct aside){ 0 };
    writer->threads = threads;
    writer->directory = buf_new(home, (count + 1) * (ZIP_CENTRAL + 256));
    return writer;
}

/* The part that local and central header share: from version needed to the length of the extra
 * field. */
static void put_shared(unsigned char *at, struct str name, const struct zip_plan *plan)
{
    put16(at, plan->method == ZIP_STORED ? VERSION_STORED : VERSION_DEFLATED);
    put16(at + 2, 0);
    put16(at + 4, (uint32_t)plan->method);
    put16(at + 6, 0);
    put16(at + 8, DATE_1980);
    put32(at + 10, plan->crc);
    put32(at + 14, plan->packed_size);
    put32(at + 18, plan->size);
    put16(at + 22, (uint32_t)name.len);
    put16(at + 24, 0);
}

struct passing { /* a sink in front of another that hashes what passes */
    struct sink sink, hash;
};

static bool passing_put(void *self, struct str bytes)
{
    struct passing *passing = self;
    return passing->hash.put(passing->hash.self, bytes) &&
           passing->sink.put(passing->sink.self, bytes);
}

/* Deflated once more; both digests are those of the plan, or it is another member. */
static bool put_deflated(struct zip_writer *writer, struct str bytes, const struct zip_plan *plan,
                         bool *changed)
{
    struct arena *scratch = arena_new((size_t)1 << 16);
    struct hashing *hashing = hashing_begin(scratch, HASH_SHA256);
    struct passing passing = { .sink = writer->sink, .hash = hashing_sink(hashing) };
    const struct deflate_order order = { bytes, true, NULL };
    struct deflating *deflating = deflating_begin(&order, 1, writer->threads);
    struct deflated made;
    deflating_next(deflating, (struct sink){ .put = passing_put, .self = &passing }, &made);
    deflating_end(deflating);
    struct str packed = hashing_end(scratch, hashing);
    bool same = digest_eq(made.digest, plan->content) &&
                memcmp(packed.at, plan->packed.byte, sizeof plan->packed.byte) == 0;
    arena_free(scratch);
    *changed = !made.read || (made.whole && !same);
    return made.whole && !*changed;
}

/* The digest is that of the very bytes that go out. */
static bool put_stored(struct zip_writer *writer, struct str bytes, const struct zip_plan *plan,
                       bool *changed)
{
    struct digest digest;
    bool read, good = content_put(bytes, writer->threads, writer->sink, &digest, &read);
    *changed = !read || (good && !digest_eq(digest, plan->content));
    return good && !*changed;
}

static bool put_data(struct zip_writer *writer, struct str bytes, const struct zip_plan *plan,
                     bool *changed)
{
    if (plan->kept.at)
        return writer->sink.put(writer->sink.self, plan->kept);
    if (plan->aside)
        return writer->aside.take(writer->aside.self, plan->from, plan->packed_size);
    if (plan->method == ZIP_DEFLATED)
        return put_deflated(writer, bytes, plan, changed);
    return plan->checked ? put_stored(writer, bytes, plan, changed)
                         : writer->sink.put(writer->sink.self, bytes);
}

/* Both headers of a member: the local one is written, the central one kept for the end. */
static bool put_headers(struct zip_writer *writer, struct str name, const struct zip_plan *plan)
{
    unsigned char local[ZIP_LOCAL] = { 'P', 'K', 3, 4 };
    unsigned char central[ZIP_CENTRAL] = { 'P', 'K', 1, 2 };
    put_shared(local + 4, name, plan);
    put16(central + 4, MADE_BY_UNIX);
    put_shared(central + 6, name, plan);
    put32(central + 38, ATTRIBUTES);
    put32(central + 42, writer->offset);
    buf_put(&writer->directory, (struct str){ (const char *)central, sizeof(central) });
    buf_put(&writer->directory, name);
    writer->offset += (uint32_t)(ZIP_LOCAL + name.len) + plan->packed_size;
    writer->count++;
    return writer->sink.put(writer->sink.self,
                            (struct str){ (const char *)local, sizeof(local) }) &&
           writer->sink.put(writer->sink.self, name);
}

bool zip_put(struct zip_writer *writer, struct str name, struct str bytes,
             const struct zip_plan *plan, bool *changed)
{
    *changed = bytes.len != plan->size || plan->changed;
    return !*changed && put_headers(writer, name, plan) && put_data(writer, bytes, plan, changed);
}

bool zip_copy(struct zip_writer *writer, const struct zip_member *member)
{
    struct zip_plan plan = { .crc = member->crc,
                             .size = member->size,
                             .packed_size = (uint32_t)member->packed.len,
                             .method = member->method };
    return put_headers(writer, member->name, &plan) &&
           writer->sink.put(writer->sink.self, member->packed);
}

bool zip_end(struct zip_writer *writer)
{
    unsigned char end[ZIP_END] = { 'P', 'K', 5, 6 };
    put16(end + 8, writer->count);
    put16(end + 10, writer->count);
    put32(end + 12, (uint32_t)writer->directory.len);
    put32(end + 16, writer->offset);
    return !writer->directory.full &&
           writer->sink.put(writer->sink.self, buf_str(&writer->directory)) &&
           writer->sink.put(writer->sink.self, (struct str){ (const char *)end, sizeof(end) });
}
