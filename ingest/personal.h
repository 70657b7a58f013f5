/* personal.h - private to ingest: the search of personal.c; its nouns are in ingest.h. */
#ifndef INGEST_PERSONAL_H
#define INGEST_PERSONAL_H

#include "reading.h"

/* Counts what is found in a decoded text, by kind, with the line of the first. */
void personal_find(struct str text, struct personal *found);
/* The same of a text that comes piece by piece, all of it so far each time; its bytes keep their
 * address, and those up to 64 KiB before what was told last are still looked at. */
struct personal_search;
struct personal_search *personal_search_new(struct arena *home, struct personal *found);
void personal_search_more(struct personal_search *search, struct str have, bool ended);
/* The same of a text that is there whole, up to `end`; the last time up to its end. */
void personal_search_to(struct personal_search *search, struct str text, size_t end);
/* Length and kind of what begins at `at` by its shape; 0: nothing does. personal_find is this at
 * each place, only faster. */
size_t personal_shape_at(struct str text, size_t at, enum personal_kind *kind);

#endif
