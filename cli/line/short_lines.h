/* short_lines.h - lines of 100 columns: cut, broken, filled, quoted for a shell. */
#ifndef CLI_SHORT_LINES_H
#define CLI_SHORT_LINES_H

#include "base/text.h"

enum { SHORT_WIDTH = 100 };

/* Bytes of the first `most` columns. */
size_t short_bytes(struct str text, size_t most);
/* One line, cut with "..." where it is longer. Untrusted text must be visible already. */
void short_line(struct buf *out, struct str text);
/* Text of a file or person, made visible, on at most `most` columns: cut with "...", so that no
 * part of a name or unit passes for the whole. */
void short_cut(struct buf *out, struct str text, size_t most);
/* Broken at blanks; further lines after `indent` blanks. */
void short_wrap(struct buf *out, struct str text, size_t indent);
/* A command to paste: never broken and never cut. */
void short_command(struct buf *out, struct str text);
/* Filled with blanks to `width`. */
void short_pad(struct buf *out, struct str text, size_t width);
/* For a shell: quoted where it holds more than letters, digits and "._-/+=:@,". */
void short_quoted(struct buf *out, struct str text);

#endif
