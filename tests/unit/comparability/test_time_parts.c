/* The time of a window by lanes: parts add up to it exactly, whatever the events do, and each
 * nanosecond goes where looking at that nanosecond alone puts it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above before it */
#include <cmocka.h>

#include "time_parts.h"

enum { MOST = 60, SPAN = 400, ROUNDS = 3000 };

static uint64_t drawn; /* splitmix64: the same on any machine */

static uint64_t draw(uint64_t below)
{
    uint64_t z = (drawn += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return (z ^ (z >> 31)) % below;
}

/* Nested, overlapping, on several streams, empty, equal, and outside the window. */
static size_t events_draw(struct lane_event *event)
{
    size_t count = 1 + (size_t)draw(MOST - 1);
    for (size_t i = 0; i < count; i++) {
        int64_t from = (int64_t)draw(SPAN), length = (int64_t)draw(i % 3 ? 12 : SPAN / 2);
        if (i > 0 && draw(4) == 0) { /* inside or beside an earlier one */
            from = event[i - 1].from + (int64_t)draw(2);
            length = (event[i - 1].to - event[i - 1].from) / 2;
        }
        event[i] = (struct lane_event){ from, from + length, (enum lane)draw(LANE_COUNT) };
    }
    return count;
}

static bool look(const struct lane_event *event, size_t count, struct time_parts *out)
{
    int64_t from = INT64_MAX, to = INT64_MIN;
    *out = (struct time_parts){ .window = 0 };
    for (size_t i = 0; i < count; i++) {
        if (event[i].lane < LANE_PROFILER) {
            from = event[i].from < from ? event[i].from : from;
            to = event[i].to > to ? event[i].to : to;
        }
    }
    if (from >= to)
        return false;
    out->window = to - from;
    for (int64_t at = from; at < to; at++) {
        enum lane first = LANE_COUNT;
        bool seen[LANE_COUNT] = { false };
        for (size_t i = 0; i < count; i++) {
            bool in = event[i].from <= at && at < event[i].to;
            first = in && event[i].lane < first ? event[i].lane : first;
            seen[event[i].lane] = seen[event[i].lane] || in;
        }
        for (size_t i = 0; i < LANE_COUNT; i++)
            out->under_way[i] += seen[i];
        out->busy += first < LANE_PROFILER;
        *(first < LANE_COUNT ? &out->lane[first] : &out->none) += 1;
    }
    return true;
}

static void each_nanosecond_belongs_to_one_lane(void **state)
{
    (void)state;
    struct lane_event event[MOST];
    drawn = 17;
    size_t windows = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct time_parts got, want;
        size_t count = events_draw(event);
        bool any = look(event, count, &want);
        assert_int_equal(time_parts_of(event, count, &got), any);
        int64_t sum = got.none;
        for (size_t i = 0; i < LANE_COUNT && any; i++) {
            assert_int_equal(got.lane[i], want.lane[i]);
            assert_int_equal(got.under_way[i], want.under_way[i]);
            sum += got.lane[i];
        }
        assert_int_equal(got.none, want.none);
        assert_int_equal(got.busy, want.busy);
        assert_int_equal(got.window, want.window);
        assert_int_equal(sum, got.window);
        windows += any;
    }
    assert_true(windows > ROUNDS / 2);
}

static void sums_are_exact_far_from_zero(void **state)
{
    (void)state;
    /* nanoseconds since 1970, beyond what a double holds */
    const int64_t day = 1711969104690655001;
    struct lane_event event[] = {
        { day, day + 3, LANE_KERNELS },
        { day + 2, day + 5, LANE_COMMUNICATION },
        { day + 4, day + 7, LANE_TO_DEVICE },
        { day - 100, day + 9, LANE_LAUNCHES }, /* begins before the window */
        { day + 8, day + 20, LANE_FRAMEWORK },
        { day + 18, day + 19, LANE_FILLS },
    };
    struct time_parts got;
    assert_true(time_parts_of(event, ARRAY_COUNT(event), &got));
    assert_int_equal(got.window, 19);
    assert_int_equal(got.lane[LANE_KERNELS], 3);
    assert_int_equal(got.lane[LANE_COMMUNICATION], 2);
    assert_int_equal(got.lane[LANE_TO_DEVICE], 2);
    assert_int_equal(got.lane[LANE_LAUNCHES], 2);
    assert_int_equal(got.lane[LANE_FRAMEWORK], 9);
    assert_int_equal(got.lane[LANE_FILLS], 1);
    assert_int_equal(got.none, 0);
}

static void nothing_on_an_accelerator_is_no_window(void **state)
{
    (void)state;
    struct lane_event host[] = { { 0, 9, LANE_LAUNCHES }, { 3, 4, LANE_WAITS } };
    struct lane_event empty[] = { { 5, 5, LANE_KERNELS } };
    struct time_parts got;
    assert_false(time_parts_of(host, ARRAY_COUNT(host), &got));
    assert_false(time_parts_of(empty, ARRAY_COUNT(empty), &got));
    assert_false(time_parts_of(NULL, 0, &got));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_nanosecond_belongs_to_one_lane),
        cmocka_unit_test(sums_are_exact_far_from_zero),
        cmocka_unit_test(nothing_on_an_accelerator_is_no_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
