/* test_feed.c - a compressed text that is read while it is decoded: the same values at the same
 * places as when it is whole, whatever lies on the edge of two pieces; what is wrong with the file
 * is told behind everything that was read of it. */
#include "base/json.h"
#include "base_test.h"

#include <string.h>

enum { TEXT_MOST = 24 << 20 };

/* CRC-32 as RFC 1952 has it, bit by bit. */
static uint32_t sum_of(struct str bytes)
{
    static uint32_t table[256];
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] & 1 ? table[i] >> 1 ^ 0xEDB88320U : table[i] >> 1;
    }
    uint32_t sum = 0xFFFFFFFFU;
    for (size_t i = 0; i < bytes.len; i++)
        sum = sum >> 8 ^ table[(sum ^ (unsigned char)bytes.at[i]) & 0xFFU];
    return ~sum;
}

static void little_put(struct buf *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        buf_put_char(out, (char)(value >> 8 * i & 0xFFU));
}

/* A gzip file of stored blocks (RFC 1951, 3.2.4). */
static struct str packed(struct str text)
{
    struct buf out = buf_new(home, text.len + text.len / 60000 * 5 + 100);
    buf_put(&out, (struct str){ "\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10 });
    for (size_t at = 0; at < text.len || at == 0; at += 60000) {
        struct str block = str_sub(text, at, at + 60000);
        buf_put_char(&out, at + 60000 >= text.len ? 1 : 0);
        little_put(&out, (uint32_t)block.len, 2);
        little_put(&out, ~(uint32_t)block.len, 2);
        buf_put(&out, block);
    }
    little_put(&out, sum_of(text), 4);
    little_put(&out, (uint32_t)text.len, 4);
    assert_false(out.full);
    return buf_str(&out);
}

static uint64_t drawn; /* splitmix64: the same on any machine */

static uint64_t draw(uint64_t below)
{
    uint64_t z = (drawn += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return (z ^ (z >> 31)) % below;
}

/* Members before, elements of odd lengths with escapes, letters of two to four bytes, numbers and
 * words, and members behind. */
static struct str text_draw(size_t size)
{
    static const char *const part[] = { "x",
                                        "\\n",
                                        "\xC3\xA9",
                                        "\xE2\x82\xAC",
                                        "\\u00e9",
                                        "\\\"",
                                        "\xF0\x9F\x98\x80",
                                        "words of a name",
                                        "\\ud83d\\ude00" };
    struct buf out = buf_new(home, TEXT_MOST);
    buf_put(&out, STR("{\"before\": {\"name\": \"an accelerator\", \"n\": 132},\n \"events\": ["));
    for (size_t i = 0; out.len < size; i++) {
        buf_putf(&out, "%s%s{\"n\": %zu.%03u, \"w\": %s, \"name\": \"", i ? "," : "",
                 draw(3) ? "\n  " : " ", i, (unsigned)draw(1000), draw(2) ? "true" : "null");
        for (uint64_t k = draw(draw(50) ? 20 : 90000); k > 0; k--)
            buf_put(&out, str_from(part[draw(ARRAY_COUNT(part))]));
        buf_put(&out, STR("\"}"));
    }
    buf_put(&out, STR("],\n\"behind\": [1, 2.5e3, \"\xC3\xA9\"] , \"last\": -17}\n \n"));
    assert_false(out.full);
    return buf_str(&out);
}

struct met { /* of a walk, in one number */
    struct feed *feed;
    uint64_t hash;
    size_t count, passed;
};

static void mix(struct met *met, uint64_t value)
{
    met->hash = (met->hash ^ value) * 0x9E3779B97F4A7C15U;
    met->hash ^= met->hash >> 29;
}

static void met_note(void *self, const struct json *json, const struct json_item *element)
{
    struct met *met = self;
    struct str name = json_string(json_member(element, STR("name")));
    struct str number = json_scalar(json, json_member(element, STR("n")));
    size_t at = (size_t)json_offset(json, element);
    mix(met, at);
    mix(met, sum_of(name));
    mix(met, sum_of(number));
    mix(met, (uint64_t)json_type(json_member(element, STR("w"))));
    if (met->feed && met->count == 0) {
        feed_keep(met->feed, at);
    } else if (met->feed && at - met->passed > 1 << 16) {
        met->passed = at;
        feed_passed(met->feed, at);
    }
    met->count++;
}

static struct json *walk(struct str text, struct feed *feed, struct met *met)
{
    const struct json_walk how = { .name = STR_INIT("events"), .element = met_note, .self = met };
    struct json_cursor cursor = { .alone = true, .walk = &how, .feed = feed };
    struct json *json = NULL;
    *met = (struct met){ .feed = feed };
    return json_read_next(home, STR("f"), text, &cursor, NULL, &json, diags) ? json : NULL;
}

static void same_place(const struct json *a, const struct json *b, const char *pointer)
{
    const struct json_item *left = json_find(a, str_from(pointer)),
                           *right = json_find(b, str_from(pointer));
    assert_non_null(left);
    assert_non_null(right);
    struct place one = json_place(a, left), other = json_place(b, right);
    assert_int_equal(one.line, other.line);
    assert_int_equal(one.column, other.column);
    assert_int_equal(one.offset, other.offset);
    assert_true(str_eq(json_scalar(a, left), json_scalar(b, right)));
}

static void the_same_as_whole(void **state)
{
    (void)state;
    drawn = 3;
    for (size_t size = 100; size < 20 << 20; size = size * 5 + 7) {
        struct str text = text_draw(size), all;
        struct met whole, piecewise;
        struct json *expected = walk(text, NULL, &whole);
        struct feed *feed = feed_new(packed(text), NULL, NULL);
        assert_non_null(feed);
        struct str head = feed_more(feed, 0);
        feed_all(feed);
        struct json *got = walk(head, feed, &piecewise);
        assert_non_null(expected);
        assert_non_null(got);
        assert_true(feed_end(feed, true, (struct place){ 0 }, &all, diags));
        assert_int_equal(all.len, text.len);
        assert_int_equal(piecewise.count, whole.count);
        assert_true(piecewise.hash == whole.hash);
        same_place(expected, got, "/before/name");
        same_place(expected, got, "/before/n");
        same_place(expected, got, "/behind/1");
        same_place(expected, got, "/last");
        feed_free(feed);
    }
    assert_int_equal(diags_count(diags, LEVEL_INPUT), 0);
}

/* What was decoded first ends within a letter of three bytes, or within an escape. */
static void letters_on_the_edge(void **state)
{
    (void)state;
    static const char *const letter[] = { "\xE2\x82\xAC", "\\u20ac" };
    for (size_t i = 0; i < 6 * ARRAY_COUNT(letter); i++) {
        struct buf out = buf_new(home, 2 << 20);
        struct met whole, piecewise;
        buf_putf(&out, "{\"a\": \"%.*s\", \"events\": [{\"name\": \"", (int)(i % 6), "xxxxxx");
        while (out.len < 700000)
            buf_put(&out, str_from(letter[i / 6]));
        buf_put(&out, STR("\", \"n\": 1, \"w\": true}]}"));
        assert_non_null(walk(buf_str(&out), NULL, &whole));
        struct feed *feed = feed_new(packed(buf_str(&out)), NULL, NULL);
        struct str head = feed_more(feed, 0);
        assert_true(head.len < 600000);
        assert_non_null(walk(head, feed, &piecewise));
        assert_true(piecewise.hash == whole.hash);
        feed_free(feed);
    }
}

/* A fault of the text is told where it stands, however much was let go before it. */
static void a_fault_in_the_text_has_its_place(void **state)
{
    (void)state;
    drawn = 4;
    struct str text = text_draw(5 << 20), all;
    char *edited = ARENA_MANY(home, text.len, char);
    memcpy(edited, text.at, text.len);
    size_t at = text.len - 900000;
    while (memcmp(edited + at, "{\"n\": ", 6) != 0)
        at++;
    edited[at + 4] = ';';
    text.at = edited;
    struct met met;
    assert_null(walk(text, NULL, &met));
    const struct diag *whole = diags_first(diags);
    assert_non_null(whole);
    diags = diags_new(home);
    struct feed *feed = feed_new(packed(text), NULL, NULL);
    struct str head = feed_more(feed, 0);
    feed_all(feed);
    assert_null(walk(head, feed, &met));
    assert_true(feed_end(feed, false, (struct place){ 0 }, &all, diags));
    const struct diag *got = diags_first(diags);
    assert_non_null(got);
    assert_int_equal(got->id, whole->id);
    assert_int_equal(got->place.line, whole->place.line);
    assert_int_equal(got->place.column, whole->place.column);
    assert_int_equal(got->place.offset, at + 4);
    assert_true(str_eq(got->place.path, whole->place.path));
    feed_free(feed);
}

static void broken_files(void **state)
{
    (void)state;
    drawn = 5;
    struct str text = text_draw(3 << 20), good = packed(text), all;
    char *sum = ARENA_MANY(home, good.len, char);
    memcpy(sum, good.at, good.len);
    sum[good.len - 8] ^= 1;
    struct limits small = { .file = 2 << 20 };
    const struct {
        struct str stored;
        const struct limits *limits;
        enum diag_id id;
    } broken[] = {
        { str_sub(good, 0, good.len - 4), NULL, DIAG_ARCHIVE_BAD },
        { str_sub(good, 0, good.len / 2), NULL, DIAG_ARCHIVE_BAD },
        { { sum, good.len }, NULL, DIAG_ARCHIVE_BAD },
        { good, &small, DIAG_FILE_LIMIT },
    };
    for (size_t i = 0; i < ARRAY_COUNT(broken); i++) {
        struct met met;
        struct diags *said = diags_new(home);
        struct feed *feed = feed_new(broken[i].stored, broken[i].limits, NULL);
        assert_non_null(feed);
        struct str head = feed_more(feed, 0);
        feed_all(feed);
        bool read = walk(head, feed, &met) != NULL;
        assert_int_equal(read, i == 0 || i == 2); /* the text was there to its end */
        assert_false(feed_end(feed, read, (struct place){ 0 }, &all, said));
        assert_int_equal(diags_first(said)->id, broken[i].id);
        feed_free(feed);
    }
    assert_null(feed_new(text, NULL, NULL)); /* not compressed */
    feed_free(feed_new(good, NULL, NULL));   /* nobody asked for more */
    feed_free(NULL);
}

struct watched {
    size_t calls, last;
    bool ended;
};

static void watch(void *self, struct str have, bool ended)
{
    struct watched *watched = self;
    watched->calls += have.len > watched->last;
    watched->last = have.len;
    watched->ended = ended;
}

static void who_watches_is_told_all(void **state)
{
    (void)state;
    drawn = 6;
    struct watched watched = { .calls = 0 };
    const struct feed_watch how = { watch, &watched };
    struct str text = text_draw(2 << 20), all;
    struct feed *feed = feed_new(packed(text), NULL, &how);
    feed_all(feed);
    assert_true(feed_end(feed, false, (struct place){ 0 }, &all, diags));
    assert_true(watched.calls > 4);
    assert_int_equal(watched.last, text.len);
    assert_true(watched.ended);
    feed_free(feed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_same_as_whole, begin, end),
        cmocka_unit_test_setup_teardown(letters_on_the_edge, begin, end),
        cmocka_unit_test_setup_teardown(a_fault_in_the_text_has_its_place, begin, end),
        cmocka_unit_test_setup_teardown(broken_files, begin, end),
        cmocka_unit_test_setup_teardown(who_watches_is_told_all, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
