/* torch_event.h - private to ingest: one event of the PyTorch profiler, its members as written. */
#ifndef INGEST_TORCH_EVENT_H
#define INGEST_TORCH_EVENT_H

#include "timeline.h"

struct event {
    struct str phase, category, name, process, thread, ts, duration;
    const struct json_item *args, *name_item;
};
struct event event_of(const struct json *json, const struct json_item *item);
/* Microseconds as written to whole nanoseconds, digits behind which are cut off; some exporters
 * write a number as text to keep its digits. False: no number, or none of a clock. */
MUST_USE bool nanoseconds(struct str text, int64_t *out);

#endif
