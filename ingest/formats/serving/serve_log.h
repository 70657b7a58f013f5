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
struct serve_log {             /* what one tool prints */
    const struct field *field; /* labels without their colon */
    size_t field_count;
    const struct flat_row *metric; /* "Mean TTFT (ms)": behind is " TTFT (ms)" */
    size_t metric_count;
    const struct argument_row *argument;
    size_t argument_count;
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
