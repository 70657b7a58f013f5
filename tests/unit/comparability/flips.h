/* flips.h - for each rule of the shipped set a base that it holds on, and one change that flips it.
 */
#ifndef TESTS_FLIPS_H
#define TESTS_FLIPS_H

#include "made_bases.h"

struct flip {
    const char *rule;
    enum base base;
    struct made_fact fact; /* key KEY_COUNT: none, the change is what `last` or `series` does */
    enum judgement to;
    void (*last)(struct made_case *made);
    void (*series)(struct arena *home, struct run *run, size_t system, size_t index);
};
extern const struct flip flips[];
extern const size_t flip_count;

#endif
