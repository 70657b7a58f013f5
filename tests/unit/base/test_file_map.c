/* test_file_map.c - a large file through its own pages: the same bytes, also after they were let
 * go; whoever writes to it meanwhile is noticed. */
#include "base_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *folder;

static int make(void **state)
{
    (void)begin(state);
    folder = folder_new();
    return 0;
}

static int unmake(void **state)
{
    folder_remove(folder);
    return end(state);
}

static const char *made_as(const char *name, size_t size)
{
    const char *path = below(folder, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    for (size_t at = 0; at < size; at += 1 << 16)
        assert_int_equal(pwrite(fd, &at, sizeof at, (off_t)at), sizeof at);
    assert_int_equal(ftruncate(fd, (off_t)size), 0);
    close(fd);
    return path;
}

static const char *made(size_t size)
{
    return made_as("dossier", size);
}

static void comes_back_when_let_go(void **state)
{
    (void)state;
    enum { SIZE = (9 << 20) + 123 };
    const char *path = made(SIZE);
    struct str bytes, read;
    struct file_map *map;
    assert_true(file_map(home, path, NULL, &bytes, &map, diags));
    assert_non_null(map);
    assert_true(file_read(home, path, NULL, &read, diags));
    assert_true(str_eq(bytes, read));
    struct digest whole = digest_of(read);
    for (size_t at = 0; at < SIZE; at += 999999) {
        file_map_passed(str_sub(bytes, at, at + 5));
        file_map_passed(str_sub(bytes, at, SIZE));
    }
    assert_true(digest_eq(whole, digest_of(bytes)));
    assert_true(digest_eq(whole, file_map_digest(bytes, map)));
    assert_true(digest_eq(whole, digest_of(bytes)));
    assert_true(file_map_same(map, diags));
    assert_int_equal(diags_count(diags, LEVEL_INPUT), 0);
}

static void written_to_meanwhile(void **state)
{
    (void)state;
    const char *path = made(5 << 20);
    struct str bytes;
    struct file_map *map;
    assert_true(file_map(home, path, NULL, &bytes, &map, diags));
    assert_non_null(map);
    int fd = open(path, O_WRONLY);
    (void)usleep(20000); /* the clock of a file system is coarse */
    assert_int_equal(pwrite(fd, "edited", 6, 4096), 6);
    close(fd);
    assert_false(file_map_same(map, diags));
    assert_non_null(diags_first(diags));
    assert_int_equal(diags_first(diags)->id, DIAG_FILE_CHANGED);
    /* Who began later asks for his own files alone. */
    size_t mark = files_mapped();
    assert_false(files_same(0, diags));
    assert_true(files_same(mark, diags));
    assert_true(file_map(home, made(5 << 20), NULL, &bytes, &map, diags));
    assert_true(files_same(mark, diags));
    (void)usleep(20000);
    assert_int_equal(truncate(path, 5 << 20), 0);
    assert_false(files_same(mark, diags));
}

/* The file that was cut is named, not the one that was mapped last: files of a bundle are mapped
 * side by side. */
static void names_the_file_that_was_cut(void **state)
{
    (void)state;
    enum { SIZE = 5 << 20, FILES = 3, CUT = 1 };
    static const char *const names[FILES] = { "first", "second", "third" };
    struct str bytes[FILES];
    struct file_map *map;
    int pipes[2], status;
    char said[512] = "";
    for (size_t i = 0; i < FILES; i++)
        assert_true(file_map(home, made_as(names[i], SIZE), NULL, &bytes[i], &map, diags));
    assert_int_equal(truncate(below(folder, names[CUT]), 0), 0);
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(pipes[1], STDERR_FILENO);
        _exit(((const volatile char *)bytes[CUT].at)[SIZE / 2] == 0 ? 0 : 1);
    }
    assert_true(child > 0);
    close(pipes[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(read(pipes[0], said, sizeof said - 1) > 0);
    close(pipes[0]);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 4);
    assert_non_null(strstr(said, "/second: input: the file was cut short"));
    assert_null(strstr(said, "/first:"));
    assert_null(strstr(said, "/third:"));
}

static void small_ones_are_copied(void **state)
{
    (void)state;
    const char *path = made(100000);
    struct str bytes;
    struct file_map *map;
    assert_true(file_map(home, path, NULL, &bytes, &map, diags));
    assert_null(map);
    assert_int_equal(truncate(path, 0), 0);
    assert_int_equal(bytes.len, 100000);
    assert_int_equal(bytes.at[65536 + 2], 1);
    assert_true(file_map_same(map, diags));
    assert_true(digest_eq(digest_of(bytes), file_map_digest(bytes, map)));
}

static void what_cannot_be_read(void **state)
{
    (void)state;
    struct str bytes;
    struct file_map *map;
    struct limits limits = { .file = 4 << 20 };
    assert_false(file_map(home, below(folder, "none"), NULL, &bytes, &map, diags));
    assert_false(file_map(home, folder, NULL, &bytes, &map, diags));
    assert_false(file_map(home, made(5 << 20), &limits, &bytes, &map, diags));
    assert_null(map);
}

/* Of a folder, files past a mebibyte are mapped; where the system gives no more descriptors they
 * are copied, and nobody says that they were written to. */
static void with_few_descriptors(void **state)
{
    (void)state;
    enum { FILES = 6 };
    for (int i = 0; i < FILES; i++) {
        const char *name = str_format(home, "log-%d", i).at;
        assert_int_equal(rename(made((1 << 20) + 5), below(folder, name)), 0);
    }
    struct limits limits = { .mapped = true };
    for (int scarce = 0; scarce < 2; scarce++) {
        struct rlimit before, few;
        struct entries entries;
        struct arena_mark mark = arena_mark(home);
        int next = dup(0);
        assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
        few = before;
        few.rlim_cur = scarce ? (rlim_t)next + 5 : before.rlim_cur;
        close(next);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
        bool good = entries_read(home, folder, &limits, &entries, diags);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        assert_true(good);
        assert_int_equal(entries.count, FILES);
        size_t count = 0;
        for (size_t i = 0; i < entries.count; i++) {
            char copy[8];
            count += file_mapped(entries.item[i].bytes);
            assert_true(file_copy(str_sub(entries.item[i].bytes, 1 << 19, (1 << 19) + 8), copy));
            assert_memory_equal(copy, entries.item[i].bytes.at + (1 << 19), 8);
        }
        assert_true(scarce ? count < FILES && count > 0 : count == FILES);
        assert_true(files_same(0, diags));
        assert_int_equal(diags_count(diags, LEVEL_INPUT), 0);
        arena_rewind(home, mark);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(comes_back_when_let_go, make, unmake),
        cmocka_unit_test_setup_teardown(written_to_meanwhile, make, unmake),
        cmocka_unit_test_setup_teardown(names_the_file_that_was_cut, make, unmake),
        cmocka_unit_test_setup_teardown(small_ones_are_copied, make, unmake),
        cmocka_unit_test_setup_teardown(with_few_descriptors, make, unmake),
        cmocka_unit_test_setup_teardown(what_cannot_be_read, make, unmake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
