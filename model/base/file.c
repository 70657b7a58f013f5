/* file.c - one plain file, and what all readers of files share. */
#include "arena_own.h"
#include "base/progress.h"
#include "file_own.h"
#include "rune.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

const struct limits limits_default = {
    .bytes = UINT32_MAX,
    .file = 1U << 30,
    .entries = 20000,
    .expansion = 200,
};

struct limits limits_filled(const struct limits *limits)
{
    struct limits filled = limits ? *limits : limits_default;
    filled.bytes = filled.bytes ? filled.bytes : limits_default.bytes;
    filled.file = filled.file ? filled.file : limits_default.file;
    filled.entries = filled.entries ? filled.entries : limits_default.entries;
    filled.expansion = filled.expansion ? filled.expansion : limits_default.expansion;
    return filled;
}

const char *errno_text(int number)
{
    const char *text = strerrordesc_np(number);
    return text ? text : "unknown error";
}

void diag_errno(struct diags *diags, enum diag_id id, struct str file, const char *what, int number)
{
    diag_add(diags, id, (struct place){ .file = file }, STR(""), "%s: %s", what,
             errno_text(number));
}

/* ---- what to name instead of a path that is not there, or of a link ---- */

enum { NAMES_MOST = 4096 }; /* of a folder that is looked through for a name that is near */

/* The folder of a path, as it can be opened. */
static struct str folder_of_path(struct str path)
{
    size_t end = path.len;
    while (end > 0 && path.at[end - 1] != '/')
        end--;
    if (end == 0)
        return STR(".");
    return str_sub(path, 0, end > 1 ? end - 1 : 1);
}

/* The name in a folder that is nearest to a wrong one, of equals the first in byte order; empty:
 * none is near, or it cannot be read. */
static struct str nearest_in(struct arena *home, struct str folder, struct str wrong)
{
    struct str near = { 0 };
    size_t dot = str_find(wrong, STR(".")), count = 0;
    size_t reach = (dot == SIZE_MAX ? wrong.len : dot) / 3; /* farther is no help */
    GDir *dir = g_dir_open(str_c(home, folder), 0, NULL);
    for (const char *at; dir && count < NAMES_MOST && (at = g_dir_read_name(dir)); count++) {
        struct str name = str_from(at);
        size_t far = str_distance(wrong, name);
        if (far < reach || (far == reach && (near.len == 0 || str_order(name, near) < 0))) {
            reach = far;
            near = str_keep(home, name);
        }
    }
    if (dir)
        g_dir_close(dir);
    return near;
}

/* The path with its first segment that is not there exchanged for the nearest name beside it. */
static struct str nearest_path(struct arena *home, struct str path)
{
    struct str known = path;
    for (;;) {
        struct str folder = folder_of_path(known);
        struct stat stat;
        if (fstatat(AT_FDCWD, str_c(home, folder), &stat, 0) == 0) {
            struct str last = str_base_name(known);
            struct str near = nearest_in(home, folder, last);
            if (near.len == 0)
                return near;
            return str_format(home, "%.*s%.*s", (int)(known.len - last.len), known.at,
                              STR_ARG(near));
        }
        if (folder.len >= known.len)
            return (struct str){ 0 };
        known = folder;
    }
}

void diag_open(struct arena *home, struct diags *diags, struct str file, int number)
{
    struct str near = number == ENOENT && file.len > 0 ? nearest_path(home, file) : STR("");
    struct str expected =
        near.len > 0 ? str_format(home, "perhaps \"%.*s\"", STR_ARG(near)) : STR("");
    diag_add(diags, DIAG_FILE_READ, (struct place){ .file = file }, expected, "open: %s",
             errno_text(number));
}

void diag_not_plain(struct arena *home, struct diags *diags, struct str file, const char *fault)
{
    enum { LINK_MOST = 4096 };
    char *target = ARENA_MANY(home, LINK_MOST, char);
    struct stat behind;
    ssize_t len = readlinkat(AT_FDCWD, str_c(home, file), target, LINK_MOST);
    bool there = fstatat(AT_FDCWD, str_c(home, file), &behind, 0) == 0;
    struct str expected = STR("");
    if (there && !S_ISREG(behind.st_mode) && !S_ISDIR(behind.st_mode)) {
        fault = "a device, pipe or socket"; /* as `<(command)` of a shell makes them */
    } else if (there && len > 0 && len < LINK_MOST) {
        struct str last = str_base_name(file);
        int before = target[0] == '/' ? 0 : (int)(file.len - last.len);
        expected =
            str_format(home, "what it leads to: \"%.*s%.*s\"", before, file.at, (int)len, target);
    }
    diag_add(diags, DIAG_FILE_REFUSED, (struct place){ .file = file }, expected, "%s", fault);
}

/* ---- names ---- */

static const char *segment_fault(struct str segment)
{
    if (segment.len == 0)
        return "an empty segment in the name";
    if (str_eq(segment, STR(".")) || str_eq(segment, STR("..")))
        return "a segment . or .. in the name";
    return segment.len > 255 ? "a segment of more than 255 bytes" : NULL;
}

const char *name_fault(struct str name)
{
    if (name.len == 0)
        return "an empty name";
    if (name.at[0] == '/')
        return "an absolute name";
    if (name.len > 4000)
        return "a name of more than 4000 bytes";
    for (struct str rest = name, bytes; rest.len;) {
        uint32_t rune = rune_next(&rest, &bytes);
        if (rune == RUNE_BAD)
            return "a name that is not UTF-8";
        if (rune_hidden(rune))
            return "a control or invisible character in the name";
        if (rune == '\\')
            return "a backslash in the name";
    }
    const char *fault = NULL;
    struct str rest = name, segment;
    while (!fault && str_cut(&rest, '/', &segment))
        fault = segment_fault(segment);
    return fault;
}

/* Reads exactly `size` bytes; true also says that the file ends there. */
static bool read_exactly(int fd, char *at, size_t size, int *error)
{
    enum { PIECE = 16 << 20 }; /* so that whoever waits sees it go on */
    size_t have = 0;
    *error = 0;
    for (;;) {
        char beyond;
        bool end = have == size;
        size_t piece = size - have < PIECE ? size - have : PIECE;
        ssize_t got = end ? read(fd, &beyond, 1) : read(fd, at + have, piece);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            *error = errno;
            return false;
        }
        if (got == 0 || end)
            return got == 0 && end;
        have += (size_t)got;
        progress_within(have);
    }
}

static void read_failed(struct diags *diags, struct str file, size_t size, int error)
{
    if (error) {
        diag_errno(diags, DIAG_FILE_READ, file, "read", error);
    } else if (size == 0) { /* nobody writes to those: the kernel makes them while they are read */
        diag_add(diags, DIAG_FILE_REFUSED, (struct place){ .file = file }, STR("a copy of it"),
                 "it has no size and holds bytes, as files below /proc do");
    } else {
        diag_add(diags, DIAG_FILE_CHANGED, (struct place){ .file = file }, STR(""),
                 "its size is no longer %zu bytes", size);
    }
}

bool fd_read(struct arena *home, int fd, struct str file, uint64_t most, struct str *out,
             struct diags *diags)
{
    struct stat stat;
    struct place place = { .file = file };
    if (fstat(fd, &stat) != 0) {
        diag_errno(diags, DIAG_FILE_READ, file, "stat", errno);
        return false;
    }
    if (S_ISDIR(stat.st_mode)) {
        diag_add(diags, DIAG_FILE_FOLDER, place, STR(""), "%s", "");
        return false;
    }
    if (!S_ISREG(stat.st_mode)) {
        diag_add(diags, DIAG_FILE_REFUSED, place, STR(""), "not a plain file");
        return false;
    }
    if (stat.st_size < 0 || (uint64_t)stat.st_size > most) {
        diag_add(diags, DIAG_FILE_LIMIT, place, STR(""), "%lld bytes, limit %llu",
                 (long long)stat.st_size, (unsigned long long)most);
        return false;
    }
    size_t size = (size_t)stat.st_size;
    if (size > MAP_FROM) {
        /* Pages of our own, not the file's: what was hashed cannot change afterwards under an edit
         * in place, and a file cut short meanwhile is an error here, not a SIGBUS later. */
        void *map = memory_map(size);
        int wrong = errno;
        if (map == MAP_FAILED) {
            diag_errno(diags, DIAG_FILE_READ, file, "memory for it", wrong);
            return false;
        }
        arena_own_map(home, map, size);
        if (!read_exactly(fd, map, size, &wrong)) {
            read_failed(diags, file, size, wrong);
            return false;
        }
        (void)mprotect(map, size, PROT_READ);
        *out = (struct str){ map, size };
        return true;
    }
    int error;
    char *at = ARENA_MANY(home, size + 1, char);
    if (!read_exactly(fd, at, size, &error)) {
        read_failed(diags, file, size, error);
        return false;
    }
    *out = (struct str){ at, size };
    return true;
}

bool file_read(struct arena *home, const char *path, const struct limits *limits, struct str *out,
               struct diags *diags)
{
    /* Without O_NONBLOCK opening a pipe would wait for a writer. */
    AUTO_FD fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        diag_open(home, diags, str_from(path), errno);
        return false;
    }
    return fd_read(home, fd, str_from(path), limits_filled(limits).file, out, diags);
}

static int order_strs(const void *left, const void *right)
{
    return str_order(*(const struct str *)left, *(const struct str *)right);
}

void strs_sort(struct str *item, size_t count)
{
    if (count)
        qsort(item, count, sizeof *item, order_strs);
}

static bool sink_buf(void *self, struct str bytes)
{
    struct buf *buf = self;
    buf_put(buf, bytes);
    return !buf->full;
}

struct sink buf_sink(struct buf *buf)
{
    return (struct sink){ sink_buf, buf };
}
