/* leftover.c - what is under way and must not stay: taken away where the program is stopped.
 *
 * The handler calls nothing but what POSIX allows there (signal-safety(7)): it reads folders by the
 * system call, without memory of its own, and then ends the program by the same signal. */
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PART = 4096, PARTS_MOST = 4096, DEPTH_MOST = 64, PASSES_MOST = 100, PIECE = 2048 };

static const int stops[] = { SIGHUP, SIGINT, SIGTERM };
static struct sigaction before[ARRAY_COUNT(stops)];
/* In parts that never move, so that a stop may read them while the list grows; each is kept for the
 * next. */
static const char **parts[PARTS_MOST];
static volatile sig_atomic_t leftovers;

static const char **leftover_at(int index)
{
    return &parts[index / PART][index % PART];
}

struct record { /* as getdents64(2) tells an entry */
    uint64_t inode;
    int64_t next;
    unsigned short size;
    unsigned char type;
    char name[];
};

/* Links are taken away, not followed. False: it stays, or something in it does. */
static bool tree_remove(int at, const char *name, int depth)
{
    _Alignas(struct record) char piece[PIECE];
    if (unlinkat(at, name, 0) == 0)
        return true;
    if ((errno != EISDIR && errno != EPERM) || depth == 0)
        return false;
    int folder = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    /* What is taken away may hide what stands behind it until it is read again; what stays, such as
     * a file that a network file system keeps while it is open, is no reason to. */
    for (int pass = 0; folder >= 0 && pass < PASSES_MOST; pass++) {
        bool some = false;
        long got;
        (void)lseek(folder, 0, SEEK_SET);
        while ((got = syscall(SYS_getdents64, folder, piece, sizeof piece)) > 0)
            for (size_t from = 0; from < (size_t)got;) {
                const struct record *record = (const struct record *)(const void *)(piece + from);
                from += record->size;
                if (strcmp(record->name, ".") == 0 || strcmp(record->name, "..") == 0)
                    continue;
                some = tree_remove(folder, record->name, depth - 1) || some;
            }
        if (!some)
            break;
    }
    if (folder >= 0)
        (void)close(folder);
    return unlinkat(at, name, AT_REMOVEDIR) == 0;
}

static void stopped(int number)
{
    sigset_t own;
    for (int i = 0; i < leftovers; i++)
        (void)tree_remove(AT_FDCWD, *leftover_at(i), DEPTH_MOST);
    (void)signal(number, SIG_DFL);
    (void)sigemptyset(&own);
    (void)sigaddset(&own, number);
    (void)pthread_sigmask(SIG_UNBLOCK, &own, NULL);
    (void)raise(number);
    _exit(128 + number);
}

/* While the list changes no stop reads it. */
static void hold(bool held, sigset_t *mask)
{
    sigset_t all;
    (void)sigemptyset(&all);
    for (size_t i = 0; i < ARRAY_COUNT(stops); i++)
        (void)sigaddset(&all, stops[i]);
    (void)pthread_sigmask(held ? SIG_BLOCK : SIG_SETMASK, held ? &all : mask, held ? mask : NULL);
}

static void handlers_set(bool ours)
{
    struct sigaction take = { .sa_flags = 0 };
    take.sa_handler = stopped;
    (void)sigemptyset(&take.sa_mask);
    for (size_t i = 0; i < ARRAY_COUNT(stops); i++)
        (void)sigaddset(&take.sa_mask, stops[i]);
    for (size_t i = 0; i < ARRAY_COUNT(stops); i++) {
        if (!ours) {
            (void)sigaction(stops[i], &before[i], NULL);
            continue;
        }
        (void)sigaction(stops[i], NULL, &before[i]);
        if (before[i].sa_handler == SIG_DFL) /* one that is ignored stays so */
            (void)sigaction(stops[i], &take, NULL);
    }
}

void leftover_add(const char *path)
{
    sigset_t mask;
    hold(true, &mask);
    if (leftovers == 0)
        handlers_set(true);
    size_t part = (size_t)leftovers / PART;
    g_assert_true(part < PARTS_MOST); /* 16 million: no memory holds their names */
    if (!parts[part])
        parts[part] = g_new(const char *, PART);
    *leftover_at(leftovers) = path;
    leftovers = leftovers + 1;
    hold(false, &mask);
}

void leftover_new(struct arena *home, struct str path)
{
    struct stat stat;
    for (size_t end = 1; end <= path.len; end++) {
        if (end < path.len && path.at[end] != '/')
            continue;
        const char *part = str_c(home, str_sub(path, 0, end));
        if (lstat(part, &stat) == 0)
            continue;
        if (errno == ENOENT) /* else nobody can tell whether it is there */
            leftover_add(part);
        return;
    }
}

void leftover_end(const char *path, bool keep)
{
    sigset_t mask;
    hold(true, &mask);
    for (int i = leftovers - 1; i >= 0; i--) {
        if (path && *leftover_at(i) != path)
            continue;
        if (!keep)
            (void)tree_remove(AT_FDCWD, *leftover_at(i), DEPTH_MOST);
        *leftover_at(i) = *leftover_at(leftovers - 1);
        leftovers = leftovers - 1;
        if (leftovers == 0)
            handlers_set(false);
    }
    hold(false, &mask);
}
