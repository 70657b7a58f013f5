/* nsys.h - private to ingest: rows of the summaries of `nsys stats`, however they were written.
 *
 * Each summary is a table whose columns tell which it is: kernels, copies by time, copies by size,
 * calls of the CUDA runtime, calls of the operating system, ranges that the program named. Columns
 * have had several names and units. The ten rows of each that took longest become facts, told apart
 * by their rank: "1" among kernels, "copy 1", "size 1", "call 1", "OS call 1", "range 1". Shares
 * are of the table's own sum, never of the run: nothing can be said of the run without its length.
 * Of two tables of one kind (a summary by name, and one by name and grid) the first is taken. */
#ifndef INGEST_NSYS_H
#define INGEST_NSYS_H

#include "reading.h"

/* What is picked up; also printed by `formats`. */
#define NSYS_FIELDS 6
extern const struct field nsys_fields[NSYS_FIELDS];

enum nsys_kind {
    NSYS_NONE,
    NSYS_KERNELS,
    NSYS_COPIES,
    NSYS_SIZES,
    NSYS_CALLS,
    NSYS_OS_CALLS,
    NSYS_RANGES,
    NSYS_KINDS
};
enum { NSYS_COLUMNS = 32 };
struct nsys_cell {
    struct str name, text;
    struct place place;
};
struct nsys {
    struct reading *reading;
    enum nsys_kind kind; /* of the table under way */
    bool seen[NSYS_KINDS];
    size_t row;         /* of it, so far */
    struct column time; /* of all kernels */
    struct index_column index;
    struct place from, to;
};
void nsys_begin(struct nsys *nsys, struct reading *reading);
/* Whether columns of these names make one of the tables. */
bool nsys_known(const struct str *name, size_t count);
/* A table with these columns begins. */
void nsys_table(struct nsys *nsys, const struct str *name, size_t count);
/* A row of it; `index` is the row's place in the file, for the series of kernels' times. */
void nsys_row(struct nsys *nsys, const struct nsys_cell *cell, size_t count, uint32_t index);
/* The series of kernels' times. */
void nsys_end(struct nsys *nsys);

#endif
