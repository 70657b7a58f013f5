/* compare_stands.h - sides that are laid out beside the runs of a dossier. */
#ifndef CLI_COMPARE_STANDS_H
#define CLI_COMPARE_STANDS_H

#include "against.h"
#include "compare_text.h"

enum { STANDS_MOST = 128 };
struct compare_stand {
    const char *given, *path;       /* as typed; where it lies while it is judged */
    const char *file;               /* the dossier itself */
    const struct opened *opened;    /* the dossier, verified; NULL: it is none */
    const struct pipeline *dossier; /* its case, judged from its own evidence */
    size_t system;                  /* of that case: the one whose runs stand here */
    bool named;                     /* a person named it, "FILE.asice#ID" */
};
struct compare_standing {
    struct compare_stand item[STANDS_MOST];
    size_t count;
    struct against whole; /* a folder of its own: what lies above it is no concern of the runs */
    struct against laid;  /* the one in it where all lies that is judged */
};
/* What was opened from such a place, `path`, bears the name that was typed; of a dossier's files
 * only the results count that its case gives to the system, with what the case declares of it: that
 * is added to what is said of side number `side`. False with a diagnostic: the line says otherwise.
 */
MUST_USE bool compare_stand_take(struct arena *home, struct compare_wish *wish, const char *path,
                                 struct operand *operand, size_t side, struct diags *diags);
/* The dossier of a side; NULL: it is none. */
const struct compare_stand *compare_stand_of(const struct compare_wish *wish,
                                             const struct operand *operand);
/* Lines that say whose runs these are, and who signed them. */
void compare_stand_put(const struct compare_answer *answer, struct buf *out);
/* The command that goes on from runs of a dossier, behind "dossier ". */
void compare_stand_next(const struct compare_answer *answer, const struct compare_stand *stand,
                        struct buf *line);

#endif
