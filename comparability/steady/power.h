/* power.h - what runs that vary so can show, by the rule that decides. Private to comparability.
 *
 * The rule asks for the whole interval beyond, or inside, 1 +- margin, so its power is that of this
 * question and not of "differs from 1". All figures take the scatter that was seen for the true
 * one. Of runs in blocks the error is that of the blocks' log ratios, with blocks - 1 degrees of
 * freedom, and "n a side" is a number of blocks. Held by simulation through the rule itself
 * (test_power; table in docs/method.md).
 */
#ifndef COMPARABILITY_POWER_H
#define COMPARABILITY_POWER_H

#include "statistics.h"

/* Smallest true change for the better (0.03 is 3 %) that these runs call `faster` in four cases of
 * five: of a rate (1 + margin) exp((t(.975) + t(.8)) s) - 1, of what is better low 1 - (1 - margin)
 * exp(-(t(.975) + t(.8)) s); s is the standard error of the log ratio, t has Welch's df times n /
 * (n
 * + 1), n the smaller side: about what Welch's df come to when scatter is estimated. Needs 2 runs a
 * side, else NaN. Six digits. */
double detectable_change(const struct spread *spread, double margin, bool lower_is_better);
/* Smallest n a side (3 to 10000) at which two sides that do not differ are called `equivalent` in
 * four cases of five: (t(.975) + t(.9)) s <= ln(1 + margin). 0: more than 10000, or no margin. */
size_t runs_for_equal(const struct spread *spread, double margin);
/* Smallest n a side (3 to 10000) whose detectable change is at most `change`. 0: more than 10000,
 * or a change within the margin. */
size_t runs_for_change(const struct spread *spread, double margin, double change,
                       bool lower_is_better);

#endif
