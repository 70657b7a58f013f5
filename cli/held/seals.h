/* seals.h - seals of bundles on their way in. */
#ifndef CLI_SEALS_H
#define CLI_SEALS_H

#include "base/file.h"

/* Checks every seal among the files of a bundle; `place`: its path with
 * a '/' or '!' behind, for diagnostics. */
MUST_USE bool seals_inside(struct arena *home, struct str place, const struct entries *files,
                           struct diags *diags);
/* The same for seals in the folders above, up to `root`, where a case names a part of what was
 * sealed. `path`: of the bundle below root; single: it is one file. */
MUST_USE bool seals_above(struct arena *home, const char *root, struct str path, bool single,
                          const struct entries *files, const struct limits *limits,
                          struct diags *diags);
/* Whether a whole one stands there, so that seals_above asks for digests. */
bool seal_is_above(struct arena *home, const char *root, struct str path);

/* Whether a seal speaks of what was read at a path, so that its files' digests are asked for; of a
 * path named on the command line. `folder`: it is one. */
bool seals_speak(struct arena *home, const char *path, const struct entries *files, bool folder);

/* Seals and dossiers among the files of a path named on the command line, and the dossier that the
 * file itself is: each that does not hold, as a diagnostic. */
void carried_tell(struct arena *home, const char *path, const struct entries *files,
                  struct str stored, struct diags *diags);

#endif
