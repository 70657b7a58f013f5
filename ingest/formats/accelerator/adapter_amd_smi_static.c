/* adapter_amd_smi_static.c - `amd-smi static --json`, ROCm 6.0 to 10.1.
 *
 * {"gpu_data": [...]}, up to ROCm 6.3 the bare array; one element an accelerator. Numbers are
 * {"value": 1400, "unit": "W"}, or "N/A" as a whole. "MB" of memory counts 1048576 bytes, as
 * the tool's own source does. The limit in force stands under limit/ppt0/socket_power_limit,
 * earlier under limit/socket_power. Options name sections (--limit, --partition); the last is not
 * among those written without options from ROCm 7 on. target_graphics_version ("gfx950") is what a
 * compute capability is elsewhere. Defined by ROCm/amdsmi, amdsmi_cli/amdsmi_commands.py. */
#include "amd.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/asic/asic_serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
    { "/asic/market_name", KEY_ACCELERATOR_NAME, UNIT_NONE, false },
    { "/asic/num_compute_units", KEY_ACCELERATOR_MULTIPROCESSORS, UNIT_COUNT, false },
    { "/asic/target_graphics_version", KEY_ACCELERATOR_CAPABILITY, UNIT_NONE, false },
    { "/board/model_number", KEY_ACCELERATOR_PART, UNIT_NONE, false },
    { "/bus/bdf", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
    { "/bus/max_pcie_width", KEY_LINK_WIDTH_MAX, UNIT_COUNT, false },
    { "/ifwi/version", KEY_FIRMWARE_VBIOS, UNIT_NONE, false },
    { "/limit/max_power", KEY_POWER_LIMIT_MAX, UNIT_WATT, false },
    { "/limit/ppt0/max_power_limit", KEY_POWER_LIMIT_MAX, UNIT_WATT, false },
    { "/limit/ppt0/socket_power_limit", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "/limit/socket_power", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "/numa/node", KEY_TOPOLOGY_NUMA, UNIT_NONE, false },
    { "/partition/accelerator_partition", KEY_ACCELERATOR_MIG, UNIT_NONE, false },
    { "/partition/compute_partition", KEY_ACCELERATOR_MIG, UNIT_NONE, false },
    { "/ras/ecc_block_state/UMC", KEY_ACCELERATOR_ECC, UNIT_NONE, false },
    { "/vbios/version", KEY_FIRMWARE_VBIOS, UNIT_NONE, false },
    { "/vram/size", KEY_ACCELERATOR_MEMORY_TOTAL, UNIT_MEBIBYTE, false },
};

static int bid(const struct sniff *sniff)
{
    static const struct str names[] = {
        STR_INIT("\"accelerator_partition\""),
        STR_INIT("\"bit_width\""),
        STR_INIT("\"cpu_affinity\""),
        STR_INIT("\"ecc_block_state\""),
        STR_INIT("\"ifwi\""),
        STR_INIT("\"model_number\""),
        STR_INIT("\"os_kernel_version\""),
        STR_INIT("\"market_name\""),
        STR_INIT("\"max_pcie_width\""),
        STR_INIT("\"socket_power_limit\""),
    };
    if (!sniff_is_array(sniff) && !sniff_member(sniff, STR("gpu_data")))
        return BID_NONE;
    bool known = false; /* options name sections: any of them may stand alone */
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        known = known || str_find(sniff->head, names[i]) != SIZE_MAX;
    bool mine = known && str_find(sniff->head, STR("\"gpu\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

enum { CPU_LISTS_MOST = 128 }; /* 8192 processors, the most that Linux is built for */

/* One list for each 64 processors, N/A where none is near: "0-63,64-95". */
static void processors_fact(struct reading *reading, const struct json *json,
                            const struct json_item *gpu, struct str instance)
{
    const struct json_item *lists = json_at(gpu, STR("/numa/cpu_affinity"));
    struct buf buf = buf_new(reading->scratch, 64);
    const struct json_item *only = NULL;
    size_t count = 0;
    if (!lists || json_type(lists) != JSON_OBJECT)
        return;
    for (unsigned i = 0; i < CPU_LISTS_MOST; i++) { /* by name: members have no order */
        const struct json_item *item =
            json_at(lists, str_format(reading->scratch, "/cpu_list_%u/cpu_cores_affinity", i));
        if (!item || json_type(item) != JSON_STRING)
            continue;
        if (!only || text_is_placeholder(json_string(only)))
            only = item;
        if (!text_is_placeholder(json_string(item)))
            buf_putf(&buf, count++ == 0 ? "%.*s" : ",%.*s", STR_ARG(json_string(item)));
    }
    if (count > 1) {
        reading_fact(reading, KEY_TOPOLOGY_CPUS, instance, buf_str(&buf), UNIT_NONE,
                     json_place(json, lists));
    } else if (only) {
        json_fact(reading, json, only, instance, KEY_TOPOLOGY_CPUS, UNIT_NONE);
    }
}

/* "Gen 5" */
static void generation_fact(struct reading *reading, const struct json *json,
                            const struct json_item *gpu, struct str instance)
{
    const struct json_item *item = json_at(gpu, STR("/bus/pcie_interface_version"));
    struct str text = item ? json_string(item) : (struct str){ 0 };
    double number;
    if (str_starts(text, STR("Gen ")) && num_real(str_sub(text, 4, text.len), &number)) {
        reading_number(reading, KEY_LINK_GENERATION_MAX, instance, text, number, UNIT_COUNT,
                       json_place(json, item));
    } else if (text.len > 0 && !text_is_placeholder(text)) {
        reading_error(reading, DIAG_VALUE_BAD, json_place(json, item), STR("Gen and a number"),
                      text);
    }
}

/* One driver a machine, however many accelerators repeat it. */
static void driver_fact(struct reading *reading, const struct json *json,
                        const struct json_item *gpu, struct str *last)
{
    const struct json_item *item = json_at(gpu, STR("/driver/version"));
    if (item && !str_eq(json_string(item), *last)) {
        *last = json_string(item);
        json_fact(reading, json, item, (struct str){ 0 }, KEY_DRIVER_VERSION, UNIT_NONE);
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *list =
        json_type(root) == JSON_ARRAY ? root : json_member(root, STR("gpu_data"));
    struct str driver = { 0 };
    if (!list || json_type(list) != JSON_ARRAY) {
        reading_missing(reading, "/gpu_data");
        return true;
    }
    unsigned index = 0;
    for (const struct json_item *gpu = json_next(list, NULL); gpu;
         gpu = json_next(list, gpu), index++) {
        const struct json_item *number = json_member(gpu, STR("gpu"));
        struct str instance = number && json_type(number) == JSON_NUMBER
                                  ? json_literal(json, number)
                                  : str_format(reading->scratch, "%u", index);
        for (size_t i = 0; i < ARRAY_COUNT(fields); i++) {
            const struct json_item *item = json_at(gpu, str_from(fields[i].path));
            if (item && json_type(item) == JSON_OBJECT)
                amd_json_fact(reading, json, item, &fields[i], instance);
            else
                json_fields(reading, json, gpu, instance, &fields[i], 1);
        }
        processors_fact(reading, json, gpu, instance);
        generation_fact(reading, json, gpu, instance);
        driver_fact(reading, json, gpu, &driver);
    }
    return true;
}

const struct adapter adapter_amd_smi_static = {
    .name = "amd-smi-static-json",
    .title = "AMD accelerators, driver, power limits and placement",
    .tool = "amd-smi static --json, ROCm 6.0 to 10.1",
    .spec = "ROCm/amdsmi, amdsmi_cli/amdsmi_commands.py",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_LISTS_ACCELERATORS,
};
