/* time_parts.c - a sweep over begins and ends of all lanes at once. Sums are exact: they are of
 * differences of neighbouring moments, which add up to the window whatever the events do. */
#include "time_parts.h"

#include <glib.h>
#include <stdlib.h>

struct turn { /* a lane begins or ends */
    int64_t at;
    int32_t step;
    enum lane lane;
};

static int turn_order(const void *a, const void *b)
{
    const struct turn *left = a, *right = b;
    return (left->at > right->at) - (left->at < right->at);
}

static bool window_of(const struct lane_event *event, size_t count, int64_t *from, int64_t *to)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!lane_row(event[i].lane)->host) {
            *from = any && *from < event[i].from ? *from : event[i].from;
            *to = any && *to > event[i].to ? *to : event[i].to;
            any = true;
        }
    }
    return any && *to > *from;
}

static int64_t within(int64_t at, int64_t from, int64_t to)
{
    return at < from ? from : at > to ? to : at;
}

/* The first lane under way; LANE_COUNT: none. */
static size_t lane_at(const int64_t *under_way)
{
    size_t lane = 0;
    while (lane < LANE_COUNT && under_way[lane] == 0) {
        lane++;
    }
    return lane;
}

static void under_way_add(const int64_t *under_way, int64_t time, struct time_parts *out)
{
    bool busy = false;
    for (size_t i = 0; i < LANE_COUNT; i++) {
        out->under_way[i] += under_way[i] > 0 ? time : 0;
        busy = busy || (under_way[i] > 0 && !lane_row((enum lane)i)->host);
    }
    out->busy += busy ? time : 0;
}

bool time_parts_of(struct lane_event *event, size_t count, struct time_parts *out)
{
    int64_t from = 0, to = 0, under_way[LANE_COUNT] = { 0 };
    *out = (struct time_parts){ .window = 0 };
    if (!window_of(event, count, &from, &to)) {
        return false;
    }
    struct turn *turn = g_new(struct turn, count * 2);
    for (size_t i = 0; i < count; i++) {
        turn[2 * i] = (struct turn){ within(event[i].from, from, to), 1, event[i].lane };
        turn[2 * i + 1] = (struct turn){ within(event[i].to, from, to), -1, event[i].lane };
    }
    qsort(turn, count * 2, sizeof *turn, turn_order);
    int64_t last = from;
    for (size_t i = 0; i < count * 2; i++) {
        size_t lane = lane_at(under_way);
        *(lane < LANE_COUNT ? &out->lane[lane] : &out->none) += turn[i].at - last;
        under_way_add(under_way, turn[i].at - last, out);
        last = turn[i].at;
        under_way[turn[i].lane] += turn[i].step;
    }
    out->none += to - last;
    out->window = to - from;
    g_free(turn);
    return true;
}
