/* base64.h - canonical base64 (RFC 4648 section 4). Reading is by comparing with what writing
 * gives, so that no second spelling of a digest exists. */
#ifndef SIGN_BASE64_H
#define SIGN_BASE64_H

#include "base/text.h"

struct str base64_text(struct arena *home, struct str bytes);

#endif
