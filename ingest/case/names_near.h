/* names_near.h - private to ingest: what a misspelt name was meant to be. */
#ifndef INGEST_NAMES_NEAR_H
#define INGEST_NAMES_NEAR_H

#include "members.h"

/* Names come from a table of members or from a word function. */
struct names {
    const struct members *members;
    const char *(*word)(size_t index);
};
/* The name nearest to `wrong`; NULL: none is near enough to be meant. */
const char *names_nearest(struct str wrong, const struct names *names);
/* What to expect in its place: that one, with all of them where they are a fixed set of few words;
 * else those of the same section, else all, else where they are listed. */
struct str names_expected(struct arena *home, struct str wrong, const struct names *names);

#endif
