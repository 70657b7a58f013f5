/* described.h - private to round: JSON files of flat members (a system, a measurement, a mapping),
 * accuracy.txt, and the samples of a power analyser. */
#ifndef ROUND_DESCRIBED_H
#define ROUND_DESCRIBED_H

#include "base/text.h"

struct pair {
    struct str name, text; /* text: a string decoded, anything else as written */
    uint32_t line;
    bool string;
    bool twice; /* stands more than once: none of its values is taken */
};
struct described {
    struct str file; /* empty: there is none */
    bool read;       /* an object: the pairs count */
    uint32_t broken_line;
    struct str broken; /* what was wrong there */
    struct pair *pair;
    size_t count;
};
void described_read(struct arena *home, struct arena *scratch, struct str bytes,
                    struct described *out);
const struct pair *described_find(const struct described *from, const char *name); /* or NULL */
/* Text of a member, blanks off; empty: absent or empty. */
struct str described_text(const struct described *from, const char *name);
/* A whole number, however it is written: 8, "8", "8 ". -1: none. */
int64_t described_count(const struct described *from, const char *name);

enum { ACCURACY_MOST = 24 };
struct accuracy_text {
    struct str file;
    bool read;
    uint32_t hash_line; /* of "hash=<64 hex digits>"; 0: none */
    struct {
        struct str metric;
        double value;
        uint32_t line;
    } found[ACCURACY_MOST];
    size_t count;
    uint32_t lines;
};
/* All measures told in any of the forms that the suite's scripts print. */
void accuracy_read(struct str bytes, struct accuracy_text *out);
/* Index of a measure; SIZE_MAX: not told. */
size_t accuracy_find(const struct accuracy_text *from, struct str metric);

struct power {
    struct str file;
    bool read;
    size_t count;    /* samples strictly inside the load, above 0 W */
    size_t all;      /* samples of the file */
    double mean;     /* watts of those inside; 0: none */
    double from, to; /* ms since 1970 of the first and last sample, as the file writes time */
    uint32_t unread; /* lines not understood */
    uint32_t unread_line;
    uint32_t sum_line; /* the first whose channels do not add up to its watts; 0: none */
    double sum_total, sum_channels;
};
/* `begin` and `end`: ms since 1970 as power_time gives them. */
void power_read(struct str bytes, double begin, double end, struct power *out);
/* "MM-DD-YYYY HH:MM:SS.mmm" as ms since 1970, whatever zone it means. False: another text. */
MUST_USE bool power_time(struct str text, double *out);
/* "YYYY-MM-DDTHH:MM:SSZ" likewise. */
MUST_USE bool iso_time(struct str text, double *out);

#endif
