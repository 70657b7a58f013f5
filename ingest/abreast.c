/* abreast.c - files read side by side.
 *
 * Large files come first, the largest before others, since else one of them is the last and every
 * thread but one has nothing to do; then small ones in their order, a window ahead of who takes
 * them. Large is what is worth a thread by itself, or a share of the whole that one can wait for:
 * of files that are alike, as runs of hundreds have them, none. */
#include "abreast.h"
#include "reading.h"

#include <glib.h>

enum { WINDOW = 256, LARGE_LEAST = 1 << 16, LARGE_SHARE = 256 };
enum state { FREE, TAKEN, DONE };

struct worker {
    struct abreast *abreast;
    struct arena *home, *scratch;
    GThread *thread;
};
struct abreast {
    struct abreast_work work;
    struct arena *home;
    struct worker own, other[ABREAST_MOST];
    GMutex lock;
    GCond turn;
    /* under the lock */
    unsigned char *state;
    const size_t *large; /* files that are worth a thread, largest first */
    size_t large_count, large_next, small_next, wanted;
    bool ended;
};

unsigned abreast_threads(unsigned asked)
{
    unsigned threads = asked ? asked : g_get_num_processors();
    return threads < ABREAST_MOST ? threads : ABREAST_MOST;
}

/* The next file for a thread that has none; SIZE_MAX: none, now. Under the lock. */
static size_t next_free(struct abreast *abreast)
{
    const unsigned char *state = abreast->state;
    for (; abreast->large_next < abreast->large_count; abreast->large_next++)
        if (state[abreast->large[abreast->large_next]] == FREE)
            return abreast->large[abreast->large_next];
    while (abreast->small_next < abreast->work.count && state[abreast->small_next] != FREE)
        abreast->small_next++;
    bool near =
        abreast->small_next < abreast->work.count && abreast->small_next < abreast->wanted + WINDOW;
    return near ? abreast->small_next : SIZE_MAX;
}

/* Reads a file that is free. Under the lock, which it lets go meanwhile. */
static void read_one(struct worker *worker, size_t index)
{
    struct abreast *abreast = worker->abreast;
    abreast->state[index] = TAKEN;
    g_mutex_unlock(&abreast->lock);
    abreast->work.read(abreast->work.self, index, worker->home, worker->scratch);
    g_mutex_lock(&abreast->lock);
    abreast->state[index] = DONE;
    g_cond_broadcast(&abreast->turn);
}

static gpointer work(gpointer data)
{
    struct worker *worker = data;
    struct abreast *abreast = worker->abreast;
    g_mutex_lock(&abreast->lock);
    while (!abreast->ended) {
        size_t index = next_free(abreast);
        if (index != SIZE_MAX)
            read_one(worker, index);
        else if (abreast->small_next == abreast->work.count)
            break;
        else
            g_cond_wait(&abreast->turn, &abreast->lock);
    }
    g_mutex_unlock(&abreast->lock);
    return NULL;
}

static gint larger_first(gconstpointer left, gconstpointer right, gpointer data)
{
    const struct abreast_work *work = data;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    uint64_t size = work->size(work->self, a), other = work->size(work->self, b);
    return size != other ? (size > other ? -1 : 1) : (a < b ? -1 : 1);
}

static void large_list(struct abreast *abreast, uint64_t whole, struct arena *home)
{
    struct abreast_work *work = &abreast->work;
    uint64_t from = whole / LARGE_SHARE;
    from = from < LARGE_LEAST ? LARGE_LEAST : from > ABREAST_FROM ? ABREAST_FROM : from;
    size_t *large = ARENA_MANY(home, work->count, size_t);
    for (size_t i = 0; i < work->count; i++)
        if (work->size(work->self, i) >= from)
            large[abreast->large_count++] = i;
    if (abreast->large_count > 0)
        g_qsort_with_data(large, (gint)abreast->large_count, sizeof *large, larger_first, work);
    abreast->large = large;
}

struct abreast *abreast_new(const struct abreast_work *given, struct arena *home,
                            struct arena *scratch, unsigned threads)
{
    struct abreast *abreast = g_new0(struct abreast, 1);
    uint64_t whole = 0;
    abreast->work = *given;
    abreast->home = home;
    g_mutex_init(&abreast->lock);
    g_cond_init(&abreast->turn);
    abreast->own = (struct worker){ abreast, home, scratch, NULL };
    abreast->state = g_new0(unsigned char, given->count + 1);
    for (size_t i = 0; i < given->count; i++)
        whole += given->size(given->self, i);
    if (threads < 2 || given->count < 2 || whole < ABREAST_FROM)
        return abreast;
    large_list(abreast, whole, home);
    xml_ready();
    for (size_t i = 1; i < threads && i < given->count; i++) {
        struct worker *other = &abreast->other[i];
        *other = (struct worker){ abreast, arena_new(SIZE_MAX / 2), arena_new(SIZE_MAX / 2), NULL };
        other->thread = g_thread_try_new("files", work, other, NULL);
    }
    return abreast;
}

void abreast_await(struct abreast *abreast, size_t index)
{
    g_mutex_lock(&abreast->lock);
    abreast->wanted = index;
    g_cond_broadcast(&abreast->turn);
    if (abreast->state[index] == FREE)
        read_one(&abreast->own, index);
    while (abreast->state[index] != DONE) {
        size_t other = next_free(abreast);
        if (other != SIZE_MAX)
            read_one(&abreast->own, other);
        else
            g_cond_wait(&abreast->turn, &abreast->lock);
    }
    g_mutex_unlock(&abreast->lock);
}

void abreast_end(struct abreast *abreast)
{
    g_mutex_lock(&abreast->lock);
    abreast->ended = true;
    g_cond_broadcast(&abreast->turn);
    g_mutex_unlock(&abreast->lock);
    for (size_t i = 1; i < ABREAST_MOST && abreast->other[i].abreast; i++) {
        if (abreast->other[i].thread)
            (void)g_thread_join(abreast->other[i].thread);
        arena_free(abreast->other[i].scratch);
        arena_own_arena(abreast->home, abreast->other[i].home);
    }
    g_mutex_clear(&abreast->lock);
    g_cond_clear(&abreast->turn);
    g_free(abreast->state);
    g_free(abreast);
}
