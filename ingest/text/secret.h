/* secret.h - private to ingest: keys, tokens and passwords, known by a variable's name or by shape.
 */
#ifndef INGEST_SECRET_H
#define INGEST_SECRET_H

#include "base/text.h"

/* A variable whose name speaks of a secret ("HF_TOKEN", "AWS_SECRET_ACCESS_KEY", "http_proxy"), or
 * whose value is one or holds a login ("https://user:password@host"). No fact is made of it. */
bool variable_is_secret(struct str name, struct str value);
/* The name alone. */
bool name_is_secret(struct str name);
/* Length of a key or token of a known service, or of the login of a URL, that begins at `at`; 0:
 * none does. No letter, digit or '_' stands before it. */
size_t secret_at(struct str text, size_t at);
/* How a key or token of a known service begins, three characters or more. A login begins with any
 * word, up to SECRET_SCHEME_MOST characters before its "://". */
enum { SECRET_PREFIXES = 13, SECRET_SCHEME_MOST = 64 };
struct str secret_prefix(size_t index);

#endif
