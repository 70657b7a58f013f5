/* earlier.h - an earlier dossier of which a case takes the runs; read, not judged. */
#ifndef CLI_EARLIER_H
#define CLI_EARLIER_H

#include "gather.h"
#include <glib.h>

struct earlier {       /* all in `home` */
    struct str path;   /* below the folder of the case that names it */
    struct json *text; /* its case */
    struct case_file case_file;
    struct gathered gathered;
};
/* Of bytes that hold. False with diagnostics of what it packs. */
MUST_USE bool earlier_read(struct arena *home, struct str path, struct str bytes,
                           const struct limits *limits, struct earlier *out, struct diags *diags);
/* Adds its evidence but documents to `list`, of struct given_files, as it stands in a case that
 * takes the runs of system `id`. */
void earlier_give(struct arena *home, const struct earlier *old, struct str id, GArray *list);
/* The evidence of one system as one list of files, as they lay below the folder of its case;
 * run.json files of the others are among it. False: it has no such system. */
MUST_USE bool earlier_files(struct arena *home, const struct earlier *old, struct str id,
                            struct entries *out);

#endif
