/* adapter_mlc_host.c - cpu_info.json and os_info.json of the MLCommons automation (2023 to 2026).
 *
 * Flat objects of strings named MLC_HOST_..., earlier CM_HOST_...; "Not Found" is a placeholder.
 * Physical cores are by socket. Memory is rounded to whole G and not taken. Defined by
 * mlcommons/mlperf-automations, script/detect-cpu and detect-os. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "CPU_ARCHITECTURE", KEY_CPU_ARCHITECTURE, UNIT_NONE, false },
    { "CPU_MAX_MHZ", KEY_CPU_CLOCK_MAX, UNIT_MEGAHERTZ, false },
    { "CPU_MICROCODE", KEY_FIRMWARE_MICROCODE, UNIT_NONE, false },
    { "CPU_MODEL_NAME", KEY_CPU_NAME, UNIT_NONE, false },
    { "CPU_NUMA_NODES", KEY_CPU_NUMA_NODES, UNIT_NONE, false },
    { "CPU_PHYSICAL_CORES_PER_SOCKET", KEY_CPU_CORES, UNIT_NONE, false },
    { "CPU_SOCKETS", KEY_CPU_SOCKETS, UNIT_NONE, false },
    { "CPU_THREADS_PER_CORE", KEY_CPU_THREADS_PER_CORE, UNIT_NONE, false },
    { "CPU_TOTAL_LOGICAL_CORES", KEY_CPU_THREADS, UNIT_NONE, false },
    { "OS_FLAVOR", KEY_OS_NAME, UNIT_NONE, false },
    { "OS_GLIBC_VERSION", KEY_OS_LIBC, UNIT_NONE, false },
    { "OS_KERNEL_VERSION", KEY_OS_KERNEL, UNIT_NONE, false },
    { "OS_VERSION", KEY_OS_VERSION, UNIT_NONE, false },
    { "SYSTEM_NAME", KEY_OS_HOST_NAME, UNIT_NONE, false },
};

static const struct str prefixes[] = { STR_INIT("MLC_HOST_"), STR_INIT("CM_HOST_") };

static int bid(const struct sniff *sniff)
{
    bool mine = false;
    if (!sniff_is_object(sniff))
        return BID_NONE;
    for (size_t i = 0; i < ARRAY_COUNT(prefixes); i++)
        mine = mine || str_find(sniff->head, prefixes[i]) != SIZE_MAX;
    bool known = str_find(sniff->head, STR("_HOST_CPU_ARCHITECTURE\"")) != SIZE_MAX ||
                 str_find(sniff->head, STR("_HOST_OS_KERNEL_VERSION\"")) != SIZE_MAX;
    return mine && known ? BID_SHAPE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item)) {
        struct str name = json_name(item);
        for (size_t i = 0; i < ARRAY_COUNT(prefixes); i++) {
            struct str rest = str_starts(name, prefixes[i])
                                  ? str_sub(name, prefixes[i].len, name.len)
                                  : (struct str){ 0 };
            for (size_t j = 0; rest.len > 0 && j < ARRAY_COUNT(fields); j++) {
                if (str_eq(rest, str_from(fields[j].path))) {
                    json_fact(reading, json, item, (struct str){ 0 }, fields[j].key,
                              fields[j].unit);
                }
            }
        }
    }
    return true;
}

const struct adapter adapter_mlc_host = {
    .name = "mlc-host-json",
    .title = "Processor and operating system",
    .tool = "MLCommons automation, cpu_info.json and os_info.json",
    .spec = "mlcommons/mlperf-automations, script/detect-cpu and detect-os",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
