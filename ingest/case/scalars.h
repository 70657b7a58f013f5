/* scalars.h - private to ingest/case: single values of our own JSON files. Each check says what is
 * wrong, and is then false. */
#ifndef INGEST_SCALARS_H
#define INGEST_SCALARS_H

#include "members.h"

/* A value that is not what the member takes: says what it takes. False. */
bool refuse_value(const struct checking *checking, const struct json_item *item,
                  struct str expected);
/* A text that is none, or empty. False. */
bool refuse_text(const struct checking *checking, const struct json_item *item);
/* A string that is not empty. */
bool is_text(const struct json_item *item);
/* A letter, then letters, digits, '_' and '-'. */
bool is_id(struct str text);
/* Whether `word` lists the text. */
bool is_word(struct str text, const char *(*word)(size_t index));
/* One of the member's words. */
bool word_check(const struct checking *checking, const struct json_item *item,
                const struct member *member);
/* "60 s", or a number where the unit is a count. */
bool quantity_check(const struct checking *checking, const struct json_item *item, enum unit unit);
/* Text that is not empty, a number, true or false. */
bool scalar(const struct json_item *item);

#endif
