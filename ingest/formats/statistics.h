/* statistics.h - private to ingest: means, deviations and percentiles as tools name them. */
#ifndef INGEST_STATISTICS_H
#define INGEST_STATISTICS_H

#include "reading.h"

/* One name for each statistic: "mean" (avg, average), "std" (stddev, std_dev, ...), "min", "max",
 * "p50" (median), "p99.9" (p999), "p0.1" (p001), "p1" (p01). Empty: another word. The text lives
 * in `home`. */
struct str statistic_name(struct arena *home, struct str word);
/* Each statistic of an object, also of a "percentiles" object in it, as a fact whose instance is
 * its name. Numbers may stand in strings. */
void statistics_of(struct reading *reading, const struct json *json, const struct json_item *object,
                   enum key key, enum unit unit);

struct flat_row { /* "mean_ttft_ms" is before "", behind "_ttft_ms" */
    const char *before, *behind;
    enum key key;
    enum unit unit;
};
/* Members of an object whose names hold statistic and metric. */
void statistics_flat(struct reading *reading, const struct json *json,
                     const struct json_item *object, const struct flat_row *row, size_t count);

/* "3" of "folder/stage_3_lifecycle_metrics.json": files of one stage of load tell of one run.
 * Empty: the name has no stage. */
struct str stage_of(struct str name);
/* A JSON file of one stage: single values by `field`, objects of statistics by `statistic`. False:
 * no JSON. */
bool stage_read(struct reading *reading, const struct field *field, size_t fields,
                const struct field *statistic, size_t statistics);

#endif
