/* races.c - for a build with the thread sanitizer: what orders two threads, told to it.
 *
 * GLib's locks wait in the kernel by themselves and GLib is not built with the sanitizer, so that
 * it sees neither who waits for whom nor what a pool hands to a thread. The linker brings every
 * call of ours here first (--wrap). Nothing is told beyond what the call orders: a lock those who
 * hold it, an item of a pool him who gave it and him who takes it, the end of a pool all of its
 * items. */
#include <glib.h>
#include <sanitizer/tsan_interface.h>

/* The linker's name for what was meant, and for what is called instead; g_once_init_enter is a
 * macro that reads with an atomic load, which the sanitizer knows by itself. */
#define ASIDE(answer, name, ...)                                                                   \
    answer __real_##name(__VA_ARGS__);                                                             \
    answer __wrap_##name(__VA_ARGS__);                                                             \
    answer __wrap_##name(__VA_ARGS__)

ASIDE(void, g_mutex_lock, GMutex *mutex)
{
    __real_g_mutex_lock(mutex);
    __tsan_acquire(mutex);
}

ASIDE(void, g_mutex_unlock, GMutex *mutex)
{
    __tsan_release(mutex);
    __real_g_mutex_unlock(mutex);
}

/* Whoever wakes holds the lock again; the condition itself orders nothing. */
ASIDE(void, g_cond_wait, GCond *cond, GMutex *mutex)
{
    __tsan_release(mutex);
    __real_g_cond_wait(cond, mutex);
    __tsan_acquire(mutex);
}

ASIDE(void, g_once_init_leave, void *location, gsize value)
{
    __tsan_release(location);
    __real_g_once_init_leave(location, value);
}

struct stand_in { /* for a pool; never freed, as its threads may look at it when the pool is gone */
    GFunc func;
    gpointer user;
};

static void stand_in_run(gpointer item, gpointer self)
{
    struct stand_in *pool = (struct stand_in *)self;
    __tsan_acquire(item);
    pool->func(item, pool->user);
    __tsan_release(pool);
}

ASIDE(GThreadPool *, g_thread_pool_new, GFunc func, gpointer user, gint most, gboolean exclusive,
      GError **error)
{
    struct stand_in *pool = g_new0(struct stand_in, 1);
    *pool = (struct stand_in){ func, user };
    return __real_g_thread_pool_new(stand_in_run, pool, most, exclusive, error);
}

ASIDE(gboolean, g_thread_pool_push, GThreadPool *pool, gpointer item, GError **error)
{
    __tsan_release(item);
    return __real_g_thread_pool_push(pool, item, error);
}

ASIDE(void, g_thread_pool_free, GThreadPool *pool, gboolean at_once, gboolean wait)
{
    void *stand_in = pool->user_data;
    __real_g_thread_pool_free(pool, at_once, wait);
    if (wait)
        __tsan_acquire(stand_in);
}
