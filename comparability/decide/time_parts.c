/* time_parts.c - a sweep over begins and ends of all lanes at once. Sums are exact: they are of
 * differences of neighbouring moments, which add up to the window whatever the events do. */
#include "time_parts.h"

#include <stdlib.h>

static int lane_order(const void *a, const void *b)
{
    const struct lane_event *left = a, *right = b;
    int lane = (left->lane > right->lane) - (left->lane < right->lane);
    return lane ? lane : (left->from > right->from) - (left->from < right->from);
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

/* Events of each lane, from their begin on, joined in place where they overlap or touch. */
struct lanes {
    struct lane_event *next[LANE_COUNT], *end[LANE_COUNT];
    int64_t under_way[LANE_COUNT]; /* 1: the next one has begun */
};

/* Sorts what is not in order: a sort of all would take as much memory again. */
static void events_sort(struct lane_event *event, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (event[i].lane < event[i - 1].lane) {
            qsort(event, count, sizeof *event, lane_order);
            return;
        }
    }
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        bool sorted = true;
        for (end = begin + 1; end < count && event[end].lane == event[begin].lane; end++)
            sorted = sorted && event[end - 1].from <= event[end].from;
        if (!sorted)
            qsort(event + begin, end - begin, sizeof *event, lane_order);
    }
}

static struct lanes lanes_of(struct lane_event *event, size_t count, int64_t from, int64_t to)
{
    struct lanes lanes = { .next = { NULL } };
    size_t kept = 0;
    events_sort(event, count);
    for (size_t i = 0; i < count; i++) {
        enum lane lane = event[i].lane;
        struct lane_event clipped = { within(event[i].from, from, to),
                                      within(event[i].to, from, to), lane };
        struct lane_event *last = lanes.next[lane] ? &event[kept - 1] : NULL;
        if (clipped.to == clipped.from)
            continue;
        if (last && clipped.from <= last->to) {
            last->to = clipped.to > last->to ? clipped.to : last->to;
            continue;
        }
        lanes.next[lane] = last ? lanes.next[lane] : &event[kept];
        event[kept++] = clipped;
        lanes.end[lane] = &event[kept];
    }
    return lanes;
}

/* The next moment at which a lane begins or ends; `to`: none does any more. */
static int64_t lanes_next(const struct lanes *lanes, int64_t to)
{
    for (size_t i = 0; i < LANE_COUNT; i++) {
        if (lanes->next[i] != lanes->end[i]) {
            int64_t turn = lanes->under_way[i] ? lanes->next[i]->to : lanes->next[i]->from;
            to = turn < to ? turn : to;
        }
    }
    return to;
}

/* What begins or ends at that moment has. */
static void lanes_turn(struct lanes *lanes, int64_t at)
{
    for (size_t i = 0; i < LANE_COUNT; i++) {
        if (lanes->next[i] == lanes->end[i])
            continue;
        if (lanes->under_way[i] && lanes->next[i]->to == at) {
            lanes->under_way[i] = 0;
            lanes->next[i]++;
        } else if (!lanes->under_way[i] && lanes->next[i]->from == at) {
            lanes->under_way[i] = 1;
        }
    }
}

/* The first lane under way; LANE_COUNT: none. */
static size_t lane_at(const int64_t *under_way)
{
    size_t lane = 0;
    while (lane < LANE_COUNT && under_way[lane] == 0)
        lane++;
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
    int64_t from = 0, to = 0;
    *out = (struct time_parts){ .window = 0 };
    if (!window_of(event, count, &from, &to))
        return false;
    struct lanes lanes = lanes_of(event, count, from, to);
    out->window = to - from;
    while (from < to) {
        lanes_turn(&lanes, from);
        int64_t turn = lanes_next(&lanes, to);
        size_t lane = lane_at(lanes.under_way);
        *(lane < LANE_COUNT ? &out->lane[lane] : &out->none) += turn - from;
        under_way_add(lanes.under_way, turn - from, out);
        from = turn;
    }
    return true;
}
