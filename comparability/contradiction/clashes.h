/* clashes.h - what lists of accelerators say, for those that judge them. Private to comparability.
 */
#ifndef COMPARABILITY_CLASHES_H
#define COMPARABILITY_CLASHES_H

#include "comparability.h"

enum { CLASHES_MOST = 256 }; /* that clashes_find tells */

/* Number of accelerators that a file lists; `last` is the name of the last one. */
size_t accelerators_listed(const struct evidence *evidence, const struct fact *const *fact,
                           size_t count, const struct fact **last);
/* Whether the accelerators that a file lists are shown to be chosen of more that are attached. */
bool accelerators_chosen(const struct fact *const *fact, size_t count,
                         const struct evidence *evidence);

#endif
