/* benchmark.h - private to ingest: the benchmark that a log of MLPerf Inference is of, by the
 * folder it is filed under, and the round, by its seeds. */
#ifndef INGEST_BENCHMARK_H
#define INGEST_BENCHMARK_H

#include "loadgen.h"

/* After the last line of a log: which benchmark of the suite it is filed under, what that name
 * fixes, and which rounds may stand beside it. `seed`: of the samples, as the log tells it; empty:
 * it does not. The place of what a name fixes is the folder that has it. */
void benchmark_named(const struct loadgen *in, struct str seed, struct place of_seed);

#endif
