/* zip.h - the container: a ZIP of exactly one byte layout, written and read by our own code.
 *
 * APPNOTE.TXT 6.3 describes ZIP; this is a small part of it. A container is LFH data LFH data ...
 * central directory, EOCD, with nothing before, between or after: no extra fields, comments, data
 * descriptors, ZIP64, encryption or folders; methods stored and deflated; local and central headers
 * agree in every shared field. */
#ifndef SIGN_ZIP_H
#define SIGN_ZIP_H

#include "sign/sign.h"

#define ZIP_MIMETYPE "application/vnd.etsi.asic-e+zip"

enum {
    ZIP_LOCAL = 30,   /* bytes of a local file header before the name */
    ZIP_CENTRAL = 46, /* bytes of a central header before the name */
    ZIP_END = 22,     /* bytes of the end of central directory record */
    ZIP_MEMBERS_MOST = 65534,
};
#define ZIP_MEMBER_MOST UINT64_C(0x40000000) /* 1 GiB, as limits_default.file */

enum zip_method { ZIP_STORED = 0, ZIP_DEFLATED = 8 };

struct zip_member {
    struct str name;
    struct str packed; /* its data as it lies in the container */
    uint32_t crc, size;
    enum zip_method method;
};
struct zip {
    const struct zip_member *member; /* as in the container: mimetype first */
    size_t count;
};

/* Where and why a container is refused. */
struct zip_fault {
    uint64_t offset;
    struct str why;
};

/* Headers, layout and names; borrows from `bytes`. Data is checked by zip_decode. */
MUST_USE bool zip_read(struct arena *home, struct str bytes, struct zip *out,
                       struct zip_fault *fault);
/* Hands the member's content to `sink` in pieces and checks size and CRC. False: the content is not
 * what the header says, and `why` is set, or the sink failed and `why` is NULL. */
MUST_USE bool zip_decode(const struct zip_member *member, struct sink sink, const char **why);
/* The same, watched: `packed` gets the packed bytes of a deflated member, each as it is inflated;
 * `passed` (may be NULL) is told which bytes of the container have been read. */
struct zip_watch {
    struct sink packed;
    struct str container;
    void (*passed)(struct str bytes);
};
MUST_USE bool zip_decode_watched(const struct zip_member *member, struct sink sink,
                                 const struct zip_watch *watch, const char **why);
/* The first `most` bytes of the content, as far as it can be read; borrowed if stored. */
struct str zip_head(struct arena *home, const struct zip_member *member, size_t most);
/* The whole content: borrowed if stored, in `home` if deflated. */
MUST_USE bool zip_content(struct arena *home, const struct zip_member *member, struct str *out,
                          const char **why);
const struct zip_member *zip_find(const struct zip *zip, struct str name); /* NULL: absent */

/* How a member will be written. */
struct zip_plan {
    uint32_t crc, size, packed_size;
    enum zip_method method;
    struct str kept; /* deflated bytes, where they were kept in memory */
    bool aside;      /* or laid aside, from there on */
    uint64_t from;
    struct digest packed;  /* of the deflated bytes; unset for a stored member */
    struct digest content; /* what the member's bytes must have, where they are checked */
    bool checked;          /* digests are held against those of the bytes that are written */
    bool changed;          /* they are others than `content` says, or cannot be read any more */
};
struct zip_packing {
    bool store;                /* deflate nothing */
    size_t keep;               /* most bytes of members whose deflated form may stay in memory */
    const struct aside *aside; /* where others wait; NULL: zip_put deflates those again */
    unsigned threads;          /* 0: as many as there are processors */
    /* A member that was planned before, by its bytes and their digest: its plan, or NULL. Not asked
     * with `store`; itself NULL: none was. */
    const struct zip_plan *(*ahead)(const void *self, struct str bytes, struct digest digest);
    /* By what a member of these bytes is deflated early (deflate_early.h); NULL: by nothing. Asked
     * where `ahead` is and has none. */
    struct early *(*early)(const void *self, struct str bytes);
    const void *self; /* for `ahead` and `early` */
};
/* Plans `count` members, whose digests are set. Deflates where that saves a tenth and the reader's
 * expansion limit allows it; what is kept of it stays in `home`. A mapped file is read in pieces.
 */
void zip_plan(struct arena *home, const struct entry *entry, size_t count,
              const struct zip_packing *packing, struct zip_plan *out);
/* A member as it is, of bytes that nobody else can change: nothing is checked. */
void zip_plan_stored(struct str bytes, struct zip_plan *out);

struct zip_writer;
struct zip_writer *zip_begin(struct arena *home, size_t count, unsigned threads, struct sink sink);
/* For members of which zip_plan laid some aside. */
struct zip_writer *zip_begin_aside(struct arena *home, size_t count, unsigned threads,
                                   struct sink sink, const struct aside *aside);
/* Members are written in the order of the calls. False: the sink failed; or, with `changed` set,
 * the bytes are no longer those that were planned (of a kept member those are what is written). */
MUST_USE bool zip_put(struct zip_writer *writer, struct str name, struct str bytes,
                      const struct zip_plan *plan, bool *changed);
/* A member of another container, its data as it lies there. */
MUST_USE bool zip_copy(struct zip_writer *writer, const struct zip_member *member);
MUST_USE bool zip_end(struct zip_writer *writer);

#endif
