/* adapter_ncu_csv.c - `ncu --csv --page details`, Nsight Compute 2020 to 2026: counters by launch.
 *
 * Long form: a row a launch and counter ("Metric Name", "Metric Unit", "Metric Value"), and rows of
 * rules, whose counter is empty. Units change from row to row ("byte" 0, "Mbyte" 2.33), so the unit
 * is part of the instance. Thousands are grouped by commas ("9,096.60") unless the locale says
 * otherwise, so "12,904" is read where another value of the file shows that its point is a decimal
 * one and none shows that its comma is. "==PROF==" lines and the program's own output stand before
 * the header. Clocks are locked to base by default: durations are not those of the run. The first
 * 64 launches and 1024 counters are taken. Defined by NVIDIA, Nsight Compute CLI. */
#include "ncu.h"
#include "sniff.h"

enum { LAUNCHES_MOST = 64, COUNTERS_MOST = 1024 };

static const struct field fields[] = {
    { "CC", KEY_ACCELERATOR_CAPABILITY, UNIT_NONE, false },
    { "Kernel Name", KEY_PROFILE_NAME, UNIT_NONE, true },
    { "Metric Value", KEY_PROFILE_COUNTER, UNIT_NONE, true },
};
enum { CAPABILITY, KERNEL, VALUE };

static const struct str header_start = STR_INIT("\"ID\",\"Process ID\",\"Process Name\",");

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_line_starts(sniff, header_start) &&
                str_find(sniff->head, STR("\"Metric Name\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

struct launches {
    struct str id[LAUNCHES_MOST], kernel[LAUNCHES_MOST], device, capability;
    bool more; /* said that some are passed over */
    size_t count, counters;
};

static struct str counter_name(struct csv *csv, struct str id, struct str name, struct str unit)
{
    return str_format(csv->reading->scratch, "%.*s %.*s%s%.*s%s", STR_ARG(id), STR_ARG(name),
                      unit.len > 0 ? " (" : "", STR_ARG(unit), unit.len > 0 ? ")" : "");
}

static void cell_fact(struct csv *csv, size_t which, struct str instance)
{
    size_t column = csv_column(csv, str_from(fields[which].path));
    reading_fact(csv->reading, fields[which].key, instance, csv_cell(csv, column),
                 fields[which].unit, csv_place(csv, column));
}

static void more_say(struct csv *csv, struct launches *launches, const char *most, struct str said)
{
    if (!launches->more) {
        launches->more = true;
        reading_error(csv->reading, DIAG_LAUNCHES_MORE, csv_place(csv, 0), str_from(most), said);
    }
}

/* Told when met first, and again where a row says otherwise. */
static void device_fact(struct csv *csv, struct launches *launches)
{
    struct str device = csv_cell(csv, csv_column(csv, STR("Device")));
    struct str capability = csv_cell(csv, csv_column(csv, str_from(fields[CAPABILITY].path)));
    bool known = str_eq(device, launches->device) && str_eq(capability, launches->capability);
    if (device.len > 0 && !known) {
        launches->device = device;
        launches->capability = capability;
        cell_fact(csv, CAPABILITY, device);
    }
}

/* A launch has a row a counter; each names its kernel. */
static bool launch_known(struct csv *csv, struct launches *launches, struct str id)
{
    struct str kernel = csv_cell(csv, csv_column(csv, str_from(fields[KERNEL].path)));
    for (size_t i = 0; i < launches->count; i++) {
        if (!str_eq(launches->id[i], id))
            continue;
        if (!str_eq(launches->kernel[i], kernel))
            cell_fact(csv, KERNEL, id);
        device_fact(csv, launches);
        return true;
    }
    if (launches->count == LAUNCHES_MOST) {
        more_say(csv, launches, "at most 64 launches", id);
        return false;
    }
    launches->kernel[launches->count] = kernel;
    launches->id[launches->count++] = id;
    cell_fact(csv, KERNEL, id);
    device_fact(csv, launches);
    return true;
}

/* "PolicySpread" is a counter's word; what begins like a number should be one. */
static void number_check(struct csv *csv, size_t column)
{
    struct str text = csv_cell(csv, column);
    bool number = text.len > 0 && ((text.at[0] >= '0' && text.at[0] <= '9') || text.at[0] == '-');
    if (number || str_starts(text, STR("NaN")))
        reading_error(csv->reading, DIAG_VALUE_BAD, csv_place(csv, column), STR("a number"), text);
}

static bool read(struct reading *reading)
{
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    struct launches launches = { .count = 0 };
    if (!csv_begin_at(csv, reading, header_start))
        return false;
    ncu_notes(reading);
    size_t name_at = csv_column(csv, STR("Metric Name"));
    size_t unit_at = csv_column(csv, STR("Metric Unit"));
    size_t value_at = csv_column(csv, STR("Metric Value"));
    enum ncu_writing writing = ncu_writing_of(csv, value_at, value_at + 1);
    while (csv_next(csv)) {
        struct str id = csv_cell(csv, 0);
        struct str name = csv_cell(csv, name_at);
        struct str unit = csv_cell(csv, unit_at);
        double value;
        if (csv->cells <= value_at || name.len == 0 || !csv_row_fits(csv) ||
            !launch_known(csv, &launches, id))
            continue;
        if (launches.counters == COUNTERS_MOST) {
            more_say(csv, &launches, "at most 1024 counters", name);
            break;
        }
        struct str text = csv_cell(csv, value_at);
        if (!ncu_value(reading->scratch, writing, text, &value)) {
            number_check(csv, value_at);
            continue;
        }
        launches.counters++;
        reading_number(reading, fields[VALUE].key, counter_name(csv, id, name, unit), text, value,
                       fields[VALUE].unit, csv_place(csv, value_at));
    }
    return true;
}

const struct adapter adapter_ncu_csv = {
    .name = "ncu-details-csv",
    .title = "Counters of kernel launches",
    .tool = "ncu --csv --page details, Nsight Compute 2020 to 2026",
    .spec = "NVIDIA, Nsight Compute CLI",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_WATCHES,
};
