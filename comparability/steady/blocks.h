/* blocks.h - runs made in turns: which belong together, and the ratio by blocks. Private to
 * comparability. Method and reasons: docs/method.md, "Runs in turns".
 *
 * Two runs that follow one another on one unit, one of each side, share what that unit and that
 * hour do to both; pairs that ran at the same time on several units share the hour as well. A block
 * is such a pair, or several that overlap in time. */
#ifndef COMPARABILITY_BLOCKS_H
#define COMPARABILITY_BLOCKS_H

#include "base/arena.h"
#include "statistics.h"

enum { BLOCKS_LEAST = 3 }; /* fewer give no interval */

struct turn { /* one run */
    struct str unit;
    double start, end; /* seconds, of one clock */
    bool b;            /* of side B */
};
/* Number of blocks, numbered in order of time from 0; `block` is set beside `turn`. 0: the runs
 * were not made in turns: a unit has two runs of one side where a pair of both should be, an odd
 * number of runs, or runs that overlap. */
size_t blocks_find(struct arena *scratch, const struct turn *turn, size_t count, size_t *block);
/* Geometric mean of ratios of blocks with its 95 % t interval on the logarithms, df one less than
 * blocks. Needs BLOCKS_LEAST, each positive. All alike: low = high = value, df 0. Rounded to six
 * digits. */
struct interval interval_blocks(struct arena *scratch, const double *ratio, size_t count);
/* Two-sided p of "the ratio is 1" by the same t. NaN where there is no interval. */
double blocks_p(struct arena *scratch, const double *ratio, size_t count);

#endif
