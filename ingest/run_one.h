/* run_one.h - private to ingest. */
#ifndef INGEST_RUN_ONE_H
#define INGEST_RUN_ONE_H

#include "ingest/ingest.h"

#include <glib.h>

/* Two files of one format that report unlike results are two runs: as one, which of them speaks
 * would be chance. Said in diags. */
void run_is_one(struct arena *scratch, const struct bundle *bundle, const struct run *run,
                struct diags *diags);
/* What a test of the machine that lies in a run's folder says is of the machine, where another tool
 * told the run's result; its own tool and work are then left out, which are not what the run did.
 */
void machine_tests_move(struct arena *home, struct run *run);
/* What a training log that lies in a run's folder says of its own work and result, such as the size
 * of its batch, is left out where `metric`, the case's, is of serving and another file's result is,
 * too: a training step's batch is no load of a server, nor its time a request's. What it says of
 * the machine stays, and all of it where it tells the metric, or where that may be of the training.
 */
void training_leave_out(struct arena *home, struct run *run, enum key metric);
/* Of the bundles that are runs, those seen: g_hash_table_destroy ends it. */
GHashTable *runs_known(void);
/* Whether the bundle is not among them; it is from then on. One path named twice would count one
 * measurement as two: an error of the case. */
bool run_is_new(GHashTable *known, const struct bundle *bundle, struct diags *diags);

#endif
