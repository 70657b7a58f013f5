/* genai.h - private to ingest: metrics of GenAI-Perf and AIPerf, by their names in all forms. */
#ifndef INGEST_GENAI_H
#define INGEST_GENAI_H

#include "reading.h"

struct json;

struct genai_metric {
    struct str tag, title; /* "ttft", and "Time To First Token" as tables write it */
    enum key key;
    enum unit unit;
    bool single; /* one figure a run: its "avg" is the value, without a statistic */
};
/* By tag; NULL: not known. Several tags may be one metric. */
const struct genai_metric *genai_by_tag(struct str tag);
/* By title, whatever the case of its letters. */
const struct genai_metric *genai_by_title(struct str title);
/* "ms", "sec", "tokens/sec/user", ...; false: not known. */
bool genai_unit(struct str text, enum unit *unit);
/* A file of AIPerf that is an object of JSON a line: `each` is given one after another, empty lines
 * left out, with the line's number. What it is given lives in the scratch until it returns, the
 * path of a place too. False: a line is no JSON, which has been said. */
bool genai_lines(struct reading *reading,
                 void (*each)(void *self, const struct json *json, uint32_t line), void *self);

#endif
