/* adapter_aiperf_telemetry.c - gpu_telemetry_export.jsonl, which AIPerf writes beside its results:
 * a line a reading of one accelerator, as it polled DCGM's exporter, NVML or amdsmi.
 *
 * {"gpu_index": 0, "gpu_uuid": "GPU-...", "gpu_model_name": "...", "hostname": "n", "timestamp_ns":
 * 1790000000000000000, "dcgm_url": "http://n:9401/metrics", "telemetry_data": {"gpu_power_usage":
 * 412.5, ...}}, times in nanoseconds of Unix time, power in watts, temperature in degrees Celsius,
 * utilisation in percent. An accelerator is told by its UUID; where several hosts count from zero,
 * the later ones go by it. Energy since the driver was loaded, memory, the last XID and the time
 * throttled by power are not taken: they are counters whose begin is not told. Defined by
 * ai-dynamo/aiperf, src/aiperf/common/models/telemetry_models.py (TelemetryRecord). */
#include "amd.h"
#include "genai.h"
#include "sniff.h"

enum { LASTING = 3 }; /* fields of an accelerator, before those of a moment */
static const struct field fields[] = {
    { "/gpu_model_name", KEY_ACCELERATOR_NAME, UNIT_NONE, false },
    { "/gpu_uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
    { "/pci_bus_id", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
    { "/telemetry_data/gpu_power_usage", KEY_TELEMETRY_POWER, UNIT_WATT, false },
    { "/telemetry_data/gpu_utilization", KEY_TELEMETRY_UTILISATION, UNIT_PERCENT, false },
    { "/telemetry_data/gpu_temperature", KEY_TELEMETRY_TEMPERATURE, UNIT_CELSIUS, false },
    { "/telemetry_data/amd_power", KEY_TELEMETRY_POWER, UNIT_WATT, false },
    { "/telemetry_data/amd_gfx_activity", KEY_TELEMETRY_UTILISATION, UNIT_PERCENT, false },
    { "/telemetry_data/amd_temperature", KEY_TELEMETRY_TEMPERATURE, UNIT_CELSIUS, false },
};

/* By the name that a single capture has for it. */
static enum key of_moment(enum key telemetry)
{
    return telemetry == KEY_TELEMETRY_POWER         ? KEY_CAPTURE_POWER
           : telemetry == KEY_TELEMETRY_UTILISATION ? KEY_CAPTURE_UTILISATION
                                                    : KEY_CAPTURE_TEMPERATURE;
}

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("gpu_uuid")) &&
                sniff_member(sniff, STR("timestamp_ns")) &&
                sniff_member(sniff, STR("telemetry_data"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

struct polled {
    struct reading *reading;
    struct amd_watch watch;
    struct one {
        struct str uuid, instance, polled, url; /* polled: its number where it was polled */
    } one[AMD_UNITS];
    size_t count;
};

/* A line without what places it is passed over, and said. */
static void unplaced(struct reading *reading, const struct json *json, const struct json_item *item,
                     const char *expected)
{
    const struct json_item *at = item ? item : json_root(json);
    reading_error(reading, DIAG_VALUE_BAD, json_place(json, at), str_from(expected),
                  item ? json_scalar(json, item) : STR("none"));
}

/* The accelerator of a line, a new one with what lasts of it; NULL: there is no room, or the line
 * names none. */
static const struct one *one_of(struct polled *in, const struct json *json)
{
    struct reading *reading = in->reading;
    const struct json_item *root = json_root(json);
    const struct json_item *uuid = json_member(root, STR("gpu_uuid"));
    const struct json_item *index = json_member(root, STR("gpu_index"));
    int64_t number;
    if (!uuid || json_type(uuid) != JSON_STRING) {
        unplaced(reading, json, uuid, "gpu_uuid, the accelerator's UUID");
        return NULL;
    }
    if (!index || !json_int(json, index, &number) || number < 0) {
        unplaced(reading, json, index, "gpu_index, the accelerator's number");
        return NULL;
    }
    for (size_t i = 0; i < in->count; i++)
        if (str_eq(in->one[i].uuid, json_string(uuid)))
            return &in->one[i];
    if (in->count == AMD_UNITS) {
        reading_error(reading, DIAG_VALUE_BAD, json_place(json, uuid),
                      STR("readings of at most 64 accelerators"), json_string(uuid));
        return NULL;
    }
    const struct json_item *url = json_member(root, STR("dcgm_url"));
    struct one *one = &in->one[in->count++];
    one->uuid = str_keep(reading->home, json_string(uuid));
    one->url = str_keep(reading->home, url ? json_string(url) : (struct str){ 0 });
    one->instance = one->polled = str_format(reading->home, "%lld", (long long)number);
    for (size_t i = 0; i + 1 < in->count; i++) {
        if (!str_eq(in->one[i].polled, one->polled))
            continue;
        one->instance = one->uuid;
        if (str_eq(in->one[i].url, one->url))
            reading_error(reading, DIAG_VALUE_BAD, json_place(json, uuid), in->one[i].uuid,
                          one->uuid);
    }
    for (size_t i = 0; i < LASTING; i++) {
        const struct json_item *item = json_member(root, str_from(fields[i].path + 1));
        if (item && json_type(item) == JSON_STRING)
            reading_fact(reading, fields[i].key, one->instance, json_string(item), UNIT_NONE,
                         json_place(json, item));
    }
    return one;
}

static void polls_keep(struct reading *reading, struct amd_polls *now)
{
    now->to.path = str_keep(reading->home, now->to.path);
    if (now->row.count == 1)
        now->from.path = now->to.path;
}

static void line_read(void *self, const struct json *json, uint32_t line)
{
    (void)line;
    struct polled *in = self;
    const struct json_item *root = json_root(json);
    const struct json_item *time = json_member(root, STR("timestamp_ns"));
    const struct json_item *data = json_member(root, STR("telemetry_data"));
    const struct one *one = one_of(in, json);
    const int64_t second = 1000000000;
    int64_t at;
    if (!one)
        return;
    if (!time || !json_int(json, time, &at) || at < 0) {
        unplaced(in->reading, json, time, "timestamp_ns, nanoseconds since 1970");
        return;
    }
    struct arena *scratch = in->reading->scratch;
    amd_poll(in->reading, &in->watch, one->instance,
             str_format(scratch, "%lld.%09lld", (long long)(at / second), (long long)(at % second)),
             json_place(json, root));
    static const struct str within = STR_INIT("/telemetry_data/");
    for (size_t i = LASTING; data && i < ARRAY_COUNT(fields); i++) {
        const struct json_item *item = json_member(data, str_from(fields[i].path + within.len));
        double value;
        if (item && json_real(json, item, &value))
            amd_poll_value(&in->watch, of_moment(fields[i].key),
                           str_format(scratch, "%.17g", value));
        else if (item && json_type(item) != JSON_NULL)
            unplaced(in->reading, json, item, unit_row(fields[i].unit)->title);
    }
    if (in->watch.now)
        polls_keep(in->reading, in->watch.now);
}

static bool read(struct reading *reading)
{
    struct polled *in = ARENA_NEW(reading->home, struct polled);
    in->reading = reading;
    if (!genai_lines(reading, line_read, in))
        return false;
    amd_watch_put(reading, &in->watch);
    return in->count > 0;
}

const struct adapter adapter_aiperf_telemetry = {
    .name = "aiperf-telemetry-jsonl",
    .title = "Readings of accelerators that AIPerf polled, a line each",
    .tool = "aiperf profile (2025 on)",
    .spec = "ai-dynamo/aiperf, src/aiperf/common/models/telemetry_models.py",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .unseen = true,
    .traits = TRAIT_POLLS,
};
