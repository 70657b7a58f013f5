/* amending.h - verbs that put a changed dossier in the place of the old one, or at --output. */
#ifndef CLI_AMENDING_H
#define CLI_AMENDING_H

#include "sign/sign.h"
#include "verbs.h"

/* The bytes of a dossier named on the command line. */
bool dossier_read(struct request *request, const char *path, struct str *out);
/* Where it goes: --output, or where it came from. */
const char *dossier_target(const struct request *request);
/* Whether a dossier may be written there: over an earlier dossier, an empty file or nothing; never
 * over a case or anything else. False with a diagnostic. What is no plain file is left to
 * replace_begin. */
bool dossier_may_stand(struct request *request, const char *target);
/* The content id of what was read, which must be that of --content-id where one is given. False
 * with a diagnostic. */
bool dossier_pinned(struct request *request, struct str dossier, struct digest *content);
/* Calls `make` with a sink; the target is replaced only when all went well, and in the place of
 * what was read only while that is still `was`. Answers the exit status, STATUS_HOLDS when written.
 */
int dossier_write(struct request *request, struct str was,
                  bool (*make)(void *self, struct sink *sink), void *self);
/* A small file of given bytes, replaced all or nothing. */
bool file_put(struct request *request, const char *path, struct str bytes);
/* Whether a folder is new or empty, as one that is sealed must be: a seal is over all of it. False
 * with a diagnostic that says what was expected. */
bool folder_new(struct request *request, const char *path, struct str expected);

#endif
