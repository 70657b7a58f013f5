/* progress_line.c - asks ten times a second what is under way, and draws one line over itself.
 *
 * It names stages and counts, never a file: names come from whoever made the evidence. */
#include "progress_line.h"

#include "base/progress.h"
#include "base/text.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    STEP_US = 100000,
    QUIET_US = 1000000, /* what takes less is not told */
    LINE_MOST = 160,
    SHOWN_MOST = 79
};

static struct {
    GThread *thread; /* NULL: nothing is shown */
    GMutex lock;
    bool over, drawn;
    gint64 begun;         /* of the program */
    gint64 since;         /* of the stage, as first seen */
    uint64_t turn, first; /* of the stage: its number, and what was done when first seen */
} line;

static void count_put(char *out, size_t room, enum progress_unit unit, uint64_t count)
{
    static const char *const words[] = { [PROGRESS_PAGES] = " pages", [PROGRESS_RUNS] = " runs" };
    if (unit == PROGRESS_BYTES)
        (void)g_snprintf(out, (gulong)room, "%.1f MB", (double)count / 1e6);
    else
        (void)g_snprintf(out, (gulong)room, "%" G_GUINT64_FORMAT "%s", count, words[unit]);
}

/* "packing: 120.0 MB of 210.0 MB, 61.2 MB/s, 2 s left" */
static void line_make(char *out, size_t room, const struct progress *now, gint64 clock)
{
    char done[40], whole[40], rate[40] = "", left[40] = "";
    double seconds = (double)(clock - line.since) / 1e6;
    double each = seconds > 0 ? (double)(now->done - line.first) / seconds : 0;
    if (now->unit == PROGRESS_NOTHING) {
        (void)g_snprintf(out, (gulong)room, "%s, %.0f s", now->what, seconds);
        return;
    }
    count_put(done, sizeof done, now->unit, now->done);
    count_put(whole, sizeof whole, now->unit, now->whole);
    if (each > 0 && now->unit == PROGRESS_BYTES)
        (void)g_snprintf(rate, sizeof rate, ", %.1f MB/s", each / 1e6);
    else if (each > 0)
        (void)g_snprintf(rate, sizeof rate, ", %.1f/s", each);
    if (each > 0 && now->whole > 0)
        (void)g_snprintf(left, sizeof left, ", %.0f s left",
                         (double)(now->whole - now->done) / each);
    (void)g_snprintf(out, (gulong)room, "%s: %s%s%s%s%s", now->what, done,
                     now->whole > 0 ? " of " : "", now->whole > 0 ? whole : "", rate, left);
}

static void erase(void)
{
    static const char back[] = "\r\033[K";
    if (line.drawn)
        line.drawn = write(STDERR_FILENO, back, sizeof back - 1) < 0;
}

static void draw(void)
{
    char text[LINE_MOST], whole[LINE_MOST + 8];
    struct progress now = progress_now();
    gint64 clock = g_get_monotonic_time();
    if (!now.what) {
        erase();
        return;
    }
    if (now.turn != line.turn) {
        line.turn = now.turn;
        line.since = clock;
        line.first = now.done;
    }
    if (clock - line.begun < QUIET_US)
        return;
    line_make(text, sizeof text, &now, clock);
    text[SHOWN_MOST] = 0; /* a line that breaks cannot be taken away */
    int length = g_snprintf(whole, sizeof whole, "\r%s\033[K", text);
    line.drawn = write(STDERR_FILENO, whole, (size_t)length) > 0;
}

static gpointer watch(gpointer self)
{
    (void)self;
    for (bool over = false; !over;) {
        g_usleep(STEP_US);
        g_mutex_lock(&line.lock);
        over = line.over;
        if (!over)
            draw();
        g_mutex_unlock(&line.lock);
    }
    return NULL;
}

void progress_line_begin(void)
{
    const char *kind = g_getenv("TERM");
    if (!isatty(STDERR_FILENO) || !kind || strcmp(kind, "dumb") == 0)
        return;
    line.begun = g_get_monotonic_time();
    progress_watch();
    line.thread = g_thread_try_new("progress", watch, NULL, NULL);
}

void progress_line_clear(void)
{
    if (!line.thread)
        return;
    g_mutex_lock(&line.lock);
    erase();
    g_mutex_unlock(&line.lock);
}

/* The thread is left to end by itself: nobody waits for it. */
void progress_line_end(void)
{
    if (!line.thread)
        return;
    g_mutex_lock(&line.lock);
    erase();
    line.over = true;
    g_mutex_unlock(&line.lock);
    g_thread_unref(line.thread);
    line.thread = NULL;
}
