/* test_texts.c - texts as shells and tools leave them: byte order marks, UTF-16, CR LF, values
 * behind one another, words of Python in JSON, text beside it, progress bars, placeholders. */
#include "file_read.h"
#include "glance.h"
#include "home.h"
#include "sniff.h"

#include <glib.h>

/* ---- every golden input, stored in other ways ---- */

static struct str as_utf16(struct str text, bool big)
{
    glong units = 0;
    gunichar2 *wide = g_utf8_to_utf16(text.at, (glong)text.len, NULL, &units, NULL);
    assert_non_null(wide);
    struct buf out = buf_new(home, (size_t)units * 2 + 2);
    buf_put(&out, big ? STR("\xFE\xFF") : STR("\xFF\xFE"));
    for (glong i = 0; i < units; i++) {
        char low = (char)(wide[i] & 0xFFU), high = (char)(wide[i] >> 8);
        buf_put_char(&out, big ? high : low);
        buf_put_char(&out, big ? low : high);
    }
    g_free(wide);
    return buf_str(&out);
}

static uint64_t utf16_offset(struct str text, uint64_t offset)
{
    glong units = 0;
    gunichar2 *wide = g_utf8_to_utf16(text.at, (glong)offset, NULL, &units, NULL);
    assert_non_null(wide);
    g_free(wide);
    return (uint64_t)units * 2 + 2;
}

static struct str as_marked(struct str text)
{
    return str_format(home, "\xEF\xBB\xBF%.*s", STR_ARG(text));
}

static struct str as_crlf(struct str text)
{
    struct buf out = buf_new(home, text.len * 2);
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '\n' && (i == 0 || text.at[i - 1] != '\r'))
            buf_put_char(&out, '\r');
        buf_put_char(&out, text.at[i]);
    }
    return buf_str(&out);
}

static void same_facts(const struct adapter_result *plain, const struct adapter_result *other,
                       struct str name, const char *how)
{
    assert_ptr_equal(plain->adapter, other->adapter);
    if (facts_count(plain->facts) != facts_count(other->facts) ||
        plain->series_count != other->series_count) {
        fail_msg("%.*s %s: %zu facts, not %zu", STR_ARG(name), how, facts_count(other->facts),
                 facts_count(plain->facts));
    }
    for (size_t i = 0; i < facts_count(plain->facts); i++) {
        const struct fact *a = facts_at(plain->facts, i), *b = facts_at(other->facts, i);
        bool same = a->key == b->key && str_eq(a->value.text, b->value.text) &&
                    str_eq(a->instance, b->instance) &&
                    str_eq(a->source.from.path, b->source.from.path) &&
                    a->source.from.line == b->source.from.line &&
                    a->source.from.column == b->source.from.column;
        if (!same) {
            fail_msg("%.*s %s: fact %zu is another: %s %.*s, line %u, not %.*s, line %u",
                     STR_ARG(name), how, i, vocabulary_row(b->key)->name, STR_ARG(b->value.text),
                     b->source.from.line, STR_ARG(a->value.text), a->source.from.line);
        }
    }
}

static void offsets_are_stored_ones(const struct adapter_result *plain,
                                    const struct adapter_result *other, struct str text, bool wide)
{
    for (size_t i = 0; i < facts_count(plain->facts); i++) {
        uint64_t from = facts_at(plain->facts, i)->source.from.offset;
        uint64_t expected = wide ? utf16_offset(text, from) : from + 3;
        assert_int_equal(facts_at(other->facts, i)->source.from.offset, expected);
    }
}

static void stored_otherwise_the_facts_are_the_same(void **state)
{
    (void)state;
    struct entries entries;
    struct diags *diags = diags_new(home);
    size_t seen = 0;
    assert_true(entries_read(home, TESTS_DIR "/golden/ingest", &limits_default, &entries, diags));
    for (size_t i = 0; i < entries.count; i++) {
        struct str name = entries.item[i].name, text = entries.item[i].bytes;
        if (compressed_is(text) || !str_is_utf8(text) || /* a model file is no text */
            !entries_find(&entries, str_format(home, "%.*s.facts", STR_ARG(name))))
            continue;
        struct str base = name, rest = name;
        while (str_cut(&rest, '/', &base)) {
        }
        struct adapter_result plain = adapter_run(home, base, text, STR(""), STR("")), other;
        if (!plain.adapter || !plain.read)
            continue;
        for (int big = 0; big < 2; big++) {
            other = adapter_run(home, base, as_utf16(text, big != 0), STR(""), STR(""));
            same_facts(&plain, &other, name, "in UTF-16");
            offsets_are_stored_ones(&plain, &other, text, true);
        }
        other = adapter_run(home, base, as_marked(text), STR(""), STR(""));
        same_facts(&plain, &other, name, "with a mark");
        offsets_are_stored_ones(&plain, &other, text, false);
        other = adapter_run(home, base, as_crlf(text), STR(""), STR(""));
        same_facts(&plain, &other, name, "with CR LF");
        seen++;
    }
    assert_true(seen >= 25);
}

/* ---- places far into a file of UTF-16 ---- */

static void offsets_of_characters_of_all_sizes(void **state)
{
    (void)state;
    /* 1, 2, 3 and 4 bytes of UTF-8 (2, 2, 2 and 4 of UTF-16), past several steps of the table */
    struct buf text = buf_new(home, 1 << 20);
    for (int i = 0; i < 3000; i++)
        buf_put(&text, STR("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"));
    struct str plain = buf_str(&text);
    struct evidence evidence = { .name = STR("f"), .bytes = as_utf16(plain, false) };
    struct reading reading = { .home = home,
                               .scratch = home,
                               .evidence = &evidence,
                               .bytes = evidence.bytes,
                               .diags = diags_new(home) };
    assert_true(text_decode(&reading));
    assert_true(str_eq(reading.bytes, plain));
    for (size_t i = 0; i < 3000; i++) {
        static const unsigned size[] = { 1, 2, 3, 4 }, before[] = { 0, 1, 3, 6 };
        static const unsigned stored[] = { 0, 2, 4, 6 };
        for (size_t c = 0; c < ARRAY_COUNT(size); c++) {
            for (unsigned within = 0; within < size[c]; within++) {
                assert_int_equal(reading_offset(&reading, i * 10 + before[c] + within),
                                 2 + i * 10 + stored[c]);
            }
        }
    }
    assert_int_equal(reading_offset(&reading, plain.len), evidence.bytes.len);
}

static void broken_utf16_is_refused_at_its_byte(void **state)
{
    (void)state;
    static const struct {
        struct str bytes;
        const char *path;
    } rows[] = {
        { STR_INIT("\xFF\xFE"
                   "a\0b"),
          "byte 4" },
        { STR_INIT("\xFF\xFE"
                   "a\0\x00\xD8z\0"),
          "byte 4" },
        { STR_INIT("\xFF\xFE\x00\xDC"), "byte 2" },
        { STR_INIT("\xFE\xFF\xD8\x3D"), "byte 2" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct adapter_result result =
            adapter_run(home, STR("f.txt"), rows[i].bytes, STR(""), STR(""));
        const struct diag *diag = diags_first(result.diags);
        assert_null(result.adapter);
        assert_non_null(diag);
        assert_int_equal(diag->id, DIAG_TEXT_ENCODING);
        assert_string_equal(str_c(home, diag->place.path), rows[i].path);
    }
}

/* ---- what an adapter may allow ---- */

static int bid_any(const struct sniff *sniff)
{
    return sniff->head.len > 0 ? 100 : 0;
}

static bool read_values(struct reading *reading)
{
    struct documents documents;
    struct json *json;
    documents_begin(&documents, reading);
    while (documents_next(&documents, &json)) {
        if (json) {
            json_fields(reading, json, json_root(json), STR(""),
                        &(struct field){ "/rate", KEY_LOAD_RATE, UNIT_NONE, false }, 1);
            json_fields(reading, json, json_root(json), STR(""),
                        &(struct field){ "/n", KEY_LOAD_REQUESTS, UNIT_NONE, false }, 1);
        }
    }
    return true;
}

static bool read_value(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    json_fields(reading, json, json_root(json), STR(""),
                &(struct field){ "/n", KEY_LOAD_REQUESTS, UNIT_NONE, false }, 1);
    return true;
}

static bool read_lines(struct reading *reading)
{
    lines_fields(reading, ':', false, &(struct field){ "n", KEY_LOAD_REQUESTS, UNIT_NONE, false },
                 1);
    return true;
}

struct tried {
    struct facts *facts;
    struct diags *diags;
    bool read;
};

static struct tried try(struct adapter adapter, struct str bytes)
{
    struct evidence *evidence = ARENA_NEW(home, struct evidence);
    struct adapter *kept = ARENA_NEW(home, struct adapter);
    *evidence = (struct evidence){ .name = STR("f"), .bytes = bytes };
    adapter.bid = bid_any;
    *kept = adapter;
    struct tried tried = { .facts = facts_new(home), .diags = diags_new(home) };
    struct reading reading = { .home = home,
                               .scratch = home,
                               .evidence = evidence,
                               .adapter = kept,
                               .limits = &limits_default,
                               .facts = tried.facts,
                               .diags = tried.diags };
    tried.read = file_decode(&reading) && kept->read(&reading);
    return tried;
}

static void assert_fact(const struct tried *tried, size_t index, const char *text, const char *path,
                        uint32_t line)
{
    assert_true(index < facts_count(tried->facts));
    const struct fact *fact = facts_at(tried->facts, index);
    assert_string_equal(str_c(home, fact->value.text), text);
    assert_string_equal(str_c(home, fact->source.from.path), path);
    assert_int_equal(fact->source.from.line, line);
}

static void appended_results_are_read_one_by_one(void **state)
{
    (void)state;
    struct adapter adapter = { .read = read_values };
    struct tried tried = try(adapter, STR("{\"rate\": Infinity, \"n\": 1}\n{\"rate\": 2.5}\n"
                                          "{\"n\": NaN}\n{\"n\": 4"));
    assert_int_equal(facts_count(tried.facts), 4);
    assert_fact(&tried, 0, "Infinity", "line 1 /rate", 1);
    assert_false(facts_at(tried.facts, 0)->value.number);
    assert_fact(&tried, 1, "1", "line 1 /n", 1);
    assert_fact(&tried, 2, "2.5", "line 2 /rate", 2);
    assert_fact(&tried, 3, "NaN", "line 3 /n", 3);
    assert_true(facts_at(tried.facts, 3)->placeholder);
    assert_int_equal(diags_count(tried.diags, LEVEL_INPUT), 1); /* the last one was cut off */
    assert_int_equal(diags_first(tried.diags)->place.line, 4);
}

static void text_beside_a_value_is_noted(void **state)
{
    (void)state;
    struct str text = STR("fio: job failed\n[WARN] low\n{ \"n\": 7 }\nRun status:\n  ok\n");
    struct adapter adapter = { .read = read_value, .allows = ALLOW_LEAD };
    struct tried tried = try(adapter, text);
    assert_true(tried.read);
    const struct diag *first = diags_first(tried.diags);
    assert_int_equal(first->id, DIAG_TEXT_BESIDE);
    assert_string_equal(str_c(home, first->said), "\"fio: job failed\"");
    assert_int_equal(first->place.line, 1);
    assert_int_equal(first->next->id, DIAG_TEXT_BESIDE);
    assert_int_equal(first->next->place.line, 4);
    assert_int_equal(facts_count(tried.facts), 3); /* what stands behind are remarks */
    assert_fact(&tried, 0, "Run status:", "", 4);
    assert_fact(&tried, 1, "ok", "", 5);
    assert_fact(&tried, 2, "7", "/n", 3);
    assert_int_equal(facts_at(tried.facts, 2)->source.from.offset, 34);
    adapter.allows = 0;
    tried = try(adapter, text);
    assert_false(tried.read);
    assert_int_equal(diags_first(tried.diags)->place.line, 1);
    struct sniff sniff = { .name = STR("f"), .head = text };
    sniff = sniff_past_lead(&sniff);
    assert_true(sniff_is_object(&sniff) && sniff_member(&sniff, STR("n")));
}

static void text_behind_a_value_is_no_other_value(void **state)
{
    (void)state;
    struct adapter adapter = { .read = read_value };
    assert_true(try(adapter, STR("{ \"n\": 7 }\n\n")).read);
    assert_true(try(adapter, STR("{ \"n\": 7 }\r\nbuild: 1 {2}\r\n")).read);
    struct str bad[] = { STR("{ \"n\": 7 } x\n"), STR("{ \"n\": 7 }\n{ \"n\": 8 }\n"),
                         STR("{ \"n\": 7 }\nbuild: 1\n[{ \"n\": 8 }]") };
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++) {
        struct tried tried = try(adapter, bad[i]);
        assert_false(tried.read);
        assert_int_equal(diags_first(tried.diags)->id, DIAG_JSON_TRAILING);
    }
}

static void what_is_said_of_utf16_names_stored_bytes(void **state)
{
    (void)state;
    struct adapter adapter = { .read = read_value };
    struct tried tried = try(adapter, as_utf16(STR("{\"\xE2\x82\xAC\": 1,\n \"n\": tru}"), false));
    const struct diag *diag = diags_first(tried.diags);
    assert_int_equal(diag->place.line, 2);
    assert_int_equal(diag->place.column, 7);
    assert_int_equal(diag->place.offset, 2 + 2 * (uint64_t)15); /* 15 characters before it */
}

static void each_drawing_of_a_bar_is_a_line(void **state)
{
    (void)state;
    struct str text = STR("start\n  0%|  |\r\xE2\x96\x88 50%|\rn: 12\rdone\r\nn: 13\n");
    struct adapter adapter = { .read = read_lines };
    struct tried tried = try(adapter, text);
    assert_int_equal(facts_count(tried.facts), 2);
    assert_fact(&tried, 0, "12", "", 2);
    assert_int_equal(facts_at(tried.facts, 0)->source.from.column, 20);
    assert_int_equal(facts_at(tried.facts, 0)->source.from.offset, 27);
    assert_fact(&tried, 1, "13", "", 3);
}

static bool read_table(struct reading *reading)
{
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    return csv_begin(csv, reading) && csv_next(csv);
}

static void a_bar_drawn_over_a_row_refuses_the_table(void **state)
{
    (void)state;
    struct adapter adapter = { .read = read_table };
    struct tried tried = try(adapter, STR("a,b\n1,2\r3,4\n"));
    assert_false(tried.read);
    assert_int_equal(diags_first(tried.diags)->id, DIAG_TEXT_STROKE);
    assert_int_equal(diags_first(tried.diags)->place.line, 2);
    assert_true(try(adapter, STR("a,b\r\n1,2\r\n")).read);
    assert_true(try(adapter, STR("a,b\n\"one\rtwo\",2\n")).read); /* inside a cell */
}

static void a_string_that_is_no_text_is_passed_over(void **state)
{
    (void)state;
    struct adapter adapter = { .read = read_values };
    struct tried tried =
        try(adapter, STR("{\"a\": \"C:\\Users\", \"b\": \"\xB2\", \"c\": \"\x02\",\n"
                         "\"n\": 7}\n"));
    assert_int_equal(facts_count(tried.facts), 1);
    assert_fact(&tried, 0, "7", "/n", 2);
    assert_int_equal(diags_count(tried.diags, LEVEL_INPUT), 0);
    assert_int_equal(diags_count(tried.diags, LEVEL_WARNING), 3);
    assert_int_equal(diags_first(tried.diags)->id, DIAG_JSON_STRAY);
    /* Names are what values are found by. */
    tried = try(adapter, STR("{\"\xB2\": 1, \"n\": 7}\n"));
    assert_int_equal(diags_count(tried.diags, LEVEL_INPUT), 1);
    /* A quote that never comes is no string at all. */
    tried = try(adapter, STR("{\"a\": \"C:\\out\\\"}\n"));
    assert_int_equal(diags_count(tried.diags, LEVEL_INPUT), 1);
}

/* ---- placeholders ---- */

static void placeholders_are_no_values(void **state)
{
    (void)state;
    static const struct {
        enum key key;
        const char *text;
        bool placeholder;
    } rows[] = {
        { KEY_ACCELERATOR_NAME, "N/A", true },
        { KEY_ACCELERATOR_NAME, "[Not Supported]", true },
        { KEY_ACCELERATOR_NAME, "Unknown", true },
        { KEY_ACCELERATOR_NAME, "NVIDIA A10", false },
        { KEY_CPU_NAME, "To Be Filled By O.E.M.", true },
        { KEY_CPU_NAME, "Default string", true },
        { KEY_CPU_NAME, "fixme: describe", true },
        { KEY_CPU_NAME, "nnn (Your SPEC license number)", true },
        { KEY_CPU_NAME, "  ", true },
        { KEY_PRECISION_QUANTISATION, "none", false },
        { KEY_ACCELERATOR_VIRTUALISATION, "None", false },
        { KEY_ACCELERATOR_SERIAL, "None", true },
        { KEY_ACCELERATOR_SERIAL, "0", true },
        { KEY_ACCELERATOR_SERIAL, "1650522003820", false },
        { KEY_ACCELERATOR_UUID, "GPU-00000000-0000-0000-0000-000000000000", true },
        { KEY_ACCELERATOR_UUID, "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", true },
        { KEY_ACCELERATOR_MODULE, "0", false },
        { KEY_POWER_LIMIT, "0.00 W", true },
        { KEY_POWER_LIMIT, "0.1 W", false },
        { KEY_ACCELERATOR_MEMORY_TOTAL, "0", true },
        { KEY_REQUESTS_FAILED, "0", false },
        { KEY_REQUESTS_FAILED, "NaN", true },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        if (value_is_placeholder(rows[i].key, str_from(rows[i].text)) != rows[i].placeholder)
            fail_msg("%s \"%s\"", vocabulary_row(rows[i].key)->name, rows[i].text);
}

/* ---- line feeds are counted eight bytes at once ---- */

static size_t counted_singly(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] == '\n' ? 1 : 0;
    return count;
}

static void line_feeds_are_counted(void **state)
{
    enum { MOST = 2000 };
    static char text[MOST];
    static const char near[] = { '\n', '\n' ^ 1,  '\n' - 1, '\n' + 1, (char)('\n' | 0x80),
                                 0,    (char)0xff };
    unsigned random = 1;
    (void)state;
    for (size_t len = 0; len <= MOST; len++) {
        for (size_t i = 0; i < len; i++) {
            random = random * 1664525u + 1013904223u;
            text[i] = near[len % 3 == 0 ? 0 : (random >> 20) % ARRAY_COUNT(near)];
        }
        struct str some = { text + len % 8 * (len > 8), len - len % 8 * (len > 8) };
        assert_int_equal(line_feeds(some), counted_singly(some));
    }
}

/* ---- a line that says nothing is told without its tree, as its tree would ---- */

static const struct {
    const char *line;
    bool glanced;
} glances[] = {
    { "{\"key\": \"logged_completion\", \"value\": 17, \"time_ms\": 0.700000, \"namespace\": "
      "\"mlperf::logging\", \"event_type\": \"POINT_IN_TIME\", \"metadata\": {\"is_error\": false, "
      "\"is_warning\": false, \"file\": \"loadgen.cc\", \"line_no\": 101, \"pid\": 1, \"tid\": 2}}",
      true },
    { "{\"key\":\"a\",\"value\":-0.5e3}", false },
    { "{\"key\":\"a\",\"value\":-0.5}", true },
    { "{\"key\":\"a\",\"value\":00}", false },
    { "{\"key\":\"a\",\"value\":0.}", false },
    { "{\"key\":\"a\",\"value\":-}", false },
    { " { \"value\" : null , \"key\" : \"\" } ", true },
    { "{\"key\": \"a\", \"value\": {\"is_error\": true, \"key\": 1}}", true },
    { "{\"key\": \"a\", \"value\": {}, \"metadata\": {\"is_error\": true}}", false },
    { "{\"key\": \"a\", \"value\": 1, \"metadata\": {\"is_warning\": true, \"is_error\": false}}",
      false },
    { "{\"key\": \"a\", \"value\": 1, \"metadata\": {\"is_error\": \"true\"}}", true },
    { "{\"key\": \"a\", \"value\": 1, \"value\": 1}", false },
    { "{\"key\": \"a\", \"value\": 1, \"metadata\": {\"a\": 1, \"b\": 2, \"a\": 1}}", false },
    { "{\"key\": \"a\", \"value\": 1, \"is_error\": true}", true },
    { "{\"key\": 1, \"value\": 1}", false },
    { "{\"key\": \"a\"}", false },
    { "{\"value\": 1}", false },
    { "{\"key\": \"a\", \"value\": [1]}", false },
    { "{\"key\": \"a\", \"value\": {\"b\": {}}}", false },
    { "{\"key\": \"a\\n\", \"value\": 1}", false },
    { "{\"key\": \"\xC3\xA9\", \"value\": 1}", false },
    { "{\"key\": \"a\", \"value\": 1,}", false },
    { "{\"key\": \"a\", \"value\": 1} 2", false },
    { "{\"key\": \"a\", \"value\": 1", false },
    { "{\"key\": \"a\", \"value\": truex}", false },
    { "{\"key\": \"a\", \"value\": \"b\tc\"}", false },
    { "{\"key\": \"a\", \"value\": NaN}", false },
    { "[]", false },
    { "", false },
};

/* Where a line is glanced at, its tree is one of which the glance says the same. */
static bool glance_as_tree(struct str line)
{
    struct str key;
    struct json *json = NULL;
    struct diags *diags = diags_new(home);
    if (!mllog_glance(line, NULL, &key))
        return false;
    bool read = json_read_line(home, STR("log"), line, 1, 0, NULL, &json, diags);
    const struct json_item *root = read ? json_root(json) : NULL;
    const struct json_item *own = root ? json_member(root, STR("key")) : NULL;
    const struct json_item *metadata = root ? json_member(root, STR("metadata")) : NULL;
    bool same = !diags_first(diags) && own && json_type(own) == JSON_STRING &&
                str_eq(json_string(own), key) && json_member(root, STR("value"));
    static const char *const marks[] = { "is_error", "is_warning" };
    for (size_t i = 0; same && metadata && i < ARRAY_COUNT(marks); i++) {
        const struct json_item *mark = json_member(metadata, str_from(marks[i]));
        same = !mark || json_type(mark) != JSON_TRUE;
    }
    if (!same)
        fail_msg("\"%.*s\" is glanced at", STR_ARG(line));
    return true;
}

static void glances_are_as_trees(void **state)
{
    (void)state;
    static const char letters[] = "\"\"\"\"{}[]::,,  \\\t0019.-+eEtrunfals_keyvalu\x7f\xC3\xA9\x80";
    GRand *rand = g_rand_new_with_seed(20261130);
    unsigned glanced = 0;
    for (size_t i = 0; i < ARRAY_COUNT(glances); i++)
        if (glance_as_tree(str_from(glances[i].line)) != glances[i].glanced)
            fail_msg("%s", glances[i].line);
    for (size_t len = 0; len < 70;
         len++) { /* texts that end at each place of those looked at together */
        struct str filler = {
            "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz012345", len
        };
        struct str line = str_format(home, "{\"key\": \"%.*s\", \"value\": 1}", STR_ARG(filler));
        assert_true(glance_as_tree(line));
    }
    for (int round = 0; round < 60000; round++) {
        const char *from = glances[g_rand_int_range(rand, 0, ARRAY_COUNT(glances))].line;
        GString *text = g_string_new(g_rand_int_range(rand, 0, 2) ? glances[0].line : from);
        struct arena_mark mark = arena_mark(home);
        for (int damage = g_rand_int_range(rand, 0, 4); damage > 0 && text->len > 0; damage--) {
            gint32 at = g_rand_int_range(rand, 0, (gint32)text->len);
            char c = letters[g_rand_int_range(rand, 0, (gint32)sizeof letters - 1)];
            switch (g_rand_int_range(rand, 0, 3)) {
            case 0:
                text->str[at] = c;
                break;
            case 1:
                g_string_insert_c(text, at, c);
                break;
            default:
                g_string_erase(text, at, g_rand_int_range(rand, 0, 2) ? 1 : -1);
                break;
            }
        }
        glanced += glance_as_tree((struct str){ text->str, text->len }) ? 1 : 0;
        g_string_free(text, TRUE);
        arena_rewind(home, mark);
    }
    assert_true(glanced > 10000);
    g_rand_free(rand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_feeds_are_counted),
        cmocka_unit_test_setup_teardown(glances_are_as_trees, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stored_otherwise_the_facts_are_the_same, set_up, tear_down),
        cmocka_unit_test_setup_teardown(offsets_of_characters_of_all_sizes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(broken_utf16_is_refused_at_its_byte, set_up, tear_down),
        cmocka_unit_test_setup_teardown(appended_results_are_read_one_by_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(text_beside_a_value_is_noted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(text_behind_a_value_is_no_other_value, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_said_of_utf16_names_stored_bytes, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(each_drawing_of_a_bar_is_a_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bar_drawn_over_a_row_refuses_the_table, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_string_that_is_no_text_is_passed_over, set_up, tear_down),
        cmocka_unit_test_setup_teardown(placeholders_are_no_values, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
