/* steady_abreast.h - the detector over many series at once. Private to comparability. */
#ifndef COMPARABILITY_STEADY_ABREAST_H
#define COMPARABILITY_STEADY_ABREAST_H

#include "comparability.h"

struct steady_asked { /* one series; several may be of the same */
    const struct series *series;
    struct steady_parameters parameters;
    struct steadiness found; /* what steady_judge says of it, in the arena of steady_judge_all */
};
/* Each for itself, on as many processors as there are, so the answers hang on nothing else. What
 * the detector needed for them goes when they are found. */
void steady_judge_all(struct arena *home, struct steady_asked *asked, size_t count);

#endif
