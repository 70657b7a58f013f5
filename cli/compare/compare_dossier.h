/* compare_dossier.h - a dossier in the place of a set of the baseline: the runs of one of its
 * systems. */
#ifndef CLI_COMPARE_DOSSIER_H
#define CLI_COMPARE_DOSSIER_H

#include "compare_stands.h"

/* Where the line names dossiers as baseline: each is verified, the runs of the system that it names
 * ("FILE.asice#ID"), else of the one that the first new side is nearest to, are laid out beside
 * copies of what else the line names, and the line's words become the places of these. `wish` then
 * knows of it. False with a diagnostic: one does not hold, has no such system, or two of its
 * systems are equally near. compare_standing_end in either case. */
MUST_USE bool compare_stand(struct request *request, struct compare_wish *wish,
                            struct compare_standing *out);
void compare_standing_end(struct compare_standing *standing);

#endif
