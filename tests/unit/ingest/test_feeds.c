/* test_feeds.c - a packed table or log that is decoded while it is read says what the same text
 * says that lies there whole, and so does a table that several threads read: facts, series, places
 * and diagnostics, however long ago it was said, and whatever is wrong with the file. */
#include "adapter_run.h"
#include "file_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define GOLDEN TESTS_DIR "/golden/ingest/"
enum { LENGTH = 3 << 20 }; /* three times what is let go at once */

/* ---- gzip, without compression ---- */

static uint32_t crc_of(struct str text)
{
    uint32_t crc = ~0U;
    for (size_t i = 0; i < text.len; i++) {
        crc ^= (unsigned char)text.at[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320U : 0); /* RFC 1952, 8 */
    }
    return ~crc;
}

static void put_little(struct buf *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        buf_put_char(out, (char)(value >> 8 * i));
}

static struct str packed(struct arena *home, struct str text, uint32_t wrong)
{
    enum { BLOCK = 0xffff };
    struct buf out = buf_new(home, text.len + text.len / 64 + 64);
    buf_put(&out, (struct str){ "\x1f\x8b\x08\0\0\0\0\0\0\xff", 10 });
    for (size_t at = 0; at < text.len;) {
        struct str block = str_sub(text, at, at + BLOCK);
        at += block.len;
        buf_put_char(&out, at == text.len); /* the last one */
        put_little(&out, (uint32_t)block.len, 2);
        put_little(&out, ~(uint32_t)block.len, 2);
        buf_put(&out, block);
    }
    put_little(&out, crc_of(text) ^ wrong, 4);
    put_little(&out, (uint32_t)text.len, 4);
    return buf_str(&out);
}

/* ---- the same text in two ways ---- */

static size_t first;                 /* of `declared`, which has one */
static struct declarations declared; /* of every file that is taken; none to begin with */

static struct str taken(struct arena *home, struct str bytes, unsigned threads, bool *fed,
                        struct str *format)
{
    struct evidence evidence = { .name = STR("file"), .bytes = bytes };
    struct adapter_result result = { .diags = diags_new(home) };
    struct reading reading = { .home = home,
                               .scratch = arena_new((size_t)1 << 32),
                               .evidence = &evidence,
                               .name = evidence.name,
                               .limits = &limits_default,
                               .threads = threads,
                               .diags = result.diags };
    bool unread;
    result.adapter = file_take(&reading, home, &declared, false, &unread);
    result.facts = reading.facts;
    result.series = reading.series;
    *fed = reading.fed;
    *format = str_from(result.adapter ? result.adapter->name : "");
    struct buf out = buf_new(home, 64 << 20);
    adapter_result_put(&result, &out);
    arena_free(reading.scratch);
    return buf_str(&out);
}

/* With "file!" for "file", as places of what was packed have it. */
static struct str renamed(struct arena *home, struct str said)
{
    static const struct str name = STR_INIT("file:");
    struct buf out = buf_new(home, said.len * 2);
    for (size_t at; (at = str_find(said, name)) != SIZE_MAX;
         said = str_sub(said, at + name.len, said.len)) {
        buf_put(&out, str_sub(said, 0, at));
        buf_put(&out, STR("file!:"));
    }
    buf_put(&out, said);
    return buf_str(&out);
}

static void assert_alike(const char *format, const char *how, struct str said, struct str whole)
{
    enum { SHOWN = 200 };
    size_t at = 0;
    while (at < said.len && at < whole.len && said.at[at] == whole.at[at])
        at++;
    size_t from = at > SHOWN ? at - SHOWN : 0;
    if (!str_eq(said, whole))
        fail_msg("%s, %s:\n%.*s\nplain:\n%.*s", format, how,
                 STR_ARG(str_sub(said, from, at + SHOWN)),
                 STR_ARG(str_sub(whole, from, at + SHOWN)));
}

static void assert_same(struct arena *home, struct str text, const char *format, bool decoded_so)
{
    bool fed, fed_whole;
    struct str own, other;
    struct str plain = taken(home, text, 0, &fed_whole, &other);
    struct str whole = renamed(home, plain);
    struct str said = taken(home, packed(home, text, 0), 0, &fed, &own);
    assert_false(fed_whole);
    if (!str_eq(own, str_from(format)) || !str_eq(other, own))
        fail_msg("%s is read as %.*s and %.*s", format, STR_ARG(own), STR_ARG(other));
    if (fed != decoded_so)
        fail_msg("%s: %s", format, fed ? "decoded while read" : "decoded before");
    assert_alike(format, "packed", said, whole);
    assert_alike(format, "by two threads", taken(home, text, 2, &fed_whole, &other), plain);
}

/* ---- long files
 * ----------------------------------------------------------------------------------
 */

#define OTHER_WORDS "a word of another program\n"
static const struct str other_words = STR_INIT(OTHER_WORDS);

static const struct {
    const char *format, *file, *more; /* more: a line that tells nothing new, again and again */
} logs[] = {
    { "dcgmi-dmon", "dcgm/dmon.txt", "GPU 0       0.998         0.885      0.305\n" },
    { "deepspeed-log", "training/deepspeed.log", OTHER_WORDS },
    { "engine-server-log", "server-log/llama.log", OTHER_WORDS },
    { "engine-server-log", "server-log/sglang.log", OTHER_WORDS },
    { "engine-server-log", "server-log/trtllm.log", OTHER_WORDS },
    { "engine-server-log", "server-log/vllm.log", OTHER_WORDS },
    { "fio-log", "classic/fio-notice.txt", OTHER_WORDS },
    { "iteration-log", "decode/iterations.jsonl",
      "{\"i\":9,\"t_start_s\":99999,\"duration_s\":0.004933,\"tokens\":32,\"ctx\":513}\n" },
    { "mlperf-training-log", "mlperf/result_0.txt", OTHER_WORDS },
    { "megatron-training-log", "training/megatron.log", OTHER_WORDS },
    { "mlperf-log-detail", "mlperf/detail-server.txt",
      ":::MLLOG {\"key\": \"logged\", \"value\": 1, \"time_ms\": 1, \"metadata\": {}}\n" },
    { "mlperf-log-detail", "mlperf/detail-single.txt",
      ":::MLLOG {\"key\": \"logged\", \"value\": 1, \"time_ms\": 1, \"metadata\": {}}\n" },
    { "torchtitan-log", "training/torchtitan.log", OTHER_WORDS },
};

static struct str golden(struct arena *home, const char *name)
{
    struct str text;
    struct diags *diags = diags_new(home);
    assert_true(file_read(home, str_c(home, str_format(home, GOLDEN "%s", name)), &limits_default,
                          &text, diags));
    return text;
}

/* Where other words may stand before it too, they do, since the first page is never let go. */
static struct str longer(struct arena *home, struct str text, const char *more, const char *end)
{
    enum { PAGES = 16 << 10 };
    struct buf out = buf_new(home, LENGTH * 2);
    while (str_eq(str_from(more), other_words) && out.len < PAGES)
        buf_put(&out, other_words);
    buf_put(&out, text);
    while (out.len < LENGTH)
        buf_put(&out, str_from(more));
    buf_put(&out, str_from(end));
    return buf_str(&out);
}

/* The same of logs that are told by words further on than their head, after a program that says
 * more than that. */
static void logs_told_by_a_mark_say_the_same(void **state)
{
    enum { BEFORE = 1 << 20, JUST_BEHIND = 1 << 16 };
    static const struct {
        const char *format, *file;
    } marked[] = {
        { "mlperf-training-log", "mlperf/result_0.txt" },
        { "trtexec-log", "trtexec/edited.log" },
        { "trtexec-log", "trtexec/new.log" },
        { "trtllm-bench-log", "trtllm-bench/console.txt" },
    };
    static const size_t before[] = { 0, JUST_BEHIND, BEFORE, LENGTH };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(marked) * ARRAY_COUNT(before); i++) {
        struct arena *home = arena_new((size_t)1 << 32);
        struct buf out = buf_new(home, LENGTH * 3);
        while (out.len < before[i % ARRAY_COUNT(before)])
            buf_put(&out, other_words);
        buf_put(&out, golden(home, marked[i / ARRAY_COUNT(before)].file));
        assert_same(home, longer(home, buf_str(&out), OTHER_WORDS, ""),
                    marked[i / ARRAY_COUNT(before)].format, true);
        arena_free(home);
    }
}

/* A mark of another format is a mark wherever it stands, so that it is looked for to the end. */
static void a_mark_that_counts_more_counts_from_anywhere(void **state)
{
    struct arena *home = arena_new((size_t)1 << 32);
    (void)state;
    assert_same(home,
                longer(home, golden(home, "trtexec/new.log"), OTHER_WORDS,
                       str_c(home, golden(home, "mlperf/result_0.txt"))),
                "mlperf-training-log", true);
    arena_free(home);
}

static void logs_say_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(logs); i++) {
        struct arena *home = arena_new((size_t)1 << 32);
        assert_same(home, longer(home, golden(home, logs[i].file), logs[i].more, ""),
                    logs[i].format, true);
        arena_free(home);
    }
}

/* LoadGen tells at the end what another meaning of its figures follows from. */
static void a_log_that_is_told_otherwise_in_the_end_is_read_whole(void **state)
{
    struct arena *home = arena_new((size_t)1 << 32);
    (void)state;
    assert_same(home,
                longer(home, golden(home, "mlperf/detail-server.txt"), logs[9].more,
                       ":::MLLOG {\"key\": \"result_inferred_completed_tokens_per_second\", "
                       "\"value\": 1, \"time_ms\": 1, \"metadata\": {}}\n"),
                "mlperf-log-detail", false);
    arena_free(home);
}

#define HEADER                                                                                     \
    "timestamp, index, name, power.draw [W], pstate, ecc.errors.corrected.volatile.total, "        \
    "clocks_event_reasons.active\n"
#define FIRST                                                                                      \
    "2026/03/02 00:00:00.000, 0, NVIDIA H100 80GB HBM3, 300.01 W, P0, 7, 0x0000000000000000\n"
#define ROW "2026/03/02 00:00:00.100, 0, NVIDIA H100 NVL, 400.02 W, P0, [N/A], 0x0000000000000004\n"
#define OTHER                                                                                      \
    "2026/03/02 00:00:09.000, 1, NVIDIA \"H100\" 80GB HBM3, 500.03 W, P8, 9, 0x0000000000000000\n"

static const struct {
    const char *end;
    bool decoded_so;
} tables[] = {
    { "", true },
    { OTHER, true },                                        /* one row: what it says are facts */
    { "\n\n" HEADER ROW, true },                            /* the header again, after a restart */
    { "2026/03/02 00:00:09.000, 0, NVIDIA H100, 4", true }, /* killed while it wrote */
    { "2026/03/02 00:00:09.000, 0, NVIDIA H200, a lot, P0, 8, none\n" ROW, true },
    { "\"2026/03/02 00:00:09.000\", 0, \"NVIDIA\nH100\", 4, P0, 8, 0x0\n" ROW, true },
    { "2026/03/02 00:00:09.000, 0\rdrawn over\n" ROW, false },
    { "\"a quote that is never closed\n" ROW, false },
};

/* Some pages of rows, and then of others with another name. */
static struct str table(struct arena *home, const char *end)
{
    enum { ROWS = 400 };
    struct buf out = buf_new(home, LENGTH);
    buf_put(&out, STR(HEADER));
    for (int i = 0; i < ROWS; i++)
        buf_put(&out, STR(FIRST));
    return longer(home, buf_str(&out), ROW, end);
}

static void tables_say_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(tables); i++) {
        struct arena *home = arena_new((size_t)1 << 32);
        struct str text = table(home, tables[i].end);
        assert_same(home, text, "nvidia-smi-csv", tables[i].decoded_so);
        arena_free(home);
    }
}

/* Nothing of it counts, as of any file whose sums are not its own. */
static void a_broken_file_says_nothing_but_so(void **state)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct str log = longer(home, golden(home, "trtexec/new.log"), OTHER_WORDS, ""), format;
    struct str broken[] = {
        packed(home, table(home, ""), 1),
        packed(home, log, 1),
        str_sub(packed(home, log, 0), 0, log.len - 1000),
        str_format(home, "%.*sjunk", STR_ARG(packed(home, log, 0))),
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(broken); i++) {
        bool fed;
        struct str said = taken(home, broken[i], 0, &fed, &format);
        if (str_find(said, STR("record.unread [")) == SIZE_MAX)
            fail_msg("%zu: %.*s", i, STR_ARG(str_sub(said, 0, 500)));
        assert_true(str_find(said, STR("accelerator.name")) == SIZE_MAX);
        assert_true(str_find(said, STR("latency.")) == SIZE_MAX);
        assert_true(str_find(said, STR("series of")) == SIZE_MAX);
    }
    arena_free(home);
}

/* ---- series that a run.json declares
 * ----------------------------------------------------------
 */

static struct series_declaration declaration_of(const char *value, bool phases)
{
    struct series_declaration of = { .file = STR("file"),
                                     .start = STR("t_start_s"),
                                     .duration = STR("duration_s"),
                                     .work = STR("tokens"),
                                     .value = str_from(value),
                                     .kind = SERIES_PER_ITERATION,
                                     .metric = KEY_LATENCY_ITERATION,
                                     .unit = UNIT_SECOND,
                                     .work_unit = UNIT_TOKEN,
                                     .time_unit = UNIT_SECOND };
    if (phases)
        of.phase[of.phase_count++] = STR("ctx");
    return of;
}

/* Rows of a table, or of JSON Lines, and `end`. */
static struct str series_text(struct arena *home, bool lines, const char *end)
{
    struct buf out = buf_new(home, LENGTH * 2);
    buf_put(&out, lines ? STR("") : STR("t_start_s,duration_s,tokens,ctx\n"));
    for (unsigned i = 0; out.len < LENGTH; i++)
        buf_putf(&out,
                 lines ? "{\"t_start_s\": %u.25, \"duration_s\": 0.%u, \"tokens\": 640, "
                         "\"ctx\": \"length %u\"}\n"
                       : "%u.25,0.%u,640,length %u\n",
                 i, i % 97 + 100, i % 7);
    buf_put(&out, str_from(end));
    return buf_str(&out);
}

static void declared_series_say_the_same(void **state)
{
    static const struct {
        const char *end;
        bool decoded_so;
    } ends[] = {
        { "", true },
        { "\n\n", true },
        { "9e6,0.5", false },              /* cut off */
        { "a lot,0.5,640,x\n", false },    /* told with its place */
        { "9e6,0.5,640,\"a\nb\"\n", true } /* a cell over two lines */
    };
    (void)state;
    for (size_t i = 0; i < 2 * ARRAY_COUNT(ends); i++) {
        struct series_declaration own = declaration_of("", i % 2 == 0);
        struct declaration one = { .series = &own, .series_count = 1 };
        struct arena *home = arena_new((size_t)1 << 32);
        bool lines = i >= ARRAY_COUNT(ends);
        const char *end = ends[i % ARRAY_COUNT(ends)].end;
        declared = (struct declarations){ &one, 1, &first };
        assert_same(home, series_text(home, lines, end), "dossier-series",
                    lines ? i % ARRAY_COUNT(ends) < 2 : ends[i].decoded_so);
        declared = (struct declarations){ 0 };
        arena_free(home);
    }
    /* Two series of one file go through it twice. */
    struct series_declaration two[] = { declaration_of("", false),
                                        declaration_of("duration_s", true) };
    struct declaration both = { .series = two, .series_count = 2 };
    struct arena *home = arena_new((size_t)1 << 32);
    declared = (struct declarations){ &both, 1, &first };
    assert_same(home, series_text(home, false, ""), "dossier-series", false);
    declared = (struct declarations){ 0 };
    arena_free(home);
}

/* It is a person's, who can mend it: an error as it stands, however the file is broken. */
static void a_broken_declared_series_is_told(void **state)
{
    static const char *const wrong[] = { "sum", "cut", "behind" };
    struct series_declaration own = declaration_of("", false);
    struct declaration one = { .series = &own, .series_count = 1 };
    (void)state;
    declared = (struct declarations){ &one, 1, &first };
    for (size_t i = 0; i < ARRAY_COUNT(wrong); i++) {
        struct arena *home = arena_new((size_t)1 << 32);
        struct str format, stored = packed(home, series_text(home, false, ""), i == 0);
        bool fed;
        if (i == 1)
            stored = str_sub(stored, 0, stored.len - 1000);
        if (i == 2)
            stored = str_format(home, "%.*sjunk", STR_ARG(stored));
        struct str said = taken(home, stored, 0, &fed, &format);
        assert_false(fed);
        if (str_find(said, STR("series of")) != SIZE_MAX ||
            str_find(said, STR("input")) == SIZE_MAX)
            fail_msg("%s: %.*s", wrong[i], STR_ARG(str_sub(said, 0, 500)));
        arena_free(home);
    }
    declared = (struct declarations){ 0 };
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_say_the_same),
        cmocka_unit_test(logs_told_by_a_mark_say_the_same),
        cmocka_unit_test(a_mark_that_counts_more_counts_from_anywhere),
        cmocka_unit_test(declared_series_say_the_same),
        cmocka_unit_test(a_broken_declared_series_is_told),
        cmocka_unit_test(a_log_that_is_told_otherwise_in_the_end_is_read_whole),
        cmocka_unit_test(tables_say_the_same),
        cmocka_unit_test(a_broken_file_says_nothing_but_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
