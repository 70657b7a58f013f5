/* json_ahead.h - private to ingest: elements of a long array read by another thread ahead of who
 * meets them. What is met, and what is said, is the same without it. */
#ifndef INGEST_JSON_AHEAD_H
#define INGEST_JSON_AHEAD_H

#include "reading.h"

struct json_ahead;
/* Whether it is worth a thread: the text is long, there all at once, and to be read by several. */
bool json_ahead_fits(const struct reading *reading);
/* For a walk of which the elements are met by `walk`. Freed by json_ahead_free. */
struct json_ahead *json_ahead_new(const struct json_walk *walk);
/* The same walk with it; lives in `home`. */
const struct json_walk *json_ahead_walk(struct json_ahead *ahead, struct arena *home);
void json_ahead_free(struct json_ahead *ahead); /* waits for the thread; safe on NULL */

#endif
