/* file_map.c - a large file read through its own pages, which are let go again behind the reader.
 *
 * Such pages show what the file holds now. So this is for readers that take each byte once or check
 * what they take again, and ask in the end whether the file is still the one that was opened. A
 * file cut short meanwhile ends the program with status 4: reading past its end is SIGBUS. */
#include "arena_own.h"
#include "file_own.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

enum { MAPPED_FROM = 4 << 20 }; /* smaller files are copied */

struct file_map {
    struct str name;
    int fd;
    struct stat stat; /* when it was opened */
};

enum { NAME_MOST = 512 };
static char mapped[NAME_MOST]; /* the last one, visible: a handler can make no words */
static size_t mapped_len;

static void cut_short(int number)
{
    static const char line[] = ": input: the file was cut short while it was read; copy it first\n";
    (void)number;
    if (write(STDERR_FILENO, mapped, mapped_len) >= 0) {
        (void)!write(STDERR_FILENO, line, sizeof line - 1);
    }
    _exit(4);
}

bool file_map(struct arena *home, const char *path, const struct limits *limits, struct str *out,
              struct file_map **map, struct diags *diags)
{
    *map = NULL;
    AUTO_FD fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat stat;
    if (fd < 0 || fstat(fd, &stat) != 0 || !S_ISREG(stat.st_mode) || stat.st_size < MAPPED_FROM ||
        (uint64_t)stat.st_size > limits_filled(limits).file) {
        return file_read(home, path, limits, out, diags); /* which says what is wrong */
    }
    void *at = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (at == MAP_FAILED) { /* some file systems have no mappings */
        return file_read(home, path, limits, out, diags);
    }
    struct buf shown = buf_new(home, NAME_MOST);
    buf_put_visible(&shown, str_from(path));
    mapped_len = shown.len;
    memcpy(mapped, buf_str(&shown).at, mapped_len);
    (void)signal(SIGBUS, cut_short);
    arena_own_map(home, at, (size_t)stat.st_size);
    *map = ARENA_NEW(home, struct file_map);
    **map = (struct file_map){ .name = str_keep(home, str_from(path)),
                               .fd = fcntl(fd, F_DUPFD_CLOEXEC, 0),
                               .stat = stat };
    *out = (struct str){ at, (size_t)stat.st_size };
    return true;
}

void file_map_passed(struct str bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (uintptr_t)bytes.at & (page - 1);
    union {
        const char *in;
        void *out;
    } from = { bytes.at - before };
    if (bytes.len > 0) {
        (void)madvise(from.out, (before + bytes.len + page - 1) & ~(page - 1), MADV_DONTNEED);
    }
}

struct digest file_map_digest(struct str bytes, const struct file_map *map)
{
    return map ? digest_of_pieces(bytes, file_map_passed) : digest_of(bytes);
}

static bool same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool file_map_same(struct file_map *map, struct diags *diags)
{
    struct stat now;
    if (!map) {
        return true;
    }
    bool same = map->fd >= 0 && fstat(map->fd, &now) == 0 && now.st_size == map->stat.st_size &&
                same_time(now.st_mtim, map->stat.st_mtim) &&
                same_time(now.st_ctim, map->stat.st_ctim);
    close_fd(&map->fd);
    map->fd = -1;
    if (!same) {
        diag_add(diags, DIAG_FILE_CHANGED, (struct place){ .file = map->name }, STR(""),
                 "it was written to");
    }
    return same;
}
