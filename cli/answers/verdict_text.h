/* verdict_text.h - the verdict of each comparison with what decided it, as text and as JSON. */
#ifndef CLI_VERDICT_TEXT_H
#define CLI_VERDICT_TEXT_H

#include "findings_text.h"

/* Every condition that moved a verdict; `yardstick`: above them, what made it easier. */
void verdict_put_text(const struct report_model *model, bool yardstick, struct buf *out);
void verdict_put_json(const struct report_model *model, struct buf *out);
/* categories_text.c: a line for each category of the case, with who was measured in it and whether
 * it is required, and who was measured in no required one, between a head and an empty line;
 * nothing where the case names none. */
void categories_put_text(const struct case_file *case_file, struct buf *out);
/* "file at place" of a source; empty for a derived fact. */
void source_put(const struct fact *fact, struct buf *out);
/* The value as written, its unit behind it where the text is a bare number. */
void value_put(const struct fact *fact, struct buf *out);
/* Dossiers that the case refers to, by whom and when each was signed; nothing where there is none.
 */
void verdict_put_references(const struct report_model *model, struct buf *out);
/* The first line of an answer under a profile that asks less; nothing where none is named. */
void verdict_put_profile(const struct case_file *case_file, struct buf *out);

/* values_text.c: values of a single system, then how requirements and objectives stand. */
void single_put_text(const struct report_model *model, const struct comparison *c, struct buf *out);

#endif
