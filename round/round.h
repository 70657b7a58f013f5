/* round.h - a whole round of MLPerf, or any part of one: each run read, and judged three ways that
 * are never mixed: valid (the load generator's own verdict), compliant (the rules of a round),
 * consistent (whether what the files say can all be true). One broken file ends nothing. */
#ifndef ROUND_ROUND_H
#define ROUND_ROUND_H

#include "base/file.h"

/* ---- rule sets ---- */

struct rule_set; /* "mlperf-inference-5.1" */
/* Reads one from JSON; `file` names it in diagnostics. */
MUST_USE bool rule_set_read(struct arena *home, struct str file, struct str bytes,
                            const struct rule_set **out, struct diags *diags);
struct str rule_set_name(const struct rule_set *rules);
struct rule_sets {
    const struct rule_set *const *item;
    size_t count;
};

/* ---- findings ---- */

enum round_about { ABOUT_VALID, ABOUT_COMPLIANT, ABOUT_CONSISTENT };
enum round_weight { WEIGHT_NOTE, WEIGHT_WARNS, WEIGHT_FAILS };
enum round_code {
#define ROUND_FINDING(id, about, weight, name, title, mend) ROUND_##id,
#include "round/findings.def"
#undef ROUND_FINDING
    ROUND_CODES
};
struct round_code_row {
    enum round_about about;
    enum round_weight weight;
    const char *name, *title, *mend;
};
const struct round_code_row *round_code_row(enum round_code code); /* never NULL */
const char *round_about_name(enum round_about about);
const char *round_weight_name(enum round_weight weight);

struct round_finding {
    enum round_code code;
    struct str file;            /* name in the tree */
    uint32_t line;              /* 0: the file as a whole, or a file that is not there */
    struct str found, expected; /* may be empty */
    size_t run;                 /* SIZE_MAX: of the tree, or of a system */
};

/* ---- runs ---- */

enum round_judgement { JUDGED_YES, JUDGED_NO, JUDGED_NOT };
struct round_number {
    struct str text; /* as evidence wrote it, or as computed */
    double value;
    bool there;
    const char *unit;
    struct str key;  /* the evidence's own name of it */
    struct str file; /* where it stands */
    uint32_t line;
};
struct round_run {
    const char *suite; /* "MLPerf Inference" */
    struct str round;  /* "5.1", by the seeds; empty: of none that is known */
    struct str place;  /* folder of the result in the tree */
    struct str division, submitter, system, benchmark, scenario; /* as the tree names them */
    struct str system_name, status, system_type, accelerator, processor, software;
    struct str stands_for;     /* the closed benchmark that rules it; empty: none */
    struct str model, dataset; /* fixed by the benchmark's name */
    struct str scenario_in_log;
    struct str derivation;      /* how the figure follows from another scenario's log; empty */
    struct round_number metric; /* of the log: early_stopping_latency_ms, ns */
    struct round_number figure; /* as a round's table shows it: ms, samples/s */
    const char *definition;     /* what the figure is; empty: none is known */
    struct round_number latency_p99, ttft_p99, tpot_p99;
    struct round_number watts, power; /* mean over the load; the suite's figure of power */
    int64_t accelerators_per_node, nodes, accelerators; /* -1: not told */
    struct str weights, inputs;                         /* data types as told */
    enum round_judgement valid, compliant;
    struct str verdict;        /* "VALID" */
    size_t finding_count;      /* of this run */
    size_t same;               /* index of an earlier run of the same measurement; SIZE_MAX: none */
    uint32_t further;          /* N + 1 of a run_N beside run_1, which alone counts; 0: counts */
    bool mixed;                /* accelerators of several models */
    struct run_inside *inside; /* private to round */
};
enum { ROUND_WORKERS = 8 };
struct round {
    struct round_run *run; /* in byte order of place */
    size_t run_count;
    size_t orphan_count;           /* tests or measurements that belong to no result */
    struct round_finding *finding; /* by run, those of the tree last */
    size_t finding_count;
    uint64_t files, bytes, bytes_read; /* of the tree; of the files whose content was looked at */
    const struct str *claimed;         /* folders ("closed/AMD/") whose files are MLPerf's */
    size_t claimed_count;
    struct entries rest; /* every other file, for whoever reads other formats */
    /* Of an archive, or a dossier: the bytes from the one reading that the runs are of, by which a
     * caller asks whether it holds. at NULL: a folder. */
    struct str stored;
    struct arena *arena[ROUND_WORKERS]; /* what several threads have read */
};
/* Reads a round, a submitter, a system, one run's folder, or an archive of any. `rules`: judge all
 * by these; NULL: each run by the rules of the round whose seeds it has. False, with a diagnostic:
 * the path cannot be read. run_count 0: there is no MLPerf result in it. round_free after use. */
MUST_USE bool round_read(struct arena *home, const char *path, struct rule_sets sets,
                         const struct rule_set *rules, struct round *out, struct diags *diags);

/* Gives back what threads took; the texts of runs and findings are gone then. */
void round_free(struct round *round);

#endif
