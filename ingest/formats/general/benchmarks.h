/* benchmarks.h - private to ingest: what result files of classic benchmarks have in common. */
#ifndef INGEST_BENCHMARKS_H
#define INGEST_BENCHMARKS_H

#include "reading.h"

/* Each element of the root's list `member` as a run named by its index. A document without the list
 * is a diagnostic. */
void results_each(struct reading *reading, const struct json *json, const char *member,
                  void (*result)(struct reading *, const struct json *, const struct json_item *));
/* Instance of a fact that is one of several of the same result: "what" in the selected result, else
 * "3 what" with the result's index. */
struct str result_instance(struct reading *reading, struct str what);
/* A fact of `item` where it is there and not null; false otherwise. */
bool result_fact(struct reading *reading, const struct json *json, const struct json_item *item,
                 struct str what, enum key key, enum unit unit);
/* Numbers of an array as a series of `key` per iteration. A time gives the durations as well. Less
 * than one number: no series; an element that is no number becomes NaN. */
void result_series(struct reading *reading, const struct json *json, const struct json_item *array,
                   enum key key, enum unit unit);

/* Half a unit of the last digit of a number as printed: 0.005 of "45.67", 0.05 of "1.168e+02". */
double half_digit(struct str text);

#endif
