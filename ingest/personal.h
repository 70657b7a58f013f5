/* personal.h - private to ingest: the search of personal.c; its nouns are in ingest.h. */
#ifndef INGEST_PERSONAL_H
#define INGEST_PERSONAL_H

#include "reading.h"

/* Counts what is found in a decoded text, by kind, with the line of the first. */
void personal_find(struct str text, struct personal *found);
/* Length and kind of what begins at `at` by its shape; 0: nothing does. personal_find is this at
 * each place, only faster. */
size_t personal_shape_at(struct str text, size_t at, enum personal_kind *kind);

#endif
