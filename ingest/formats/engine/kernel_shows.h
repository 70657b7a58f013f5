/* kernel_shows.h - private to ingest: the first name of each kind that shows how a profiled program
 * ran (name_shows of kernel_names.h), as facts. */
#ifndef INGEST_KERNEL_SHOWS_H
#define INGEST_KERNEL_SHOWS_H

#include "timeline.h"

struct kernel_shows;
struct kernel_shows *kernel_shows_new(struct reading *reading);
void kernel_shows_free(struct kernel_shows *shows); /* safe on NULL */
/* A kernel or (`call`) a call that gives work to the accelerator; each name is judged once. Not
 * NULL: where the caller says its place, which is kept. */
struct place *kernel_shows_note(struct kernel_shows *shows, struct str name, bool call);
/* Facts KEY_PROFILE_SHOWS. */
void kernel_shows_give(const struct kernel_shows *shows);

#endif
