/* reader.h - private to round: what goes through a tree, and the suites that have files of their
 * own.
 */
#ifndef ROUND_READER_H
#define ROUND_READER_H

#include "layout.h"

#include <glib.h>

struct reader {
    struct arena *home;    /* what is kept */
    struct arena *brief;   /* what lives as long as one file's judging */
    struct arena *scratch; /* what lives as long as one line, or one file that is parsed whole */
    const struct tree *tree;
    struct layout layout;
    struct rule_sets sets;
    const struct rule_set *asked;
    struct tree_buffer buffer;
    uint64_t bytes;
    GArray *finding; /* of the tree */
};
/* The bytes of one file, until the next is loaded. False: there is none, or it cannot be read. */
MUST_USE bool reader_load(struct reader *in, int64_t file, struct str *name, struct str *bytes);
/* A file of flat members; what cannot be read is an empty one. */
struct described *reader_described(struct reader *in, int64_t file);
/* What the description of its system says of a run. */
void reader_system(struct reader *in, struct round_run *run);

/* suites.c: results of Training and Storage. False: of neither. */
MUST_USE bool suite_load(struct reader *in, struct round_run *run);
MUST_USE bool suite_know(struct reader *in, struct round_run *run);
MUST_USE bool suite_judge(struct noting *in);
/* Drops files of such names that are no such results, and results of another suite than is judged.
 */
void suites_keep(const struct reader *in, struct round *out);

#endif
