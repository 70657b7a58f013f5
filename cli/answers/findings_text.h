/* findings_text.h - what moved a verdict, as text: each statement once, also over several verdicts.
 */
#ifndef CLI_FINDINGS_TEXT_H
#define CLI_FINDINGS_TEXT_H

#include "model/model.h"

/* The finding's words with {0}, {1} replaced by the values seen. */
struct str finding_words(struct arena *home, const struct finding *finding);
/* The same, with whose it is behind it where it is of one side's own values: "... (B)"; "(A and B)"
 * where the other's read alike. */
struct str finding_told(struct arena *home, const struct comparison *c,
                        const struct finding *finding);
/* "B against A, WORKLOAD" in visible letters, each part cut to forty. */
struct str comparison_named(struct arena *home, const struct comparison *c);

/* Whether a finding sets values of one side against each other, each with its place: they are seen,
 * and stand on no two sides. */
bool finding_of_one(const struct finding *finding);

/* Texts numbered from 0 in the order in which they are met: the text's number, which is `count`
 * where it is new; from then on it is in `met`, a table of strings that frees its keys. */
struct _GHashTable;
size_t text_number(struct _GHashTable *met, struct str text, size_t count);

struct telling; /* what was told already, of comparisons that are printed one below another */
struct telling *telling_new(struct arena *home);
void telling_end(struct telling *telling);
/* The comparison under which this text was told first; NULL: it was not, and is now, under `c`. */
const struct comparison *telling_told(struct telling *telling, const struct comparison *c,
                                      struct str text);
/* Under `title` the findings that have this cell: rule, words, both values, and what mends it. What
 * an earlier comparison told is named by its rules, and so is what own rules made looser. */
void findings_put(struct telling *telling, struct buf *out, const struct comparison *c,
                  enum verdict cell, const char *title);

#endif
