/* several.h - private to ingest/case: one member of "facts" that states several keys at once. */
#ifndef INGEST_SEVERAL_H
#define INGEST_SEVERAL_H

#include "members.h"

enum { SEVERAL_MOST = 16 };
/* "stack.release_rule; stack.unit": whether a name is of more than one key. */
bool several_named(struct str name);
/* Whether its value has a part for each key, and each part is one that the key may have: a text
 * with
 * ';' between the parts, or an array. An empty part says nothing. False: said what is wrong. */
MUST_USE bool several_check(const struct checking *checking, const struct json_item *item);
/* The key of a name in "facts", which a person may declare. False: said what is wrong. */
MUST_USE bool declarable_find(const struct checking *checking, const struct json_item *item,
                              struct str name, enum key *key);
/* A fact for each part; what several_check refuses gives none. */
void several_facts(const struct checking *checking, const struct json_item *item);

#endif
