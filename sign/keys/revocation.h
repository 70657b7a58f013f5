/* revocation.h - whether revocation lists speak against a chain. */
#ifndef SIGN_REVOCATION_H
#define SIGN_REVOCATION_H

#include "checks.h"

struct stack_st_X509;
struct stack_st_X509_CRL;

struct revocation_request {
    const struct stack_st_X509 *chain;     /* signer first, anchor last */
    const struct stack_st_X509_CRL *lists; /* all that were given or embedded; NULL: none */
    int64_t at;  /* when the signature is known to have existed; Unix seconds */
    int64_t now; /* time of verification, not before `at` */
};
/* What an OCSP response (RFC 6960) in a signature says of the certificates that it is about. It
 * lies where anyone may put it, so one that does not lead to the anchor of the chain is nobody's;
 * and it never speaks for a certificate, since it may be an old one of several. */
enum response { RESPONSE_GOOD, RESPONSE_AGAINST, RESPONSE_STRAY, RESPONSE_UNREAD };
enum response response_said(struct str der, const struct revocation_request *request);

/* HOLDS with words about what was asked; FAILS: REVOKED; UNDECIDED: no list can be used for the
 * signer although some were given (TRY_LATER), or a key was compromised at a time nobody knows
 * (REVOKED_NO_POE). Any list that the issuer signed counts against a certificate, also one that is
 * too old to speak for it. */
struct verdict revocation_judge(struct arena *home, const struct revocation_request *request);

#endif
