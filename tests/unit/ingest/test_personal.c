/* test_personal.c - what tells of a person or one machine is found by its shape, and version
 * numbers, bus ids and zeros are not. */
#include "block.h"
#include "personal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <glib.h>

enum { NONE = PERSONAL_COUNT };

static const struct {
    const char *text;
    int kind; /* NONE: nothing */
} rows[] = {
    { "    inet 10.0.3.17/24 brd 10.0.3.255", PERSONAL_ADDRESS },
    { "--base-url http://192.168.4.20:8000", PERSONAL_ADDRESS },
    { "\"endpoint\": \"203.0.113.9:8001\"", PERSONAL_ADDRESS },
    { "nvidia-cudnn-cu13==9.19.0.56", NONE },
    { "cuDNN 9.19.0.56", NONE },
    { "listening on http://127.0.0.1:8000", NONE },
    { "bind to host 0.0.0.0", NONE },
    { "300.1.2.3:80", NONE },
    { "Linux version 6.1 (builder@example.org) (gcc 12)", PERSONAL_EMAIL },
    { "-e git+ssh://git@example.org/x.git", NONE },
    { "pkg @ file:///opt/x", NONE },
    { "image@sha256:abcdef", NONE },
    { "\"host_name\": \"gpu-node-17\",", PERSONAL_HOST },
    { "HOSTNAME=gpu17", PERSONAL_HOST },
    { "\"host_name\": \"localhost\"", NONE },
    { "\"hostname\": \"N/A\"", NONE },
    { "link/ether 02:42:ac:11:00:02 brd ff:ff:ff:ff:ff:ff", PERSONAL_MAC },
    { "ff:ff:ff:ff:ff:ff", NONE },
    { "00000000:00:06.0", NONE },
    { "at 12:30:45", NONE },
    { "model: /home/ada/models/llama", PERSONAL_PATH },
    { "C:\\\\Users\\\\ada\\\\bench", PERSONAL_PATH },
    { "/home/ is empty", NONE },
    { "HF_TOKEN=abcdefgh1", PERSONAL_SECRET },
    { "\"VLLM_API_KEY\": \"token-abc-123\"", PERSONAL_SECRET },
    { "export AWS_SECRET_ACCESS_KEY='wJalrXUtnFEMI'", PERSONAL_SECRET },
    { "--token hf_AbCdEfGhIjKl0123456789", PERSONAL_SECRET },
    { "key AKIA0123456789ABCDEF", PERSONAL_SECRET },
    { "Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6.eyJzdWIiOiIxMjM0.sflKxw", PERSONAL_SECRET },
    { "x+eyJ0aGlzIGlzIG5vIHRva2Vu/AKIA0123456789ABCDEFG", NONE },
    { "-e git+https://ada:hunter2@example/x.git", PERSONAL_SECRET },
    { "postgres://bench:pw@db/results", PERSONAL_SECRET },
    { "ssh://git@example/x.git", NONE },
    { "https://bench:@example/x", NONE }, /* a name, and no password behind it */
    { "https://bench:p@example/x", PERSONAL_SECRET },
    { "https://example/a@b", NONE },
    { "http://${USER}:${PASS}@proxy", NONE },
    { "X_AUTH_Y=abcdefgh1", PERSONAL_SECRET },
    { "A_COOKIE=abcdefgh1", PERSONAL_SECRET },
    { "MY_CREDS=abcdefgh1", PERSONAL_SECRET },
    { "PG_DSN: abcdefgh1", PERSONAL_SECRET },
    { "A_KEY=abcdefgh1", PERSONAL_SECRET },
    { "WEBLOGIN_X=abcdefgh1", PERSONAL_SECRET },
    { "PGPASS_2=abcdefgh1", PERSONAL_SECRET },
    { "PAT_OF_A=abcdefgh1", PERSONAL_SECRET },
    { "A_PRIVATE_B=abcdefgh1", PERSONAL_SECRET },
    { "HTTP_PROXY => abcdefgh1", PERSONAL_SECRET },
    { "DB_PWD\"\t=abcdefgh1", PERSONAL_SECRET },
    { "THE_SECRET 'x=abcdefgh1", NONE },
    { "A_WEBHOOK=abcdefgh1", PERSONAL_SECRET },
    { "A_DSNX=abcdefgh1", NONE },
    { "LD_PATH_A=abcdefgh1", NONE },
    { "A_KEYx=abcdefgh1", NONE },
    { "AKEY=abcdefgh1", NONE },
    { "chassis_serial: AB12", PERSONAL_SERIAL },
    { "board_serial=AB12", PERSONAL_SERIAL },
    { "PRODUCT_SERIAL 'AB12'", NONE },
    { "Product_Serial='AB12'", PERSONAL_SERIAL },
    { "Host Name: gpu17", PERSONAL_HOST },
    { "logged_name: ada", NONE },
    { "LogName: ada", PERSONAL_USER },
    { "sudo_user: ada", PERSONAL_USER },
    { "sk-abcdefghijklmnop12", PERSONAL_SECRET },
    { "nvapi-abcdefghijklmnop12", PERSONAL_SECRET },
    { "xoxb-abcdefghijklmnop12 glpat-", PERSONAL_SECRET },
    { "HF_TOKEN=", NONE },
    { "HF_TOKEN: <your-hf-token>", NONE },
    { "HF_TOKEN=redacted", NONE },
    { "SSH_KEY_PATH=/etc/keys", NONE },
    { "MAX_TOKENS=2048", NONE },
    { "TOKENIZERS_PARALLELISM=false", NONE },
    { "total_token_throughput: 16743.872204", NONE },
    { "hf_hub_download of sk-learn-contributed-models-and", NONE },
    { "<serial>1650522003820</serial>", PERSONAL_SERIAL },
    { "Serial Number: J1234567", PERSONAL_SERIAL },
    { "Serial Number: To Be Filled By O.E.M.", NONE },
    { "<serial>0</serial>", NONE },
    { "serial port is slow", NONE },
    { "GPU-7ec5b4d5-9ad5-4bb2-8e2f-3ab2a1b4a6ce", PERSONAL_UNIT },
    { "GPU-00000000-0000-0000-0000-000000000000", NONE },
    { "<User>ada</User>", PERSONAL_USER },
    { "\"user\": 0.53", NONE },
    { "USERNAME: ada", PERSONAL_USER },
};

static void shapes_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        unsigned kinds = personal_in(str_from(rows[i].text));
        unsigned expected = rows[i].kind == NONE ? 0 : 1U << rows[i].kind;
        if (kinds != expected)
            fail_msg("\"%s\": %x, not %x", rows[i].text, kinds, expected);
    }
}

static void finds_are_counted_with_the_first_line(void **state)
{
    (void)state;
    struct personal found[PERSONAL_COUNT] = { 0 };
    personal_find(STR("a\nhostname: one\nb\nhostname: two\n/home/x\n"), found);
    assert_int_equal(found[PERSONAL_HOST].count, 2);
    assert_int_equal(found[PERSONAL_HOST].line, 2);
    assert_int_equal(found[PERSONAL_PATH].count, 1);
    assert_int_equal(found[PERSONAL_PATH].line, 5);
    assert_int_equal(found[PERSONAL_MAC].count, 0);
}

/* The same search without its shortcuts: every place asked in turn. */
/* The same of a text that comes in pieces of uneven lengths. */
static void find_in_pieces(struct str text, const struct personal *whole)
{
    struct arena *arena = arena_new(1 << 20);
    struct personal found[PERSONAL_COUNT] = { 0 };
    struct personal_search *search = personal_search_new(arena, found);
    size_t step = 1000;
    for (size_t end = 0; end < text.len; end += step % 40000) {
        step = step * 7 + 13;
        personal_search_more(search, str_sub(text, 0, end), false);
    }
    personal_search_more(search, text, true);
    for (size_t i = 0; i < PERSONAL_COUNT; i++) {
        assert_int_equal(found[i].count, whole[i].count);
        assert_int_equal(found[i].line, whole[i].line);
    }
    arena_free(arena);
}

static void find_at_each_place(struct str text, struct personal *found)
{
    uint32_t line = 1;
    for (size_t at = 0; at < text.len;) {
        enum personal_kind kind = PERSONAL_COUNT;
        size_t len = personal_shape_at(text, at, &kind);
        if (len)
            found[kind].line = found[kind].count++ ? found[kind].line : line;
        for (size_t end = at + (len ? len : 1); at < end; at++)
            line += text.at[at] == '\n' ? 1 : 0;
    }
}

static unsigned assert_same_finds(struct str text)
{
    struct personal fast[PERSONAL_COUNT] = { 0 }, slow[PERSONAL_COUNT] = { 0 };
    unsigned finds = 0;
    personal_find(text, fast);
    find_in_pieces(text, fast);
    find_at_each_place(text, slow);
    for (size_t kind = 0; kind < PERSONAL_COUNT; kind++) {
        finds += (unsigned)slow[kind].count;
        if (fast[kind].count != slow[kind].count || fast[kind].line != slow[kind].line) {
            fail_msg("\"%.*s\": kind %zu: %zu from line %u, not %zu from line %u", STR_ARG(text),
                     kind, (size_t)fast[kind].count, fast[kind].line, (size_t)slow[kind].count,
                     slow[kind].line);
        }
    }
    return finds;
}

/* Texts of pieces that are, begin or break personal data, joined and damaged at random. */
static void shortcuts_find_the_same(void **state)
{
    (void)state;
    static const char *const joints[] = { "",  " ", "\n", "-",   "_",         ":",     "\"",
                                          "/", "=", ".",  "A",   "0",         "--",    "-://",
                                          "@", "g", "::", "://", "://u:p@h ", "user-", "sk-" };
    unsigned finds = 0;
    GRand *rand = g_rand_new_with_seed(20261128);
    GString *text = g_string_new(NULL);
    for (int round = 0; round < 20000; round++) {
        g_string_truncate(text, 0);
        for (int piece = 0; piece < 4; piece++) {
            const char *row = rows[g_rand_int_range(rand, 0, ARRAY_COUNT(rows))].text;
            gint32 cut =
                g_rand_int_range(rand, 0, 4) ? 0 : g_rand_int_range(rand, 0, (gint32)strlen(row));
            g_string_append(text, row + cut);
            g_string_append(text, joints[g_rand_int_range(rand, 0, ARRAY_COUNT(joints))]);
        }
        for (int damage = g_rand_int_range(rand, 0, 4); damage > 0; damage--) {
            text->str[g_rand_int_range(rand, 0, (gint32)text->len)] =
                (char)g_rand_int_range(rand, 0, 256);
        }
        finds += assert_same_finds((struct str){ text->str, text->len });
    }
    assert_true(finds > 20000);
    g_string_free(text, TRUE);
    g_rand_free(rand);
}

/* The search takes 64 bytes at a time: each row at each place of two of them, behind a word too. */
static void shapes_are_found_wherever_they_begin(void **state)
{
    (void)state;
    enum { PLACES = 2 * BLOCK + 2 };
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        for (size_t place = 0; place < PLACES; place++) {
            g_string_truncate(text, 0);
            for (size_t k = 0; k < place; k++)
                g_string_append_c(text, k + 1 == place ? '\n' : (char)('a' + k % 26));
            g_string_append(text, rows[i].text);
            unsigned finds = assert_same_finds((struct str){ text->str, text->len });
            assert_int_equal(finds > 0, rows[i].kind != NONE);
        }
    }
    g_string_free(text, TRUE);
}

/* Each byte at each place, beside one another, as a table tells them. */
static void blocks_are_those_of_the_table(void **state)
{
    (void)state;
    char bytes[BLOCK];
    for (unsigned first = 0; first <= 255; first++) {
        struct block fast, slow;
        for (unsigned i = 0; i < BLOCK; i++)
            bytes[i] = (char)((first + i * 7) & 255U);
        block_read(&fast, bytes);
        block_by_table(&slow, bytes);
        assert_memory_equal(&fast, &slow, sizeof fast);
        for (unsigned i = 0; i < BLOCK; i++) {
            bool word = g_ascii_isalnum(bytes[i]) || bytes[i] == '_';
            assert_int_equal(fast.letter >> i & 1, g_ascii_isalpha(bytes[i]));
            assert_int_equal(fast.word >> i & 1, word);
            assert_int_equal(fast.dash >> i & 1, bytes[i] == '-');
            assert_int_equal(fast.dot >> i & 1, bytes[i] == '.');
            assert_int_equal(fast.colon >> i & 1, bytes[i] == ':');
            assert_int_equal(fast.slash >> i & 1, bytes[i] == '/');
            assert_int_equal(fast.mark >> i & 1, bytes[i] == '@' || bytes[i] == '\\');
        }
    }
}

/* Letters at random of those that shapes are made of: words of one or two, joined by anything. */
static void shortcuts_find_the_same_in_noise(void **state)
{
    (void)state;
    static const char letters[] = "aeFhu0129__--::..//@@== \"\nUK>";
    GRand *rand = g_rand_new_with_seed(20261129);
    char text[400];
    unsigned finds = 0;
    for (int round = 0; round < 30000; round++) {
        for (size_t i = 0; i < sizeof text; i++)
            text[i] = letters[g_rand_int_range(rand, 0, (gint32)sizeof letters - 1)];
        finds += assert_same_finds((struct str){ text, sizeof text });
    }
    assert_true(finds > 1000);
    g_rand_free(rand);
}

static size_t files_compare(const char *folder)
{
    enum { HEAD = 1 << 18 };
    GDir *dir = g_dir_open(folder, 0, NULL);
    size_t files = 0;
    for (const char *name = dir ? g_dir_read_name(dir) : NULL; name; name = g_dir_read_name(dir)) {
        char *path = g_build_filename(folder, name, NULL), *bytes = NULL;
        gsize size = 0;
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            files += files_compare(path);
        } else if (g_file_get_contents(path, &bytes, &size, NULL)) {
            (void)assert_same_finds((struct str){ bytes, size < HEAD ? size : HEAD });
            files++;
        }
        g_free(bytes);
        g_free(path);
    }
    if (dir)
        g_dir_close(dir);
    return files;
}

static void shortcuts_find_the_same_in_real_files(void **state)
{
    (void)state;
    const char *corpus = g_getenv("DOSSIER_CORPUS");
    if (!corpus) {
        print_message("skipped: DOSSIER_CORPUS names no corpus\n");
        skip();
    }
    assert_true(files_compare(corpus) > 0);
}

/* Pages that were given back are read as zeros: part of no name, and no mail address reaches back
 * over them. A local part has 64 bytes at most (RFC 5321, 4.5.3.1.1). */
static void zeros_are_part_of_no_name(void **state)
{
    (void)state;
    static const struct {
        struct str text;
        unsigned kinds;
    } texts[] = {
        { STR_INIT("\0\0\0@example.org"), NONE },
        { STR_INIT("git\0git@example.org"), NONE }, /* a service, not "git NUL git" */
        { STR_INIT("\0ada@example.org"), PERSONAL_EMAIL },
        { STR_INIT("user\0:ada"), NONE },
        { STR_INIT("user: ada\0"), PERSONAL_USER },
        { STR_INIT("serial: \0"
                   "1234567"),
          NONE },
        { STR_INIT("a123456789b123456789c123456789d123456789e123456789f123456789g1234@x.org"),
          PERSONAL_EMAIL }, /* longer than any name: still somebody's */
    };
    for (size_t i = 0; i < ARRAY_COUNT(texts); i++) {
        unsigned kinds = personal_in(texts[i].text);
        unsigned wanted = texts[i].kinds == NONE ? 0 : 1U << texts[i].kinds;
        if (kinds != wanted)
            fail_msg("row %zu: kinds %x, not %x", i, kinds, wanted);
        (void)assert_same_finds(texts[i].text);
    }
}

/* What begins again and again, to be looked at to its end each time: a search that did so would
 * take hours of some of them. */
static void search_takes_time_with_the_size_alone(void **state)
{
    (void)state;
    static const char *const unit[] = { "serial/", "user-", "sk-", "eyJ-", "A_KEY ",    "hostname ",
                                        "a-",      "1.",    "ab:", "a@",   "logname==", "ASIA" };
    for (size_t i = 0; i < ARRAY_COUNT(unit); i++) {
        GString *text = g_string_new("serial=");
        while (text->len < 1U << 20)
            g_string_append(text, unit[i]);
        struct personal found[PERSONAL_COUNT] = { 0 };
        clock_t from = clock();
        personal_find((struct str){ text->str, text->len }, found);
        double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
        if (seconds > 20)
            fail_msg("\"%s\" over and over takes %.1f s", unit[i], seconds);
        g_string_free(text, TRUE);
    }
}

/* As above, of a file whose pages are given back behind the search: what it has passed is zeros. */
static void search_looks_not_back_over_what_was_given_back(void **state)
{
    (void)state;
    enum { SIZE = 64 << 20, STEP = 32 << 10 }; /* 2^36 bytes, if each mark looks back */
    struct arena *arena = arena_new(1 << 20);
    struct personal found[PERSONAL_COUNT] = { 0 };
    struct personal_search *search = personal_search_new(arena, found);
    char *text = g_malloc0(SIZE);
    clock_t from = clock();
    double seconds = 0;
    for (size_t end = STEP; end < SIZE && seconds < 20; end += STEP) {
        text[end - STEP / 2] = '@'; /* no shape that is waited for is longer than what is behind */
        personal_search_more(search, (struct str){ text, end + STEP / 2 }, false);
        text[end - STEP / 2] = '\0';
        seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    }
    personal_search_more(search, (struct str){ text, SIZE }, true);
    assert_int_equal(found[PERSONAL_EMAIL].count, 0);
    g_free(text);
    arena_free(arena);
    if (seconds >= 20)
        fail_msg("marks behind zeros take over %.0f s", seconds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_found),
        cmocka_unit_test(shapes_are_found_wherever_they_begin),
        cmocka_unit_test(blocks_are_those_of_the_table),
        cmocka_unit_test(shortcuts_find_the_same),
        cmocka_unit_test(shortcuts_find_the_same_in_noise),
        cmocka_unit_test(shortcuts_find_the_same_in_real_files),
        cmocka_unit_test(zeros_are_part_of_no_name),
        cmocka_unit_test(search_takes_time_with_the_size_alone),
        cmocka_unit_test(search_looks_not_back_over_what_was_given_back),
        cmocka_unit_test(finds_are_counted_with_the_first_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
