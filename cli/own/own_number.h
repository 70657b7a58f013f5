/* own_number.h - a number in a file of no known format, by its name: what it may mean, and how
 * likely it is what a person means by the result. What it does mean no file tells. */
#ifndef CLI_OWN_NUMBER_H
#define CLI_OWN_NUMBER_H

#include "own_outcome.h"

enum own_kind {
    OWN_NONE,
    OWN_ROWS,    /* ten rows or more under names, one of them a column of numbers */
    OWN_LINES,   /* a number a line, without a name above */
    OWN_LIST,    /* JSON with a list of ten numbers or more, or of ten objects that hold one each */
    OWN_FIGURES, /* values by name */
};
enum own_form { OWN_CSV, OWN_JSON_LINES, OWN_JSON, OWN_TEXT, OWN_TABLE };
enum own_way { OWN_UNTOLD, OWN_TIME, OWN_RATE }; /* by its name, or by its unit */
enum {
    OWN_SHOWN = 6,
    OWN_ROWS_LEAST = 10, /* fewer rows are values of several things rather than samples of one */
    OWN_NAMED_MOST = 64, /* rows of a table of works; more are samples */
    OWN_NAME_MOST = 60,
};

struct own_number {
    struct str name; /* printable ASCII without quotes and backslashes; of JSON joined by '.' */
    struct str path; /* of JSON: ["http_reqs","rate"], from shape.each where that is told */
    size_t column;   /* of a table, from 1; of a time in text behind `key`, its word */
    struct str key;  /* what its line begins with, where a time with its unit follows ("99%") */
    struct str text; /* as it stands there; of rows the first */
    struct str said; /* the unit that stands beside it or behind it: "ops/ms" */
    bool bits;       /* of text: a bit rate with its unit behind it, the last of the file */
    size_t
        clock; /* of rows that overlap in time by it: the column of their stamps, from 1; else 0 */
    struct str stamped; /* the same of JSON Lines, as a path */
    bool marked;        /* it stands in the cell itself: "81.20 us" */
    enum own_way way;
    const char *unit; /* symbol of a time, by the end of its name; "s" where it has none */
    uint64_t mark;    /* of its text, of rows of all of them: what differs between files differs */
    bool same;        /* in each file of its kind: a setting, and no measurement */
};
struct own_shape {
    enum own_kind kind;
    enum own_form form;
    size_t rows;
    char between; /* of a table: what stands between cells, ',', ';', '|' or a tab; ' ' is blanks */
    bool comma;   /* decimals stand behind a comma */
    bool dressed; /* a cell may have quotes, or a carriage return behind it */
    bool thousands;    /* of a table: commas part its numbers' thousands */
    size_t names;      /* of a table: the column that names each row's own work, from 1; 0: none */
    size_t beside;     /* a second one that does so together with it; 0: none */
    struct str swept;  /* what that column counts, where it holds numbers: "batch" */
    struct str filter; /* of a table within a text: awk's condition by which its rows are known */
    struct str each;   /* of a list of JSON: jq's expression of its elements; empty: it is none */
    struct str naming; /* of JSON: jq's expression of what names an element; empty: nothing does */
    /* of times whose names tell none: that of time stamps beside them; else "s" */
    const char *unit;
    enum own_outcome outcome; /* of rows: what tells which failed, */
    size_t outcome_column;    /* in which column, from 1, */
    bool failed;              /* in this file or another like it one did; else none is left out */
    bool none_served;         /* every row of this file did */
    struct str outcome_name;  /* and its name */
    struct own_number number[OWN_SHOWN]; /* the likeliest result first */
    size_t count, all;
    struct own_number *found; /* all of them, as they stand */
    size_t room;
};

/* Whether it may go into commands that a person pastes: no quotes, no backslash, no control
 * characters, not empty and not long. */
bool own_plain(struct str name);
/* Unit of a time by the end of a name in small letters; NULL: it has none. */
const char *own_time_unit(const char *low);
/* What the number may mean; `beside` is the unit of times that is told beside it, or NULL. */
void own_way_find(struct own_number *number, const char *beside);
/* Adds up what its text is; 0 begins. */
uint64_t own_mark(uint64_t mark, struct str text);
/* Takes a number among those found, up to a bound. */
void own_take(struct arena *home, struct own_shape *shape, struct own_number number);
/* The higher, the likelier the likeliest of those found is the result; 0: none may be. */
size_t own_best(const struct own_shape *shape);
/* Puts the likeliest of those found in order. What is the same in each file is left out; where all
 * of it is, the shape is none. */
void own_rank(struct own_shape *shape);
/* Beside a rate the time that is told of the same load: of percentiles the highest, else a mean;
 * NULL: there is none, or the first is no rate. */
const struct own_number *own_latency(const struct own_shape *shape);

#endif
