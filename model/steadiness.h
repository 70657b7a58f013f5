/* steadiness.h - what is known of one series or of a serving run's requests, and the outcome of the
 * steady-state method. */
#ifndef MODEL_STEADINESS_H
#define MODEL_STEADINESS_H

#include "base/text.h"

enum steady_verdict { STEADY, UNSTEADY, INSUFFICIENT, INVALID };
const char *steady_name(enum steady_verdict verdict); /* "steady", ... */
struct steadiness {                                   /* outcome of the detector on one series */
    enum steady_verdict verdict;
    /* stable words: "drift", "edge", "rounds", "too few cycles", ...; "" when steady */
    const char *reason;
    size_t start, end;               /* rows [start, end) of the series; only when steady */
    double begin_s, end_s;           /* the same on the series' clock */
    double level, noise, resolution; /* level in the series' unit; noise and resolution as shares */
    const size_t *segment;           /* first rows of the segments found */
    size_t segment_count;
    size_t batches, batch_rows;
    size_t phases, cycles; /* distinct phases; least repetitions of a kept phase; 0 without phase */
    size_t left_out;       /* rows left out at ragged ends, missing values */
    double step;           /* to which the column was rounded, in its unit; 0: not seen */
    double carries;        /* "coarse timer": the finest delta that the column can carry; else 0 */
    bool has_gaps;         /* of iterations with a begin and an end; only then the next two */
    double idle;           /* share of the stretch that lies between iterations */
    double gap;            /* the longest time between two of them, s */
    double rho;            /* correlation of neighbours in the stretch; 0: not worked out */
    double wave_periods;   /* of a wave in the stretch; 0: none that stands out */
    double wave_size;      /* half of its swing, as a share of the level */
    bool drained;          /* a tail was cut as drain */
    const char *shape;     /* "flat", "warmup", "slowdown" */
    struct str method;     /* method id with parameters */
};

struct requests { /* a serving run request by request; columns that were not kept are NULL */
    size_t count;
    const double *start;   /* s, on a clock of their own */
    const double *first;   /* s from start to the first output; NaN: failed */
    const double *latency; /* s from start to the end; NaN: failed */
    const double *work;    /* units of output */
    /* count + 1: gap[gap_from[i]] .. gap[gap_from[i + 1] - 1] are of request i */
    const size_t *gap_from;
    const double *gap;  /* s between one output and the next */
    double concurrency; /* most requests in flight by declaration; NaN: not declared */
};

#endif
