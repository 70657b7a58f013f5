/* costs.h - private to render: what the parts of the section on cost and requirements share. */
#ifndef RENDER_COSTS_H
#define RENDER_COSTS_H

#include "build.h"
#include "model/decision.h"

const struct terms *terms_of(const struct building *b); /* of the case; may be NULL */
/* Value, and its interval in brackets where there is one; "none" where there is no value. */
void three_add(struct building *b, struct node *cell, const struct three *three);
/* The fact, else the string "FAMILY.WHY". */
void fact_or_reason(struct building *b, struct node *cell, const struct fact *fact, const char *why,
                    const char *family);
/* "B: 4.1 met, 4.2 met, 4.3 not shown": by clause, never a count; nothing without requirements. */
void requirements_line(struct building *b, struct node *page, const struct comparison *c);
void thresholds_add(struct building *b, struct node *section, bool requirement);
void expected_add(struct building *b, struct node *section);

#endif
