/* adapter_amd_smi_csv.c - `amd-smi metric --csv` and `amd-smi monitor --csv`, ROCm 6.0 to 10.1:
 * readings of AMD accelerators.
 *
 * Names of columns carry no unit: power is watts, total_energy_consumption joules, temperature
 * degrees Celsius, activity percent. Column "gpu" tells accelerators apart. The energy counter only
 * rises: a file named for the time before or after a run ("energy_start.csv", "after.csv") is the
 * counter's begin or end; within one file (watch mode) a fall is a contradiction. Watch mode puts
 * "timestamp" in front; of each accelerator the first row gives facts, all of them series, and its
 * counter's last counts. On a
 * console it also writes a line about keys to press first, and the names of columns again before
 * each time. `monitor` names other columns ("power_usage", "gfx_clk", "gfx" for activity), and has
 * a row for each part of an accelerator ("xcp"), of which the first has the readings of the whole.
 * Defined by ROCm/amdsmi, amdsmi_cli/amdsmi_logger.py. */
#include "amd.h"
#include "sniff.h"

enum { UNITS_MOST = AMD_UNITS };

static const struct field fields[] = {
    { "double_bit_ecc", KEY_ECC_UNCORRECTED, UNIT_COUNT, false },
    { "edge", KEY_CAPTURE_TEMPERATURE, UNIT_CELSIUS, false },
    { "gfx", KEY_CAPTURE_UTILISATION, UNIT_PERCENT, false },
    { "gfx_0_clk", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "gfx_0_max_clk", KEY_CLOCK_SM_MAX, UNIT_MEGAHERTZ, false },
    { "gfx_activity", KEY_CAPTURE_UTILISATION, UNIT_PERCENT, false },
    { "gfx_clk", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "mem_0_max_clk", KEY_CLOCK_MEMORY_MAX, UNIT_MEGAHERTZ, false },
    { "power_usage", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "single_bit_ecc", KEY_ECC_CORRECTED, UNIT_COUNT, false },
    { "socket_power", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "total_correctable_count", KEY_ECC_CORRECTED, UNIT_COUNT, false },
    { "total_uncorrectable_count", KEY_ECC_UNCORRECTED, UNIT_COUNT, false },
    { "width", KEY_LINK_WIDTH, UNIT_COUNT, false },
};

static const struct str watch_words = STR_INIT("'CTRL' + 'C' to stop watching output");
static const struct str counter_name = STR_INIT("total_energy_consumption");

static int bid(const struct sniff *sniff)
{
    static const struct str names[] = {
        STR_INIT("gfx_0_clk"),
        STR_INIT("gfx_activity"),
        STR_INIT("gfx_clk"),
        STR_INIT("hotspot"),
        STR_INIT("power_usage"),
        STR_INIT("socket_power"),
        STR_INIT("total_energy_consumption"),
        STR_INIT("total_uncorrectable_count"),
    };
    struct sniff table = *sniff;
    struct str rest = sniff_first_line(&table);
    if (str_starts(rest, watch_words)) { /* the table begins on the next line */
        table.head = str_sub(table.head, rest.len + 1, table.head.len);
        rest = sniff_first_line(&table);
    }
    struct str cell;
    bool gpu = false;
    bool known = false;
    while (str_cut(&rest, ',', &cell)) {
        cell = str_trim(cell);
        gpu = gpu || str_eq(cell, STR("gpu"));
        for (size_t i = 0; i < ARRAY_COUNT(names); i++)
            known = known || str_eq(cell, names[i]);
    }
    return gpu && known ? BID_SIGNATURE : BID_NONE;
}

struct counter { /* of one accelerator */
    struct str gpu, text;
    struct place place;
    double value;
    bool fell;
};

struct counters {
    struct counter item[UNITS_MOST];
    size_t count;
};

static struct counter *counter_of(struct counters *counters, struct str gpu, bool *fresh)
{
    for (size_t i = 0; i < counters->count; i++) {
        if (str_eq(counters->item[i].gpu, gpu)) {
            *fresh = false;
            return &counters->item[i];
        }
    }
    if (counters->count == UNITS_MOST)
        return NULL;
    *fresh = true;
    counters->item[counters->count] = (struct counter){ .gpu = gpu };
    return &counters->item[counters->count++];
}

static void counter_read(struct csv *csv, size_t column, struct counter *counter)
{
    struct str text = csv_cell(csv, column);
    double value;
    if (!num_real(text, &value)) {
        /* amd-smi writes N/A where it has no counter; NaN is none of its words. */
        if (!text_is_placeholder(text) || str_eq(text, STR("NaN"))) {
            reading_error(csv->reading, DIAG_VALUE_BAD, csv_place(csv, column),
                          STR("a number of joules"), text);
        }
        return;
    }
    struct place place = csv_place(csv, column);
    if (counter->text.len > 0 && value < counter->value && !counter->fell) {
        counter->fell = true;
        reading_contradiction(
            csv->reading, text, place,
            str_format(csv->reading->scratch, "it was %.*s before", STR_ARG(counter->text)));
    }
    counter->text = text;
    counter->place = place;
    counter->value = value;
}

static void poll_read(struct csv *csv, struct amd_watch *watch, struct str gpu)
{
    size_t time = csv_column(csv, STR("timestamp"));
    if (time == SIZE_MAX)
        return; /* one capture, not a watch */
    amd_poll(csv->reading, watch, gpu, csv_cell(csv, time), csv_place(csv, time));
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++) {
        size_t column = csv_column(csv, str_from(fields[i].path));
        amd_poll_value(watch, fields[i].key, csv_cell(csv, column));
    }
}

/* Whether the row is of another part of an accelerator than the first. */
static bool part_of_one(const struct csv *csv)
{
    size_t part = csv_column(csv, STR("xcp"));
    int64_t number;
    return part != SIZE_MAX && num_int(csv_cell(csv, part), &number) && number != 0;
}

static bool read(struct reading *reading)
{
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    struct counters *counters = ARENA_NEW(reading->scratch, struct counters);
    struct amd_watch *watch = ARENA_NEW(reading->scratch, struct amd_watch);
    bool watched = str_starts(reading->bytes, watch_words);
    if (watched ? !csv_begin_at(csv, reading, STR("timestamp,")) : !csv_begin(csv, reading))
        return false;
    size_t gpu = csv_column(csv, STR("gpu"));
    size_t column = csv_column(csv, counter_name);
    while (csv_next(csv)) {
        bool fresh;
        if (str_eq(csv_cell(csv, gpu), STR("gpu"))) { /* the names of columns again */
            csv_header(csv);
            gpu = csv_column(csv, STR("gpu"));
            column = csv_column(csv, counter_name);
            continue;
        }
        if (part_of_one(csv) || !amd_index(reading, csv_cell(csv, gpu), csv_place(csv, gpu)))
            continue;
        struct counter *counter = counter_of(counters, csv_cell(csv, gpu), &fresh);
        if (!counter || csv->cells != csv->columns) {
            reading_error(reading, DIAG_VALUE_BAD, csv_place(csv, 0),
                          STR("a whole row of one of 64 accelerators"), csv_cell(csv, 0));
            continue;
        }
        poll_read(csv, watch, counter->gpu);
        if (fresh)
            csv_fields(csv, counter->gpu, fields, ARRAY_COUNT(fields));
        if (column != SIZE_MAX)
            counter_read(csv, column, counter);
    }
    amd_watch_put(reading, watch);
    for (size_t i = 0; i < counters->count; i++) {
        const struct counter *counter = &counters->item[i];
        if (counter->text.len > 0) {
            reading_fact(reading, amd_counter_key(reading->evidence->name), counter->gpu,
                         counter->text, UNIT_JOULE, counter->place);
        }
    }
    return true;
}

const struct adapter adapter_amd_smi_csv = {
    .name = "amd-smi-metric-csv",
    .title = "Readings and energy counters of AMD accelerators",
    .tool = "amd-smi metric or monitor --csv, ROCm 6.0 to 10.1",
    .spec = "ROCm/amdsmi, amdsmi_cli/amdsmi_logger.py, amdsmi_commands.py",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .table = true,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
