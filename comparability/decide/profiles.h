/* profiles.h - each trace of the case: its parts of time, and whether it is of the side it lies
 * beside. Private to comparability. */
#ifndef COMPARABILITY_PROFILES_H
#define COMPARABILITY_PROFILES_H

#include "compare.h"
#include "model/decision.h"

/* All traces of the case, by system: those in folders of its runs, then those that it names as
 * profiles. Their shares go to `deriving`. */
size_t profiles_find(struct deriving *deriving, const struct case_file *case_file,
                     const struct profile **out);

/* profile_tied.c: what a profile is of, by its own content: the facts of its trace and, where the
 * system names it as a profile, of what lies with it. */
struct profile_content {
    const struct facts *facts;
    /* of whose file alone the facts count; NULL: all of them */
    const struct evidence *only;
};
/* Sets tie, ground, told and own against a run of the system; where it has none, nothing is told.
 */
void profile_tie(struct arena *home, const struct case_file *case_file,
                 const struct profile_content *content, struct profile *profile);

/* profile_counters.c: what the kernels are near, by counters in the folders that the profile's
 * system names. `all`: time of all kernels in the unit of `time`. Sets counted, memory and compute.
 */
struct kernel_time {
    struct str name;
    double time;
};
void profile_counters_find(struct deriving *deriving, struct str label,
                           const struct kernel_time *kernel, size_t count, double all,
                           struct profile *profile);

/* ceilings.c: what accelerators were measured to do at most, by system, up to one without a system;
 * at most 64. */
const struct ceiling *ceilings_find(struct deriving *deriving, const struct case_file *case_file);

#endif
