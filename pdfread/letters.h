/* letters.h - private to pdfread: what counts as blank. */
#ifndef PDFREAD_LETTERS_H
#define PDFREAD_LETTERS_H

#include "base/text.h"

/* Whether one character draws nothing: blanks of any width, and controls. */
bool text_is_blank(struct str text);

#endif
