/* ncu.h - private to ingest: numbers as Nsight Compute writes them, and what both of its pages say.
 */
#ifndef INGEST_NCU_H
#define INGEST_NCU_H

#include "reading.h"

/* Thousands are grouped by commas ("9,096.60") unless the locale says otherwise. */
enum ncu_writing { NCU_EITHER, NCU_POINT, NCU_COMMA };
/* What the values in the columns from `from` up to `to` show, over all rows from the next one on.
 */
enum ncu_writing ncu_writing_of(const struct csv *csv, size_t from, size_t to);
/* A number so written; false: none, or its comma may be either. */
MUST_USE bool ncu_value(struct arena *home, enum ncu_writing writing, struct str text, double *out);
/* The tool's notes before its table, facts KEY_PROFILE_SETTING "note 1": where it leaves the clocks
 * alone (--clock-control none) it says so; else it locks them to base, and times are not those of a
 * run. */
void ncu_notes(struct reading *reading);

#endif
