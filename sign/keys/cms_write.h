/* cms_write.h - a detached CAdES signature put together, whoever holds the key. */
#ifndef SIGN_CMS_WRITE_H
#define SIGN_CMS_WRITE_H

#include "hash.h"

/* What the signer says by signing: ETSI EN 319 122-1 section 5.2.3, RFC 5126 section 5.11.1. */
enum commitment {
    COMMIT_NONE,
    COMMIT_CREATION, /* has made the dossier */
    COMMIT_APPROVAL, /* approves it */
    COMMIT_RECEIPT,  /* has received it, and neither approves nor made it */
    COMMIT_SENDER,   /* hands it on, with members withheld */
    COMMIT_COUNT
};
/* Object identifier (content bytes); empty for COMMIT_NONE. */
struct str commitment_oid(enum commitment commitment);
const char *commitment_word(enum commitment commitment);

struct cms_signer {
    struct str certificate;    /* DER; its digest is bound */
    struct str issuer, serial; /* Name and INTEGER, whole, as in the certificate */
    const struct str *chain;   /* further certificates to carry, DER */
    size_t chain_count;
    enum hash hash;
    bool rsa; /* else ECDSA */
    /* Signs `hash` of `bytes`; DER for ECDSA, PKCS #1 v1.5 for RSA. False: said so in `diags`. */
    bool (*sign)(const void *self, struct arena *home, enum hash hash, struct str bytes,
                 struct str *signature, struct diags *diags);
    const void *self;
};
struct cms_order {
    struct str content;
    int64_t signing_time;
    bool timeless; /* no signing-time attribute, as PAdES wants it */
    enum commitment commitment;
};
/* SignedData in DER, as cms_read accepts it. */
MUST_USE bool cms_write(struct arena *home, const struct cms_signer *signer,
                        const struct cms_order *order, struct str *der, struct diags *diags);

#endif
