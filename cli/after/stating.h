/* stating.h - the frame of verbs that sign a statement about a dossier. */
#ifndef CLI_STATING_H
#define CLI_STATING_H

#include "holding.h"
#include "statements.h"

/* A verb that signs a statement about a dossier: it opens, asks for a key, writes and ends as its
 * like do. */
struct stating {
    struct str verb, kind;
    struct str options; /* told where one is missing */
    struct str beside;  /* files written beside statement.json, as "... and procedures.json" */
    /* What the kind says from the options and the dossier as it was opened, its letter into
     * `beside`; NULL: its reason alone. False with a diagnostic. */
    bool (*fill)(struct request *request, const struct opened *old, struct said_of *statement,
                 struct str *beside);
    /* What the signer is told at the end, wrapped by the caller; `out` takes lines before it. */
    struct str (*ends)(const struct opened *old, const struct said_of *made, struct buf *out);
};
/* The rest of it once the key is there: exit status. */
int statement_make(struct request *request, const struct stating *stating,
                   const struct key_file *key);
/* `missing`: what the command line lacks; NULL: nothing, and `then` gets the key. */
int statement_asked(struct request *request, const struct stating *stating, const char *missing,
                    int (*then)(struct request *request, const struct key_file *key));

#endif
