/* time_parts.h - the time of a window, moment by moment, to the lane it belongs to. Private to
 * comparability; whole nanoseconds throughout. */
#ifndef COMPARABILITY_TIME_PARTS_H
#define COMPARABILITY_TIME_PARTS_H

#include "model/lanes.h"

struct lane_event { /* from <= to */
    int64_t from, to;
    enum lane lane;
};
struct time_parts {
    int64_t window, lane[LANE_COUNT], none; /* none: in no lane. window = all lanes + none */
    /* of the window, whatever else was under way: each lane, and any of the accelerator's */
    int64_t under_way[LANE_COUNT], busy;
};
/* The window lasts from the first begin to the last end in lanes of the accelerator. Each moment of
 * it belongs to the first lane, in the order of lanes.def, that is under way, so that what overlaps
 * counts once; what lies outside the window counts nowhere. The events
 * are sorted and joined in place. False: nothing ran on the accelerator, or for no time. */
MUST_USE bool time_parts_of(struct lane_event *event, size_t count, struct time_parts *out);

#endif
