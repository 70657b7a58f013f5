/* timeline.h - private to ingest: what ran on accelerators and on the threads that launch for them,
 * from the events of a profiler, which come in any order; times are whole nanoseconds.
 *
 * Memory: 24 bytes an event on an accelerator, until it becomes a series; of the threads only
 * stretches are kept. */
#ifndef INGEST_TIMELINE_H
#define INGEST_TIMELINE_H

#include "model/lanes.h"
#include "reading.h"

/* Time whose absolute value is larger is none: nobody's clock, and sums of it would not fit. */
#define TIMELINE_MOST_NS ((int64_t)1 << 61)

struct timeline;
struct timeline *timeline_new(struct reading *reading);
/* Frees it; safe on NULL. */
void timeline_free(struct timeline *timeline);

struct timed {
    int64_t start, duration; /* ns; start within TIMELINE_MOST_NS, duration not negative */
    uint32_t row;            /* of the event in its list, from 1 */
};
/* Events of one name, for timeline_device; lives as long as the timeline. Beyond 8192 names, that
 * of the empty one. */
struct kernel_name;
struct kernel_name *timeline_kernel(struct timeline *timeline, struct str name);
/* An event on an accelerator; `kernel` counts for lanes of kernels and communication alone, and may
 * be NULL for others. Beyond 64 accelerators, on the last of them. */
void timeline_device(struct timeline *timeline, enum lane lane, struct str device,
                     struct kernel_name *kernel, struct timed at);
/* The stretches of one thread, for timeline_host; lives as long as the timeline. NULL beyond 4096
 * threads: those count nowhere. */
struct thread;
struct thread *timeline_thread(struct timeline *timeline, struct str name);
/* A stretch of a thread: a call (`launches`: one that gives work to an accelerator), an operator,
 * or (LANE_APPLICATION) anything that shows it at work. */
void timeline_host(struct timeline *timeline, enum lane lane, struct thread *thread, bool launches,
                   struct timed at);
/* Time of the profiler itself, of no thread. */
void timeline_profiler(struct timeline *timeline, struct timed at);

/* The place of the event of a row. */
typedef struct place timeline_place(void *self, uint32_t row);
/* Gives one series a lane that holds anything, and one for each of the ten kernels that took
 * longest, whose names are the instances. A trace in which nothing ran on an accelerator is of the
 * processor: operators are its kernels. Events of accelerators that are more than 26 days apart
 * have no clock of one run: that is said, and nothing given. */
void timeline_give(struct timeline *timeline, timeline_place *place, void *self);

#endif
