/* own_within.h - tables within a text of no known format. */
#ifndef CLI_OWN_WITHIN_H
#define CLI_OWN_WITHIN_H

#include "own_number.h"

/* A table of Markdown, names above rows whose columns stand between blanks, or the lines of Rust's
 * `cargo bench`: the likeliest of them. False: the text holds none whose rows a command finds
 * again. */
bool own_within_look(struct arena *home, struct str bytes, struct own_shape *shape);

#endif
