/* partitions.h - an export as a folder: one partition a dossier, one file a table. */
#ifndef CLI_PARTITIONS_H
#define CLI_PARTITIONS_H

#include "portfolio/portfolio.h"

/* DIR/dossier=CONTENT-ID/TABLE.jsonl (or .csv), DIR/refused.jsonl, and what is kept for the next
 * export in DIR/.export.jsonl. Partitions are written beside their place, synced together and then
 * renamed, so that a reader meets each whole. */
struct partitions;
MUST_USE bool partitions_open(struct arena *home, const char *folder, bool csv,
                              struct partitions **out, struct diags *diags);
bool partitions_has(struct partitions *partitions, struct str content);
/* The files of a partition, made of its rows by the caller, by table; the last one put counts. */
MUST_USE bool partitions_put(struct partitions *partitions, struct str content,
                             const struct str *text);
void partitions_drop(struct partitions *partitions, struct str content);
/* What an earlier export kept; empty: nothing. */
struct str partitions_kept(struct partitions *partitions);
/* Puts everything in its place. */
MUST_USE bool partitions_commit(struct partitions *partitions, struct str refused, struct str kept);
/* Takes away what was not put in its place. */
void partitions_close(struct partitions *partitions);

#endif
