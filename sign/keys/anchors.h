/* anchors.h - a file of trust anchors: certificates in PEM, and revocation lists beside them. */
#ifndef SIGN_ANCHORS_H
#define SIGN_ANCHORS_H

#include "hash.h"

#include <openssl/x509.h>

struct anchors {
    STACK_OF(X509) * trusted;   /* takes the certificates; NULL: only counted */
    STACK_OF(X509_CRL) * lists; /* takes revocation lists; NULL: passed over */
    int certificates;
    size_t blocks; /* of PEM, of any kind */
    bool spoilt;   /* a certificate or list in it cannot be read, so that others may be missed */
};

/* Takes certificates and revocation lists, passes over anything else in the file. What is pushed to
 * the stacks belongs to them. */
void anchors_read(struct str pem, struct anchors *anchors);

#endif
