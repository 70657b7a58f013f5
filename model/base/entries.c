/* entries.c - a folder, an archive or a file as entries. No link is followed below the path given.
 */
#include "base/progress.h"
#include "members.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDER_DEPTH = 16, NAMES_LISTED = 1 << 20 };

struct node { /* a name read from a folder */
    struct str name;
    struct node *before;
};

static void close_dir(DIR **dir)
{
    if (*dir)
        closedir(*dir);
}
#define AUTO_DIR __attribute__((cleanup(close_dir))) DIR *

bool folder_names(struct arena *home, int fd, uint64_t most, struct str **out, size_t *count,
                  int *error)
{
    struct node *last = NULL;
    int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    AUTO_DIR dir = own < 0 ? NULL : fdopendir(own);
    *count = 0;
    if (!dir) {
        *error = errno;
        close_fd(&own);
        return false;
    }
    rewinddir(dir); /* the copy shares its position */
    for (;;) {
        errno = 0;
        const struct dirent *found = readdir(dir);
        if (!found) {
            *error = errno;
            break;
        }
        if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0)
            continue;
        if ((*count)++ == most) {
            *error = EOVERFLOW;
            break;
        }
        struct node *node = ARENA_NEW(home, struct node);
        *node = (struct node){ str_keep(home, str_from(found->d_name)), last };
        last = node;
    }
    if (*error)
        return false;
    *out = ARENA_MANY(home, *count, struct str);
    for (size_t i = *count; last; last = last->before)
        (*out)[--i] = last->name;
    strs_sort(*out, *count);
    return true;
}

/* Opens a plain file or folder below `folder` without following a link or waiting for a pipe. */
int open_plain(int folder, const char *name, struct stat *stat, const char **fault)
{
    struct stat before;
    *fault = NULL;
    if (fstatat(folder, name, &before, AT_SYMLINK_NOFOLLOW) != 0)
        return -1;
    if (S_ISLNK(before.st_mode))
        *fault = "a link";
    else if (!S_ISREG(before.st_mode) && !S_ISDIR(before.st_mode))
        *fault = "a device, pipe or socket";
    if (*fault)
        return -1;
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0 || fstat(fd, stat) != 0) {
        int error = errno;
        close_fd(&fd);
        errno = error;
        return -1;
    }
    if (stat->st_ino != before.st_ino || stat->st_dev != before.st_dev) {
        close(fd);
        *fault = "replaced while it was opened";
        return -1;
    }
    return fd;
}

static void folder_walk(struct members *members, int folder, struct str prefix, uint32_t depth);

static void folder_entry(struct members *members, int folder, struct str name, struct str last,
                         uint32_t depth)
{
    struct stat stat;
    const char *fault = name_fault(name);
    AUTO_FD fd = fault ? -1 : open_plain(folder, last.at, &stat, &fault);
    if (fd < 0) {
        member_leave(members, name, fault ? fault : errno_text(errno));
        return;
    }
    if (S_ISDIR(stat.st_mode)) {
        struct str prefix = str_format(members->home, "%.*s/", STR_ARG(name));
        folder_walk(members, fd, prefix, depth - 1);
        return;
    }
    struct str bytes,
        shown = str_format(members->home, "%.*s%.*s", STR_ARG(members->container), STR_ARG(name));
    uint64_t left = members->limits.bytes - members->bytes;
    uint64_t size = stat.st_size < 0 ? 0 : (uint64_t)stat.st_size;
    if (size > members->limits.file || size > left) {
        member_leave(members, name,
                     size > members->limits.file ? "too large" : "too many bytes in all");
        return;
    }
    if (!fd_map(members->home, fd, shown, size, members->limits.mapped, &bytes, members->diags)) {
        members->broken = true;
        return;
    }
    members->bytes += bytes.len;
    progress_add(PROGRESS_BYTES, bytes.len);
    member_add(members, name, bytes);
}

static void folder_walk(struct members *members, int folder, struct str prefix, uint32_t depth)
{
    struct str *name = NULL;
    size_t count = 0;
    int error = 0;
    struct str own = str_sub(prefix, 0, prefix.len ? prefix.len - 1 : 0);
    if (depth == 0) {
        member_leave(members, own, "folders nested too deep");
        return;
    }
    if (!folder_names(members->home, folder, NAMES_LISTED, &name, &count, &error)) {
        bool many = error == EOVERFLOW;
        if (many || prefix.len == 0) {
            members_break(members, many ? DIAG_FILE_LIMIT : DIAG_FILE_READ, own,
                          many ? "too many names" : errno_text(error));
        } else {
            member_leave(members, own, errno_text(error));
        }
        return;
    }
    for (size_t i = 0; i < count && !members->broken; i++) {
        struct str whole = str_format(members->home, "%.*s%.*s", STR_ARG(prefix), STR_ARG(name[i]));
        if (members->seen++ < members->limits.entries)
            folder_entry(members, folder, whole, name[i], depth);
        else
            member_leave(members, whole, "too many names");
    }
}

static bool folder_read(struct arena *home, struct str path, int fd, const struct limits *limits,
                        struct entries *out, struct diags *diags)
{
    struct members members = {
        .home = home,
        .diags = diags,
        .container = str_format(home, "%.*s/", STR_ARG(path)),
        .limits = limits_filled(limits),
        .refusal = DIAG_FILE_REFUSED,
        .excess = DIAG_FILE_LIMIT,
    };
    uint32_t depth = members.limits.depth ? members.limits.depth : FOLDER_DEPTH;
    folder_walk(&members, fd, STR(""), depth);
    return members_finish(&members, out);
}

static bool single_file(struct arena *home, struct str path, struct str bytes, bool unhashed,
                        struct entries *out, struct diags *diags)
{
    struct str name = str_base_name(path);
    const char *fault = name_fault(name);
    if (fault) {
        diag_add(diags, DIAG_FILE_REFUSED, (struct place){ .file = path }, STR(""), "%s", fault);
        return false;
    }
    struct entry *entry = ARENA_NEW(home, struct entry);
    *entry = (struct entry){ .name = str_keep(home, name), .bytes = bytes };
    if (!unhashed)
        entry->digest = file_digest(bytes);
    *out = (struct entries){ entry, 1 };
    return true;
}

static bool path_read(struct arena *home, const char *path, const struct limits *limits,
                      struct entries *out, struct str *stored, struct diags *diags)
{
    struct str shown = str_from(path), bytes;
    while (shown.len > 1 && shown.at[shown.len - 1] == '/') /* "link/" would follow the link */
        shown.len--;
    struct stat stat;
    const char *fault;
    *out = (struct entries){ 0 };
    *stored = (struct str){ 0 };
    AUTO_FD fd = open_plain(AT_FDCWD, str_c(home, shown), &stat, &fault);
    if (fd < 0 && fault) {
        diag_not_plain(home, diags, shown, fault);
        return false;
    }
    if (fd < 0) {
        diag_open(home, diags, shown, errno);
        return false;
    }
    if (S_ISDIR(stat.st_mode))
        return folder_read(home, shown, fd, limits, out, diags);
    if (!fd_map(home, fd, shown, limits_filled(limits).file, limits && limits->mapped, &bytes,
                diags))
        return false;
    *stored = bytes.at ? bytes : STR("");
    return archive_is(shown, bytes)
               ? entries_unpack(home, shown, bytes, limits, out, diags)
               : single_file(home, shown, bytes, limits && limits->unhashed, out, diags);
}

bool entries_read_stored(struct arena *home, const char *path, const struct limits *limits,
                         struct entries *out, struct str *stored, struct diags *diags)
{
    progress_begin("reading", PROGRESS_BYTES, 0);
    bool good = path_read(home, path, limits, out, stored, diags);
    progress_end();
    return good;
}

bool entries_read(struct arena *home, const char *path, const struct limits *limits,
                  struct entries *out, struct diags *diags)
{
    struct str stored;
    return entries_read_stored(home, path, limits, out, &stored, diags);
}
