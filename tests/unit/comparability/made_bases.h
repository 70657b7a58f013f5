/* made_bases.h - the cases that test_mutation.c changes by one value, so that a rule flips. */
#ifndef TESTS_MADE_BASES_H
#define TESTS_MADE_BASES_H

#include "made_bridge.h"

enum base {
    PLAIN,
    EXECUTOR,
    ALIKE,
    COMPLETION,
    NODES,
    FORMATS,
    OBJECTIVE,
    AT_LOAD,
    PERCENTILE,
    WINDOW,
    PRICED,
    BRIDGED,
    CAPTURED,
    NULLED,
    BASES
};

/* Builds a base with one value changed (text NULL: taken away) and something done at the end. */
struct made_case *mutated(enum base base, const struct made_fact *change,
                          void (*last)(struct made_case *made),
                          void (*series)(struct arena *, struct run *, size_t, size_t));

/* Builds a base with one value of A and one of B changed, of one key. */
struct made_case *differing(enum base base, const struct made_fact *a, const struct made_fact *b);

/* What a base does at the end; NULL: nothing. */
void (*base_last(enum base base))(struct made_case *made);

/* ---- what is done at the end of a base, and otherwise of a flip ---- */

/* Each side at 16 requests in flight twice, within the objective, and at 64 once, beyond it. */
struct point_change {
    const char *load; /* of B's third run */
    const char *kept; /* time to first token of B's first two runs, ms */
    const char *over; /* of its third; NULL: not shown */
};
void objective_put(struct made_case *made, const struct point_change *change);
void last_objective(struct made_case *made);
void last_executor(struct made_case *made);
void last_completion(struct made_case *made);
void price_put(struct made_case *made, size_t system, enum key key, const char *text);
/* Dated prices of both; in euro on A's side, in `other` on B's. */
void prices_put(struct made_case *made, const char *other);
/* A capture beside B's runs; the runs themselves carry serial number and CPU. */
void capture_put(struct made_case *made, enum key key, const char *text);

#endif
