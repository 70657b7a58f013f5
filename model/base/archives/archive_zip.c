/* archive_zip.c - members of zip files by the central directory (PKWARE APPNOTE.TXT 6.3.10).
 *
 * Layout is free as far as readers agree on it: a local header that names another file, members
 * that lie over each other, bytes after the end record or a wrong checksum are refused. */
#include "inflate.h"
#include "members.h"

#include <stdlib.h>

enum {
    END_SIZE = 22,
    END_SEARCH = END_SIZE + 0xFFFF,
    CENTRAL_SIZE = 46,
    LOCAL_SIZE = 30,
    FLAG_ENCRYPTED = 0x2041, /* by password, by strong encryption, or its names are masked */
    METHOD_STORED = 0,
    METHOD_DEFLATED = 8,
    EXTRA_ZIP64 = 1,
    WHOLE_16 = 0xFFFF,
};
static const uint32_t WHOLE_32 = 0xFFFFFFFF; /* "see the ZIP64 field" */

struct zip_member {
    struct str name;
    uint32_t flags, method, crc, mode;
    uint64_t stored, size, at, end; /* at, end: of local header and data in the file */
};

/* Little-endian number of `width` bytes; the caller has checked the bounds. */
static uint64_t number(struct str bytes, size_t at, size_t width)
{
    uint64_t value = 0;
    for (size_t i = width; i-- > 0;)
        value = value << 8 | (unsigned char)bytes.at[at + i];
    return value;
}

/* The record that ends exactly where the file ends. */
static bool end_find(struct str bytes, size_t *out)
{
    for (size_t back = END_SIZE; back <= bytes.len && back <= END_SEARCH; back++) {
        size_t at = bytes.len - back;
        if (str_starts(str_sub(bytes, at, bytes.len), STR("PK\5\6")) &&
            number(bytes, at + 20, 2) == back - END_SIZE) {
            *out = at;
            return true;
        }
    }
    return false;
}

/* Takes the next number of a ZIP64 field where the record has none. */
static bool widen(struct str *field, uint64_t *value)
{
    if (*value != WHOLE_32)
        return true;
    if (field->len < 8)
        return false;
    *value = number(*field, 0, 8);
    *field = str_sub(*field, 8, field->len);
    return true;
}

static struct str extra_find(struct str extra, uint64_t id)
{
    while (extra.len >= 4) {
        size_t size = (size_t)number(extra, 2, 2);
        if (number(extra, 0, 2) == id && size <= extra.len - 4)
            return str_sub(extra, 4, 4 + size);
        extra = str_sub(extra, 4 + size, extra.len);
    }
    return (struct str){ 0 };
}

/* One record of the central directory, taken off the front of `rest`. */
static bool central_read(struct str *rest, struct zip_member *out)
{
    struct str r = *rest;
    if (r.len < CENTRAL_SIZE || !str_starts(r, STR("PK\1\2")))
        return false;
    size_t name = (size_t)number(r, 28, 2), extra = (size_t)number(r, 30, 2);
    size_t whole = CENTRAL_SIZE + name + extra + (size_t)number(r, 32, 2);
    if (whole > r.len)
        return false;
    *out = (struct zip_member){
        .name = str_sub(r, CENTRAL_SIZE, CENTRAL_SIZE + name),
        .flags = (uint32_t)number(r, 8, 2),
        .method = (uint32_t)number(r, 10, 2),
        .crc = (uint32_t)number(r, 16, 4),
        .stored = number(r, 20, 4),
        .size = number(r, 24, 4),
        .mode = number(r, 5, 1) == 3 ? (uint32_t)number(r, 40, 2) : 0, /* 3: made by Unix */
        .at = number(r, 42, 4),
    };
    struct str wide =
        extra_find(str_sub(r, CENTRAL_SIZE + name, CENTRAL_SIZE + name + extra), EXTRA_ZIP64);
    *rest = str_sub(r, whole, r.len);
    return widen(&wide, &out->size) && widen(&wide, &out->stored) && widen(&wide, &out->at);
}

/* The stored bytes behind the local header, which must agree on the name. */
static const char *local_read(struct str bytes, struct zip_member *member, struct str *out)
{
    if (member->at > bytes.len || bytes.len - member->at < LOCAL_SIZE)
        return "its header lies outside the file";
    struct str r = str_sub(bytes, (size_t)member->at, bytes.len);
    size_t name = (size_t)number(r, 26, 2);
    size_t data = LOCAL_SIZE + name + (size_t)number(r, 28, 2);
    if (!str_starts(r, STR("PK\3\4")) || data > r.len || member->stored > r.len - data)
        return "its data lie outside the file";
    if (!str_eq(str_sub(r, LOCAL_SIZE, LOCAL_SIZE + name), member->name) ||
        number(r, 8, 2) != member->method || number(r, 6, 2) != member->flags)
        return "its two headers disagree";
    *out = str_sub(r, data, data + (size_t)member->stored);
    member->end = member->at + data + member->stored;
    return NULL;
}

static const char *kind_fault(const struct zip_member *member)
{
    uint32_t type = member->mode & 0170000U;
    if (member->flags & FLAG_ENCRYPTED)
        return "encrypted";
    if (member->method != METHOD_STORED && member->method != METHOD_DEFLATED)
        return "neither stored nor deflated";
    if (type == 0120000U)
        return "a link";
    return type && type != 0100000U ? "not a plain file" : NULL;
}

static bool zip_member(struct members *members, struct str bytes, struct zip_member *member)
{
    bool folder = str_ends(member->name, STR("/"));
    struct str name = folder ? str_sub(member->name, 0, member->name.len - 1) : member->name, data;
    const char *fault = local_read(bytes, member, &data);
    if (fault) {
        members_break(members, DIAG_ARCHIVE_BAD, name, fault);
        return false;
    }
    fault = name_fault(name);
    fault = fault || folder ? fault : kind_fault(member);
    if (fault || (folder && member->size)) {
        member_refuse(members, name, fault ? fault : "a folder with data");
        return true;
    }
    if (folder)
        return true;
    if (!members_fit(members, name, member->size))
        return false;
    if (member->size > data.len && member->size - data.len > data.len * UINT64_C(1032) + 64) {
        /* Deflate cannot do better than 1032 to 1, so no memory is taken for such a claim. */
        members_break(members, DIAG_ARCHIVE_BAD, name, "larger than its data can be");
        return false;
    }
    if (member->method == METHOD_DEFLATED) {
        char *at = member_room(members, (size_t)member->size);
        fault = inflate_exactly(data, at, (size_t)member->size);
        data = (struct str){ at, (size_t)member->size };
    }
    if (!fault && (data.len != member->size || crc32_of(data) != member->crc))
        fault = "wrong size or checksum";
    if (fault) {
        members_break(members, DIAG_ARCHIVE_BAD, name, fault);
        return false;
    }
    member_add(members, name, data);
    return true;
}

static int order_by_place(const void *left, const void *right)
{
    const struct zip_member *a = left, *b = right;
    return (a->at > b->at) - (a->at < b->at);
}

static void zip_overlap(struct members *members, struct zip_member *member, size_t count,
                        uint64_t directory)
{
    qsort(member, count, sizeof *member, order_by_place);
    for (size_t i = 0; i < count && !members->broken; i++)
        if (member[i].end > (i + 1 < count ? member[i + 1].at : directory))
            members_break(members, DIAG_ARCHIVE_BAD, member[i].name, "members lie over each other");
}

void zip_members(struct members *members, struct str bytes)
{
    size_t end;
    if (!end_find(bytes, &end)) {
        members_break(members, DIAG_ARCHIVE_BAD, STR(""),
                      "no zip directory at the end of the file");
        return;
    }
    size_t count = (size_t)number(bytes, end + 10, 2);
    uint64_t size = number(bytes, end + 12, 4), from = number(bytes, end + 16, 4);
    if (number(bytes, end + 4, 4) != 0 || number(bytes, end + 8, 2) != count || count == WHOLE_16 ||
        from + size != end) {
        members_break(members, DIAG_ARCHIVE_BAD, STR(""),
                      "a zip directory in parts, of ZIP64, or not where it says");
        return;
    }
    struct str rest = str_sub(bytes, (size_t)from, end);
    if (count > rest.len / CENTRAL_SIZE) {
        members_break(members, DIAG_ARCHIVE_BAD, STR(""), "more members stated than listed");
        return;
    }
    struct zip_member *member = ARENA_MANY(members->home, count, struct zip_member);
    for (size_t i = 0; i < count; i++) {
        if (!central_read(&rest, &member[i])) {
            members_break(members, DIAG_ARCHIVE_BAD, STR(""), "damaged zip directory");
            return;
        }
        if (!members_count(members) || !zip_member(members, bytes, &member[i]))
            return;
    }
    if (rest.len) {
        members_break(members, DIAG_ARCHIVE_BAD, STR(""), "more members listed than stated");
        return;
    }
    zip_overlap(members, member, count, from);
}
