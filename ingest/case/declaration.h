/* declaration.h - private to ingest: run.json as read, and which of several speaks for a file. */
#ifndef INGEST_DECLARATION_H
#define INGEST_DECLARATION_H

#include "reading.h"

#include <stdatomic.h>

enum { PHASE_COLUMNS = 8 };

struct series_declaration { /* one entry of "series" */
    struct str file;        /* name or pattern; without '/' it is of the last segment */
    struct str start, duration, work, value; /* column names; empty: none */
    struct str phase[PHASE_COLUMNS];
    size_t phase_count;
    enum series_kind kind;
    enum key metric;
    enum unit unit, work_unit, time_unit;
    bool unix_clock;
    atomic_bool used; /* some file was read by it; told by whichever thread read that */
    struct place place;
};
struct zone_declaration { /* one entry of "time_zone" */
    struct str file, zone;
    atomic_bool used;
    struct place place;
};
struct declaration {
    struct str folder; /* of the run.json, with its '/' or '!' behind it; empty: the case's own */
    const struct evidence *evidence;
    struct facts *facts; /* declared; scope still open */
    struct series_declaration *series;
    size_t series_count;
    struct zone_declaration *zone;
    size_t zone_count;
};
struct declarations {
    struct declaration *item;
    size_t count;
    size_t *by_folder; /* indices, by folder; made by declarations_sort */
};

/* Makes the list ready to be asked, in `home`: to be called when all items are in, of which `item`
 * keeps the order. */
void declarations_sort(struct arena *home, struct declarations *declarations);

/* Reads the run.json in reading->bytes, strictly. False: something is wrong and was said; what is
 * good is kept, so that a caller may go on. Its facts, which runs copy, lie in `own`; their texts,
 * and all else, in the reading's home. */
bool declaration_read(struct reading *reading, struct arena *own, struct declaration *out);
/* The nearest entries for a file: those of the nearest run.json above it that has any. Lends them
 * one by one; NULL: no more. `after` NULL: the first. */
struct series_declaration *declared_series(const struct declarations *declarations, struct str file,
                                           const struct series_declaration *after);
/* Zone of the nearest run.json above the file that names one; empty: none. */
struct str declared_zone(const struct declarations *declarations, struct str file);
/* Copies declared facts into reading->facts with the reading's scope: of every run.json inside
 * `root` (the name of a folder with its '/' behind it, or of a file) and, where `above`, of those
 * above it; the nearest wins, key by key. */
void declared_facts(const struct declarations *declarations, struct str root, bool above,
                    struct reading *reading);
/* One error for each entry that no file answered to. */
void declarations_unused(const struct declarations *declarations, struct diags *diags);

/* Reads a series file by one declaration, into reading->series. False: said why, and nothing was
 * added. */
bool series_read(struct reading *reading, const struct series_declaration *declaration);

#endif
