/* against_nearest.h - beside which system of a dossier new runs are set. */
#ifndef CLI_AGAINST_NEAREST_H
#define CLI_AGAINST_NEAREST_H

#include "against.h"

/* The system that the new runs are nearest to: least that blocks, then fewest layers that differ.
 * `only`: id of the one to take; NULL: any. False with a diagnostic, also where several that give
 * an answer are equally near and none of them is `prefer`. */
MUST_USE bool against_nearest(struct against *against, const char *only, struct str requirements,
                              size_t *system, struct pipeline *out);

#endif
