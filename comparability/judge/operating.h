/* operating.h - the load at which each side is compared, where the metric is taken at the highest
 * load that keeps the objectives (at_objective). Private to comparability. */
#ifndef COMPARABILITY_OPERATING_H
#define COMPARABILITY_OPERATING_H

#include "judging.h"
#include "model/decision.h"

/* What each run shows of each objective and requirement of the case, into alone->bound: what its
 * tool states, else worked out of its samples: of the metric's own column in the steady stretch, of
 * another over all rows. For percentiles by nearest rank. */
void bounds_find(struct deriving *deriving, const struct case_file *case_file, struct alone *alone,
                 size_t count);
/* Of one of the terms' objectives or requirements; NULL: not shown. */
const struct fact *run_bound(const struct alone *alone, const struct terms *terms,
                             const struct threshold *threshold);
/* Whether more load brings a result nearer to the objective, up to saturation: a least throughput
 * of the whole system. Loads below the first that keeps it prove nothing against a higher one. */
bool more_load_helps(const struct threshold *objective);
/* The sweep of a system's runs, a point a load, lowest first, with what each point shows of the
 * objectives; false: its runs are at one load, or at none that is stated. */
bool points_of_runs(struct deriving *deriving, const struct case_file *case_file,
                    const struct alone *alone, size_t count, struct saturation *out);
/* Whether some run of the system is at the load that its sweep says to compare it at. */
bool point_has_runs(const struct case_file *case_file, const struct saturation *point);
/* Whether the run is at the load at which its system is compared; of a system without such a load,
 * or without a run there, every run is. */
bool at_point(const struct case_file *case_file, const struct run *run,
              const struct saturation *point);
/* Leaves in judging->member the runs at each side's load alone; the others stay in judging->sweep.
 */
void members_at_points(struct judging *judging, const struct saturation *saturation, size_t count);

#endif
