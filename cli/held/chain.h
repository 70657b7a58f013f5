/* chain.h - dossiers that take the place of one another: which follows which, where a chain forks,
 * and what is missing from it. */
#ifndef CLI_CHAIN_H
#define CLI_CHAIN_H

#include "holding.h"
#include "portfolio/summary.h"

struct chain_reference { /* a dossier that one takes the place of */
    struct str content, case_id;
};
struct chain_link {
    struct summary summary;
    struct str path;
    const struct chain_reference *old;
    size_t old_count;
    const struct signer *signer; /* of each whether it holds, and its certificate */
    size_t signer_count;
    size_t after; /* how many of those given it takes the place of */
};
struct chain {
    struct chain_link
        *link; /* earlier ones first; of those that nothing orders, by date and case */
    size_t count;
    size_t refused; /* files that do not hold, each told */
};
/* Reads every dossier below the paths, each verified first; copies count once. False with a
 * diagnostic, or the machine failed. */
MUST_USE bool chain_read(struct request *request, const char *const *path, size_t paths,
                         struct chain *out);
/* Which of those given has this content id; count: none. */
size_t chain_find(const struct chain *chain, struct str content);
/* Whether `late` names `early` as the one that it takes the place of. */
bool chain_follows(const struct chain *chain, size_t late, size_t early);
/* How many of those given take the place of one. */
size_t chain_heirs(const struct chain *chain, size_t early);

#endif
