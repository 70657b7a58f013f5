/* rounds.h - runs of bundles as rows, MLPerf's and others', and the rule sets of its rounds. */
#ifndef CLI_ROUNDS_H
#define CLI_ROUNDS_H

#include "round/round.h"
#include "verbs.h"

/* All rule sets that are compiled in, in byte order of name. False: one is broken (told). */
MUST_USE bool rule_sets_built_in(struct request *request, struct rule_sets *out);
/* One by name; NULL. */
const struct rule_set *rule_sets_find(struct rule_sets sets, struct str name);

struct run_row { /* one run, as `runs` prints it; empty texts: not disclosed */
    struct str bundle, suite, round, division, submitter, system, benchmark, scenario;
    struct str metric, value, unit, definition, derivation;
    struct str valid, compliant, weights, inputs, accelerator;
    int64_t accelerators, per_node, nodes; /* -1: not disclosed */
    struct str power, power_unit, source;
    uint32_t line;
    struct str place;            /* path of the value in its file, where the syntax has one */
    const struct round_run *run; /* of MLPerf Inference; NULL */
    const struct round *round_of;
};
struct run_rows {
    struct run_row *item;
    size_t count, room;
    struct arena *home;
};
struct run_row *run_rows_add(struct run_rows *rows);
/* The rows of a round that was read. */
void rows_of_round(struct run_rows *rows, struct str bundle, const struct round *round);
/* The rows of every file of the bundle that is no round's. False: nothing could be read of it
 * (told). */
MUST_USE bool rows_of_others(struct request *request, const char *path, const struct round *round,
                             struct run_rows *rows);
struct str judgement_word(enum round_judgement judgement, const char *yes, const char *no);

/* check --rules NAME TREE. */
int check_round(struct request *request, const struct rule_set *rules);

#endif
