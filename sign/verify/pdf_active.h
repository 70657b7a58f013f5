/* pdf_active.h - whether a PDF holds what no report of ours holds. */
#ifndef SIGN_PDF_ACTIVE_H
#define SIGN_PDF_ACTIVE_H

#include "base/file.h"

/* The name of what can act, hide or lead elsewhere (scripts, programs, embedded files, layers,
 * objects packed in streams) with its object, found in an object or the trailer of a PDF that has
 * one classic table at `xref`; empty: none. Objects stand one behind the other in the order of
 * their numbers, without a byte between them, as our writer writes them: a table that leaves out
 * bytes up to `trailer` (the place of that word), an object that no table names, counts as such
 * too. */
struct str pdf_active(struct arena *home, struct str file, size_t xref, size_t trailer);

#endif
