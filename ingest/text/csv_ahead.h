/* csv_ahead.h - private to ingest: rows of a long table cut into cells, and numbers made of them,
 * by another thread ahead of who reads them, and by the
 * reader himself where it is behind. What is read is the same without it. */
#ifndef INGEST_CSV_AHEAD_H
#define INGEST_CSV_AHEAD_H

#include "reading.h"

#include <endian.h>
#include <string.h>

/* The first comma or line end, else `end`: eight bytes at a time. */
static inline const char *cell_end(const char *at, const char *end)
{
    const uint64_t ones = 0x0101010101010101, high = 0x80 * ones;
    for (uint64_t word; (size_t)(end - at) >= sizeof word; at += sizeof word) {
        memcpy(&word, at, sizeof word);
        word = le64toh(word);
        uint64_t comma = word ^ ',' * ones, newline = word ^ '\n' * ones;
        /* The lowest bit that is set is of the first byte that is zero; a borrow reaches only those
         * behind it. */
        uint64_t found = (((comma - ones) & ~comma) | ((newline - ones) & ~newline)) & high;
        if (found)
            return at + __builtin_ctzll(found) / 8;
    }
    while (at < end && *at != ',' && *at != '\n')
        at++;
    return at;
}

static inline bool cell_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Less the blanks around. */
static inline struct str blanks_off(const char *begin, const char *end)
{
    while (begin < end && cell_blank(*begin))
        begin++;
    while (begin < end && cell_blank(end[-1]))
        end--;
    return (struct str){ begin, (size_t)(end - begin) };
}

struct csv_parse {
    /* Makes numbers of the cells of a row that has one for each column, by nothing but them and
     * what does not change meanwhile; by both threads. False: the row is to be read as if nobody
     * had. */
    bool (*row)(const void *self, const struct str *cell, double *value);
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
