/* policy.h - who must have signed: a file of the reader's own, never of the dossier. */
#ifndef SIGN_POLICY_H
#define SIGN_POLICY_H

#include "checks.h"
#include "signoff.h"

struct requirement {
    struct str role;
    uint32_t count;        /* how many persons */
    bool by_ca, by_person; /* which of the next two are asked */
    struct digest ca;      /* SHA-256 of a certificate in the chain above the signer's */
    struct digest person;  /* SHA-256 of the signer's certificate */
    bool by_decision;      /* else approved or made */
    enum decision decision;
};
struct signer_policy {
    const struct requirement *item;
    size_t count;
    bool distinct;   /* one person fills one place */
    bool sequential; /* each later signature covers the earlier ones */
    bool timestamp;  /* each signature that counts is proven by a time stamp */
};
/* dossier-policy/1, see docs/archive.md. False: DIAG_POLICY_BAD. */
MUST_USE bool signer_policy_read(struct arena *home, struct str text, struct signer_policy *out,
                                 struct diags *diags);

#endif
