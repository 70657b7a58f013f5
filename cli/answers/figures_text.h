/* figures_text.h - figures of the short answers: thousands apart, times in a unit that people read.
 */
#ifndef CLI_FIGURES_TEXT_H
#define CLI_FIGURES_TEXT_H

#include "model/model.h"

/* "6,661 tokens/s", "101 ns"; `unit`: the tool's own word, where the metric has none. All digits
 * that the fact is written with, and no others. */
void figures_put(struct buf *out, const struct fact *fact, struct str unit);
/* Two of one kind in one unit: "8,194 against 6,661 tokens/s". */
void figures_put_pair(struct buf *out, const struct fact *first, const char *between,
                      const struct fact *second, struct str unit);
/* Six digits of a figure as a tool wrote it. */
void figures_put_short(struct buf *out, const struct fact *fact);

#endif
