/* references.h - other dossiers that a dossier names. */
#ifndef MODEL_REFERENCES_H
#define MODEL_REFERENCES_H

#include "model/model.h"

/* Another dossier that this one speaks of; it was verified before it was named. Texts are as its
 * checks gave them, untrusted parts visible-escaped. */
struct reference_signer {
    struct str subject, certificate; /* certificate: SHA-256 in hex */
    struct str role, decision;       /* empty: no sign-off */
    struct str claimed, stamped;     /* ISO 8601 in UTC; empty: none */
};
struct reference {
    struct str as;                   /* "baseline", "contract", "plan", "supersedes" */
    struct str case_id;              /* its case number */
    struct str content, evidence_id; /* hex */
    struct str sha256;               /* of its file, as it was read */
    const struct reference_signer *signer;
    size_t signer_count;
};

#endif
