/* adapter_xpu_smi.c - `xpu-smi discovery -j` of one device or of all, XPU Manager 1.2 and 1.3:
 * Intel accelerators.
 *
 * {"device_list": [...]}, or one device's object. Virtual functions
 * (device_function_type "virtual") are parts of a device that is listed as well, and are passed
 * over. Numbers are numbers or strings, which one differs by version; of all devices 1.2 lists
 * names and addresses alone. The kernel, said of each device, is taken once. Defined by
 * intel/xpumanager, doc/smi_user_guide.md. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/core_clock_rate_mhz", KEY_CLOCK_SM_MAX, UNIT_MEGAHERTZ, false },
    { "/device_name", KEY_ACCELERATOR_NAME, UNIT_NONE, true },
    { "/driver_version", KEY_DRIVER_VERSION, UNIT_NONE, false },
    { "/gfx_firmware_version", KEY_FIRMWARE_VBIOS, UNIT_NONE, false },
    { "/memory_ecc_state", KEY_ACCELERATOR_ECC, UNIT_NONE, false },
    { "/memory_physical_size_byte", KEY_ACCELERATOR_MEMORY_TOTAL, UNIT_BYTE, false },
    { "/pci_bdf_address", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
    { "/pcie_generation", KEY_LINK_GENERATION_MAX, UNIT_COUNT, false },
    { "/pcie_max_link_width", KEY_LINK_WIDTH_MAX, UNIT_COUNT, false },
    { "/serial_number", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
    { "/uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
    { "/vendor_name", KEY_ACCELERATOR_VENDOR, UNIT_NONE, false },
};

static const struct field kernel = { "/kernel_version", KEY_OS_KERNEL, UNIT_NONE, false };

static int bid(const struct sniff *sniff)
{
    bool mine =
        sniff_is_object(sniff) && str_find(sniff->head, STR("\"pci_bdf_address\"")) != SIZE_MAX &&
        (sniff_member(sniff, STR("device_list")) || sniff_member(sniff, STR("pci_bdf_address")));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void device_read(struct reading *reading, const struct json *json,
                        const struct json_item *device, struct str index)
{
    const struct json_item *kind = json_member(device, STR("device_function_type"));
    const struct json_item *id = json_member(device, STR("device_id"));
    if (kind && str_eq(json_string(kind), STR("virtual")))
        return;
    json_fields(reading, json, device,
                id && json_type(id) == JSON_NUMBER ? json_literal(json, id) : index, fields,
                ARRAY_COUNT(fields));
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *list = json_member(root, STR("device_list"));
    const struct json_item *first = list ? json_next(list, NULL) : root;
    unsigned index = 0;
    if (first)
        json_fields(reading, json, first, (struct str){ 0 }, &kernel, 1);
    if (!list) {
        device_read(reading, json, root, STR("0"));
        return true;
    }
    for (const struct json_item *device = json_next(list, NULL); device;
         device = json_next(list, device), index++)
        device_read(reading, json, device, str_format(reading->scratch, "%u", index));
    return true;
}

const struct adapter adapter_xpu_smi = {
    .name = "xpu-smi-discovery-json",
    .title = "Intel accelerators, driver, firmware and memory",
    .tool = "xpu-smi discovery -j, XPU Manager 1.2 and 1.3",
    .spec = "intel/xpumanager, doc/smi_user_guide.md",
    .listed = true,
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_LISTS_ACCELERATORS,
};
