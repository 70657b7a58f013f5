/* records.h - what a case keeps of itself: the plan that was fixed before the first run, and the
 * ledger of all runs, as far as they could be read.
 *
 * That a file is enclosed shows nothing: both count for what was read in them, the plan for when it
 * can be shown to have been there as well. Forms: docs/plan.md, docs/ledger.md. */
#ifndef MODEL_RECORDS_H
#define MODEL_RECORDS_H

#include "model/model.h"

struct plan_turn { /* runs that were to be made next: one of each system named, in any order */
    const struct fact *fact;
    const size_t *system; /* positions among the systems of the case */
    size_t count;
};
struct plan {
    const struct evidence *evidence;
    struct str fault; /* why it is no plan of this case, with the place; empty: it is one */
    const struct fact *question, *metric; /* NULL: not stated */
    const struct fact *const *runs;       /* by system of the case; NULL: not stated */
    const struct fact *const *limit;      /* policy limits, as planned */
    size_t limit_count;
    const struct plan_turn *turn;
    size_t turn_count;
    /* Of the signature over it that the case keeps. NULL: none, and `unsigned_why` says so. */
    const struct fact *signed_at, *signer;
    struct str unsigned_why;
};

struct ledger_line {
    struct str run;       /* as the ledger names it: the end of a path, or all of it */
    struct str side;      /* id of a system; empty: none stated */
    struct str within[2]; /* folders that the run lies in; empty: none stated */
    struct str reason;
    bool planned, present, excluded;
    double start, end; /* Unix time; NaN: not stated */
    struct digest digest;
    bool has_digest;
    uint32_t number; /* line or row in the file */
};
struct ledger {
    const struct evidence *evidence;
    struct str fault; /* why it is no ledger, with the place; empty: it is one */
    const struct ledger_line *line;
    size_t count;
};

#endif
