/* verify_records.h - the parts of verifying that judge records beside manifests and signatures, and
 * what they tell each other. */
#ifndef SIGN_VERIFY_RECORDS_H
#define SIGN_VERIFY_RECORDS_H

#include "signoff.h"
#include "verify.h"

extern const struct verify_part verify_part_enclosed, verify_part_policy, verify_part_seal,
    verify_part_signoff, verify_part_stamp, verify_part_withheld;

/* A dossier found among files: a packed one, or a folder into which one was unpacked. */
struct carried {
    struct str name; /* of the file, or of the folder with a '/' behind; empty: the top folder */
    enum check_state state;
    struct str why; /* where it fails: the first thing that does */
    struct digest content;
    struct str signers;
};
/* Judges each; false: one does not hold. `request` NULL: trust is not asked. */
bool carried_each(struct arena *home, const struct entries *files, verify_again *again,
                  const struct verify_request *request,
                  void (*found)(void *self, const struct carried *carried), void *self);

/* Content bytes of the commitment's object identifier in a signature; empty where none is attested.
 */
struct str commitment_in(struct str attributes);
/* The sign-off of a signature, if it has one and that holds. */
bool signoff_of(const struct verifying *verifying, const struct signature *signature,
                struct signoff *out);
/* Last day of the certificate of whoever made the newest time stamp over the whole, empty where it
 * has none; `stamped`: there is one, and it holds. */
struct str stamps_end(const struct verifying *verifying, bool *stamped);
/* Each signature for who reads the outcome. */
const struct signer *signers_of(const struct verifying *verifying);

#endif
