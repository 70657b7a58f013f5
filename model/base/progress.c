/* progress.c - the one stage under way, kept for whoever watches. */
#include "base/progress.h"

#include <glib.h>

static bool watched;
static GMutex lock;
static struct progress now; /* done: without the piece under way */
static uint64_t within;
static unsigned depth;

void progress_watch(void)
{
    watched = true;
}

struct progress progress_now(void)
{
    g_mutex_lock(&lock);
    struct progress seen = now;
    seen.done += within;
    seen.done = seen.whole > 0 && seen.done > seen.whole ? seen.whole : seen.done;
    g_mutex_unlock(&lock);
    return seen;
}

void progress_begin(const char *what, enum progress_unit unit, uint64_t whole)
{
    if (!watched)
        return;
    g_mutex_lock(&lock);
    if (depth++ == 0) {
        now = (struct progress){ .what = what, .unit = unit, .whole = whole, .turn = now.turn + 1 };
        within = 0;
    }
    g_mutex_unlock(&lock);
}

void progress_end(void)
{
    if (!watched)
        return;
    g_mutex_lock(&lock);
    if (depth > 0 && --depth == 0)
        now.what = NULL;
    g_mutex_unlock(&lock);
}

void progress_add(enum progress_unit unit, uint64_t count)
{
    if (!watched)
        return;
    g_mutex_lock(&lock);
    if (unit == now.unit) {
        now.done += count;
        within = 0;
    }
    g_mutex_unlock(&lock);
}

void progress_within(uint64_t count)
{
    if (!watched)
        return;
    g_mutex_lock(&lock);
    within = count;
    g_mutex_unlock(&lock);
}
