/* adapter_rocm_smi.c - `rocm-smi -a --json`, ROCm 4.3 to 6.x.
 *
 * {"card0": {...}, "system": {...}}; every value is a string, units stand in the names, which drift
 * ("Average Graphics Package Power (W)" became "Current Socket Graphics Package Power (W)"). Levels
 * under "0", "1", ... overwrite each other and are not taken. Warnings may stand before the object:
 * lines in front of the first '{' are passed over. Defined by ROCm, rocm_smi_lib,
 * python_smi_tools/rocm_smi.py. */
#include "amd.h"
#include "sniff.h"

#include <string.h>

static const struct member_row { /* the first name that is there is taken */
    const char *name[3];
    enum key key;
    enum unit unit;
} members[] = {
    { { "Card series", "Card Series", "Device Name" }, KEY_ACCELERATOR_NAME, UNIT_NONE },
    { { "(Topology) Numa Node" }, KEY_TOPOLOGY_NUMA, UNIT_NONE },
    { { "Average Graphics Package Power (W)", "Current Socket Graphics Package Power (W)" },
      KEY_CAPTURE_POWER,
      UNIT_WATT },
    { { "Compute Partition" }, KEY_ACCELERATOR_MIG, UNIT_NONE },
    { { "Card SKU" }, KEY_ACCELERATOR_PART, UNIT_NONE },
    { { "GFX Version" }, KEY_ACCELERATOR_CAPABILITY, UNIT_NONE },
    { { "GPU use (%)" }, KEY_CAPTURE_UTILISATION, UNIT_PERCENT },
    { { "Max Graphics Package Power (W)" }, KEY_POWER_LIMIT, UNIT_WATT },
    { { "PCI Bus" }, KEY_ACCELERATOR_BUS_ID, UNIT_NONE },
    { { "Performance Level" }, KEY_CAPTURE_PERFORMANCE_STATE, UNIT_NONE },
    { { "Serial Number" }, KEY_ACCELERATOR_SERIAL, UNIT_NONE },
    { { "Temperature (Sensor edge) (C)" }, KEY_CAPTURE_TEMPERATURE, UNIT_CELSIUS },
    { { "Unique ID" }, KEY_ACCELERATOR_UUID, UNIT_NONE },
    { { "VBIOS version" }, KEY_FIRMWARE_VBIOS, UNIT_NONE },
    { { "VRAM Total Memory (B)" }, KEY_ACCELERATOR_MEMORY_TOTAL, UNIT_BYTE },
};

bool rocm_label(struct str label, enum key *key, enum unit *unit)
{
    for (size_t i = 0; i < ARRAY_COUNT(members); i++) {
        for (size_t j = 0; j < ARRAY_COUNT(members[i].name) && members[i].name[j]; j++) {
            if (str_eq(label, str_from(members[i].name[j]))) {
                *key = members[i].key;
                *unit = members[i].unit;
                return true;
            }
        }
    }
    return false;
}

static int bid(const struct sniff *sniff)
{
    bool processes = str_find(sniff->head, STR("\"system\"")) != SIZE_MAX &&
                     str_find(sniff->head, STR("\"PID")) != SIZE_MAX &&
                     sniff_member(sniff, STR("system"));
    bool mine = str_find(sniff->head, STR("\"card0\"")) != SIZE_MAX &&
                (str_find(sniff->head, STR("\"VBIOS version\"")) != SIZE_MAX ||
                 str_find(sniff->head, STR("\"GPU ID\"")) != SIZE_MAX ||
                 str_find(sniff->head, STR("\"GPU use (%)\"")) != SIZE_MAX);
    return mine || processes ? BID_SIGNATURE : BID_NONE;
}

/* "(300Mhz)" */
static void clock_fact(struct reading *reading, const struct json *json,
                       const struct json_item *card, struct str instance)
{
    const struct json_item *item = json_member(card, STR("sclk clock speed:"));
    struct str text = item ? json_string(item) : (struct str){ 0 };
    double clock;
    if (str_starts(text, STR("(")) && str_ends(text, STR("Mhz)")) &&
        num_real(str_sub(text, 1, text.len - 4), &clock)) {
        reading_number(reading, KEY_CAPTURE_CLOCK_SM, instance, text, clock, UNIT_MEGAHERTZ,
                       json_place(json, item));
    } else if (text.len > 0 && !text_is_placeholder(text)) {
        reading_error(reading, DIAG_VALUE_BAD, json_place(json, item), STR("(300Mhz)"), text);
    }
}

static void card_read(struct reading *reading, const struct json *json,
                      const struct json_item *card, struct str instance)
{
    for (size_t i = 0; i < ARRAY_COUNT(members); i++) {
        const struct json_item *item = NULL;
        for (size_t j = 0; !item && j < ARRAY_COUNT(members[i].name) && members[i].name[j]; j++) {
            item = json_member(card, str_from(members[i].name[j]));
            /* ROCm 4.3 put the vendor's id where the name belongs. */
            item = item && members[i].key == KEY_ACCELERATOR_NAME &&
                           str_starts(json_string(item), STR("0x"))
                       ? NULL
                       : item;
        }
        if (item)
            json_fact(reading, json, item, instance, members[i].key, members[i].unit);
    }
    clock_fact(reading, json, card, instance);
}

/* {"PID2728": "llama-server, 1, 302239744, 0, 0"}: name, accelerators held, memory and more. */
static void process_fact(struct reading *reading, const struct json *json,
                         const struct json_item *item)
{
    struct str pid = json_name(item), rest = json_string(item), name, held;
    int64_t number;
    pid = str_sub(pid, STR("PID").len, pid.len);
    if (json_type(item) == JSON_STRING && num_int(pid, &number) && str_cut(&rest, ',', &name) &&
        str_cut(&rest, ',', &held) && !str_eq(str_trim(held), STR("0")))
        reading_fact(reading, KEY_FOREIGN_PROCESS, pid, name, UNIT_NONE, json_place(json, item));
}

static void system_read(struct reading *reading, const struct json *json,
                        const struct json_item *system)
{
    for (const struct json_item *item = json_next(system, NULL); item;
         item = json_next(system, item))
        if (str_eq(json_name(item), STR("Driver version")))
            json_fact(reading, json, item, (struct str){ 0 }, KEY_DRIVER_VERSION, UNIT_NONE);
        else if (str_starts(json_name(item), STR("PID")))
            process_fact(reading, json, item);
}

/* The bytes with every line before the object blank, so that places stay. */
static struct str object_only(struct reading *reading)
{
    struct str bytes = reading->bytes;
    size_t begin = str_find(bytes, STR("{"));
    char *copy = ARENA_MANY(reading->scratch, bytes.len + 1, char);
    memcpy(copy, bytes.at, bytes.len);
    for (size_t i = 0; begin != SIZE_MAX && i < begin; i++)
        copy[i] = copy[i] == '\n' ? '\n' : ' ';
    return (struct str){ copy, bytes.len };
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!json_read(reading->scratch, reading->name, object_only(reading), reading->limits, &json,
                   reading->diags))
        return false;
    const struct json_item *root = json_root(json);
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item)) {
        struct str name = json_name(item);
        int64_t index = 0;
        if (str_starts(name, STR("card")) && num_int(str_sub(name, 4, name.len), &index))
            card_read(reading, json, item, str_sub(name, 4, name.len));
        else if (str_eq(name, STR("system")) && json_type(item) == JSON_OBJECT)
            system_read(reading, json, item);
    }
    return true;
}

const struct adapter adapter_rocm_smi = {
    .name = "rocm-smi-json",
    .title = "AMD accelerators, driver, power and clocks",
    .tool = "rocm-smi -a --json, ROCm 4.3 to 6",
    .spec = "ROCm/rocm_smi_lib, python_smi_tools/rocm_smi.py",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .traits = TRAIT_LISTS_ACCELERATORS,
};
