/* lanes.c - the lanes' names, and instances of series taken apart. */
#include "model/lanes.h"

#include <math.h>

#define LANES_DEVICE false
#define LANES_HOST true

static const struct lane_row rows[LANE_COUNT] = {
#define LANE(id, name, where) { name, LANES_##where },
#include "model/lanes.def"
#undef LANE
};

const struct lane_row *lane_row(enum lane lane)
{
    return &rows[lane];
}

bool lane_find(struct str instance, struct str *device, enum lane *out)
{
    for (size_t i = 0; i < LANE_COUNT; i++) {
        struct str name = str_from(rows[i].name);
        size_t before = instance.len - name.len;
        if (instance.len >= name.len + 2 && str_ends(instance, name) &&
            str_eq(str_sub(instance, before - 2, before), STR(": "))) {
            *device = str_sub(instance, 0, before - 2);
            *out = (enum lane)i;
            return str_eq(*device, STR(LANE_HOST)) == rows[i].host;
        }
    }
    return false;
}

int64_t lane_ns(double seconds)
{
    return llround(seconds * 1e9);
}
