/* steady_abreast.c - the detector over many series at once: each thread takes the next that nobody
 * has taken, and works in an arena of its own. */
#include "steady_abreast.h"

#include <glib.h>
#include <string.h>

enum {
    THREADS_MOST = 8,
    SAMPLES_LEAST = 1 << 13 /* in all; of fewer a thread is not worth its start */
};

struct judging_all {
    struct arena *home;
    struct steady_asked *asked;
    size_t count;
    GMutex lock;
    size_t next; /* under the lock, as `home` */
};

static struct steady_asked *next_asked(struct judging_all *all)
{
    g_mutex_lock(&all->lock);
    struct steady_asked *asked = all->next < all->count ? &all->asked[all->next++] : NULL;
    g_mutex_unlock(&all->lock);
    return asked;
}

/* What of an answer lies in an arena is copied, so that the rest of that can go. */
static void answer_keep(struct judging_all *all, struct steadiness *found)
{
    g_mutex_lock(&all->lock);
    size_t *segment = ARENA_MANY(all->home, found->segment_count, size_t);
    if (found->segment_count > 0)
        memcpy(segment, found->segment, found->segment_count * sizeof *segment);
    found->segment = segment;
    found->method = str_keep(all->home, found->method);
    g_mutex_unlock(&all->lock);
}

static gpointer judge_some(gpointer self)
{
    struct judging_all *all = self;
    struct arena *scratch = arena_new((size_t)16 << 30);
    for (struct steady_asked *asked = next_asked(all); asked; asked = next_asked(all)) {
        struct arena_mark mark = arena_mark(scratch);
        asked->found = steady_judge(scratch, asked->series, &asked->parameters);
        answer_keep(all, &asked->found);
        arena_rewind(scratch, mark);
    }
    arena_free(scratch);
    return NULL;
}

static size_t threads_for(const struct judging_all *all)
{
    size_t samples = 0, threads = g_get_num_processors();
    for (size_t i = 0; i < all->count; i++)
        samples += all->asked[i].series->count;
    threads = threads < THREADS_MOST ? threads : THREADS_MOST;
    threads = threads < all->count ? threads : all->count;
    return samples >= SAMPLES_LEAST ? threads : 1;
}

void steady_judge_all(struct arena *home, struct steady_asked *asked, size_t count)
{
    struct judging_all all = { .home = home, .asked = asked, .count = count };
    GThread *other[THREADS_MOST] = { NULL };
    size_t threads = threads_for(&all);
    g_mutex_init(&all.lock);
    for (size_t i = 1; i < threads; i++)
        other[i] = g_thread_try_new("judging", judge_some, &all, NULL);
    (void)judge_some(&all);
    for (size_t i = 1; i < threads; i++)
        if (other[i])
            (void)g_thread_join(other[i]);
    g_mutex_clear(&all.lock);
}
