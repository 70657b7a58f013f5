/* pack_ahead.h - private to sign: finding what was deflated ahead. */
#ifndef SIGN_PACK_AHEAD_H
#define SIGN_PACK_AHEAD_H

#include "zip.h"

/* The plan of a member of these bytes, if it was made before; lives as long as `self`, a struct
 * pack_ahead, which may be NULL. */
const struct zip_plan *pack_ahead_find(const void *self, struct str bytes, struct digest digest);
/* By what these bytes are deflated, which were told to grow; NULL: they were not. */
struct early *pack_ahead_early(const void *self, struct str bytes);

#endif
