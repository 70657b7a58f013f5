#include "base_test.h"

#include "base/arena.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void is_zero(const unsigned char *at, size_t size)
{
    for (size_t i = 0; i < size; i++)
        assert_int_equal(at[i], 0);
}

static void taken_memory_is_zero_and_aligned(void **state)
{
    (void)state;
    struct arena_mark mark = arena_mark(home);
    for (int round = 0; round < 3; round++) {
        for (size_t size = 0; size < 70000; size = size * 2 + 1) {
            unsigned char *at = arena_take(home, 1, size);
            assert_int_equal((uintptr_t)at % _Alignof(max_align_t), 0);
            is_zero(at, size);
            memset(at, 0xAA, size);
        }
        arena_rewind(home, mark);
    }
}

/* Bytes that were written, and what is taken in their place: all of it, a part, and more. */
static void what_was_written_is_zero_again(void **state)
{
    (void)state;
    enum { MANY = 64, PIECE = 1 << 16, BOUND = 96 };
    static const size_t sizes[] = { BOUND, BOUND / 2, 2 * BOUND };
    for (size_t i = 0; i < ARRAY_COUNT(sizes); i++) {
        struct arena *arena = arena_new(SIZE_MAX / 2);
        struct arena_mark mark = arena_mark(arena);
        memset(arena_take(arena, 1, BOUND), 0xAA, BOUND);
        arena_rewind(arena, mark);
        for (size_t done = 0; done < 2 * BOUND; done += sizes[i])
            is_zero(arena_take(arena, 1, sizes[i]), sizes[i]);
        arena_free(arena);
    }
    /* What grew where it stood. */
    struct arena *arena = arena_new(SIZE_MAX / 2);
    struct arena_mark mark = arena_mark(arena);
    struct buf text = buf_new(arena, PIECE);
    for (size_t i = 0; i < 40 * BOUND; i++)
        buf_put(&text, (struct str){ "\xAA", 1 });
    arena_rewind(arena, mark);
    is_zero(arena_take(arena, 1, 80 * BOUND), 80 * BOUND);
    arena_free(arena);
    /* Large blocks go from one arena to the next. */
    for (int round = 0; round < 3; round++) {
        struct arena *other = arena_new(SIZE_MAX / 2);
        for (int i = 0; i < MANY; i++) {
            unsigned char *piece = arena_take(other, 1, PIECE);
            is_zero(piece, PIECE);
            memset(piece, 0xAA, PIECE);
        }
        arena_free(other);
    }
}

static void rewinding_gives_back_only_what_came_later(void **state)
{
    (void)state;
    struct arena *arena = arena_new(100000);
    char *before = ARENA_MANY(arena, 10, char);
    memcpy(before, "evidence!", 10);
    struct arena_mark mark = arena_mark(arena);
    for (int round = 0; round < 1000; round++) { /* would pass the limit without giving back */
        (void)ARENA_MANY(arena, 50000, char);
        arena_rewind(arena, mark);
    }
    assert_string_equal(before, "evidence!");
    assert_in_range(arena_peak(arena), 50010, 50100);
    arena_free(arena);
}

/* Runs `body` in a child whose stderr is closed, and answers its exit status. */
static int status_of(void (*body)(void))
{
    pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO);
        body();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void past_the_limit(void)
{
    (void)ARENA_MANY(arena_new(1000), 1001, char);
}

static void at_the_limit(void)
{
    (void)ARENA_MANY(arena_new(1024), 1024, char);
}

static void product_overflows(void)
{
    (void)arena_take(arena_new(SIZE_MAX), SIZE_MAX / 4, 5);
}

static void rounding_overflows(void)
{
    (void)arena_take(arena_new(SIZE_MAX), 1, SIZE_MAX - 3);
}

static void pages_past_the_limit(void)
{
    char piece[1000] = "";
    struct buf text = buf_new(arena_new(3000000), SIZE_MAX);
    for (size_t i = 0; i < 10000; i++)
        buf_put(&text, (struct str){ piece, sizeof piece });
}

static void exhaustion_ends_with_status_4(void **state)
{
    (void)state;
    assert_int_equal(status_of(past_the_limit), 4);
    assert_int_equal(status_of(product_overflows), 4);
#ifndef DOSSIER_SANITIZED /* the sanitizer's malloc ends the program its own way */
    assert_int_equal(status_of(rounding_overflows), 4);
#else
    (void)rounding_overflows;
#endif
    assert_int_equal(status_of(pages_past_the_limit), 4);
    assert_int_equal(status_of(at_the_limit), 0);
}

/* What is there stays, what is new is zero, and room doubles only where it is full. */
static void an_array_grows_one_by_one(void **state)
{
    (void)state;
    struct arena *arena = arena_new(100000);
    uint32_t *item = NULL;
    size_t room = 0;
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t *before = item;
        ARENA_GROW(arena, uint32_t, item, i, room, 3);
        bool full = i == 0 || i == 3 || i == 6 || i == 12 || i == 24 || i == 48 || i == 96;
        assert_true(full == (item != before));
        for (uint32_t k = 0; k < i; k++)
            assert_int_equal(item[k], k + 1);
        for (size_t k = i; k < room; k++)
            assert_int_equal(item[k], 0);
        item[i] = i + 1;
    }
    assert_int_equal(room, 192);
    arena_free(arena);
}

/* Long texts that grow in turns: each has its own bytes, whatever the other does; a rewind gives
 * their pages back, so that the limit of the arena holds four of them, and not forty. */
static void texts_of_many_pages(void **state)
{
    (void)state;
    enum { PIECE = 1000, PIECES = 2000, WHOLE = PIECE * PIECES };
    struct arena *arena = arena_new((size_t)24 << 20);
    char piece[PIECE];
    for (int round = 0; round < 10; round++) {
        struct arena_mark mark = arena_mark(arena);
        struct buf text[] = { buf_new(arena, 10 << 20), buf_new(arena, WHOLE) };
        for (size_t i = 0; i < (size_t)2 * PIECES; i++) {
            memset(piece, (int)(i % 251), PIECE);
            buf_put(&text[i % 2], (struct str){ piece, PIECE });
        }
        for (size_t which = 0; which < 2; which++) {
            struct str got = buf_str(&text[which]);
            assert_int_equal(got.len, WHOLE);
            for (size_t i = 0; i < PIECES; i++) {
                int expected = (int)((2 * i + which) % 251);
                assert_int_equal((unsigned char)got.at[i * PIECE], expected);
                assert_int_equal((unsigned char)got.at[i * PIECE + PIECE - 1], expected);
            }
        }
        buf_put_char(&text[1], 'x');
        assert_true(text[1].full);
        arena_rewind(arena, mark);
    }
    assert_in_range(arena_peak(arena), 2 * WHOLE, 24 << 20);
    arena_free(arena);
}

/* What lies beside a place that was let go stays, and the place is still nobody else's. */
static void what_is_let_go(void **state)
{
    (void)state;
    enum { SIZE = 300000 };
    struct arena *arena = arena_new(1 << 24);
    unsigned char *before = ARENA_MANY(arena, 100, unsigned char);
    unsigned char *place = ARENA_MANY(arena, SIZE, unsigned char);
    unsigned char *behind = ARENA_MANY(arena, 100, unsigned char);
    memset(before, 1, 100);
    memset(place, 2, SIZE);
    memset(behind, 3, 100);
    arena_let_go(place + 10, SIZE - 20);
    arena_let_go(place, 100); /* too little for a page */
    for (size_t i = 0; i < 100; i++) {
        assert_int_equal(before[i], 1);
        assert_int_equal(behind[i], 3);
    }
    for (size_t i = 0; i < 10; i++) {
        assert_int_equal(place[i], 2);
        assert_int_equal(place[SIZE - 1 - i], 2);
    }
    unsigned char *more = ARENA_MANY(arena, SIZE, unsigned char);
    assert_true(more >= place + SIZE || more + SIZE <= place);
    arena_free(arena);
}

static void an_arena_lives_as_long_as_another(void **state)
{
    (void)state;
    enum { SIZE = 100000 };
    struct arena *arena = arena_new(SIZE * 10);
    char *before = ARENA_MANY(arena, 10, char);
    memcpy(before, "evidence!", 10);
    struct arena_mark mark = arena_mark(arena);
    char *of[3];
    for (int round = 0; round < 2; round++) { /* rewound, then freed: the sanitizer sees both */
        for (size_t i = 0; i < ARRAY_COUNT(of); i++) {
            struct arena *child = arena_new(SIZE * 10);
            of[i] = ARENA_MANY(child, SIZE, char);
            memset(of[i], (int)i + 1, SIZE);
            arena_own_arena(arena, child);
            memset(ARENA_MANY(child, SIZE, char), 9, SIZE); /* what it gives is its own still */
            memset(ARENA_MANY(arena, SIZE, char), 9, SIZE);
        }
        for (size_t i = 0; i < ARRAY_COUNT(of); i++)
            for (size_t k = 0; k < SIZE; k++)
                assert_int_equal(of[i][k], i + 1);
        if (round == 0)
            arena_rewind(arena, mark);
    }
    assert_string_equal(before, "evidence!");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(taken_memory_is_zero_and_aligned),
        CASE(what_was_written_is_zero_again),
        CASE(rewinding_gives_back_only_what_came_later),
        CASE(an_array_grows_one_by_one),
        CASE(texts_of_many_pages),
        CASE(what_is_let_go),
        CASE(an_arena_lives_as_long_as_another),
        CASE(exhaustion_ends_with_status_4),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
