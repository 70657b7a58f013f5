/* results.h - two dossiers side by side as results: what each of them says. */
#ifndef CLI_RESULTS_H
#define CLI_RESULTS_H

#include "base/json.h"
#include "holding.h"

/* What two dossiers say, side by side. Nothing of one is divided by anything of the other: that
 * would be a comparison that nobody judged. Each appends to `out`; true where they say different
 * things. Who signed does not count: the same dossier may be signed once more. */
MUST_USE bool results_put_text(struct arena *home, const struct opened *a, const struct opened *b,
                               struct buf *out);
/* The same as members of the object that is open. */
MUST_USE bool results_put_json(struct arena *home, const struct opened *a, const struct opened *b,
                               struct json_out *json);

#endif
