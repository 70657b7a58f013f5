/* endpoint.h - private to round: the result of a run against an endpoint. */
#ifndef ROUND_ENDPOINT_H
#define ROUND_ENDPOINT_H

#include "run.h"

void endpoint_read(struct arena *home, struct arena *scratch, struct str bytes,
                   struct endpoint *out);
void endpoint_accuracy_read(struct arena *home, struct arena *scratch, struct str bytes,
                            struct endpoint_accuracy *out);
/* Its figure, with the window that it is told over. */
void endpoint_take(struct arena *home, struct round_run *run);
void endpoint_judge(struct noting *in);
/* The bound that its one score is held against; NULL: several scores or measures, or none known. */
const struct quality *endpoint_bound(const struct run_inside *run);

#endif
