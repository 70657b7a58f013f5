/* test_zip_good.c - containers that are accepted: ours, and by hand. */
#include "zip_making.h"

#include "pack_ahead.h"
#include "zip.h"

#include <stdlib.h>

static void good_as_ours(struct making *making)
{
    zip_of_two(making, plain("a.txt"),
               raw_deflated(making->home, STR("data/b.txt"), STR("bbbbbbbbbbbbbbbbbbbbbbbbbbbb")));
}

/* As `zip -X -D` by hand: other dates, utf-8 flag, made by version 3.0, text attribute, order free.
 */
static void good_by_hand(struct making *making)
{
    struct raw member[] = { raw_mimetype(), plain("b.txt"), plain("a.txt") };
    for (size_t i = 0; i < 3; i++) {
        member[i].made_by = 3 << 8 | 30;
        member[i].date = 0x5b7c;
        member[i].time = member[i].local_time = (uint32_t)(i * 77);
        member[i].internal = i & 1;
        member[i].flags = i == 2 ? 0x0800 : 0;
    }
    raw_put(&making->out, making->home, member, 3);
}

static void good_bare(struct making *making)
{
    struct raw member = raw_mimetype();
    raw_put(&making->out, making->home, &member, 1);
}

/* A member of 1 MiB may expand as it will: nobody's memory is filled by it. */
static void good_mebibyte(struct making *making)
{
    struct str bytes = { arena_take(making->home, 1 << 20, 1), 1 << 20 };
    zip_of_two(making, plain("a.txt"), raw_deflated(making->home, STR("b.txt"), bytes));
}

/* 128 bytes in a segment and 240 in the path are allowed. */
static void good_longest_names(struct making *making)
{
    zip_of_two(
        making, raw_member(repeated(making->home, "aaaaaaaaaaaaaaaa", 8, ""), STR("good")),
        raw_member(repeated(making->home, "aaaaaaaaaaaaaaaaaaa/", 11, "bbbbbbbbbbbbbbbbbbbb"),
                   STR("good")));
}

static void accept_good(void **state)
{
    static void (*const good[])(struct making *) = { good_as_ours, good_by_hand, good_bare,
                                                     good_longest_names, good_mebibyte };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(good); i++) {
        struct arena *home = arena_new((size_t)1 << 28);
        struct making making = { home, buf_new(home, MOST) };
        good[i](&making);
        struct diags *diags = diags_new(home);
        struct entries entries;
        if (!sign_open(home, STR("x.asice"), buf_str(&making.out), &entries, diags))
            fail_msg("refused good container %zu: %.*s", i, STR_ARG(diags_first(diags)->said));
        if (i == 0) {
            const struct entry *entry = entries_find(&entries, STR("data/b.txt"));
            assert_non_null(entry);
            assert_true(str_eq(entry->bytes, STR("bbbbbbbbbbbbbbbbbbbbbbbbbbbb")));
        }
        arena_free(home);
    }
}

/* A member of many blocks comes back whole, and its deflated bytes are those of any number of
 * threads. Text that repeats beyond a block's end needs the dictionary to be worth deflating. */
static void threads_make_the_same_bytes(void **state)
{
    (void)state;
    enum { SIZE = 3 << 20, ODD = 77 };
    struct arena *home = arena_new((size_t)1 << 28);
    char *text = arena_take(home, SIZE + ODD, 1);
    uint32_t random = 1;
    for (size_t i = 0; i < SIZE + ODD; i++) {
        random = random * 1664525 + 1013904223;
        text[i] = (char)(i < 20000 ? random >> 24 : (unsigned char)text[i - 20000]);
    }
    const struct str bytes[] = { { text, SIZE + ODD },    STR("small"),    { text, 1 << 19 },
                                 { text, (1 << 19) + 1 }, { text, 19000 }, { text, 0 } };
    struct entry member[ARRAY_COUNT(bytes)];
    for (size_t i = 0; i < ARRAY_COUNT(bytes); i++)
        member[i] = (struct entry){ .bytes = bytes[i], .digest = digest_of(bytes[i]) };
    struct zip_plan first[ARRAY_COUNT(member)], plan[ARRAY_COUNT(member)];
    static const unsigned threads[] = { 1, 2, 8 };
    for (size_t t = 0; t < ARRAY_COUNT(threads); t++) {
        struct zip_packing packing = { .keep = SIZE_MAX, .threads = threads[t] };
        zip_plan(home, member, ARRAY_COUNT(member), &packing, t ? plan : first);
        for (size_t i = 0; i < ARRAY_COUNT(member); i++) {
            const struct zip_plan *now = t ? &plan[i] : &first[i];
            assert_false(now->changed);
            assert_int_equal(now->method, first[i].method);
            assert_true(str_eq(now->kept, first[i].kept));
            struct zip_member back = {
                .packed = now->kept, .crc = now->crc, .size = now->size, .method = now->method
            };
            struct str content;
            const char *why;
            if (now->method == ZIP_DEFLATED) {
                assert_true(zip_content(home, &back, &content, &why));
                assert_true(str_eq(content, bytes[i]));
            }
        }
    }
    assert_int_equal(first[0].method, ZIP_DEFLATED);
    assert_true(first[0].packed_size < 100000); /* without a dictionary: 20,000 for each block */
    assert_int_equal(first[1].method, ZIP_STORED);
    assert_int_equal(first[4].method, ZIP_STORED); /* random bytes */
    arena_free(home);
}

/* Of a file that its own format has packed, pieces from the middle say whether it is tried at all:
 * here a third of it shrinks to nothing, but lies where none is taken, or where all are. */
static void packed_files_are_tried_in_pieces(void **state)
{
    (void)state;
    enum { SIZE = 200000, THIRD = SIZE / 3 };
    struct arena *home = arena_new((size_t)1 << 26);
    struct entry member[3];
    for (size_t i = 0; i < ARRAY_COUNT(member); i++) {
        char *text = arena_take(home, SIZE, 1);
        uint32_t random = 1;
        for (size_t k = 0; k < SIZE; k++) {
            random = random * 1664525 + 1013904223;
            bool plain = i == 2 ? k % 30000 < 10000 : k < THIRD / 2 || k >= SIZE - THIRD / 2;
            text[k] = (char)(plain ? 0 : random >> 24);
        }
        if (i > 0)
            memcpy(text, "\x1F\x8B\x08", 3);
        struct str bytes = { text, SIZE };
        member[i] = (struct entry){ .name = str_format(home, "data/%zu", i),
                                    .bytes = bytes,
                                    .digest = digest_of(bytes) };
    }
    const struct zip_packing packing = { .keep = 1 << 20, .threads = 2 };
    struct zip_plan plan[ARRAY_COUNT(member)];
    zip_plan(home, member, ARRAY_COUNT(member), &packing, plan);
    assert_int_equal(plan[0].method, ZIP_DEFLATED); /* does not say that it is packed */
    assert_int_equal(plan[1].method, ZIP_STORED);
    assert_int_equal(plan[2].method, ZIP_DEFLATED);
    assert_false(plan[1].changed);
    assert_true(digest_eq(plan[1].content, member[1].digest));
    arena_free(home);
}

/* What was deflated ahead is what is deflated with the rest, is found by its bytes alone, and is
 * refused where the bytes are not those of the digest. */
static void ahead_is_the_same(void **state)
{
    (void)state;
    enum { SIZE = 1200000 };
    struct arena *home = arena_new((size_t)1 << 28);
    char *text = arena_take(home, SIZE, 1);
    for (size_t i = 0; i < SIZE; i++)
        text[i] = (char)('a' + i * i % 19 + i / 7000);
    const struct str bytes[] = {
        { text, SIZE }, STR("a small one that is short"), { text, 4000 }, { text + 1, 4000 }
    };
    struct entry member[ARRAY_COUNT(bytes)];
    struct pack_ahead *ahead = pack_ahead_new();
    for (size_t i = 0; i < ARRAY_COUNT(bytes); i++) {
        member[i] = (struct entry){ .name = str_format(home, "data/%zu", i),
                                    .bytes = bytes[i],
                                    .digest = digest_of(bytes[i]) };
        if (i == 3)
            member[i].digest.byte[0] ^= 1;
        if (i != 2)
            pack_ahead_take(ahead, member[i].bytes, member[i].digest);
    }
    struct zip_plan plan[2][ARRAY_COUNT(bytes)];
    for (size_t t = 0; t < 2; t++) {
        const struct zip_packing packing = {
            .keep = 4 << 20, .threads = 2, .ahead = pack_ahead_find, .self = t ? ahead : NULL
        };
        zip_plan(home, member, ARRAY_COUNT(member), &packing, plan[t]);
    }
    for (size_t i = 0; i < ARRAY_COUNT(bytes); i++) {
        const struct zip_plan *with = &plan[1][i], *without = &plan[0][i];
        assert_true(with->method == without->method && with->crc == without->crc &&
                    with->size == without->size && with->packed_size == without->packed_size &&
                    with->checked && digest_eq(with->packed, without->packed) &&
                    digest_eq(with->content, without->content));
        assert_true(str_eq(with->kept, without->kept));
        assert_int_equal(with->changed, i == 3);
        assert_int_equal(without->changed, i == 3);
    }
    assert_int_equal(plan[1][0].method, ZIP_DEFLATED);
    assert_true(plan[1][0].kept.at == pack_ahead_find(ahead, bytes[0], member[0].digest)->kept.at);
    assert_null(pack_ahead_find(ahead, bytes[2], member[2].digest));
    const struct zip_packing store = {
        .store = true, .threads = 1, .ahead = pack_ahead_find, .self = ahead
    };
    zip_plan(home, member, 1, &store, plan[0]);
    assert_int_equal(plan[0][0].method, ZIP_STORED);
    pack_ahead_free(ahead);
    arena_free(home);
}

/* A member that was deflated while it grew, told in odd steps from places that are gone, is what it
 * is when all of it is there: of less than a block, of whole blocks, of more than is begun early.
 */
static void early_is_the_same(void **state)
{
    (void)state;
    enum { MEBIBYTE = 1 << 20, STEP = 123457 };
    static const size_t size[] = {
        1, 20, 4000, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE + 77, 17 * MEBIBYTE
    };
    struct arena *home = arena_new((size_t)1 << 28);
    char *text = arena_take(home, size[ARRAY_COUNT(size) - 1], 1);
    for (size_t i = 0; i < size[ARRAY_COUNT(size) - 1]; i++)
        text[i] = (char)('a' + i * i % 19 + i / 7000 % 100);
    for (size_t i = 0; i < ARRAY_COUNT(size); i++) {
        const struct str bytes = { text, size[i] };
        const struct entry member = { .bytes = bytes, .digest = digest_of(bytes) };
        struct pack_ahead *ahead = pack_ahead_new();
        for (size_t len = STEP; len < size[i]; len += STEP) {
            char *sofar = malloc(len);
            assert_non_null(sofar);
            memcpy(sofar, text, len);
            pack_ahead_grows(ahead, (struct str){ sofar, len }, false);
            memset(sofar, 0, len);
            free(sofar);
        }
        assert_null(pack_ahead_early(ahead, bytes)); /* it is not whole */
        pack_ahead_grows(ahead, bytes, true);
        struct zip_plan plan[2];
        for (size_t t = 0; t < 2; t++) {
            const struct zip_packing packing = { .keep = (size_t)1 << 28,
                                                 .threads = 2,
                                                 .ahead = pack_ahead_find,
                                                 .early = pack_ahead_early,
                                                 .self = t ? ahead : NULL };
            zip_plan(home, &member, 1, &packing, &plan[t]);
        }
        assert_true(plan[0].method == plan[1].method && plan[0].crc == plan[1].crc &&
                    digest_eq(plan[0].packed, plan[1].packed) && !plan[1].changed);
        assert_true(str_eq(plan[0].kept, plan[1].kept));
        assert_int_equal(plan[1].method, size[i] >= 4000 ? ZIP_DEFLATED : ZIP_STORED);
        assert_null(pack_ahead_early(ahead, (struct str){ text + 1, size[i] - 1 }));
        pack_ahead_free(ahead);
    }
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accept_good),
        cmocka_unit_test(threads_make_the_same_bytes),
        cmocka_unit_test(packed_files_are_tried_in_pieces),
        cmocka_unit_test(ahead_is_the_same),
        cmocka_unit_test(early_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
