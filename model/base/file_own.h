/* file_own.h - private to base: limits and names shared by folders, archives and writing. */
#ifndef BASE_FILE_OWN_H
#define BASE_FILE_OWN_H

#include "base/file.h"

#include <sys/stat.h>
#include <unistd.h>

enum { MAP_FROM = 64 << 20 }; /* files larger than this are mapped, not copied */

static inline void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}
#define AUTO_FD __attribute__((cleanup(close_fd))) int

/* `limits` (may be NULL) with each zero replaced by its default; depth 0 stays, as it has two. */
struct limits limits_filled(const struct limits *limits);
/* Text of an errno value: English, and the same in every locale. */
const char *errno_text(int number);
/* A diagnostic about a whole file; `what` names the step that failed. */
void diag_errno(struct diags *diags, enum diag_id id, struct str file, const char *what,
                int number);
/* A path that could not be opened, with errno; of one that is not there, with the nearest name that
 * is. */
void diag_open(struct arena *home, struct diags *diags, struct str file, int number);
/* A path that names neither a plain file nor a folder, and why; of a link, with what it leads to.
 */
void diag_not_plain(struct arena *home, struct diags *diags, struct str file, const char *fault);
/* NULL, or why an entry's name is refused: absolute, an empty, "." or ".." segment, a backslash, a
 * character that cannot be seen, or no UTF-8. */
const char *name_fault(struct str name);
/* All bytes of an open regular file; mapped when large. */
MUST_USE bool fd_read(struct arena *home, int fd, struct str file, uint64_t most, struct str *out,
                      struct diags *diags);
/* The same through the file's own pages where it is large and `mapped`. */
MUST_USE bool fd_map(struct arena *home, int fd, struct str file, uint64_t most, bool mapped,
                     struct str *out, struct diags *diags);
/* Digest of an open file from where it stands, read piece by piece; false: errno tells. */
MUST_USE bool digest_of_open(int fd, struct digest *out);
/* SHA-256 of bytes, in pieces of `size`, each told to `passed` when it is done with. */
struct digest digest_of_pieces(struct str bytes, size_t size,
                               void (*passed)(void *self, struct str piece), void *self);
/* Names in an open folder, in byte order, without "." and ".."; false with *error set, EOVERFLOW
 * for more than `most`. Each has a NUL behind it. */
MUST_USE bool folder_names(struct arena *home, int fd, uint64_t most, struct str **out,
                           size_t *count, int *error);
/* Opens a plain file or folder below `folder`, following no link and waiting for no pipe. -1:
 * *fault says what it is instead, or is NULL and errno tells. */
int open_plain(int folder, const char *name, struct stat *stat, const char **fault);
void strs_sort(struct str *item, size_t count); /* byte order */

#endif
