/* verify.h - what the parts of verifying share. */
#ifndef SIGN_VERIFY_H
#define SIGN_VERIFY_H

#include "crypto.h"
#include "manifest_read.h"
#include "zip.h"

/* No list or manifest is larger; keeps hostile input out of memory. */
enum { TEXT_MOST = 64 << 20 };

struct member {
    const struct zip_member *zip;
    struct digest digest; /* SHA-256 of the content */
    struct digest packed; /* of a deflated member: SHA-256 of its deflated bytes */
    struct str content;   /* of one that is read again (verify_members.c); at NULL: not kept */
    char *room;           /* for the content, where it is kept; NULL: it is not */
    struct str other[HASH_COUNT]; /* further digests, once they have been asked for */
    size_t covered;               /* manifests that name it */
};
/* A signature and its manifest, as far as they have been judged. */
struct signature {
    unsigned number;
    struct str manifest_name, signature_name;
    struct str manifest_bytes, der;
    struct manifest manifest;
    bool *covered;          /* by member: this manifest names it */
    bool readable;          /* parts are set */
    bool holds;             /* the signature itself; result is set */
    bool unsigned_judged;   /* some part has judged all its unsigned attributes */
    struct cms_parts parts; /* borrow from der */
    struct cms_result result;
    int64_t at;             /* when the chain must be valid: as asked, or where proven earlier */
    bool proven;            /* a time stamp that holds says so */
    int64_t proven_at;      /* where proven: when */
    struct str stamp_ends;  /* of a time stamp in it that holds: last day of its authority's
                               certificate, of several the latest; empty: none */
    enum check_state trust; /* where it holds: whether a chain leads to an anchor, by this path */
    struct cms_path path;
};
struct archive_stamp; /* verify_stamp.c */
/* Judges a dossier within a dossier as the outer one is judged: sign_verify. */
typedef bool verify_again(struct arena *home, struct str dossier,
                          const struct verify_request *request, struct checks *out,
                          struct diags *diags);
struct verifying {
    struct arena *home;
    verify_again *again;
    const struct verify_request *request;
    struct check_list checks;
    struct str dossier; /* its bytes */
    struct zip zip;
    const struct json *report; /* data of the report, once it was read; NULL: there is none */
    struct member *member;     /* in byte order of name */
    size_t count;
    struct signature *signature; /* 001 first */
    size_t signature_count;
    const struct entry *withheld; /* absent members that a record accounts for, in byte order of
                                     name: digest, and bytes.len as their size (bytes.at is NULL) */
    size_t withheld_count;
    struct archive_stamp *stamp; /* time stamps over the whole, 001 first */
    size_t stamp_count;
    struct buf signers;
    struct digest content, evidence;
};

/* A kind of record beside manifests and signatures: one row in verify_parts.c, one file with its
 * functions. Each may be NULL. */
struct verify_part {
    const char *name;
    /* Members that this part judges; others of their kind keep a dossier from passing. */
    bool (*owns)(struct str name);
    /* Before lists are compared: may set verifying->withheld. */
    void (*prepare)(struct verifying *verifying);
    /* A signature that holds, before its chain is looked for: may move signature->at to an earlier,
     * proven time, and must say so in a check; sets unsigned_judged. */
    void (*signature)(struct verifying *verifying, struct signature *signature);
    /* After all signatures. */
    void (*finish)(struct verifying *verifying);
};
const struct verify_part *verify_part_at(size_t index); /* NULL past the last */

/* The digest of a member's content, decoded once for each kind. */
struct str member_digest(struct arena *home, struct member *member, enum hash hash);
struct member *member_find(const struct verifying *verifying, struct str name); /* NULL: absent */
/* Content of a member that decodes, as all do by then; empty if absent or larger than any text that
 * a dossier has beside its payload (64 MiB). */
struct str member_content(const struct verifying *verifying, struct str name);
bool member_is_payload(const struct member *member);
/* The withheld member of that name, or NULL. */
const struct entry *withheld_find(const struct verifying *verifying, struct str name);

/* Decodes every member: digest and packed are set. False: `name` cannot be decoded, and why. */
MUST_USE bool verify_members(struct verifying *verifying, struct str *name, const char **why);
/* None of the dossier's bytes need be in memory now. */
void verify_passed(const struct verifying *verifying);
/* What each check adds is in the file of the same name. */
void verify_bag(struct verifying *verifying);
void verify_signatures(struct verifying *verifying);

#endif
