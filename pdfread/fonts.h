/* fonts.h - private to pdfread: what the codes of a font say, and how wide they are. */
#ifndef PDFREAD_FONTS_H
#define PDFREAD_FONTS_H

#include "opened.h"

struct font {
    struct str name;  /* without the mark of a subset, "ABCDEF+" */
    bool wide;        /* codes of two bytes (Identity-H), else of one */
    struct str *said; /* by code: UTF-8, at NULL where ToUnicode says nothing */
    double *width;    /* by code, in thousandths of the size */
    size_t count;     /* of codes */
};
/* Reads a font of a page; false with opened->why. */
MUST_USE bool font_read(struct opened *opened, qpdf_oh dictionary, struct font *out);
/* The code at the front of a string; false: it ends inside one, or the font does not know it. */
MUST_USE bool font_code(const struct font *font, struct str *rest, size_t *code);
/* UTF-16, big end first, to UTF-8; false: half a pair, no text at all, or more than 64 bytes. */
MUST_USE bool utf16_text(struct arena *home, struct str units, struct str *out);

#endif
