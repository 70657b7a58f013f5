/* archive_tar.c - members of tar files (POSIX pax, ustar, GNU) by libarchive, of which only the tar
 * reader is switched on. */
#include "decode.h"
#include "members.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>

enum { BLOCK = 512, CHECKSUM_AT = 148, CHECKSUM_SIZE = 8 };

static void archive_close(struct archive **archive)
{
    archive_read_free(*archive);
}
#define AUTO_ARCHIVE __attribute__((cleanup(archive_close))) struct archive *

/* By the header's checksum, which old formats without a magic number have too. */
bool tar_is(struct str head)
{
    if (head.len < BLOCK || head.at[0] == 0)
        return false;
    uint32_t sum = 0, stated = 0, digits = 0;
    for (size_t i = 0; i < BLOCK; i++) {
        bool blank = i >= CHECKSUM_AT && i < CHECKSUM_AT + CHECKSUM_SIZE;
        sum += blank ? ' ' : (unsigned char)head.at[i];
    }
    for (size_t i = CHECKSUM_AT; i < CHECKSUM_AT + CHECKSUM_SIZE; i++) {
        char c = head.at[i];
        if (c >= '0' && c <= '7') {
            stated = stated << 3 | (uint32_t)(c - '0');
            digits++;
        } else if (digits || c != ' ') {
            break;
        }
    }
    return digits && sum == stated;
}

/* Decoded bytes on their way to libarchive. */
struct giving {
    struct decoder *decoder; /* NULL: not compressed */
    struct str last;         /* the chunk given last; all of an archive that is not compressed */
    uint64_t given;          /* bytes up to its end */
};

static la_ssize_t give(struct archive *archive, void *self, const void **at)
{
    struct giving *giving = self;
    struct str chunk;
    if (!decoder_next(giving->decoder, &chunk)) {
        archive_set_error(archive, EINVAL, "%s", decoder_fault(giving->decoder));
        return ARCHIVE_FATAL;
    }
    *at = chunk.at;
    if (chunk.len > 0) {
        giving->last = chunk;
        giving->given += chunk.len;
    }
    return (la_ssize_t)chunk.len;
}

/* NULL, or why this member cannot be evidence. */
static const char *kind_fault(struct archive_entry *entry)
{
    if (archive_entry_hardlink(entry) || archive_entry_filetype(entry) == AE_IFLNK)
        return "a link";
    if (archive_entry_filetype(entry) != AE_IFREG)
        return "not a plain file";
    if (archive_entry_sparse_count(entry) > 0)
        return "a sparse file";
    if (archive_entry_mtime(entry) < 0)
        return "a time before 1970";
    return archive_entry_is_encrypted(entry) ? "encrypted" : NULL;
}

/* All data of the current member; NULL, or what is wrong. */
static const char *member_read(struct archive *archive, char *at, size_t size)
{
    size_t have = 0;
    for (;;) {
        const void *block;
        size_t len;
        la_int64_t offset;
        int status = archive_read_data_block(archive, &block, &len, &offset);
        if (status == ARCHIVE_EOF)
            return have == size ? NULL : "a member shorter than stated";
        if (status != ARCHIVE_OK) {
            const char *fault = archive_error_string(archive);
            return fault ? fault : "damaged data";
        }
        if (offset < 0 || (uint64_t)offset != have || len > size - have)
            return "a member with holes, or longer than stated";
        if (len) {
            memcpy(at + have, block, len);
            have += len;
        }
    }
}

static struct str without_slash(struct str name)
{
    while (name.len && name.at[name.len - 1] == '/')
        name.len--;
    return name;
}

/* "./a" is how `tar -c .` writes a. */
static struct str without_dot(struct str name)
{
    while (str_starts(name, STR("./")))
        name = str_sub(name, 2, name.len);
    return name;
}

struct tar {
    struct members *members;
    struct archive *archive;
    struct giving *giving;
    uint64_t most; /* bytes that all of it can hold */
};

/* What the decoder found wrong comes before what libarchive makes of it. */
static bool tar_break(const struct tar *tar, struct str name, const char *fault)
{
    struct decoder *decoder = tar->giving->decoder;
    const char *deeper = decoder ? decoder_fault(decoder) : NULL;
    fault = fault ? fault : "damaged data";
    members_break(tar->members, deeper ? decoder_fault_id(decoder) : DIAG_ARCHIVE_BAD, name,
                  deeper ? deeper : fault);
    return false;
}

static bool tar_member(const struct tar *tar, struct archive_entry *entry)
{
    struct members *members = tar->members;
    const char *raw = archive_entry_pathname(entry);
    struct str name = without_dot(str_from(raw ? raw : archive_entry_pathname_utf8(entry)));
    bool folder = archive_entry_filetype(entry) == AE_IFDIR;
    if (!members_count(members))
        return false;
    if (folder)
        name = without_slash(name);
    if (folder && (name.len == 0 || str_eq(name, STR("."))))
        return true;
    const char *fault = name_fault(name);
    fault = fault || folder ? fault : kind_fault(entry);
    if (fault) {
        member_refuse(members, name, fault);
        return true;
    }
    if (folder)
        return true;
    la_int64_t stated = archive_entry_size(entry);
    uint64_t size = stated < 0 ? UINT64_MAX : (uint64_t)stated;
    if (!members_fit(members, name, size))
        return false;
    if (size > tar->most) /* before memory is taken for it */
        return tar_break(tar, name, "larger than the archive can hold");
    char *at = member_room(members, (size_t)size);
    fault = member_read(tar->archive, at, (size_t)size);
    if (fault)
        return tar_break(tar, name, fault);
    member_add(members, name, (struct str){ at, (size_t)size });
    return true;
}

/* A warning is refused, except that names are bytes here, whatever the locale can express. */
static bool header_usable(struct archive *archive, int status)
{
    const char *said = archive_error_string(archive);
    return status == ARCHIVE_OK ||
           (status == ARCHIVE_WARN && said && strstr(said, "can't be converted"));
}

static bool tar_walk(const struct tar *tar)
{
    for (;;) {
        struct archive_entry *entry;
        int status = archive_read_next_header(tar->archive, &entry);
        if (status == ARCHIVE_EOF)
            return true;
        if (!header_usable(tar->archive, status))
            return tar_break(tar, STR(""), archive_error_string(tar->archive));
        if (!tar_member(tar, entry))
            return false;
    }
}

static bool all_zero(struct str bytes)
{
    for (size_t i = 0; i < bytes.len; i++)
        if (bytes.at[i] != 0)
            return false;
    return true;
}

/* Only zeros may follow the last member: another archive behind it is what other readers may see.
 * All of it is decoded, so that damage and excess show. */
static void tar_end(const struct tar *tar)
{
    const struct giving *giving = tar->giving;
    la_int64_t end = archive_read_header_position(tar->archive);
    uint64_t before = giving->given - giving->last.len;
    size_t from = end > 0 && (uint64_t)end > before ? (size_t)((uint64_t)end - before) : 0;
    bool zeros = all_zero(str_sub(giving->last, from, giving->last.len));
    struct str chunk = { 0 };
    do {
        chunk = (struct str){ 0 };
        if (giving->decoder && !decoder_next(giving->decoder, &chunk))
            tar_break(tar, STR(""), NULL);
        zeros = zeros && all_zero(chunk);
    } while (chunk.len);
    if (!zeros)
        tar_break(tar, STR(""), "bytes behind the end of the archive");
}

void tar_members(struct members *members, struct str bytes)
{
    AUTO_DECODER decoder = decoder_new(bytes, &members->limits);
    AUTO_ARCHIVE archive = archive_read_new();
    struct giving giving = { .decoder = decoder };
    if (!decoder) {
        giving.last = bytes;
        giving.given = bytes.len;
    }
    struct tar tar = {
        .members = members,
        .archive = archive,
        .giving = &giving,
        .most = decoder ? decoded_most(bytes.len, &members->limits) : bytes.len,
    };
    int status = archive ? archive_read_support_format_tar(archive) : ARCHIVE_FATAL;
    if (status == ARCHIVE_OK) {
        status = decoder ? archive_read_open(archive, &giving, NULL, give, NULL)
                         : archive_read_open_memory(archive, bytes.at, bytes.len);
    }
    if (status != ARCHIVE_OK)
        tar_break(&tar, STR(""), archive ? archive_error_string(archive) : NULL);
    else if (tar_walk(&tar))
        tar_end(&tar);
}
