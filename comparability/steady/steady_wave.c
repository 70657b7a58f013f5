/* steady_wave.c - what swings in a steady stretch although its mean stands, and how neighbours
 * hang together. Neither decides a verdict: both are said beside it, since a reader of one number
 * would not expect them. */
#include "statistics.h"
#include "steady.h"
#include "sums.h"

#include <math.h>

/* Below six periods a wave is a change of level, which the verdict looks for; above a sixth of the
 * batches it lies within them. Half periods between. */
enum { WAVE_LEAST = 12, WAVE_MOST = 120, WAVE_BATCHES = 60 };

/* A wave stands out where its power is so many times the middle power of all: of pure noise, whose
 * powers are exponential, a hundred of them reach 17 times their median once in 1300 series. */
static const double stands_out = 17;

/* Half of the swing of the wave with `halves` / 2 periods in value[]. */
static double swing_of(const double *value, size_t count, double level, size_t halves)
{
    double angle = 3.14159265358979323846 * (double)halves / (double)count;
    double turn_cos = cos(angle), turn_sin = sin(angle);
    double at_cos = 1, at_sin = 0;
    struct sum along = { 0 }, across = { 0 };
    for (size_t i = 0; i < count; i++) {
        sum_add(&along, (value[i] - level) * at_cos);
        sum_add(&across, (value[i] - level) * at_sin);
        double next = at_cos * turn_cos - at_sin * turn_sin;
        at_sin = at_sin * turn_cos + at_cos * turn_sin;
        at_cos = next;
    }
    double a = sum_value(&along), b = sum_value(&across);
    return 2 * sqrt(a * a + b * b) / (double)count;
}

void steady_wave(const struct batches *batches, size_t start, double level,
                 const struct steady_parameters *parameters, struct steadiness *out)
{
    size_t count = batches->end - start, tried = 0, best = 0;
    double power[WAVE_MOST], sorted[WAVE_MOST], largest = 0;
    if (count < WAVE_BATCHES)
        return;
    struct sum sum = { 0 };
    for (size_t i = start; i < batches->end; i++)
        sum_add(&sum, batches->level[i]);
    double middle = sum_value(&sum) / (double)count;
    for (size_t halves = WAVE_LEAST; halves <= WAVE_MOST && 3 * halves <= count; halves++) {
        double swing = swing_of(batches->level + start, count, middle, halves);
        power[tried] = swing * swing;
        if (power[tried] > largest) {
            largest = power[tried];
            best = halves;
        }
        sorted[tried] = power[tried];
        tried++;
    }
    if (tried < 3 || !(largest > stands_out * select_median(sorted, tried)) ||
        !(sqrt(largest) > parameters->of[STEADY_DELTA] * level))
        return;
    out->wave_periods = (double)best / 2;
    out->wave_size = sqrt(largest) / level;
}

double steady_correlation(const double *value, size_t start, size_t end)
{
    struct sum sum = { 0 }, square = { 0 }, both = { 0 };
    size_t count = 0;
    for (size_t i = start; i < end; i++) {
        if (!isnan(value[i])) {
            sum_add(&sum, value[i]);
            count++;
        }
    }
    double middle = count > 0 ? sum_value(&sum) / (double)count : 0;
    double before = (double)NAN;
    for (size_t i = start; i < end; i++) {
        double off = value[i] - middle;
        if (isnan(off))
            continue;
        sum_add(&square, off * off);
        if (!isnan(before))
            sum_add(&both, off * before);
        before = off;
    }
    return sum_value(&square) > 0 ? sum_value(&both) / sum_value(&square) : 0;
}
