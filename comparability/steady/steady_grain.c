/* steady_grain.c - the step to which a column was rounded.
 *
 * A clock in steps of 15 MHz, a time in whole milliseconds: neighbours tie, so that their
 * differences tell no noise, and a median jumps by a whole step where the mean hardly moves. */
#include "statistics.h"
#include "steady.h"
#include "sums.h"

#include <math.h>

enum { GRAIN_PAIRS = 4096 };

/* Differences under this share of a value are what conversion of units leaves. */
static const double same_share = 1e-9;
/* A step counts that makes at least this share of those that are not zero: an odd value or two make
 * no fine column. */
static const double step_share = 0.05;

/* Differences at a lag over the series, evenly spread where there are many; returns how many, and
 * how many of them are none. */
static size_t steps_of(const double *value, size_t first, size_t end, size_t lag, double *step,
                       size_t *ties)
{
    size_t span = end - first, count = 0;
    size_t stride = span > GRAIN_PAIRS ? span / GRAIN_PAIRS : 1;
    *ties = 0;
    for (size_t i = first; i + lag < end && count < GRAIN_PAIRS; i += stride) {
        double a = value[i], b = value[i + lag];
        double apart = fabs(a - b);
        if (isnan(apart))
            continue;
        if (apart <= same_share * (fabs(a) + fabs(b))) {
            apart = 0;
            (*ties)++;
        }
        step[count++] = apart;
    }
    return count;
}

/* Whether nine of ten values are whole numbers of steps. */
static bool on_steps(const double *value, size_t first, size_t end, double step)
{
    size_t span = end - first, count = 0, on = 0;
    size_t stride = span > GRAIN_PAIRS ? span / GRAIN_PAIRS : 1;
    for (size_t i = first; i < end; i += stride) {
        if (!isnan(value[i])) {
            double steps = value[i] / step;
            on += fabs(steps - floor(steps + 0.5)) < 1e-6 * (1 + steps) ? 1 : 0;
            count++;
        }
    }
    return 10 * on >= 9 * count;
}

struct grain steady_grain(struct arena *scratch, const double *value, size_t first, size_t end)
{
    struct grain grain = { 0 };
    struct arena_mark mark = arena_mark(scratch);
    double *step = ARENA_MANY(scratch, (size_t)2 * GRAIN_PAIRS, double);
    size_t ties[2] = { 0 };
    size_t one = steps_of(value, first, end, 1, step, &ties[0]);
    size_t two = steps_of(value, first, end, 2, step + one, &ties[1]);
    size_t moved = one + two - ties[0] - ties[1];
    /* Where a tenth tie, noise is at most three steps; finer columns need no care. Values between
     * two steps may take turns: then every second ties. */
    bool tied = 10 * ties[0] >= one || 10 * ties[1] >= two;
    if (tied && moved > 0) {
        struct sum square = { 0 };
        size_t near = 0; /* of a constant column with outliers few steps are small */
        size_t rank = ties[0] + ties[1] + (size_t)(step_share * (double)moved);
        double *sorted = ARENA_MANY(scratch, one + two, double);
        for (size_t i = 0; i < one + two; i++)
            sorted[i] = step[i];
        select_rank(sorted, one + two, rank);
        grain.step = sorted[rank];
        if (!on_steps(value, first, end, grain.step)) {
            grain.step = 0; /* two speeds and no rounding */
            arena_rewind(scratch, mark);
            return grain;
        }
        for (size_t i = 0; i < one; i++) {
            double capped = step[i] < 3 * grain.step ? step[i] : 3 * grain.step;
            sum_add(&square, capped * capped);
            near += step[i] > 0 && step[i] <= 3.5 * grain.step ? 1 : 0;
        }
        grain.noise = sqrt(sum_value(&square) / (double)one / 2);
        grain.shown = 10 * near >= one;
    }
    arena_rewind(scratch, mark);
    return grain;
}

double grain_carries(double step, double level)
{
    return 3 * step / sqrt(12.0) / level;
}

double mean_within(double *value, size_t count, double cap)
{
    double middle = select_median(value, count);
    struct sum sum = { 0 };
    for (size_t i = 0; i < count; i++) {
        double off = value[i] - middle;
        sum_add(&sum, off > cap ? cap : off < -cap ? -cap : off);
    }
    return middle + sum_value(&sum) / (double)count;
}
