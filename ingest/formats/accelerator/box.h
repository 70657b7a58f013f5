/* box.h - private to ingest: tables for people in boxes of '+', '-', '=' and '|', two lines an
 * accelerator, as the tools of several vendors print them. */
#ifndef INGEST_BOX_H
#define INGEST_BOX_H

#include "reading.h"

enum { BOX_CELLS = 6, BOX_WORDS = 24 };
struct box_words {
    struct str item[BOX_WORDS];
    size_t count;
};
struct box_cells {
    struct line line;
    struct str item[BOX_CELLS]; /* between the strokes, blanks off */
    struct box_words words[BOX_CELLS];
    size_t count;
};
/* Words of the banner: "Driver Version: 1.16.0" gives what stands behind the label up to a blank.
 */
struct box_label {
    const char *label;
    enum key key;
};
/* How a tool prints an accelerator: two lines of `cells` cells or more between rules. */
struct box_form {
    const struct box_label *label; /* of the banner */
    size_t label_count, cells;
    bool (*is)(const struct box_cells pair[2]); /* of an accelerator, and whole */
    void (*take)(struct reading *reading, const struct box_cells *first,
                 const struct box_cells *second);
    const char *expected; /* of lines that are none: "index, name, bus id; then readings" */
};
/* The banner and each accelerator below the heading; what is none is said. False: there is none. */
MUST_USE bool box_read(struct reading *reading, const struct box_form *form);
/* A fact of one word or part of a line; nothing where the text is empty. */
void box_fact(struct reading *reading, const struct box_cells *of, enum key key,
              struct str instance, struct str text, enum unit unit);
bool box_is_index(struct str word);
/* "142/750": before and behind the stroke; empty: there is none. */
struct str box_before(struct str text);
struct str box_behind(struct str text);

#endif
