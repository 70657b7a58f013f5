/* lanes.h - what was under way on an accelerator, and on the threads that launch for it, in a
 * profiled window.
 *
 * An adapter gives one series a lane, KEY_PROFILE_TIME with the instance "0: kernels" ("host:
 * launches" for the threads), start and duration in seconds since the first event. Whole
 * nanoseconds come back out of these exactly (lane_ns), up to 26 days. */
#ifndef MODEL_LANES_H
#define MODEL_LANES_H

#include "model/model.h"

enum lane {
#define LANE(id, name, where) LANE_##id,
#include "model/lanes.def"
#undef LANE
    LANE_COUNT
};
struct lane_row {
    const char *name;
    bool host;
};
const struct lane_row *lane_row(enum lane lane);
/* What stands before the lane's name for those of the host. */
#define LANE_HOST "host"
/* Takes the instance of such a series apart; false: it is none. */
MUST_USE bool lane_find(struct str instance, struct str *device, enum lane *out);
/* Seconds to whole nanoseconds. */
int64_t lane_ns(double seconds);

#endif
