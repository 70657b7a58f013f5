/* names.h - which member names a dossier may hold, and which of them can live side by side. */
#ifndef SIGN_NAMES_H
#define SIGN_NAMES_H

#include "sign/sign.h"

enum {
    NAME_SEGMENT_MOST = 128, /* bytes of one segment */
    NAME_PATH_MOST = 240,    /* bytes of a whole path */
    NAME_DEPTH_MOST = 24,    /* segments of a path */
};

/* Whether the names can all be unpacked on any file system: no two equal without regard to ASCII
 * case, none that is also a folder of another. On false `why` says which, names made visible. */
MUST_USE bool names_distinct(struct arena *home, const struct str *name, size_t count,
                             struct str *why);

#endif
