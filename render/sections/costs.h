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
void thresholds_add(struct building *b, struct node *section, bool requirement);
void expected_add(struct building *b, struct node *section);

#endif
