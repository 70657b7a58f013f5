/* trail.h - private to ingest: where each of millions of events stands, kept in some four bytes an
 * event, so that places can be told of a file whose bytes have been let go. */
#ifndef INGEST_TRAIL_H
#define INGEST_TRAIL_H

#include "base/text.h"

struct spot { /* of a text: a byte, its line and column from 1 */
    uint64_t offset;
    uint32_t line, column;
};
/* Where a text begins. */
extern const struct spot spot_first;
/* Goes on to `offset`, not before the spot; `bytes` is the text, of which what lies between the two
 * is looked at. */
void spot_move(struct spot *spot, struct str bytes, uint64_t offset);

struct trail;
struct trail *trail_new(void);
/* Frees it; safe on NULL. */
void trail_free(struct trail *trail);
/* Spots come in the order of the file; rows count from 1. */
void trail_put(struct trail *trail, struct spot spot);
/* The spot of a row that was put. */
struct spot trail_at(const struct trail *trail, uint32_t row);

#endif
