/* add.h - adding a signature, for the verbs that do: sign, withhold. */
#ifndef SIGN_ADD_H
#define SIGN_ADD_H

#include "amend.h"
#include "signoff.h"

struct add_request {
    struct str role, comment; /* role empty: no record of sign-off */
    enum decision decision;
    struct str root_file; /* member a person should open, where present */
    struct str chain;     /* PEM for trust/NNN/; empty: none */
};
/* The records that go in before the manifest is made. */
MUST_USE bool add_records(struct amending *amending, const struct add_request *request);
/* The manifest over all that is there, for the next signature. */
struct str add_manifest(struct amending *amending, struct str root_file);
MUST_USE bool add_signature(struct amending *amending, const struct add_request *request,
                            const struct key_file *key, int64_t signing_time);

#endif
