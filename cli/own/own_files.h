/* own_files.h - files that no known tool left: which they are, and the shortest way from them to a
 * first answer. */
#ifndef CLI_OWN_FILES_H
#define CLI_OWN_FILES_H

#include "own_commands.h"
#include "printed.h"

/* Whether no side holds a result and there are files that look like one's own. */
bool own_files_find(struct arena *home, const struct operand *operand, size_t count,
                    struct own_files *out);
/* The first unread file that a known tool printed for people, and its name; NULL: there is none. */
const struct printed *own_files_printed(const struct operand *operand, size_t count,
                                        struct str *name);
/* What it is, what it lacks, and the command that keeps more. */
void own_files_put_printed(struct buf *out, const struct printed *printed, struct str name);
/* "Not read, ...: r1.json and 2 more of A", of sides without a result: one line at most of 100
 * columns. */
void own_files_put_unread(struct buf *out, const struct operand *operand, size_t count);
/* What the first of them looks like. */
void own_files_put_looks(struct buf *out, const struct own_files *own);
/* The same, and commands that may be pasted as they stand. */
void own_files_put(struct buf *out, const struct own_files *own);
/* Where no side holds a result and nothing can be pasted: how a figure is told all the same.
 * Nothing where a file was cut short, or none is unread. */
void own_files_put_way(struct buf *out, const struct operand *operand, size_t count);

#endif
