/* test_zip_good.c - containers that are accepted: ours, and by hand. */
#include "zip_making.h"

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
                                                     good_longest_names };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(good); i++) {
        struct arena *home = arena_new((size_t)1 << 28);
        struct making making = { home, buf_new(home, MOST) };
        good[i](&making);
        struct diags *diags = diags_new(home);
        struct entries entries;
        if (!sign_open(home, STR("x.asice"), buf_str(&making.out), &entries, diags)) {
            fail_msg("refused good container %zu: %.*s", i, STR_ARG(diags_first(diags)->said));
        }
        if (i == 0) {
            const struct entry *entry = entries_find(&entries, STR("data/b.txt"));
            assert_non_null(entry);
            assert_true(str_eq(entry->bytes, STR("bbbbbbbbbbbbbbbbbbbbbbbbbbbb")));
        }
        arena_free(home);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accept_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
