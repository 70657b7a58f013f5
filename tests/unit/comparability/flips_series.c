/* flips_series.c - changes of the samples of a run, for the flips of flips.c. */
#include "flips.h"

/* Each run keeps its requests, of 32 tokens each; B's are of 4 and of 60 by turns. */
void mixed_lengths(struct arena *home, struct run *run, size_t system, size_t index)
{
    enum { REQUESTS = 100 };
    struct series *more = ARENA_MANY(home, run->series_count + 1, struct series);
    double *value = ARENA_MANY(home, REQUESTS, double), *work = ARENA_MANY(home, REQUESTS, double);
    memcpy(more, run->series, run->series_count * sizeof *more);
    for (size_t i = 0; i < REQUESTS; i++) {
        value[i] = 0.5 + 0.001 * (double)((i * 7 + index + 5 * system) % 13);
        work[i] = system == 0 ? 32 : i % 2 == 0 ? 4 : 60;
    }
    more[run->series_count] = run->series[0];
    more[run->series_count].key = KEY_LATENCY_REQUEST;
    more[run->series_count].start = more[run->series_count].duration = NULL;
    more[run->series_count].value = value;
    more[run->series_count].work = work;
    more[run->series_count].count = REQUESTS;
    run->series = more;
    run->series_count++;
}

void drifts(struct arena *home, struct run *run, size_t system, size_t index)
{
    double *value = ARENA_MANY(home, run->series[0].count, double);
    (void)index;
    for (size_t i = 0; i < run->series[0].count; i++) {
        value[i] = run->series[0].value[i] *
                   (system == 1 ? 1 + 0.2 * (double)i / (double)run->series[0].count : 1);
    }
    run->series[0].value = value;
}

/* One that differs from itself by chance: nobody can tell by how much. */
void one_run_slower(struct arena *home, struct run *run, size_t system, size_t index)
{
    struct series *of = &run->series[0];
    double *value = ARENA_MANY(home, 2 * of->count, double);
    for (size_t i = 0; i < 2 * of->count; i++) {
        double was = i < of->count ? of->value[i] : of->start[i - of->count];
        value[i] = was * (system == 1 && index == 2 ? 1.1 : 1);
    }
    of->value = of->duration = value;
    of->start = value + of->count;
}

void samples_gone(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    run->series_count = system == 1 ? 0 : run->series_count;
}

void samples_negative(struct arena *home, struct run *run, size_t system, size_t index)
{
    double *value = ARENA_MANY(home, run->series[0].count, double);
    memcpy(value, run->series[0].value, run->series[0].count * sizeof *value);
    value[100] = system == 1 && index == 0 ? -1 : value[100];
    run->series[0].value = value;
}

static void telemetry_change(struct arena *home, struct run *run, size_t which, double from,
                             double to, size_t every)
{
    double *value = ARENA_MANY(home, MADE_SAMPLES, double);
    for (size_t i = 0; i < MADE_SAMPLES; i++) {
        bool other = every ? i % every == 0 : i >= 350;
        value[i] = other ? to : from;
    }
    run->series[which].value = value;
}

void clock_falls(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0)
        telemetry_change(home, run, 1, 1980, 1500, 0);
}

/* Of every run: so much noise that five parts differ by more than the limit, and by no more than it
 * may do. */
void clock_noisy(struct arena *home, struct run *run, size_t system, size_t index)
{
    double *value = ARENA_MANY(home, MADE_SAMPLES, double);
    uint64_t state = 8;
    (void)system;
    (void)index;
    for (size_t i = 0; i < MADE_SAMPLES; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        value[i] = 1980 * (1 + 0.25 * ((double)(state >> 11) / 9007199254740992.0 - 0.5));
    }
    run->series[1].value = value;
}

void clock_jumps(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0)
        telemetry_change(home, run, 1, 1980, 1700, 5);
}

void clock_set_lower(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)index;
    if (system == 0)
        telemetry_change(home, run, 1, 1410, 1410, 0);
}

void clock_held(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)index;
    if (system == 0)
        telemetry_change(home, run, 3, 0x2, 0x2, 0);
}

void power_falls(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0)
        telemetry_change(home, run, 2, 500, 420, 0);
}

/* Every third reading of the power alone. */
void power_seldom(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)index;
    if (system != 1)
        return;
    size_t count = run->series[2].count / 3;
    double *value = ARENA_MANY(home, count, double), *start = ARENA_MANY(home, count, double);
    for (size_t i = 0; i < count; i++) {
        value[i] = run->series[2].value[3 * i];
        start[i] = run->series[2].start[3 * i];
    }
    run->series[2].value = value;
    run->series[2].start = start;
    run->series[2].count = count;
}

void power_of_another(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    if (system == 1)
        run->series[2].source.from.path = STR("column power.draw.average [W]");
}

void brake(struct arena *home, struct run *run, size_t system, size_t index)
{
    if (system == 1 && index == 0)
        telemetry_change(home, run, 3, 0x80, 0x80, 0);
}

void telemetry_gone(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)index;
    run->series_count = system == 1 ? 1 : run->series_count;
}

/* A warm-up of an eighteenth of the run at half speed: whole runs and the window disagree. */
void warmed_up(struct arena *home, struct run *run, size_t system, size_t index)
{
    size_t rows = run->series[0].count;
    double *value = ARENA_MANY(home, rows, double), *start = ARENA_MANY(home, rows, double), at = 0;
    (void)index;
    for (size_t i = 0; i < rows; i++) {
        value[i] = run->series[0].value[i] * (system == 1 && i < rows / 18 ? 2 : 1);
        start[i] = at;
        at += value[i];
    }
    run->series[0].value = run->series[0].duration = value;
    run->series[0].start = start;
}
