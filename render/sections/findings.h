/* findings.h - private to render: cells of the tables of conditions. */
#ifndef RENDER_FINDINGS_H
#define RENDER_FINDINGS_H

#include "page_one.h"

/* The rule's title, and the key where that says more. */
void condition_cell(struct building *b, struct node *row, const struct finding *finding);
/* Whether a cell of either side has something to say: a value, or silence where one is due. */
bool sides_told(const struct building *b, const struct comparison *c,
                const struct finding *finding);
/* What the rule found, as a sentence. */
void found_add(struct building *b, struct node *cell, const struct finding *finding);
/* What would settle it: the finding's own words or the rule's; empty where neither has any. */
struct str mend_of(const struct finding *finding);

#endif
