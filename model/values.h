/* values.h - a fact's value as programs read it. */
#ifndef MODEL_VALUES_H
#define MODEL_VALUES_H

#include "base/json.h"
#include "model/model.h"

/* The value as its unit means it: the text, where that is this number (or no number at all, or a
 * derived fact's, which is rounded); else the number: of "1980 MHz" 1980, of 1746068447307
 * milliseconds in seconds 1746068447.307. */
struct str fact_value(struct arena *home, const struct fact *fact);
/* What was declared of a key and instance tells nothing from now on: evidence says that it stands
 * where nobody can read it. */
void facts_declared_open(struct facts *facts, enum key key, struct str instance);
/* Members "value", and "text" where the evidence writes it otherwise. */
void json_value_put(struct json_out *json, const struct fact *fact);
/* decision.c: "categories" of a case that names such: workload, work, category, whether it is
 * required, and systems that have runs of it; "lacking": systems without runs in a required one.
 * Nothing in other cases. */
void categories_put_json(const struct case_file *case_file, struct json_out *json);

#endif
