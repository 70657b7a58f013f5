/* layout.h - the texts that make a dossier a BagIt bag (RFC 8493) and name its identities.
 *
 * Each text is a pure function of names, digests and sizes, so that verifying is writing again and
 * comparing bytes. In lists made for verifying, entry.bytes holds the size only (at is NULL). */
#ifndef SIGN_LAYOUT_H
#define SIGN_LAYOUT_H

#include "hash.h"
#include "sign/sign.h"

#define LAYOUT_BAGIT "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
#define LAYOUT_INPUTS "data/inputs-sha256.txt"
#define LAYOUT_PACKED "packed-sha256.txt"

/* The tag files that every dossier has and tagmanifest-sha256.txt lists, in byte order. */
enum tag_file { TAG_VERIFY, TAG_BAG_INFO, TAG_BAGIT, TAG_MANIFEST, TAG_COUNT };
struct str tag_name(enum tag_file tag);

/* "digest  name" lines in byte order of name, as sha256sum writes and checks them. */
struct str sums_text(struct arena *home, const struct entries *entries);
/* Octets and number of files: "1234.5". */
struct str oxum_text(struct arena *home, const struct entries *payload);

struct bag_info {
    struct str date, oxum;
    struct digest content, evidence;
};
struct str bag_info_text(struct arena *home, const struct bag_info *info);
/* The value of a label that stands exactly once in bag-info.txt; false: absent or twice. */
MUST_USE bool bag_info_find(struct str text, struct str label, struct str *value);

/* The whole of VERIFY.txt. */
struct str verify_text(struct arena *home, struct digest content, struct digest evidence);

/* META-INF/ASiCManifest001.xml and the like, from parts: "META-INF/ASiCManifest", 1, ".xml". */
struct str numbered_name(struct arena *home, const char *before, unsigned number,
                         const char *after);
/* The number in such a name: three digits, 001 to 999. */
MUST_USE bool numbered_read(struct str name, struct str before, struct str after, unsigned *number);

/* The MimeType that a member of this name gets in a manifest. */
const char *media_type(struct str name);
/* The text of ASiCManifest NNN over `members` (which are in byte order of name), on one line. */
struct str manifest_text(struct arena *home, unsigned number, const struct entries *members,
                         struct str root_file);
/* Any ASiCManifest or ASiCArchiveManifest. */
struct manifest_line {
    struct str name, digest; /* digest raw, by the order's algorithm */
};
struct manifest_order {
    const char *signature, *media; /* what protects it: name of the member, its media type */
    enum hash hash;
    struct str root_file; /* empty: none */
};
struct str manifest_lines(struct arena *home, const struct manifest_order *order,
                          const struct manifest_line *line, size_t count);

#endif
