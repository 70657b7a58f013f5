/* mllog.h - private to ingest: lines ":::MLLOG {json}" of MLPerf's logs. */
#ifndef INGEST_MLLOG_H
#define INGEST_MLLOG_H

#include "reading.h"

struct mllog { /* a cursor; mllog_begin sets it up */
    struct reading *reading;
    struct lines lines;
    bool mixed; /* other output stands between the lines */
    /* Set by who begins: whether a sound line with this key, and neither error nor warning, says
     * nothing to him, so that it is passed over; NULL: none does. */
    bool (*idle)(const struct reading *reading, struct str line, struct str key);
};
struct mllog_line {
    struct line line;
    const struct json *json;
    struct str key;
    const struct json_item *name;                    /* the key where it stands */
    const struct json_item *value, *metadata, *time; /* NULL: absent */
};
/* `mixed`: lines without the mark are passed over; else they are errors. */
void mllog_begin(struct mllog *log, struct reading *reading, bool mixed);
/* The next line with a key; a broken one was said. False: no more. The tree lives in the scratch
 * arena: whoever reads many rewinds it between two. */
bool mllog_next(struct mllog *log, struct mllog_line *out);
/* Text of a value, and where it stands. */
struct str mllog_text(const struct mllog_line *line);
struct place mllog_place(const struct mllog_line *line);

#endif
