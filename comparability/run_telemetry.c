/* run_telemetry.c - clocks, power and throttle reasons of one run, brought to the run's clock. */
#include "judging.h"
#include "values.h"

#include <math.h>

static const struct series *telemetry_of(const struct run *run, enum key key, struct str instance)
{
    for (size_t i = 0; i < run->series_count; i++) {
        if (run->series[i].key == key && run->series[i].count > 0 &&
            str_eq(run->series[i].instance, instance)) {
            return &run->series[i];
        }
    }
    return NULL;
}

static double series_mean(const struct series *series)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; series && i < series->count; i++) {
        if (isfinite(series->value[i])) {
            sum += series->value[i];
            count++;
        }
    }
    return count ? sum / (double)count : 0;
}

/* Telemetry lists every accelerator of the machine, also idle ones: the one that drew most is the
 * one that worked. */
static bool telemetry_instance(const struct run *run, struct str *out)
{
    bool found = false;
    double most = 0;
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        if (series->key != KEY_TELEMETRY_CLOCK_SM || series->count == 0) {
            continue;
        }
        double power = series_mean(telemetry_of(run, KEY_TELEMETRY_POWER, series->instance));
        if (!found || power > most) {
            *out = series->instance;
            most = power;
        }
        found = true;
    }
    return found;
}

/* Telemetry of Unix time is first brought to the run's clock, then cut to the load. */
static const struct series *telemetry_take(struct arena *home, const struct run *run, enum key key,
                                           struct str instance, double origin, double load_end)
{
    const struct series *series = telemetry_of(run, key, instance);
    if (!series || !series->start) {
        return NULL;
    }
    double zero = series->unix_clock ? origin : 0;
    double *start = ARENA_MANY(home, series->count, double);
    for (size_t i = 0; i < series->count; i++) {
        start[i] = series->start[i] - zero;
    }
    struct series shifted = *series;
    shifted.start = start;
    shifted.unix_clock = false;
    struct series *cut = ARENA_NEW(home, struct series);
    return telemetry_cut(home, &shifted, 0, 0, load_end, cut) ? cut : NULL;
}

/* Unix time at which the run's clock stands at 0; false: not disclosed. */
static bool clock_zero(const struct case_file *case_file, const struct alone *alone,
                       const struct series *stored, double zero, double *out)
{
    const struct fact *begin =
        run_fact(case_file, alone->door.run, KEY_LOAD_BEGIN, (struct str){ 0 });
    if (stored->unix_clock) {
        *out = zero;
        return true;
    }
    return begin && fact_seconds(begin, out);
}

void run_telemetry(struct arena *home, const struct case_file *case_file, struct alone *alone,
                   const struct series *stored, double zero)
{
    struct judged_run *door = &alone->door;
    struct str instance;
    double origin;
    if (!telemetry_instance(door->run, &instance)) {
        return;
    }
    alone->telemetry_seen = telemetry_of(door->run, KEY_TELEMETRY_CLOCK_SM, instance);
    if (!alone->telemetry_seen->start) {
        alone->telemetry = TELEMETRY_UNTIMED;
        return;
    }
    if (!stored) {
        alone->telemetry = TELEMETRY_ALONE;
        return;
    }
    double end = series_span(door->series).end_s;
    alone->telemetry = TELEMETRY_UNPLACED;
    if (!clock_zero(case_file, alone, stored, zero, &origin)) {
        return;
    }
    alone->telemetry = TELEMETRY_OUTSIDE;
    door->clock = telemetry_take(home, door->run, KEY_TELEMETRY_CLOCK_SM, instance, origin, end);
    door->power = telemetry_take(home, door->run, KEY_TELEMETRY_POWER, instance, origin, end);
    door->throttle = telemetry_take(home, door->run, KEY_TELEMETRY_THROTTLE, instance, origin, end);
    if (!door->clock) {
        return;
    }
    alone->telemetry = TELEMETRY_USED;
    door->clock_steady = telemetry_judge(home, door->clock, &case_file->policy.steady, false);
    if (door->power) {
        door->power_steady = telemetry_judge(home, door->power, &case_file->policy.steady, true);
    }
}
