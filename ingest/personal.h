/* personal.h - private to ingest: the search of personal.c; its nouns are in ingest.h. */
#ifndef INGEST_PERSONAL_H
#define INGEST_PERSONAL_H

#include "reading.h"

/* Counts what is found in a decoded text, by kind, with the line of the first. */
void personal_find(struct str text, struct personal *found);

#endif
