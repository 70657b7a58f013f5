/* run_telemetry.c - clocks, power and throttle reasons of one run, brought to the run's clock. */
#include "judging.h"
#include "model/likeness.h"

#include <math.h>
#include <stdlib.h>

static const struct series *telemetry_of(const struct run *run, enum key key, struct str instance)
{
    for (size_t i = 0; i < run->series_count; i++)
        if (run->series[i].key == key && run->series[i].count > 0 &&
            str_eq(run->series[i].instance, instance))
            return &run->series[i];
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

struct drawing { /* an accelerator with telemetry, and what it drew in the mean */
    struct str instance;
    double power;
    size_t order;
};

/* Most first; in order of the evidence where equal, or where power was not recorded. */
static int drawing_order(const void *left, const void *right)
{
    const struct drawing *a = (const struct drawing *)left, *b = (const struct drawing *)right;
    if (a->power < b->power || a->power > b->power)
        return a->power > b->power ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* By which series accelerators are told: their core clock; where a poll has none of any, their
 * utilisation, which no meter of a whole machine's power has. */
static enum key telemetry_mark(const struct run *run)
{
    for (size_t i = 0; i < run->series_count; i++)
        if (run->series[i].key == KEY_TELEMETRY_CLOCK_SM && run->series[i].count > 0)
            return KEY_TELEMETRY_CLOCK_SM;
    return KEY_TELEMETRY_UTILISATION;
}

/* Telemetry lists every accelerator of the machine, also idle ones: those that drew most are those
 * that worked. As many as the run used by its own account; else each that drew at least a quarter
 * of the most, since an idle accelerator draws less and a throttled one more. */
static size_t telemetry_worked(struct arena *home, const struct case_file *case_file,
                               struct alone *alone, struct drawing **out)
{
    const struct run *run = alone->door.run;
    size_t most = run->series_count < ACCELERATORS_MOST ? run->series_count : ACCELERATORS_MOST;
    struct drawing *list = ARENA_MANY(home, most, struct drawing);
    size_t count = 0, worked = 0;
    enum key mark = telemetry_mark(run);
    double used;
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        if (series->key != mark || series->count == 0)
            continue;
        if (count == ACCELERATORS_MOST) {
            alone->accelerators_missing = true;
            break;
        }
        const struct series *power = telemetry_of(run, KEY_TELEMETRY_POWER, series->instance);
        list[count] = (struct drawing){ series->instance, series_mean(power), count };
        count++;
    }
    qsort(list, count, sizeof *list, drawing_order);
    const struct fact *stated = run_fact(case_file, run, KEY_ACCELERATOR_COUNT, (struct str){ 0 });
    bool known = stated && fact_base(stated, &used) && used >= 1;
    while (worked < count &&
           (known ? (double)worked < used : list[worked].power * 4 >= list[0].power))
        worked++;
    alone->accelerators_stated = known;
    alone->accelerators_missing = alone->accelerators_missing || (known && (double)count < used);
    *out = list;
    return worked;
}

/* Telemetry of Unix time is first brought to the run's clock, then cut to the load. */
static const struct series *telemetry_take(struct arena *home, const struct run *run, enum key key,
                                           struct str instance, double origin, double load_end)
{
    const struct series *series = telemetry_of(run, key, instance);
    if (!series || !series->start)
        return NULL;
    double zero = series->unix_clock ? origin : 0;
    double *start = ARENA_MANY(home, series->count, double);
    for (size_t i = 0; i < series->count; i++)
        start[i] = series->start[i] - zero;
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

/* One accelerator's telemetry on the run's clock, cut to the load and judged. */
static struct accelerator_seen accelerator_see(struct arena *home,
                                               const struct case_file *case_file,
                                               const struct run *run, struct str instance,
                                               double origin, double end)
{
    struct accelerator_seen at = { .instance = instance,
                                   .name =
                                       str_format(home, "accelerator %.*s", STR_ARG(instance)) };
    at.clock_steady.verdict = at.power_steady.verdict = INSUFFICIENT;
    at.clock = telemetry_take(home, run, KEY_TELEMETRY_CLOCK_SM, instance, origin, end);
    at.memory = telemetry_take(home, run, KEY_TELEMETRY_CLOCK_MEMORY, instance, origin, end);
    at.power = telemetry_take(home, run, KEY_TELEMETRY_POWER, instance, origin, end);
    at.throttle = telemetry_take(home, run, KEY_TELEMETRY_THROTTLE, instance, origin, end);
    at.link_generation =
        telemetry_take(home, run, KEY_TELEMETRY_LINK_GENERATION, instance, origin, end);
    at.link_width = telemetry_take(home, run, KEY_TELEMETRY_LINK_WIDTH, instance, origin, end);
    at.utilisation = telemetry_take(home, run, KEY_TELEMETRY_UTILISATION, instance, origin, end);
    if (at.clock)
        at.clock_steady = telemetry_judge(home, at.clock, &case_file->policy.steady, false);
    if (at.power)
        at.power_steady = telemetry_judge(home, at.power, &case_file->policy.steady, true);
    return at;
}

void run_telemetry(struct arena *home, const struct case_file *case_file, struct alone *alone,
                   const struct series *stored, double zero)
{
    struct judged_run *door = &alone->door;
    struct drawing *worked;
    double origin;
    size_t count = telemetry_worked(home, case_file, alone, &worked);
    if (count == 0)
        return;
    alone->telemetry_seen = telemetry_of(door->run, telemetry_mark(door->run), worked[0].instance);
    if (!stored) { /* before the zone, which alone would not make it count */
        alone->telemetry = TELEMETRY_ALONE;
        return;
    }
    if (!alone->telemetry_seen->start) {
        alone->telemetry = clock_zero(case_file, alone, stored, zero, &origin)
                               ? TELEMETRY_UNTIMED
                               : TELEMETRY_UNTIMED_UNPLACED;
        return;
    }
    double end = series_span(door->series).end_s;
    alone->telemetry = TELEMETRY_UNPLACED;
    if (!clock_zero(case_file, alone, stored, zero, &origin))
        return;
    alone->telemetry = TELEMETRY_OUTSIDE;
    alone->accelerator = ARENA_MANY(home, count, struct accelerator_seen);
    for (size_t i = 0; i < count; i++) {
        alone->accelerator[i] =
            accelerator_see(home, case_file, door->run, worked[i].instance, origin, end);
    }
    const struct accelerator_seen *first = &alone->accelerator[0];
    door->clock = first->clock;
    door->power = first->power;
    door->throttle = first->throttle;
    door->utilisation = first->utilisation;
    if (!door->clock && !door->power)
        return;
    alone->accelerator_count = count;
    alone->telemetry = TELEMETRY_USED;
    door->clock_steady = first->clock_steady;
    door->power_steady = first->power_steady;
}
