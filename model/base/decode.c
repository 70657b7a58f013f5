/* decode.c - decoding one layer of compression, with a cap on what comes out.
 *
 * gzip goes to zlib directly, since libarchive does not compare its checksum and passes over what
 * follows the data; xz and zstd go to libarchive's filters, of which exactly one is set. */
#include "decode.h"
#include "arena_own.h"
#include "base/num.h"
#include "inflate.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    CHUNK = 1 << 16,
    EXPANSION_FROM = 1 << 20,
    SPOOL_FIRST = 1 << 20,
    TOLD_MOST = 64 << 20, /* of a length that a file tells, so much is believed */
    DEFLATE_MOST = 1032   /* bytes that one of DEFLATE may become: two bits for 258 */
};

struct decoder {
    struct gunzip *gunzip;
    struct archive *archive;
    uint64_t most, given;
    const char *fault;
    enum diag_id fault_id;
    bool ended;
    char chunk[CHUNK];
};

static const struct coding {
    struct str magic;
    int filter; /* of libarchive; ARCHIVE_FILTER_GZIP is ours */
} codings[] = {
    { STR_INIT("\x1F\x8B\x08"), ARCHIVE_FILTER_GZIP },
    { STR_INIT("\xFD\x37zXZ\0"), ARCHIVE_FILTER_XZ },
    { STR_INIT("\x28\xB5\x2F\xFD"), ARCHIVE_FILTER_ZSTD },
};

static const struct coding *coding_of(struct str bytes)
{
    for (size_t i = 0; i < ARRAY_COUNT(codings); i++)
        if (str_starts(bytes, codings[i].magic))
            return &codings[i];
    return NULL;
}

bool decoder_knows(struct str bytes)
{
    return coding_of(bytes) != NULL;
}

uint64_t decoded_most(uint64_t stored, const struct limits *limits)
{
    uint64_t most;
    if (__builtin_mul_overflow(stored, limits->expansion, &most))
        most = UINT64_MAX;
    most = most < EXPANSION_FROM ? EXPANSION_FROM : most;
    return most < limits->bytes ? most : limits->bytes;
}

static void fail(struct decoder *decoder, enum diag_id id, const char *fault)
{
    decoder->fault = fault ? fault : "damaged data";
    decoder->fault_id = id;
}

struct decoder *decoder_new(struct str bytes, const struct limits *limits)
{
    const struct coding *coding = coding_of(bytes);
    if (!coding)
        return NULL;
    struct decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder)
        memory_exhausted();
    decoder->most = decoded_most(bytes.len, limits);
    if (coding->filter == ARCHIVE_FILTER_GZIP) {
        decoder->gunzip = gunzip_new(bytes);
        return decoder;
    }
    struct archive *archive = decoder->archive = archive_read_new();
    struct archive_entry *entry;
    if (!archive)
        memory_exhausted();
    int status = archive_read_append_filter(archive, coding->filter);
    if (status == ARCHIVE_OK) {
        archive_read_support_format_raw(archive);
        status = archive_read_open_memory(archive, bytes.at, bytes.len);
    }
    status = status == ARCHIVE_OK ? archive_read_next_header(archive, &entry) : status;
    if (status != ARCHIVE_OK) {
        /* libarchive cannot tell an empty file from one cut short, so neither passes. */
        fail(decoder, DIAG_ARCHIVE_BAD, "damaged, cut short or empty");
    }
    return decoder;
}

void decoder_free(struct decoder *decoder)
{
    if (decoder) {
        gunzip_free(decoder->gunzip);
        archive_read_free(decoder->archive);
        free(decoder);
    }
}

bool decoder_next(struct decoder *decoder, struct str *out)
{
    *out = (struct str){ 0 };
    if (decoder->fault || decoder->ended)
        return !decoder->fault;
    size_t got = 0;
    if (decoder->gunzip) {
        const char *fault = NULL;
        if (!gunzip_read(decoder->gunzip, decoder->chunk, CHUNK, &got, &fault))
            fail(decoder, DIAG_ARCHIVE_BAD, fault); /* what came before it is still given */
    } else {
        la_ssize_t read = archive_read_data(decoder->archive, decoder->chunk, CHUNK);
        if (read < 0) {
            fail(decoder, DIAG_ARCHIVE_BAD, archive_error_string(decoder->archive));
            return false;
        }
        got = (size_t)read;
    }
    decoder->ended = got == 0;
    decoder->given += got;
    if (decoder->given > decoder->most) {
        fail(decoder, DIAG_ARCHIVE_LIMIT, "it expands too far");
        return false;
    }
    *out = (struct str){ decoder->chunk, got };
    return got || !decoder->fault;
}

const char *decoder_fault(const struct decoder *decoder)
{
    return decoder->fault;
}

enum diag_id decoder_fault_id(const struct decoder *decoder)
{
    return decoder->fault_id;
}

struct spool { /* memory from the system that grows without copying and can be given back */
    char *at;
    size_t len, room;
    bool in_arena; /* it begins as room of the arena's */
};

/* The length that a gzip file tells of its last member, in its last four bytes (RFC 1952, 2.3.1);
 * 0: it tells none that can be true. */
static size_t told_length(struct str bytes, uint64_t most)
{
    if (bytes.len < 18 || !str_starts(bytes, STR("\x1F\x8B")))
        return 0;
    const unsigned char *end = (const unsigned char *)bytes.at + bytes.len - 4;
    size_t told = end[0] | (size_t)end[1] << 8 | (size_t)end[2] << 16 | (size_t)end[3] << 24;
    return told <= TOLD_MOST && told <= most && told / DEFLATE_MOST <= bytes.len ? told : 0;
}

/* A block of the arena's, whose pages are often there already, where the length is told. */
static struct spool spool_new(struct arena *home, size_t told)
{
    struct spool spool = { 0 };
    if (told)
        spool = (struct spool){ arena_take(home, 1, told), 0, told, true };
    return spool;
}

static void spool_drop(struct spool *spool)
{
    if (spool->room && !spool->in_arena)
        munmap(spool->at, spool->room);
}

static void spool_put(struct spool *spool, struct str bytes)
{
    if (!spool->at || bytes.len > spool->room - spool->len) {
        bool mapped = spool->room && !spool->in_arena;
        size_t room = spool->room > SPOOL_FIRST / 2 ? spool->room * 2 : SPOOL_FIRST;
        void *at = mapped ? mremap(spool->at, spool->room, room, MREMAP_MAYMOVE) : memory_map(room);
        if (at == MAP_FAILED)
            memory_exhausted();
        if (!mapped && spool->len)
            memcpy(at, spool->at, spool->len);
        *spool = (struct spool){ at, spool->len, room, false };
    }
    if (bytes.len) {
        memcpy(spool->at + spool->len, bytes.at, bytes.len);
        spool->len += bytes.len;
    }
}

/* Moves what was spooled into the arena: copied when small, handed over when large. */
static struct str spool_keep(struct spool *spool, struct arena *home)
{
    struct str bytes = { spool->at, spool->len };
    if (spool->in_arena) {
        return bytes;
    } else if (spool->len > MAP_FROM) {
        arena_own_map(home, spool->at, spool->room);
    } else {
        bytes = str_keep(home, bytes);
        spool_drop(spool);
    }
    return bytes;
}

static bool decode_all(struct decoder *decoder, uint64_t most, struct place place,
                       struct spool *spool, struct diags *diags)
{
    struct str chunk = { 0 };
    do {
        if (!decoder_next(decoder, &chunk)) {
            diag_add(diags, decoder_fault_id(decoder), place, STR(""), "%s",
                     decoder_fault(decoder));
            return false;
        }
        spool_put(spool, chunk);
        if (spool->len > most) {
            diag_add(diags, DIAG_FILE_LIMIT, place, STR(""), "more than %llu bytes when decoded",
                     (unsigned long long)most);
            return false;
        }
    } while (chunk.len);
    return true;
}

bool decompress(struct arena *home, struct str name, struct str bytes, const struct limits *limits,
                struct str *out, struct diags *diags)
{
    struct limits filled = limits_filled(limits);
    struct place place = { .file = name };
    struct decoder *decoder = decoder_new(bytes, &filled);
    if (!decoder) {
        diag_add(diags, DIAG_ARCHIVE_BAD, place, STR("gzip, xz or zstd"), "not compressed");
        return false;
    }
    struct spool spool = spool_new(home, told_length(bytes, filled.file));
    bool good = decode_all(decoder, filled.file, place, &spool, diags);
    decoder_free(decoder);
    if (good)
        *out = spool_keep(&spool, home);
    else
        spool_drop(&spool);
    return good;
}
