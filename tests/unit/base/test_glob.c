#include "base_files.h"

static const char *folder;

static int make(void **state)
{
    (void)begin(state);
    static const char *const folders[] = { "runs", "runs/r1", "runs/r2", "runs/r10", "captures" };
    static const char *const files[] = { "runs/r1/a.json", "runs/r1/b.json",       "runs/r2/a.json",
                                         "runs/notes.txt", "runs/.hidden",         "captures/smi",
                                         "a[1].txt",       "runs/r1/\xC3\xA9.json" };
    folder = folder_new();
    for (size_t i = 0; i < ARRAY_COUNT(folders); i++)
        assert_int_equal(mkdir(below(folder, folders[i]), 0755), 0);
    for (size_t i = 0; i < ARRAY_COUNT(files); i++)
        write_file(folder, files[i], "x");
    return symlink("/etc", below(folder, "captures/etc"));
}

static int unmake(void **state)
{
    folder_remove(folder);
    return end(state);
}

static void matching(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *text;
        bool matches;
    } table[] = {
        { "", "", true },
        { "", "a", false },
        { "a", "", false },
        { "a", "a", true },
        { "a", "ab", false },
        { "ab", "a", false },
        { "*", "", true },
        { "*", "abc", true },
        { "*", "a/b", false },
        { "*/*", "a/b", true },
        { "*/b", "a/c/b", false },
        { "a*c", "abcbc", true },
        { "a*c", "abcb", false },
        { "*a*b*", "xxaxxbxx", true },
        { "*a*b*", "xxbxxaxx", false },
        { "**", "abc", true },
        { "**", "a/b", false },
        { "?", "a", true },
        { "?", "", false },
        { "?", "/", false },
        { "a?b", "a/b", false },
        { "?", "\xC3\xA9", true }, /* a character, not a byte */
        { "??", "\xC3\xA9", false },
        { "*?", "\xC3\xA9", true },
        { "*??", "\xE6\x97\xA5", false },
        { "?*?", "\xC3\xA9x", true },
        { "[ab]", "a", false }, /* no brackets */
        { "[ab]", "[ab]", true },
        { "\\*", "*", false },
        { "\\*", "\\x", true },
        { "A", "a", false },
        { "*", ".hidden", true },
        { "r*-r?", "run-long-r1", true },
        { "r*-r?", "run-long-r12", false },
        { "*/b*c", "a/bxc", true },
        { "a*/b", "a/c/b", false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++)
        if (pattern_matches(str_from(table[i].pattern), str_from(table[i].text)) !=
            table[i].matches)
            fail_msg("%s %s", table[i].pattern, table[i].text);
}

static void matching_takes_no_exponential_time(void **state)
{
    (void)state;
    struct buf pattern = buf_new(home, 1000), text = buf_new(home, 10000);
    for (int i = 0; i < 100; i++) {
        buf_put(&pattern, STR("a*"));
        buf_put(&text, STR("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    }
    buf_put(&pattern, STR("b"));
    assert_false(pattern_matches(buf_str(&pattern), buf_str(&text)));
}

static void files_and_folders(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *found, *diags;
    } table[] = {
        { "runs", "runs", "" },
        { "runs/r1/a.json", "runs/r1/a.json", "" },
        { "runs/r?", "runs/r1 runs/r2", "" },
        { "runs/r*", "runs/r1 runs/r10 runs/r2", "" },
        { "runs/*", "runs/.hidden runs/notes.txt runs/r1 runs/r10 runs/r2", "" },
        { "*/r1/*.json", "runs/r1/a.json runs/r1/b.json runs/r1/\xC3\xA9.json", "" },
        { "runs/*/a.json", "runs/r1/a.json runs/r2/a.json", "" },
        { "runs/r1/?.json", "runs/r1/a.json runs/r1/b.json runs/r1/\xC3\xA9.json", "" },
        { "a[1].txt", "a[1].txt", "" },
        { "a[1].*", "a[1].txt", "" },
        { "runs/notes.txt/x", "", "case-glob" },
        { "none", "", "case-glob" },
        { "runs/x*", "", "case-glob" },
        { "../x", "", "case-glob" },
        { "runs/../runs", "", "case-glob" },
        { "./runs", "", "case-glob" },
        { "/etc", "", "case-glob" },
        { "", "", "case-glob" },
        { "runs/", "", "case-glob" },
        { "runs//r1", "", "case-glob" },
        { "captures/etc", "", "case-glob" }, /* a link */
        { "captures/etc/passwd", "", "case-glob" },
        { "captures/*", "", "case-glob" },
        { "captures/s*", "captures/smi", "" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct str *found = NULL;
        size_t count = 7;
        struct place place = { .file = STR("case.json"), .line = 3, .path = STR("/runs/0") };
        struct buf names = buf_new(home, 1000);
        diags = diags_new(home);
        bool good =
            glob_match(home, folder, str_from(table[i].pattern), place, &found, &count, diags);
        for (size_t j = 0; good && j < count; j++)
            buf_putf(&names, "%s%.*s", j ? " " : "", STR_ARG(found[j]));
        if (good != (*table[i].found != 0) || !str_eq(buf_str(&names), str_from(table[i].found)))
            fail_msg("%s: %.*s", table[i].pattern, STR_ARG(buf_str(&names)));
        assert_str(diag_names(), table[i].diags);
        if (!good)
            assert_str(diags_first(diags)->place.path, "/runs/0");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(matching),
        CASE(matching_takes_no_exponential_time),
        cmocka_unit_test_setup_teardown(files_and_folders, make, unmake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
