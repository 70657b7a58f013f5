/* cms_read.h - the parts of a detached signature, read strictly before libcrypto sees it. */
#ifndef SIGN_CMS_READ_H
#define SIGN_CMS_READ_H

#include "hash.h"

enum { RESPONSES_MOST = 8 };

enum scheme { SCHEME_RSA, SCHEME_RSA_PSS, SCHEME_ECDSA };

/* All borrowed from the signature's bytes. */
struct cms_parts {
    enum hash hash; /* over the content and the signed attributes */
    enum scheme scheme;
    struct str
        issuer; /* Name of the signer identifier, whole; empty where a key identifier names him */
    struct str message_digest;
    enum hash certificate_hash; /* of signing-certificate-v2 */
    struct str certificate_digest;
    struct str certificate_issuer;     /* IssuerSerial beside it, whole; empty: absent */
    struct str old_certificate_digest; /* SHA-1, of signing-certificate; empty: absent */
    struct str old_certificate_issuer; /* as certificate_issuer */
    size_t certificate_count;
    bool has_signing_time;
    int64_t signing_time;           /* Unix seconds, as the signer claims */
    struct str value;               /* the signature itself */
    struct str signed_attributes;   /* Attribute values, one after another */
    struct str unsigned_attributes; /* the same, such as time stamps; empty: none */
    bool has_unsigned;
    /* answers about revocation (OCSP, RFC 6960) that stand among the lists, whole */
    struct str response[RESPONSES_MOST];
    size_t response_count;
};
struct cms_fault {
    const char *indication;
    const char *why;
};

MUST_USE bool cms_read(struct str der, struct cms_parts *out, struct cms_fault *fault);

#endif
