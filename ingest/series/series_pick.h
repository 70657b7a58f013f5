/* series_pick.h - private to ingest: one file while a series is picked from it by column names. */
#ifndef INGEST_SERIES_PICK_H
#define INGEST_SERIES_PICK_H

#include "phases.h"

enum { PICK_ERRORS = 20, PICK_NONE = WANTED_MOST, PICK_NAMES = 512 };

struct rows { /* of one accelerator, or all */
    struct str instance;
    struct column start, value, work, throttle;
    struct index_column phase, row;
};
struct picking {
    struct reading *reading;
    const struct pick *pick;
    struct str name[PICK_NAMES]; /* of the file's columns, as it writes them */
    size_t names;
    struct wanted wanted;
    size_t value, time, work, index, throttle, phase[PICK_PHASES]; /* in `wanted` */
    struct str unit;
    struct phases phases;
    struct rows *unit_rows[PICK_UNITS];
    size_t units;
    size_t errors, reserve;
    bool lines, telemetry, dated;
    bool united, bare; /* numbers of the value's column with a unit of their own, and without */
};

/* Cells: false where one was none of this, which was said. A missing number is NaN; infinities are
 * numbers. */
bool pick_number(struct picking *in, const struct row *row, size_t column, double *out);
/* Seconds, or a date; only differences count, so one without a zone will do. */
bool pick_time(struct picking *in, const struct row *row, double *out);
/* A number of 0 or more. */
bool pick_work(struct picking *in, const struct row *row, double *out);
bool pick_phase(struct picking *in, const struct row *row, uint32_t *out);
double pick_mask(const struct row *row, size_t column); /* NaN: none */
bool pick_error(struct picking *in, const struct row *row, size_t column, const char *expected);

/* Whether the file is what it is read as; false: said what it is instead (pick_shape.c). */
bool pick_heading_good(struct picking *in, const struct csv *csv);
bool pick_row_good(struct picking *in, const struct csv *csv);
bool pick_json_good(struct picking *in);

/* The requests of a serving result, see ingest_series. */
bool pick_requests(struct reading *reading, struct picked **out, size_t *count);
/* Those of a result that an adapter reads as one row a request: one for each of its runs. */
struct sniff;
bool pick_has_requests(const struct sniff *sniff);
bool pick_request_rows(struct reading *reading, struct picked **out, size_t *count);
/* Iterations of a result whose tool keeps their times, where no column is asked for. */
bool pick_has_iterations(const struct pick *pick, const struct sniff *sniff);
bool pick_iterations(struct reading *reading, struct picked **out, size_t *count);

#endif
