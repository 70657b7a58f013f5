/* feed.c - a compressed file decoded by a thread of its own, ahead of who reads it.
 *
 * Content lies at one address in memory that the system fills page by page as it is written, and
 * takes back behind the reader; so readers see one text, and hold a window of it. The thread waits
 * where it is a window ahead of what was let go, or asked for. */
#include "arena_own.h"
#include "decode.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    STEP = 4096,         /* bytes between two marks */
    PIECE = 256 << 10,   /* told to the reader at once */
    WINDOW = 16 << 20,   /* bytes ahead */
    BEHIND = 64 << 10,   /* bytes that stay behind the reader: for who watches */
    HEAD_AHEAD = 1 << 18 /* until it is known whether all is wanted */
};

struct mark {
    uint32_t line, column;
};
struct feed {
    GThread *thread;
    GMutex lock;
    GCond turn;
    struct str stored;
    struct decoder *decoder;
    const struct feed_watch *watch;
    char *at;
    struct mark *mark; /* of each STEP-th byte */
    size_t room, mark_room;
    uint64_t most;
    /* under the lock */
    size_t done, passed, wanted, ahead;
    bool ended, stop, too_long;
    /* the thread's own */
    size_t made;
    struct mark here;
    /* the reader's own */
    size_t seen, released;
};

/* ---- the thread ---- */

static void marks_go_on(struct feed *feed, struct str bytes)
{
    size_t at = feed->made;
    for (size_t i = 0; i < bytes.len;) {
        size_t step = STEP - at % STEP, left = bytes.len - i;
        struct str part = { bytes.at + i, step < left ? step : left };
        const char *newline;
        i += part.len;
        at += part.len;
        while (part.len && (newline = memchr(part.at, '\n', part.len))) {
            part = str_sub(part, (size_t)(newline - part.at) + 1, part.len);
            feed->here.line++;
            feed->here.column = 1;
        }
        for (size_t k = 0; k < part.len; k++)
            feed->here.column += ((unsigned char)part.at[k] & 0xC0U) != 0x80U;
        if (at % STEP == 0)
            feed->mark[at / STEP] = feed->here;
    }
}

/* Shows the reader what was made; false: it wants no more. */
static bool show(struct feed *feed, bool ended)
{
    if (feed->watch)
        feed->watch->more(feed->watch->self, (struct str){ feed->at, feed->made }, ended);
    g_mutex_lock(&feed->lock);
    feed->done = feed->made;
    feed->ended = ended;
    g_cond_broadcast(&feed->turn);
    while (!ended && !feed->stop) {
        size_t from = feed->passed > feed->wanted ? feed->passed : feed->wanted;
        if (feed->done < from + feed->ahead)
            break;
        g_cond_wait(&feed->turn, &feed->lock);
    }
    bool go_on = !feed->stop;
    g_mutex_unlock(&feed->lock);
    return go_on;
}

static gpointer feed_run(gpointer self)
{
    struct feed *feed = self;
    struct str chunk;
    bool wanted = true;
    size_t passed = 0;
    while (wanted && decoder_next(feed->decoder, &chunk) && chunk.len) {
        if (chunk.len > feed->most - feed->made) {
            feed->too_long = true;
            break;
        }
        memcpy(feed->at + feed->made, chunk.at, chunk.len);
        marks_go_on(feed, chunk);
        feed->made += chunk.len;
        wanted = feed->made - feed->done < PIECE || show(feed, false);
        if (feed->made - passed >= WINDOW) { /* its pages come back where they are looked at */
            file_passed(feed->stored);
            passed = feed->made;
        }
    }
    (void)show(feed, true);
    return NULL;
}

/* ---- the reader ---- */

static void *room_new(size_t size)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                    -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

struct feed *feed_new(struct str stored, const struct limits *limits,
                      const struct feed_watch *watch)
{
    struct limits filled = limits_filled(limits);
    struct feed *feed = calloc(1, sizeof *feed);
    if (!feed)
        memory_exhausted();
    g_mutex_init(&feed->lock);
    g_cond_init(&feed->turn);
    feed->decoder = decoder_new(stored, &filled);
    feed->watch = watch;
    feed->stored = stored;
    feed->most = filled.file;
    uint64_t expanded = decoded_most(stored.len, &filled);
    feed->room = (size_t)(expanded < feed->most ? expanded : feed->most) + STEP;
    feed->mark_room = (feed->room / STEP + 2) * sizeof *feed->mark;
    feed->at = feed->decoder ? room_new(feed->room) : NULL;
    feed->mark = feed->at ? room_new(feed->mark_room) : NULL;
    feed->here = (struct mark){ 1, 1 };
    feed->ahead = HEAD_AHEAD;
    if (feed->mark) {
        feed->mark[0] = feed->here;
        feed->thread = g_thread_try_new("feed", feed_run, feed, NULL);
    }
    if (!feed->thread) {
        feed_free(feed);
        return NULL;
    }
    return feed;
}

static void feed_join(struct feed *feed)
{
    if (feed->thread) {
        (void)g_thread_join(feed->thread);
        feed->thread = NULL;
    }
}

void feed_free(struct feed *feed)
{
    if (!feed)
        return;
    g_mutex_lock(&feed->lock);
    feed->stop = true;
    g_cond_broadcast(&feed->turn);
    g_mutex_unlock(&feed->lock);
    feed_join(feed);
    decoder_free(feed->decoder);
    if (feed->at)
        munmap(feed->at, feed->room);
    if (feed->mark)
        munmap(feed->mark, feed->mark_room);
    g_mutex_clear(&feed->lock);
    g_cond_clear(&feed->turn);
    free(feed);
}

void feed_all(struct feed *feed)
{
    g_mutex_lock(&feed->lock);
    feed->ahead = WINDOW;
    g_cond_broadcast(&feed->turn);
    g_mutex_unlock(&feed->lock);
}

struct str feed_more(struct feed *feed, size_t than)
{
    g_mutex_lock(&feed->lock);
    feed->wanted = than > feed->wanted ? than : feed->wanted;
    g_cond_broadcast(&feed->turn);
    while (feed->done <= than && !feed->ended)
        g_cond_wait(&feed->turn, &feed->lock);
    feed->seen = feed->done;
    g_mutex_unlock(&feed->lock);
    return (struct str){ feed->at, feed->seen };
}

struct str feed_seen(const struct feed *feed)
{
    return (struct str){ feed->at, feed->seen };
}

void feed_keep(struct feed *feed, size_t at)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    feed->released = (at + page - 1) & ~(page - 1);
}

void feed_passed(struct feed *feed, size_t at)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t to = (at > BEHIND ? at - BEHIND : 0) & ~(page - 1);
    if (to > feed->released) {
        (void)madvise(feed->at + feed->released, to - feed->released, MADV_DONTNEED);
        feed->released = to;
    }
    g_mutex_lock(&feed->lock);
    feed->passed = at;
    g_cond_broadcast(&feed->turn);
    g_mutex_unlock(&feed->lock);
}

void feed_spot(const struct feed *feed, size_t at, uint32_t *line, uint32_t *column)
{
    struct mark here = feed->mark[at / STEP];
    for (size_t from = at / STEP * STEP; from < at; from++) {
        bool ends = feed->at[from] == '\n';
        here.line += ends;
        here.column = ends ? 1 : here.column + (((unsigned char)feed->at[from] & 0xC0U) != 0x80U);
    }
    *line = here.line;
    *column = here.column;
}

bool feed_end(struct feed *feed, bool keep, struct place place, struct str *out,
              struct diags *diags)
{
    for (size_t before = SIZE_MAX; feed->seen != before;) {
        before = feed->seen;
        (void)feed_more(feed, before);
        if (!keep)
            feed_passed(feed, feed->seen);
    }
    feed_join(feed);
    *out = feed_seen(feed);
    if (feed->too_long) {
        diag_add(diags, DIAG_FILE_LIMIT, place, STR(""), "more than %llu bytes when decoded",
                 (unsigned long long)feed->most);
    } else if (decoder_fault(feed->decoder)) {
        diag_add(diags, decoder_fault_id(feed->decoder), place, STR(""), "%s",
                 decoder_fault(feed->decoder));
    }
    return !feed->too_long && !decoder_fault(feed->decoder);
}
