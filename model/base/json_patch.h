/* json_patch.h - what turns one JSON value into another, as a patch of RFC 6902. */
#ifndef BASE_JSON_PATCH_H
#define BASE_JSON_PATCH_H

#include "base/json.h"

/* Whether two values are equal as RFC 6902 has it: objects whatever the order of their members,
 * strings by their characters, numbers as they are written ("1.0" and "1" are two texts). */
bool json_equal(const struct json *a, const struct json_item *x, const struct json *b,
                const struct json_item *y);
/* Writes add, remove and replace operations into the array that is open in `out`: applied in their
 * order, they turn `from` into `to`. Of two arrays equal elements at begin and end stay. Returns
 * how many there are. */
size_t json_patch_put(const struct json *from, const struct json *to, struct json_out *out);

#endif
