/* amend.h - a dossier opened to be added to: members that stay are copied as their bytes lie in the
 * container, so that no earlier signature, list or digest changes. */
#ifndef SIGN_AMEND_H
#define SIGN_AMEND_H

#include "layout.h"
#include "zip.h"

struct amending {
    struct arena *home;
    struct diags *diags;
    struct str name; /* of the file, for diagnostics */
    struct zip zip;
    bool *dropped; /* by member of zip */
    struct entry *added;
    size_t added_count, added_room;
    unsigned signatures; /* pairs of manifest and signature, 001 to this number */
};

/* Opens and refuses what does not hold: nobody should sign or stamp a broken dossier. Trust is not
 * asked. `at`: Unix seconds. */
MUST_USE bool amend_begin(struct arena *home, struct str name, struct str dossier, int64_t at,
                          struct amending *out, struct diags *diags);
/* A member's content, of those that stay or were added; false: absent. */
MUST_USE bool amend_content(struct amending *amending, struct str name, struct str *out);
bool amend_has(const struct amending *amending, struct str name);
/* Adds a member, or puts it in the place of one of that name. */
void amend_put(struct amending *amending, struct str name, struct str bytes);
void amend_drop(struct amending *amending, struct str name);
/* Names of all members in byte order, mimetype left out, with their digest by `hash` (raw). */
struct manifest_line *amend_list(struct amending *amending, enum hash hash, size_t *count);
MUST_USE bool amend_write(struct amending *amending, struct sink *sink);

#endif
