/* csv_ahead.h - private to ingest: rows of a long table cut into cells, and numbers made of them,
 * by another thread ahead of who reads them. What is read is the same without it. */
#ifndef INGEST_CSV_AHEAD_H
#define INGEST_CSV_AHEAD_H

#include "reading.h"

struct csv_parse {
    /* Makes numbers of a row's cells, by nothing but them and what does not change meanwhile.
     * False: the row is to be read as if nobody had. */
    bool (*row)(const void *self, const struct str *cell, size_t cells, double *value);
    const void *self;
    size_t values; /* of a row */
};
/* From the row at the cursor on. Nothing happens where the table is short, is decoded while it is
 * read, the file is to be read by one thread, or none is to be had. `parse` lives until
 * csv_ahead_end. */
void csv_ahead_begin(struct csv *csv, const struct csv_parse *parse);
/* For csv_next: the next row, as row_read would set it. False: it is none to be cut so (a cell is
 * quoted, or has too many beside it), nor are those behind it. */
bool csv_ahead_row(struct csv *csv);
void csv_ahead_end(struct csv *csv);

#endif
