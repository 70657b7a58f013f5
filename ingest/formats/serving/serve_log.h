/* serve_log.h - private to ingest: console output of serving benchmarks in vLLM's form. */
#ifndef INGEST_SERVE_LOG_H
#define INGEST_SERVE_LOG_H

#include "reading.h"
#include "statistics.h"

struct argument_row { /* of "Namespace(name=value, ...)" */
    struct str name;
    enum key key;
    enum unit unit;
    bool random; /* tells of random prompts only */
};
/* "Namespace" lists every argument of the release that printed it: one that is not in it did not
 * exist, and the release did what later ones do by default. */
struct argument_default {
    struct str name;
    enum key key;
    struct str value;
    const char *source; /* since when there is the argument, and its default */
};
struct serve_log {             /* what one tool prints */
    const struct field *field; /* labels without their colon */
    size_t field_count;
    const struct flat_row *metric; /* "Mean TTFT (ms)": behind is " TTFT (ms)" */
    size_t metric_count;
    const struct argument_row *argument;
    size_t argument_count;
    const struct argument_default *absent;
    size_t absent_count;
    struct str subcommand; /* an argument that makes the era "subcommand"; empty: none */
    /* what the tool meant when it printed this block: sets its era, answers its metrics; NULL: the
     * metrics above */
    const struct flat_row *(*metric_of)(struct reading *reading, struct str block);
};
/* What stands in the rule above each block of results. */
extern const struct str serve_log_opening;
/* Reads each block, with the arguments printed between it and the block before. */
bool serve_log_read(struct reading *reading, const struct serve_log *tables);

#endif
