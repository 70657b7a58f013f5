/* test_adapters_corpus.c - over every real file of DOSSIER_CORPUS: at most one format claims it,
 * reading ends, and what is said has a place. Skipped where DOSSIER_CORPUS is not set. */
#include "adapter_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <glib.h>

struct tally {
    size_t files, claimed, facts, series, input;
};

static void file_try(struct arena *home, struct str name, struct str bytes, struct tally *tally)
{
    struct adapter_result result = adapter_run(home, name, bytes, STR("UTC"), STR(""));
    tally->files++;
    if (result.tie)
        fail_msg("%.*s: two formats bid %d", STR_ARG(name), result.bid);
    if (!result.adapter)
        return;
    tally->claimed++;
    tally->facts += facts_count(result.facts);
    tally->series += result.series_count;
    if (!result.read && diags_count(result.diags, LEVEL_INPUT) == 0)
        fail_msg("%.*s: not read, and nothing said", STR_ARG(name));
    for (const struct diag *diag = diags_first(result.diags); diag; diag = diag->next) {
        bool placed = str_starts(diag->place.file, name) &&
                      (diag->place.line > 0 || diag->place.path.len > 0);
        if (!placed) {
            fail_msg("%.*s: no place: %s %.*s", STR_ARG(name), diag_row(diag->id)->id,
                     STR_ARG(diag->said));
        }
    }
    size_t input = diags_count(result.diags, LEVEL_WARNING);
    tally->input += input;
    if (input > 0) {
        struct buf out = buf_new(home, (size_t)1 << 20);
        diags_put_text(result.diags, &out);
        print_message("%.*s", STR_ARG(buf_str(&out)));
    }
}

static void folder_walk(const char *path, int depth, struct tally *tally)
{
    enum { DEPTH_MOST = 16 };
    GDir *dir = g_dir_open(path, 0, NULL);
    if (!dir || depth > DEPTH_MOST)
        return;
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
        char *whole = g_build_filename(path, name, NULL);
        if (g_file_test(whole, G_FILE_TEST_IS_DIR)) {
            folder_walk(whole, depth + 1, tally);
        } else {
            struct arena *home = arena_new((size_t)1 << 32);
            struct diags *diags = diags_new(home);
            struct str bytes;
            if (file_read(home, whole, &limits_default, &bytes, diags))
                file_try(home, str_from(whole), bytes, tally);
            arena_free(home);
        }
        g_free(whole);
    }
    g_dir_close(dir);
}

static void every_file_has_one_format_at_most(void **state)
{
    (void)state;
    const char *corpus = getenv("DOSSIER_CORPUS");
    struct tally tally = { 0 };
    if (!corpus) {
        print_message("skipped: no corpus\n");
        skip();
    }
    folder_walk(corpus, 0, &tally);
    print_message("%zu files, %zu claimed, %zu facts, %zu series, %zu warnings or worse\n",
                  tally.files, tally.claimed, tally.facts, tally.series, tally.input);
    assert_true(tally.claimed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_file_has_one_format_at_most) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
