/* verify.h - what the parts of verifying share. */
#ifndef SIGN_VERIFY_H
#define SIGN_VERIFY_H

#include "checks.h"
#include "hash.h"
#include "zip.h"

struct member {
    const struct zip_member *zip;
    struct digest digest; /* SHA-256 of the content */
    size_t covered;       /* manifests that name it */
};
struct verifying {
    struct arena *home;
    const struct verify_request *request;
    struct check_list checks;
    struct zip zip;
    struct member *member; /* in byte order of name */
    size_t count;
    struct buf signers;
    struct digest content, evidence;
};

struct member *member_find(const struct verifying *verifying, struct str name); /* NULL: absent */
/* Content of a member that decodes, as all do by then; empty if absent or larger than any text that
 * a dossier has beside its payload (64 MiB). */
struct str member_content(const struct verifying *verifying, struct str name);
bool member_is_payload(const struct member *member);

/* What each check adds is in the file of the same name. */
void verify_bag(struct verifying *verifying);
void verify_signatures(struct verifying *verifying);

#endif
