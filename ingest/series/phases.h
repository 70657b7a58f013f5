/* phases.h - private to ingest: numbers for rows that do equal work. */
#ifndef INGEST_PHASES_H
#define INGEST_PHASES_H

#include "series_rows.h"

/* Tuples of cell texts are numbered as they come; phases_order then renumbers them by value, so
 * that the numbers do not hang on the order of rows. */
struct phases {
    struct arena *home;
    struct str *tuple; /* texts joined by US (0x1F), whole however long */
    size_t count, room;
    char *text; /* the tuple in the making */
    size_t text_room;
    uint32_t *slot; /* open addressing: position + 1 */
    size_t slots;
};
void phases_init(struct phases *phases, struct arena *home);
/* First-come number of the tuple of these cells. */
uint32_t phases_put(struct phases *phases, const struct cell *const *cell, size_t count);
/* rank[first-come number]: 0 .. n-1 in order of value; numbers by size, other texts by bytes; equal
 * values written differently (513, 513.0) have one rank. */
uint32_t *phases_rank(const struct phases *phases);

#endif
