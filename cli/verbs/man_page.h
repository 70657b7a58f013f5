/* man_page.h - the manual page, made from the table of verbs. */
#ifndef CLI_MAN_PAGE_H
#define CLI_MAN_PAGE_H

#include "base/text.h"

struct verb;
/* dossier(1) in mdoc, of the table of verbs, which ends in NULL. */
void man_page_put(struct buf *out, const struct verb *const *verbs);

#endif
