/* flips.h - for each rule of the shipped set a base that it holds on, and one change that flips it.
 */
#ifndef TESTS_FLIPS_H
#define TESTS_FLIPS_H

#include "made_bases.h"

/* flips_series.c: changes of the samples of a run, the `series` of a flip. */
typedef void flip_series(struct arena *home, struct run *run, size_t system, size_t index);
struct flip {
    const char *rule;
    enum base base;
    struct made_fact fact; /* key KEY_COUNT: none, the change is what `last` or `series` does */
    enum judgement to;
    void (*last)(struct made_case *made);
    flip_series *series;
};
extern const struct flip flips[];
extern const size_t flip_count;
flip_series mixed_lengths, drifts, one_run_slower, samples_gone, samples_negative, clock_falls,
    clock_noisy, clock_jumps, clock_set_lower, clock_held, power_falls, brake, telemetry_gone,
    warmed_up, power_seldom, power_of_another;

#endif
