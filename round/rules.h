/* rules.h - private to round: what a round of MLPerf asks for, as its rule set says. */
#ifndef ROUND_RULES_H
#define ROUND_RULES_H

#include "round.h"

enum scenario {
    SINGLE_STREAM,
    MULTI_STREAM,
    SERVER,
    OFFLINE,
    INTERACTIVE,
    SCENARIO_COUNT /* none of them */
};
enum scenario scenario_find(struct str name); /* also "singlestream" */
const char *scenario_name(enum scenario scenario);

enum { QUALITY_MOST = 8, TESTS_MOST = 10, STRS_MOST = 64, EMULATED_MOST = 8, REFERENCES_MOST = 16 };
enum suite { SUITE_INFERENCE, SUITE_TRAINING, SUITE_STORAGE };
struct quality {
    struct str metric;
    double at_least, at_most; /* NaN: no bound */
};
struct emulated { /* an accelerator that a storage benchmark emulates by waiting */
    struct str name;
    double batch, seconds; /* samples of a step, and what it waits for them */
};
struct reference { /* how far runs of the reference went until they reached the target */
    double batch, runs, mean, deviation; /* mean without extremes, deviation of all */
    double inner; /* deviation without extremes; -1: a round whose check is known needs none */
};
struct benchmark {
    struct str name, model, dataset;
    double dataset_size, performance_samples, offline_samples;
    double accuracy_samples;     /* dataset_size unless the rule set says otherwise */
    double output_tokens_most;   /* 0: not said */
    double runs, drop;           /* of one result: how many, dropped at either end; 0: not said */
    struct str reference_counts; /* "samples_count" or "epoch_num" of an evaluation; empty: none */
    struct reference reference[REFERENCES_MOST]; /* by batch, rising */
    size_t reference_count;
    double least_busy;                   /* percent of the time that emulated accelerators work */
    double sample_bytes, samples_a_file; /* of a storage benchmark; 0: not said */
    double processes, checkpoint_gib;    /* of checkpoints: who writes one, its size; 0: not said */
    struct emulated emulated[EMULATED_MOST];
    size_t emulated_count;
    struct quality quality[QUALITY_MOST];
    size_t quality_count;
    struct str metric[SCENARIO_COUNT];         /* empty: the scenario's usual one */
    struct str published_unit[SCENARIO_COUNT]; /* as the round's own table names it; empty: ours */
    double latency[SCENARIO_COUNT];            /* longest target latency, ns; 0: none */
    double ttft[SCENARIO_COUNT], tpot[SCENARIO_COUNT]; /* p99 stays below, ns; 0: none */
    bool any_duration;    /* the round's least duration does not bind it */
    bool in_part;         /* the set knows some of its rules: compliance stays undecided */
    unsigned required[3]; /* sets of 1 << scenario: datacenter, edge, both */
    unsigned one_of;      /* at least one of these besides */
    unsigned optional;
    struct str test[TESTS_MOST];
    size_t test_count;
};
struct strs {
    struct str item[STRS_MOST];
    size_t count;
};
bool strs_have(const struct strs *list, struct str text);
struct rule_set {
    struct str name, round;
    struct str seed[3]; /* of the library of samples, of their order, of the schedule */
    enum suite suite;   /* Training and Storage have no seeds of their own */
    bool in_results;    /* measurements and compliance lie beside the results */
    bool scheduled;     /* a server's figure is what was due, not what was completed */
    double least_duration_ms, least_queries[SCENARIO_COUNT], accuracy_log_bytes, file_bytes;
    struct strs status, system_type, system_keys, system_filled, system_power, system_network;
    struct strs measurement_keys, measurement_files, power_files;
    double least_steps, memory_times; /* of storage: steps of an accelerator; data to memory */
    double checkpoints;               /* written, and read, of a result; 0: not said */
    bool warm_up;                     /* a run before those that count may be filed with them */
    struct strs closed_parameters;    /* of storage: how those begin that closed may change */
    struct strs closed_checkpoints;   /* likewise, of checkpoints */
    struct {
        struct str name, stands_for;
    } alias[16];
    size_t alias_count;
    struct benchmark *benchmark;
    size_t benchmark_count;
};
/* By its name or one that stands for it; NULL: the round has no such benchmark. */
const struct benchmark *benchmark_find(const struct rule_set *rules, struct str name);

#endif
