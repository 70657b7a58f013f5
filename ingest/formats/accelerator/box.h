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
struct box {
    struct reading *reading;
    struct lines lines;
    bool body;      /* below the double rule that ends the heading */
    bool processes; /* below the heading of another table, which tells them */
};
void box_begin(struct box *box, struct reading *reading);
/* The next two lines of `cells` cells or more between rules below the heading; groups of another
 * number of lines are said. False: no more. */
bool box_next(struct box *box, struct box_cells pair[2], size_t cells);
/* Said of two lines that are none of an accelerator. */
void box_bad(struct reading *reading, const struct box_cells *of, const char *expected);
/* Words of the banner: "Driver Version: 1.16.0" gives what stands behind the label up to a blank.
 */
struct box_label {
    const char *label;
    enum key key;
};
void box_banner(struct reading *reading, const struct box_label *label, size_t count);
/* A fact of one word or part of a line; nothing where the text is empty. */
void box_fact(struct reading *reading, const struct box_cells *of, enum key key,
              struct str instance, struct str text, enum unit unit);
bool box_is_index(struct str word);
/* "142/750": before and behind the stroke; empty: there is none. */
struct str box_before(struct str text);
struct str box_behind(struct str text);

#endif
