/* layout.h - private to round: which file of a tree is what, by its path. */
#ifndef ROUND_LAYOUT_H
#define ROUND_LAYOUT_H

#include "run.h"

struct owner { /* a submitter in a division, or the folder of a stray log */
    struct str folder;
    struct str claim; /* the same within the tree; empty: all of it */
    struct str division, submitter;
    bool above;      /* the folder lies above the tree: what else is in it cannot be seen */
    int64_t mapping; /* model_mapping.json in the tree, or NO_FILE */
    bool calibration, code;
    struct described *mapped;
};
struct system_file {
    struct str key; /* owner "/" name */
    int64_t file;
    struct described *described;
    bool used;
    const struct owner *owner;
};
struct layout {
    struct arena *home;
    const struct tree *tree;
    struct round_run *run;
    size_t run_count;
    struct owner *owner;
    size_t owner_count;
    struct system_file *system;
    size_t system_count;
};
/* `above`: folders above the tree, so that a part of a round is known for one. */
void layout_make(struct arena *home, const struct tree *tree, struct str above, struct layout *out);
/* NULL: the submitter describes no system of this name. */
struct system_file *layout_system(const struct layout *layout, struct str owner, struct str name);

/* judge_tree.c: what no single run tells, and the table published with the logs
 * (summary_results.json). */
struct judging {
    struct arena *home;
    void (*note)(struct judging *in, struct round_finding finding);
    void *to;
};
void judge_tree(struct judging *in, const struct layout *layout, const struct round *round,
                const struct rule_set *rules);
void published_judge(struct judging *in, const struct round *round, struct str file,
                     struct str bytes);
/* copies.c: results that are one measurement. */
void judge_copies(struct arena *home, struct round_run *run, size_t count);

#endif
