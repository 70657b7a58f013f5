/* traits.h - what a format is to the rules: its adapter says so, and a rule asks for it instead of
 * a name. */
#ifndef MODEL_TRAITS_H
#define MODEL_TRAITS_H

#include "model/model.h"

enum trait {
    TRAIT_LISTS_ACCELERATORS = 1, /* every one that the tool saw; telemetry may be asked for one */
    TRAIT_LISTS_PROCESSES = 2,    /* those on an accelerator, and says so where there are none */
    TRAIT_POLLS = 4,              /* the same columns again and again, of accelerators chosen */
    TRAIT_SENDS_ONCE = 8, /* a client that sends each request once, and waits for all of them */
    TRAIT_KEEPS_ITERATIONS = 16, /* one line an iteration, with its time */
    TRAIT_SUMS_UP = 32,         /* the figures of a run, of which a log beside it tells them, too */
    TRAIT_LOGS = 64,            /* such a log */
    TRAIT_KEEPS_REQUESTS = 128, /* where it keeps rows, one of each request, failed ones too */
    TRAIT_LISTS_WHOLE =
        256,             /* all packages, or all variables: what it does not name is not there */
    TRAIT_WATCHES = 512, /* what a profiler or the server saw of a run that another tool measured */
    TRAIT_TELLS_COMMIT = 1024,    /* which commit of the program it measured */
    TRAIT_TESTS_MACHINE = 2048,   /* what the machine can do at best: links, memory, arithmetic */
    TRAIT_ENDS_ON_FAILURE = 4096, /* of an engine's own client, whose releases from 1.1 on stop at a
                                   * request that fails, and write no result */
    TRAIT_TRAINS = 8192           /* a log of training, whether it tells a loss or not */
};
/* Whether it was read, and by an adapter whose format has one of the traits; NULL has none. */
bool evidence_has(const struct evidence *evidence, unsigned traits);

#endif
