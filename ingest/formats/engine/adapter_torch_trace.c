/* adapter_torch_trace.c - trace of the PyTorch profiler: Kineto's, schemaVersion 1, 2020 to 2026,
 * and the bare list of events of its forerunner.
 *
 * What ran on each accelerator when, and what the threads did that launch for it, one series a lane
 * (timeline.h); the kernels that took longest; names that show how the program ran; and what the
 * trace says of accelerators and libraries. All of it is of the profiled program, under keys of
 * profiles alone: a trace that lies beside a run says nothing of that run by lying there. It is
 * slower than what it was taken from, so no throughput may rest on it.
 *
 * Events are met one at a time. ts and dur are microseconds, with nanoseconds behind the point in
 * newer releases, and are read as whole nanoseconds: since 1970 they are beyond a double. Events of
 * a moment, flows and marks of the process are passed over. Categories changed their case; before
 * Kineto there were none, and "CUDA functions" as the process said that one ran on an accelerator.
 * ROCm's calls stand under cuda_runtime with names of hip, XPU's under xpu_runtime. Defined by
 * pytorch/kineto, libkineto/src/output_json.cpp. */
#include "kernel_names.h"
#include "kernel_shows.h"
#include "sniff.h"
#include "torch_event.h"
#include "trail.h"

#include <glib.h>
#include <string.h>

static const struct field fields[] = {
    { "/cuda_driver_version", KEY_PROFILE_LIBRARY, UNIT_NONE, false },
    { "/cuda_runtime_version", KEY_PROFILE_LIBRARY, UNIT_NONE, false },
    { "/distributedInfo/nccl_version", KEY_PROFILE_LIBRARY, UNIT_NONE, false },
    { "/distributedInfo/backend", KEY_PROFILE_SETTING, UNIT_NONE, false },
    { "/distributedInfo/rank", KEY_PROFILE_SETTING, UNIT_NONE, false },
    { "/distributedInfo/world_size", KEY_PROFILE_SETTING, UNIT_NONE, false },
};

static const struct field device_fields[] = {
    { "/name", KEY_PROFILE_ACCELERATOR, UNIT_NONE, false },
    { "/numSms", KEY_PROFILE_PROPERTY, UNIT_NONE, false },
    { "/totalGlobalMem", KEY_PROFILE_PROPERTY, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    bool kineto =
        sniff_is_object(sniff) && sniff_member(sniff, STR("schemaVersion")) &&
        (sniff_member(sniff, STR("traceEvents")) || sniff_member(sniff, STR("deviceProperties")));
    struct str head = str_trim(sniff->head);
    bool list = str_starts(head, STR("[")) && str_find(head, STR("\"ph\"")) != SIZE_MAX &&
                str_find(head, STR("\"ts\"")) != SIZE_MAX &&
                (str_find(head, STR("\"cpu_op\"")) != SIZE_MAX ||
                 str_find(head, STR("\"cuda_runtime\"")) != SIZE_MAX ||
                 str_find(head, STR("\"kernel\"")) != SIZE_MAX ||
                 str_find(head, STR("\"CPU functions\"")) != SIZE_MAX);
    return kineto || list ? BID_SIGNATURE : BID_NONE;
}

/* ---- the walk ---- */

/* What a category and a name say together. A trace has few of them and millions of events. */
struct kind {
    struct str category, name; /* behind one another in `kept` */
    char *kept;                /* room of its own, for texts as long as were met here */
    size_t room;
    bool known;  /* false: the place is free */
    bool counts; /* it ran on an accelerator, or in a thread's call or operator */
    enum lane lane;
    bool launches;
    bool kernels;
    bool noted; /* an event of it had a time: kernel_shows has met it, and `kernel` is set */
    struct kernel_name *kernel;
};
enum {
    KINDS = 1024,    /* more push each other out, and are asked of anew */
    NAME_KEPT = 128, /* longer names of process and thread are looked up each time */
    DEVICE_KEPT = 32,
    OPENED_THREADS = 4096,
    OPENED_MOST = 1 << 16 /* begins without an end at a time; more are lost */
};

struct walking {
    struct reading *reading;
    struct timeline *timeline;
    bool list; /* the root is the list of events */
    uint32_t row;
    size_t lost;
    uint32_t first_lost; /* its row */
    struct kernel_shows *shows;
    size_t passed; /* the file's bytes up to here are done with */
    struct spot here;
    struct trail *trail;
    struct kind kind[KINDS];
    char kept[NAME_KEPT]; /* "process thread" of the thread met last */
    struct str process, thread_id;
    struct thread *thread;
    GHashTable *opened; /* "process thread" to struct opened_thread */
    size_t opened_count;
    size_t crowded; /* begins that count and that there was no room for */
    uint32_t first_crowded;
};

static struct place spot_place(const struct walking *walking, struct spot spot, uint32_t row)
{
    struct reading *reading = walking->reading;
    return (struct place){ .file = reading->name,
                           .offset = spot.offset,
                           .line = spot.line,
                           .column = spot.column,
                           .path = str_format(reading->home, "%s/%u",
                                              walking->list ? "" : "/traceEvents", row - 1) };
}

static struct place event_place(void *self, uint32_t row)
{
    const struct walking *walking = self;
    return spot_place(walking, trail_at(walking->trail, row), row);
}

/* The event is the one that is being met. */
static void shown_note(struct walking *walking, const struct json *json, const struct event *event,
                       bool call)
{
    struct place *place =
        event->name_item ? kernel_shows_note(walking->shows, event->name, call) : NULL;
    if (place) {
        struct spot spot = walking->here;
        spot_move(&spot, walking->reading->bytes, json_offset(json, event->name_item));
        walking->list = json_type(json_root(json)) == JSON_ARRAY;
        *place = spot_place(walking, spot, walking->row);
        place->path = str_format(walking->reading->home, "%.*s/name", STR_ARG(place->path));
    }
}

/* Where an event ran, by its category; false: neither on an accelerator nor in a thread's call or
 * operator. */
static bool lane_of(const struct event *event, enum lane *out)
{
    struct str cat = event->category;
    bool device = str_eq(event->process, STR("CUDA functions"));
    if (name_holds(cat, "memcpy") || (device && name_holds(event->name, "memcpy")))
        *out = copy_lane(event->name);
    else if (name_holds(cat, "memset") || (device && name_holds(event->name, "memset")))
        *out = LANE_FILLS;
    else if (device || str_eq(cat, STR("kernel")) || str_eq(cat, STR("Kernel")))
        *out = LANE_KERNELS;
    else if (name_holds(cat, "_runtime") || name_holds(cat, "_driver") ||
             str_eq(cat, STR("Runtime")))
        *out = call_waits(event->name) ? LANE_WAITS : LANE_LAUNCHES;
    else if (str_eq(cat, STR("cpu_op")) || str_eq(cat, STR("Operator")) ||
             (cat.len == 0 && str_eq(event->process, STR("CPU functions"))))
        *out = LANE_FRAMEWORK;
    else if (str_eq(cat, STR("overhead")))
        *out = LANE_PROFILER;
    else if (str_eq(cat, STR("python_function")) || str_eq(cat, STR("user_annotation")))
        *out = LANE_APPLICATION;
    else
        return false;
    return true;
}

/* The accelerator that an event ran on. */
static struct str device_of(const struct json *json, const struct event *event)
{
    const struct json_item *device = event->args ? json_member(event->args, STR("device")) : NULL;
    bool told = device && (json_type(device) == JSON_NUMBER || json_type(device) == JSON_STRING);
    struct str name = told ? json_scalar(json, device) : event->process;
    return !str_eq(name, STR(LANE_HOST)) ? str_sub(name, 0, DEVICE_KEPT) : (struct str){ 0 };
}

static struct kind kind_make(const struct event *event)
{
    struct kind kind = { .category = event->category, .name = event->name };
    kind.counts = lane_of(event, &kind.lane);
    if (kind.counts && kind.lane == LANE_LAUNCHES) {
        kind.launches = call_launches(event->name);
    } else if (kind.counts && kind.lane == LANE_KERNELS) {
        kind.kernels = true;
        kind.lane = name_is_communication(event->name) ? LANE_COMMUNICATION : LANE_KERNELS;
    }
    return kind;
}

/* Eight bytes at a time; what differs in one of them alone is told apart by the comparison. */
static size_t kind_place(const struct event *event)
{
    const uint64_t odd = 0x9E3779B97F4A7C15U;
    uint64_t hash = event->name.len * odd + event->category.len, word = 0;
    for (size_t i = 0; i + sizeof word <= event->name.len; i += sizeof word) {
        memcpy(&word, event->name.at + i, sizeof word);
        hash = (hash ^ word) * odd;
        hash ^= hash >> 29;
    }
    if (event->name.len >= sizeof word) {
        memcpy(&word, event->name.at + event->name.len - sizeof word, sizeof word);
        hash = (hash ^ word) * odd;
    }
    return (hash >> 40) % KINDS;
}

/* Takes the place of another kind, and keeps its texts: the event's own go with it. */
static void kind_keep(struct kind *kind, const struct event *event)
{
    struct str category = event->category, name = event->name;
    char *kept = kind->kept;
    size_t room = kind->room;
    if (room < category.len + name.len) {
        room = category.len + name.len;
        kept = g_realloc(kept, room);
    }
    memcpy(kept, category.at, category.len);
    if (name.len > 0)
        memcpy(kept + category.len, name.at, name.len);
    *kind = kind_make(event);
    kind->kept = kept;
    kind->room = room;
    kind->known = true;
    kind->category = (struct str){ kept, category.len };
    kind->name = (struct str){ kept + category.len, name.len };
}

/* Old exporters name the kind by the process, "CUDA functions". */
static struct kind *kind_of(struct walking *walking, const struct event *event, struct kind *own)
{
    if (event->category.len == 0 || str_starts(event->process, STR("C"))) {
        *own = kind_make(event);
        return own;
    }
    struct kind *kind = &walking->kind[kind_place(event)];
    if (!kind->known || !str_eq(kind->name, event->name) ||
        !str_eq(kind->category, event->category))
        kind_keep(kind, event);
    return kind;
}

static struct thread *thread_of(struct walking *walking, const struct event *event)
{
    struct str process = event->process, id = event->thread;
    if (!str_eq(process, walking->process) || !str_eq(id, walking->thread_id) ||
        !walking->process.at) {
        struct str both =
            str_format(walking->reading->scratch, "%.*s %.*s", STR_ARG(process), STR_ARG(id));
        walking->process = (struct str){ 0 };
        if (both.len <= NAME_KEPT) {
            memcpy(walking->kept, both.at, both.len);
            walking->process = (struct str){ walking->kept, process.len };
            walking->thread_id = (struct str){ walking->kept + process.len + 1, id.len };
        }
        walking->thread = timeline_thread(walking->timeline, both);
    }
    return walking->thread;
}

/* What an event did, as far as its begin tells. */
struct doing {
    bool counts, launches;
    enum lane lane;
    struct kernel_name *kernel;
    struct str device; /* lives as long as the event */
};

static struct doing doing_of(struct walking *walking, const struct json *json,
                             const struct event *event, struct kind *kind)
{
    enum lane lane = kind->lane;
    if (!kind->noted && (kind->kernels || lane == LANE_LAUNCHES)) {
        shown_note(walking, json, event, lane == LANE_LAUNCHES);
        kind->kernel = kind->kernels ? timeline_kernel(walking->timeline, event->name) : NULL;
    }
    kind->noted = true;
    struct doing doing = { true, kind->launches, lane, kind->kernel, { 0 } };
    if (!lane_row(lane)->host) {
        bool collective =
            lane == LANE_KERNELS && event->args && json_member(event->args, STR("Collective name"));
        doing.lane = collective ? LANE_COMMUNICATION : lane;
        doing.device = device_of(json, event);
    }
    return doing;
}

static void done_take(struct walking *walking, const struct event *event, const struct doing *doing,
                      struct timed at)
{
    if (doing->lane == LANE_PROFILER) {
        timeline_profiler(walking->timeline, at);
    } else if (lane_row(doing->lane)->host) {
        timeline_host(walking->timeline, doing->lane, thread_of(walking, event), doing->launches,
                      at);
    } else {
        timeline_device(walking->timeline, doing->lane, doing->device, doing->kernel, at);
    }
}

static void lose(struct walking *walking, uint32_t row)
{
    walking->first_lost = walking->lost++ ? walking->first_lost : row;
}

/* ---- a begin and an end of their own ---- */

/* Converters write two events, "B" and "E", where the profiler writes one: an end is of the last
 * begin of its thread that has none yet (Trace Event Format, "Duration Events").
 */

struct opened {
    struct doing doing;
    char device[DEVICE_KEPT];
    int64_t start; /* below 0: no time */
    uint32_t row;
};

struct opened_thread {
    GArray *begin;    /* struct opened, outermost first */
    size_t forgotten; /* begins inside of those that there was no room for: so many ends pass */
};

static void opened_free(gpointer data)
{
    struct opened_thread *opened = data;
    (void)g_array_free(opened->begin, TRUE);
    g_free(opened);
}

/* Those of the event's thread. NULL: none yet, or too many threads. */
static struct opened_thread *opened_of(struct walking *walking, const struct event *event,
                                       bool make)
{
    struct str both = str_format(walking->reading->scratch, "%.*s %.*s", STR_ARG(event->process),
                                 STR_ARG(event->thread));
    struct opened_thread *opened =
        g_hash_table_lookup(walking->opened, str_c(walking->reading->scratch, both));
    if (!opened && make && g_hash_table_size(walking->opened) < OPENED_THREADS) {
        opened = g_new0(struct opened_thread, 1);
        opened->begin = g_array_new(FALSE, FALSE, sizeof(struct opened));
        g_hash_table_insert(walking->opened, g_strndup(both.at, both.len), opened);
    }
    return opened;
}

static void begin_take(struct walking *walking, const struct json *json, const struct event *event,
                       struct kind *kind)
{
    struct opened opened = { .start = -1, .row = walking->row };
    struct opened_thread *all = opened_of(walking, event, true);
    if (!all || all->forgotten > 0 || walking->opened_count == OPENED_MOST) {
        if (all)
            all->forgotten++;
        if (kind->counts)
            walking->first_crowded = walking->crowded++ ? walking->first_crowded : walking->row;
        return;
    }
    if (kind->counts) {
        opened.doing = doing_of(walking, json, event, kind);
        struct str device = opened.doing.device;
        if (device.at)
            memcpy(opened.device, device.at, device.len);
        opened.start = nanoseconds(event->ts, &opened.start) ? opened.start : -1;
    }
    walking->opened_count++;
    g_array_append_val(all->begin, opened);
}

static void end_take(struct walking *walking, const struct event *event)
{
    struct opened_thread *thread = opened_of(walking, event, false);
    int64_t end;
    if (thread && thread->forgotten > 0) {
        thread->forgotten--;
        return;
    }
    if (!thread || thread->begin->len == 0)
        return; /* what began before the trace did */
    GArray *all = thread->begin;
    struct opened opened = g_array_index(all, struct opened, all->len - 1);
    (void)g_array_set_size(all, all->len - 1);
    walking->opened_count--;
    if (!opened.doing.counts)
        return;
    if (opened.start < 0 || !nanoseconds(event->ts, &end) || end < opened.start) {
        lose(walking, opened.row);
        return;
    }
    opened.doing.device.at = opened.device;
    done_take(walking, event, &opened.doing,
              (struct timed){ opened.start, end - opened.start, opened.row });
}

/* Begins whose end never came, whatever order the table has. */
static void opened_say(struct walking *walking)
{
    struct reading *reading = walking->reading;
    size_t count = 0;
    uint32_t first = UINT32_MAX;
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, walking->opened);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const GArray *all = ((const struct opened_thread *)value)->begin;
        for (guint i = 0; i < all->len; i++) {
            const struct opened *opened = &g_array_index(all, struct opened, i);
            count += opened->doing.counts;
            first = opened->doing.counts && opened->row < first ? opened->row : first;
        }
    }
    if (count > 0) {
        struct place place = event_place(walking, first);
        struct str why = str_format(reading->scratch, "%zu event%s \"B\" without its \"E\"", count,
                                    count == 1 ? "" : "s");
        reading_error(reading, DIAG_VALUE_BAD, place, STR("an end for each begin"), why);
        reading_unread(reading, ", some begins", why, place);
    }
    if (walking->crowded > 0) {
        struct place place = event_place(walking, walking->first_crowded);
        struct str why = str_format(reading->scratch, "%zu event%s \"B\" inside of too many others",
                                    walking->crowded, walking->crowded == 1 ? "" : "s");
        struct str expected = str_format(
            reading->scratch, "at most %d begins at a time without an end, in %d threads",
            OPENED_MOST, OPENED_THREADS);
        reading_error(reading, DIAG_VALUE_BAD, place, expected, why);
        reading_unread(reading, ", begins without room", why, place);
    }
}

/* ---- an event ---- */

static void event_meet(void *self, const struct json *json, const struct json_item *item)
{
    struct walking *walking = self;
    struct event event = event_of(json, item);
    struct timed at = { .row = ++walking->row };
    struct kind own;
    struct reading *reading = walking->reading;
    reading->bytes = reading->feed ? feed_seen(reading->feed) : reading->bytes;
    spot_move(&walking->here, reading->bytes, json_offset(json, item));
    trail_put(walking->trail, walking->here);
    reading_pass(reading, walking->here.offset, &walking->passed);
    if (str_eq(event.phase, STR("E"))) {
        end_take(walking, &event);
        return;
    }
    struct kind *kind = kind_of(walking, &event, &own);
    bool begins = str_eq(event.phase, STR("B"));
    bool timed = kind->counts && (event.duration.len > 0 || str_eq(event.phase, STR("X")));
    if (begins) {
        begin_take(walking, json, &event, kind);
    } else if (timed && nanoseconds(event.ts, &at.start) &&
               nanoseconds(event.duration, &at.duration) && at.start >= 0 &&
               at.duration >= 0) { /* of 1970 or of the trace's begin */
        struct doing doing = doing_of(walking, json, &event, kind);
        done_take(walking, &event, &doing, at);
    } else if (timed) {
        lose(walking, at.row);
    }
}

static void lost_say(struct walking *walking)
{
    struct reading *reading = walking->reading;
    if (walking->lost > 0) {
        struct place place = event_place(walking, walking->first_lost);
        struct str why =
            str_format(reading->scratch, "%zu event%s whose ts or dur is no number or out of range",
                       walking->lost, walking->lost == 1 ? "" : "s");
        reading_error(reading, DIAG_VALUE_BAD, place, STR("numbers as ts and dur"), why);
        reading_unread(reading, ", some events", why, place);
    }
}

/* ---- the rest ---- */

/* The last segment of a field's path, behind the accelerator's index. */
static void named_fields(struct reading *reading, const struct json *json,
                         const struct json_item *item, struct str index, const struct field *field,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct json_item *found = json_at(item, str_from(field[i].path));
        struct str path = str_from(field[i].path), name = path;
        while (str_cut(&path, '/', &name)) {
        }
        bool whole = field[i].key == KEY_PROFILE_ACCELERATOR;
        struct str instance = whole           ? index
                              : index.len > 0 ? str_format(reading->scratch, "%.*s %.*s",
                                                           STR_ARG(index), STR_ARG(name))
                                              : name;
        if (found)
            (void)json_fact(reading, json, found, instance, field[i].key, field[i].unit);
    }
}

static void root_read(struct reading *reading, const struct json *json)
{
    const struct json_item *root = json_root(json);
    const struct json_item *devices = json_member(root, STR("deviceProperties"));
    named_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    for (const struct json_item *device = devices ? json_next(devices, NULL) : NULL; device;
         device = json_next(devices, device)) {
        const struct json_item *id = json_member(device, STR("id"));
        named_fields(reading, json, device, id ? json_scalar(json, id) : (struct str){ 0 },
                     device_fields, ARRAY_COUNT(device_fields));
    }
}

static bool trace_read(struct reading *reading)
{
    struct walking *walking = ARENA_NEW(reading->scratch, struct walking);
    walking->reading = reading;
    walking->timeline = timeline_new(reading);
    walking->shows = kernel_shows_new(reading);
    walking->here = spot_first;
    walking->trail = trail_new();
    walking->opened = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, opened_free);
    const struct json_walk walk = { .name = STR_INIT("traceEvents"),
                                    .element = event_meet,
                                    .self = walking };
    struct json *json = NULL;
    bool good = reading_json_walk(reading, &walk, &json);
    if (good) {
        walking->list = json_type(json_root(json)) == JSON_ARRAY;
        root_read(reading, json);
        kernel_shows_give(walking->shows);
        timeline_give(walking->timeline, event_place, walking);
        opened_say(walking);
        lost_say(walking);
    }
    for (size_t i = 0; i < KINDS; i++)
        g_free(walking->kind[i].kept);
    timeline_free(walking->timeline);
    kernel_shows_free(walking->shows);
    trail_free(walking->trail);
    g_hash_table_destroy(walking->opened);
    return good;
}

const struct adapter adapter_torch_trace = {
    .name = "torch-trace-json",
    .title = "Devices, libraries and events of a profiler trace",
    .tool = "torch.profiler (Kineto), schemaVersion 1, and torch.autograd.profiler before it",
    .spec = "pytorch/kineto, libkineto/src/output_json.cpp",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = trace_read,
    .feeds = true,
    .field = device_fields,
    .field_count = ARRAY_COUNT(device_fields),
    .traits = TRAIT_WATCHES,
};
