/* own_shape.h - what a file of no known format looks like: rows or single values, and which of them
 * are numbers. What they mean is not told by it. */
#ifndef CLI_OWN_SHAPE_H
#define CLI_OWN_SHAPE_H

#include "own_number.h"

/* Looks through at most 4 MiB. Names of untrusted files that a shell could take for more than a
 * name are passed over. `other` are files of the same kind: a number that is the same in all of
 * them is a setting, and taken only where nothing else is told. */
struct own_shape own_shape(struct arena *home, struct str bytes, const struct str *other,
                           size_t count);

#endif
