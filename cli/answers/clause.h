/* clause.h - acceptance text for a contract, and the part of it that accept reads. */
#ifndef CLI_CLAUSE_H
#define CLI_CLAUSE_H

#include "holding.h"

#define CLAUSE_BEGIN "-----BEGIN DOSSIER CLAUSE-----"
#define CLAUSE_END "-----END DOSSIER CLAUSE-----"
/* The section in words that says what stands between the marks, and the one behind it. */
#define CLAUSE_LIMITS "4  The limits"
#define CLAUSE_BEHIND "5  What must be disclosed with the runs"

/* Requirements of a case, or of a clause, that bind `system` or each, as JSON that binds `bound`
 * instead; `more`: one more as JSON, or empty. Empty: there are none. `others`: how many bind
 * another system. */
struct str requirements_of(struct arena *home, const struct json *json,
                           const struct json_item *list, struct str system, struct str bound,
                           struct str more, size_t *others);
/* The requirements of a clause in words, a paragraph each. */
void clause_put_limits(const struct json *json, struct buf *out);
/* What stands between the marks of a clause's text. False with a diagnostic where there is none,
 * where it is not about the dossier, or where the text above, which people sign, says otherwise:
 * line breaks and blanks apart. */
MUST_USE bool clause_read(struct request *request, const char *path, struct str content,
                          struct json **out);

/* One requirement as text that is equal where number and duty are: all of its members but the
 * system that it binds. */
struct str requirement_text(struct arena *home, const struct json *json,
                            const struct json_item *one);

#endif
