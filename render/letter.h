/* letter.h - private to render: a letter as a tree, and as a text. */
#ifndef RENDER_LETTER_H
#define RENDER_LETTER_H

#include "build.h"

/* sections_letter.c: the letter to whoever measured the system, or with `supplier` to whoever
 * supplies it; a vendor that measured it itself is both. Headings, paragraphs and lists alone.
 * Fills all of `out` but its text. */
const struct node *letter_tree(struct building *b, const struct system *system, bool supplier,
                               struct party_letter *out);

#endif
