/* test_output.c - lines of at most eighty columns, and nothing in them that steers a terminal. */
#include "cli_test.h"

#include "output.h"

static void text_is_broken_at_blanks(void **state)
{
    (void)state;
    struct buf out = buf_new(home, 4096);
    output_words(&out, STR("one two three four"), 9, 2, 0);
    assert_str(buf_str(&out), "one two\n  three\n  four\n");
    out = buf_new(home, 4096);
    output_words(&out, STR("one two three four"), 9, 2, 4); /* something stands there already */
    assert_str(buf_str(&out), "one\n  two\n  three\n  four\n");
}

static void a_number_keeps_its_unit(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        { "go 8.5 ms far", "go\n  8.5 ms\n  far\n" },
        { "b 7.32 %) of", "b\n  7.32 %)\n  of\n" },
        { "takes 8.5 ms a run", "takes\n  8.5 ms\n  a run\n" },
        { "change 8.9 %) of 3 runs", "change\n  8.9 %)\n  of 3\n  runs\n" },
        { "runs 8.5 so far", "runs 8.5\n  so far\n" }, /* no unit */
        { "runs A ms far", "runs A\n  ms far\n" },     /* no number */
        { "ends in 8", "ends in\n  8\n" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct buf out = buf_new(home, 4096);
        output_words(&out, str_from(table[i][0]), 8, 2, 0);
        assert_str(buf_str(&out), table[i][1]);
    }
}

static void a_row_hangs_under_itself(void **state)
{
    (void)state;
    struct buf out = buf_new(home, 4096);
    struct buf text = buf_new(home, 4096);
    for (int i = 0; i < 30; i++)
        buf_put(&text, i > 0 ? STR(" words") : STR("words"));
    output_row(&out, "label", 9, buf_str(&text));
    struct str rest = buf_str(&out), line;
    size_t lines = 0, words = 0;
    while (str_cut(&rest, '\n', &line) && line.len > 0) {
        struct str head = lines == 0 ? STR("  label     words") : STR("            words");
        assert_true(str_starts(line, head));
        assert_in_range(output_columns(line), 1, 80);
        for (size_t at; (at = str_find(line, STR("words"))) != SIZE_MAX; words++)
            line = str_sub(line, at + 5, line.len);
        lines++;
    }
    assert_int_equal(words, 30);
    assert_int_equal(lines, 3); /* eleven words of six columns fit behind twelve */
}

/* Names come from evidence: escape sequences, directions of writing and line ends are shown. */
static void evidence_steers_no_terminal(void **state)
{
    (void)state;
    static const char *const bad[] = { "\x1b[2Jgone",
                                       "a\rb",
                                       "a\nb",
                                       "a\bb",
                                       ("\xe2\x80\xae"
                                        "txt.exe"),
                                       "\xff\xfe" };
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++) {
        struct buf out = buf_new(home, 4096);
        output_row(&out, "name", 6, str_from(bad[i]));
        struct str line = buf_str(&out);
        assert_true(str_ends(line, STR("\n")));
        for (size_t k = 0; k + 1 < line.len; k++) {
            unsigned char c = (unsigned char)line.at[k];
            assert_true(c >= 0x20 && c != 0x7f);
        }
        assert_int_equal(str_find(line, STR("\xe2\x80\xae")), SIZE_MAX);
        assert_int_equal(str_find(line, STR("\xff")), SIZE_MAX);
    }
}

static void columns_are_code_points(void **state)
{
    (void)state;
    assert_int_equal(output_columns(STR("")), 0);
    assert_int_equal(output_columns(STR("abc")), 3);
    assert_int_equal(output_columns(STR("\xc3\xa4\xe2\x82\xac")), 2); /* a umlaut, euro sign */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(text_is_broken_at_blanks), CASE(a_number_keeps_its_unit),
        CASE(a_row_hangs_under_itself), CASE(evidence_steers_no_terminal),
        CASE(columns_are_code_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
