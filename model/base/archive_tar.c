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
    if (head.len < BLOCK || head.at[0] == 0) {
        return false;
    }
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

static la_ssize_t give(struct archive *archive, void *self, const void **at)
{
    struct decoder *decoder = self;
    struct str chunk;
    if (!decoder_next(decoder, &chunk)) {
        archive_set_error(archive, EINVAL, "%s", decoder_fault(decoder));
        return ARCHIVE_FATAL;
    }
    *at = chunk.at;
    return (la_ssize_t)chunk.len;
}

/* NULL, or why this member cannot be evidence. */
static const char *kind_fault(struct archive_entry *entry)
{
    if (archive_entry_hardlink(entry) || archive_entry_filetype(entry) == AE_IFLNK) {
        return "a link";
    }
    if (archive_entry_filetype(entry) != AE_IFREG) {
        return "not a plain file";
    }
    if (archive_entry_sparse_count(entry) > 0) {
        return "a sparse file";
    }
    if (archive_entry_mtime(entry) < 0) {
        return "a time before 1970";
    }
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
        if (status == ARCHIVE_EOF) {
            return have == size ? NULL : "a member shorter than stated";
        }
        if (status != ARCHIVE_OK) {
            const char *fault = archive_error_string(archive);
            return fault ? fault : "damaged data";
        }
        if (offset < 0 || (uint64_t)offset != have || len > size - have) {
            return "a member with holes, or longer than stated";
        }
        if (len) {
            memcpy(at + have, block, len);
            have += len;
        }
    }
}

static struct str without_slash(struct str name)
{
    while (name.len && name.at[name.len - 1] == '/') {
        name.len--;
    }
    return name;
}

/* "./a" is how `tar -c .` writes a. */
static struct str without_dot(struct str name)
{
    while (str_starts(name, STR("./"))) {
        name = str_sub(name, 2, name.len);
    }
    return name;
}

struct tar {
    struct members *members;
    struct archive *archive;
    struct decoder *decoder; /* NULL: not compressed */
    uint64_t most;           /* bytes that all of it can hold */
};

/* What the decoder found wrong comes before what libarchive makes of it. */
static bool tar_break(const struct tar *tar, struct str name, const char *fault)
{
    const char *deeper = tar->decoder ? decoder_fault(tar->decoder) : NULL;
    fault = fault ? fault : "damaged data";
    members_break(tar->members, deeper ? decoder_fault_id(tar->decoder) : DIAG_ARCHIVE_BAD, name,
                  deeper ? deeper : fault);
    return false;
}

static bool tar_member(const struct tar *tar, struct archive_entry *entry)
{
    struct members *members = tar->members;
    const char *raw = archive_entry_pathname(entry);
    struct str name = without_dot(str_from(raw ? raw : archive_entry_pathname_utf8(entry)));
    bool folder = archive_entry_filetype(entry) == AE_IFDIR;
    if (!members_count(members)) {
        return false;
    }
    if (folder) {
        name = without_slash(name);
    }
    if (folder && (name.len == 0 || str_eq(name, STR(".")))) {
        return true;
    }
    const char *fault = name_fault(name);
    fault = fault || folder ? fault : kind_fault(entry);
    if (fault) {
        member_refuse(members, name, fault);
        return true;
    }
    if (folder) {
        return true;
    }
    la_int64_t stated = archive_entry_size(entry);
    uint64_t size = stated < 0 ? UINT64_MAX : (uint64_t)stated;
    if (!members_fit(members, name, size)) {
        return false;
    }
    if (size > tar->most) { /* before memory is taken for it */
        return tar_break(tar, name, "larger than the archive can hold");
    }
    char *at = member_room(members, (size_t)size);
    fault = member_read(tar->archive, at, (size_t)size);
    if (fault) {
        return tar_break(tar, name, fault);
    }
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
        if (status == ARCHIVE_EOF) {
            return true;
        }
        if (!header_usable(tar->archive, status)) {
            return tar_break(tar, STR(""), archive_error_string(tar->archive));
        }
        if (!tar_member(tar, entry)) {
            return false;
        }
    }
}

/* What follows the end of the tar data is decoded too, so that damage and excess show. */
static void tar_drain(const struct tar *tar)
{
    struct str chunk = { 0 };
    do {
        if (!decoder_next(tar->decoder, &chunk)) {
            tar_break(tar, STR(""), NULL);
        }
    } while (chunk.len);
}

void tar_members(struct members *members, struct str bytes)
{
    AUTO_DECODER decoder = decoder_new(bytes, &members->limits);
    AUTO_ARCHIVE archive = archive_read_new();
    struct tar tar = {
        .members = members,
        .archive = archive,
        .decoder = decoder,
        .most = decoder ? decoded_most(bytes.len, &members->limits) : bytes.len,
    };
    int status = archive ? archive_read_support_format_tar(archive) : ARCHIVE_FATAL;
    if (status == ARCHIVE_OK) {
        status = decoder ? archive_read_open(archive, decoder, NULL, give, NULL)
                         : archive_read_open_memory(archive, bytes.at, bytes.len);
    }
    if (status != ARCHIVE_OK) {
        tar_break(&tar, STR(""), archive ? archive_error_string(archive) : NULL);
    } else if (tar_walk(&tar) && decoder) {
        tar_drain(&tar);
    }
}
