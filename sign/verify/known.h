/* known.h - what deflated members inflate to, across the dossiers of one command. Threads may share
 * one. */
#ifndef SIGN_KNOWN_H
#define SIGN_KNOWN_H

#include "sign.h"
#include "verify.h"

/* `member` with the digest of its deflated bytes: whether the same bytes, under a header of the
 * same sizes and CRC, were decoded before, and to what. */
bool known_find(struct sign_known *known, const struct member *member, struct digest *content);
/* One that was decoded and is as its header says, with both digests. */
void known_add(struct sign_known *known, const struct member *member);

#endif
