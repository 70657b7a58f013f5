/* own_json.h - JSON of no known format: values by name, lists, lists of objects, JSON Lines. */
#ifndef CLI_OWN_JSON_H
#define CLI_OWN_JSON_H

#include "own_number.h"

/* Values by name and lists of numbers; or, `works`, the likeliest list of objects. False: it is no
 * JSON, which is told, or holds none. */
bool own_json_look(struct arena *home, struct str bytes, bool works, struct own_shape *shape,
                   bool *is_json);
bool own_json_lines_look(struct arena *home, struct str bytes, struct own_shape *shape);

#endif
