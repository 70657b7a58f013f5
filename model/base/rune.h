/* rune.h - private to base: one step through UTF-8 (RFC 3629), and which characters may not be
 * shown. */
#ifndef BASE_RUNE_H
#define BASE_RUNE_H

#include "base/text.h"

enum { RUNE_BAD = 0x110000 }; /* a byte that begins no valid sequence */

/* Takes one character off the front of `rest`, which is not empty, and says which bytes it was. A
 * byte that is not UTF-8 is taken alone and answers RUNE_BAD. */
uint32_t rune_next(struct str *rest, struct str *bytes);
/* Appends the UTF-8 of a scalar value. */
void buf_put_rune(struct buf *buf, uint32_t rune);
/* Controls, bidirectional controls, line separators, the byte order mark and non-characters at the
 * end of the plane: characters that change what a reader sees without being seen; and those that
 * leave no mark at all, so that a name with one reads as that without (soft hyphen, blanks and
 * joiners of no width, fillers, tags). */
bool rune_hidden(uint32_t rune);
/* "‹U+202E›", or "‹0xFF›" for a bad byte. */
void buf_put_escape(struct buf *buf, uint32_t rune, struct str bytes);

#endif
