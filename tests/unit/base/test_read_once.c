/* test_read_once.c - a file that somebody edits or cuts after it was read is still the file that
 * was read; small ones and those of more than 64 MiB, which have pages of their own. */
#include "base_files.h"
#include "file_own.h"

#include <fcntl.h>

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

/* A file of that size, each page of it another. */
static const char *made(size_t size)
{
    const char *path = below(folder, "large");
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    for (size_t at = 0; at < size; at += 1 << 20)
        assert_int_equal(pwrite(fd, &at, sizeof at, (off_t)at), sizeof at);
    assert_int_equal(ftruncate(fd, (off_t)size), 0);
    close(fd);
    return path;
}

static void changed_afterwards(size_t size)
{
    struct str bytes;
    const char *path = made(size);
    assert_true(file_read(home, path, NULL, &bytes, diags));
    assert_int_equal(bytes.len, size);
    struct digest before = digest_of(bytes);

    int fd = open(path, O_WRONLY);
    for (size_t at = 0; at < size; at += 1 << 19)
        assert_int_equal(pwrite(fd, "edited", 6, (off_t)at), 6);
    assert_true(digest_eq(before, digest_of(bytes)));
    assert_int_equal(ftruncate(fd, 0), 0); /* a mapped file would now end the program by SIGBUS */
    assert_true(digest_eq(before, digest_of(bytes)));
    close(fd);
    assert_int_equal(unlink(path), 0);
    assert_true(digest_eq(before, digest_of(bytes)));
}

static void small(void **state)
{
    (void)state;
    changed_afterwards(1000);
}

static void below_the_limit(void **state)
{
    (void)state;
    changed_afterwards((size_t)64 << 20);
}

static void above_the_limit(void **state)
{
    (void)state;
    changed_afterwards(((size_t)64 << 20) + 1);
    changed_afterwards((size_t)97 << 20);
}

/* Cut between the question how long it is and the reading: a named failure. */
static void shorter_than_it_says(void **state)
{
    (void)state;
    struct str bytes;
    int fd = open(made(((size_t)64 << 20) + 4096), O_RDONLY);
    assert_true(fd >= 0);
    /* Read from the middle: as many bytes as fstat says are no longer to come. */
    assert_int_equal(lseek(fd, 4096, SEEK_SET), 4096);
    assert_false(fd_read(home, fd, STR("large"), UINT32_MAX, &bytes, diags));
    assert_int_equal(diags_first(diags)->id, DIAG_FILE_CHANGED);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(small, make, unmake),
        cmocka_unit_test_setup_teardown(below_the_limit, make, unmake),
        cmocka_unit_test_setup_teardown(above_the_limit, make, unmake),
        cmocka_unit_test_setup_teardown(shorter_than_it_says, make, unmake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
