/* monitor.h - private to ingest: what monitors of accelerators print row by row, columns between
 * blanks below a line of titles, as a series for each accelerator and column. */
#ifndef INGEST_MONITOR_H
#define INGEST_MONITOR_H

#include "reading.h"

enum { MONITOR_UNITS_MOST = 64, MONITOR_COLUMNS_MOST = 64, MONITOR_FIELDS_MOST = 16 };

struct monitor_unit { /* one accelerator's rows */
    struct str index;
    struct column start, value[MONITOR_FIELDS_MOST];
    bool told[MONITOR_FIELDS_MOST]; /* some row of it stood below that column */
    struct index_column row;
    struct place from, to;
};
struct monitor {
    struct reading *reading;
    const struct field *field; /* titles and their keys: of the adapter, at most 16 */
    size_t field_count;
    bool dated; /* rows may have a start */
    struct str name[MONITOR_COLUMNS_MOST];
    size_t of[MONITOR_COLUMNS_MOST]; /* the field of a column; field_count: not taken */
    size_t columns;
    bool taken[MONITOR_FIELDS_MOST]; /* by some line of titles */
    struct monitor_unit *unit[MONITOR_UNITS_MOST];
    size_t unit_count;
};
/* Forgets the columns: a line of titles begins, which may have others than the one before. */
void monitor_titles(struct monitor *monitor);
/* The next title of the line. One that stands there again is said and not taken, nor is one whose
 * figure another title of the file gives. False: there are no more than 64. */
bool monitor_title(struct monitor *monitor, const struct line *line, struct str title);
/* The accelerator of that index; NULL: it would be one too many. */
struct monitor_unit *monitor_unit_of(struct monitor *monitor, struct str index);
/* Begins a row of it: each of its figures is a gap unless monitor_value follows. `start`: seconds
 * since 1970, or NaN; only of a monitor whose rows are dated. */
void monitor_row(struct monitor *monitor, struct monitor_unit *unit, const struct line *line,
                 double start);
/* The figure of that column, of the row begun last; NaN: a gap. */
void monitor_value(struct monitor *monitor, struct monitor_unit *unit, size_t column, double value);
/* Gives a series of each accelerator and figure. timed: rows have starts; zoned: these are of
 * UTC. */
void monitor_series(struct monitor *monitor, bool timed, bool zoned);

#endif
