/* tree.h - private to round: the files of a folder or archive by name and size, each read when it
 * is asked for. A round has tens of thousands of files and most of its bytes lie in a few kinds:
 * nothing is held longer than it is looked at. */
#ifndef ROUND_TREE_H
#define ROUND_TREE_H

#include "base/file.h"

enum { TREE_FILES = 1000000, TREE_DEPTH = 32, TREE_FILE_BYTES = 256 << 20 };
struct tree_file {
    struct str name; /* relative, '/' between segments; a NUL stands behind it */
    uint64_t size;
};
struct tree_left { /* what was not listed, and why */
    struct str name;
    const char *why;
};
struct tree {
    int root;                    /* folder; -1: an archive or one file */
    const struct entries *entry; /* of an archive or file */
    struct str stored;           /* bytes of that archive or file; at NULL: a folder */
    struct tree_file *file;      /* in byte order of name */
    size_t count;
    struct tree_left *left;
    size_t left_count;
    uint64_t bytes; /* of all files listed */
};
/* Folders are walked without following a link. False, with a diagnostic: nothing could be listed.
 * tree_close after use. */
MUST_USE bool tree_open(struct arena *home, const char *path, struct tree *out,
                        struct diags *diags);
void tree_close(struct tree *tree);

struct tree_buffer { /* grows with the largest file read into it */
    char *at;
    size_t room;
    char *plain; /* what a compressed one held */
};
/* The bytes of one file, valid until the next load into
 * the same buffer. NULL, or why not. */
const char *tree_load(const struct tree *tree, size_t index, struct tree_buffer *buffer,
                      struct str *out);
/* What a file that was compressed by itself held, valid as long; others stay as they are. */
const char *tree_unpack(struct str name, struct tree_buffer *buffer, struct str *bytes);
void tree_buffer_free(struct tree_buffer *buffer);

#endif
