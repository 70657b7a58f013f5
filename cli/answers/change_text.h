/* change_text.h - one comparison in a sentence, and each side of it by itself. */
#ifndef CLI_CHANGE_TEXT_H
#define CLI_CHANGE_TEXT_H

#include "model/model.h"

/* "B delivers 23 % more than A"; "equal within the margin"; empty without a ratio. */
struct str change_said(struct arena *home, enum key metric, const struct comparison *c);
/* The same for one line of a list: "time +20 % (19 to 21 %)". */
struct str change_said_brief(struct arena *home, enum key metric, const struct comparison *c);
/* Where the values of a ratio are of a window and the tool's own figures, of whole runs, are
 * others: that they are, with the window and the tool's figure of the first run of each side.
 * Empty: not so. */
struct str window_said(struct arena *home, const struct case_file *case_file,
                       const struct comparison *c);
/* The same as a paragraph of the short answer; nothing where it is not so. */
void window_put(struct buf *out, const struct case_file *case_file, const struct comparison *c);
/* "6,644 to 6,666 tokens/s, 3 runs": a side's own runs, each by itself; nothing where none has a
 * value. */
void side_put_range(struct buf *out, const struct comparison *c, const struct system *system);

#endif
