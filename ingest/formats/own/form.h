/* form.h - private to ingest: a form of statements as it came back, from decoded text. */
#ifndef INGEST_FORM_H
#define INGEST_FORM_H

#include "reading.h"

/* Rows of reading->bytes, in reading->home; what is wrong is an error at its row, all of it in one
 * go. False: something was. */
MUST_USE bool form_rows(struct reading *reading, struct form_row **out, size_t *count);

#endif
