/* run.h - private to round: what was read of one result, and how findings are noted. */
#ifndef ROUND_RUN_H
#define ROUND_RUN_H

#include "described.h"
#include "log.h"
#include "rules.h"
#include "tree.h"

enum slot { /* files of a result by what they are */
            SLOT_DETAIL,
            SLOT_SUMMARY,
            SLOT_SAMPLES, /* spl.txt */
            SLOT_RANGING_DETAIL,
            SLOT_RANGING_SUMMARY,
            SLOT_RANGING_SAMPLES,
            SLOT_ACCURACY_TEXT,
            SLOT_ACCURACY_DETAIL,
            SLOT_ACCURACY_SUMMARY,
            SLOT_ACCURACY_LOG,
            SLOT_MEASUREMENT,
            SLOT_USER_CONF,
            SLOT_MLPERF_CONF,
            SLOT_README,
            SLOT_ENDPOINT,
            SLOT_ENDPOINT_ACCURACY,
            SLOT_ENDPOINT_CONFIG,
            SLOT_COUNT
};
enum test_slot {
    TEST_VERIFY_ACCURACY,
    TEST_VERIFY_PERFORMANCE,
    TEST_VERIFY_LENGTH,
    TEST_BASELINE, /* accuracy of the same samples, where logs differ in their bytes */
    TEST_COMPLIANCE,
    TEST_DETAIL,
    TEST_SUMMARY,
    TEST_SLOTS
};
enum { RUN_TESTS = 10, POWER_FILES = 8, NO_FILE = -1 };
enum { RUN_UNNAMED = 2000000 }; /* a run in no folder run_N, where others have their N + 1 */
struct verified {               /* what a test's script found */
    struct str file, text;
    uint32_t line;
    bool read, passed;
};
struct test {
    struct str name, folder; /* "TEST06" */
    int64_t slot[TEST_SLOTS];
    struct verified verified[TEST_VERIFY_LENGTH + 1];
    struct accuracy_text *baseline, *compliance; /* NULL: no such file */
    struct {                                     /* of its detailed log, all that is judged */
        struct str file, verdict, error;
        uint32_t verdict_line, error_line; /* error_line 0: none but of uncommitted changes */
        bool read;
    } detail;
};
struct endpoint_number {
    struct str text;
    double value;
    uint32_t line;
    bool there;
};
struct endpoint_accuracy { /* accuracy_results.json */
    struct str file;
    bool there, read;
    uint32_t broken_line;
    size_t scores;                        /* one per data set */
    double samples;                       /* of all of them */
    struct endpoint_number score, tokens; /* of the last; tokens: mean of its answers */
    struct endpoint_number counted;       /* samples of the last */
    struct endpoint_number missing;       /* the first above 0 */
    uint32_t incomplete_line;             /* of the first "complete": false; 0: none */
};
struct endpoint { /* result_summary.json; times in nanoseconds */
    struct str file;
    bool read, incomplete;
    uint32_t broken_line, incomplete_line;
    struct endpoint_number issued, completed, failed, duration, window, qps, tps, tokens;
    struct endpoint_number latency, ttft, tpot; /* 99th percentiles */
    struct endpoint_number latency_90;
    struct endpoint_number early_90, early_99; /* of latency, as early stopping bounds them */
    struct endpoint_number sample_seed, schedule_seed;
    struct endpoint_accuracy accuracy;
};
struct training;
struct storage;
struct run_inside {
    int64_t slot[SLOT_COUNT]; /* index in the tree; NO_FILE */
    struct test test[RUN_TESTS];
    size_t test_count;
    struct str power_file[POWER_FILES]; /* base names below power/ */
    size_t power_count;
    struct str owner;    /* "closed/AMD": folder of the submitter; of a stray log its own */
    bool results_alone;  /* what lies beside the folder of results is not in the tree */
    bool scenario_alone; /* nor other scenarios */
    bool run_alone;      /* nor what lies beside the performance run */
    bool laid;           /* lies in a tree as the rules lay it out */
    uint32_t stands_in;  /* N + 1 where run_N was taken for want of run_1; 0 */
    bool placed;         /* its place is that of its results, not of what lies beside */
    const struct rule_set *rules;
    const struct benchmark *work;
    enum scenario scenario, logged;
    const struct described *system, *measurement, *mapping;
    struct log detail, summary, accuracy;
    struct accuracy_text quality;
    struct power samples;
    struct endpoint endpoint;
    struct round_finding *finding;
    size_t finding_count, finding_room;
    uint64_t accuracy_log_bytes;
    struct training *training; /* of MLPerf Training; NULL: a result of another suite */
    struct storage *storage;   /* of MLPerf Storage; NULL likewise */
};

/* What LoadGen says of it: the detailed log, or the summary where there is no other. */
const struct log *run_log(const struct run_inside *run);

/* Where findings of one run go. */
struct noting {
    struct arena *home;
    struct round_run *run;
};
void note(struct noting *in, enum round_code code, struct str file, uint32_t line, struct str found,
          struct str expected);
/* A number for people: up to six significant digits. */
struct str number_text(struct arena *home, double value);

/* metric.c: the figure of a run, its unit and definition, and power. */
void metric_take(struct arena *home, struct round_run *run);
/* judge_log.c, judge_parts.c: the rules of its round. */
void judge_log(struct noting *in);
void judge_parts(struct noting *in);
/* forensics.c, clocks.c: whether what it says can all be true. */
void judge_forensics(struct noting *in);
void judge_clocks(struct noting *in);

#endif
