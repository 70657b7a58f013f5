/* own_parts.h - what own_shape.c, own_text.c and own_names.c share. */
#ifndef CLI_OWN_PARTS_H
#define CLI_OWN_PARTS_H

#include "own_shape.h"

enum { NAME_MOST = 60, NUMBERS_MOST = 256 };

/* It goes into commands that a person pastes: no quotes, no backslash, no control characters. */
bool own_is_plain(struct str name);
/* 99 of "p99", "p(99)", "latency.p99", "99%" or "Latency 99%"; 0: it names no percentile. */
double own_percent(struct str name);
/* The unit of a time that a name in small letters ends in, its symbol; NULL: in none. */
const char *own_time_unit(const char *low);
/* A time or a rate, by the name; its unit, where the name tells none, is the one beside it (NULL:
 * seconds). */
void own_way_find(struct own_number *number, const char *beside);
/* Keeps the likeliest ones; of equals what stands first, and the longer tail. */
void own_keep(struct own_shape *shape, struct own_number number);
/* Values by name in lines of text; false: there are none. */
bool own_text_look(struct arena *home, struct str bytes, struct own_shape *shape);

#endif
