/* own_shape.h - what a file of no known format looks like: rows or single values, and which of them
 * are numbers. What they mean is not told by it. */
#ifndef CLI_OWN_SHAPE_H
#define CLI_OWN_SHAPE_H

#include "ingest/ingest.h"

enum own_kind {
    OWN_NONE,
    OWN_ROWS,    /* ten rows or more under names, one of them a column of numbers */
    OWN_LINES,   /* a number a line, without a name above */
    OWN_LIST,    /* JSON with a list of ten numbers or more */
    OWN_FIGURES, /* values by name */
};
enum own_form { OWN_CSV, OWN_JSON_LINES, OWN_JSON, OWN_TEXT };
enum own_way { OWN_UNTOLD, OWN_TIME, OWN_RATE }; /* by its name */
enum { OWN_SHOWN = 6 };

struct own_number {
    struct str name; /* printable ASCII without quotes and backslashes; of JSON joined by '.' */
    struct str path; /* of JSON: ["http_reqs","rate"] */
    size_t column;   /* of CSV, from 1; of a time in text behind `key`, its word */
    struct str key;  /* what its line begins with, where a time with its unit follows ("99%") */
    bool bits;       /* of text: a bit rate with its unit behind it, the last of the file */
    struct str text; /* as it stands there; of rows the first */
    enum own_way way;
    const char *unit; /* symbol of a time, by the end of its name; "s" where it has none */
};
struct own_shape {
    enum own_kind kind;
    enum own_form form;
    size_t rows;
    char between; /* of CSV: what stands between cells, ',', ';' or a tab */
    bool comma;   /* of CSV: decimals stand behind a comma */
    bool dressed; /* of CSV: a cell may have quotes, or a carriage return behind it */
    size_t names; /* of CSV: the column that names each row's own work, from 1; 0: none */
    size_t clock; /* of rows that overlap in time: the column of their stamps, from 1; else 0 */
    struct str stamped; /* the same of JSON Lines, as a path */
    const char
        *unit; /* of times whose names tell none: that of time stamps beside them; else "s" */
    struct own_number number[OWN_SHOWN]; /* the likeliest result first */
    size_t count, all;
};
/* Beside a rate the time that is told of the same load: of percentiles the highest, else a mean;
 * NULL: there is none, or the first is no rate. */
const struct own_number *own_latency(const struct own_shape *shape);
/* Looks through at most 4 MiB. Names of untrusted files that a shell could take for more than a
 * name are passed over. */
struct own_shape own_shape(struct arena *home, struct str bytes);

#endif
