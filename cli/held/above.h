/* above.h - what stands in the folders above a path that was named on the command line. */
#ifndef CLI_ABOVE_H
#define CLI_ABOVE_H

#include "base/file.h"

/* What marks a folder as an unpacked dossier, below it; NULL behind the last. */
extern const char *const above_marks[];
/* A path may lie in a folder that was sealed, or below data/ of a dossier that was unpacked: then
 * what is read of it must be what was sealed or signed. Each that does not hold is a diagnostic.
 * `files`: what was read at the path, with digests; of an archive, what it holds; `stored`: the
 * bytes of the file that lies there, as they were read; at NULL: it is a folder. */
void above_tell(struct arena *home, const char *path, const struct entries *files,
                struct str stored, struct diags *diags);

#endif
