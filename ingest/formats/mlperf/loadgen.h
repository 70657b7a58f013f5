/* loadgen.h - private to ingest: what LoadGen's summary and its detailed log have in common.
 *
 * Both tell the same figures under other names. Which definition a figure has hangs on the
 * scenario, which is the era of the file (ingest/formats/definitions.def). */
#ifndef INGEST_LOADGEN_H
#define INGEST_LOADGEN_H

#include "reading.h"

enum loadgen_scenario {
    LOADGEN_UNKNOWN,
    LOADGEN_SINGLE_STREAM = 1,
    LOADGEN_MULTI_STREAM = 2,
    LOADGEN_SERVER = 4,
    LOADGEN_OFFLINE = 8,
    LOADGEN_ANY = 15,
};
enum { LOADGEN_SAID_MOST = 256, LOADGEN_TEXTS_MOST = 64 };
struct loadgen_said { /* a number that was said */
    enum key key;
    struct str instance, text;
    struct place place;
    double value, slack; /* as written, without its unit; half a unit of the last digit */
};
struct loadgen { /* one log; zero but for `reading` to begin with */
    struct reading *reading;
    enum loadgen_scenario scenario;
    bool accuracy; /* AccuracyOnly: there is no performance run */
    struct loadgen_said said[LOADGEN_SAID_MOST];
    size_t said_count;
    struct loadgen_said verdict;     /* VALID or INVALID; text empty: none */
    struct loadgen_said unmet;       /* the first condition that is not met */
    struct loadgen_said single_rate; /* of a single stream without LoadGen's own time */
    unsigned errors, remarks, reasons;
    struct loadgen_said seed; /* of the samples; text empty: none */
};
/* "Server": the scenario, and the era of the file. `inferred`: tokens were not counted. */
void loadgen_scenario(struct loadgen *in, struct str name, bool inferred);
/* A figure: a fact the first time, afterwards a statement that must be the same. */
void loadgen_figure(struct loadgen *in, enum key key, struct str instance, struct str text,
                    enum unit unit, struct place place);
/* "50.00" is "p50", "99.90" "p99.9"; empty: no number of 0 to 100. */
struct str loadgen_percentile(const struct loadgen *in, struct str digits);
/* The verdict, and a condition of it: `met` as its text says. */
void loadgen_verdict(struct loadgen *in, struct str text, struct place place);
void loadgen_condition(struct loadgen *in, struct str instance, struct str text, bool met,
                       struct place place);
/* Errors (run.error: the first without an instance), what the tool says the run failed by, and
 * warnings. */
void loadgen_error(struct loadgen *in, struct str text, struct place place);
void loadgen_reason(struct loadgen *in, struct str text, struct place place);
void loadgen_remark(struct loadgen *in, struct str text, struct place place);
/* What was said of a key; NULL: nothing. */
const struct loadgen_said *loadgen_find(const struct loadgen *in, enum key key,
                                        struct str instance);
/* A number with half a unit of its last digit; false: no number. */
bool loadgen_number(struct str text, double *value, double *slack);
/* A setting that is told; of the seeds that of the samples is kept. */
void loadgen_setting(struct loadgen *in, enum key key, struct str instance, struct str text,
                     enum unit unit, struct place place);
/* After the last line: what cannot all be true. */
void loadgen_check(struct loadgen *in);

#endif
