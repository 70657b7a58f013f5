/* captured.h - private to ingest: what several captures write in the same words. */
#ifndef INGEST_CAPTURED_H
#define INGEST_CAPTURED_H

#include "reading.h"

/* Field of an lscpu label without its colon ("Model name"); NULL: not one that is taken. */
const struct field *lscpu_field(struct str label);
/* "name==version" (also "name===version") as pip freeze and collect_env write it: a fact for the
 * package, and one more for a package that is a layer's own version. False: not of this form. */
bool package_fact(struct reading *reading, const struct line *line, struct str text);
/* The same where name and version stand apart: in a list or an object. */
void package_version_fact(struct reading *reading, struct str name, struct str version,
                          struct place place);
/* True where pip would accept it as a project's name. */
bool package_name_is(struct str name);
/* The key of an environment variable that shapes the work: those of the image's makers have their
 * own, others of a known library are KEY_OS_ENVIRONMENT with their name as instance. False: another
 * variable, or one that is a secret (secret.h). */
bool variable_key(struct str name, struct str value, enum key *out);

#endif
