/* smi_csv.c - columns of `nvidia-smi --query-gpu`, found by name: names drift, and some stand for
 * others. Defined by nvidia-smi --help-query-gpu. */
#include "smi_csv.h"

#include <math.h>

/* A column each of reasons, as "Active" or "Not Active", by the newer name or the older. */
static const struct str reason_prefixes[SMI_PREFIXES] = { STR_INIT("clocks_event_reasons."),
                                                          STR_INIT("clocks_throttle_reasons.") };

/* Telemetry: every row. */
const struct field smi_series_columns[SMI_SERIES_COLUMNS] = {
    { "clocks.current.graphics", KEY_TELEMETRY_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.current.memory", KEY_TELEMETRY_CLOCK_MEMORY, UNIT_MEGAHERTZ, false },
    { "clocks.current.sm", KEY_TELEMETRY_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.gr", KEY_TELEMETRY_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.mem", KEY_TELEMETRY_CLOCK_MEMORY, UNIT_MEGAHERTZ, false },
    { "clocks.sm", KEY_TELEMETRY_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks_event_reasons.active", KEY_TELEMETRY_THROTTLE, UNIT_MASK, false },
    { "clocks_throttle_reasons.active", KEY_TELEMETRY_THROTTLE, UNIT_MASK, false },
    { "memory.used", KEY_TELEMETRY_MEMORY_USED, UNIT_MEBIBYTE, false },
    { "pcie.link.gen.current", KEY_TELEMETRY_LINK_GENERATION, UNIT_COUNT, false },
    { "pcie.link.gen.gpucurrent", KEY_TELEMETRY_LINK_GENERATION, UNIT_COUNT, false },
    { "pcie.link.width.current", KEY_TELEMETRY_LINK_WIDTH, UNIT_COUNT, false },
    { "power.draw", KEY_TELEMETRY_POWER, UNIT_WATT, false },
    { "power.draw.average", KEY_TELEMETRY_POWER, UNIT_WATT, false },
    { "power.draw.instant", KEY_TELEMETRY_POWER_INSTANT, UNIT_WATT, false },
    { "temperature.gpu", KEY_TELEMETRY_TEMPERATURE, UNIT_CELSIUS, false },
    { "utilization.gpu", KEY_TELEMETRY_UTILISATION, UNIT_PERCENT, false },
};

/* What stays as it is: the first row of each accelerator, and again where it changes. */
const struct field smi_fixed_columns[SMI_FIXED_COLUMNS] = {
    { "clocks.applications.gr", KEY_CLOCK_SM_APPLICATION, UNIT_MEGAHERTZ, false },
    { "clocks.applications.graphics", KEY_CLOCK_SM_APPLICATION, UNIT_MEGAHERTZ, false },
    { "clocks.applications.mem", KEY_CLOCK_MEMORY_APPLICATION, UNIT_MEGAHERTZ, false },
    { "clocks.applications.memory", KEY_CLOCK_MEMORY_APPLICATION, UNIT_MEGAHERTZ, false },
    { "clocks.default_applications.gr", KEY_CLOCK_SM_APPLICATION_DEFAULT, UNIT_MEGAHERTZ, false },
    { "clocks.default_applications.graphics", KEY_CLOCK_SM_APPLICATION_DEFAULT, UNIT_MEGAHERTZ,
      false },
    { "clocks.default_applications.mem", KEY_CLOCK_MEMORY_APPLICATION_DEFAULT, UNIT_MEGAHERTZ,
      false },
    { "clocks.default_applications.memory", KEY_CLOCK_MEMORY_APPLICATION_DEFAULT, UNIT_MEGAHERTZ,
      false },
    { "clocks.max.mem", KEY_CLOCK_MEMORY_MAX, UNIT_MEGAHERTZ, false },
    { "clocks.max.memory", KEY_CLOCK_MEMORY_MAX, UNIT_MEGAHERTZ, false },
    { "clocks.max.sm", KEY_CLOCK_SM_MAX, UNIT_MEGAHERTZ, false },
    { "compute_cap", KEY_ACCELERATOR_CAPABILITY, UNIT_NONE, false },
    { "compute_mode", KEY_DRIVER_COMPUTE_MODE, UNIT_NONE, false },
    { "count", KEY_ACCELERATOR_ATTACHED, UNIT_COUNT, false },
    { "driver_version", KEY_DRIVER_VERSION, UNIT_NONE, false },
    { "ecc.mode.current", KEY_ACCELERATOR_ECC, UNIT_NONE, false },
    { "enforced.power.limit", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "gpu_bus_id", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
    { "gpu_name", KEY_ACCELERATOR_NAME, UNIT_NONE, false },
    { "gpu_serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
    { "gpu_uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
    { "inforom.img", KEY_FIRMWARE_INFOROM, UNIT_NONE, false },
    { "inforom.image", KEY_FIRMWARE_INFOROM, UNIT_NONE, false },
    { "memory.total", KEY_ACCELERATOR_MEMORY_TOTAL, UNIT_MEBIBYTE, false },
    { "mig.mode.current", KEY_ACCELERATOR_MIG, UNIT_NONE, false },
    { "name", KEY_ACCELERATOR_NAME, UNIT_NONE, false },
    { "pci.bus_id", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
    { "pcie.link.gen.gpumax", KEY_LINK_GENERATION_MAX, UNIT_COUNT, false },
    { "pcie.link.gen.max", KEY_LINK_GENERATION_MAX, UNIT_COUNT, false },
    { "pcie.link.width.max", KEY_LINK_WIDTH_MAX, UNIT_COUNT, false },
    { "persistence_mode", KEY_DRIVER_PERSISTENCE, UNIT_NONE, false },
    { "power.default_limit", KEY_POWER_LIMIT_DEFAULT, UNIT_WATT, false },
    { "power.limit", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "power.max_limit", KEY_POWER_LIMIT_MAX, UNIT_WATT, false },
    { "serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
    { "uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
    { "vbios_version", KEY_FIRMWARE_VBIOS, UNIT_NONE, false },
};

const struct field smi_counter_columns[SMI_COUNTER_COLUMNS] = {
    { "ecc.errors.corrected.volatile.total", KEY_ECC_CORRECTED, UNIT_COUNT, false },
    { "ecc.errors.uncorrected.volatile.total", KEY_ECC_UNCORRECTED, UNIT_COUNT, false },
    { "retired_pages.pending", KEY_ROWS_PENDING, UNIT_NONE, false },
};

/* Columns that stand for another where that is not there: cores run at the graphics clock, the
 * limit set by software is the one in force unless that is said, too, and what the accelerator's
 * own end of the link reaches is what the link does. */
static const struct stand_in {
    const char *name, *of[3];
} stand_ins[] = {
    { "clocks.gr", { "clocks.sm", "clocks.current.sm", NULL } },
    { "clocks.current.graphics", { "clocks.sm", "clocks.current.sm", "clocks.gr" } },
    { "pcie.link.gen.gpucurrent", { "pcie.link.gen.current", NULL, NULL } },
    { "pcie.link.gen.gpumax", { "pcie.link.gen.max", NULL, NULL } },
    { "power.limit", { "enforced.power.limit", NULL, NULL } },
};

/* States of the moment: facts where an accelerator has one row only. */
const struct field smi_state_columns[SMI_STATE_COLUMNS] = {
    { "clocks.current.graphics", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.current.sm", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.gr", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.sm", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks_event_reasons.active", KEY_THROTTLE_REASON, UNIT_NONE, false },
    { "clocks_throttle_reasons.active", KEY_THROTTLE_REASON, UNIT_NONE, false },
    { "pcie.link.gen.current", KEY_LINK_GENERATION, UNIT_COUNT, false },
    { "pcie.link.gen.gpucurrent", KEY_LINK_GENERATION, UNIT_COUNT, false },
    { "pcie.link.width.current", KEY_LINK_WIDTH, UNIT_COUNT, false },
    { "power.draw", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "power.draw.average", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "power.draw.instant", KEY_CAPTURE_POWER_INSTANT, UNIT_WATT, false },
    { "pstate", KEY_CAPTURE_PERFORMANCE_STATE, UNIT_NONE, false },
    { "temperature.gpu", KEY_CAPTURE_TEMPERATURE, UNIT_CELSIUS, false },
    { "timestamp", KEY_CAPTURE_TIME, UNIT_NONE, false },
    { "utilization.gpu", KEY_CAPTURE_UTILISATION, UNIT_PERCENT, false },
};

/* ---- columns ---- */

static struct str column_name(struct str cell)
{
    size_t bracket = str_find(cell, STR(" ["));
    return str_trim(str_sub(cell, 0, bracket == SIZE_MAX ? cell.len : bracket));
}

static bool among(struct str name, const struct field *field, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(name, str_from(field[i].path)))
            return true;
    return false;
}

/* "clocks_event_reasons.sw_power_cap": its place among reason columns; SMI_REASONS: none. */
static size_t reason_column(struct str name)
{
    size_t found = SMI_REASONS;
    for (size_t i = 0; i < SMI_REASONS; i++) {
        struct str prefix = reason_prefixes[i / REASONS];
        if (str_starts(name, prefix) &&
            str_eq(str_sub(name, prefix.len, name.len), reasons[i % REASONS].name))
            found = i;
    }
    return found;
}

/* nvidia-smi's names have parts joined by dots, or stand in this list. */
static bool is_query_name(struct str name)
{
    static const struct str plain[] = {
        { "timestamp", 9 },
        { "index", 5 },
        { "accounting.mode", 15 },
        { "driver_model", 12 },
        { "display_active", 14 },
        { "pstate", 6 },
        { "display_mode", 12 },
        { "board_id", 8 },
        { "display_attached", 16 },
        { "gom", 3 },
        { "addressing_mode", 15 },
        { "gpu_part_number", 15 },
        { "virtualization_mode", 19 },
        { "vgpu_driver_capability", 22 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(plain); i++)
        if (str_eq(name, plain[i]))
            return true;
    return str_find(name, STR(".")) != SIZE_MAX ||
           among(name, smi_fixed_columns, SMI_FIXED_COLUMNS);
}

int smi_csv_bid(const struct sniff *sniff)
{
    struct str rest = sniff_first_line(sniff);
    struct str cell;
    size_t known = 0;
    size_t columns = 0;
    if (sniff_is_log(sniff))
        return BID_NONE;
    while (str_cut(&rest, ',', &cell)) {
        struct str name = column_name(str_trim(cell));
        if (!is_query_name(name))
            return BID_NONE;
        columns++;
        known += reason_column(name) < SMI_REASONS ||
                         among(name, smi_series_columns, SMI_SERIES_COLUMNS) ||
                         among(name, smi_fixed_columns, SMI_FIXED_COLUMNS) ||
                         among(name, smi_state_columns, SMI_STATE_COLUMNS) ||
                         among(name, smi_counter_columns, SMI_COUNTER_COLUMNS)
                     ? 1
                     : 0;
    }
    return columns >= 2 && known >= 1 ? BID_SHAPE : BID_NONE;
}

static size_t column_find(const struct smi_telemetry *in, const char *name)
{
    size_t found = SIZE_MAX;
    for (size_t j = 0; name && j < in->csv->columns; j++)
        found = str_eq(in->name[j], str_from(name)) ? j : found;
    return found;
}

/* Whether the column stands for one that is there itself. */
static bool is_spare(const struct smi_telemetry *in, const char *name)
{
    for (size_t i = 0; i < ARRAY_COUNT(stand_ins); i++) {
        for (size_t k = 0; str_eq(str_from(name), str_from(stand_ins[i].name)) &&
                           k < ARRAY_COUNT(stand_ins[i].of);
             k++)
            if (column_find(in, stand_ins[i].of[k]) != SIZE_MAX)
                return true;
    }
    return false;
}

static void columns_find(const struct smi_telemetry *in, const struct field *field, size_t count,
                         size_t *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = is_spare(in, field[i].path) ? SIZE_MAX : column_find(in, field[i].path);
}

/* The unit between a column's brackets, that of the table where there are none. A column in a unit
 * of another kind is said and passed over. */
static void units_find(struct smi_telemetry *in, const struct field *field, size_t count,
                       size_t *column, enum unit *out)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = field[i].unit;
        if (column[i] == SIZE_MAX || field[i].unit == UNIT_NONE)
            continue;
        struct str name = in->csv->name[column[i]];
        size_t open = str_find(name, STR(" ["));
        struct str said = str_sub(name, open == SIZE_MAX ? name.len : open + 2, name.len - 1);
        if (said.len > 0 && (!unit_find(said, &out[i]) ||
                             unit_row(out[i])->base != unit_row(field[i].unit)->base)) {
            reading_error(
                in->reading, DIAG_VALUE_BAD, csv_place(in->csv, column[i]),
                str_format(in->reading->scratch, "a column in %s", unit_row(field[i].unit)->title),
                name);
            column[i] = SIZE_MAX;
        }
    }
}

/* The first of the columns that name one unit. */
static size_t identity_find(const struct smi_telemetry *in)
{
    static const struct field names[] = {
        { "uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
        { "gpu_uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
        { "pci.bus_id", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
        { "gpu_bus_id", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
        { "serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
        { "gpu_serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false }
    };
    size_t at[ARRAY_COUNT(names)];
    columns_find(in, names, ARRAY_COUNT(names), at);
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (at[i] != SIZE_MAX)
            return at[i];
    return SIZE_MAX;
}

void smi_columns_begin(struct smi_telemetry *in)
{
    static const struct field own[] = { { "index", KEY_COUNT, UNIT_NONE, false },
                                        { "timestamp", KEY_COUNT, UNIT_NONE, false } };
    size_t at[ARRAY_COUNT(own)];
    for (size_t i = 0; i < SMI_REASONS; i++)
        in->reason[i] = SIZE_MAX;
    for (size_t i = 0; i < in->csv->columns; i++) {
        in->name[i] = column_name(in->csv->name[i]);
        size_t reason = reason_column(in->name[i]);
        if (reason < SMI_REASONS)
            in->reason[reason] = i;
    }
    columns_find(in, own, ARRAY_COUNT(own), at);
    in->index = at[0];
    in->timestamp = at[1];
    columns_find(in, smi_series_columns, SMI_SERIES_COLUMNS, in->series);
    columns_find(in, smi_fixed_columns, SMI_FIXED_COLUMNS, in->fixed);
    columns_find(in, smi_state_columns, SMI_STATE_COLUMNS, in->state);
    columns_find(in, smi_counter_columns, SMI_COUNTER_COLUMNS, in->counter);
    in->identity = identity_find(in);
    units_find(in, smi_series_columns, SMI_SERIES_COLUMNS, in->series, in->series_unit);
    units_find(in, smi_fixed_columns, SMI_FIXED_COLUMNS, in->fixed, in->fixed_unit);
    units_find(in, smi_state_columns, SMI_STATE_COLUMNS, in->state, in->state_unit);
}

/* ---- reasons for a reduced clock ---- */

/* Names and bits are those of nvidia-smi --help-query-gpu and nvml.h. */
const struct reason reasons[REASONS] = {
    { STR_INIT("gpu_idle"), 0x1 },
    { STR_INIT("applications_clocks_setting"), 0x2 },
    { STR_INIT("sw_power_cap"), 0x4 },
    { STR_INIT("hw_slowdown"), REASON_SLOWDOWN },
    { STR_INIT("sync_boost"), 0x10 },
    { STR_INIT("sw_thermal_slowdown"), 0x20 },
    { STR_INIT("hw_thermal_slowdown"), 0x40 },
    { STR_INIT("hw_power_brake_slowdown"), 0x80 },
    { STR_INIT("display_clock_setting"), 0x100 },
};

bool reason_told(struct str text, bool *active)
{
    bool is = str_eq(text, STR("Active"));
    bool told = is || str_eq(text, STR("Not Active"));
    *active = told ? is : *active;
    return told;
}

void reason_row(struct arena *home, struct reason_rows *rows, uint64_t bits, bool told,
                bool excludes)
{
    bool fault = (bits & REASONS_OF_FAULT) != 0;
    column_put(home, &rows->bits, (double)bits);
    column_put(home, &rows->bare, told ? !excludes && !fault : (double)NAN);
    rows->excludes = rows->excludes || (told && excludes);
    rows->fault = rows->fault || (told && fault);
}

const double *reason_mask(struct reason_rows *rows)
{
    if (!rows->excludes && !rows->fault)
        return NULL;
    for (size_t i = 0; i < rows->bits.count; i++) {
        double bare = rows->bare.at[i];
        if (isnan(bare) || (bare > 0 && rows->excludes))
            rows->bits.at[i] = (double)NAN;
    }
    return rows->bits.at;
}
