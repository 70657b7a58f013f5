/* telemetry.c - clocks, power and throttle reasons beside a run.
 *
 * Bits are those of NVML's nvmlClocksEventReason constants (nvml.h, "Clocks Event Reasons"); older
 * drivers call the same bits clocks throttle reasons. Single drops are normal, so shares are
 * judged, not events. */
#include "statistics.h"
#include "steady.h"
#include "sums.h"
#include "window.h"

#include <math.h>

/* ---- telemetry on the run's clock ---- */

static const double *part_of(const double *column, size_t first)
{
    return column ? column + first : NULL;
}

bool telemetry_cut(struct arena *home, const struct series *telemetry, double origin,
                   double load_begin, double load_end, struct series *out)
{
    const double *start = telemetry->start;
    size_t count = telemetry->count;
    if (!start || count < 2 || !(load_begin < load_end) || !isfinite(origin))
        return false;
    /* The last sample before the load's end may be up to two steps old. */
    double step = (start[count - 1] - start[0]) / (double)(count - 1);
    if (!(start[0] <= load_begin) || !(start[count - 1] + 2 * step >= load_end))
        return false;
    size_t first = 0;
    while (first < count && !(start[first] >= load_begin))
        first++;
    size_t end = first;
    while (end < count && start[end] <= load_end)
        end++;
    if (first == end)
        return false;
    double *shifted = ARENA_MANY(home, end - first, double);
    for (size_t i = first; i < end; i++)
        shifted[i - first] = start[i] - origin;
    struct series cut = *telemetry;
    cut.start = shifted;
    cut.duration = part_of(telemetry->duration, first);
    cut.value = part_of(telemetry->value, first);
    cut.work = part_of(telemetry->work, first);
    cut.phase = telemetry->phase ? telemetry->phase + first : NULL;
    cut.row = telemetry->row ? telemetry->row + first : NULL;
    cut.count = end - first;
    cut.unix_clock = false;
    cut.load_begin = load_begin - origin;
    cut.load_end = load_end - origin;
    *out = cut;
    return true;
}

/* ---- throttle reasons ---- */

const char *throttle_reason(unsigned bit)
{
    static const char *const name[] = { "idle",
                                        "application clocks",
                                        "software power cap",
                                        "hardware slowdown",
                                        "sync boost",
                                        "software thermal slowdown",
                                        "hardware thermal slowdown",
                                        "hardware power brake",
                                        "display clocks" };
    return bit < ARRAY_COUNT(name) ? name[bit] : NULL;
}

static bool mask_of(double value, uint64_t *out)
{
    if (!(value >= 0 && value < 9007199254740992.0)) /* 2^53: beyond it a double skips numbers */
        return false;
    *out = (uint64_t)value;
    return true;
}

struct throttle_shares throttle_in(const struct series *mask, double begin_s, double end_s)
{
    struct throttle_shares shares = { 0 };
    size_t seen[64] = { 0 };
    size_t fault = 0;
    size_t limit = 0;
    for (size_t i = 0; i < mask->count; i++) {
        double at = series_begin(mask, i);
        uint64_t bits = 0;
        if (!(at >= begin_s && at < end_s) || !mask_of(mask->value[i], &bits))
            continue;
        shares.samples++;
        for (unsigned bit = 0; bit < 64; bit++)
            seen[bit] += bits >> bit & 1;
        fault += (bits & THROTTLE_FAULTS) != 0;
        limit += (bits & THROTTLE_LIMITS) != 0;
    }
    if (shares.samples > 0) {
        double samples = (double)shares.samples;
        for (unsigned bit = 0; bit < 64; bit++)
            shares.share[bit] = (double)seen[bit] / samples;
        shares.fault = (double)fault / samples;
        shares.limit = (double)limit / samples;
    }
    return shares;
}

/* ---- clock in the window ---- */

struct clock_in clock_in(struct arena *home, const struct series *series, double begin_s,
                         double end_s)
{
    struct clock_in clock = { .median = (double)NAN,
                              .mean = (double)NAN,
                              .lowest = (double)NAN,
                              .highest = (double)NAN,
                              .near = 0 };
    struct arena_mark mark = arena_mark(home);
    double *value = ARENA_MANY(home, series->count + 1, double);
    struct sum sum = { 0 };
    for (size_t i = 0; i < series->count; i++) {
        double at = series_begin(series, i);
        if (at >= begin_s && at < end_s && isfinite(series->value[i])) {
            value[clock.samples++] = series->value[i];
            sum_add(&sum, series->value[i]);
        }
    }
    if (clock.samples > 0) {
        clock.mean = sum_value(&sum) / (double)clock.samples;
        clock.median = select_median(value, clock.samples);
        clock.lowest = clock.highest = value[0];
        size_t near = 0;
        for (size_t i = 0; i < clock.samples; i++) {
            clock.lowest = value[i] < clock.lowest ? value[i] : clock.lowest;
            clock.highest = value[i] > clock.highest ? value[i] : clock.highest;
            near += fabs(value[i] - clock.median) <= 0.05 * clock.median;
        }
        clock.near = (double)near / (double)clock.samples;
    }
    arena_rewind(home, mark);
    return clock;
}

/* ---- energy ---- */

struct sample {
    double at, watts;
};

/* Samples that are there, in order of time. */
static size_t samples_of(const struct series *power, struct sample *sample)
{
    size_t count = 0;
    for (size_t i = 0; i < power->count; i++)
        if (isfinite(power->value[i]) && isfinite(power->start[i]) &&
            (count == 0 || power->start[i] > sample[count - 1].at))
            sample[count++] = (struct sample){ power->start[i], power->value[i] };
    return count;
}

static double step_median(struct arena *scratch, const struct sample *sample, size_t count)
{
    double *step = ARENA_MANY(scratch, count, double);
    for (size_t i = 1; i < count; i++)
        step[i - 1] = sample[i].at - sample[i - 1].at;
    return select_median(step, count - 1);
}

/* Adds the part of one straight line that lies in [begin, end). */
static void line_add(struct sample a, struct sample b, double begin, double end, struct sum *joules,
                     struct sum *covered)
{
    double from = a.at > begin ? a.at : begin;
    double to = b.at < end ? b.at : end;
    if (!(to > from))
        return;
    double slope = (b.watts - a.watts) / (b.at - a.at);
    double middle = a.watts + slope * ((from + to) / 2 - a.at);
    sum_add(joules, middle * (to - from));
    sum_add(covered, to - from);
}

/* As much of the stretch may lie in gaps as of a series of fixed cadence. */
static const double gaps_most = 0.05;

struct energy energy_in(struct arena *scratch, const struct series *power, double begin_s,
                        double end_s)
{
    struct energy out = { .reason = "no power samples" };
    if (!power->start || power->count < 2 || !(begin_s < end_s))
        return out;
    struct arena_mark mark = arena_mark(scratch);
    struct sample *sample = ARENA_MANY(scratch, power->count, struct sample);
    size_t count = samples_of(power, sample);
    if (count < 2) {
        arena_rewind(scratch, mark);
        return out;
    }
    double step = step_median(scratch, sample, count);
    out.step = step;
    struct sum joules = { 0 };
    struct sum covered = { 0 };
    for (size_t i = 1; i < count; i++)
        if (sample[i].at - sample[i - 1].at <= 5 * step)
            line_add(sample[i - 1], sample[i], begin_s, end_s, &joules, &covered);
    struct sample before = { sample[0].at - 2 * step, sample[0].watts };
    struct sample behind = { sample[count - 1].at + 2 * step, sample[count - 1].watts };
    line_add(before, sample[0], begin_s, end_s, &joules, &covered);
    line_add(sample[count - 1], behind, begin_s, end_s, &joules, &covered);
    for (size_t i = 0; i < count; i++)
        out.samples += sample[i].at >= begin_s && sample[i].at < end_s ? 1 : 0;
    arena_rewind(scratch, mark);
    double length = end_s - begin_s;
    double there = sum_value(&covered);
    out.covered = there / length;
    out.reason = out.samples < 2 ? "too few power samples" : NULL;
    if (!out.reason && !(out.covered >= 1 - gaps_most))
        out.reason = "gaps in the power samples";
    out.joules = !out.reason ? sum_value(&joules) / there * length : 0;
    return out;
}
