/* members.h - private to base: entries on their way into a list, from a folder or an archive. */
#ifndef BASE_MEMBERS_H
#define BASE_MEMBERS_H

#include "file_own.h"

struct member {
    struct entry entry;
    struct member *before;
};

struct members {
    struct arena *home;
    struct diags *diags;
    struct str container; /* "bundle/" or "bundle.tar!": what stands before a name in a place */
    struct limits limits;
    struct member *last;
    uint64_t bytes, seen, refused; /* seen: also those refused, and folders */
    enum diag_id refusal, excess;
    bool broken;     /* nothing of it may be used */
    struct buf left; /* "name: why" a line: what is left out of a folder */
    uint64_t left_count;
};

/* Refuses one member; reading goes on. */
void member_refuse(struct members *members, struct str name, const char *fault);
/* Leaves out one name of a folder, and says so in the list that goes with the rest. */
void member_leave(struct members *members, struct str name, const char *why);
/* Refuses everything: `fault` at the container, or at the member `name` if that is not empty. */
void members_break(struct members *members, enum diag_id id, struct str name, const char *fault);
/* Counts one more name; false (broken) past the limit. */
MUST_USE bool members_count(struct members *members);
/* Whether a member of `size` bytes fits the limits; if not, everything is broken. */
MUST_USE bool members_fit(struct members *members, struct str name, uint64_t size);
/* Memory for a member's bytes. */
char *member_room(struct members *members, size_t size);
/* Adds a member; the name is copied, the bytes are not. */
void member_add(struct members *members, struct str name, struct str bytes);
/* Sorts, refuses names that stand twice or are file and folder at once; false when nothing is left.
 */
MUST_USE bool members_finish(struct members *members, struct entries *out);

/* Readers of one kind of archive each. */
void tar_members(struct members *members, struct str bytes);
void zip_members(struct members *members, struct str bytes);
bool tar_is(struct str head); /* the first 512 bytes decoded */

#endif
