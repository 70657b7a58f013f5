/* opened.h - private to pdfread: a file behind libqpdf, which is told to repair nothing. */
#ifndef PDFREAD_OPENED_H
#define PDFREAD_OPENED_H

#include "pdfread.h"

#include <qpdf/qpdf-c.h>

struct opened {
    struct arena *home;
    qpdf_data q;
    int objects; /* numbers below this may be in use */
    struct str why;
};
/* False with `why`. To be closed in either case. */
MUST_USE bool opened_begin(struct arena *home, struct str pdf, struct opened *out);
/* False with `why` where libqpdf had to guess meanwhile. */
MUST_USE bool opened_clean(struct opened *opened);
void opened_end(struct opened *opened);
/* Keeps the first fault; always false. */
bool opened_fault(struct opened *opened, const char *format, ...) PRINTF_LIKE(2, 3);
/* The value of a key, by the name with its stroke. */
qpdf_oh opened_key(struct opened *opened, qpdf_oh dictionary, const char *key);
/* A name without its stroke, kept; empty where the object is no name. */
struct str opened_name(struct opened *opened, qpdf_oh object);
/* The bytes of a stream that no filter was laid over; false with `why`. */
MUST_USE bool opened_stream(struct opened *opened, qpdf_oh stream, struct str *out);
/* Looks through the keys of all objects (keys.c); false with `why`. */
MUST_USE bool keys_look(struct opened *opened);

#endif
