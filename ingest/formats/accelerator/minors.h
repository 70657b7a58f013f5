/* minors.h - which accelerators a query of nvidia-smi lists. Private to ingest.
 *
 * A whole query lists all in the order of their indices. One of chosen accelerators (`-i 3`) lists
 * fewer than it says are attached, and names each by bus id and minor number (of /dev/nvidia3)
 * alone: counting its blocks would call the fourth accelerator the first. */
#ifndef INGEST_MINORS_H
#define INGEST_MINORS_H

#include "reading.h"

enum { MINORS_MOST = 256 }; /* accelerators of one query; more are counted in their order */
struct minors {
    int64_t attached; /* -1: not told */
    size_t listed;
    int64_t number[MINORS_MOST]; /* of each that is listed; -1: not told */
    bool part;                   /* fewer are listed than are attached, each with its own number */
};
int64_t minors_number(struct str text); /* -1: no number */
/* Another accelerator is listed, where `is`; the number of the last one. */
void minors_begin(struct minors *minors, bool is);
void minors_add(struct minors *minors, struct str text);
void minors_end(struct minors *minors); /* no more are listed */
/* The number of the accelerator at `place`: its minor number where a part is listed, else its
 * place.
 */
int64_t minors_index(const struct minors *minors, size_t place);

#endif
