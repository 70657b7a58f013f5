/* pdfread.h - what a PDF that somebody hands over says and holds: its letters read back from its
 * own pages, and the keys of its objects looked through. Nothing here draws, and nothing of a file
 * is believed before it was looked at. */
#ifndef PDFREAD_PDFREAD_H
#define PDFREAD_PDFREAD_H

#include "base/text.h"

/* ---- letters ---- */

enum letter_kind {
    LETTER_BODY,      /* in the structure of the document */
    LETTER_FURNITURE, /* in the first artifact of a page: head, foot, a table's header come again */
    LETTER_ORNAMENT,  /* in any other artifact */
    LETTER_SAID,      /* not drawn: what a mark without letters is said to stand for */
};
struct letter {
    struct str text; /* UTF-8, by the font's ToUnicode; more than one character for a ligature */
    struct str font; /* its name without the mark of a subset */
    double x, y;     /* of its origin, in points from the lower left corner of the page */
    double size;
    uint32_t page; /* from 0 */
    enum letter_kind kind;
};
struct letters {
    struct letter *item; /* in the order of the content streams; blanks are left out */
    size_t count;
    uint32_t pages;
};

/* Reads the letters of a report as dossier writes it: nothing compressed, a short list of operators
 * (ISO 32000-1, annex A), every font with a ToUnicode map, nothing on a page but its own content
 * and links. False with `why` for whatever else it holds. Limits: the file's own size; 10,000
 * pages, 64 fonts, 2,000,000 objects. */
MUST_USE bool letters_read(struct arena *home, struct str pdf, struct letters *out,
                           struct str *why);
/* The letters of a file followed by those of another, whose pages are counted on. */
struct letters letters_join(struct arena *home, const struct letters *first,
                            const struct letters *then);
/* Whether each page says what pages.txt says of it, in its order, and nothing beside. False with
 * `why`: page, what stands there, what was expected. */
MUST_USE bool letters_say(struct arena *home, const struct letters *letters, struct str pages_txt,
                          struct str *why);
/* Whether two files set the same letters at the same places (within 1.5 points), in the same faces
 * and sizes: a text in another order of places is another text to whoever looks at it. */
MUST_USE bool letters_stand(struct arena *home, const struct letters *letters,
                            const struct letters *others, struct str *why);

/* ---- keys ---- */

/* The first thing in a PDF that is not on the list of what a printed document needs, named with its
 * object: keys, kinds of annotations, actions, filters. Empty: there is none. Also says what
 * libqpdf cannot read without repair. */
struct str pdf_keys_fault(struct arena *home, struct str pdf);

#endif
