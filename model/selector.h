/* selector.h - a path pattern of the case, and what stands at it. */
#ifndef MODEL_SELECTOR_H
#define MODEL_SELECTOR_H

#include "base/diag.h"

enum selector_role {
    SELECT_CAPTURES,
    SELECT_RUNS,
    SELECT_SWEEPS,
    SELECT_PROFILES,
    SELECT_DOCUMENTS
};
struct selector {        /* one path pattern of the case, not yet resolved */
    struct str pattern;  /* without "#instance" */
    struct str instance; /* after '#'; empty: none */
    enum selector_role role;
    size_t system, machine; /* indices; for a bridge: of the bridge's own machine, see `bridge` */
    bool bridge;
    size_t like; /* bridge: index of the system it is like */
    struct place place;
};

#endif
