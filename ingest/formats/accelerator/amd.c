/* amd.c - what the forms of amd-smi share. */
#include "amd.h"

static const struct field fields[] = {
    { "/asic/asic_serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
    { "/asic/market_name", KEY_ACCELERATOR_NAME, UNIT_NONE, false },
    { "/asic/num_compute_units", KEY_ACCELERATOR_MULTIPROCESSORS, UNIT_COUNT, false },
    { "/asic/target_graphics_version", KEY_ACCELERATOR_CAPABILITY, UNIT_NONE, false },
    { "/bdf", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
    { "/board/model_number", KEY_ACCELERATOR_PART, UNIT_NONE, false },
    { "/bus/bdf", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
    { "/bus/max_pcie_width", KEY_LINK_WIDTH_MAX, UNIT_COUNT, false },
    { "/clock/gfx_0/clk", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "/clock/gfx_0/max_clk", KEY_CLOCK_SM_MAX, UNIT_MEGAHERTZ, false },
    { "/clock/mem_0/max_clk", KEY_CLOCK_MEMORY_MAX, UNIT_MEGAHERTZ, false },
    { "/ecc/total_correctable_count", KEY_ECC_CORRECTED, UNIT_COUNT, false },
    { "/ecc/total_uncorrectable_count", KEY_ECC_UNCORRECTED, UNIT_COUNT, false },
    { "/energy/total_energy_consumption", KEY_ENERGY_COUNTER, UNIT_JOULE, false },
    { "/ifwi/version", KEY_FIRMWARE_VBIOS, UNIT_NONE, false },
    { "/limit/max_power", KEY_POWER_LIMIT_MAX, UNIT_WATT, false },
    { "/limit/ppt0/max_power_limit", KEY_POWER_LIMIT_MAX, UNIT_WATT, false },
    { "/limit/ppt0/socket_power_limit", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "/limit/socket_power", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "/numa/node", KEY_TOPOLOGY_NUMA, UNIT_NONE, false },
    { "/partition/accelerator_partition", KEY_ACCELERATOR_MIG, UNIT_NONE, false },
    { "/partition/compute_partition", KEY_ACCELERATOR_MIG, UNIT_NONE, false },
    { "/pcie/speed", KEY_LINK_GENERATION, UNIT_COUNT, false },
    { "/pcie/width", KEY_LINK_WIDTH, UNIT_COUNT, false },
    { "/power/socket_power", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "/power/throttle_status", KEY_THROTTLE_REASON, UNIT_NONE, false },
    { "/ras/ecc_block_state/umc", KEY_ACCELERATOR_ECC, UNIT_NONE, false },
    { "/temperature/edge", KEY_CAPTURE_TEMPERATURE, UNIT_CELSIUS, false },
    { "/throttle/hbm_thermal_violation_status", KEY_THROTTLE_REASON, UNIT_NONE, false },
    { "/throttle/ppt_violation_status", KEY_THROTTLE_REASON, UNIT_NONE, false },
    { "/throttle/prochot_violation_status", KEY_THROTTLE_REASON, UNIT_NONE, false },
    { "/throttle/socket_thermal_violation_status", KEY_THROTTLE_REASON, UNIT_NONE, false },
    { "/throttle/vr_thermal_violation_status", KEY_THROTTLE_REASON, UNIT_NONE, false },
    { "/usage/gfx_activity", KEY_CAPTURE_UTILISATION, UNIT_PERCENT, false },
    { "/uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
    { "/vbios/version", KEY_FIRMWARE_VBIOS, UNIT_NONE, false },
    { "/vram/size", KEY_ACCELERATOR_MEMORY_TOTAL, UNIT_MEBIBYTE, false },
};

const struct field *amd_field(size_t index)
{
    return index < ARRAY_COUNT(fields) ? &fields[index] : NULL;
}

/* A lane's gigatransfers a second tell the generation: PCI Express Base Specification 6.0, table of
 * data rates. */
static void generation_fact(struct reading *reading, struct str instance, struct str text,
                            struct place place)
{
    static const double speeds[] = { 2.5, 5, 8, 16, 32, 64 };
    struct str unit = STR(" GT/s");
    double speed;
    if (str_ends(text, unit) && num_real(str_sub(text, 0, text.len - unit.len), &speed)) {
        for (size_t i = 0; i < ARRAY_COUNT(speeds); i++) {
            if (speed == speeds[i]) {
                reading_number(reading, KEY_LINK_GENERATION, instance, text, (double)(i + 1),
                               UNIT_COUNT, place);
                return;
            }
        }
    }
    reading_error(reading, DIAG_VALUE_BAD, place, STR("2.5, 5, 8, 16, 32 or 64 GT/s"), text);
}

/* "/throttle/ppt_violation_status": the reason is "ppt". */
static struct str reason_of(struct str path)
{
    struct str tail = STR("_violation_status"), name = path, part;
    while (str_cut(&path, '/', &part))
        name = part;
    return str_ends(name, tail) ? str_sub(name, 0, name.len - tail.len) : name;
}

void amd_fact(struct reading *reading, const struct field *field, struct str instance,
              struct str text, struct place place)
{
    struct str mebibytes = STR(" MB"), none = STR("N/A");
    double value;
    enum key key =
        field->key == KEY_ENERGY_COUNTER ? amd_counter_key(reading->evidence->name) : field->key;
    if (key == KEY_THROTTLE_REASON) {
        if (!str_starts(text, none)) { /* most accelerators tell some of them only */
            struct str reason = reason_of(str_from(field->path));
            reading_fact(
                reading, key,
                str_format(reading->scratch, "%.*s %.*s", STR_ARG(instance), STR_ARG(reason)), text,
                UNIT_NONE, place);
        }
    } else if (str_starts(text, none)) {
        reading_fact(reading, key, instance, str_sub(text, 0, none.len), UNIT_NONE, place);
    } else if (key == KEY_LINK_GENERATION) {
        generation_fact(reading, instance, text, place);
    } else if (field->unit == UNIT_MEBIBYTE && str_ends(text, mebibytes) &&
               num_real(str_sub(text, 0, text.len - mebibytes.len), &value)) {
        reading_number(reading, key, instance, text, value, UNIT_MEBIBYTE, place);
    } else {
        reading_fact(reading, key, instance, text, field->unit, place);
    }
}

/* "MB" counts 1048576 bytes, as the tool's own source does. */
static bool amd_unit(struct str text, enum unit usual, enum unit *out)
{
    static const struct {
        struct str text;
        enum unit unit;
    } own[] = { { STR_INIT("GB"), UNIT_GIBIBYTE },
                { STR_INIT("KB"), UNIT_KIBIBYTE },
                { STR_INIT("MB"), UNIT_MEBIBYTE } };
    bool known = unit_find(text, out);
    for (size_t i = 0; i < ARRAY_COUNT(own); i++) {
        if (str_eq(text, own[i].text)) {
            *out = own[i].unit;
            known = true;
        }
    }
    return known && unit_row(*out)->base == unit_row(usual)->base;
}

/* {"value": 32, "unit": "GT/s"} is "32 GT/s", as the text form has it. */
static void speed_fact(struct reading *reading, const struct json *json,
                       const struct json_item *item, const struct field *field, struct str instance)
{
    const struct json_item *value = json_member(item, STR("value"));
    const struct json_item *unit = json_member(item, STR("unit"));
    if (value && json_type(value) == JSON_NUMBER && unit && json_type(unit) == JSON_STRING) {
        struct str text =
            str_format(reading->scratch, "%.*s %.*s", STR_ARG(json_literal(json, value)),
                       STR_ARG(json_string(unit)));
        amd_fact(reading, field, instance, text, json_place(json, item));
    }
}

void amd_json_fact(struct reading *reading, const struct json *json, const struct json_item *item,
                   const struct field *field, struct str instance)
{
    struct field own = *field;
    if (json_type(item) == JSON_OBJECT && field->key == KEY_LINK_GENERATION) {
        speed_fact(reading, json, item, field, instance);
        return;
    }
    if (json_type(item) == JSON_OBJECT) {
        const struct json_item *unit = json_member(item, STR("unit"));
        struct str text = unit ? json_string(unit) : (struct str){ 0 };
        if (text.len > 0 && field->unit != UNIT_NONE && !amd_unit(text, field->unit, &own.unit)) {
            reading_error(
                reading, DIAG_VALUE_BAD, json_place(json, unit),
                str_format(reading->scratch, "a unit of %s", unit_row(field->unit)->title), text);
            return;
        }
        item = json_member(item, STR("value"));
    }
    if (item && (json_type(item) == JSON_STRING || json_type(item) == JSON_NUMBER))
        amd_fact(reading, &own, instance, json_scalar(json, item), json_place(json, item));
}

/* ---- the energy counter ---- */

static bool is_letter(struct str text, size_t at)
{
    return at < text.len && ((text.at[at] >= 'a' && text.at[at] <= 'z') ||
                             (text.at[at] >= 'A' && text.at[at] <= 'Z'));
}

/* The name's last segment has one of these as a word: "vendor.csv" is of no end. */
static bool named(struct str name, const struct str *word, size_t count)
{
    struct str rest = name;
    while (str_cut(&rest, '/', &name)) {
    }
    for (size_t at = 0; at < name.len; at++) {
        for (size_t i = 0; i < count && (at == 0 || !is_letter(name, at - 1)); i++)
            if (str_starts(str_sub(name, at, name.len), word[i]) &&
                !is_letter(name, at + word[i].len))
                return true;
    }
    return false;
}

enum key amd_counter_key(struct str name)
{
    static const struct str begins[] = { STR_INIT("start"), STR_INIT("begin"), STR_INIT("before") };
    static const struct str ends[] = { STR_INIT("end"), STR_INIT("after"), STR_INIT("stop") };
    bool begin = named(name, begins, ARRAY_COUNT(begins));
    bool end = named(name, ends, ARRAY_COUNT(ends));
    return begin && !end   ? KEY_ENERGY_COUNTER_BEGIN
           : end && !begin ? KEY_ENERGY_COUNTER_END
                           : KEY_ENERGY_COUNTER;
}

bool amd_index(struct reading *reading, struct str index, struct place place)
{
    int64_t number;
    bool good = num_int(index, &number) && number >= 0 && number <= UINT32_MAX;
    if (!good)
        reading_error(reading, DIAG_VALUE_BAD, place, STR("the number of an accelerator"), index);
    return good;
}
