/* distance.h - how far two versions lie apart. Private to comparability. */
#ifndef COMPARABILITY_DISTANCE_H
#define COMPARABILITY_DISTANCE_H

#include "model/model.h"

/* From a to b, by the first component in which they differ: "major +10", "minor −1", "patch +3",
 * "build +1" (any component after the third); without a number where that component is no number or
 * stands on one side only. "not comparable as versions" where either is no dotted number, or the
 * words before the number differ. Empty: written alike. Numbers are distances between names: how
 * many releases lie between, no version says. */
struct str version_distance(struct arena *home, struct str a, struct str b);

/* The key that says of what `key` is the version; KEY_COUNT: the key itself does. Versions of
 * different things (two engines, drivers of two vendors) have no distance. */
enum key version_of_what(enum key key);
bool has_distance(enum key key);
/* The same of two facts of one key; of_a, of_b: their facts of version_of_what, NULL: unknown. */
struct str facts_distance(struct arena *home, const struct fact *a, const struct fact *b,
                          const struct fact *of_a, const struct fact *of_b);

#endif
