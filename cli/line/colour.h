/* colour.h - colour on a terminal: laid over lines that are finished, so that the words stay what
 * they are without it. */
#ifndef CLI_COLOUR_H
#define CLI_COLOUR_H

#include "verbs.h"

/* Reads --color of a verb that takes it: auto, where nothing is said, colours what goes to a
 * terminal, unless NO_COLOR holds anything or TERM is "dumb" (no-color.org). JSON, CSV, Markdown
 * and declarations stay plain. False, with a diagnostic: another word. */
bool colour_begin(struct request *request);
/* Appends an answer, or diagnostics, in colour. False, and nothing is written: they stay plain. */
bool colour_put_answer(struct buf *out, struct str text);
bool colour_put_diags(struct buf *out, struct str text);

#endif
