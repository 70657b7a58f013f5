/* holds_now.h - conditions of decisions, as newer captures have them. */
#ifndef CLI_HOLDS_NOW_H
#define CLI_HOLDS_NOW_H

#include "holding.h"
#include "model/decision.h"

struct captured; /* what lies in folders or files of newer captures */
/* Reads them; whatever is sealed or is a dossier there has to hold. False with a diagnostic. */
MUST_USE bool captured_read(struct request *request, const struct option_list *paths,
                            struct captured **out);

struct held_now {              /* one condition that captures can tell of */
    struct str condition, now; /* `now` empty: not disclosed */
    enum standing standing;
};
/* The conditions of a dossier that holds, but for those of another system than `system` (NULL: but
 * for those of any one); prices and demand are not asked of captures. Texts are kept in the
 * request's arena. False with a diagnostic. */
MUST_USE bool captured_ask(struct request *request, const struct captured *captured,
                           const struct opened *opened, const char *system,
                           const struct held_now **out, size_t *count);

#endif
