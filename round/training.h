/* training.h - private to round: a result of MLPerf Training, several runs to one target of quality
 * that are scored together. */
#ifndef ROUND_TRAINING_H
#define ROUND_TRAINING_H

#include "run.h"

enum { TRAINING_MOST = 1000 }; /* runs of one result */
struct training_said {         /* the first of its key */
    struct str text;
    uint32_t line, again; /* again: where it is said otherwise; 0: nowhere */
};
enum training_key {
    TRAINING_BENCHMARK,
    TRAINING_ORG,
    TRAINING_DIVISION,
    TRAINING_STATUS,
    TRAINING_PLATFORM,
    TRAINING_SEED,
    TRAINING_BATCH,
    TRAINING_KEYS
};
struct training_eval { /* an evaluation of one of several measures */
    struct str metric;
    double samples, value;
};
struct training_run { /* result_N.txt */
    int64_t file;
    struct str name;
    bool read, started, stopped, success;
    double start, stop; /* ms since 1970 */
    uint32_t start_line, stop_line, lines;
    struct str status; /* of run_stop */
    struct training_said said[TRAINING_KEYS];
    double reached;         /* the last eval_accuracy */
    double samples, epochs; /* told with the last before run_stop; -1: not told */
    uint32_t reached_line;
    bool evaluated, dropped;
    struct training_eval *eval; /* those that name their measure */
    size_t eval_count, eval_room;
};
struct training {
    struct training_run *run;
    size_t count, room;
    bool weak;            /* of HPC: many models at once, and the time until the last is there */
    int64_t scaling_file; /* scaling.json, or NO_FILE */
    struct str scaling_name;
    double scaling; /* 1: none */
    uint32_t scaling_line;
    int64_t check_file; /* package_checker_params, or NO_FILE: how the suite's check was called */
    bool bypassed;      /* it let runs pass that its check of convergence refused */
};
void training_run_read(struct arena *home, struct arena *scratch, struct str bytes,
                       struct training_run *out);
/* {"scaling_factor": 1.03} */
void training_scaling_read(struct arena *scratch, struct str bytes, struct training *out);
/* rcp-bypass */
void training_check_read(struct str bytes, struct training *out);
/* Whether any of its files is of MLPerf Training. */
bool training_is(const struct training *training);
/* Division, submitter and benchmark as its logs tell them, where the tree does not. */
void training_names(struct round_run *run);
/* Score and verdict, by the drops of its benchmark. */
void training_take(struct arena *home, struct round_run *run);
void training_judge(struct noting *in);
/* convergence.c, which calls nothing of the above. */
/* Samples after which a run reached the target, or epochs where the benchmark counts those; -1: not
 * told, or never. */
double training_gone(const struct training_run *run, const struct benchmark *work);
/* Whether the benchmark's quality is of several measures, which evaluations name. */
bool training_measures(const struct benchmark *work);
/* Whether runs converge no faster than the reference, and the factor that follows.
 * `batch`: global batch size, 0: not told. */
void convergence_judge(struct noting *in, double batch);

#endif
