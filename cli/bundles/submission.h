/* submission.h - what lies around a result in a submission of MLPerf: its description of the
 * system, of the weights, its accuracy; and what lies there and is no result. */
#ifndef CLI_SUBMISSION_H
#define CLI_SUBMISSION_H

#include "operands.h"

/* Whether a run is a result of a submission: of MLPerf's load generator. */
bool submission_of(const struct found_run *run);
/* Whether every result of these operands is, and each has one. */
bool submissions_all(const struct operand *operand, size_t count);
/* Whether `name` is a log of an audit, of a rehearsal for the power meter or of accuracy. */
bool submission_audit(struct str name);
/* Whether file number `file` of the operand describes this run: systems/SYSTEM.json, and what
 * stands beside the run under SYSTEM/BENCHMARK/SCENARIO. */
bool submission_beside(const struct operand *operand, const struct found_run *run, size_t file);

/* A case under the profile mlperf, which leaves to the suite what it fixes and judges: false, with
 * a diagnostic, where a run holds what another tool measured; `path`: of the case, as typed. True
 * under any other profile. */
bool submission_profile(const struct case_file *case_file, struct str path, struct diags *diags);
/* A folder above its part of a submission, "a/closed/X/results": the one above its division, which
 * its path must tell; else as it was. */
struct str submission_root(struct str folder);

#endif
