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
/* Repetitions of one benchmark as a series: one after another, value (NaN: a gap in its place),
 * what it took in s (NaN: nobody tells) and its row. Durations are given where all tell theirs. */
struct repetitions {
    struct column value, duration;
    struct index_column row;
    bool untimed;
    double half_digit;     /* of the finest that was told; 0: none was */
    struct place from, to; /* first and last value, set by whoever puts them */
};
void repetition_put(struct reading *reading, struct repetitions *to, double value, double took,
                    uint32_t row);
/* As what text a value stands in the file: tools leave zeros at the end away, so that the finest
 * digit counts. */
void repetition_written(struct repetitions *to, struct str text);
void repetitions_end(struct reading *reading, const struct repetitions *all, enum key key,
                     enum unit unit, struct str instance);
/* Instance of a series that is the only one of its key in a result: empty in the selected one. */
struct str series_instance(const struct reading *reading);
/* Numbers of an array as a series of `key` per iteration. A time gives the durations as well. Less
 * than one number: no series; an element that is no number becomes NaN. */
void result_series(struct reading *reading, const struct json *json, const struct json_item *array,
                   enum key key, enum unit unit);

/* Half a unit of the last digit of a number as printed: 0.005 of "45.67", 0.05 of "1.168e+02". */
double half_digit(struct str text);

#endif
