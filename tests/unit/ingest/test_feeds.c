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

static struct str taken(struct arena *home, struct str bytes, unsigned threads, bool *fed,
                        struct str *format)
{
    const struct declarations none = { 0 };
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
    result.adapter = file_take(&reading, home, &none, false, &unread);
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
    struct str format;
    bool fed;
    (void)state;
    struct str said = taken(home, packed(home, table(home, ""), 1), 0, &fed, &format);
    if (str_find(said, STR("record.unread [")) == SIZE_MAX)
        fail_msg("%.*s", STR_ARG(str_sub(said, 0, 500)));
    assert_true(str_find(said, STR("accelerator.name")) == SIZE_MAX);
    assert_true(str_find(said, STR("series of")) == SIZE_MAX);
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_say_the_same),
        cmocka_unit_test(a_log_that_is_told_otherwise_in_the_end_is_read_whole),
        cmocka_unit_test(tables_say_the_same),
        cmocka_unit_test(a_broken_file_says_nothing_but_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
