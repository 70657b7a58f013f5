/* steps.h - private to ingest: what the consoles of training programs have in common: a line every
 * few iterations, with figures of the iterations since the line before. */
#ifndef INGEST_STEPS_H
#define INGEST_STEPS_H

#include "reading.h"

/* The number behind `label` up to the first sign that is no number's, thousands apart by commas or
 * not. False: the label is not there; or no number is behind it, and that is said. Colours (ESC
 * [...m) may stand before the label and behind the number. */
struct labelled {
    struct str text; /* as it stands */
    double value;
    struct place place;
};
bool steps_number(struct reading *reading, const struct line *line, struct str text,
                  const char *label, struct labelled *out);

/* One that is kept beyond its line. Zero to begin with. */
struct labelled_held {
    struct labelled now; /* its text is `text` */
    struct text_held text;
};
void labelled_hold(struct reading *reading, struct labelled_held *held, const struct labelled *now);

/* What the last line that has it says: the figure of a console is its last word. */
struct steps_row {
    const char *label, *instance;
    enum key key;
    enum unit unit;
};
void steps_take(struct reading *reading, const struct line *line, struct str text,
                const struct steps_row *row, struct labelled *own, size_t count);
/* Of those of a line, what it has. */
void steps_hold(struct reading *reading, const struct labelled *own, struct labelled_held *last,
                size_t count);
void steps_facts(struct reading *reading, const struct steps_row *row,
                 const struct labelled_held *last, size_t count);

/* Figures of intervals as a series: rate, seconds, work. */
struct steps {
    struct column start, duration, value, work;
    struct index_column row;
    struct place from, to;
    double last; /* iteration of the last line; -1: none */
    struct text_held last_text;
};
void steps_begin(struct steps *steps);
/* `work` done in `seconds` at `rate`; those that are not told are NaN. `iteration`: of the line; at
 * one that was before, the program began anew from a checkpoint: false, and said so. */
bool steps_put(struct steps *steps, struct reading *reading, const struct line *line,
               const struct labelled *iteration, double seconds, double work, double rate);
void steps_series(const struct steps *steps, struct reading *reading, enum key key, enum unit unit,
                  enum unit work_unit, const char *column);
/* The number of iterations done, of the last line; false: no line told one, and `expected` is
 * missing. */
MUST_USE bool steps_done(struct reading *reading, const struct labelled_held *last,
                         const char *expected);

#endif
