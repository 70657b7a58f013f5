/* arena_own.h - private to base: what an arena can do for the buffers and mappings built on it. */
#ifndef BASE_ARENA_OWN_H
#define BASE_ARENA_OWN_H

#include "base/arena.h"
#include <stdbool.h>

/* Memory is short: says so on stderr and ends the program with status 4. */
__attribute__((noreturn)) void memory_exhausted(void);
/* Makes the newest take longer in place; false when something was taken after it or its block is
 * full. */
bool arena_grow(struct arena *arena, void *newest, size_t old_size, size_t new_size);
/* The same for a take of many pages, which need not be the newest: moves it to pages of its own, or
 * lets those grow, and what it leaves behind is no garbage but for the first time. Bytes are kept,
 * those behind them zero. NULL: that is not to be had. */
void *arena_stretch(struct arena *arena, void *at, size_t old_size, size_t new_size);
/* The arena unmaps `size` bytes at `at` when it is freed or rewound to before this call. */
void arena_own_map(struct arena *arena, void *at, size_t size);
/* Asks for large pages where the system gives them to those who ask: of memory that will be filled,
 * so that millions of small ones need not be fetched one by one. */
void memory_large(void *at, size_t size);

/* Memory of the system's, zero; from a large page on it begins at one and asks for them.
 * MAP_FAILED: there is none. Undone with munmap(at, size). */
void *memory_map(size_t size);
/* The same, and `gone` hears of it before. */
void arena_own_file(struct arena *arena, void *at, size_t size, void (*gone)(const void *at));

#endif
