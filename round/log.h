/* log.h - private to round: one run of LoadGen as its detailed log and its summary tell it. */
#ifndef ROUND_LOG_H
#define ROUND_LOG_H

#include "base/text.h"

enum said_key {
#define SAID(id, name) SAID_##id,
#include "keys.def"
#undef SAID
    SAID_COUNT
};
const char *said_name(enum said_key key);
/* The key of this name; SAID_COUNT: none that is taken. */
enum said_key said_find(struct str name);

struct said {
    struct str text; /* a string decoded, anything else as written; at NULL: not said */
    uint32_t line;
    double time; /* milliseconds on LoadGen's clock; of a summary 0 */
};
enum { LOG_ERRORS = 4 };
struct log {
    struct str file; /* name in the tree; empty: there is none */
    bool read;       /* its bytes could be had: all below counts */
    bool ended;      /* its last line has an end */
    uint64_t size;
    uint32_t lines;
    uint32_t broken, broken_line; /* lines that are none of LoadGen's, and the first */
    uint32_t errors, warnings;    /* lines marked so */
    struct {
        struct str text;
        uint32_t line;
    } error[LOG_ERRORS];
    uint32_t uncommitted_line; /* error_uncommitted_loadgen_changes; 0: none */
    uint32_t twice_line;       /* a result said again, otherwise; 0: none */
    struct str twice;
    bool counted_errors; /* of a summary: "No errors ..." or their number stood at its end */
    struct said said[SAID_COUNT];
};
/* Both copy what they keep into `home`, which is not `scratch`. `broken` and `errors` say what was
 * wrong; nothing ends the reading. */
void log_read_detail(struct arena *home, struct arena *scratch, struct str bytes, struct log *out);
void log_read_summary(struct arena *home, struct str bytes, struct log *out);

static inline bool log_says(const struct log *log, enum said_key key)
{
    return log->said[key].text.at != NULL;
}
bool log_is(const struct log *log, enum said_key key, const char *text);
/* A number; false: not said, or no finite number. */
MUST_USE bool log_number(const struct log *log, enum said_key key, double *out);

#endif
