/* steady_gate.c - what is no series of measurements is refused before anything is computed from it.
 *
 * A physical rate, duration or power is neither negative nor infinite; zero is legal. A series of
 * fixed cadence (`per_interval`) has no pauses, so gaps are missing data; in one of iterations
 * pauses are legitimate. */
#include "steady.h"
#include "sums.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Squares and sums of what lies below cannot overflow; no measurement in any unit comes near. */
#define STEADY_HIGHEST 1e100

static const char *value_trouble(double value)
{
    if (isnan(value))
        return NULL;
    if (isinf(value))
        return "infinite value";
    if (value < 0)
        return "negative value";
    return value > STEADY_HIGHEST ? "value out of range" : NULL;
}

static const char *time_trouble(const struct series *series)
{
    const double *start = series->start;
    for (size_t i = 0; i < series->count; i++) {
        if (!isfinite(start[i]))
            return "time stamp missing";
        if (i > 0 && start[i] <= start[i - 1])
            return "time stamps not increasing";
    }
    return NULL;
}

static uint64_t bits_of(double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Nearest-rank median of the steps between rows without a copy of them: positive doubles are
 * ordered as their bits are, so four passes settle sixteen bits each. */
static double median_step(struct arena *scratch, const double *start, size_t count)
{
    struct arena_mark mark = arena_mark(scratch);
    size_t *tally = ARENA_MANY(scratch, 65536, size_t);
    size_t rank = count / 2; /* 1-based rank ceil((count - 1) / 2) of count - 1 steps */
    uint64_t prefix = 0;
    for (int shift = 48; shift >= 0; shift -= 16) {
        uint64_t mask = shift == 48 ? 0 : ~UINT64_C(0) << (shift + 16);
        memset(tally, 0, 65536 * sizeof *tally);
        for (size_t i = 1; i < count; i++) {
            uint64_t bits = bits_of(start[i] - start[i - 1]);
            if ((bits & mask) == prefix)
                tally[(bits >> shift) & 0xffff]++;
        }
        uint64_t digit = 0;
        while (tally[digit] < rank)
            rank -= tally[digit++];
        prefix |= digit << shift;
    }
    arena_rewind(scratch, mark);
    double median = 0;
    memcpy(&median, &prefix, sizeof median);
    return median;
}

/* Share of the run that lies in gaps: over steps longer than some median steps, what exceeds the
 * median. */
static double gap_share(struct arena *scratch, const double *start, size_t count, double steps)
{
    double shortest = DBL_MAX;
    double longest = 0;
    for (size_t i = 1; i < count; i++) {
        double step = start[i] - start[i - 1];
        shortest = step < shortest ? step : shortest;
        longest = step > longest ? step : longest;
    }
    if (count < 2 || longest <= steps * shortest)
        return 0;
    double median = median_step(scratch, start, count);
    struct sum gaps = { 0 };
    for (size_t i = 1; i < count; i++) {
        double step = start[i] - start[i - 1];
        if (step > steps * median)
            sum_add(&gaps, step - median);
    }
    return sum_value(&gaps) / (start[count - 1] - start[0]);
}

struct gate steady_gate(struct arena *scratch, const struct series *series,
                        const struct steady_parameters *parameters)
{
    struct gate gate = { .verdict = INVALID };
    const double *of = parameters->of;
    if (series->kind == SERIES_UNDECLARED) {
        gate.reason = "kind not declared";
        return gate;
    }
    if (!series->value) {
        gate.reason = "no values";
        return gate;
    }
    for (size_t i = 0; i < series->count; i++) {
        gate.reason = value_trouble(series->value[i]);
        if (gate.reason)
            return gate;
        gate.valid += isnan(series->value[i]) ? 0 : 1;
    }
    gate.reason = series->start ? time_trouble(series) : NULL;
    if (gate.reason)
        return gate;
    if ((double)gate.valid < of[STEADY_SAMPLES]) {
        gate.verdict = INSUFFICIENT;
        gate.reason = "too few samples";
    } else if ((double)(series->count - gate.valid) > of[STEADY_MISSING] * (double)series->count) {
        gate.reason = "missing values";
    } else if (series->kind == SERIES_PER_INTERVAL && series->start &&
               gap_share(scratch, series->start, series->count, of[STEADY_GAP_STEPS]) >
                   of[STEADY_GAPS]) {
        gate.reason = "gaps";
    }
    return gate;
}
