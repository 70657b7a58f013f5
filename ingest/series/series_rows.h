/* series_rows.h - private to ingest: rows of a series file, one form for JSON Lines and CSV. */
#ifndef INGEST_SERIES_ROWS_H
#define INGEST_SERIES_ROWS_H

#include "reading.h"

enum { WANTED_MOST = 16 };
struct wanted { /* columns asked for, each name once */
    struct str name[WANTED_MOST];
    size_t count;
};
enum cell_form { CELL_ABSENT, CELL_NULL, CELL_NUMBER, CELL_TEXT, CELL_OTHER };
struct cell {
    struct str text; /* a number as written, a string decoded; lives until the next row */
    enum cell_form form;
    bool known; /* of CELL_NUMBER: `number` is what the text says */
    double number;
};
struct row {
    struct cell cell[WANTED_MOST];
    uint32_t number; /* line of JSON Lines; row of CSV, where 1 is the header */
    uint32_t line;
    uint64_t offset;
};

/* How far a column's name is from the one asked for, capitals aside; one within the other, as
 * "dur" in "duration_s", is no farther than a slip of the finger. */
size_t column_distance(struct str name, struct str asked);
/* A cell of a table: a number, or text. */
void cell_set(struct cell *cell, struct str text);
/* The number of a CELL_NUMBER. False: no finite one. */
bool cell_real(const struct cell *cell, double *out);
/* Reads an object that stands on one line, where it is plain: no nested value, no escape, few
 * members. False: the line is none of this or not JSON at all, and the strict reader must look at
 * it. */
bool json_line_scan(struct str line, const struct wanted *wanted, struct cell *cell);

#endif
