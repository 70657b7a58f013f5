/* glance.h - private to ingest: a line of JSON as LoadGen writes it, looked at without a tree of
 * it.
 *
 * Nearly all lines of a large log say nothing that is read: their key is enough. */
#ifndef INGEST_GLANCE_H
#define INGEST_GLANCE_H

#include "base/file.h"

/* True: `json` is one object that json_read_line reads without a word, with a text as "key", a
 * "value", and neither "is_error" nor "is_warning" true in its "metadata"; *key is that text.
 * False: not so, or it is written otherwise than LoadGen writes: with escapes, exponents, arrays,
 * letters beyond ASCII, or more than two levels. */
bool mllog_glance(struct str json, const struct limits *limits, struct str *key);

#endif
