/* edition_documents.h - which documents of a case are one party's alone. */
#ifndef CLI_EDITION_DOCUMENTS_H
#define CLI_EDITION_DOCUMENTS_H

#include "base/json.h"

/* Whether a price, an option, a line, a figure foreseen or a system that is not `own` names the
 * document, a folder that it lies in or a file below it; of a digest, whether one states the same.
 * `root`: the case; `own`: id of a system. Empty text: false. */
bool edition_of_others(const struct json_item *root, struct str own, struct str text);
/* The same of the whole case: whether anything names it but items of `own` and the list of
 * documents. */
bool edition_of_case(const struct json_item *root, struct str own, struct str text);

#endif
