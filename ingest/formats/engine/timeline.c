/* timeline.c - events of a profiler, in any order, into one series a lane.
 *
 * Of the host only the threads count that gave work to an accelerator: which they are is known when
 * the last event is read, so each thread's stretches are kept apart until then, joined where they
 * touch. */
#include "timeline.h"
#include "run_names.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEVICES_MOST = 64,
    NAMES_MOST = 8192,
    THREADS_MOST = 4096,
    TOP_KERNELS = 32, /* small ones together may be near another peak than the largest */
    STRETCHES_FIRST = 4096
};

struct event {
    int64_t start, duration;
    uint32_t row, name;
};
struct stretch { /* of one lane of one thread; the row is of its first event */
    int64_t from, to;
    uint32_t row;
};
struct stretches {
    struct stretch *at;
    size_t count, room;
    bool mixed; /* they stand in no order, and may overlap */
};
struct kernel_name {
    struct str text; /* empty: of those beyond the limit */
    int64_t total;
    uint32_t count, index;
};
struct thread {
    struct stretches lane[LANE_COUNT];
    struct stretch whole; /* from its first event to its last */
    bool launches, seen;
};
struct device {
    struct str name;
    GArray *lane[LANE_COUNT]; /* of struct event; NULL: none */
};
struct span { /* of events, first begin to last end */
    int64_t from, to;
    struct timed first;
    bool any;
};
struct timeline {
    struct reading *reading;
    struct device device_at[DEVICES_MOST];
    size_t device_count;
    GHashTable *names;   /* text to struct kernel_name */
    GPtrArray *name;     /* the same by index */
    GHashTable *threads; /* "pid tid" to struct thread */
    struct thread profiler;
    struct span device, host;
    int64_t zero; /* of the series that are given */
};

/* ---- what is kept ---- */

static guint text_hash(gconstpointer key)
{
    const struct str *text = key;
    return str_hash(*text);
}

static gboolean text_equal(gconstpointer a, gconstpointer b)
{
    return str_eq(*(const struct str *)a, *(const struct str *)b);
}

static void thread_free(gpointer data)
{
    struct thread *thread = data;
    for (size_t i = 0; i < LANE_COUNT; i++)
        g_free(thread->lane[i].at);
    g_free(thread);
}

struct timeline *timeline_new(struct reading *reading)
{
    struct timeline *timeline = g_new0(struct timeline, 1);
    timeline->reading = reading;
    timeline->names = g_hash_table_new(text_hash, text_equal);
    timeline->name = g_ptr_array_new();
    timeline->threads = g_hash_table_new_full(text_hash, text_equal, NULL, thread_free);
    return timeline;
}

void timeline_free(struct timeline *timeline)
{
    if (!timeline)
        return;
    for (size_t i = 0; i < timeline->device_count; i++) {
        for (size_t j = 0; j < LANE_COUNT; j++)
            if (timeline->device_at[i].lane[j])
                g_array_free(timeline->device_at[i].lane[j], TRUE);
    }
    g_hash_table_destroy(timeline->names);
    g_ptr_array_free(timeline->name, TRUE);
    g_hash_table_destroy(timeline->threads);
    for (size_t i = 0; i < LANE_COUNT; i++)
        g_free(timeline->profiler.lane[i].at);
    g_free(timeline);
}

struct kernel_name *timeline_kernel(struct timeline *timeline, struct str text)
{
    struct kernel_name *known = g_hash_table_lookup(timeline->names, &text);
    if (known)
        return known;
    if (timeline->name->len >= NAMES_MOST && text.len > 0)
        return timeline_kernel(timeline, (struct str){ 0 });
    known = ARENA_NEW(timeline->reading->home, struct kernel_name);
    known->text = str_keep(timeline->reading->home, text);
    known->index = timeline->name->len;
    g_ptr_array_add(timeline->name, known);
    g_hash_table_insert(timeline->names, &known->text, known);
    return known;
}

static struct device *device_of(struct timeline *timeline, struct str name)
{
    for (size_t i = 0; i < timeline->device_count; i++)
        if (str_eq(timeline->device_at[i].name, name))
            return &timeline->device_at[i];
    if (timeline->device_count == DEVICES_MOST)
        return &timeline->device_at[DEVICES_MOST - 1];
    struct device *device = &timeline->device_at[timeline->device_count++];
    device->name = str_keep(timeline->reading->home, name);
    return device;
}

static void span_note(struct span *span, struct timed at)
{
    int64_t end = at.start + at.duration;
    if (!span->any || at.start < span->from) {
        span->from = at.start;
        span->first = at;
    }
    span->to = span->any && span->to > end ? span->to : end;
    span->any = true;
}

void timeline_device(struct timeline *timeline, enum lane lane, struct str device,
                     struct kernel_name *kernel, struct timed at)
{
    struct device *on = device_of(timeline, device);
    bool named = kernel && (lane == LANE_KERNELS || lane == LANE_COMMUNICATION);
    kernel = named ? kernel : timeline_kernel(timeline, (struct str){ 0 });
    struct event event = { at.start, at.duration, at.row, kernel->index };
    span_note(&timeline->device, at);
    kernel->total += at.duration;
    kernel->count++;
    if (!on->lane[lane])
        on->lane[lane] = g_array_new(FALSE, FALSE, sizeof(struct event));
    g_array_append_val(on->lane[lane], event);
}

/* ---- stretches of threads ---- */

static int stretch_order(const void *a, const void *b)
{
    const struct stretch *left = a, *right = b;
    int from = (left->from > right->from) - (left->from < right->from);
    return from ? from : (left->row > right->row) - (left->row < right->row);
}

/* Joins what overlaps or touches. */
static void stretches_join(struct stretches *all)
{
    size_t kept = 0;
    if (all->count == 0 || !all->mixed)
        return;
    all->mixed = false;
    qsort(all->at, all->count, sizeof *all->at, stretch_order);
    for (size_t i = 1; i < all->count; i++) {
        struct stretch *last = &all->at[kept];
        if (all->at[i].from <= last->to)
            last->to = all->at[i].to > last->to ? all->at[i].to : last->to;
        else
            all->at[++kept] = all->at[i];
    }
    all->count = kept + 1;
}

/* Room for one more. */
static void stretches_room(struct stretches *all)
{
    if (!all->at) {
        all->room = STRETCHES_FIRST;
        all->at = g_new(struct stretch, all->room);
        all->count = 0;
    } else if (all->count == all->room) {
        stretches_join(all);
        if (all->count > all->room / 2) {
            all->room *= 2;
            all->at = g_renew(struct stretch, all->at, all->room);
        }
    }
}

/* Most events of a thread come in their order: these are joined at once. */
static void stretches_put(struct stretches *all, struct stretch stretch)
{
    stretches_room(all);
    struct stretch *last = all->count > 0 ? &all->at[all->count - 1] : NULL;
    bool behind = last && !all->mixed && stretch_order(last, &stretch) < 0;
    if (behind && stretch.from <= last->to) {
        last->to = stretch.to > last->to ? stretch.to : last->to;
        return;
    }
    all->mixed = last && !behind;
    all->at[all->count++] = stretch;
}

struct thread *timeline_thread(struct timeline *timeline, struct str name)
{
    struct thread *thread = g_hash_table_lookup(timeline->threads, &name);
    if (!thread && g_hash_table_size(timeline->threads) < THREADS_MOST) {
        struct str *key = ARENA_NEW(timeline->reading->home, struct str);
        *key = str_keep(timeline->reading->home, name);
        thread = g_new0(struct thread, 1);
        g_hash_table_insert(timeline->threads, key, thread);
    }
    return thread;
}

void timeline_host(struct timeline *timeline, enum lane lane, struct thread *thread, bool launches,
                   struct timed at)
{
    struct stretch stretch = { at.start, at.start + at.duration, at.row };
    if (!thread)
        return;
    span_note(&timeline->host, at);
    thread->whole = thread->seen ? thread->whole : stretch;
    if (stretch.from < thread->whole.from) { /* of which it then tells the place */
        thread->whole.from = stretch.from;
        thread->whole.row = stretch.row;
    }
    thread->whole.to = thread->whole.to > stretch.to ? thread->whole.to : stretch.to;
    thread->seen = true;
    thread->launches = thread->launches || launches;
    if (lane != LANE_APPLICATION)
        stretches_put(&thread->lane[lane], stretch);
}

void timeline_profiler(struct timeline *timeline, struct timed at)
{
    span_note(&timeline->host, at);
    stretches_put(&timeline->profiler.lane[LANE_PROFILER],
                  (struct stretch){ at.start, at.start + at.duration, at.row });
}

/* ---- series ---- */

struct giving {
    struct timeline *timeline;
    timeline_place *place;
    void *self;
};

struct columns {
    double *start, *duration;
    uint32_t *row;
    size_t count;
    uint32_t first, last; /* rows */
};

static struct columns columns_new(const struct giving *giving, size_t count)
{
    struct arena *home = giving->timeline->reading->home;
    return (struct columns){ .start = ARENA_MANY(home, count, double),
                             .duration = ARENA_MANY(home, count, double),
                             .row = ARENA_MANY(home, count, uint32_t) };
}

static void columns_put(const struct giving *giving, struct columns *columns, struct timed at)
{
    columns->first = columns->count == 0 || at.row < columns->first ? at.row : columns->first;
    columns->last = columns->count == 0 || at.row > columns->last ? at.row : columns->last;
    columns->start[columns->count] = (double)(at.start - giving->timeline->zero) / 1e9;
    columns->duration[columns->count] = (double)at.duration / 1e9;
    columns->row[columns->count++] = at.row;
}

static void event_put(const struct giving *giving, struct columns *columns,
                      const struct event *event)
{
    columns_put(giving, columns, (struct timed){ event->start, event->duration, event->row });
}

static void series_give(const struct giving *giving, enum key key, struct str instance,
                        const struct columns *columns)
{
    if (columns->count == 0)
        return;
    struct series series = { .key = key,
                             .instance = str_keep(giving->timeline->reading->home, instance),
                             .unit = UNIT_SECOND,
                             .kind = SERIES_PER_ITERATION,
                             .start = columns->start,
                             .duration = columns->duration,
                             .value = columns->duration,
                             .row = columns->row,
                             .count = columns->count,
                             .load_begin = (double)NAN,
                             .load_end = (double)NAN };
    series.source.from = giving->place(giving->self, columns->first);
    series.source.to = giving->place(giving->self, columns->last);
    reading_series(giving->timeline->reading, &series);
}

static void device_give(const struct giving *giving, const struct device *device)
{
    struct arena *scratch = giving->timeline->reading->scratch;
    for (size_t i = 0; i < LANE_COUNT; i++) {
        const GArray *events = device->lane[i];
        if (!events)
            continue;
        struct columns columns = columns_new(giving, events->len);
        for (size_t j = 0; j < events->len; j++) {
            const struct event *event = &g_array_index(events, struct event, j);
            event_put(giving, &columns, event);
        }
        series_give(
            giving, KEY_PROFILE_TIME,
            str_format(scratch, "%.*s: %s", STR_ARG(device->name), lane_row((enum lane)i)->name),
            &columns);
    }
}

static void host_give(const struct giving *giving, struct stretches *all, struct str instance)
{
    stretches_join(all);
    struct columns columns = columns_new(giving, all->count);
    for (size_t i = 0; i < all->count; i++) {
        const struct stretch *at = &all->at[i];
        columns_put(giving, &columns, (struct timed){ at->from, at->to - at->from, at->row });
    }
    series_give(giving, KEY_PROFILE_TIME, instance, &columns);
}

/* The stretches of one lane over the threads that count. */
static struct stretches lane_gather(struct timeline *timeline, enum lane lane, bool any)
{
    struct stretches all = { .count = 0 };
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, timeline->threads);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        struct thread *thread = value;
        if (!thread->launches && !any)
            continue;
        if (lane == LANE_APPLICATION) {
            stretches_put(&all, thread->whole);
            continue;
        }
        for (size_t i = 0; i < thread->lane[lane].count; i++)
            stretches_put(&all, thread->lane[lane].at[i]);
    }
    return all;
}

static void hosts_give(const struct giving *giving, bool any)
{
    struct timeline *timeline = giving->timeline;
    for (size_t i = 0; i < LANE_COUNT; i++) {
        enum lane lane = (enum lane)i;
        if (!lane_row(lane)->host)
            continue;
        struct stretches all = lane == LANE_PROFILER ? timeline->profiler.lane[lane]
                                                     : lane_gather(timeline, lane, any);
        const char *name = lane_row(lane)->name;
        host_give(giving, &all, str_format(timeline->reading->scratch, LANE_HOST ": %s", name));
        if (lane == LANE_PROFILER)
            timeline->profiler.lane[lane] = all;
        else
            g_free(all.at);
    }
}

/* Operators of every thread, as kernels of the processor. */
static void processor_give(const struct giving *giving)
{
    struct stretches all = lane_gather(giving->timeline, LANE_FRAMEWORK, true);
    host_give(giving, &all,
              str_format(giving->timeline->reading->scratch, "processor: %s",
                         lane_row(LANE_KERNELS)->name));
    g_free(all.at);
}

/* ---- the kernels that took longest ---- */

static int longest_first(const void *a, const void *b)
{
    const struct kernel_name *left = *(const struct kernel_name *const *)a;
    const struct kernel_name *right = *(const struct kernel_name *const *)b;
    int order = (right->total > left->total) - (right->total < left->total);
    return order ? order : str_order(left->text, right->text);
}

static void kernel_give(const struct giving *giving, const struct kernel_name *kernel)
{
    const struct timeline *timeline = giving->timeline;
    struct columns columns = columns_new(giving, kernel->count);
    for (size_t i = 0; i < timeline->device_count; i++) {
        for (size_t j = LANE_KERNELS; j <= LANE_COMMUNICATION; j++) {
            const GArray *events = timeline->device_at[i].lane[j];
            for (size_t k = 0; events && k < events->len; k++) {
                const struct event *event = &g_array_index(events, struct event, k);
                if (event->name == kernel->index)
                    event_put(giving, &columns, event);
            }
        }
    }
    series_give(giving, KEY_PROFILE_KERNEL, kernel->text, &columns);
}

static void kernels_give(const struct giving *giving)
{
    const GPtrArray *all = giving->timeline->name;
    struct arena *scratch = giving->timeline->reading->scratch;
    const struct kernel_name **order =
        ARENA_MANY(scratch, (size_t)all->len + 1, const struct kernel_name *);
    size_t count = 0;
    for (size_t i = 0; i < all->len; i++) {
        const struct kernel_name *kernel = g_ptr_array_index(all, i);
        if (kernel->text.len > 0)
            order[count++] = kernel;
    }
    qsort(order, count, sizeof(const struct kernel_name *), longest_first);
    for (size_t i = 0; i < count && i < TOP_KERNELS; i++)
        kernel_give(giving, order[i]);
}

/* Begin of the series, from which lane_ns gives whole nanoseconds back. What the host did in
 * another year lies in no window, and may lose digits. False: more time than one run has. */
static bool zero_set(struct timeline *timeline)
{
    const int64_t most = (int64_t)1 << 51; /* 26 days */
    const struct span *own = timeline->device.any ? &timeline->device : &timeline->host;
    bool near = timeline->host.any && timeline->host.from < own->from &&
                own->from - timeline->host.from <= most - (own->to - own->from);
    timeline->zero = near ? timeline->host.from : own->from;
    return own->to - own->from <= most;
}

void timeline_give(struct timeline *timeline, timeline_place *place, void *self)
{
    struct giving giving = { .timeline = timeline, .place = place, .self = self };
    if (!zero_set(timeline)) {
        struct timed first = timeline->device.any ? timeline->device.first : timeline->host.first;
        struct str why = STR("events more than 26 days apart: no clock of one run");
        struct place at = place(self, first.row);
        reading_error(timeline->reading, DIAG_VALUE_BAD, at, STR("times of one run"), why);
        reading_unread(timeline->reading, ", all times", why, at);
        return;
    }
    for (size_t i = 0; i < timeline->device_count; i++)
        device_give(&giving, &timeline->device_at[i]);
    if (timeline->device_count == 0)
        processor_give(&giving);
    hosts_give(&giving, timeline->device_count == 0);
    kernels_give(&giving);
}
