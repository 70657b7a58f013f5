/* Every call that can fail is wrapped by the linker (see base.cmake) and made to fail in turn. */
#include "base_files.h"

#include <dirent.h>
#include <errno.h>

static int countdown;      /* the countdown-th wrapped call fails; 0: none */
static bool only_some;     /* a failing write first takes a part */
static const char *failed; /* the call that was made to fail */

static bool fails(const char *name)
{
    if (countdown > 0 && --countdown == 0) {
        failed = name;
        errno = EIO;
        return true;
    }
    return false;
}

/* Names that the linker gives to the real and the wrapped functions. */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
ssize_t __real_write(int fd, const void *at, size_t size);
ssize_t __wrap_write(int fd, const void *at, size_t size);
int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_close(int fd);
int __wrap_close(int fd);
int __real_renameat(int from, const char *old, int to, const char *new);
int __wrap_renameat(int from, const char *old, int to, const char *new);

ssize_t __wrap_write(int fd, const void *at, size_t size)
{
    if (only_some && size > 3)
        size = 3;
    return fails("write") ? -1 : __real_write(fd, at, size);
}

int __wrap_fsync(int fd)
{
    return fails("fsync") ? -1 : __real_fsync(fd);
}

int __wrap_close(int fd)
{
    struct stat stat;
    bool file = fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode); /* failing folders say nothing */
    bool fail = file && fails("close");
    int status = __real_close(fd);
    if (fail)
        errno = EIO;
    return fail ? -1 : status;
}

int __wrap_renameat(int from, const char *old, int to, const char *new)
{
    return fails("renameat") ? -1 : __real_renameat(from, old, to, new);
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

static const char *folder;

static int make(void **state)
{
    (void)begin(state);
    folder = folder_new();
    countdown = 0;
    only_some = false;
    failed = NULL;
    return 0;
}

static int unmake(void **state)
{
    countdown = 0;
    folder_remove(folder);
    return end(state);
}

#define FILES(function) cmocka_unit_test_setup_teardown(function, make, unmake)

/* Number of names in the folder. */
static int names_in(const char *path)
{
    int count = -2; /* . and .. */
    DIR *dir = opendir(path);
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

static bool replace(const char *text)
{
    struct replacing *replacing;
    struct sink sink;
    if (!replace_begin(home, below(folder, "target"), &replacing, &sink, diags))
        return false;
    (void)sink.put(sink.self, str_from(text));
    (void)sink.put(sink.self, STR(" end"));
    return replace_commit(replacing, diags);
}

static void the_old_file_stands_until_the_new_one_is_whole(void **state)
{
    (void)state;
    int failures = 0, after = 0;
    for (int n = 1;; n++) {
        write_file(folder, "target", "old");
        diags = diags_new(home);
        countdown = n;
        failed = NULL;
        bool done = replace("new text");
        countdown = 0;
        assert_int_equal(names_in(folder), 1); /* no temporary is left */
        struct str now = read_whole(folder, "target");
        if (done) {
            assert_null(failed);
            assert_str(now, "new text end");
            break;
        }
        failures++;
        assert_str(diag_names(), "file-write");
        assert_int_equal(diags_exit(diags), 4);
        if (str_eq(now, STR("new text end"))) {
            after++; /* only the last step, syncing the folder, comes after the rename */
            assert_string_equal(failed, "fsync");
        } else {
            assert_str(now, "old");
        }
    }
    assert_int_equal(failures, 6); /* two writes, sync, close, rename, sync of the folder */
    assert_int_equal(after, 1);
}

static void a_new_file_appears_whole_or_not_at_all(void **state)
{
    (void)state;
    for (int n = 1; n <= 5; n++) {
        diags = diags_new(home);
        countdown = n;
        assert_false(replace("new"));
        assert_int_equal(names_in(folder), 0);
    }
    countdown = 0;
    assert_true(replace("new"));
    assert_str(read_whole(folder, "target"), "new end");
    struct stat stat_of;
    mode_t mask = umask(022);
    (void)umask(mask);
    assert_int_equal(stat(below(folder, "target"), &stat_of), 0);
    assert_int_equal(stat_of.st_mode & 0777, 0666 & ~mask);
}

static void short_writes_are_continued(void **state)
{
    (void)state;
    only_some = true;
    assert_true(replace("a text longer than one short write"));
    assert_str(read_whole(folder, "target"), "a text longer than one short write end");
}

static void abandoning_leaves_nothing(void **state)
{
    (void)state;
    struct replacing *replacing;
    struct sink sink;
    write_file(folder, "target", "old");
    assert_true(replace_begin(home, below(folder, "target"), &replacing, &sink, diags));
    assert_true(sink.put(sink.self, STR("new")));
    assert_in_range(names_in(folder), 1, 2); /* the temporary may have no name */
    replace_abandon(replacing);
    replace_abandon(replacing); /* twice does no harm */
    assert_int_equal(names_in(folder), 1);
    assert_str(read_whole(folder, "target"), "old");
}

static void targets_that_cannot_be(void **state)
{
    (void)state;
    static const char *const paths[] = { "none/target", ".", "..", "", "sub/", "file/target" };
    write_file(folder, "file", "x");
    assert_int_equal(mkdir(below(folder, "sub"), 0755), 0);
    for (size_t i = 0; i < ARRAY_COUNT(paths); i++) {
        struct replacing *replacing;
        struct sink sink;
        diags = diags_new(home);
        assert_false(replace_begin(home, below(folder, paths[i]), &replacing, &sink, diags));
        assert_str(diag_names(), "file-write");
    }
    struct replacing *replacing;
    struct sink sink;
    diags = diags_new(home);
    assert_int_equal(mkfifo(below(folder, "pipe"), 0644), 0);
    assert_false(replace_begin(home, below(folder, "sub"), &replacing, &sink, diags));
    assert_false(replace_begin(home, below(folder, "pipe"), &replacing, &sink, diags));
    assert_str(diag_names(), "file-exists file-exists"); /* neither is replaced */
    assert_int_equal(names_in(folder), 3);
    struct stat stat_of;
    assert_int_equal(stat(below(folder, "pipe"), &stat_of), 0);
    assert_true(S_ISFIFO(stat_of.st_mode));
}

static void a_link_is_replaced_not_followed(void **state)
{
    (void)state;
    write_file(folder, "real", "old");
    assert_int_equal(symlink("real", below(folder, "target")), 0);
    assert_true(replace("new"));
    assert_str(read_whole(folder, "real"), "old");
    assert_str(read_whole(folder, "target"), "new end");
}

static void entries_are_written_and_read_back(void **state)
{
    (void)state;
    struct entry item[] = { { .name = STR("a/b/c"), .bytes = STR("1") },
                            { .name = STR("a/d"), .bytes = STR("") },
                            { .name = STR("e"),
                              .bytes = STR("2\0"
                                           "3") } };
    struct entries entries = { item, ARRAY_COUNT(item) }, back;
    const char *path = below(folder, "new/deeper/");
    assert_true(entries_write(home, path, &entries, diags));
    write_file(folder, "new/deeper/kept", "x");
    assert_true(entries_write(home, path, &entries, diags)); /* again, over itself */
    assert_true(entries_read(home, path, NULL, &back, diags));
    assert_str(entry_names(&back), "a/b/c a/d e kept");
    assert_true(str_eq(back.item[2].bytes, item[2].bytes));
    assert_int_equal(diags_count(diags, LEVEL_NOTE), 0);
}

static void entries_never_leave_their_folder(void **state)
{
    (void)state;
    static const char *const names[] = { "../x", "/x", "a/../x", "a//b",
                                         "a/",   "",   "link/x", "file/x" };
    assert_int_equal(mkdir(below(folder, "out"), 0755), 0);
    assert_int_equal(symlink("..", below(folder, "out/link")), 0);
    write_file(folder, "out/file", "x");
    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        struct entry item = { .name = str_from(names[i]), .bytes = STR("evil") };
        struct entries entries = { &item, 1 };
        diags = diags_new(home);
        assert_false(entries_write(home, below(folder, "out"), &entries, diags));
        assert_int_equal(diags_exit(diags), 4);
        assert_int_equal(names_in(folder), 1);
    }
}

static void entries_stop_at_the_first_failure(void **state)
{
    (void)state;
    struct entry item[] = { { .name = STR("a/b"), .bytes = STR("1") },
                            { .name = STR("c"), .bytes = STR("2") } };
    struct entries entries = { item, ARRAY_COUNT(item) };
    int n = 1;
    for (;; n++) {
        const char *path = below(folder, str_format(home, "n%d", n).at);
        diags = diags_new(home);
        countdown = n;
        bool done = entries_write(home, path, &entries, diags);
        countdown = 0;
        if (done)
            break;
        assert_int_equal(diags_exit(diags), 4);
        assert_int_not_equal(access(path, F_OK), 0); /* it was not there before */
    }
    assert_in_range(n, 10, 20);
    /* In a folder that was there what was there stays, and nothing else. */
    const char *path = below(folder, "old");
    assert_int_equal(mkdir(path, 0755), 0);
    write_file(folder, "old/c", "before");
    assert_int_equal(mkdir(below(folder, "old/empty"), 0755), 0);
    struct entry more[] = { { .name = STR("a/b"), .bytes = STR("1") },
                            { .name = STR("empty/d/e"), .bytes = STR("2") },
                            { .name = STR("../x"), .bytes = STR("3") } };
    struct entries refused = { more, ARRAY_COUNT(more) };
    assert_false(entries_write(home, path, &refused, diags));
    assert_int_equal(names_in(path), 2);
    assert_int_equal(names_in(below(folder, "old/empty")), 0);
    assert_str(read_whole(folder, "old/c"), "before");
}

/* What was read is replaced; what another program wrote meanwhile is not. */
static void only_what_was_read_is_replaced(void **state)
{
    (void)state;
    static const char *const meanwhile[] = { "old", "older", "", NULL }; /* NULL: taken away */
    for (size_t i = 0; i < ARRAY_COUNT(meanwhile); i++) {
        struct replacing *replacing;
        struct sink sink;
        write_file(folder, "target", "old");
        diags = diags_new(home);
        assert_true(replace_begin(home, below(folder, "target"), &replacing, &sink, diags));
        assert_true(sink.put(sink.self, STR("new")));
        if (meanwhile[i])
            write_file(folder, "target", meanwhile[i]);
        else
            assert_int_equal(unlink(below(folder, "target")), 0);
        bool done = replace_commit_over(replacing, digest_of(STR("old")), diags);
        assert_int_equal(done, i == 0);
        assert_int_equal(names_in(folder), meanwhile[i] ? 1 : 0); /* no temporary is left */
        if (meanwhile[i])
            assert_str(read_whole(folder, "target"), i == 0 ? "new" : meanwhile[i]);
        assert_int_equal(diags_exit(diags), i == 0 ? 0 : 3);
    }
}

/* Whatever ends the program before the commit leaves nothing, where the system can do that. */
static void no_name_before_the_commit(void **state)
{
    (void)state;
    struct replacing *replacing;
    struct sink sink;
    int fd = open(folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);
    if (fd < 0) {
        print_message("skipped: no nameless files on this file system\n");
        skip();
    }
    close(fd);
    assert_true(replace_begin(home, below(folder, "whole"), &replacing, &sink, diags));
    assert_true(sink.put(sink.self, STR("all of it")));
    assert_int_equal(names_in(folder), 0);
    assert_true(replace_commit(replacing, diags));
    assert_int_equal(names_in(folder), 1);
    struct str bytes;
    assert_true(file_read(home, below(folder, "whole"), NULL, &bytes, diags));
    assert_true(str_eq(bytes, STR("all of it")));

    assert_true(replace_begin(home, below(folder, "other"), &replacing, &sink, diags));
    assert_true(sink.put(sink.self, STR("never")));
    replace_abandon(replacing);
    assert_int_equal(names_in(folder), 1);
}

/* A tree is taken away whole; of one that is deeper than is looked into, what is beside that. Each
 * folder is read again only while something in it goes: else the time grows with each level. */
static void what_is_left_over_is_taken_away(void **state)
{
    (void)state;
    struct buf path = buf_new(home, 1 << 10);
    enum { DEEPER = 66 };
    assert_int_equal(mkdir(below(folder, "tree"), 0755), 0);
    buf_put(&path, STR("tree"));
    for (int i = 0; i < DEEPER; i++) {
        write_file(folder, str_format(home, "%.*s/file", STR_ARG(buf_str(&path))).at, "x");
        buf_put(&path, STR("/d"));
        assert_int_equal(mkdir(below(folder, str_c(home, buf_str(&path))), 0755), 0);
    }
    (void)alarm(20);                                     /* a hang is a failure */
    leftover_new(home, str_from(below(folder, "tree"))); /* which is there: not ours to take */
    leftover_end(NULL, false);
    assert_int_equal(access(below(folder, "tree/file"), F_OK), 0);
    leftover_add(below(folder, "tree"));
    leftover_end(NULL, false);
    assert_int_not_equal(access(below(folder, "tree/file"), F_OK), 0);
    assert_int_equal(access(below(folder, "tree/d"), F_OK), 0);
    const char *rest = below(folder, "tree/d/d/d/d");
    leftover_add(rest);
    leftover_end(rest, false);
    assert_int_not_equal(access(rest, F_OK), 0);
    leftover_add(below(folder, "tree"));
    leftover_end(NULL, false);
    (void)alarm(0);
    assert_int_equal(names_in(folder), 0);
}

/* However many files are under way, a stop takes away the last as well. */
static void none_of_many_is_left_over(void **state)
{
    (void)state;
    enum { FILES_MADE = 4100 };
    const char *path[FILES_MADE];
    for (int i = 0; i < FILES_MADE; i++) {
        path[i] = below(folder, str_format(home, "file%d", i).at);
        write_file(folder, str_format(home, "file%d", i).at, "x");
    }
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < FILES_MADE; i++)
            leftover_add(path[i]);
        (void)raise(SIGTERM);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    assert_int_equal(names_in(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILES(only_what_was_read_is_replaced),
        FILES(no_name_before_the_commit),
        FILES(the_old_file_stands_until_the_new_one_is_whole),
        FILES(a_new_file_appears_whole_or_not_at_all),
        FILES(short_writes_are_continued),
        FILES(abandoning_leaves_nothing),
        FILES(targets_that_cannot_be),
        FILES(a_link_is_replaced_not_followed),
        FILES(entries_are_written_and_read_back),
        FILES(entries_never_leave_their_folder),
        FILES(entries_stop_at_the_first_failure),
        FILES(what_is_left_over_is_taken_away),
        FILES(none_of_many_is_left_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
