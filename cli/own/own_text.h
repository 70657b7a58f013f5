/* own_text.h - text of no known format: numbers behind names, and a number a line. */
#ifndef CLI_OWN_TEXT_H
#define CLI_OWN_TEXT_H

#include "own_number.h"

bool own_lines_look(struct str bytes, struct own_shape *shape);
bool own_text_look(struct arena *home, struct str bytes, struct own_shape *shape);

#endif
