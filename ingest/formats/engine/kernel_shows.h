/* kernel_shows.h - private to ingest: the first name of each kind that shows how a profiled program
 * ran (name_shows of kernel_names.h), as facts. */
#ifndef INGEST_KERNEL_SHOWS_H
#define INGEST_KERNEL_SHOWS_H

#include "timeline.h"

struct kernel_shows;
struct kernel_shows *kernel_shows_new(struct reading *reading);
void kernel_shows_free(struct kernel_shows *shows); /* safe on NULL */
/* A kernel or (`call`) a call that gives work to the accelerator; each name is judged once.
 * `offset` and `row` are for its place. */
void kernel_shows_note(struct kernel_shows *shows, struct str name, bool call, uint32_t row,
                       uint64_t offset);
/* Facts KEY_PROFILE_SHOWS, whose places are `place`'s with `member` behind their paths. */
void kernel_shows_give(const struct kernel_shows *shows, timeline_place *place, void *self,
                       const char *member);

#endif
