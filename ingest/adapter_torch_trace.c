/* adapter_torch_trace.c - trace of the PyTorch profiler (Kineto), schemaVersion 1, 2020 to 2026.
 *
 * Read for what it says of the executor: deviceProperties, distributedInfo and the CUDA versions of
 * newer releases. Events are not summed up: a share of time needs a declared window, and the trace
 * is slower than the run it was taken from, so no throughput may rest on it. Defined by
 * pytorch/kineto, libkineto/src/output_json.cpp. */
#include "reading.h"
#include "sniff.h"

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
    return true;
}

const struct adapter adapter_torch_trace = {
    .name = "torch-trace-json",
    .title = "Devices and libraries of a profiler trace",
    .tool = "torch.profiler (Kineto), schemaVersion 1",
    .spec = "pytorch/kineto, libkineto/src/output_json.cpp",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = device_fields,
    .field_count = ARRAY_COUNT(device_fields),
};
