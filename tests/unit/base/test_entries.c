#include "base_files.h"

#include <sys/socket.h>
#include <sys/un.h>

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

#define FILES(function) cmocka_unit_test_setup_teardown(function, make, unmake)

static void make_folder(const char *name)
{
    assert_int_equal(mkdir(below(folder, name), 0755), 0);
}

static void a_folder_in_byte_order(void **state)
{
    (void)state;
    make_folder("b");
    make_folder("b/deep");
    make_folder("empty");
    static const char *const names[] = { "b-x", "b/deep/z", "b/a",     "Z",
                                         "a",   "\xC3\xA9", ".hidden", "b.txt" };
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        write_file(folder, names[i], names[i]);
    struct entries entries;
    assert_true(entries_read(home, folder, NULL, &entries, diags));
    assert_str(entry_names(&entries), ".hidden Z a b-x b.txt b/a b/deep/z \xC3\xA9");
    for (size_t i = 0; i < entries.count; i++) {
        assert_true(str_eq(entries.item[i].name, entries.item[i].bytes));
        assert_true(digest_eq(entries.item[i].digest, digest_of(entries.item[i].bytes)));
    }
    assert_int_equal(diags_count(diags, LEVEL_NOTE), 0);
    assert_true(entries_read(home, below(folder, "b//"), NULL, &entries, diags));
    assert_str(entry_names(&entries), "a deep/z");
    assert_true(entries_read(home, below(folder, "b/deep/z"), NULL, &entries, diags));
    assert_str(entry_names(&entries), "z");
    assert_false(entries_read(home, below(folder, "empty"), NULL, &entries, diags));
    assert_str(diag_names(), "file-none");
}

static void what_is_no_file_is_refused(void **state)
{
    (void)state;
    write_file(folder, "a", "x");
    write_file(folder, "b\nc", "x");
    write_file(folder, "d\xFF", "x");
    write_file(folder, "e\\f", "x");
    assert_int_equal(symlink("/etc/passwd", below(folder, "link")), 0);
    assert_int_equal(symlink("..", below(folder, "loop")), 0);
    assert_int_equal(symlink("nowhere", below(folder, "dangling")), 0);
    assert_int_equal(mkfifo(below(folder, "pipe"), 0600), 0);
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", folder);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    struct entries entries;
    assert_true(entries_read(home, folder, NULL, &entries, diags));
    close(fd);
    assert_str(entry_names(&entries), "a left-out.txt");
    assert_true(entries_left(&entries));
    assert_str(diag_names(), "file-left file-left file-left file-left file-left file-left "
                             "file-left file-left");
    assert_non_null(strstr(str_c(home, entries.item[1].bytes), "\nlink: a link\n"));
    static const struct {
        const char *path, *diags;
    } table[] = {
        { "link", "file-refused" }, { "loop", "file-refused" },   { "loop/", "file-refused" },
        { "pipe", "file-refused" }, { "socket", "file-refused" }, { "nothing", "file-read" },
        { "a/b", "file-read" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        diags = diags_new(home);
        assert_false(entries_read(home, below(folder, table[i].path), NULL, &entries, diags));
        assert_str(diag_names(), table[i].diags);
    }
    diags = diags_new(home);
    assert_false(entries_read(home, "/dev/null", NULL, &entries, diags));
    assert_false(entries_read(home, "/dev/stdin", NULL, &entries, diags));
    assert_str(diag_names(), "file-refused file-refused");
}

static void limits_hold(void **state)
{
    (void)state;
    make_folder("d");
    write_file(folder, "d/a", "12345");
    write_file(folder, "d/b", "123");
    const struct {
        struct limits limits;
        const char *left; /* the line that the list holds */
    } table[] = {
        { { .entries = 3 }, "" }, { { .entries = 2 }, "d/b: too many names" },
        { { .file = 5 }, "" },    { { .file = 4 }, "d/a: too large" },
        { { .bytes = 8 }, "" },   { { .bytes = 7 }, "d/b: too many bytes in all" },
        { { .depth = 2 }, "" },   { { .depth = 1 }, "d: folders nested too deep" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct entries entries;
        diags = diags_new(home);
        /* A folder of which nothing can be kept is no bundle. */
        bool some = table[i].limits.depth != 1;
        assert_int_equal(entries_read(home, folder, &table[i].limits, &entries, diags), some);
        bool left = *table[i].left != '\0';
        assert_int_equal(some && entries_left(&entries), some && left);
        if (some && left) {
            const struct entry *list = entries_find(&entries, STR("left-out.txt"));
            assert_str(list->bytes,
                       str_c(home, str_format(home, LEFT_OUT_HEAD "%s\n", table[i].left)));
        }
        assert_str(diag_names(), !some ? "file-left file-none" : left ? "file-left" : "");
    }
    struct str bytes;
    struct limits limits = { .file = 4 };
    assert_false(file_read(home, below(folder, "d/a"), &limits, &bytes, diags));
}

static void large_files_are_mapped(void **state)
{
    (void)state;
    write_file(folder, "big", "begin");
    assert_int_equal(truncate(below(folder, "big"), (64 << 20) + 1), 0);
    struct arena *small = arena_new(1 << 20); /* has no room for a copy */
    struct entries entries;
    assert_true(entries_read(small, folder, NULL, &entries, diags));
    assert_int_equal(entries.item[0].bytes.len, (64 << 20) + 1);
    assert_true(str_starts(entries.item[0].bytes, STR("begin\0\0")));
    /* `(printf begin; head -c 67108860 /dev/zero) | sha256sum` */
    assert_str(digest_hex(home, entries.item[0].digest),
               "c9841323eed7516b256411cace0931963caff8c4cc3481411049cdbe6758f7dd");
    arena_free(small);
}

static void one_file(void **state)
{
    (void)state;
    struct str bytes;
    write_file(folder, "a", "text");
    write_file(folder, "e", "");
    assert_str(read_whole(folder, "a"), "text");
    assert_int_equal(read_whole(folder, "e").len, 0);
    assert_int_equal(symlink("a", below(folder, "link")), 0);
    assert_str(read_whole(folder, "link"), "text");
    assert_int_equal(mkfifo(below(folder, "pipe"), 0600), 0);
    assert_false(
        file_read(home, below(folder, "pipe"), NULL, &bytes, diags)); /* and does not wait */
    assert_false(file_read(home, folder, NULL, &bytes, diags));
    assert_false(file_read(home, below(folder, "none"), NULL, &bytes, diags));
    assert_str(diag_names(), "file-refused file-folder file-read");
}

static void sorting_is_stable(void **state)
{
    (void)state;
    struct entry item[100];
    for (size_t i = 0; i < ARRAY_COUNT(item); i++) {
        item[i] = (struct entry){
            .name = str_format(home, "%zu", i * 37 % 10),
            .bytes = str_format(home, "%03zu", i),
        };
    }
    entries_sort(item, ARRAY_COUNT(item));
    for (size_t i = 1; i < ARRAY_COUNT(item); i++) {
        int order = str_order(item[i - 1].name, item[i].name);
        assert_true(order < 0 || (order == 0 && str_order(item[i - 1].bytes, item[i].bytes) < 0));
    }
    entries_sort(NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILES(a_folder_in_byte_order),
        FILES(what_is_no_file_is_refused),
        FILES(limits_hold),
        FILES(large_files_are_mapped),
        FILES(one_file),
        FILES(sorting_is_stable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
