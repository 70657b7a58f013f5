/* companions.h - what stands beside the headline ratio of a comparison. A pointer is NULL where it
 * does not apply, or the verdict licenses no number. */
#ifndef MODEL_COMPANIONS_H
#define MODEL_COMPANIONS_H

#include <stddef.h>

struct fact;

/* Runs made in turns: the headline is then by blocks, and this also of the runs for themselves. */
struct turns_of_runs {
    const struct fact *const *block;
    size_t block_count; /* 0: they were not */
    const struct fact *unpaired, *unpaired_low, *unpaired_high;
};

/* What runs that vary so can show. */
struct power_of_runs {
    const struct fact *detectable, *named_change;
    /* runs, or blocks: for `equivalent` where nothing differs, for `faster` at the named change */
    const struct fact *needed, *needed_to_show;
};

/* The ratio by medians; low and high NULL where the runs are too few. `decides`: the value of the
 * run because of which means and medians disagree. */
struct medians_of_runs {
    const struct fact *ratio, *low, *high, *decides;
};

#endif
