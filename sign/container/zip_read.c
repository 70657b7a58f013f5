/* zip_read.c - the strict reader: one byte layout is a container, everything else is refused.
 *
 * Libraries accept far more, and disagree about what they accept (a member named twice, a local
 * header that differs from the central one, bytes before or between). Here local and central
 * headers are walked side by side: the central offset of each member must be where the last one
 * ended, so that nothing can hide, overlap or be read in two ways. */
#include "names.h"
#include "zip.h"

#include <string.h>

enum {
    MADE_BY_US = 3 << 8,
    FLAG_UTF8 = 0x0800,       /* says nothing where names are ASCII; some tools set it */
    FLAGS_ENCRYPTED = 0x2041, /* encrypted, strongly encrypted, headers masked */
    FLAG_DESCRIPTOR = 0x0008, /* as libarchive sets it even where sizes are known */
    SYSTEM_FAT = 0,
    SYSTEM_UNIX = 3,
    MODE_TYPE = 0170000,
    MODE_FILE = 0100000,
};
#define ATTRIBUTES_OF_OURS (UINT32_C(0100644) << 16)

struct reading {
    struct arena *home;
    struct str bytes;
    struct zip_fault *fault;
    size_t local, central;        /* where the next headers begin */
    size_t directory;             /* where the central directory begins */
    uint64_t total;               /* bytes of all contents so far */
    uint32_t made_by, attributes; /* of the first member; the same for all */
};

static uint32_t get16(struct str bytes, size_t at)
{
    return (uint32_t)(unsigned char)bytes.at[at] | (uint32_t)(unsigned char)bytes.at[at + 1] << 8;
}

static uint32_t get32(struct str bytes, size_t at)
{
    return get16(bytes, at) | get16(bytes, at + 2) << 16;
}

static bool is_mark(struct str bytes, size_t at, char third, char fourth)
{
    return bytes.at[at] == 'P' && bytes.at[at + 1] == 'K' && bytes.at[at + 2] == third &&
           bytes.at[at + 3] == fourth;
}

/* What other programs write and a dossier has not, and how its contents become one again. */
#define ANOTHER_PROGRAM                                                                            \
    ", as another program packs: its files may be whole; unpack them and pack them with zip -X "   \
    "-0 "                                                                                          \
    "-D DOSSIER mimetype, then zip -X -D -r DOSSIER . -x mimetype"

static bool refuse(struct reading *reading, size_t offset, const char *why)
{
    *reading->fault = (struct zip_fault){ .offset = offset, .why = str_from(why) };
    return false;
}

static bool refuse_name(struct reading *reading, size_t offset, const char *why, struct str name)
{
    struct buf text = buf_new(reading->home, 4096);
    buf_putf(&text, "%s: ", why);
    buf_put_visible(&text, str_sub(name, 0, 256));
    *reading->fault = (struct zip_fault){ .offset = offset, .why = buf_str(&text) };
    return false;
}

/* The last 22 bytes, and nothing but them, end the file. */
static bool read_end(struct reading *reading, size_t *count)
{
    struct str bytes = reading->bytes;
    if (bytes.len < ZIP_END || bytes.len > UINT32_MAX)
        return refuse(reading, 0, "too short or too long for a dossier");
    size_t at = bytes.len - ZIP_END;
    if (!is_mark(bytes, at, 5, 6) && !is_mark(bytes, 0, 3, 4))
        return refuse(reading, 0, "this is no dossier: it neither begins nor ends as a ZIP does");
    if (!is_mark(bytes, at, 5, 6))
        return refuse(reading, at, "the file does not end with an end record");
    if (get16(bytes, at + 4) != 0 || get16(bytes, at + 6) != 0 || get16(bytes, at + 20) != 0)
        return refuse(reading, at, "the end record has a comment or names several disks");
    size_t members = get16(bytes, at + 8);
    size_t size = get32(bytes, at + 12);
    size_t offset = get32(bytes, at + 16);
    if (members != get16(bytes, at + 10))
        return refuse(reading, at, "the end record counts members in two ways");
    if (offset > at || size != at - offset)
        return refuse(reading, at, "the central directory does not end at the end record");
    if (members == 0 || members > ZIP_MEMBERS_MOST || size / (ZIP_CENTRAL + 1) < members) {
        return refuse(reading, at,
                      "the end record counts more members than the directory can hold");
    }
    reading->directory = offset;
    reading->central = offset;
    *count = members;
    return true;
}

/* Where a member's data may come from, as the central header alone tells it. */
static bool check_origin(struct reading *reading, size_t at)
{
    struct str bytes = reading->bytes;
    uint32_t made_by = get16(bytes, at + 4);
    uint32_t internal = get16(bytes, at + 36);
    uint32_t attributes = get32(bytes, at + 38);
    uint32_t type = attributes >> 16 & MODE_TYPE;
    if (get16(bytes, at + 30) != 0 || get16(bytes, at + 32) != 0 || get16(bytes, at + 34) != 0) {
        return refuse(reading, at,
                      "a member has an extra field, a comment or a disk number" ANOTHER_PROGRAM);
    }
    if (get16(bytes, at + 8) & FLAG_DESCRIPTOR)
        return refuse(reading, at, "a data descriptor: not written by dossier" ANOTHER_PROGRAM);
    if (made_by >> 8 != SYSTEM_UNIX && made_by >> 8 != SYSTEM_FAT)
        return refuse(reading, at, "a member was made on a system that is not known here");
    if ((type != 0 && type != MODE_FILE) || (attributes & 0x18) != 0)
        return refuse(reading, at, "a member is not a plain file");
    /* What the program writes is known to the last bit. By-hand containers may differ from it, but
     * not within themselves, so that a changed byte is noticed here too. */
    if (internal > 1 ||
        (made_by == MADE_BY_US && (internal != 0 || attributes != ATTRIBUTES_OF_OURS)))
        return refuse(reading, at, "a member has attributes that no dossier has");
    if (reading->local == 0) {
        reading->made_by = made_by;
        reading->attributes = attributes;
    }
    if (made_by != reading->made_by || attributes != reading->attributes)
        return refuse(reading, at, "members have different attributes");
    return true;
}

static bool check_method(struct reading *reading, size_t at, const struct zip_member *member)
{
    struct str bytes = reading->bytes;
    uint32_t version = get16(bytes, at + 6);
    uint32_t flags = get16(bytes, at + 8);
    if (flags != 0 && flags != FLAG_UTF8) {
        return refuse(reading, at,
                      (flags & FLAGS_ENCRYPTED) != 0
                          ? "a member is encrypted, or says so"
                          : "a member has flags that no dossier has" ANOTHER_PROGRAM);
    }
    if (version != 10 && version != 20)
        return refuse(reading, at, "a member needs another version of ZIP");
    if (member->method != ZIP_STORED && member->method != ZIP_DEFLATED)
        return refuse(reading, at, "a member is packed by another method than stored or deflated");
    if (member->method == ZIP_STORED && member->packed.len != member->size)
        return refuse(reading, at, "a stored member has two sizes");
    if (member->method == ZIP_DEFLATED && member->size > 1048576 &&
        (member->packed.len == 0 || member->size / member->packed.len >= limits_default.expansion))
        return refuse(reading, at, "a member expands more than 200 times");
    reading->total += member->size;
    if (member->size > ZIP_MEMBER_MOST || reading->total > limits_default.bytes)
        return refuse(reading, at, "contents exceed the limits of a dossier");
    return true;
}

static bool check_local(struct reading *reading, size_t central, struct str name)
{
    struct str bytes = reading->bytes;
    size_t at = reading->local;
    if (get32(bytes, central + 42) != at)
        return refuse(reading, central, "a member does not begin where the one before it ends");
    if (reading->directory - at < ZIP_LOCAL + name.len || !is_mark(bytes, at, 3, 4))
        return refuse(reading, at, "no local header where the directory names one");
    /* Version needed to extra length: 26 bytes that both headers share. */
    if (memcmp(bytes.at + at + 4, bytes.at + central + 6, 26) != 0 ||
        memcmp(bytes.at + at + ZIP_LOCAL, name.at, name.len) != 0)
        return refuse(reading, at, "local and central header disagree");
    return true;
}

static bool read_member(struct reading *reading, struct zip_member *member)
{
    struct str bytes = reading->bytes;
    size_t at = reading->central;
    size_t end = bytes.len - ZIP_END;
    if (end - at < ZIP_CENTRAL || !is_mark(bytes, at, 1, 2))
        return refuse(reading, at, "no central header where one must be");
    struct str name = { bytes.at + at + ZIP_CENTRAL, get16(bytes, at + 28) };
    if (name.len > end - at - ZIP_CENTRAL)
        return refuse(reading, at, "a name reaches past the directory");
    if (str_ends(name, STR("/")))
        return refuse(reading, at, "a folder is a member of its own" ANOTHER_PROGRAM);
    if (!name_allowed(name))
        return refuse_name(reading, at, "a name that no dossier may hold", name);
    if (!check_origin(reading, at) || !check_local(reading, at, name))
        return false;
    size_t data = reading->local + ZIP_LOCAL + name.len;
    size_t packed = get32(bytes, at + 20);
    if (packed > reading->directory - data)
        return refuse(reading, at, "a member reaches into the directory");
    *member = (struct zip_member){ .name = name,
                                   .packed = { bytes.at + data, packed },
                                   .crc = get32(bytes, at + 16),
                                   .size = get32(bytes, at + 24),
                                   .method = (enum zip_method)get16(bytes, at + 10) };
    if (!check_method(reading, at, member))
        return false;
    reading->local = data + packed;
    reading->central = at + ZIP_CENTRAL + name.len;
    return true;
}

static bool check_mimetype(struct reading *reading, const struct zip_member *first)
{
    if (!str_eq(first->name, STR("mimetype")) || first->method != ZIP_STORED)
        return refuse(reading, 0, "the first member is not a stored mimetype");
    if (!str_eq(first->packed, STR(ZIP_MIMETYPE)))
        return refuse(reading, ZIP_LOCAL + first->name.len, "mimetype is not " ZIP_MIMETYPE);
    return true;
}

bool zip_read(struct arena *home, struct str bytes, struct zip *out, struct zip_fault *fault)
{
    struct reading reading = { .home = home, .bytes = bytes, .fault = fault };
    size_t count = 0;
    if (!read_end(&reading, &count))
        return false;
    struct zip_member *member = ARENA_MANY(home, count, struct zip_member);
    struct str *name = ARENA_MANY(home, count, struct str);
    for (size_t i = 0; i < count; i++) {
        if (!read_member(&reading, &member[i]) || (i == 0 && !check_mimetype(&reading, member)))
            return false;
        name[i] = member[i].name;
    }
    if (reading.local != reading.directory || reading.central != bytes.len - ZIP_END)
        return refuse(&reading, reading.local, "bytes that belong to no member");
    struct str why = { 0 };
    if (!names_distinct(home, name, count, &why)) {
        *fault = (struct zip_fault){ .offset = reading.directory, .why = why };
        return false;
    }
    *out = (struct zip){ .member = member, .count = count };
    return true;
}

const struct zip_member *zip_find(const struct zip *zip, struct str name)
{
    for (size_t i = 0; i < zip->count; i++)
        if (str_eq(zip->member[i].name, name))
            return &zip->member[i];
    return NULL;
}
