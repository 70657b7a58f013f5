/* diag.h - places a person can go to, and what is wrong there.
 *
 * Every thing that can be said is one row of diagnostics.def. Diagnostics are collected, not
 * thrown: reading goes on after a bad value so that a person sees all of them in one go. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/text.h"

/* A place a person can go to: file, byte, line and column, and the path of the value (JSON pointer,
 * XPath, or row and column name) where the syntax has one. Lines and columns start at 1; 0 means
 * the syntax has none. `offset` counts decoded bytes. */
struct place {
    /* evidence name; a decoder or container is part of it: "a.jsonl.gz!", "b.tar!x" */
    struct str file;
    uint64_t offset;
    uint32_t line, column;
    struct str path;
};

enum level { LEVEL_NOTE, LEVEL_WARNING, LEVEL_INPUT, LEVEL_MACHINE }; /* exit status 0, 0, 3, 4 */

enum diag_id {
#define DIAG(id, level, name, title, mend) DIAG_##id,
#include "base/diagnostics.def"
#undef DIAG
    DIAG_COUNT
};

struct diag_row {
    const char *id; /* stable name, "json-duplicate-key" */
    enum level level;
    const char *title, *mend; /* what is wrong; what to do */
};

struct diag {
    enum diag_id id;
    struct place place;
    struct str said;     /* what was found, quoted from the input */
    struct str expected; /* may be empty */
    const struct diag *next;
};

struct diags;

const struct diag_row *diag_row(enum diag_id id); /* never NULL */
struct diags *diags_new(struct arena *home);
/* Adds one diagnostic. Everything is copied. Past 1,000 the rest is only counted. */
void diag_add(struct diags *diags, enum diag_id id, struct place place, struct str expected,
              const char *said, ...) PRINTF_LIKE(5, 6);
/* Appends copies of all of `from` (which may live in another arena), in order. */
void diags_join(struct diags *diags, const struct diags *from);
const struct diag *diags_first(const struct diags *diags); /* in order of adding; NULL: none */
size_t diags_count(const struct diags *diags, enum level at_least);
int diags_exit(const struct diags *diags); /* 0, 3 or 4 */
/* "file:line:column: level: title: said; expected ...; mend", one a line, untrusted text made
 * visible. */
void diags_put_text(const struct diags *diags, struct buf *out);
void diags_put_json(const struct diags *diags, struct buf *out); /* a JSON array */
/* "line:column", "/pointer", "line 3 /pointer" or "row 4 column x": the place without its file. */
void place_put(struct place place, struct buf *out);

#endif
