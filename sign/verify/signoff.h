/* signoff.h - what a signer says beside signing: role, decision, comment; signoff/NNN.json. */
#ifndef SIGN_SIGNOFF_H
#define SIGN_SIGNOFF_H

#include "cms_write.h"

enum decision {
    DECISION_MADE,
    DECISION_APPROVED,
    DECISION_REJECTED,
    DECISION_NOTED,
    DECISION_WITHHELD,
    DECISION_COUNT
};
const char *decision_word(enum decision decision);
enum commitment decision_commitment(enum decision decision);
MUST_USE bool decision_find(struct str word, enum decision *out);

struct signoff {
    struct str role, comment;
    enum decision decision;
    struct digest content; /* content id of the dossier it is about */
};
/* Role: 1 to 64 characters of text without control characters; comment up to 4000 bytes. False:
 * DIAG_USAGE. */
MUST_USE bool signoff_allowed(const struct signoff *signoff, struct diags *diags);
/* The record; `covers`: numbers of the earlier signatures that it agrees to have seen, 1 to this.
 */
struct str signoff_text(struct arena *home, const struct signoff *signoff, unsigned covers);
/* Reads a record, strictly: exactly the members that signoff_text writes. False: `why`. */
MUST_USE bool signoff_read(struct arena *home, struct str bytes, struct signoff *out,
                           const char **why);

#endif
