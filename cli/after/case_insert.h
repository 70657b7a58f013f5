/* case_insert.h - a few values added to a case.json, every other byte of it kept. */
#ifndef CLI_CASE_INSERT_H
#define CLI_CASE_INSERT_H

#include "base/json.h"
#include "model/model.h"

struct case_insert { /* what is added */
    const struct system *system;
    const struct str *capture; /* paths, to each machine of the system */
    size_t capture_count;
    struct str party, words; /* a statement, printed unedited; words empty: none */
};
/* The case with it. False, with a diagnostic, where the case is not as `system` was read from. */
MUST_USE bool case_insert(struct arena *home, struct str name, struct str text,
                          const struct case_insert *insert, struct str *out, struct diags *diags);

#endif
