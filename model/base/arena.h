/* arena.h - memory that lives and dies together.
 *
 * A case has one arena; a file being read has a scratch arena that is rewound after it. Nothing
 * taken from an arena is ever freed alone. Running out of memory, or past the arena's limit, ends
 * the program with status 4 and a line on stderr; no caller tests for NULL. In sanitizer builds
 * each take is its own malloc, so that an overrun is caught. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#define ARRAY_COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MUST_USE __attribute__((warn_unused_result))
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))

struct arena;
struct arena_mark { /* where to rewind to; only meaningful for the arena that gave it */
    const void *block;
    size_t used;
};

/* A new, empty arena that may hold at most `most` bytes. The caller frees it with arena_free. */
struct arena *arena_new(size_t most);
void arena_free(struct arena *arena);
/* count * size bytes, zeroed, aligned for any type; the product is checked. Never NULL. */
void *arena_take(struct arena *arena, size_t count, size_t size);
struct arena_mark arena_mark(const struct arena *arena);
/* Gives back everything taken since `mark`. */
void arena_rewind(struct arena *arena, struct arena_mark mark);
/* Largest number of bytes the arena has held so far. */
size_t arena_peak(const struct arena *arena);

#define ARENA_NEW(arena, type) ((type *)arena_take((arena), 1, sizeof(type)))
#define ARENA_MANY(arena, count, type) ((type *)arena_take((arena), (count), sizeof(type)))

/* An array that grows one by one: where `count` of `*room` items are taken, twice as many (`first`
 * to begin with) in a new place, which is answered, with the old ones copied; else `item` itself.
 * What is behind them is zero. The old place stays taken. */
void *arena_grown(struct arena *arena, void *item, size_t count, size_t *room, size_t size,
                  size_t first);
#define ARENA_GROW(arena, type, item, count, room, first)                                          \
    ((item) = (type *)arena_grown((arena), (item), (count), &(room), sizeof(type), (first)))
/* Nobody looks at so many bytes of the arena any more: what pages lie whole in them go back to the
 * system. The place stays taken. */
void arena_let_go(void *at, size_t size);
/* Gives the system back what libraries let go and malloc keeps, where malloc can: before something
 * that takes much, behind something that took much through malloc. A few milliseconds. */
void memory_spare(void);

/* `child` is freed with `home`, or when that is rewound to before this call; both can be taken
 * from. So what several threads made, each in an arena of its own, lives as if one had made it in
 * one. */
void arena_own_arena(struct arena *home, struct arena *child);

#endif
