/* test_options.c - the command line by table: what is taken, and what is said of the rest. */
#include "cli_test.h"

#include "verbs.h"

#include <stddef.h>

static const struct option_row rows[] = {
    { 'q', "quiet", NULL, "say nothing", offsetof(struct options, quiet), OPTION_FLAG },
    { 'o', "output", "DIR", "where to", offsetof(struct options, output), OPTION_WRITES },
    { 0, "with", "FOLDER", "several", offsetof(struct options, with), OPTION_LIST },
    { 0, "kind", "KIND", "one of two", offsetof(struct options, kind), OPTION_TEXT },
};
static const struct verb verb = { .name = "try",
                                  .summary = "a verb of this test",
                                  .usage = "try A [B] [--quiet] [-o DIR]\n       [--kind KIND]",
                                  .option = rows,
                                  .option_count = ARRAY_COUNT(rows),
                                  .least_arguments = 1,
                                  .most_arguments = 2 };

enum { WORDS_MOST = 80 };
struct words {
    char *item[WORDS_MOST];
    int count;
};

/* The line's words, parted by single blanks; two blanks hold an empty word. */
static struct words words_of(const char *line)
{
    struct words words = { .count = 0 };
    struct str rest = str_from(line), word;
    while (line[0] && str_cut(&rest, ' ', &word)) {
        char *copy = ARENA_MANY(home, word.len + 1, char);
        memcpy(copy, word.at, word.len);
        words.item[words.count++] = copy;
    }
    return words;
}

static bool read_line(const char *line, struct options *out)
{
    struct words words = words_of(line);
    return options_read(home, &verb, words.count, words.item, out, diags);
}

static void options_and_arguments_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *line, *output, *kind, *first, *second;
        bool quiet;
        int with;
    } lines[] = {
        { "a", NULL, NULL, "a", NULL, false, 0 },
        { "a b", NULL, NULL, "a", "b", false, 0 },
        { "-q a", NULL, NULL, "a", NULL, true, 0 },
        { "a --quiet", NULL, NULL, "a", NULL, true, 0 },
        { "-o out a", "out", NULL, "a", NULL, false, 0 },
        { "--output out a", "out", NULL, "a", NULL, false, 0 },
        { "--output=out a", "out", NULL, "a", NULL, false, 0 },
        { "--output= a", "", NULL, "a", NULL, false, 0 },
        { "-o - a", "-", NULL, "a", NULL, false, 0 },
        { "--kind=-x a", NULL, "-x", "a", NULL, false, 0 },
        { "--kind x --kind y a", NULL, "y", "a", NULL, false, 0 },
        { "- a", NULL, NULL, "-", "a", false, 0 },
        { "-- -q --kind", NULL, NULL, "-q", "--kind", false, 0 },
        { "a -- --", NULL, NULL, "a", "--", false, 0 },
        { "--with x a --with=y", NULL, NULL, "a", NULL, false, 2 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(lines); i++) {
        struct options o;
        if (!read_line(lines[i].line, &o))
            fail_msg("refused: %s", lines[i].line);
        assert_true(o.quiet == lines[i].quiet);
        assert_int_equal(o.with.count, lines[i].with);
        const char *const got[] = { o.output, o.kind, o.argument[0], o.argument[1] };
        const char *const wanted[] = { lines[i].output, lines[i].kind, lines[i].first,
                                       lines[i].second };
        for (size_t k = 0; k < ARRAY_COUNT(got); k++) {
            assert_true(!got[k] == !wanted[k]);
            if (wanted[k])
                assert_string_equal(got[k], wanted[k]);
        }
    }
    assert_int_equal(diags_count(diags, LEVEL_NOTE), 0);
}

static void what_does_not_fit_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *line, *said, *expected;
    } lines[] = {
        { "", "an argument is missing", "try A [B] [--quiet] [-o DIR] [--kind KIND]" },
        { "a b c", "too many arguments", "try A [B] [--quiet] [-o DIR] [--kind KIND]" },
        { "a --quite", "--quite", "\"--quiet\"" },
        { "a --ouput=x", "--ouput=x", "\"--output DIR\"" },
        { "a --zzzzzzzz", "--zzzzzzzz",
          "an option of this verb: --quiet, --output, --with, --kind" },
        { "a -x", "-x", "an option of this verb: --quiet, --output, --with, --kind" },
        { "a -qo", "-qo", "an option of this verb: --quiet, --output, --with, --kind" },
        { "a --quiet=yes", "--quiet=yes", "\"--quiet\"" },
        { "a --kind", "--kind", "KIND behind it" },
        { "a --kind --quiet", "--kind --quiet", "KIND behind it, or --kind=--quiet" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(lines); i++) {
        struct options o;
        diags = diags_new(home);
        assert_false(read_line(lines[i].line, &o));
        assert_int_equal(diags_exit(diags), 3);
        assert_str(diags_first(diags)->said, lines[i].said);
        assert_str(diags_first(diags)->expected, lines[i].expected);
    }
}

static void help_stands_above_all_else(void **state)
{
    (void)state;
    struct options o;
    assert_true(read_line("-h", &o) && o.help);
    assert_true(read_line("--quiet --help --nonsense", &o) && o.help);
    assert_true(read_line("-- --help", &o) && !o.help); /* an argument of that name */
}

static void lists_and_arguments_are_limited(void **state)
{
    (void)state;
    struct options o;
    struct buf line = buf_new(home, 4096);
    buf_put(&line, STR("a"));
    for (int i = 0; i < 32; i++)
        buf_put(&line, STR(" --with=x"));
    assert_true(read_line(str_c(home, buf_str(&line)), &o) && o.with.count == 32);
    buf_put(&line, STR(" --with=x"));
    assert_false(read_line(str_c(home, buf_str(&line)), &o));
    assert_str(diags_first(diags)->expected, "this option at most 32 times");
    diags = diags_new(home);
    struct buf many = buf_new(home, 4096);
    for (int i = 0; i < 65; i++)
        buf_put(&many, i > 0 ? STR(" a") : STR("a"));
    assert_false(read_line(str_c(home, buf_str(&many)), &o));
    assert_str(diags_first(diags)->expected, "at most 64 arguments");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(options_and_arguments_are_told_apart),
        CASE(what_does_not_fit_is_said),
        CASE(help_stands_above_all_else),
        CASE(lists_and_arguments_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
