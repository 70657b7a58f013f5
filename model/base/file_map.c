/* file_map.c - a large file read through its own pages, which are let go again behind the reader.
 *
 * Such pages show what the file holds now. So this is for readers that take each byte once or check
 * what they take again, and ask in the end whether the file is still the one that was opened. A
 * file cut short meanwhile ends the program with status 4: reading past its end is SIGBUS. */
#include "arena_own.h"
#include "file_own.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum {
    MAPPED_FROM = 4 << 20, /* of a file read by itself; smaller ones are copied */
    NAME_MOST = 512,       /* of what the handler shows */
};

struct file_map {
    struct str name, shown; /* shown: visible, for the handler, which can make no words */
    int fd;
    struct stat stat; /* when it was opened */
    const char *at;
    size_t number;         /* in the order of opening, from 1 */
    struct file_map *next; /* of those that are mapped now */
};
static struct file_map *maps;
static size_t map_count, map_last;
static GMutex maps_lock;

/* Of a folder's files, each that is mapped keeps a descriptor open: the more there are, the larger
 * must be the next; and a quarter of what this process may have open is enough, since what cannot
 * be opened would be missing. Beyond that a file is copied. */
static off_t mapped_from(void)
{
    enum { STEP = 128, STEPS = 2, SHARE = 4 };
    struct rlimit open_most;
    g_mutex_lock(&maps_lock);
    size_t count = map_count;
    g_mutex_unlock(&maps_lock);
    if (getrlimit(RLIMIT_NOFILE, &open_most) == 0 && count >= open_most.rlim_cur / SHARE)
        return INT64_MAX;
    return (off_t)(1 << 20) << 2 * (count / STEP < STEPS ? count / STEP : STEPS);
}

/* Says which file it was, of those that are mapped now: other threads may map theirs meanwhile. Who
 * read past the end of one holds no lock, since nobody reads a mapping under it; a signal that
 * somebody sent may come at any time, and names none. */
static void cut_short(int number, siginfo_t *info, void *context)
{
    static const char line[] = ": input: the file was cut short while it was read; copy it first\n";
    uintptr_t at = (uintptr_t)info->si_addr;
    (void)number;
    (void)context;
    if (info->si_code > 0) {
        g_mutex_lock(&maps_lock);
        for (const struct file_map *map = maps; map; map = map->next) {
            uintptr_t from = (uintptr_t)map->at;
            if (at >= from && at - from < (size_t)map->stat.st_size)
                (void)!write(STDERR_FILENO, map->shown.at, map->shown.len);
        }
        g_mutex_unlock(&maps_lock);
    }
    (void)!write(STDERR_FILENO, line, sizeof line - 1);
    _exit(4);
}

/* The arena lets the mapping go. */
static void map_gone(const void *at)
{
    g_mutex_lock(&maps_lock);
    for (struct file_map **map = &maps; *map; map = &(*map)->next) {
        if ((*map)->at == at) {
            close_fd(&(*map)->fd);
            *map = (*map)->next;
            map_count--;
            break;
        }
    }
    g_mutex_unlock(&maps_lock);
}

/* Maps an open file; false: some file systems have no mappings, or too many are open. */
static bool map_open(struct arena *home, int fd, struct str name, const struct stat *stat,
                     struct file_map **map, struct str *out)
{
    int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    void *at =
        own < 0 ? MAP_FAILED : mmap(NULL, (size_t)stat->st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (at == MAP_FAILED) {
        close_fd(&own);
        return false;
    }
    struct buf shown = buf_new(home, NAME_MOST);
    buf_put_visible(&shown, name);
    struct sigaction action = { .sa_sigaction = cut_short, .sa_flags = SA_SIGINFO };
    (void)sigaction(SIGBUS, &action, NULL);
    *map = ARENA_NEW(home, struct file_map);
    **map = (struct file_map){
        .name = str_keep(home, name), .shown = buf_str(&shown), .fd = own, .stat = *stat, .at = at
    };
    arena_own_file(home, at, (size_t)stat->st_size, map_gone);
    g_mutex_lock(&maps_lock);
    (*map)->number = ++map_last;
    (*map)->next = maps;
    maps = *map;
    map_count++;
    g_mutex_unlock(&maps_lock);
    *out = (struct str){ at, (size_t)stat->st_size };
    return true;
}

bool file_map(struct arena *home, const char *path, const struct limits *limits, struct str *out,
              struct file_map **map, struct diags *diags)
{
    *map = NULL;
    AUTO_FD fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat stat;
    if (fd < 0 || fstat(fd, &stat) != 0 || !S_ISREG(stat.st_mode) || stat.st_size < MAPPED_FROM ||
        (uint64_t)stat.st_size > limits_filled(limits).file ||
        !map_open(home, fd, str_from(path), &stat, map, out)) {
        *map = NULL;
        return file_read(home, path, limits, out, diags); /* which says what is wrong */
    }
    return true;
}

bool fd_map(struct arena *home, int fd, struct str file, uint64_t most, bool wanted,
            struct str *out, struct diags *diags)
{
    struct stat stat;
    struct file_map *map;
    bool large = wanted && fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) &&
                 stat.st_size >= mapped_from() && (uint64_t)stat.st_size <= most;
    return (large && map_open(home, fd, file, &stat, &map, out)) ||
           fd_read(home, fd, file, most, out, diags);
}

void file_map_passed(struct str bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (uintptr_t)bytes.at & (page - 1);
    union {
        const char *in;
        void *out;
    } from = { bytes.at - before };
    if (bytes.len > 0)
        (void)madvise(from.out, (before + bytes.len + page - 1) & ~(page - 1), MADV_DONTNEED);
}

/* The mapped file in which the bytes lie, or NULL; asked under the lock. */
static const struct file_map *map_of(struct str bytes, size_t *offset)
{
    for (const struct file_map *map = maps; map; map = map->next) {
        uintptr_t at = (uintptr_t)bytes.at, from = (uintptr_t)map->at;
        size_t size = (size_t)map->stat.st_size;
        if (at >= from && at - from < size && bytes.len <= size - (at - from)) {
            *offset = at - from;
            return map;
        }
    }
    return NULL;
}

void file_passed(struct str bytes)
{
    size_t offset;
    g_mutex_lock(&maps_lock);
    if (map_of(bytes, &offset))
        file_map_passed(bytes);
    g_mutex_unlock(&maps_lock);
}

bool file_mapped(struct str bytes)
{
    size_t offset;
    g_mutex_lock(&maps_lock);
    bool mapped_one = bytes.len > 0 && map_of(bytes, &offset);
    g_mutex_unlock(&maps_lock);
    return mapped_one;
}

bool file_copy(struct str bytes, char *out)
{
    size_t offset = 0, have = 0;
    g_mutex_lock(&maps_lock);
    const struct file_map *map = bytes.len > 0 ? map_of(bytes, &offset) : NULL;
    int fd = map ? map->fd : -1;
    g_mutex_unlock(&maps_lock);
    if (fd < 0) {
        memcpy(out, bytes.at, bytes.len);
        return true;
    }
    while (have < bytes.len) { /* by the descriptor, which needs no pages of ours */
        ssize_t got = pread(fd, out + have, bytes.len - have, (off_t)(offset + have));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        have += (size_t)got;
    }
    return true;
}

void file_passing(struct str bytes, size_t at, size_t *passed)
{
    enum { PIECE = 4 << 20 };
    if (at >= *passed && at - *passed >= PIECE) {
        file_passed(str_sub(bytes, *passed, at));
        *passed = at;
    }
}

size_t files_mapped(void)
{
    g_mutex_lock(&maps_lock);
    size_t mark = map_last;
    g_mutex_unlock(&maps_lock);
    return mark;
}

bool files_same(size_t mark, struct diags *diags)
{
    bool same = true;
    g_mutex_lock(&maps_lock);
    for (struct file_map *map = maps; map; map = map->next)
        same = (map->number <= mark || file_map_same(map, diags)) && same;
    g_mutex_unlock(&maps_lock);
    return same;
}

enum { HASHED = 1 << 20 }; /* bytes hashed before their pages are let go */

static void hashed_of_any(void *self, struct str piece)
{
    (void)self;
    file_passed(piece);
}

static void hashed_of_map(void *self, struct str piece)
{
    (void)self;
    file_map_passed(piece);
}

struct digest file_digest(struct str bytes)
{
    return digest_of_pieces(bytes, HASHED, hashed_of_any, NULL);
}

struct digest file_map_digest(struct str bytes, const struct file_map *map)
{
    return map ? digest_of_pieces(bytes, HASHED, hashed_of_map, NULL) : digest_of(bytes);
}

static bool same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool file_map_same(struct file_map *map, struct diags *diags)
{
    struct stat now;
    if (!map)
        return true;
    bool same = map->fd >= 0 && fstat(map->fd, &now) == 0 && now.st_size == map->stat.st_size &&
                same_time(now.st_mtim, map->stat.st_mtim) &&
                same_time(now.st_ctim, map->stat.st_ctim);
    if (!same) {
        diag_add(diags, DIAG_FILE_CHANGED, (struct place){ .file = map->name }, STR(""),
                 "it was written to");
    }
    return same;
}
