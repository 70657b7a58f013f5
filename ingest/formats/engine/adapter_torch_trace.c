/* adapter_torch_trace.c - trace of the PyTorch profiler (Kineto), schemaVersion 1, 2020 to 2026.
 *
 * Read for what it says of the executor: deviceProperties, distributedInfo and the CUDA versions of
 * newer releases; and for what ran on the accelerator when: kernels with what fills memory, and
 * transfers between host and accelerator, are one series each. The trace is slower than the run it
 * was taken from, so no throughput may rest on it. Defined by pytorch/kineto,
 * libkineto/src/output_json.cpp. */
#include "reading.h"
#include "sniff.h"

#include <math.h>

static const struct field fields[] = {
    { "/cuda_driver_version", KEY_DRIVER_CUDA, UNIT_NONE, false },
    { "/cuda_runtime_version", KEY_RUNTIME_CUDA, UNIT_NONE, false },
    { "/distributedInfo/nccl_version", KEY_RUNTIME_NCCL_LOADED, UNIT_NONE, false },
};

static const struct field device_fields[] = {
    { "/name", KEY_ACCELERATOR_NAME, UNIT_NONE, false },
    { "/numSms", KEY_ACCELERATOR_MULTIPROCESSORS, UNIT_COUNT, false },
    { "/totalGlobalMem", KEY_ACCELERATOR_MEMORY_VISIBLE, UNIT_BYTE, false },
};

static const char *const settings[] = { "backend", "rank", "world_size" };

static int bid(const struct sniff *sniff)
{
    bool mine =
        sniff_is_object(sniff) && sniff_member(sniff, STR("schemaVersion")) &&
        (sniff_member(sniff, STR("traceEvents")) || sniff_member(sniff, STR("deviceProperties")));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* Two members make one version: computeMajor 8 and computeMinor 0 are 8.0. */
static void capability_fact(struct reading *reading, const struct json *json,
                            const struct json_item *device, struct str instance)
{
    const struct json_item *major = json_member(device, STR("computeMajor"));
    const struct json_item *minor = json_member(device, STR("computeMinor"));
    if (major && minor && json_type(major) == JSON_NUMBER && json_type(minor) == JSON_NUMBER) {
        reading_fact(reading, KEY_ACCELERATOR_CAPABILITY, instance,
                     str_format(reading->scratch, "%.*s.%.*s", STR_ARG(json_literal(json, major)),
                                STR_ARG(json_literal(json, minor))),
                     UNIT_NONE, json_place(json, major));
    }
}

/* ---- events on the accelerator ------------------------------------------------------------------
 */

enum part { KERNELS, TRANSFERS, PARTS };

static bool holds_folded(struct str text, const char *word)
{
    struct str other = str_from(word);
    for (size_t at = 0; at + other.len <= text.len; at++) {
        bool same = true;
        for (size_t i = 0; i < other.len && same; i++) {
            char c = text.at[at + i];
            same = (c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c) == other.at[i];
        }
        if (same) {
            return true;
        }
    }
    return false;
}

/* "kernel", "gpu_memcpy", "gpu_memset"; "Kernel", "Memcpy", "Memset" before. A copy within the
 * accelerator's memory is no transfer. PARTS: not on the accelerator. */
static enum part part_of(const struct json *json, const struct json_item *event)
{
    const struct json_item *cat = json_member(event, STR("cat"));
    const struct json_item *name = json_member(event, STR("name"));
    struct str category = cat ? json_scalar(json, cat) : (struct str){ 0 };
    struct str title = name ? json_scalar(json, name) : (struct str){ 0 };
    if (holds_folded(category, "memcpy")) {
        return holds_folded(title, "htod") || holds_folded(title, "dtoh") ? TRANSFERS : KERNELS;
    }
    return holds_folded(category, "memset") || holds_folded(category, "kernel") ? KERNELS : PARTS;
}

struct events { /* of one part */
    struct column start, duration;
    struct index_column row;
    const struct json_item *first, *last;
};

/* A number, which some exporters write as text to keep its digits. Empty: none. */
static struct str number_text(const struct json *json, const struct json_item *event,
                              struct str name)
{
    const struct json_item *item = json_member(event, name);
    bool number = item && (json_type(item) == JSON_NUMBER || json_type(item) == JSON_STRING);
    return number ? json_scalar(json, item) : (struct str){ 0 };
}

static double microseconds(const struct json *json, const struct json_item *event, struct str name)
{
    double value;
    return num_real(number_text(json, event, name), &value) ? value : (double)NAN;
}

/* Microseconds since 1970 with nanoseconds behind the point are beyond a double, which would move
 * each event by up to an eighth of a microsecond: whole and fraction are kept apart. */
struct instant {
    int64_t whole;
    double fraction;
};

/* False: no such number. */
static bool instant_read(const struct json *json, const struct json_item *event,
                         struct instant *out)
{
    struct str text = number_text(json, event, STR("ts"));
    size_t point = str_find(text, STR("."));
    struct str behind = str_sub(text, point == SIZE_MAX ? text.len : point + 1, text.len);
    int64_t digits = 0;
    double value;
    if (num_int(str_sub(text, 0, point), &out->whole) &&
        (behind.len == 0 || (behind.len <= 15 && num_int(behind, &digits) && digits >= 0))) {
        out->fraction = (double)digits * pow(10, -(double)behind.len);
        out->fraction = text.len > 0 && text.at[0] == '-' ? -out->fraction : out->fraction;
        return true;
    }
    if (!num_real(text, &value) || fabs(value) > 1e18) {
        return false;
    }
    *out = (struct instant){ (int64_t)floor(value), value - floor(value) };
    return true;
}

/* Whether an event says how long it took: "complete", by its phase or by a duration. Marks of a
 * moment have none. */
static bool is_timed(const struct json *json, const struct json_item *event)
{
    const struct json_item *phase = json_member(event, STR("ph"));
    return json_member(event, STR("dur")) || (phase && str_eq(json_scalar(json, phase), STR("X")));
}

static void events_read(struct reading *reading, const struct json *json)
{
    static const char *const instance[PARTS] = { "kernels", "transfers" };
    struct events part[PARTS] = { 0 };
    const struct json_item *list = json_member(json_root(json), STR("traceEvents"));
    struct instant zero = { 0 }, at;
    bool begun = false;
    unsigned index = 0;
    size_t lost = 0;
    struct place lost_at = { 0 };
    for (const struct json_item *event = list ? json_next(list, NULL) : NULL; event;
         event = json_next(list, event), index++) {
        enum part of = part_of(json, event);
        double duration = microseconds(json, event, STR("dur"));
        if (of == PARTS) {
            continue;
        }
        if (isnan(duration) || !instant_read(json, event, &at)) {
            if (is_timed(json, event)) {
                lost_at = lost++ ? lost_at : json_place(json, event);
            }
            continue;
        }
        zero = begun ? zero : at;
        begun = true;
        double since = (double)(at.whole - zero.whole) + (at.fraction - zero.fraction);
        column_put(reading->home, &part[of].start, since / 1e6);
        column_put(reading->home, &part[of].duration, duration / 1e6);
        index_put(reading->home, &part[of].row, index + 1); /* from 1 */
        part[of].last = json_member(event, STR("dur"));
        part[of].first = part[of].first ? part[of].first : part[of].last;
    }
    if (lost) {
        struct str why = str_format(reading->scratch, "%zu event%s whose ts or dur is no number",
                                    lost, lost == 1 ? "" : "s");
        reading_error(reading, DIAG_VALUE_BAD, lost_at, STR("a number as ts and dur"), why);
        reading_unread(reading, ", some events", why, lost_at);
    }
    for (size_t i = 0; i < PARTS; i++) {
        struct series series = { .key = KEY_PROFILE_TIME,
                                 .instance = str_from(instance[i]),
                                 .unit = UNIT_SECOND,
                                 .kind = SERIES_PER_ITERATION,
                                 .start = part[i].start.at,
                                 .duration = part[i].duration.at,
                                 .value = part[i].duration.at,
                                 .row = part[i].row.at,
                                 .count = part[i].row.count,
                                 .load_begin = NAN,
                                 .load_end = NAN };
        if (part[i].first) {
            series.source.from = json_place(json, part[i].first);
            series.source.to = json_place(json, part[i].last);
            reading_series(reading, &series);
        }
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json)) {
        return false;
    }
    const struct json_item *root = json_root(json);
    const struct json_item *devices = json_member(root, STR("deviceProperties"));
    const struct json_item *distributed = json_member(root, STR("distributedInfo"));
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    for (const struct json_item *device = devices ? json_next(devices, NULL) : NULL; device;
         device = json_next(devices, device)) {
        const struct json_item *id = json_member(device, STR("id"));
        struct str instance = id ? json_scalar(json, id) : (struct str){ 0 };
        json_fields(reading, json, device, instance, device_fields, ARRAY_COUNT(device_fields));
        capability_fact(reading, json, device, instance);
    }
    for (size_t i = 0; distributed && i < ARRAY_COUNT(settings); i++) {
        const struct json_item *item = json_member(distributed, str_from(settings[i]));
        if (item) {
            json_fact(reading, json, item, str_from(settings[i]), KEY_METHOD_ARGUMENTS, UNIT_NONE);
        }
    }
    events_read(reading, json);
    return true;
}

const struct adapter adapter_torch_trace = {
    .name = "torch-trace-json",
    .title = "Devices, libraries and events of a profiler trace",
    .tool = "torch.profiler (Kineto), schemaVersion 1",
    .spec = "pytorch/kineto, libkineto/src/output_json.cpp",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = device_fields,
    .field_count = ARRAY_COUNT(device_fields),
};
