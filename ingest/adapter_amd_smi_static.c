/* adapter_amd_smi_static.c - `amd-smi static --json`, ROCm 6.0 to 7.
 *
 * {"gpu_data": [...]}, up to ROCm 6.3 the bare array; one element an accelerator. Numbers are
 * {"value": 1400, "unit": "W"}, or "N/A" as a whole. "MB" of memory counts 1048576 bytes, as
 * the tool's own source does. The limit in force stands under limit/ppt0/socket_power_limit,
 * earlier under limit/socket_power. target_graphics_version ("gfx950") is what a compute capability
 * is elsewhere. Defined by ROCm/amdsmi, amdsmi_cli/amdsmi_commands.py. */
#include "amd.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/asic/asic_serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
    { "/asic/market_name", KEY_ACCELERATOR_NAME, UNIT_NONE, true },
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
    { "/numa/cpu_affinity/cpu_list_0/cpu_cores_affinity", KEY_TOPOLOGY_CPUS, UNIT_NONE, false },
    { "/numa/node", KEY_TOPOLOGY_NUMA, UNIT_NONE, false },
    { "/partition/compute_partition", KEY_ACCELERATOR_MIG, UNIT_NONE, false },
    { "/ras/ecc_block_state/UMC", KEY_ACCELERATOR_ECC, UNIT_NONE, false },
    { "/vbios/version", KEY_FIRMWARE_VBIOS, UNIT_NONE, false },
    { "/vram/size", KEY_ACCELERATOR_MEMORY_TOTAL, UNIT_MEBIBYTE, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR("\"market_name\"")) != SIZE_MAX &&
                str_find(sniff->head, STR("\"asic\"")) != SIZE_MAX &&
                (sniff_is_array(sniff) || sniff_member(sniff, STR("gpu_data")));
    return mine ? BID_SIGNATURE : BID_NONE;
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
    if (!reading_json(reading, &json)) {
        return false;
    }
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
            if (item && json_type(item) == JSON_OBJECT) {
                amd_json_fact(reading, json, item, &fields[i], instance);
            } else {
                json_fields(reading, json, gpu, instance, &fields[i], 1);
            }
        }
        generation_fact(reading, json, gpu, instance);
        driver_fact(reading, json, gpu, &driver);
    }
    return true;
}

const struct adapter adapter_amd_smi_static = {
    .name = "amd-smi-static-json",
    .title = "AMD accelerators, driver, power limits and placement",
    .tool = "amd-smi static --json, ROCm 6.0 to 7",
    .spec = "ROCm/amdsmi, amdsmi_cli/amdsmi_commands.py",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
