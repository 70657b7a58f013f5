/* replace.c - writing files all or nothing: a temporary beside the target, synced, then renamed.
 *
 * Where the system can, the temporary has no name until it is whole: whatever ends the program
 * before, Control-C or worse, leaves nothing in the folder. */
#include "file_own.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

enum { NAMES_TRIED = 8 };

struct replacing {
    struct str path;
    const char *target;
    char temporary[40];
    int folder, fd; /* -1: closed */
    int aside;      /* -1: none was asked for */
    bool failed, nameless;
    struct diags *diags;
};

static bool failed(struct replacing *replacing, const char *what)
{
    if (!replacing->failed)
        diag_errno(replacing->diags, DIAG_FILE_WRITE, replacing->path, what, errno);
    replacing->failed = true;
    return false;
}

static bool put(void *self, struct str bytes)
{
    struct replacing *replacing = self;
    while (bytes.len && !replacing->failed) {
        ssize_t wrote = write(replacing->fd, bytes.at, bytes.len);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0) {
            errno = wrote == 0 ? ENOSPC : errno;
            return failed(replacing, "write");
        }
        bytes = str_sub(bytes, (size_t)wrote, bytes.len);
    }
    return !replacing->failed;
}

/* A name nobody can foresee. */
static bool temporary_name(struct replacing *replacing)
{
    uint64_t random;
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
        return false;
    (void)snprintf(replacing->temporary, sizeof replacing->temporary, ".dossier-%016llx.tmp",
                   (unsigned long long)random);
    return true;
}

/* The name by which an open file can be linked; it asks for a mounted /proc. */
static bool link_name(const struct replacing *replacing, char name[static 40])
{
    (void)snprintf(name, 40, "/proc/self/fd/%d", replacing->fd);
    return access(name, F_OK) == 0;
}

/* A new file. Its mode is left to the umask, as for any new file. */
static bool temporary_open(struct replacing *replacing)
{
    char name[40];
    replacing->fd = openat(replacing->folder, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    replacing->nameless = replacing->fd >= 0 && link_name(replacing, name);
    if (replacing->nameless)
        return true;
    close_fd(&replacing->fd);
    for (int attempt = 0; attempt < NAMES_TRIED; attempt++) {
        if (!temporary_name(replacing))
            return false;
        replacing->fd = openat(replacing->folder, replacing->temporary,
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (replacing->fd >= 0 || errno != EEXIST)
            break;
    }
    return replacing->fd >= 0;
}

/* Gives the whole file a name, from which it can be renamed. */
static bool temporary_link(struct replacing *replacing)
{
    char name[40];
    if (!replacing->nameless)
        return true;
    for (int attempt = 0; attempt < NAMES_TRIED && link_name(replacing, name); attempt++)
        if (temporary_name(replacing) &&
            linkat(AT_FDCWD, name, replacing->folder, replacing->temporary, AT_SYMLINK_FOLLOW) == 0)
            return true;
    replacing->temporary[0] = 0;
    return false;
}

/* A rename would put away a device or a pipe for good, so those are refused. A link is replaced,
 * not followed; a folder cannot be. */
static bool target_plain(const struct replacing *replacing)
{
    struct stat stat;
    if (fstatat(replacing->folder, replacing->target, &stat, AT_SYMLINK_NOFOLLOW) != 0 ||
        S_ISREG(stat.st_mode) || S_ISLNK(stat.st_mode))
        return true;
    diag_add(replacing->diags, DIAG_FILE_EXISTS, (struct place){ .file = replacing->path },
             STR("a plain file, or none"), "%s",
             S_ISDIR(stat.st_mode) ? "a folder" : "a device, pipe or socket");
    return false;
}

/* Takes over the descriptor `folder`. */
static bool begin_in(struct arena *home, int folder, struct str path, struct str target,
                     struct replacing **out, struct sink *sink, struct diags *diags)
{
    struct replacing *replacing = ARENA_NEW(home, struct replacing);
    *replacing = (struct replacing){
        .path = str_keep(home, path),
        .target = str_c(home, target),
        .folder = folder,
        .fd = -1,
        .aside = -1,
        .diags = diags,
    };
    if (!target_plain(replacing)) {
        close_fd(&replacing->folder);
        return false;
    }
    if (!temporary_open(replacing)) {
        failed(replacing, "create");
        close_fd(&replacing->folder);
        return false;
    }
    *out = replacing;
    *sink = (struct sink){ put, replacing };
    return true;
}

bool replace_begin(struct arena *home, const char *path, struct replacing **out, struct sink *sink,
                   struct diags *diags)
{
    const char *slash = strrchr(path, '/');
    struct str target = str_from(slash ? slash + 1 : path);
    struct str parent = slash ? str_sub(str_from(path), 0, (size_t)(slash - path) + 1) : STR(".");
    const char *fault = target.len ? NULL : "a folder";
    if (str_eq(target, STR(".")) || str_eq(target, STR("..")))
        fault = "a folder";
    if (fault) {
        diag_add(diags, DIAG_FILE_WRITE, (struct place){ .file = str_from(path) },
                 STR("a file name"), "%s", fault);
        return false;
    }
    int folder = open(str_c(home, parent), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        diag_errno(diags, DIAG_FILE_WRITE, str_from(path), "open its folder", errno);
        return false;
    }
    return begin_in(home, folder, str_from(path), target, out, sink, diags);
}

void replace_abandon(struct replacing *replacing)
{
    if (replacing->fd >= 0) {
        close(replacing->fd);
        replacing->fd = -1;
    }
    close_fd(&replacing->aside);
    replacing->aside = -1;
    if (replacing->folder >= 0) {
        if (replacing->temporary[0])
            (void)unlinkat(replacing->folder, replacing->temporary, 0);
        close(replacing->folder);
        replacing->folder = -1;
    }
}

static bool aside_put(void *self, uint64_t at, struct str bytes)
{
    struct replacing *replacing = self;
    if (replacing->aside < 0)
        replacing->aside = openat(replacing->folder, ".", O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
    while (bytes.len) { /* without such a file the first write fails */
        ssize_t wrote = pwrite(replacing->aside, bytes.at, bytes.len, (off_t)at);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        at += (uint64_t)wrote;
        bytes = str_sub(bytes, (size_t)wrote, bytes.len);
    }
    return true;
}

static void aside_drop(void *self, uint64_t at)
{
    struct replacing *replacing = self;
    if (replacing->aside >= 0)
        (void)!ftruncate(replacing->aside, (off_t)at);
}

static bool aside_take(void *self, uint64_t at, uint64_t size)
{
    enum { PIECE = 1 << 18 };
    struct replacing *replacing = self;
    char *piece = malloc(PIECE);
    bool good = piece || failed(replacing, "memory");
    while (good && size) {
        ssize_t got = pread(replacing->aside, piece, size < PIECE ? size : PIECE, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            errno = got == 0 ? EIO : errno;
            good = failed(replacing, "read what was laid beside it");
            break;
        }
        good = put(replacing, (struct str){ piece, (size_t)got });
        /* Where a file system has no holes, the room is needed twice until the end. */
        (void)!fallocate(replacing->aside, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)at,
                         (off_t)got);
        at += (uint64_t)got;
        size -= (uint64_t)got;
    }
    free(piece);
    return good;
}

struct aside replace_aside(struct replacing *replacing)
{
    return (struct aside){ aside_put, aside_take, aside_drop, replacing };
}

/* Some file systems cannot sync a folder and say so; that is no failure of ours. */
static bool folder_sync(int folder)
{
    return fsync(folder) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

/* From here on the file has a name; signals that end the program wait until it is the target's. */
static bool put_in_place(struct replacing *replacing)
{
    if (!temporary_link(replacing))
        return failed(replacing, "name");
    int fd = replacing->fd;
    replacing->fd = -1;
    if (close(fd) != 0)
        return failed(replacing, "close");
    if (renameat(replacing->folder, replacing->temporary, replacing->folder, replacing->target) !=
        0)
        return failed(replacing, "rename");
    replacing->temporary[0] = 0;
    return true;
}

static bool commit(struct replacing *replacing)
{
    if (replacing->failed)
        return false;
    if (fsync(replacing->fd) != 0)
        return failed(replacing, "sync");
    sigset_t ending, before;
    (void)sigemptyset(&ending);
    (void)sigaddset(&ending, SIGINT);
    (void)sigaddset(&ending, SIGTERM);
    (void)sigaddset(&ending, SIGHUP);
    (void)pthread_sigmask(SIG_BLOCK, &ending, &before);
    bool placed = put_in_place(replacing);
    if (!placed && replacing->temporary[0]) {
        (void)unlinkat(replacing->folder, replacing->temporary, 0);
        replacing->temporary[0] = 0;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return placed && (folder_sync(replacing->folder) || failed(replacing, "sync its folder"));
}

bool replace_commit(struct replacing *replacing, struct diags *diags)
{
    replacing->diags = diags;
    bool done = commit(replacing);
    replace_abandon(replacing);
    return done;
}

/* Digest of what is at the target now; false: it cannot be read. */
static bool target_digest(const struct replacing *replacing, struct digest *out)
{
    AUTO_FD fd = openat(replacing->folder, replacing->target, O_RDONLY | O_CLOEXEC);
    return fd >= 0 && digest_of_open(fd, out);
}

bool replace_commit_over(struct replacing *replacing, struct digest was, struct diags *diags)
{
    replacing->diags = diags;
    /* The lock is on what is there before the rename: whoever waited for it finds, by name, what
     * the one before put there. */
    AUTO_FD lock = openat(replacing->folder, replacing->target, O_RDONLY | O_CLOEXEC);
    struct digest now;
    bool same = lock >= 0 && flock(lock, LOCK_EX) == 0 && target_digest(replacing, &now) &&
                digest_eq(now, was);
    if (!same && !replacing->failed) {
        diag_add(diags, DIAG_FILE_TAKEN, (struct place){ .file = replacing->path },
                 STR("the file that was read"), "another program wrote it in the meantime");
    }
    bool done = same && commit(replacing);
    replace_abandon(replacing);
    return done;
}

/* Opens folder `name` below `parent`, made if missing; a link in its place is refused. */
static int folder_below(int parent, const char *name)
{
    if (mkdirat(parent, name, 0777) == 0) {
        if (!folder_sync(parent))
            return -1;
    } else if (errno != EEXIST) {
        return -1;
    }
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* The folder at `path`, made with its parents if missing; `made`: how much of the path names the
 * first that was, 0: all were there. Links on the way are the caller's. */
static int folder_made(struct arena *home, const char *path, size_t *made)
{
    struct str whole = str_from(path);
    *made = 0;
    for (size_t i = 1; i <= whole.len; i++) {
        if (i < whole.len && path[i] != '/')
            continue;
        bool new = mkdir(str_c(home, str_sub(whole, 0, i)), 0777) == 0;
        if (!new &&errno != EEXIST)
            return -1;
        *made = new &&*made == 0 ? i : *made;
    }
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static bool entry_write(struct arena *home, int root, struct str shown, const struct entry *entry,
                        struct diags *diags)
{
    struct str rest = entry->name, segment = { 0 };
    int folder = fcntl(root, F_DUPFD_CLOEXEC, 0);
    while (folder >= 0 && str_cut(&rest, '/', &segment) && rest.at) {
        int parent = folder;
        folder = folder_below(parent, str_c(home, segment));
        int error = errno;
        close(parent);
        errno = error;
    }
    if (folder < 0) {
        diag_errno(diags, DIAG_FILE_WRITE, shown, "make its folder", errno);
        return false;
    }
    struct replacing *replacing;
    struct sink sink;
    if (!begin_in(home, folder, shown, segment, &replacing, &sink, diags))
        return false;
    (void)sink.put(sink.self, entry->bytes); /* commit knows of a failure */
    return replace_commit(replacing, diags);
}

/* ---- a folder that somebody stops ---- */

/* Signals that end a program wait for the file under way. A folder that was made here is then taken
 * away again; in one that was there before each file is the old or the new one, whole. Where a file
 * cannot be written, as on a full disk, nothing stays of what was not there before. */

static volatile sig_atomic_t stopped_by; /* 0: nobody stopped it */
static const int stops[] = { SIGHUP, SIGINT, SIGTERM };

static void note_stop(int number)
{
    stopped_by = number;
}

static void stops_wait(struct sigaction *before)
{
    struct sigaction note = { .sa_flags = SA_RESTART };
    note.sa_handler = note_stop;
    stopped_by = 0;
    for (size_t i = 0; i < ARRAY_COUNT(stops); i++) {
        (void)sigaction(stops[i], NULL, &before[i]);
        if (before[i].sa_handler == SIG_DFL)
            (void)sigaction(stops[i], &note, NULL);
    }
}

static void stops_pass(const struct sigaction *before)
{
    for (size_t i = 0; i < ARRAY_COUNT(stops); i++)
        (void)sigaction(stops[i], &before[i], NULL);
    if (stopped_by)
        (void)raise(stopped_by);
}

/* How much of an entry's name was not there before it was written; SIZE_MAX: all was. */
static size_t missing_from(struct arena *home, int root, struct str name)
{
    struct stat stat;
    for (size_t end = 1; end <= name.len; end++)
        if ((end == name.len || name.at[end] == '/') &&
            fstatat(root, str_c(home, str_sub(name, 0, end)), &stat, AT_SYMLINK_NOFOLLOW) != 0)
            return end;
    return SIZE_MAX;
}

/* Takes away what was written and was not there before, `missing` by entry, as far as it is still
 * there and nobody put anything beside it. */
static void take_back(struct arena *home, int root, struct str path, size_t made,
                      const struct entries *entries, const size_t *missing, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (missing[i] != SIZE_MAX)
            (void)unlinkat(root, str_c(home, entries->item[i].name), 0);
    for (size_t i = count; i-- > 0;) {
        struct str name = entries->item[i].name;
        for (size_t end = name.len; end-- > 0 && end >= missing[i];)
            if (name.at[end] == '/')
                (void)unlinkat(root, str_c(home, str_sub(name, 0, end)), AT_REMOVEDIR);
    }
    for (size_t end = path.len; made > 0 && end >= made; end--)
        if (end == path.len || path.at[end] == '/')
            (void)rmdir(str_c(home, str_sub(path, 0, end)));
}

static bool all_written(struct arena *home, int root, const char *path,
                        const struct entries *entries, size_t *missing, size_t *count,
                        struct diags *diags)
{
    for (size_t i = 0; i < entries->count && !stopped_by; i++) {
        const struct entry *entry = &entries->item[i];
        struct str shown = str_format(home, "%s/%.*s", path, STR_ARG(entry->name));
        const char *fault = name_fault(entry->name);
        if (fault) {
            diag_add(diags, DIAG_FILE_WRITE, (struct place){ .file = shown }, STR(""), "%s", fault);
            return false;
        }
        missing[i] = missing_from(home, root, entry->name);
        *count = i + 1;
        if (!entry_write(home, root, shown, entry, diags))
            return false;
    }
    return !stopped_by;
}

bool entries_write(struct arena *home, const char *path, const struct entries *entries,
                   struct diags *diags)
{
    size_t made, count = 0;
    struct sigaction before[ARRAY_COUNT(stops)];
    stops_wait(before);
    AUTO_FD root = folder_made(home, path, &made);
    bool good = root >= 0;
    if (!good)
        diag_errno(diags, DIAG_FILE_WRITE, str_from(path), "make folder", errno);
    size_t *missing = ARENA_MANY(home, entries->count + 1, size_t);
    good = good && all_written(home, root, path, entries, missing, &count, diags);
    /* Stopped in a folder that was there, what is written stays: each file is whole. */
    if (stopped_by ? made > 0 : !good)
        take_back(home, root, str_from(path), made, entries, missing, count);
    stops_pass(before);
    return good;
}
