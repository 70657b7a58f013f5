/* arena.c - blocks of memory handed out from front to back.
 *
 * A block remembers up to where it has ever been written, so that fresh memory from calloc is not
 * cleared a second time. The last block that a rewind let go is kept: a loop that takes and rewinds
 * at the edge of a block would else fetch and clear a whole one each time around. Sanitizer builds
 * make a block of each take and keep none. */
#include "base/arena.h"
#include "arena_own.h"
#include "base/num.h"

#include <assert.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    ALIGNMENT = alignof(max_align_t),
    BLOCK_LEAST = 1 << 14,
    LARGE = 2 << 20, /* a page of what x86-64 and most others have next to those of 4 KiB */
    BLOCK_MOST = LARGE,
    SPARE_MOST = 4 * BLOCK_MOST,
    SYSTEM_FROM = 1 << 18, /* blocks from here on come from the system, and go back to it */
    POOL_MOST = 2          /* more would lie there while others take new pages */
};

struct block {
    struct block *before;
    size_t room, used, dirty; /* dirty: bytes from here on are still zero */
    size_t earlier;           /* bytes used in the blocks before this one */
    alignas(max_align_t) unsigned char at[];
};

struct map { /* a mapping to undo; `position` is where the arena stood when it came */
    struct map *before;
    void *at;
    size_t size, position;
    void (*gone)(const void *at); /* NULL: nobody asks */
    struct arena *child;          /* not NULL: an arena to free, and no mapping */
};

struct arena {
    struct block *block, *spare; /* spare: empty, kept for the next that is needed; may be NULL */
    struct map *map;
    size_t most, held, peak;
};

void memory_exhausted(void)
{
    static const char line[] = "dossier: out of memory, or past the memory a case may use\n";
    ssize_t ignored = write(STDERR_FILENO, line, sizeof line - 1);
    (void)ignored;
    _exit(4);
}

void memory_large(void *at, size_t size)
{
    size_t before = (size_t)(-(uintptr_t)at & (LARGE - 1));
    if (size >= before + LARGE) {
        (void)madvise((unsigned char *)at + before, (size - before) & ~(size_t)(LARGE - 1),
                      MADV_HUGEPAGE);
    }
}

void *memory_map(size_t size)
{
    enum { WHAT = PROT_READ | PROT_WRITE, HOW = MAP_PRIVATE | MAP_ANONYMOUS };
    size_t wide;
    if (size < LARGE || !num_add(size, LARGE, &wide))
        return mmap(NULL, size, WHAT, HOW, -1, 0);
    unsigned char *at = mmap(NULL, wide, WHAT, HOW, -1, 0);
    if (at == MAP_FAILED)
        return at;
    size_t before = (size_t)(-(uintptr_t)at & (LARGE - 1));
    size_t page = (size_t)sysconf(_SC_PAGESIZE), end = (size + page - 1) & ~(page - 1);
    if (before)
        (void)munmap(at, before);
    if (wide > before + end)
        (void)munmap(at + before + end, wide - before - end);
    memory_large(at + before, size);
    return at + before;
}

struct arena *arena_new(size_t most)
{
    struct arena *arena = calloc(1, sizeof *arena);
    if (!arena)
        memory_exhausted();
    arena->most = most;
    return arena;
}

static size_t position(const struct arena *arena)
{
    return arena->block ? arena->block->earlier + arena->block->used : 0;
}

#ifdef DOSSIER_SANITIZED
static struct block *block_fetch(size_t whole)
{
    return calloc(1, whole);
}

static void block_drop(struct block *block)
{
    free(block);
}
#else
/* Blocks of the usual size that an arena let go, for the next that wants one, of whatever thread:
 * pages that are there cost less than new ones. In the heap of malloc, which has one for each
 * thread, they would lie between others' and stay where nobody takes them again. */
static struct {
    pthread_mutex_t lock;
    struct block *first;
    size_t count;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct block *pool_take(void)
{
    pthread_mutex_lock(&pool.lock);
    struct block *block = pool.first;
    if (block) {
        pool.first = block->before;
        pool.count--;
    }
    pthread_mutex_unlock(&pool.lock);
    return block;
}

static bool pool_give(struct block *block)
{
    pthread_mutex_lock(&pool.lock);
    bool room = pool.count < POOL_MOST;
    if (room) {
        block->before = pool.first;
        pool.first = block;
        pool.count++;
    }
    pthread_mutex_unlock(&pool.lock);
    return room;
}

/* Zero from `dirty` on; NULL: there is none. */
static struct block *block_fetch(size_t whole)
{
    struct block *block = whole == BLOCK_MOST ? pool_take() : NULL;
    if (block || whole < SYSTEM_FROM)
        return block ? block : calloc(1, whole);
    block = memory_map(whole);
    return block == MAP_FAILED ? NULL : block;
}

static void block_drop(struct block *block)
{
    if (!block)
        return;
    size_t whole = block->room + sizeof *block;
    if (whole < SYSTEM_FROM)
        free(block);
    else if (whole != BLOCK_MOST || !pool_give(block))
        munmap(block, whole);
}
#endif

static void block_add(struct arena *arena, size_t size)
{
    size_t room = size;
#ifndef DOSSIER_SANITIZED
    size_t usual = arena->block ? arena->block->room : BLOCK_LEAST / 2;
    usual = usual >= BLOCK_MOST / 2 || size >= BLOCK_MOST / 4 ? BLOCK_MOST - sizeof(struct block)
                                                              : usual * 2;
    room = size > usual ? size : usual;
#endif
    struct block *block = arena->spare;
    if (block && block->room >= size) {
        arena->spare = NULL;
    } else {
        size_t whole;
        block = num_add(room, sizeof *block, &whole) ? block_fetch(whole) : NULL;
        if (!block)
            memory_exhausted();
        block->room = room;
    }
    block->before = arena->block;
    block->used = 0;
    block->earlier = position(arena);
    arena->block = block;
}

/* Counts `size` more bytes as held. */
static void hold(struct arena *arena, size_t size)
{
    if (size > arena->most - arena->held)
        memory_exhausted();
    arena->held += size;
    if (arena->held > arena->peak)
        arena->peak = arena->held;
}

/* Size rounded up so that the next take is aligned. A sanitizer build keeps the exact size, so that
 * the first byte past the end is caught. */
static size_t rounded(size_t size)
{
#ifdef DOSSIER_SANITIZED
    return size;
#else
    size_t up;
    if (!num_add(size, ALIGNMENT - 1, &up))
        memory_exhausted();
    return up & ~(size_t)(ALIGNMENT - 1);
#endif
}

/* Keeps the larger of this block and the spare one, unless it is too large to be kept. */
static void block_release(struct arena *arena, struct block *block)
{
#ifndef DOSSIER_SANITIZED
    if (block->room <= SPARE_MOST && (!arena->spare || block->room > arena->spare->room)) {
        struct block *less = arena->spare;
        arena->spare = block;
        block = less;
    }
#else
    (void)arena;
#endif
    block_drop(block);
}

void *arena_take(struct arena *arena, size_t count, size_t size)
{
    size_t exact;
    if (!num_mul(count, size, &exact))
        memory_exhausted();
    exact = rounded(exact ? exact : 1);
    hold(arena, exact);
#ifdef DOSSIER_SANITIZED
    block_add(arena, exact);
#else
    if (!arena->block || exact > arena->block->room - arena->block->used)
        block_add(arena, exact);
#endif
    struct block *block = arena->block;
    unsigned char *at = block->at + block->used;
    if (block->used < block->dirty) {
        size_t clear = block->dirty - block->used;
        memset(at, 0, clear < exact ? clear : exact);
    }
    block->used += exact;
    if (block->dirty < block->used)
        block->dirty = block->used;
    return at;
}

bool arena_grow(struct arena *arena, void *newest, size_t old_size, size_t new_size)
{
#ifdef DOSSIER_SANITIZED
    (void)arena, (void)newest, (void)old_size, (void)new_size;
    return false;
#else
    struct block *block = arena->block;
    size_t old = rounded(old_size), new = rounded(new_size);
    if (!block || new < old || block->used < old || block->at + block->used - old != newest ||
        new - old > block->room - block->used)
        return false;
    hold(arena, new - old);
    block->used += new - old;
    if (block->dirty < block->used)
        block->dirty = block->used;
    return true;
#endif
}

void *arena_stretch(struct arena *arena, void *at, size_t old_size, size_t new_size)
{
#ifdef DOSSIER_SANITIZED
    (void)arena, (void)at, (void)old_size, (void)new_size;
    return NULL;
#else
    struct map *map = arena->map;
    while (map && map->at != at)
        map = map->before;
    if (map) {
        void *to = mremap(at, map->size, new_size, MREMAP_MAYMOVE);
        if (to == MAP_FAILED)
            return NULL;
        hold(arena, new_size - map->size);
        map->at = to;
        map->size = new_size;
        return to;
    }
    void *to = memory_map(new_size);
    if (to == MAP_FAILED)
        return NULL;
    hold(arena, new_size);
    memcpy(to, at, old_size);
    arena_own_map(arena, to, new_size);
    return to;
#endif
}

void arena_own_file(struct arena *arena, void *at, size_t size, void (*gone)(const void *at))
{
    size_t now = position(arena);
    struct map *map = ARENA_NEW(arena, struct map);
    *map =
        (struct map){ .before = arena->map, .at = at, .size = size, .position = now, .gone = gone };
    arena->map = map;
}

void arena_own_arena(struct arena *arena, struct arena *child)
{
    size_t now = position(arena);
    struct map *map = ARENA_NEW(arena, struct map);
    *map = (struct map){ .before = arena->map, .position = now, .child = child };
    arena->map = map;
}

void arena_own_map(struct arena *arena, void *at, size_t size)
{
    arena_own_file(arena, at, size, NULL);
}

void *arena_grown(struct arena *arena, void *item, size_t count, size_t *room, size_t size,
                  size_t first)
{
    if (count < *room)
        return item;
    size_t larger = *room > 0 ? *room * 2 : first;
    void *place = arena_take(arena, larger, size);
    if (count > 0)
        memcpy(place, item, count * size);
    *room = larger;
    return place;
}

void arena_let_go(void *at, size_t size)
{
#ifdef DOSSIER_SANITIZED
    (void)at, (void)size;
#else
    enum { WORTH_IT = 1 << 16 };
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = ((uintptr_t)at + page - 1) & ~(page - 1),
              to = ((uintptr_t)at + size) & ~(page - 1);
    if (size >= WORTH_IT && to > from)
        (void)madvise((char *)at + (from - (uintptr_t)at), to - from, MADV_DONTNEED);
#endif
}

void memory_spare(void)
{
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}

struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){ arena->block, arena->block ? arena->block->used : 0 };
}

void arena_rewind(struct arena *arena, struct arena_mark mark)
{
    size_t kept = 0;
    for (struct block *block = arena->block; block; block = block->before) {
        if (block == mark.block) {
            kept = block->earlier + mark.used;
            break;
        }
    }
    while (arena->map && arena->map->position >= kept) {
        struct map *map = arena->map;
        arena->map = map->before;
        if (map->gone)
            map->gone(map->at);
        if (map->child)
            arena_free(map->child);
        else
            munmap(map->at, map->size);
    }
    while (arena->block && arena->block != mark.block) {
        struct block *block = arena->block;
        arena->block = block->before;
        block_release(arena, block);
    }
    assert(arena->block == mark.block);
    if (arena->block) {
        assert(mark.used <= arena->block->used);
        arena->block->used = mark.used;
    }
    arena->held = kept;
}

void arena_free(struct arena *arena)
{
    if (arena) {
        arena_rewind(arena, (struct arena_mark){ 0 });
        block_drop(arena->spare);
        free(arena);
    }
}

size_t arena_peak(const struct arena *arena)
{
    return arena->peak;
}
